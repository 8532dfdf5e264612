package play

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/treetest"
	"espalier/web/run"
	"espalier/web/words"
)

// TestSliderCondition checks that the figure's algorithm prunes if and only if the
// condition of the sliders holds.
func TestSliderCondition(t *testing.T) {
	for _, f := range figures.All() {
		if len(f.Free) == 0 {
			continue
		}
		a, _ := algorithms.Find(f.Algorithm)
		var try func(i int, q url.Values)
		held, tried := 0, 0
		try = func(i int, q url.Values) {
			if i < len(f.Free) {
				for x := f.Free[i].Min; x <= f.Free[i].Max; x += f.Free[i].Step {
					next := url.Values{}
					for k, v := range q {
						next[k] = v
					}
					next.Set(SliderKey(&f.Free[i]), x.In(trees.Unit).String())
					try(i+1, next)
				}
				return
			}
			asked := q.Encode()
			panel, err := TakeSliders(f, q)
			if err != nil {
				t.Fatalf("%s?%s: %v", f.ID, asked, err)
			}
			v, err := ParseView(run.OnFigure(f), q, View{Spec: run.FigureSpec(f)})
			if err != nil {
				t.Fatalf("%s?%s: %v", f.ID, asked, err)
			}
			tree, err := f.Tree.WithValues(v.Values.Map())
			if err != nil {
				t.Fatalf("%s?%s: %v", f.ID, asked, err)
			}
			cuts := 0
			if _, err := a.Run(context.Background(), engine.OnTree(tree, 0), v.Options, func(e *trace.Event) {
				if e.Type == trace.Prune {
					cuts++
				}
			}); err != nil {
				t.Fatal(err)
			}
			if (cuts > 0) != panel.Holds {
				t.Errorf("%s?%s: %s makes %d cuts, and the page says %q, holds %v", f.ID, asked, a.ID, cuts, panel.Formula, panel.Holds)
			}
			tried++
			if panel.Holds {
				held++
			}
		}
		try(0, url.Values{})
		if held == 0 || held == tried {
			t.Errorf("%s: the condition holds for %d of %d values: the test shows nothing", f.ID, held, tried)
		}
	}
}

// TestListings checks that every event of a listing's line belongs to a line of the
// engine's pseudo-code.
func TestListings(t *testing.T) {
	checked := 0
	for _, f := range figures.All() {
		if f.CodeEvents == nil {
			continue
		}
		checked++
		a, ok := algorithms.Find(f.CodeEvents.Algorithm)
		if !ok {
			t.Fatalf("%s: there is no algorithm %s", f.ID, f.CodeEvents.Algorithm)
		}
		for line, events := range f.CodeEvents.Lines {
			if line > len(f.Code) {
				t.Errorf("%s has no line %d", f.ID, line)
			}
			for _, e := range events {
				code := a.CodeOf(engine.Options{})
				if a.Printed != nil {
					code = slices.Concat(code, a.Printed.Code())
				}
				if len(engineLines(code, []string{e})) == 0 {
					t.Errorf("%s, line %d: %s has no line for %s", f.ID, line, a.ID, e)
				}
			}
		}
	}
	if checked == 0 {
		t.Error("no figure relates a listing to events")
	}
}

func TestComparisonHasConfigs(t *testing.T) {
	tree, err := trees.ReadText(`players 3 maxsum 9 delta 1 1{low (0,0,0) up (9,9,9)}[ (5,2,2) 2[ (2,2,5) (1,1,7) ] ]`)
	if err != nil {
		t.Fatal(err)
	}
	can, cannot := compare.ConfigsOn(tree, 0)
	var got []string
	for _, v := range can {
		got = append(got, words.ConfigName(v))
	}
	for _, want := range []string{"Paranoid (with heuristic)", "Speculative (with δ)", "Speculative (with table)", "Speculative (as printed)"} {
		if !slices.Contains(got, want) {
			t.Errorf("configs = %q, want %q among them", got, want)
		}
	}
	for _, c := range cannot {
		if c.Message == "" {
			t.Errorf("%s is refused without a reason", c.Algorithm.ID)
		}
	}
	if !slices.ContainsFunc(cannot, func(c compare.RefusedRun) bool { return c.Algorithm.ID == "dfbnb" }) {
		t.Error("dfbnb is not refused on a tree without costs")
	}
}

