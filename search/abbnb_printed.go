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
	{"ABBNB(x, Player, Bound):", "enter"},
	{"  if x is a leaf: return its static value", "leaf"},
	{"  if h_up(prev) <= maxsum - Bound: return the static value of x   (prev moves at the parent; at the root, the player before x's: our convention)", "prune:bnb-shallow"},
	{"  Best := ABBNB(first child of x, next Player, maxsum)", "backup+:first"},
	{"  Heuristic := sum of h_low(n), n neither Player nor prev"},
	{"  for each remaining child c of x:"},
	{"    if Best[Player] >= Bound - Heuristic: return Best", "prune:abbnb"},
	{"      (the same test) or Best[Player] = h_up(Player): return Best", "prune:bnb-immediate"},
	{"    Current := ABBNB(c, next Player, maxsum - Best[Player])", "backup"},
	{"    if Current[Player] > Best[Player]: Best := Current", "backup+"},
	{"  return Best", "exit"},
}}

func (s abbnbRun) asPrinted(f *frame, moves int, bound trees.Score) {
	if s.enter(f, moves) {
		return
	}
	s.bounds(f)
	sum, p, prev := s.MaxSum.Score, f.mover-1, s.previousPlayer(f)
	if up := f.up[prev-1]; up <= sum-bound {
		// If there is no best yet, maxsum - Bound is 0, and the term is at f itself.
		t := trace.Term{Player: prev, Node: f.node, Score: sum - bound, Origin: trace.BackedUp}
		if f.above != nil && f.above.known {
			t.Node = f.above.node
		}
		s.cut(f, 0, trace.BnBShallow, trees.Some(up), t)
		s.static(f)
		if s.observer != nil {
			f.exact = false
			s.emitExitAt(f, s.lines.byRule[trace.BnBShallow])
		}
		return
	}
	for i := range moves {
		if i > 0 && f.value[p] >= f.up[p] {
			s.cut(f, i, trace.BnBImmediate, trees.Some(f.up[p]), f.term())
			break
		}
		if i > 0 && f.value[p] >= bound-s.othersLow(f) {
			s.cut(f, i, trace.ABBnB, s.MaxSum, s.printedTerms(f, bound)...)
			break
		}
		next := sum
		if i > 0 {
			next = sum - f.value[p]
		}
		s.asPrinted(f.below, s.play(f, i), next)
		s.Pos.Undo()
		improved := i == 0 || f.below.value[p] > f.value[p]
		if improved {
			s.take(f)
		}
		switch {
		case s.observer == nil:
		case i == 0:
			s.emitBackupAt(f, improved, s.lines.first)
		default:
			s.emitBackup(f, improved)
		}
	}
	s.exit(f, false)
}

// othersLow returns the paper's Heuristic: the sum of h_low of all players
// except Player and prev.
func (s abbnbRun) othersLow(f *frame) (sum trees.Score) {
	prev := s.previousPlayer(f)
	for n := range s.Players {
		if n+1 != f.mover && n+1 != prev {
			sum += f.low[n]
		}
	}
	return sum
}

// printedTerms returns the terms of the test; maxsum - Bound is the score of
// prev.
func (s abbnbRun) printedTerms(f *frame, bound trees.Score) []trace.Term {
	s.terms = s.terms[:0]
	prev := s.previousPlayer(f)
	if f.above != nil && bound < s.MaxSum.Score {
		s.terms = append(s.terms, trace.Term{Player: f.above.mover, Node: f.above.node, Score: s.MaxSum.Score - bound, Origin: trace.BackedUp})
	}
	s.terms = append(s.terms, f.term())
	for n := range s.Players {
		if n+1 != f.mover && n+1 != prev && f.low[n] > 0 {
			s.terms = append(s.terms, trace.Term{Player: n + 1, Node: f.node, Score: f.low[n], Origin: trace.Heuristic})
		}
	}
	return s.terms
}

// static sets the value of f, which is the current position, to its static
// value.
func (s abbnbRun) static(f *frame) {
	if e, ok := s.Pos.(trees.Evaluated); !ok || !e.Static(&f.value) {
		f.value = f.low
	}
	f.leaf, f.known = f.node, true
}
