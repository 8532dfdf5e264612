package games_test

import (
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// TestFaceDown plays games with the cards of the others face down, by the links of the pages. No
// page names a card of another hand, and the reason of each move of a search is a vote that
// chooses it.
func TestFaceDown(t *testing.T) {
	_, ts := webtest.Serve(t)
	engine := regexp.MustCompile(`<a href="([^"]*)" id="engine"`)
	open := regexp.MustCompile(`<a href="([^"]*)">Turn all cards face up`)
	why := regexp.MustCompile(`<a class="why" href="([^"]*)"`)
	chosen := regexp.MustCompile(`(?s)<tr class="chosen"><th scope="row">.*?<span class="vh">([^<]*)</span>`)
	played := regexp.MustCompile(`<span class="vh">player \d: ([^<]*)</span>`)
	for _, address := range []string{
		"/games/hearts?hidden=1&cards=3&deals=5",
		"/games/spades?hidden=3&cards=2&seed=4&evaluation=wl&seat=paranoid&seat=maxn&seat=person&nodes=20000",
		"/games/oh-hell?hidden=2&players=4&cards=2&trump=D&deals=3",
		"/games/spades?hidden=2&cards=3&seed=4&evaluation=wl&deals=10&infer=play",
		"/games/sergeant-major?hidden=1&hands=AS+3H&hands=KS+KH&hands=QS+2H&deals=300",
	} {
		moves := 0
		for {
			resp, b := webtest.Get(t, ts.URL+address)
			page := string(b)
			if resp.StatusCode != http.StatusOK {
				t.Fatalf("GET %s = %d: %.300s", address, resp.StatusCode, page)
			}
			if strings.Contains(page, "The game is over") {
				break
			}
			var known struct{ Hands []string }
			_, up := webtest.Get(t, ts.URL+html.UnescapeString(open.FindStringSubmatch(page)[1]))
			if err := json.Unmarshal([]byte(html.UnescapeString(documents.FindStringSubmatch(string(up))[1])), &known); err != nil {
				t.Fatal(err)
			}
			own := regexp.MustCompile(`hidden=(\d)`).FindStringSubmatch(address)[1]
			for i, hand := range known.Hands {
				if string(rune('1'+i)) == own {
					continue
				}
				for _, card := range strings.Fields(hand) {
					if name := cardName(card); strings.Contains(page, name) {
						t.Fatalf("%s shows the %s of player %d", address, name, i+1)
					}
				}
			}
			if link := engine.FindStringSubmatch(page); link != nil {
				address = follow(t, ts.URL+html.UnescapeString(link[1]))
				_, b := webtest.Get(t, ts.URL+address)
				reasons := why.FindAllStringSubmatch(string(b), -1)
				texts := played.FindAllStringSubmatch(string(b[:strings.Index(string(b), `id="moves-title"`)]), -1)
				resp, votes := webtest.Get(t, ts.URL+html.UnescapeString(reasons[len(reasons)-1][1]))
				if resp.StatusCode != http.StatusOK {
					t.Fatalf("the votes for move %d of %s = %d", moves, address, resp.StatusCode)
				}
				if card := chosen.FindSubmatch(votes); string(card[1]) != texts[len(texts)-1][1] {
					t.Errorf("%s: the votes are for %s, and %s was played", address, card[1], texts[len(texts)-1][1])
				}
			} else {
				list := links.FindAllStringSubmatch(moveLinks.FindStringSubmatch(page)[1], -1)
				address = html.UnescapeString(list[len(list)-1][1])
			}
			moves++
		}
		if moves < 6 {
			t.Errorf("%s is over after %d moves", address, moves)
		}
	}
}

// cardName returns how pages name a card.
func cardName(card string) string {
	ranks := map[byte]string{'A': "ace", 'K': "king", 'Q': "queen", 'J': "jack", 'T': "ten", '9': "nine", '8': "eight", '7': "seven", '6': "six", '5': "five", '4': "four", '3': "three", '2': "two"}
	suits := map[byte]string{'S': "spades", 'H': "hearts", 'D': "diamonds", 'C': "clubs"}
	return ranks[card[0]] + " of " + suits[card[1]]
}

// TestHandOver: another person’s cards are shown on a page of their own.
func TestHandOver(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, b := webtest.Get(t, ts.URL+"/games/hearts?hidden=1&cards=3&seat=person&seat=person&seat=maxn&moves=0")
	link := regexp.MustCompile(`<a href="([^"]*)">show player 2’s cards`).FindSubmatch(b)
	if link == nil || moveLinks.Match(b) {
		t.Fatalf("player 2 cannot be handed the page, or its moves are listed")
	}
	_, b = webtest.Get(t, ts.URL+html.UnescapeString(string(link[1])))
	if !strings.Contains(string(b), "Moves of player 2") || !moveLinks.Match(b) {
		t.Errorf("the page of player 2 lists no moves")
	}
}

// TestHiddenFaults: what is wrong is said, and no error turns cards face up.
func TestHiddenFaults(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ address, words string }{
		{"hearts?hidden=4", "Cards face up: a number from 1 to 3 is right"},
		{"hearts?hidden=1&deals=0", "Deals to sample: a whole number from 1 to 300"},
		{"hearts?hidden=1&sample=-1", "Seed of the samples: a whole number from 0"},
		{"hearts?hidden=1&infer=1", "Weights of the deals: play is right"},
		{"hearts?hidden=1&evaluate=maxn&plies=3", "a search of the moves sees all cards"},
		{"hearts?hidden=1&strange=1", "there is no such parameter"},
		{"hearts/votes?cards=1&moves=0.0.0", "the game is over here"},
		{"hearts/votes?by=dfbnb", "deals are searched by maxn"},
		{"othello/votes", "this game has no hidden cards"},
		{"othello?hidden=1", "hidden: there is no such parameter"},
	} {
		resp, b := webtest.Get(t, ts.URL+"/games/"+c.address)
		if resp.StatusCode != 422 || !strings.Contains(html.UnescapeString(string(b)), c.words) {
			t.Errorf("GET /games/%s = %d, which has %q: %t", c.address, resp.StatusCode, c.words, strings.Contains(string(b), c.words))
		}
		if strings.Contains(c.address, "hidden=1&") && !strings.Contains(string(b), `class="down"`) {
			t.Errorf("GET /games/%s turns cards face up", c.address)
		}
	}
}

