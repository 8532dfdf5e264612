package search

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

// least returns the least that a player can get: 0, or -maxScore if that is not known.
func (p *Problem) least() trees.Score {
	if p.NoMinima {
		return -maxScore
	}
	return 0
}

// sumAlone returns the score of one player that reaches maxsum by itself; maxScore if there
// is none, since the scores of the others are not known to be 0 or more.
func (r *run) sumAlone() trees.Score {
	if enough(1, r.Players, r.NoMinima) {
		return r.reach()
	}
	return maxScore
}

// reach returns the sum of bounds that allows a cut: maxsum, or with strict one step more.
func (r *run) reach() trees.Score { return r.MaxSum.Score + r.over }

// bounds sets the heuristic bounds of the node of f, which is the current
// position: the least and the most that players can get if it has no heuristic.
func (r *run) bounds(f *frame) {
	if r.bounded == nil {
		return // boundsMissing has set them
	}
	if !r.bounded.Low(&f.low) {
		f.low = r.missingLow()
	}
	if !r.bounded.Up(&f.up) {
		f.up = r.most
	}
}

// boundsMissing sets the bounds of all nodes of a position without a
// heuristic.
func (r *run) boundsMissing() {
	low := r.missingLow()
	for i := range r.frames {
		r.frames[i].low, r.frames[i].up = low, r.most
	}
}

func (r *run) missingLow() (low trees.Vector) {
	if !r.NoMinima {
		return low
	}
	for p := range r.Players {
		low[p] = r.least()
	}
	return low
}
