package trees

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxPlayers is the maximum number of players. Vectors have this fixed size, so that
// engines copy them without allocation; eight scores are 64 bytes, one cache line.
const MaxPlayers = 8

// A Score is exact: a whole number of parts of a point. How many parts a point has is the unit
// of the tree; see Header. In floating point 0.1 + 0.2 + 0.7 is not 1, and comparisons with
// maxsum would be wrong.
type Score int64

// Unit is the usual unit of a tree: a point has a million parts. Games, generated trees and
// nearly all documents have it.
const Unit Score = 1_000_000

// ScorePlaces is the number of decimal places of a score in the usual unit.
const ScorePlaces = 6

// MaxScore is the largest score that a parameter of a game or of a generated tree can have, in
// the usual unit. The limit of documents is MaxUnits.
const MaxScore = 1_000_000_000 * Unit

// A Vector holds one score for each player, player 1 at index 0. Entries past
// the number of players are zero. A minimax tree and a path tree use only entry 0: Max's
// utility, or the cost of the whole path.
type Vector [MaxPlayers]Score

// Sum returns the sum of the first n scores.
func (v *Vector) Sum(n int) Score {
	var sum Score
	for _, s := range v[:n] {
		sum += s
	}
	return sum
}

// Points returns a vector of whole points; for tests and examples.
func Points(points ...int) Vector {
	var v Vector
	for i, p := range points {
		v[i] = Score(p) * Unit
	}
	return v
}

// ParseScore reads a number in millionths, as the parameters of games and of generated trees
// are given. The error says that the text is no number, has more than six decimal places, or is
// larger than MaxScore.
func ParseScore(s string) (Score, error) {
	n, err := ParseNumber(s)
	if err != nil {
		return 0, err
	}
	score, ok := n.In(Unit)
	switch {
	case Unit%n.Unit != 0:
		return 0, fmt.Errorf("%s has more than %d decimal places", truncate(s), ScorePlaces)
	case !ok || score > MaxScore || score < -MaxScore:
		return 0, fmt.Errorf("%s is larger than %s in size, the largest number that is allowed", truncate(s), MaxScore.In(Unit))
	}
	return score, nil
}

// smallWhole reads the most common numbers, one to six digits, as points.
func smallWhole[T string | []byte](s T) (Score, bool) {
	if len(s) == 0 || len(s) > 6 || (s[0] == '0' && len(s) > 1) {
		return 0, false
	}
	n := Score(0)
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + Score(s[i]-'0')
	}
	return n, true
}

// exponent reads the digits after the e of a number. Any size is valid, as in
// 0e999999999999; beyond this bound the exact size does not matter.
func exponent(s string, given bool) (exp int, ok bool) {
	if !given {
		return 0, true
	}
	digits := strings.TrimLeft(s, "+-")
	if !allDigits(digits) || len(s)-len(digits) > 1 {
		return 0, false
	}
	const beyond = 1 << 30
	exp, err := strconv.Atoi(digits)
	if err != nil || exp > beyond {
		exp = beyond
	}
	if s[0] == '-' {
		exp = -exp
	}
	return exp, true
}

func allDigits(s string) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
