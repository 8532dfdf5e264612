package web

import (
	"context"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/search"
	"espalier/trees"
)

// text is what a page shows, without its marks.
func text(page []byte) string {
	plain := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(page), "")
	return html.UnescapeString(strings.Join(strings.Fields(plain), " "))
}

func TestNotationPageExamplesAreRead(t *testing.T) {
	for _, e := range notationExamples {
		if _, err := trees.ReadText(e.Text); err != nil {
			t.Errorf("ReadText(%q) = %v", e.Text, err)
		}
	}
	if _, err := trees.ReadJSON([]byte(notationJSON)); err != nil {
		t.Errorf("the JSON example: %v", err)
	}
	for _, leaf := range []string{"(3,0,6) of (2,3,4)|(3,0,6)", "? of (2,3,4)|(3,0,6)", "only (2,3,4)", "(2,3,4) chosen"} {
		if _, err := trees.ReadText("players 3 1[" + leaf + "]"); err != nil {
			t.Errorf("a leaf %q: %v", leaf, err)
		}
	}
	if _, err := trees.ReadText("kind minimax max[max 5]"); err != nil {
		t.Error(err)
	}
}

func TestAPIPageExamplesAnswer(t *testing.T) {
	_, ts := keep(t)
	for _, e := range apiExamples {
		parts := regexp.MustCompile(`^curl localhost:8080(\S+) -d '(.*)'$`).FindStringSubmatch(e.Command)
		if parts == nil {
			t.Errorf("%q is not a command that this test understands", e.Command)
			continue
		}
		resp, body := post(t, ts.URL+parts[1], parts[2])
		want := http.StatusOK
		if parts[1] == "/api/v1/trees" {
			want = http.StatusCreated
		}
		if resp.StatusCode != want {
			t.Errorf("%s = %d, want %d: %s", e.Command, resp.StatusCode, want, body)
		}
	}
}

func TestEveryFigurePage(t *testing.T) {
	_, ts := serve(t)
	for _, f := range trees.Figures() {
		resp, body := get(t, ts.URL+"/figures/"+f.ID)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("/figures/%s = %d", f.ID, resp.StatusCode)
		}
		if !strings.Contains(text(body), setPower(f.Title)) {
			t.Errorf("/figures/%s does not name its title %q", f.ID, f.Title)
		}
		if f.Tree != nil && !strings.Contains(string(body), `<svg class="tree"`) {
			t.Errorf("/figures/%s has no tree before any script runs", f.ID)
		}
		if strings.Contains(string(body), "%!") {
			t.Errorf("/figures/%s has a broken format", f.ID)
		}
	}
}

func TestFigurePageAtAStep(t *testing.T) {
	_, ts := serve(t)
	_, page := get(t, ts.URL+"/figures/k1991-fig6?algorithm=deep&step=12")
	for _, want := range []string{"step 12 of 22", "Player 1 already has 5 at a", "1 + 3"} {
		if !strings.Contains(text(page), want) {
			t.Errorf("step 12 of deep pruning on Fig. 6 does not say %q", want)
		}
	}
	if !strings.Contains(string(page), `id="verdict" class="verdict wrong" hidden`) {
		t.Error("the verdict is not hidden before the last step")
	}
	_, last := get(t, ts.URL+"/figures/k1991-fig6?algorithm=deep&step=22")
	if !strings.Contains(text(last), "They part at d: with f, which was cut, d is worth (3, 0, 6).") {
		t.Error("the last step does not say where deep pruning and max^n part")
	}
}

func TestWrongAddressOfAFigure(t *testing.T) {
	_, ts := serve(t)
	for query, want := range map[string]string{
		"algorithm=deeper":                 "there is no algorithm \"deeper\"",
		"step=-1":                          "\"-1\" is not a whole number of 0 or more",
		"step=99":                          "There is no step 99: this run ends with step 22",
		"v4=1,2":                           "v4",
		"v99=1,2,3":                        "there is no node 99",
		"v4=9,9,9":                         "more than maxsum",
		"colour=red":                       "there is no such parameter",
		"algorithm=minimax":                "minimax",
		"open=77":                          "is not a node of this tree",
		"algorithm=deep&algorithm=shallow": "",
	} {
		resp, page := get(t, ts.URL+"/figures/k1991-fig6?"+query)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("?%s = %d", query, resp.StatusCode)
		}
		if !strings.Contains(text(page), want) {
			t.Errorf("?%s does not say %q", query, want)
		}
		if !strings.Contains(string(page), `<svg class="tree"`) {
			t.Errorf("?%s leaves the page without its tree", query)
		}
	}
	if resp, _ := get(t, ts.URL+"/figures/none"); resp.StatusCode != http.StatusNotFound {
		t.Errorf("/figures/none = %d, want 404", resp.StatusCode)
	}
}

