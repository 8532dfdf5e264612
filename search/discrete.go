package search

import (
	"slices"

	"espalier/trees"
)

// Discrete evaluations.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n",
// IJCAI 2003, section 4.4.
//
//	delta  δ, the smallest difference between two scores of one player: r.Delta
//	n      the number of players whose bounds are added, the mover among them
//
// Who is to get more than b gets at least b + δ. A value that all n players
// like better than their bounds thus needs Σ + δn, so that none is possible
// where Σ >= maxsum - δ(n-1).
// This speaks of the children still to come, which the mover likes better than
// his best. It does not speak of his best itself, which he need not exceed:
// therefore either one δ less is taken (Σ >= maxsum - δ(n-2), always safe), or
// the best must be worse than his bound for one of the others.
// In the paper n is the number of players of the game, whose bounds it always
// adds; with fewer bounds on the path it is their number.

// Discrete prunes where the bounds, each raised by δ, add up to more than maxsum.
type Discrete struct {
	Players       int
	MaxSum, Delta trees.Score
}

// Prune returns the rule Σ >= maxsum - δ(n-1).
func (d Discrete) Prune(bounds, _, _ *trees.Vector) bool {
	sum, held := sumBounds(bounds, d.Players)
	return held > 0 && sum+d.Delta*trees.Score(held-1) >= d.MaxSum
}

// needDelta wants every two scores of a player to be equal or δ apart.
func needDelta(a *Algorithm, p *Problem, o *Options) error {
	if !o.Discrete || p.Tree == nil || p.Delta <= 0 {
		return nil
	}
	t, root := p.Tree, p.start(o)
	scores := make([]trees.Score, 0, t.End(root)-root)
	for player := range p.Players {
		scores = scores[:0]
		for n := root; n < t.End(root); n++ {
			if v, known := t.Value(n); known {
				scores = append(scores, v[player])
			}
		}
		slices.Sort(scores)
		for i := 1; i < len(scores); i++ {
			if d := scores[i] - scores[i-1]; d > 0 && d < p.Delta {
				return refuse("tree.delta", "player %d has leaves worth %s and %s, which differ by less than delta, %s; make delta %s or less", player+1, scores[i-1], scores[i], p.Delta, d)
			}
		}
	}
	return nil
}
