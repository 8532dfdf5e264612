package games_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	pages "espalier/web/games"
	"espalier/web/webtest"
	"espalier/web/words"
)

// TestWholeTicTacToe: the tree of the lecture is searched to its end. Alpha-beta says a
// draw, and the picture has the first moves with the counts of their subtrees.
func TestWholeTicTacToe(t *testing.T) {
	_, ts := webtest.Serve(t)
	resp, b := webtest.Get(t, ts.URL+"/games/tic-tac-toe")
	link := regexp.MustCompile(`<a href="([^"]*)">The whole tree</a>`).FindStringSubmatch(string(b))
	if link == nil {
		t.Fatalf("GET /games/tic-tac-toe = %d without a link to the whole tree", resp.StatusCode)
	}
	address := ts.URL + strings.ReplaceAll(link[1], "&amp;", "&")
	_, b = webtest.Get(t, address+"&step=last")
	for _, want := range []string{"549,946 nodes to depth 9, the whole tree", "(1, 1)", "A search of every node returns the same", "59,705 nodes", `"expand":9`, `"algorithm":"alphabeta"`} {
		if !strings.Contains(strings.ReplaceAll(string(b), "&#34;", `"`), want) {
			t.Errorf("the page of the whole tree does not have %q", want)
		}
	}
}

// TestSearchWithPasses: best-reply search of a position is drawn on the tree in which the opponents of the mover can pass. Where there are
// no passes the page says why.
func TestSearchWithPasses(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct {
		address, passes, words string
	}{
		{"othello/search?players=3&moves=0.2&depth=3&algorithm=brs", "3", "Best-reply search starts"},
		{"chinese-checkers/search?size=1&top=3&depth=4&algorithm=brs", "1", "Best-reply search starts"},
		{"board-splitting/search?size=4&players=3&depth=3&algorithm=brs", "1", "Best-reply search starts"},
		{"othello/search?players=2&depth=3&algorithm=brs", "", "Best-reply search starts"},
		{"othello/search?players=3&depth=3&algorithm=paranoid", "", "Paranoid"},
		{"hearts/search?cards=2&algorithm=brs", "", "needs a pass"},
	} {
		resp, b := webtest.Get(t, ts.URL+"/games/"+c.address)
		if got := resp.Request.URL.Query().Get("passes"); resp.StatusCode != 200 || got != c.passes || !strings.Contains(string(b), c.words) {
			t.Errorf("GET /games/%s = %d at %s, which has %q: %t; want passes=%s", c.address, resp.StatusCode, resp.Request.URL, c.words, strings.Contains(string(b), c.words), c.passes)
		}
	}
}

// TestSearchPages: a search that cannot be shown says why, and a position of its tree can be
// asked for by the number of its node.
func TestSearchPages(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct {
		address string
		status  int
		words   string
	}{
		{"hearts/search?cards=2", 200, "nodes to depth 6, the whole tree"},
		{"chinese-checkers/search?depth=2", 200, "The leaves at depth 2 have static values."},
		{"hearts/search?cards=2&algorithm=alphabeta", 200, "two players"},
		{"hearts/search?depth=0", 422, "at least 1"},
		{"othello/search?depth=30", 200, "data-map"},
		{"othello/search?depth=30&algorithm=dfbnb", 422, "path"},
		{"othello/search?depth=30&nodes=0", 422, "from 1 to " + words.Grouped(pages.MaxCounted)},
		{"chess/search", 404, "no such game"},
		{"tic-tac-toe/search?moves=4.0&depth=3", 200, "260 nodes to depth 3"}, // the first node has no move of its own
		{"pig/search?moves=0&sides=3&depth=2", 200, ">3 · ⅓</text>"},
		{"pig/search?players=3&target=30&banks=29,29,29&turns=10&depth=40", 422, "38 is the largest depth here"},
		{"pig/at?moves=0&depth=2&node=1", 200, "the die shows 1"},
		{"tic-tac-toe/at?depth=2&node=1", 200, "cross p1"},
		{"tic-tac-toe/at?depth=2&node=82", 422, "nodes 0 to 81"},
	} {
		resp, b := webtest.Get(t, ts.URL+"/games/"+c.address)
		if resp.StatusCode != c.status || !strings.Contains(string(b), c.words) {
			t.Errorf("GET /games/%s = %d, which has %q: %t; want %d", c.address, resp.StatusCode, c.words, strings.Contains(string(b), c.words), c.status)
		}
	}
}

