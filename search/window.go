package search

import (
	"espalier/trace"
	"espalier/trees"
)

// The window of a two-sided search: alpha is the bound of the side that maximises a
// score, beta is the bound of the side that minimises the score. Every frame has the
// window at its node, with the nodes that supply its ends; a missing end is infinite.
//
// f.atLeast and f.atMost mean that the node's true value is proved to be at least, or
// at most, f.value.

// windowing is by which scores the nodes of a run are compared.
type windowing struct {
	// windowed: the bounds of a node are the ends of its window.
	windowed bool
	about    int // every mover compares this player's score; 0: the mover's own
	// across: the window passes chance nodes as it is, which is wrong; see alphabeta_chance.go.
	across bool
}

// failed is the side of the window on which a node without a value lies.
type failed int8

const (
	inWindow failed = iota
	tooLow          // at most alpha
	tooHigh         // at least beta
)

// raiseAlpha raises alpha to v, the score of the maximising side at the node of f.
func (f *frame) raiseAlpha(v trees.Score) {
	if !f.alpha.Given || v > f.alpha.Score {
		f.alpha, f.ownEnd = trace.Bound{Score: v, Node: f.node, Child: f.bestChild, Given: true}, true
	}
}

// lowerBeta lowers beta to v, the score of the minimising side at the node of f.
func (f *frame) lowerBeta(v trees.Score) {
	if !f.beta.Given || v < f.beta.Score {
		f.beta, f.ownEnd = trace.Bound{Score: v, Node: f.node, Child: f.bestChild, Given: true}, true
	}
}

// alphaTerm and betaTerm return an end of the window as a term of a certificate;
// player is the player of the term. termOf returns the other term: score p (from 0)
// of the value of f.
func (f *frame) alphaTerm(player int) trace.Term {
	return trace.Term{Player: player, Node: f.alpha.Node, Score: f.alpha.Score, Origin: trace.BackedUp}
}

func (f *frame) betaTerm(player int) trace.Term {
	return trace.Term{Player: player, Node: f.beta.Node, Score: f.beta.Score, Origin: trace.BackedUp}
}

func (f *frame) termOf(p int) trace.Term {
	return trace.Term{Player: f.mover, Node: f.node, Score: f.value[p], Origin: trace.BackedUp}
}

// betaTerm returns beta as a term of a certificate. The player of the term is the
// member of the coalition who moves at the node that supplies beta.
func (r *run) betaTerm(f *frame) trace.Term {
	for a := f; a != nil; a = a.above {
		if a.node == f.beta.Node && a.mover != r.about {
			return f.betaTerm(a.mover)
		}
	}
	return f.betaTerm(r.about)
}

// fromWindow sets alpha and beta as bounds of the players who move at their
// nodes.
func fromWindow(f *frame, bounds *[trees.MaxPlayers]trace.Bound) {
	for a := f; a != nil; a = a.above {
		if a.mover == 0 {
			continue
		}
		if f.alpha.Given && f.alpha.Node == a.node {
			bounds[a.mover-1] = f.alpha
		}
		if f.beta.Given && f.beta.Node == a.node {
			bounds[a.mover-1] = f.beta
		}
	}
}
