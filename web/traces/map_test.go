package traces_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web/app"
	"espalier/web/webtest"
)

// A mapState is what the server says of a map.
type mapState struct {
	Type, ID, Key, State, Reason, Value, Line, Detail                  string
	Version, Nodes, Entered, Leaves, Cut, Again, Counted, Events, Rows int
	Bytes                                                              int64
	Prunes                                                             map[string]int
}

// A mapWatcher is a connection that watches maps.
type mapWatcher struct {
	t  testing.TB
	ws *websocket.Conn
}

func watchMap(t testing.TB, ts *httptest.Server, run string) *mapWatcher {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(ts.URL, "http")+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	ws.SetReadDeadline(time.Now().Add(2 * time.Minute))
	w := &mapWatcher{t, ws}
	w.send(`{"type":"map","id":"m",%s}`, run)
	return w
}

func (w *mapWatcher) send(format string, args ...any) {
	w.t.Helper()
	if err := w.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...)); err != nil {
		w.t.Fatal(err)
	}
}

// until returns the first state for which ok returns true.
func (w *mapWatcher) until(ok func(s *mapState) bool) (s mapState) {
	w.t.Helper()
	for {
		s = mapState{}
		if err := w.ws.ReadJSON(&s); err != nil {
			w.t.Fatal(err)
		}
		if s.Type == "error" {
			w.t.Fatalf("%+v", s)
		}
		if ok(&s) {
			return s
		}
		if isOver(&s) {
			w.t.Fatalf("the map has ended: %+v", s)
		}
	}
}

func isOver(s *mapState) bool { return s.State != "running" }

// ofMap returns the answer to a question about a map.
func ofMap(t testing.TB, ts *httptest.Server, key, question string, into any) {
	t.Helper()
	resp, b := webtest.Get(t, ts.URL+"/runs/"+key+"/map/"+question)
	if err := json.Unmarshal(b, into); err != nil || resp.StatusCode != 200 {
		t.Fatalf("%s = %s %.300s, %v", question, resp.Status, b, err)
	}
}

// A mapCount is what a map says, or what the events of a run say.
type mapCount struct{ Nodes, Entered, Leaves, Cut, Again, Events int }

