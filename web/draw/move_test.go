package draw

import (
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/trees/treetest"
)

func readTree(t *testing.T, text string) *trees.Tree {
	t.Helper()
	tree, err := trees.ReadText(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

const gamble = `kind minimax max[ <"play safe"> 3  <gamble> *[ @1/2 min[ <Left> 8 <Right> -2 ] @1/3 6 <"nothing at all, whatever it is"> @1/6 -4 ] ]`

// namedTree returns a random tree with chance nodes and moves, wide and flat or deep.
func namedTree(t *testing.T, r *rand.Rand, kind trees.Kind) *trees.Tree {
	t.Helper()
	names := []string{"", "", "L", "Left", "go on", "a move with a long name", "Übergang"}
	h := trees.Header{Kind: kind, Players: 3}
	if kind == trees.Minimax {
		h.Players = 2
	}
	b := trees.NewBuilder(h)
	left := 10 + r.IntN(60)
	most := 2 + r.IntN(12)
	var grow func(depth int, prob trees.Number)
	grow = func(depth int, prob trees.Number) {
		left--
		n := trees.Node{Prob: prob}
		if depth > 0 {
			n.Action = names[r.IntN(len(names))]
		}
		if r.IntN(3) == 0 {
			n.Label = string(rune('a' + r.IntN(26)))
		}
		kids := 1 + r.IntN(most)
		if depth == 0 {
			kids = most
		}
		if depth > 0 && (left < kids || depth > 6) {
			v := trees.Points(r.IntN(9), r.IntN(9), r.IntN(9))
			if kind == trees.Minimax {
				v = trees.Points(r.IntN(100))
			}
			n.Value = &v
			b.Open(n)
			b.Close()
			return
		}
		n.Chance = r.IntN(3) == 0
		given := n.Chance && r.IntN(2) == 0
		if !n.Chance {
			n.Player = 1 + r.IntN(2)
		}
		b.Open(n)
		for k := range kids {
			prob := trees.Number{}
			if given {
				prob = trees.Number{Score: 1, Unit: trees.Score(kids)}
				if kids > 2 { // 1/(2·kids) and 3/(2·kids) for the first two
					if k == 0 {
						prob = trees.Number{Score: 1, Unit: trees.Score(2 * kids)}
					} else if k == 1 {
						prob = trees.Number{Score: 3, Unit: trees.Score(2 * kids)}
					}
				}
			}
			grow(depth+1, prob)
		}
		b.Close()
	}
	grow(0, trees.Number{})
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// segments returns the lines of the edge into a place.
func (d *Drawing) segments(i int) []line {
	x, y, dx, dy := d.line(i)
	place := &d.Places[i]
	all := []line{{{x, y}, {x + dx, y + dy}}}
	for _, ends := range place.stem() {
		all = append(all, line{{place.x, place.y + ends[0]}, {place.x, place.y + ends[1]}})
	}
	return all
}

// touches reports whether a line has a point inside an area.
func (l line) touches(a area) bool {
	const parts = 400
	for i := range parts + 1 {
		f := float64(i) / parts
		if a.has(point{l[0].x + f*(l[1].x-l[0].x), l[0].y + f*(l[1].y-l[0].y)}) {
			return true
		}
	}
	return false
}

// TestMovesTouchNothing checks that the text on an edge touches no edge, no node and no other
// text, in every sort of picture.
func TestMovesTouchNothing(t *testing.T) {
	seen := 0
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 41))
		kind := trees.MaxN
		if seed%2 == 1 {
			kind = trees.Minimax
		}
		tree := namedTree(t, r, kind)
		for name, d := range map[string]*Drawing{
			"whole":  NewDrawing(tree, false),
			"column": drawingOf(tree, layout.Select(tree), false, columnShape),
			"around": DrawingOf(tree, layout.SelectAround(tree, &layout.Focus{At: tree.Len() / 2}), false),
			"folded": Folded(tree, []int{int(tree.Kids(0)[0])}, 0),
		} {
			p := Picture{Drawing: d, Theme: &Themes[0]}
			p.Show(trace.NewFold(tree, nil))
			var parts [][]area
			for i := range p.Places {
				parts = append(parts, p.parts(i))
			}
			for i := range p.Places {
				place := &p.Places[i]
				if place.move == "" {
					continue
				}
				seen++
				k := slices.IndexFunc(parts[i], func(a area) bool { return a.y == place.y+place.moveY()-lineAscent*moveSize })
				if k < 0 {
					t.Fatalf("seed %d, %s: the parts of node %d have no text on its edge", seed, name, d.shown.Node[i])
				}
				text := parts[i][k]
				const bold = 4 * 1.35 / 2 // half of the width of an edge of the path, on a projector
				thick := area{text.x - bold, text.y - bold, text.width + 2*bold, text.height + 2*bold}
				if text.x < 0 || text.x+text.width > d.Width || text.y < 0 {
					t.Errorf("seed %d, %s: %q is out of the picture", seed, name, place.move)
				}
				for m := range p.Places {
					for l, a := range parts[m] {
						if (m != i || l != k) && text.shared(a) > 0 {
							t.Errorf("seed %d, %s: %q of node %d touches node %d", seed, name, place.move, d.shown.Node[i], d.shown.Node[m])
						}
					}
					if m == 0 {
						continue
					}
					for _, l := range d.segments(m) {
						if l.touches(thick) {
							t.Errorf("seed %d, %s: %q of node %d touches the edge into node %d", seed, name, place.move, d.shown.Node[i], d.shown.Node[m])
						}
					}
				}
			}
		}
	}
	if seen < 5_000 {
		t.Errorf("%d texts were checked, want 5,000 and more", seen)
	}
}

