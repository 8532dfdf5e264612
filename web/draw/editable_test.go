package draw

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/treetest"
)

// TestEditableMatchesDocument compares the attributes of every node of every figure
// with the document, and its position with the position in the playback's picture.
func TestEditableMatchesDocument(t *testing.T) {
	for _, f := range figures.All() {
		if f.Tree == nil {
			continue
		}
		draft := trees.NewDraft(f.Tree)
		got := treetest.NodeGroups(t, Editable(draft, &DraftView{}))
		player := Picture{Drawing: NewDrawing(f.Tree, false), Theme: &Themes[0], Live: true}
		player.Show(trace.NewFold(f.Tree, nil))
		places := treetest.NodeGroups(t, player.SVG())
		if len(got) != len(places) {
			t.Errorf("%s: %d nodes are drawn, want %d", f.ID, len(got), len(places))
		}
		for n, g := range got {
			if g["transform"] != places[n]["transform"] {
				t.Errorf("%s: node %d is at %s, want %s as in the playback", f.ID, n, g["transform"], places[n]["transform"])
			}
			if g["data-id"] != strconv.Itoa(int(draft.ID(n))) || g["data-label"] != f.Tree.Label(n) || g["data-player"] != strconv.Itoa(f.Tree.Mover(n)) {
				t.Errorf("%s: node %d has %v", f.ID, n, g)
			}
			node := f.Tree.Node(n)
			for name, v := range map[string]*trees.Vector{"data-value": node.Value, "data-low": node.Low, "data-up": node.Up, "data-static": node.Static} {
				if name == "data-value" && node.Unknown {
					if g[name] != "null" {
						t.Errorf("%s: the value of node %d is %q, want null", f.ID, n, g[name])
					}
					continue
				}
				if (v == nil) != (g[name] == "") {
					t.Errorf("%s: node %d has %s = %q, want that of %v", f.ID, n, name, g[name], v)
				}
				if v != nil && !json.Valid([]byte(g[name])) {
					t.Errorf("%s: node %d has %s = %q, which is not JSON", f.ID, n, name, g[name])
				}
			}
		}
	}
}

