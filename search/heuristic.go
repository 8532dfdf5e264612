package search

import (
	"math"

	"espalier/trees"
)

// maxScore is used if a score has no upper bound. It is small enough that the sum
// over all players does not overflow.
const maxScore trees.Score = math.MaxInt64 / (trees.MaxPlayers + 1)

// bounds sets the heuristic bounds of the node of f, which is the current
// position: 0 and maxp if it has no heuristic.
func (r *run) bounds(f *frame) {
	if r.bounded == nil {
		return // boundsMissing has set them
	}
	if !r.bounded.Low(&f.low) {
		f.low = trees.Vector{}
	}
	if !r.bounded.Up(&f.up) {
		f.up = r.missingUp()
	}
}

// boundsMissing sets the bounds of all nodes of a position without a
// heuristic.
func (r *run) boundsMissing() {
	up := r.missingUp()
	for i := range r.frames {
		r.frames[i].up = up
	}
}

func (r *run) missingUp() (up trees.Vector) {
	score := maxScore
	if r.MaxP.Given {
		score = r.MaxP.Score
	}
	for p := range r.Players {
		up[p] = score
	}
	return up
}
