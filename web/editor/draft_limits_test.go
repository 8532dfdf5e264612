package editor_test

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/trees"
	"espalier/trees/layout"
	"espalier/trees/treetest"
	"espalier/web/editor"
	"espalier/web/webtest"
)

// One more node is rejected with the limit.
func TestDraftOfMaximumSizeCanBeEdited(t *testing.T) {
	if testing.Short() {
		t.Skip("a quarter of a million nodes")
	}
	var b strings.Builder
	b.WriteString("players 1 1[ ")
	const wide = 499
	count := 1
	for count < trees.MaxNodes {
		kids := min(wide, trees.MaxNodes-count-1)
		if kids < 1 {
			b.WriteString("? ")
			count++
			continue
		}
		b.WriteString("1[ ")
		b.WriteString(strings.Repeat("? ", kids))
		b.WriteString("] ")
		count += 1 + kids
	}
	b.WriteString("]")
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, `{"text":`+webtest.Quote(b.String())+`}`)
	if m.Nodes != trees.MaxNodes {
		t.Fatalf("the tree has %d nodes, want %d", m.Nodes, trees.MaxNodes)
	}
	p := webtest.Dial(t, ts)
	if r := p.Open("d1", m.Key); r.Nodes != trees.MaxNodes || r.Text != nil || len(treetest.NodeGroups(t, []byte(r.SVG))) > layout.MaxDrawn {
		t.Errorf("opened: %d nodes, text %v", r.Nodes, r.Text)
	}
	start := time.Now()
	r := p.Edit("d1", 1, fmt.Sprintf(`{"op":"set","nodes":[%d],"label":"last"}`, trees.MaxNodes))
	if r.Type != "draft" || r.Revision != 2 {
		t.Errorf("edited: %+v", r)
	}
	t.Logf("an edit took %v", time.Since(start))
	if r := p.Edit("d1", 2, `{"op":"child","node":1}`); r.Type != "refused" || r.Status != 413 || !strings.Contains(r.Detail, "250000") {
		t.Errorf("one node more: %s %d %s", r.Type, r.Status, r.Detail)
	}
	p.Send(`{"type":"view","id":"d1","folded":[],"opened":[%d]}`, trees.MaxNodes)
	if r := p.Draft("draft"); !strings.Contains(r.SVG, `data-label="last"`) {
		t.Error("what was opened is not drawn")
	}
}

// On the socket and on the pages.
func TestDraftLabelsAreEscaped(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	p := webtest.Dial(t, ts)
	p.Open("d1", m.Key)
	for seq, label := range []string{`<script>alert(1)</script>`, `"></svg><img src=x>`, "e\u0301\u0323\u0302" + strings.Repeat("\u0300", 59), "\u202eabc", "👩‍👩‍👧‍👦"} {
		r := p.Edit("d1", seq+1, `{"op":"set","nodes":[5],"label":`+webtest.Quote(label)+`}`)
		if r.Type != "draft" {
			t.Errorf("label %q: %s", label, r.Detail)
			continue
		}
		if got := treetest.NodeGroups(t, []byte(r.SVG))[4]["data-label"]; got != label {
			t.Errorf("label %q is drawn as %q", label, got)
		}
		for _, path := range []string{m.Edit, m.Edit + "?mode=play", m.Read} {
			_, page := webtest.Get(t, ts.URL+path)
			if strings.Contains(string(page), "<script>alert") || strings.Contains(string(page), "<img src=x") {
				t.Errorf("label %q became markup on %s", label, path)
			}
		}
	}
}

// A message over the limit closes the connection with 1009; a tree that is too
// large is rejected and changes nothing.
func TestTooLargePasteIsRejected(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	p := webtest.Dial(t, ts)
	p.Open("d1", m.Key)
	many := "players 1 1[ " + strings.Repeat("? ", trees.MaxNodes) + "]"
	r := p.Edit("d1", 1, `{"op":"paste","to":1,"text":`+webtest.Quote(many)+`}`)
	if r.Type != "refused" || r.Status != 413 || !strings.Contains(r.Detail, "250000 nodes") {
		t.Errorf("a paste of too many nodes: %s %d %s", r.Type, r.Status, r.Detail)
	}
	p.Send(`{"type":"edit","id":"d1","seq":2,"edit":{"op":"text","text":%s}}`, webtest.Quote(strings.Repeat("1[ ", 10<<20/3)))
	for {
		p.WS.SetReadDeadline(time.Now().Add(10 * time.Second))
		_, _, err := p.WS.ReadMessage()
		if websocket.IsCloseError(err, websocket.CloseMessageTooBig) {
			break
		}
		if err != nil {
			t.Fatalf("a paste of 10 MB ends with %v, want a close with 1009", err)
		}
	}
	if r := webtest.Dial(t, ts).Open("d1", m.Key); r.Nodes != 7 {
		t.Errorf("after the pastes the tree has %d nodes, want 7", r.Nodes)
	}
}

