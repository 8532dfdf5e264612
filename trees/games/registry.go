// Package games contains trees that are searched without being built: games and
// generators. Each is a file and a line of the registry. The package also builds the random
// explicit trees that the editor offers. It imports only trees and the standard library.
//
// A position allocates nothing per move, and Undo restores exactly what Do
// changed.
package games

import "espalier/trees"

// The ids of the registry.
const (
	H32      = "h32"
	Equal    = "equal"
	Random   = "random"
	Takeaway = "takeaway"
)

// A Game is an entry of the registry.
type Game struct {
	ID    string
	Rules string // in a sentence
	// New returns the root position for a generator that Position has checked.
	New   func(g Generator) trees.Position
	check func(g Generator) error // checks limits of this game; nil: it has none
}

var registry = []Game{
	{H32, "three players, scores from a hash; used by the benchmarks",
		func(g Generator) trees.Position { return &h32{newHashes(g)} }, checkH32},
	{Equal, "all leaves equal: perfect order",
		func(g Generator) trees.Position { return newUniform(g) }, nil},
	{Random, "maxsum divided at random among the players, in whole points",
		func(g Generator) trees.Position { return &random{newHashes(g)} }, nil},
	{Takeaway, "players take stones from piles; positions have a hash",
		func(g Generator) trees.Position { return newTakeaway(g) }, checkTakeaway},
}

// Find returns the game of that id.
func Find(id string) (Game, bool) {
	for _, g := range registry {
		if g.ID == id {
			return g, true
		}
	}
	return Game{}, false
}

// IDs lists the ids of all games, in the order of the registry.
func IDs() (ids []string) {
	for _, g := range registry {
		ids = append(ids, g.ID)
	}
	return ids
}

func checkH32(g Generator) error {
	switch {
	case g.Players != 3:
		return trees.ErrorAt("generate.players", "h32 has 3 players, not %d", g.Players)
	case g.MaxSum >= 1<<16:
		return trees.ErrorAt("generate.maxsum", "%d is out of range: h32 wants 0 to %d", g.MaxSum, 1<<16-1)
	}
	return nil
}

func checkTakeaway(g Generator) error {
	if g.Branching > MaxPiles {
		return trees.ErrorAt("generate.branching", "%d is out of range: take-away has 1 to %d piles", g.Branching, MaxPiles)
	}
	return nil
}
