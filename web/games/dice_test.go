package games_test

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"espalier/web/webtest"
)

var (
	rollLink   = regexp.MustCompile(`<a href="([^"]*)">Let the die fall</a>`)
	engineLink = regexp.MustCompile(`<a href="([^"]*)" id="engine"`)
)

// TestPigMatch plays Pig against a search to the end: the die falls as its seed says, the same
// way each time, and other seeds give other games.
func TestPigMatch(t *testing.T) {
	_, ts := webtest.Serve(t)
	play := func(seed string) (address string, rolls int) {
		address = "/games/pig?seat=person&seat=maxn&nodes=500&dice=" + seed
		for range 100 {
			_, b := webtest.Get(t, ts.URL+address)
			page := string(b)
			if strings.Contains(page, "The game is over") {
				return address, rolls
			}
			next := engineLink.FindStringSubmatch(page)
			if roll := rollLink.FindStringSubmatch(page); roll != nil {
				rolls++
				if !strings.Contains(page, "Roll "+strconv.Itoa(rolls)+" of seed "+seed+".") || strings.Count(page, `<span class="prob">1/6</span>`) != 6 {
					t.Fatalf("%s does not say roll %d of seed %s with 6 probabilities", address, rolls, seed)
				}
				next = roll
			}
			if next == nil { // the person holds where that is possible
				list := links.FindAllStringSubmatch(moveLinks.FindStringSubmatch(page)[1], -1)
				next = list[len(list)-1]
			}
			address = html.UnescapeString(next[1])
			if strings.Contains(address, "/engine?") {
				resp, _ := webtest.Get(t, ts.URL+address)
				address = resp.Request.URL.RequestURI()
			}
			if !strings.Contains(address, "dice="+seed) {
				t.Fatalf("%s has lost the seed %s", address, seed)
			}
		}
		t.Fatalf("%s does not end", address)
		return "", 0
	}
	ends := map[string]bool{}
	for _, seed := range []string{"1", "2", "3"} {
		first, rolls := play(seed)
		if again, _ := play(seed); again != first || rolls < 2 {
			t.Errorf("seed %s: the games end at %s and %s after %d rolls", seed, first, again, rolls)
		}
		ends[first[strings.Index(first, "moves="):]] = true
	}
	if len(ends) < 2 {
		t.Errorf("three seeds give %d different games", len(ends))
	}
}

// TestDiceRejects: a wrong seed is named, and a game without a die has none.
func TestDiceRejects(t *testing.T) {
	_, ts := webtest.Serve(t)
	for address, want := range map[string]string{
		"/games/pig?dice=x": "0 to 999,999,999", "/games/pig?dice=-1": "0 to 999,999,999", "/games/othello?dice=1": "dice: there is no such parameter",
	} {
		if resp, b := webtest.Get(t, ts.URL+address); resp.StatusCode < 400 || !strings.Contains(string(b), want) {
			t.Errorf("GET %s = %d without %q", address, resp.StatusCode, want)
		}
	}
}