func BenchmarkCompare(b *testing.B) {
	tree := treetest.ThousandNodes(b)
	can, _ := compare.ConfigsOn(tree, 0)
	b.ReportMetric(float64(tree.Len()), "nodes")
	b.ReportMetric(float64(len(can)), "runs")
	for b.Loop() {
		if _, err := compare.All(context.Background(), tree, can, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func TestReferenceOfPathTrees(t *testing.T) {
	tree, err := trees.ReadText(`kind path [ +1 [ +2 . +4 . ] +3 . ]`)
	if err != nil {
		t.Fatal(err)
	}
	can, _ := compare.ConfigsOn(tree, 0)
	runs, err := compare.All(context.Background(), tree, can, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, known := compare.TruthAmong(tree, runs); !known || got != trees.Points(3) {
		t.Errorf("truth = %v, %t, want 3", got, known)
	}
	var stats trace.Stats
	stats.Prunes[trace.Shallow], stats.Prunes[trace.Immediate] = 1200, 1
	if got := prunesInWords(&stats); got != "immediate 1, shallow 1,200" {
		t.Errorf("prunesInWords = %q", got)
	}
}

func TestVerdictNamesEveryUnsoundRun(t *testing.T) {
	for _, f := range figures.All() {
		a, ok := algorithms.Find(f.Algorithm)
		if f.Tree == nil || !ok {
			continue
		}
		v := View{Spec: run.FigureSpec(f), Step: 1 << 30, HasStep: true}
		p := NewPage(context.Background(), Place{Path: "/"}, run.OnFigure(f), v)
		if p.Verdict == nil {
			t.Errorf("%s: no verdict", f.ID)
			continue
		}
		if a.Sound && !v.Options.AsPrinted && !p.Verdict.Agrees {
			t.Errorf("%s: %s is sound, and the verdict says that it is wrong", f.ID, a.ID)
		}
		if !p.Verdict.Agrees && (len(p.Verdict.Parts) == 0 || len(p.Verdict.Why) == 0) {
			t.Errorf("%s: the verdict does not show where they differ", f.ID)
		}
	}
}

// TestRegionsOfARun checks that the page of an unsound run draws the pruned leaves
// that decide the result.
func TestRegionsOfARun(t *testing.T) {
	for id, want := range map[string][]string{"k1991-fig6": {"f"}, "sk2000-fig6": {"i"}, "sk2000-fig2": {"(d)"}, "k1991-fig3": nil} {
		f, _ := figures.Find(id)
		v := View{Spec: run.FigureSpec(f)}
		v.Algorithm, _ = algorithms.Find("deep")
		if id == "sk2000-fig6" {
			v.Algorithm, _ = algorithms.Find("deep-bnb")
		}
		// A busy machine may not draw all regions within regionTime, so a page is made anew then.
		var got []string
		for range 50 {
			got = nil
			for _, g := range NewPage(t.Context(), Place{Path: "/"}, run.OnFigure(f), v).Regions {
				got = append(got, g.Leaf)
			}
			if len(got) >= len(want) {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: regions of %v, want %v", id, got, want)
		}
	}
}

// The verdict of alpha-beta names the value that it was compared with, the minimax value.
func TestVerdictNamesItsReference(t *testing.T) {
	tree, err := trees.ReadText("players 2 maxsum 10 1[ (1,0) 2[ (3,0) (4,5) ] ]")
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"alphabeta": "Minimax (3, 0)", "shallow": "Maxⁿ (4, 5)"} {
		a, _ := algorithms.Find(id)
		of := run.OnTree(tree).With(engine.AlgorithmConfig{Algorithm: a})
		res, err := of.Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		v := NewVerdict(t.Context(), of, &res, NewWatcher(of, 0, false))
		if got := v.ReferenceName + " " + v.ReferenceValue; got != want || !v.Agrees {
			t.Errorf("%s is compared with %s (agrees: %t), want %s", id, got, v.Agrees, want)
		}
	}
}

// TestVerdicts: what a page says of a result follows from the reference of the algorithm and
// from its soundness, whatever its name is.
func TestVerdicts(t *testing.T) {
	tree := treetest.Figure(t, "k1991-fig6")
	named := &engine.Reference{Name: "the oracle", Agreement: "The oracle agrees."}
	for _, c := range []struct {
		reference *engine.Reference
		sound     bool
		agrees    bool
		name, why string
	}{
		{named, true, true, "the oracle", "The oracle agrees."},
		{named, false, true, "the oracle", "The values agree on this tree. On others they differ."},
		{named, false, false, "the oracle", "The values differ."},
		{algorithms.Plain.Reference, true, true, "Maxⁿ", "The values agree."},
		{algorithms.Plain.Reference, false, true, "Maxⁿ", "The values agree on this tree. On others they differ."},
	} {
		a := &engine.Algorithm{ID: "new", Name: "New", Sound: c.sound, Reference: c.reference}
		of := run.OnFigure(tree).With(engine.AlgorithmConfig{Algorithm: a})
		v := NewVerdict(t.Context(), of, &engine.Result{Width: 3, Reference: &trace.Reference{Agrees: c.agrees}}, NewWatcher(of, 0, false))
		if v.ReferenceName != c.name || v.Why.String() != c.why || v.Agrees != c.agrees {
			t.Errorf("%+v: %q, %q, %t", c, v.ReferenceName, v.Why, v.Agrees)
		}
	}
}

// TestSlidersInFractions checks that a letter can be a fraction, in the address, in the value of its
// leaf and in the condition.
func TestSlidersInFractions(t *testing.T) {
	f, _ := figures.Find("k1991-fig5")
	for _, c := range []struct{ x, y, v1, formula, off, wrong string }{
		{"1/3", "26/3", "1/3,26/3", "x + y = 1/3 + 26/3 = 9 ≥ 9", "1/3", ""},
		{"1/3", "8", "1/3,26/3", "x + y = 1/3 + 8 = 25/3 < 9", "1/3", ""},
		{"0.5", "7", "0.5,8.5", "x + y = 0.5 + 7 = 7.5 < 9", "0.5", ""},
		{"−1/3", "7", "", "x + y = 3 + 7 = 10 ≥ 9", "", "x: \"−1/3\" is not a score from 0 to 9, which x can be"},
		{"28/3", "7", "", "x + y = 3 + 7 = 10 ≥ 9", "", "x: \"28/3\" is not a score from 0 to 9, which x can be"},
		{"1/4611686018427387847", "7", "", "x + y = 3 + 7 = 10 ≥ 9", "", "use a simpler fraction"},
		{"1/4611686018427", "7", "", "x + y = 3 + 7 = 10 ≥ 9", "", "use simpler fractions"},
	} {
		q := url.Values{"x": {c.x}, "y": {c.y}}
		panel, err := TakeSliders(f, q)
		if said := fmt.Sprint(err); c.wrong == "" && err != nil || !strings.Contains(said, c.wrong) {
			t.Errorf("x = %s: %v, want %q", c.x, err, c.wrong)
		}
		leaf := q.Get(fmt.Sprintf("v%d", f.Free[0].Leaf))
		if panel.Formula != c.formula || !strings.HasPrefix(leaf, c.v1) || panel.Rows[0].Off != c.off {
			t.Errorf("x = %s, y = %s: %q, the leaf is %q, off the steps %q; want %q, %q and %q", c.x, c.y, panel.Formula, leaf, panel.Rows[0].Off, c.formula, c.v1, c.off)
		}
		if _, err := ParseView(run.OnFigure(f), q, View{Spec: run.FigureSpec(f)}); err != nil {
			t.Errorf("x = %s: %v", c.x, err)
		}
	}
}
