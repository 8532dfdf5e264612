package trees

// A Cursor is the Position of an explicit tree. It starts at a node and
// never leaves that node's subtree.
type Cursor struct {
	t    *Tree
	root int
	node int
}

// NewCursor returns a cursor at the given node of t.
func NewCursor(t *Tree, root int) *Cursor { return &Cursor{t, root, root} }

// Tree returns the tree of the cursor.
func (c *Cursor) Tree() *Tree { return c.t }

// Node returns the number of the current node.
func (c *Cursor) Node() int { return c.node }

func (c *Cursor) Players() int { return c.t.Players }

// Height returns an upper bound on the number of moves below the start node: the height
// of the whole tree minus the level of the start node.
func (c *Cursor) Height() int { return c.t.height - c.t.Level(c.root) }

func (c *Cursor) Look(v *Vector) int {
	if moves := int(c.t.kidAt[c.node+1] - c.t.kidAt[c.node]); moves > 0 {
		return moves
	}
	i := c.t.value[c.node]
	if i == NoNode {
		return c.lookAtCost(v)
	}
	*v = c.t.vectors[i]
	return 0
}

// lookAtCost writes the value of a leaf that has no value in the document: in a path
// tree, this is the cost of the path from the cursor's start.
func (c *Cursor) lookAtCost(v *Vector) int {
	if c.t.Kind != Path {
		return Unknown
	}
	v[0] = 0
	for n := c.node; n != c.root; n = c.t.Parent(n) {
		v[0] += c.t.Cost(n)
	}
	return 0
}

func (c *Cursor) Mover() int {
	if c.t.IsLeaf(c.node) {
		return 0
	}
	return int(c.t.mover[c.node])
}

func (c *Cursor) Do(move int, v *Vector) (moves, mover int) {
	c.node = int(c.t.kids[int(c.t.kidAt[c.node])+move])
	return c.Look(v), c.Mover()
}

func (c *Cursor) Undo() { c.node = int(c.t.parent[c.node]) }

func (c *Cursor) Low(v *Vector) bool    { return c.pick(v, c.t.low) }
func (c *Cursor) Up(v *Vector) bool     { return c.pick(v, c.t.up) }
func (c *Cursor) Static(v *Vector) bool { return c.pick(v, c.t.static) }

func (c *Cursor) pick(v *Vector, from []int32) bool {
	i := from[c.node]
	if i == NoNode {
		return false
	}
	*v = c.t.vectors[i]
	return true
}

// HasChance reports whether the tree has a chance node.
func (c *Cursor) HasChance() bool { return c.t.HasChance() }

// Prob returns the probability of the given child of a chance node.
func (c *Cursor) Prob(move int) Number {
	return c.t.Prob(int(c.t.kids[int(c.t.kidAt[c.node])+move]))
}

// Cost returns the cost of the edge to the given child.
func (c *Cursor) Cost(move int) Score {
	return c.t.Cost(int(c.t.kids[int(c.t.kidAt[c.node])+move]))
}
