package maps_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/trace/tiles"
	"espalier/web/webtest"
)

// A state is what the server says of a search.
type state struct {
	Type, ID, Key, State, Reason, Value, Line, Detail           string
	Version, Nodes, Entered, Leaves, Cut, Counted, Events, Rows int
	Width                                                       uint32
	Prunes                                                      map[string]int
}

// A watcher is a connection that watches maps.
type watcher struct {
	t  *testing.T
	ws *websocket.Conn
}

func dial(t *testing.T, ts *httptest.Server) *watcher {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(ts.URL, "http")+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	ws.SetReadDeadline(time.Now().Add(2 * time.Minute))
	return &watcher{t, ws}
}

func (w *watcher) send(format string, args ...any) {
	w.t.Helper()
	if err := w.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...)); err != nil {
		w.t.Fatal(err)
	}
}

// until returns the first state for which ok returns true, and the number of states.
func (w *watcher) until(ok func(s *state) bool) (s state, many int) {
	w.t.Helper()
	for many = 1; ; many++ {
		s = state{}
		if err := w.ws.ReadJSON(&s); err != nil {
			w.t.Fatal(err)
		}
		if ok(&s) {
			return s, many
		}
	}
}

func over(s *state) bool { return s.State != "running" }

// ask returns the answer to a question about a map.
func ask(t *testing.T, ts *httptest.Server, key, question string, into any) *http.Response {
	t.Helper()
	resp, b := webtest.Get(t, ts.URL+"/runs/"+key+"/map/"+question)
	if into != nil {
		if err := json.Unmarshal(b, into); err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%s = %s %.200s, %v", question, resp.Status, b, err)
		}
	}
	return resp
}

// deal is a position of Sergeant Major in which shallow pruning cuts.
const deal = `"game":{"id":"sergeant-major","tricks":3}`

func TestMapOfGame(t *testing.T) {
	_, ts := webtest.Serve(t)
	w := dial(t, ts)
	w.send(`{"type":"map","id":"a",%s,"algorithm":"shallow","options":{"depth":6}}`, deal)
	s, _ := w.until(over)
	var solved struct {
		Value []int
		Stats struct{ Nodes, Leaves, Pruned int }
	}
	_, b := webtest.Post(t, ts.URL+"/api/v1/solve", `{`+deal+`,"algorithm":"shallow","options":{"depth":6}}`)
	if err := json.Unmarshal(b, &solved); err != nil {
		t.Fatal(err)
	}
	if s.State != "done" || s.Entered != solved.Stats.Nodes || s.Leaves != solved.Stats.Leaves || s.Cut != solved.Stats.Pruned || s.Nodes != s.Entered+s.Cut || s.Cut == 0 || s.Prunes["shallow"] == 0 {
		t.Errorf("the map says %+v, the search %+v", s, solved)
	}
	if want := strings.ReplaceAll(fmt.Sprint(solved.Value), " ", ", "); s.Value != "("+want[1:len(want)-1]+")" || len(strings.Fields(s.Line)) != 6 {
		t.Errorf("the value is %s by %q, want %v", s.Value, s.Line, solved.Value)
	}

	var table struct {
		Rows []struct{ Nodes, Entered, Leaves, Cut int }
	}
	ask(t, ts, s.Key, "table", &table)
	entered, cut := 0, 0
	for _, r := range table.Rows {
		entered, cut = entered+r.Entered, cut+r.Cut
	}
	if len(table.Rows) != 7 || entered != s.Entered || cut != s.Cut {
		t.Errorf("the table has %d plies, %d entered, %d cut", len(table.Rows), entered, cut)
	}

	resp, tile := webtest.Get(t, fmt.Sprintf("%s/runs/%s/map/tiles?v=%d&z=0&x=0&y=0", ts.URL, s.Key, s.Version))
	if n := binary.LittleEndian.Uint32(tile[28:]); resp.StatusCode != http.StatusOK || len(tile) > tiles.MaxTileBytes || n < 100 || !strings.Contains(resp.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("the tile: %s, %d bytes, %d items, %q", resp.Status, len(tile), n, resp.Header.Get("Cache-Control"))
	}

	// Each cut is found, from either side.
	var next struct{ Step, Row, Index int }
	ask(t, ts, s.Key, "cut?rule=shallow&after=0", &next)
	var node struct {
		Name, State, Rule, Sentence string
		Event                       int
		Size                        struct {
			Nodes float64
			How   string
		}
	}
	ask(t, ts, s.Key, fmt.Sprintf("node?row=%d&index=%d", next.Row, next.Index), &node)
	if node.Rule != "shallow" || node.State != "cut" || node.Event != next.Step || node.Size.Nodes < 1 || !strings.Contains(node.Sentence, "is cut: player") && !strings.Contains(node.Sentence, "are cut: player") {
		t.Errorf("the node that is cut at %d: %+v", next.Step, node)
	}
	if strings.Contains(node.Sentence, "node ") {
		t.Errorf("a sentence has numbers for names: %s", node.Sentence)
	}
	var at struct {
		Type, Sentence, Bounds string
		Path                   []struct{ Label string }
	}
	ask(t, ts, s.Key, fmt.Sprintf("at?step=%d", next.Step), &at)
	if at.Type != "prune" || len(at.Path) != next.Row || at.Sentence != node.Sentence || at.Bounds == "" {
		t.Errorf("at the cut: %+v", at)
	}

	var found struct{ Found []struct{ Name string } }
	ask(t, ts, s.Key, "find?q="+strings.ReplaceAll(s.Line, " ", "+"), &found)
	if len(found.Found) == 0 || found.Found[0].Name != s.Line {
		t.Errorf("the line %q is not found: %+v", s.Line, found)
	}

	var near struct {
		Nodes []struct{ Value, State, Label string }
	}
	ask(t, ts, s.Key, fmt.Sprintf("nodes?from=0&to=1&step=%d", s.Events-1), &near)
	if len(near.Nodes) != 7 || near.Nodes[6].Value == "" || near.Nodes[6].State != "done" {
		t.Errorf("the leftmost nodes: %+v", near)
	}
}

