package draw

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/layout"
	"espalier/trees/treetest"
	"espalier/web/words"
)

// runs calls each for every figure that has a tree, with the algorithm and the
// options of the figure. The algorithm is nil if the figure has none.
func runs(t *testing.T, each func(f *figures.Figure, tree *trees.Tree, run engine.AlgorithmConfig)) {
	t.Helper()
	count := 0
	for _, f := range figures.All() {
		if f.Tree == nil {
			continue
		}
		a, _ := algorithms.Find(f.Algorithm)
		each(f, ownTreeOf(t, f), engine.AlgorithmConfig{Algorithm: a, Options: papers.FigureRunOptions(f.Options)})
		count++
	}
	if count < 30 {
		t.Fatalf("%d figures have a tree, want 30 and more", count)
	}
}

// ownTreeOf returns the tree of a figure with the values of the figure's own run.
func ownTreeOf(t *testing.T, f *figures.Figure) *trees.Tree {
	t.Helper()
	tree, err := f.Tree.WithValues(f.Values)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// stateAt returns the state of a run at a step (-1: the last step) and the
// certificates to show at it.
func stateAt(t *testing.T, tree *trees.Tree, run engine.AlgorithmConfig, step int) (*trace.Fold, trace.Reasons) {
	t.Helper()
	s, err := engine.SnapshotAt(t.Context(), tree, run, step)
	if err != nil {
		t.Fatalf("%s: %v", run.Algorithm.ID, err)
	}
	return s.Fold, s.Reasons
}

func TestPicturesAreWellFormedAtEveryStep(t *testing.T) {
	runs(t, func(f *figures.Figure, tree *trees.Tree, v engine.AlgorithmConfig) {
		fold := trace.NewFold(tree, nil)
		look := func(step int) {
			ids := treetest.WellFormed(t, fmt.Sprintf("%s at step %d", f.ID, step), FigurePicture(tree, fold, trace.Reasons{}, nil, &Themes[0]))
			for n := range tree.Len() {
				for _, kind := range "nek" {
					id := string(kind) + strconv.Itoa(n)
					if !ids[id] && (n > 0 || kind == 'n') {
						t.Fatalf("%s at step %d has no #%s", f.ID, step, id)
					}
				}
			}
		}
		look(-1)
		if v.Algorithm == nil {
			return
		}
		v.Algorithm.Run(context.Background(), engine.OnTree(tree, 0), v.Options, func(e *trace.Event) {
			fold.Apply(e, nil)
			look(e.Seq)
		})
		treetest.WellFormed(t, f.ID+" small", SmallPicture(tree, fold))
	})
}

func TestLabelsAreEscaped(t *testing.T) {
	b := trees.NewBuilder(trees.Header{Kind: trees.Minimax, Title: `"><script>alert(1)</script>`})
	one := trees.Points(1)
	b.Open(trees.Node{Player: 1, Label: "<script>alert('a')</script>"})
	b.Open(trees.Node{Value: &one, Label: "a\x00\x1b]]>&amp;\uffff\""})
	b.Close()
	b.Close()
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	svg := FigurePicture(tree, trace.NewFold(tree, nil), trace.Reasons{}, nil, &Themes[0])
	treetest.WellFormed(t, "the picture", svg)
	if bytes.Contains(svg, []byte("<script")) {
		t.Errorf("the picture has a script element: %s", svg)
	}
	for _, want := range []string{"&lt;script&gt;aler", "]]&gt;&amp;amp;"} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("the picture does not show %q", want)
		}
	}
}

// TestNothingOverlaps compares the area that each node can need during playback
// with the areas of all other nodes.
func TestNothingOverlaps(t *testing.T) {
	type rectangle struct {
		left, right, top, bottom float64
		node                     int32
	}
	runs(t, func(f *figures.Figure, tree *trees.Tree, _ engine.AlgorithmConfig) {
		d := NewDrawing(tree, false)
		beside, costs := boundSpace(tree), pathCosts(tree)
		var placed []rectangle
		for i, p := range d.Places {
			left, right := d.size(i, int(d.shown.Node[i]), costs, beside, false)
			r := rectangle{p.x - left, p.x + right, p.y - p.top, p.y + p.bottom, d.shown.Node[i]}
			if r.left < 0 || r.right > d.Width || r.top < 0 || r.bottom > d.height {
				t.Errorf("%s: node %d takes [%.0f, %.0f] × [%.0f, %.0f], outside of the picture, %.0f × %.0f", f.ID, r.node, r.left, r.right, r.top, r.bottom, d.Width, d.height)
			}
			for _, o := range placed {
				if r.left < o.right && o.left < r.right && r.top < o.bottom && o.top < r.bottom {
					t.Errorf("%s: nodes %d and %d overlap", f.ID, o.node, r.node)
				}
			}
			placed = append(placed, r)
		}
	})
}

