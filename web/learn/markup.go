package learn

import (
	"regexp"
	"strings"

	"espalier/trees"
	"espalier/web/words"
)

// The texts of the course use so much of Markdown: paragraphs, *the name of a node*,
// **strong words** and [links](/address). Players are coloured as in the sentences of steps.

// A part is a piece of a text with one look.
type part struct {
	Text   string
	Node   int // the node that it names; -1: none
	Player int // 0: none
	Strong bool
	Em     bool
	Href   string
	Term   bool // the link leads to the glossary
}

var marked = regexp.MustCompile(`\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\((.+?)\)|[Pp]layer ([1-8])\b`)

// vector is a score vector, which stands in one line.
var vector = regexp.MustCompile(`\(−?[\d.]+(?:, −?[\d.]+)+\)`)

// paragraphs reads a text. The tree may be nil.
func paragraphs(t *trees.Tree, text string) (list [][]part) {
	for _, p := range strings.Split(text, "\n\n") {
		list = append(list, parts(t, strings.Join(strings.Fields(p), " ")))
	}
	return list
}

// parts reads the text of a paragraph.
func parts(t *trees.Tree, text string) (list []part) {
	text = vector.ReplaceAllStringFunc(words.MaxN(text), func(v string) string { return strings.ReplaceAll(v, " ", "\u00a0") })
	at := 0
	for _, m := range marked.FindAllStringSubmatchIndex(text, -1) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		if m[0] > at {
			list = append(list, part{Text: text[at:m[0]], Node: -1})
		}
		at = m[1]
		switch {
		case group(1) != "":
			for _, p := range parts(t, group(1)) {
				p.Strong = true
				list = append(list, p)
			}
		case group(2) != "":
			list = append(list, part{Text: group(2), Node: nodeNamed(t, group(2)), Em: true})
		case group(3) != "":
			list = append(list, part{Text: group(3), Node: -1, Href: group(4), Term: strings.HasPrefix(group(4), glossaryPath+"#")})
		default:
			list = append(list, part{Text: group(0), Node: -1, Player: int(group(5)[0] - '0')})
		}
	}
	if at < len(text) {
		list = append(list, part{Text: text[at:], Node: -1})
	}
	return list
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

// plain returns a text as it is read.
func plain(text string) string {
	var b strings.Builder
	for _, p := range paragraphs(nil, text) {
		for _, s := range p {
			b.WriteString(s.Text)
		}
		b.WriteString("\n")
	}
	return b.String()
}
