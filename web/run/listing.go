package run

import (
	"slices"
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trees/figures"
	"espalier/web/words"
)

// A listing is a paper's pseudo-code, in our words, beside the run of its tree. Lines of the
// listing are marked with those of the engine's own pseudo-code that do the
// same.
type listing struct {
	Title    string
	Lines    []listingLine
	Numbered bool   // the print numbers its lines itself
	Nodes    string // at which lines are marked, "0 3 4"; empty: at all
	Note     string // where nothing can be marked
}

// mostIndent is the deepest indentation of a listing, in steps of two blanks.
const mostIndent = 6

type listingLine struct {
	Number  string // as printed
	Text    string
	Indent  string // class of the indentation
	Engine  string // the engine's lines, "10 12"
	Current bool
}

// engineLines are the lines of the engine's pseudo-code, from 1, that are about
// any of the events.
func engineLines(code []search.CodeLine, events []string) []int {
	var list []int
	for i, line := range code {
		if slices.ContainsFunc(line.On, func(on string) bool { return slices.Contains(events, on) }) {
			list = append(list, i+1)
		}
	}
	return list
}

// NewListing returns the figure's listing with the lines marked that do the same
// as the current one of the page's run.
func NewListing(f *figures.Figure, a *search.Algorithm, p *Page) *listing {
	l := &listing{Title: f.Figure + ", in our words", Numbered: strings.Contains(strings.Join(f.Code, "\n"), "\n 2 ")}
	events := f.CodeEvents
	marked := events != nil && events.Algorithm == a.ID
	if events != nil && !marked {
		if other, ok := search.Find(events.Algorithm); ok {
			l.Note = "Its lines are marked while " + words.MaxN(other.Name) + " runs."
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
		l.Note = "Its lines are marked at the nodes of " + words.Mover(p.Tree, events.Mover) + "; at the others its mirror runs."
	}
	for i, text := range f.Code {
		bare := strings.TrimLeft(text, " ")
		row := listingLine{Text: words.MaxN(bare), Indent: "in" + strconv.Itoa(min((len(text)-len(bare)+1)/2, mostIndent))}
		if number, rest, found := strings.Cut(bare, " "); l.Numbered && found && words.StartsWithDigit(number) {
			// The print's own number stands in the margin.
			bare = strings.TrimLeft(rest, " ")
			row = listingLine{Text: words.MaxN(bare), Number: number, Indent: "in" + strconv.Itoa(min((len(rest)-len(bare)+1)/2, mostIndent))}
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
