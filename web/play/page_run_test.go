package play_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/webtest"
)

// Compares the steps with the engine's events and an independent fold.
func TestPageStepsMatchEngine(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	tree, err := trees.ReadText(webtest.Korf6)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range algorithms.All() {
		p.Send("%s", webtest.PageMessage(a.ID, webtest.TextBody(a.ID, "")))
		var events []trace.Event
		var want []string
		var size trace.StepSizer
		fold := trace.NewFold(tree, nil)
		_, err := a.Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
			events = append(events, *e)
			line := fmt.Sprint(e.Type, size.Size(e), e.Node, e.Line, trace.EventExtra(e))
			fold.Apply(e, func(node int, s trace.NodeState) {
				line += fmt.Sprint(" | ", node, s.Phase, s.Exact, s.Best, s.Visits, s.Share, " ", s.Text)
			})
			want = append(want, line)
		})
		if len(events) == 0 {
			if r := p.Next(); r.Type != "error" || !strings.Contains(err.Error(), r.Errors[0].Message) {
				t.Errorf("%s: %+v, want an error: %v", a.ID, r, err)
			}
			continue
		}
		data, texts, end := p.Steps(a.ID)
		var got []string
		for len(data) > 0 {
			line := fmt.Sprint(trace.Type(data[0]&15), trace.StepSize(data[0]>>4), data[1], data[2], data[3])
			k := data[4]
			data = data[5:]
			for range k {
				bits, text := data[1], ""
				if data[2] >= 0 {
					text = texts[data[2]]
				}
				line += fmt.Sprint(" | ", data[0], trace.Phase(bits&7), bits>>3&1 == 1, bits>>4&1 == 1, bits>>6&(1<<22-1), uint32(bits)>>28, " ", text)
				data = data[3:]
			}
			got = append(got, line)
		}
		if !slices.Equal(got, want) {
			t.Errorf("steps of %s:\n%s\nwant\n%s", a.ID, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if end.Truncated || len(end.Value) == 0 || end.Stats.Nodes == 0 {
			t.Errorf("end of %s: %+v", a.ID, end)
		}
		p.Send(`{"type":"release","id":"%s"}`, a.ID)
	}
}

func TestDetails(t *testing.T) {
	s, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	request := webtest.TextBody("shallow", "")
	_, traced := webtest.Post(t, ts.URL+"/api/v1/trace", request)
	lines := strings.Split(strings.TrimSpace(string(traced)), "\n")
	p.Send("%s", webtest.PageMessage("r", request))
	p.Steps("r")
	p.Send(`{"type":"details","id":"r","from":1,"to":%d}`, len(lines))
	r := p.Next()
	var steps []struct {
		Event  json.RawMessage
		Text   []struct{ T string }
		Bounds []*struct{ Score float64 }
	}
	if err := json.Unmarshal(r.Steps, &steps); err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	if r.From != 1 || len(steps) != len(lines)-1 {
		t.Fatalf("details of %d steps from %d, want %d from 1", len(steps), r.From, len(lines)-1)
	}
	for i, step := range steps {
		if string(step.Event) != lines[i+1] {
			t.Errorf("event of step %d = %s, want %s", i+1, step.Event, lines[i+1])
		}
		if len(step.Text) == 0 || len(step.Bounds) != 3 {
			t.Errorf("step %d has the text %v and the bounds %v", i+1, step.Text, step.Bounds)
		}
	}
	p.Send(`{"type":"details","id":"r","from":%d,"to":%d}`, len(lines), len(lines)+1)
	if r := p.Next(); r.Type != "error" || !strings.Contains(r.Detail, "not recorded") {
		t.Errorf("details past the end: %+v", r)
	}
	if held := s.Runs.RunBytes(); held < 16<<10 {
		t.Errorf("the recording and the tree are charged with %d bytes", held)
	}
	p.Send(`{"type":"release","id":"r"}`)
	p.Send(`{"type":"details","id":"r","from":0,"to":1}`)
	if r := p.Next(); r.Type != "error" {
		t.Errorf("details after release: %+v", r)
	}
	if held := s.Runs.RunBytes(); held != 0 {
		t.Errorf("after release runs hold %d bytes", held)
	}
}

