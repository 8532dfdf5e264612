package games

import (
	"strconv"

	"espalier/trees"
)

// Board splitting, a game in which a deeper search need not choose better.
//
// J. Pearl, "Heuristics" (1984), board-splitting games; D. Nau, "An investigation of the causes of
// pathology in games", Artificial Intelligence 19 (1982): P-games, where the squares are
// independent, and N-games, where neighbours are alike.
//
// Each square of a board belongs to a player. The mover splits what is left of the board, keeps one
// half and removes the other: left and right while the board is square, else top and bottom. The owner
// of the last square wins.
//
// A win is worth one point. The static value is the share of the squares that are left.

var boardSplitting = Game{
	ID: "board-splitting", Title: "Board splitting", Board: Halves, Sample: "size=4&seed=3",
	Rules: "Each square of a board belongs to a player. The player to move keeps one half of what is left: the left or the right half while the board is square, else the top or the bottom half. " +
		"The owner of the last square wins: 1 for a win, 0 for a loss. The static value is the share of the squares. With independent squares a deeper search finds more and more ties, and need not choose better before it sees the end; with alike neighbours it chooses better.",
	Paper: "Nau 1982", Players: splittingPlayers, Fields: splittingFields, New: newSplitting,
	Pass: "A player who passes leaves the board to the next player.",
}

var splittingPlayers = []int{2, 3, 4}

const (
	// mostSide is the largest side of a board: 1,024 squares can still be drawn.
	mostSide    = 32
	defaultSide = 8
	// goldenShare is the share of player 1, in percent, with which neither player is nearly sure to
	// win at any size: the golden ratio, (√5 − 1) / 2. It holds for two players and independent squares.
	goldenShare = 62
)

var splittingSides = []int{2, 4, 8, 16, mostSide}

var splittingFields = []Field{
	{Name: "cells", Kind: TextsField, Text: "the rows of what is left of the board, from the top, with the number of a player for each square; without it, a board is made by the seed", Label: "Board"},
	{Name: "player", Kind: WholeField, Default: 1, Text: "who moves", Label: "To move"},
	{Name: "players", Kind: WholeField, Default: 2, Text: "of the game", Label: "Players", Setting: true},
	{Name: "size", Kind: WholeField, Default: defaultSide, Text: "the side of the board: 2, 4, 8, 16 or 32", Label: "Side", Setting: true, Deal: true},
	{Name: "share", Kind: WholeField, Text: "the percentage of squares of player 1; by default 62 with two players, else the same for all. It counts for independent squares", Label: "Share of player 1", Setting: true, Deal: true},
	{Name: "alike", Kind: FlagField, Default: false, Text: "neighbours are alike, as in Nau’s N-games; else the squares are independent", Label: "Neighbours alike", Setting: true, Deal: true},
	{Name: "seed", Kind: WholeField, Default: 1, Text: "of the squares", Label: "Seed", Setting: true, Deal: true},
	passesSetting,
}

// A part is what is left of the board. Parts are numbered from the whole board, 0, on: the halves
// of part n are 2n+1 and 2n+2.
type part struct {
	row, column, rows, columns uint8
	number                     int16
}

// wide reports whether the next split is into left and right.
func (p part) wide() bool { return p.rows == p.columns }

func (p part) single() bool { return p.rows == 1 && p.columns == 1 }

// half returns the half that a move keeps.
func (p part) half(move int) part {
	p.number = 2*p.number + 1 + int16(move)
	if p.wide() {
		p.columns /= 2
		p.column += uint8(move) * p.columns
		return p
	}
	p.rows /= 2
	p.row += uint8(move) * p.rows
	return p
}

// splitting is a position of board splitting.
type splitting struct {
	players, first int // first: who moves at the start, from 0
	columns        int
	owners         []uint8     // by rows, players from 0
	known          []knownPart // by number
	parts          []part      // the present one is the last
}

// A knownPart is what is computed of each part at the start.
type knownPart struct {
	squares [mostSplitters]int16 // of each player
	hash    uint64               // of the squares
}

const mostSplitters = 4

