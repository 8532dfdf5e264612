package web

import (
	"math"
	"strconv"

	"espalier/trace"
)

// svg appends the picture. The document contract of the page's script:
// path#e7.edge is the edge into node 7, path#k7.stroke the double stroke
// across it, g#n7.node the node with .box, .mover, .name, .value or .bound,
// and .visits; classes tell the state.
func (p *picture) svg(b []byte) []byte {
	w := svgWriter{b}
	w.open("svg", "class", "tree", "xmlns", "http://www.w3.org/2000/svg")
	w.attr("viewBox", "0 0 "+num(p.width)+" "+num(p.height))
	if p.standalone {
		w.attr("width", num(p.width))
		w.attr("height", num(p.height))
	}
	title := p.t.Title
	if title == "" {
		title = "Game tree"
	}
	if p.live {
		w.attr("role", "tree")
		w.attr("aria-label", title)
	} else {
		w.attr("aria-hidden", "true")
	}
	w.attr("font-family", serif)
	w.attr("font-size", num(textSize))
	w.attr("text-anchor", "middle")
	w.attr("fill", p.theme.Ink)
	w.endOpen()
	if p.standalone {
		w.empty("rect", "class", "ground", "width", "100%", "height", "100%", "fill", p.theme.Ground)
	}
	w.open("g", "class", "edges", "fill", "none", "stroke", p.theme.Edge, "stroke-linecap", "round")
	w.attr("stroke-width", num(1.4*p.theme.Weight))
	w.attr("role", "presentation")
	w.endOpen()
	for i := range p.places {
		if i > 0 {
			p.edge(&w, i)
		}
	}
	w.text("</g>")
	costs := pathCosts(p.t)
	for i := range p.places {
		p.node(&w, i, costs)
	}
	w.text("</svg>")
	return w.b
}

func isCut(s trace.NodeState) bool { return s.Phase == trace.CutOff || s.Phase == trace.CutForNow }

// classes are the state of a node as classes, each with a blank before it.
func (p *picture) classes(node int, s trace.NodeState) string {
	c := ""
	switch s.Phase {
	case trace.Open:
		c = " open"
	case trace.Valued:
		c = " done"
	case trace.Valueless:
		c = " nil"
	case trace.CutOff:
		c = " cut"
	case trace.CutForNow:
		c = " later"
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
	return c
}

func (p *picture) edge(w *svgWriter, i int) {
	node, place := int(p.shown.Node[i]), &p.places[i]
	above := &p.places[p.shown.Parent[i]]
	parent := int(p.shown.Node[p.shown.Parent[i]])
	s := p.state(node)
	x, y := above.x, above.y+above.half
	dx, dy := place.x-x, place.y-place.top-y
	mover := p.t.Mover(parent)

	w.open("path", "class", "edge"+p.classes(node, s))
	if p.live {
		w.attr("id", "e"+strconv.Itoa(node))
		w.attr("data-player", strconv.Itoa(mover))
	}
	w.attr("d", "M"+num(x)+" "+num(y)+"l"+num(dx)+" "+num(dy))
	switch {
	case p.path[node]:
		w.attr("stroke", p.theme.Ink)
		w.attr("stroke-width", num(4*p.theme.Weight))
	case isCut(s):
		w.attr("stroke", p.theme.Faint)
	case s.Best:
		w.attr("stroke", p.theme.player(mover))
		w.attr("stroke-width", num(3*p.theme.Weight))
	}
	if s.Phase == trace.CutForNow {
		w.attr("stroke-dasharray", "6 5")
	}
	w.endEmpty()

	// The stroke stands where the cut was made, not on every edge below it.
	cut := isCut(s) && !isCut(p.state(parent))
	if !p.live && !cut {
		return
	}
	class := "stroke"
	if cut {
		class += p.classes(node, s)
	}
	w.open("path", "class", class)
	if p.live {
		w.attr("id", "k"+strconv.Itoa(node))
	}
	w.attr("d", doubleStroke(x, y, dx, dy))
	if cut {
		w.attr("stroke", p.theme.Cut)
		w.attr("stroke-width", num(2.2*p.theme.Weight))
		if s.Phase == trace.CutForNow {
			w.attr("stroke-dasharray", "3 3")
		}
	} else {
		w.attr("visibility", "hidden")
	}
	w.endEmpty()
}

// doubleStroke is the mark of a cut: two short strokes across the edge.
func doubleStroke(x, y, dx, dy float64) string {
	const length, apart, along, tilt = 10.0, 3.2, 0.56, 0.3
	norm := math.Hypot(dx, dy)
	ux, uy := dx/norm, dy/norm
	// Across, leaning a little: upwards to the right.
	ax, ay := uy, -ux
	if ax < 0 {
		ax, ay = -ax, -ay
	}
	ax, ay = ax+tilt*ux*sign(dx), ay-tilt*math.Abs(uy)
	a := math.Hypot(ax, ay)
	ax, ay = ax/a*length, ay/a*length
	d := ""
	for _, side := range [...]float64{-apart, apart} {
		mx, my := x+along*dx+side*ux, y+along*dy+side*uy
		d += "M" + num(mx-ax) + " " + num(my-ay) + "l" + num(2*ax) + " " + num(2*ay)
	}
	return d
}

func sign(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}
