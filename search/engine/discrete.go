package engine

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
// A player who gets more than b gets at least b + δ. A value that is better than
// the bounds of all n players needs the sum Σ + δn, where Σ is the sum of the
// bounds, so no such value exists if Σ >= maxsum - δ(n-1). This test is about the
// remaining children, which must be better for the mover than the current best. The
// current best itself need not exceed the mover's bound. Therefore either one δ
// less is used (Σ >= maxsum - δ(n-2), always safe), or the best must not exceed the
// bound of one of the other players. In the paper n is the number of players of the
// game, whose bounds are always all added; here it is the number of bounds on the
// path.
//
// The paper asks the second condition of the first branch, and not of the current best.
// That is wrong if a later branch is better for all players of the chain: it becomes
// the best, and is lost with the cut. The option as_printed does what is printed.

var PrintedDeltaTest = printedTest{
	on: "prune:discrete", text: "        (discrete: return NIL at >= maxsum - δ(n-2), n bounds in all; at >= maxsum - δ(n-1) if the first child fails in the chain)",
	what: "the printed test with δ", Source: "Sturtevant 2003, section 4.4",
	runs: func(o Options) bool { return o.Discrete },
}

// Discrete prunes if the bounds, each raised by δ, add up to more than maxsum.
type Discrete struct {
	Players       int
	MaxSum, Delta trees.Score
	NoMinima      bool // see Linear
	// Printed: as in section 4.4, the first branch of a node must not be better for all
	// other players, not the best. Then the rule allows wrong prunes.
	Printed bool
}

// Prune tests Σ >= maxsum - δ(n-1).
func (d Discrete) Prune(bounds, _, _ *trees.Vector) bool {
	sum, held := sumBounds(bounds, d.Players)
	return Enough(held, d.Players, d.NoMinima) && sum+d.Delta*trees.Score(held-1) >= d.MaxSum
}

// NeedDelta requires that any two scores of a player are equal or at least δ
// apart.
func NeedDelta(a *Algorithm, p *Problem, o *Options) error {
	if !o.Discrete || p.Tree == nil || p.Delta <= 0 {
		return nil
	}
	t, root := p.Tree, p.StartNode(o)
	scores := make([]trees.Score, 0, t.End(root)-root)
	for player := range p.Players {
		scores = scores[:0]
		for n := root; n < t.End(root); n++ {
			if v, known := t.Value(n); known {
				scores = append(scores, v[player])
			}
			v, known := t.Static(n)
			if !known || !o.OnFrontier(t, root, n) {
				continue
			}
			if v[player]%p.Delta != 0 {
				return Refuse(t.Place(n)+".static", "player %d has the static value %s at %s, which is no multiple of delta, %s; with discrete and depth it must be one", player+1, v[player].In(p.Unit), t.Name(n), p.Delta.In(p.Unit))
			}
			scores = append(scores, v[player])
		}
		slices.Sort(scores)
		for i := 1; i < len(scores); i++ {
			if d := scores[i] - scores[i-1]; d > 0 && d < p.Delta {
				return Refuse("tree.delta", "player %d has values of %s and %s, which differ by less than delta, %s; make delta %s or less", player+1, scores[i-1].In(p.Unit), scores[i].In(p.Unit), p.Delta.In(p.Unit), d.In(p.Unit))
			}
		}
	}
	return nil
}
