package editor_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/trees"
	"espalier/web/editor"
	"espalier/web/webtest"
)

// Both receive all edits in the same order.
func TestTwoClientsEditOneTree(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	a, b, reader := webtest.Dial(t, ts), webtest.Dial(t, ts), webtest.Dial(t, ts)
	first := a.Open("d1", m.Key)
	if first.Revision != 1 || first.Nodes != 7 || !strings.Contains(first.SVG, `id="dn7"`) || first.Text == nil || len(first.Spans) != 14 || first.People != 1 {
		t.Errorf("the first draft is %+v", first)
	}
	b.Open("other", m.Key)
	if r := a.Draft("people"); r.People != 2 {
		t.Errorf("the first is informed of %d people, want 2", r.People)
	}
	reader.Open("r", m.ID)

	answer := a.Edit("d1", 17, `{"op":"set","nodes":[5],"value":[2,3,4],"label":"e2"}`)
	if answer.Revision != 2 || answer.Made != 2 || answer.Op != "set" || !strings.Contains(answer.SVG, `data-label="e2"`) {
		t.Errorf("the answer is %+v", answer)
	}
	for _, p := range []*webtest.Peer{b, reader} {
		if r := p.Draft("draft"); r.Revision != 2 || r.Seq != 0 || !strings.Contains(r.SVG, `data-value="[2,3,4]"`) {
			t.Errorf("another viewer gets %+v", r)
		}
	}
	// Each edits the node that the other one has just created.
	child := a.Edit("d1", 18, `{"op":"child","node":7}`)
	if len(child.Created) == 0 {
		t.Fatalf("the child is %+v", child)
	}
	for b.Draft("draft").Revision < 3 {
	}
	last := b.Edit("other", 1, fmt.Sprintf(`{"op":"set","nodes":[%d],"label":"new"}`, child.Created[0]))
	if last.Revision != 4 || last.Nodes != 9 && last.Nodes != 8 {
		t.Errorf("the last edit is %+v", last)
	}
	if r := a.Draft("draft"); r.Revision != 4 || !strings.Contains(r.SVG, `data-label="new"`) {
		t.Errorf("the first gets %+v", r)
	}
	b.WS.Close()
	if r := a.Draft("people"); r.People != 1 {
		t.Errorf("after the other has gone there are %d people, want 1", r.People)
	}
}

func TestDraftUndo(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	p := webtest.Dial(t, ts)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	first := p.Open("d1", m.Key)
	p.Edit("d1", 1, `{"op":"delete","nodes":[3]}`)
	back := p.Edit("d1", 2, `{"op":"undo","revision":2}`)
	if back.Nodes != 7 || back.SVG != first.SVG {
		t.Errorf("undone, the tree has %d nodes and another picture, want that of the beginning", back.Nodes)
	}
	again := p.Edit("d1", 3, fmt.Sprintf(`{"op":"undo","revision":%d}`, back.Made))
	if again.Nodes == 7 {
		t.Error("the undo of the undo deletes nothing")
	}
	if r := p.Edit("d1", 4, `{"op":"restore","revision":1}`); r.SVG != first.SVG {
		t.Error("the first revision is not as it was")
	}
}

// An edit resent after a lost connection gets the same answer.
func TestResentEditIsAppliedOnce(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	const edit = `{"type":"edit","id":"d1","seq":%d,"token":"t1","edit":{"op":"child","node":1}}`
	p := webtest.Dial(t, ts)
	p.Open("d1", m.Key)
	p.Send(edit, 1)
	first := p.Draft("draft")
	p.WS.Close()
	p = webtest.Dial(t, ts)
	p.Open("d1", m.Key)
	p.Send(edit, 2)
	second := p.Draft("draft")
	if second.Seq != 2 || second.Made != first.Made || fmt.Sprint(second.Created) != fmt.Sprint(first.Created) || second.Nodes != 8 {
		t.Errorf("sent again: %+v, want the answer of revision %d with 8 nodes", second, first.Made)
	}
}