// countEvents counts what the events of a run say, as the server counts them: nodes are counted once,
// and as cut only if they were never entered.
func countEvents(t testing.TB, events string) (c mapCount) {
	t.Helper()
	known, entered := map[int]bool{}, map[int]bool{}
	for _, line := range strings.Split(strings.TrimSpace(events), "\n") {
		var e struct {
			Type string
			Node int
			Cut  []int
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		c.Events++
		switch e.Type {
		case "enter":
			c.Entered++
			known[e.Node], entered[e.Node] = true, true
		case "leaf":
			c.Leaves++
		case "research":
			c.Again++
		case "prune":
			for _, n := range e.Cut {
				known[n] = true
			}
		}
	}
	c.Nodes, c.Cut = len(known), len(known)-len(entered)
	return c
}

func (s *mapState) count() mapCount {
	return mapCount{s.Nodes, s.Entered, s.Leaves, s.Cut, s.Again, s.Events}
}

// alphaBeta returns the run of an alpha-beta search, as a program prints it. Its nodes have their
// numbers by appearance. The search is that of a random tree with five children a node.
func alphaBeta(depth int) string {
	rng := rand.New(rand.NewPCG(1, 1))
	var b bytes.Buffer
	b.WriteString(`{"kind":"minimax","algorithm":"alphabeta","title":"alpha-beta on a random tree"}` + "\n")
	next := 0
	var search func(depth, player, alpha, beta, move int) int
	search = func(depth, player, alpha, beta, move int) int {
		id := next
		next++
		if depth == 0 {
			v := rng.IntN(1000)
			fmt.Fprintf(&b, `{"type":"leaf","id":%d,"move":"m%d","value":%d}`+"\n", id, move, v)
			return v
		}
		fmt.Fprintf(&b, `{"type":"enter","id":%d,"player":%d,"move":"m%d"}`+"\n", id, player, move)
		best := 2000
		if player == 1 {
			best = -1
		}
		for k := range 5 {
			v := search(depth-1, 3-player, alpha, beta, k)
			if player == 1 {
				best = max(best, v)
				alpha = max(alpha, best)
			} else {
				best = min(best, v)
				beta = min(beta, best)
			}
			if alpha >= beta && k < 4 {
				fmt.Fprintf(&b, `{"type":"prune","id":%d,"cut":%d}`+"\n", id, 4-k)
				break
			}
		}
		fmt.Fprintf(&b, `{"type":"exit","id":%d,"value":%d}`+"\n", id, best)
		return best
	}
	v := search(depth, 1, -1, 2000, 0)
	fmt.Fprintf(&b, `{"type":"done","value":%d}`+"\n", v)
	return b.String()
}

// TestMapOfRun draws the run of a program that is a tree, and the one that replaces it.
func TestMapOfRun(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	first, second := alphaBeta(4), alphaBeta(5)
	k := send(t, "POST", api, first, 201)
	check := func(run string, revision int) mapState {
		t.Helper()
		s := watchMap(t, ts, run).until(isOver)
		want := countEvents(t, get(t, fmt.Sprintf("%s/%s/events?revision=%d", api, k.ID, revision)))
		if s.State != "done" || s.count() != want {
			t.Errorf("%s: the map is %+v, want %+v", run, s, want)
		}
		return s
	}
	newest := fmt.Sprintf(`"trace":%q`, k.ID)
	one := check(newest, 1)
	send(t, "PUT", api+"/"+k.Key, second, 200)
	two := check(newest, 2)
	if one.Nodes == two.Nodes || one.Key == two.Key {
		t.Errorf("after the second run the map is still that of the first: %+v, %+v", one, two)
	}
	if again := check(newest+`,"revision":1`, 1); again.Key != one.Key {
		t.Errorf("the first run has the maps %s and %s", one.Key, again.Key)
	}
}

// TestMapOfLiveRun follows a run while it is sent.
func TestMapOfLiveRun(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	k := send(t, "POST", api+"?live=1", "", 201)
	w := watchMap(t, ts, fmt.Sprintf(`"trace":%q`, k.ID))
	if s := w.until(func(*mapState) bool { return true }); s.State != "running" || s.Nodes != 0 {
		t.Fatalf("before its first line the map is %+v", s)
	}
	lines := strings.SplitAfter(alphaBeta(5), "\n")
	lines = lines[:len(lines)-1]
	var s mapState
	for part := range slices.Chunk(lines, len(lines)/5+1) {
		send(t, "POST", api+"/"+k.Key+"/lines", strings.Join(part, ""), 200)
		want := countEvents(t, get(t, api+"/"+k.ID+"/events"))
		s = w.until(func(s *mapState) bool { return s.Events == want.Events })
		if s.State != "running" || s.count() != want {
			t.Fatalf("the map is %+v, want %+v", s, want)
		}
	}
	send(t, "POST", api+"/"+k.Key+"/end", "", 200)
	s = w.until(isOver)
	want := countEvents(t, get(t, api+"/"+k.ID+"/events"))
	if s.State != "done" || s.count() != want || s.Value == "" || !strings.HasPrefix(s.Line, "m") {
		t.Errorf("at the end the map is %+v, want %+v", s, want)
	}
	checkLine(t, ts, s, lines)
	// Who asks when it has ended gets the same map of a run that is a tree.
	if after := watchMap(t, ts, fmt.Sprintf(`"trace":%q`, k.ID)).until(isOver); after.count() != want || after.Value != s.Value {
		t.Errorf("when it has ended the map is %+v, want %+v", after, s)
	}
}

// checkLine goes to the first leaf of a map, and compares what is said of it with the lines.
func checkLine(t testing.TB, ts *httptest.Server, s mapState, lines []string) {
	t.Helper()
	first := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, `"leaf"`) })
	var n struct {
		Label, Name, Sentence, State, Value string
		Event, Printed                      int
	}
	ofMap(t, ts, s.Key, fmt.Sprintf("node?row=%d&index=0", s.Rows-1), &n)
	var leaf struct{ ID, Value int }
	if err := json.Unmarshal([]byte(lines[first]), &leaf); err != nil {
		t.Fatal(err)
	}
	if n.Printed != first+1 || n.Label != "m0" || n.Name != fmt.Sprint(leaf.ID) || n.Value != fmt.Sprint(leaf.Value) || !strings.Contains(n.Sentence, n.Name) {
		t.Errorf("the first leaf is %+v, want that of line %d: %+v", n, first+1, leaf)
	}
	var at struct {
		Printed int
		Path    []struct{ Label string }
	}
	ofMap(t, ts, s.Key, fmt.Sprintf("at?step=%d", n.Event), &at)
	if at.Printed != first+1 {
		t.Errorf("step %d comes from line %d, want %d", n.Event, at.Printed, first+1)
	}
	if len(at.Path) != s.Rows || at.Path[s.Rows-1].Label != "m0" {
		t.Errorf("at event %d the path is %+v, want %d nodes", n.Event, at.Path, s.Rows)
	}
	var found struct {
		Found []struct {
			Row, Index int
			Name       string
		}
	}
	ofMap(t, ts, s.Key, "find?q=m1+m0", &found)
	if len(found.Found) == 0 || found.Found[0].Row != 2 {
		t.Errorf("m1 m0 finds %+v", found)
	}
}

