package figures_test

import (
	"html"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/web/webtest"
	"espalier/web/words"
)

// TestPage: every algorithm has its row, with its source, needs and options.
func TestAlgorithmsPage(t *testing.T) {
	_, ts := webtest.Serve(t)
	resp, b := webtest.Get(t, ts.URL+"/algorithms")
	if resp.StatusCode != 200 {
		t.Fatalf("GET /algorithms = %s", resp.Status)
	}
	for _, a := range algorithms.All() {
		_, row, found := strings.Cut(string(b), `<tr id="`+a.ID+`">`)
		row, _, _ = strings.Cut(row, "</tr>")
		row = html.UnescapeString(row)
		if !found || !strings.Contains(row, a.Paper) || !strings.Contains(row, a.Needs) || !strings.Contains(row, words.MaxN(a.Guarantee)) {
			t.Errorf("the row of %s is %q", a.ID, row)
		}
		for _, o := range a.Options {
			if !strings.Contains(row, "<code>"+o+"</code>") {
				t.Errorf("the row of %s does not name the option %s", a.ID, o)
			}
		}
	}
}
