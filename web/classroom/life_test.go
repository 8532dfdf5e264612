package classroom_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"espalier/web/webtest"
)

// What the room shows while a question is open decides what becomes of it, in the same
// revision: a follower gets no step past the question while it takes answers.
func TestShowPastTheStepStopsTheQuestion(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	korf := func(more string) string {
		return `{"show":{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]},` + more + `}}`
	}
	cut := `{"kind":"cut","node":3}`
	for _, c := range []struct{ what, ask, show, state string }{
		{"a step forward", cut, korf(`"step":11`), "stopped"},
		{"many steps forward", cut, korf(`"step":22`), "stopped"},
		{"a step back", cut, korf(`"step":9`), "open"},
		{"the same step, with a node that is pointed at", cut, korf(`"step":10,"point":[3]`), "open"},
		{"a playback", cut, korf(`"step":10,"play":{"speed":1}`), "stopped"},
		{"a playback from before the step", cut, korf(`"step":2,"play":{"speed":1}`), "stopped"},
		{"another algorithm", cut, `{"show":{"figure":"k1991-fig6","algorithm":"maxn","values":{"5":[3,0,6]},"step":0}}`, "stopped"},
		{"another figure", cut, `{"show":{"figure":"s2003-fig6","algorithm":"maxn"}}`, "stopped"},
		{"the step before the cut that is asked about", `{"kind":"terms","step":12}`, korf(`"step":11`), "open"},
		{"the cut that is asked about", `{"kind":"terms","step":12}`, korf(`"step":12`), "stopped"},
	} {
		m := makeRoom(t, ts, fmt.Sprintf(korf6, 10))
		p := dial(t, ts.URL)
		p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
		p.until("room", nil)
		act(t, ts, m, "ask", `{"question":`+c.ask+`}`)
		asked := p.until("room", func(v message) bool { return v["question"] != nil })
		shown := act(t, ts, m, "show", c.show)
		if got := shown.at("question", "state"); got != c.state {
			t.Errorf("%s: the question is %v, want %s", c.what, got, c.state)
		}
		v := p.until("room", nil) // the very next one
		if v.at("question", "state") != c.state || v.number("revision") <= asked.number("revision") || v.text("show", "step") != shown.text("show", "step") {
			t.Errorf("%s: the follower gets %v", c.what, v)
		}
		p.send(`{"type":"answer","id":"j","question":"q1","answer":[]}`)
		if c.state == "open" {
			p.until("answered", nil)
		} else {
			p.refused("takes no more answers")
		}
	}
}

// A step back and forth, up to the step of the question, leaves it open.
func TestQuestionStaysOpenUpToItsStep(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 10))
	act(t, ts, m, "ask", `{"question":{"kind":"cut","node":3}}`)
	for _, c := range []struct {
		step  int
		state string
	}{{4, "open"}, {9, "open"}, {10, "open"}, {11, "stopped"}, {10, "stopped"}} {
		if v := act(t, ts, m, "show", `{"show":`+fmt.Sprintf(korf6, c.step)+`}`); v.at("question", "state") != c.state {
			t.Errorf("at step %d the question is %v, want %s", c.step, v.at("question", "state"), c.state)
		}
	}
}

