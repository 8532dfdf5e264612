package games

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"espalier/trees/games"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// This file keeps the moves that were taken back. They are part of the address, as everything
// else: the parameter kept has lines of moves from the start, separated by "_".

// MaxKept bounds the variations of an address, so that a list of them can be read and each page
// is made in a moment.
const MaxKept = 20

const keptSeparator = "_"

// A variation is a line of play that the page is not on, from where it leaves the moves played.
type variation struct {
	From  string // after which move it begins
	Moves []moveLink
}

// readKept reads the variations of a query, and plays each of them.
func readKept(p *place, q url.Values) (kept []string, err error) {
	text := q.Get("kept")
	if text == "" {
		return nil, nil
	}
	list := strings.Split(text, keptSeparator)
	if len(list) > MaxKept {
		return nil, &problem.QueryError{Name: "kept", Message: fmt.Sprintf("these are %d variations; an address has at most %d", len(list), MaxKept)}
	}
	if n := strings.Count(text, ".") + len(list); n > MaxMoves {
		return nil, &problem.QueryError{Name: "kept", Message: fmt.Sprintf("these are %d moves in variations; an address has at most %d", n, MaxMoves)}
	}
	now := words.Numbers(p.moves, ".")
	for i, line := range list {
		again := &place{game: p.game, doc: p.doc}
		if line == "" {
			return nil, &problem.QueryError{Name: "kept", Message: fmt.Sprintf("variation %d has no moves; the numbers of its moves from the start are right, as 0.2", i+1)}
		}
		if err := again.open(line); err != nil {
			_, reason := problem.StatusAndDetail(err)
			return nil, &problem.QueryError{Name: "kept", Message: fmt.Sprintf("variation %d: %s", i+1, strings.TrimPrefix(reason, "moves: "))}
		}
		if line = words.Numbers(again.moves, "."); !leadsTo(line, now) {
			kept = append(kept, line)
		}
	}
	return kept, nil
}

// leadsTo reports whether a line is another one, or its beginning.
func leadsTo(line, other string) bool {
	return line == "" || strings.HasPrefix(other+".", line+".")
}

// keptAt returns the variations of the page after other moves than those of p: the moves of p
// are one of them, unless they lead there or to one that is kept.
func (m *match) keptAt(p *place, to string) (kept []string) {
	now := words.Numbers(p.moves, ".")
	for _, line := range m.Kept {
		if !leadsTo(line, to) && !leadsTo(line, now) {
			kept = append(kept, line)
		}
	}
	if !leadsTo(now, to) && !slices.ContainsFunc(kept, func(line string) bool { return leadsTo(now, line) }) {
		kept = append(kept, now)
	}
	// The oldest are left out if the address would be too long.
	moves := 0
	for i, line := range slices.Backward(kept) {
		if moves += strings.Count(line, ".") + 1; moves > MaxMoves || len(kept)-i > MaxKept {
			return kept[i+1:]
		}
	}
	return kept
}

// keptParameter returns variations as an address has them.
func keptParameter(kept []string) (list []run.Parameter) {
	if len(kept) > 0 {
		list = append(list, run.Parameter{Name: "kept", Value: strings.Join(kept, keptSeparator)})
	}
	return list
}

// variations lists the variations of the page, the newest first.
func (v *page) variations(p *place, m *match) {
	for _, text := range slices.Backward(m.Kept) {
		again := &place{game: p.game, doc: p.doc}
		if again.open(text) != nil {
			continue // it was played before
		}
		common := 0
		for common < min(len(p.moves), len(again.moves)) && p.moves[common] == again.moves[common] {
			common++
		}
		line := variation{From: "from the start"}
		if common > 0 {
			line.From = "after " + v.inWords(again.played[common-1])
			if common == len(p.moves) {
				line.From = "from here"
			}
		}
		for n := common; n < len(again.moves); n++ {
			played := again.played[n]
			line.Moves = append(line.Moves, v.move(played.Player, played.Text, m.at(p, again.moves[:n+1])))
		}
		v.Variations = append(v.Variations, line)
	}
	if len(m.Kept) == MaxKept {
		v.KeptFull = fmt.Sprintf("%s are kept here; the next one replaces the oldest.", words.Plural(MaxKept, "variation"))
	}
}

// inWords names a move within a sentence.
func (v *page) inWords(played playedMove) string {
	text := played.Text
	if v.Game.Board == games.Cards {
		text = "the " + cardOf(text).Name
	}
	return text
}
