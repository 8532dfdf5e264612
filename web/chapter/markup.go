package chapter

import (
	"regexp"
	"strings"

	"espalier/trees"
	"espalier/web/words"
)

// The texts of the course use so much of Markdown: paragraphs, *the name of a node*,
// **strong words** and [links](/address). Players are coloured as in the sentences of steps.

// A Part is a piece of a text with one look.
type Part struct {
	Text   string
	Node   int // the node that it names; -1: none
	Player int // 0: none
	Strong bool
	Em     bool
	Href   string
	Term   bool // the link leads to the glossary
	InText bool // and was not written by hand
}

var marked = regexp.MustCompile(`\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\((.+?)\)|[Pp]layer ([1-8])\b`)

// vector is a score vector, which stands in one line.
var vector = regexp.MustCompile(`\(−?[\d.]+(?:, −?[\d.]+)+\)`)

// hyphen stands before a negative score as it is typed.
var hyphen = regexp.MustCompile(`([(, ])-(\d)`)

// Paragraphs reads a text. The tree may be nil.
func Paragraphs(t *trees.Tree, text string) (list [][]Part) {
	for _, p := range strings.Split(text, "\n\n") {
		list = append(list, Parts(t, strings.Join(strings.Fields(p), " ")))
	}
	return list
}

// Parts reads the text of a paragraph.
func Parts(t *trees.Tree, text string) (list []Part) {
	text = hyphen.ReplaceAllString(words.MaxN(text), "$1−$2")
	text = vector.ReplaceAllStringFunc(text, func(v string) string { return strings.ReplaceAll(v, " ", "\u00a0") })
	at := 0
	for _, m := range marked.FindAllStringSubmatchIndex(text, -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		if m[0] > at {
			list = append(list, Part{Text: text[at:m[0]], Node: -1})
		}
		at = m[1]
		switch {
		case group(1) != "":
			for _, p := range Parts(t, group(1)) {
				p.Strong = true
				list = append(list, p)
			}
		case group(2) != "":
			list = append(list, Part{Text: group(2), Node: nodeNamed(t, group(2)), Em: true})
		case group(3) != "":
			list = append(list, Part{Text: group(3), Node: -1, Href: group(4), Term: strings.HasPrefix(group(4), words.Path+"#")})
		default:
			list = append(list, Part{Text: group(0), Node: -1, Player: int(group(5)[0] - '0')})
		}
	}
	if at < len(text) {
		list = append(list, Part{Text: text[at:], Node: -1})
	}
	return list
}

// linkTerms reads the texts of the scenes, and links each term where it stands first. Those
// that the text links itself are left alone.
func (c *Chapter) linkTerms() {
	seen := map[string]bool{}
	for i := range c.Scenes {
		s := &c.Scenes[i]
		s.text = Paragraphs(c.tree, s.note)
		for _, list := range s.text {
			for _, p := range list {
				seen[p.Href] = seen[p.Href] || p.Term
			}
		}
	}
	for i := range c.Scenes {
		for j, list := range c.Scenes[i].text {
			c.Scenes[i].text[j] = withTerms(list, seen)
		}
	}
}

// withTerms links the terms of a paragraph that are not in seen, and adds them.
func withTerms(list []Part, seen map[string]bool) (linked []Part) {
	for _, p := range list {
		if p != (Part{Text: p.Text, Node: -1}) {
			linked = append(linked, p)
			continue
		}
		at := 0
		for _, place := range words.Places(p.Text) {
			href := words.Path + "#" + place.ID
			if seen[href] {
				continue
			}
			seen[href] = true
			if place.From > at {
				linked = append(linked, Part{Text: p.Text[at:place.From], Node: -1})
			}
			linked = append(linked, Part{Text: p.Text[place.From:place.To], Node: -1, Href: href, Term: true, InText: true})
			at = place.To
		}
		if at < len(p.Text) {
			linked = append(linked, Part{Text: p.Text[at:], Node: -1})
		}
	}
	return linked
}

func nodeNamed(t *trees.Tree, label string) int {
	if t != nil {
		for n := range t.Len() {
			if t.Label(n) == label {
				return n
			}
		}
	}
	return -1
}

// Plain returns a text as it is read.
func Plain(text string) string {
	var b strings.Builder
	for _, p := range Paragraphs(nil, text) {
		for _, s := range p {
			b.WriteString(s.Text)
		}
		b.WriteString("\n")
	}
	return b.String()
}
