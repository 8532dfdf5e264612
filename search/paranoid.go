package search

import (
	"espalier/trace"
	"espalier/trees"
)

// The paranoid algorithm.
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games",
// AAAI 2000, "Reduction to a Paranoid 2-Player Game"; alpha-beta as in
// alphabeta.go. The paper has no procedure: the code shown is ours.
//
//	P            the player who moves at the root, player 1 if chance does: r.about. P maximises P's
//	             score; all others are a coalition that minimises it
//	v            P's score in the best value so far: f.value[P]
//	P(c)         the probability of child c of a chance node, whose value is the expectation
//	alpha, beta  what P and the coalition are sure of on the path: f.alpha, f.beta;
//	             at first infinite
//	low, up      the heuristic's bounds on P's score below x: f.low[P], f.up[P]
//
// Needs: nothing. Guarantee: P's score against a coalition of all others. With
// the heuristic, a node whose value must be outside the window is cut before its
// first child and has no value; f.failed is the side of the window, and
// f.failedBound is the bound that proves this. If v reaches the heuristic's own
// bound, nothing better is possible, and v is exact.
//
// Ties: leftmost.

var paranoidAlgorithm = Algorithm{
	ID: "paranoid", Name: "Paranoid", Paper: "Sturtevant & Korf 2000", Section: "Reduction to a Paranoid 2-Player Game",
	Needs: "kind maxn", Guarantee: "the root player's score against a coalition of all others", Sound: true,
	Options: []string{"heuristic", "order", "depth"},
	Chance:  true, chanceCode: sumOf("Paranoid(c, −∞, ∞)"),
	Terms: []string{"paranoid", "coalition", "window"}, Seat: 3, QuietSeat: true, Rule: 2,
	Assumes: "All others make the score of player %d as small as possible.",
	code: pseudocode{
		{"Paranoid(x, α, β):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  with a heuristic: if up <= α or low >= β: return no value"},
		{"  for each child c of x, {order}:"},
		{"    w := Paranoid(c, α, β)", "backup"},
		{"    P: v := max(v, w), α := max(α, v).  Others: v := min(v, w), β := min(β, v)", "backup+"},
		{"    P: if v >= β (or v >= up): return v", "prune:beta"},
		{"    Others: if v <= α (or v <= low): return v", "prune:alpha"},
		{"  return v", "exit"},
	},
	need: []need{needMaxN}, relies: withHeuristic, run: paranoid, Judged: ByModel, Reference: &referenceParanoid,
}

type paranoidRun struct{ *run }

func paranoid(r *run) {
	f, moves := r.root()
	r.inherit, r.windowed, r.ev.Window = fromWindow, true, true
	r.about = r.Pos.Mover()
	if r.about == 0 {
		r.about = 1 // the root is a leaf, where any player can be used, or a chance node
	}
	r.boundsMissing()
	paranoidRun{r}.search(f, moves)
}

func (s paranoidRun) search(f *frame, moves int) {
	f.failed = inWindow
	if s.enter(f, moves) {
		f.atLeast, f.atMost = f.exact, f.exact
		return
	}
	if f.mover == 0 {
		s.expect(f, moves, s)
		return
	}
	if s.Heuristic && s.failsAtOnce(f) {
		s.exit(f, false)
		return
	}
	if f.mover == s.about {
		s.max(f, moves)
	} else {
		s.min(f, moves)
	}
}

