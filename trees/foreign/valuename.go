package foreign

import (
	"regexp"
	"slices"
	"strings"
)

// This file finds what the name of a leaf says of the number after it, which is then not the value of the leaf: a sign in a
// word, as in minus 3; a bound, as in >= 3; or the number of a node, as in Node 3.

var (
	// signWord is a word that makes the number after it negative.
	signWord = regexp.MustCompile(`(?i)(?:^|[\s,;(])(minus|negative|loss(?:es)?(?: of)?|loses?|lost|losing)$|^([-−])$`)
	// boundSign is a sign that makes the number after it a bound. An arrow is none, nor is what closes an element of HTML.
	boundSign = regexp.MustCompile(`(?:^|[^-=<>/])(?:[<>]=?|[≤≥\x{2272}\x{2273}])$|^[^<]*[^-=<]>$`)
)

// checkName refuses the number after a name at a leaf, if the name says that it is not the value.
func (r *reader) checkName(n *node, name string, value []number, at int) {
	positive := slices.ContainsFunc(value, func(x number) bool { return x.rat().Sign() > 0 })
	if word := signWord.FindStringSubmatch(name); word != nil && positive {
		r.failRead(at, "%s makes the number after it negative; write the number with its sign, such as -%s", quoted(first(word[1], word[2])), shortened(value[0].String()))
	}
	if boundSign.MatchString(name) {
		r.failRead(at, "this number is a bound, since a sign such as < or ≥ is before it; write the value itself, such as %s, or ? if it is not known", shortened(value[0].String()))
	}
	word := strings.ToLower(name)
	if !r.joined || len(value) != 1 || wordAt(word) != word || isValueKey(word) {
		return
	}
	if slices.Contains(counted, word) {
		r.failNumbered(at, name, value[0])
	}
	r.numbered = append(r.numbered, numberedLeaf{word: word, name: name, value: value[0], at: at})
}

// A numberedLeaf is a leaf whose text is a word and a number, without a sign between them.
type numberedLeaf struct {
	word, name string
	value      number
	at         int
}

var (
	// counted are words for nodes, of which the number after them tells one from another.
	counted = []string{"node", "state", "outcome", "child", "position", "vertex", "option", "scenario"}
	// leafWords are words for leaves. The number after them may be the value, unless other nodes are counted, too.
	leafWords = []string{"leaf", "terminal", "end"}
)

func (r *reader) failNumbered(at int, name string, value number) {
	r.failRead(at, "the number of %s tells nodes apart, so this leaf has no value; write it after a sign, such as %s %s: 5", quoted(name+" "+value.String()), shortened(name), shortened(value.String()))
}

// checkNumbered refuses leaves whose text is a word and a number, if the same word with a number is the name of a node with
// children.
func (r *reader) checkNumbered() {
	if len(r.numbered) == 0 {
		return
	}
	words := map[string]bool{}
	var look func(n *node)
	look = func(n *node) {
		r.step()
		if len(n.kids) > 0 {
			word, number, _ := strings.Cut(strings.ToLower(n.name), " ")
			if number != "" && allDigits(number) {
				words[word] = true
			}
		}
		for _, k := range n.kids {
			look(k)
		}
	}
	look(r.game.root)
	others := slices.ContainsFunc(counted, func(word string) bool { return words[word] })
	for _, leaf := range r.numbered {
		if words[leaf.word] || others && slices.Contains(leafWords, leaf.word) {
			r.failNumbered(leaf.at, leaf.name, leaf.value)
		}
	}
}

// withUnit is a number with a sign or a unit that is not part of one: $5, 5k, 30%, ±3, and –5 with an en dash.
var withUnit = regexp.MustCompile(`^([-+−]?)([$€£¥±~≈–—]|[<>≤≥]=?)?\s*([-+−]?\d+(?:\.\d+)?)\s*([$€£¥%]|[kKmM]|Mio\.?)?$`)

// failUnit refuses the text of a leaf that is a number with such a sign or unit.
func (r *reader) failUnit(text string, at int) {
	m := withUnit.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || m[2] == "" && m[4] == "" {
		return
	}
	digits := m[1] + m[3]
	switch {
	case m[2] == "–" || m[2] == "—":
		r.failRead(at, "%s has a dash in the place of a minus; write -%s", quoted(text), m[3])
	case m[2] == "±":
		r.failRead(at, "%s is two numbers; write one of them, %s or -%s", quoted(text), m[3], m[3])
	case m[2] != "" && strings.Contains("~≈<=>=≤≥", m[2]):
		r.failRead(at, "%s is no value but an estimate or a bound; write the value itself, such as %s", quoted(text), digits)
	case strings.EqualFold(m[4], "k") && !strings.Contains(digits, "."):
		r.failRead(at, "%s has the unit %s; write the number with all its digits, such as %s000", quoted(text), m[4], digits)
	}
	r.failRead(at, "%s has the unit %s; write the number alone, in the same unit at all leaves, such as %s", quoted(text), m[2]+m[4], digits)
}
