package games

import (
	"slices"

	"espalier/trees"
)

// Chinese Checkers for two, three or six players.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n", IJCAI 2003,
// sections 2.1 and 5.1: moves are ordered by how far they go, and perhaps only the first
// are searched; a player's evaluation is the difference to the other players.

const starSeats = 6

var chineseCheckers = Game{
	ID: "chinese-checkers", Title: "Chinese Checkers", Board: Star, Sample: "moves=0.1.2.3.0.1.2",
	Rules: "Two, three or six players bring their pieces to the opposite point of a star of 6s(s+1)+1 holes. A piece steps to a free hole beside it, or hops over one piece at a time, in any chain. " +
		"A player who cannot move passes. A player wins when the goal triangle is full and at least one of the pieces in it is theirs. " +
		"With R the rows that all pieces of a player have crossed, n players and M = 2s²(s+1), a score is K + n·R − the sum of all R, where K = (n−1)·M + n·(2M+1). " +
		"With the evaluation steps, R is M less the fewest single steps on an empty board that bring the player's pieces into the free holes of the goal. In both cases " +
		"a win adds (n−1)·(2M+1) for the winner and takes 2M+1 from each other player. So all scores add up to n·K.",
	Paper: "Sturtevant 2003", Players: []int{2, 3, 6},
	Fields: []Field{
		{Name: "players", Kind: WholeField, Default: 3, Text: "how many play", Label: "Players", Setting: true},
		{Name: "size", Kind: WholeField, Default: 4, Text: "of the star, 1 to 4", Label: "Size of the star", Setting: true},
		{Name: "pieces", Kind: ListsField, Text: `the holes of each player's pieces, as "x,y"; without it, the start`, Label: "Pieces, a line for each player"},
		{Name: "player", Kind: WholeField, Default: 1, Text: "who moves", Label: "To move"},
		{Name: "top", Kind: WholeField, Text: "the most moves of each position, the first in order; all by default", Label: "Moves of each position", Setting: true},
		{Name: "evaluation", Kind: TextField, Default: byRows, Choices: starEvaluations, Text: starEvaluationText, Label: "Evaluation", Setting: true},
		passesSetting,
	},
	Pass: "A player who passes leaves the pieces where they are.",
	New:  newStarGame,
}

// A starGame is a position of Chinese Checkers. Holes are numbered by x, then by y, which
// is the order of origins and destinations.
type starGame struct {
	*star
	players int
	top     int // 0: all moves

	occupied squareSet
	pieces   [starSeats]squareSet
	rows     [starSeats]int // rows crossed by all pieces of a player
	steps    [starSeats]int // that bring a player's pieces into the goal, if the evaluation is by steps
	winners  uint8          // bit p: player p has won
	mover    int            // from 0

	moves  []starMove // of all positions on the path, one after the other
	found  []starMove // of one position, before they are in order
	levels []starLevel
	bottom int // number of levels where moves are not needed; 0: none
}

// A starMove sorts by progress, most first, then by origin and destination.
type starMove uint32

const starPass = starMove(1<<32 - 1)

func newStarMove(progress, from, to int) starMove {
	return starMove(mostProgress-progress)<<16 | starMove(from)<<8 | starMove(to)
}

func (m starMove) rank() int { return int(m >> 16) } // 0 to 2·mostProgress, by progress
func (m starMove) from() int { return int(m >> 8 & 0xff) }
func (m starMove) to() int   { return int(m & 0xff) }

// mostProgress is the most rows that a move crosses, there or back.
const mostProgress = 4 * largestStar

// A starLevel is the part of a position that Undo restores.
type starLevel struct {
	start   int // of the moves in moves
	last    starMove
	winners uint8
	steps   [starSeats]int
}

func newStarGame(d *Document) (Position, error) {
	r, g := &fieldReader{Document: d}, &starGame{}
	g.players = r.players([]int{2, 3, 6}, 3)
	g.star = starOf(r.whole("size", 4, 1, largestStar), g.players)
	g.mover = r.whole("player", 1, 1, g.players) - 1
	g.top = r.whole("top", 0, 1, 1_000_000)
	evaluation := r.choice("evaluation", byRows, starEvaluations)
	g.readPieces(r)
	if r.err != nil {
		return nil, r.err
	}
	if evaluation == bySteps {
		g.findApart()
		for p := range g.players {
			g.steps[p] = g.stepsOf(p, g.pieces[p], g.occupied)
		}
	}
	for p := range g.players {
		g.winners |= g.wins(p)
	}
	g.moves, g.levels = make([]starMove, 0, 1024), append(make([]starLevel, 0, 64), starLevel{last: starPass})
	g.findMoves()
	return r.withPasses(g), r.err
}

// Endless reports that play can go in circles.
func (g *starGame) Endless() bool { return true }

func (g *starGame) Players() int { return g.players }
func (g *starGame) Height() int  { return trees.MaxLevels - 1 }

