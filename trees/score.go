package trees

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// MaxPlayers is the largest number of players. Vectors have a fixed size, so
// that an engine copies them without allocating; eight players make 64 bytes,
// one cache line.
const MaxPlayers = 8

// A Score is an exact decimal: a whole number of millionths. Floating point
// would make 0.1 + 0.2 + 0.7 differ from 1, and with it every test against
// maxsum.
type Score int64

// Unit is one point.
const Unit Score = 1_000_000

// ScorePlaces is the number of decimal places of a Score.
const ScorePlaces = 6

// MaxScore bounds the size of one score. Eight of them add up without
// overflow, with room to spare for a maxsum.
const MaxScore = 1_000_000_000 * Unit

// A Vector holds one score for each player, player 1 at index 0. Entries past
// the number of players are zero. A minimax tree uses entry 0 alone (Max's
// utility), and so does a path tree (the cost of the whole path).
type Vector [MaxPlayers]Score

// Sum adds the first n scores.
func (v *Vector) Sum(n int) Score {
	var sum Score
	for _, s := range v[:n] {
		sum += s
	}
	return sum
}

// Points makes a vector of whole points; for tests and examples.
func Points(points ...int) Vector {
	var v Vector
	for i, p := range points {
		v[i] = Score(p) * Unit
	}
	return v
}

// ParseScore reads a JSON number exactly. It refuses what is not a JSON
// number, has more than six decimal places, or is larger than MaxScore.
func ParseScore(s string) (Score, error) {
	digits, rest := s, ""
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		digits, rest = s[:i], s[i+1:]
	}
	exp := 0
	if rest != "" || len(digits) < len(s) {
		sign := strings.TrimLeft(rest, "+-")
		if sign == "" || len(rest)-len(sign) > 1 || !allDigits(sign) {
			return 0, fmt.Errorf("%q is not a number", s)
		}
		e, err := strconv.Atoi(rest)
		if err != nil || e > 99 || e < -99 {
			return 0, fmt.Errorf("%s is out of range: a score has at most %d decimal places and is at most %s in size", s, ScorePlaces, MaxScore)
		}
		exp = e
	}
	negative := strings.HasPrefix(digits, "-")
	digits = strings.TrimPrefix(digits, "-")
	whole, frac, point := strings.Cut(digits, ".")
	if whole == "" || !allDigits(whole) || (point && (frac == "" || !allDigits(frac))) || (len(whole) > 1 && whole[0] == '0') {
		return 0, fmt.Errorf("%q is not a number", s)
	}
	// The value is mantissa * 10^shift millionths.
	mantissa := strings.TrimLeft(whole+frac, "0")
	shift := exp - len(frac) + ScorePlaces
	for shift < 0 && strings.HasSuffix(mantissa, "0") {
		mantissa, shift = mantissa[:len(mantissa)-1], shift+1
	}
	if mantissa == "" {
		return 0, nil
	}
	if shift < 0 {
		return 0, fmt.Errorf("%s has more than %d decimal places", s, ScorePlaces)
	}
	if len(mantissa)+shift > 16 {
		return 0, fmt.Errorf("%s is larger than %s, the largest score", s, MaxScore)
	}
	n, err := strconv.ParseInt(mantissa+strings.Repeat("0", shift), 10, 64)
	if err != nil || n > int64(MaxScore) {
		return 0, fmt.Errorf("%s is larger than %s, the largest score", s, MaxScore)
	}
	if negative {
		n = -n
	}
	return Score(n), nil
}

func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// String prints the score without trailing zeros: 5, 0.5.
func (s Score) String() string { return string(s.Append(nil)) }

// Append appends the score as String prints it.
func (s Score) Append(b []byte) []byte {
	if s == math.MinInt64 {
		return append(b, "-inf"...)
	}
	if s < 0 {
		b, s = append(b, '-'), -s
	}
	b = strconv.AppendInt(b, int64(s/Unit), 10)
	frac := int64(s % Unit)
	if frac == 0 {
		return b
	}
	b = append(b, '.')
	for unit := int64(Unit) / 10; frac > 0; unit /= 10 {
		b = append(b, byte('0'+frac/unit))
		frac %= unit
	}
	return b
}