func (s paranoidRun) max(f *frame, moves int) {
	p, c := place(s.about), f.below
	f.atMost = true
	for n := range moves {
		c.alpha, c.beta = f.alpha, f.beta
		i := n
		if s.order != nil {
			i = s.order.childInWindow(f, n)
		}
		s.search(c, s.play(f, i))
		s.Pos.Undo()
		if c.failed == tooHigh {
			s.failWith(f, c, n+1, trace.Beta)
			return
		}
		if c.failed == tooLow {
			f.leaveOut(c, p)
			continue
		}
		f.atMost = f.atMost && c.atMost
		improved := !f.known || c.value[p]+f.tie > f.value[p]
		if improved {
			s.take(f)
			f.atLeast = c.atLeast
			f.raiseAlpha(f.value[p])
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
		if n+1 == moves {
			break
		}
		if f.beta.Given && f.value[p] >= f.beta.Score+f.betaOver {
			f.atMost = false
			s.cut(f, n+1, trace.Beta, trees.Opt{}, s.betaTerm(f), f.termOf(p))
			break
		}
		if s.Heuristic && f.value[p] >= f.up[p] && !s.leftIsOpen(f) {
			f.atMost = true
			s.cut(f, n+1, trace.Beta, trees.Opt{}, s.upTerm(f), f.termOf(p))
			break
		}
	}
	s.end(f)
}

func (s paranoidRun) min(f *frame, moves int) {
	p, c := place(s.about), f.below
	f.atLeast = true
	for n := range moves {
		c.alpha, c.beta = f.alpha, f.beta
		i := n
		if s.order != nil {
			i = s.order.childInWindow(f, n)
		}
		s.search(c, s.play(f, i))
		s.Pos.Undo()
		if c.failed == tooLow {
			s.failWith(f, c, n+1, trace.Alpha)
			return
		}
		if c.failed == tooHigh {
			f.leaveOut(c, p)
			continue
		}
		f.atLeast = f.atLeast && c.atLeast
		improved := !f.known || c.value[p]-f.tie < f.value[p]
		if improved {
			s.take(f)
			f.atMost = c.atMost
			f.lowerBeta(f.value[p])
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
		if n+1 == moves {
			break
		}
		if f.alpha.Given && f.value[p] <= f.alpha.Score-f.alphaOver {
			f.atLeast = false
			s.cut(f, n+1, trace.Alpha, trees.Opt{}, f.alphaTerm(s.about), f.termOf(p))
			break
		}
		if s.Heuristic && f.value[p] <= f.low[p] && !s.leftIsOpen(f) {
			f.atLeast = true
			s.cut(f, n+1, trace.Alpha, trees.Opt{}, s.lowTerm(f), f.termOf(p))
			break
		}
	}
	s.end(f)
}

// failsAtOnce cuts all children of f if the heuristic alone proves that P's score is
// outside the window. It reports whether it does so.
func (s paranoidRun) failsAtOnce(f *frame) bool {
	s.bounds(f)
	p := place(s.about)
	switch {
	case f.alpha.Given && f.up[p] <= f.alpha.Score-f.alphaOver:
		f.failed, f.failedBound = tooLow, s.upTerm(f)
		s.cut(f, 0, trace.Alpha, trees.Opt{}, f.alphaTerm(s.about), f.failedBound)
	case f.beta.Given && f.low[p] >= f.beta.Score+f.betaOver:
		f.failed, f.failedBound = tooHigh, s.lowTerm(f)
		s.cut(f, 0, trace.Beta, trees.Opt{}, s.betaTerm(f), f.failedBound)
	}
	return f.failed != inWindow
}

// failWith ends the search of f because of child c, which has no value but is known
// to be outside the window on the side that is better for f's mover: P gets at least
// beta through c, or the coalition limits P to at most alpha through c.
func (s paranoidRun) failWith(f, c *frame, next int, rule trace.Rule) {
	f.known, f.failed, f.failedBound = false, c.failed, c.failedBound
	if next < f.moves && rule == trace.Beta {
		s.cut(f, next, rule, trees.Opt{}, s.betaTerm(f), f.failedBound)
	} else if next < f.moves {
		s.cut(f, next, rule, trees.Opt{}, f.alphaTerm(s.about), f.failedBound)
	}
	s.exit(f, false)
}

// leaveOut records the bound of child c, which has no value and which f's mover does
// not choose, unless f's value is already as good for the mover. If there are several
// such children, f keeps the bound that is best for its mover, since f can be worth
// this much.
func (f *frame) leaveOut(c *frame, p int) {
	if f.known && (c.failed == tooLow && c.failedBound.Score <= f.value[p] || c.failed == tooHigh && c.failedBound.Score >= f.value[p]) {
		return
	}
	if f.failed == inWindow || c.failed == tooLow && c.failedBound.Score > f.failedBound.Score || c.failed == tooHigh && c.failedBound.Score < f.failedBound.Score {
		f.failed, f.failedBound = c.failed, c.failedBound
	}
}

// end ends the search of f. The value of f is valid if it is better for the
// mover than any possible value of the children without a value.
func (s paranoidRun) end(f *frame) {
	p := place(s.about)
	switch {
	case f.failed == tooLow && f.known && f.value[p] > f.failedBound.Score,
		f.failed == tooHigh && f.known && f.value[p] < f.failedBound.Score:
		f.failed = inWindow
	case f.failed != inWindow:
		f.known = false
	}
	s.exit(f, f.atLeast && f.atMost)
}

func (s paranoidRun) upTerm(f *frame) trace.Term {
	return trace.Term{Player: s.about, Node: f.node, Score: f.up[s.about-1], Origin: trace.Heuristic}
}

func (s paranoidRun) lowTerm(f *frame) trace.Term {
	return trace.Term{Player: s.about, Node: f.node, Score: f.low[s.about-1], Origin: trace.Heuristic}
}