// The body of a page's run must be one that the server takes.
func TestRequestOfAPage(t *testing.T) {
	f, _ := trees.FindFigure("k1991-fig6")
	v := figureRun(f)
	v.Values = map[int]trees.Vector{5: trees.Points(2, 3, 4)}
	with, err := f.Tree.WithValues(v.Values)
	if err != nil {
		t.Fatal(err)
	}
	_, ts := serve(t)
	resp, body := post(t, ts.URL+"/api/v1/solve", requestOf(with, v))
	var result struct{ Value []float64 }
	if err := json.Unmarshal(body, &result); err != nil || resp.StatusCode != http.StatusOK || result.Value[0] != 5 {
		t.Errorf("solve = %d %s, want (5,2,2)", resp.StatusCode, body)
	}
}

func TestVerdictNamesEveryUnsoundRun(t *testing.T) {
	for _, f := range trees.Figures() {
		a, ok := search.Find(f.Algorithm)
		if f.Tree == nil || !ok {
			continue
		}
		v := figureRun(f)
		v.Step, v.HasStep = 1<<30, true
		with, err := f.Tree.WithValues(v.Values)
		if err != nil {
			t.Fatal(err)
		}
		p := newRunPage(context.Background(), "/", with, v)
		if p.Verdict == nil {
			t.Errorf("%s: no verdict", f.ID)
			continue
		}
		if a.Sound && !v.Options.AsPrinted && !p.Verdict.Agrees {
			t.Errorf("%s: %s is sound, and the verdict says that it is wrong", f.ID, a.ID)
		}
		if !p.Verdict.Agrees && (len(p.Verdict.Parts) == 0 || len(p.Verdict.Why) == 0) {
			t.Errorf("%s: the verdict does not say where they part", f.ID)
		}
	}
}

func TestTreePage(t *testing.T) {
	_, ts := serve(t)
	for notation, want := range map[string]string{
		"":                                 "A tree of your own",
		"players 3 maxsum 9 1[(5,2,2)]":    "step 0 of",
		"players 3 1[(1,2)]":               "line 1, column 13, root.children[0]: there are 2 scores in the brackets; this tree has 3 players, so there must be 3",
		strings.Repeat("#", maxLinkText+1): "an address holds at most 6,000",
		`players 1 title "<script>" 1["<b>": (1)]`: "<script>",
	} {
		_, page := get(t, ts.URL+"/tree?text="+url.QueryEscape(notation))
		if !strings.Contains(text(page), want) {
			t.Errorf("/tree?text=%.40s does not say %q", notation, want)
		}
		if strings.Contains(string(page), "<script>") {
			t.Errorf("/tree?text=%.40s lets markup through", notation)
		}
	}
}

// Of the leaves that an unsound run cut, the page draws those that decide.
func TestRegionsOfARun(t *testing.T) {
	for id, want := range map[string][]string{"k1991-fig6": {"f"}, "sk2000-fig6": {"(c).1"}, "sk2000-fig2": {"(d)"}, "k1991-fig3": nil} {
		f, _ := trees.FindFigure(id)
		v := figureRun(f)
		v.Algorithm, _ = search.Find("deep")
		if id == "sk2000-fig6" {
			v.Algorithm, _ = search.Find("deep-bnb")
		}
		p := newRunPage(t.Context(), "/", f.Tree, v)
		var got []string
		for _, g := range p.Regions {
			got = append(got, g.Leaf)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: regions of %v, want %v", id, got, want)
		}
	}
}

// TestLegendOfRings: whose value a ring marks depends on whose tree it is, and
// nothing is said of rings where there is none.
func TestLegendOfRings(t *testing.T) {
	_, ts := serve(t)
	const figures, own = "is ours: the text that the figure comes with", "was chosen by whoever made the tree"
	for _, c := range []struct {
		address, says, saysNot string
	}{
		{"/figures/k1991-fig5", figures, own},
		{"/tree?text=" + url.QueryEscape("players 1 1[ (3) chosen (2) ]"), own, figures},
		{"/tree?text=" + url.QueryEscape("players 1 1[ (3) (2) ]"), "", "with a ring"},
	} {
		_, page := get(t, ts.URL+c.address)
		if says := text(page); !strings.Contains(says, c.says) || strings.Contains(says, c.saysNot) {
			t.Errorf("%s does not say %q, or says %q", c.address, c.says, c.saysNot)
		}
	}
}