// The nodes of a search by samples have the mean of all samples through them, and how many these are.
func TestMapOfSamples(t *testing.T) {
	_, ts := webtest.Serve(t)
	w := dial(t, ts)
	w.send(`{"type":"map","id":"a",%s,"algorithm":"mcts-maxn","options":{"depth":6,"samples":200}}`, deal)
	s, _ := w.until(over)
	var at struct{ Sentence string }
	ask(t, ts, s.Key, fmt.Sprintf("at?step=%d", s.Events-1), &at)
	if s.State != "done" || !strings.Contains(at.Sentence, s.Value) || strings.Contains(strings.ToLower(at.Sentence), "node ") {
		t.Errorf("the value is %s (%s); the last sentence: %s", s.Value, s.State, at.Sentence)
	}
	var near struct {
		Nodes []struct {
			Value, State string
			Row, Visits  int
		}
	}
	ask(t, ts, s.Key, fmt.Sprintf("nodes?from=0&to=4294967295&row=0&rows=2&step=%d", s.Events-1), &near)
	if root := near.Nodes[0]; root.Value != s.Value || root.Visits != 200 {
		t.Errorf("the root has %s of %d samples, want %s of 200", root.Value, root.Visits, s.Value)
	}
	visits := 0
	for _, n := range near.Nodes[1:] {
		visits += n.Visits
	}
	if visits != 200 {
		t.Errorf("%d samples passed the children of the root, want 200", visits)
	}
	// Halfway, fewer have.
	ask(t, ts, s.Key, fmt.Sprintf("nodes?from=0&to=1&row=0&rows=1&step=%d", s.Events/2), &near)
	if root := near.Nodes[0]; root.Visits < 50 || root.Visits > 150 {
		t.Errorf("halfway %d samples have passed the root", root.Visits)
	}
}

// The same run has the same map for all who ask, and it is read by the tiles of its version alone.
func TestMapsAreShared(t *testing.T) {
	_, ts := webtest.Serve(t)
	message := `{"type":"map","id":"a","generate":{"kind":"h32","branching":5,"depth":7,"players":3,"seed":1},"algorithm":"maxn"}`
	first, second := dial(t, ts), dial(t, ts)
	first.send("%s", message)
	a, _ := first.until(over)
	second.send("%s", message)
	b, many := second.until(over)
	if a.Key != b.Key || a.Version != b.Version || many != 1 {
		t.Errorf("the second one gets %+v after %d states, want %+v", b, many, a)
	}
	for question, status := range map[string]int{
		"tiles?v=9999": 404, "tiles?z=1&x=2": 422, "tiles?z=-1": 422, "tiles?form=round": 422, "node?row=99": 404, "node?row=x": 422,
		"cut?rule=none": 422, "find?q=": 422, "nodes?from=x": 422, "nodes?from=-1": 200, "tiles?other=abc": 404, "at?step=x": 422, "at?step=999999999": 200,
	} {
		if resp := ask(t, ts, a.Key, question, nil); resp.StatusCode != status {
			t.Errorf("%s = %s, want %d", question, resp.Status, status)
		}
	}
	if resp := ask(t, ts, "nothing", "tiles", nil); resp.StatusCode != http.StatusNotFound {
		t.Errorf("a map that does not exist: %s", resp.Status)
	}
}

