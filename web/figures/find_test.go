package figures_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"espalier/trees/exercises"
	"espalier/trees/figures"
	"espalier/web/webtest"

	webfigures "espalier/web/figures"
)

var cardLinks = regexp.MustCompile(`<li class="card">\s*<a href="([^"]*)"`)

// TestFindFigures searches by title, source, algorithm, case, dash and leaves.
func TestFindFigures(t *testing.T) {
	_, ts := webtest.Serve(t)
	find := func(query string) (page string, links []string) {
		resp, b := webtest.Get(t, ts.URL+"/figures?"+url.Values{"q": {query}}.Encode())
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("GET /figures?q=%s = %s", query, resp.Status)
		}
		for _, m := range cardLinks.FindAllStringSubmatch(string(b), -1) {
			links = append(links, m[1])
		}
		return html.UnescapeString(string(b)), links
	}
	if _, links := find(""); len(links) != len(figures.All())+len(exercises.All()) {
		t.Errorf("the page has %d cards, want %d figures and %d exercises", len(links), len(figures.All()), len(exercises.All()))
	}
	for _, c := range []struct {
		query string
		want  []string // are found
		not   []string // are not found
	}{
		{"Stanford", []string{"/exercises/stanford-bins"}, []string{"/exercises/aima-two-plies", "/figures/k1991-fig6"}},
		{"choose BINS", []string{"/exercises/stanford-bins"}, nil},
		{"wikipedia alpha−beta", []string{"/exercises/wikipedia-alpha-beta"}, []string{"/exercises/ucla-alpha-beta"}},
		{"mit maxn", []string{"/exercises/mit-three-players"}, []string{"/exercises/mit-lab-1"}},
		{"maxⁿ exercise", []string{"/exercises/mit-three-players", "/exercises/aima-three-players"}, []string{"/exercises/stanford-bins"}},
		{"failure of deep pruning", []string{"/figures/k1991-fig6"}, []string{"/exercises/stanford-bins"}},
		{"korf 1991 deep", []string{"/figures/k1991-fig6"}, []string{"/figures/s2003-fig6"}},
		{"3 12 8 2 4 6 14 5 2", []string{"/exercises/aima-two-plies"}, []string{"/exercises/cs188-lecture-6"}},
		{"[[3, 12, 8]", []string{"/exercises/aima-two-plies", "/exercises/cs188-lecture-6"}, []string{"/exercises/stanford-bins"}},
		{"(5,−1,−1)", []string{"/exercises/mit-three-players"}, []string{"/exercises/aima-three-players"}},
		{"(5,2,2) (2,2,5)", []string{"/figures/k1991-fig6"}, nil},
	} {
		_, links := find(c.query)
		for _, want := range c.want {
			if !contains(links, want) {
				t.Errorf("%q does not find %s, but %q", c.query, want, links)
			}
		}
		for _, not := range c.not {
			if contains(links, not) {
				t.Errorf("%q finds %s", c.query, not)
			}
		}
	}
	page, links := find(`nothing "like" <this>`)
	if len(links) != 0 || !strings.Contains(page, "No results.") || !strings.Contains(page, `value="nothing "like" <this>"`) {
		t.Errorf("a search that finds nothing has %d cards and does not say so, or loses the query", len(links))
	}
	page, links = find("Stanford")
	if len(links) != 1 || !strings.Contains(page, "1 result for “Stanford”.") {
		t.Errorf("a search that finds one exercise has %d cards, and does not say 1 result", len(links))
	}
}

func contains(links []string, want string) bool {
	for _, l := range links {
		if l == want {
			return true
		}
	}
	return false
}

// TestFindRefuses: what cannot be searched for is refused with the reason.
func TestFindRefuses(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ query, want string }{
		{"q=" + strings.Repeat("ä", webfigures.MaxQuery+1), "q: a search text can have at most 200 characters"},
		{"query=korf", "query: there is no such parameter; known are: q"},
		{"q=korf&q=mit", "q: the parameter is given 2 times"},
	} {
		resp, b := webtest.Get(t, ts.URL+"/figures?"+c.query)
		if resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(html.UnescapeString(string(b)), c.want) {
			t.Errorf("GET /figures?%.30s = %s without %q", c.query, resp.Status, c.want)
		}
	}
	if resp, _ := webtest.Get(t, ts.URL+"/figures?q="+strings.Repeat("%C3%A4", webfigures.MaxQuery)); resp.StatusCode != http.StatusOK {
		t.Errorf("a query of %d characters = %s", webfigures.MaxQuery, resp.Status)
	}
}
