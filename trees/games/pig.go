package games

import (
	"slices"
	"strconv"

	"espalier/trees"
)

// Pig: a game of dice, in which chance nodes are rolls of the die.
//
// A position is one of two kinds. Where a player moves, they roll or hold; they hold only after a
// roll of this turn. After roll the position is a chance node, whose moves are the faces of the
// die, each with the same probability.
//
// A score is the share of the win: 1 for a player who wins alone, 1/n each for n who tie. The
// unit of the scores is so small that the value of a chance node is a whole number of units; see
// pigUnit.

const (
	leastSides = 2
	mostSides  = 6
	// mostTarget and mostTurns keep the tree finite and its heights below trees.MaxLevels for
	// the usual settings. The banks of a position fit a byte.
	mostTarget = 30
	mostTurns  = 10

	pigSides, pigTarget, pigTurns = 6, 10, 2 // by default
)

var pigGame = Game{
	ID: "pig", Title: "Pig", Board: Dice, Sample: "moves=0.3.1.0.4.0.2", Paper: "a game of dice",
	Rules:   "Two to four players with one die. The player to move rolls, and may then roll again or hold. A 1 ends the turn, and the points of the turn are lost; any other face adds its number to them. A player who holds adds the points of the turn to their bank. A player who reaches the target with bank and points wins at once. After the last turn of all players the largest bank wins. A win is 1, and players who tie share it.",
	Players: pigPlayers,
	Fields: []Field{
		{Name: "players", Kind: WholeField, Default: 2, Text: "from 2 to 4", Label: "Players", Setting: true},
		{Name: "sides", Kind: WholeField, Default: pigSides, Text: "the sides of the die, from 2 to 6", Label: "Sides of the die", Setting: true},
		{Name: "target", Kind: WholeField, Default: pigTarget, Text: "how many points win, from 2 to 30", Label: "Target", Setting: true},
		{Name: "turns", Kind: WholeField, Default: pigTurns, Text: "how many turns each player has at most, from 1 to 10", Label: "Turns of a player", Setting: true},
		{Name: "banks", Kind: WholesField, Text: "the points that each player has banked; without it, 0 each", Label: "Banks"},
		{Name: "player", Kind: WholeField, Default: 1, Text: "whose turn it is", Label: "To move"},
		{Name: "turn", Kind: WholeField, Default: 1, Text: "which of their turns this is, from 1; one more than turns: the game is over", Label: "Turn"},
		{Name: "points", Kind: WholeField, Default: 0, Text: "the points of this turn that are not banked", Label: "Points of the turn"},
		{Name: "rolling", Kind: FlagField, Default: false, Text: "true: the player has chosen to roll, and the die falls next", Label: "The die falls"},
	},
	Pass: "Nobody can pass: the die falls between the moves.",
	New:  newPig,
}

var pigPlayers = []int{2, 3, 4}

const (
	maxPigs  = 4
	rollMove = 0
	holdMove = 1
)

// A pigState is what a move changes.
type pigState struct {
	banks   [maxPigs]uint8
	points  uint8 // of the present turn
	mover   uint8 // from 0, whose turn it is
	turn    uint8 // from 1
	rolling bool
	last    lastOfPig
}

// A lastOfPig is the move that led to a position: a face of the die, or one of these.
type lastOfPig uint8

const (
	noPigMove lastOfPig = 0
	rolled    lastOfPig = mostSides + 1
	held      lastOfPig = mostSides + 2
)

type pig struct {
	pigState
	players, sides int
	target, turns  uint8
	unit           trees.Score
	exact          int // plies in which all expectations are whole numbers of units
	past           []pigState
}

