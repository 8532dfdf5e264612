package search

import (
	"math"

	"espalier/trees"
)

// maxScore stands where nothing bounds a score from above. It is small enough
// to add up.
const maxScore trees.Score = math.MaxInt64 / (trees.MaxPlayers + 1)

// bounds fills in the monotonic heuristic of the node of f, which is the
// current position: 0 and maxp where it has none.
func (r *run) bounds(f *frame) {
	if r.bounded == nil {
		return // boundsMissing has filled it in
	}
	if !r.bounded.Low(&f.low) {
		f.low = trees.Vector{}
	}
	if !r.bounded.Up(&f.up) {
		f.up = r.missingUp()
	}
}

// boundsMissing fills in what holds at every node of a position that has no heuristic.
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
