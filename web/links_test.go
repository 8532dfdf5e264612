package web_test

import (
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees/treetest"
	"espalier/web/webtest"
	"espalier/web/words"
)

var (
	pageLink = regexp.MustCompile(`<a [^>]*href="(/[^"#]*)`)
	markup   = regexp.MustCompile(`(?s)<(script|style|pre|code)\b.*?</(script|style|pre|code)>|<[^>]*>`)
)

// TestLinks follows each link of the pages that a teacher starts from. On all these pages, on the pages of
// each algorithm, and on those of homework and tasks about it, the names of algorithms have the right letters inside sentences,
// and each paper that is named is in words.Works.
func TestLinks(t *testing.T) {
	treetest.SkipUnderRace(t) // TestPagesTogether asks for each sort of page under it
	_, ts := webtest.ServeWithStore(t)
	starts := []string{"/learn", "/learn/plan", "/teach", "/figures", "/exhibits", "/learn/theorems", "/lessons", "/games", "/experiments", "/homework", "/tasks"}
	others := []string{"/algorithms", "/opinions", "/orders", "/samples", "/equilibrium", "/equilibrium?example=kuhn3", "/ties", "/bench", "/bench?family=1&as=share", "/notation", "/traces/format", "/code", "/code/language", "/clients", "/api", "/hidden-cards"}
	for _, a := range algorithms.All() {
		others = append(others, "/practice?algorithm="+a.ID, "/counterexamples?algorithm="+a.ID, "/tree?text=%5B1+%5B5+2%5D+%5B3+4%5D%5D&algorithm="+a.ID,
			"/lockstep?figure=k1991-fig6&lane=maxn&lane="+a.ID, "/homework/new?algorithm="+a.ID, "/tasks/new?algorithm="+a.ID)
		for path, body := range map[string]string{
			"assignments": `{"practice":{"algorithm":"` + a.ID + `","depth":3,"branching":2,"exercises":1}}`,
			"tasks":       `{"algorithm":"` + a.ID + `","random":{"count":1}}`,
			"rooms":       `{"show":{"text":"[1 [5 2] [3 4]]","algorithm":"` + a.ID + `"}}`,
		} {
			resp, b := webtest.Post(t, ts.URL+"/api/v1/"+path, body)
			var made struct{ Join string }
			if resp.StatusCode == http.StatusCreated && json.Unmarshal(b, &made) == nil { // else it has no exercises, or no model
				others = append(others, made.Join, made.Join+"?part=1")
			}
		}
	}
	for name, want := range map[string]string{"Alpha-beta": "alpha-beta", "Max^n": "max^n", "Prob-max^n": "prob-max^n", "Star2 to depth 2": "Star2 to depth 2", "Starting": "starting"} {
		if got := engine.Inside(name); got != want {
			t.Errorf("Inside(%q) = %q, want %q", name, got, want)
		}
	}
	wrong := wrongNames()
	read := map[string]bool{}
	get := func(path string) (int, []byte) {
		read[path] = true
		resp, body := webtest.Get(t, ts.URL+path)
		for _, text := range markup.Split(string(body), -1) {
			if m := wrong.FindString(html.UnescapeString(text)); m != "" {
				t.Errorf("%s: %q in %q", path, m, strings.TrimSpace(html.UnescapeString(text)))
			}
			if unknown := unknownWorks(html.UnescapeString(text)); len(unknown) > 0 {
				t.Errorf("%s names %q, which words.Works does not have", path, unknown)
			}
		}
		return resp.StatusCode, body
	}
	for _, from := range starts {
		_, body := get(from)
		for _, m := range pageLink.FindAllSubmatch(body, -1) {
			to := strings.ReplaceAll(string(m[1]), "&amp;", "&")
			if read[to] {
				continue
			}
			if status, _ := get(to); status != http.StatusOK {
				t.Errorf("%s has a link to %s, which answers %d", from, to, status)
			}
		}
	}
	if len(read) < 50 {
		t.Errorf("only %d links were found", len(read))
	}
	for _, path := range others {
		get(path)
	}
}

// keptNames are the names of algorithms that keep their letters inside a sentence.
var keptNames = regexp.MustCompile(`^(PVS|MTD\(f\)|SSS\*|MCTS .*|BRS\+|MP-Mix|Star[12]|OM-search|df-pn)$`)

// wrongNames finds names of algorithms with wrong letters: an abbreviation in lower case, or another name
// with a capital behind a word that is followed by more of a sentence.
func wrongNames() *regexp.Regexp {
	var list []string
	for _, a := range algorithms.All() {
		name := words.MaxN(engine.SpokenName(a))
		lower := strings.ToLower(name[:1]) + name[1:]
		if !keptNames.MatchString(name) {
			list = append(list, `\b([Bb]y|of|does|while|that|which|than|where|[Ww]ith|through|[Ii]n|when|[Ii]f|[Bb]eside) `+regexp.QuoteMeta(name)+`[ .,:]`)
		} else if lower != a.ID && lower != name { // df-pn has no capital
			list = append(list, `(^|\PL)`+regexp.QuoteMeta(lower))
		}
	}
	return regexp.MustCompile(strings.Join(list, "|"))
}
