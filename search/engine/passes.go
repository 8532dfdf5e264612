package engine

import (
	"espalier/trees"
	"espalier/trees/games"
)

// withPasses returns the problem in which all players but the one at the root can pass, if these are more than one
// and the game has no passes yet.
func (p Problem) withPasses() Problem {
	passer, ok := p.Pos.(games.Passer)
	if mover := p.Pos.Mover(); ok && p.Players > 2 && mover > 0 {
		p.Pos = games.WithPasses(passer, mover)
	}
	return p
}

// LacksPasses reports whether the algorithm needs passes of the opponents, and the tree of the position would have none, though
// the game can have them: in the field games.PassesField.
func (a *Algorithm) LacksPasses(pos games.Position) bool {
	_, may := pos.(games.Passer)
	return a.Passes && may && pos.Players() > 2
}

// HasPasses reports whether the players can pass at a position of a game, by its rules or for this search.
func HasPasses(pos trees.Position) bool {
	_, may := pos.(games.Passer)
	_, has := pos.(trees.Passing)
	return may || has
}