// Fractions are strings in JSON, and their quotes must not end the attribute.
func TestEditableFractions(t *testing.T) {
	for text, want := range map[string]map[string]string{
		"players 2 1[ (1/3,2) (1/3,1) | (-7/2,0) ]": {"data-value": `["1/3",2]`, "data-alternatives": `[["1/3",1],[-3.5,0]]`},
		"kind path [ +1/3 . ]":                      {"data-cost": `"1/3"`},
	} {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, g := range treetest.NodeGroups(t, Editable(trees.NewDraft(tree), &DraftView{})) {
			for name := range want {
				got[name] = cmp.Or(got[name], g[name])
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: drawn with %v, want %v", text, got, want)
		}
	}
}

func TestEditableFolded(t *testing.T) {
	tree := treetest.LabelledTree(t, 200)
	draft := trees.NewDraft(tree)
	kid := int(tree.Kids(0)[0])
	got := treetest.NodeGroups(t, Editable(draft, &DraftView{Folded: []trees.ID{draft.ID(kid), 9999}}))
	if want := tree.Len() - (tree.End(kid) - kid) + 1; len(got) != want {
		t.Errorf("%d groups are drawn, want %d", len(got), want)
	}
	if g := got[kid]; g["data-hidden"] != strconv.Itoa(tree.End(kid)-kid) || !strings.Contains(g["class"], "more") || g["data-run"] != "" {
		t.Errorf("the folded node has %v", g)
	}
}

// What comes at once, and would be too wide, is folded; what stood there before is not.
func TestFoldNew(t *testing.T) {
	small := "(1,2) 2[ (1,2) (2,1) ]"
	wide := "1[ " + strings.Repeat("2[ (1,2) (2,1) (0,3) ] ", 20) + "]"
	draft := func(text string) *trees.Draft {
		tree, err := trees.ReadText("players 2 " + text)
		if err != nil {
			t.Fatal(err)
		}
		return trees.NewDraft(tree)
	}
	apply := func(d *trees.Draft, format string, args ...any) *trees.Draft {
		e, err := trees.ReadEdit(fmt.Appendf(nil, format, args...))
		if err != nil {
			t.Fatal(err)
		}
		next, err := d.Apply(e)
		if err != nil {
			t.Fatal(err)
		}
		return next.Draft
	}
	before := draft("1[ " + small + " ]")
	below := apply(before, `{"op":"paste","to":%d,"text":%q}`, before.ID(0), wide)
	for _, c := range []struct {
		name        string
		now, before *trees.Draft
		view        DraftView
		folds       int // none of them with an id that was there before
		drawn       int // groups in the picture
	}{
		{"opened", draft(wide), nil, DraftView{}, 20, 21},
		{"pasted below a node", below, before, DraftView{}, 20, 5 + 21},
		{"pasted and folded before", below, before, DraftView{Folded: []trees.ID{below.ID(6)}}, 19, 5 + 21},
		{"pasted as the text of an empty tree", apply(trees.EmptyDraft(), `{"op":"text","text":%q}`, "players 2 "+wide), trees.EmptyDraft(), DraftView{}, 20, 21},
		{"little pasted", apply(before, `{"op":"paste","to":%d,"text":%q}`, before.ID(0), small), before, DraftView{}, 0, 9},
		{"one node more in a wide tree", apply(below, `{"op":"child","node":%d}`, below.ID(6)), below, DraftView{}, 0, 5 + 81 + 1},
		{"a wide tree made smaller", before, below, DraftView{}, 0, 5},
		{"too many beside each other", draft("1[ " + strings.Repeat("(1,2) ", 60) + "]"), nil, DraftView{}, 0, 61},
	} {
		view := c.view
		folded := view.FoldNew(c.now, c.before)
		if len(folded) != c.folds || len(view.Folded) != len(c.view.Folded)+c.folds {
			t.Errorf("%s: %v are folded, want %d nodes; the view has %v", c.name, folded, c.folds, view.Folded)
		}
		for _, id := range folded {
			if c.before != nil {
				if _, old := c.before.Find(id); old {
					t.Errorf("%s: node %d, which was there, is folded", c.name, id)
				}
			}
		}
		if c.before != nil {
			want := 0
			for n := range c.before.Tree().Len() {
				if _, there := c.now.Find(c.before.ID(n)); !there {
					want++
				}
			}
			gone := Gone(c.now, c.before, want+1)
			for _, id := range gone {
				if _, there := c.now.Find(id); there {
					t.Errorf("%s: node %d is gone, and is there", c.name, id)
				}
			}
			if len(gone) != want || want > 0 && len(Gone(c.now, c.before, want-1)) != want-1 {
				t.Errorf("%s: %d nodes are gone, want %d", c.name, len(gone), want)
			}
		}
		if got := len(treetest.NodeGroups(t, Editable(c.now, &view))); got != c.drawn {
			t.Errorf("%s: %d groups are drawn, want %d", c.name, got, c.drawn)
		}
	}
}

// TestEditableCollapsedSiblings checks that collapsed siblings have the attribute
// data-run.
func TestEditableCollapsedSiblings(t *testing.T) {
	b := trees.NewBuilder(trees.Header{Players: 1})
	b.Open(trees.Node{Player: 1})
	zero := trees.Points(0)
	for range 2000 {
		b.Open(trees.Node{Value: &zero})
		b.Close()
	}
	b.Close()
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	runs := 0
	for n, g := range treetest.NodeGroups(t, Editable(trees.NewDraft(tree), &DraftView{})) {
		if g["data-run"] != "" {
			runs++
			if g["data-run"] != g["data-hidden"] {
				t.Errorf("node %d is drawn for %s siblings and %s nodes, want equal numbers", n, g["data-run"], g["data-hidden"])
			}
		}
	}
	if runs == 0 {
		t.Error("no collapsed subtree is of several siblings")
	}
}

func TestEditableEscapesLabels(t *testing.T) {
	label := `<script>alert("1")</script>&'é̩́` + "\uFFFE"
	tree, err := trees.ReadText("players 1 " + strconv.Quote(strings.ReplaceAll(label, "\uFFFE", "")) + ": 1[ (1) (2) ]")
	if err != nil {
		t.Fatal(err)
	}
	svg := Editable(trees.NewDraft(tree), &DraftView{})
	if regexp.MustCompile(`(?i)<script`).Match(svg) {
		t.Errorf("a label became markup: %s", svg)
	}
	if got := treetest.NodeGroups(t, svg)[0]["data-label"]; got != strings.ReplaceAll(label, "\uFFFE", "") {
		t.Errorf("data-label = %q, want the label", got)
	}
}
