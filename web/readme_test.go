package web_test

import (
	"flag"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"espalier/search"
	"espalier/trees/treetest"
	"espalier/web/api"
	"espalier/web/figures"
	"espalier/web/webtest"
)

// TestReadme: the README's example and its table of algorithms are those of the code.
func TestReadme(t *testing.T) {
	treetest.SkipUnderRace(t)
	b, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(b)
	for _, a := range search.All() {
		_, row, found := strings.Cut(readme, "| `"+a.ID+"` | "+a.Paper+" | ")
		row, _, _ = strings.Cut(row, "\n")
		if !found || strings.HasPrefix(row, "yes") != a.Sound {
			t.Errorf("the README's table has no row for %s of %s, sound: %v", a.ID, a.Paper, a.Sound)
		}
		for _, o := range a.Options {
			if !strings.Contains(row, "`"+o+"`") {
				t.Errorf("the README's row of %s does not name the option %s", a.ID, o)
			}
		}
	}
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
