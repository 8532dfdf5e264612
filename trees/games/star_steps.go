package games

import "math/bits"

// The evaluation of Chinese Checkers by steps: how many single steps on an empty board bring the pieces of a
// player into the free holes of the goal, with the best choice of piece for each hole.
//
// The evaluation by rows of Sturtevant 2003 does not see the goal: where the last free hole lies to the side of the
// last piece, all moves that a short search sees cross no row. Here each move towards the hole counts.
// A piece in the goal stays, since moving on to another free hole and giving up its own is never shorter.

// The names of the evaluations of Chinese Checkers.
const (
	byRows  = "rows"
	bySteps = "steps"
)

var starEvaluations = []string{byRows, bySteps}

const starEvaluationText = "of a position: rows, which all pieces of a player have crossed, or steps, which bring them into the free holes of the goal"

// findApart finds the number of steps between each two holes of an empty board.
func (s *star) findApart() {
	s.apart = new([mostHoles][mostHoles]int8)
	for from := range s.holes {
		seen, edge := square(from), square(from)
		for steps := int8(1); !edge.empty(); steps++ {
			var next squareSet
			for rest := edge; !rest.empty(); rest = rest.rest() {
				next = next.or(s.around[rest.first()])
			}
			edge = next.not(seen)
			seen = seen.or(edge)
			for rest := edge; !rest.empty(); rest = rest.rest() {
				s.apart[from][rest.first()] = steps
			}
		}
	}
}

// mostPieces is the most pieces of a player.
const mostPieces = largestStar * (largestStar + 1) / 2

// stepsOf returns the steps of a player who has these pieces, where all pieces fill these holes.
func (s *star) stepsOf(p int, pieces, occupied squareSet) int {
	var few, many [mostPieces]int
	n, m := list(pieces.not(s.goal[p]), &few), list(s.goal[p].not(occupied), &many)
	switch {
	case n == 0 || m == 0:
		return 0
	case n > m:
		few, many, n, m = many, few, m, n
	}
	// least has the least steps for each set of the many, with as many of the few, the first ones.
	var least [1 << mostPieces]int16
	for set := range 1 << m {
		i := bits.OnesCount(uint(set))
		if i == 0 || i > n {
			continue
		}
		best := int16(0)
		for rest := set; rest != 0; rest &= rest - 1 {
			j := bits.TrailingZeros(uint(rest))
			if steps := least[set&^(1<<j)] + int16(s.apart[few[i-1]][many[j]]); best == 0 || steps < best {
				best = steps
			}
		}
		least[set] = best
	}
	best := int16(0)
	for set := range 1 << m {
		if bits.OnesCount(uint(set)) == n && (best == 0 || least[set] < best) {
			best = least[set]
		}
	}
	return int(best)
}

// list writes the holes of a set, and returns their number.
func list(set squareSet, holes *[mostPieces]int) (n int) {
	for ; !set.empty(); set = set.rest() {
		holes[n] = set.first()
		n++
	}
	return n
}
