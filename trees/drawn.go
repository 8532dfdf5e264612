package trees

import (
	"math"
	"slices"
)

const (
	// MaxDrawn is the largest number of nodes in one picture. A browser draws
	// 1,000 SVG nodes at 6 ms a frame, 10,000 at 27.
	MaxDrawn = 1_000
	// maxFamily is how many children of one node stand side by side where not
	// all can: more would be a line that nobody reads.
	maxFamily = 250
)

// FoldsToFit lists the nodes to be folded so that the drawing of a tree has at
// most the given number of ends, leaves and folded nodes: the inner ones of the
// deepest ply for which that holds. None, where the whole tree has no more, or
// the root alone has more children.
func (t *Tree) FoldsToFit(ends int) (folds []int) {
	plies := make([]struct{ inner, leaves int }, t.Height()+1)
	for n := range t.Len() {
		if ply := &plies[t.Level(n)]; t.IsLeaf(n) {
			ply.leaves++
		} else {
			ply.inner++
		}
	}
	at, leaves := 0, 0
	for level, ply := range plies {
		if leaves += ply.leaves; leaves+ply.inner > ends {
			break
		}
		at = level
	}
	if at == 0 || plies[at].inner == 0 {
		return nil
	}
	for n := range t.Len() {
		if t.Level(n) == at && !t.IsLeaf(n) {
			folds = append(folds, n)
		}
	}
	return folds
}

// Shown is the choice of nodes that a picture of a tree shows, in preorder.
// What is left out is summed up by silhouettes.
type Shown struct {
	Node   []int32 // ascending
	Parent []int32 // place of the parent in Node, -1 for the root
	// Hidden is 0 where the node itself is drawn. A silhouette stands for that
	// many nodes, Node first: a whole subtree, or brothers that did not fit.
	Hidden []int32
}

// Drawn chooses what a picture shows: everything where that fits, else the
// top levels, and more of what was opened (a silhouette by its Node). It
// depends on nothing else.
func Drawn(t *Tree, opened ...int) *Shown { return DrawnFor(t, &Wish{Opened: opened}) }

// A Wish is what somebody wants to see of a tree, by the numbers of nodes.
// Numbers that the tree does not have are passed over.
type Wish struct {
	// Folded: what is below them is not shown, even where there is room: each
	// is a silhouette, or stands in one.
	Folded []int
	// Opened are the silhouettes that were opened, one after the other. The last
	// goes first: where there is no room for all, what was opened long ago is
	// closed again. Of a silhouette of brothers the first maxFamily are drawn,
	// or as many as there is room for. Of more than MaxDrawn of them the last count.
	Opened []int
	// At is the node at work; 0: the root, which always is drawn. It is drawn
	// before all others, with the first of its children, and on the way to it as
	// many brothers as there is room for. Where it stands below a folded node,
	// or the way to it alone has more than MaxDrawn nodes and silhouettes, the
	// picture shows what fits: At's nearest ancestors that are drawn stand for it.
	At int
}

// DrawnFor chooses like Drawn, by somebody's wishes. What is folded wins.
func DrawnFor(t *Tree, wish *Wish) *Shown {
	c := selection{t: t, families: make(map[int]family, MaxDrawn/2), left: MaxDrawn - 1, most: maxFamily}
	if t.Len() <= MaxDrawn {
		c.most = MaxDrawn // everything fits
	}
	if len(wish.Folded) > 0 {
		c.folded = map[int]bool{}
		for _, f := range wish.Folded {
			c.folded[f] = true
		}
	}
	opened := c.lastOpened(wish.Opened)
	if wish.At > 0 && wish.At < t.Len() {
		room := c.left
		if len(opened) > 0 {
			room /= 2 // the rest is for what was opened
		}
		path := c.pathTo(wish.At, math.MaxInt)
		c.drawPath(path, c.width(path, room))
	}
	reached := opened[:0]
	for _, o := range opened {
		if c.open(o) {
			reached = append(reached, o)
		}
	}
	// What was opened gets half of the room, so that the top stays in sight.
	c.spread(reached, c.left/2)
	c.spread([]int{0}, c.left)
	s := &Shown{}
	c.list(s, 0, none)
	return s
}

// Full reports whether the picture draws node n itself, and not as a silhouette.
func (s *Shown) Full(n int) bool {
	i, found := slices.BinarySearch(s.Node, int32(n))
	return found && s.Hidden[i] == 0
}

// Has reports whether the picture shows node n, itself or as a silhouette.
func (s *Shown) Has(n int) bool {
	_, found := slices.BinarySearch(s.Node, int32(n))
	return found
}

// A family is what is drawn of the children of a node: windows in ascending
// order, with silhouettes between them.
type family []window

// A window is a run of children, counted from 0; the one at to is not in it.
type window struct{ from, to int }

func (f family) has(child int) bool {
	return slices.ContainsFunc(f, func(w window) bool { return w.from <= child && child < w.to })
}

// with is the family with one more window, joined with those that it touches.
func (f family) with(w window) family {
	first := 0
	for first < len(f) && f[first].to < w.from {
		first++
	}
	next := first
	for next < len(f) && f[next].from <= w.to {
		w.from, w.to = min(w.from, f[next].from), max(w.to, f[next].to)
		next++
	}
	return slices.Concat(f[:first], family{w}, f[next:])
}

// size counts the nodes and silhouettes that stand for so many children.
func (f family) size(children int) (drawn int) {
	end := 0
	for _, w := range f {
		if w.from > end {
			drawn++
		}
		drawn += w.to - w.from
		end = w.to
	}
	if len(f) > 0 && end < children {
		drawn++
	}
	return drawn
}

