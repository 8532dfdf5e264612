package editor_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// TestNewFromAddress: the editor begins with the tree of the address, with its
// comments and its faults, whatever runs on
// it; the first edit keeps that tree. Where the rest of the address is not
// understood is reported on the page, and the tree stays.
func TestNewFromAddress(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	text := "players 2 # said by me\n1[ a: (1,2) b: (3,4) ]"
	commented := "text=" + url.QueryEscape(text)
	faulty := "saved=" + webtest.MakeTree(t, ts, `{"text":"players 2 maxsum 4 1[ a: (1,2) b: (2,2) ]","edits":[{"op":"set","nodes":[2],"value":[9,9]},{"op":"notes","text":"of mine"}]}`).ID
	for query, want := range map[string]struct{ text, said, notes string }{
		commented:                               {text, "", ""},
		commented + "&algorithm=maxn":           {text, "", ""},
		commented + "&algorithm=maxn&v2=5,6":    {"# said by me\n1[ a: (1,2) b: (5,6)", "", ""},
		commented + "&algorithm=fly":            {text, "there is no algorithm", ""},
		commented + "&v9=5,6":                   {text, "v9: there is no node 9", ""},
		commented + "&v0=5,6":                   {text, "v0, ", ""},
		commented + "&revision=2":               {text, "revision: ", ""},
		commented + "&folded=x":                 {text, "folded[0]", ""},
		faulty:                                  {"a: (9,9)", "", "of mine"},
		faulty + "&v2=1,3":                      {"b: (1,3)", "", "of mine"},
		faulty + "&v2=1,2,3":                    {"a: (9,9)", "v2: ", "of mine"},
		"figure=k1991-fig6&algorithm=fly":       {"Failure of deep pruning", "there is no algorithm", ""},
		"figure=k1991-fig6&v5=3,0,6&step=3":     {"(3,0,6)", "", ""},
		"text=%0A%23+mine+alone&algorithm=maxn": {"# mine alone", "", ""},
	} {
		_, page := webtest.Get(t, ts.URL+"/edit?"+query)
		said := regexp.MustCompile(`<div id="notice"[^>]*>([^<]*)`).FindSubmatch(page)
		if got := html.UnescapeString(string(said[1])); !strings.Contains(got, want.said) || want.said == "" && got != "" {
			t.Errorf("/edit?%s says %q, want %q", query, got, want.said)
		}
		source := regexp.MustCompile(`data-source="([^"]*)"`).FindSubmatch(page)
		m := webtest.MakeTree(t, ts, html.UnescapeString(string(source[1])))
		_, kept := webtest.Get(t, ts.URL+"/edit?saved="+m.ID)
		for what, b := range map[string][]byte{"the page": page, "what its source makes": kept} {
			if shown := html.UnescapeString(string(b)); !strings.Contains(shown, want.text) || !strings.Contains(shown, want.notes) {
				t.Errorf("/edit?%s: %s has not %q and %q", query, what, want.text, want.notes)
			}
		}
	}
}

// TestGeneratorForm: what the form of the generator lets through is taken, at
// either end of each field.
func TestGeneratorForm(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, page := webtest.Get(t, ts.URL+"/edit")
	_, form, _ := strings.Cut(string(page), `id="start-grow"`)
	form, _, _ = strings.Cut(form, "</form>")
	fields := regexp.MustCompile(`<input type="number" [^>]*>`).FindAllString(form, -1)
	if len(fields) != 5 {
		t.Fatalf("the form has the fields %q, want 5", fields)
	}
	for _, f := range fields {
		m := regexp.MustCompile(`^<input type="number" name="(\w+)" min="(\d+)" max="(\d+)" value="\d+" required>$`).FindStringSubmatch(f)
		if m == nil {
			t.Errorf("the field %s takes more than whole numbers from its least to its most", f)
			continue
		}
		for _, value := range m[2:] {
			grow := `{"depth":1,"` + m[1] + `":` + value + `}`
			if m[1] == "depth" {
				grow = `{"branching":1,"depth":` + value + `}`
			}
			if resp, b := webtest.Post(t, ts.URL+"/api/v1/trees", `{"grow":`+grow+`}`); resp.StatusCode != 201 {
				t.Errorf("grow %s = %s %s", grow, resp.Status, b)
			}
		}
	}
}
