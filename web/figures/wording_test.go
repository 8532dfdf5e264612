package figures_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

var tags = regexp.MustCompile(`<[^>]*>`)

// TestWordingOfPages checks sentences that were held against the documents.
func TestWordingOfPages(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ path, want string }{
		{"s2003-table10", "The third row is from the running text; the others are as printed. Shaded columns are computed here."},
		{"s2003-fig4?step=16", "(a) is on its last branch, and its best so far is not better for player 1 than the 5 at the root"},
		{"s2003-fig9?step=16", "Player 1 needs at least 6 and player 2 needs at least 4 to change their minds; that leaves nothing for player 3."},
		{"sk2000-fig7?step=11", "so player 1 gets at most 10 − 3 − 2 = 5 here, less than the 6 at the root"},
		{"sk2000-fig7", "because player 1 did not get 7 at the left child of (a)"},
		{"c474-alphabeta?step=31", "Max is sure of α = 5 at the root."},
		{"k1991-fig6?algorithm=paranoid&step=999", "5 against a coalition of the others"},
		{"k1991-fig6", "the bound comes from a, the great-grandparent of f"},
	} {
		_, page := webtest.Get(t, ts.URL+"/figures/"+c.path)
		if text := html.UnescapeString(tags.ReplaceAllString(string(page), "")); !strings.Contains(text, c.want) {
			t.Errorf("%s does not say %q", c.path, c.want)
		}
	}
}
