package web_test

import (
	"flag"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"espalier/trees/treetest"
	"espalier/web/api"
	"espalier/web/figures"
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

var updatePicture = flag.Bool("update-picture", false, "draw the README's picture again")

func TestReadmePicture(t *testing.T) {
	treetest.SkipUnderRace(t)
	want, err := figures.SVG(t.Context(), "k1991-fig6", url.Values{"algorithm": {"deep"}, "step": {"12"}})
	if err != nil {
		t.Fatal(err)
	}
	const file = "readme.svg"
	if *updatePicture {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != string(want) {
		t.Errorf("%s is not the picture of Fig. 6 at the cut (%v); -update-picture draws it again", file, err)
	}
}
