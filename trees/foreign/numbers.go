package foreign

import (
	"strings"
	"unicode/utf8"

	"espalier/trees"
)

// This file has the numbers that are not digits: fractions of one character, and the texts that are no number.

// vulgar are the fractions of one character: ½ is 1/2.
var vulgar = func() map[rune]string {
	fractions := map[rune]string{}
	for fraction := range strings.FieldsSeq("¼=1/4 ½=1/2 ¾=3/4 ⅐=1/7 \u2151=1/9 \u2152=1/10 ⅓=1/3 ⅔=2/3 ⅕=1/5 ⅖=2/5 ⅗=3/5 ⅘=4/5 ⅙=1/6 ⅚=5/6 ⅛=1/8 ⅜=3/8 ⅝=5/8 ⅞=7/8") {
		name, value, _ := strings.Cut(fraction, "=")
		ch, _ := utf8.DecodeRuneInString(name)
		fractions[ch] = value
	}
	return fractions
}()

// fractionSlash is the slash of typeset fractions: 1⁄3.
const fractionSlash = "\u2044"

// vulgarAt returns the length of the fraction of one character at the start of s; 0: there is none.
func vulgarAt(s string) int {
	if s == "" || s[0] < utf8.RuneSelf {
		return 0
	}
	ch, size := utf8.DecodeRuneInString(s)
	if vulgar[ch] == "" {
		return 0
	}
	return size
}

// withoutVulgar returns digits with their fraction of one character written as numbers: 2½ is 5/2.
func withoutVulgar(digits string) string {
	ch, size := utf8.DecodeLastRuneInString(digits)
	fraction := vulgar[ch]
	if fraction == "" {
		return strings.Replace(digits, fractionSlash, "/", 1)
	}
	over, under, _ := strings.Cut(fraction, "/")
	if whole := digits[:len(digits)-size]; whole != "" {
		if side, ok := mixedSide(whole, over, under); ok {
			return side + "/" + under
		}
		return digits
	}
	return fraction
}

// failNotFinite fails for a number that trees.NotFiniteAt returns.
func (r *reader) failNotFinite(at int, word string) { r.fail(at, "%s", trees.NotFinite(word)) }

// isOpen reports whether a word is how a text writes a value that is not known: ?, or the letters of an exercise,
// as in max(min(3, 12, 8), min(2, x, y)).
func isOpen(word string) bool {
	switch word {
	case "?", "x", "y", "z", "X", "Y", "Z":
		return true
	}
	return false
}

// open makes a node one whose value is not known. A letter is its name, too.
func (r *reader) open(n *node, word string) {
	n.unknown = true
	if word != "?" {
		if n.name == "" {
			n.name = word
		}
		r.letters++
	}
}
