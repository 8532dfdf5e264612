package foreign

import (
	"regexp"
	"strings"
)

// This file finds games in normal form, so that they are refused by their name: tables of payoffs, which have no tree.
//
//	      L    R
//	T   3,1  0,0
//	B   1,1  2,2

// A row of payoffs has a word before it, and scores in at least two cells.
var (
	payoffCell = `["'$]?\(?\s*[-+−]?\d+(?:[./]\d+)?(?:\s*,\s*[-+−]?\d+(?:[./]\d+)?)+\s*\)?["'$]?`
	payoffRow  = regexp.MustCompile(`^[\s|*_]*[\p{L}][\p{L}\d_' ]*[*_]*(?:\s*[|;&]\s*|\s+|\t)` + payoffCell + `(?:(?:\s*[|;&]\s*|\s+)` + payoffCell + `)+[\s|\\]*$`)
	payoffsOf  = regexp.MustCompile(payoffCell)
)

const noNormalForm = "this is a game in normal form (a strategic game), a table of payoffs without a tree: the players choose at the same time. As a tree, one of them moves first and the other does not see the move, so the nodes of the other are an information set: players 2 1[ <T> 2{infoset A}[ <L> (3,1) <R> (0,0) ] <B> 2{infoset A}[ <L> (1,1) <R> (2,2) ] ]"

// normalFormAt returns where a table of payoffs begins; -1: the text is none. Above its rows are the names of the moves of
// the player who chooses a column.
func normalFormAt(text string) int {
	const (
		longest = 1000 // bytes of a line
		heads   = 2    // lines
	)
	begin, at, above, rows, cells := -1, 0, 0, 0, 0
	for line := range strings.Lines(text) {
		from := at
		at += len(line)
		plain := strings.TrimSpace(line)
		if plain == "" || bars.MatchString(plain) || strings.Trim(plain, "+-=|") == "" {
			continue
		}
		if begin < 0 {
			begin = from + strings.Index(line, plain)
		}
		if len(line) > longest {
			return -1
		}
		if !payoffRow.MatchString(line) {
			if above++; rows > 0 || above > heads || strings.ContainsAny(plain, "[]{}<>/=:") {
				return -1
			}
			continue
		}
		found := payoffsOf.FindAllString(line, -1)
		if rows++; rows > 1 && len(found) != cells {
			return -1
		}
		cells = len(found)
	}
	if rows < 2 || above == 0 {
		return -1
	}
	return begin
}
