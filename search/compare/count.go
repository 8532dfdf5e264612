package compare

import (
	"context"
	"fmt"

	"espalier/search/engine"
	"espalier/trees"
)

// Count returns the number of nodes of the plain tree at each ply from the root, 0 to
// depth: nothing is pruned, and no two orders of moves are merged. Past the end of the tree
// the numbers are 0. The nodes of the last ply are counted without being visited.
func Count(ctx context.Context, p engine.Problem, depth int) ([]int, error) {
	c := &counter{ctx: ctx, turn: engine.TurnOf(ctx), pos: p.Pos, nodes: make([]int, depth+1)}
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	var v trees.Vector
	c.nodes[0], c.total = 1, 1
	if err := c.walk(p.Pos.Look(&v), 1); err != nil {
		return nil, err
	}
	return c.nodes, nil
}

type counter struct {
	ctx     context.Context
	turn    engine.Turn
	pos     trees.Position
	nodes   []int
	total   int
	visited int
	value   trees.Vector
}

// walk counts the nodes below the current position, which has the given number of moves;
// its children are at the given ply.
func (c *counter) walk(moves, ply int) error {
	if moves <= 0 || ply >= len(c.nodes) {
		return nil // a leaf, or one of unknown value
	}
	c.nodes[ply] += moves
	if c.total += moves; c.total > engine.MaxSearchNodes {
		return &engine.LimitError{Path: "depth", Message: fmt.Sprintf("the count was stopped: the tree has more than %d nodes to this depth, the limit of one search; choose a smaller depth", engine.MaxSearchNodes)}
	}
	if ply+1 == len(c.nodes) {
		return nil
	}
	for i := range moves {
		if c.visited++; c.visited%engine.PollEvery == 0 {
			if err := c.pause(); err != nil {
				return err
			}
		}
		below, _ := c.pos.Do(i, &c.value)
		err := c.walk(below, ply+1)
		c.pos.Undo()
		if err != nil {
			return err
		}
	}
	return nil
}

// pause lets other searches compute, and returns an error if the count was cancelled.
func (c *counter) pause() error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if c.turn == nil {
		return nil
	}
	return c.turn.Pass(c.ctx)
}
