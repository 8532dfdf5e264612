package editor_test

import (
	"strings"
	"testing"

	"espalier/web/webtest"
)

// The address of an unsaved tree has its folding; an invalid address is reported.
func TestAddressHasFolding(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, c := range []struct {
		query        string
		nodes        int
		hidden, said string
	}{
		{"", 7, "", ""},
		{"&folded=3", 3, `data-hidden="5"`, ""},
		{"&opened=4", 7, "", ""},
		{"&folded=3,4", 3, `data-hidden="5"`, ""},
		{"&folded=x", 7, "", "folded[0]"},
	} {
		_, body := webtest.Get(t, ts.URL+"/edit?figure=k1991-fig6"+c.query)
		page := string(body)
		if got := strings.Count(page, ` id="dn`); got != c.nodes {
			t.Errorf("nodes drawn with %q = %d, want %d", c.query, got, c.nodes)
		}
		if !strings.Contains(page, c.hidden) {
			t.Errorf("the page with %q lacks %s", c.query, c.hidden)
		}
		if !strings.Contains(page, c.said) {
			t.Errorf("the page with %q does not name %s", c.query, c.said)
		}
	}
}
