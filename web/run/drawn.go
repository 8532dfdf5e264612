package run

import (
	"net/url"

	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/request"
)

// This file decides which part of the tree a page draws.

// shown selects the nodes that the picture shows: of a wide tree those around the
// node at work, if the page can draw others. The watcher is nil if there is no
// run.
func (p *Page) shown(t *trees.Tree, v request.View, w *watcher) *layout.Selection {
	p.Around = p.Redraws && !v.Whole && layout.Folds(t)
	if !p.Around {
		return layout.Select(t, v.Open...)
	}
	return Around(t, v, w)
}

// Around selects the part of a wide tree around the node at work at the watcher's step,
// which may be nil, with what the view opens and folds.
func Around(t *trees.Tree, v request.View, w *watcher) *layout.Selection {
	f := layout.Focus{Folded: v.Fold, Opened: v.Open}
	if w != nil {
		f.At = int(w.Event.Node)
		for _, c := range w.reasons.All() {
			f.Named = append(f.Named, c.Nodes()...)
		}
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
