package algorithms_test

import (
	"fmt"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
)

// figureTree returns the tree of a figure with other values at some labelled
// leaves.
func figureTree(t testing.TB, id string, values map[string]trees.Vector) *trees.Tree {
	t.Helper()
	f, ok := figures.Find(id)
	if !ok {
		t.Fatalf("FindFigure(%q) found nothing", id)
	}
	set := map[int]trees.Vector{}
	for name, v := range values {
		for n := range f.Tree.Len() {
			if f.Tree.Name(n) == name {
				set[n] = v
			}
		}
	}
	if len(set) != len(values) {
		t.Fatalf("figure %s has no leaves %v", id, values)
	}
	tree, err := f.Tree.WithValues(set)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// The smallest trees on which the printed procedures fail, found by search and
// shrinking.
var printedExhibits = []struct {
	what, text    string
	o             engine.Options
	want, printed trees.Vector
	nodes         int
}{
	{"the root itself comes back NIL",
		"players 3 maxsum 1 1[ 2[ (0,1,0) ] ]",
		engine.Options{AsPrinted: true}, trees.Points(0, 1, 0), trees.Points(0, 0, 0), 3},
	{"a first child that is NIL is lost",
		"players 3 maxsum 1 1[ 2[ (0,1,0) ] (0,0,1) ]",
		engine.Options{AsPrinted: true}, trees.Points(0, 1, 0), trees.Points(0, 0, 1), 4},
	{"figure 9 of 2005 tests unseen values alone, though the best so far pleases the parent",
		"players 3 maxsum 1 1[ (0,1,0) 2[ (1,0,0) (0,1,0) ] ]",
		engine.Options{AsPrinted: true, Table: true}, trees.Points(0, 1, 0), trees.Points(1, 0, 0), 5},
	{"the same with outcomes that are given, and no bound of 0 but player 1's",
		"players 3 maxsum 3 outcomes (0,2,1) (1,1,1) (0,1,0) 1[ (0,2,1) 2[ (1,1,1) (0,2,1) ] ]",
		engine.Options{AsPrinted: true, Table: true}, trees.Points(0, 2, 1), trees.Points(1, 1, 1), 5},
	{"figure 9 of 2005 loses the rows of rank 0 for player 3, who has no bound",
		"players 3 maxsum 2 1[ (0,0,0) 2[ (0,0,0) (1,1,0) ] ]",
		engine.Options{AsPrinted: true, Table: true}, trees.Points(1, 1, 0), trees.Points(0, 0, 0), 5},
}

func TestPrintedFails(t *testing.T) {
	for _, c := range printedExhibits {
		tree := searchtest.Read(t, c.text)
		if tree.Len() != c.nodes {
			t.Errorf("%s: %d nodes, want %d", c.what, tree.Len(), c.nodes)
		}
		res := searchtest.RunOn(t, "speculative", engine.OnTree(tree, 0), c.o)
		if res.Value != c.printed || res.Reference.Value != c.want || res.Reference.Agrees {
			t.Errorf("%s: as printed = (%s), max^n (%s); want (%s), (%s)", c.what, searchtest.Scores(res.Value, 3), searchtest.Scores(res.Reference.Value, 3), searchtest.Scores(c.printed, 3), searchtest.Scores(c.want, 3))
		}
		c.o.AsPrinted = false
		if res := searchtest.RunOn(t, "speculative", engine.OnTree(tree, 0), c.o); res.Value != c.want {
			t.Errorf("%s: repaired = (%s), want (%s)", c.what, searchtest.Scores(res.Value, 3), searchtest.Scores(c.want, 3))
		}
	}
}

// TestPrintedTableFlaws distinguishes the two errors of figure 9: with "no bound" instead
// of 0 for player 3 the first tree is still cut, and the second is not.
func TestPrintedTableFlaws(t *testing.T) {
	for _, c := range []struct {
		text            string
		bounds          trees.Vector // bounds of players 1 and 2 at the cut of the listing
		withoutRankZero bool
	}{
		{"players 3 maxsum 1 1[ (0,1,0) 2[ (1,0,0) (0,1,0) ] ]", trees.Points(0, 0), true},
		{"players 3 maxsum 3 outcomes (0,2,1) (1,1,1) (0,1,0) 1[ (0,2,1) 2[ (1,1,1) (0,2,1) ] ]", trees.Points(0, 1), true},
		{"players 3 maxsum 2 1[ (0,0,0) 2[ (0,0,0) (1,1,0) ] ]", trees.Points(0, 0), false},
	} {
		p := engine.OnTree(searchtest.Read(t, c.text), 0)
		table := engine.NewTable(3, p.TableOutcomes(), nil)
		c.bounds[2] = engine.NoBound
		if got := table.Prune(&c.bounds, nil, nil); got != c.withoutRankZero {
			t.Errorf("%s: without a bound for player 3, prune = %t, want %t", c.text, got, c.withoutRankZero)
		}
		table = engine.NewTable(3, p.TableOutcomes(), nil)
		table.Printed = true
		if !table.Prune(&c.bounds, nil, nil) {
			t.Errorf("%s: as printed it is not cut", c.text)
		}
	}
}

// allTrees lists every tree of three players in turn with the given number of
// nodes whose scores are integers and add up to at most maxsum.
func allTrees(nodes, player, maxsum int) []string {
	if nodes == 1 {
		var list []string
		for x := range maxsum + 1 {
			for y := range maxsum + 1 - x {
				for z := range maxsum + 1 - x - y {
					list = append(list, fmt.Sprintf("(%d,%d,%d)", x, y, z))
				}
			}
		}
		return list
	}
	var list []string
	for _, kids := range allKids(nodes-1, player%3+1, maxsum) {
		list = append(list, fmt.Sprintf("%d[ %s ]", player, kids))
	}
	return list
}

func allKids(nodes, player, maxsum int) []string {
	list := allTrees(nodes, player, maxsum)
	for first := 1; first < nodes; first++ {
		rest := allKids(nodes-first, player, maxsum)
		for _, k := range allTrees(first, player, maxsum) {
			for _, r := range rest {
				list = append(list, k+" "+r)
			}
		}
	}
	return list
}

// TestPrintedSmallest checks that the printed procedures are right on smaller
// trees. For speculative pruning the smallest failure is a root that is NIL;
// apart from that, a tree of four nodes.
func TestPrintedSmallest(t *testing.T) {
	for _, c := range []struct {
		o     engine.Options
		nodes int
		nil   bool // a NIL root counts as a failure
	}{{engine.Options{AsPrinted: true}, 3, true}, {engine.Options{AsPrinted: true}, 4, false}, {engine.Options{AsPrinted: true, Table: true}, 5, true}} {
		for nodes := 1; nodes < c.nodes; nodes++ {
			for _, text := range allTrees(nodes, 1, 2) {
				tree := searchtest.Read(t, "players 3 maxsum 2 "+text)
				res := searchtest.RunOn(t, "speculative", engine.OnTree(tree, 0), c.o)
				if valued := tree.IsLeaf(int(res.Line[len(res.Line)-1])); !res.Reference.Agrees && (valued || c.nil) {
					t.Errorf("%+v on %s = (%s), which is wrong on %d nodes", c.o, text, searchtest.Scores(res.Value, 3), nodes)
				}
			}
		}
	}
}

// The paper's figure 3 with (0,4,6): the printed procedure returns (6,4,0), but (5,4,1)
// is right.
func TestPrintedFigure3(t *testing.T) {
	tree := figureTree(t, "s2003-fig3", map[string]trees.Vector{"(b).2": trees.Points(0, 4, 6)})
	if res := searchtest.RunOn(t, "speculative", engine.OnTree(tree, 0), engine.Options{AsPrinted: true}); res.Value != trees.Points(6, 4, 0) {
		t.Errorf("as printed on figure 3 = (%s), want (6,4,0)", searchtest.Scores(res.Value, 3))
	}
	if res := searchtest.RunOn(t, "speculative", engine.OnTree(tree, 0), engine.Options{}); res.Value != trees.Points(5, 4, 1) {
		t.Errorf("repaired on figure 3 = (%s), want (5,4,1)", searchtest.Scores(res.Value, 3))
	}
}

// Figure 6: with (4,4,2) the cut has no effect; with (6,4,0) player 1 would move to (a),
// and (b) is re-searched.
func TestFigure6(t *testing.T) {
	for _, c := range []struct {
		last, unseen, want trees.Vector
		again              string
	}{
		{trees.Points(4, 4, 2), trees.Points(2, 3, 5), trees.Points(5, 4, 1), ""},
		{trees.Points(6, 4, 0), trees.Points(2, 3, 5), trees.Points(6, 4, 0), "(b)"},
		{trees.Points(6, 4, 0), trees.Points(1, 5, 4), trees.Points(5, 4, 1), "(b)"},
		{trees.Points(6, 4, 0), trees.Points(0, 4, 6), trees.Points(5, 4, 1), "(b)"}, // the tie goes to the left
	} {
		tree := figureTree(t, "s2003-fig6", map[string]trees.Vector{"(a).3": c.last, "(b).2": c.unseen})
		a, _ := algorithms.Find("speculative")
		events, res, err := searchtest.Record(a, engine.OnTree(tree, 0), engine.Options{})
		if err != nil || res.Value != c.want {
			t.Errorf("figure 6 with %v = (%s), %v, want (%s)", c.last, searchtest.Scores(res.Value, 3), err, searchtest.Scores(c.want, 3))
		}
		var again []string
		for _, e := range events {
			if e.Type == trace.Research {
				again = append(again, tree.Name(int(e.Child)))
				if because := tree.Name(int(e.BecauseChild)); because != "(a).3" || e.Value != c.last {
					t.Errorf("figure 6: re-searched because of %s, (%s)", because, searchtest.Scores(e.Value, 3))
				}
			}
			if e.Type == trace.Exit && e.Exact && tree.Name(int(e.Node)) == "(a)" && c.again == "" {
				t.Errorf("figure 6: (a) with a cut child below is marked exact")
			}
		}
		if got := strings.Join(again, " "); got != c.again {
			t.Errorf("figure 6 with (%s): re-searched %q, want %q", searchtest.Scores(c.last, 3), got, c.again)
		}
	}
}

// TestPrintedFailuresAreFound checks that the random tests would find the errors.
func TestPrintedFailuresAreFound(t *testing.T) {
	for _, o := range []engine.Options{{AsPrinted: true}, {AsPrinted: true, Table: true}, {AsPrinted: true, Discrete: true}} {
		wrong := 0
		for seed := range 1_000 {
			tree := searchtest.InTurn(uint64(seed))
			tree.Delta = trees.Unit
			if res := searchtest.RunOn(t, "speculative", engine.OnTree(tree, 0), o); !res.Reference.Agrees {
				wrong++
			}
		}
		if wrong == 0 {
			t.Errorf("speculative %+v was right on all trees, want it caught", o)
		}
		t.Logf("speculative %+v was wrong on %d of 1,000 trees", o, wrong)
	}
}
