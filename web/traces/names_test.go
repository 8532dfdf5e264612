package traces_test

import (
	"net/url"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// paths is deep with ids that are the paths to their nodes.
var paths = strings.NewReplacer(`"id":"a"`, `"id":"root"`, `"id":"b"`, `"id":"root/b"`, `"id":"c"`, `"id":"root/c"`, `"id":"d"`, `"id":"root/c/d"`,
	`"id":"e"`, `"id":"root/c/d/e"`, `["f"]`, `["root/c/d/f"]`, `"id":"g"`, `"id":"root/c/g"`).Replace(deep)

// TestNamesOfPaths checks at each door that sentences name nodes by the last part of a path, and that the
// whole ids are beside them.
func TestNamesOfPaths(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const said = "The cut at d is unsound. With f = (0, 0, 6) the root gets (6, 1, 2)"
	api := ts.URL + "/api/v1/traces"
	stored := send(t, "POST", api, paths, 201, "Content-Type", "application/x-ndjson")
	_, checked := webtest.Post(t, api+"/check", paths)
	for door, answer := range map[string]string{"check": string(checked), "checks": get(t, api+"/"+stored.ID+"/checks")} {
		for _, want := range []string{said, `"names":{"d":"root/c/d","f":"root/c/d/f"}`, `"id":"root/c/d"`} {
			if !strings.Contains(answer, want) {
				t.Errorf("%s has no %s: %s", door, want, answer)
			}
		}
	}
	_, form := webtest.Send(t, "POST", ts.URL+"/traces", url.Values{"trace": {paths}}.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	for door, page := range map[string]string{"the form": string(form), "the page of the run": get(t, ts.URL+stored.URL)} {
		for _, want := range []string{said, "<dt>f</dt><dd><code>root/c/d/f</code></dd>"} {
			if !strings.Contains(page, want) {
				t.Errorf("%s has no %s: %s", door, want, webtest.PageText([]byte(page)))
			}
		}
	}
}
