package games_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// TestFusionPage: the example with cards is played and voted on by the pages of the game, and the
// vote is for the card that the example says.
func TestFusionPage(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, b := webtest.Get(t, ts.URL+"/hidden-cards")
	page := string(b)
	says := regexp.MustCompile(`The vote is for the (\w+ of \w+), with ([\d.]+)\. But with it you are sure of ([\d.]+) only, and with the (\w+ of \w+) of ([\d.]+)`).FindStringSubmatch(page)
	if says == nil || says[1] == says[4] || says[3] >= says[5] {
		t.Fatalf("the example says %q", says)
	}
	for _, name := range []string{"The vote, deal by deal", "Play this position"} {
		link := regexp.MustCompile(`<a href="([^"]*)">` + name).FindStringSubmatch(page)
		resp, b := webtest.Get(t, ts.URL+html.UnescapeString(link[1]))
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%s = %d", name, resp.StatusCode)
		}
		if name == "Play this position" {
			if !strings.Contains(string(b), `class="down"`) {
				t.Error("the cards of the others are not face down")
			}
			continue
		}
		chosen := regexp.MustCompile(`(?s)<tr class="chosen">.*?<span class="vh">([^<]*)</span>.*?<td>([\d.]+)</td>`).FindSubmatch(b)
		if string(chosen[1]) != says[1] || string(chosen[2]) != says[2] {
			t.Errorf("the vote is for the %s with %s, and the example says %q", chosen[1], chosen[2], says)
		}
	}
}
