package games

import (
	"context"
	"encoding/json"
	"net/url"
	"sync"

	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/run"
	"espalier/web/words"
)

// mostShown bounds the nodes of the tree of a game that a scene of a lesson shows first: a class can read it.
const mostShown = 60

// Sources lists the games that a scene of a lesson or a room can show, each at a position in play, with a tree that a
// class can read. The values are shows.
func (h Handlers) Sources() []app.ChoiceGroup { return sources() }

// sources are computed once: the games are part of the program.
var sources = sync.OnceValue(func() []app.ChoiceGroup {
	g := app.ChoiceGroup{Title: "Games"}
	for _, game := range games.Games() {
		sample, _ := url.ParseQuery(game.Sample)
		p, _, err := readPlace(game, sample)
		if err != nil {
			p, _, err = readPlace(game, nil) // as in the list of games
		}
		if err != nil {
			continue
		}
		depth, _, err := run.DepthWithin(context.Background(), p.pos, mostShown)
		if err != nil {
			continue
		}
		show, err := json.Marshal(struct {
			Game   json.RawMessage `json:"game"`
			Expand int             `json:"expand"`
		}{p.pos.AppendDocument(nil), max(1, depth)})
		if err == nil {
			g.List = append(g.List, app.Choice{Value: string(show), Text: words.MaxN(game.Title)})
		}
	}
	return []app.ChoiceGroup{g}
})
