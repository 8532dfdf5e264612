package games_test

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/run"
	"espalier/web/webtest"
)

// starts are queries that open positions of each sort.
var starts = map[string][]string{
	"sergeant-major":   {"", "seed=4&cards=3&players=4", "hands=AS+KS/QS+JS/TS+9S&leader=2&trump=S"},
	"hearts":           {"cards=4", "hands=AS+2H/KS+4C&hands=3H&trick=5S&leader=3"},
	"spades":           {"cards=3&evaluation=ranks", "cards=5&bids=1,2,1&evaluation=wl"},
	"oh-hell":          {"players=6&cards=2&trump=D", "hands=%2F%2F&taken=1,1,0"},
	"tic-tac-toe":      {"", "cells=121%2F.2.%2F1..&player=2"},
	"connect-four":     {"", "cells=.......%0A.......%0A.......%0A.......%0A1......%0A12....."},
	"othello":          {"", "players=3", "players=4&board=6"},
	"chinese-checkers": {"size=2", "players=6&size=1&top=3", "size=1&players=2&pieces=2,-1/-2,1&player=2"},
	"pig":              {"", "players=4&sides=3&target=4&turns=1", "banks=4,7&player=2&points=2&rolling=1"},
}

var (
	moveLinks = regexp.MustCompile(`<ul class="to-play">(.*?)</ul>`)
	links     = regexp.MustCompile(`<a href="([^"]*)"`)
	documents = regexp.MustCompile(`<pre tabindex="0">([^<]*)</pre>`)
	hereLink  = regexp.MustCompile(`<a href="([^"]*)">Link to this position</a>`)
)

// TestPositions plays a random game on the pages of every game: each page lists the moves
// that the API lists, in the same order, each link leads to its position, and so does
// the link without the moves.
func TestPositions(t *testing.T) {
	_, ts := webtest.Serve(t)
	document := func(page string) string { return html.UnescapeString(documents.FindStringSubmatch(page)[1]) }
	for _, game := range games.Games() {
		queries := starts[game.ID]
		if queries == nil {
			queries = []string{""}
		}
		for _, query := range queries {
			r := rand.New(rand.NewPCG(7, uint64(len(query))))
			address := run.GamePath(game.ID) + "?" + query
			for ply := range 12 {
				resp, b := webtest.Get(t, ts.URL+address)
				page := string(b)
				if resp.StatusCode != 200 {
					t.Fatalf("GET %s = %d: %.400s", address, resp.StatusCode, page)
				}
				var known struct {
					Game  json.RawMessage
					Moves []struct{ Game json.RawMessage }
				}
				_, answer := webtest.Post(t, ts.URL+"/api/v1/moves", `{"game":`+document(page)+`}`)
				if err := json.Unmarshal(answer, &known); err != nil {
					t.Fatal(err)
				}
				list := links.FindAllStringSubmatch(moveLinks.FindStringSubmatch(page)[1], -1)
				if len(list) != len(known.Moves) {
					t.Fatalf("%s has %d moves, want %d", address, len(list), len(known.Moves))
				}
				if here := hereLink.FindStringSubmatch(page); ply > 0 {
					_, b := webtest.Get(t, ts.URL+html.UnescapeString(here[1]))
					if got, want := document(string(b)), document(page); got != want {
						t.Fatalf("%s is %s, want %s", here[1], got, want)
					}
				}
				if len(list) == 0 {
					break
				}
				move := r.IntN(len(list))
				address = html.UnescapeString(list[move][1])
				_, b = webtest.Get(t, ts.URL+address)
				if got, want := document(string(b)), string(known.Moves[move].Game); got != want {
					t.Fatalf("%s is %s, want %s", address, got, want)
				}
			}
		}
	}
}

