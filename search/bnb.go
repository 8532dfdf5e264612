package search

import (
	"espalier/trace"
	"espalier/trees"
)

// Branch and bound for many players.
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games",
// AAAI 2000, "Depth-First Branch-and-Bound Pruning", "Multi-Player
// Branch-and-Bound", figure 6.
//
//	h(p)   the most that player p can get below x, monotonic: f.up[p-1];
//	       maxp where x has no heuristic
//	Best   the best value so far: f.value
//
// Needs: a heuristic. Guarantee: the max^n value. Immediate: the mover's best
// score reaches the mover's h. Shallow: the best score of the parent's mover at
// the parent reaches that player's h at x. Since h bounds everything below x, this is
// tested once, before the first child, and is valid for any mover at x. A node
// whose children are all cut returns no value. It is never a first child, since
// the parent of a first child has no best. It could at best equal the parent's
// best: ties stay with the leftmost.

var bnbAlgorithm = Algorithm{
	ID: "bnb", Name: "Branch and bound", Paper: "Sturtevant & Korf 2000", Section: "Multi-Player Branch-and-Bound",
	Needs:     "kind maxn, low or up on an inner node (default: 0 and maxp)",
	Guarantee: "the max^n value", Sound: true,
	Options: []string{"order", "depth"},
	Chance:  true, chanceCode: sumOf("BnB(c)"),
	Terms: []string{"branch-and-bound", "heuristic", "maxn-value"},
	code: pseudocode{
		{"BnB(x):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  if Best[q] at the parent >= h(q) at x: return no value   (shallow; q moves at the parent)", "prune:bnb-shallow"},
		{"  for each child c of x, {order}:"},
		{"    if Best[p] >= h(p): return Best   (immediate; p moves at x)", "prune:bnb-immediate"},
		{"    v := BnB(c)", "backup"},
		{"    if v[p] > Best[p]: Best := v   (the first child is always taken)", "backup+"},
		{"  return Best", "exit"},
	},
	need: []need{needMaxN, needBounds}, relies: always, run: bnb, Judged: ByModel, Reference: &referenceMaxn,
}

type bnbRun struct{ *run }

func bnb(r *run) {
	r.inherit = fromParentAny
	r.boundsMissing()
	bnbRun{r}.search(r.root())
}

func (s bnbRun) search(f *frame, moves int) {
	if s.enter(f, moves) {
		return
	}
	s.bounds(f)
	if cutBeforeFirst(s.run, f, f.above) {
		s.exit(f, false)
		return
	}
	if f.mover == 0 {
		s.expect(f, moves, s)
		return
	}
	p := place(f.mover)
	for n := range moves {
		if n > 0 && f.value[p] >= f.up[p] && !s.leftIsOpen(f) {
			s.cut(f, n, trace.BnBImmediate, trees.Some(f.up[p]), f.term())
			break
		}
		s.search(f.below, s.play(f, s.child(f, n)))
		s.Pos.Undo()
		if !f.below.known {
			continue
		}
		improved := n == 0 || f.below.value[p]+f.tie > f.value[p]
		if improved {
			s.take(f)
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
	}
	s.exit(f, true)
}

// cutBeforeFirst cuts all children of f if the best score of a's mover at the
// ancestor a reaches the score that the heuristic of f allows this player.
func cutBeforeFirst(r *run, f, a *frame) bool {
	if a == nil || a.mover == 0 || !a.known || a.value[a.mover-1] < f.up[a.mover-1] {
		return false
	}
	if r.order != nil && f.isLeftOfBest() && a.value[a.mover-1] == f.up[a.mover-1] {
		return false // an equal child further left wins the tie
	}
	rule := trace.BnBDeep
	if a == f.above {
		rule = trace.BnBShallow
	}
	r.cut(f, 0, rule, trees.Some(f.up[a.mover-1]), a.term())
	return true
}

// fromParentAny sets the parent's best as a bound, for any mover at f.
func fromParentAny(f *frame, bounds *[trees.MaxPlayers]trace.Bound) {
	if f.above != nil && f.above.mover != 0 {
		bounds[f.above.mover-1] = f.above.best()
	}
}
