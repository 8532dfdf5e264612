package plot

import (
	"slices"

	"espalier/trees"
)

// This file finds the region of a decision space in which a rule prunes, by
// evaluating the rule. The code only assumes that the rule is monotone: if the rule
// prunes, it also prunes with higher bounds.

// A planeRule reports whether the bounds x and y prune.
type planeRule func(x, y trees.Score) bool

// A corner is a point of a boundary.
type corner struct{ X, Y trees.Score }

// boundary returns the lower edge of the region, from left to right: for every x
// the least y that prunes. At a jump two corners have the same x. Where no y up to
// most prunes, the edge is above most.
func boundary(prunes planeRule, least, most trees.Score) []corner {
	lowest := func(x trees.Score) trees.Score {
		return firstPruning(least, most, func(y trees.Score) bool { return prunes(x, y) })
	}
	line := []corner{{least, lowest(least)}}
	for x := least; x < most; {
		next := min(x+trees.Unit, most)
		line = follow(line, lowest, next, lowest(next))
		x = next
	}
	return straight(line)
}

// firstPruning returns the lowest score from least to most for which fits returns
// true, or one point more than most if there is no such score.
func firstPruning(least, most trees.Score, fits func(trees.Score) bool) trees.Score {
	if !fits(most) {
		return most + trees.Unit
	}
	low, high := least-1, most // fits is false for low and true for high
	for high-low > 1 {
		if mid := low + (high-low)/2; fits(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}

// follow continues the line to (x, y). It appends one segment if the rule agrees
// with this segment at its quarter points. Otherwise it divides the segment into
// two halves, until the rest is a jump.
func follow(line []corner, lowest func(trees.Score) trees.Score, x, y trees.Score) []corner {
	from := line[len(line)-1]
	wide := x - from.X
	if wide <= 1 {
		return append(line, corner{x, from.Y}, corner{x, y})
	}
	agrees := true
	for _, quarter := range []trees.Score{1, 2, 3} {
		between := from.X + wide*quarter/4
		want := from.Y + trees.Score(float64(y-from.Y)*float64(between-from.X)/float64(wide))
		d := lowest(between) - want
		agrees = agrees && d >= -1 && d <= 1
	}
	if agrees {
		return append(line, corner{x, y})
	}
	mid := from.X + wide/2
	line = follow(line, lowest, mid, lowest(mid))
	return follow(line, lowest, x, y)
}

// straight removes corners that lie on the straight line between their neighbours.
func straight(line []corner) []corner {
	return slices.CompactFunc(dropMiddles(line), func(a, b corner) bool { return a == b })
}

func dropMiddles(line []corner) []corner {
	var kept []corner
	for _, c := range line {
		for len(kept) >= 2 && between(kept[len(kept)-2], kept[len(kept)-1], c) {
			kept = kept[:len(kept)-1]
		}
		kept = append(kept, c)
	}
	return kept
}

// between reports whether b lies on the straight line from a to c, with a
// tolerance of a millionth.
func between(a, b, c corner) bool {
	if a.X == c.X {
		return b.X == a.X
	}
	y := float64(a.Y) + float64(c.Y-a.Y)*float64(b.X-a.X)/float64(c.X-a.X)
	d := y - float64(b.Y)
	return d >= -1 && d <= 1
}