func newSplitting(d *Document) (Position, error) {
	r, g := &fieldReader{Document: d}, &splitting{}
	g.players = r.players(splittingPlayers, 2)
	g.first = r.whole("player", 1, 1, g.players) - 1
	rows := 0
	if r.given("cells") {
		r.exclusive("cells", "size", "share", "alike", "seed")
		rows = g.readCells(r)
	} else {
		rows = g.make(r)
	}
	if r.err != nil {
		return nil, r.err
	}
	whole := part{rows: uint8(rows), columns: uint8(g.columns)}
	g.parts = append(make([]part, 0, mostSide), whole)
	g.known = make([]knownPart, 2*len(g.owners)-1)
	g.learn(whole)
	return r.withPasses(g), r.err
}

// learn computes what is known of a part and of all parts of it.
func (g *splitting) learn(p part) *knownPart {
	k := &g.known[p.number]
	if p.single() {
		owner := g.owners[int(p.row)*g.columns+int(p.column)]
		k.squares[owner], k.hash = 1, uint64(owner)+1
		return k
	}
	for move := range 2 {
		half := g.learn(p.half(move))
		for player, n := range half.squares {
			k.squares[player] += n
		}
		k.hash = mix64(k.hash + half.hash)
	}
	return k
}

// readCells reads the squares and returns the number of rows.
func (g *splitting) readCells(r *fieldReader) (rows int) {
	texts := field(r, "cells", []string(nil))
	rows = len(texts)
	if rows > 0 {
		g.columns = len(texts[0])
	}
	if !halvable(rows) || g.columns != rows && 2*g.columns != rows {
		r.fail("cells", "the board has %d rows of %d squares; the number of rows is a power of two, at most %d, and a row has as many squares or half as many", rows, g.columns, mostSide)
		return 0
	}
	g.owners = make([]uint8, rows*g.columns)
	r.cells(rows, g.columns, g.players, func(row, column, player int) { g.owners[row*g.columns+column] = uint8(player + 1) })
	for i := range g.owners {
		if g.owners[i] == 0 {
			r.fail("cells["+strconv.Itoa(i/g.columns)+"]", "a square of this row belongs to nobody; the number of a player is right")
			return 0
		}
		g.owners[i]--
	}
	return rows
}

func halvable(n int) bool { return n >= 1 && n <= mostSide && n&(n-1) == 0 }

// make makes the squares by the seed and returns the number of rows. The squares of a seed never
// change: numbers come as in deal.
func (g *splitting) make(r *fieldReader) (rows int) {
	rows = r.whole("size", defaultSide, splittingSides[0], mostSide)
	if r.err == nil && !halvable(rows) {
		r.fail("size", "%d is out of range: the sides are %s", rows, numbersInWords(splittingSides))
	}
	share := goldenShare
	if g.players > 2 {
		share = 0
	}
	share = r.whole("share", share, 0, 100)
	hash := mix32(uint32(r.whole("seed", 1, 0, int(^uint32(0)))) + golden)
	next := func(n int) int {
		hash = mix32(hash + golden)
		return int(uint64(hash) * uint64(n) >> 32)
	}
	g.columns = rows
	g.owners = make([]uint8, rows*rows)
	switch {
	case r.err != nil:
	case field(r, "alike", false):
		g.likeNeighbours(part{rows: uint8(rows), columns: uint8(rows)}, nil, next)
	case share == 0 && !r.given("share"):
		for i := range g.owners {
			g.owners[i] = uint8(next(g.players))
		}
	default:
		for i := range g.owners {
			if next(100) >= share {
				g.owners[i] = uint8(1 + next(g.players-1))
			}
		}
	}
	return rows
}

// likeNeighbours gives each split a random player, and each square to the player who has most of the
// splits above it, as in an N-game; of those with equally many, to the one that a random number
// chooses.
func (g *splitting) likeNeighbours(p part, above []int, next func(n int) int) {
	if above == nil {
		above = make([]int, g.players)
	}
	if p.single() {
		best, ties := 0, 1
		for q := 1; q < g.players; q++ {
			switch {
			case above[q] > above[best]:
				best, ties = q, 1
			case above[q] == above[best]:
				if ties++; next(ties) == 0 {
					best = q
				}
			}
		}
		g.owners[int(p.row)*g.columns+int(p.column)] = uint8(best)
		return
	}
	for move := range 2 {
		of := next(g.players)
		above[of]++
		g.likeNeighbours(p.half(move), above, next)
		above[of]--
	}
}

func (g *splitting) now() part { return g.parts[len(g.parts)-1] }

