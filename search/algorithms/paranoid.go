package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// The paranoid algorithm.
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games",
// AAAI 2000, "Reduction to a Paranoid 2-Player Game"; alpha-beta as in
// alphabeta.go. The paper has no procedure: the code shown is ours.
//
//	P            the player who moves at the root, player 1 if chance does: r.About. P maximises P's
//	             score; all others are a coalition that minimises it
//	v            P's score in the best value so far: f.Value[P]
//	P(c)         the probability of child c of a chance node, whose value is the expectation
//	alpha, beta  what P and the coalition are sure of on the path: f.Alpha, f.Beta;
//	             at first infinite
//	low, up      the heuristic's bounds on P's score below x: f.Low[P], f.Up[P]
//
// Needs: nothing. Guarantee: P's score against a coalition of all others. With
// the heuristic, a node whose value must be outside the window is cut before its
// first child and has no value; f.Failed is the side of the window, and
// f.FailedBound is the bound that proves this. If v reaches the heuristic's own
// bound, nothing better is possible, and v is exact.
//
// Ties: leftmost.

var Paranoid = engine.Algorithm{
	ID: "paranoid", Name: "Paranoid", Paper: "Sturtevant & Korf 2000", Section: "Reduction to a Paranoid 2-Player Game",
	Needs: "kind maxn", Guarantee: "the root player's score against a coalition of all others", Sound: true,
	Options: []string{"heuristic", "order", "depth"},
	Chance:  true, ChanceCode: engine.SumOf("Paranoid(c, −∞, ∞)"),
	Terms: []string{"paranoid", "coalition", "window"}, Seat: 3, QuietSeat: true, Rule: 2,
	Assumes: "All others make the score of player %d as small as possible.",
	Term:    &engine.Term{Name: "paranoid", Text: "A search in which the player at the root expects all others to play against this player. This reduces the game to two sides, so alpha-beta can be used.", Source: "Sturtevant & Korf 2000, “Reduction to a Paranoid 2-Player Game”"},
	Code: engine.Pseudocode{
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
	Need: []engine.Need{engine.NeedMaxN}, Relies: engine.WithHeuristic, Procedure: paranoid, Judged: engine.ByModel, Reference: &engine.ReferenceParanoid,
}

type paranoidRun struct{ *engine.Run }

func paranoid(r *engine.Run) {
	f, moves := r.AtRoot()
	r.Inherit, r.Windowed, r.Ev.Window = engine.FromWindow, true, true
	r.About = r.Pos.Mover()
	if r.About == 0 {
		r.About = 1 // the root is a leaf, where any player can be used, or a chance node
	}
	r.BoundsMissing()
	paranoidRun{r}.Search(f, moves)
}

func (s paranoidRun) Search(f *engine.Frame, moves int) {
	f.Failed = engine.InWindow
	if s.Enter(f, moves) {
		f.AtLeast, f.AtMost = f.Exact, f.Exact
		return
	}
	if f.Mover == 0 {
		s.Expect(f, moves, s)
		return
	}
	if s.Heuristic && s.failsAtOnce(f) {
		s.Exit(f, false)
		return
	}
	if f.Mover == s.About {
		s.max(f, moves)
	} else {
		s.min(f, moves)
	}
}

func (s paranoidRun) max(f *engine.Frame, moves int) {
	p, c := engine.Place(s.About), f.Below
	f.AtMost = true
	for n := range moves {
		c.Alpha, c.Beta = f.Alpha, f.Beta
		i := n
		if s.Ordering != nil {
			i = s.Ordering.ChildInWindow(f, n)
		}
		s.Search(c, s.Play(f, i))
		s.Pos.Undo()
		if c.Failed == engine.TooHigh {
			s.failWith(f, c, n+1, trace.Beta)
			return
		}
		if c.Failed == engine.TooLow {
			leaveOut(f, c, p)
			continue
		}
		f.AtMost = f.AtMost && c.AtMost
		improved := !f.Known || c.Value[p]+f.Tie > f.Value[p]
		if improved {
			s.Take(f)
			f.AtLeast = c.AtLeast
			f.RaiseAlpha(f.Value[p])
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
		if n+1 == moves {
			break
		}
		if f.Beta.Given && f.Value[p] >= f.Beta.Score+f.BetaOver {
			f.AtMost = false
			s.Cut(f, n+1, trace.Beta, trees.Opt{}, s.BetaTerm(f), f.TermOf(p))
			break
		}
		if s.Heuristic && f.Value[p] >= f.Up[p] && !s.LeftIsOpen(f) {
			f.AtMost = true
			s.Cut(f, n+1, trace.Beta, trees.Opt{}, s.upTerm(f), f.TermOf(p))
			break
		}
	}
	s.end(f)
}

func (s paranoidRun) min(f *engine.Frame, moves int) {
	p, c := engine.Place(s.About), f.Below
	f.AtLeast = true
	for n := range moves {
		c.Alpha, c.Beta = f.Alpha, f.Beta
		i := n
		if s.Ordering != nil {
			i = s.Ordering.ChildInWindow(f, n)
		}
		s.Search(c, s.Play(f, i))
		s.Pos.Undo()
		if c.Failed == engine.TooLow {
			s.failWith(f, c, n+1, trace.Alpha)
			return
		}
		if c.Failed == engine.TooHigh {
			leaveOut(f, c, p)
			continue
		}
		f.AtLeast = f.AtLeast && c.AtLeast
		improved := !f.Known || c.Value[p]-f.Tie < f.Value[p]
		if improved {
			s.Take(f)
			f.AtMost = c.AtMost
			f.LowerBeta(f.Value[p])
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
		if n+1 == moves {
			break
		}
		if f.Alpha.Given && f.Value[p] <= f.Alpha.Score-f.AlphaOver {
			f.AtLeast = false
			s.Cut(f, n+1, trace.Alpha, trees.Opt{}, f.AlphaTerm(s.About), f.TermOf(p))
			break
		}
		if s.Heuristic && f.Value[p] <= f.Low[p] && !s.LeftIsOpen(f) {
			f.AtLeast = true
			s.Cut(f, n+1, trace.Alpha, trees.Opt{}, s.lowTerm(f), f.TermOf(p))
			break
		}
	}
	s.end(f)
}

// failsAtOnce cuts all children of f if the heuristic alone proves that P's score is
// outside the window. It reports whether it does so.
func (s paranoidRun) failsAtOnce(f *engine.Frame) bool {
	s.Bounds(f)
	p := engine.Place(s.About)
	switch {
	case f.Alpha.Given && f.Up[p] <= f.Alpha.Score-f.AlphaOver:
		f.Failed, f.FailedBound = engine.TooLow, s.upTerm(f)
		s.Cut(f, 0, trace.Alpha, trees.Opt{}, f.AlphaTerm(s.About), f.FailedBound)
	case f.Beta.Given && f.Low[p] >= f.Beta.Score+f.BetaOver:
		f.Failed, f.FailedBound = engine.TooHigh, s.lowTerm(f)
		s.Cut(f, 0, trace.Beta, trees.Opt{}, s.BetaTerm(f), f.FailedBound)
	}
	return f.Failed != engine.InWindow
}

// failWith ends the search of f because of child c, which has no value but is known
// to be outside the window on the side that is better for f's mover: P gets at least
// beta through c, or the coalition limits P to at most alpha through c.
func (s paranoidRun) failWith(f, c *engine.Frame, next int, rule trace.Rule) {
	f.Known, f.Failed, f.FailedBound = false, c.Failed, c.FailedBound
	if next < f.Moves && rule == trace.Beta {
		s.Cut(f, next, rule, trees.Opt{}, s.BetaTerm(f), f.FailedBound)
	} else if next < f.Moves {
		s.Cut(f, next, rule, trees.Opt{}, f.AlphaTerm(s.About), f.FailedBound)
	}
	s.Exit(f, false)
}

// leaveOut records the bound of child c, which has no value and which f's mover does
// not choose, unless f's value is already as good for the mover. If there are several
// such children, f keeps the bound that is best for its mover, since f can be worth
// this much.
func leaveOut(f *engine.Frame, c *engine.Frame, p int) {
	if f.Known && (c.Failed == engine.TooLow && c.FailedBound.Score <= f.Value[p] || c.Failed == engine.TooHigh && c.FailedBound.Score >= f.Value[p]) {
		return
	}
	if f.Failed == engine.InWindow || c.Failed == engine.TooLow && c.FailedBound.Score > f.FailedBound.Score || c.Failed == engine.TooHigh && c.FailedBound.Score < f.FailedBound.Score {
		f.Failed, f.FailedBound = c.Failed, c.FailedBound
	}
}

// end ends the search of f. The value of f is valid if it is better for the
// mover than any possible value of the children without a value.
func (s paranoidRun) end(f *engine.Frame) {
	p := engine.Place(s.About)
	switch {
	case f.Failed == engine.TooLow && f.Known && f.Value[p] > f.FailedBound.Score,
		f.Failed == engine.TooHigh && f.Known && f.Value[p] < f.FailedBound.Score:
		f.Failed = engine.InWindow
	case f.Failed != engine.InWindow:
		f.Known = false
	}
	s.Exit(f, f.AtLeast && f.AtMost)
}

func (s paranoidRun) upTerm(f *engine.Frame) trace.Term {
	return trace.Term{Player: s.About, Node: f.Node, Score: f.Up[s.About-1], Origin: trace.Heuristic}
}

func (s paranoidRun) lowTerm(f *engine.Frame) trace.Term {
	return trace.Term{Player: s.About, Node: f.Node, Score: f.Low[s.About-1], Origin: trace.Heuristic}
}
