package web_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"espalier/trees/treetest"
	"espalier/web/api"
	"espalier/web/webtest"
)

// TestReadme: the README's example is one of the page /api, and its pages are served.
func TestReadme(t *testing.T) {
	treetest.SkipUnderRace(t)
	b, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(b)
	if !slices.ContainsFunc(api.Examples, func(e api.Example) bool { return strings.Contains(readme, e.Command) }) {
		t.Error("the README has no example of the page /api")
	}
	for _, path := range []string{"/", "/tree", "/notation"} {
		_, ts := webtest.Serve(t)
		if resp, _ := webtest.Get(t, ts.URL+path); resp.StatusCode != 200 {
			t.Errorf("%s = %d", path, resp.StatusCode)
		}
	}
}
