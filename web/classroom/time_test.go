package classroom_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"espalier/web/classroom"
	"espalier/web/webtest"
)

// A question with a time stops by itself, whether it was asked with it or got it later, and
// whoever is there. An answer after that is refused.
func TestQuestionStopsWhenItsTimeIsOver(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 10))
	p := dial(t, ts.URL)
	p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	p.until("room", nil)
	before := time.Now().UnixMilli()
	asked := act(t, ts, m, "ask", fmt.Sprintf(`{"question":{"kind":"cut","node":3},"seconds":%d}`, classroom.MinSeconds))
	left := int64(asked.number("question", "ends")) - before
	if least := int64(classroom.MinSeconds) * 1000; left < least || left > least+60_000 {
		t.Errorf("the question stops %d ms after it was asked", left)
	}
	open := p.until("room", func(v message) bool { return v["question"] != nil })
	if open.number("question", "ends") != asked.number("question", "ends") {
		t.Errorf("a follower gets %s", open.text("question"))
	}
	p.send(`{"type":"answer","id":"j","question":"q1","answer":[5]}`)
	p.until("answered", nil)
	v := p.until("room", nil)
	if v.at("question", "state") != "stopped" || v.at("question", "ends") != nil || time.Now().UnixMilli() < int64(asked.number("question", "ends")) {
		t.Errorf("when its time is over the question is %s", v.text("question"))
	}
	p.send(`{"type":"answer","id":"j","question":"q1","answer":[]}`)
	p.refused("takes no more answers")
	if _, b := webtest.Post(t, ts.URL+m.path("/time"), `{"seconds":60}`); !strings.Contains(string(b), "takes no more answers. Ask it again") {
		t.Errorf("the time of a stopped question: %s", b)
	}

	// Without a time, a time, more of it, and none.
	if v := act(t, ts, m, "ask", `{"question":{"kind":"cut","node":3},"seconds":null}`); v.at("question", "ends") != nil {
		t.Errorf("asked without a time: %s", v.text("question"))
	}
	short := act(t, ts, m, "time", fmt.Sprintf(`{"seconds":%d}`, classroom.MinSeconds)).number("question", "ends")
	if long := act(t, ts, m, "time", `{"seconds":600}`).number("question", "ends"); long <= short {
		t.Errorf("%d s more end the question at %d, before at %d", 600, long, short)
	}
	if v := act(t, ts, m, "show", `{"show":`+fmt.Sprintf(korf6, 9)+`}`); v.at("question", "ends") == nil {
		t.Error("a step back takes the time away")
	}
	if v := act(t, ts, m, "time", `{"seconds":null}`); v.at("question", "ends") != nil || v.at("question", "state") != "open" {
		t.Errorf("without a time again: %s", v.text("question"))
	}
	for _, wrong := range []string{`4`, `3601`, `"60"`, `1.5`} {
		if resp, b := webtest.Post(t, ts.URL+m.path("/time"), `{"seconds":`+wrong+`}`); resp.StatusCode != 422 && resp.StatusCode != 400 || !strings.Contains(string(b), "seconds") {
			t.Errorf("%s seconds: %s %s", wrong, resp.Status, b)
		}
	}
}

// A server that starts again stops a question whose time was over meanwhile, or is over
// then.
func TestTimeGoesOnAfterARestart(t *testing.T) {
	dir := t.TempDir()
	_, ts, end := webtest.ServeWithStoreIn(t, dir)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 10))
	act(t, ts, m, "ask", fmt.Sprintf(`{"question":{"kind":"cut","node":3},"seconds":%d}`, classroom.MinSeconds))
	end()
	_, ts, _ = webtest.ServeWithStoreIn(t, dir)
	p := dial(t, ts.URL)
	p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	p.until("room", func(v message) bool { return v.at("question", "state") == "stopped" })
}

// Followers say that they are lost; presenters alone get the number, without a name.
func TestPresentersSeeHowManyAreLost(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 10))
	lead, one, two := dial(t, ts.URL), dial(t, ts.URL), dial(t, ts.URL)
	lead.send(`{"type":"lead","id":"p","key":%q}`, m.Key)
	for _, p := range []*peer{one, two} {
		p.send(`{"type":"join","id":"j","code":%q,"nick":"Ada"}`, m.Code)
		p.until("room", nil)
	}
	count := func(want int) {
		t.Helper()
		lead.until("class", func(v message) bool { return v["lost"] != nil && v.number("lost") == want })
	}
	count(0)
	one.send(`{"type":"lost","id":"j","on":true}`)
	count(1)
	one.send(`{"type":"lost","id":"j","on":true}`)
	two.send(`{"type":"lost","id":"j","on":true}`)
	count(2)
	two.send(`{"type":"lost","id":"j","on":false}`)
	count(1)
	one.send(`{"type":"leave","id":"j"}`)
	count(0)
	lead.send(`{"type":"lost","id":"p","on":true}`)
	lead.refused("a presenter")
	two.send(`{"type":"lost","id":"j","on":1}`)
	two.refused("true or false")
	// No follower gets it.
	two.send(`{"type":"lost","id":"j","on":true}`)
	act(t, ts, m, "show", `{"show":`+fmt.Sprintf(korf6, 11)+`}`)
	if v, raw := two.next(); v["type"] != "room" || v["lost"] != nil {
		t.Errorf("a follower gets %s", raw)
	}
}
