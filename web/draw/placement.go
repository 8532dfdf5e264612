package draw

import "math"

// Where an arc and a text find room on a picture: by the rules of the page's
// script (static/js/run/certificate.js), so that what is taken away looks like the
// page. In one thing they differ: a picture that is taken away can grow.

// An area is a rectangle of a picture, from its top left corner.
type area struct{ x, y, width, height float64 }

// around is the area that holds both.
func (a area) around(b area) area {
	x, y := min(a.x, b.x), min(a.y, b.y)
	return area{x, y, max(a.x+a.width, b.x+b.width) - x, max(a.y+a.height, b.y+b.height) - y}
}

// whole is the area in whole units, rounded up. Sums of those are exact: a place
// that is free is not held for taken by a hair.
func (a area) whole() area {
	x, y := math.Floor(a.x), math.Floor(a.y)
	return area{x, y, math.Ceil(a.x+a.width) - x, math.Ceil(a.y+a.height) - y}
}

func (a area) has(p point) bool {
	return p.x > a.x && p.x < a.x+a.width && p.y > a.y && p.y < a.y+a.height
}

// shared is how much two areas have in common.
func (a area) shared(b area) float64 {
	return max(0, min(a.x+a.width, b.x+b.width)-max(a.x, b.x)) * max(0, min(a.y+a.height, b.y+b.height)-max(a.y, b.y))
}

// bows are how far an arc may bow, as parts of its length: the first that fits
// best is taken.
var bows = [...]float64{0.3, -0.3, 0.18, -0.18, 0.45, -0.45, 0.6, -0.6}

// arcSamples are the points of an arc that are held against the areas.
const arcSamples = 24

// arc gives how the arc between two points bows that runs over the fewest
// areas.
func arc(from, to point, taken []area) float64 {
	best, least := 0.0, math.MaxInt
	for _, bow := range bows {
		bend, hits := bendOf(from, to, bow), 0
		for i := 3; i < arcSamples-2; i++ {
			p := onArc(from, bend, to, float64(i)/arcSamples)
			for _, a := range taken {
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

// bendOf is the control point of an arc, which is a quadratic curve.
func bendOf(from, to point, bow float64) point {
	dx, dy := to.x-from.x, to.y-from.y
	return point{(from.x+to.x)/2 - dy*bow, (from.y+to.y)/2 + dx*bow}
}

func onArc(from, bend, to point, t float64) point {
	s := 1 - t
	return point{s*s*from.x + 2*s*t*bend.x + t*t*to.x, s*s*from.y + 2*s*t*bend.y + t*t*to.y}
}

// outside is how much less it matters that a text runs out of the picture,
// which grows, than that it runs over another text, which cannot be read then.
const outside = 0.02

// beside gives the place for a text of this size beside a node that runs over
// the fewest areas and least out of the picture: left of it or right of it, a
// line lower there, under its texts, or above. Middle is that of the node's
// box, across.
func beside(node area, middle, width, height float64, taken []area, picture area) area {
	const gap = 10
	const clear = 26 // of the edges to the children
	left, right, level, under := node.x-width-gap, node.x+node.width+gap, node.y+(node.height-height)/2, node.y+node.height
	var best area
	least := math.Inf(1)
	for _, corner := range [...]point{
		{left, level}, {right, level},
		{left, level + height}, {right, level + height},
		{middle - clear - width, under}, {middle + clear, under},
		{middle - clear - width, under + height}, {middle + clear, under + height},
		{left, level - height}, {right, level - height},
		{node.x + (node.width-width)/2, node.y - height - gap/2},
	} {
		spot := area{corner.x, corner.y, width, height}
		over := outside * (width*height - spot.shared(picture))
		for _, a := range taken {
			over += spot.shared(a)
		}
		if over < least {
			best, least = spot, over
		}
	}
	return best
}