type selection struct {
	t        *Tree
	families map[int]family // of nodes that are drawn
	left     int            // nodes and silhouettes that may still be drawn
	deepest  int            // the deepest level on which one is
	most     int            // children in a window
	folded   map[int]bool
}

// lastOpened lists the nodes to be opened, the last first, and each once.
func (c *selection) lastOpened(opened []int) (list []int) {
	seen := map[int]bool{}
	for _, o := range slices.Backward(opened) {
		if len(list) < MaxDrawn && o >= 0 && o < c.t.Len() && !seen[o] {
			seen[o] = true
			list = append(list, o)
		}
	}
	return list
}

// A step of a way is a child that is to be drawn.
type step struct {
	parent int
	child  int  // its place among its brothers
	ahead  bool // with those after it; else in the page where it stands, when all brothers are divided into pages
}

// openingStep is the step that opens n itself.
func openingStep(n int) step { return step{parent: n} }

// window is the window of a step, at most so wide.
func (c *selection) window(s step, width int) window {
	from := s.child
	if !s.ahead {
		from -= from % width
	}
	return window{from, min(from+width, len(c.t.Kids(s.parent)))}
}

// drawn reports whether n, below a node that is drawn, is drawn too.
func (c *selection) drawn(n int) bool {
	return n == 0 || c.families[c.t.Parent(n)].has(c.t.indexOf(n))
}

// pathTo lists the steps from the nearest ancestor that is drawn down to n, and
// the one that opens n; nil where they are more than the given number. It ends
// at a folded node.
func (c *selection) pathTo(n, most int) (path []step) {
	if c.t.Level(n)-c.deepest > most {
		return nil
	}
	if !c.t.IsLeaf(n) {
		path = append(path, openingStep(n))
	}
	for ; ; n = c.t.Parent(n) {
		if c.folded[n] {
			path = path[:0]
		}
		if c.drawn(n) {
			slices.Reverse(path)
			return path
		}
		if len(path) > most {
			return nil
		}
		path = append(path, step{parent: c.t.Parent(n), child: c.t.indexOf(n)})
	}
}

// grown is the family of a step with what the step adds to it.
func (c *selection) grown(s step, width int) (f family, added int) {
	before, children := c.families[s.parent], len(c.t.Kids(s.parent))
	f = before.with(c.window(s, width))
	return f, f.size(children) - before.size(children)
}

// width is how wide windows can be so that the way fits into the room, 1 if
// that is still too wide.
func (c *selection) width(path []step, room int) int {
	for width := c.most; width > 1; width /= 2 {
		if c.fits(path, width, room) {
			return width
		}
	}
	return 1
}

func (c *selection) fits(way []step, width, room int) bool {
	for _, s := range way {
		_, added := c.grown(s, width)
		if room -= added; room < 0 {
			return false
		}
	}
	return true
}

// draw draws a step, if there is room for it.
func (c *selection) draw(s step, width, room int) bool {
	f, added := c.grown(s, width)
	if added > room {
		return false
	}
	c.families[s.parent] = f
	c.left -= added
	c.deepest = max(c.deepest, c.t.Level(s.parent)+1)
	return true
}

// drawPath draws the steps of a way, as far as there is room.
func (c *selection) drawPath(path []step, width int) {
	for _, s := range path {
		if !c.draw(s, width, c.left) {
			return
		}
	}
}

// open draws a silhouette that was opened: its node, and the children of that
// or, where it stands for brothers, those after it. It reports whether there was room.
func (c *selection) open(n int) bool {
	way := c.pathTo(n, c.left)
	for i := range way {
		way[i].ahead = way[i].parent == c.t.Parent(n)
	}
	if !c.fits(way, 1, c.left) {
		return false
	}
	c.drawPath(way, c.width(way, c.left))
	return c.drawn(n)
}

// spread draws level by level below nodes that are drawn, at most room nodes:
// the first children of each. A family that does not fit is passed over: a
// smaller one may.
func (c *selection) spread(from []int, room int) {
	stopAt := c.left - room
	queue, queued := slices.Clone(from), make(map[int]bool, MaxDrawn)
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		if queued[n] || c.folded[n] || c.t.IsLeaf(n) {
			continue
		}
		queued[n] = true
		c.draw(openingStep(n), c.most, c.left-stopAt)
		for _, w := range c.families[n] {
			for _, k := range c.t.Kids(n)[w.from:w.to] {
				queue = append(queue, int(k))
			}
		}
	}
}

func (c *selection) list(s *Shown, n int, parent int32) {
	at := int32(len(s.Node))
	add := func(n int, parent int32, hidden int) {
		s.Node = append(s.Node, int32(n))
		s.Parent = append(s.Parent, parent)
		s.Hidden = append(s.Hidden, int32(hidden))
	}
	f := c.families[n]
	if len(f) == 0 && !c.t.IsLeaf(n) {
		add(n, parent, c.t.End(n)-n)
		return
	}
	add(n, parent, 0)
	kids := c.t.Kids(n)
	next := n + 1 // what is not drawn yet begins there
	for _, w := range f {
		if first := int(kids[w.from]); first > next {
			add(next, at, first-next)
		}
		for _, k := range kids[w.from:w.to] {
			c.list(s, int(k), at)
		}
		next = c.t.End(int(kids[w.to-1]))
	}
	if next < c.t.End(n) {
		add(next, at, c.t.End(n)-next)
	}
}
