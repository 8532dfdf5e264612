package socket_test

import (
	"fmt"
	"strings"
	"testing"

	"espalier/web/play"
	"espalier/web/webtest"
)

func TestSocketRun(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	request := webtest.TextBody("shallow", `,"values":{"5":[3,0,6]}`)
	_, want := webtest.Post(t, ts.URL+"/api/v1/trace", request)
	p.Send("%s", webtest.RunMessage("r1", request))
	if r := p.Next(); r.Type != "tree" || !strings.Contains(string(r.Tree), `"value":[3,0,6]`) {
		t.Fatalf("the first message is %+v, want the tree of the text", r)
	}
	var got strings.Builder
	for r := p.Next(); r.Type != "end"; r = p.Next() {
		if r.Type != "events" || r.ID != "r1" {
			t.Fatalf("message %+v", r)
		}
		for _, e := range r.Events {
			got.Write(append(e, '\n'))
		}
	}
	if got.String() != string(want) {
		t.Errorf("the socket's events are not those of the trace:\n%s\n%s", got.String(), want)
	}
	p.Send("%s", webtest.RunMessage("r1", request)) // the id is free again
	p.Until("end", "r1")
}

func TestSocketCredit(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.RunMessage("a", webtest.Endless))
	sent := 0
	for sent < play.StartCredit {
		r := p.Next()
		sent += len(r.Events)
	}
	if sent != play.StartCredit {
		t.Fatalf("%d events came with a credit of %d", sent, play.StartCredit)
	}
	// Another run of the same connection is not held up, and nothing more comes of the first.
	for _, id := range []string{"b", "c"} {
		p.Send("%s", webtest.RunMessage(id, webtest.TextBody("maxn", "")))
		if r, n := p.Until("end", id); r.ID != id || n < 10 {
			t.Fatalf("run %s ended with %+v after %d events", id, r, n)
		}
	}
	p.Send(`{"type":"credit","id":"a","events":7}`)
	for more := 0; more < 7; {
		r := p.Next()
		if r.ID != "a" || r.Type != "events" {
			t.Fatalf("message %+v", r)
		}
		if more += len(r.Events); more > 7 {
			t.Fatalf("%d events came with a credit of 7", more)
		}
	}
	p.Send(`{"type":"cancel","id":"a"}`)
	if r := p.Next(); r.Type != "end" || r.ID != "a" {
		t.Errorf("after cancel: %+v", r)
	}
}

// TestSocketOrder: the events of a run have no gap, also after cancel, while
// other runs use the connection.
func TestSocketOrder(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	ids := []string{"a", "b", "c"}
	for _, id := range ids {
		p.Send("%s", webtest.RunMessage(id, webtest.Endless))
		p.Send(`{"type":"credit","id":"%s",%s}`, id, webtest.Plentiful)
	}
	next := map[string]int{}
	ended, messages := 0, 0
	for ended < 3 {
		r := p.Next()
		if r.Type == "end" {
			ended++
		}
		for _, e := range r.Events {
			if want := fmt.Sprintf(`{"seq":%d,`, next[r.ID]); !strings.HasPrefix(string(e), want) {
				t.Fatalf("run %s: event %.40s, want %s", r.ID, e, want)
			}
			next[r.ID]++
		}
		if messages++; messages == 60 {
			for _, id := range ids {
				p.Send(`{"type":"cancel","id":"%s"}`, id)
			}
		}
	}
}