// Beyond the limit of a recording the run continues and events are only counted.
func TestLongRecordingIsTruncated(t *testing.T) {
	if testing.Short() || treetest.RaceDetector {
		t.Skip("a search of a million events")
	}
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.PageMessage("r", webtest.Body(`"generate":`+strings.Replace(webtest.Generator, `"depth":10`, `"depth":8`, 1), "maxn", "")))
	p.Send(`{"type":"credit","id":"r",%s}`, webtest.Plentiful)
	end, n := p.Until("end", "r")
	if n != trace.MaxRecorded || !end.Truncated || end.Stats.Nodes != 488281 {
		t.Errorf("%d steps, truncated %v, %d nodes; want %d, true, 488281", n, end.Truncated, end.Stats.Nodes, trace.MaxRecorded)
	}
	p.Send(`{"type":"details","id":"r","from":%d,"to":%d}`, n-2, n)
	if r := p.Next(); r.Type != "details" {
		t.Errorf("the last steps' details: %+v", r)
	}
}

func TestRunIsTruncatedWithoutBudget(t *testing.T) {
	s, ts := webtest.Serve(t)
	s.Runs.SetRunBytes(64 << 10)
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.PageMessage("r", webtest.Body(`"generate":`+strings.Replace(webtest.Generator, `"depth":10`, `"depth":6`, 1), "maxn", "")))
	p.Send(`{"type":"credit","id":"r",%s}`, webtest.Plentiful)
	end, n := p.Until("end", "r")
	if !end.Truncated || n == 0 || n > 60000 || string(end.Value) == "null" {
		t.Errorf("%d steps, truncated %v, value %s", n, end.Truncated, end.Value)
	}
	p.Send(`{"type":"details","id":"r","from":%d,"to":%d}`, n-1, n)
	if r := p.Next(); r.Type != "details" {
		t.Errorf("details of the last step that was sent: %+v", r)
	}
}

func TestPageRunEndsAtUnknownLeaf(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.PageMessage("r", webtest.Body(`"text":"players 2 1[ (1,2) 2[ ? (0,1) ] ]"`, "maxn", "")))
	data, _, end := p.Steps("r")
	if len(data) == 0 || string(end.Value) != "null" || !strings.Contains(end.Detail, "unknown") {
		t.Errorf("end = %+v after %d numbers", end, len(data))
	}
}

// A run that ends at a leaf of unknown value has sentences and bounds up to its
// last step.
func TestDetailsOfRunWithUnknownLeaf(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.PageMessage("r", webtest.Body(`"text":"players 3 maxsum 9 a: 1[ b: (5,2,2) h: ? ]"`, "shallow", "")))
	data, _, _ := p.Steps("r")
	last := -1
	for len(data) > 0 {
		last++
		data = data[5+3*data[4]:]
	}
	p.Send(`{"type":"details","id":"r","from":0,"to":%d}`, last+1)
	r := p.Next()
	var steps []struct {
		Event  struct{ Type, Detail string }
		Text   []struct{ T string }
		Bounds []*struct{ Score float64 }
	}
	if err := json.Unmarshal(r.Steps, &steps); err != nil || len(steps) != last+1 {
		t.Fatalf("details of %d steps, want %d: %v %+v", len(steps), last+1, err, r)
	}
	step, sentence := steps[last], ""
	for _, span := range step.Text {
		sentence += span.T
	}
	if step.Event.Type != "error" || !strings.Contains(step.Event.Detail, "unknown") || !strings.Contains(sentence, "unknown") {
		t.Errorf("the last step is %+v", step)
	}
	if len(step.Bounds) != 3 {
		t.Errorf("the last step's bounds = %v, want three", step.Bounds)
	}
}

func TestPageCancel(t *testing.T) {
	s, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.PageMessage("r", webtest.Endless))
	if r := p.Next(); r.Type != "steps" {
		t.Fatalf("message %+v", r)
	}
	p.Send(`{"type":"release","id":"r"}`)
	if end, _ := p.Until("end", "r"); !end.Cancelled {
		t.Errorf("end = %+v", end)
	}
	if held := s.Runs.RunBytes(); held != 0 {
		t.Errorf("after release runs hold %d bytes", held)
	}
}

// A page asks for the steps up to a question: nothing that it gets comes after.
func TestPageRunUntil(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	p.Send(`{"type":"run","id":"u","page":true,"until":9,%s`, strings.TrimPrefix(webtest.TextBody("deep", ""), "{"))
	data, _, end := p.Steps("u")
	steps := 0
	for ; len(data) > 0; steps++ {
		data = data[5+3*data[4]:]
	}
	if steps != 10 || end.Truncated || len(end.Value) > 0 && string(end.Value) != "null" || end.Stats.Nodes != 0 {
		t.Errorf("%d steps, want those up to step 9; end %+v", steps, end)
	}
	p.Send(`{"type":"details","id":"u","from":9,"to":11}`)
	if r := p.Next(); r.Type != "error" || !strings.Contains(r.Errors[0].Message, "step 10 is not recorded") {
		t.Errorf("details after the last step: %+v", r)
	}
}

