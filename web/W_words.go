package web

import (
	"fmt"
	"strconv"
	"strings"

	"espalier/trees"
)

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// countNodes is "1,240 nodes".
func countNodes(n int) string {
	if n == 1 {
		return "1 node"
	}
	return grouped(n) + " nodes"
}

// grouped prints a count with a comma between groups of three digits.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// visitMark is ② for a second visit.
func visitMark(visits int) string {
	if visits < 2 {
		return ""
	}
	if visits <= 20 {
		return string(rune('①' + visits - 1))
	}
	return "×" + strconv.Itoa(visits)
}

// setPower sets max^n as print does.
func setPower(s string) string { return strings.ReplaceAll(s, "ax^n", "axⁿ") }

// plural is "1 node", "2 nodes".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// said is a value as a page says it.
func said(t *trees.Tree, v trees.Vector, none bool) string {
	if none {
		return "no value"
	}
	return t.FormatValue(v)
}

// sectionOf words a section: those that have only a number get the word.
func sectionOf(section string) string {
	if section[0] >= '0' && section[0] <= '9' {
		return "section " + section
	}
	return section
}

var countWords = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight"}

// describe says in words what the tree is about.
func describe(t *trees.Tree) string {
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

func playerName(t *trees.Tree, player int) string {
	if t.Kind == trees.Minimax {
		return [...]string{"", "Max", "Min"}[player]
	}
	return strconv.Itoa(player)
}

func startsWithDigit(s string) bool {
	return s != "" && (s[0] >= '0' && s[0] <= '9' || s == "?" || s == "-")
}
