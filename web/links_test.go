package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

var pageLink = regexp.MustCompile(`<a [^>]*href="(/[^"#]*)`)

// TestLinks follows each link of the pages that a teacher starts from.
func TestLinks(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	followed := map[string]bool{}
	for _, from := range []string{"/learn", "/learn/plan", "/teach"} {
		_, body := webtest.Get(t, ts.URL+from)
		for _, m := range pageLink.FindAllSubmatch(body, -1) {
			to := strings.ReplaceAll(string(m[1]), "&amp;", "&")
			if followed[to] {
				continue
			}
			followed[to] = true
			if resp, _ := webtest.Get(t, ts.URL+to); resp.StatusCode != http.StatusOK {
				t.Errorf("%s has a link to %s, which answers %s", from, to, resp.Status)
			}
		}
	}
	if len(followed) < 50 {
		t.Errorf("only %d links were found", len(followed))
	}
}
