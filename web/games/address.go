package games

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// MaxMoves bounds the moves of an address, which the server plays for each page.
const MaxMoves = 1_000

// A place is a position as an address has it: where play starts, and the moves since.
type place struct {
	game  *games.Game
	start []run.Parameter // the fields of the first position
	doc   *games.Document // of them
	moves []int

	pos    games.Position
	played []playedMove
}

// A playedMove is a move of a place.
type playedMove struct {
	Player int
	Text   string
}

// readPlace reads the position of a query. rest is what the query has besides. A place with
// a position and an error is at the position before the first wrong move.
func readPlace(game *games.Game, q url.Values) (p *place, rest url.Values, err error) {
	p = &place{game: game}
	rest = problem.Without(q, "moves")
	for _, f := range game.Fields {
		rest.Del(f.Name)
	}
	if p.doc, p.start, err = run.ReadGameQuery(game, q); err != nil {
		return nil, rest, err
	}
	return p, rest, p.open(q.Get("moves"))
}

// open opens the first position and plays the moves.
func (p *place) open(moves string) error {
	pos, err := games.Open(p.doc)
	if err != nil {
		return err // a game may return what it has read so far
	}
	p.pos = pos
	if moves == "" {
		return nil
	}
	list := strings.Split(moves, ".")
	if len(list) > MaxMoves {
		return &problem.QueryError{Name: "moves", Message: fmt.Sprintf("these are %d moves; an address has at most %d", len(list), MaxMoves)}
	}
	for i, text := range list {
		var v trees.Vector
		n := p.pos.Look(&v)
		if n == 0 {
			return &problem.QueryError{Name: "moves", Message: fmt.Sprintf("the game is over after %s; these are %d", words.Plural(i, "move"), len(list))}
		}
		move, err := strconv.Atoi(text)
		if err != nil || move < 0 || move >= n {
			right := "a whole number from 0 to " + strconv.Itoa(n-1)
			if n == 1 {
				right = "only 0"
			}
			return &problem.QueryError{Name: "moves", Message: fmt.Sprintf("number %d, %.20q, is no move of its position; %s is right", i+1, text, right)}
		}
		p.play(move)
	}
	return nil
}

// play plays a move, which the position has.
func (p *place) play(move int) {
	var v trees.Vector
	player := p.pos.Mover()
	p.pos.Do(move, &v)
	p.moves = append(p.moves, move)
	p.played = append(p.played, playedMove{player, string(p.pos.AppendLast(nil))})
}

// moveText returns the text of a move by its number; "" if there is no such move.
func (p *place) moveText(number string) string {
	var v trees.Vector
	move, err := strconv.Atoi(number)
	if err != nil || move < 0 || move >= p.pos.Look(&v) {
		return ""
	}
	p.pos.Do(move, &v)
	defer p.pos.Undo()
	return string(p.pos.AppendLast(nil))
}

// query returns the address after the first moves, and perhaps others after them.
func (p *place) query(moves []int, more ...int) url.Values {
	q := run.QueryOf(p.start)
	if list := slices.Concat(moves, more); len(list) > 0 {
		texts := make([]string, len(list))
		for i, m := range list {
			texts[i] = strconv.Itoa(m)
		}
		q.Set("moves", strings.Join(texts, "."))
	}
	return q
}

// written returns the present position without the moves that led to it.
func (p *place) written() []run.Parameter {
	doc, err := run.ReadGameDocument(p.pos.AppendDocument(nil))
	if err != nil {
		return nil // a position reads what it has written
	}
	return run.GameParameters(doc)
}

// path returns the path of the page of a game.
func path(game *games.Game) string { return run.GamePath(game.ID) }

// readWhole sets a number that an address gives. what says what it is, after a comma, or nothing.
func readWhole(q url.Values, name string, to *int, least, most int, what string) error {
	text := q.Get(name)
	if text == "" {
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return &problem.QueryError{Name: name, Message: "a whole number from " + words.Grouped(least) + " to " + words.Grouped(most) + " is right" + what}
	}
	*to = n
	return nil
}
