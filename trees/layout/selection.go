package layout

import (
	"math"
	"slices"

	"espalier/trees"
)

const (
	// MaxDrawn is the largest number of nodes in one picture. A browser draws
	// 1,000 SVG nodes in 6 ms a frame, 10,000 in 27 ms.
	MaxDrawn = 1_000
	// maxFamily is the maximum number of children of one node that are drawn side
	// by side if not all can be drawn: more children would be unreadable.
	maxFamily = 250
)

// FoldsToFit returns the nodes to fold so that the drawing has at most the
// given number of ends, that is, leaves and folded nodes: the inner nodes of
// the deepest ply for which that holds. It returns nil if nothing has to be
// folded, or if folding cannot help because the root has too many children.
func FoldsToFit(t *trees.Tree, ends int) (folds []int) {
	return FoldsAmong(t, ends, func(int) bool { return true })
}

// FoldsAmong is like FoldsToFit for some nodes of a tree, with all nodes below them:
// it counts and folds no others.
func FoldsAmong(t *trees.Tree, ends int, among func(n int) bool) (folds []int) {
	plies := make([]struct{ inner, leaves int }, t.Height()+1)
	for n := range t.Len() {
		if !among(n) {
			continue
		}
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
		if t.Level(n) == at && !t.IsLeaf(n) && among(n) {
			folds = append(folds, n)
		}
	}
	return folds
}

// Selection lists the nodes that a picture shows, in preorder. Nodes that are left
// out are summed up by collapsed entries.
type Selection struct {
	Node   []int32 // ascending
	Parent []int32 // index of the parent in Node, -1 for the root
	// Hidden is 0 where the node itself is drawn. Otherwise the entry is
	// collapsed and represents that many nodes, Node first: a whole subtree,
	// or a run of siblings that did not fit.
	Hidden []int32
	// Around is set if the nodes are those around a node at work: they are to be seen
	// together.
	Around bool
	// Wide is the width of a picture along a path, in the units of the caller; 0: it is
	// another picture. Rows is the last ply that has a place in it; 0: the last with a node.
	Wide float64
	Rows int
}

// Drawn returns the number of nodes that are drawn themselves.
func (s *Selection) Drawn() (drawn int) {
	for _, hidden := range s.Hidden {
		if hidden == 0 {
			drawn++
		}
	}
	return drawn
}

// Select selects the nodes that a picture shows: all nodes if they fit, else the top
// levels, and more nodes below the collapsed entries that were opened (opened has the Node
// of each). The result depends only on the arguments.
func Select(t *trees.Tree, opened ...int) *Selection {
	return SelectFor(t, &ViewRequest{Opened: opened})
}

// A ViewRequest is a user's choice of what to show, by node numbers. Numbers outside
// the tree are ignored.
type ViewRequest struct {
	// Folded nodes hide all nodes below them, even if there is space.
	Folded []int
	// Opened are the collapsed entries that were opened, in that order. Later
	// ones come first: if not all fit, the earliest are closed
	// again. Of a run of siblings the first maxFamily are drawn, or as many as
	// fit. Only the last MaxDrawn entries count.
	Opened []int
	// Current is the current node; 0 is the root, which is always drawn. Current is
	// selected before all other nodes, with its first children and as many siblings
	// along its path as fit. If Current is below a folded node, or on a path with
	// more than MaxDrawn entries, its nearest drawn ancestor is used instead.
	Current int
}

// SelectFor is like Select, for all choices of a user. A fold has priority over all other
// choices.
func SelectFor(t *trees.Tree, wish *ViewRequest) *Selection {
	c := selector{t: t, families: make(map[int]family, MaxDrawn/2), left: MaxDrawn - 1, most: maxFamily}
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
	if wish.Current > 0 && wish.Current < t.Len() {
		budget := c.left
		if len(opened) > 0 {
			budget /= 2 // the rest is for the opened entries
		}
		path := c.pathTo(wish.Current, math.MaxInt)
		c.drawPath(path, c.width(path, budget))
	}
	reached := opened[:0]
	for _, o := range opened {
		if c.open(o) {
			reached = append(reached, o)
		}
	}
	// Opened entries get half of the budget, so that the top of the tree stays
	// visible.
	c.spread(reached, c.left/2)
	c.spread([]int{0}, c.left)
	s := &Selection{}
	c.list(s, 0, trees.NoNode)
	return s
}

