// Package games serves the games: the list of them, and for each game the page of a
// position, which is dealt or set up by hand. The address of a page is the whole
// position, so that a position is a link and every move is one, too.
//
// The cards of the others can be face down (hidden.go). Then a search that plays sees its own hand
// alone: deals that fit what has been played vote for a card (votes.go, search/hidden).
//
// The rules are in trees/games. This package reads a position from an address, and
// draws the document that the game writes.
package games

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/problem"
)

// Handlers serve the pages of the games.
type Handlers struct{ *app.Core }

// gameOf returns the game of a request.
func gameOf(r *http.Request) (*games.Game, error) {
	game, known := games.Find(chi.URLParam(r, "id"))
	if !known {
		return nil, &problem.Error{Status: http.StatusNotFound, Message: "There is no such game. The games are all at /games."}
	}
	return game, nil
}
