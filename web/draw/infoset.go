package draw

import (
	"fmt"
	"math"
)

// This file draws information sets: a dashed line joins each node of a set to the next one that is
// drawn. It passes no box or text where that is possible.

// An infosetLine joins two places of one information set. The line is a cubic curve that begins and ends
// at their boxes.
type infosetLine struct {
	from, to, player int
	curve            curve
}

// A curve is a cubic curve by its control points.
type curve [4]point

// at returns the point of the curve at t, from 0 to 1.
func (c *curve) at(t float64) point { return c.polar(t, t, t) }

// polar is the polar form of the curve: the control points of its part from s to t are those at
// (s,s,s), (s,s,t), (s,t,t) and (t,t,t).
func (c *curve) polar(r, s, t float64) point {
	p := *c
	for i, u := range [...]float64{r, s, t} {
		for k := range len(p) - 1 - i {
			p[k] = point{(1-u)*p[k].x + u*p[k+1].x, (1-u)*p[k].y + u*p[k+1].y}
		}
	}
	return p[0]
}

// part returns the part of the curve from s to t.
func (c *curve) part(s, t float64) curve {
	return curve{c.polar(s, s, s), c.polar(s, s, t), c.polar(s, t, t), c.polar(t, t, t)}
}

var (
	// infosetHeights are the heights of straight lines, from the middle of the boxes: through the
	// middle, under the label, and above it.
	infosetHeights = [...]float64{0, 12, -19}
	// infosetDepths are how far the control points of a line that has to pass other nodes are beside
	// the straight way.
	infosetDepths = [...]float64{45, -45, 65, -65, 85, -85, 110, -110, 140, -140}
)

const (
	// What a line should avoid: a point over a text or a box, near one, over another line, or outside the
	// picture, where it is not seen; and an edge that it crosses.
	infosetText, infosetNear, infosetOther, infosetOutside, infosetEdge = 300, 15, 60, 200, 40

	infosetSamples = 2 * arcSamples
	infosetTurn    = 40  // most distance of a control point from its box, along the straight way
	infosetReach   = 150 // texts so far from the straight way are not looked at
)

// infosetLines returns the lines of all information sets. areas are what a place occupies, its box
// first.
func (d *Drawing) infosetLines(areas func(i int) []area) (lines []infosetLine) {
	if !d.t.Imperfect() {
		return nil
	}
	last := map[string]int{}
	var o *obstacles
	for i, node := range d.shown.Node {
		name := d.t.Infoset(int(node))
		if name == "" {
			continue
		}
		before, known := last[name]
		last[name] = i
		if !known {
			continue
		}
		if o == nil {
			o = d.infosetObstacles(areas)
		}
		o.ends = [2]area{areas(before)[0], areas(i)[0]}
		c := o.infosetCurve(d.Places[before].middle(), d.Places[i].middle())
		for s := range infosetSamples {
			at := c.at(float64(s) / infosetSamples)
			o.routes = append(o.routes, area{at.x - edgeDot/2, at.y - edgeDot/2, edgeDot, edgeDot})
		}
		if c, ok := o.outsideEnds(c); ok {
			lines = append(lines, infosetLine{before, i, d.t.Mover(int(node)), c})
		}
	}
	return lines
}

// infosetObstacles returns what a line should avoid; nothing if there are too many nodes.
func (d *Drawing) infosetObstacles(areas func(i int) []area) *obstacles {
	o := &obstacles{picture: area{0, 0, d.Width, d.height}}
	if len(d.Places) > mostEdges {
		return o
	}
	for i := range d.Places {
		o.texts = append(o.texts, areas(i)...)
		if i > 0 {
			x, y, dx, dy := d.line(i)
			o.edges = append(o.edges, line{{x, y}, {x + dx, y + dy}})
		}
	}
	return o
}

// infosetCurve returns the best line between the middles of two boxes.
func (o *obstacles) infosetCurve(from, to point) curve {
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Hypot(dx, dy)
	turn := min(length*0.15, infosetTurn) / max(length, 1)
	beside := func(depth float64) curve {
		x, y := -dy/max(length, 1)*depth, dx/max(length, 1)*depth
		return curve{from, {from.x + dx*turn + x, from.y + dy*turn + y}, {to.x - dx*turn + x, to.y - dy*turn + y}, to}
	}
	if len(o.texts) == 0 {
		return beside(infosetDepths[0])
	}
	near := area{min(from.x, to.x), min(from.y, to.y), math.Abs(dx), math.Abs(dy)}
	near = area{near.x - infosetReach, near.y - infosetReach, near.width + 2*infosetReach, near.height + 2*infosetReach}
	within := func(list []area) (found []area) {
		for _, a := range list {
			if a.shared(near) > 0 {
				found = append(found, a)
			}
		}
		return found
	}
	close := &obstacles{texts: within(o.texts), edges: o.edges, routes: within(o.routes), ends: o.ends, picture: o.picture}
	var best curve
	least := math.MaxInt
	try := func(c curve) {
		if cost := close.infosetCost(&c, least); cost < least {
			best, least = c, cost
		}
	}
	if dy == 0 {
		for _, h := range infosetHeights {
			y := from.y + h
			try(curve{{from.x, y}, {from.x + dx/3, y}, {to.x - dx/3, y}, {to.x, y}})
		}
	}
	try(beside(0))
	for _, depth := range infosetDepths {
		try(beside(depth))
	}
	return best
}

