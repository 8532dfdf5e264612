package games

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/draw"
)

// This file rolls the die of a game with chance nodes, and draws its positions.

const (
	defaultSeed = 1
	// mostSeed is the largest seed of a die: nine digits, so that it can be said and typed.
	mostSeed = 999_999_999
)

// hasChance reports whether a game has chance nodes.
func hasChance(pos games.Position) bool {
	c, ok := pos.(trees.Chanced)
	return ok && c.HasChance()
}

// readSeed reads the seed of the die.
func readSeed(q url.Values) (seed int, err error) {
	seed = defaultSeed
	err = readWhole(q, "dice", &seed, 0, mostSeed, ", the seed of the die")
	return seed, err
}

// A chanceView is what the page says where the die falls.
type chanceView struct {
	Roll         string // the position after the roll of the seed
	Seed, Number int    // Number: of the roll in this game, from 1
}

// chance returns the roll at a place. It depends on the seed and on how many times the die has
// fallen alone, so that a game can be repeated, and no move changes the rolls that follow.
func (m *match) chance(p *place) *chanceView {
	v := &chanceView{Seed: m.Seed, Number: 1}
	for _, played := range p.played {
		if played.Player == 0 {
			v.Number++
		}
	}
	var scores trees.Vector
	moves := p.pos.Look(&scores)
	v.Roll = m.at(p, p.moves, chosenBy(p.pos.(trees.Chanced), moves, uniform(v.Seed, v.Number)))
	return v
}

// uniform returns a number from 0 to 2^53 - 1, by a seed and the number of a roll. It never
// changes, since links keep seeds.
func uniform(seed, number int) uint64 {
	z := uint64(seed)*0xd1342543de82ef95 + uint64(number)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return (z ^ z>>31) >> 11
}

// chosenBy returns the move of a chance node that a uniform number falls to.
func chosenBy(c trees.Chanced, moves int, number uint64) (move int) {
	at := float64(number) / (1 << 53)
	for move = range moves - 1 {
		if at -= c.Prob(move).Float(); at < 0 {
			return move
		}
	}
	return moves - 1
}

// A diceTable is a position of a game of dice: a row for each player, and the die.
type diceTable struct {
	Rows []diceRow
	Face string // that the die shows; empty: none since the last choice of a player
	Says string // which turn it is
	Name string // for screen readers
}

// A diceRow is a bar from 0 to the target. The points of the turn follow the bank.
type diceRow struct {
	Player       int
	Bank, Points float64 // where the bars end, as widths
	Text         string
	On           bool
	Last         bool // the player has banked these points with the last move
}

const (
	barAt    = 30.0  // where bars begin
	barWidth = 220.0 // of the target
	rowsAt   = 62.0
	rowHigh  = 36.0
	diceWide = 340.0
)

func diceOf(d *document, last string) *diceTable {
	over := d.Turn > d.Turns || slices.Max(d.Banks) >= d.Target
	t := &diceTable{Says: fmt.Sprintf("Turn %d of %d, target %d", min(d.Turn, d.Turns), d.Turns, d.Target)}
	if face, err := strconv.Atoi(last); err == nil && face >= 1 && face <= len(pipsOfFaces) {
		t.Face = last
	}
	t.Name = t.Says
	if t.Face != "" {
		t.Name += "; the die shows " + t.Face
	}
	width := func(points int) float64 { return barWidth * float64(min(points, d.Target)) / float64(d.Target) }
	for p, bank := range d.Banks {
		r := diceRow{Player: p + 1, Bank: width(bank), Points: width(bank), Text: strconv.Itoa(bank), On: p+1 == d.Player && !over, Last: last == "hold" && (p+1)%len(d.Banks) == d.Player-1}
		t.Name += fmt.Sprintf("; player %d has banked %d", p+1, bank)
		if r.On && d.Points > 0 {
			r.Points, r.Text = width(bank+d.Points), r.Text+" + "+strconv.Itoa(d.Points)
			t.Name += fmt.Sprintf(" and has %d in this turn", d.Points)
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func (t *diceTable) viewBox() string {
	return "0 0 " + draw.Num(diceWide) + " " + draw.Num(rowsAt+rowHigh*float64(len(t.Rows)))
}

// pipsOfFaces are the pips of the faces of a die, on a square from -20 to 20.
var pipsOfFaces = [...][][2]int{
	{{0, 0}},
	{{-10, -10}, {10, 10}},
	{{-10, -10}, {0, 0}, {10, 10}},
	{{-10, -10}, {10, -10}, {-10, 10}, {10, 10}},
	{{-10, -10}, {10, -10}, {0, 0}, {-10, 10}, {10, 10}},
	{{-10, -10}, {10, -10}, {-10, 0}, {10, 0}, {-10, 10}, {10, 10}},
}

// pipsOf returns the pips of a face by its number; none for another text.
func pipsOf(face string) [][2]int {
	n, err := strconv.Atoi(face)
	if err != nil || n < 1 || n > len(pipsOfFaces) {
		return nil
	}
	return pipsOfFaces[n-1]
}
