package web_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/web/app"
	"espalier/web/webtest"
)

// noDoor are the routes of pages that are behind no door: the first page, rooms, assignments and what is shown
// inside other pages. Below a path that ends with /, all are.
var noDoor = []string{"/", "/c", "/c/", "/a/", "/present/", "/embed", "/export/", "/share", "/static/", "/runs/", "/index.json", "/favicon.ico", "/apple-touch-icon.png", "/apple-touch-icon-precomposed.png", "/robots.txt"}

// TestEveryPageIsBehindADoor: the header of each page marks the door that leads to it.
func TestEveryPageIsBehindADoor(t *testing.T) {
	for _, route := range pages {
		none := slices.ContainsFunc(noDoor, func(p string) bool {
			return route == p || p != "/" && strings.HasSuffix(p, "/") && strings.HasPrefix(route, p)
		})
		if door, _ := app.PlaceOf(route); (door == nil) != none {
			t.Errorf("the door of %s is %+v", route, door)
		}
	}
	if len(app.Doors) != 5 {
		t.Errorf("%d doors", len(app.Doors))
	}
}

var tags = regexp.MustCompile(`<[^>]*>`)

// TestDoors: each page of a door links to all places behind it, and each inner page says where it is.
func TestDoors(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, d := range app.Doors {
		resp, page := webtest.Get(t, ts.URL+d.Href)
		if resp.StatusCode != 200 || !bytes.Contains(page, []byte(`<a href="`+d.Href+`" aria-current="page">`+d.Name+`</a>`)) {
			t.Errorf("%s = %s, without itself as the current door", d.Href, resp.Status)
		}
		for _, p := range d.Places {
			if !bytes.Contains(page, []byte(`href="`+p.Href+`"`)) && !bytes.Contains(page, []byte(`action="`+p.Href+`"`)) {
				t.Errorf("%s has no link to %s", d.Href, p.Href)
			}
		}
	}
	for path, want := range map[string]string{
		"/games/hearts":                     "Explore Games Hearts",
		"/games":                            "Explore Games",
		"/exercises/mit-lab-4":              "Explore Exercises ",
		"/learn/deep-fails":                 "Learn Why deep pruning fails",
		"/learn/theorems/shallow-is-right":  "Learn Theorems ",
		"/figures/k1991-fig6":               "Explore Figures Failure of deep pruning for three players",
		"/clients/client.py":                "Code Print your search ",
		"/tree?text=players+2+1[(1,2)+(2)]": "Draw ",
		"/experiments/nau1982":              "Explore Experiments Board splitting",
	} {
		_, page := webtest.Get(t, ts.URL+path)
		_, line, _ := bytes.Cut(page, []byte(`<nav class="place"`))
		_, line, _ = bytes.Cut(line, []byte(">"))
		line, _, _ = bytes.Cut(line, []byte("</nav>"))
		if got := strings.Join(strings.Fields(string(tags.ReplaceAll(line, []byte(" ")))), " "); !strings.HasPrefix(got+" ", want) {
			t.Errorf("the place of %s is %q, want %q", path, got, want)
		}
	}
	_, first := webtest.Get(t, ts.URL+"/")
	if bytes.Contains(first, []byte("aria-current=")) && bytes.Contains(first, []byte(`class="place"`)) {
		t.Error("the first page is in a place")
	}
}
