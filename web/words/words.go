package words

import (
	"strconv"
	"strings"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// UpperFirst returns s with its first letter in upper case.
func UpperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// CountNodes returns a number of nodes: 1,240 nodes.
func CountNodes(n int) string {
	if n == 1 {
		return "1 node"
	}
	return Grouped(n) + " nodes"
}

// Numbers writes numbers with a separator between them.
func Numbers(list []int, separator string) string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, separator)
}

// Grouped returns a count with a comma between groups of three digits.
func Grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// VisitMark returns the mark for a number of visits: ② for a second visit.
func VisitMark(visits int) string {
	if visits < 2 {
		return ""
	}
	if visits <= 10 { // the typeface has no circled number above
		return string(rune('①' + visits - 1))
	}
	return "×" + strconv.Itoa(visits)
}

// MaxN replaces max^n by maxⁿ.
func MaxN(s string) string { return strings.ReplaceAll(s, "ax^n", "axⁿ") }

// Plural returns a count with its noun: 1 node, 2 nodes.
func Plural(n int, what string) string { return trees.Plural(n, what) }

// Leaves counts leaves: 1 leaf; 2 leaves.
func Leaves(n int) string {
	if n == 1 {
		return "1 leaf"
	}
	return Grouped(n) + " leaves"
}

// AnyOf lists alternatives: a, b or c.
func AnyOf(list []string) string {
	last := len(list) - 1
	if last < 1 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// Players names players: player 2; players 1, 2 and 3.
func Players(list []int) string {
	text := "player"
	for i, p := range list {
		switch {
		case i == 0 && len(list) > 1:
			text += "s "
		case i == 0:
			text += " "
		case i == len(list)-1:
			text += " and "
		default:
			text += ", "
		}
		text += strconv.Itoa(p)
	}
	return text
}

// FormatResult returns a value as a page shows it.
func FormatResult(t *trees.Tree, v trees.Vector, none bool) string {
	if none {
		return "no value"
	}
	return t.FormatValue(v)
}

// maxSet is the most values of a set that a page lists.
const maxSet = 6

// FormatOutcome returns the result of a run as a page shows it: its value, or the set of values of its
// root and which of them the root player counts on.
func FormatOutcome(t *trees.Tree, r *engine.Result) string {
	if len(r.Set) < 2 {
		return FormatResult(t, r.Value, r.NoValue)
	}
	var b strings.Builder
	for i := range r.Set[:min(len(r.Set), maxSet)] {
		b.WriteString([...]string{"{", ", "}[min(i, 1)] + t.FormatValue(r.Set[i]))
	}
	if rest := len(r.Set) - maxSet; rest > 0 {
		b.WriteString(" and " + strconv.Itoa(rest) + " more")
	}
	return b.String() + "}; at worst " + t.FormatValue(r.Value)
}

// Section returns the name of a section, with the word “section” before a number.
func Section(section string) string {
	if section[0] >= '0' && section[0] <= '9' {
		return "section " + section
	}
	return section
}

var countWords = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight"}

// Describe returns a short description of a tree.
func Describe(t *trees.Tree) string {
	switch t.Kind {
	case trees.Minimax:
		return "two players, Max and Min" + limits(t)
	case trees.Path:
		return "one player, least cost"
	}
	words := countWords[t.Players] + " players"
	if t.Players == 1 {
		words = "one player"
	}
	if t.MaxSum.Given {
		words += " · scores sum to at most " + t.MaxSum.Score.In(t.Unit).String()
	}
	return words
}

// DescribeSides returns a short description of a tree of two sides: a player of several is Max, and all others
// are Min.
func DescribeSides(t *trees.Tree, players, alone int) string {
	if players <= 2 && alone <= 1 {
		return Describe(t)
	}
	return countWords[players] + " players, player " + strconv.Itoa(alone) + " (Max) against all others (Min)" + limits(t)
}

// limits returns the limits of the scores of two players, to be read after a description; "": they are not known.
func limits(t *trees.Tree) string {
	least, most := t.MinP.Of(0), t.MaxP.Of(0)
	if !least.Given || !most.Given {
		return ""
	}
	return " · scores from " + trace.Minus(least.Score.In(t.Unit).String()+" to "+most.Score.In(t.Unit).String())
}

// PlayerName returns the name of a player in sentences.
func PlayerName(t *trees.Tree, player int) string {
	if t.Kind == trees.Minimax {
		return [...]string{"", "Max", "Min"}[player]
	}
	return strconv.Itoa(player)
}

// Mover returns the name of the mover: player 2, or Max.
func Mover(t *trees.Tree, player int) string {
	if t.Kind == trees.Minimax {
		return PlayerName(t, player)
	}
	return "player " + PlayerName(t, player)
}

// StartsWithDigit reports whether s starts with a digit.
func StartsWithDigit(s string) bool {
	return s != "" && (s[0] >= '0' && s[0] <= '9' || s == "?" || s == "-")
}
