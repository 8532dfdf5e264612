package classroom_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/search/question"
	"espalier/trees/figures"
	"espalier/web/classroom"
	"espalier/web/webtest"
)

// eventsOf returns the trace of a run, as a client gets it.
func eventsOf(t testing.TB, ts *httptest.Server, run string) (events []message) {
	t.Helper()
	_, b := webtest.Post(t, ts.URL+"/api/v1/trace", run)
	for line := range strings.Lines(string(b)) {
		var e message
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		events = append(events, e)
	}
	return events
}

// What is right is compared with the trace, read from outside, at every step of some
// figures.
func TestRightAnswers(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, run := range []string{
		`{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]}}`,
		`{"figure":"s2003-fig6","algorithm":"speculative"}`,
		`{"text":"kind minimax max[ min[3 12 8] min[2 4 6] min[14 5 2] ]","algorithm":"alphabeta"}`,
	} {
		if strings.Contains(run, "figure") {
			id := strings.Split(run, `"`)[3]
			if _, ok := figures.Find(id); !ok {
				t.Fatalf("there is no figure %s", id)
			}
		}
		events := eventsOf(t, ts, run)
		m := makeRoom(t, ts, run)
		asked, rightAt := 0, map[string]string{}
		for step := 0; step < len(events); step += 1 + len(events)/12 {
			nodes := map[int]bool{}
			for _, e := range events[step:] {
				if e["type"] == "exit" && len(nodes) < 3 {
					nodes[e.number("node")] = true
				}
			}
			for node := range nodes {
				value := "null"
				cut := "[]"
				for _, e := range events[step+1:] {
					if e.number("node") == node && e["type"] == "exit" {
						value = e.text("value")
						break
					}
				}
				for _, e := range events[step+1:] {
					if e.number("node") != node {
						continue
					}
					if e["type"] == "prune" {
						cut = e.text("cut")
					}
					if e["type"] == "prune" || e["type"] == "exit" {
						break
					}
				}
				for kind, want := range map[string]string{"value": value, "cut": cut} {
					resp, b := webtest.Post(t, ts.URL+m.path("/ask"), fmt.Sprintf(`{"question":{"kind":%q,"node":%d,"step":%d}}`, kind, node, step))
					if resp.StatusCode == 422 && kind == "cut" {
						continue // a leaf
					}
					var v message
					if json.Unmarshal(b, &v); resp.StatusCode != 200 {
						t.Fatalf("ask %s at %d, step %d = %s %s", kind, node, step, resp.Status, b)
					}
					asked++
					rightAt[v.at("question", "id").(string)] = want
				}
			}
		}
		for _, e := range events {
			if e["type"] != "prune" {
				continue
			}
			var holders []int
			for _, term := range e["terms"].([]any) {
				term := message(term.(map[string]any))
				if term.number("player") >= 1 {
					holders = append(holders, term.number("node"))
				}
			}
			slices.Sort(holders)
			want, _ := json.Marshal(slices.Compact(holders))
			v := act(t, ts, m, "ask", fmt.Sprintf(`{"question":{"kind":"terms","step":%d}}`, e.number("seq")))
			rightAt[v.at("question", "id").(string)] = string(want)
			asked++
		}
		table := answersOf(t, ts, m)
		if len(table) != asked || asked < 5 {
			t.Errorf("%s: %d questions in the table, %d were asked", run, len(table), asked)
		}
		for _, q := range table {
			if string(q.Correct) != rightAt[q.ID] {
				t.Errorf("%s: %s (%s): correct = %s, want %s", run, q.ID, q.Kind, q.Correct, rightAt[q.ID])
			}
		}
	}
}

