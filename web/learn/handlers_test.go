package learn_test

import (
	"encoding/json"
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/trees/figures"
	"espalier/web/learn"
	"espalier/web/webtest"
	"espalier/web/words"
)

var chapterLink = regexp.MustCompile(`data-chapter="([^"]+)"`)

// TestChapterPages checks each chapter as a client sees it: its page, its lesson, which
// can be stored as anybody's, and the links to the glossary.
func TestChapterPages(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, list := webtest.Get(t, ts.URL+"/learn")
	_, entries := webtest.Get(t, ts.URL+"/learn/glossary")
	chapters := chapterLink.FindAllSubmatch(list, -1)
	if len(chapters) != learn.Count() {
		t.Errorf("%d chapters, want %d", len(chapters), learn.Count())
	}
	terms := regexp.MustCompile(`href="/learn/glossary#([^"]+)"`)
	for _, m := range chapters {
		id := string(m[1])
		resp, page := webtest.Get(t, ts.URL+"/learn/"+id)
		if resp.StatusCode != 200 || strings.Count(string(page), `<fieldset class="question"`) != 3 {
			t.Errorf("/learn/%s: %d, or not three questions", id, resp.StatusCode)
		}
		for _, term := range terms.FindAllSubmatch(page, -1) {
			if !strings.Contains(string(entries), `<div id="`+string(term[1])+`"`) {
				t.Errorf("/learn/%s leads to the term %s, which the glossary has not", id, term[1])
			}
		}
		// A reader without scripts finds each term where it occurs first, too.
		linked := map[string]int{}
		for _, scene := range regexp.MustCompile(`(?s)<section class="scene.*?<p class="at">`).FindAll(page, -1) {
			for _, term := range terms.FindAllSubmatch(scene, -1) {
				linked[string(term[1])]++
			}
			for _, place := range words.Places(html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(scene), "\x00"))) {
				if linked[place.ID] == 0 {
					t.Errorf("/learn/%s: the term %s is no link where it occurs first", id, place.ID)
				}
			}
		}
		resp, b := webtest.Get(t, ts.URL+"/api/v1/lessons/learn-"+id)
		var lesson struct {
			Title  string          `json:"title"`
			Scenes json.RawMessage `json:"scenes"`
		}
		if err := json.Unmarshal(b, &lesson); err != nil || resp.StatusCode != 200 {
			t.Fatalf("the lesson of %s: %d, %v", id, resp.StatusCode, err)
		}
		body, _ := json.Marshal(lesson)
		if resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", string(body)); resp.StatusCode != 201 {
			t.Errorf("the lesson of %s cannot be stored: %d %s", id, resp.StatusCode, b)
		}
	}
	if resp, _ := webtest.Get(t, ts.URL+"/learn/none"); resp.StatusCode != 404 {
		t.Errorf("/learn/none: %d", resp.StatusCode)
	}
}

// TestWays checks that the ways on from the chapters, and to them from the first page and
// from the list of algorithms, lead somewhere.
func TestWays(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, entries := webtest.Get(t, ts.URL+"/learn/glossary")
	_, list := webtest.Get(t, ts.URL+"/learn")
	seen := map[string]bool{}
	for _, m := range chapterLink.FindAllSubmatch(list, -1) {
		_, page := webtest.Get(t, ts.URL+"/learn/"+string(m[1]))
		_, ways, _ := strings.Cut(string(page), `<nav class="ways"`)
		for _, way := range regexp.MustCompile(`href="([^"]+)"`).FindAllStringSubmatch(ways, -1) {
			href := html.UnescapeString(way[1])
			if seen[href] {
				continue
			}
			seen[href] = true
			if resp, _ := webtest.Get(t, ts.URL+href); resp.StatusCode != 200 {
				t.Errorf("%s leads to %s: %d", m[1], href, resp.StatusCode)
			}
		}
	}
	if len(seen) < 40 {
		t.Errorf("%d ways on, want more", len(seen))
	}
	_, first := webtest.Get(t, ts.URL+"/")
	for _, door := range []string{`href="/learn"><b>Learn</b> <span>` + strconv.Itoa(learn.Count()) + " short", `href="/explore"><b>Explore</b> <span>` + strconv.Itoa(len(figures.All())) + " ", `href="/draw"><b>Draw</b>`, `href="/programs"><b>Code</b>`, `href="/teach"><b>Teach</b>`} {
		if !strings.Contains(string(first), door) {
			t.Errorf("the first page has no %s", door)
		}
	}
	_, listed := webtest.Get(t, ts.URL+"/algorithms")
	terms := regexp.MustCompile(`<th scope="row"><a class="term" href="/learn/glossary#([^"]*)"`).FindAllSubmatch(listed, -1)
	if len(terms) != len(algorithms.All()) {
		t.Errorf("%d terms in the list of %d algorithms", len(terms), len(algorithms.All()))
	}
	for _, m := range terms {
		if !strings.Contains(string(entries), `<div id="`+string(m[1])+`"`) {
			t.Errorf("/algorithms leads to the term %q, which the glossary has not", m[1])
		}
	}
}

