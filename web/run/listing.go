package run

import (
	"slices"
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trees"
	"espalier/web/words"
)

// A listing is a paper's pseudo-code beside the run of its tree. Lines of the
// listing are marked with those of the engine's own pseudo-code that do the
// same.
type listing struct {
	Title    string
	Lines    []listingLine
	Numbered bool   // the print numbers its lines itself
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

// listed says, by figure, which algorithm the listing is and which events, as
// the engine's pseudo-code names them, a line of the listing is about.
var listed = map[string]struct {
	algorithm string
	lines     map[int][]string
}{
	"s2003-fig7": {"speculative", map[int][]string{
		1: {"enter"}, 3: {"leaf"}, 11: {"backup"}, 12: {"backup+"}, 13: {"research"},
		14: {"prune:immediate", "prune:shallow", "prune:speculative", "prune:table"}, 15: {"exit"},
	}},
	"s2005-fig1": {"alphabeta", map[int][]string{
		1: {"enter"}, 2: {"leaf"}, 4: {"backup", "backup+"}, 5: {"prune:alpha", "prune:beta"}, 6: {"exit"},
	}},
	"s2005-fig9": {"speculative", map[int][]string{11: {"prune:table"}, 15: {"prune:table"}}},
}

// engineLines are the lines of the engine's pseudo-code, from 1, that are about
// any of the events.
func engineLines(a *search.Algorithm, events []string) []int {
	var list []int
	for i, line := range a.Code {
		if slices.ContainsFunc(line.On, func(on string) bool { return slices.Contains(events, on) }) {
			list = append(list, i+1)
		}
	}
	return list
}

func NewListing(f *trees.Figure, a *search.Algorithm, line int) *listing {
	l := &listing{Title: f.Figure + ", as printed", Numbered: strings.Contains(strings.Join(f.Code, "\n"), "\n 2 ")}
	same := listed[f.ID]
	marked := same.algorithm == a.ID
	if !marked {
		if other, ok := search.Find(same.algorithm); ok {
			l.Note = "Its lines are marked while " + words.MaxN(other.Name) + " runs."
		}
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
			for _, n := range engineLines(a, same.lines[i+1]) {
				engine = append(engine, strconv.Itoa(n))
				row.Current = row.Current || n == line
			}
			row.Engine = strings.Join(engine, " ")
		}
		l.Lines = append(l.Lines, row)
	}
	return l
}
