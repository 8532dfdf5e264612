package search

import (
	"espalier/trace"
	"espalier/trees"
)

// Alpha-beta branch and bound as printed (option as_printed of abbnb), which is
// wrong.
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games",
// AAAI 2000, "Alpha-Beta Branch-and-Bound Pruning": the procedure before
// "Experimental Results", exactly as printed.
//
//	Bound         maxsum minus the best score of prev, or maxsum if there is no best
//	prev          the mover of the parent; at the root see previousPlayer
//	static value  the node's own, or else the least scores that the heuristic gives
//
// On a first child and at the root Bound is maxsum, so h_up(prev) <= maxsum -
// Bound holds whenever h_up(prev) is 0, and a static value replaces the search.
// If h_up comes from the tricks taken so far, this causes no error. With a
// tighter bound, which is also admissible, it does. Guarantee: none.

var abbnbPrinted = PrintedProcedure{What: "the printed procedure", Source: "Sturtevant & Korf 2000, the procedure before “Experimental Results”", code: pseudocode{
	{"ABBNB(x, Player, Bound):", []string{"enter"}},
	{"  if x is a leaf: return its static value", []string{"leaf"}},
	{"  if h_up(prev) <= maxsum - Bound: return the static value of x   (prev moves at the parent; at the root, the player before x's: our convention)", []string{"prune:bnb-shallow"}},
	{"  Best := ABBNB(first child of x, next Player, maxsum)", []string{"backup+:first"}},
	{"  Heuristic := sum of h_low(n), n neither Player nor prev", nil},
	{"  for each remaining child c of x:", nil},
	{"    if Best[Player] >= Bound - Heuristic: return Best", []string{"prune:abbnb"}},
	{"      (the same test) or Best[Player] = h_up(Player): return Best", []string{"prune:bnb-immediate"}},
	{"    Current := ABBNB(c, next Player, maxsum - Best[Player])", []string{"backup"}},
	{"    if Current[Player] > Best[Player]: Best := Current", []string{"backup+"}},
	{"  return Best", []string{"exit"}},
}}

// previousPlayer returns the mover of the parent of f, from 1. The printed
// procedures need a previous player at the root, too; there it is the player
// whose turn is before the turn of the root's mover.
func (r *run) previousPlayer(f *frame) int {
	if f.above != nil {
		return f.above.mover
	}
	return (f.mover+r.Players-2)%r.Players + 1
}

func (r *run) abbnbAsPrinted(f *frame, moves int, bound trees.Score) {
	if r.enter(f, moves) {
		return
	}
	r.bounds(f)
	sum, p, prev := r.MaxSum.Score, f.mover-1, r.previousPlayer(f)
	if up := f.up[prev-1]; up <= sum-bound {
		// If there is no best yet, maxsum - Bound is 0, and the term is at f itself.
		t := trace.Term{Player: prev, Node: f.node, Score: sum - bound, Origin: trace.BackedUp}
		if f.above != nil && f.above.known {
			t.Node = f.above.node
		}
		r.cut(f, 0, trace.BnBShallow, trees.Some(up), t)
		r.static(f)
		if r.observer != nil {
			f.exact = false
			r.emitExitAt(f, r.lines.byRule[trace.BnBShallow])
		}
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
		switch {
		case r.observer == nil:
		case i == 0:
			r.emitBackupAt(f, improved, r.lines.first)
		default:
			r.emitBackup(f, improved)
		}
	}
	r.exit(f, false)
}

// othersLow returns the paper's Heuristic: the sum of h_low of all players
// except Player and prev.
func (r *run) othersLow(f *frame) (sum trees.Score) {
	prev := r.previousPlayer(f)
	for n := range r.Players {
		if n+1 != f.mover && n+1 != prev {
			sum += f.low[n]
		}
	}
	return sum
}

// printedTerms returns the terms of the test; maxsum - Bound is the score of
// prev.
func (r *run) printedTerms(f *frame, bound trees.Score) []trace.Term {
	r.terms = r.terms[:0]
	prev := r.previousPlayer(f)
	if f.above != nil && bound < r.MaxSum.Score {
		r.terms = append(r.terms, trace.Term{Player: f.above.mover, Node: f.above.node, Score: r.MaxSum.Score - bound, Origin: trace.BackedUp})
	}
	r.terms = append(r.terms, f.term())
	for n := range r.Players {
		if n+1 != f.mover && n+1 != prev && f.low[n] > 0 {
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
