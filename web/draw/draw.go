package draw

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"espalier/trace"
	"espalier/trees"
)

// A Picture is a drawing at one step, in one form:
//
//	in a page        live: ids, ARIA, a place for every text that can come
//	by itself        standalone: a size and a ground of its own
//	in the gallery   neither: no ids, since many stand in one document
type Picture struct {
	*Drawing
	Theme      *Theme
	Live       bool
	Standalone bool
	miniature  bool
	state      func(node int) trace.NodeState
	at         int                // the node at work, -1 for none
	path       map[int]bool       // from the root to the node at work
	overlay    certificateOverlay // of the cut that is shown
	page       string             // where a silhouette is opened
	prefix     string             // of the ids, where several pictures stand in one page
	opened     []int              // those that are open
}

func (p *Picture) Show(f *trace.Fold) {
	p.state, p.at, p.path = f.State, f.At(), map[int]bool{}
	for n := p.at; n >= 0; n = p.t.Parent(n) {
		p.path[n] = true
	}
}

// LivePicture is the tree in a page, as the fold has it. A silhouette's click
// opens it on the given page; opened are those that are open.
func LivePicture(t *trees.Tree, f *trace.Fold, page string, opened ...int) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		p := Picture{Drawing: NewDrawing(t, false, opened...), Theme: &Themes[0], Live: true, page: page, opened: opened}
		p.Show(f)
		_, err := w.Write(p.SVG())
		return err
	})
}

// LivePictureBeside is the tree as one of several in a page: its ids begin with a
// prefix of their own, which the picture names as data-prefix.
func LivePictureBeside(t *trees.Tree, f *trace.Fold, prefix string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		p := Picture{Drawing: NewDrawing(t, false), Theme: &Themes[0], Live: true, prefix: prefix}
		p.Show(f)
		_, err := w.Write(p.SVG())
		return err
	})
}

// FigurePicture is the tree as a document of its own, with the certificate of the
// step where it is a prune.
func FigurePicture(t *trees.Tree, f *trace.Fold, c *trace.Certificate, th *Theme) []byte {
	p := Picture{Drawing: NewDrawing(t, false), Theme: th, Live: true, Standalone: true}
	p.Show(f)
	p.Explain(c)
	return p.SVG()
}

// SmallPicture is a miniature of the tree: its shape, values and cuts alone. Its
// title stands beside it.
func SmallPicture(t *trees.Tree, f *trace.Fold) []byte {
	p := Picture{Drawing: NewDrawing(t, true), Theme: &Themes[0], miniature: true}
	p.Show(f)
	p.at = -1
	return p.SVG()
}

// StillPicture is the tree in a page on which nothing plays, with the certificate
// where a prune is shown.
func StillPicture(t *trees.Tree, f *trace.Fold, c *trace.Certificate) []byte {
	p := Picture{Drawing: NewDrawing(t, false), Theme: &Themes[0]}
	p.Show(f)
	p.Explain(c)
	return p.SVG()
}
