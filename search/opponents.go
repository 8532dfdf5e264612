package search

import (
	"cmp"
	"espalier/trees/games"
	"slices"
)

// Opponents returns the algorithms that the page of a game offers as opponents, in the
// order of Algorithm.Seat.
func Opponents(pos games.Position) []*Algorithm {
	list := slices.DeleteFunc(slices.Clone(All()), func(a *Algorithm) bool {
		return a.Seat == 0 || a.TwoPlayers && pos.Players() != 2 || a.passes && !hasPasses(pos)
	})
	slices.SortStableFunc(list, func(a, b *Algorithm) int { return cmp.Compare(a.Seat, b.Seat) })
	return list
}

// Evaluators returns the opponents that can give each move a value: those that do not estimate.
func Evaluators(pos games.Position) []*Algorithm {
	return slices.DeleteFunc(Opponents(pos), func(a *Algorithm) bool { return a.Estimate })
}
