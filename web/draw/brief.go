package draw

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"espalier/trace"
	"espalier/trees"
)

// This file shortens the numbers of programs in pictures: random.random() has 16 digits, and an expectation of
// such numbers is a fraction with two long sides. What is shortened is kept in full, in data-full, and the card
// of the node, the list of steps and the tables have it. static/js/shared/brief.js does the same.

const (
	// briefDigits is the number of digits to which a long number is written.
	briefDigits = 4
	// longSide is the number of digits of the denominator from which a fraction is long.
	longSide = 6
)

// writtenNumber is a score as texts have it: whole, with decimals, or a fraction.
var writtenNumber = regexp.MustCompile(`−?\d+(?:[./]\d+)?`)

// brief writes the long numbers of a text with briefDigits digits.
func brief(text string) string {
	if len(text) <= trees.NumberPlaces { // nearly all texts
		return text
	}
	return writtenNumber.ReplaceAllStringFunc(text, briefNumber)
}

func briefNumber(number string) string {
	_, places, decimal := strings.Cut(number, ".")
	_, under, fraction := strings.Cut(number, "/")
	if !(decimal && len(places) > trees.NumberPlaces) && !(fraction && len(under) >= longSide) {
		return number
	}
	exact, ok := new(big.Rat).SetString(strings.Replace(number, "−", "-", 1))
	if !ok {
		return number
	}
	x, _ := exact.Float64()
	if x >= 1e3 || x <= -1e3 {
		return trace.Minus(strconv.FormatFloat(x, 'f', 0, 64))
	}
	return trace.Minus(strconv.FormatFloat(x, 'g', briefDigits, 64))
}