// TestTextFitsPlacement checks that no text beside a node is wider than the space
// that the drawing reserves for it.
func TestTextFitsPlacement(t *testing.T) {
	runs(t, func(f *figures.Figure, tree *trees.Tree, v engine.AlgorithmConfig) {
		if v.Algorithm == nil {
			return
		}
		available := boundSpace(tree)
		fold := trace.NewFold(tree, nil)
		v.Algorithm.Run(context.Background(), engine.OnTree(tree, 0), v.Options, func(e *trace.Event) {
			fold.Apply(e, func(node int, s trace.NodeState) {
				if w := TextWidth(s.Text, boundSize, boundFace(s)); !tree.IsLeaf(node) && w > available {
					t.Errorf("%s, step %d: %q at node %d is %.0f wide, want at most %.0f", f.ID, e.Seq, s.Text, node, w, available)
				}
			})
		})
	})
}

// openAt returns the links of a page whose address ends with the node to open.
func openAt(address string) Links {
	return func(node int) string { return address + strconv.Itoa(node) }
}

func TestLargePictureCompressesWell(t *testing.T) {
	tree := treetest.WideTree(t, 1_200)
	fold := trace.NewFold(tree, nil)
	a, _ := algorithms.Find("shallow")
	if _, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) { fold.Apply(e, nil) }); err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := LivePicture(tree, layout.Select(tree), fold, trace.Reasons{}, nil, openAt("/trees/x?open=")).Render(context.Background(), &page); err != nil {
		t.Fatal(err)
	}
	nodes := bytes.Count(page.Bytes(), []byte(`<g id="n`)) + bytes.Count(page.Bytes(), []byte(`class="node`))
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write(page.Bytes())
	z.Close()
	t.Logf("%d nodes: %d bytes, %d compressed", nodes, page.Len(), zipped.Len())
	const most = 45 << 10
	if zipped.Len() > most {
		t.Errorf("the picture has %d bytes compressed, want at most %d", zipped.Len(), most)
	}
	if nodes < 900 {
		t.Errorf("%d nodes are drawn, want nearly %d", nodes, layout.MaxDrawn)
	}
	treetest.WellFormed(t, "the picture", page.Bytes())
}

// TestLargeTreeHasCollapsedSubtrees checks that a tree that is too large for a
// picture is drawn with collapsed subtrees. Each shows its number of nodes and is
// a link that opens the subtree.
func TestLargeTreeHasCollapsedSubtrees(t *testing.T) {
	tree := treetest.WideTree(t, 5_000)
	fold := trace.NewFold(tree, nil)
	var page bytes.Buffer
	if err := LivePicture(tree, layout.Select(tree, 3), fold, trace.Reasons{}, nil, openAt("/trees/x?open=3&open=")).Render(context.Background(), &page); err != nil {
		t.Fatal(err)
	}
	treetest.WellFormed(t, "the picture", page.Bytes())
	hidden := 0
	for i, h := range layout.Select(tree, 3).Hidden {
		if h == 0 {
			continue
		}
		hidden++
		node := layout.Select(tree, 3).Node[i]
		if want := fmt.Sprintf("/trees/x?open=3&amp;open=%d", node); !bytes.Contains(page.Bytes(), []byte(want)) {
			t.Fatalf("the picture has no link %s", want)
		}
		if want := words.CountNodes(int(h)); !bytes.Contains(page.Bytes(), []byte(">"+want+"<")) {
			t.Fatalf("the picture does not contain %q", want)
		}
	}
	if hidden == 0 {
		t.Errorf("a tree of %d nodes is drawn without collapsed subtrees", tree.Len())
	}
	// No edge is painted over the count of a subtree that it passes.
	around := NextPicture(tree, layout.SelectAround(tree, &layout.Focus{At: tree.Len() / 2}))
	if edge, node := bytes.LastIndex(around, []byte(`class="edge`)), bytes.Index(around, []byte(`class="node`)); edge < 0 || edge > node {
		t.Errorf("around a node, the last edge is at byte %d and the first node at byte %d", edge, node)
	}
	if count := regexp.MustCompile(`<text class="count"[^>]*>`).Find(around); !bytes.Contains(count, []byte(`paint-order="stroke"`)) {
		t.Errorf("a count has no outline: %s", count)
	}
}