// TestCardLinks: a card that is a move, and no other one, is a link. A square that
// captures is one, too.
func TestCardLinks(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct {
		address, name string
		links         int
	}{
		{"/games/hearts?hands=AS+2H/KS+4D/QS+3H&leader=1", `<li><a href="/games/hearts?`, 2 * 2},
		{"/games/hearts?hands=AS+KS+QS/4D+5D+6D/2C+3C+9C", `<li><a href="/games/hearts?`, 2 * 2}, // the queen of spades is worth more than the king
		{"/games/hearts?hands=2H/4D+KS/QS+3H&trick=AS", `<li><a href="/games/hearts?`, 2},
		{"/games/othello", `aria-label="Play `, 4},
		{"/games/connect-four?moves=0.0.0.0.0.0", `aria-label="Play `, 6},
		{"/games/chinese-checkers?size=2&players=2", "Choose the piece at ", 3},
	} {
		_, b := webtest.Get(t, ts.URL+c.address)
		if n := strings.Count(string(b), c.name); n != c.links {
			t.Errorf("%s has %d links %q, want %d", c.address, n, c.name, c.links)
		}
	}
}

// TestRoom: the list has every game with its picture and its rules, and the positions of
// the pictures are those that are named. It leads to the experiments, which are not in the
// menu.
func TestRoom(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, b := webtest.Get(t, ts.URL+"/games")
	page := html.UnescapeString(string(b))
	if !strings.Contains(page, `<a href="/experiments">`) {
		t.Error("the list has no link to the experiments")
	}
	for _, game := range games.Games() {
		_, card, found := strings.Cut(page, `href="/games/`+game.ID+`"`)
		card, _, _ = strings.Cut(card, "</li>")
		drawn := strings.Contains(card, `class="piece`) || strings.Contains(card, "playing-card") || strings.Contains(card, "cross") || strings.Contains(card, `class="die`)
		if !found || !strings.Contains(card, game.Title) || !strings.Contains(card, game.Rules) || drawn != (game.Board != games.NoBoard) {
			t.Errorf("the card of %s is %.300s", game.ID, card)
		}
	}
}

// TestRefusedPositions: what is wrong is named in the form that it was typed in.
func TestRefusedPositions(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ query, words, kept string }{
		{"hearts?hands=AS+KS/QS/JS+TS", `id="fault">Hand of player 2: game.hands[1]: the number of cards in this hand is 1; 2 is right`, `value="QS" aria-describedby="fault" aria-invalid="true"`},
		{"sergeant-major?hands=AS+KS&hands=QS+JS&hands=TS+9S&hands=AS+2D", "Hand of player 4: game.hands[3]: the card AS is given twice", `value="AS 2D" aria-describedby="fault" aria-invalid="true"`},
		{"sergeant-major?hands=AS/AS", "Hand of player 2: ", `name="taken" type="text" spellcheck="false" value=""`}, // not that of the deal which is shown
		{"oh-hell?players=4&cards=1&moves=1", "only 0 is right", ""},
		{"spades?cards=3&evaluation=luck", "Evaluation: game.evaluation: ", "The page shows the start of the game with the usual settings."},
		{"hearts?seed=x", "seed: &#34;x&#34; is not a whole number", `value="x"`},
		{"othello?board=100", "game.board", `value="100"`},
		{"tic-tac-toe?cells=12", "game.cells", "12"},
		{"tic-tac-toe?moves=0.0.99", "number 3, &#34;99&#34;, is no move of its position; a whole number from 0 to 6 is right. The page shows the position without it.", "Player 1 to move."},
		{"tic-tac-toe?moves=0.2.0.2.0.0", "the game is over after 5 moves; these are 6", "The game is over: player 1 has won."},
		{"oh-hell?players=4&cards=2&seed=5&moves=7", "from 0 to 1 is right", `value="5"`},
		{"oh-hell?players=9&cards=2", "the start of the game with the usual settings", `value="2"`},
		{"tic-tac-toe?hands=AS", "hands: there is no such parameter", ""},
		{"tic-tac-toe?colour=red", "colour: there is no such parameter", ""},
	} {
		resp, b := webtest.Get(t, ts.URL+"/games/"+c.query)
		if resp.StatusCode != 422 || !strings.Contains(string(b), c.words) || !strings.Contains(string(b), c.kept) {
			t.Errorf("GET %s = %d, which has %q: %t, %q: %t", c.query, resp.StatusCode, c.words, strings.Contains(string(b), c.words), c.kept, strings.Contains(string(b), c.kept))
		}
	}
	if resp, _ := webtest.Get(t, ts.URL+"/games/chess"); resp.StatusCode != 404 {
		t.Errorf("GET /games/chess = %d, want 404", resp.StatusCode)
	}
}

