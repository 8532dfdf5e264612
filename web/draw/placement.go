package draw

import "math"

// This file places arcs and texts in a picture. It uses the same rules as the
// script of the page (static/js/run/certificate.js), so that an exported picture
// looks like the page. There is one difference: an exported picture can grow.

// An area is a rectangle in a picture. (x, y) is its top left corner.
type area struct{ x, y, width, height float64 }

// around returns the smallest area that contains both areas.
func (a area) around(b area) area {
	x, y := min(a.x, b.x), min(a.y, b.y)
	return area{x, y, max(a.x+a.width, b.x+b.width) - x, max(a.y+a.height, b.y+b.height) - y}
}

// whole returns the smallest area with integer coordinates that contains a. Sums
// of integers are exact, so a rounding error cannot make two neighbours overlap.
func (a area) whole() area {
	x, y := math.Floor(a.x), math.Floor(a.y)
	return area{x, y, math.Ceil(a.x+a.width) - x, math.Ceil(a.y+a.height) - y}
}

func (a area) has(p point) bool {
	return p.x > a.x && p.x < a.x+a.width && p.y > a.y && p.y < a.y+a.height
}

// shared returns the size of the overlap of two areas.
func (a area) shared(b area) float64 {
	return max(0, min(a.x+a.width, b.x+b.width)-max(a.x, b.x)) * max(0, min(a.y+a.height, b.y+b.height)-max(a.y, b.y))
}

// bows are the possible curvatures of an arc, as parts of its length. Among
// equally good routes the first is chosen.
var bows = [...]float64{0.3, -0.3, 0.18, -0.18, 0.45, -0.45, 0.6, -0.6, 0.8, -0.8, 1, -1, 1.3, -1.3, 0.37, -0.37, 0.52, -0.52, 0.24, -0.24}

// sideBows are the curvatures of a route beside edges.
var sideBows = [...]float64{0.2, -0.2, 0.3, -0.3, 0.12, -0.12}

// arcSamples is the number of parts into which an arc is divided.
const arcSamples = 40

// Weights of what a route should avoid: an edge that it crosses, and a point over a
// text, nearer to one than textGap, over another route, or outside the picture.
const (
	edgeHit, textHit, nearHit, outsideHit = 400, 300, 8, 1

	textGap = 4.0
)

// A line is an edge: its start and its end.
type line [2]point

// An arc is a quadratic curve. bow is its curvature.
type arc struct {
	from, to point
	bow      float64
}

// obstacles are what a route should avoid.
type obstacles struct {
	texts   []area
	edges   []line
	routes  []area  // points of other routes
	ends    [2]area // the boxes at the ends of the route, which hide a part of it
	picture area
}

// route returns the route with the least weight of obstacles. It is one arc between
// the middles of two boxes. If the second is below the first, it can also begin under
// the box of the first, or consist of arcs beside the edges between them.
func (o *obstacles) route(from, to point, edges []line) []arc {
	var best []arc
	least := math.MaxInt
	try := func(r ...arc) {
		texts, crossed, outside := o.hits(r)
		if hits := textHit*texts + edgeHit*crossed + outside; hits < least {
			best, least = r, hits
		}
	}
	for _, bow := range bows {
		try(arc{from, to, bow})
	}
	if len(edges) == 0 || least == 0 {
		return best
	}
	for _, bow := range bows {
		try(arc{edges[0][0], to, bow})
	}
	for _, bow := range sideBows {
		r := make([]arc, len(edges))
		for i, e := range edges {
			r[i] = arc{e[0], e[1], bow}
		}
		try(r...)
	}
	return best
}

// hits returns the number of points of a route over texts, the number of edges that
// it crosses, and the weight of its points near texts, over routes and outside.
func (o *obstacles) hits(route []arc) (texts, edges, outside int) {
	for _, a := range route {
		before := a.from
		for i := 1; i <= arcSamples; i++ {
			at := a.at(i)
			part := line{before, at}
			before = at
			if o.ends[0].has(at) || o.ends[1].has(at) {
				continue
			}
			texts += count(o.texts, at, 0)
			outside += nearHit*count(o.texts, at, textGap) + outsideHit*count(o.routes, at, 0)
			if !o.picture.has(at) {
				outside += outsideHit
			}
			if o.ends[0].has(part[0]) {
				continue // edges begin under the box
			}
			for _, e := range o.edges {
				if part.crosses(e) {
					edges++
				}
			}
		}
	}
	return texts, edges, outside
}

