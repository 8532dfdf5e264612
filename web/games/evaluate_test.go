package games_test

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	pages "espalier/web/games"
	"espalier/web/webtest"
	"espalier/web/words"
)

// TestEvaluate: the value of a move is that of a search of the position after it; by paranoid
// search, that of the mover against all others.
func TestEvaluate(t *testing.T) {
	_, ts := webtest.Serve(t)
	list := regexp.MustCompile(`title="\(([^)]*)\)"><span class="vh">value </span>([^<]*)<`)
	best := regexp.MustCompile(`class="prob best" title="\(([^)]*)\)"`)
	solve := func(game json.RawMessage, algorithm string, depth int) (scores []string) {
		var answer struct{ Value []json.Number }
		_, b := webtest.Post(t, ts.URL+"/api/v1/solve", fmt.Sprintf(`{"game":%s,"algorithm":%q,"options":{"depth":%d}}`, game, algorithm, depth))
		if err := json.Unmarshal(b, &answer); err != nil || answer.Value == nil {
			t.Fatalf("the solution is %s: %v", b, err)
		}
		for _, n := range answer.Value {
			scores = append(scores, n.String())
		}
		return scores
	}
	for _, c := range []struct {
		query string
		plies int
	}{
		{"sergeant-major?cards=3&seed=4&moves=0", 5},
		{"hearts?cards=3&seed=2&players=4", 6},
		{"spades?cards=3&evaluation=wl", 4},
		{"oh-hell?players=4&cards=2&seed=5", 3},
		{"tic-tac-toe?moves=4.0", 4},
		{"connect-four?moves=3.3", 3},
		{"othello?players=3", 3},
		{"chinese-checkers?size=1", 3},
		{"pig?moves=0.1", 2},
	} {
		for _, algorithm := range []string{"maxn", "speculative", "paranoid"} {
			address := fmt.Sprintf("%s/games/%s&evaluate=%s&plies=%d", ts.URL, c.query, algorithm, c.plies)
			resp, b := webtest.Get(t, address)
			page := string(b)
			if c.query == "pig?moves=0.1" && algorithm == "speculative" && resp.StatusCode == 422 {
				continue // it does not search games of chance
			}
			var known struct {
				Player int
				Moves  []struct{ Game json.RawMessage }
			}
			game := html.UnescapeString(documents.FindStringSubmatch(page)[1])
			_, answer := webtest.Post(t, ts.URL+"/api/v1/moves", `{"game":`+game+`}`)
			if err := json.Unmarshal(answer, &known); err != nil {
				t.Fatal(err)
			}
			values := list.FindAllStringSubmatch(page, -1)
			if len(values) != len(known.Moves) || len(values) == 0 {
				t.Fatalf("GET %s = %d, with %d values, want %d", address, resp.StatusCode, len(values), len(known.Moves))
			}
			for i, v := range values {
				scores := strings.Split(v[1], ", ")
				if scores[known.Player-1] != v[2] {
					t.Errorf("%s shows %s of %s for player %d", address, v[2], v[1], known.Player)
				}
				if algorithm == "paranoid" {
					continue
				}
				if want := strings.Join(solve(known.Moves[i].Game, algorithm, c.plies-1), ", "); v[1] != want && !strings.HasPrefix(c.query, "pig") {
					t.Errorf("%s gives move %d (%s), want (%s)", address, i, v[1], want)
				}
			}
			top := best.FindStringSubmatch(page)
			if root := solve(json.RawMessage(game), algorithm, c.plies); top == nil || strings.Split(top[1], ", ")[known.Player-1] != root[known.Player-1] && !strings.HasPrefix(c.query, "pig") {
				t.Errorf("%s: the best move is worth %v, the position %v", address, top, root)
			}
			if !strings.Contains(page, fmt.Sprintf("Beside each move is the score of player %d by ", known.Player)) {
				t.Errorf("%s does not say what the values are", address)
			}
			if links := links.FindAllStringSubmatch(moveLinks.FindStringSubmatch(page)[1], -1); strings.Contains(links[0][1], "evaluate") {
				t.Errorf("the moves of %s are evaluated, too", address)
			}
		}
	}
	for query, said := range map[string]string{
		"tic-tac-toe?evaluate=maxn&plies=0":  "Plies ahead: a whole number of at least 1 is right",
		"tic-tac-toe?evaluate=deep&plies=2":  "Evaluate by: moves are evaluated by maxn, ",
		"tic-tac-toe?evaluate=maxn&plies=99": ", to depth 9. The largest is in bold.",
		"othello?evaluate=maxn&plies=20":     "Stopped at the limit of " + words.Grouped(pages.MaxMoveNodes) + " nodes: 0 of 4 moves have a value.",
		"tic-tac-toe?cells=111/22./...":      "The game is over",
	} {
		if _, b := webtest.Get(t, ts.URL+"/games/"+query); !strings.Contains(string(b), said) {
			t.Errorf("GET %s does not say %q", query, said)
		}
	}
}