// TestOver: the page of a game that is over says who has won, or who has the highest score.
func TestOver(t *testing.T) {
	_, ts := webtest.Serve(t)
	status := regexp.MustCompile(`role="status">The game is over: ([^<]*)<`)
	for _, c := range []struct{ query, want string }{
		{"sergeant-major?hands=//&taken=2,5,1", "player 2 has the highest score: 5."},
		{"sergeant-major?hands=//&taken=3,3,3", "all players have the same score: 3."},
		{"hearts?hands=//&taken=1,5,2", "player 1 has the highest score: 7."},
		{"spades?hands=//&taken=2,1,2&bids=1,1,1", "players 1 and 3 share the highest score: 2."},
		{"oh-hell?hands=///&taken=1,2,0,1&bids=1,1,0,1&evaluation=oh", "players 1 and 4 share the highest score: 11."},
		{"tic-tac-toe?cells=112/221/121&player=2", "a draw."},
		{"tic-tac-toe?cells=11./222/1..&player=1", "player 2 has won."},
		{"connect-four?moves=0.1.0.1.0.1.0", "player 1 has won."},
		{"othello?cells=1111/1112/2222/2221", "all players have the same score: 8."},
		{"chinese-checkers?size=1&players=2&pieces=-2,1/0,0", "player 1 has won."},
		{"chinese-checkers?size=1&players=2&pieces=-2,1/2,-1", "players 1 and 2 have won."},
	} {
		_, b := webtest.Get(t, ts.URL+"/games/"+c.query)
		said := status.FindStringSubmatch(string(b))
		if said == nil || said[1] != c.want {
			t.Errorf("GET %s says %q, want %q", c.query, said, c.want)
		}
	}
}

// TestGameAddress: every position that a game writes is read again from its address, and
// an address with the document of a position leads there.
func TestGameAddress(t *testing.T) {
	_, ts := webtest.Serve(t)
	r := rand.New(rand.NewPCG(3, 4))
	for _, game := range games.Games() {
		pos, err := games.Open(&games.Document{ID: game.ID})
		if err != nil {
			t.Fatal(err)
		}
		var v trees.Vector
		for range 10 {
			if n := pos.Look(&v); n > 0 {
				pos.Do(r.IntN(n), &v)
			}
			text := pos.AppendDocument(nil)
			d, err := run.ReadGameDocument(text)
			if err != nil {
				t.Fatal(err)
			}
			again, _, err := run.ReadGameQuery(game, run.QueryOf(run.GameParameters(d)))
			if err == nil {
				var p games.Position
				if p, err = games.Open(again); err == nil && string(p.AppendDocument(nil)) != string(text) {
					err = fmt.Errorf("it is %s", p.AppendDocument(nil))
				}
			}
			if err != nil {
				t.Fatalf("the address of %s: %v", text, err)
			}
		}
		resp, _ := webtest.Get(t, ts.URL+"/tree?game="+url.QueryEscape(string(pos.AppendDocument(nil))))
		if resp.StatusCode != 200 || resp.Request.URL.Path != run.GamePath(game.ID) {
			t.Errorf("/tree with the document of %s = %d at %s", game.ID, resp.StatusCode, resp.Request.URL)
		}
	}
}