func (g *starGame) now() *starLevel { return &g.levels[len(g.levels)-1] }

func (g *starGame) Mover() int {
	if g.winners != 0 {
		return 0
	}
	return g.mover + 1
}

func (g *starGame) Look(v *trees.Vector) int {
	if g.winners != 0 {
		g.Static(v)
		return 0
	}
	return len(g.moves) - g.now().start
}

func (g *starGame) Do(move int, v *trees.Vector) (moves, mover int) {
	return g.play(g.moves[g.now().start+move], v)
}

// MustPass reports whether the mover can only pass.
func (g *starGame) MustPass() bool {
	start := g.now().start
	return len(g.moves) == start+1 && g.moves[start] == starPass
}

func (g *starGame) DoPass(v *trees.Vector) (moves, mover int) { return g.play(starPass, v) }

func (g *starGame) play(m starMove, v *trees.Vector) (moves, mover int) {
	winners, steps := g.winners, g.steps
	if m != starPass {
		g.movePiece(g.mover, m.from(), m.to())
		if g.apart != nil {
			g.countSteps(m)
		}
		// Only the triangle that the piece enters can become full.
		if p := g.goalOf[m.to()]; p >= 0 {
			g.winners |= g.wins(int(p))
		}
	}
	g.next(1)
	g.levels = append(g.levels, starLevel{len(g.moves), m, winners, steps})
	if g.winners == 0 {
		if len(g.levels) == g.bottom {
			return 1, g.mover + 1 // at least to pass
		}
		g.findMoves()
	}
	return g.Look(v), g.Mover()
}

// Leaves writes the evaluation after each move, if the search stops there.
func (g *starGame) Leaves(frontier bool, v []trees.Vector) bool {
	if !frontier {
		return false
	}
	var here trees.Vector
	g.Static(&here)
	for i, m := range g.moves[g.now().start:] {
		v[i] = here
		switch {
		case m == starPass:
		case g.goalOf[m.to()] >= 0, g.apart != nil && g.goalOf[m.from()] >= 0: // somebody may win, or has other holes to fill
			var v2 trees.Vector
			g.Do(i, &v2)
			g.Static(&v[i])
			g.Undo()
		default:
			rows := trees.Score(int(g.row[g.mover][m.to()])-int(g.row[g.mover][m.from()])) * trees.Unit
			if g.apart != nil {
				pieces := g.pieces[g.mover].not(square(m.from())).or(square(m.to()))
				rows = trees.Score(g.steps[g.mover]-g.stepsOf(g.mover, pieces, g.occupied)) * trees.Unit
			}
			for p := range g.players {
				v[i][p] -= rows
			}
			v[i][g.mover] += trees.Score(g.players) * rows
		}
	}
	return true
}

// SetBottom says where the search stops: most nodes are there, and to find the moves is
// most of the work.
func (g *starGame) SetBottom(plies int) {
	g.bottom = 0
	if plies > 0 {
		g.bottom = len(g.levels) + plies
	}
}

func (g *starGame) Undo() {
	l := g.now()
	g.moves, g.winners, g.steps = g.moves[:l.start], l.winners, l.steps
	m := l.last
	g.levels = g.levels[:len(g.levels)-1]
	g.next(g.players - 1)
	if m != starPass {
		g.movePiece(g.mover, m.to(), m.from())
	}
}

func (g *starGame) next(steps int) {
	if g.mover += steps; g.mover >= g.players {
		g.mover -= g.players
	}
}

func (g *starGame) movePiece(p, from, to int) {
	g.occupied = g.occupied.not(square(from)).or(square(to))
	g.pieces[p] = g.pieces[p].not(square(from)).or(square(to))
	g.rows[p] += int(g.row[p][to]) - int(g.row[p][from])
}

// countSteps counts the steps again that a move has changed: those of the mover, and of the player in whose goal
// it begins or ends.
func (g *starGame) countSteps(m starMove) {
	g.steps[g.mover] = g.stepsOf(g.mover, g.pieces[g.mover], g.occupied)
	for _, at := range [...]int{m.from(), m.to()} {
		if p := int(g.goalOf[at]); p >= 0 && p != g.mover {
			g.steps[p] = g.stepsOf(p, g.pieces[p], g.occupied)
		}
	}
}

// progress returns how far a player has come by the evaluation: 0 to mostRows.
func (g *starGame) progress(p int) int {
	if g.apart != nil {
		return g.mostRows() - g.steps[p]
	}
	return g.rows[p]
}

// wins returns the bit of a player whose goal is full with a piece of the player in it.
func (g *starGame) wins(p int) uint8 {
	if !g.goal[p].not(g.occupied).empty() || g.goal[p].and(g.pieces[p]).empty() {
		return 0
	}
	return 1 << p
}

