package games

import (
	"strconv"

	"espalier/trees"
)

// Othello for two to four players.
//
// R. Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48 (1991), section 1:
// a row of opposing pieces of any colours between two pieces of a player is captured whole.

const (
	othelloSeats = 4
	largestBoard = 10
)

var othello = Game{
	ID: "othello", Title: "Othello", Board: Squares, Sample: "players=3&moves=0.2.4.1.3.2",
	Rules: "Two to four players. A new piece captures every straight row of opposing pieces between it and another piece of the same player. The row may have several colours. A piece must capture at least one. " +
		"A player who cannot move passes, and the game ends when nobody can. A player's score is the pieces.",
	Paper: "Korf 1991", Players: []int{2, 3, 4},
	Fields: []Field{
		{Name: "players", Kind: WholeField, Default: 2, Text: "how many play", Label: "Players", Setting: true},
		{Name: "board", Kind: WholeField, Text: "the side of the board, by default 8, for three players 7; from players + 1 to 10, and board − players is even", Label: "Side of the board", Setting: true},
		{Name: "cells", Kind: TextsField, Text: cellsText, Label: "Board"},
		{Name: "player", Kind: WholeField, Default: 1, Text: "who moves", Label: "To move"},
		passesSetting,
	},
	Pass: "A player who passes places no piece. By the rules only a player who cannot move passes.",
	New:  newOthello,
}

// An othelloGame is a position of Othello. A row of the board has one bit more than its
// squares, which stays empty, so that a line cannot go on in the next row.
type othelloGame struct {
	players, side int
	stride        uint
	board         squareSet // all squares
	corners       squareSet
	states        []othelloState // states[ply] is the present one
	ply           int
}

type othelloState struct {
	pieces [othelloSeats]squareSet
	moves  squareSet
	rest   squareSet // the moves from number next on
	next   int8      // the number of the first move of rest
	mover  int8      // from 0
	pass   bool      // the only move is to pass
	played int8      // the square played to get here; passed: a pass
}

const passed = -1

