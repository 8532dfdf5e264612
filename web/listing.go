package web

import (
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trees"
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

type listingLine struct {
	Text    string
	Engine  string // the engine's lines, "10 12"
	Current bool
}

// sameLines says, by figure, which algorithm the listing is and which lines of
// the engine's pseudo-code a line of the listing is about.
var sameLines = map[string]struct {
	algorithm string
	lines     map[int][]int
}{
	"s2003-fig7": {"speculative", map[int][]int{
		1: {1}, 3: {2}, 6: {}, 11: {10}, 12: {12}, 13: {14}, 14: {4, 5, 8, 9}, 15: {16},
	}},
	"s2005-fig1": {"alphabeta", map[int][]int{1: {1}, 2: {2}, 4: {4, 5}, 5: {6, 7}, 6: {8}}},
	"s2005-fig9": {"speculative", map[int][]int{11: {9}, 15: {9}}},
}

func newListing(f *trees.Figure, a *search.Algorithm, line int) *listing {
	l := &listing{Title: f.Figure + ", as printed", Numbered: strings.Contains(strings.Join(f.Code, "\n"), "\n 2 ")}
	same := sameLines[f.ID]
	marked := same.algorithm == a.ID
	if !marked {
		if other, ok := search.Find(same.algorithm); ok {
			l.Note = "Its lines are marked while " + setPower(other.Name) + " runs."
		}
	}
	for i, text := range f.Code {
		row := listingLine{Text: setPower(text)}
		if marked {
			var engine []string
			for _, n := range same.lines[i+1] {
				engine = append(engine, strconv.Itoa(n))
				row.Current = row.Current || n == line
			}
			row.Engine = strings.Join(engine, " ")
		}
		l.Lines = append(l.Lines, row)
	}
	return l
}