// Draws reports whether the picture draws node n itself, not as a collapsed
// entry.
func (s *Selection) Draws(n int) bool {
	i, found := slices.BinarySearch(s.Node, int32(n))
	return found && s.Hidden[i] == 0
}

// Has reports whether the picture has an entry for node n, drawn or collapsed.
func (s *Selection) Has(n int) bool {
	_, found := slices.BinarySearch(s.Node, int32(n))
	return found
}

// A family lists the drawn children of a node as windows in ascending order;
// between them are collapsed entries.
type family []window

// A window is a run of children, counted from 0; to is exclusive.
type window struct{ from, to int }

func (f family) has(child int) bool {
	return slices.ContainsFunc(f, func(w window) bool { return w.from <= child && child < w.to })
}

// with returns the family with one more window, joined with those that it
// touches.
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

// size returns the number of entries, drawn and collapsed, for a node with
// that many children.
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

type selector struct {
	t        *trees.Tree
	families map[int]family // by drawn node
	left     int            // entries that may still be added
	deepest  int            // the deepest drawn level
	most     int            // largest number of children in a window
	folded   map[int]bool
}

// lastOpened returns the nodes to open without duplicates, the last one first.
func (c *selector) lastOpened(opened []int) (list []int) {
	seen := map[int]bool{}
	for _, o := range slices.Backward(opened) {
		if len(list) < MaxDrawn && o >= 0 && o < c.t.Len() && !seen[o] {
			seen[o] = true
			list = append(list, o)
		}
	}
	return list
}

// A step of a path is a child to be drawn.
type step struct {
	parent int
	child  int  // its index among its siblings
	ahead  bool // draw it with those after it; else with the page of siblings that contains it
}

// openingStep returns the step that opens n itself.
func openingStep(n int) step { return step{parent: n} }

// window returns the window of a step, at most width wide.
func (c *selector) window(s step, width int) window {
	from := s.child
	if !s.ahead {
		from -= from % width
	}
	return window{from, min(from+width, len(c.t.Kids(s.parent)))}
}

// drawn reports whether n, whose parent is drawn, is drawn too.
func (c *selector) drawn(n int) bool {
	return n == 0 || c.families[c.t.Parent(n)].has(c.t.IndexInParent(n))
}

// pathTo returns the steps from the nearest drawn ancestor down to n, and the
// one that opens n; nil if there are more than most. It ends at a folded node.
func (c *selector) pathTo(n, most int) (path []step) {
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
		path = append(path, step{parent: c.t.Parent(n), child: c.t.IndexInParent(n)})
	}
}

// grown returns the family of a step with the step's window added.
func (c *selector) grown(s step, width int) (f family, added int) {
	before, children := c.families[s.parent], len(c.t.Kids(s.parent))
	f = before.with(c.window(s, width))
	return f, f.size(children) - before.size(children)
}

// width returns the largest window width with which the path fits into the
// budget, at least 1.
func (c *selector) width(path []step, budget int) int {
	for width := c.most; width > 1; width /= 2 {
		if c.fits(path, width, budget) {
			return width
		}
	}
	return 1
}

func (c *selector) fits(way []step, width, budget int) bool {
	for _, s := range way {
		_, added := c.grown(s, width)
		if budget -= added; budget < 0 {
			return false
		}
	}
	return true
}

// draw adds a step if there is budget for it.
func (c *selector) draw(s step, width, budget int) bool {
	f, added := c.grown(s, width)
	if added > budget {
		return false
	}
	c.families[s.parent] = f
	c.left -= added
	c.deepest = max(c.deepest, c.t.Level(s.parent)+1)
	return true
}

// drawPath adds the steps of a path while there is budget.
func (c *selector) drawPath(path []step, width int) {
	for _, s := range path {
		if !c.draw(s, width, c.left) {
			return
		}
	}
}

// open opens a collapsed entry: it draws its node and that node's children or,
// for a run of siblings, those after the node. It reports whether there was
// budget.
func (c *selector) open(n int) bool {
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

// spread draws level by level below drawn nodes, at most budget nodes: the first
// children of each. A family that does not fit is skipped, since a smaller one
// may fit.
func (c *selector) spread(from []int, budget int) {
	stopAt := c.left - budget
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

func (c *selector) list(s *Selection, n int, parent int32) {
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
	next := n + 1 // start of the next collapsed entry
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
