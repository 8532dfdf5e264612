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

// Korf 1991, section 3.7, after Knuth and Moore: every set of terminal values has an order in
// which alpha-beta is at its best.
var bestOrder = Claim{
	ID:    "korf-best-order",
	Holds: "In a uniform tree alpha-beta visits the fewest leaves possible for such a tree, whatever their values are.",
	Conditions: []Condition{
		bestComesFirst,
		{"players", "There are two players, Max and Min, and a leaf is one number.", "three players, and the fewest leaves of shallow pruning"},
		{ID: "uniform", Text: "Each inner node has b children, and each leaf is at depth d."},
	},
	trials: func(without string) compare.Trials {
		s := ordered("The best order needs more leaves", without == bestComesFirst.ID)
		if without == "players" {
			s.Leaf = func(rng *rand.Rand) trees.Vector { return divided(rng, layered.Players, 6) }
		} else {
			s.Size.Players, s.Kind, s.Leaf = 2, trees.Minimax, utility
		}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			run, err := t.Runner(ctx, bestOrderSearch(without), nil)
			return func() bool {
				b, d, ok := t.Uniform()
				t.Solve()
				if !ok || d < 2 || b < 2 || without != bestComesFirst.ID && !isBestFirst(t, t.Len()) {
					return false
				}
				run.Run()
				return run.Stats().Leaves != fewestLeaves(without, b, d)
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		c := bestOrderSearch(f.Without)
		res, err := f.run(c, nil)
		b, d := len(f.Tree.Kids(0)), f.Tree.Height()
		return fmt.Sprintf("%s visits %d leaves. In a tree with %d moves at each node and %d plies, the fewest possible is %d.", engine.SpokenName(c.Algorithm), res.Stats.Leaves, b, d, fewestLeaves(f.Without, b, d)),
			[]engine.AlgorithmConfig{c}, err
	},
}

func bestOrderSearch(without string) engine.AlgorithmConfig {
	if without == "players" {
		return config("shallow")
	}
	return config("alphabeta")
}

// fewestLeaves is the number of leaves in the best case of alpha-beta, or of shallow pruning.
func fewestLeaves(without string, b, d int) int {
	if without == "players" {
		return papers.BestLeaves(b, 2, d)
	}
	return papers.FewestParanoid(b, 2, d)
}

// leastScore is the lower bound of the scores before they are shifted.
const leastScore = -3

// Korf 1991, section 3: any lower bound can be shifted to zero.
var shiftToZero = Claim{
	ID:    "korf-shift",
	Holds: "If all scores are shifted so that the least possible score is zero, shallow pruning chooses the same leaf as max^n without the shift.",
	Conditions: []Condition{
		{"same", "All scores of a player are shifted by the same amount.", "each leaf is shifted by its own least score"},
		{"maxsum", "Maxsum is shifted by the sum of these amounts.", "maxsum is not changed"},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "The shift changes the result", Size: small, Free: true, Leaf: func(rng *rand.Rand) trees.Vector {
			v := divided(rng, small.Players, 9+3*-leastScore)
			for p := range small.Players {
				v[p] += points(leastScore)
			}
			return v
		}}
		s.Size.MaxSum = shiftedSum(without) // for the search of the shifted tree
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			shallow, err := t.Runner(ctx, config("shallow"), nil)
			return func() bool {
				if t.Len() == 1 {
					return false
				}
				var kept []trees.Vector
				for i := range t.Len() {
					v := t.Value(i)
					kept = append(kept, *v)
					if t.Mover(i) > 0 {
						continue
					}
					for _, score := range v[:small.Players] {
						if score < points(leastScore) {
							return false
						}
					}
				}
				truth := *t.Solve()
				best := 0
				for t.Mover(best) > 0 {
					best = chosen(t, best, compare.Leftmost)
				}
				truth = shifted(&truth, without)
				for i := range t.Len() {
					if t.Mover(i) == 0 {
						*t.Value(i) = shifted(&kept[i], without)
					}
				}
				value := *shallow.Run()
				for i := range t.Len() {
					*t.Value(i) = kept[i]
				}
				if value == truth {
					return false
				}
				t.Mark(best)
				return true
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		p := engine.Problem{Pos: &shiftedTree{trees.NewCursor(f.Tree, 0), f.Without}, Players: small.Players, MaxSum: trees.Some(shiftedSum(f.Without))}
		res, err := config("shallow").Algorithm.Run(context.Background(), p, engine.Options{}, nil)
		truth := compare.MaxN(f.Tree, compare.Leftmost)
		return fmt.Sprintf("Max^n chooses %s, with %s; shifted, this is %s. On the shifted tree, with maxsum %s, shallow pruning returns %s.",
			names(f), f.Tree.FormatValue(truth), f.Tree.FormatValue(shifted(&truth, f.Without)), shiftedSum(f.Without).In(trees.Unit), f.Tree.FormatValue(res.Value)), []engine.AlgorithmConfig{config("maxn")}, err
	},
}

// A shiftedTree is a tree whose leaves are shifted.
type shiftedTree struct {
	*trees.Cursor
	without string
}

func (t *shiftedTree) Look(v *trees.Vector) int {
	moves := t.Cursor.Look(v)
	if moves == 0 {
		*v = shifted(v, t.without)
	}
	return moves
}

func (t *shiftedTree) Do(move int, v *trees.Vector) (moves, mover int) {
	t.Cursor.Do(move, v)
	return t.Look(v), t.Mover()
}

// shifted returns a value after the shift.
func shifted(v *trees.Vector, without string) trees.Vector {
	by, out := -points(leastScore), *v
	if without == "same" {
		by = 0
		for _, score := range v[:small.Players] {
			by = max(by, -score)
		}
	}
	for p := range small.Players {
		out[p] += by
	}
	return out
}

// shiftedSum is maxsum after the shift.
func shiftedSum(without string) trees.Score {
	if without == "maxsum" {
		return small.MaxSum
	}
	return small.MaxSum - trees.Score(small.Players)*points(leastScore)
}