func (g *splitting) Players() int { return g.players }

func (g *splitting) Height() (plies int) {
	p := g.now()
	for n := int(p.rows) * int(p.columns); n > 1; n /= 2 {
		plies++
	}
	return plies
}

func (g *splitting) Mover() int {
	if g.now().single() {
		return 0
	}
	return (g.first+len(g.parts)-1)%g.players + 1
}

func (g *splitting) Look(v *trees.Vector) int {
	if !g.now().single() {
		return 2
	}
	g.Static(v)
	return 0
}

func (g *splitting) Do(move int, v *trees.Vector) (moves, mover int) {
	g.parts = append(g.parts, g.now().half(move))
	return g.Look(v), g.Mover()
}

// MustPass reports whether the mover can only pass, which never happens here.
func (g *splitting) MustPass() bool { return false }

// DoPass leaves the same part to the next player.
func (g *splitting) DoPass(v *trees.Vector) (moves, mover int) {
	g.parts = append(g.parts, g.now())
	return g.Look(v), g.Mover()
}

func (g *splitting) Undo() { g.parts = g.parts[:len(g.parts)-1] }

// count returns the squares of a player in what is left.
func (g *splitting) count(player int) trees.Score {
	return trees.Score(g.known[g.now().number].squares[player])
}

// splittingUnit is one point: as many parts as a board has squares at most, so that each share of
// the squares is a whole number of parts.
const splittingUnit = mostSide * mostSide

// Static writes the share of the squares.
func (g *splitting) Static(v *trees.Vector) bool {
	p := g.now()
	each := splittingUnit / (trees.Score(p.rows) * trees.Score(p.columns))
	for player := range g.players {
		v[player] = g.count(player) * each
	}
	return true
}

// Low and Up write what is sure: a player with all squares wins, and one with none does not.

func (g *splitting) Low(v *trees.Vector) bool {
	p := g.now()
	all := trees.Score(p.rows) * trees.Score(p.columns)
	for player := range g.players {
		v[player] = 0
		if g.count(player) == all {
			v[player] = splittingUnit
		}
	}
	return true
}

func (g *splitting) Up(v *trees.Vector) bool {
	for player := range g.players {
		v[player] = 0
		if g.count(player) > 0 {
			v[player] = splittingUnit
		}
	}
	return true
}

// Hash is that of the squares that are left, and of who moves.
func (g *splitting) Hash() uint64 {
	return mix64(g.known[g.now().number].hash + uint64(g.first+len(g.parts)-1)%uint64(g.players))
}

func (g *splitting) AppendLast(b []byte) []byte {
	n := len(g.parts)
	if n < 2 {
		return b
	}
	before, p := g.parts[n-2], g.parts[n-1]
	if p.number == before.number {
		return append(b, trees.PassMove...)
	}
	return append(b, HalfNames(before.wide())[boolAt(p.row > before.row || p.column > before.column)]...)
}

// HalfNames returns the texts of the moves of board splitting: into left and right while the board is
// square, else into top and bottom.
func HalfNames(wide bool) [2]string {
	if wide {
		return [2]string{"left", "right"}
	}
	return [2]string{"top", "bottom"}
}

func boolAt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (g *splitting) Scores() Scores {
	s := Scores{Unit: splittingUnit, MaxSum: splittingUnit, MaxP: splittingUnit}
	for player := range g.players {
		var v trees.Vector
		v[player] = splittingUnit
		s.Outcomes = append(s.Outcomes, v)
	}
	return s
}

// Winners returns the owner of the last square.
func (g *splitting) Winners() []int {
	for player := range g.players {
		if g.Mover() == 0 && g.count(player) == 1 {
			return []int{player + 1}
		}
	}
	return nil
}

func (g *splitting) AppendDocument(b []byte) []byte {
	b = appendText(append(b, '{'), "id", "board-splitting")
	p := g.now()
	b = appendCells(b, int(p.rows), int(p.columns), func(row, column int) int {
		return int(g.owners[(int(p.row)+row)*g.columns+int(p.column)+column])
	})
	b = appendWhole(b, "player", (g.first+len(g.parts)-1)%g.players+1)
	return append(appendWhole(b, "players", g.players), '}')
}

// nodeBound counts the nodes of the whole tree.
func (g *splitting) nodeBound(limit int) int { return 1<<(g.Height()+1) - 1 }