// A search is cancelled by who watches it, stops when nobody does, and stops at a cut.
func TestMapEnds(t *testing.T) {
	s, ts := webtest.Serve(t)
	const endless = `{"type":"map","id":"%s","generate":{"kind":"h32","branching":5,"depth":14,"players":3,"seed":%d},"algorithm":"maxn"}`
	running := func(x *state) bool { return x.Nodes > 0 }

	w := dial(t, ts)
	w.send(endless, "a", 1)
	if x, _ := w.until(running); x.State != "running" || x.Rows == 0 {
		t.Fatalf("%+v", x)
	}
	w.send(`{"type":"cancel","id":"a"}`)
	if x, _ := w.until(over); x.State != "cancelled" || x.Nodes == 0 {
		t.Errorf("after cancel: %+v", x)
	}

	w.send(endless, "b", 2)
	w.until(func(x *state) bool { return x.ID == "b" && x.Nodes > 0 })
	w.ws.Close()
	webtest.Eventually(t, time.Minute, func() bool {
		all, large := s.Searches()
		return all == 0 && large == 0
	}, "a search goes on that nobody watches")

	stops := dial(t, ts)
	stops.send(`{"type":"map","id":"a",%s,"algorithm":"shallow","options":{"depth":7},"stop":"shallow"}`, deal)
	if x, _ := stops.until(over); x.State != "stopped" || x.Prunes["shallow"] != 1 {
		t.Errorf("at the first cut: %+v", x)
	}
	stops.send(`{"type":"map","id":"b",%s,"algorithm":"shallow","stop":"sideways"}`, deal)
	if x, _ := stops.until(over); x.Type != "error" || !strings.Contains(x.Detail, "sideways") || !strings.Contains(x.Detail, "shallow") {
		t.Errorf("a rule that does not exist: %+v", x)
	}
	stops.send(`{"type":"map","id":"c",%s,"algorithm":"bnb"}`, `"generate":{"kind":"random","branching":3,"depth":3,"players":3,"seed":1}`)
	if x, _ := stops.until(over); x.Type == "map" && x.State != "done" || x.Type == "error" && x.Detail == "" {
		t.Errorf("an algorithm that may not run there: %+v", x)
	}
}

// A map that grows always is one that a search could have left.
func TestMapGrows(t *testing.T) {
	_, ts := webtest.Serve(t)
	w := dial(t, ts)
	w.send(`{"type":"map","id":"a","generate":{"kind":"h32","branching":5,"depth":9,"players":3,"seed":4},"algorithm":"speculative"}`)
	var last state
	tried := 0
	for {
		s, _ := w.until(func(*state) bool { return true })
		if s.Nodes < last.Nodes || s.Events < last.Events || s.Version < last.Version {
			t.Fatalf("%+v comes after %+v", s, last)
		}
		if s.Version > 0 && s.State == "running" {
			resp, tile := webtest.Get(t, fmt.Sprintf("%s/runs/%s/map/tiles?v=%d", ts.URL, s.Key, s.Version))
			if resp.StatusCode == http.StatusOK {
				tried++
				if v := binary.LittleEndian.Uint32(tile[4:]); int(v) != s.Version {
					t.Errorf("the tile has version %d, want %d", v, s.Version)
				}
			}
		}
		if last = s; s.State != "running" {
			break
		}
	}
	if last.State != "done" || last.Value == "" {
		t.Errorf("at the end: %+v", last)
	}
	t.Logf("%d nodes, %d versions, %d tiles while it grew", last.Nodes, last.Version, tried)
}

