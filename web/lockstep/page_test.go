package lockstep_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"espalier/search/compare"
	"espalier/trees/figures"
	"espalier/web/run"
	"espalier/web/webtest"
)

func TestLockstepPage(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, page := webtest.Get(t, ts.URL+"/lockstep?figure=k1991-fig6&a=maxn&b=deep&c=speculative,as_printed&v5=3,0,6&step=14")
	for _, want := range []string{"step 14 of", "Deep and Speculative (as printed) cut f at d; Maxⁿ does not.", "waits"} {
		if !strings.Contains(webtest.PageText(page), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	ids := map[string]int{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(string(page), -1) {
		ids[m[1]]++
		if ids[m[1]] == 2 {
			t.Errorf("id %q occurs twice", m[1])
		}
	}
	if ids["an0"] != 1 || ids["bn0"] != 1 || ids["cn0"] != 1 {
		t.Error("not every run has its picture")
	}
	for query, want := range map[string]string{
		"figure=k1991-fig6":                                                   "Maxⁿ",
		"figure=k1991-fig6&a=deeper":                                          `there is no algorithm "deeper"`,
		"figure=k1991-fig6&a=speculative,fast":                                `there is no option "fast"`,
		"figure=k1991-fig6&a=minimax":                                         "two players",
		"figure=k1991-fig6&algorithm=deep":                                    "no such parameter",
		"figure=k1991-fig6&step=99":                                           "There is no step 99",
		"figure=k1991-fig6&v5=3,0,7":                                          "more than maxsum",
		"figure=k1991-fig6&colour=red":                                        "no such parameter",
		"figure=s2003-fig7":                                                   "Where they differ",
		"text=" + url.QueryEscape(webtest.Korf6) + "&b=deep":                  "Where they differ",
		"text=" + url.QueryEscape("players 3 maxsum 9 1[ ? (1,2,3) ]"):        "is unknown",
		"text=" + url.QueryEscape("kind path [ +1 . +2 . ]"):                  "No difference: same cuts, same values.",
		"text=" + url.QueryEscape("players 1 maxsum 3 1[ (1) 1[ (2) (3) ] ]"): "Where they differ",
	} {
		resp, page := webtest.Get(t, ts.URL+"/lockstep?"+query)
		if resp.StatusCode != http.StatusOK || !strings.Contains(webtest.PageText(page), want) {
			t.Errorf("/lockstep?%s = %d, and does not say %q", query, resp.StatusCode, want)
		}
	}
	for query, status := range map[string]int{"": 200, "a=maxn": 422, "figure=none": 404, "figure=k1991-fig6&text=1": 422, "text=nonsense": 422, "text=" + strings.Repeat("x", run.MaxLinkText+1): 422} {
		if resp, _ := webtest.Get(t, ts.URL+"/lockstep?"+query); resp.StatusCode != status {
			t.Errorf("/lockstep?%.60s = %d, want %d", query, resp.StatusCode, status)
		}
	}
}

// Every figure's page links to a page of runs side by side, and its table to
// runs that are there.
func TestPanelOfEveryFigure(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, f := range figures.All() {
		if f.Tree == nil {
			continue
		}
		_, page := webtest.Get(t, ts.URL+"/figures/"+f.ID)
		links := regexp.MustCompile(`href="((?:/lockstep|/figures/[^"?]*)\?[^"]*)"`).FindAllStringSubmatch(string(page), -1)
		side := false
		seen := map[string]bool{}
		for _, l := range links {
			link := strings.ReplaceAll(l[1], "&amp;", "&")
			side = side || strings.HasPrefix(link, "/lockstep")
			if seen[link] {
				continue
			}
			seen[link] = true
			resp, to := webtest.Get(t, ts.URL+link)
			if resp.StatusCode != http.StatusOK || strings.Contains(webtest.PageText(to), "The address has an error") {
				t.Errorf("the page of %s links to %s = %d", f.ID, link, resp.StatusCode)
			}
		}
		can, _ := compare.ConfigsOn(f.Tree, 0)
		if !side && len(can) > 1 || !strings.Contains(string(page), `class="compared"`) {
			t.Errorf("the page of %s has no table of all algorithms, or no link to runs side by side", f.ID)
		}
	}
}

// The two values of f of Korf's figure 6 are beside each other: each lane has
// its own.
func TestAlternativesSideBySide(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, figure := webtest.Get(t, ts.URL+"/figures/k1991-fig6?algorithm=maxn")
	link := regexp.MustCompile(`class="beside-link" href="([^"]+)"`).FindSubmatch(figure)
	if link == nil {
		t.Fatal("the figure has no link to its alternatives side by side")
	}
	resp, page := webtest.Get(t, ts.URL+html.UnescapeString(string(link[1]))+"&step=last")
	text := webtest.PageText(page)
	for _, want := range []string{"Maxⁿ with f = (2, 3, 4)", "Maxⁿ with f = (3, 0, 6)"} {
		if resp.StatusCode != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%s: %s has no %q", link[1], resp.Status, want)
		}
	}
	requests := regexp.MustCompile(`data-request="([^"]+)"`).FindAllSubmatch(page, -1)
	if len(requests) != 2 {
		t.Fatalf("%d lanes, want 2", len(requests))
	}
	for i, want := range []string{`"label":"f","value":[2,3,4]`, `"label":"f","value":[3,0,6]`} {
		if got := html.UnescapeString(string(requests[i][1])); !strings.Contains(got, want) {
			t.Errorf("lane %d runs %s, want %s", i+1, got, want)
		}
	}
	for query, want := range map[string]string{
		"figure=k1991-fig6&a=maxn&b=maxn&a.v5=1":     "a.v5",
		"figure=k1991-fig6&a=maxn&b=maxn&a.v2=1,2,3": "node 2 is not a leaf",
		"figure=k1991-fig6&a=maxn&b=maxn&d.v5=1,2,3": "d.v5",
	} {
		if _, page := webtest.Get(t, ts.URL+"/lockstep?"+query); !strings.Contains(webtest.PageText(page), want) {
			t.Errorf("%s: the page does not say %q", query, want)
		}
	}
}

// A wide tree is drawn around the node at work of each run, unless it is asked for as a
// whole; what is opened is open in every picture, and stays so in the links.
func TestWideTreesFold(t *testing.T) {
	_, ts := webtest.Serve(t)
	const leaves = "(1,2,3) (3,2,1) (2,2,2) (1,4,1)"
	inner := "2[" + strings.Repeat(" 3["+leaves+"]", 5) + " ]"
	page := func(more string) string {
		_, body := webtest.Get(t, ts.URL+"/lockstep?text="+url.QueryEscape("players 3 maxsum 6 1["+strings.Repeat(inner, 5)+"]")+"&a=maxn&b=deep&step=4"+more)
		return string(body)
	}
	const nodes = 1 + 5*(1+5*5)
	drawn := func(body, id string) bool {
		at := strings.Index(body, `id="`+id+`"`)
		return at >= 0 && !strings.Contains(body[strings.LastIndex(body[:at], "<g"):at], "more")
	}
	around := page("")
	for _, id := range []string{"an0", "an1", "bn0", "bn1"} {
		if !drawn(around, id) {
			t.Errorf("%s, above the node at work, is not drawn", id)
		}
	}
	const far = 1 + 4*26
	if n := strings.Count(around, `class="node`); n < 20 || n > 120 || drawn(around, "an"+strconv.Itoa(far)) {
		t.Errorf("%d nodes are drawn in two pictures, and node %d among them: %t", n, far, drawn(around, "an"+strconv.Itoa(far)))
	}
	whole := page("&whole=1")
	if n := strings.Count(whole, `class="node`); n != 2*nodes {
		t.Errorf("as a whole, %d nodes are drawn in two pictures, want %d", n, 2*nodes)
	}
	opened := page("&open=" + strconv.Itoa(far))
	if !drawn(opened, "an"+strconv.Itoa(far)) || !drawn(opened, "bn"+strconv.Itoa(far)) {
		t.Error("a node that is opened is not drawn in both pictures")
	}
	link := regexp.MustCompile(`<a href="([^"]*)" data-drawn`).FindStringSubmatch(opened)
	if link == nil {
		t.Fatal("no link draws the tree as a whole")
	}
	if q := html.UnescapeString(link[1]); !strings.Contains(q, "whole=1") || !strings.Contains(q, "open="+strconv.Itoa(far)) || !strings.Contains(q, "step=4") {
		t.Errorf("the link to the whole tree is %s", q)
	}
}
