package tree

import (
	"maps"
	"net/url"
	"slices"

	"espalier/web/app"
	"espalier/web/run"
	"espalier/web/words"
)

// PositionPath returns the path of the page that shows the rules on a position of a game.
func PositionPath(game string) string { return run.GamePath(game) + "/opinions" }

// A position is a prepared position of a game on which the rules differ.
type position struct {
	Name, Game string
	Query      string // the position, and the depth
	Says       string // what one sees there, at this depth
}

var positions = []position{
	{"Hearts: the queen of spades", "hearts", "cards=4&seed=126&depth=12",
		"Max^n leads the king of spades and expects player 3 to take all 16 points. Paranoid leads a club and is sure to take only 2. The attack on player 2 leads the queen, and player 1 takes 14."},
	{"Chinese Checkers: three players", "chinese-checkers", "size=2&moves=4.0.3.7&depth=5",
		"Player 2 leads by 3, so MP-Mix defends and moves as paranoid does. The attack on player 1 lets player 3 get ahead."},
	{"Othello: six moves", "othello", "board=5&players=3&moves=2&depth=6",
		"Eight rules choose six different moves. MP-Mix moves as directed offensive does, since player 1 leads by 2 and MP-Mix attacks; best-reply search moves as paranoid does."},
}

// Prepared lists the prepared positions, and says what one sees on the page of a game with a query, if that is
// one of them; else "".
func Prepared(game string, q url.Values) (list []app.Example, says string) {
	for _, p := range positions {
		own, _ := url.ParseQuery(p.Query)
		here := p.Game == game && maps.EqualFunc(own, q, slices.Equal)
		list = append(list, app.Example{Name: p.Name, Href: PositionPath(p.Game) + "?" + p.Query, Here: here})
		if here {
			says = words.MaxN(p.Says)
		}
	}
	return list, says
}
