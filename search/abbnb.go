package search

import (
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
//	                   f.low, f.up; 0 and maxp where x has no heuristic
//	Best               the best value so far: f.value
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

var abbnbAlgorithm = Algorithm{
	ID: "abbnb", Name: "Alpha-beta branch and bound", Paper: "Sturtevant & Korf 2000", Section: "Alpha-Beta Branch-and-Bound Pruning",
	Needs:     "kind maxn, maxsum, low or up on an inner node (default: 0 and maxp)",
	Guarantee: "the max^n value", Sound: true,
	Options:     []string{"as_printed", "depth"},
	byHeuristic: true,
	Chance:      true, chanceCode: sumOf("ABBnB(c, next Player, maxsum)"),
	Terms: []string{"abbnb", "heuristic", "maxsum", "maxn-value"},
	code: pseudocode{
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
	Printed: &abbnbPrinted,
	need:    []need{needMaxN, needMaxSum, needBounds}, relies: always, run: abbnb, Judged: ByModel, Reference: &referenceMaxn,
}

type abbnbRun struct{ *run }

func abbnb(r *run) {
	r.inherit = fromParentAny
	r.boundsMissing()
	s := abbnbRun{r}
	f, moves := r.root()
	if r.AsPrinted {
		s.asPrinted(f, moves, r.MaxSum.Score)
		return
	}
	s.search(f, moves)
}

func (s abbnbRun) search(f *frame, moves int) {
	if s.enter(f, moves) {
		return
	}
	s.bounds(f)
	s.raiseLow(f)
	if cutBeforeFirst(s.run, f, f.above) || s.cutByLow(f) {
		s.exit(f, false)
		return
	}
	if f.mover == 0 {
		s.expect(f, moves, s)
		return
	}
	p := place(f.mover)
	bound := s.stopScore(f)
	exact := true
	for i := range moves {
		if i > 0 && f.value[p] >= bound {
			exact = s.cutABBnB(f, i)
			break
		}
		s.search(f.below, s.play(f, i))
		s.Pos.Undo()
		if !f.below.known {
			continue
		}
		improved := i == 0 || f.below.value[p] > f.value[p]
		if improved {
			s.take(f)
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
	}
	s.exit(f, exact)
}

// raiseLow raises the heuristic's least scores to those that every outcome has.
func (s abbnbRun) raiseLow(f *frame) {
	if s.bounded == nil {
		return
	}
	least := s.least()
	for n := range s.Players {
		f.low[n] = max(f.low[n], least)
	}
}

// stopScore returns the mover's score that ends the search of f: the mover's
// own h_up, or maxsum minus the scores that the other players are sure of. It
// does not change while f is searched.
func (s abbnbRun) stopScore(f *frame) trees.Score {
	left := s.MaxSum.Score - s.lowExcept(f, f.mover)
	bound := min(left, f.up[f.mover-1])
	if prev := f.rivalParent(); prev != nil {
		q := prev.mover - 1
		bound = min(bound, left+f.low[q]-prev.value[q])
	}
	return bound
}

// lowExcept returns the sum of the heuristic's least scores at f of all players
// but one.
func (s abbnbRun) lowExcept(f *frame, player int) (sum trees.Score) {
	for n := range s.Players {
		sum += f.low[n]
	}
	return sum - f.low[player-1]
}

// rivalParent returns the parent of f if it has a best value and another
// player moves there, else nil.
func (f *frame) rivalParent() *frame {
	if f.above == nil || f.above.mover == 0 || !f.above.known || f.above.mover == f.mover {
		return nil
	}
	return f.above
}

// cutByLow cuts all children of f if the heuristic leaves the parent's mover no
// more than his best score at the parent: he can get at most maxsum minus the
// h_low of all other players.
func (s abbnbRun) cutByLow(f *frame) bool {
	a := f.above
	if a == nil || a.mover == 0 || !a.known {
		return false
	}
	if a.value[a.mover-1]+s.lowExcept(f, a.mover) < s.MaxSum.Score {
		return false
	}
	s.cut(f, 0, trace.ABBnB, s.MaxSum, s.withLow(f, a.term())...)
	return true
}

// cutABBnB cuts the children from move on and records the simplest rule that is
// sufficient. It reports whether the mover has the maximum possible score.
func (s abbnbRun) cutABBnB(f *frame, move int) (exact bool) {
	sum, own := s.MaxSum.Score, f.value[f.mover-1]
	prev := f.rivalParent()
	switch {
	case own >= s.sumAlone():
		s.cut(f, move, trace.Immediate, s.MaxSum, f.term())
	case own >= f.up[f.mover-1]:
		s.cut(f, move, trace.BnBImmediate, trees.Some(f.up[f.mover-1]), f.term())
	case own+s.lowExcept(f, f.mover) >= sum:
		s.cut(f, move, trace.ABBnB, s.MaxSum, s.withLow(f, f.term())...)
	case enough(2, s.Players, s.NoMinima) && prev.value[prev.mover-1]+own >= sum:
		s.cut(f, move, trace.Shallow, s.MaxSum, prev.term(), f.term())
		return false
	default:
		s.cut(f, move, trace.ABBnB, s.MaxSum, s.withLow(f, prev.term(), f.term())...)
		return false
	}
	return true
}

// withLow returns terms and, for each player without a term, the heuristic's
// least score at f, if it is not 0. The slice is valid until the next call.
func (s abbnbRun) withLow(f *frame, terms ...trace.Term) []trace.Term {
	s.terms = append(s.terms[:0], terms...)
	for n := range s.Players {
		among := false
		for _, t := range terms {
			among = among || t.Player == n+1
		}
		if !among && f.low[n] != 0 {
			s.terms = append(s.terms, trace.Term{Player: n + 1, Node: f.node, Score: f.low[n], Origin: trace.Heuristic})
		}
	}
	return s.terms
}