// TestChapterAddresses checks what a page shows for a given address.
func TestChapterAddresses(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ query, want string }{
		{"?scene=9", "9"},
		{"?scene=99", `"99" is not a scene; this chapter has scenes 1 to`},
		{"?algorithm=maxn", "algorithm: there is no such parameter here"},
		{"?v5=1,2", "The address has an error"},
		{"?v5=9,9,9", "The address has an error"},
		{"?v5=2,3,4", "You have changed a leaf"},
		{"?q1=6,1,2", "Player 2 gets 1 from g, the most so far at c"},
		{"?q1=6,1", "3 are needed"},
		{"?q2=true", "Not right."},
		{"?q3=1", "Not right. Deep pruning evaluates 3 leaves, shallow pruning 4."},
		{"?q2=maybe", "the answer must be true or false"},
		{"?q4=1", "no such parameter"},
	} {
		resp, page := webtest.Get(t, ts.URL+"/learn/deep-fails"+c.query)
		text := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(page), ""))
		if resp.StatusCode != 200 || !strings.Contains(strings.Join(strings.Fields(text), " "), c.want) {
			t.Errorf("/learn/deep-fails%s: %d, and the page does not say %q", c.query, resp.StatusCode, c.want)
		}
	}
	// The reason fits the answer that was given.
	for path, want := range map[string]string{
		"immediate?q1.none=1":          "Right. Player 2 has 4 at d, less than 10.",
		"last-branch?q1.5=1":           "The search has already visited f. It can only cut nodes that it has not visited.",
		"move-order?q2.14=1":           "Not right. o and q are cut",
		"alpha-beta?q3=f, n, g":        "Not right. In your order the search evaluates 6 leaves, in the order g, f, n only 3.",
		"alpha-beta?q3=N G F":          "Right. In this order the search evaluates 3 leaves; as the tree is drawn, 6.",
		"alpha-beta?q3=n, g":           "the order must have each child of the node once",
		"alpha-beta?q3=n, g, b":        "\"b\" is not a child of c; write the names of all its children, such as f, g, n",
		"game-trees?q2=3":              "Not right. With 3 at m the result is 3. It first changes at 4.",
		"players?q2=(3,9,9)":           "Not right.",
		"hidden-cards?q2=0":            "Not right. The points are 4 for ace and 6 for nine.",
		"hidden-cards?q3=1":            "Not right. Over all deals the mover is sure of 4 for ace and 3 for nine. The vote counts what a player gets who sees each deal.",
		"immediate?q1.9=1":             "Not right. Player 2 has 4 at d, less than 10. Cutting j is sound. No values",
		"ties?q1=6,4,0":                "Not right. Player 2 gets 4 from d, the first value at c. So player 2 gets at least 4 there, and each other player at most 10 − 4 = 6. Player 2 also gets 4 from e. In a tie the leftmost child wins, so c keeps (2, 4, 4).",
		"last-branch?q2.0=1":           "can make this cut matter. The nodes with the bounds are a, c and e.",
		"deep-fails?q2=true":           "Not right. Deep pruning returns (5, 2, 2) here, and (5, 2, 2) if f is (0, 9, 0). It does not visit f.",
		"last-branch?q1.none=1&q1.6=1": "Choose nodes or “none”, not both.",
	} {
		_, page := webtest.Get(t, ts.URL+"/learn/"+strings.ReplaceAll(path, " ", "%20"))
		text := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(page), ""))
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("/learn/%s does not say %q", path, want)
		}
	}
}
