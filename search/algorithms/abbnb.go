package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Alpha-beta branch and bound.
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games",
// AAAI 2000, "Alpha-Beta Branch-and-Bound Pruning": the procedure before
// "Experimental Results", and the example of figure 7.
//
//	h_low(n), h_up(n)  the least and most that player n can get below x, monotonic:
//	                   f.Low, f.Up; 0 and maxp where x has no heuristic
//	Best               the best value so far: f.Value
//	Bound              the mover's score that ends the search of x: stopScore(f)
//	Player, prev       who moves at x and at its parent
//
// Needs: maxsum and a heuristic. Guarantee: the max^n value. The rule adds the
// mover's best score, the best score of the parent's mover at the parent, and
// the heuristic's least scores of all other players. If the sum reaches maxsum,
// the parent cannot choose x. Each of the older rules is the case where some of
// these terms are not needed. The paper also tests h_up(prev) on a first child,
// when the parent has no best yet; as_printed does so (see abbnb_printed.go) and
// is wrong. Here x is cut before its first child only if the parent has a best;
// then x has no value. One such cut is not in the paper: the best score of the
// parent's mover and the least scores of the other players at x reach maxsum. If
// a player moves twice in a row, the parent's bound is a bound of the same
// player, and only the heuristic can be compared with it.
//
// Ties: leftmost; a cut child could at best equal the value that is kept.

var ABBnB = engine.Algorithm{
	ID: "abbnb", Name: "Alpha-beta branch and bound", Paper: "Sturtevant & Korf 2000", Section: "Alpha-Beta Branch-and-Bound Pruning",
	Needs:     "kind maxn, maxsum, low or up on an inner node (default: 0 and maxp)",
	Guarantee: "the max^n value", Sound: true,
	Options:     []string{"as_printed", "depth"},
	ByHeuristic: true,
	Chance:      true, ChanceCode: engine.SumOf("ABBnB(c, next Player, maxsum)"),
	Terms: []string{"abbnb", "heuristic", "maxsum", "maxn-value"},
	Term:  &engine.Term{Name: "ABBnB", Text: "Alpha-beta branch and bound: a cut is possible when the backed-up bounds of the mover and of the player before, and the heuristic’s lower bounds for all others, sum to maxsum.", Source: "Sturtevant & Korf 2000, “Alpha-Beta Branch-and-Bound Pruning”", Forms: "alpha-beta branch-and-bound|alpha-beta branch and bound"},
	Code: engine.Pseudocode{
		{"ABBnB(x, Player, Bound):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  if h_up(prev) <= Best[prev] at the parent: return no value", "prune:bnb-shallow"},
		{"  if Best[prev] + sum of h_low(n), n not prev, >= maxsum: return no value   (ours, not in the paper)", "prune:abbnb:first"},
		{"  if prev is Player: Bound := maxsum"},
		{"  for each child c of x, left to right:"},
		{"    if Best[Player] >= h_up(Player): return Best", "prune:bnb-immediate"},
		{"    Heuristic := sum of h_low(n), n neither Player nor prev"},
		{"    if Best[Player] >= Bound - Heuristic,", "prune:abbnb prune:shallow prune:immediate"},
		{"      or Best[Player] + sum of h_low(n), n not Player, >= maxsum: return Best"},
		{"    v := ABBnB(c, next Player, maxsum - Best[Player])   (maxsum for the first child)", "backup"},
		{"    if v[Player] > Best[Player]: Best := v   (the first child is always taken)", "backup+"},
		{"  return Best", "exit"},
	},
	Printed: &AbbnbPrinted,
	Need:    []engine.Need{engine.NeedMaxN, engine.NeedMaxSum, engine.NeedBounds}, Relies: engine.Always, Procedure: abbnb, Judged: engine.ByModel, Reference: &engine.ReferenceMaxn,
}

type abbnbRun struct{ *engine.Run }

func abbnb(r *engine.Run) {
	r.Inherit = fromParentAny
	r.BoundsMissing()
	s := abbnbRun{r}
	f, moves := r.AtRoot()
	if r.AsPrinted {
		s.asPrinted(f, moves, r.MaxSum.Score)
		return
	}
	s.Search(f, moves)
}

