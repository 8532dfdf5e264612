package words

import (
	"fmt"
	"strconv"
	"strings"

	"espalier/trees"
)

func LowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// CountNodes is "1,240 nodes".
func CountNodes(n int) string {
	if n == 1 {
		return "1 node"
	}
	return Grouped(n) + " nodes"
}

// Grouped prints a count with a comma between groups of three digits.
func Grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// VisitMark is ② for a second visit.
func VisitMark(visits int) string {
	if visits < 2 {
		return ""
	}
	if visits <= 20 {
		return string(rune('①' + visits - 1))
	}
	return "×" + strconv.Itoa(visits)
}

// MaxN sets max^n as print does.
func MaxN(s string) string { return strings.ReplaceAll(s, "ax^n", "axⁿ") }

// Plural is "1 node", "2 nodes".
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// FormatResult is a value as a page says it.
func FormatResult(t *trees.Tree, v trees.Vector, none bool) string {
	if none {
		return "no value"
	}
	return t.FormatValue(v)
}

// Section words a section: those that have only a number get the word.
func Section(section string) string {
	if section[0] >= '0' && section[0] <= '9' {
		return "section " + section
	}
	return section
}

var countWords = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight"}

// Describe says in words what the tree is about.
func Describe(t *trees.Tree) string {
	switch t.Kind {
	case trees.Minimax:
		return "two players, Max and Min"
	case trees.Path:
		return "one player, least cost"
	}
	words := countWords[t.Players] + " players"
	if t.Players == 1 {
		words = "one player"
	}
	if t.MaxSum.Given {
		words += " · scores sum to at most " + t.MaxSum.Score.String()
	}
	return words
}

func PlayerName(t *trees.Tree, player int) string {
	if t.Kind == trees.Minimax {
		return [...]string{"", "Max", "Min"}[player]
	}
	return strconv.Itoa(player)
}

func StartsWithDigit(s string) bool {
	return s != "" && (s[0] >= '0' && s[0] <= '9' || s == "?" || s == "-")
}