// TestMovesAreDrawn checks texts, tooltips and the words of screen readers, in every sort of
// picture.
func TestMovesAreDrawn(t *testing.T) {
	tree := readTree(t, gamble)
	figure := string(FigurePicture(tree, trace.NewFold(tree, nil), trace.Reasons{}, nil, &Themes[0]))
	draft := string(Editable(trees.NewDraft(tree), &DraftView{}))
	for name, svg := range map[string]string{"figure": figure, "draft": draft} {
		treetest.WellFormed(t, name, []byte(svg))
		for _, want := range []string{
			">play safe</text>", ">gamble</text>", ">½</text>", ">⅓</text>", ">Left</text>", ">Right</text>",
			"<title>nothing at all, whatever it is</title>nothing at all, w… · ⅙</text>", diamond,
			"chance, 1/2 to ", ", 1/6 nothing at all, whatever it is, after gamble",
			"Min to move", "leaf, after Left",
		} {
			if !strings.Contains(svg, want) {
				t.Errorf("%s: the picture does not contain %q", name, want)
			}
		}
		if n := strings.Count(svg, diamond); n != 1 {
			t.Errorf("%s: %d diamonds, want 1", name, n)
		}
	}
	small := string(SmallPicture(tree, trace.NewFold(tree, nil)))
	if strings.Contains(small, `class="move"`) || !strings.Contains(small, diamond) {
		t.Errorf("a miniature has moves, or no diamond: %s", small)
	}
	p := Picture{Drawing: NewDrawing(tree, false), Theme: &Themes[0]}
	p.Show(trace.NewFold(tree, nil))
	tikz := string(p.TikZ())
	for _, want := range []string{`{gamble};`, `{$\frac{1}{2}$};`, `{Left};`, "tree chance", "(n2.north) -- (n2.east)"} {
		if !strings.Contains(tikz, want) {
			t.Errorf("TikZ does not contain %q", want)
		}
	}
}

