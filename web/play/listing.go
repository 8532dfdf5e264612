package play

import (
	"slices"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees/figures"
	"espalier/web/words"
)

// A listing is the pseudo-code of a paper, in our words, beside the run of its
// tree. Each line of the listing has the numbers of the lines of the engine's own
// pseudo-code that do the same.
type listing struct {
	Title    string
	Lines    []listingLine
	Numbered bool   // the printed listing has its own line numbers
	Nodes    string // nodes at which lines are marked, "0 3 4"; empty: at all nodes
	Note     string // explains when lines are marked
}

// mostIndent is the maximum indentation of a line, in steps of two spaces.
const mostIndent = 6

type listingLine struct {
	Number  string // as printed
	Text    string
	Indent  string // CSS class of the indentation
	Engine  string // line numbers in the engine's pseudo-code, "10 12"
	Current bool
}

// engineLines returns the numbers, from 1, of the lines of the engine's pseudo-code
// that belong to one of the events.
func engineLines(code []engine.CodeLine, events []string) []int {
	var list []int
	for i, line := range code {
		if slices.ContainsFunc(line.On, func(on string) bool { return slices.Contains(events, on) }) {
			list = append(list, i+1)
		}
	}
	return list
}

// NewListing returns the figure's listing. It marks the lines that do the same as
// the current line of the page's run.
func NewListing(f *figures.Figure, a *engine.Algorithm, p *Page) *listing {
	l := &listing{Title: f.Figure + ", in our words", Numbered: strings.Contains(strings.Join(f.Code, "\n"), "\n 2 ")}
	events := f.CodeEvents
	marked := events != nil && events.Algorithm == a.ID
	if events != nil && !marked {
		if other, ok := algorithms.Find(events.Algorithm); ok {
			l.Note = "Its lines are marked while " + words.InnerName(other) + " runs."
		}
	}
	covered := p.Tree != nil
	if marked && p.Tree != nil && events.Mover > 0 {
		var nodes []string
		for n := range p.Tree.Len() {
			if events.Covers(p.Tree, n) {
				nodes = append(nodes, strconv.Itoa(n))
			}
		}
		l.Nodes, covered = strings.Join(nodes, " "), events.Covers(p.Tree, p.AtNode)
		l.Note = "Its lines are marked at the nodes of " + words.Mover(p.Tree, events.Mover) + "; at the others, Max and Min are exchanged."
	}
	for i, text := range f.Code {
		bare := strings.TrimLeft(text, " ")
		row := listingLine{Text: words.MaxN(bare), Indent: indentClass(text)}
		if number, rest, found := strings.Cut(bare, " "); l.Numbered && found && words.StartsWithDigit(number) {
			// The printed line number is written in the margin.
			bare = strings.TrimLeft(rest, " ")
			row = listingLine{Text: words.MaxN(bare), Number: number, Indent: indentClass(rest)}
		}
		if marked {
			var engine []string
			for _, n := range engineLines(p.Code, events.Lines[i+1]) {
				engine = append(engine, strconv.Itoa(n))
				row.Current = row.Current || covered && n == p.Line
			}
			row.Engine = strings.Join(engine, " ")
		}
		l.Lines = append(l.Lines, row)
	}
	return l
}

// indentClass returns the CSS class for the spaces at the start of a line.
func indentClass(line string) string {
	spaces := len(line) - len(strings.TrimLeft(line, " "))
	return "in" + strconv.Itoa(min((spaces+1)/2, mostIndent))
}

// A codePart is a part of a line of pseudo-code.
type codePart struct {
	Text  string
	Whole bool // a word with a hyphen
}

// hyphenated separates the words with a hyphen from the rest of a line.
func hyphenated(line string) (parts []codePart) {
	rest := ""
	for word := range strings.SplitAfterSeq(line, " ") {
		bare := strings.TrimRight(word, " ")
		if !strings.Contains(bare, "-") || bare == "-" {
			rest += word
			continue
		}
		if rest != "" {
			parts = append(parts, codePart{Text: rest})
		}
		parts = append(parts, codePart{bare, true})
		rest = word[len(bare):]
	}
	return append(parts, codePart{Text: rest})
}