// findMoves appends the moves of the present position, in order.
func (g *starGame) findMoves() {
	g.found = g.found[:0]
	row := &g.row[g.mover]
	var above [2*mostProgress + 2]int // number of moves by progress, later of those with more
	for rest := g.pieces[g.mover]; !rest.empty(); rest = rest.rest() {
		from := rest.first()
		for reached := g.reach(from); !reached.empty(); reached = reached.rest() {
			to := reached.first()
			m := newStarMove(int(row[to])-int(row[from]), from, to)
			g.found = append(g.found, m)
			above[m.rank()+1]++
		}
	}
	if len(g.found) == 0 {
		g.moves = append(g.moves, starPass)
		return
	}
	g.order(&above)
}

// order appends the moves that were found, which are in the order of origin and
// destination, in the order of progress. above has the number of moves of each rank, in
// the place after its own.
func (g *starGame) order(above *[2*mostProgress + 2]int) {
	for rank := 1; rank < len(above); rank++ {
		above[rank] += above[rank-1]
	}
	count := len(g.found)
	if g.top > 0 {
		count = min(count, g.top)
	}
	start := len(g.moves)
	g.moves = slices.Grow(g.moves, count)[:start+count]
	for _, m := range g.found {
		if place := above[m.rank()]; place < count {
			g.moves[start+place] = m
			above[m.rank()]++
		}
	}
}

// reach returns the holes that a piece can move to: by a step, or by a chain of hops from
// which its own hole is left out.
func (g *starGame) reach(from int) squareSet {
	occupied := g.occupied.not(square(from))
	reached := square(from)
	for fresh := reached; !fresh.empty(); {
		at := fresh.first()
		fresh = fresh.rest()
		for over := g.around[at].and(occupied); !over.empty(); over = over.rest() {
			to := int(g.landing[at][over.first()])
			if to < 0 || occupied.or(reached).has(to) {
				continue
			}
			reached, fresh = reached.or(square(to)), fresh.or(square(to))
		}
	}
	return reached.or(g.around[from].not(occupied)).not(square(from))
}

// Static writes the evaluation, which is also the value at the end.
func (g *starGame) Static(v *trees.Vector) bool {
	sum := 0
	for p := range g.players {
		sum += g.progress(p)
	}
	for p := range g.players {
		score := g.middle() + g.players*g.progress(p) - sum
		for q := range g.players {
			switch {
			case g.winners>>q&1 == 0:
			case q == p:
				score += (g.players - 1) * g.win()
			default:
				score -= g.win()
			}
		}
		setPoints(v, p, score)
	}
	return true
}

// Winners returns the players whose goals are full. A position that is set up may have more than one.
func (g *starGame) Winners() (players []int) {
	for p := range g.players {
		if g.winners>>p&1 == 1 {
			players = append(players, p+1)
		}
	}
	return players
}

// mostRows is above the rows that all pieces of a player can have crossed, and above the steps to the goal. win is what each
// other player loses to a winner, so that no number of rows outweighs it. middle is the
// mean score; with it no score is below 0, even where all others have won.
func (g *starGame) mostRows() int { return 2 * g.size * g.size * (g.size + 1) }
func (g *starGame) win() int      { return 2*g.mostRows() + 1 }
func (g *starGame) middle() int   { return (g.players-1)*g.mostRows() + g.players*g.win() }

func (g *starGame) Scores() Scores {
	sum := trees.Score(g.players*g.middle()) * trees.Unit
	// One player alone has won, or nobody has.
	most := trees.Score(g.middle()+(g.players-1)*(g.mostRows()+g.win())) * trees.Unit
	return Scores{MaxSum: sum, MaxP: min(sum, most), Delta: trees.Unit}
}

func (g *starGame) Hash() uint64 {
	h := uint64(g.mover)
	for _, pieces := range g.pieces[:g.players] {
		h = mix64(h ^ pieces.lo)
		h = mix64(h + pieces.hi)
	}
	return h
}

func (g *starGame) AppendLast(b []byte) []byte {
	m := g.now().last
	switch {
	case len(g.levels) == 1:
		return b
	case m == starPass:
		return append(b, "pass"...)
	}
	b = g.appendHole(b, m.from())
	return g.appendHole(append(b, '>'), m.to())
}

func (g *starGame) AppendDocument(b []byte) []byte {
	b = appendText(append(b, '{'), "id", "chinese-checkers")
	b = appendWhole(b, "players", g.players)
	b = appendWhole(b, "size", g.size)
	b = append(appendKey(b, "pieces"), '[')
	for p := range g.players {
		if p > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		for rest := g.pieces[p]; !rest.empty(); rest = rest.rest() {
			if b[len(b)-1] != '[' {
				b = append(b, ',')
			}
			b = append(g.appendHole(append(b, '"'), rest.first()), '"')
		}
		b = append(b, ']')
	}
	b = appendWhole(append(b, ']'), "player", g.mover+1)
	if g.top > 0 {
		b = appendWhole(b, "top", g.top)
	}
	if g.apart != nil {
		b = appendText(b, "evaluation", bySteps)
	}
	return append(b, '}')
}
