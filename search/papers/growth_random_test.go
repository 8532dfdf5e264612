package papers

import (
	"context"
	"math"
	"testing"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
	"espalier/trees/games"
)

// The rates of Knuth and Moore (1975), and the expected leaves of shallow pruning on random
// trees, which grow a little faster.
func TestRandomGrowth(t *testing.T) {
	for b, want := range map[int]float64{2: 1.847, 3: 2.534, 4: 3.142, 5: 3.701, 8: 5.203, 10: 6.112} {
		if got := KnuthMooreFactor(b); math.Abs(got-want) > 0.0005 {
			t.Errorf("KnuthMooreFactor(%d) = %.4f, want %.3f", b, got, want)
		}
	}
	for b, want := range map[int]float64{2: 1.8626, 3: 2.5899, 4: 3.2489, 10: 6.5536} {
		if got := RandomFactor(b); math.Abs(got-want) > 0.0005 || got <= KnuthMooreFactor(b) || got >= float64(b) {
			t.Errorf("RandomFactor(%d) = %.4f, want %.4f", b, got, want)
		}
	}
	// At depth 1 all leaves are evaluated; at depth 2 the probabilities of Knuth and Moore
	// add up to the leaves: for b = 2 they are 1, 1, 1 and 2/3.
	if one, two := RandomLeaves(4, 1), RandomLeaves(2, 2); math.Abs(one-4) > 1e-4 || math.Abs(two-11.0/3) > 1e-4 {
		t.Errorf("RandomLeaves(4, 1) = %f, RandomLeaves(2, 2) = %f, want 4 and 11/3", one, two)
	}
	const count = 300
	for _, c := range []struct{ b, depth int }{{2, 9}, {4, 5}, {8, 3}} {
		leaves := 0
		for seed := range uint32(count) {
			p, err := engine.OnGenerated(games.Generator{Kind: games.Random, Branching: c.b, Depth: c.depth, Players: 2, MaxSum: int(trees.MaxScore / trees.Unit), Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			res, err := searchtest.Find(t, "shallow").Run(context.Background(), p, engine.Options{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			leaves += res.Stats.Leaves
		}
		if got, want := float64(leaves)/count, RandomLeaves(c.b, c.depth); math.Abs(got/want-1) > 0.02 {
			t.Errorf("b %d, depth %d: %.1f leaves on average, want %.1f", c.b, c.depth, got, want)
		}
	}
}
