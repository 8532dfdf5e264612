package export_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"testing"

	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/trees/treetest"
	"espalier/web/webtest"
)

// hardLabels are names that look like something else in one of the notations, or need to be quoted there.
var hardLabels = []string{
	"α", "Ω", "∞", "—", "½", `"q"`, "=", "a = 3", "a: 3", "{}", "[x]", "(1,2)", "(", "]", ",", ";", ":", "|", `\`, `\alpha`, "$x$", "a_1", "x^2", "~", "%", "&", "#", "-5", "3", "0.5",
	"1/2", "max", "MIN", "chance", "P1", "player 2", "?", "x", "null", "true", "<b>", "<b>bold</b>", "&amp;", "->", "--", "-->", "a->b", "木", "é", "e\u0301", "🂡", "'", "''", "`", "*", "@1/2", "+3",
	"//", "/* c */", "# c", "% c", "a\u00A0b", " a", "a ", "a  b", "end", "subgraph", "node", "digraph", "nil", "-", "−1", "inf", "t \"\" 1", "\u200bz", "Ann", "L", "label=x", "child", "leaf", "1e5", "H4", "ⅷ", "≥5",
}

// A written format is one in which a tree is exported and read again.
type writtenFormat struct {
	name, as string
	exact    bool // also of what is not written out, such as even probabilities
	lists    bool // it has neither names nor movers
}

var writtenFormats = []writtenFormat{
	{name: "tree.txt", as: "espalier", exact: true}, {name: "tree.json", as: "json", exact: true}, {name: "tree.efg", as: "efg"}, {name: "tree.children.json", as: "children"}, {name: "tree.dot", as: "dot"},
	{name: "tree.mmd", as: "mermaid"}, {name: "tree.forest.tex", as: "forest"}, {name: "tree.istgame.tex", as: "forest"}, {name: "tree.nested.txt", as: "nested", lists: true},
}

// through exports a tree and reads it. It returns nil for a tree that the format refuses, and for a name that it cannot hold
// and says so.
func (f *writtenFormat) through(t *testing.T, server string, tree *trees.Tree) (*trees.Tree, error) {
	status, _, body, _ := download(t, server+"/export/"+f.name+"?text="+url.QueryEscape(tree.Text()))
	switch {
	case status == 422 && (tree.Kind == trees.Path || tree.Players == 1) && f.name != "tree.dot" && !f.exact, status == 422 && f.as == "forest" && tree.IsLeaf(0), status == 422 && f.lists && !inTurn(tree):
		return nil, nil
	case bytes.Contains(body, []byte("cannot hold it: the name")): // a move whose name is a number, in .efg
		return nil, nil
	case status != 200:
		return nil, fmt.Errorf("%s = %d:\n%s", f.name, status, body)
	}
	got, err := foreign.Read(t.Context(), string(body), foreign.Options{})
	if err != nil || got.As != f.as {
		return nil, fmt.Errorf("%s is read as %v, %v:\n%s", f.name, got, err, body)
	}
	return got.Tree, nil
}

// TestPairsOfFormats writes 3,000 trees of all kinds with such names in one format, reads them, writes what was read in another one, and
// reads that: what both formats hold is still there.
func TestPairsOfFormats(t *testing.T) {
	_, ts := webtest.Serve(t)
	const (
		all     = 3_000
		perPair = 5 // that no format refuses, at least
	)
	rng := rand.New(rand.NewPCG(7, 66))
	failed, kept := map[string]int{}, map[string]int{}
	for i := range all {
		first := &writtenFormats[i%len(writtenFormats)]
		second := &writtenFormats[i/len(writtenFormats)%len(writtenFormats)]
		pair := first.name + ", then " + second.name
		lists := first.lists || second.lists
		tree := named(t, rng, treetest.Random(rng, treetest.Shape{Kind: trees.Kind(rng.IntN(3)), Players: 1 + rng.IntN(4), MaxNodes: 9, Uneven: !lists, OutOfTurn: !lists && rng.IntN(2) == 0}))
		once, err := first.through(t, ts.URL, tree)
		var twice *trees.Tree
		if once != nil {
			twice, err = second.through(t, ts.URL, once)
		}
		if err == nil && twice == nil {
			continue
		}
		if err == nil {
			keep := func(name string) string {
				if lists {
					return ""
				}
				return name
			}
			if diff := treetest.Diff(bare(t, twice, false, keep), bare(t, tree, !first.exact || !second.exact, keep)); diff != "" {
				err = fmt.Errorf("it is read as %s, after\n%s", diff, once.Text())
			}
		}
		if err == nil {
			kept[pair]++
		} else if failed[pair]++; failed[pair] < 3 {
			t.Errorf("%s: %v\n%s", pair, err, tree.Text())
		}
	}
	if len(failed) > 0 {
		t.Errorf("of %d trees, failed are %v", all, failed)
	}
	for _, first := range writtenFormats {
		for _, second := range writtenFormats {
			if pair := first.name + ", then " + second.name; kept[pair] < perPair {
				t.Errorf("%s: only %d trees are kept", pair, kept[pair])
			}
		}
	}
}

// named gives nodes and moves hard names.
func named(t *testing.T, rng *rand.Rand, tree *trees.Tree) *trees.Tree {
	t.Helper()
	return rebuilt(t, tree, tree.Header, func(n int) trees.Node {
		node := tree.Node(n)
		if rng.IntN(2) == 0 {
			node.Label = hardLabels[rng.IntN(len(hardLabels))]
		}
		if n > 0 && rng.IntN(2) == 0 {
			node.Action = hardLabels[rng.IntN(len(hardLabels))]
		}
		return node
	})
}
