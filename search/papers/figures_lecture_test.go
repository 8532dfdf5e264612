package papers

import (
	"math/big"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

// The claims of the lecture on two-player games.

// The frames of the lecture: one step of the story per picture, and at each
// the leaves seen so far.
func claimFrames(c *checker, cl *claim) {
	moments, err := StorySteps(c.Context(), c.f)
	if err != nil {
		c.Fatal(err)
	}
	if len(moments) != len(cl.Frames) {
		c.Fatalf("%s: %d steps, want %d, one a picture", c.what, len(moments), len(cl.Frames))
	}
	run := c.run(c.f.Tree, "alphabeta", engine.Options{})
	for i, want := range cl.Frames {
		seen := (&recordedRun{events: run.events[:moments[i]+1]}).visited()
		if !slices.Equal(seen, c.nodes(want)) {
			c.fail("at picture %d the leaves %s have been seen, want %s", i+1, names(run.tree, seen), want)
		}
	}
}

// The cutoffs of the lecture: the tightest of the three bounds counts, a tie
// cuts, and one point more makes the rest of s matter.
func claimCutoffs(c *checker, _ *claim) {
	score := func(name string) int { v, _ := c.f.Tree.Value(c.node(name)); return int(v[0] / trees.Unit) }
	bound, side := max(score("a"), score("b"), score("c")), 1
	if c.f.Tree.Mover(c.node("s")) == 1 {
		bound, side = min(score("a"), score("b"), score("c")), -1
	}
	if bound != 5 || (score("d")-bound)*side >= 0 {
		c.fail("the bound is %d and d is %d", bound, score("d"))
	}
	for beyond := -2; beyond <= 2; beyond++ {
		t := c.with(c.f.Tree, map[int]trees.Vector{c.node("d"): trees.Points(bound + side*beyond)})
		if got, want := c.cuts(t, "alphabeta", engine.Options{}, "s.2"), beyond <= 0; got != want {
			c.fail("with d = %d the rest of s is cut: %t, want %t", bound+side*beyond, got, want)
		}
	}
}

// The lecture: a monotonic change of the leaves keeps Max's move.
func claimMonotone(c *checker, _ *claim) {
	right := c.f.Variants[0]
	change := map[trees.Vector]trees.Vector{trees.Points(1): trees.Points(1), trees.Points(2): trees.Points(20), trees.Points(4): trees.Points(400)}
	for node := range c.f.Tree.Len() {
		v, leaf := c.f.Tree.Value(node)
		w, _ := right.Tree.Value(node)
		if leaf && w != change[v] {
			c.fail("leaf %d goes from %v to %v, want %v", node, v[0].In(trees.Unit), w[0].In(trees.Unit), change[v][0].In(trees.Unit))
		}
	}
	l, r := c.run(c.f.Tree, "minimax", engine.Options{}).result, c.run(right.Tree, "minimax", engine.Options{}).result
	if !slices.Equal(l.Line, r.Line) || l.Value != trees.Points(2) || r.Value != trees.Points(20) {
		c.fail("the lines are %v (%s) and %v (%s)", l.Line, l.Value[0].In(trees.Unit), r.Line, r.Value[0].In(trees.Unit))
	}
}

// The lecture: in the best order alpha-beta visits 5 leaves, in the worst all
// 9.
func claimOrders(c *checker, _ *claim) {
	worst := c.f.Variants[0]
	best := c.run(c.f.Tree, "alphabeta", engine.Options{})
	bad := c.run(worst.Tree, "alphabeta", engine.Options{})
	if b, w := len(best.visited()), len(bad.visited()); b != 5 || w != 9 {
		c.fail("%d leaves in the best order and %d in the worst, want 5 and 9", b, w)
	}
	leaves := func(t *trees.Tree) (list []trees.Score) {
		for n := range t.Len() {
			if v, ok := t.Value(n); ok {
				list = append(list, v[0])
			}
		}
		slices.Sort(list)
		return list
	}
	if !slices.Equal(leaves(c.f.Tree), leaves(worst.Tree)) || best.result.Value != bad.result.Value {
		c.fail("the two orders are not of one game")
	}
}

// The lecture: 35^100 is about 10^154.
func claimDigits(c *checker, _ *claim) {
	if got := len(new(big.Int).Exp(big.NewInt(35), big.NewInt(100), nil).String()) - 1; got != 154 {
		c.fail("35^100 is about 10^%d, want 10^154", got)
	}
}
