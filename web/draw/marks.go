package draw

import (
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
)

// markLine is the distance from a leaf's value or from the top of a box to the marks of a node.
const markLine = 24

// MarkedPicture returns the tree for a page without playback, with a path from the root and with texts
// at some nodes, such as the letters of the rules that choose them. It is large as it is: a tree that is
// drawn folded has no marks at hidden nodes.
func MarkedPicture(t *trees.Tree, path []int32, marks map[int]string) []byte {
	return markedPicture(t, path, marks, 0)
}

// scrolledScale is the size of a picture that is scrolled: its texts are as large as small print.
const scrolledScale = 0.7

// ScrolledPicture is MarkedPicture for a page that scrolls it: a wide tree stays readable.
func ScrolledPicture(t *trees.Tree, path []int32, marks map[int]string) []byte {
	return markedPicture(t, path, marks, scrolledScale)
}

func markedPicture(t *trees.Tree, path []int32, marks map[int]string, scale float64) []byte {
	p := Picture{Drawing: DrawingOf(t, layout.Select(t), false), Theme: &Themes[0], scale: scale}
	f := trace.NewFold(t, nil)
	shape := trace.Event{Players: t.Players, Width: t.Width(), Unit: t.Unit}
	for _, n := range path {
		e := shape
		e.Type, e.Node, e.Player = trace.Enter, n, t.Mover(int(n))
		f.Apply(&e, nil)
	}
	p.Show(f)
	p.marks = marks
	p.height += markLine
	return p.SVG()
}

// SearchedPicture returns the tree for a page without playback, in the state of a fold at the end of a
// run, and with texts at some nodes. It is for a column.
func SearchedPicture(t *trees.Tree, f *trace.Fold, marks map[int]string) []byte {
	p := Picture{Drawing: drawingOf(t, layout.Select(t), false, columnShape), Theme: &Themes[0]}
	p.Show(f)
	p.at, p.path = -1, nil
	p.marks = marks
	p.height += markLine
	return p.SVG()
}

// writeMarks writes the marks of place i: below a leaf, else above the box, at its left and that of its move.
func (p *Picture) writeMarks(w *Writer, i int) {
	node, place := int(p.shown.Node[i]), &p.Places[i]
	text := p.marks[node]
	if text == "" || place.hidden > 0 {
		return
	}
	x, y, anchor := place.x, place.y+leafHalf+markLine, ""
	switch {
	case !p.t.IsLeaf(node):
		half := max(place.half, TextWidth(place.move, moveSize, Regular)/2)
		x, y, anchor = place.x-half-sideGap, place.y-place.half-4, "end"
	case place.letterBelow():
		y += letterStep
	case place.boxed:
		y += 2 * lineStep
	}
	p.write(w, "mark", x, y, markSize, Bold, p.Theme.Cut, anchor, text, p.halo()...)
}