// TestProbabilitiesHaveOneForm checks the forms of the probabilities of one chance node.
func TestProbabilitiesHaveOneForm(t *testing.T) {
	for text, want := range map[string][]string{
		"*[ 1 2 ]":                            {"½", "½"},
		"*[ @0.25 1 @0.75 2 ]":                {"¼", "¾"},
		"*[ @0.3 1 @0.7 2 ]":                  {"0.3", "0.7"},
		"*[ @0.5 1 @0.2 2 @0.3 3 ]":           {"0.5", "0.2", "0.3"},
		"*[ @1/2 1 @1/7 2 @5/14 3 ]":          {"1/2", "1/7", "5/14"},
		"*[ @1/2 1 @1/3 2 @1/6 3 @0 4 ]":      {"½", "⅓", "⅙", "0"},
		"*[ @1 1 ]":                           {"1"},
		"*[ 1 2 3 4 5 6 7 ]":                  {"1/7", "1/7", "1/7", "1/7", "1/7", "1/7", "1/7"},
		"*[ 1 2 3 4 5 ]":                      {"0.2", "0.2", "0.2", "0.2", "0.2"},
		"*[ <rain> @1/3 1 <\"sun\"> @2/3 2 ]": {"rain · ⅓", "sun · ⅔"},
	} {
		d := NewDrawing(readTree(t, "kind minimax "+text), false)
		var got []string
		for _, p := range d.Places[1:] {
			got = append(got, p.move)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q is drawn, want %q", text, got, want)
		}
	}
}

// TestMovesOfPathTrees: with moves, the cost is behind the name.
func TestMovesOfPathTrees(t *testing.T) {
	tree := readTree(t, "kind path [ <north> +3 . +2 . ]")
	d := NewDrawing(tree, false)
	if a, b := d.Places[1], d.Places[2]; a.move != "north · 3" || b.move != "2" || a.cost != "" {
		t.Errorf("%q with %q and %q are drawn, want north · 3 and 2", a.move, a.cost, b.move)
	}
}

// TestExpectationsHaveSpace checks that the value of a chance node fits beside it.
func TestExpectationsHaveSpace(t *testing.T) {
	tree := readTree(t, "kind maxn players 2 1[ *[ @1/7 (-1,0) @2/7 (2,0) @4/7 (-3,0) ] (5,0) ]")
	if has, want := boundSpace(tree), TextWidth("(−9/7, −9/7)", boundSize, Bold); has < want {
		t.Errorf("%v beside a node, want %v", has, want)
	}
	var got []string
	eachExpectation(tree, func(s trees.Score) { got = append(got, s.In(tree.Unit).String()) })
	if want := []string{"-1/7", "0", "3/7", "0", "-9/7", "0"}; !slices.Equal(got, want) {
		t.Errorf("the sums are %q, want %q", got, want)
	}
}

// TestWritePictures writes pictures to look at into the folder PICTURES.
func TestWritePictures(t *testing.T) {
	folder := os.Getenv("PICTURES")
	if folder == "" {
		t.Skip("PICTURES is not set")
	}
	_ = xml.Header
	for name, text := range map[string]string{"gamble": gamble} {
		tree := readTree(t, text)
		for _, th := range Themes {
			os.WriteFile(fmt.Sprintf("%s/%s-%s.svg", folder, name, th.Name), FigurePicture(tree, trace.NewFold(tree, nil), trace.Reasons{}, nil, &th), 0o644)
		}
	}
	for seed := range uint64(6) {
		tree := namedTree(t, rand.New(rand.NewPCG(seed, 41)), trees.Kind(seed%2))
		os.WriteFile(fmt.Sprintf("%s/random-%d.svg", folder, seed), FigurePicture(tree, trace.NewFold(tree, nil), trace.Reasons{}, nil, &Themes[0]), 0o644)
	}
}

// TestSumsOfChanceFit checks that what a run shows beside the nodes of trees with chance has the
// space that the drawing reserves.
func TestSumsOfChanceFit(t *testing.T) {
	for seed := range uint64(40) {
		kind, algorithm := trees.MaxN, "maxn"
		if seed%2 == 1 {
			kind, algorithm = trees.Minimax, "alphabeta"
		}
		tree := namedTree(t, rand.New(rand.NewPCG(seed, 43)), kind)
		available := boundSpace(tree)
		fold := trace.NewFold(tree, nil)
		a, _ := algorithms.Find(algorithm)
		if _, err := a.Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
			fold.Apply(e, func(node int, s trace.NodeState) {
				if w := TextWidth(brief(s.Text), boundSize, boundFace(s)); !tree.IsLeaf(node) && w > available+1 { // boxes are siblingGap apart
					t.Errorf("seed %d, step %d: %q at node %d is %.0f wide, want at most %.0f", seed, e.Seq, s.Text, node, w, available)
				}
			})
		}); err != nil {
			t.Fatal(err)
		}
	}
}