// A revealed question ends with the next step, a playback, or another run. One that was
// stopped and not revealed stays until it is revealed, asked anew or ended.
func TestQuestionEnds(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 10))
	show := func(more string) message {
		return act(t, ts, m, "show", `{"show":{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]},`+more+`}}`)
	}
	for _, c := range []struct {
		what, body string
		ends       bool
	}{
		{"the same step, with a node", `"step":10,"point":[3]`, false},
		{"the next step", `"step":11`, true},
		{"the step before", `"step":9`, true},
		{"a playback", `"step":10,"play":{"speed":1}`, true},
		{"another value", `"step":10,"options":{}`, false},
	} {
		show(`"step":10`)
		act(t, ts, m, "ask", `{"question":{"kind":"cut","node":3}}`)
		if v := act(t, ts, m, "reveal", `{}`); v.text("question", "correct") != "[5]" || !strings.Contains(v.text("question", "why"), "f") {
			t.Errorf("revealed: %s", v.text("question"))
		}
		if v := show(c.body); (v["question"] == nil) != c.ends {
			t.Errorf("%s: the question is %s", c.what, v.text("question"))
		}
	}
	act(t, ts, m, "ask", `{"question":null}`)

	// Stopped, and not revealed.
	show(`"step":10`)
	act(t, ts, m, "ask", `{"question":{"kind":"cut","node":3}}`)
	for _, body := range []string{`"step":12`, `"step":20`, `"step":3`} {
		if v := show(body); v.at("question", "state") != "stopped" {
			t.Errorf("after %s the question is %s", body, v.text("question"))
		}
	}
	if v := act(t, ts, m, "show", `{"show":{"figure":"s2003-fig6","algorithm":"maxn"}}`); v.at("question", "state") != "stopped" || v.at("question", "show", "figure") != "k1991-fig6" {
		t.Errorf("beside another run the question is %s", v.text("question"))
	}
	show(`"step":3`)
	if v := act(t, ts, m, "reveal", `{}`); v.text("question", "correct") != "[5]" {
		t.Errorf("revealed after steps: %s", v.text("question"))
	}
	if v := show(`"step":3`); v["question"] == nil { // the step of the reveal, not of the question
		t.Error("a revealed question ends with the step at which it was revealed")
	}
	if v := show(`"step":4`); v["question"] != nil {
		t.Errorf("after the next step the question is %s", v.text("question"))
	}

	// Asked anew, and ended, in each state and over both ways.
	p := dial(t, ts.URL)
	p.send(`{"type":"lead","id":"p","key":%q}`, m.Key)
	p.until("room", nil)
	for _, before := range []string{"", "stop", "reveal"} {
		for _, socket := range []bool{false, true} {
			asked := act(t, ts, m, "ask", `{"question":{"kind":"cut","node":3}}`)
			id := asked.at("question", "id")
			if asked.at("question", "state") != "open" {
				t.Errorf("asked anew: %s", asked.text("question"))
			}
			if before != "" {
				act(t, ts, m, before, `{}`)
			}
			p.until("room", func(v message) bool {
				return v.at("question", "id") == id && (before == "") == (v.at("question", "state") == "open")
			})
			if !socket {
				if v := act(t, ts, m, "end", `{}`); v["question"] != nil {
					t.Errorf("ended: %s", v.text("question"))
				}
			} else {
				p.send(`{"type":"end","id":"p"}`)
			}
			p.until("room", func(v message) bool { return v["question"] == nil })
		}
	}
	if resp, b := webtest.Post(t, ts.URL+m.path("/end"), `{}`); resp.StatusCode != 422 || !strings.Contains(string(b), "there is no open question") {
		t.Errorf("end without a question: %s %s", resp.Status, b)
	}
	follower := dial(t, ts.URL)
	follower.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	follower.until("room", nil)
	follower.send(`{"type":"end","id":"j"}`)
	follower.refused("")
}

// A question that is revealed during a playback ends with the next show.
func TestRevealedDuringAPlayback(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	now := time.Now()
	s.Rooms.SetNow(func() time.Time { return now })
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 10))
	act(t, ts, m, "ask", `{"question":{"kind":"cut","node":3}}`)
	act(t, ts, m, "show", `{"show":{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]},"step":10,"play":{"speed":1}}}`)
	now = now.Add(1900 * time.Millisecond)
	act(t, ts, m, "reveal", `{}`)
	if v := act(t, ts, m, "show", `{"show":`+fmt.Sprintf(korf6, 12)+`}`); v["question"] == nil {
		t.Error("the step at the reveal is not that of the playback")
	}
	if v := act(t, ts, m, "show", `{"show":`+fmt.Sprintf(korf6, 13)+`}`); v["question"] != nil {
		t.Errorf("after another step the question is %s", v.text("question"))
	}
}

