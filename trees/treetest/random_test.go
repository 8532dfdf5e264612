package treetest_test

import (
	"math/rand/v2"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

// Every tree has the properties that its Shape requires, and the open ones
// vary.
func TestRandomKeepsToItsShape(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	seen := map[string]int{}
	for range 2_000 {
		coin := func() bool { return rng.IntN(2) == 0 }
		s := treetest.Shape{
			Kind: trees.Kind(rng.IntN(3)), MaxNodes: 1 + rng.IntN(50), MaxLevel: 1 + rng.IntN(6),
			OutOfTurn: coin(), Uneven: coin(), BelowSum: coin(), Bounds: coin(), Static: coin(), Decorated: coin(),
		}
		tree := treetest.Random(rng, s)
		if tree.Kind != s.Kind || tree.Len() > s.MaxNodes || tree.Height() > s.MaxLevel {
			t.Fatalf("a tree of %v, %d nodes and height %d; want %+v", tree.Kind, tree.Len(), tree.Height(), s)
		}
		note := func(what string, ok bool) {
			if ok {
				seen[what]++
			}
		}
		levels := map[int]bool{}
		for n := range tree.Len() {
			if tree.IsLeaf(n) {
				levels[tree.Level(n)] = true
				v, known := tree.Value(n)
				sum := v.Sum(tree.Width())
				note("sum below", known && sum < tree.MaxSum.Score)
				note("unknown", !known)
				note("alternatives", len(tree.Alternatives(n)) > 0)
				note("chosen", tree.NotFromPaper(n))
				note("drawn", tree.Mover(n) != 0)
				if tree.Kind == trees.MaxN && known && !s.BelowSum && tree.MaxSum.Given && sum != tree.MaxSum.Score {
					t.Fatalf("%s has the sum %v, want %v", tree.Place(n), sum, tree.MaxSum.Score)
				}
				if !s.Decorated && tree.Kind != trees.Path && (!known || tree.Mover(n) != 0 || tree.Label(n) != "") {
					t.Fatalf("%s is decorated", tree.Place(n))
				}
				continue
			}
			note("single child", len(tree.Kids(n)) == 1)
			low, hasLow := tree.Low(n)
			up, hasUp := tree.Up(n)
			_, hasStatic := tree.Static(n)
			note("low", hasLow)
			note("up", hasUp)
			if hasStatic != s.Static || (hasLow || hasUp) && !s.Bounds || len(tree.Kids(n)) == 1 && !s.Uneven {
				t.Fatalf("%s goes beyond the shape %+v", tree.Place(n), s)
			}
			for _, k := range tree.Kids(n) {
				if tree.IsLeaf(int(k)) {
					continue
				}
				out := tree.Mover(int(k)) != tree.Mover(n)%tree.Players+1
				note("out of turn", out)
				if out && !s.OutOfTurn {
					t.Fatalf("player %d moves after player %d", tree.Mover(int(k)), tree.Mover(n))
				}
				kidLow, ok := tree.Low(int(k))
				for p := range tree.Width() {
					if ok && hasLow && kidLow[p] < low[p] {
						t.Fatalf("%s: low is %v below %v", tree.Place(int(k)), kidLow, low)
					}
				}
				kidUp, ok := tree.Up(int(k))
				for p := range tree.Width() {
					if ok && hasUp && kidUp[p] > up[p] {
						t.Fatalf("%s: up is %v below %v", tree.Place(int(k)), kidUp, up)
					}
				}
			}
		}
		note("uneven", len(levels) > 1)
	}
	for _, what := range []string{"sum below", "unknown", "alternatives", "chosen", "drawn", "single child", "low", "up", "out of turn", "uneven"} {
		if seen[what] < 20 {
			t.Errorf("%q came up %d times in 2,000 trees, want 20 or more", what, seen[what])
		}
	}
}

func TestDiff(t *testing.T) {
	read := func(text string) *trees.Tree {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	a := read("players 2 1[ (1,2) 2[ (2,1) ] ]")
	for _, other := range []string{
		"players 2 maxsum 3 1[ (1,2) 2[ (2,1) ] ]",
		"players 2 1[ (1,2) 2[ (2,1) (2,1) ] ]",
		"players 2 1[ (1,2) 2[ (2,2) ] ]",
		"players 2 1[ (1,2) 1[ (2,1) ] ]",
		"players 2 1[ (1,2) 2[ only (2,1) ] ]",
		"players 2 1[ 2[ (1,2) ] (2,1) ]",
		"players 2 a: 1[ (1,2) 2[ (2,1) ] ]",
	} {
		if treetest.Diff(a, read(other)) == "" {
			t.Errorf("Diff finds nothing between %s and %s", a.Text(), other)
		}
	}
	if diff := treetest.Diff(a, read(a.Text())); diff != "" {
		t.Errorf("Diff of a tree and itself = %s", diff)
	}
}
