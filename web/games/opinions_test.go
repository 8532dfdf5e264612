package games_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"espalier/search/compare"
	pages "espalier/web/games"
	"espalier/web/webtest"
	"espalier/web/words"
)

var (
	ruleRows  = regexp.MustCompile(`(?s)<tr><th scope="row"><a href="([^"]*)">([^<]*)</a>\s*<small>([^<]*)</small></th><td>(.*?)</td><td class="value">([^<]*)</td><td class="value">([\d,]+)</td></tr>`)
	ruleMoves = regexp.MustCompile(`<a href="(/games/[^"]*)">`)
	ruleRange = regexp.MustCompile(`(?s)<figure data-from="(-?\d+)" data-to="(-?\d+)"[^>]*><figcaption>(.*?)</figcaption>`)
)

// TestRulesOnAPosition: the scores of each rule are those of a search by the rule, and those of the position
// to which its line leads. The rules are grouped by their first moves. The slider ends in the rules.
func TestRulesOnAPosition(t *testing.T) {
	_, ts := webtest.Serve(t)
	ids := map[string]string{}
	for _, a := range compare.DecisionRules() {
		ids[strings.ReplaceAll(a.Name, "ax^n", "axⁿ")] = a.ID
	}
	// document returns the position of an address, as a program has it.
	document := func(address string) string {
		_, b := webtest.Get(t, ts.URL+address)
		return html.UnescapeString(documents.FindStringSubmatch(string(b))[1])
	}
	scores := func(list []json.Number) string { return "(" + strings.Join(texts(list), ", ") + ")" }
	for _, c := range []struct {
		game, query string
		depth       int
		ends        bool // in the values of the whole game
		passes      bool // all rules have an answer; else best-reply search is refused
	}{
		{"hearts", "cards=3&seed=2", 9, true, false},
		{"hearts", "cards=4&players=4&seed=20&moves=0.0.1", 5, false, false},
		{"oh-hell", "cards=3&players=4&seed=5", 5, false, false},
		{"othello", "players=3&moves=2.9.1", 3, false, true},
		{"chinese-checkers", "size=2&moves=4.0.3.7", 3, false, true},
		{"connect-four", "moves=3.3.2", 4, false, false},
		{"tic-tac-toe", "moves=4.0.1.5", 5, true, false},
	} {
		address := fmt.Sprintf("/games/%s/opinions?%s&depth=%d", c.game, c.query, c.depth)
		resp, b := webtest.Get(t, ts.URL+address)
		page := string(b)
		list := ruleRows.FindAllStringSubmatch(page, -1)
		rules := len(ids)
		if !c.passes {
			rules--
		}
		if resp.StatusCode != http.StatusOK || len(list) != rules {
			t.Fatalf("GET %s = %d with %d rules, want %d", address, resp.StatusCode, len(list), rules)
		}
		here := document(fmt.Sprintf("/games/%s?%s", c.game, c.query))
		first := map[string]string{} // the address after the first move, by rule
		moves := map[string]bool{}
		for _, row := range list {
			id, why, got := ids[row[2]], row[3], row[5]
			if why == "" {
				t.Errorf("%s: no reason for %s", address, id)
			}
			var solved struct {
				Value []json.Number
				Stats struct{ Nodes int }
			}
			_, b := webtest.Post(t, ts.URL+"/api/v1/solve", fmt.Sprintf(`{"game":%s,"algorithm":%q,"options":{"depth":%d}}`, here, id, c.depth))
			if err := json.Unmarshal(b, &solved); err != nil {
				t.Fatalf("%s by %s: %s", here, id, b)
			}
			value, _, _ := strings.Cut(got, ", the worst of ")
			if scores(solved.Value) != value {
				t.Errorf("%s: %s expects %s, a search %v", address, id, got, solved.Value)
			}
			links := ruleMoves.FindAllStringSubmatch(row[4], -1)
			first[id], moves[links[0][1]] = links[0][1], true
			if strings.Contains(row[4], "then several moves are possible") || strings.Contains(row[4], "passes") {
				continue // the scores are an average, or those of a position that the game does not have
			}
			if len(links) > c.depth || !c.ends && len(links) < c.depth {
				t.Errorf("%s: the line of %s has %d moves", address, id, len(links))
			}
			var end struct{ Value, Static []json.Number }
			_, b = webtest.Post(t, ts.URL+"/api/v1/moves", `{"game":`+document(html.UnescapeString(links[len(links)-1][1]))+`}`)
			if err := json.Unmarshal(b, &end); err != nil {
				t.Fatal(err)
			}
			if end.Value == nil {
				end.Value = end.Static
			}
			if scores(end.Value) != value {
				t.Errorf("%s: %s expects %s, its line leads to %v", address, id, got, end.Value)
			}
		}
		agree := fmt.Sprintf("The rules differ: %d rules, %d moves.", rules, len(moves))
		if len(moves) == 1 {
			agree = fmt.Sprintf("The rules agree: %d rules, one move.", rules)
		}
		groups := page[strings.Index(page, `<ul class="chosen-moves">`):]
		groups = groups[:strings.Index(groups, "</ul>")]
		if n := strings.Count(groups, "<li>"); !strings.Contains(page, agree) || n != len(moves) {
			t.Errorf("%s lists %d moves, and has %q: %t", address, n, agree, strings.Contains(page, agree))
		}
		ends := ruleRange.FindAllStringSubmatch(page, -1)
		at := func(weight int) string {
			for _, r := range ends {
				var from, to int
				fmt.Sscan(r[1]+" "+r[2], &from, &to)
				if from <= weight && weight <= to {
					return ruleMoves.FindStringSubmatch(r[3])[1]
				}
			}
			return ""
		}
		for id, weight := range map[string]int{"paranoid": -20, "maxn": 0, "directed-offensive": 20} {
			if at(weight) != first[id] {
				t.Errorf("%s: at the weight %d the move leads to %s, %s chooses %s", address, weight, at(weight), id, first[id])
			}
		}
	}
}

