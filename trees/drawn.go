package trees

import "slices"

const (
	// MaxDrawn is the largest number of nodes in one picture. A browser draws
	// 1,000 SVG nodes at 6 ms a frame, 10,000 at 27.
	MaxDrawn = 1_000
	// maxFamily is how many children of one node stand side by side where not
	// all can: more would be a line that nobody reads.
	maxFamily = 250
)

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
	Folded []int // what is below them is not shown, even where there is room: each is a silhouette
	Opened []int // these silhouettes are opened
	At     int   // the node at work: it and its children are drawn before all others; 0: the root, which always is
}

// DrawnFor chooses like Drawn, by somebody's wishes. What is folded wins.
func DrawnFor(t *Tree, wish *Wish) *Shown {
	c := choice{t: t, families: map[int]family{}, left: MaxDrawn - 1, whole: t.Len() <= MaxDrawn}
	if len(wish.Folded) > 0 {
		c.folded = map[int]bool{}
		for _, f := range wish.Folded {
			c.folded[f] = true
		}
	}
	if wish.At > 0 && wish.At < t.Len() {
		c.reach(wish.At)
	}
	for _, o := range wish.Opened {
		if o >= 0 && o < t.Len() {
			c.reach(o)
		}
	}
	// What was opened gets half of the room, so that the top stays in sight.
	if len(wish.Opened) > 0 {
		c.spread(wish.Opened, c.left/2)
	}
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

// A family is the run of children of a node that are drawn.
type family struct{ from, to int }

type choice struct {
	t        *Tree
	families map[int]family
	left     int  // nodes that may still be drawn
	whole    bool // the whole tree fits
	folded   map[int]bool
}

// expand draws the children of n, the given child among them.
func (c *choice) expand(n, child int) bool {
	if _, done := c.families[n]; done {
		return true
	}
	if c.folded[n] {
		return false
	}
	kids := c.t.Kids(n)
	f := family{0, len(kids)}
	if !c.whole && len(kids) > maxFamily {
		at, _ := slices.BinarySearch(kids, int32(child))
		f.from = min(at, len(kids)-maxFamily)
		f.to = f.from + maxFamily
	}
	need := f.to - f.from
	if f.from > 0 {
		need++
	}
	if f.to < len(kids) {
		need++
	}
	if need == 0 || need > c.left {
		return false
	}
	c.families[n] = f
	c.left -= need
	return true
}

// reach draws the path to n and the children of n.
func (c *choice) reach(n int) {
	path := []int{n}
	for a := c.t.Parent(n); a >= 0; a = c.t.Parent(a) {
		path = append(path, a)
	}
	slices.Reverse(path)
	for i, a := range path {
		child := a + 1
		if i+1 < len(path) {
			child = path[i+1]
		}
		if !c.expand(a, child) {
			return
		}
	}
}

// spread draws level by level below the given nodes, at most room nodes. A
// family that does not fit is passed over: a smaller one may.
func (c *choice) spread(from []int, room int) {
	stopAt := c.left - room
	queue := slices.Clone(from)
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		if n < 0 || n >= c.t.Len() || c.t.IsLeaf(n) {
			continue
		}
		if _, done := c.families[n]; !done {
			kids := min(len(c.t.Kids(n)), maxFamily+2)
			if (!c.whole && c.left-kids < stopAt) || !c.expand(n, n+1) {
				continue
			}
		}
		f := c.families[n]
		for _, k := range c.t.Kids(n)[f.from:f.to] {
			queue = append(queue, int(k))
		}
	}
}

func (c *choice) list(s *Shown, n int, parent int32) {
	at := int32(len(s.Node))
	add := func(n int, parent int32, hidden int) {
		s.Node = append(s.Node, int32(n))
		s.Parent = append(s.Parent, parent)
		s.Hidden = append(s.Hidden, int32(hidden))
	}
	f, expanded := c.families[n]
	if !expanded && !c.t.IsLeaf(n) {
		add(n, parent, c.t.End(n)-n)
		return
	}
	add(n, parent, 0)
	if !expanded {
		return
	}
	kids := c.t.Kids(n)
	if f.from > 0 {
		add(int(kids[0]), at, int(kids[f.from]-kids[0]))
	}
	for _, k := range kids[f.from:f.to] {
		c.list(s, int(k), at)
	}
	if f.to < len(kids) {
		add(int(kids[f.to]), at, c.t.End(n)-int(kids[f.to]))
	}
}
