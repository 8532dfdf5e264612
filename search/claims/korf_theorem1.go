package claims

import (
	"context"
	"fmt"
	"math/rand/v2"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
)

// small is the size of trees that show most failures.
var small = compare.TrialSize{Players: 3, Branching: 3, Depth: 4, Nodes: 15, MaxSum: points(9), Delta: trees.Unit}

// Korf 1991, section 3.3, Theorem 1: shallow pruning returns the max^n value.
var korfTheorem1 = Claim{
	ID:    "korf-1",
	Holds: "Shallow pruning returns the same score vector as max^n.",
	Conditions: []Condition{
		{"lower", "No score is negative.", "a score may be as low as −3"},
		{"sum", "The scores of a leaf sum to at most maxsum.", "a leaf may have up to 3 points more than maxsum"},
		{"ties", "In a tie the leftmost child wins.", "in max^n the rightmost child wins"},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "Shallow pruning is wrong here", Size: small, Free: without == "lower" || without == "sum"}
		switch without {
		case "lower":
			s.Leaf = func(rng *rand.Rand) trees.Vector {
				v := divided(rng, small.Players, 9)
				pay := rng.IntN(small.Players)
				k := min(points(rng.IntN(4)), v[pay]+points(3))
				v[pay] -= k
				v[(pay+1+rng.IntN(2))%small.Players] += k
				return v
			}
		case "sum":
			s.Leaf = func(rng *rand.Rand) trees.Vector { return divided(rng, small.Players, 9+rng.IntN(4)) }
		}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			shallow, err := t.Runner(ctx, config("shallow"), nil)
			if without == "ties" { // only if it changes the result of the player at the root
				return func() bool {
					p := max(1, t.Mover(0)) - 1
					truth := t.SolveTo(compare.Rightmost)[p]
					return shallow.Run()[p] != truth
				}, err
			}
			return func() bool {
				truth := *t.Solve()
				return *shallow.Run() != truth
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		shallow := config("shallow")
		res, err := f.run(shallow, nil)
		if err != nil {
			return "", nil, err
		}
		truth := compare.MaxN(f.Tree, compare.Leftmost)
		explanation, shows := "", []engine.AlgorithmConfig{shallow}
		switch f.Without {
		case "ties":
			truth = compare.MaxN(f.Tree, compare.Rightmost)
			explanation = fmt.Sprintf("Max^n with ties to the right returns %s.", f.Tree.FormatValue(truth))
		default:
			explanation = fmt.Sprintf("Max^n returns %s.", f.Tree.FormatValue(truth))
			if f.Without == "sum" {
				explanation += fmt.Sprintf(" The search assumes that maxsum is %s, but a leaf sums to %s.", f.Tree.MaxSum.Score.In(trees.Unit), largestSum(f.Tree).In(trees.Unit))
			}
			shows = append(shows, config("maxn"))
		}
		return fmt.Sprintf("Shallow pruning returns %s. ", f.Tree.FormatValue(res.Value)) + explanation, shows, nil
	},
}

// divided divides points among the players at random; some get nothing more often than others.
func divided(rng *rand.Rand, players, sum int) (v trees.Vector) {
	order := rng.Perm(players)[:1+rng.IntN(players)]
	for i, p := range order {
		part := sum
		if i < len(order)-1 {
			part = rng.IntN(sum + 1)
		}
		v[p] = points(part)
		sum -= part
	}
	return v
}

func largestSum(t *trees.Tree) (most trees.Score) {
	for n := range t.Len() {
		if v, known := t.Value(n); known {
			most = max(most, v.Sum(t.Players))
		}
	}
	return most
}
