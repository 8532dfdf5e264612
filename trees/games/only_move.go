package games

import "espalier/trees"

// OnlyMove returns a position whose only move is one of another position. A search of it gives
// the value of this move, also where the value depends on who moves at the root, as in paranoid
// search.
func OnlyMove(pos Position, move int) Position {
	o := onlyMove{Position: pos, move: move}
	switch pos := pos.(type) {
	case Passer:
		return &onlyMovePasser{o, pos}
	case trees.Passing:
		return &onlyMovePassing{o, pos}
	}
	return &o
}

// onlyMovePasser is an onlyMove of a Passer.
type onlyMovePasser struct {
	onlyMove
	of Passer
}

func (o *onlyMovePasser) MustPass() bool { return o.of.MustPass() }

func (o *onlyMovePasser) DoPass(v *trees.Vector) (moves, mover int) {
	o.ply++
	return o.of.DoPass(v)
}

// onlyMovePassing is an onlyMove of a position with passes. At the first one nothing depends on which move is the pass.
type onlyMovePassing struct {
	onlyMove
	of trees.Passing
}

func (o *onlyMovePassing) Pass() int { return o.of.Pass() }

type onlyMove struct {
	Position
	move, ply int
}

func (o *onlyMove) Look(v *trees.Vector) int {
	n := o.Position.Look(v)
	if o.ply == 0 {
		return min(n, 1)
	}
	return n
}

func (o *onlyMove) Do(move int, v *trees.Vector) (moves, mover int) {
	if o.ply == 0 {
		move = o.move
	}
	o.ply++
	return o.Position.Do(move, v)
}

func (o *onlyMove) Undo() {
	o.ply--
	o.Position.Undo()
}

// HasChance reports whether the game has chance nodes.
func (o *onlyMove) HasChance() bool {
	c, ok := o.Position.(trees.Chanced)
	return ok && c.HasChance()
}

// Prob returns the probability of a move at a chance node, which the first position is not.
func (o *onlyMove) Prob(move int) trees.Number { return o.Position.(trees.Chanced).Prob(move) }