func newOthello(d *Document) (Position, error) {
	r, g := &fieldReader{Document: d}, &othelloGame{}
	g.players = r.players([]int{2, 3, 4}, 2)
	g.side = 8
	if g.players == 3 {
		g.side = 7
	}
	if !r.given("board") && r.given("cells") {
		g.side = len(field(r, "cells", []string(nil)))
		if g.side <= g.players || g.side > largestBoard || (g.side-g.players)%2 != 0 {
			r.fail("cells", "a board of side %d is not allowed with %d players: %s", g.side, g.players, g.sides())
		}
	}
	g.side = field(r, "board", g.side)
	if g.side <= g.players || g.side > largestBoard || (g.side-g.players)%2 != 0 {
		r.fail("board", "a board of side %d is not allowed with %d players: %s", g.side, g.players, g.sides())
	}
	mover := r.whole("player", 1, 1, g.players) - 1
	if r.err != nil {
		return nil, r.err
	}
	g.stride = uint(g.side) + 1
	for row := range g.side {
		for column := range g.side {
			g.board = g.board.or(square(g.number(row, column)))
		}
	}
	last := g.side - 1
	for _, corner := range []int{g.number(0, 0), g.number(0, last), g.number(last, 0), g.number(last, last)} {
		g.corners = g.corners.or(square(corner))
	}
	var s othelloState
	put := func(row, column, player int) {
		s.pieces[player] = s.pieces[player].or(square(g.number(row, column)))
	}
	if r.given("cells") {
		r.cells(g.side, g.side, g.players, put)
	} else {
		from := (g.side - g.players) / 2
		for row := range g.players {
			for column := range g.players {
				put(from+row, from+column, (row+column+1)%g.players)
			}
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	s.mover = int8(mover)
	g.findMoves(&s)
	g.states = []othelloState{s}
	g.states = append(g.states, make([]othelloState, g.Height()+1)...)
	return r.withPasses(g), r.err
}

func (g *othelloGame) sides() string {
	var list []int
	for side := g.players + 2; side <= largestBoard; side += 2 {
		list = append(list, side)
	}
	return "one of " + numbersInWords(list) + " is right"
}

func (g *othelloGame) number(row, column int) int { return row*int(g.stride) + column }

// shift moves a set by one square in one of the eight directions; squares that leave the
// board are dropped.
func (g *othelloGame) shift(s squareSet, direction int) squareSet {
	steps := [...]uint{1, g.stride - 1, g.stride, g.stride + 1}
	if direction < 4 {
		return s.up(steps[direction]).and(g.board)
	}
	return s.down(steps[direction-4]).and(g.board)
}

// movesOf returns the squares where a player can capture.
func (g *othelloGame) movesOf(s *othelloState, player int) (moves squareSet) {
	own, opposing := s.pieces[player], squareSet{}
	for p, pieces := range s.pieces {
		if p != player {
			opposing = opposing.or(pieces)
		}
	}
	free := g.board.not(own).not(opposing)
	for direction := range 8 {
		row := g.shift(own, direction).and(opposing)
		for !row.empty() {
			row = g.shift(row, direction)
			moves = moves.or(row.and(free))
			row = row.and(opposing)
		}
	}
	return moves
}

// findMoves sets the moves of a position: a pass if only others can move.
func (g *othelloGame) findMoves(s *othelloState) {
	s.moves, s.pass = g.movesOf(s, int(s.mover)), false
	s.rest, s.next = s.moves, 0
	if !s.moves.empty() {
		return
	}
	for p := range g.players {
		if p != int(s.mover) && !g.movesOf(s, p).empty() {
			s.pass = true
			return
		}
	}
}

func (g *othelloGame) now() *othelloState { return &g.states[g.ply] }

func (g *othelloGame) Players() int { return g.players }

// Height counts a square for every move, and the passes of all others before each.
func (g *othelloGame) Height() int {
	occupied := 0
	for _, pieces := range g.now().pieces {
		occupied += pieces.count()
	}
	return (g.board.count() - occupied) * g.players
}

func (g *othelloGame) Mover() int {
	if s := g.now(); s.moves.empty() && !s.pass {
		return 0
	}
	return int(g.now().mover) + 1
}

func (g *othelloGame) Look(v *trees.Vector) int {
	s := g.now()
	switch {
	case s.pass:
		return 1
	case s.moves.empty():
		g.Static(v)
		return 0
	}
	return s.moves.count()
}

// play returns the square of a move. Moves are nearly always played one after the other.
func (s *othelloState) play(move int) (at int) {
	if move != int(s.next) {
		s.rest, s.next = s.moves, int8(move)
		for range move {
			s.rest = s.rest.rest()
		}
	}
	at = s.rest.first()
	s.rest = s.rest.rest()
	s.next++
	return at
}

func (g *othelloGame) Do(move int, v *trees.Vector) (moves, mover int) {
	if s := g.now(); !s.pass {
		return g.place(s.play(move), v)
	}
	return g.place(passed, v)
}

// MustPass reports whether the mover can only pass.
func (g *othelloGame) MustPass() bool { return g.now().pass }

func (g *othelloGame) DoPass(v *trees.Vector) (moves, mover int) { return g.place(passed, v) }

// place moves to a square, or passes.
func (g *othelloGame) place(at int, v *trees.Vector) (moves, mover int) {
	s := g.now()
	if g.ply++; g.ply == len(g.states) { // after passes that the rules do not allow
		g.states = append(g.states, othelloState{})
	}
	n := g.now()
	n.pieces, n.played = s.pieces, int8(at)
	if at != passed {
		g.capture(n, int(s.mover), at)
	}
	if n.mover = s.mover + 1; int(n.mover) == g.players {
		n.mover = 0
	}
	g.findMoves(n)
	return g.Look(v), g.Mover()
}

// capture places a piece.
func (g *othelloGame) capture(s *othelloState, player, at int) {
	own, opposing := s.pieces[player], squareSet{}
	for p, pieces := range s.pieces {
		if p != player {
			opposing = opposing.or(pieces)
		}
	}
	captured := squareSet{}
	for direction := range 8 {
		row, end := squareSet{}, g.shift(square(at), direction)
		for !end.and(opposing).empty() {
			row = row.or(end)
			end = g.shift(end, direction)
		}
		if !end.and(own).empty() {
			captured = captured.or(row)
		}
	}
	for p := range g.players {
		s.pieces[p] = s.pieces[p].not(captured)
	}
	s.pieces[player] = own.or(captured).or(square(at))
}

func (g *othelloGame) Undo() { g.ply-- }

// Static writes the pieces of each player.
func (g *othelloGame) Static(v *trees.Vector) bool {
	s := g.now()
	for p := range g.players {
		setPoints(v, p, s.pieces[p].count())
	}
	return true
}

func (g *othelloGame) ended() bool { return g.Mover() == 0 }

// Low writes the pieces in corners: nothing is beyond them, so they are never captured.
func (g *othelloGame) Low(v *trees.Vector) bool {
	if g.ended() {
		return g.Static(v)
	}
	for p, pieces := range g.now().pieces[:g.players] {
		setPoints(v, p, pieces.and(g.corners).count())
	}
	return true
}

// Up writes all squares without the corners of the others. A player without a piece can
// never capture one, and stays at 0.
func (g *othelloGame) Up(v *trees.Vector) bool {
	if g.ended() {
		return g.Static(v)
	}
	taken := 0
	for _, pieces := range g.now().pieces[:g.players] {
		taken += pieces.and(g.corners).count()
	}
	for p, pieces := range g.now().pieces[:g.players] {
		if pieces.empty() {
			v[p] = 0
			continue
		}
		setPoints(v, p, g.board.count()-taken+pieces.and(g.corners).count())
	}
	return true
}

func (g *othelloGame) Hash() uint64 {
	s := g.now()
	h := uint64(s.mover)
	for _, pieces := range s.pieces[:g.players] {
		h = mix64(h ^ pieces.lo)
		h = mix64(h + pieces.hi)
	}
	return h
}

func (g *othelloGame) Scores() Scores {
	sum := trees.Score(g.board.count()) * trees.Unit
	return Scores{MaxSum: sum, MaxP: sum, Delta: trees.Unit}
}

func (g *othelloGame) AppendLast(b []byte) []byte {
	at := g.now().played
	switch {
	case g.ply == 0:
		return b
	case at == passed:
		return append(b, "pass"...)
	}
	b = append(b, byte('a'+int(at)%int(g.stride)))
	return strconv.AppendInt(b, int64(at)/int64(g.stride)+1, 10)
}

func (g *othelloGame) AppendDocument(b []byte) []byte {
	s := g.now()
	b = appendText(append(b, '{'), "id", "othello")
	b = appendWhole(b, "players", g.players)
	b = appendWhole(b, "board", g.side)
	b = appendCells(b, g.side, g.side, func(row, column int) int {
		for p := range g.players {
			if s.pieces[p].has(g.number(row, column)) {
				return p
			}
		}
		return -1
	})
	return append(appendWhole(b, "player", int(s.mover)+1), '}')
}
