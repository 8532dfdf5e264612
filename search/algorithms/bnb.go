package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Branch and bound for many players.
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games",
// AAAI 2000, "Depth-First Branch-and-Bound Pruning", "Multi-Player
// Branch-and-Bound", figure 6.
//
//	h(p)   the most that player p can get below x, monotonic: f.Up[p-1];
//	       maxp where x has no heuristic
//	Best   the best value so far: f.Value
//
// Needs: a heuristic. Guarantee: the max^n value. Immediate: the mover's best
// score reaches the mover's h. Shallow: the best score of the parent's mover at
// the parent reaches that player's h at x. Since h bounds everything below x, this is
// tested once, before the first child, and is valid for any mover at x. A node
// whose children are all cut returns no value. It is never a first child, since
// the parent of a first child has no best. It could at best equal the parent's
// best: ties stay with the leftmost.

var BnB = engine.Algorithm{
	ID: "bnb", Name: "Branch and bound", Paper: "Sturtevant & Korf 2000", Section: "Multi-Player Branch-and-Bound",
	Needs:     "kind maxn, low or up on an inner node (default: 0 and maxp)",
	Guarantee: "the max^n value", Sound: true,
	Options: []string{"order", "depth"},
	Chance:  true, ChanceCode: engine.SumOf("BnB(c)"),
	Terms: []string{"branch-and-bound", "heuristic", "maxn-value"},
	Code: engine.Pseudocode{
		{"BnB(x):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  if Best[q] at the parent >= h(q) at x: return no value   (shallow; q moves at the parent)", "prune:bnb-shallow"},
		{"  for each child c of x, {order}:"},
		{"    if Best[p] >= h(p): return Best   (immediate; p moves at x)", "prune:bnb-immediate"},
		{"    v := BnB(c)", "backup"},
		{"    if v[p] > Best[p]: Best := v   (the first child is always taken)", "backup+"},
		{"  return Best", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedBounds}, Relies: engine.Always, Procedure: bnb, Judged: engine.ByModel, Reference: &engine.ReferenceMaxn,
}

type bnbRun struct{ *engine.Run }

func bnb(r *engine.Run) {
	r.Inherit = fromParentAny
	r.BoundsMissing()
	bnbRun{r}.Search(r.AtRoot())
}

func (s bnbRun) Search(f *engine.Frame, moves int) {
	if s.Enter(f, moves) {
		return
	}
	s.Bounds(f)
	if cutBeforeFirst(s.Run, f, f.Above) {
		s.Exit(f, false)
		return
	}
	if f.Mover == 0 {
		s.Expect(f, moves, s)
		return
	}
	p := engine.Place(f.Mover)
	for n := range moves {
		if n > 0 && f.Value[p] >= f.Up[p] && !s.LeftIsOpen(f) {
			s.Cut(f, n, trace.BnBImmediate, trees.Some(f.Up[p]), f.Term())
			break
		}
		s.Search(f.Below, s.Play(f, s.Child(f, n)))
		s.Pos.Undo()
		if !f.Below.Known {
			continue
		}
		improved := n == 0 || f.Below.Value[p]+f.Tie > f.Value[p]
		if improved {
			s.Take(f)
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
	}
	s.Exit(f, true)
}

// cutBeforeFirst cuts all children of f if the best score of a's mover at the
// ancestor a reaches the score that the heuristic of f allows this player.
func cutBeforeFirst(r *engine.Run, f, a *engine.Frame) bool {
	if a == nil || a.Mover == 0 || !a.Known || a.Value[a.Mover-1] < f.Up[a.Mover-1] {
		return false
	}
	if r.Ordering != nil && f.IsLeftOfBest() && a.Value[a.Mover-1] == f.Up[a.Mover-1] {
		return false // an equal child further left wins the tie
	}
	rule := trace.BnBDeep
	if a == f.Above {
		rule = trace.BnBShallow
	}
	r.Cut(f, 0, rule, trees.Some(f.Up[a.Mover-1]), a.Term())
	return true
}

// fromParentAny sets the parent's best as a bound, for any mover at f.
func fromParentAny(f *engine.Frame, bounds *[trees.MaxPlayers]trace.Bound) {
	if f.Above != nil && f.Above.Mover != 0 {
		bounds[f.Above.Mover-1] = f.Above.Best()
	}
}
