package layout

import (
	"math"
	"slices"

	"espalier/trees"
)

// This file selects the part of a wide tree along one path: a ply is a row,
// and no row is wider than the picture. The other moves of a row are summed up.

// MostRows is the number of plies for which a picture along a path has a place, whether
// nodes are there or not: it keeps its height while the path gets longer and shorter. Of a
// higher tree the picture is as high as the path.
const MostRows = 10

// An Along is what a picture along a path has to show at a step of a run.
type Along struct {
	Focus
	Child int // the child of At that the step is about; not positive: none
	// All is the number of children that a row has side by side, at most. Of more
	// children it has a page: Page of them, with the rest to both sides summed up.
	// Pages do not depend on the child that is searched, so a row stays while the
	// search goes along it.
	All, Page int
	Wide      float64 // for the Selection
}

// SelectAlong selects the nodes of a picture along the path to the node at work: the path,
// the siblings on it and the children of the node at work, each as far as a row has space,
// and the named nodes. Of the opened entries the last one is opened; all rows have half as
// many nodes then. What is folded beside the path is folded anyway. The result depends only
// on the arguments.
func SelectAlong(t *trees.Tree, a *Along) *Selection {
	c := newAlong(t, a, 1)
	if len(a.Opened) > 0 {
		o := a.Opened[len(a.Opened)-1]
		// A node that has an entry where nothing is opened is one subtree, though it may have no
		// entry in the narrower row.
		subtree := o > 0 && o < t.Len() && c.drawn(o)
		c = newAlong(t, a, 2)
		if subtree {
			c.reach(o)
		}
		c.turn(o)
	}
	s := &Selection{Around: true, Wide: a.Wide}
	if t.Height() < MostRows {
		s.Rows = t.Height()
	}
	c.list(s, 0, trees.NoNode)
	for i, n := range s.Node {
		if s.Hidden[i] == 1 && t.IsLeaf(int(n)) {
			s.Hidden[i] = 0 // a sum would need the same space
		}
	}
	return s
}

// newAlong draws the path and the named nodes, in rows that have one part of their nodes.
func newAlong(t *trees.Tree, a *Along, part int) *selector {
	all, page := max(a.All, 1), max(min(a.Page, MaxDrawn/(t.Height()+2)), 1)
	all, page = max(all/part, 1), max(page/part, 1)
	c := &selector{t: t, families: make(map[int]family, t.Height()+1), left: MaxDrawn - 1, most: page}
	at := min(max(a.At, 0), t.Len()-1)
	path := c.pathTo(at, math.MaxInt)
	if last := len(path) - 1; last >= 0 && a.Child > at && a.Child < t.Len() && t.Parent(a.Child) == at {
		path[last].child = t.IndexInParent(a.Child)
	}
	for _, s := range path {
		width := page
		if kids := len(t.Kids(s.parent)); kids <= all {
			width = kids
		}
		if !c.draw(s, width, c.left) {
			break
		}
	}
	for _, n := range a.Named[:min(len(a.Named), MaxDrawn)] {
		if n > 0 && n < t.Len() {
			c.reach(n)
		}
	}
	return c
}

// turn opens a collapsed entry: of a sum the siblings from its first node on, of a subtree the
// children of its node.
func (c *selector) turn(n int) {
	switch {
	case n <= 0 || n >= c.t.Len():
	case !c.drawn(n):
		c.reach(c.t.Parent(n))
		c.draw(step{parent: c.t.Parent(n), child: c.t.IndexInParent(n), ahead: true}, c.most, c.left)
	case !c.t.IsLeaf(n):
		c.draw(openingStep(n), c.most, c.left)
	}
}

// reach gives a node an entry of its own: it draws it with each node above it, and no other.
func (c *selector) reach(n int) {
	var path []step
	for ; !c.drawn(n); n = c.t.Parent(n) {
		path = append(path, step{parent: c.t.Parent(n), child: c.t.IndexInParent(n)})
	}
	for _, s := range slices.Backward(path) {
		if !c.draw(s, 1, c.left) {
			return
		}
	}
}

// Run returns the siblings that a collapsed entry sums up, first and last by their index; ok
// is false where the entry is a node or one subtree.
func (s *Selection) Run(t *trees.Tree, i int) (first, last int, ok bool) {
	node, hidden := int(s.Node[i]), int(s.Hidden[i])
	if hidden == 0 || t.End(node) == node+hidden {
		return 0, 0, false
	}
	first = t.IndexInParent(node)
	kids := t.Kids(t.Parent(node))
	last, _ = slices.BinarySearch(kids, int32(node+hidden))
	return first, last - 1, true
}
