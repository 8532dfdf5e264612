package web_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/experiment"
	"espalier/trees/exercises"
	"espalier/trees/figures"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/learn"
	"espalier/web/lessons"
	"espalier/web/webtest"
	"espalier/web/words"
)

var theoremLink = regexp.MustCompile(`<a href="([^"]*)" data-theorem=`)

// TestIndexHasEverything: what the search of the header looks in has each registered thing once, under an address that
// answers and has what its fragment names.
func TestIndexHasEverything(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	resp, body := webtest.Get(t, ts.URL+"/index.json")
	var index struct{ Entries [][]string }
	if err := json.Unmarshal(body, &index); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %.200s", resp.Status, body)
	}
	at := map[string]string{} // kinds by addresses, a space before each
	for _, e := range index.Entries {
		if len(e) < 3 || len(e) > 4 || slices.Contains(e, "") {
			t.Errorf("an entry is %q", e)
			continue
		}
		if strings.Contains(at[e[2]]+" ", " "+e[0]+" ") {
			t.Errorf("%s is twice a %s", e[2], e[0])
		}
		at[e[2]] += " " + e[0]
	}
	wanted := 0
	want := func(kind, href string) {
		wanted++
		if !strings.Contains(at[href]+" ", " "+kind+" ") {
			t.Errorf("no %s at %s", kind, href)
		}
	}
	for _, f := range figures.All() {
		want("figure", "/figures/"+f.ID)
	}
	for _, e := range exercises.All() {
		want("exercise", "/exercises/"+e.ID)
	}
	for _, a := range algorithms.All() {
		want("algorithm", "/algorithms#"+a.ID)
	}
	for _, g := range games.Games() {
		want("game", "/games/"+g.ID)
	}
	for _, e := range experiment.All() {
		want("experiment", "/experiments/"+e.ID)
	}
	for _, c := range learn.Chapters() {
		want("chapter", "/learn/"+c.ID)
	}
	for _, term := range words.Terms {
		want("term", term.Href())
	}
	for _, id := range lessons.Included {
		want("lesson", "/lessons/"+id)
	}
	for _, d := range app.Doors {
		want("page", d.Href)
		for _, p := range d.Places {
			want("page", p.Href)
		}
	}
	_, theorems := webtest.Get(t, ts.URL+"/learn/theorems")
	for _, m := range theoremLink.FindAllSubmatch(theorems, -1) {
		want("theorem", string(m[1]))
	}
	if wanted < 300 {
		t.Errorf("%d things are registered", wanted)
	}
	pages := map[string]string{}
	for href := range at {
		path, part, _ := strings.Cut(href, "#")
		if pages[path] == "" {
			resp, page := webtest.Get(t, ts.URL+path)
			if resp.StatusCode != http.StatusOK {
				t.Errorf("%s = %s", path, resp.Status)
			}
			pages[path] = string(page)
		}
		if part != "" && !strings.Contains(pages[path], ` id="`+part+`"`) {
			t.Errorf("%s has no part %s", path, part)
		}
	}
}

// TestIndexIsCached: a browser that has the index gets no body again.
func TestIndexIsCached(t *testing.T) {
	_, ts := webtest.Serve(t)
	first, _ := webtest.Get(t, ts.URL+"/index.json")
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, ts.URL+"/index.json", nil)
	r.Header.Set("If-None-Match", first.Header.Get("ETag"))
	again, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	again.Body.Close()
	if again.StatusCode != http.StatusNotModified || !strings.Contains(first.Header.Get("Cache-Control"), "max-age") {
		t.Errorf("%s with the ETag %q; Cache-Control %q", again.Status, first.Header.Get("ETag"), first.Header.Get("Cache-Control"))
	}
}

// TestRoomHasNoSearch: who follows a room or does homework is led. The search is on other pages alone.
func TestRoomHasNoSearch(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	var room struct{ Code string }
	_, made := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":3}}`)
	json.Unmarshal(made, &room)
	var homework struct{ ID string }
	_, made = webtest.Post(t, ts.URL+"/api/v1/assignments", `{"lesson":"deep-fails"}`)
	json.Unmarshal(made, &homework)
	for path, want := range map[string]bool{"/": true, "/games/hearts": true, "/figures/k1991-fig6": true, "/edit": true, "/lessons": true, "/c": false, "/c/" + room.Code: false, "/a/" + homework.ID: false, "/embed?figure=k1991-fig6": false} {
		resp, page := webtest.Get(t, ts.URL+path)
		if resp.StatusCode != http.StatusOK || strings.Contains(string(page), `id="site-search"`) != want || strings.Contains(string(page), `data-act="site-search"`) && !want {
			t.Errorf("%s = %s with a search: want %t", path, resp.Status, want)
		}
	}
}