// TestWeights: the vote shows the weight of each deal if it has one, says where the weights come from,
// and keeps them in its form.
func TestWeights(t *testing.T) {
	_, ts := webtest.Serve(t)
	const position = "/games/sergeant-major/votes?hands=KH+AC+QS+QD&hands=KC+AH+JH+QH&hands=JD+JS+AS+KS&leader=2&merge=0&hidden=1&moves=0.0.0.1.0"
	rows := regexp.MustCompile(`<td class="score">(\d+)</td><td class="score">(1|1/\d+)</td>`)
	chosen := regexp.MustCompile(`(?s)<tr class="chosen"><th scope="row">.*?<span class="vh">([^<]*)</span>`)
	for _, c := range []struct {
		query, card, words, option string
		rows                       int
	}{
		{"", "ace of clubs", "All of them were taken", `<option value="" selected`, 0},
		{"&infer=play&nodes=1000000", "queen of spades", "Their 4 cards were judged, by searches to the end of the play", `<option value="play" selected`, 3},
		{"&infer=play&nodes=100", "", "But 50 nodes, the part of the limit for this, were too few", `<option value="play" selected`, 3},
	} {
		resp, b := webtest.Get(t, ts.URL+position+c.query)
		page := string(b)
		if resp.StatusCode != http.StatusOK || !strings.Contains(page, c.words) || !strings.Contains(page, c.option) {
			t.Fatalf("the vote with %q = %d, which has %q: %t", c.query, resp.StatusCode, c.words, strings.Contains(page, c.words))
		}
		found := rows.FindAllStringSubmatch(page, -1)
		if len(found) != c.rows {
			t.Errorf("with %q %d deals have a weight, want %d", c.query, len(found), c.rows)
		}
		if card := chosen.FindStringSubmatch(page); c.card != "" && card[1] != c.card {
			t.Errorf("with %q the vote is for the %s, want the %s", c.query, card[1], c.card)
		}
	}
}
