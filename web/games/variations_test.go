package games_test

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// TestVariations: moves that are taken back stay as variations, each move of which leads to its
// position; a variation that is played again is none, and two lines stay two.
func TestVariations(t *testing.T) {
	_, ts := webtest.Serve(t)
	back := regexp.MustCompile(`<a href="([^"]*)">Take back`)
	list := regexp.MustCompile(`(?s)<ul class="variations"[^>]*>(.*?)</ul>`)
	line := regexp.MustCompile(`(?s)<small>([^<]*)</small> ?<ol class="line">(.*?)</ol>`)
	open := func(address string) string {
		resp, b := webtest.Get(t, ts.URL+html.UnescapeString(address))
		if resp.StatusCode != 200 {
			t.Fatalf("GET %s = %d", address, resp.StatusCode)
		}
		return string(b)
	}
	check := func(page string, want ...string) {
		t.Helper()
		var got []string
		if all := list.FindStringSubmatch(page); all != nil {
			for _, m := range line.FindAllStringSubmatch(all[1], -1) {
				got = append(got, fmt.Sprintf("%s: %d", m[1], strings.Count(m[2], "<li>")))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("the variations are %q, want %q", got, want)
		}
	}
	follow := func(page string, link *regexp.Regexp) string { return open(link.FindStringSubmatch(page)[1]) }
	variation := func(page string, n, move int) string {
		lines := line.FindAllStringSubmatch(list.FindStringSubmatch(page)[1], -1)
		return open(links.FindAllStringSubmatch(lines[n][2], -1)[move][1])
	}
	play := func(page string, move int) string {
		return open(links.FindAllStringSubmatch(moveLinks.FindStringSubmatch(page)[1], -1)[move][1])
	}
	page := open("/games/tic-tac-toe?moves=4.0.1")
	check(page)
	page = follow(page, back)
	check(page, "from here: 1")
	page = follow(page, back)
	check(page, "from here: 2")
	again := play(page, 0) // the move of the variation itself
	check(again, "from here: 1")
	check(play(again, 1)) // the whole of it was played
	page = play(page, 5)
	check(page, "after 5: 2")
	page = follow(page, back)
	check(page, "from here: 1", "from here: 2") // the newest first
	page = variation(page, 1, 1)
	if !strings.Contains(page, "Player 2 to move.") || strings.Count(page, `class="played"`) != 1 {
		t.Error("the second move of a variation does not lead to its position")
	}
	check(page, "after 5: 1")
	// In cards and dice, too; and a link to the position has no variations.
	page = follow(open("/games/hearts?hands=AS+2H/KS+4D/QS+3H&moves=0.0"), back)
	check(page, "from here: 1")
	check(play(page, 0))
	check(follow(open("/games/pig?moves=0.1.0"), back), "from here: 1")
	check(open(hereLink.FindStringSubmatch(page)[1]))
	// At the limit the oldest is dropped, and the page says so.
	var kept []string
	for i := range 20 {
		kept = append(kept, fmt.Sprintf("0.%d.%d", i/7, i%7))
	}
	page = open("/games/tic-tac-toe?moves=4&kept=" + strings.Join(kept, "_"))
	if !strings.Contains(page, "20 variations are kept here; the next one replaces the oldest.") {
		t.Error("the page does not say that no more are kept")
	}
	if to := html.UnescapeString(back.FindStringSubmatch(page)[1]); strings.Contains(to, "0.0.0_") || !strings.HasSuffix(to, "_4") || strings.Count(to, "_") != 19 {
		t.Errorf("one more variation gives %s", to)
	}
	for query, said := range map[string]string{
		"kept=0.99":                         "Variations of this address: variation 1: number 2, &#34;99&#34;, is no move",
		"kept=0_":                           "variation 2 has no moves",
		"kept=0" + strings.Repeat("_1", 20): "these are 21 variations; an address has at most 20",
	} {
		if resp, b := webtest.Get(t, ts.URL+"/games/tic-tac-toe?"+query); resp.StatusCode != 422 || !strings.Contains(string(b), said) {
			t.Errorf("GET %s = %d, which has %q: %t", query, resp.StatusCode, said, strings.Contains(string(b), said))
		}
	}
}
