package algorithms

import (
	"cmp"
	"slices"

	"espalier/search/engine"
	"espalier/trees/games"
)

// Opponents returns the algorithms that the page of a game offers as opponents, in the
// order of Algorithm.Seat.
func Opponents(pos games.Position) []*engine.Algorithm {
	list := slices.DeleteFunc(slices.Clone(All()), func(a *engine.Algorithm) bool {
		return a.Seat == 0 || a.TwoPlayers && pos.Players() != 2 || a.Passes && !engine.HasPasses(pos)
	})
	slices.SortStableFunc(list, func(a, b *engine.Algorithm) int { return cmp.Compare(a.Seat, b.Seat) })
	return list
}

// Evaluators returns the opponents that can give each move a value: those that do not estimate.
func Evaluators(pos games.Position) []*engine.Algorithm {
	return slices.DeleteFunc(Opponents(pos), func(a *engine.Algorithm) bool { return a.Estimate })
}
