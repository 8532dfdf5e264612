package web_test

import (
	"flag"
	"net/url"
	"os"
	"strings"
	"testing"

	"espalier/search"
	"espalier/web/api"
	"espalier/web/figures"
	"espalier/web/webtest"
)

// The README's examples, table and picture are those of the code.
func TestReadme(t *testing.T) {
	b, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(b)
	for _, a := range search.All() {
		if !strings.Contains(readme, "| `"+a.ID+"` | "+a.Paper) {
			t.Errorf("the README's table has no row for %s of %s", a.ID, a.Paper)
		}
		for _, o := range a.Options {
			if !strings.Contains(readme, "`"+o+"`") {
				t.Errorf("the README does not tell of option %s", o)
			}
		}
	}
	for _, e := range api.Examples {
		if !strings.Contains(readme, e.Command) {
			t.Errorf("the README does not show %s", e.Command)
		}
	}
	for _, path := range []string{"/", "/tree", "/notation"} {
		_, ts := webtest.Serve(t)
		if resp, _ := webtest.Get(t, ts.URL+path); resp.StatusCode != 200 {
			t.Errorf("%s = %d", path, resp.StatusCode)
		}
	}
}

var updatePicture = flag.Bool("update-picture", false, "draw the README's picture anew")

func TestReadmePicture(t *testing.T) {
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
		t.Errorf("%s is not the picture of Fig. 6 at the cut (%v); -update draws it again", file, err)
	}
}
