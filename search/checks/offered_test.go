package checks_test

import (
	"math/rand/v2"
	"testing"

	"espalier/search"
	"espalier/search/checks"
	"espalier/trees"
	"espalier/trees/treetest"
)

// TestOffered sends the runs of each algorithm that pages offer on random trees: all are right.
func TestOffered(t *testing.T) {
	const count = 500
	for _, a := range search.Modelled() {
		t.Run(a.ID, func(t *testing.T) {
			random := rand.New(rand.NewPCG(61, 1))
			runs := 0
			for i := 0; runs < count; i++ {
				if i > 50*count {
					t.Fatalf("only %d trees suit", runs)
				}
				shape := treetest.Shape{Players: 2 + random.IntN(3), OutOfTurn: random.IntN(2) == 0, Uneven: random.IntN(2) == 0, BelowSum: true, MaxNodes: 40, Bounds: random.IntN(2) == 0}
				if random.IntN(2) == 0 {
					shape = treetest.Shape{Kind: trees.Minimax, Players: 2, OutOfTurn: random.IntN(2) == 0, Uneven: random.IntN(2) == 0, Range: random.IntN(2) == 0}
				}
				shape.Chance = shape.Kind == trees.Minimax && random.IntN(4) == 0 // of several players, some cuts are undecided
				tree := treetest.Random(random, shape)
				p := search.OnTree(tree, 0)
				if tree.IsLeaf(0) || a.Check(&p, search.Options{}) != nil {
					continue
				}
				runs++
				text := printed(t, a, tree, search.Options{}, withTree(tree, a.ID, ""))
				if r := check(t, text, checks.Options{}); r.Verdict != "right" {
					t.Fatalf("%s: %+v\n%s", r.Verdict, r.Checks, numbered(text))
				}
			}
		})
	}
}

// TestOthers sends the runs of the algorithms that no page offers: they are accepted, nothing is called an
// error, and a remark says what is not judged.
func TestOthers(t *testing.T) {
	random := rand.New(rand.NewPCG(61, 2))
	for _, a := range search.All() {
		if a.Judged == search.ByModel || a.Estimate {
			continue
		}
		for runs := 0; runs < 30; {
			tree := treetest.Random(random, treetest.Shape{Players: 2, Uneven: true, BelowSum: false, MaxNodes: 20})
			p := search.OnTree(tree, 0)
			if runs++; tree.IsLeaf(0) || a.Check(&p, search.Options{}) != nil {
				continue
			}
			text := printed(t, a, tree, search.Options{}, withTree(tree, a.ID, ""))
			r := check(t, text, checks.Options{})
			want := "incomplete"
			if a.Judged == search.ByValues {
				want = "right"
			}
			if r.Verdict != want || r.Errors > 0 || len(r.Remarks) != 1 {
				t.Fatalf("%s is %s: %+v, %v\n%s", a.ID, r.Verdict, r.Checks, r.Remarks, numbered(text))
			}
		}
	}
}
