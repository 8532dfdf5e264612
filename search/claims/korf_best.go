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

// uniform is the size of trees in which leaves are counted.
var uniform = compare.TrialSize{Players: 3, Branching: 4, Depth: 6, Nodes: 200, MaxSum: points(9), Delta: trees.Unit}

// Korf 1991, section 3.6: the best case of shallow pruning is F(d) leaves.
var korfBest = Claim{
	ID:    "korf-best",
	Holds: "In a uniform tree of branching factor b and depth d, shallow pruning visits at least F(d) leaves.",
	Conditions: []Condition{
		{ID: "uniform", Text: "Each inner node has b children, and each leaf is at depth d."},
		{"maxsum", "No score equals maxsum, so immediate pruning never happens.", "a score may be maxsum"},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "Fewer leaves than the best case", Size: uniform, Uniform: true, Leaf: func(rng *rand.Rand) trees.Vector {
			for {
				if v := divided(rng, uniform.Players, 9); without == "maxsum" || largest(&v) < uniform.MaxSum {
					return v
				}
			}
		}}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			shallow, err := t.Runner(ctx, config("shallow"), nil)
			return func() bool {
				b, d, ok := t.Uniform()
				if !ok {
					return false
				}
				shallow.Run()
				return shallow.Stats().Leaves < papers.BestLeaves(b, 2, d)
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		res, err := f.run(config("shallow"), nil)
		b, d := len(f.Tree.Kids(0)), f.Tree.Height()
		return fmt.Sprintf("Here b is %d and d is %d, so F(d) is %d. Shallow pruning visits %d.", b, d, papers.BestLeaves(b, 2, d), res.Stats.Leaves), []engine.AlgorithmConfig{config("shallow")}, err
	},
}

func largest(v *trees.Vector) (most trees.Score) {
	for _, s := range v {
		most = max(most, s)
	}
	return most
}

// utility is the value of a leaf of a minimax tree, as scores of Max and of Min.
func utility(rng *rand.Rand) trees.Vector {
	s := points(rng.IntN(10))
	return trees.Vector{s, -s}
}
