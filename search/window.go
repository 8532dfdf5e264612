package search

import (
	"espalier/trace"
	"espalier/trees"
)

// The window of a search with two sides: the side that maximises a score holds
// alpha, the side that minimises it holds beta. Every frame has the window at
// its node, with the nodes that hold its ends; a missing end is infinite.
//
// f.atLeast and f.atMost mean that the node's true value is proved to be at
// least, or at most, f.value.

// failed is the side of the window on which a node without a value lies.
type failed int8

const (
	inWindow failed = iota
	tooLow          // at most alpha
	tooHigh         // at least beta
)

// raiseAlpha: the maximising side has the score v at the node of f.
func (f *frame) raiseAlpha(v trees.Score) {
	if !f.alpha.Held || v > f.alpha.Score {
		f.alpha = trace.Bound{Score: v, Node: f.node, Child: f.bestChild, Held: true}
	}
}

// lowerBeta: the minimising side has the score v at the node of f.
func (f *frame) lowerBeta(v trees.Score) {
	if !f.beta.Held || v < f.beta.Score {
		f.beta = trace.Bound{Score: v, Node: f.node, Child: f.bestChild, Held: true}
	}
}

// alphaTerm and betaTerm return an end of the window as one term of a
// certificate; player is its holder. termOf returns the other term: the value
// of f, of which score p (from 0) counts.
func (f *frame) alphaTerm(player int) trace.Term {
	return trace.Term{Player: player, Node: f.alpha.Node, Score: f.alpha.Score, From: trace.BackedUp}
}

func (f *frame) betaTerm(player int) trace.Term {
	return trace.Term{Player: player, Node: f.beta.Node, Score: f.beta.Score, From: trace.BackedUp}
}

func (f *frame) termOf(p int) trace.Term {
	return trace.Term{Player: f.mover, Node: f.node, Score: f.value[p], From: trace.BackedUp}
}

// fromWindow sets alpha and beta as bounds of the players who move at their
// nodes.
func fromWindow(f *frame, bounds *[trees.MaxPlayers]trace.Bound) {
	for a := f; a != nil; a = a.above {
		if a.mover == 0 {
			continue
		}
		if f.alpha.Held && f.alpha.Node == a.node {
			bounds[a.mover-1] = f.alpha
		}
		if f.beta.Held && f.beta.Node == a.node {
			bounds[a.mover-1] = f.beta
		}
	}
}