func (s abbnbRun) Search(f *engine.Frame, moves int) {
	if s.Enter(f, moves) {
		return
	}
	s.Bounds(f)
	s.raiseLow(f)
	if cutBeforeFirst(s.Run, f, f.Above) || s.cutByLow(f) {
		s.Exit(f, false)
		return
	}
	if f.Mover == 0 {
		s.Expect(f, moves, s)
		return
	}
	p := engine.Place(f.Mover)
	bound := s.stopScore(f)
	exact := true
	for i := range moves {
		if i > 0 && f.Value[p] >= bound {
			exact = s.cutABBnB(f, i)
			break
		}
		s.Search(f.Below, s.Play(f, i))
		s.Pos.Undo()
		if !f.Below.Known {
			continue
		}
		improved := i == 0 || f.Below.Value[p] > f.Value[p]
		if improved {
			s.Take(f)
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
	}
	s.Exit(f, exact)
}

// raiseLow raises the heuristic's least scores to those that every outcome has.
func (s abbnbRun) raiseLow(f *engine.Frame) {
	if s.Bounded == nil {
		return
	}
	least := s.LeastOf()
	for n := range s.Players {
		f.Low[n] = max(f.Low[n], least)
	}
}

// stopScore returns the mover's score that ends the search of f: the mover's
// own h_up, or maxsum minus the scores that the other players are sure of. It
// does not change while f is searched.
func (s abbnbRun) stopScore(f *engine.Frame) trees.Score {
	left := s.MaxSum.Score - s.lowExcept(f, f.Mover)
	bound := min(left, f.Up[f.Mover-1])
	if prev := rivalParent(f); prev != nil {
		q := prev.Mover - 1
		bound = min(bound, left+f.Low[q]-prev.Value[q])
	}
	return bound
}

// lowExcept returns the sum of the heuristic's least scores at f of all players
// but one.
func (s abbnbRun) lowExcept(f *engine.Frame, player int) (sum trees.Score) {
	for n := range s.Players {
		sum += f.Low[n]
	}
	return sum - f.Low[player-1]
}

// rivalParent returns the parent of f if it has a best value and another
// player moves there, else nil.
func rivalParent(f *engine.Frame) *engine.Frame {
	if f.Above == nil || f.Above.Mover == 0 || !f.Above.Known || f.Above.Mover == f.Mover {
		return nil
	}
	return f.Above
}

// cutByLow cuts all children of f if the heuristic leaves the parent's mover no
// more than his best score at the parent: he can get at most maxsum minus the
// h_low of all other players.
func (s abbnbRun) cutByLow(f *engine.Frame) bool {
	a := f.Above
	if a == nil || a.Mover == 0 || !a.Known {
		return false
	}
	if a.Value[a.Mover-1]+s.lowExcept(f, a.Mover) < s.MaxSum.Score {
		return false
	}
	s.Cut(f, 0, trace.ABBnB, s.MaxSum, s.withLow(f, a.Term())...)
	return true
}

// cutABBnB cuts the children from move on and records the simplest rule that is
// sufficient. It reports whether the mover has the maximum possible score.
func (s abbnbRun) cutABBnB(f *engine.Frame, move int) (exact bool) {
	sum, own := s.MaxSum.Score, f.Value[f.Mover-1]
	prev := rivalParent(f)
	switch {
	case own >= s.SumAlone():
		s.Cut(f, move, trace.Immediate, s.MaxSum, f.Term())
	case own >= f.Up[f.Mover-1]:
		s.Cut(f, move, trace.BnBImmediate, trees.Some(f.Up[f.Mover-1]), f.Term())
	case own+s.lowExcept(f, f.Mover) >= sum:
		s.Cut(f, move, trace.ABBnB, s.MaxSum, s.withLow(f, f.Term())...)
	case engine.Enough(2, s.Players, s.NoMinima) && prev.Value[prev.Mover-1]+own >= sum:
		s.Cut(f, move, trace.Shallow, s.MaxSum, prev.Term(), f.Term())
		return false
	default:
		s.Cut(f, move, trace.ABBnB, s.MaxSum, s.withLow(f, prev.Term(), f.Term())...)
		return false
	}
	return true
}

// withLow returns terms and, for each player without a term, the heuristic's
// least score at f, if it is not 0. The slice is valid until the next call.
func (s abbnbRun) withLow(f *engine.Frame, terms ...trace.Term) []trace.Term {
	s.Terms = append(s.Terms[:0], terms...)
	for n := range s.Players {
		among := false
		for _, t := range terms {
			among = among || t.Player == n+1
		}
		if !among && f.Low[n] != 0 {
			s.Terms = append(s.Terms, trace.Term{Player: n + 1, Node: f.Node, Score: f.Low[n], Origin: trace.Heuristic})
		}
	}
	return s.Terms
}