// infosetCost returns the weight of what a line passes, or more than most.
func (o *obstacles) infosetCost(c *curve, most int) (cost int) {
	before := c[0]
	for i := 1; i <= infosetSamples && cost < most; i++ {
		at := c.at(float64(i) / infosetSamples)
		part := line{before, at}
		before = at
		if o.ends[0].has(at) || o.ends[1].has(at) {
			continue
		}
		cost += infosetText*count(o.texts, at, 0) + infosetNear*count(o.texts, at, textGap) + infosetOther*count(o.routes, at, 0)
		if !o.picture.has(at) {
			cost += infosetOutside
		}
		for _, e := range o.edges {
			if part.crosses(e) {
				cost += infosetEdge
			}
		}
	}
	return cost
}

// outsideEnds returns the part of a line between the boxes at its ends. ok is false if there is none.
func (o *obstacles) outsideEnds(c curve) (part curve, ok bool) {
	// leave returns where the line leaves a box in which it is at t = from.
	leave := func(box area, from, to float64) float64 {
		if !box.has(c.at(from)) {
			return from
		}
		const steps = 12
		for range steps {
			if middle := (from + to) / 2; box.has(c.at(middle)) {
				from = middle
			} else {
				to = middle
			}
		}
		return to
	}
	if o.ends[0].shared(o.ends[1]) > 0 {
		return curve{}, false
	}
	return c.part(leave(o.ends[0], 0, 0.5), leave(o.ends[1], 1, 0.5)), true
}

// path returns the line in SVG, from a point.
func (l *infosetLine) path(x, y float64) string {
	at := func(i int) string { return Num(l.curve[i].x-x) + " " + Num(l.curve[i].y-y) }
	return "M" + at(0) + "C" + at(1) + " " + at(2) + " " + at(3)
}

const (
	infosetWidth = 2
	infosetOn    = 7 // length of a dash
	infosetOff   = 5
)

// infosets writes the lines of information sets. They are painted behind the nodes.
func (p *Picture) infosets(w *Writer) {
	lines := p.infosetLines(p.parts)
	if lines == nil {
		return
	}
	// What a screen reader says of a node has its information set.
	w.Open("g", "class", "infosets", "aria-hidden", "true", "fill", "none", "stroke-dasharray", Num(infosetOn)+" "+Num(infosetOff))
	w.Attr("stroke-width", Num(infosetWidth*p.Theme.Weight))
	w.EndOpen()
	for _, l := range lines {
		w.Open("path", "class", "stem infoset")
		w.Attr("data-player", Num(float64(l.player)))
		w.Attrs("stroke", p.Theme.Player(l.player), "d", l.path(0, 0))
		w.EndEmpty()
	}
	w.Raw("</g>")
}

// infosets writes the lines of information sets in TikZ.
func (w *tikzWriter) infosets() {
	for _, l := range w.infosetLines(w.parts) {
		at := func(i int) string { return "(" + Num(l.curve[i].x) + "," + Num(l.curve[i].y) + ")" }
		fmt.Fprintf(&w.sets, "\\draw%s %s .. controls %s and %s .. %s;\n", w.with("tree information set", playerStyle(l.player)), at(0), at(1), at(2), at(3))
	}
}

// fixedParts returns the areas that a node of a draft occupies: its box and its texts.
func (p *editablePainter) fixedParts(i int) []area {
	place := &p.Places[i]
	all := []area{{place.x - place.half, place.y - place.top, 2 * place.half, 2 * place.top}}
	text := func(right, base, size float64, words string, face Face) {
		if words != "" {
			width := TextWidth(words, size, face)
			all = append(all, area{place.x + right - width, place.y + base - lineAscent*size, width, lineHeight * size})
		}
	}
	x, y := place.nameAt()
	text(x, y, place.labelSize(), place.label, Italic)
	for l, line := range place.heur {
		text(-place.half-sideGap, place.heurY(l), smallSize, line, Bold)
	}
	if on, size := place.onEdge(); on != "" && p.side != nil {
		text(-p.side.text[i]-sideMoveGap, sideTextLine, size, on, Regular)
	} else if place.move != "" {
		text(TextWidth(on, size, Regular)/2, place.moveY(), size, on, Regular)
	}
	return all
}
