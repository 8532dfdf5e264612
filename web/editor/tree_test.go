package editor_test

import (
	"html"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"espalier/web/run"
	"espalier/web/webtest"
	"espalier/web/words"
)

func TestTreePage(t *testing.T) {
	_, ts := webtest.Serve(t)
	for notation, want := range map[string]string{
		"":                                     "A tree of your own",
		"players 3 maxsum 9 1[(5,2,2)]":        "step 0 of",
		"players 3 1[(1,2)]":                   "line 1, column 13, root.children[0]: there are 2 scores in the brackets; this tree has 3 players, so there must be 3",
		strings.Repeat("#", run.MaxLinkText+1): "an address holds at most " + words.Grouped(run.MaxLinkText),
		`players 1 title "<script>" 1["<b>": (1)]`: "<script>",
	} {
		_, page := webtest.Get(t, ts.URL+"/tree?text="+url.QueryEscape(notation))
		if !strings.Contains(webtest.PageText(page), want) {
			t.Errorf("/tree?text=%.40s does not say %q", notation, want)
		}
		if strings.Contains(string(page), "<script>") {
			t.Errorf("/tree?text=%.40s lets markup through", notation)
		}
	}
}

// The page says what it took a text for and what it assumed, and links to the other ways to
// read it.
func TestPagesSayHowATextWasRead(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const lists = "[[3,12],[2,4]]"
	get := func(path string, more url.Values) (text, markup string) {
		q := url.Values{"text": {lists}}
		maps.Copy(q, more)
		resp, page := webtest.Get(t, ts.URL+path+"?"+q.Encode())
		if resp.StatusCode != 200 {
			t.Fatalf("%s with %v = %s", path, more, resp.Status)
		}
		return webtest.PageText(page), html.UnescapeString(string(page))
	}
	for _, path := range []string{"/tree", "/edit"} {
		text, markup := get(path, nil)
		for _, want := range []string{"Read as nested lists", "Max moves at the root, then in turn: nothing said who moves.", "Min first", "Read it as JSON of nodes"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", path, want)
			}
		}
		other := path + "?" + url.Values{"text": {lists}, "as": {"nested"}, "first": {"min"}}.Encode()
		if !strings.Contains(markup, `href="`+other+`"`) {
			t.Errorf("%s has no link to %s", path, other)
		}
		text, markup = get(path, url.Values{"as": {"nested"}, "first": {"min"}})
		if !strings.Contains(text, "Min moves at the root, then in turn: nothing said who moves.") || !strings.Contains(markup, "min[ max[ 3  12 ]") {
			t.Errorf("%s with Min first says %.600s", path, text)
		}
		if text, _ = get(path, url.Values{"text": {"players 2 1[ (1,2) (2,1) ]"}}); strings.Contains(text, "Read as") {
			t.Errorf("%s says how the text notation is read", path)
		}
		if text, _ = get(path, url.Values{"text": {"[[3,12],[2,w]]"}}); !strings.Contains(text, "the text is read as nested lists") {
			t.Errorf("%s with a wrong list says %.600s", path, text)
		}
		if text, markup = get(path, url.Values{"text": {"Max\n  3,5\n  2,25"}, "numbers": {"scores"}}); !strings.Contains(text, "A comma is a decimal point") || !strings.Contains(markup, "1[ (3,5)  (2,25) ]") {
			t.Errorf("%s with two scores says %.600s", path, text)
		}
		if text, _ = get(path, url.Values{"as": {"latin"}}); !strings.Contains(text, `there is no notation "latin"`) {
			t.Errorf("%s with as=latin says %.600s", path, text)
		}
	}
	// The links of the page name the tree as it was chosen, and the run is that of it.
	_, markup := get("/tree", url.Values{"as": {"nested"}, "first": {"min"}, "algorithm": {"minimax"}})
	if !strings.Contains(markup, `"root":{"player":2,`) || !strings.Contains(markup, "text=kind+minimax%0Amin%5B") {
		t.Error("the run of the page with Min first is on another tree")
	}
}

// Without scripts a form takes every notation, too.
func TestFormTakesOtherNotations(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	post := func(path string, form url.Values) string {
		resp, err := http.PostForm(ts.URL+path, form)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		page, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return html.UnescapeString(string(page))
	}
	if page := post("/edit", url.Values{"text": {"[[3,12],[2,4]]"}}); !strings.Contains(page, "max[ min[ 3  12 ]") || !strings.Contains(page, "Read as nested lists.") {
		t.Errorf("the page of the new tree is %.600s", page)
	}
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	if page := post("/edit/"+m.Key, url.Values{"text": {"max(3, min(5,2))"}}); !strings.Contains(page, "kind minimax\nmax[ 3  min[ 5  2 ] ]") {
		t.Errorf("the page of the tree is %.600s", page)
	}
}
