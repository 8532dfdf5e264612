package play_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/play"
	"espalier/web/run"
	"espalier/web/webtest"
	"espalier/web/words"
)

var sentenceOf = regexp.MustCompile(`(?s)id="sentence".*?</p>`)

// TestQuizHidesLaterSteps checks that with ask=1 no figure's page contains anything
// about later steps.
func TestQuizHidesLaterSteps(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, f := range figures.All() {
		if f.Tree == nil {
			continue
		}
		_, page := webtest.Get(t, ts.URL+"/figures/"+f.ID+"?ask=1&step=0")
		body := string(page)
		for _, ahead := range []string{`class="cut"`, `id="verdict"`, `class="story"`, `class="frames"`, `id="sliders"`, `class="beside`, `class="compared"`, "step 0 of"} {
			if strings.Contains(body, ahead) {
				t.Errorf("/figures/%s?ask=1 holds %s", f.ID, ahead)
			}
		}
		if title := words.MaxN(f.Title); strings.Contains(body, "<h1>"+title) || strings.Contains(body, "<title>"+title) {
			t.Errorf("/figures/%s?ask=1 shows its title: %q", f.ID, title)
		}
		if said := sentenceOf.FindString(body); said == "" || strings.Contains(said, "wrong") || strings.Contains(said, "unsound") {
			t.Errorf("/figures/%s?ask=1 begins with %q", f.ID, said)
		}
		if !strings.Contains(body, `id="ask"`) || !strings.Contains(body, `name="ask" value="1" checked`) {
			t.Errorf("/figures/%s?ask=1 asks nothing", f.ID)
		}
	}
	_, plain := webtest.Get(t, ts.URL+"/figures/k1991-fig6?step=0")
	if !strings.Contains(string(plain), `id="verdict"`) || strings.Contains(string(plain), `id="ask"`) {
		t.Error("a page without ask=1 asks, or hides its verdict")
	}
	// The websocket says as much as the page.
	for ask, judged := range map[string]bool{"false": true, "true": false} {
		p := webtest.Dial(t, ts)
		p.Send("%s", strings.TrimSuffix(webtest.PageMessage("r", `{"figure":"k1991-fig6","algorithm":"deep"}`), "}")+`,"ask":`+ask+`}`)
		p.Steps("r")
		p.Send(`{"type":"details","id":"r","from":0,"to":1}`)
		if _, b, err := p.WS.ReadMessage(); err != nil || strings.Contains(string(b), "unsound") != judged {
			t.Errorf("with ask %s the first sentence is %s, %v", ask, b, err)
		}
	}
}

// certificatesOf runs a figure and returns the certificates of its steps.
func certificatesOf(t *testing.T, id, algorithm, query string) []*trace.Certificate {
	t.Helper()
	f, _ := figures.Find(id)
	o := run.OnFigure(f)
	q := map[string][]string{"algorithm": {algorithm}}
	if query != "" {
		q[query] = []string{"1"}
	}
	v, err := play.ParseView(o, q, play.View{Spec: run.FigureSpec(f)})
	if err != nil {
		t.Fatal(err)
	}
	of, err := o.Resolve(v.Spec)
	if err != nil {
		t.Fatal(err)
	}
	var list []*trace.Certificate
	var held [trees.MaxPlayers]trace.Bound
	with := of.Tree
	_, err = of.Run(t.Context(), func(e *trace.Event) {
		if e.Type == trace.Enter || e.Type == trace.Backup {
			held = e.Bounds
		}
		if c := trace.NewCertificate(with, e, &held); c != nil {
			list = append(list, c)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestCertificateWords(t *testing.T) {
	for _, c := range []struct{ figure, algorithm, option, want string }{
		{"k1991-fig6", "deep", "", "1 + 3 | 10 | ≥ 9, maxsum | 5 + 5 = 10 ≥ 9 | 0: 5 from b, 3: 5 from e"},
		{"sk2000-fig2", "shallow", "", "1 + 2 | 11 | ≥ 10, maxsum | 6 + 5 = 11 ≥ 10 | 0: 6 from f, 2: 5 from g"},
		{"sk2000-fig6", "bnb", "", "2 | 9 | ≥ 9 = h(2) at (a) | 9 ≥ 9 = h(2) | 1: 9 from e, 1:  | A tie: the heuristic allows"},
		{"c474-alpha-cutoff", "alphabeta", "", "α | 5 | ≥ 4, the most that s can be worth | α = 5 ≥ 4 | 3: 5 from b, 8: 4 from d | "},
		{"c474-beta-cutoff", "alphabeta", "", "β | 5 | ≤ 6, the least that s can be worth | β = 5 ≤ 6 | 3: 5 from b, 8: 6 from d | "},
		{"s2005-fig6", "speculative", "table", " |  |  | no outcome is left | 0: 5 from d, 2: 3 from e | A tie: an outcome"},
		{"s2003-fig6", "speculative", "", "1 + 2 + 3 | 10 | ≥ 10, maxsum | 5 + 3 + 2 = 10 ≥ 10 | 0: 5 from c, 2: 3 from d, 4: 2 from e | A tie: the sum equals the limit, so a value can at best equal the bounds. In a tie the leftmost child wins."},
		{"sk2000-fig1", "immediate", "", "A tie: another child can at best be equal. In a tie the leftmost child wins."},
		{"sk2000-fig5", "dfbnb", "", "least so far | 2 | ≤ 3, the least through (b) | 3 ≥ 2 | 4: h = 3, 0: 2 from (a) | "},
	} {
		var all []string
		for _, x := range certificatesOf(t, c.figure, c.algorithm, c.option) {
			var holders []string
			for _, h := range x.Holders {
				holders = append(holders, strconv.Itoa(h.Node)+": "+h.Text)
			}
			all = append(all, strings.Join([]string{x.Who, x.Sum, x.Limit, x.Short, strings.Join(holders, ", "), x.Tie}, " | "))
		}
		if got := strings.Join(all, "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%s with %s: certificates\n%s\nwant one with %q", c.figure, c.algorithm, got, c.want)
		}
	}
}

// TestQuizKnowsEveryRule checks that the page names each rule by which a run of any
// algorithm prunes, and that a cut before the first child happens only where the page
// says that it may.
func TestQuizKnowsEveryRule(t *testing.T) {
	seen := map[trace.Rule]bool{}
	for _, f := range figures.All() {
		if f.Tree == nil {
			continue
		}
		for _, a := range algorithms.All() {
			for _, o := range []engine.Options{{}, {AsPrinted: true}, {Table: true}, {Heuristic: true}, {Discrete: true}} {
				problem := engine.OnTree(f.Tree, 0)
				if a.Check(&problem, o) != nil {
					continue
				}
				rules, early, before := a.Rules(o), o.Heuristic, trace.Start
				for _, r := range rules {
					early = early || r.Quiz().Early
				}
				a.Run(t.Context(), problem, o, func(e *trace.Event) { // a run may end at a leaf of unknown value
					if e.Type == trace.Prune {
						seen[e.Rule] = true
						if !slices.Contains(rules, e.Rule) {
							t.Errorf("%s on %s prunes by %s, which its procedure does not name", a.ID, f.ID, e.Rule)
						}
						if before == trace.Enter && !early {
							t.Errorf("%s on %s prunes before the first child", a.ID, f.ID)
						}
					}
					before = e.Type
				})
			}
		}
	}
	if len(seen) < 10 {
		t.Errorf("only the rules %v pruned", seen)
	}
}