func texts(list []json.Number) (texts []string) {
	for _, n := range list {
		texts = append(texts, n.String())
	}
	return texts
}

// TestRulesAddress reads the address of the rules on a position, with each error.
func TestRulesAddress(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct {
		address string
		status  int
		says    string
	}{
		{"hearts/opinions?cards=3", 200, "Hearts, player 1 to move"},
		{"hearts/opinions?cards=3&depth=99", 200, "Each rule searches to the end of the game."},
		{"hearts/opinions?cards=5&depth=4&quiescence=2", 200, "Each rule searches 4 plies ahead, from unstable positions up to 2 plies further."},
		{"hearts/opinions?cards=3&depth=0", 422, "a whole number of at least 1 is right"},
		{"hearts/opinions?cards=3&nodes=99", 422, "a whole number from 100 to " + words.Grouped(pages.MaxRuleNodes) + " is right"},
		{fmt.Sprintf("hearts/opinions?cards=3&nodes=%d", pages.MaxRuleNodes+1), 422, "a whole number from 100 to " + words.Grouped(pages.MaxRuleNodes) + " is right"},
		{"hearts/opinions?cards=5&depth=9&nodes=100", 200, "Maxⁿ: stopped at a limit. A smaller depth takes fewer nodes."},
		{"hearts/opinions?depth=9", 200, "No slider: it tries all weights on a tree of at most " + words.Grouped(pages.MaxWeighedNodes) + " nodes"},
		{"hearts/opinions?cards=3&quiescence=-1", 422, "a whole number from 0 to 64 is right"},
		{"hearts/opinions?cards=3&attack=1", 422, "a number from 1 to 3 is right, but not 1, the player to move"},
		{"hearts/opinions?cards=3&attack=4", 422, "a number from 1 to 3 is right"},
		{"hearts/opinions?cards=3&attack=3", 200, "Player 1 attacks player 3."},
		{"hearts/opinions?cards=3&w=-21", 422, "is not a whole number from -20 to 20"},
		{"hearts/opinions?cards=3&plys=3", 422, "there is no such parameter here; there are depth, nodes, quiescence, attack, w"},
		{"hearts/opinions?cards=3&move-nodes=3", 422, "a whole number from 100 to " + words.Grouped(pages.MaxMoveNodes) + " is right"},
		{"tic-tac-toe/opinions?cells=111/22./...", 422, "the game is over here"},
		{"pig/opinions?moves=0", 422, "the die falls here"},
		{"pig/opinions?moves=0.1&target=8", 200, "Soft-maxⁿ: softmaxn "}, // it takes no chance nodes
		{"chess/opinions", 404, "no such game"},
	} {
		resp, b := webtest.Get(t, ts.URL+"/games/"+c.address)
		if page := webtest.PageText(b); resp.StatusCode != c.status || !strings.Contains(page, c.says) {
			t.Errorf("GET /games/%s = %d, want %d and %q: %.900s", c.address, resp.StatusCode, c.status, c.says, page)
		}
	}
}

// TestWayToTheRules: the page of a position leads to the rules, and back to the same match. It does not
// where cards are face down, or no player is to move.
func TestWayToTheRules(t *testing.T) {
	_, ts := webtest.Serve(t)
	there := regexp.MustCompile(`<a href="([^"]*)">What would each rule do\?</a>`)
	const at = "/games/spades?cards=3&moves=0.0&nodes=5000&seat=person&seat=maxn&seat=paranoid"
	_, b := webtest.Get(t, ts.URL+at)
	link := there.FindSubmatch(b)
	if link == nil {
		t.Fatalf("%s has no link to the rules", at)
	}
	_, b = webtest.Get(t, ts.URL+html.UnescapeString(string(link[1])))
	back := regexp.MustCompile(`<a href="([^"]*)">Back to the game</a>`).FindSubmatch(b)
	if back == nil {
		t.Fatal("the rules have no link back")
	}
	want, _ := url.Parse(at)
	got, err := url.Parse(html.UnescapeString(string(back[1])))
	if err != nil || got.Path != want.Path || got.Query().Encode() != want.Query().Encode() {
		t.Errorf("the way back is %s, want %s", back[1], at)
	}
	for _, address := range []string{"/games/spades?cards=3&hidden=1", "/games/pig?moves=0", "/games/tic-tac-toe?cells=111/22./..."} {
		if _, b := webtest.Get(t, ts.URL+address); there.Match(b) {
			t.Errorf("%s leads to the rules", address)
		}
	}
}
