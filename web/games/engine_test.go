package games_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	pages "espalier/web/games"
	"espalier/web/webtest"
	"espalier/web/words"
)

// follow returns where an address leads.
func follow(t *testing.T, address string) string {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusSeeOther {
		t.Fatalf("GET %s = %d, want a redirection", address, resp.StatusCode)
	}
	return resp.Header.Get("Location")
}

// TestMatch: a search that has a seat plays its move, the same each time, and its reason is
// the search of the position before it, which chooses that move.
func TestMatch(t *testing.T) {
	_, ts := webtest.Serve(t)
	goes := regexp.MustCompile(`<a href="([^"]*)" id="engine"`)
	why := regexp.MustCompile(`<a class="why" href="([^"]*)"`)
	for _, c := range []struct {
		address string
		engine  string
		moves   int // of the whole game by searches; 0: it is not played to its end
	}{
		{"tic-tac-toe?seat=maxn&seat=maxn&nodes=2000000", "maxn", 9},
		{"hearts?cards=4&seat=speculative&seat=paranoid&seat=maxn&nodes=20000", "speculative", 12},
		{"spades?cards=3&evaluation=wl&seat=paranoid&seat=maxn&seat=maxn", "paranoid", 9},
		{"othello?players=3&seat=speculative&seat=maxn&seat=maxn&nodes=3000", "speculative", 0},
		{"chinese-checkers?size=2&seat=maxn&seat=maxn&seat=maxn&nodes=2000", "maxn", 0},
		{"chinese-checkers?size=2&seat=mcts-maxn&seat=mpmix&seat=directed-offensive&nodes=2000", "mcts-maxn", 0},
		{"hearts?cards=3&seat=mcts-paranoid&seat=mcts-maxn&seat=maxn&nodes=2000", "mcts-paranoid", 9},
	} {
		address := "/games/" + c.address
		_, b := webtest.Get(t, ts.URL+address)
		for ply := range 12 {
			link := goes.FindStringSubmatch(string(b))
			if link == nil {
				if ply != c.moves {
					t.Errorf("%s is over after %d moves, want %d", c.address, ply, c.moves)
				}
				break
			}
			engine := ts.URL + html.UnescapeString(link[1])
			address = follow(t, engine)
			if again := follow(t, engine); again != address {
				t.Fatalf("%s leads to %s and then to %s", engine, address, again)
			}
			_, b = webtest.Get(t, ts.URL+address)
			if ply > 0 {
				continue
			}
			reason := follow(t, ts.URL+html.UnescapeString(why.FindStringSubmatch(string(b))[1]))
			if !strings.Contains(reason, "algorithm="+c.engine) || strings.Contains(reason, "moves=") {
				t.Errorf("the reason of the first move of %s is %s", c.address, reason)
			}
			resp, page := webtest.Get(t, ts.URL+reason)
			if resp.StatusCode != 200 || !strings.Contains(string(page), `data-kind="done"`) {
				t.Errorf("GET %s = %d without the end of the search", reason, resp.StatusCode)
			}
			// The page names the move that a deeper search chose, and no move but the first of equal ones is chosen here.
			if deeper := strings.Contains(string(page), ". 1 was chosen at depth 9, whose tree is too large to be drawn"); deeper != (c.moves == 9 && c.engine == "maxn") {
				t.Errorf("GET %s names a move of depth 9: %t", reason, deeper)
			}
		}
		if c.address == "tic-tac-toe?seat=maxn&seat=maxn&nodes=2000000" && !regexp.MustCompile(`value</th><td>1</td><td>1</td>`).Match(b) {
			t.Errorf("two searches to the end do not draw")
		}
	}
	// Taking back leads to the turn of the person.
	_, b := webtest.Get(t, ts.URL+"/games/tic-tac-toe?seat=person&seat=maxn&nodes=1000&moves=4.0.1.5")
	if link := regexp.MustCompile(`<a href="([^"]*)">Take back`).FindStringSubmatch(string(b)); link == nil || !strings.Contains(link[1], "moves=4.0&amp;") {
		t.Errorf("Take back leads to %v, want the moves 4.0", link)
	}
	for _, c := range []struct{ address, words string }{
		{"tic-tac-toe?seat=person", "these are 1 seat; 2 play"},
		{"tic-tac-toe?seat=person&seat=deep", "a seat has person, maxn, "},
		{"tic-tac-toe?seat=person&seat=maxn&nodes=5", "100 to " + words.Grouped(pages.MaxMoveNodes)},
		{"tic-tac-toe/engine?seat=person&seat=maxn", "no search has the seat"},
	} {
		if resp, b := webtest.Get(t, ts.URL+"/games/"+c.address); resp.StatusCode != 422 || !strings.Contains(string(b), c.words) {
			t.Errorf("GET /games/%s = %d, which has %q: %t", c.address, resp.StatusCode, c.words, strings.Contains(string(b), c.words))
		}
	}
}

// TestQuietSeat: a search that goes on from unstable positions has a seat where the game says which these are.
// It plays the move of the same search, which another depth limit alone does not find, and its reason shows it.
func TestQuietSeat(t *testing.T) {
	_, ts := webtest.Serve(t)
	for address, offered := range map[string]bool{"hearts?cards=4": true, "connect-four": true, "othello": false, "pig": false} {
		_, b := webtest.Get(t, ts.URL+"/games/"+address)
		if strings.Contains(string(b), `<option value="maxn,quiescence">Maxⁿ with quiescence</option>`) != offered {
			t.Errorf("%s offers the seat: %t, want %t", address, !offered, offered)
		}
	}
	if resp, _ := webtest.Get(t, ts.URL+"/games/othello?seat=maxn,quiescence&seat=person"); resp.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("the seat in Othello = %d, want %d", resp.StatusCode, http.StatusUnprocessableEntity)
	}
	differ := 0
	for seed := range 12 {
		at := fmt.Sprintf("hearts%%s?cards=8&seed=%d&nodes=1000&seat=%%s&seat=person&seat=person", seed+1)
		played := func(seat string) string {
			link := follow(t, ts.URL+fmt.Sprintf("/games/"+at, "/engine", seat))
			return regexp.MustCompile(`moves=(\d+)`).FindStringSubmatch(link)[1]
		}
		quiet := played("maxn,quiescence")
		if quiet != played("maxn") {
			differ++
		}
		reason := follow(t, ts.URL+fmt.Sprintf("/games/"+at, "/why", "maxn,quiescence"))
		q, err := url.ParseQuery(reason[strings.Index(reason, "?")+1:])
		if err != nil || q.Get("quiescence") != "3" || q.Get("algorithm") != "maxn" {
			t.Fatalf("the reason of seed %d is %s", seed+1, reason)
		}
		depth := cmp.Or(q.Get("searched"), q.Get("depth"))
		var solved struct{ Line []int }
		_, b := webtest.Post(t, ts.URL+"/api/v1/solve", fmt.Sprintf(`{"game":{"id":"hearts","cards":8,"seed":%d},"algorithm":"maxn","options":{"depth":%s,"quiescence":3}}`, seed+1, depth))
		if err := json.Unmarshal(b, &solved); err != nil || len(solved.Line) < 2 || fmt.Sprint(solved.Line[1]-1) != quiet {
			t.Errorf("seed %d: the seat plays move %s, the search to depth %s has %s", seed+1, quiet, depth, b)
		}
	}
	if differ == 0 {
		t.Error("the seat plays the moves of max^n everywhere, want others")
	}
}
