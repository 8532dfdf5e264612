package games_test

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"regexp"
	"slices"
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
	"board-splitting":  {"", "players=4&size=4&alike=1", "cells=12%2F21&player=2"},
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

// TestCardLinks: a card that is a move, or worth the same as one, and no other one, is a link.
// A square that captures is one, too.
func TestCardLinks(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct {
		address, name string
		links         int
	}{
		{"/games/hearts?hands=AS+2H/KS+4D/QS+3H&leader=1", `<li><a href="/games/hearts?`, 2 * 2},
		{"/games/hearts?hands=AS+KS+QS/4D+5D+6D/2C+3C+9C", `<li><a href="/games/hearts?`, 2 + 3}, // a click on the king plays the ace; the queen of spades is worth more
		{"/games/hearts?hands=AS+KS+QS/4D+5D+6D/2C+3C+9C", `aria-label="king of spades, same as the ace of spades, which is played in its place"`, 1},
		{"/games/hearts?hands=AS+KS+QS/4D+5D+6D/2C+3C+9C", ", same as the ", 2}, // in the name and in the title; not the cards of the others
		{"/games/sergeant-major?hands=8S+7S+6S+4S/AH+KH+QH+JH/2C+3C+4C+5C", `aria-label="six of spades, same as the eight of spades`, 1},
		{"/games/sergeant-major?hands=8S+7S+6S+4S/AH+KH+QH+JH/2C+3C+4C+5C", `aria-label="four of spades"`, 1},
		{"/games/sergeant-major?hands=8S+7S+6S+4S/AH+KH+QH+JH/2C+3C+4C+5C&merge=0", ", same as the ", 0},
		{"/games/sergeant-major?hands=8S+7S+AH/QH+JH+TH/2C+3C&trick=2H&leader=3", ", same as the ", 0},
		{"/games/hearts?hands=2H/4D+KS/QS+3H&trick=AS", `<li><a href="/games/hearts?`, 2},
		{"/games/hearts?hands=2H/4D+KS/QS+3H&trick=AS", "Pale cards cannot be played: spades were led and have to be followed.", 1},
		{"/games/hearts?hands=2H/4D+KH/QS+3H&trick=AS", "Pale cards", 0},
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

// TestTricks: the last trick stays with its winner until the next card, and what was played is
// divided into tricks.
func TestTricks(t *testing.T) {
	_, ts := webtest.Serve(t)
	title := regexp.MustCompile(`<h3>(Trick \d+) *(?:<small>([^<]*)</small>)?</h3><ol class="played">(.*?)</ol>`)
	for _, c := range []struct {
		query string
		last  string   // the last trick and who took it; empty: the present trick is shown
		parts []string // the tricks that were played
	}{
		{"hearts?hands=AS+2H/KS+4D/QS+3H&moves=0.0", "", []string{"Trick 1  2"}},
		{"hearts?hands=AS+2H/KS+4D/QS+3H&moves=0.0.0", "Last trick 3 player 1 took it for 13 points; no trump", []string{"Trick 1 player 1 took it for 13 points 3"}},
		{"hearts?hands=AS+2H/KS+4D/QS+3H&moves=0.0.0.0", "", []string{"Trick 1 player 1 took it for 13 points 3", "Trick 2  1"}},
		{"hearts?hands=AS+2H/KS+4D/QS+3H&moves=0.0.0.0.0.0", "Last trick 3 player 3 took it for 2 points; no trump", []string{"Trick 1 player 1 took it for 13 points 3", "Trick 2 player 3 took it for 2 points 3"}},
		{"sergeant-major?hands=2H+3D/4D+4H/QS&trick=AS&leader=3&trump=D&moves=0.1", "Last trick 3 player 2 took it; diamonds are trump", []string{"Trick 1 player 2 took it 3"}},
		{"sergeant-major?hands=2H+3D/4D+4H/QS+5C", "", nil},
	} {
		_, b := webtest.Get(t, ts.URL+"/games/"+c.query)
		page := string(b)
		var parts []string
		for _, m := range title.FindAllStringSubmatch(page, -1) {
			parts = append(parts, fmt.Sprintf("%s %s %d", m[1], m[2], strings.Count(m[3], "<li>")))
		}
		last := ""
		if shown := regexp.MustCompile(`<h3>Last trick</h3>(.*?)<p class="trump">([^<]*)<`).FindStringSubmatch(page); shown != nil {
			last = fmt.Sprintf("Last trick %d %s", strings.Count(shown[1], "<li"), shown[2])
			if strings.Count(shown[1], "took the trick") != 1 {
				t.Errorf("%s does not mark the card that took the trick", c.query)
			}
		}
		if !slices.Equal(parts, c.parts) || last != c.last {
			t.Errorf("%s is divided into %q with %q, want %q with %q", c.query, parts, last, c.parts, c.last)
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
		drawn := strings.Contains(card, `class="piece`) || strings.Contains(card, "playing-card") || strings.Contains(card, "cross") || strings.Contains(card, `class="die`) || strings.Contains(card, `class="half"`)
		if !found || !strings.Contains(card, game.Title) || !strings.Contains(card, game.Rules) || drawn != (game.Board != games.NoBoard) {
			t.Errorf("the card of %s is %.300s", game.ID, card)
		}
	}
}

// TestRefusedPositions: what is wrong is named in the form that it was typed in.
func TestRefusedPositions(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ query, words, kept string }{
		{"hearts?hands=AS+KS/QS/JS+TS", `id="fault">Player 2’s hand: cards in this hand: 1; there must be 2`, `value="QS" aria-describedby="fault" aria-invalid="true"`},
		{"sergeant-major?hands=AS+KS&hands=QS+JS&hands=TS+9S&hands=AS+2D", "Player 4’s hand: the card AS is given twice", `value="AS 2D" aria-describedby="fault" aria-invalid="true"`},
		{"sergeant-major?hands=AS/AS", "Player 2’s hand: ", `name="taken" type="text" spellcheck="false" value=""`}, // not that of the deal which is shown
		{"oh-hell?players=4&cards=1&moves=1", "only 0 is right", ""},
		{"spades?cards=3&evaluation=luck", "Evaluation: &#34;luck&#34; is not allowed", "The page shows the start of the game with the usual settings."},
		{"hearts?seed=x", "Seed: &#34;x&#34; is not a whole number", `value="x"`},
		{"othello?board=100", `id="fault">Side of the board: a board of side 100`, `value="100"`},
		{"tic-tac-toe?cells=12", `id="fault">Board: the board has 1 rows here; 3 is right`, "12"},
		{"tic-tac-toe?cells=.../.4./...", `id="fault">Row 2 of the board: &#39;4&#39; is neither`, ".4."},
		{"tic-tac-toe?players=3", `id="fault">Players: 3 is out of range`, ""},
		{"hearts?hands=ZH/QS/JS", `id="fault">Player 1’s hand: &#34;ZH&#34; is no card; `, `value="ZH" aria-describedby="fault" aria-invalid="true"`},
		{"hearts?cards=1&taken=1,-2,0", `id="fault">Player 2’s points taken: -2 is out of range`, `value="1,-2,0" aria-describedby="fault" aria-invalid="true"`},
		{"oh-hell?players=4&cards=1&taken=1,2", `id="fault">Taken so far: there are 2 numbers`, ""},
		{"oh-hell?players=4&cards=1&bids=1,0,0,99", `id="fault">Player 4’s bid: 99 is out of range`, ""},
		{"hearts?cards=1&trick=AS+AS", `id="fault">Trick so far: the card AS is given twice`, ""},
		{"pig?banks=1,99", `id="fault">Player 2’s bank: 99 is out of range`, ""},
		{"chinese-checkers?size=1&players=2&pieces=9,9/2,-1", `id="fault">Player 1’s pieces, number 1: &#34;9,9&#34; is no hole`, ""},
		{"chinese-checkers?size=1&players=2&pieces=0,0", `id="fault">Pieces: these are the pieces of 1 players`, ""},
		{"tic-tac-toe?seat=deep&seat=maxn", `id="fault">Who plays: a seat has person`, ""},
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