// The limit of a run rises by a step, or by units of a playback: the page gets the steps up
// to there, the same ones as of a whole run, and no details of others.
func TestPageRunUntilRises(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	body := strings.TrimPrefix(webtest.TextBody("deep", ""), "{")
	p.Send(`{"type":"run","id":"whole","page":true,%s`, body)
	whole, _, _ := p.Steps("whole")
	var starts, cuts []int // of each step in the data; the steps that are cuts
	for i := 0; i < len(whole); i += 5 + 3*whole[i+4] {
		if whole[i]>>4 == 2 {
			cuts = append(cuts, len(starts))
		}
		starts = append(starts, i)
	}
	last := len(starts) - 1
	if len(cuts) == 0 || cuts[0] < 8 {
		t.Fatalf("the cuts are %v", cuts)
	}
	p.Send(`{"type":"run","id":"u","page":true,"until":3,%s`, body)
	data, _, _ := p.Steps("u")
	have, sent := slices.Clone(data), 4
	for _, c := range []struct {
		raise string
		last  int
	}{
		{`"until":2`, 3}, // it never falls
		{`"until":5`, 5},
		{`"until":5,"by":"events","units":2`, 7},
		{`"until":4,"by":"cuts","units":1`, cuts[0]},
		{`"until":4,"by":"cuts","units":1`, cuts[0]},
		{fmt.Sprintf(`"until":%d`, last+50), last},
	} {
		p.Send(`{"type":"until","id":"u",%s}`, c.raise)
		data, _, end := p.StepsFrom("u", sent)
		sent = c.last + 1
		if have = append(have, data...); !slices.Equal(have, whole[:append(starts, len(whole))[c.last+1]]) {
			t.Errorf("after %s there are %d numbers, want those up to step %d", c.raise, len(have), c.last)
		}
		if len(end.Value) > 0 && string(end.Value) != "null" {
			t.Errorf("after %s the result is shown: %s", c.raise, end.Value)
		}
		if c.last == last {
			break
		}
		p.Send(`{"type":"details","id":"u","from":%d,"to":%d}`, c.last, c.last+2)
		if r := p.Next(); r.Type != "error" || !strings.Contains(r.Errors[0].Message, fmt.Sprintf("step %d is not recorded", c.last+1)) {
			t.Errorf("details after step %d: %+v", c.last, r)
		}
	}
	p.Send(`{"type":"details","id":"u","from":%d,"to":%d}`, last, last+1)
	if r := p.Next(); r.Type != "details" {
		t.Errorf("details of the last step: %+v", r)
	}
	for _, c := range []struct{ message, words string }{
		{`{"type":"until","id":"whole","until":3}`, "no limit"},
		{`{"type":"until","id":"u","until":3,"by":"weeks"}`, "is not a step size"},
	} {
		p.Send("%s", c.message)
		if r := p.Next(); r.Type != "error" || !strings.Contains(r.Errors[0].Message, c.words) {
			t.Errorf("%s: %+v", c.message, r)
		}
	}
}

// A run that waits for its limit to rise holds no slot, and its memory is given back when
// it is released or the connection ends.
func TestPageRunUntilWaits(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	p := webtest.Dial(t, ts)
	body := strings.TrimPrefix(webtest.TextBody("deep", ""), "{")
	for i := range 4 {
		p.Send(`{"type":"run","id":"u%d","page":true,"until":1,%s`, i, body)
		p.Steps(fmt.Sprintf("u%d", i))
	}
	p.Send(`{"type":"cancel","id":"u0"}`) // its search is over: there is nothing to cancel
	p.Send(`{"type":"until","id":"u0","until":2}`)
	if data, _, _ := p.StepsFrom("u0", 2); len(data) == 0 {
		t.Error("no step comes after a cancel that is too late")
	}
	p.WS.Close()
	webtest.Eventually(t, time.Minute, func() bool { return s.Runs.RunBytes() == 0 }, "the runs keep their memory")
}

