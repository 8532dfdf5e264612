package draw

import (
	"math"
	"strconv"

	"espalier/trace"
)

// SVG returns the picture. The script of the page relies on these elements:
// path#e7.edge is the edge into node 7; g#n7.node is the group of node 7 with
// .box, .mover, .name, .value or .bound, and .visits; path#k7.stroke in this group
// is the double stroke across the edge. Classes describe the state.
func (p *Picture) SVG() []byte {
	w := Writer{Alone: p.Standalone}
	w.Open("svg", "class", "tree", "xmlns", "http://www.w3.org/2000/svg")
	frame := p.frame()
	w.Attr("viewBox", Num(frame.x)+" "+Num(frame.y)+" "+Num(frame.width)+" "+Num(frame.height))
	if p.samples > 0 {
		w.Attr("data-samples", "")
	}
	if p.prefix != "" {
		w.Attr("data-prefix", p.prefix)
	}
	if p.Live && p.shown.Wide > 0 {
		w.Attrs("data-wide", Num(p.shown.Wide), "data-high", Num(p.height))
		if p.share > 0 {
			w.Attr("data-share", strconv.Itoa(p.share))
		}
	}
	if p.Standalone {
		scale := min(1, maxPixels/frame.width)
		w.Attrs("width", Num(frame.width*scale), "height", Num(frame.height*scale))
	}
	if p.scale > 0 {
		w.Attrs("width", Num(frame.width*p.scale), "height", Num(frame.height*p.scale))
	}
	title := p.t.Title
	if title == "" {
		title = "Game tree"
	}
	if p.Live {
		w.Attrs("role", "tree", "aria-label", title)
	} else {
		w.Attr("aria-hidden", "true")
	}
	w.Typeface()
	w.Attrs("font-size", Num(textSize), "text-anchor", "middle", "fill", p.Theme.Ink)
	w.EndOpen()
	if p.Standalone {
		w.Open("rect", "class", "ground", "width", "100%", "height", "100%", "fill", p.Theme.Ground)
		if frame.x != 0 || frame.y != 0 {
			w.Attr("x", Num(frame.x))
			w.Attr("y", Num(frame.y))
		}
		w.EndEmpty()
	}
	p.infosets(&w)
	p.overlayArcs(&w)
	costs := pathCosts(p.t)
	// Edges of a tree that is drawn around a node are long and flat: they are painted
	// behind the texts of all nodes that they pass.
	edgesFirst := p.shown.Around
	for i := 1; edgesFirst && i < len(p.Places); i++ {
		p.edge(&w, i)
	}
	for i := range p.Places {
		// An edge is written before its node: so the edge is painted behind the
		// texts of the node, and equal coordinates are close together, which
		// compresses well.
		if i > 0 && !edgesFirst {
			p.edge(&w, i)
		}
		p.node(&w, i, costs)
	}
	for i := range p.Places {
		if len(p.marks) > 0 {
			p.writeMarks(&w, i)
		}
	}
	p.overlayLabels(&w)
	w.Raw("</svg>")
	return w.B
}

func isCut(s trace.NodeState) bool { return s.Phase == trace.CutOff || s.Phase == trace.CutForNow }

// classes returns the state of a node as classes, each after a space.
func (p *Picture) classes(node int, s trace.NodeState) string {
	c := cutClass(s)
	switch s.Phase {
	case trace.Open:
		c += " open"
	case trace.Valued:
		c += " done"
	case trace.Valueless:
		c += " nil"
	}
	if s.Exact {
		c += " exact"
	}
	if s.Best {
		c += " best"
	}
	if node == p.at {
		c += " now"
	}
	if p.path[node] {
		c += " path"
	}
	if p.overlay.holds[node] {
		c += " holds"
	}
	if p.overlay.decides[node] {
		c += " decides"
	}
	return c
}

// edgeClasses returns the classes that change the appearance of an edge.
func (p *Picture) edgeClasses(node int, s trace.NodeState) string {
	c := cutClass(s)
	if s.Best {
		c += " best"
	}
	if p.path[node] {
		c += " path"
	}
	return c
}

func cutClass(s trace.NodeState) string {
	c := ""
	switch s.Phase {
	case trace.CutOff:
		c = " cut"
	case trace.CutForNow:
		c = " later"
	}
	if s.WasCut {
		c += " past"
	}
	return c
}

// line returns the start of the edge into place i and the vector to its end. The
// edge starts at the middle of the lower side of the parent and ends at the middle
// of the upper side of the place, or where its stem begins.
func (d *Drawing) line(i int) (x, y, dx, dy float64) {
	place, above := &d.Places[i], &d.Places[d.shown.Parent[i]]
	x, y = above.x, above.y+max(above.half, above.foot)
	return x, y, place.x - x, place.y - place.lift - y
}

