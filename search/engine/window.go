package engine

import (
	"espalier/trace"
	"espalier/trees"
)

// The window of a two-sided search: alpha is the bound of the side that maximises a
// score, beta is the bound of the side that minimises the score. Every frame has the
// window at its node, with the nodes that supply its ends; a missing end is infinite.
//
// f.AtLeast and f.AtMost mean that the node's true value is proved to be at least, or
// at most, f.Value.

const (
	// DefaultWindow is how far the first window of an aspiration search goes to either side of the guess, in points.
	DefaultWindow = 2
	// MaxWindow is the largest one: no score of a tree is larger.
	MaxWindow = 1_000_000_000
)

func checkWindow(_ *Algorithm, _ *Problem, o *Options) error {
	if o.Window < 1 || o.Window > MaxWindow {
		return Refuse("options.window", "%d is not a number of points from 1 to %d", o.Window, MaxWindow)
	}
	return nil
}

// windowing is by which scores the nodes of a run are compared.
type windowing struct {
	// Windowed: the bounds of a node are the ends of its window.
	Windowed bool
	About    int // every mover compares this player's score; 0: the mover's own
	// Across: the window passes chance nodes as it is, which is wrong; see alphabeta_chance.go.
	Across bool
	// Gap is the smallest difference between two scores, where an end of a window can be a guess that no node holds.
	Gap trees.Score
}

// failed is the side of the window on which a node without a value lies.
type failed int8

const (
	InWindow failed = iota
	TooLow          // at most alpha
	TooHigh         // at least beta
)

// RaiseAlpha raises alpha to v, the score of the maximising side at the node of f.
func (f *Frame) RaiseAlpha(v trees.Score) {
	if !f.Alpha.Given || v > f.Alpha.Score {
		f.Alpha, f.ownEnd = trace.Bound{Score: v, Node: f.Node, Child: f.BestChild, Given: true}, true
	}
}

// LowerBeta lowers beta to v, the score of the minimising side at the node of f.
func (f *Frame) LowerBeta(v trees.Score) {
	if !f.Beta.Given || v < f.Beta.Score {
		f.Beta, f.ownEnd = trace.Bound{Score: v, Node: f.Node, Child: f.BestChild, Given: true}, true
	}
}

// AlphaTerm and BetaTerm return an end of the window as a term of a certificate;
// player is the player of the term. TermOf returns the other term: score p (from 0)
// of the value of f.
func (f *Frame) AlphaTerm(player int) trace.Term {
	return trace.Term{Player: player, Node: f.Alpha.Node, Score: f.Alpha.Score, Origin: trace.BackedUp}
}

func (f *Frame) BetaTerm(player int) trace.Term {
	return trace.Term{Player: player, Node: f.Beta.Node, Score: f.Beta.Score, Origin: trace.BackedUp}
}

func (f *Frame) TermOf(p int) trace.Term {
	return trace.Term{Player: f.Mover, Node: f.Node, Score: f.Value[p], Origin: trace.BackedUp}
}

// BetaTerm returns beta as a term of a certificate. The player of the term is the
// member of the coalition who moves at the node that supplies beta.
func (r *Run) BetaTerm(f *Frame) trace.Term {
	for a := f; a != nil; a = a.Above {
		if a.Node == f.Beta.Node && a.Mover != r.About {
			return f.BetaTerm(a.Mover)
		}
	}
	return f.BetaTerm(r.About)
}

// FromWindow sets alpha and beta as bounds of the players who move at their
// nodes.
func FromWindow(f *Frame, bounds *[trees.MaxPlayers]trace.Bound) {
	for a := f; a != nil; a = a.Above {
		if a.Mover == 0 {
			continue
		}
		if f.Alpha.Given && f.Alpha.Node == a.Node {
			bounds[a.Mover-1] = f.Alpha
		}
		if f.Beta.Given && f.Beta.Node == a.Node {
			bounds[a.Mover-1] = f.Beta
		}
	}
}