func newPig(d *Document) (Position, error) {
	r, g := &fieldReader{Document: d}, &pig{}
	g.players = r.players(pigPlayers, 2)
	g.sides = r.whole("sides", pigSides, leastSides, mostSides)
	g.target = uint8(r.whole("target", pigTarget, 2, mostTarget))
	g.turns = uint8(r.whole("turns", pigTurns, 1, mostTurns))
	g.mover = uint8(r.whole("player", 1, 1, g.players) - 1)
	g.turn = uint8(r.whole("turn", 1, 1, int(g.turns)+1))
	winner := -1
	for p, bank := range r.wholes("banks", g.players, 0, int(g.target)+g.sides-1) {
		if g.banks[p] = uint8(bank); g.banks[p] < g.target {
			continue
		}
		if winner >= 0 {
			r.fail("banks", "players %d and %d have both reached the target, %d; the game ends with the first one", winner+1, p+1, g.target)
		}
		winner = p
	}
	left := max(0, int(g.target)-int(g.banks[g.mover])-1)
	g.points = uint8(r.whole("points", 0, 0, left))
	g.rolling = field(r, "rolling", false)
	switch ended := g.turn > g.turns; {
	case g.points == 1:
		r.fail("points", "a turn never has exactly one point, since a 1 ends it; give 0, or 2 or more")
	case ended && g.mover != 0:
		r.fail("player", "after the last turn it would be player 1’s turn; 1 is right")
	case g.over() && g.points > 0:
		r.fail("points", "the game is over; 0 is right")
	case g.over() && g.rolling:
		r.fail("rolling", "the game is over; false is right")
	}
	g.unit, g.exact = pigUnit(g.players, g.sides, int(g.target))
	g.past = make([]pigState, 0, g.Height())
	return g, r.err
}

// pigUnit returns the unit of the scores: the common denominator of all values and static values,
// times the sides of the die to the power of the most rolls for which the scores of all players
// add up to at most trees.MaxUnits. exact is how many plies a search may go down from any
// position: there is a roll in two plies, since a player chooses each.
func pigUnit(players, sides, target int) (unit trees.Score, exact int) {
	unit = 1
	for n := range players { // a static value is shared by the players who can still win
		unit = lcm(unit, trees.Score((n+1)*(n+1)*target))
	}
	for unit <= trees.MaxUnits/trees.Score(players*sides) {
		unit *= trees.Score(sides)
		exact += 2
	}
	return unit, exact
}

