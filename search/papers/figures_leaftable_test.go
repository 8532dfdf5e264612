package papers

import (
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

// The claims about the leaf-value table of Sturtevant 2005: Table 1, Figures 8 and 9.

// canPrune is Figure 9 without its cache of answers, written from the listing
// for these tests only. none stands for a missing bound.
func canPrune(outcomes, ranks []trees.Vector, bounds, ub [3]trees.Score) bool {
row:
	for i := range outcomes {
		for p := range 3 {
			if outcomes[i][p] > ub[p] || ranks[i][p] <= bounds[p] {
				continue row
			}
		}
		return false
	}
	return true
}

var (
	unbound  = -trees.Unit // worse than every rank
	anything = [3]trees.Score{trees.MaxScore, trees.MaxScore, trees.MaxScore}
)

// Figure 8: pruning is impossible at (0,0), (0,1), (1,0) and (1,1) only; the
// linear rule fails at six more. Both the listing and the engine agree.
func claimTableRegion(c *checker, _ *claim) {
	outcomes, ranks := spadesTable()
	if !slices.Equal(c.f.Space.Outcomes, ranks) {
		c.fail("the figure has the outcomes %v, want %v", c.f.Space.Outcomes, ranks)
	}
	gained := 0
	for x := range 5 {
		for y := range 5 {
			bounds := [3]trees.Score{trees.Score(x) * trees.Unit, trees.Score(y) * trees.Unit, unbound}
			want := x > 1 || y > 1
			if got := canPrune(outcomes, ranks, bounds, anything); got != want {
				c.fail("(%d,%d): the listing says %t, want %t", x, y, got, want)
			}
			if x == 4 {
				continue // the root's best is then the maximum, and the rest is cut before
			}
			t := c.ranksTree(ranks, x, y)
			for _, algorithm := range []string{"lastbranch", "speculative"} {
				if got := c.cuts(t, algorithm, engine.Options{Table: true}, "root.2.2"); got != want {
					c.fail("(%d,%d): %s with the table cuts: %t, want %t", x, y, algorithm, got, want)
				}
				if got := c.cuts(t, algorithm, engine.Options{}, "root.2.2"); got != (x+y >= 4) {
					c.fail("(%d,%d): %s without the table cuts: %t, want %t", x, y, algorithm, got, x+y >= 4)
				}
			}
			if want && x+y < 4 {
				gained++
			}
		}
	}
	if gained != 6 {
		c.fail("the table gains %d pairs over the diagonal, want 6", gained)
	}
}

// ranksTree has rank x for player 1 on the left, and y for player 2 at the
// first child on the right; its outcomes are those of the table.
func (c *checker) ranksTree(ranks []trees.Vector, x, y int) *trees.Tree {
	with := func(p, rank int) *trees.Vector {
		i := slices.IndexFunc(ranks, func(v trees.Vector) bool { return v[p] == trees.Score(rank)*trees.Unit })
		return &ranks[i]
	}
	b := trees.NewBuilder(trees.Header{Players: 3, MaxSum: trees.Some(4 * trees.Unit), Outcomes: ranks})
	b.Open(trees.Node{Player: 1})
	b.Open(trees.Node{Value: with(0, x)})
	b.Close()
	b.Open(trees.Node{Player: 2})
	b.Open(trees.Node{Value: with(1, y)})
	b.Close()
	b.Open(trees.Node{Value: &ranks[0]})
	b.Close()
	b.Close()
	b.Close()
	t, err := b.Tree()
	if err != nil {
		c.Fatal(err)
	}
	return t
}

// Figure 9: with 0 for a player without a bound the test allows everything;
// upper bounds on single players are weaker than the dagger.
func claimTableListing(c *checker, _ *claim) {
	outcomes, ranks := spadesTable()
	if canPrune(outcomes, ranks, [3]trees.Score{0, 0, unbound}, anything) {
		c.fail("without a bound for player 3 one may prune at (0,0)")
	}
	if !canPrune(outcomes, ranks, [3]trees.Score{0, 0, 0}, anything) {
		c.fail("with 0 for player 3 one may not prune at (0,0,0)")
	}
	// Player 2 has one trick of three: at most 2, 3 and 2.
	ub := trees.Points(2, 3, 2)
	var kept []string
	var best, bestDagger trees.Score
	for i := range outcomes {
		if outcomes[i][0] <= ub[0] && outcomes[i][1] <= ub[1] && outcomes[i][2] <= ub[2] {
			best = max(best, ranks[i][0])
			if outcomes[i][1] > 0 {
				bestDagger = max(bestDagger, ranks[i][0])
			} else {
				kept = append(kept, triple(outcomes[i]))
			}
		}
	}
	if !slices.Equal(kept, []string{"(1, 0, 2)", "(2, 0, 1)"}) || best != 4*trees.Unit || bestDagger != 2*trees.Unit {
		c.fail("line 6 keeps %s besides the rows with a dagger, and player 1's best rank is %s (%s with the dagger); want (1, 0, 2) (2, 0, 1), 4 and 2", kept, best.In(trees.Unit), bestDagger.In(trees.Unit))
	}
}
