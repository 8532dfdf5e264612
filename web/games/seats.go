package games

import (
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/words"
)

// This file says who can have a seat.

const (
	person = "person" // a seat whose moves a person chooses

	// quiet ends the seat of a search that goes on from unstable positions: as many plies as there are
	// players, which is enough for the rest of any trick.
	quiet = ",quiescence"
)

// opponents lists the searches that can have a seat, as an address has them and as a page names them.
func opponents(game *games.Game, pos games.Position) (list []app.Choice) {
	for _, a := range algorithms.Opponents(pos) {
		name := words.MaxN(words.ShortName(a))
		list = append(list, app.Choice{Value: a.ID, Text: name})
		if a.QuietSeat && game.Unstable != "" {
			list = append(list, app.Choice{Value: a.ID + quiet, Text: name + " with quiescence"})
		}
	}
	return list
}

// seatable lists who can have a seat, as the address has it.
func seatable(game *games.Game, pos games.Position) []string {
	seats := []string{person}
	for _, o := range opponents(game, pos) {
		seats = append(seats, o.Value)
	}
	return seats
}

// seated returns the search that has a seat.
func seated(seat string, players int) (a *engine.Algorithm, o engine.Options) {
	id, isQuiet := strings.CutSuffix(seat, quiet)
	a, _ = algorithms.Find(id)
	if isQuiet {
		o.Quiescence, o.HasQuiescence = players, true
	}
	return a, o
}

// seatName returns the name of a search that has a seat.
func seatName(game *games.Game, pos games.Position, seat string) string {
	for _, o := range opponents(game, pos) {
		if o.Value == seat {
			return o.Text
		}
	}
	return seat
}
