package games

import (
	"net/http"
	"net/url"
	"sync"

	"espalier/trees/games"
	"espalier/web/words"
)

// A roomCard is a game in the list of all games.
type roomCard struct {
	Href, Paper, Title, Text string
	Picture                  picture
}

// shown are the positions that the list shows, by the id of the game: the start says
// little of most games.
var shown = map[string]url.Values{
	"sergeant-major":   {"seed": {"2"}, "cards": {"4"}},
	"hearts":           {"seed": {"3"}, "cards": {"4"}},
	"spades":           {"seed": {"5"}, "cards": {"4"}},
	"oh-hell":          {"seed": {"9"}, "cards": {"4"}, "trump": {"D"}},
	"tic-tac-toe":      {"moves": {"4.0.1.5"}},
	"connect-four":     {"moves": {"3.3.2.4.2.1.3.2"}},
	"othello":          {"players": {"3"}, "moves": {"0.2.4.1.3.2"}},
	"chinese-checkers": {"moves": {"0.1.2.3.0.1.2"}},
}

// room is computed once: the games are part of the program.
var room = sync.OnceValue(func() (cards []roomCard) {
	for _, g := range games.Games() {
		p, _, err := readPlace(g, shown[g.ID])
		if err != nil {
			p, _, _ = readPlace(g, nil) // TestRoom checks that no position needs this
		}
		cards = append(cards, roomCard{Href: path(g), Paper: g.Paper, Title: g.Title, Text: words.MaxN(g.Rules), Picture: drawn(p.pos, p.last(), nil)})
	}
	return cards
})

// ServeRoom answers GET /games: all games, each with the picture of a position.
func (h Handlers) ServeRoom(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, roomPage(room()))
}

// last returns the text of the last move; "" at the start.
func (p *place) last() string {
	if len(p.played) == 0 {
		return ""
	}
	return p.played[len(p.played)-1].Text
}
