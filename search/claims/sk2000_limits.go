package claims

import (
	"context"
	"fmt"
	"math/rand/v2"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/trees"
)

// most is maxp of the trees of the first two claims; three players share the points.
const most = 6

// Sturtevant & Korf 2000, Lemma 1: to shallow prune, maxsum < 2·maxp.
var lemma1 = Claim{
	ID:    "sk2000-lemma-1",
	Holds: "Shallow pruning cuts no leaf that immediate pruning does not cut.",
	Conditions: []Condition{
		{"maxsum", "Maxsum is at least twice maxp.", "maxsum is three points less than twice maxp"},
		{ID: "maxp", Text: "Each score is at least zero and at most maxp."},
	},
	trials: func(without string) compare.Trials {
		sum := 2 * most
		if without == "maxsum" {
			sum -= 3
		}
		s := compare.Trials{Title: "Shallow pruning cuts more than immediate pruning", Size: small, MaxP: points(most)}
		s.Size.MaxSum = points(sum)
		s.Leaf = func(rng *rand.Rand) trees.Vector {
			for {
				if v := divided(rng, small.Players, sum); largest(&v) <= points(most) {
					return v
				}
			}
		}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			immediate, err := t.Runner(ctx, config("immediate"), nil)
			if err != nil {
				return nil, err
			}
			shallow, err := t.Runner(ctx, config("shallow"), nil)
			return func() bool {
				immediate.Run()
				shallow.Run()
				return someLeaf(t, immediate, func(leaf int) bool { return !shallow.Visited(leaf) })
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		return fmt.Sprintf("Maxsum is %s and maxp is %s. Shallow pruning cuts %s, immediate pruning visits it.", f.Tree.MaxSum.Score.In(trees.Unit), f.Tree.LimitsText(&f.Tree.MaxP), names(f)), []engine.AlgorithmConfig{config("shallow"), config("immediate")}, nil
	},
}

// Sturtevant & Korf 2000, “Duality of Maximization and Minimization”, Table 1.
var duality = Claim{
	ID:    "sk2000-duality",
	Holds: "On the dual, max^n and shallow pruning choose the leaf that is chosen if each player minimizes the points.",
	Conditions: []Condition{
		{ID: "scores", Text: "Each score s becomes maxp − s."},
		{"maxsum", "Maxsum becomes n·maxp − minsum.", "maxsum is not changed"},
		{ID: "ties", Text: "In both games the leftmost child wins a tie."},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "The dual of a game of few points", Size: small, MaxP: points(most), Free: without == "maxsum"}
		s.Size.MaxSum = points(small.Players*most - most) // all points are taken
		if without == "maxsum" {
			s.Size.MaxSum = points(most)
		}
		s.Leaf = func(rng *rand.Rand) trees.Vector {
			return trees.Dual(divided(rng, small.Players, most), small.Players, points(most))
		}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			shallow, err := t.Runner(ctx, config("shallow"), nil)
			return func() bool {
				for i := range t.Len() { // a tree of the claim, still
					if t.Mover(i) == 0 && t.Value(i).Sum(t.Players()) != points(small.Players*most-most) {
						return false
					}
				}
				fewest := *t.Value(fewestPoints(t, 0))
				return *shallow.Run() != fewest || *t.Solve() != fewest
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		res, err := f.run(config("shallow"), nil)
		maxn := compare.MaxN(f.Tree, compare.Leftmost)
		n, maxp := f.Tree.Players, f.Tree.MaxP.Of(0).Score
		return fmt.Sprintf("The leaves of the dual sum to %s, but the search uses the maxsum of the points, %s. Shallow pruning returns %s. Max^n returns %s, which is %s in points.",
			largestSum(f.Tree).In(trees.Unit), f.Tree.MaxSum.Score.In(trees.Unit), f.Tree.FormatValue(res.Value), f.Tree.FormatValue(maxn), f.Tree.FormatValue(trees.Dual(maxn, n, maxp))), []engine.AlgorithmConfig{config("shallow"), config("maxn")}, err
	},
}

// fewestPoints returns the leaf below a node that is chosen if each mover takes as few points
// as possible. A point taken is one less in the dual.
func fewestPoints(t *compare.Trial, i int) int {
	first, kids := t.Kids(i)
	if kids == 0 {
		return i
	}
	p := t.Mover(i) - 1
	points := func(leaf int) trees.Score { return points(most) - t.Value(leaf)[p] }
	best := fewestPoints(t, first)
	for k := first + 1; k < first+kids; k++ {
		if leaf := fewestPoints(t, k); points(leaf) < points(best) {
			best = leaf
		}
	}
	return best
}

// Sturtevant & Korf 2000, “Reduction to a Paranoid 2-Player Game”: the best case.
var paranoidBest = Claim{
	ID:    "sk2000-paranoid",
	Holds: "In a uniform tree, paranoid search visits at least b^min + b^max − 1 leaves, where max is the number of plies at which the player of the root moves, and min the number of the other plies.",
	Conditions: []Condition{
		{ID: "uniform", Text: "Each inner node has b children, and each leaf is at the same depth."},
		{"heuristic", "Nothing is known about a position before it is searched.", "each inner node has a lower and an upper bound on the scores below it"},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "Fewer leaves than the best case", Size: uniform, Uniform: true, Bounds: without == "heuristic"}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			paranoid, err := t.Runner(ctx, paranoidConfig(without), nil)
			return func() bool {
				b, d, ok := t.Uniform()
				if !ok {
					return false
				}
				paranoid.Run()
				return paranoid.Stats().Leaves < papers.FewestParanoid(b, t.Players(), d)
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		c := paranoidConfig(f.Without)
		res, err := f.run(c, nil)
		b, d := len(f.Tree.Kids(0)), f.Tree.Height()
		return fmt.Sprintf("Here b is %d and all leaves are at depth %d, so the best case is %d leaves. With the heuristic the search visits %d.", b, d, papers.FewestParanoid(b, f.Tree.Players, d), res.Stats.Leaves), []engine.AlgorithmConfig{c}, err
	},
}

func paranoidConfig(without string) engine.AlgorithmConfig {
	return config("paranoid", func(o *engine.Options) { o.Heuristic = without == "heuristic" })
}