// root, pick and choice; and a question stays what it was when the room shows another run.
func TestOtherKinds(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, `{"figure":"k1991-fig6","algorithm":"maxn","values":{"5":[2,3,4]},"step":4}`)
	p := dial(t, ts.URL)
	p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	p.until("room", nil)
	for i, c := range []struct{ ask, answer, correct string }{
		{`{"kind":"root","node":5,"value":[3,0,6]}`, `true`, `true`},
		{`{"kind":"root","node":5,"value":[1,4,4]}`, `true`, `false`},
		{`{"kind":"pick","text":"Where is the bound?"}`, `2`, `null`},
		{`{"kind":"choice","text":"Who is right?","choices":["both","neither"],"correct":1}`, `1`, `1`},
		{`{"kind":"choice","text":"And now?","choices":["a","b"]}`, `0`, `null`},
		{`{"kind":"value","node":2}`, `[6,1,2]`, ``},
	} {
		act(t, ts, m, "ask", `{"question":`+c.ask+`}`)
		id := fmt.Sprintf("q%d", i+1)
		v := p.until("room", func(v message) bool { return v.at("question", "id") == id })
		if strings.Contains(v.text("question"), "correct") || v.at("question", "answer") != nil {
			t.Errorf("the question is %s", v.text("question"))
		}
		p.send(`{"type":"answer","id":"j","question":%q,"answer":%s}`, id, c.answer)
		p.until("answered", nil)
		if i == 1 {
			act(t, ts, m, "show", `{"show":{"figure":"k1991-fig6","algorithm":"deep"}}`)
			v := p.until("room", func(v message) bool { return v.at("show", "algorithm") == "deep" })
			if v.at("question", "show", "algorithm") != "maxn" || v.number("question", "show", "step") != 4 {
				t.Errorf("the question is about %s", v.text("question"))
			}
			act(t, ts, m, "show", `{"show":{"figure":"k1991-fig6","algorithm":"maxn","values":{"5":[2,3,4]},"step":4}}`)
		}
		if v = act(t, ts, m, "reveal", "{}"); c.correct != "" && v.text("question", "correct") != c.correct {
			t.Errorf("%s: correct = %s, want %s", c.ask, v.text("question", "correct"), c.correct)
		}
	}
	for i, q := range answersOf(t, ts, m) {
		if q.Answers != 1 || len(q.Counts) != 1 {
			t.Errorf("question %d has %+v", i, q)
			continue
		}
		right := q.Counts[0].Right
		if none := string(q.Correct) == "null"; none != (right == nil) || !none && *right != (string(q.Correct) == string(q.Counts[0].Answer)) {
			t.Errorf("%s: answer %s, correct %s, right %v", q.ID, q.Counts[0].Answer, q.Correct, right)
		}
	}
	if v := act(t, ts, m, "ask", `{"question":null}`); v["question"] != nil {
		t.Errorf("a question that was taken away: %v", v)
	}
}

