package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/layout"
	"espalier/trees/treetest"
)

// All expected values except the last are results of the page's script.
func TestLabelPlacementEqualsScript(t *testing.T) {
	node, picture := area{100, 50, 80, 40}, area{0, 0, 400, 300}
	left, right := area{30, 60, 60, 20}, area{190, 60, 60, 20}
	for _, c := range []struct {
		what  string
		node  area
		taken []area
		want  point
	}{
		{"left of it", node, nil, point{30, 60}},
		{"right of it", node, []area{left}, point{190, 60}},
		{"a line lower", node, []area{left, right}, point{30, 80}},
		{"right under it", node, []area{left, right, {30, 80, 60, 20}, {190, 80, 60, 20}}, point{110, 95}},
		{"under its texts, clear of edges", node, []area{left, right, {30, 80, 60, 20}, {190, 80, 60, 20}, {116, 92, 8, 8}}, point{34, 110}},
		{"right, inside the picture", area{10, 50, 80, 40}, nil, point{100, 60}},
		{"outside, where all inside is taken", area{10, 50, 80, 40}, []area{picture}, point{-60, 60}},
	} {
		if got := beside(c.node, c.node.x+20, 60, 20, append(c.taken, c.node), nil, picture); got != (area{c.want.x, c.want.y, 60, 20}) {
			t.Errorf("%s: a text is at %v, want %v", c.what, got, c.want)
		}
	}
}

// Go and the page's script must choose from the same candidates.
func TestPlacementConstantsEqualScript(t *testing.T) {
	script, err := os.ReadFile("../../static/js/run/certificate-drawing.js")
	if err != nil {
		t.Fatal(err)
	}
	list := func(bows any) string { return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(bows), "[]")), ", ") }
	for _, want := range []string{"const bows = [" + list(bows) + "];", "const sideBows = [" + list(sideBows) + "];", fmt.Sprintf("const samples = %d;", arcSamples), "const gap = 10, clear = 26,",
		fmt.Sprintf("const edgeHit = %d, textHit = %d, nearHit = %d, outsideHit = %d;", edgeHit, textHit, nearHit, outsideHit), fmt.Sprintf("const textGap = %v;", textGap), fmt.Sprintf("const mostEdges = %d;", mostEdges), fmt.Sprintf("const apart = %d, dot = %d;", edgeApart, edgeDot), fmt.Sprintf("const overArc = %d;", overArc)} {
		if !bytes.Contains(script, []byte(want)) {
			t.Errorf("the page's script does not say %s", want)
		}
	}
}

// drawnCertificate is the certificate in a picture.
type drawnCertificate struct {
	texts []drawnText
	arcs  int
	holds int // highlighted nodes
}

type drawnText struct {
	text string
	area area
}

// readCertificate extracts the certificate from a picture, and checks that it is
// inside the picture's frame.
func readCertificate(t *testing.T, what string, markup []byte) *drawnCertificate {
	t.Helper()
	treetest.WellFormed(t, what, markup)
	var picture struct {
		ViewBox string `xml:"viewBox,attr"`
		Groups  []struct {
			Class  string `xml:"class,attr"`
			Hidden bool   `xml:"aria-hidden,attr"`
			Arcs   []struct {
				D string `xml:"d,attr"`
			} `xml:"path"`
			Texts []struct {
				X    float64 `xml:"x,attr"`
				Y    float64 `xml:"y,attr"`
				Text string  `xml:",chardata"`
			} `xml:"text"`
		} `xml:"g"`
	}
	if err := xml.Unmarshal(markup, &picture); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	var frame area
	fmt.Sscan(picture.ViewBox, &frame.x, &frame.y, &frame.width, &frame.height)
	r := &drawnCertificate{}
	for _, g := range picture.Groups {
		if g.Class != "certificate" {
			if slices.Contains(strings.Fields(g.Class), "holds") {
				r.holds++
			}
			continue
		}
		if !g.Hidden {
			t.Errorf("%s: the certificate is not hidden from screen readers, which have the sentence", what)
		}
		for _, a := range g.Arcs {
			for _, part := range strings.Split(a.D, "M")[1:] {
				var from, bend, to point
				if _, err := fmt.Sscanf(part, "%g %gQ%g %g %g %g", &from.x, &from.y, &bend.x, &bend.y, &to.x, &to.y); err != nil {
					t.Fatalf("%s: the arc %q: %v", what, a.D, err)
				}
				for _, p := range []point{from, to, {(from.x + 2*bend.x + to.x) / 4, (from.y + 2*bend.y + to.y) / 4}} {
					if !frame.has(p) {
						t.Errorf("%s: an arc runs out of %v at %v", what, frame, p)
					}
				}
			}
			r.arcs++
		}
		for _, text := range g.Texts {
			placed := area{text.X, text.Y - overlaySize, TextWidth(text.Text, overlaySize, Bold), lineHeight * overlaySize}
			if frame.around(placed) != frame {
				t.Errorf("%s: %q at %v is not inside the picture, %v", what, text.Text, placed, frame)
			}
			r.texts = append(r.texts, drawnText{text.Text, placed})
		}
	}
	return r
}