func TestInvalidDraftMessagesAreRejected(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	p := webtest.Dial(t, ts)
	p.Open("d1", m.Key)
	p.Open("read", m.ID)
	for _, c := range []struct {
		id, edit string
		status   int
		words    string
	}{
		{"d1", `{"op":"set","nodes":[99],"label":"x"}`, 422, "99"},
		{"d1", `{"op":"fly"}`, 422, "fly"},
		{"d1", `{"op":"set","nodes":[1],"size":3}`, 422, "size"},
		{"d1", `7`, 422, "an edit"},
		{"d1", `{"op":"undo"}`, 422, "revision"},
		{"d1", `{"op":"undo","revision":77}`, 0, "77"},
		{"d1", `{"op":"set","nodes":[1],"label":"` + strings.Repeat("x", trees.MaxLabelRunes+1) + `"}`, 413, "at most 64"},
		{"read", `{"op":"set","nodes":[1],"label":"x"}`, 403, "read-only"},
		{"none", `{"op":"set","nodes":[1],"label":"x"}`, 422, "no draft"},
	} {
		r := p.Edit(c.id, 9, c.edit)
		if r.Type != "refused" || c.status != 0 && r.Status != c.status || !strings.Contains(r.Detail, c.words) || len(r.Errors) == 0 {
			t.Errorf("%.60s at %s: %+v, want it refused with %d and %q", c.edit, c.id, r, c.status, c.words)
		}
	}
	if _, b := webtest.Get(t, ts.URL+"/api/v1/trees/"+m.ID); !strings.Contains(string(b), `"revision":1,`) {
		t.Errorf("after refused edits the tree is %.200s", b)
	}
	p.Send(`{"type":"open","id":"x","saved":"nothing"}`)
	if r := p.Draft("error"); !strings.Contains(r.Detail, "no tree's id or key") {
		t.Errorf("open of nothing: %+v", r)
	}
	p.Send(`{"type":"open","id":"d1","saved":%q}`, m.Key)
	if r := p.Draft("error"); !strings.Contains(r.Detail, "is open") {
		t.Errorf("open under a taken id: %+v", r)
	}
	// Closed and reopened immediately.
	p.Send(`{"type":"close","id":"d1"}`)
	if r := p.Open("d1", m.Key); r.Revision != 1 {
		t.Errorf("opened anew: %+v", r)
	}
}

func TestDraftView(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	p := webtest.Dial(t, ts)
	p.Send(`{"type":"open","id":"d1","saved":%q,"view":{"folded":[3],"opened":[]}}`, m.Key)
	if r := p.Draft("draft"); !strings.Contains(r.SVG, `data-hidden="5"`) {
		t.Errorf("opened with a folded node: %s", r.SVG)
	}
	p.Send(`{"type":"view","id":"d1","folded":[],"opened":[]}`)
	if r := p.Draft("draft"); strings.Contains(r.SVG, `data-hidden`) || r.Revision != 1 {
		t.Errorf("unfolded: %s", r.SVG)
	}
	p.Send(`{"type":"view","id":"d1","folded":[],"opened":[],"sideways":true}`)
	if r := p.Draft("draft"); !strings.Contains(r.SVG, `class="tree draft sideways"`) {
		t.Errorf("sideways: %s", r.SVG)
	}
	p.Send(`{"type":"view","id":"d1","folded":[],"opened":[]}`)
	if r := p.Draft("draft"); strings.Contains(r.SVG, `sideways`) {
		t.Errorf("from the top again: %s", r.SVG)
	}
	p.Send(`{"type":"open","id":"q","saved":%q,"quiet":true}`, m.ID)
	if r := p.Draft("draft"); r.SVG != "" || r.Text != nil || r.Revision != 1 {
		t.Errorf("a quiet viewer gets %+v", r)
	}
}

// A large tree that is pasted comes folded to everybody, as when it is opened; what an
// undo brings back does not.
func TestLargePasteComesFolded(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	a, b := webtest.Dial(t, ts), webtest.Dial(t, ts)
	a.Open("d1", m.Key)
	b.Open("d1", m.Key)
	wide := "1[ " + strings.Repeat("2[ (1,2,3) (2,1,3) (0,3,3) ] ", 20) + "]"
	pasted := a.Edit("d1", 1, `{"op":"paste","to":1,"text":`+webtest.Quote(wide)+`}`)
	other := b.Draft("draft")
	for name, r := range map[string]webtest.DraftReply{"who pasted it": pasted, "another person": other} {
		if r.Revision != 2 || len(r.Folded) != 20 || strings.Count(r.SVG, `data-hidden="4"`) != 20 || strings.Count(r.SVG, ` id="dn`) != 7+21 {
			t.Errorf("%s gets revision %d with %v folded: %s", name, r.Revision, r.Folded, r.SVG)
		}
	}
	a.Send(`{"type":"view","id":"d1","folded":[],"opened":[]}`)
	if r := a.Draft("draft"); strings.Contains(r.SVG, "data-hidden") {
		t.Errorf("unfolded: %s", r.SVG)
	}
	a.Edit("d1", 2, fmt.Sprintf(`{"op":"delete","nodes":[%d]}`, pasted.Select))
	if r := a.Edit("d1", 3, `{"op":"undo","revision":3}`); r.Revision != 4 || r.Folded != nil || strings.Count(r.SVG, ` id="dn`) != 7+81 {
		t.Errorf("undone: revision %d, %v folded, %s", r.Revision, r.Folded, r.Detail)
	}
}

func TestUnparsedTextIsSavedWithPosition(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	p := webtest.Dial(t, ts)
	p.Open("d1", m.Key)
	text := "players 3 # 𝔸\na: 1[ (5,2,2) (1,2) ]"
	r := p.Edit("d1", 1, `{"op":"text","text":`+webtest.Quote(text)+`}`)
	if r.Type != "draft" || r.TypedFault == nil || *r.Text != text || r.Nodes != 7 {
		t.Fatalf("typed: %+v", r)
	}
	want := strings.Index(text, "(1,2)") - 2 // in UTF-16 units 𝔸 has two, in bytes four
	if f := r.TypedFault; f.Line != 2 || f.Offset < want || f.Offset > want+5 {
		t.Errorf("the fault is at line %d, offset %d, want line 2, from %d on: %s", f.Line, f.Offset, want, f.Message)
	}
	_, b := webtest.Get(t, ts.URL+"/edit/"+m.Key)
	if !strings.Contains(string(b), "players 3 # 𝔸") {
		t.Error("the page does not show what was typed")
	}
}

