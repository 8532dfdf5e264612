package claims

import (
	"context"
	"fmt"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
)

// twoSides is the size of minimax trees: scores from 0 to maxsum.
var twoSides = compare.TrialSize{Players: 2, Branching: 3, Depth: 4, Nodes: 15, MaxSum: points(9), Delta: trees.Unit}

// Korf 1991, section 4, Theorem 3: a directional minimax algorithm must evaluate each leaf
// that alpha-beta evaluates.
var korfTheorem3 = Claim{
	ID:    "korf-3",
	Holds: "For each leaf that alpha-beta visits: if everything to the right of its path is removed and the leaf gets any value between α and β, this value is the value of the root.",
	Conditions: []Condition{
		{ID: "visited", Text: "Alpha-beta visits the leaf."},
		{"order", "The other algorithm visits the nodes in the same order.", "alpha-beta from right to left"},
	},
	trials: func(without string) compare.Trials {
		s := compare.Trials{Title: "Another order visits fewer leaves", Size: twoSides, Kind: trees.Minimax, Leaf: utility}
		s.Claim = func(ctx context.Context, t *compare.Trial) (func() bool, error) {
			alphabeta, err := t.Runner(ctx, config("alphabeta"), nil)
			z := zipper{t}
			if without == "order" {
				return func() bool {
					value := alphabeta.Run()[0]
					m := mirrored{t: t, seen: map[int]bool{}}
					if m.search(0, -trees.MaxScore, trees.MaxScore) != value {
						return false
					}
					return someLeaf(t, alphabeta, func(leaf int) bool { return !m.seen[leaf] })
				}, err
			}
			return func() bool {
				alphabeta.Run()
				t.Solve()
				return someLeaf(t, alphabeta, func(leaf int) bool { return !z.decides(leaf) })
			}, err
		}
		return s
	},
	explain: func(f *Found) (string, []engine.AlgorithmConfig, error) {
		res, err := f.run(config("alphabeta"), nil)
		return fmt.Sprintf("From left to right, alpha-beta visits %s. From right to left it does not, and the value is still %s.", names(f), f.Tree.FormatValue(res.Value)), []engine.AlgorithmConfig{config("alphabeta")}, err
	},
}

// decides reports whether the leaf alone determines the value of the root if nothing is to the
// right of its path: with two
// values between α and β.
func (z zipper) decides(leaf int) bool {
	t := z.t
	alpha, beta := trees.Score(-trees.MaxScore), trees.Score(trees.MaxScore)
	for node, up := leaf, t.Parent(leaf); up >= 0; node, up = up, t.Parent(up) {
		first, _ := t.Kids(up)
		for k := first; k < node; k++ {
			if t.Mover(up) == 1 {
				alpha = max(alpha, t.Value(k)[0])
			} else {
				beta = min(beta, t.Value(k)[0])
			}
		}
	}
	if alpha >= beta {
		return false
	}
	for _, x := range []trees.Score{alpha + (beta-alpha)/3, beta - (beta-alpha)/3} {
		root := x
		for node, up := leaf, t.Parent(leaf); up >= 0; node, up = up, t.Parent(up) {
			first, _ := t.Kids(up)
			for k := first; k < node; k++ {
				if v := t.Value(k)[0]; t.Mover(up) == 1 {
					root = max(root, v)
				} else {
					root = min(root, v)
				}
			}
		}
		if root != x {
			return false
		}
	}
	return true
}

// mirrored is alpha-beta from right to left.
type mirrored struct {
	t    *compare.Trial
	seen map[int]bool
}

func (m *mirrored) search(i int, alpha, beta trees.Score) trees.Score {
	m.seen[i] = true
	first, kids := m.t.Kids(i)
	if kids == 0 {
		return m.t.Value(i)[0]
	}
	for k := first + kids - 1; k >= first && alpha < beta; k-- {
		v := m.search(k, alpha, beta)
		if m.t.Mover(i) == 1 {
			alpha = max(alpha, v)
		} else {
			beta = min(beta, v)
		}
	}
	if m.t.Mover(i) == 1 {
		return alpha
	}
	return beta
}
