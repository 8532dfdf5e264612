package search

import (
	"espalier/trace"
	"espalier/trees"
)

// The window of a search with two sides: the side that maximises a score holds
// alpha, the side that minimises it holds beta. Every frame has the window in
// force at its node, with the nodes that hold its ends; where an end is not
// held it is infinite.
//
// f.atLeast and f.atMost say what is proved of a node: that its true value is
// at least, or at most, f.value.

// failed says of a node without a value on which side of the window it lies.
type failed int8

const (
	inWindow failed = iota
	tooLow          // at most alpha
	tooHigh         // at least beta
)

// raiseAlpha: the maximising side has v at the node of f.
func (f *frame) raiseAlpha(v trees.Score) {
	if !f.alpha.Held || v > f.alpha.Score {
		f.alpha = trace.Bound{Score: v, Node: f.node, Child: f.bestChild, Held: true}
	}
}

// lowerBeta: the minimising side has v at the node of f.
func (f *frame) lowerBeta(v trees.Score) {
	if !f.beta.Held || v < f.beta.Score {
		f.beta = trace.Bound{Score: v, Node: f.node, Child: f.bestChild, Held: true}
	}
}

// alphaTerm and betaTerm are an end of the window as one side of a
// certificate; player is its holder. termOf is the other side: the value of f,
// of which score p (from 0) counts.
func (f *frame) alphaTerm(player int) trace.Term {
	return trace.Term{Player: player, Node: f.alpha.Node, Score: f.alpha.Score, From: trace.BackedUp}
}

func (f *frame) betaTerm(player int) trace.Term {
	return trace.Term{Player: player, Node: f.beta.Node, Score: f.beta.Score, From: trace.BackedUp}
}

func (f *frame) termOf(p int) trace.Term {
	return trace.Term{Player: f.mover, Node: f.node, Score: f.value[p], From: trace.BackedUp}
}

// fromWindow: the holders of alpha and beta, by the players who move there.
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