// A follower who comes back gets the own answer, and with the right answer whether it was right. Nobody
// else does.
func TestOwnAnswerComesBack(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 10))
	join := func(you string) (*peer, message) {
		p := dial(t, ts.URL)
		p.send(`{"type":"join","id":"j","code":%q,"you":%q}`, m.Code, you)
		return p, p.until("room", nil)
	}
	var peers []*peer
	var tokens []string
	for range 3 {
		p := dial(t, ts.URL)
		p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
		v := p.until("room", nil)
		if v["mine"] != nil {
			t.Errorf("a new follower has the answer %v", v["mine"])
		}
		peers, tokens = append(peers, p), append(tokens, v["you"].(string))
	}
	act(t, ts, m, "ask", `{"question":{"kind":"cut","node":3}}`)
	for i, answer := range []string{"[5]", "[4]"} {
		peers[i].until("room", func(v message) bool { return v["question"] != nil })
		peers[i].send(`{"type":"answer","id":"j","question":"q1","answer":%s}`, answer)
		peers[i].until("answered", nil)
	}
	want := func(v message, mine string) {
		t.Helper()
		if got := v.text("mine"); got != mine {
			t.Errorf("mine is %s, want %s", got, mine)
		}
	}
	for i, mine := range []string{`{"answer":[5],"question":"q1"}`, `{"answer":[4],"question":"q1"}`, `null`} {
		p, v := join(tokens[i])
		want(v, mine)
		p.send(`{"type":"leave","id":"j"}`)
	}
	act(t, ts, m, "stop", `{}`)
	_, v := join(tokens[1])
	want(v, `{"answer":[4],"question":"q1"}`)
	act(t, ts, m, "reveal", `{}`)
	for i, mine := range []string{`{"answer":[5],"question":"q1","right":true}`, `{"answer":[4],"question":"q1","right":false}`, `null`} {
		want(peers[i].until("room", func(v message) bool { return v.text("question", "correct") == "[5]" }), mine)
		_, v := join(tokens[i])
		want(v, mine)
	}
	lead := dial(t, ts.URL)
	lead.send(`{"type":"lead","id":"p","key":%q}`, m.Key)
	want(lead.until("room", nil), `null`)

	// Another question has no answer yet; one without a right answer judges none.
	act(t, ts, m, "ask", `{"question":{"kind":"pick"}}`)
	_, v = join(tokens[0])
	want(v, `null`)
	peers[0].until("room", func(v message) bool { return v.at("question", "id") == "q2" })
	peers[0].send(`{"type":"answer","id":"j","question":"q2","answer":2}`)
	peers[0].until("answered", nil)
	act(t, ts, m, "reveal", `{}`)
	want(peers[0].until("room", func(v message) bool { return strings.Contains(v.text("question"), "correct") }), `{"answer":2,"question":"q2","right":null}`)
}

// The page of a follower has no step that the room has not shown, with a question and
// without one.
func TestFollowersPageEndsAtTheShownStep(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	now := time.Now()
	s.Rooms.SetNow(func() time.Time { return now })
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 10))
	until := func(step int) {
		t.Helper()
		_, page := webtest.Get(t, ts.URL+"/c/"+m.Code)
		if text := string(page); !strings.Contains(text, fmt.Sprintf(`data-until="%d"`, step)) || !strings.Contains(text, fmt.Sprintf(`data-step="%d"`, step)) || strings.Contains(text, "of 22") {
			t.Errorf("the page does not end at step %d", step)
		}
	}
	until(10)
	act(t, ts, m, "ask", `{"question":{"kind":"terms","step":12}}`)
	until(10)
	act(t, ts, m, "show", `{"show":`+fmt.Sprintf(korf6, 13)+`}`)
	until(13)
	act(t, ts, m, "end", `{}`)
	act(t, ts, m, "show", `{"show":{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]},"step":2,"play":{"speed":1}}}`)
	now = now.Add(1900 * time.Millisecond)
	until(4)
}

// A scene stops the question of the one before, and ends a revealed one.
func TestSceneStopsTheQuestion(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	lesson := `{"title":"x","scenes":[{"show":` + fmt.Sprintf(korf6, 10) + `},{"show":` + fmt.Sprintf(korf6, 4) + `},{"show":` + fmt.Sprintf(korf6, 4) + `,"question":{"kind":"cut","node":3}}]}`
	_, b := webtest.Post(t, ts.URL+"/api/v1/lessons", lesson)
	var made struct{ ID string }
	if err := json.Unmarshal(b, &made); err != nil || made.ID == "" {
		t.Fatalf("%s", b)
	}
	scene := func(n int) message {
		return act(t, ts, m, "scene", fmt.Sprintf(`{"lesson":%q,"scene":%d}`, made.ID, n))
	}
	scene(0)
	act(t, ts, m, "ask", `{"question":{"kind":"cut","node":3}}`)
	if v := scene(0); v.at("question", "state") != "open" {
		t.Errorf("the same scene again: %s", v.text("question"))
	}
	if v := scene(1); v.at("question", "state") != "stopped" || v.at("question", "id") != "q1" || v.at("question", "away") != true {
		t.Errorf("another scene, before the step of the question: %s", v.text("question"))
	}
	if v := scene(2); v.at("question", "state") != "open" || v.at("question", "id") != "q2" {
		t.Errorf("a scene that asks: %s", v.text("question"))
	}
	act(t, ts, m, "reveal", `{}`)
	if v := scene(1); v["question"] != nil {
		t.Errorf("another scene after a revealed question: %s", v.text("question"))
	}
}
