package web

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"espalier/trace"
	"espalier/trees"
)

// A picture is a drawing at one step, in one form:
//
//	in a page        live: ids, ARIA, a place for every text that can come
//	by itself        standalone: a size and a ground of its own
//	in the gallery   neither: no ids, since many stand in one document
type picture struct {
	*drawing
	theme      *theme
	live       bool
	standalone bool
	miniature  bool
	state      func(node int) trace.NodeState
	at         int          // the node at work, -1 for none
	path       map[int]bool // from the root to the node at work
	reason     reason       // of the cut that is shown
	page       string       // where a silhouette is opened
	prefix     string       // of the ids, where several pictures stand in one page
	opened     []int        // those that are open
}

func (p *picture) show(f *trace.Fold) {
	p.state, p.at, p.path = f.State, f.At(), map[int]bool{}
	for n := p.at; n >= 0; n = p.t.Parent(n) {
		p.path[n] = true
	}
}

// drawTree is the tree in a page, as the fold has it. A silhouette's click
// opens it on the given page; opened are those that are open.
func drawTree(t *trees.Tree, f *trace.Fold, page string, opened ...int) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		p := picture{drawing: newDrawing(t, false, opened...), theme: &themes[0], live: true, page: page, opened: opened}
		p.show(f)
		_, err := w.Write(p.svg())
		return err
	})
}

// drawTreeBeside is the tree as one of several in a page: its ids begin with a
// prefix of their own, which the picture names as data-prefix.
func drawTreeBeside(t *trees.Tree, f *trace.Fold, prefix string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		p := picture{drawing: newDrawing(t, false), theme: &themes[0], live: true, prefix: prefix}
		p.show(f)
		_, err := w.Write(p.svg())
		return err
	})
}

// drawFigure is the tree as a document of its own, with the certificate of the
// step where it is a prune.
func drawFigure(t *trees.Tree, f *trace.Fold, c *certificate, th *theme) []byte {
	p := picture{drawing: newDrawing(t, false), theme: th, live: true, standalone: true}
	p.show(f)
	p.explain(c)
	return p.svg()
}

// drawSmall is a miniature of the tree: its shape, values and cuts alone. Its
// title stands beside it.
func drawSmall(t *trees.Tree, f *trace.Fold) []byte {
	p := picture{drawing: newDrawing(t, true), theme: &themes[0], miniature: true}
	p.show(f)
	p.at = -1
	return p.svg()
}

// drawStill is the tree in a page on which nothing plays, with the certificate
// where a prune is shown.
func drawStill(t *trees.Tree, f *trace.Fold, c *certificate) []byte {
	p := picture{drawing: newDrawing(t, false), theme: &themes[0]}
	p.show(f)
	p.explain(c)
	return p.svg()
}
