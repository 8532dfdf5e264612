package experiment

import (
	"context"

	"espalier/search/engine"
	"espalier/trees"
)

// A shaped position is a position of a trick-taking game. It has a hash of the shape of the tree
// below it, and at the start of a trick the size of the trick.
type shaped interface {
	trees.Position
	Shape() uint64
	TrickSize() (inner, ends int64)
}

// A treeSize is the number of nodes of a whole tree.
type treeSize struct{ inner, leaves int64 }

// A treeCounter counts the nodes of trees that are too large to be searched. Positions at the
// start of a trick are reached by several orders of cards; the counts below them are stored in a
// table, by their shape.
type treeCounter struct {
	ctx   context.Context
	pos   shaped
	table []treeEntry
	ticks int
	// stopped: the context has ended, and the counts have no meaning.
	stopped bool
}

type treeEntry struct {
	shape uint64
	size  treeSize // no leaves: the slot is empty
}

// maxSlots is the largest size of a table, of 24 bytes a slot: a run keeps one for each
// processor. A tree of few tricks gets a smaller one.
const maxSlots = 1 << 21

// countTree counts the tree below a position at the start of a trick.
func countTree(ctx context.Context, pos shaped) (treeSize, error) {
	give, err := engine.TakeTurn(ctx)
	defer give()
	if err != nil {
		return treeSize{}, err
	}
	tricks := pos.Height() / pos.Players()
	c := &treeCounter{ctx: ctx, pos: pos, table: make([]treeEntry, min(maxSlots, 1<<(4*tricks)))}
	var v trees.Vector
	size := c.count(pos.Look(&v), 0)
	if c.stopped {
		return treeSize{}, ctx.Err()
	}
	return size, nil
}

func (c *treeCounter) count(moves, ply int) treeSize {
	if moves == 0 || c.stopped {
		return treeSize{leaves: 1}
	}
	players := c.pos.Players()
	if ply%players != 0 {
		return c.below(moves, ply)
	}
	if c.pos.Height() == players { // in the last trick every end is a leaf
		inner, leaves := c.pos.TrickSize()
		return treeSize{inner, leaves}
	}
	if c.ticks++; c.ticks%1024 == 0 {
		c.stopped = engine.PassTurn(c.ctx) != nil
	}
	shape := c.pos.Shape()
	slot := int(shape % uint64(len(c.table)/2) * 2)
	larger, last := &c.table[slot], &c.table[slot+1]
	for _, e := range []*treeEntry{larger, last} {
		if e.size.leaves > 0 && e.shape == shape {
			return e.size
		}
	}
	size := c.below(moves, ply)
	// Of two slots, one has the larger tree, the other the latest one.
	if size.leaves > larger.size.leaves {
		*last, *larger = *larger, treeEntry{shape, size}
	} else {
		*last = treeEntry{shape, size}
	}
	return size
}

// below counts the node and all nodes below it.
func (c *treeCounter) below(moves, ply int) treeSize {
	var v trees.Vector
	size := treeSize{inner: 1}
	for i := range moves {
		below, _ := c.pos.Do(i, &v)
		s := c.count(below, ply+1)
		c.pos.Undo()
		size.inner += s.inner
		size.leaves += s.leaves
	}
	return size
}
