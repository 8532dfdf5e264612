package figures

import (
	"slices"
	"strings"
	"testing"

	"espalier/trees"
)

// TestFiguresLoad reads every embedded document; a fault in one fails here
// with its place.
func TestFiguresLoad(t *testing.T) {
	l, err := readFigures()
	if err != nil {
		t.Fatal(err)
	}
	files, err := figureFiles.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(files), len(l.figures)+1; got != want {
		t.Errorf("%d documents in figures/, want %d: one a figure, and papers.json", got, want)
	}
	want := []string{"korf-1991", "sturtevant-korf-2000", "sturtevant-2003", "sturtevant-2005", "cmsc-474"}
	var got []string
	for _, p := range Papers() {
		got = append(got, p.Key)
		if p.Short == "" || p.Citation == "" || len(p.Figures) == 0 {
			t.Errorf("paper %s is incomplete: %+v", p.Key, p)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("papers %q, want %q", got, want)
	}
}

func everyFigure() (list []*Figure) {
	for _, f := range All() {
		list = append(list, f)
		list = append(list, f.Variants...)
	}
	return list
}

func TestFiguresAreComplete(t *testing.T) {
	kinds := []string{FigureTree, FigureGeneric, FigureTable, FigureSpace, FigureCode}
	for _, f := range everyFigure() {
		if g, ok := Find(f.ID); !ok || g != f {
			t.Errorf("FindFigure(%q) does not find it", f.ID)
		}
		if f.Paper == nil || f.Figure == "" || f.Title == "" || f.Illustrates == "" || len(f.Story) == 0 {
			t.Errorf("%s lacks a paper, a number, a title, a purpose or a story", f.ID)
		}
		if !slices.Contains(kinds, f.Kind) {
			t.Errorf("%s: kind %q, want one of %q", f.ID, f.Kind, kinds)
		}
		if (f.Tree != nil) != (f.Algorithm != "") {
			t.Errorf("%s: a figure with a tree, and no other, has an algorithm", f.ID)
		}
		if f.Kind == FigureTable && f.Tree == nil && f.Table == nil && f.Boards == nil {
			t.Errorf("%s is a table without one", f.ID)
		}
		if (f.Kind == FigureSpace) != (f.Space != nil) || (f.Kind == FigureCode) != (f.Code != nil) {
			t.Errorf("%s is a %s, but has space %v and code %v", f.ID, f.Kind, f.Space, f.Code)
		}
		if (f.Space != nil || f.Code != nil) && f.Tree == nil && f.Companion == nil {
			t.Errorf("%s has no tree to run on", f.ID)
		}
		if f.Table != nil {
			for _, row := range f.Table.Rows {
				if len(row) != len(f.Table.Columns) {
					t.Errorf("%s: row %q does not fit columns %q", f.ID, row, f.Table.Columns)
				}
			}
		}
	}
}

// TestFigureTexts checks that texts contain nothing that a page cannot show.
func TestFigureTexts(t *testing.T) {
	for _, f := range everyFigure() {
		texts := append([]string{f.Title, f.Caption, f.Illustrates, f.Undetermined}, f.Notes...)
		for _, s := range f.Story {
			texts = append(texts, s.Text)
			if s.Text == "" {
				t.Errorf("%s: a step without a text", f.ID)
			}
		}
		for _, text := range texts {
			for _, bad := range []string{">=", "<=", "verify", "OCR", "filler", "seed text", "corpora"} {
				if strings.Contains(text, bad) {
					t.Errorf("%s: %q is in %q", f.ID, bad, text)
				}
			}
		}
	}
}

// TestFigureTreesHaveValues checks that every leaf of a figure has a value and
// that names of nodes are unique.
func TestFigureTreesHaveValues(t *testing.T) {
	for _, f := range everyFigure() {
		if f.Tree == nil {
			continue
		}
		names := map[string]int{}
		for n := range f.Tree.Len() {
			name := f.Tree.Name(n)
			if m, ok := names[name]; ok {
				t.Errorf("%s: nodes %d and %d are both called %q", f.ID, m, n, name)
			}
			names[name] = n
			if _, ok := f.Tree.Value(n); f.Tree.IsLeaf(n) && f.Tree.Kind != trees.Path && !ok {
				t.Errorf("%s: leaf %s has no value", f.ID, name)
			}
		}
	}
}

// TestParametersFit checks that every setting of every slider gives a valid
// tree, and that the default is the value in the tree.
func TestParametersFit(t *testing.T) {
	generic := 0
	for _, f := range All() {
		for _, p := range f.Free {
			generic++
			if p.Step <= 0 || p.Min > p.Max {
				t.Fatalf("%s: parameter %s runs from %s to %s by %s", f.ID, p.Name, p.Min.In(trees.Unit), p.Max.In(trees.Unit), p.Step.In(trees.Unit))
			}
			for x := p.Min; x <= p.Max; x += p.Step {
				if _, err := f.Tree.WithValues(map[int]trees.Vector{p.Leaf: p.Value(f.Tree, x)}); err != nil {
					t.Errorf("%s: %s = %s: %v", f.ID, p.Name, x.In(trees.Unit), err)
				}
			}
			got, _ := f.Tree.Value(p.Leaf)
			if want := p.Value(f.Tree, p.Default); got[p.Player-1] != want[p.Player-1] {
				t.Errorf("%s: leaf %s gives player %d %s, but %s defaults to %s", f.ID, f.Tree.Name(p.Leaf), p.Player, got[p.Player-1].In(trees.Unit), p.Name, p.Default.In(trees.Unit))
			}
		}
	}
	if generic != 8 {
		t.Errorf("%d free values, want 8: one in Korf's Fig. 4, two in his Fig. 5 and in Fig. 3 of 2000, three in Fig. 5 of 2003", generic)
	}
}

// TestFigureFeatures checks the fields that pages act on.
func TestFigureFeatures(t *testing.T) {
	calculators := map[string]int{CalcReduction: 1, CalcLeafValueTest: 1, CalcTrick: 1, CalcDuality: 1, CalcGrowthFactors: 1}
	featured := 0
	for _, f := range everyFigure() {
		if f.Featured {
			featured++
		}
		if f.Calculator != "" {
			calculators[f.Calculator]--
		}
		if f.Table != nil && f.Table.View != ViewTable && f.Table.View != ViewTimeline {
			t.Errorf("%s: table view %q is unknown", f.ID, f.Table.View)
		}
		if e := f.CodeEvents; e != nil {
			for line, events := range e.Lines {
				if e.Algorithm == "" || line < 1 || line > len(f.Code) || len(events) == 0 {
					t.Errorf("%s: code_events of %q, line %d of %d: %q", f.ID, e.Algorithm, line, len(f.Code), events)
				}
			}
		}
	}
	if featured != 1 {
		t.Errorf("%d featured figures, want 1", featured)
	}
	for name, left := range calculators {
		if left != 0 {
			t.Errorf("calculator %q: %d figures without it, want each on one figure", name, left)
		}
	}
}

// TestLectureHasItsAuthor: the slides of the lecture are Hajiaghayi's.
func TestLectureHasItsAuthor(t *testing.T) {
	f, ok := Find("c474-alphabeta")
	if !ok || !strings.Contains(f.Paper.Citation, "Mohammad T. Hajiaghayi") || !strings.Contains(f.Paper.Citation, "28. Game-tree Search and Pruning Algorithms") {
		t.Errorf("the lecture is cited as %q", f.Paper.Citation)
	}
}
