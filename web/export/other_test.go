package export_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/foreign"
	"espalier/trees/treetest"
	"espalier/web/run"
	"espalier/web/webtest"
)

// bare returns the part of a tree that another notation holds: movers, chance and values, and
// names as keep changes them. even: probabilities are at every move of chance.
func bare(t *testing.T, tree *trees.Tree, even bool, keep func(name string) string) *trees.Tree {
	t.Helper()
	return rebuilt(t, tree, trees.Header{Kind: tree.Kind, Players: tree.Players, Unit: tree.Unit}, func(n int) trees.Node {
		node := trees.Node{Label: keep(tree.Label(n)), Action: keep(tree.Action(n)), Chance: tree.IsChance(n)}
		if node.Prob, _ = tree.GivenProb(n); n > 0 && even && tree.IsChance(tree.Parent(n)) {
			node.Prob = tree.Prob(n)
		}
		if tree.Kind == trees.Path {
			node.Cost = tree.Cost(n)
		} else if tree.IsLeaf(n) {
			if v, known := tree.Value(n); known {
				node.Value = &v
			} else {
				node.Unknown = true
			}
		} else {
			node.Player = tree.Mover(n)
		}
		return node
	})
}

// rebuilt returns a tree of the same shape with other nodes.
func rebuilt(t *testing.T, tree *trees.Tree, h trees.Header, nodeOf func(n int) trees.Node) *trees.Tree {
	t.Helper()
	b := trees.NewBuilder(h)
	for n := range tree.Len() {
		b.Open(nodeOf(n))
		for up := n; tree.End(up) == n+1; up = tree.Parent(up) {
			if b.Close(); up == 0 {
				break
			}
		}
	}
	made, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// inTurn reports whether the players of a tree move in turn, as nested lists have them.
func inTurn(tree *trees.Tree) bool {
	if tree.HasChance() {
		return false
	}
	for n := range tree.Len() {
		if !tree.IsLeaf(n) && tree.Mover(n) != tree.Level(n)%tree.Players+1 {
			return false
		}
	}
	return true
}

// notInTeX are characters that TeX has no other form of than the one that is written.
var notInTeX = strings.NewReplacer(`"`, "", "''", "", "{", "", "}", "", "--", "-")

// What is written in the notation of another tool is read as the same tree.
func TestOtherNotationsRoundTrip(t *testing.T) {
	_, ts := webtest.Serve(t)
	texts := map[string]string{
		"unknown":   "kind minimax max[ a: ? b: min[ 0.5 -4 ] c: ? ]",
		"awful":     `players 2 title "x %" r: 1[ "a & b_1 {x}": (1,2) "50% $ #": 2[ "c\\d ~ ^": (0,1) "é 木 --": (1,0.25) ] ]`,
		"one child": "players 3 1[ 2[ 3[ (1,2,3) ] ] ]",
		"a leaf":    "players 2 (1,2)",
	}
	rng := rand.New(rand.NewPCG(41, 7))
	for i := range 120 {
		shape := treetest.Shape{Kind: trees.Kind(i % 2), Players: 2 + i%3, MaxNodes: 14, Uneven: true, OutOfTurn: i%4 > 1}
		texts[fmt.Sprintf("random %d", i)] = treetest.Adorned(rng, treetest.Random(rng, shape)).Text()
	}
	for _, f := range figures.All() {
		if f.Tree != nil && f.Tree.Kind != trees.Path && (f.Tree.Kind == trees.Minimax || f.Tree.Players > 1) {
			texts[f.ID] = run.FigureTree(f).Text()
		}
	}
	written := map[string]int{}
	for id, text := range texts {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatal(id, err)
		}
		if len(text) > run.MaxLinkText {
			continue
		}
		for name, as := range map[string]string{"tree.nested.txt": "nested", "tree.children.json": "children", "tree.forest.tex": "forest", "tree.istgame.tex": "forest", "tree.dot": "dot", "tree.mmd": "mermaid"} {
			status, _, body, _ := download(t, ts.URL+"/export/"+name+"?text="+url.QueryEscape(text))
			if status == 422 && (name == "tree.nested.txt" && !inTurn(tree) || name == "tree.istgame.tex" && tree.IsLeaf(0)) {
				continue
			}
			got, err := foreign.Read(t.Context(), string(body), foreign.Options{})
			if status != 200 || err != nil {
				t.Errorf("%s as %s = %d, %v: %.300s", id, name, status, err, body)
				continue
			}
			written[name]++
			keep := func(name string) string {
				switch {
				case as == "nested":
					return ""
				case as == "forest":
					return notInTeX.Replace(name)
				}
				return name
			}
			have, want := bare(t, got.Tree, false, keep), bare(t, tree, as == "forest" || as == "dot" || as == "mermaid", keep)
			if diff := treetest.Diff(have, want); diff != "" || got.As != as {
				t.Errorf("%s as %s is read as %s: %s\n%s\nwant\n%s", id, name, got.As, diff, have.Text(), want.Text())
			}
		}
	}
	for name, n := range written {
		if n < 5 {
			t.Errorf("%d trees are written as %s", n, name)
		}
	}
	for _, c := range []struct{ label, want string }{{"a & b_1 {x}", "a & b_1 {x}"}, {`c\d ~ ^`, `c\d ~ ^`}, {"a--b", "a--b"}, {"木", "木"}} {
		text := "players 2 1[ " + string(trees.AppendQuoted(nil, c.label)) + ": (1,2) ]"
		_, _, body, _ := download(t, ts.URL+"/export/tree.forest.tex?text="+url.QueryEscape(text))
		if got, err := foreign.Read(t.Context(), string(body), foreign.Options{}); err != nil || got.Tree.Label(1) != c.want {
			t.Errorf("the label %s in TeX: %v, %v", c.label, got, err)
		}
	}
}
