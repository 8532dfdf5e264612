package play

import (
	"net/url"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
)

// This file decides which part of the tree a page draws.

// shown selects the nodes that the picture shows: of a wide tree those around the
// node at work, if the page can draw others. The watcher is nil if there is no
// run.
func (p *Page) shown(t *trees.Tree, v View, w *watcher) *layout.Selection {
	p.Around = p.Redraws && !v.Whole && layout.Folds(t)
	if !p.Around {
		return layout.Select(t, v.Open...)
	}
	if w == nil {
		return Around(t, v, 0, trace.Reasons{})
	}
	return w.Around(v)
}

// Around selects the part of a wide tree around the node at work at the step.
func (w *watcher) Around(v View) *layout.Selection {
	return Around(w.t, v, int(w.Event.Node), w.reasons)
}

// Around selects the part of a wide tree around a node: with it the nodes that the
// certificates name, and what the view opens and folds.
func Around(t *trees.Tree, v View, at int, r trace.Reasons) *layout.Selection {
	f := layout.Focus{At: at, Folded: v.Fold, Opened: v.Open}
	for _, c := range r.All() {
		f.Named = append(f.Named, c.Nodes()...)
	}
	return layout.SelectAround(t, &f)
}

// drawnOther sets the address of the page with the other drawing of a wide tree, if
// it can be drawn as a whole. here is the query of the page.
func (p *Page) drawnOther(t *trees.Tree, here url.Values) {
	if !layout.Folds(t) || t.Len() > layout.MaxDrawn || p.PlaybackOnly {
		return
	}
	here.Del("whole")
	if p.Around {
		here.Set("whole", "1")
	}
	p.DrawnOther = p.Path + "?" + here.Encode()
}
