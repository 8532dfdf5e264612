package editor_test

import (
	"net/url"
	"strings"
	"testing"

	"espalier/web/run"
	"espalier/web/webtest"
)

func TestTreePage(t *testing.T) {
	_, ts := webtest.Serve(t)
	for notation, want := range map[string]string{
		"":                                     "A tree of your own",
		"players 3 maxsum 9 1[(5,2,2)]":        "step 0 of",
		"players 3 1[(1,2)]":                   "line 1, column 13, root.children[0]: there are 2 scores in the brackets; this tree has 3 players, so there must be 3",
		strings.Repeat("#", run.MaxLinkText+1): "an address holds at most 6,000",
		`players 1 title "<script>" 1["<b>": (1)]`: "<script>",
	} {
		_, page := webtest.Get(t, ts.URL+"/tree?text="+url.QueryEscape(notation))
		if !strings.Contains(webtest.PageText(page), want) {
			t.Errorf("/tree?text=%.40s does not say %q", notation, want)
		}
		if strings.Contains(string(page), "<script>") {
			t.Errorf("/tree?text=%.40s lets markup through", notation)
		}
	}
}
