package algorithms

import (
	"espalier/search/engine"
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
//	prev          the mover of the parent; at the root see PreviousPlayer
//	static value  the node's own, or else the least scores that the heuristic gives
//
// On a first child and at the root Bound is maxsum, so h_up(prev) <= maxsum -
// Bound holds whenever h_up(prev) is 0, and a static value replaces the search.
// If h_up comes from the tricks taken so far, this causes no error. With a
// tighter bound, which is also admissible, it does. Guarantee: none.

var AbbnbPrinted = engine.PrintedProcedure{What: "the printed procedure", Source: "Sturtevant & Korf 2000, the procedure before “Experimental Results”", Lines: engine.Pseudocode{
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

func (s abbnbRun) asPrinted(f *engine.Frame, moves int, bound trees.Score) {
	if s.Enter(f, moves) {
		return
	}
	s.Bounds(f)
	sum, p, prev := s.MaxSum.Score, f.Mover-1, s.PreviousPlayer(f)
	if up := f.Up[prev-1]; up <= sum-bound {
		// If there is no best yet, maxsum - Bound is 0, and the term is at f itself.
		t := trace.Term{Player: prev, Node: f.Node, Score: sum - bound, Origin: trace.BackedUp}
		if f.Above != nil && f.Above.Known {
			t.Node = f.Above.Node
		}
		s.Cut(f, 0, trace.BnBShallow, trees.Some(up), t)
		s.static(f)
		if s.Observer != nil {
			f.Exact = false
			s.EmitExitAt(f, s.Lines.ByRule[trace.BnBShallow])
		}
		return
	}
	for i := range moves {
		if i > 0 && f.Value[p] >= f.Up[p] {
			s.Cut(f, i, trace.BnBImmediate, trees.Some(f.Up[p]), f.Term())
			break
		}
		if i > 0 && f.Value[p] >= bound-s.othersLow(f) {
			s.Cut(f, i, trace.ABBnB, s.MaxSum, s.printedTerms(f, bound)...)
			break
		}
		next := sum
		if i > 0 {
			next = sum - f.Value[p]
		}
		s.asPrinted(f.Below, s.Play(f, i), next)
		s.Pos.Undo()
		improved := i == 0 || f.Below.Value[p] > f.Value[p]
		if improved {
			s.Take(f)
		}
		switch {
		case s.Observer == nil:
		case i == 0:
			s.EmitBackupAt(f, improved, s.Lines.First)
		default:
			s.EmitBackup(f, improved)
		}
	}
	s.Exit(f, false)
}

// othersLow returns the paper's Heuristic: the sum of h_low of all players
// except Player and prev.
func (s abbnbRun) othersLow(f *engine.Frame) (sum trees.Score) {
	prev := s.PreviousPlayer(f)
	for n := range s.Players {
		if n+1 != f.Mover && n+1 != prev {
			sum += f.Low[n]
		}
	}
	return sum
}

// printedTerms returns the terms of the test; maxsum - Bound is the score of
// prev.
func (s abbnbRun) printedTerms(f *engine.Frame, bound trees.Score) []trace.Term {
	s.Terms = s.Terms[:0]
	prev := s.PreviousPlayer(f)
	if f.Above != nil && bound < s.MaxSum.Score {
		s.Terms = append(s.Terms, trace.Term{Player: f.Above.Mover, Node: f.Above.Node, Score: s.MaxSum.Score - bound, Origin: trace.BackedUp})
	}
	s.Terms = append(s.Terms, f.Term())
	for n := range s.Players {
		if n+1 != f.Mover && n+1 != prev && f.Low[n] > 0 {
			s.Terms = append(s.Terms, trace.Term{Player: n + 1, Node: f.Node, Score: f.Low[n], Origin: trace.Heuristic})
		}
	}
	return s.Terms
}

// static sets the value of f, which is the current position, to its static
// value.
func (s abbnbRun) static(f *engine.Frame) {
	if e, ok := s.Pos.(trees.Evaluated); !ok || !e.Static(&f.Value) {
		f.Value = f.Low
	}
	f.Leaf, f.Known = f.Node, true
}