// TestMapOfLargeRun draws a run that is too large to be a tree.
func TestMapOfLargeRun(t *testing.T) {
	if treetest.RaceDetector {
		t.Skip("half a million lines take minutes under it, and smaller runs go the same ways")
	}
	_, ts := webtest.ServeWithStore(t)
	text := alphaBeta(10)
	lines := strings.SplitAfter(text, "\n")
	k := send(t, "POST", ts.URL+"/api/v1/traces", text, 201)
	if k.Nodes < 300_000 {
		t.Fatalf("the run has %d nodes", k.Nodes)
	}
	run := fmt.Sprintf(`"trace":%q,"revision":1`, k.ID)
	// Before the map is watched: who does not read for a minute, while these are counted, is gone for the server.
	want := countEvents(t, get(t, ts.URL+"/api/v1/traces/"+k.ID+"/events"))
	began := time.Now()
	s := watchMap(t, ts, run).until(isOver)
	t.Logf("%d nodes, %d lines: the map took %s and %d MB", s.Nodes, len(lines), time.Since(began), s.Bytes>>20)
	if s.State != "done" || s.count() != want || s.Nodes != k.Nodes || s.Counted != 0 {
		t.Errorf("the map is %+v, want %+v", s, want)
	}
	checkLine(t, ts, s, lines)
	if again := watchMap(t, ts, run).until(isOver); again.Key != s.Key || again.Version != s.Version {
		t.Errorf("who asks later gets the map %+v, want %+v", again, s)
	}
	var table struct {
		Rows []struct{ Nodes, Entered, Cut int }
	}
	ofMap(t, ts, s.Key, "table", &table)
	var sum mapCount
	for _, r := range table.Rows {
		sum.Nodes, sum.Cut = sum.Nodes+r.Nodes, sum.Cut+r.Cut
	}
	if sum.Nodes != want.Nodes || sum.Cut != want.Cut || len(table.Rows) != 11 {
		t.Errorf("the table has %+v in %d rows, want %+v", sum, len(table.Rows), want)
	}
	stopped := watchMap(t, ts, run+`,"stop":"beta"`).until(isOver)
	if stopped.State != "stopped" || stopped.Prunes["beta"] != 1 || stopped.Events >= s.Events {
		t.Errorf("the map up to the first cut by beta is %+v", stopped)
	}
}

// TestMapOfBrokenRun draws what comes before a line that cannot be read.
func TestMapOfBrokenRun(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	begun := deep[:strings.Index(deep, `{"type":"prune"`)]
	live := send(t, "POST", api+"?live=1", "", 201)
	w := watchMap(t, ts, fmt.Sprintf(`"trace":%q`, live.ID))
	send(t, "POST", api+"/"+live.Key+"/lines", begun+"{\"type\":\"exit\",\"id\":\"q\"}\n", 422)
	w.until(func(s *mapState) bool { return s.Nodes > 0 })
	send(t, "POST", api+"/"+live.Key+"/end", "", 200)
	s := w.until(isOver)
	if want := countEvents(t, get(t, api+"/"+live.ID+"/events")); s.State != "stopped" || !strings.Contains(s.Reason, "Line 7 cannot be read") || s.count() != want {
		t.Errorf("the map of a live run is %+v, want %+v", s, want)
	}
	small := send(t, "POST", api+"?keep=1", begun+"{\"type\":\"exit\",\"id\":\"q\"}\n", 422)
	if s = watchMap(t, ts, fmt.Sprintf(`"trace":%q`, small.ID)).until(isOver); s.State != "stopped" || !strings.Contains(s.Reason, "before the root had a value") || s.Nodes != small.Nodes { // the page names the line
		t.Errorf("the map of a small run is %+v, want %d nodes", s, small.Nodes)
	}
	large := strings.SplitAfter(alphaBeta(10), "\n")
	at := len(large) - 5
	kept := send(t, "POST", api+"?keep=1", strings.Join(large[:at], "")+"{\"type\":\"exit\",\"id\":\"q\"}\n"+strings.Join(large[at:], ""), 422)
	s = watchMap(t, ts, fmt.Sprintf(`"trace":%q`, kept.ID)).until(isOver)
	if s.State != "stopped" || !strings.Contains(s.Reason, fmt.Sprintf("Line %d cannot be read", at+1)) || s.Nodes != kept.Nodes {
		t.Errorf("the map of a large run is %+v, want %d nodes up to line %d", s, kept.Nodes, at)
	}
}

