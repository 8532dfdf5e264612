package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

// The expected values are results of the page's script.
func TestRouteEqualsScript(t *testing.T) {
	left, right := area{-40, 30, 38, 40}, area{2, 30, 38, 40}
	down := []line{{{0, 10}, {0, 90}}}
	for _, c := range []struct {
		to      point
		taken   []area
		crossed []line
		down    []line
		bows    int
		bend    point
	}{
		{point{-100, 200}, nil, nil, nil, 1, point{-110, 70}},
		{point{0, 100}, nil, nil, nil, 1, point{-30, 50}},
		{point{0, 100}, []area{left}, nil, nil, 1, point{30, 50}},
		{point{0, 100}, []area{left, right}, nil, nil, 1, point{-130, 50}},
		{point{0, 100}, []area{{-16, 30, 5, 40}, {11, 30, 5, 40}}, nil, nil, 1, point{-60, 50}},
		// The first two arcs cross an edge, the third does not.
		{point{0, 100}, nil, []line{{{-20, 50}, {-10, 50}}, {{10, 50}, {20, 50}}}, nil, 1, point{-18, 50}},
		// Two edges that meet under the box enclose the route.
		{point{0, 100}, nil, []line{{{0, 10}, {-90, 90}}, {{0, 10}, {90, 90}}, down[0]}, down, 1, point{-27, 55}},
	} {
		o := &obstacles{texts: c.taken, edges: c.crossed, ends: [2]area{{-10, -10, 20, 20}, {c.to.x - 10, c.to.y - 10, 20, 20}}, picture: area{-1000, -1000, 2000, 2000}}
		got := o.route(point{}, c.to, c.down)
		if len(got) != c.bows || got[0].bend() != c.bend {
			t.Errorf("the route to %v over %v and %v bends to %v, want %v", c.to, c.taken, c.crossed, got[0].bend(), c.bend)
		}
	}
}

// TestArcsCrossNothing checks that no arc crosses an edge, or touches a text of a node or
// of the certificate, in all runs on the figures. The nodes that the sentence names have
// labels, as on the page. Fig. 7 of 2005 shows the tree of Fig. 6.
func TestArcsCrossNothing(t *testing.T) {
	arcs, ofFig7 := 0, 0
	companion := treetest.Figure(t, "s2005-fig7").Companion.ID + ","
	eachStep(t, func(what string, tree *trees.Tree, fold *trace.Fold, e *trace.Event, r trace.Reasons) {
		if len(r.All()) == 0 {
			return
		}
		p := Picture{Drawing: NewDrawing(tree, false), Theme: &Themes[0]}
		p.Show(fold)
		explain := trace.NewExplainer(tree, "", true)
		p.Explain(r, explain.Explain(e).Nodes()...)
		occupied := make([]area, len(p.Places))
		for i := range occupied {
			occupied[i] = around(p.parts(i)).whole()
		}
		for _, a := range p.overlay.arcs {
			arcs++
			if strings.HasPrefix(what, companion) {
				ofFig7++
			}
			i, k := slices.Index(p.shown.Node, int32(a.node)), slices.Index(p.shown.Node, int32(a.end))
			o, _ := p.obstacles(i, k, occupied, p.edgeLines())
			texts, edges, _ := o.hits(a.route)
			if texts+edges > 0 {
				t.Errorf("%s: the arc from %s to %s, %v, crosses %d edges and runs over texts at %d points", what, tree.Name(a.node), tree.Name(a.end), a.route, edges, texts)
			}
			if text := p.touched(&a, i, k); text != "" {
				t.Errorf("%s: the arc from %s to %s touches %s", what, tree.Name(a.node), tree.Name(a.end), text)
			}
		}
	})
	if ofFig7 == 0 {
		t.Error("no arc is drawn on the tree of Fig. 7 of 2005")
	}
	if arcs < 200 {
		t.Errorf("%d arcs are drawn: the test shows too little", arcs)
	}
}

// touched returns a text that an arc touches with its width, or "". The boxes of its ends,
// the places i and k, hide a part of it.
func (p *Picture) touched(a *overlayArc, i, k int) string {
	const half = 1 // of the arc's width
	ends := [2]area{p.parts(i)[0], p.parts(k)[0]}
	touches := func(b area) bool {
		wide := area{b.x - half, b.y - half, b.width + 2*half, b.height + 2*half}
		for _, part := range a.route {
			for n := range arcSamples + 1 {
				if at := part.at(n); wide.has(at) && !ends[0].has(at) && !ends[1].has(at) {
					return true
				}
			}
		}
		return false
	}
	for _, l := range p.overlay.labels {
		if touches(l.area) {
			return fmt.Sprintf("%q, a %s of %s", l.text, l.class, p.t.Name(l.node))
		}
	}
	for n := range p.Places {
		for _, b := range p.parts(n)[1:] {
			if touches(b) {
				return fmt.Sprintf("a text of %s at %v", p.t.Name(int(p.shown.Node[n])), b)
			}
		}
	}
	return ""
}

// TestResearchKeepsItsReason checks a second search (Sturtevant 2003, Fig. 6): from its
// start to its end the old cut is faded, and an arc with the two scores joins the
// value that made it necessary to the node.
func TestResearchKeepsItsReason(t *testing.T) {
	f := treetest.Figure(t, "s2003-fig6")
	tree := ownTreeOf(t, f)
	speculative, _ := algorithms.Find("speculative")
	const first, last = 22, 31
	faded, red := `stroke="`+Themes[0].Faded+`"`, `stroke="`+Themes[0].Cut+`"`
	for step := 17; step <= 37; step++ {
		fold, r := stateAt(t, tree, engine.AlgorithmConfig{Algorithm: speculative}, step)
		svg := FigurePicture(tree, fold, r, nil, &Themes[0])
		got := readCertificate(t, fmt.Sprintf("step %d", step), svg)
		mark, strokes := "", 0
		for line := range strings.SplitSeq(string(svg), "<path ") {
			if strings.HasPrefix(line, `class="stroke`) && !strings.Contains(line, `display="none"`) {
				mark, strokes = line, strokes+1
			}
		}
		switch {
		case step < first:
			if got.arcs > 0 || strokes != 1 || !strings.Contains(mark, red) {
				t.Errorf("step %d, before the second search, has %d arcs and %d cuts, want a cut in the colour of cuts: %s", step, got.arcs, strokes, mark)
			}
		case step <= last:
			var texts []string
			for _, text := range got.texts {
				texts = append(texts, text.text)
			}
			if want := []string{"6 > 5", "re-searched"}; got.arcs != 1 || !slices.Equal(texts, want) || got.holds > 1 {
				t.Errorf("step %d of the second search has %d arcs and %q, want 1 and %q", step, got.arcs, texts, want)
			}
			if strokes != 1 || !strings.Contains(mark, faded) {
				t.Errorf("step %d of the second search has %d cuts, want the old one faded: %s", step, strokes, mark)
			}
		default:
			if got.arcs+strokes > 0 {
				t.Errorf("step %d, after the second search, has %d arcs and %d cuts", step, got.arcs, strokes)
			}
		}
	}
}
