package layout

import (
	"math"
	"slices"

	"espalier/trees"
)

const (
	// MaxUnfolded is the number of leaves and folded nodes up to which a tree is drawn
	// unfolded at first. In a wider one the labels would be too small to read.
	MaxUnfolded = 50
	// maxMoves is the same number of leaves for the tree of a game: their values are vectors,
	// and a window has a readable place for about ten side by side.
	maxMoves = 10
	// maxFocused is the number of entries that a picture around a node has, as far as
	// the path to the node leaves room. It is small, so that the picture can be read
	// and another one is drawn at once.
	maxFocused = 250
	// maxChunk is the size of the largest subtree that is drawn as a whole around the
	// node at work: a search stays in it for some steps, and the picture stays, too. It
	// is so small that a screen shows it together with the path from the root.
	maxChunk = 16
	// fewSiblings is the number of children of a node on the path that are drawn side
	// by side even if the picture gets larger.
	fewSiblings = 8
)

// A Focus is what a picture has to show at a step of a run. Numbers outside the tree
// are ignored.
type Focus struct {
	At    int   // the node at work; negative: none yet
	Named []int // other nodes that have to be drawn themselves
	// Folded and Opened are a user's choice, as in a ViewRequest. A fold above At or
	// above a node in Named has no effect.
	Folded, Opened []int
}

// Folds reports whether pictures of a tree are drawn around a node: it is too wide to
// be drawn as a whole.
func Folds(t *trees.Tree) bool {
	most, leaves := MaxUnfolded, 0
	if t.LabelsAreMoves() {
		most = maxMoves
	}
	for n := range t.Len() {
		if t.IsLeaf(n) {
			leaves++
		}
	}
	return leaves > most
}

// SelectAround selects the nodes of a picture around the node at work: the node, its
// ancestors and their siblings, the named nodes, and what was opened. With them come
// the largest subtrees around the node that are small, and the first such subtree
// below it, which a search from left to right enters next. The rest is collapsed. The
// result depends only on the arguments.
func SelectAround(t *trees.Tree, f *Focus) *Selection {
	c := selector{t: t, families: make(map[int]family, maxFocused/2), left: MaxDrawn - 1, most: MaxUnfolded, folded: map[int]bool{}}
	named := f.Named[:min(len(f.Named), MaxDrawn)] // a picture has room for no more
	needed := make([]int, 0, len(named)+1)
	for _, n := range append([]int{max(f.At, 0)}, named...) {
		if n >= 0 && n < t.Len() {
			needed = append(needed, n)
		}
	}
	sorted := slices.Sorted(slices.Values(needed))
	for _, n := range f.Folded {
		if n < 0 || n >= t.Len() {
			continue
		}
		// The first needed node from n on: is it n, or below it?
		if i, _ := slices.BinarySearch(sorted, n); i == len(sorted) || sorted[i] >= t.End(n) {
			c.folded[n] = true
		}
	}
	for i, n := range needed {
		if c.left <= 0 {
			break
		}
		path := c.pathTo(n, math.MaxInt)
		room := c.left - (MaxDrawn - maxFocused)
		if i > 0 {
			room = min(room, maxFocused/len(needed))
		}
		// On a long path a few siblings are worth more nodes.
		c.drawPath(path, max(c.width(path, room), min(fewSiblings, c.width(path, c.left/2))))
	}
	for _, o := range c.lastOpened(f.Opened) {
		c.open(o)
	}
	if len(needed) > 0 {
		c.surround(needed[0])
	}
	s := &Selection{Around: true}
	c.list(s, 0, trees.NoNode)
	return s
}

// surround draws the largest small subtree around a node as a whole, and the first
// one below it.
func (c *selector) surround(at int) {
	size := func(n int) int { return c.t.End(n) - n }
	for n := at; size(n) > maxChunk && !c.folded[n]; {
		if len(c.families[n]) == 0 && !c.draw(openingStep(n), c.most, c.left) {
			return
		}
		first := c.families[n][0].from
		n = int(c.t.Kids(n)[first])
		at = n
	}
	for p := c.t.Parent(at); p >= 0 && size(p) <= maxChunk; p = c.t.Parent(at) {
		at = p
	}
	c.spread([]int{at}, min(c.left, maxChunk))
}
