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

// WithPasses returns the position with one move more for every opponent of a player: to pass, the last move. Where the only
// move is a pass by the rules, there is no other. It is for a search that lets one of the opponents move in each
// round.
func WithPasses(p Passer, player int) Position { return withPasses(p, player, false) }

func withPasses(p Passer, player int, open bool) Position {
	if g, ok := p.(Goal); ok {
		return &passingGoal{passing{p, p, player, open}, g}
	}
	return &passing{p, p, player, open}
}

// PassesField is the field of a document that lets the opponents of a player pass.
const PassesField = "passes"

var passesSetting = Field{Name: PassesField, Kind: WholeField, Default: 0, Text: "a player whose opponents may also pass, which the rules do not allow: the tree then has what best-reply search for this player needs; 0: nobody", Label: "Opponents may pass, of player", Setting: true}

// withPasses returns the position as the field passes says.
func (r *fieldReader) withPasses(p Passer) Position {
	if player := r.whole(PassesField, 0, 0, p.Players()); player > 0 {
		return withPasses(p, player, true)
	}
	return p
}

type passing struct {
	Position // rules; it is embedded without the methods of a Passer
	rules    Passer
	player   int
	open     bool // the document says so, and any search may let all opponents pass in each round
}

// passingGoal is passing of a game that is won by reaching a goal.
type passingGoal struct {
	passing
	Goal
}

// extra reports whether the current position, which has moves, has a pass that the rules do not allow.
func (p *passing) extra() bool {
	mover := p.Mover()
	return mover != 0 && mover != p.player && !p.rules.MustPass()
}

func (p *passing) Look(v *trees.Vector) int { return p.with(p.rules.Look(v)) }

// with returns the number of moves with the pass.
func (p *passing) with(moves int) int {
	if moves > 0 && p.extra() {
		moves++
	}
	return moves
}

func (p *passing) Do(move int, v *trees.Vector) (moves, mover int) {
	var unused trees.Vector
	if p.extra() && move == p.rules.Look(&unused) {
		moves, mover = p.rules.DoPass(v)
	} else {
		moves, mover = p.rules.Do(move, v)
	}
	return p.with(moves), mover
}

// Pass returns the number of the move that is a pass.
func (p *passing) Pass() int {
	var unused trees.Vector
	switch moves := p.rules.Look(&unused); {
	case moves <= 0:
		return trees.NoPass
	case p.rules.MustPass():
		return 0
	case p.extra():
		return moves
	}
	return trees.NoPass
}

// Height is that of a search that lets one opponent move in each round: a round has as many plies as there are
// players, and a move that is no pass. Else there is no bound.
func (p *passing) Height() int {
	const most = trees.MaxLevels - 1
	if p.open {
		return most
	}
	return min(most, p.rules.Height()*p.Players())
}

// Endless reports whether play can go on for ever.
func (p *passing) Endless() bool {
	e, ok := p.rules.(trees.Endless)
	return p.open || ok && e.Endless()
}

// SetBottom says where the search stops.
func (p *passing) SetBottom(plies int) {
	if b, ok := p.rules.(trees.Bottomed); ok {
		b.SetBottom(plies)
	}
}

func (p *passing) written(move string) string { return Written(p.rules, move) }

func (p *passing) AppendDocument(b []byte) []byte {
	b = p.rules.AppendDocument(b)
	if !p.open {
		return b
	}
	return append(appendWhole(bytes.TrimSuffix(b, []byte("}")), PassesField, p.player), '}')
}
