package papers

import (
	"fmt"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

// Claims about trees with letters, for all values of the letters.

// Korf, Fig. 4: the rest is cut exactly where M₁(b,2) = sum.
func claimGenericImmediate(c *checker, _ *claim) {
	c.eachSetting(func(t *trees.Tree, at []int) {
		if got, want := c.cuts(t, "immediate", engine.Options{}, "a.2"), at[0] == 9; got != want {
			c.fail("with M1(b,2) = %d the rest is cut: %t, want %t", at[0], got, want)
		}
	})
}

// Korf, Fig. 5, and 2000, Figure 3: the rest is cut exactly where x + y ≥ sum.
func claimGenericShallow(c *checker, _ *claim) {
	last := c.f.Tree.Name(c.f.Tree.Len() - 1)
	sum := int(c.f.Tree.MaxSum.Score / trees.Unit)
	c.eachSetting(func(t *trees.Tree, at []int) {
		run := c.run(t, "shallow", engine.Options{})
		if at[0] == sum {
			return // the root's other child is cut with all below it
		}
		got := slices.Contains(run.pruned(), int32(t.Len()-1))
		if want := at[0]+at[1] >= sum; got != want || !run.result.Reference.Agrees {
			c.fail("x = %d, y = %d: %s is cut: %t, want %t", at[0], at[1], last, got, want)
		}
	})
}

// 2000, Lemma 1: a shallow cut that is not an immediate one already is
// possible only if maxsum < 2·maxp; with whole numbers only if it is below 2·maxp - 1.
func claimLemmaOfShallow(c *checker, _ *claim) {
	for sum := 1; sum <= 8; sum++ {
		for maxp := 1; maxp <= sum; maxp++ {
			possible, whole := false, false
			for x := range 2*maxp + 1 { // in halves, since x + y = maxsum may need them
				for y := range 2*maxp + 1 {
					t := pairTree(c, sum, maxp, float64(x)/2, float64(y)/2)
					shallow, immediate := c.run(t, "shallow", engine.Options{}), c.run(t, "immediate", engine.Options{})
					if len(shallow.pruned()) > 0 && len(immediate.pruned()) == 0 {
						possible = true
						whole = whole || x%2+y%2 == 0
					}
				}
			}
			if want := sum < 2*maxp; possible != want {
				c.fail("maxsum %d, maxp %d: a shallow cut is possible: %t, want %t", sum, maxp, possible, want)
			}
			if want := sum < 2*maxp-1; whole != want {
				c.fail("maxsum %d, maxp %d: a shallow cut is possible with whole numbers: %t, want %t", sum, maxp, whole, want)
			}
		}
	}
}

// pairTree returns Figure 3 with x for player 1, y for player 2 and 0 for all other
// scores.
func pairTree(c *checker, sum, maxp int, x, y float64) *trees.Tree {
	text := fmt.Sprintf("players 3 maxsum %d maxp %d 1[(%g,0,0) 2[(0,%g,0) (0,0,0)]]", sum, maxp, x, y)
	t, err := trees.ReadText(text)
	if err != nil {
		c.Fatal(err)
	}
	return t
}

// 2003, Figure 5: if x + y + z ≥ maxsum, v is never the value of the tree, and
// speculative pruning does not visit it; else it does.
func claimLemmaOfSpeculative(c *checker, _ *claim) {
	v := c.node("v")
	c.eachSetting(func(t *trees.Tree, at []int) {
		sum := at[0] + at[1] + at[2]
		run := c.run(t, "speculative", engine.Options{})
		if got, want := !slices.Contains(run.visited(), int32(v)), sum >= 10; got != want {
			c.fail("x, y, z = %d: v is left out: %t, want %t", at, got, want)
		}
		if !run.result.Reference.Agrees {
			c.fail("x, y, z = %d: speculative finds %s, which is not the value of the tree", at, t.FormatValue(run.result.Value))
		}
		if sum < 10 || at[0]%2+at[1]%2 > 0 {
			return // every fourth setting is enough for all values of v
		}
		for x := range 11 {
			for y := range 11 - x {
				u := c.with(t, map[int]trees.Vector{v: trees.Points(x, y, 10-x-y)})
				res, err := c.algorithm("maxn").Run(c.Context(), engine.OnTree(u, 0), engine.Options{}, nil)
				if err != nil || res.Line[len(res.Line)-1] == int32(v) {
					c.fail("x, y, z = %d: v = (%d,%d,%d) becomes the value of the tree (%v)", at, x, y, 10-x-y, err)
				}
			}
		}
	})
}

// Korf, Fig. 7: consecutive bounds stay below the limit, the right siblings
// are those of the proof, and n decides the root.
func claimZipper(c *checker, _ *claim) {
	alpha := map[int]trees.Score{} // by height, as in the proof
	t := c.f.Tree
	for height, node := 6, 0; height >= 1; height-- {
		kids := t.Kids(node)
		left, _ := t.Value(int(kids[0]))
		alpha[height] = left[t.Mover(node)-1]
		if height < 6 && alpha[height]+alpha[height+1] >= t.MaxSum.Score {
			c.fail("the bounds at heights %d and %d meet the limit", height, height+1)
		}
		node = int(kids[1])
	}
	const eps = trees.Unit
	for height, node := 6, 0; height >= 1; height-- {
		kids := t.Kids(node)
		right, _ := t.Value(int(kids[2]))
		p := t.Mover(node)
		if right[p-1] != alpha[height]+eps {
			c.fail("the right brother below height %d gives player %d %s, want %s", height, p, right[p-1].In(trees.Unit), (alpha[height] + eps).In(trees.Unit))
		}
		if height < 6 {
			up, third := t.Mover(t.Parent(node)), 6-p-t.Mover(t.Parent(node))
			if right[up-1] != alpha[height+1]+2*eps || right[third-1] != 0 {
				c.fail("the right brother below height %d is %s, want %s for player %d and 0 for player %d", height, t.FormatValue(right), (alpha[height+1] + 2*eps).In(trees.Unit), up, third)
			}
		}
		node = int(kids[1])
	}
	c.decides("n", "shallow")
}

// decides: the alternatives of the leaf give the root different values, though
// neither is the leaf's own, and the algorithm visits the whole tree.
func (c *checker) decides(leaf, algorithm string) {
	found := map[trees.Vector]bool{}
	node := c.node(leaf)
	for _, v := range c.f.Tree.Alternatives(node) {
		t := c.with(c.f.Tree, map[int]trees.Vector{node: v})
		run := c.run(t, algorithm, engine.Options{})
		found[run.result.Value] = true
		if !slices.Contains(run.visited(), int32(node)) || run.result.Line[len(run.result.Line)-1] == int32(node) || !run.result.Reference.Agrees {
			c.fail("with %s = %s the search does not look at it, is wrong, or ends there", leaf, t.FormatValue(v))
		}
	}
	if len(found) != 2 {
		c.fail("%s leads to %d values of the tree, want 2", leaf, len(found))
	}
}

// Korf, Fig. 8: the siblings are those of the proof, with the numbers chosen
// here.
func claimInduction(c *checker, _ *claim) {
	value := func(name string) trees.Vector { v, _ := c.f.Tree.Value(c.node(name)); return v }
	eps := trees.Unit / 20
	bound, y, above := value("X^i.1"), value("Y^(i-1)"), value("Y^i")
	up, at := c.f.Tree.Mover(c.node("X^(i+1)"))-1, c.f.Tree.Mover(c.node("X^i"))-1
	third := 3 - up - at
	alpha := map[string]trees.Score{"i": bound[at], "i+1": above[up] - eps, "i+2": above[third] - 2*eps}
	if y[at] != alpha["i"]+eps || y[up] != alpha["i+1"]+2*eps || y[third] != 0 || above[at] != 0 {
		c.fail("the brothers %v and %v do not follow from the bounds %v", y[:3], above[:3], alpha)
	}
	if sum := alpha["i"] + alpha["i+1"] + 3*eps; sum >= trees.Unit {
		c.fail("alpha_i + alpha_(i+1) + 3 eps = %s, want less than 1", sum.In(trees.Unit))
	}
	path := c.f.Tree.Alternatives(c.node("X^0"))
	if len(path) != 2 || path[0][at] != 0 || path[1][at] != alpha["i"]+2*eps {
		c.fail("the path gives player %d %v, want 0 or alpha_i + 2 eps", at+1, path)
	}
	found := map[trees.Vector]bool{}
	for _, v := range path {
		t := c.with(c.f.Tree, map[int]trees.Vector{c.node("X^0"): v})
		found[c.run(t, "shallow", engine.Options{}).result.Value] = true
	}
	if len(found) != 2 {
		c.fail("X^0 leads to %d values at X^(i+1), want 2", len(found))
	}
}
