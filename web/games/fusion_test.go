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

// TestNonlocality: stopping decides which move is right, and the moves at the node stay as they are.
func TestNonlocality(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ query, says string }{
		{"", "moves to a, and gets 0.00 on average. The plan b gets 0.67."},
		{"?early=0&late=0", "moves to a, and gets 0.00 on average. No plan gets more."},
		{"?early=3&late=3", "moves to a, and gets 2.00 on average. No plan gets more."},
		{"?early=1&late=3", "moves to a, and gets 0.67 on average. No plan gets more."},
	} {
		_, b := webtest.Get(t, ts.URL+"/hidden-cards"+c.query)
		if page := webtest.PageText(b); !strings.Contains(page, c.says) {
			t.Errorf("%q does not say %q", c.query, c.says)
		}
	}
	if resp, b := webtest.Get(t, ts.URL+"/hidden-cards?late=4"); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(webtest.PageText(b), "late") {
		t.Errorf("late=4: %s", resp.Status)
	}
}

// TestISMCTSPage: what the sure move gives decides whether ISMCTS goes to the fork, and the linked runs are there.
func TestISMCTSPage(t *testing.T) {
	_, ts := webtest.Serve(t)
	for query, says := range map[string]string{"": "so it takes the sure 2", "?sure=1": "so it goes to the fork", "?sure=0": "so it goes to the fork"} {
		_, b := webtest.Get(t, ts.URL+"/hidden-cards"+query)
		if page := webtest.PageText(b); !strings.Contains(page, says) {
			t.Errorf("%q does not say %q", query, says)
		}
		for _, link := range regexp.MustCompile(`<a href="([^"]*algorithm=ismcts[^"]*)">`).FindAllStringSubmatch(string(b), -1) {
			resp, b := webtest.Get(t, ts.URL+html.UnescapeString(link[1]))
			if page := webtest.PageText(b); resp.StatusCode != http.StatusOK || !strings.Contains(page, "After 1000 samples the mean at the root is") {
				t.Errorf("%s = %d, without the result of the samples", link[1], resp.StatusCode)
			}
		}
	}
	if resp, b := webtest.Get(t, ts.URL+"/hidden-cards?sure=3"); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(webtest.PageText(b), "sure") {
		t.Errorf("sure=3: %s", resp.Status)
	}
}
