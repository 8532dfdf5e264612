package draw

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
)

// MaxBeside is the most nodes of a tree of which a page has several pictures: it stays below
// some hundred kilobytes.
const MaxBeside = 300

// A Picture is a drawing at one step, in one of these forms:
//
//	in a page        Live: with ids, ARIA, and an element for every text that can appear
//	in a file        Standalone: with its own size and background
//	in the gallery   neither: no ids, because one page has many pictures
type Picture struct {
	*Drawing
	Theme      *Theme
	Live       bool
	Standalone bool
	miniature  bool
	state      func(node int) trace.NodeState
	at         int          // the current node, -1 for none
	path       map[int]bool // from the root to the current node
	overlay    certificateOverlay
	open       Links          // of collapsed subtrees
	prefix     string         // prefix of the ids, if a page has several pictures
	marks      map[int]string // texts at nodes, beside those of the search
	samples    int            // the most visits of a node in a search by samples; 0: it is no such search
	scale      float64        // of its size on a page that scrolls it; 0: it is as wide as its place
	labelled   bool           // the node that is being drawn has a label
}

// Links returns the address that a collapsed subtree leads to; nil: it is no link.
type Links func(node int) string

func (p *Picture) Show(f *trace.Fold) {
	p.state, p.at, p.path = f.State, f.At(), map[int]bool{}
	for i := 0; f.Samples() && i < len(p.Places); i++ {
		p.samples = max(p.samples, f.State(int(p.shown.Node[i])).Visits)
	}
	for n := p.at; n >= 0; n = p.t.Parent(n) {
		p.path[n] = true
	}
}

// LivePicture returns the shown part of the tree for a page, in the state of the
// fold. A click on a collapsed subtree opens it.
// r and named are as in Explain.
func LivePicture(t *trees.Tree, shown *layout.Selection, f *trace.Fold, r trace.Reasons, named []int, open Links) templ.Component {
	return livePicture(DrawingOf(t, shown, false), f, r, named, open)
}

// LivePictureOnScreen does the same for a projector.
func LivePictureOnScreen(t *trees.Tree, shown *layout.Selection, f *trace.Fold, r trace.Reasons, named []int, open Links) templ.Component {
	return livePicture(drawingOf(t, shown, false, screenShape), f, r, named, open)
}

func livePicture(d *Drawing, f *trace.Fold, r trace.Reasons, named []int, open Links) templ.Component {
	p := Picture{Drawing: d, Theme: &Themes[0], Live: true, open: open}
	p.Show(f)
	p.Explain(r, named...)
	return Component(p.SVG())
}

// NextPicture returns another part of the tree for a page that has its script: the
// script shows the state of the nodes and opens collapsed subtrees.
func NextPicture(t *trees.Tree, shown *layout.Selection) []byte {
	p := Picture{Drawing: DrawingOf(t, shown, false), Theme: &Themes[0], Live: true}
	p.Show(trace.NewFold(t, nil))
	return p.SVG()
}

// LivePictureBeside returns the shown part of the tree as one of several pictures in a
// page. Its ids begin with the prefix, which is also in its attribute data-prefix. A
// click on a collapsed subtree opens it.
func LivePictureBeside(t *trees.Tree, shown *layout.Selection, f *trace.Fold, prefix string, open Links) templ.Component {
	return livePictureBeside(DrawingOf(t, shown, false), f, prefix, open)
}

// LivePictureInColumn does the same for a column that is narrow and high.
func LivePictureInColumn(t *trees.Tree, shown *layout.Selection, f *trace.Fold, prefix string, open Links) templ.Component {
	return livePictureBeside(drawingOf(t, shown, false, columnShape), f, prefix, open)
}

func livePictureBeside(d *Drawing, f *trace.Fold, prefix string, open Links) templ.Component {
	p := Picture{Drawing: d, Theme: &Themes[0], Live: true, prefix: prefix, open: open}
	p.Show(f)
	return Component(p.SVG())
}

// FigurePicture returns the tree as a separate SVG document. r and named are as in
// Explain.
func FigurePicture(t *trees.Tree, f *trace.Fold, r trace.Reasons, named []int, th *Theme) []byte {
	p := Picture{Drawing: NewDrawing(t, false), Theme: th, Live: true, Standalone: true}
	p.Show(f)
	p.Explain(r, named...)
	return p.SVG()
}

// SmallPicture returns a miniature of the tree: only its shape, values and cuts.
// The page shows the title beside it.
func SmallPicture(t *trees.Tree, f *trace.Fold) []byte {
	p := Picture{Drawing: NewDrawing(t, true), Theme: &Themes[0], miniature: true}
	p.Show(f)
	p.at = -1
	return p.SVG()
}

// StillPicture returns the tree for a page without playback. r is as in Explain.
func StillPicture(t *trees.Tree, f *trace.Fold, r trace.Reasons) []byte {
	p := Picture{Drawing: NewDrawing(t, false), Theme: &Themes[0]}
	p.Show(f)
	p.Explain(r)
	return p.SVG()
}

// Component returns a component that writes a finished picture into a page.
func Component(svg []byte) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, err := w.Write(svg)
		return err
	})
}