// eachStep calls each with the steps of all algorithms that run on the figures.
func eachStep(t *testing.T, each func(what string, tree *trees.Tree, fold *trace.Fold, e *trace.Event, r trace.Reasons)) {
	t.Helper()
	runs(t, func(f *figures.Figure, tree *trees.Tree, own engine.AlgorithmConfig) {
		for _, a := range algorithms.All() {
			var o engine.Options
			if own.Algorithm != nil && a.ID == own.Algorithm.ID {
				o = own.Options
			}
			problem := engine.OnTree(tree, 0)
			if a.Check(&problem, o) != nil {
				continue
			}
			fold, kept, again := trace.NewFold(tree, nil), trace.BoundsByNode{}, trace.Researches{}
			a.Run(t.Context(), problem, o, func(e *trace.Event) {
				fold.Apply(e, nil)
				kept.Observe(e)
				here := &kept.At(e).Bounds
				again.Observe(tree, e, here)
				each(fmt.Sprintf("%s, %s, step %d", f.ID, a.ID, e.Seq), tree, fold, e, again.Reasons(tree, e, here))
			})
		}
	})
}

// TestEveryCutHasCertificate checks that a prune is drawn with the sum and a label
// for each node that supplies a bound, that a second search is drawn with its
// reason, and that other steps are drawn without a certificate.
func TestEveryCutHasCertificate(t *testing.T) {
	cuts, texts, over := 0, 0, 0.0
	others := map[string]bool{}
	eachStep(t, func(what string, tree *trees.Tree, fold *trace.Fold, e *trace.Event, r trace.Reasons) {
		c := r.Now
		if run, _, _ := strings.Cut(what, ", step"); c == nil {
			if others[run+e.Type.String()] {
				return // one event of each type is enough
			}
			others[run+e.Type.String()] = true
		}
		svg := FigurePicture(tree, fold, trace.Reasons{Now: c}, nil, &Themes[e.Seq%len(Themes)])
		got := readCertificate(t, what, svg)
		if c == nil && e.Type == trace.Prune || c != nil && e.Type != trace.Prune && e.Type != trace.Research {
			t.Fatalf("%s, a %s, has the certificate %v", what, e.Type, c)
		}
		if c == nil {
			if len(got.texts)+got.arcs+got.holds > 0 {
				t.Errorf("%s is a %s, and is drawn with a certificate: %v", what, e.Type, got)
			}
			return
		}
		byNode, holders, arcs := map[int][]string{}, map[int]bool{}, 0
		for _, h := range c.Holders {
			holders[h.Node] = true
			if h.Text != "" {
				byNode[h.Node] = append(byNode[h.Node], h.Text)
				if h.Node != int(e.Node) && (e.Type != trace.Research || h.Node != int(e.Child)) {
					arcs++
				}
			}
		}
		want := []string{c.Short}
		for _, list := range byNode {
			want = append(want, strings.Join(list, ", "))
		}
		var have []string
		for i, text := range got.texts {
			have = append(have, text.text)
			for _, o := range got.texts[:i] {
				over += text.area.shared(o.area)
			}
		}
		slices.Sort(want)
		slices.Sort(have)
		if !slices.Equal(have, want) || got.arcs != arcs || got.holds != len(holders) {
			t.Errorf("%s has %q with %d arcs and %d highlighted nodes, want %q, %d and %d", what, have, got.arcs, got.holds, want, arcs, len(holders))
		}
		cuts, texts = cuts+1, texts+len(have)
	})
	if cuts < 100 {
		t.Errorf("%d cuts are drawn: the test shows too little", cuts)
	}
	if over > 1e-3 { // allows rounding errors
		t.Errorf("of %d texts some run over each other: %.0f", texts, over)
	}
	t.Logf("%d cuts, %d texts", cuts, texts)
}

