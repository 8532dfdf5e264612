package figures_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"espalier/trees/exercises"
	"espalier/web/webtest"
)

var pageLinks = regexp.MustCompile(`href="(/(?:tree\?|practice\?|exercises/|figures#)[^"]*)"`)

// TestExercisePages opens every exercise and what it links to: the run and the practice
// of its algorithm, its neighbours, the list. The answer is behind a click.
func TestExercisePages(t *testing.T) {
	_, ts := webtest.Serve(t)
	get := func(path string) string {
		resp, b := webtest.Get(t, ts.URL+path)
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("GET %s = %s", path, resp.Status)
		}
		return string(b)
	}
	if !strings.Contains(get("/explore"), `href="/figures#exercises"`) || !strings.Contains(get("/explore"), `action="/figures"`) {
		t.Error("the door has no link to the exercises, or none to the search")
	}
	list := exercises.All()
	for i, e := range list {
		page := get("/exercises/" + e.ID)
		open, answer, found := strings.Cut(page, "<details>")
		if !found || strings.Contains(page, "<details open") {
			t.Errorf("%s: the answer is not behind a click", e.ID)
		}
		open, answer = html.UnescapeString(open), html.UnescapeString(answer)
		if !strings.Contains(open, e.Question) || !strings.Contains(open, e.Source) || !strings.Contains(open, `href="`+e.Address+`"`) {
			t.Errorf("%s: the page lacks the question, the source or its address", e.ID)
		}
		if result := "<dd>" + e.Tree.FormatValue(e.Value) + "</dd>"; !strings.Contains(answer, result) || strings.Contains(open, result) {
			t.Errorf("%s: the answer is not %s", e.ID, result)
		}
		for _, leaf := range e.Cut {
			name := e.Tree.Name(leaf) + "\u00a0("
			if !strings.Contains(answer, name) || strings.Contains(open, name) {
				t.Errorf("%s: the answer does not name the leaf %s, or the question does", e.ID, e.Tree.Name(leaf))
			}
		}
		if strings.Contains(answer, "does not cut at equal values") != e.EqualCuts || strings.Contains(answer, "does not cut when a value equals a bound") != e.Strict {
			t.Errorf("%s: the answer does not say which cuts at equal bounds the source makes", e.ID)
		}
		kinds := map[string]int{}
		_, content, _ := strings.Cut(page, "<main")
		for _, m := range pageLinks.FindAllStringSubmatch(content, -1) {
			link := html.UnescapeString(m[1])
			kind, _, _ := strings.Cut(strings.Trim(link, "/"), "?")
			kind, _, _ = strings.Cut(kind, "/")
			kinds[kind]++
			target, _, _ := strings.Cut(link, "#")
			if opened := get(target); strings.Contains(opened, "The address has an error") {
				t.Errorf("%s: %s does not open", e.ID, link)
			} else if kind == "tree" && !strings.Contains(html.UnescapeString(opened), `data-request="{"algorithm":"`+e.Algorithm+`"`) {
				t.Errorf("%s: %s does not open with %s", e.ID, link, e.Algorithm)
			}
		}
		neighbours := 2
		if i == 0 || i == len(list)-1 {
			neighbours = 1
		}
		if kinds["tree"] != 1 || kinds["practice"] != 1 || kinds["exercises"] != neighbours || kinds["figures#exercises"] != 1 {
			t.Errorf("%s: links %v, want a run, a practice, %d neighbours and the list", e.ID, kinds, neighbours)
		}
	}
	resp, b := webtest.Get(t, ts.URL+"/exercises/none")
	if resp.StatusCode != http.StatusNotFound || !strings.Contains(html.UnescapeString(string(b)), `There is no exercise "none". The page /figures lists all of them.`) {
		t.Errorf("GET /exercises/none = %s %.200s", resp.Status, b)
	}
}