// Each kind that is answered by searches of its own is asked, answered right and wrong, counted and revealed. Before the
// reveal nothing that is sent has the right answer or the reason.
func TestKindsInARoom(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	cases := map[string]bool{"cut": true, "value": true, "terms": true, "root": true, "pick": true, "choice": true} // in the tests above
	for _, c := range webtest.KindCases {
		cases[c.Kind] = true
		m := makeRoom(t, ts, fmt.Sprintf(`{"text":%q,"algorithm":%q,"step":0}`, c.Tree, c.Algorithm))
		one, two, lead := dial(t, ts.URL), dial(t, ts.URL), dial(t, ts.URL)
		lead.send(`{"type":"lead","id":"p","key":%q}`, m.Key)
		for _, p := range []*peer{one, two} {
			p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
			p.until("room", nil)
		}
		asked := act(t, ts, m, "ask", `{"question":`+c.Question+`}`)
		if asked.at("question", "kind") != c.Kind || asked.text("show", "step") != "0" {
			t.Errorf("%s: the room asks %s", c.Kind, asked.text("question"))
		}
		for p, answer := range map[*peer]string{one: c.Right, two: c.Wrong} {
			p.until("room", func(v message) bool { return v.at("question", "id") == "q1" })
			p.send(`{"type":"answer","id":"j","question":"q1","answer":"none"}`)
			p.refused("answer")
			p.send(`{"type":"answer","id":"j","question":"q1","answer":%s}`, answer)
			p.until("answered", nil)
		}
		lead.until("class", func(v message) bool { return v.number("answers") == 2 && len(v.at("counts").([]any)) == 2 })
		tally := act(t, ts, m, "tally", "{}")
		if tally.number("question", "tally", "answers") != 2 {
			t.Errorf("%s: the totals are %s", c.Kind, tally.text("question", "tally"))
		}
		one.until("room", func(v message) bool { return v.at("question", "tally") != nil })
		_, page := webtest.Get(t, ts.URL+"/c/"+m.Code)
		_, value := webtest.Get(t, ts.URL+"/api/v1/rooms/"+m.Code)
		for from, text := range map[string]string{"the websocket": one.read + two.read, "the page": html.UnescapeString(string(page)), "the API": string(value), "the answer to the presenter": tally.text()} {
			if strings.Contains(text, c.Why) || strings.Contains(text, `"correct"`) || strings.Contains(text, `"right"`) || strings.Contains(text, `"results"`) {
				t.Errorf("%s: before the reveal %s has the answer or the reason: %s", c.Kind, from, text)
			}
		}
		v := act(t, ts, m, "reveal", "{}")
		rights := []string{c.Right, "[" + c.Right + "]"} // several orders can be right
		if !slices.Contains(rights, v.text("question", "correct")) || v.at("question", "why") != c.Why && v.at("question", "results") == nil {
			t.Errorf("%s: revealed: %s, want %s and %q", c.Kind, v.text("question"), c.Right, c.Why)
		}
		for p, right := range map[*peer]bool{one: true, two: false} {
			if mine := p.until("room", func(v message) bool { return v.at("question", "correct") != nil }).at("mine", "right"); mine != right {
				t.Errorf("%s: an answer is right: %v, want %v", c.Kind, mine, right)
			}
		}
		table := answersOf(t, ts, m)
		if len(table) != 1 || table[0].Answers != 2 || !slices.Contains(rights, string(table[0].Correct)) {
			t.Fatalf("%s: the table is %+v", c.Kind, table)
		}
		for _, n := range table[0].Counts {
			if is := string(n.Answer) == c.Right; n.Count != 1 || n.Right == nil || *n.Right != is {
				t.Errorf("%s: the answer %s is counted %d times, right %v", c.Kind, n.Answer, n.Count, n.Right)
			}
		}
		words := c.Typed
		if v.at("question", "choices") != nil {
			var i int
			fmt.Sscan(c.Right, &i)
			words = v.at("question", "choices").([]any)[i].(string)
		}
		_, long := webtest.Get(t, ts.URL+m.path("/answers.csv?for=long"))
		if lines := string(long); strings.Count(lines, ","+c.Kind+",") != 2 || strings.Count(lines, ",right,") != 1 || strings.Count(lines, ",wrong,") != 1 || !strings.Contains(lines, words) {
			t.Errorf("%s: the long table is %s", c.Kind, long)
		}
		if c.Kind == "fewer" && !strings.Contains(string(long), "Which search evaluates fewer leaves: minimax or alpha-beta?") {
			t.Errorf("the long table is %s", long)
		}
		act(t, ts, m, "close", "{}")
		if _, kept := webtest.Get(t, ts.URL+m.path("/answers.csv?for=long")); string(kept) != string(long) {
			t.Errorf("%s: after the end the long table is %s, it was %s", c.Kind, kept, long)
		}
	}
	for _, id := range question.IDs() {
		if !cases[id] {
			t.Errorf("the kind %s has no case", id)
		}
	}
}

// At the reveal of a question of kind root all see what the algorithm returns without the
// value and with it, and what exhaustive search does; not before.
func TestRootShowsBothResults(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, `{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[2,3,4]},"step":4}`)
	v := act(t, ts, m, "ask", `{"question":{"kind":"root","node":5,"value":[3,0,6]}}`)
	if v.at("question", "results") != nil {
		t.Errorf("the results are sent with the question: %s", v.text("question"))
	}
	const want = `{"after":{"truth":[6,1,2],"value":[5,2,2]},"before":{"truth":[5,2,2],"value":[5,2,2]}}`
	if v = act(t, ts, m, "reveal", "{}"); v.text("question", "results") != want || v.text("question", "correct") != "false" {
		t.Errorf("revealed: %s", v.text("question"))
	}
	// They give way to what a value must have.
	wide := `{"show":{"text":"players 8 maxsum 999999.999999 ` + strings.Repeat("1[", 3) + ` (` + strings.Repeat("11111.111111,", 7) + `1.5) x: (` + strings.Repeat("22222.222222,", 7) + `1.5) ` + strings.Repeat("]", 3) + `","algorithm":"maxn"}}`
	act(t, ts, m, "show", wide)
	choice := strings.Repeat("x", 200)
	act(t, ts, m, "ask", `{"question":{"kind":"root","node":4,"text":"`+choice+`","value":[`+strings.Repeat("33333.333333,", 7)+`1.5]}}`)
	if v = act(t, ts, m, "reveal", "{}"); v.text("question", "correct") != "true" || len(v.text()) > classroom.MaxValue+1 {
		t.Errorf("revealed with long vectors: %d bytes, %s", len(v.text()), v.text("question"))
	}
}