// TestMarkedLeafLeavesItsLabelFree checks that the outline of a leaf at work ends
// well before the label beside it.
func TestMarkedLeafLeavesItsLabelFree(t *testing.T) {
	for _, th := range Themes {
		if free := labelGap - th.Weight; free < 5 { // the outline is 2 weights wide, one of them outside
			t.Errorf("%s: %v units between the outline of a leaf and its label, want 5", th.Name, free)
		}
	}
}

// TestColumnPicturesAreNarrow checks that a picture in a column has its texts larger
// at the same width.
func TestColumnPicturesAreNarrow(t *testing.T) {
	f, _ := figures.Find("k1991-fig6")
	tree := ownTreeOf(t, f)
	wide, column := DrawingOf(tree, layout.Select(tree), false), drawingOf(tree, layout.Select(tree), false, columnShape)
	if column.Width > 0.8*wide.Width || column.height < 0.95*column.Width {
		t.Errorf("a picture of %v × %v in a column, %v × %v alone", column.Width, column.height, wide.Width, wide.height)
	}
}

// TestManyBoundsTakeTwoLines checks that a node with many heuristic bounds takes half of
// the width of their text, in every sort of picture, and that nothing overlaps it.
func TestManyBoundsTakeTwoLines(t *testing.T) {
	tree, err := trees.ReadText("players 3 maxsum 16 root: 1[ (7,6,3) many: 2{low (1,2,2) up (8,8,10)}[ (4,3,9) (5,3,8) ] few: 3{up (16,8,10)}[ (4,3,9) (5,3,8) ] ]")
	if err != nil {
		t.Fatal(err)
	}
	d := NewDrawing(tree, false)
	many, few := &d.Places[2], &d.Places[5]
	if want := []string{"h(1) ≥ 1, h(2) ≥ 2, h(3) ≥ 2,", "h(1) ≤ 8, h(2) ≤ 8, h(3) ≤ 10"}; !slices.Equal(many.heur, want) {
		t.Errorf("many bounds = %q, want %q", many.heur, want)
	}
	if want := []string{"h(2) ≤ 8, h(3) ≤ 10"}; !slices.Equal(few.heur, want) {
		t.Errorf("few bounds = %q, want %q", few.heur, want)
	}
	if _, y := many.nameAt(); y-labelSize < -boxHalf-8 || many.heurY(0)-smallSize < y-2 || many.heurY(1) > boxHalf {
		t.Errorf("the label at %v and the lines at %v and %v are not beside the box", y, many.heurY(0), many.heurY(1))
	}
	alone := Picture{Drawing: d, Theme: &Themes[0]}
	alone.Show(trace.NewFold(tree, nil))
	for name, picture := range map[string]string{
		"a figure":   string(FigurePicture(tree, trace.NewFold(tree, nil), trace.Reasons{}, nil, &Themes[0])),
		"the editor": string(Editable(trees.NewDraft(tree), &DraftView{})),
		"TikZ":       string(alone.TikZ()),
	} {
		for _, part := range []string{"h(3) ≥ 2,<", "h(3) ≤ 10<"} {
			if name == "TikZ" {
				part = strings.NewReplacer("≥", "$\\geq$", "≤", "$\\leq$", "<", "}").Replace(part)
			}
			if !strings.Contains(picture, part) {
				t.Errorf("%s does not end a line with %q", name, part)
			}
		}
	}
}

