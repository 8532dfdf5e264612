package search

import (
	"espalier/trace"
	"espalier/trees"
)

// ABBnB exactly as printed (option as_printed of abbnb): Sturtevant & Korf
// 2000, the procedure before "Experimental Results". It is wrong: on a first
// child Bound is maxsum, so h_up(prev) <= maxsum - Bound holds whenever
// h_up(prev) is 0, and a static value replaces the search. If h_up comes from the tricks taken so far, that does
// no harm; with a tighter bound, which is also admissible, it does.
//
// The static value is the node's own, or the scores that the heuristic
// guarantees. Guarantee: none.

func (r *run) abbnbAsPrinted(f *frame, moves int, bound trees.Score) {
	if r.enter(f, moves) {
		return
	}
	r.bounds(f)
	sum, p := r.MaxSum.Score, f.mover-1
	if a := f.above; a != nil && f.up[a.mover-1] <= sum-bound {
		prev := trace.Term{Player: a.mover, Node: a.node, Score: sum - bound, Origin: trace.BackedUp}
		r.cut(f, 0, trace.BnBShallow, trees.Some(f.up[a.mover-1]), prev)
		r.static(f)
		r.exit(f, false)
		return
	}
	for i := range moves {
		if i > 0 && f.value[p] >= f.up[p] {
			r.cut(f, i, trace.BnBImmediate, trees.Some(f.up[p]), f.term())
			break
		}
		if i > 0 && f.value[p] >= bound-r.othersLow(f) {
			r.cut(f, i, trace.ABBnB, r.MaxSum, r.printedTerms(f, bound)...)
			break
		}
		next := sum
		if i > 0 {
			next = sum - f.value[p]
		}
		r.abbnbAsPrinted(f.below, r.play(f, i), next)
		r.Pos.Undo()
		improved := i == 0 || f.below.value[p] > f.value[p]
		if improved {
			r.take(f)
		}
		if r.observer != nil {
			r.emitBackup(f, improved)
		}
	}
	r.exit(f, false)
}

// othersLow returns the paper's Heuristic: the sum of h_low of all players
// except Player and prev.
func (r *run) othersLow(f *frame) (sum trees.Score) {
	for n := range r.Players {
		if n+1 != f.mover && (f.above == nil || n+1 != f.above.mover) {
			sum += f.low[n]
		}
	}
	return sum
}

// printedTerms returns the terms of the test; maxsum - Bound is the score of
// prev.
func (r *run) printedTerms(f *frame, bound trees.Score) []trace.Term {
	r.terms = r.terms[:0]
	if f.above != nil && bound < r.MaxSum.Score {
		r.terms = append(r.terms, trace.Term{Player: f.above.mover, Node: f.above.node, Score: r.MaxSum.Score - bound, Origin: trace.BackedUp})
	}
	r.terms = append(r.terms, f.term())
	for n := range r.Players {
		if n+1 != f.mover && (f.above == nil || n+1 != f.above.mover) && f.low[n] > 0 {
			r.terms = append(r.terms, trace.Term{Player: n + 1, Node: f.node, Score: f.low[n], Origin: trace.Heuristic})
		}
	}
	return r.terms
}

// static sets the value of f, which is the current position, to its static
// value.
func (r *run) static(f *frame) {
	if e, ok := r.Pos.(trees.Evaluated); !ok || !e.Static(&f.value) {
		f.value = f.low
	}
	f.leaf, f.known = f.node, true
}
