package games

import (
	"math/bits"
	"strconv"

	"espalier/trees"
)

// A squareSet is a set of up to 128 squares.
type squareSet struct{ lo, hi uint64 }

func square(n int) squareSet {
	if n < 64 {
		return squareSet{1 << n, 0}
	}
	return squareSet{0, 1 << (n - 64)}
}

func (s squareSet) and(t squareSet) squareSet { return squareSet{s.lo & t.lo, s.hi & t.hi} }
func (s squareSet) or(t squareSet) squareSet  { return squareSet{s.lo | t.lo, s.hi | t.hi} }
func (s squareSet) not(t squareSet) squareSet { return squareSet{s.lo &^ t.lo, s.hi &^ t.hi} }
func (s squareSet) empty() bool               { return s.lo|s.hi == 0 }
func (s squareSet) count() int                { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }
func (s squareSet) has(n int) bool            { return !s.and(square(n)).empty() }

// up and down move every square by n places, 0 < n < 64.
func (s squareSet) up(n uint) squareSet { return squareSet{s.lo << n, s.hi<<n | s.lo>>(64-n)} }

func (s squareSet) down(n uint) squareSet { return squareSet{s.lo>>n | s.hi<<(64-n), s.hi >> n} }

// first returns the number of the first square.
func (s squareSet) first() int {
	if s.lo != 0 {
		return bits.TrailingZeros64(s.lo)
	}
	return 64 + bits.TrailingZeros64(s.hi)
}

// rest returns the set without its first square.
func (s squareSet) rest() squareSet {
	if s.lo != 0 {
		return squareSet{s.lo & (s.lo - 1), s.hi}
	}
	return squareSet{0, s.hi & (s.hi - 1)}
}

// The documents of boards: a text for each row, "." for an empty square and the number of
// a player for a piece.

const cellsText = "the rows of the board, from the top: . for an empty square, else the number of a player; without it, the start"

// cells reads the rows of a board and calls each with every piece, players from 0.
func (r *fieldReader) cells(rows, columns, players int, each func(row, column, player int)) {
	texts := field(r, "cells", []string(nil))
	if len(texts) != rows {
		r.fail("cells", "the board has %d rows here; %d is right", len(texts), rows)
		return
	}
	for row, text := range texts {
		path := "cells[" + strconv.Itoa(row) + "]"
		if len(text) != columns {
			r.fail(path, "this row has %d squares; %d is right", len(text), columns)
			return
		}
		for column := range columns {
			c := text[column]
			switch player := int(c) - '1'; {
			case c == '.':
			case player >= 0 && player < players:
				each(row, column, player)
			default:
				r.fail(path, "%q is neither . for an empty square nor a player of 1 to %d", c, players)
				return
			}
		}
	}
}

// appendCells appends the rows of a board; at returns the player of a piece, from 0, or a
// number below 0.
func appendCells(b []byte, rows, columns int, at func(row, column int) int) []byte {
	b = append(appendKey(b, "cells"), '[')
	for row := range rows {
		if row > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		for column := range columns {
			if p := at(row, column); p >= 0 {
				b = append(b, byte('1'+p))
			} else {
				b = append(b, '.')
			}
		}
		b = append(b, '"')
	}
	return append(b, ']')
}

// A duel is what tic-tac-toe and Connect Four share: two players who place a piece each in
// turn, and one who gets a line wins. A win is worth 2, a draw 1 each.
type duel struct {
	pieces [2]uint64
	mover  int // from 0
	won    int // who has a line: 0 nobody, 1 or 2
	played []uint8
}

// duelScores are the scores of a win, a draw and a loss.
var duelScores = Scores{MaxSum: 2 * trees.Unit, MaxP: 2 * trees.Unit, Delta: trees.Unit,
	Outcomes: []trees.Vector{trees.Points(2, 0), trees.Points(1, 1), trees.Points(0, 2)}, StaticOutcomes: true}