func lcm(a, b trees.Score) trees.Score {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

func (g *pig) Players() int { return g.players }

func (g *pig) over() bool { return g.turn > g.turns || g.winner() >= 0 }

// winner returns the player, from 0, who has reached the target; -1: nobody has.
func (g *pig) winner() int {
	return slices.IndexFunc(g.banks[:g.players], func(bank uint8) bool { return bank >= g.target })
}

// Height adds the longest turns: each roll adds the least, 2, and the last one ends the turn.
func (g *pig) Height() int {
	if g.over() {
		return 0
	}
	plies := func(missing uint8) int { return 2 * int((missing+1)/2) }
	height := plies(g.target - g.banks[g.mover] - g.points)
	if g.rolling {
		height--
	}
	for p := range g.players {
		height += g.turnsLeft(p) * plies(g.target-g.banks[p])
	}
	return height
}

// turnsLeft returns the turns of a player after the present one.
func (g *pig) turnsLeft(p int) int {
	left := int(g.turns) - int(g.turn)
	if p > int(g.mover) {
		left++
	}
	return left
}

func (g *pig) Mover() int {
	if g.rolling || g.over() {
		return 0
	}
	return int(g.mover) + 1
}

func (g *pig) Look(v *trees.Vector) (moves int) {
	switch {
	case g.rolling:
		return g.sides
	case g.over():
		g.value(v)
		return 0
	case g.points > 0:
		return 2
	}
	return 1
}

func (g *pig) Do(move int, v *trees.Vector) (moves, mover int) {
	g.past = append(g.past, g.pigState)
	switch {
	case !g.rolling && move == rollMove:
		g.rolling, g.last = true, rolled
	case !g.rolling:
		g.last = held
		g.bank()
		g.next()
	default:
		g.rolling, g.last = false, lastOfPig(move+1)
		g.fall(uint8(move + 1))
	}
	return g.Look(v), g.Mover()
}

// fall does what a face of the die says.
func (g *pig) fall(face uint8) {
	if face == 1 {
		g.next()
		return
	}
	if g.points += face; g.banks[g.mover]+g.points >= g.target {
		g.bank()
	}
}

func (g *pig) bank() {
	g.banks[g.mover] += g.points
	g.points = 0
}

// next begins the turn of the next player.
func (g *pig) next() {
	g.points = 0
	if g.mover++; int(g.mover) == g.players {
		g.mover = 0
		g.turn++
	}
}

func (g *pig) Undo() {
	g.pigState = g.past[len(g.past)-1]
	g.past = g.past[:len(g.past)-1]
}

// HasChance returns true: there is a roll in every turn.
func (g *pig) HasChance() bool { return true }

// Prob returns the probability of a face.
func (g *pig) Prob(int) trees.Number { return trees.Number{Score: 1, Unit: trees.Score(g.sides)} }

// Hash returns a hash of all that a move changes, but the last move.
func (g *pig) Hash() uint64 {
	h := uint64(g.points)<<24 | uint64(g.mover)<<16 | uint64(g.turn)<<8
	if g.rolling {
		h |= 1
	}
	for _, bank := range g.banks[:g.players] {
		h = mix64(h ^ uint64(bank))
	}
	return h
}

// Winners returns who has won, or shares the win.
func (g *pig) Winners() (players []int) {
	var v trees.Vector
	g.value(&v)
	for p := range g.players {
		if v[p] > 0 {
			players = append(players, p+1)
		}
	}
	return players
}

// value writes the value of the end.
func (g *pig) value(v *trees.Vector) {
	best, first := uint8(0), 0
	for p, bank := range g.banks[:g.players] {
		switch v[p] = 0; {
		case bank > best:
			best, first = bank, 1
		case bank == best:
			first++
		}
	}
	for p, bank := range g.banks[:g.players] {
		if bank == best {
			v[p] = g.unit / trees.Score(first)
		}
	}
}

// beaten reports whether a player can no longer win: they have no turn left, and another one has
// more.
func (g *pig) beaten(p int) bool {
	if p == int(g.mover) || g.turnsLeft(p) > 0 {
		return false
	}
	return g.banks[p] < slices.Max(g.banks[:g.players])
}

// Static shares the win among the m players who can still have it: 1/m each, and more or less by
// how far their points are from the mean of the m, counted in m targets. The points of the turn
// count as if they were banked.
func (g *pig) Static(v *trees.Vector) bool {
	if g.over() {
		g.value(v)
		return true
	}
	var has [maxPigs]trees.Score
	m, sum := trees.Score(0), trees.Score(0)
	for p := range g.players {
		if v[p], has[p] = 0, -1; g.beaten(p) {
			continue
		}
		has[p] = trees.Score(g.banks[p])
		if p == int(g.mover) {
			has[p] += trees.Score(g.points)
		}
		m, sum = m+1, sum+has[p]
	}
	target := trees.Score(g.target)
	for p := range g.players {
		if has[p] >= 0 {
			v[p] = g.unit / (m * m * target) * (m*target + m*has[p] - sum)
		}
	}
	return true
}

func (g *pig) Low(v *trees.Vector) bool {
	if g.over() {
		g.value(v)
		return true
	}
	clear(v[:g.players])
	return true
}

func (g *pig) Up(v *trees.Vector) bool {
	if g.over() {
		g.value(v)
		return true
	}
	for p := range g.players {
		if v[p] = g.unit; g.beaten(p) {
			v[p] = 0
		}
	}
	return true
}

// Scores has no delta: the values of chance nodes have no smallest difference that would be
// worth a rule.
func (g *pig) Scores() Scores {
	return Scores{Unit: g.unit, MaxSum: g.unit, MaxP: g.unit, ExactPlies: g.exact}
}

func (g *pig) AppendLast(b []byte) []byte {
	switch g.last {
	case noPigMove:
		return b
	case rolled:
		return append(b, "roll"...)
	case held:
		return append(b, "hold"...)
	}
	return strconv.AppendInt(b, int64(g.last), 10)
}

func (g *pig) AppendDocument(b []byte) []byte {
	b = appendText(append(b, '{'), "id", "pig")
	b = appendWhole(b, "players", g.players)
	b = appendWhole(b, "sides", g.sides)
	b = appendWhole(b, "target", int(g.target))
	b = appendWhole(b, "turns", int(g.turns))
	var banks [maxPigs]int
	for p, bank := range g.banks {
		banks[p] = int(bank)
	}
	b = appendWholes(b, "banks", banks[:g.players])
	b = appendWhole(b, "player", int(g.mover)+1)
	b = appendWhole(b, "turn", int(g.turn))
	b = appendWhole(b, "points", int(g.points))
	return append(strconv.AppendBool(appendKey(b, "rolling"), g.rolling), '}')
}
