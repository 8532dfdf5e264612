package play

import (
	"slices"

	"net/url"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/draw"
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
	e, r := &trace.Event{}, trace.Reasons{}
	if w != nil {
		e, r = &w.Event, w.reasons
	}
	if p.AlongPath = t.LabelsAreMoves(); p.AlongPath {
		if !slices.Contains(p.Styles, alongStyle) {
			p.Styles = append(p.Styles, alongStyle)
		}
		return draw.SelectRows(t, along(e, focusOf(v, int(e.Node), r)), draw.RowsWide)
	}
	return Around(t, v, int(e.Node), r)
}

// alongStyle is the style sheet of a picture along a path.
const alongStyle = "run/along"

// along returns what a picture along the path of a game's tree has to show at an event: at the
// end of a run this is the line of play.
func along(e *trace.Event, f layout.Focus) *layout.Along {
	a := &layout.Along{Focus: f}
	switch {
	case e.Type == trace.Done && len(e.Path) > 0:
		a.At = int(e.Path[len(e.Path)-1])
	case e.Type == trace.Backup || e.Type == trace.Research:
		a.Child = int(e.Child)
	case e.Type == trace.Prune && len(e.Cut) > 0:
		a.Child = int(e.Cut[0])
	}
	return a
}

// Around selects the part of a wide tree around the node at work at the step.
func (w *watcher) Around(v View) *layout.Selection {
	return Around(w.t, v, int(w.Event.Node), w.reasons)
}

// Around selects the part of a wide tree around a node: with it the nodes that the
// certificates name, and what the view opens and folds.
func Around(t *trees.Tree, v View, at int, r trace.Reasons) *layout.Selection {
	f := focusOf(v, at, r)
	return layout.SelectAround(t, &f)
}

func focusOf(v View, at int, r trace.Reasons) layout.Focus {
	f := layout.Focus{At: at, Folded: v.Fold, Opened: v.Open}
	for _, c := range r.All() {
		f.Named = append(f.Named, c.Nodes()...)
	}
	return f
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