func (p *Picture) edge(w *Writer, i int) {
	node := int(p.shown.Node[i])
	s := p.stateAt(i)
	x, y, dx, dy := p.line(i)
	mover := p.t.Mover(int(p.shown.Node[p.shown.Parent[i]]))

	w.Open("path", "class", "edge"+p.edgeClasses(node, s))
	if p.Live {
		w.Attr("id", p.prefix+"e"+strconv.Itoa(node))
	}
	w.Attr("data-player", strconv.Itoa(mover))
	d, stem := "M"+Num(x)+" "+Num(y)+"L"+Num(x+dx)+" "+Num(y+dy), p.Places[i].stem()
	for part, ends := range stem {
		if part > 0 {
			d += "M" + Num(x+dx) + " " + Num(p.Places[i].y+ends[0])
		}
		d += "V" + Num(p.Places[i].y+ends[1])
	}
	w.Attr("d", d)
	if stem != nil {
		w.Attrs("fill", "none", "stroke-linejoin", "round")
	}
	color, width := p.Theme.Edge, 1.4
	switch {
	case p.path[node]:
		color, width = p.Theme.Ink, 4
	case isCut(s):
		color = p.Theme.Faint
	case s.Best:
		color, width = p.Theme.Player(mover), 3
	}
	if n := p.visitWidth(s); n > 0 {
		width = widthPerVisits * float64(n)
		if p.Live {
			w.Attr("data-visits", strconv.Itoa(n))
		}
	}
	w.Attrs("stroke", color, "stroke-width", Num(width*p.Theme.Weight), "stroke-linecap", "round")
	if s.Phase == trace.CutForNow {
		w.Attr("stroke-dasharray", "6 5")
	}
	w.EndEmpty()
}

const (
	// visitWidths is the number of widths of the edges of a search by samples. The widest edge
	// is that of a node that all samples have passed.
	visitWidths = 8
	// widthPerVisits is by how much each is wider than the one before; tree.css has it, too.
	widthPerVisits = 1.5
)

// visitWidth returns the width of the edge into a node by its share of all visits, from 1 to
// visitWidths; 0: the node was not visited, or visits do not count.
func (p *Picture) visitWidth(s trace.NodeState) int {
	if p.samples == 0 || s.Visits == 0 {
		return 0
	}
	return (visitWidths*s.Visits + p.samples - 1) / p.samples
}

// stroke draws the mark of a cut across the edge into a place. It draws the mark
// only where the cut was made, not on the edges below.
func (p *Picture) stroke(w *Writer, i int, s trace.NodeState) {
	node := int(p.shown.Node[i])
	cut := p.cutAbove(i, s)
	if !p.Live && !cut {
		return
	}
	class, color := "stroke", p.Theme.Cut
	if cut {
		class += cutClass(s)
	}
	if s.WasCut {
		color = p.Theme.Faded
	}
	w.Open("path", "class", class)
	if p.Live {
		w.Attr("id", p.prefix+"k"+strconv.Itoa(node))
	}
	d, transform := p.mark(i)
	w.Attr("d", d)
	w.Attr("transform", transform)
	if cut {
		w.Attr("stroke", color)
		w.Attr("stroke-width", Num(2.2*p.Theme.Weight))
	} else {
		w.Attr("display", "none")
	}
	if cut && (s.Phase == trace.CutForNow || s.WasCut) {
		w.Attr("stroke-dasharray", "5 3")
	}
	w.EndEmpty()
}

// cutAbove reports whether the cut was made at the edge into a place. An old cut
// stays visible while its node is re-searched.
func (p *Picture) cutAbove(i int, s trace.NodeState) bool {
	struck := func(s trace.NodeState) bool { return isCut(s) || s.WasCut }
	return i > 0 && struck(s) && !struck(p.state(int(p.shown.Node[p.shown.Parent[i]])))
}

// markBack is the distance of the mark of a cut from the lower end of its edge. On
// a short edge half this distance is used.
const markBack = 52.0

// mark returns the path of the mark of a cut across an edge that runs to the right
// and ends at (0, 0), and the transform that moves and turns it onto the edge.
func (p *Picture) mark(i int) (d, transform string) {
	turn, lines := p.crossing(i)
	for _, l := range lines {
		d += "M" + Num(l[0]) + " " + Num(l[1]) + "l" + Num(l[2]-l[0]) + Num(l[3]-l[1])
	}
	return d, "translate(0 " + Num(-p.crossedAt(i)) + ")rotate(" + Num(turn) + ")"
}

// crossing returns the mark of a cut: two short, slightly oblique strokes, each
// as x, y of its start and x, y of its end, across an edge that runs to the right
// and ends at (0, 0). turn is the angle in degrees that turns them onto the edge
// into the place. Angles are rounded, which makes a picture smaller.
func (d *Drawing) crossing(i int) (turn float64, lines [2][4]float64) {
	const angles = 3
	_, _, dx, dy := d.line(i)
	back := markBack
	if d.shown.Wide > 0 { // across the stem, which is apart from all other edges
		dx, dy, back = 0, 1, 2*rowMarkBack
	}
	if math.Hypot(dx, dy) < 2*markBack {
		back /= 2
	}
	turn = math.Round(math.Atan2(dy, dx)*180/math.Pi/angles) * angles
	lean := 3.0
	if turn > 90 { // on edges to the left the mark is mirrored
		lean = -lean
	}
	for i, x := range [...]float64{-back - 3.5, -back + 3.5} {
		lines[i] = [4]float64{x - lean, 10, x + lean, -10}
	}
	return turn, lines
}

// crossedAt returns how far above a place the edge ends that the mark of a cut crosses.
func (d *Drawing) crossedAt(i int) float64 {
	if d.shown.Wide > 0 {
		return d.Places[i].top
	}
	return d.Places[i].lift
}

// crossed returns the mark of a cut in coordinates of the picture: the two ends of
// each stroke.
func (d *Drawing) crossed(i int) (strokes [2][2]point) {
	place := &d.Places[i]
	turn, lines := d.crossing(i)
	sin, cos := math.Sincos(turn * math.Pi / 180)
	for k, l := range lines {
		for end := range strokes[k] {
			x, y := l[2*end], l[2*end+1]
			strokes[k][end] = point{place.x + x*cos - y*sin, place.y - d.crossedAt(i) + x*sin + y*cos}
		}
	}
	return strokes
}