// A tree that is handed in is seen by the presenter alone, until it is shown.
func TestHandIns(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	a, b := dial(t, ts.URL), dial(t, ts.URL)
	a.send(`{"type":"join","id":"j","code":%q,"nick":" Zoë "}`, m.Code)
	a.until("room", nil)
	b.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	b.until("room", nil)
	a.send(`{"type":"hand-in","id":"j","text":"players 3 maxsum 9 x: 1[ (5,2,2) y: (1,1,1) ]"}`)
	if got := a.until("handed", nil)["hand"]; got != "h1" {
		t.Errorf("the hand-in is %v", got)
	}
	b.send(`{"type":"hand-in","id":"j","text":"players 3 maxsum 9 1[ (1,2,3) ]"}`)
	b.until("handed", nil)
	var wall []struct{ ID, Nick, Text, SVG string }
	read := func() {
		_, body := webtest.Get(t, ts.URL+m.path("/wall"))
		if err := json.Unmarshal(body, &wall); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
	}
	read()
	for query, want := range map[string]string{"most=1": "h1", "after=h1": "h2", "after=h1&most=5": "h2", "after=h2": ""} {
		r, body := webtest.Get(t, ts.URL+m.path("/wall?"+query))
		var part []struct{ ID string }
		if err := json.Unmarshal(body, &part); err != nil || r.Header.Get("Hand-Ins") != "2" || len(part) > 1 || (len(part) == 1) != (want != "") || want != "" && part[0].ID != want {
			t.Errorf("the wall with %s: %s of %s, %v", query, body, r.Header.Get("Hand-Ins"), err)
		}
	}
	for _, query := range []string{"most=0", "after=7"} {
		if r, _ := webtest.Get(t, ts.URL+m.path("/wall?"+query)); r.StatusCode != 400 && r.StatusCode != 422 {
			t.Errorf("the wall with %s: %d", query, r.StatusCode)
		}
	}
	if len(wall) != 2 || wall[0].ID != "h1" || wall[0].Nick != "Zoë" || !strings.Contains(wall[0].Text, "y: (1,1,1)") || !strings.HasPrefix(wall[0].SVG, "<svg") {
		t.Fatalf("the wall is %+v", wall)
	}
	act(t, ts, m, "anonymous", `{"on":true}`)
	if read(); wall[0].Nick != "" {
		t.Errorf("the anonymous wall is %+v", wall[0])
	}
	shown := act(t, ts, m, "show", `{"show":{"hand":"h1"}}`)
	hash, _ := shown.at("show", "source").(string)
	if shown.at("show", "hand") != "h1" || !strings.HasPrefix(hash, "sha256:") || shown.at("show", "algorithm") != "maxn" {
		t.Errorf("shown: %v", shown["show"])
	}
	s := b.until("source", nil)
	if s["hash"] != hash || !strings.Contains(s.text("tree"), `"label":"y"`) {
		t.Errorf("the source is %v", s)
	}
	v := b.until("room", func(v message) bool { return v.at("show", "hand") == "h1" })
	if strings.Contains(v.text("show"), "Zo") {
		t.Errorf("the class sees who it was: %v", v)
	}
	for _, name := range []string{hash, strings.TrimPrefix(hash, "sha256:")} {
		if tree := getJSON(t, ts.URL+"/api/v1/rooms/"+m.Code+"/sources/"+name); tree["format"] != "espalier/tree/1" {
			t.Errorf("the source is %v", tree)
		}
	}
	// What the value says can be sent back, with another step.
	echo, _ := json.Marshal(shown["show"])
	next := act(t, ts, m, "show", `{"show":`+strings.Replace(string(echo), `"step":0`, `"step":2`, 1)+`}`)
	if next.number("show", "step") != 2 || next.at("show", "source") != hash {
		t.Errorf("sent back: %v", next["show"])
	}
	// Another room does not get it by its hash.
	other := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	if resp, body := webtest.Post(t, ts.URL+other.path("/show"), `{"show":{"source":"`+hash+`","algorithm":"maxn"}}`); resp.StatusCode != 422 {
		t.Errorf("another room shows %s %s", resp.Status, body)
	}
}

