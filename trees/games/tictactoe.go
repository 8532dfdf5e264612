package games

import (
	"math/bits"
	"strconv"

	"espalier/trees"
)

// Tic-tac-toe: M. T. Hajiaghayi, CMSC 474, lecture 28.

var ticTacToe = Game{
	ID: "tic-tac-toe", Title: "Tic-tac-toe", Board: Noughts, Sample: "moves=4.0.1.5",
	Rules: "Two players on 3 × 3 squares; three in a line win. 2 for a win, 1 each for a draw, 0 for a loss.",
	Paper: "CMSC 474, lecture 28", Players: []int{2}, Fields: duelFields, Unstable: duelUnstable, Pass: duelPass,
	New: newTicTacToe,
}

var duelFields = []Field{
	{Name: "cells", Kind: TextsField, Text: cellsText, Label: "Board"},
	{Name: "player", Kind: WholeField, Default: 1, Text: "who moves", Label: "To move"},
	{Name: "players", Kind: WholeField, Default: 2, Text: "always 2", Label: "Players", Setting: true},
}

// A tic is a position of tic-tac-toe. Bit i is square i+1, by rows.
type tic struct{ duel }

const ticSquares = 1<<9 - 1

var ticLines = [...]uint64{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

func ticLine(pieces uint64) bool {
	for _, line := range ticLines {
		if pieces&line == line {
			return true
		}
	}
	return false
}

func ticBit(row, column int) int { return 3*row + column }

func newTicTacToe(d *Document) (Position, error) {
	r, t := &fieldReader{Document: d}, &tic{}
	t.read(r, 3, 3, ticBit, ticLine)
	return t, r.err
}

func (t *tic) free() uint64 {
	if t.won > 0 {
		return 0
	}
	return ticSquares &^ t.all()
}

func (t *tic) Height() int { return bits.OnesCount64(t.free()) }

func (t *tic) Mover() int {
	if t.free() == 0 {
		return 0
	}
	return t.mover + 1
}

func (t *tic) Look(v *trees.Vector) int {
	if moves := bits.OnesCount64(t.free()); moves > 0 {
		return moves
	}
	t.value(v)
	return 0
}

func (t *tic) Do(move int, v *trees.Vector) (moves, mover int) {
	free := t.free()
	for ; move > 0; move-- {
		free &= free - 1
	}
	t.place(bits.TrailingZeros64(free))
	if ticLine(t.pieces[1-t.mover]) {
		t.won = 2 - t.mover
	}
	return t.Look(v), t.Mover()
}

func (t *tic) Low(v *trees.Vector) bool {
	var up trees.Vector
	t.bounds(v, &up, t.open())
	return true
}

func (t *tic) Up(v *trees.Vector) bool {
	var low trees.Vector
	t.bounds(&low, v, t.open())
	return true
}

// open reports for each player whether a line has none of the other's pieces.
func (t *tic) open() [2]bool {
	return [2]bool{ticLine(ticSquares &^ t.pieces[1]), ticLine(ticSquares &^ t.pieces[0])}
}

// Unstable reports whether a player could win with the next piece.
func (t *tic) Unstable() trees.Instability { return t.threat(t.free(), ticLine) }

func (t *tic) AppendLast(b []byte) []byte {
	if len(t.played) == 0 {
		return b
	}
	return strconv.AppendInt(b, int64(t.played[len(t.played)-1])+1, 10)
}

func (t *tic) AppendDocument(b []byte) []byte { return t.document(b, "tic-tac-toe", 3, 3, ticBit) }

func (t *tic) nodeBound(limit int) int {
	level, nodes := 1, 1
	for n := t.Height(); n > 0 && nodes <= limit; n-- {
		level *= n
		nodes += level
	}
	return nodes
}