func (d *duel) Players() int   { return 2 }
func (d *duel) Scores() Scores { return duelScores }

// Hash returns a hash of the pieces; the mover follows from it or is part of the key.
func (d *duel) Hash() uint64 { return mix64(mix64(d.pieces[0]) ^ d.pieces[1]<<1 ^ uint64(d.mover)<<63) }

func (d *duel) all() uint64 { return d.pieces[0] | d.pieces[1] }

// value writes the value of the end.
func (d *duel) value(v *trees.Vector) {
	switch d.won {
	case 0:
		v[0], v[1] = trees.Unit, trees.Unit
	case 1:
		v[0], v[1] = 2*trees.Unit, 0
	case 2:
		v[0], v[1] = 0, 2*trees.Unit
	}
}

// Winners returns who has a line.
func (d *duel) Winners() []int {
	if d.won == 0 {
		return nil
	}
	return []int{d.won}
}

// Static writes the value of a draw while nobody has won.
func (d *duel) Static(v *trees.Vector) bool {
	d.value(v)
	return true
}

// least and most write the bounds if some lines of each player are still free of the
// other's pieces: a player without any can at best draw.
func (d *duel) bounds(low, up *trees.Vector, open [2]bool) {
	if d.won > 0 {
		d.value(low)
		d.value(up)
		return
	}
	for p := range open {
		up[p], low[1-p] = 2*trees.Unit, 0
		if !open[p] {
			up[p], low[1-p] = trees.Unit, trees.Unit
		}
	}
}

// duelPass is for games of two players.
const duelPass = "Nobody passes: with one opponent, who replies to each move, best-reply search is alpha-beta."

const duelUnstable = "A position is unstable while a player could win with the next piece: the static value is that of a draw, but the mover wins at once or has to block."

// threat returns Threat if a piece of either player on one of the free squares ends the game with a
// line. The static value does not see it: it is that of a draw while nobody has won.
func (d *duel) threat(free uint64, line func(pieces uint64) bool) trees.Instability {
	for ; free != 0; free &= free - 1 {
		square := free & -free
		if line(d.pieces[0]|square) || line(d.pieces[1]|square) {
			return trees.Threat
		}
	}
	return trees.Stable
}

// place adds a piece of the mover.
func (d *duel) place(at int) {
	d.pieces[d.mover] |= 1 << at
	d.played = append(d.played, uint8(at))
	d.mover = 1 - d.mover
}

func (d *duel) Undo() {
	at := d.played[len(d.played)-1]
	d.played = d.played[:len(d.played)-1]
	d.mover, d.won = 1-d.mover, 0
	d.pieces[d.mover] &^= 1 << at
}

// read reads the fields that both games have. squares[row][column] is the bit of a square,
// and line reports whether pieces have a line.
func (d *duel) read(r *fieldReader, rows, columns int, bit func(row, column int) int, line func(pieces uint64) bool) {
	r.players([]int{2}, 2)
	d.mover = r.whole("player", 1, 1, 2) - 1
	if r.given("cells") {
		r.cells(rows, columns, 2, func(row, column, player int) { d.pieces[player] |= 1 << bit(row, column) })
	}
	d.played = make([]uint8, 0, rows*columns)
	for p := range d.pieces {
		if line(d.pieces[p]) {
			if d.won > 0 {
				r.fail("cells", "both players have a line; a game ends with the first one")
			}
			d.won = p + 1
		}
	}
}

func (d *duel) document(b []byte, id string, rows, columns int, bit func(row, column int) int) []byte {
	b = appendText(append(b, '{'), "id", id)
	b = appendCells(b, rows, columns, func(row, column int) int {
		for p := range d.pieces {
			if d.pieces[p]>>bit(row, column)&1 != 0 {
				return p
			}
		}
		return -1
	})
	return append(appendWhole(b, "player", d.mover+1), '}')
}