func TestDraftResults(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	p, reader := webtest.Dial(t, ts), webtest.Dial(t, ts)
	p.Open("d1", m.Key)
	r := p.Draft("results")
	if r.Revision != 1 || strings.Contains(r.HTML, m.Key) || !strings.Contains(r.HTML, "/t/"+m.ID+"?") || !strings.Contains(r.HTML, "(5, 2, 2)") {
		t.Errorf("results are %+v", r)
	}
	reader.Open("d1", m.ID)
	if r := reader.Draft("results"); strings.Contains(r.HTML, m.Key) || !strings.Contains(r.HTML, "/t/"+m.ID+"?") {
		t.Errorf("a reader's results are %s", r.HTML)
	}
	p.Edit("d1", 1, `{"op":"set","nodes":[2],"value":[9,9,9]}`)
	if r := p.Draft("results"); r.Revision != 2 || !strings.Contains(r.HTML, "breaks a limit") {
		t.Errorf("results of a tree with a fault are %+v", r)
	}
}

// Acknowledged edits exist after the server was stopped in the middle of edits,
// and no others were acknowledged.
func TestDraftSurvivesRestart(t *testing.T) {
	dir := t.TempDir()
	s, ts, end := webtest.ServeWithStoreIn(t, dir)
	m := webtest.MakeTree(t, ts, `{"empty":true}`)
	p := webtest.Dial(t, ts)
	p.Open("d1", m.Key)
	go func() {
		for seq := 1; ; seq++ {
			edit := fmt.Appendf(nil, `{"type":"edit","id":"d1","seq":%d,"edit":{"op":"child","node":1}}`, seq)
			if p.WS.WriteMessage(websocket.TextMessage, edit) != nil {
				return
			}
		}
	}()
	acknowledged := 0
	for {
		p.WS.SetReadDeadline(time.Now().Add(10 * time.Second))
		_, text, err := p.WS.ReadMessage()
		if err != nil {
			break
		}
		var r webtest.DraftReply
		json.Unmarshal(text, &r)
		if r.Type == "draft" && r.Seq > 0 {
			if r.Seq != acknowledged+1 {
				t.Fatalf("after edit %d edit %d is acknowledged: those between were left out", acknowledged, r.Seq)
			}
			acknowledged = r.Seq
		}
		if acknowledged == 20 && s.Stopping.Err() == nil {
			go s.Shutdown(context.Background())
		}
	}
	end()
	if acknowledged < 20 {
		t.Fatalf("%d edits were acknowledged, want 20 and more", acknowledged)
	}
	_, ts, _ = webtest.ServeWithStoreIn(t, dir)
	if r := webtest.Dial(t, ts).Open("d1", m.Key); r.Revision < 1+acknowledged || r.Nodes < 1+acknowledged {
		t.Errorf("after the restart the tree is at revision %d with %d nodes; %d edits were acknowledged", r.Revision, r.Nodes, acknowledged)
	}
}

// 50 clients edit 50 trees at once without an error.
func TestManyClientsEditManyTrees(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			m := webtest.MakeTree(t, ts, webtest.Korf6Source)
			p := webtest.Dial(t, ts)
			p.Open("d1", m.Key)
			for seq := 1; seq <= 10; seq++ {
				if r := p.Edit("d1", seq, fmt.Sprintf(`{"op":"set","nodes":[2],"value":[%d,%d,0]}`, i%9, seq%2)); r.Type != "draft" {
					t.Errorf("person %d, edit %d: %s", i, seq, r.Detail)
					return
				}
			}
		})
	}
	all.Wait()
}

// An observer receives some of many revisions, and the newest; the editor is
// answered at once.
func TestEditsOfOthersAreThrottled(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	a, b := webtest.Dial(t, ts), webtest.Dial(t, ts)
	a.Open("d1", m.Key)
	b.Open("d1", m.Key)
	const edits = 60
	began := time.Now()
	for i := range edits {
		if r := b.Edit("d1", i+1, fmt.Sprintf(`{"op":"set","nodes":[2],"label":"w%d"}`, i)); r.Made != i+2 {
			t.Fatalf("edit %d made revision %d, want %d", i, r.Made, i+2)
		}
	}
	shown := 0
	for r := (webtest.DraftReply{}); r.Revision < edits+1; shown++ {
		if r = a.Draft("draft"); r.Revision == edits+1 && !strings.Contains(r.SVG, fmt.Sprintf(`data-label="w%d"`, edits-1)) {
			t.Errorf("the newest picture is not that of the last edit")
		}
	}
	if most := int(time.Since(began)/editor.OthersEvery) + 2; shown > most {
		t.Errorf("%d edits were shown %d times in %v, want at most %d times", edits, shown, time.Since(began), most)
	}
}