func count(areas []area, p point, gap float64) (n int) {
	for _, a := range areas {
		if (area{a.x - gap, a.y - gap, a.width + 2*gap, a.height + 2*gap}).has(p) {
			n++
		}
	}
	return n
}

// crosses reports whether two lines have a point in common. Lines that begin or end
// at the same point do not cross there.
func (l line) crosses(m line) bool {
	if l[0] == m[0] || l[1] == m[1] {
		return false
	}
	return max(l[0].x, l[1].x) >= min(m[0].x, m[1].x) && min(l[0].x, l[1].x) <= max(m[0].x, m[1].x) &&
		side(l, m[0])*side(l, m[1]) <= 0 && side(m, l[0])*side(m, l[1]) <= 0
}

// side returns a number whose sign is the side of the line on which a point is.
func side(l line, p point) float64 {
	return (l[1].x-l[0].x)*(p.y-l[0].y) - (l[1].y-l[0].y)*(p.x-l[0].x)
}

const (
	mostEdges = 200 // edges are avoided only if at most this many nodes are drawn
	edgeApart = 10  // distance between the points of an edge that are avoided
	edgeDot   = 8   // side of the square areas around these points
)

// along returns small areas along an edge.
func (l line) along() []area {
	dx, dy := l[1].x-l[0].x, l[1].y-l[0].y
	count := int(math.Hypot(dx, dy) / edgeApart)
	var list []area
	for i := 1; i < count; i++ {
		t := float64(i) / float64(count)
		list = append(list, area{l[0].x + t*dx - edgeDot/2, l[0].y + t*dy - edgeDot/2, edgeDot, edgeDot})
	}
	return list
}

// edgeLines returns all edges, as if they had no stems.
func (p *Picture) edgeLines() (list []line) {
	if len(p.Places) > mostEdges {
		return nil
	}
	for i := 1; i < len(p.Places); i++ {
		place, above := &p.Places[i], &p.Places[p.shown.Parent[i]]
		list = append(list, line{{above.x, above.y + max(above.half, above.foot)}, {place.x, place.y - place.top}})
	}
	return list
}

// bend returns the control point of an arc.
func (a *arc) bend() point {
	dx, dy := a.to.x-a.from.x, a.to.y-a.from.y
	return point{(a.from.x+a.to.x)/2 - dy*a.bow, (a.from.y+a.to.y)/2 + dx*a.bow}
}

// at returns the point after i of arcSamples parts.
func (a *arc) at(i int) point {
	t, bend := float64(i)/arcSamples, a.bend()
	s := 1 - t
	return point{s*s*a.from.x + 2*s*t*bend.x + t*t*a.to.x, s*s*a.from.y + 2*s*t*bend.y + t*t*a.to.y}
}

// dots returns small areas along an arc.
func (a *arc) dots() []area {
	var list []area
	for i := 1; i < arcSamples; i++ {
		at := a.at(i)
		list = append(list, area{at.x - edgeDot/2, at.y - edgeDot/2, edgeDot, edgeDot})
	}
	return list
}

// outside is the weight of the part of a text outside the picture; an overlap has
// weight 1. It is small because the picture can grow, but overlapping text cannot
// be read.
const outside = 0.02

// overArc is the weight of an overlap with an arc: an edge behind a text disturbs less.
const overArc = 4

// beside returns the area for a text of this size beside a node that has the least
// overlap and the least part outside the picture. The candidates are to the left
// and right of the node, one line lower, directly under the node, under its texts,
// one line higher, and above the node. middle is the x coordinate of the middle of
// the node's box. The places in first are tried before.
func beside(node area, middle, width, height float64, occupied, arcs []area, picture area, first ...point) area {
	const gap = 10
	const clear = 26 // distance that avoids the edges to the children
	left, right, level, under := node.x-width-gap, node.x+node.width+gap, node.y+(node.height-height)/2, node.y+node.height
	var best area
	least := math.Inf(1)
	for _, corner := range append(first, []point{
		{left, level}, {right, level},
		{left, level + height}, {right, level + height},
		{node.x + (node.width-width)/2, under + gap/2}, // clear of its outline
		{middle - clear - width, under}, {middle + clear, under},
		{middle - clear - width, under + height}, {middle + clear, under + height},
		{left, level - height}, {right, level - height},
		{node.x + (node.width-width)/2, node.y - height - gap/2},
	}...) {
		candidate := area{corner.x, corner.y, width, height}
		over := outside * (width*height - candidate.shared(picture))
		for _, a := range occupied {
			over += candidate.shared(a)
		}
		for _, a := range arcs {
			over += overArc * candidate.shared(a)
		}
		if over < least {
			best, least = candidate, over
		}
	}
	return best
}
