package games

import (
	"math/bits"
	"strconv"

	"espalier/trees"
)

var connectFour = Game{
	ID: "connect-four", Title: "Connect Four", Board: Columns, Sample: "moves=3.3.2.4.2.1.3.2",
	Rules: "Two players, 7 columns of 6 squares; a piece falls to the lowest free square of its column, and four in a line win. 2 for a win, 1 each for a draw, 0 for a loss.",
	Paper: "", Players: []int{2}, Fields: duelFields, Unstable: duelUnstable, Pass: duelPass,
	New: newConnectFour,
}

// A four is a position of Connect Four. A column has 7 bits, its 6 squares from below and
// one that stays empty, so that a line cannot go on in the next column.
type four struct{ duel }

const (
	fourRows, fourColumns = 6, 7
	fourHeight            = fourRows + 1
	fourBottom            = uint64(1 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42)
	fourBoard             = fourBottom * (1<<fourRows - 1)
)

// fourLine reports whether pieces have four in a line, in one of four directions.
func fourLine(pieces uint64) bool {
	for _, step := range [...]uint{1, fourHeight - 1, fourHeight, fourHeight + 1} {
		pairs := pieces & (pieces >> step)
		if pairs&(pairs>>(2*step)) != 0 {
			return true
		}
	}
	return false
}

// fourBit returns the bit of a square; row 0 is the top.
func fourBit(row, column int) int { return column*fourHeight + fourRows - 1 - row }

func newConnectFour(d *Document) (Position, error) {
	r, f := &fieldReader{Document: d}, &four{}
	f.read(r, fourRows, fourColumns, fourBit, fourLine)
	if r.err == nil {
		// A free square has no piece above it.
		for row := range fourRows - 1 {
			for column := range fourColumns {
				if f.all()>>fourBit(row, column)&1 != 0 && f.all()>>fourBit(row+1, column)&1 == 0 {
					r.fail("cells["+strconv.Itoa(row)+"]", "the piece in column %d has a free square below it; pieces fall", column+1)
				}
			}
		}
	}
	return f, r.err
}

// free returns the lowest free square of each column that is not full.
func (f *four) free() uint64 {
	if f.won > 0 {
		return 0
	}
	return (f.all() + fourBottom) & fourBoard
}

func (f *four) Height() int {
	if f.won > 0 {
		return 0
	}
	return bits.OnesCount64(fourBoard &^ f.all())
}

func (f *four) Mover() int {
	if f.free() == 0 {
		return 0
	}
	return f.mover + 1
}

func (f *four) Look(v *trees.Vector) int {
	if moves := bits.OnesCount64(f.free()); moves > 0 {
		return moves
	}
	f.value(v)
	return 0
}

func (f *four) Do(move int, v *trees.Vector) (moves, mover int) {
	free := f.free()
	for ; move > 0; move-- {
		free &= free - 1
	}
	f.place(bits.TrailingZeros64(free))
	if fourLine(f.pieces[1-f.mover]) {
		f.won = 2 - f.mover
	}
	return f.Look(v), f.Mover()
}

func (f *four) Low(v *trees.Vector) bool {
	var up trees.Vector
	f.bounds(v, &up, f.open())
	return true
}

func (f *four) Up(v *trees.Vector) bool {
	var low trees.Vector
	f.bounds(&low, v, f.open())
	return true
}

// open reports for each player whether a line has none of the other's pieces.
func (f *four) open() [2]bool {
	return [2]bool{fourLine(fourBoard &^ f.pieces[1]), fourLine(fourBoard &^ f.pieces[0])}
}

// Unstable reports whether a player could win with the next piece.
func (f *four) Unstable() trees.Instability { return f.threat(f.free(), fourLine) }

func (f *four) AppendLast(b []byte) []byte {
	if len(f.played) == 0 {
		return b
	}
	return strconv.AppendInt(b, int64(f.played[len(f.played)-1])/fourHeight+1, 10)
}

func (f *four) AppendDocument(b []byte) []byte {
	return f.document(b, "connect-four", fourRows, fourColumns, fourBit)
}

func (f *four) nodeBound(limit int) int {
	level, nodes := 1, 1
	for n := f.Height(); n > 0 && nodes <= limit; n-- {
		level *= min(n, fourColumns)
		nodes += level
	}
	return nodes
}
