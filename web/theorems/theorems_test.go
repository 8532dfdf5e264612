package theorems

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/markdown"
)

var (
	actions = regexp.MustCompile(`\{\{[^}]*\}\}`)
	names   = regexp.MustCompile(`[Pp]layer\s[1-8]\b|Star[12]\b|(?:Theorem|Lemma) [1-3]\b|\((?:see )?(?:Korf|Sturtevant|CMSC)[^)]*\)`)
	// formulas are numbers that stand for every tree.
	formulas = regexp.MustCompile(`\b[bdhn] − [1-3]\b|b\^\(d/2\)|b\^⌈d/2⌉ \+ b\^⌊d/2⌋ − 1|\(1 − q\)|\(1 \+ √\(4b − 3\)\) / 2|2·maxp|b² \+|/ 2\b`)
	digit    = regexp.MustCompile(`.{0,20}\d.{0,20}`)
)

// maxWords bounds the text of an argument, as that of a chapter.
const maxWords = 600

// TestTexts checks that every number in an argument is computed, that the nodes it names
// are there, and that a theorem has what its page needs.
func TestTexts(t *testing.T) {
	ids := map[string]bool{}
	for _, th := range all() {
		if ids[th.ID] || th.Statement == "" || th.Where == "" || th.Idea == "" || th.Source == "" || !strings.HasPrefix(th.Where, th.Paper) {
			t.Errorf("%s: the id is there twice, or something is missing", th.ID)
		}
		ids[th.ID] = true
		if (th.Claim == nil) != (th.Untried != "") || th.Claim == nil && th.Measure == nil && th.Sampled == nil || th.Measure != nil && th.Sampled != nil {
			t.Errorf("%s has no claim to try and does not say why it is measured, or has both", th.ID)
		}
		if len(th.FigureLinks()) != len(th.Figures) {
			t.Errorf("%s: one of the figures %v is not there", th.ID, th.Figures)
		}
		words := 0
		for i := range th.Scenes {
			s := &th.Scenes[i]
			if found := digit.FindString(formulas.ReplaceAllString(names.ReplaceAllString(actions.ReplaceAllString(s.Text, ""), ""), "")); found != "" {
				t.Errorf("%s, scene %d: %q has a number that no engine has computed", th.ID, i+1, found)
			}
			text := th.Text(s.Note()).Plain()
			words += len(strings.Fields(text))
			if strings.Contains(text, "<no value>") || strings.Contains(strings.ReplaceAll(text, "SSS*", ""), "*") {
				t.Errorf("%s, scene %d: %s", th.ID, i+1, text)
			}
			if _, name, found := strings.Cut(th.Text(s.Note()).HTML(), "<i>"); found {
				t.Errorf("%s, scene %d: there is no node %.20q", th.ID, i+1, name)
			}
		}
		if words > maxWords || words < 100 {
			t.Errorf("%s has %d words, want 100 to %d", th.ID, words, maxWords)
		}
	}
}

// TestEnough checks that the trees tried by the end of the time are the result.
func TestEnough(t *testing.T) {
	defer func(before time.Duration) { watchTime = before }(watchTime)
	watchTime = 100 * time.Millisecond
	core := app.NewCore(app.Config{})
	routes := chi.NewRouter()
	routes.Get("/{id}/tries", core.In(app.AsProblem)(Handlers{core}.ServeTries))
	w := httptest.NewRecorder()
	routes.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/general-bound/tries?seed=1", nil))
	lines := strings.Split(strings.TrimSpace(w.Body.String()), "\n")
	if last := lines[len(lines)-1]; !regexp.MustCompile(`^\{"tries":\d+,"failed":false,"markup":".*random trees tried, and no failure found\.`).MatchString(last) || strings.Contains(last, "1,000,000") {
		t.Errorf("the last line is %s", last)
	}
}

// TestNegativeScores checks that a negative score in an explanation has a minus, as in the tree.
func TestNegativeScores(t *testing.T) {
	text := markdown.NewText("Alpha-beta returns (10, -1, 0), and -2.", nil).HTML()
	if want := "Alpha-beta returns (10,\u00a0−1,\u00a00), and −2."; text != want {
		t.Errorf("%q, want %q", text, want)
	}
}

// TestMorePlayers checks what the page for four players shows: e has no value although
// nothing was cut there, it is searched again, and the value is right.
func TestMorePlayers(t *testing.T) {
	tree, err := trees.ReadText(morePlayers.Tree)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := algorithms.Find("speculative")
	var cut, empty, again []string
	res, err := a.Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
		switch {
		case e.Type == trace.Prune:
			cut = append(cut, tree.Name(int(e.Node)))
		case e.Type == trace.Exit && !e.HasValue:
			empty = append(empty, tree.Name(int(e.Node)))
		case e.Type == trace.Research:
			again = append(again, tree.Name(int(e.Child)))
		}
	})
	if err != nil || !res.Reference.Agrees || !slices.Equal(cut, []string{"g"}) || !slices.Equal(empty, []string{"g", "e"}) || !slices.Equal(again, []string{"e"}) {
		t.Errorf("cut at %v, no value at %v, searched again: %v, agrees: %t, %v", cut, empty, again, res.Reference.Agrees, err)
	}
}