func TestThemesHaveContrast(t *testing.T) {
	for _, th := range Themes {
		text := map[string]string{"Ink": th.Ink, "Soft": th.Soft, "Faded": th.Faded, "Cut": th.Cut}
		for i, c := range th.Players {
			text["player "+strconv.Itoa(i+1)] = c
		}
		for name, c := range text {
			grounds := []string{th.Ground, th.Box}
			if name != "Faded" && name != "Cut" {
				grounds = append(grounds, th.Now)
			}
			for _, ground := range grounds {
				if got := contrast(c, ground); got < 4.5 {
					t.Errorf("%s: contrast of %s %s on %s = %.2f, want 4.5 or more", th.Name, name, c, ground, got)
				}
			}
		}
		for name, c := range map[string]string{"Edge": th.Edge} {
			if got := contrast(c, th.Ground); got < 3 {
				t.Errorf("%s: contrast of %s = %.2f, want 3 or more", th.Name, name, got)
			}
		}
	}
}

// contrast returns the contrast ratio of two colours as defined in WCAG 2.
func contrast(a, b string) float64 {
	la, lb := luminance(a), luminance(b)
	if la < lb {
		la, lb = lb, la
	}
	return (la + 0.05) / (lb + 0.05)
}

func luminance(color string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(color[1+2*i:3+2*i], 16, 8)
		if err != nil {
			panic(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// TestThemeSheetMatchesPictures compares the colours of the style sheet with the
// colours of the pictures in files.
func TestThemeSheetMatchesPictures(t *testing.T) {
	css, err := os.ReadFile("../../static/css/shared/theme.css")
	if err != nil {
		t.Fatal(err)
	}
	colours := func(block string, names string) map[string]string {
		m := regexp.MustCompile(`(?s)\n` + block + ` \{(.*?)\n\}`).FindSubmatch(css)
		if m == nil {
			t.Fatalf("theme.css has no block %s", block)
		}
		list := map[string]string{}
		for _, pair := range regexp.MustCompile(`--([\w-]+): `+names+`;`).FindAllSubmatch(m[1], -1) {
			list[string(pair[1])] = string(pair[2])
		}
		return list
	}
	for _, th := range Themes {
		block, names := `:root`, `light-dark\((#\w+), #\w+\)`
		switch {
		case th.Own:
			block, names = `\[data-theme="`+th.Name+`"\]`, `(#\w+)`
		case th.Dark:
			names = `light-dark\(#\w+, (#\w+)\)`
		}
		sheet := colours(block, names)
		if !bytes.Contains(css, []byte(`:root[data-theme="`+th.Name+`"] {`)) {
			t.Errorf("theme.css has no rule for a page in the theme %s", th.Name)
		}
		want := map[string]string{
			"ground": th.Ground, "box": th.Box, "ink": th.Ink, "soft": th.Soft, "faded": th.Faded,
			"faint": th.Faint, "edge": th.Edge, "now": th.Now, "cut": th.Cut,
		}
		for p, c := range th.Players {
			want["player-"+strconv.Itoa(p+1)] = c
		}
		for name, c := range want {
			if sheet[name] != c {
				t.Errorf("theme.css: --%s of %s is %q, and %s in pictures", name, th.Name, sheet[name], c)
			}
		}
	}
	// Each colour is once in :root and once in the block of a theme of its own, so that a
	// theme is changed in one place.
	own := 1
	for _, th := range Themes {
		if th.Own {
			own++
		}
	}
	for _, file := range []string{"shared/theme", "export/handout"} {
		sheet, err := os.ReadFile("../../static/css/" + file + ".css")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"--ink", "--player-1"} {
			most := 0
			if file == "shared/theme" {
				most = own
			}
			if n := bytes.Count(sheet, []byte(name+":")); n > most {
				t.Errorf("%s.css sets %s %d times, not %d", file, name, n, most)
			}
		}
	}
}

// TestLabelSizeEqualsScript: the script of a run knows how large labels are, and shows
// none smaller than can be read.
func TestLabelSizeEqualsScript(t *testing.T) {
	script, err := os.ReadFile("../../static/js/shared/viewport-math.js")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("labelSize = %d;", labelSize); !bytes.Contains(script, []byte(want)) {
		t.Errorf("viewport-math.js does not contain %q", want)
	}
}
