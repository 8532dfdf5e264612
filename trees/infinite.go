package trees

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

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

// notFinite are the words of infinity and of what is no number, in lower case. Those of a longer one come first.
var notFinite = []string{
	"float('infinity')", `float("infinity")`, "float('inf')", `float("inf")`, "number.positive_infinity", "math.infinity", "math.inf",
	"numpy.inf", "np.inf", "infinity", `\infty`, ".inf", "inf", "∞",
	"float('nan')", `float("nan")`, "number.nan", "math.nan", "numpy.nan", "np.nan", ".nan", "nan",
}

// NotFiniteAt returns the number at the start of a text that is infinite or is NaN, with its sign; "" if there is none.
// Programs print such numbers, and no tree has them.
func NotFiniteAt(s string) string {
	sign := SignAt(s)
	rest := s[sign:]
	for _, word := range notFinite {
		if len(rest) < len(word) || !strings.EqualFold(rest[:len(word)], word) {
			continue
		}
		after, _ := utf8.DecodeRuneInString(rest[len(word):])
		if unicode.IsLetter(after) || unicode.IsDigit(after) || after == '_' {
			continue // of Infinity, inf is the begin
		}
		return s[:sign+len(word)]
	}
	return ""
}

// SignAt returns the length of the sign at the start of a text.
func SignAt(s string) int {
	switch {
	case strings.HasPrefix(s, minusSign):
		return len(minusSign)
	case s != "" && (s[0] == '-' || s[0] == '+'):
		return 1
	}
	return 0
}

// NotFinite says what to write in place of a number that NotFiniteAt returns.
func NotFinite(word string) string {
	which, example := "largest", "1000"
	switch plain := strings.ToLower(word); {
	case strings.Contains(plain, "nan"):
		return fmt.Sprintf("a score of a tree is a number, and %s is none; write the number, or ?, in JSON null, where a leaf has no known value", word)
	case word[0] == '-' || strings.HasPrefix(word, minusSign):
		which, example = "smallest", "-1000"
	}
	return fmt.Sprintf("a score of a tree is finite, and %s is not; write a number beyond the %s score of the game, such as %s", word, which, example)
}