// A tree has a map without a search, also of each later revision.
func TestMapOfTree(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	tree := webtest.MakeTree(t, ts, webtest.Korf6Source)
	w := dial(t, ts)
	w.send(`{"type":"map","id":"a","of":"tree","saved":%q}`, tree.ID)
	a, _ := w.until(over)
	if a.State != "done" || a.Nodes != 7 || a.Rows != 4 || a.Version != 1 {
		t.Fatalf("%+v", a)
	}
	var near struct {
		Nodes []struct {
			Number              int
			Label, Value, State string
		}
	}
	ask(t, ts, a.Key, "nodes", &near)
	if len(near.Nodes) != 7 || near.Nodes[6].Value == "" || near.Nodes[0].Number != 0 || near.Nodes[1].Number != 1 {
		t.Errorf("the nodes: %+v", near)
	}
	if resp, b := webtest.Post(t, ts.URL+tree.Edits(), `{"edit":{"op":"child","node":1}}`); resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %s", resp.Status, b)
	}
	w.send(`{"type":"map","id":"b","of":"tree","saved":%q}`, tree.ID)
	b, _ := w.until(func(s *state) bool { return s.ID == "b" && over(s) })
	if b.Key == a.Key || b.Nodes != 8 {
		t.Errorf("after an edit: %+v, before it %+v", b, a)
	}
	// Nodes are found by their ids, and a node names the ids above it.
	var placed struct {
		Nodes []struct{ ID, Row, Index, From, To int }
	}
	ask(t, ts, b.Key, "nodes?ids=1,999,8,6", &placed)
	if got := fmt.Sprint(placed.Nodes); got != "[{1 0 0 0 5} {8 1 2 4 5} {6 3 1 2 3}]" {
		t.Errorf("the places by ids: %s", got)
	}
	var one struct {
		Above []int
		Nodes int
	}
	ask(t, ts, b.Key, "node?row=3&index=1", &one)
	if got := fmt.Sprint(one.Above, one.Nodes); got != "[6 4 3 1] 1" {
		t.Errorf("the node and those above it: %s", got)
	}
	for question, status := range map[string]int{"nodes?ids=x": 422, "nodes?ids=" + strings.Repeat("1,", 400) + "1": 422} {
		if resp := ask(t, ts, b.Key, question, nil); resp.StatusCode != status {
			t.Errorf("%.20s = %s, want %d", question, resp.Status, status)
		}
	}
	// A revision that nobody watches is dropped, and drawn again when it is asked for.
	w.send(`{"type":"release","id":"a"}`)
	webtest.Eventually(t, time.Minute, func() bool {
		resp := ask(t, ts, a.Key, "node?row=0&index=0", nil)
		return resp.StatusCode == http.StatusNotFound
	}, "the map of an old revision stays")
	if resp := ask(t, ts, b.Key, "at?step=0", nil); resp.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a step of a tree: %s", resp.Status)
	}
}

// TestFormsAreShared: many ask at once for tiles of one difference, and for tiles by size. All are
// answered, whoever leaves meanwhile, and so is what others search.
func TestFormsAreShared(t *testing.T) {
	_, ts := webtest.Serve(t)
	message := `{"type":"map","id":"a","generate":{"kind":"h32","branching":5,"depth":7,"players":3,"seed":1},"algorithm":"%s"}`
	first, second := dial(t, ts), dial(t, ts)
	first.send(message, "maxn")
	second.send(message, "shallow")
	a, _ := first.until(over)
	b, _ := second.until(over)
	for _, question := range []string{"tiles?z=0&x=0&y=0&other=" + b.Key, "tiles?z=0&x=0&y=0&form=sized"} {
		get := func(ctx context.Context) (*http.Response, []byte, error) {
			r, err := http.NewRequestWithContext(ctx, "GET", ts.URL+"/runs/"+a.Key+"/map/"+question, nil)
			if err != nil {
				return nil, nil, err
			}
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				return nil, nil, err
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			return resp, body, err
		}
		leaving, leave := context.WithCancel(t.Context())
		go get(leaving)
		bodies := make(chan []byte)
		in, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		for range 24 {
			go func() {
				resp, body, err := get(in)
				if err != nil || resp.StatusCode != http.StatusOK {
					t.Errorf("%s: %v, %v", question, resp, err)
				}
				bodies <- body
			}()
		}
		leave()
		one := <-bodies
		for range 23 {
			if !bytes.Equal(one, <-bodies) {
				t.Errorf("%s: two answers differ", question)
			}
		}
	}
	if resp, body := webtest.Post(t, ts.URL+"/api/v1/solve", webtest.TextBody("maxn", "")); resp.StatusCode != http.StatusOK {
		t.Errorf("a search of another one: %s %s", resp.Status, body)
	}
}
