package games

import (
	"encoding/json"
	"strconv"
	"strings"

	"espalier/trees/games"
	"espalier/web/words"
)

// This file divides what was played in a game of cards into tricks.

// A fullTrick is a trick that somebody has taken.
type fullTrick struct {
	Cards  []playedCard
	Winner int
	Won    int // what it has added to what the winner has taken
}

// says says who has taken a trick, and in a game of points for how many.
func (t *fullTrick) says(takes string) string {
	text := "player " + strconv.Itoa(t.Winner) + " took it"
	if takes == "points" {
		text += " for " + words.Plural(t.Won, "point")
	}
	return text
}

// A moveGroup is a part of the moves of a game: a trick of a game of cards, else all moves.
type moveGroup struct {
	Title string // empty: the moves are not divided
	Note  string // who took the trick; empty: it is not full
	Moves []moveLink
}

// tricksOf returns the tricks that were taken since the start of a place, and the cards that
// its first trick had before.
func tricksOf(p *place) (tricks []fullTrick, before []playedCard) {
	again := &place{game: p.game, doc: p.doc}
	if again.open("") != nil {
		return nil, nil // it was opened before
	}
	read := func() (d document) {
		_ = json.Unmarshal(again.pos.AppendDocument(nil), &d) // a game writes what is read
		return d
	}
	d := read()
	for i, text := range strings.Fields(d.Trick) {
		before = append(before, playedCard{cardOf(text), (d.Leader-1+i)%len(d.Hands) + 1})
	}
	trick, taken := before[:len(before):len(before)], d.Taken
	for i, move := range p.moves {
		again.play(move)
		trick = append(trick, playedCard{cardOf(p.played[i].Text), p.played[i].Player})
		if len(trick) < len(d.Hands) {
			continue
		}
		after := read() // who has taken the trick leads
		won := after.Taken[after.Leader-1] - taken[after.Leader-1]
		tricks = append(tricks, fullTrick{Cards: trick, Winner: after.Leader, Won: won})
		trick, taken = nil, after.Taken
	}
	return tricks, before
}

// group divides the moves of the page, and shows the last trick.
func (v *page) group(p *place) {
	if len(v.Played) == 0 {
		return
	}
	if p.game.Board != games.Cards {
		v.Groups = []moveGroup{{Moves: v.Played}}
		return
	}
	tricks, before := tricksOf(p)
	if len(tricks) > 0 {
		v.Picture.Cards.Last = &tricks[len(tricks)-1]
	}
	rest := v.Played
	for n := 0; len(rest) > 0; n++ {
		g := moveGroup{Title: "Trick " + strconv.Itoa(n+1)}
		if n == 0 {
			for _, c := range before { // these were not played here: they lead nowhere
				g.Moves = append(g.Moves, moveLink{Player: c.Player, Card: &c.card})
			}
		}
		size := len(rest)
		if n < len(tricks) {
			g.Note = tricks[n].says(p.game.Taken)
			size = len(tricks[n].Cards) - len(g.Moves)
		}
		g.Moves = append(g.Moves, rest[:size]...)
		rest = rest[size:]
		v.Groups = append(v.Groups, g)
	}
}