// TestExpand: a run on the tree of a game over the websocket has its nodes and its value.
func TestExpand(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ body, want string }{
		{`{"game":{"id":"tic-tac-toe"},"expand":9,"algorithm":"maxn"}`, `"nodes":549946`},
		{`{"game":{"id":"hearts","cards":2},"expand":6,"algorithm":"maxn","options":{"root":1}}`, `"value":[`},
		{`{"game":{"id":"hearts"},"expand":20,"algorithm":"maxn"}`, "600000 nodes"},
		{`{"text":"players 2 maxsum 2 (1,1)","expand":2,"algorithm":"maxn"}`, "only the tree of a game or of a generator"},
	} {
		if _, b := webtest.Post(t, ts.URL+"/api/v1/solve", c.body); !strings.Contains(string(b), c.want) {
			t.Errorf("solve %s = %.300s, want %q", c.body, b, c.want)
		}
	}
}

// TestBackFromSearch: from the search of a position, drawn or counted, a link leads back into the
// match: the same players, nodes for a move, die and variations.
func TestBackFromSearch(t *testing.T) {
	_, ts := webtest.Serve(t)
	hidden := regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`)
	form := regexp.MustCompile(`(?s)<form method="get" action="([^"]*/search)".*?</form>`)
	back := regexp.MustCompile(`<a[^>]* href="([^"]*)"[^>]*>[^<]*(?:Back|back|position)`)
	for _, c := range []struct{ address, search string }{
		{"/games/tic-tac-toe?kept=4.0_5&moves=0.1&nodes=3000&seat=person&seat=paranoid", "&depth=2&algorithm=alphabeta"},
		{"/games/othello?kept=1&nodes=3000&players=3&seat=person&seat=maxn&seat=person", "&depth=30&algorithm=maxn&nodes=100"},
		{"/games/othello?kept=1&nodes=3000&players=3&seat=person&seat=maxn&seat=person", "&depth=30&algorithm=maxn&nodes=100&run=1"},
		{"/games/pig?dice=7&kept=0.1.0&moves=0.2&nodes=3000&seat=person&seat=maxn", "&depth=2"},
		{"/games/pig?dice=7&moves=0.1", "&depth=2"},
		{"/games/hearts?cards=2", "&depth=2"},
	} {
		_, b := webtest.Get(t, ts.URL+c.address)
		found := form.FindSubmatch(b)
		if found == nil {
			t.Fatalf("%s has no form for a search", c.address)
		}
		q := url.Values{}
		for _, m := range hidden.FindAllSubmatch(found[0], -1) {
			q.Add(html.UnescapeString(string(m[1])), html.UnescapeString(string(m[2])))
		}
		address := string(found[1]) + "?" + q.Encode() + c.search
		resp, b := webtest.Get(t, ts.URL+address)
		link := back.FindSubmatch(b)
		if resp.StatusCode != 200 || link == nil {
			t.Errorf("GET %s = %d, with a link back: %v", address, resp.StatusCode, link != nil)
			continue
		}
		got, err := url.Parse(html.UnescapeString(string(link[1])))
		want, _ := url.Parse(c.address)
		if err != nil || got.Path != want.Path || got.Query().Encode() != want.Query().Encode() {
			t.Errorf("back from %s leads to %s, want %s", address, link[1], c.address)
		}
	}
	if resp, b := webtest.Get(t, ts.URL+"/games/tic-tac-toe/search?depth=2&seat=person&seat=maxn&move-nodes=0"); resp.StatusCode != 422 || !strings.Contains(string(b), "move-nodes") && !strings.Contains(string(b), "Nodes for a move") {
		t.Errorf("a wrong number of nodes for a move: %d", resp.StatusCode)
	}
}
