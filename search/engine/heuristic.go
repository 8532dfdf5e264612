package engine

import (
	"math"

	"espalier/trees"
)

// maxScore is used if a score has no upper bound. It is small enough that the sum
// over all players does not overflow.
const maxScore trees.Score = math.MaxInt64 / (trees.MaxPlayers + 1)

// most returns the most that each player can get, maxScore if that is not known.
func (p *Problem) most() (most trees.Vector) {
	for i := range most {
		if most[i] = maxScore; p.MaxP.Given {
			most[i] = p.MaxP.Scores[i]
		}
	}
	return most
}

// LeastOf returns the least that a player can get: 0, or -maxScore if that is not known.
func (p *Problem) LeastOf() trees.Score {
	if p.NoMinima {
		return -maxScore
	}
	return 0
}

// SumAlone returns the score of one player that reaches maxsum by itself; maxScore if there
// is none, since the scores of the others are not known to be 0 or more.
func (r *Run) SumAlone() trees.Score {
	if Enough(1, r.Players, r.NoMinima) {
		return r.Reach()
	}
	return maxScore
}

// Reach returns the sum of bounds that allows a cut: maxsum, or with strict one step more.
func (r *Run) Reach() trees.Score { return r.MaxSum.Score + r.Over }

// Bounds sets the heuristic bounds of the node of f, which is the current
// position: the least and the most that players can get if it has no heuristic.
func (r *Run) Bounds(f *Frame) {
	if r.Bounded == nil {
		return // BoundsMissing has set them
	}
	if !r.Bounded.Low(&f.Low) {
		f.Low = r.missingLow()
	}
	if !r.Bounded.Up(&f.Up) {
		f.Up = r.Most
	}
}

// BoundsMissing sets the bounds of all nodes of a position without a
// heuristic.
func (r *Run) BoundsMissing() {
	low := r.missingLow()
	for i := range r.Frames {
		r.Frames[i].Low, r.Frames[i].Up = low, r.Most
	}
}

func (r *Run) missingLow() (low trees.Vector) {
	if !r.NoMinima {
		return low
	}
	for p := range r.Players {
		low[p] = r.LeastOf()
	}
	return low
}
