package draw

import (
	"math"

	"espalier/trees"
	"espalier/trees/layout"
)

// This file lays a tree out sideways: the root is at the left, and the leaves are below each
// other. A wide tree becomes a high one, whose values can be read: a line of a page has room for
// a value, and a window scrolls downwards. The texts that are beside a node, and the move to it,
// are on the last part of the edge into it, which is level and begins at one x for all nodes of
// a level, so that the sloping parts of the edges pass no text.

const (
	sideRowGap    = 12 // between two boxes of a column
	sideMoreHalf  = 22 // half the height of a collapsed subtree
	sideMoveGap   = 10 // between a move and what is right of it
	sideTextLine  = -7 // base line of the texts above the level part of an edge
	leastSlope    = 52 // width of the sloping part of an edge
	mostSlope     = 150
	slopeOfHeight = 7   // a high tree has wider slopes
	goodHeight    = 340 // a small tree is spread up to this, but at most by mostSpread
)

// A sideways holds what the layout of a tree from left to right has beyond its places.
type sideways struct {
	reach []float64 // from x of each place to the left end of the level part of its edge
	text  []float64 // from x to the left end of the label, which may interrupt that part
}

// sidewaysDrawing lays out the nodes that are shown from left to right.
func sidewaysDrawing(t *trees.Tree, shown *layout.Selection) (*Drawing, *sideways) {
	n := len(shown.Node)
	d := &Drawing{t: t, shown: shown, Places: make([]place, n)}
	side := &sideways{reach: make([]float64, n), text: make([]float64, n)}
	boxes := layout.Boxes{Left: make([]float64, n), Right: make([]float64, n), Gap: sideRowGap}
	costs := pathCosts(t)
	right := make([]float64, n)
	for i, node := range shown.Node {
		_, right[i] = d.size(i, int(node), costs, 0, false)
		p := &d.Places[i]
		if p.hidden > 0 {
			p.top = sideMoreHalf
		}
		boxes.Left[i], boxes.Right[i] = max(p.top, leafHalf), max(p.bottom, leafHalf)
		side.text[i] = p.half + p.besideText()
		side.reach[i] = side.text[i]
		if on, size := p.onEdge(); on != "" {
			side.reach[i] += sideMoveGap + TextWidth(on, size, Regular) + sideGap
		}
	}
	d.arrangeSideways(layout.NewLayout(shown.Parent, boxes), side, right)
	return d, side
}

// besideText returns the width of the texts left of a box, with the gap to it.
func (pl *place) besideText() (width float64) {
	if pl.label != "" {
		gap := float64(sideGap)
		if !pl.boxed {
			gap = labelGap
		}
		width = gap + TextWidth(pl.label, labelSize, Italic)
	}
	for _, line := range pl.heur {
		width = max(width, sideGap+TextWidth(line, smallSize, Bold))
	}
	if width > 0 {
		width += sideGap
	}
	return width
}

// onEdge returns the text on the edge into a place, and its size.
func (pl *place) onEdge() (text string, size float64) {
	if pl.move != "" {
		return pl.move, moveSize
	}
	return pl.cost, smallSize
}

// arrangeSideways computes the places of a tree from left to right. right is the extent of each
// place to its right side.
func (d *Drawing) arrangeSideways(l layout.Layout, side *sideways, right []float64) {
	levels := 0
	for _, level := range l.Level {
		levels = max(levels, int(level))
	}
	reach, halves := make([]float64, levels+1), make([]float64, levels+1)
	for i, level := range l.Level {
		reach[level] = max(reach[level], math.Ceil(side.reach[i]))
		halves[level] = max(halves[level], math.Ceil(d.Places[i].half))
	}
	spread := min(max(1, goodHeight/l.Width), mostSpread)
	slope := math.Round(min(max(l.Width*spread/slopeOfHeight, leastSlope), mostSlope))
	x := make([]float64, levels+1)
	x[0] = pad + reach[0]
	for level := 1; level <= levels; level++ {
		x[level] = x[level-1] + halves[level-1] + slope + reach[level]
	}
	bottom := 0.0
	for i := range d.Places {
		p, level := &d.Places[i], l.Level[i]
		p.x, p.y = x[level], math.Round(pad+l.X[i]*spread)
		p.lift = p.top // nothing is above it
		side.reach[i] = reach[level]
		d.Width = max(d.Width, p.x+right[i]+pad)
		bottom = max(bottom, p.y+p.bottom)
	}
	d.Width, d.height = math.Ceil(d.Width), math.Ceil(bottom+pad)
}

// sidewaysMore is the shape of a collapsed subtree whose parent is at the left.
const sidewaysMore = "M-28 0L18 -20V20z"

// level writes the level part of the edge into a place, which is in its group so that it moves
// with it, and the text above it.
func (p *editablePainter) level(w *Writer, i int) {
	place, reach, text := &p.Places[i], p.side.reach[i], p.side.text[i]
	end := place.half
	if !place.boxed { // the label is on the line
		end = text
	}
	if i > 0 && reach > end {
		w.Raw(`<path class="stem" d="M`)
		w.B = AppendNum(w.B, -reach)
		w.Raw(" 0H")
		w.B = AppendNum(w.B, -end)
		w.Raw(`"/><path class="reach" d="M`) // it can be clicked as the stem, which is thin
		w.B = AppendNum(w.B, -reach)
		w.Raw(" 0H")
		w.B = AppendNum(w.B, -end)
		w.Raw(`"/>`)
	}
	on, size := place.onEdge()
	if i == 0 || on == "" {
		return
	}
	x := -text - sideMoveGap - TextWidth(on, size, Regular)/2
	if place.move == "" {
		p.write(w, "cost", x, sideTextLine, on)
		return
	}
	p.moveName(w, i, x, sideTextLine)
}
