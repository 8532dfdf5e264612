package export

import (
	"fmt"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/play"
	"espalier/web/words"
)

// This file decides which part of a wide tree a picture in a file draws, and says so
// with the number of nodes.

// shown selects the nodes of the picture at a step: of a wide tree those that the page
// shows, unless the whole tree is asked for. A tree without a run is drawn whole.
func (x *exportRequest) shown(at *engine.Snapshot) *layout.Selection {
	if at.Step < 0 || x.view.Whole || !layout.Folds(x.Tree) {
		return layout.Select(x.Tree, x.view.Open...)
	}
	return play.Around(x.Tree, x.view, int(at.Event.Node), at.Reasons)
}

// drawnInWords says how many nodes of a wide tree a picture draws; of other trees all
// are, and it returns "".
func drawnInWords(t *trees.Tree, shown *layout.Selection) string {
	drawn, all := words.Grouped(shown.Drawn()), words.CountNodes(t.Len())
	switch {
	case !layout.Folds(t):
		return ""
	case shown.Around:
		return fmt.Sprintf("Drawn around the node at work: %s of %s; the rest is folded.", drawn, all)
	case shown.Drawn() == t.Len():
		return "Drawn whole: " + all + "."
	}
	return fmt.Sprintf("Drawn: %s of %s; the rest is folded.", drawn, all)
}

// drawnAtSteps is drawnInWords for the pictures of a page, whose step is still to be
// chosen. runs is false for the tree without a run.
func drawnAtSteps(o *offer, runs bool) string {
	if !runs || o.view.Whole || !layout.Folds(o.of.Tree) {
		return drawnInWords(o.of.Tree, layout.Select(o.of.Tree, o.view.Open...))
	}
	text := "Drawn as on the page: around the node at work, with the rest of " + words.CountNodes(o.of.Tree.Len()) + " folded."
	if o.of.Tree.Len() <= layout.MaxDrawn {
		text += " After “Draw the whole tree” on the page, it is whole here, too."
	}
	return text
}
