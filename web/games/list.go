package games

import (
	"net/http"
	"net/url"
	"slices"
	"sync"

	"github.com/a-h/templ"

	"espalier/trees/games"
	"espalier/web/words"
)

// A listCard is a game in the list of all games.
type listCard struct {
	Href, Paper, Title, Text string
	Picture                  picture
}

// cards are computed once: the games are part of the program.
var cards = sync.OnceValue(func() (cards []listCard) {
	for _, g := range games.Games() {
		sample, _ := url.ParseQuery(g.Sample)
		p, _, err := readPlace(g, sample)
		if err != nil {
			p, _, _ = readPlace(g, nil) // TestRoom checks that no position needs this
		}
		cards = append(cards, listCard{Href: path(g), Paper: g.Paper, Title: g.Title, Text: words.MaxN(g.Rules), Picture: drawn(p.pos, p.last(), nil)})
	}
	return cards
})

// Small returns the picture of a game's card.
func Small(id string) templ.Component {
	i := slices.IndexFunc(cards(), func(c listCard) bool { return c.Href == "/games/"+id })
	return smallPicture(&cards()[i].Picture)
}

// List answers GET /games: all games, each with the picture of a position.
func (h Handlers) List(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, listPage(cards()))
}

// last returns the text of the last move; "" at the start.
func (p *place) last() string {
	if len(p.played) == 0 {
		return ""
	}
	return p.played[len(p.played)-1].Text
}