func TestSlowClientSkipsRevisions(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, `{"tree":`+string(treetest.LabelledTree(t, 2_000).AppendJSON(nil))+`}`)
	slow, p := webtest.Dial(t, ts), webtest.Dial(t, ts)
	// Few revisions fill the connection then. All are made before the server gives
	// up a client that reads nothing.
	if err := slow.WS.NetConn().(*net.TCPConn).SetReadBuffer(256 << 10); err != nil {
		t.Fatal(err)
	}
	slow.Open("d1", m.ID)
	p.Open("d1", m.Key)
	const edits = 24 // some 13 fill the connection
	for seq := 1; seq <= edits; seq++ {
		if r := p.Edit("d1", seq, fmt.Sprintf(`{"op":"set","nodes":[1],"label":"n%d"}`, seq)); r.Type != "draft" {
			t.Fatalf("edit %d: %s", seq, r.Detail)
		}
	}
	got := 0
	for last := 0; last < edits+1; got++ {
		r := slow.Draft("draft")
		if r.Revision <= last {
			t.Fatalf("revision %d comes after %d", r.Revision, last)
		}
		last = r.Revision
	}
	if got > edits*3/4 {
		t.Errorf("the slow viewer was sent %d of %d revisions, want fewer: it skips", got, edits)
	}
}

func TestDraftsOfConnectionAreLimited(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, description := webtest.Get(t, ts.URL+"/api/v1/openapi.json")
	if said := fmt.Sprintf("{type: close, id}, at most %d of them at a time", editor.MaxDrafts); !strings.Contains(string(description), said) {
		t.Errorf("the description does not say %q", said)
	}
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	p := webtest.Dial(t, ts)
	for i := range editor.MaxDrafts {
		p.Open(fmt.Sprint(i), m.ID)
	}
	p.Send(`{"type":"open","id":"more","saved":%q}`, m.ID)
	for {
		r := p.Draft("draft", "error", "people", "results")
		if r.Type == "error" {
			if r.Status != 422 || !strings.Contains(r.Detail, fmt.Sprintf("%d saved trees", editor.MaxDrafts)) {
				t.Errorf("one draft too many: %d %s", r.Status, r.Detail)
			}
			break
		}
	}
	p.Send(`{"type":"close","id":"0"}`)
	p.Open("more", m.ID)
}

func TestClientIsNotifiedOfDeletion(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	p := webtest.Dial(t, ts)
	p.Open("d1", m.ID)
	webtest.Send(t, "DELETE", ts.URL+"/api/v1/trees/"+m.Key, "")
	for {
		if r := p.Draft("error", "draft", "results"); r.Type == "error" {
			if r.Status != 404 {
				t.Errorf("the tree was deleted: %+v", r)
			}
			return
		}
	}
}

func TestRunOfSavedTreeSendsTree(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	p := webtest.Dial(t, ts)
	p.Send(`{"type":"run","id":"r1","saved":%q,"revision":1,"algorithm":"maxn"}`, m.ID)
	if r := p.Next(); r.Type != "tree" || !strings.Contains(string(r.Tree), `"value":[5,2,2]`) {
		t.Errorf("the first message is %+v, want the tree", r)
	}
	if _, events := p.Until("end", "r1"); events < 10 {
		t.Errorf("the run has %d events", events)
	}
	p.Send(`{"type":"run","id":"r1","text":"?","revision":1,"algorithm":"maxn"}`)
	if r := p.Next(); r.Type != "error" || !strings.Contains(r.Detail, "only a saved tree, a trace and a program have revisions") {
		t.Errorf("a revision of a text: %+v", r)
	}
}
