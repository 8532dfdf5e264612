package games

import (
	"espalier/trees/games"
	"espalier/web/app"
)

// Entries lists the games.
func Entries() (list []app.Entry) {
	for _, g := range games.Games() {
		list = append(list, app.Entry{Kind: "game", Name: g.Title, Href: path(g), More: g.Paper})
	}
	return list
}