// A playback is one message: where it began, and when.
func TestPlayIsOneMessage(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	now := time.Now()
	s.Rooms.SetNow(func() time.Time { return now })
	m := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	p := dial(t, ts.URL)
	p.send(`{"type":"join","id":"j","code":%q}`, m.Code)
	p.until("room", nil)
	started := act(t, ts, m, "show", `{"show":{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]},"step":2,"play":{"speed":4,"by":"events"}}}`)
	if started.number("show", "play", "since") != int(now.UnixMilli()) || started.number("show", "play", "from") != 2 || started.number("now") != int(now.UnixMilli()) {
		t.Errorf("the playback is %v", started)
	}
	p.until("room", func(v message) bool { return v.at("show", "play") != nil })
	now = now.Add(2250 * time.Millisecond) // ten steps at speed 4
	asked := act(t, ts, m, "ask", `{"question":{"kind":"pick"}}`)
	if asked.number("question", "step") != 12 || asked.number("show", "step") != 12 || asked.at("show", "play") != nil {
		t.Errorf("asked during the playback: %v", asked)
	}
	v := p.until("room", nil)
	if v.at("question", "id") != "q1" {
		t.Errorf("between the start and the question there is another message: %v", v)
	}
	events := trace(t, ts)
	for by, size := range map[string][]string{"cuts": {"prune", "research"}} {
		act(t, ts, m, "show", fmt.Sprintf(`{"show":{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]},"step":0,"play":{"by":%q}}}`, by))
		now = now.Add(900 * time.Millisecond)
		want := -1
		for _, e := range events {
			if slices.Contains(size, e["type"].(string)) {
				want = e.number("seq")
				break
			}
		}
		if v := act(t, ts, m, "ask", `{"question":{"kind":"pick"}}`); v.number("question", "step") != want {
			t.Errorf("a unit by %s: step %d, want %d", by, v.number("question", "step"), want)
		}
		now = now.Add(time.Hour)
	}
	act(t, ts, m, "show", `{"show":{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]},"step":0,"play":{"speed":32}}}`)
	now = now.Add(time.Hour)
	if v := act(t, ts, m, "ask", `{"question":{"kind":"pick"}}`); v.number("question", "step") != len(events)-1 {
		t.Errorf("after the end: step %d, want %d", v.number("question", "step"), len(events)-1)
	}
}

// A saved tree is shown at a revision, and its edit key does not reach the class.
func TestSavedTreeIsShownAtARevision(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	tree := webtest.MakeTree(t, ts, webtest.Korf6Source)
	m := makeRoom(t, ts, `{"saved":`+webtest.Quote(tree.Key)+`,"algorithm":"maxn","step":1}`)
	webtest.Post(t, ts.URL+tree.Edits(), `{"edits":[{"op":"set","nodes":[2],"label":"new"}]}`)
	v := getJSON(t, ts.URL+"/api/v1/rooms/"+m.Code)
	if v.at("show", "saved") != tree.ID || v.number("show", "revision") != 1 {
		t.Errorf("shown: %v", v["show"])
	}
	echo, _ := json.Marshal(v["show"])
	if v := act(t, ts, m, "show", `{"show":`+string(echo)+`}`); v.number("show", "revision") != 1 {
		t.Errorf("sent back: %v", v["show"])
	}
	if v := act(t, ts, m, "show", `{"show":{"saved":"`+tree.ID+`","algorithm":"maxn"}}`); v.number("show", "revision") != 2 {
		t.Errorf("the newest revision: %v", v["show"])
	}
}
