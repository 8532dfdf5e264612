package games

import (
	"bytes"

	"espalier/trees"
)

// A Passer is a position of a game in which every player could pass, though the rules do not allow it:
// after a pass the next player moves on the same board. Best-reply search needs this. It visits
// positions that the game does not have.
type Passer interface {
	Position
	// MustPass reports whether the only move is to pass, by the rules.
	MustPass() bool
	// DoPass does for a pass what Do does for a move. Undo takes it back.
	DoPass(v *trees.Vector) (moves, mover int)
}

// WithPasses returns the position with one move more for every player but one: to pass, the last move. Where the only
// move is a pass by the rules, there is no other. except is the player without it; 0: every player has it.
func WithPasses(p Passer, except int) Position {
	if g, ok := p.(Goal); ok {
		return &passingGoal{passing{p, except}, g}
	}
	return &passing{p, except}
}

// passesField is the field of a document that lets every player pass.
const passesField = "passes"

var passesSetting = Field{Name: passesField, Kind: FlagField, Default: false, Text: "every player may also pass, which the rules do not allow: the tree then has what best-reply search needs", Label: "Everybody may pass", Setting: true}

// withPasses returns the position as the field passes says.
func (r *fieldReader) withPasses(p Passer) Position {
	if field(r, passesField, false) {
		return WithPasses(p, 0)
	}
	return p
}

type passing struct {
	Passer
	except int
}

// passingGoal is passing of a game that is won by reaching a goal.
type passingGoal struct {
	passing
	Goal
}

// extra reports whether the current position, which has moves, has a pass that the rules do not allow.
func (p *passing) extra() bool {
	mover := p.Mover()
	return mover != 0 && mover != p.except && !p.MustPass()
}

func (p *passing) Look(v *trees.Vector) int { return p.with(p.Passer.Look(v)) }

// with returns the number of moves with the pass.
func (p *passing) with(moves int) int {
	if moves > 0 && p.extra() {
		moves++
	}
	return moves
}

func (p *passing) Do(move int, v *trees.Vector) (moves, mover int) {
	var unused trees.Vector
	if p.extra() && move == p.Passer.Look(&unused) {
		moves, mover = p.Passer.DoPass(v)
	} else {
		moves, mover = p.Passer.Do(move, v)
	}
	return p.with(moves), mover
}

// Pass returns the number of the move that is a pass.
func (p *passing) Pass() int {
	var unused trees.Vector
	switch moves := p.Passer.Look(&unused); {
	case moves <= 0:
		return trees.NoPass
	case p.MustPass():
		return 0
	case p.extra():
		return moves
	}
	return trees.NoPass
}

// Height is for a search that lets one of the players with a pass move in each round: a round has as many plies as
// there are players, and a move that is no pass. If everybody may pass, there is no bound.
func (p *passing) Height() int {
	const most = trees.MaxLevels - 1
	if p.except == 0 {
		return most
	}
	return min(most, p.Passer.Height()*p.Players())
}

// Endless reports whether play can go on for ever.
func (p *passing) Endless() bool {
	e, ok := p.Passer.(trees.Endless)
	return p.except == 0 || ok && e.Endless()
}

// SetBottom says where the search stops.
func (p *passing) SetBottom(plies int) {
	if b, ok := p.Passer.(trees.Bottomed); ok {
		b.SetBottom(plies)
	}
}

func (p *passing) written(move string) string { return Written(p.Passer, move) }

func (p *passing) AppendDocument(b []byte) []byte {
	b = p.Passer.AppendDocument(b)
	if p.except != 0 {
		return b
	}
	return append(bytes.TrimSuffix(b, []byte("}")), `,"passes":true}`...)
}
