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
// equally good curvatures the first is chosen.
var bows = [...]float64{0.3, -0.3, 0.18, -0.18, 0.45, -0.45, 0.6, -0.6, 0.8, -0.8}

// arcSamples is the number of parts into which an arc is divided; the points
// between them are compared with the areas.
const arcSamples = 24

// arc returns the curvature for which the arc between two points overlaps the
// fewest texts and edges.
func arc(from, to point, occupied, edges []area) float64 {
	best, least := 0.0, math.MaxInt
	for _, bow := range bows {
		bend, hits := bendOf(from, to, bow), 0
		for i := 3; i < arcSamples-2; i++ {
			p := onArc(from, bend, to, float64(i)/arcSamples)
			for _, a := range occupied {
				if a.has(p) {
					hits += textHit
				}
			}
			for _, a := range edges {
				if a.has(p) {
					hits++
				}
			}
		}
		if hits < least {
			best, least = bow, hits
		}
	}
	return best
}

const (
	textHit   = 3   // a text under an arc counts as this many edges
	mostEdges = 200 // edges are avoided only if at most this many nodes are drawn
	edgeApart = 10  // distance between the points of an edge that are avoided
	edgeDot   = 8   // side of the square areas around these points
)

// along returns small areas along an edge, from a node to its child.
func along(from, to point) []area {
	count := int(math.Hypot(to.x-from.x, to.y-from.y) / edgeApart)
	var list []area
	for i := 1; i < count; i++ {
		t := float64(i) / float64(count)
		list = append(list, area{from.x + t*(to.x-from.x) - edgeDot/2, from.y + t*(to.y-from.y) - edgeDot/2, edgeDot, edgeDot})
	}
	return list
}

// edgeAreas returns small areas along all edges.
func (p *Picture) edgeAreas() (list []area) {
	if len(p.Places) > mostEdges {
		return nil
	}
	for i := range p.Places {
		if above := p.shown.Parent[i]; above >= 0 {
			list = append(list, along(p.Places[above].middle(), p.Places[i].middle())...)
		}
	}
	return list
}

// bendOf returns the control point of an arc, which is a quadratic curve.
func bendOf(from, to point, bow float64) point {
	dx, dy := to.x-from.x, to.y-from.y
	return point{(from.x+to.x)/2 - dy*bow, (from.y+to.y)/2 + dx*bow}
}

func onArc(from, bend, to point, t float64) point {
	s := 1 - t
	return point{s*s*from.x + 2*s*t*bend.x + t*t*to.x, s*s*from.y + 2*s*t*bend.y + t*t*to.y}
}

// outside is the weight of the part of a text outside the picture; an overlap has
// weight 1. It is small because the picture can grow, but overlapping text cannot
// be read.
const outside = 0.02

// beside returns the area for a text of this size beside a node that has the least
// overlap and the least part outside the picture. The candidates are to the left
// and right of the node, one line lower, directly under the node, under its texts,
// one line higher, and above the node. middle is the x coordinate of the middle of
// the node's box.
func beside(node area, middle, width, height float64, occupied []area, picture area) area {
	const gap = 10
	const clear = 26 // distance that avoids the edges to the children
	left, right, level, under := node.x-width-gap, node.x+node.width+gap, node.y+(node.height-height)/2, node.y+node.height
	var best area
	least := math.Inf(1)
	for _, corner := range [...]point{
		{left, level}, {right, level},
		{left, level + height}, {right, level + height},
		{node.x + (node.width-width)/2, under},
		{middle - clear - width, under}, {middle + clear, under},
		{middle - clear - width, under + height}, {middle + clear, under + height},
		{left, level - height}, {right, level - height},
		{node.x + (node.width-width)/2, node.y - height - gap/2},
	} {
		candidate := area{corner.x, corner.y, width, height}
		over := outside * (width*height - candidate.shared(picture))
		for _, a := range occupied {
			over += candidate.shared(a)
		}
		if over < least {
			best, least = candidate, over
		}
	}
	return best
}
