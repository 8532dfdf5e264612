package tree_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees/figures"
	"espalier/web/webtest"
)

func TestCounterexamplesPage(t *testing.T) {
	_, ts := webtest.Serve(t)
	deep := `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]`
	for _, c := range []struct{ query, want string }{
		{"", "Random trees"},
		{"algorithm=deep&seed=3", "Deep pruning returns"},
		{"algorithm=deep-bnb", "Deep branch and bound returns"},
		{"algorithm=abbnb", "Alpha-beta branch and bound as printed returns"},
		{"algorithm=speculative", "Speculative pruning as printed returns"},
		{"algorithm=deep&players=2&tries=1000", "failed on none of 1,000 random trees"},
		{"algorithm=shallow", "shallow is sound"},
		{"algorithm=depp", `there is no algorithm "depp"`},
		{"algorithm=deep&players=9", `players: "9" is not a whole number from 2 to 8`},
		{"algorithm=deep&nodes=many", `nodes: "many" is not a whole number`},
		{"algorithm=deep&seed=-1", `seed: "-1" is not a whole number`},
		{"algorithm=deep&maxsum=0", "maxsum: 0 is out of range"},
		{"algorithm=deep&delta=x", "delta:"},
		{"algorithm=deep&minp=-5&maxsum=-6", "minp -5"},
		{"algorithm=deep&minp=-5&maxsum=-16", "maxsum: -16 is out of range: at least -14"},
		{"algorithm=deep&minp=-1/2", "minp: -0.5 is no multiple of delta, which is 1"},
		{"algorithm=deep&maxsum=3&delta=1/3", "delta 1/3"},
		{"algorithm=alphabeta-chance&minp=-5&maxsum=-2", "minp -5"},
		{"algorithm=deep&found=" + url.QueryEscape(deep), "It has 7 nodes"},
		{"algorithm=deep&found=" + url.QueryEscape(strings.Replace(deep, "(3,0,6)", "(2,3,4)", 1)), "found: deep does not fail on this tree"},
		{"algorithm=deep&found=1[", "line 1"},
		{"algorithm=deep&tree=" + url.QueryEscape(deep), "Deep pruning fails on this tree without any change."},
		{"algorithm=deep&tree=" + url.QueryEscape(strings.Replace(deep, "(3,0,6)", "?", 1)), "with f = (0, 0, 9)"},
		{"algorithm=deep&tree=players", "line 1"},
		{"algorithm=alphabeta-chance&tree=" + url.QueryEscape("kind minimax minp 0 maxp 9 max[ 4 *[ min[ a: 3 b: 9 ] 9 ] ]"), "minimax is"},
		{"algorithm=alphabeta-chance&tree=" + url.QueryEscape("kind minimax max[ 4 *[ min[ a: 3 b: 9 ] 9 ] ]"), "without a bound on both sides there is no end to the values of a leaf"},
		{"algorithm=deep&figure=none", `there is no figure "none"`},
		{"algorithm=deep&figure=k1991-fig6&v5=1", "v5:"},
		{"algorithm=deep&figure=c474-alphabeta", "deep searches trees of kind maxn"},
		{"algorithm=speculative&figure=s2003-fig3", "Speculative pruning as printed"},
	} {
		resp, page := webtest.Get(t, ts.URL+"/counterexamples?"+c.query)
		if got := webtest.PageText(page); resp.StatusCode != 200 || !strings.Contains(got, c.want) {
			t.Errorf("/counterexamples?%s = %d, want %q in it: %s", c.query, resp.StatusCode, c.want, got)
		}
	}
}

// Every figure can be asked about every unsound algorithm; what is found opens
// as a run that is wrong.
func TestCounterexamplesOfFigures(t *testing.T) {
	_, ts := webtest.Serve(t)
	open := regexp.MustCompile(`href="([^"]*)">Open it<`)
	found := 0
	for _, f := range figures.All() {
		if f.Tree == nil {
			continue
		}
		for _, id := range []string{"deep", "deep-bnb", "abbnb", "speculative"} {
			a, _ := algorithms.Find(id)
			problem := engine.OnTree(f.Tree, 0)
			if a.Check(&problem, engine.Options{AsPrinted: id == "abbnb" || id == "speculative"}) != nil {
				continue
			}
			resp, page := webtest.Get(t, ts.URL+"/counterexamples?algorithm="+id+"&figure="+f.ID)
			if resp.StatusCode != 200 {
				t.Errorf("%s on %s = %d", id, f.ID, resp.StatusCode)
			}
			link := open.FindSubmatch(page)
			if link == nil {
				continue
			}
			found++
			address := strings.ReplaceAll(string(link[1]), "&amp;", "&")
			if _, page := webtest.Get(t, ts.URL+address); !strings.Contains(string(page), `class="verdict wrong"`) {
				t.Errorf("%s on %s opens as %s, which is not wrong", id, f.ID, address)
			}
		}
	}
	if found < 5 {
		t.Errorf("%d figures have values that make an algorithm fail, want 5 or more", found)
	}
}

// TestAcrossChance finds a tree on which alpha-beta across chance fails, whatever the field of the
// players says.
func TestAcrossChance(t *testing.T) {
	_, ts := webtest.Serve(t)
	resp, b := webtest.Get(t, ts.URL+"/counterexamples?algorithm=alphabeta-chance&players=3&tries=20000")
	if page := string(b); resp.StatusCode != 200 || !strings.Contains(page, "kind minimax minp 0 maxp 9") {
		t.Errorf("%d: no tree was found", resp.StatusCode)
	}
}

// TestCounterexampleOfTheExhibit checks that the page of a run of alpha-beta across chance leads to the
// search for values with which it fails, where the scores have limits.
func TestCounterexampleOfTheExhibit(t *testing.T) {
	_, ts := webtest.Serve(t)
	link := regexp.MustCompile(`href="(/counterexamples\?[^"]*)"`)
	for text, linked := range map[string]bool{
		"kind minimax minp 0 maxp 9 max[ 4 *[ min[ a: 3 b: 9 ] 9 ] ]": true,
		"kind minimax max[ 4 *[ min[ a: 3 b: 9 ] 9 ] ]":               false,
	} {
		_, page := webtest.Get(t, ts.URL+"/tree?"+url.Values{"algorithm": {"alphabeta-chance"}, "text": {text}}.Encode())
		m := link.FindStringSubmatch(string(page))
		if (m != nil) != linked {
			t.Errorf("%s: link %q", text, m)
		}
		if m == nil {
			continue
		}
		_, answer := webtest.Get(t, ts.URL+strings.ReplaceAll(m[1], "&amp;", "&"))
		if got := webtest.PageText(answer); !strings.Contains(got, "with b = ") {
			t.Errorf("%s: %s", m[1], got)
		}
	}
}
