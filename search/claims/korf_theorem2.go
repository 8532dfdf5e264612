package claims

import (
	"context"
	"fmt"
	"math/rand/v2"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
)

// epsilon is the small positive value of the proof of Theorem 2: scores are whole points, so
// two bounds that sum to less than maxsum leave room for three of them.
const epsilon = trees.Unit / 4

// Korf 1991, section 3.5, Theorem 2: a directional algorithm must evaluate each leaf that
// shallow pruning evaluates.
var korfTheorem2 = Claim{
	ID:    "korf-2",
	Holds: "For each leaf that shallow pruning visits, the proof constructs two values of the leaf, and nodes to its right, so that the root has two different max^n values.",
	Conditions: []Condition{
		{"players", "The game has more than two players.", "two players, and the scores of every leaf sum to maxsum"},
		{"unknown", "The search does not know whether there is another child to the right.", "last-branch pruning knows which child is the last one"},
		{"return", "The search never visits a cut node later.", "speculative pruning re-searches nodes"},
		{ID: "visited", Text: "Shallow pruning visits the leaf."},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "A leaf that shallow pruning visits unnecessarily", Size: small}
		if without == "players" {
			s.Size.Players = 2 // and a constant sum: without it deep pruning can be wrong
			s.Leaf = func(rng *rand.Rand) trees.Vector { return divided(rng, 2, 9) }
		}
		other := map[string]string{"players": "deep", "unknown": "lastbranch", "return": "speculative"}[without]
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			shallow, err := t.Runner(ctx, config("shallow"), nil)
			if err != nil || other == "" {
				z := zipper{t: t}
				return func() bool {
					shallow.Run()
					t.Solve()
					return someLeaf(t, shallow, func(leaf int) bool { return !z.matters(leaf) })
				}, err
			}
			rival, err := t.Runner(ctx, config(other), nil)
			return func() bool {
				shallow.Run()
				value := *rival.Run()
				found := someLeaf(t, shallow, func(leaf int) bool { return !rival.Visited(leaf) })
				return found && value == *t.Solve()
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		shallow := config("shallow")
		other := config(map[string]string{"players": "deep", "unknown": "lastbranch", "return": "speculative", "": "maxn"}[f.Without])
		res, err := f.run(other, nil)
		name := engine.SpokenName(other.Algorithm)
		return fmt.Sprintf("Shallow pruning visits %s. %s does not, and still returns %s, the max^n value.", names(f), name, f.Tree.FormatValue(res.Value)), []engine.AlgorithmConfig{shallow, other}, err
	},
}

// names lists the marked nodes.
func names(f *Found) string {
	var list []string
	for _, n := range f.Marked {
		list = append(list, f.Tree.Name(n))
	}
	return trees.InWords(list)
}

// A zipper builds what the proof of Theorem 2 builds around a leaf of a solved tree.
type zipper struct{ t *compare.Trial }

// someLeaf reports whether a property holds for a leaf that a search visited, and marks
// all such leaves.
func someLeaf(t *compare.Trial, r *compare.TrialRun, holds func(leaf int) bool) bool {
	found := false
	for i := range t.Len() {
		if _, kids := t.Kids(i); kids == 0 && r.Visited(i) && holds(i) {
			t.Mark(i)
			found = true
		}
	}
	return found
}

// matters reports whether the two values of the leaf give two values of the root. Everything
// to the right of the path to the leaf is replaced, on each level, by one node Y.
func (z zipper) matters(leaf int) bool {
	return z.root(leaf, false) != z.root(leaf, true)
}

// root returns the max^n value of the root if the leaf has the lower or the higher of the two
// values. Any fault of the construction, such as a sum above maxsum, makes the two roots equal.
func (z zipper) root(leaf int, higher bool) (x trees.Vector) {
	t := z.t
	up := t.Parent(leaf)
	if up < 0 {
		x[0] = trees.Score(map[bool]int{true: 1}[higher]) * trees.Unit
		return x
	}
	above := func(player int) int { return (player+t.Players()-2)%t.Players() + 1 } // the mover one ply higher
	if higher {
		x[t.Mover(up)-1] = z.alpha(up, leaf) + 2*epsilon
	}
	for node := leaf; up >= 0; node, up = up, t.Parent(up) {
		p := t.Mover(up)
		var bound trees.Score // of the player above; the root has none
		if top := t.Parent(up); top >= 0 {
			bound = z.alpha(top, up)
		}
		var y trees.Vector
		y[p-1], y[above(p)-1] = z.alpha(up, node)+epsilon, bound+2*epsilon
		if y.Sum(t.Players()) > small.MaxSum || x.Sum(t.Players()) > small.MaxSum {
			return trees.Vector{}
		}
		// The mover chooses among the nodes to the left, the node of the path, and y.
		best := x
		first, _ := t.Kids(up)
		for k := node - 1; k >= first; k-- { // ties go to the left
			if v := t.Value(k); v[p-1] >= best[p-1] {
				best = *v
			}
		}
		if y[p-1] > best[p-1] {
			best = y
		}
		x = best
	}
	return x
}

// alpha returns the lower bound of the mover of a node before a child is searched: the best
// score of the children to the left, or 0.
func (z zipper) alpha(node, child int) (best trees.Score) {
	p := z.t.Mover(node) - 1
	first, _ := z.t.Kids(node)
	for k := first; k < child; k++ {
		best = max(best, z.t.Value(k)[p])
	}
	return best
}