func TestCertificateOverlapsNoText(t *testing.T) {
	labels, worst, where := 0, 0.0, ""
	eachStep(t, func(what string, tree *trees.Tree, fold *trace.Fold, _ *trace.Event, r trace.Reasons) {
		if len(r.All()) == 0 {
			return
		}
		p := Picture{Drawing: NewDrawing(tree, false), Theme: &Themes[0]}
		p.Show(fold)
		p.Explain(r)
		for _, l := range p.overlay.labels {
			labels++
			for i := range p.Places {
				if over := around(p.parts(i)).shared(l.area) / (l.area.width * l.area.height); over > worst {
					worst, where = over, fmt.Sprintf("%s: %q and the node %d", what, l.text, p.shown.Node[i])
				}
			}
		}
	})
	t.Logf("%d labels; at most %.0f %% of one is over a node's texts, at %s", labels, 100*worst, where)
	if worst > 0.05 {
		t.Errorf("%.0f %% of a label run over a node's texts: %s", 100*worst, where)
	}
}

// Nodes that are not drawn are neither highlighted nor joined.
func TestCertificateOfFoldedTree(t *testing.T) {
	f := treetest.Figure(t, "k1991-fig6")
	tree := ownTreeOf(t, f)
	deep, _ := algorithms.Find("deep")
	fold, c := stateAt(t, tree, engine.AlgorithmConfig{Algorithm: deep}, 12)
	if c.Now == nil {
		t.Fatal("step 12 has no certificate")
	}
	for node := range tree.Len() {
		p := Picture{Drawing: DrawingOf(tree, layout.SelectFor(tree, &layout.ViewRequest{Folded: []int{node}}), false), Theme: &Themes[0], Standalone: true}
		p.Show(fold)
		p.Explain(c)
		what := fmt.Sprintf("node %d folded", node)
		got := readCertificate(t, what, p.SVG())
		p.TikZ(what)
		if drawn := slices.Contains(p.shown.Node, int32(p.at)); drawn != (len(got.texts) > 0) {
			t.Errorf("%s: the cut is drawn: %v, and the certificate says %v", what, drawn, got.texts)
		}
	}
	// Holders that are not drawn.
	p := Picture{Drawing: NewDrawing(tree, false), Theme: &Themes[0]}
	p.Show(fold)
	far := trace.Certificate{Short: "1 ≥ 1", Holders: []trace.Holder{{Node: tree.Len() + 5, Player: 1, Text: "1"}}}
	p.Explain(trace.Reasons{Now: &far})
	if got := readCertificate(t, "a holder far away", p.SVG()); len(got.texts) != 1 || got.arcs != 0 || got.holds != 0 {
		t.Errorf("a holder that is not drawn: %v", got)
	}
}

func TestCertificateEscapesLabels(t *testing.T) {
	tree, err := trees.ReadText(`players 3 maxsum 9 1[ "<b>&%": (5,2,2) 2[ 3[ (2,2,5) (3,0,6) ] (6,1,2) ] ]`)
	if err != nil {
		t.Fatal(err)
	}
	deep, _ := algorithms.Find("deep")
	found := false
	fold, kept := trace.NewFold(tree, nil), trace.BoundsByNode{}
	_, err = deep.Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
		fold.Apply(e, nil)
		kept.Observe(e)
		if e.Type != trace.Prune {
			return
		}
		found = true
		c := trace.Reasons{Now: trace.NewCertificate(tree, e, &kept.At(e).Bounds)}
		p := Picture{Drawing: NewDrawing(tree, false), Theme: &Themes[0]}
		p.Show(fold)
		p.Explain(c)
		svg, tikz := p.SVG(), p.TikZ()
		treetest.WellFormed(t, "the picture", svg)
		if !bytes.Contains(svg, []byte(">5 from &lt;b&gt;&amp;%<")) {
			t.Errorf("the picture does not name the child: %s", svg)
		}
		if !bytes.Contains(tikz, []byte(`{5 from $<$b$>$\&\%}`)) || bytes.Count(tikz, []byte(`\draw[tree arc`)) != 1 {
			t.Errorf("the TikZ picture does not name the child, or has no arc: %s", tikz)
		}
	})
	if err != nil || !found {
		t.Errorf("nothing is cut (%v)", err)
	}
}
