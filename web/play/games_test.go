package play_test

import (
	"strings"
	"testing"

	"espalier/web/webtest"
)

// TestGameRun: a run on a game sends the events that trace sends, with the text of every
// move; a game that cannot be read gets an error alone. A page's run is recorded as that of
// any implicit tree.
func TestGameRun(t *testing.T) {
	_, ts := webtest.Serve(t)
	body := webtest.Body(`"game":{"id":"sergeant-major","hands":["AS 5H","KS 2D","QS 3D"]}`, "shallow", "")
	_, want := webtest.Post(t, ts.URL+"/api/v1/trace", body)
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.RunMessage("r", body))
	var got strings.Builder
	for r := p.Next(); r.Type != "end"; r = p.Next() {
		if r.Type != "events" || r.ID != "r" {
			t.Fatalf("message %+v", r)
		}
		for _, e := range r.Events {
			got.Write(append(e, '\n'))
		}
	}
	if got.String() != string(want) || !strings.Contains(got.String(), `"parent":0,"move":0,"text":"AS"`) {
		t.Errorf("the socket's events are not those of the trace:\n%s\n%s", got.String(), want)
	}
	p.Send("%s", webtest.RunMessage("x", webtest.Body(`"game":{"id":"hearts","hands":["AS","AS","2D"]}`, "maxn", "")))
	if r := p.Next(); r.Type != "error" || len(r.Errors) != 1 || r.Errors[0].Path != "game.hands[1]" {
		t.Errorf("a card that is given twice gets %+v", r)
	}
	p.Send("%s", webtest.PageMessage("p", body))
	if _, steps := p.Until("end", "p"); steps != strings.Count(string(want), "\n") {
		t.Errorf("a page's run has %d steps, want %d", steps, strings.Count(string(want), "\n"))
	}
}
