package trees

import "math"

// Infinity is the score of a win that is beyond every limit, in any unit; -Infinity is that of a loss.
// Programs print such values. No document has them.
const Infinity = MaxUnits / MaxPlayers

// IsInfinite reports whether a score is one of these.
func (s Score) IsInfinite() bool { return s == Infinity || s == -Infinity }

// Rounded returns the score next to a number; of an infinite number, an infinite score.
func Rounded(x float64) Score {
	switch {
	case math.IsInf(x, 1):
		return Infinity
	case math.IsInf(x, -1):
		return -Infinity
	}
	return Score(math.Round(x))
}

// Approx returns a score as a number; an infinite one is infinite.
func (s Score) Approx() float64 {
	switch s {
	case Infinity:
		return math.Inf(1)
	case -Infinity:
		return math.Inf(-1)
	}
	return float64(s)
}