// What the runs of one client keep leaves half of the memory to others, who get their
// recordings. Runs on one tree are charged once.
func TestRunsShareMemory(t *testing.T) {
	s := web.New(app.Config{Proxies: fair.Proxies{netip.MustParsePrefix("127.0.0.0/8")}})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(t.Context())
		ts.Close()
	})
	s.Runs.SetRunBytes(8 << 20)
	wide := func(leaf string) string {
		return webtest.Body(`"text":`+webtest.Quote("players 3 1[ "+strings.Repeat(leaf+" ", 10_000)+"]"), "maxn", `,"drawn":[]`)
	}
	p := webtest.DialAs(t, ts, "192.0.2.1")
	kept := 0
	for refused := false; !refused && kept < 16; kept++ {
		id := fmt.Sprintf("r%d", kept)
		p.Send("%s", webtest.PageMessage(id, wide(fmt.Sprintf("(1,2,%d)", kept))))
		p.Send(`{"type":"credit","id":%q,%s}`, id, webtest.Plentiful)
		r := p.Next()
		for ; r.Type == "steps"; r = p.Next() {
		}
		if refused = r.Type == "error"; refused && (r.Errors[0].Path != "runs" || !strings.Contains(r.Detail, "Close a page")) {
			t.Errorf("a run without memory gets %+v", r)
		}
	}
	if held := s.Runs.RunBytes(); kept < 2 || kept > 8 || held > 5<<20 {
		t.Errorf("%d runs of one client hold %d bytes of %d", kept, held, 8<<20)
	}
	q := webtest.DialAs(t, ts, "192.0.2.2")
	q.Send("%s", webtest.PageMessage("r", webtest.TextBody("shallow", "")))
	if _, _, end := q.Steps("r"); end.Truncated {
		t.Error("another client’s run is not recorded")
	}
	p.WS.Close()
	webtest.Eventually(t, 10*time.Second, func() bool { return s.Runs.RunBytes() < 1<<20 }, "runs of a connection that is closed stay charged")
	before := s.Runs.RunBytes()
	shared := webtest.Body(`"game":{"id":"tic-tac-toe"},"expand":3`, "maxn", `,"drawn":[],"options":{"depth":0}`)
	q.Send("%s", webtest.PageMessage("one", shared))
	q.Until("end", "one")
	one := s.Runs.RunBytes() - before
	q.Send("%s", webtest.PageMessage("two", shared))
	q.Until("end", "two")
	if two := s.Runs.RunBytes() - before - one; one < 30<<10 || two > 20<<10 {
		t.Errorf("a run is charged with %d bytes, and one more on the same tree with %d", one, two)
	}
}

// TestRunIsChargedForItsSearch: the node numbers of an implicit tree are charged, also while the run waits for
// credit without a slot, and given back at its end. When others have the memory, the search ends and says why.
func TestRunIsChargedForItsSearch(t *testing.T) {
	s := web.New(app.Config{Proxies: fair.Proxies{netip.MustParsePrefix("127.0.0.0/8")}})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(t.Context())
		ts.Close()
	})
	endless := strings.TrimSuffix(webtest.Endless, "}") + `,"page":true,"drawn":[]}`
	start := func(client string) (p *webtest.Peer, failed <-chan string) {
		p = webtest.DialAs(t, ts, client)
		p.Send("%s", webtest.RunMessage("r", endless))
		p.Send(`{"type":"credit","id":"r","events":900000}`)
		ends := make(chan string, 1)
		go func() { // reads what comes
			for {
				kind, text, err := p.WS.ReadMessage()
				if err != nil {
					return
				}
				if kind == websocket.TextMessage && strings.Contains(string(text), `"type":"error"`) {
					ends <- string(text)
				}
			}
		}()
		return p, ends
	}
	p, _ := start("192.0.2.1")
	webtest.Eventually(t, time.Minute, func() bool {
		slots, _ := s.Searches()
		return slots == 0 && s.SearchMemory.Used() > engine.FreeBytes
	}, "a run that waits for credit is not charged for the numbers of its nodes")
	p.Send(`{"type":"cancel","id":"r"}`)
	webtest.Eventually(t, time.Minute, func() bool { return s.SearchMemory.Used() == 0 }, "the numbers of a cancelled run stay charged")

	p, _ = start("192.0.2.1")
	webtest.Eventually(t, time.Minute, func() bool { return s.SearchMemory.Used() > 0 }, "the second run is not charged")
	p.WS.Close()
	webtest.Eventually(t, time.Minute, func() bool { return s.SearchMemory.Used() == 0 }, "the numbers of a run whose page is closed stay charged")

	for i := range byte(64) { // until there is none left
		if lease, err := s.SearchMemory.Try(fair.ClientAt(netip.AddrFrom4([4]byte{198, 51, 100, i})), s.Memory.Of(app.SearchPart)>>1); err == nil {
			defer lease.Release()
		}
	}
	_, failed := start("192.0.2.1")
	select {
	case text := <-failed:
		if !strings.Contains(text, "memory for searches") {
			t.Errorf("a search without memory ends with %s", text)
		}
	case <-time.After(time.Minute):
		t.Error("a search without memory does not end")
	}
}