// TestMapOfChangingUnits follows a run whose numbers need another unit when more of them have come.
func TestMapOfChangingUnits(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	k := send(t, "POST", api+"?live=1", "", 201)
	w := watchMap(t, ts, fmt.Sprintf(`"trace":%q`, k.ID))
	lines := api + "/" + k.Key + "/lines"
	for i, part := range []string{
		`{"type":"enter","id":0,"player":1}` + "\n",
		`{"type":"leaf","id":1,"value":3}` + "\n",
		`{"type":"leaf","id":2,"value":0.1234567}` + "\n",
		`{"type":"leaf","id":3,"value":4000000.5}` + "\n",
	} {
		send(t, "POST", lines, part, 200)
		w.until(func(s *mapState) bool { return s.Entered == i+1 })
	}
	send(t, "POST", lines, `{"type":"exit","id":0,"value":4000000.5}`+"\n", 200)
	send(t, "POST", api+"/"+k.Key+"/end", "", 200)
	s := w.until(isOver)
	if s.State != "done" || s.Nodes != 4 || s.Value != "4000000.5" {
		t.Errorf("the map is %+v", s)
	}
	for i, want := range []string{"3", "0.1234567", "4000000.5"} {
		var n struct{ Value, Name string }
		ofMap(t, ts, s.Key, fmt.Sprintf("node?row=1&index=%d", i), &n)
		if n.Value != want {
			t.Errorf("leaf %d is %+v, want the value %s", i, n, want)
		}
	}
}

// TestMapOnTree follows a run on a tree of its header: its nodes are those of the tree.
func TestMapOnTree(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	k := send(t, "POST", api+"?live=1", `{"figure":"k1991-fig6"}`+"\n"+`{"type":"enter","id":"a"}`+"\n", 201)
	w := watchMap(t, ts, fmt.Sprintf(`"trace":%q`, k.ID))
	w.until(func(s *mapState) bool { return s.Nodes == 1 })
	send(t, "POST", api+"/"+k.Key+"/lines", `{"type":"enter","id":"c"}`+"\n", 200) // the right child comes first
	s := w.until(func(s *mapState) bool { return s.Nodes == 2 })
	var n struct{ Label, Name, State string }
	ofMap(t, ts, s.Key, "node?row=1&index=1", &n)
	if n.Label != "c" || n.Name != "c" || n.State != "open" {
		t.Errorf("the right child is %+v", n)
	}
}

// TestMapOfSilentRun: nothing is sent and no search is held while a program is silent.
func TestMapOfSilentRun(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	k := send(t, "POST", api+"?live=1", deep[:len(deep)/2], 201)
	w := watchMap(t, ts, fmt.Sprintf(`"trace":%q`, k.ID))
	s := w.until(func(s *mapState) bool { return s.Nodes > 0 })
	for _, gauge := range []string{"espalier_searches_running", "espalier_generated_running"} {
		if metrics := get(t, ts.URL+"/metrics"); strings.Contains(metrics, gauge+" ") && !strings.Contains(metrics, gauge+" 0") {
			t.Errorf("a search is held: %s", metrics)
		}
	}
	w.send(`{"type":"cancel","id":"m"}`)
	if last := w.until(isOver); last.State != "cancelled" || last.Version != s.Version || last.Events != s.Events {
		t.Errorf("the map was made anew while nothing came: %+v, %+v", s, last)
	}
}

// TestMapAfterCheck: a large run is mapped when its check has ended, and not beside it.
func TestMapAfterCheck(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	var b strings.Builder
	b.WriteString(`{"kind":"minimax"}` + "\n" + `{"type":"enter","id":0,"player":1}` + "\n")
	for n := range trees.MaxNodes {
		fmt.Fprintf(&b, `{"type":"leaf","id":%d,"value":7}`+"\n", n+1)
	}
	b.WriteString(`{"type":"exit","id":0,"value":7}` + "\n")
	for b.Len() <= app.MaxBody {
		b.WriteString("#" + strings.Repeat("-", 1<<19) + "\n")
	}
	k := send(t, "POST", ts.URL+"/api/v1/traces", b.String(), 201)
	checked := s.Traced.HoldTurn(t.Context(), k.ID, 1)
	w := watchMap(t, ts, fmt.Sprintf(`"trace":%q`, k.ID))
	webtest.Eventually(t, time.Minute, func() bool { return s.Traced.TurnIsWanted(k.ID, 1) }, "the map does not wait for the check")
	if first := w.until(func(*mapState) bool { return true }); first.State != "running" || first.Events != 0 {
		t.Errorf("beside a check the map is %+v", first)
	}
	checked()
	if last := w.until(isOver); last.State != "done" || last.Nodes != trees.MaxNodes+1 {
		t.Errorf("after the check the map is %+v", last)
	}
}
