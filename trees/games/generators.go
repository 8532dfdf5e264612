package games

import "espalier/trees"

// The ids of the generators.
const (
	H32      = "h32"
	Equal    = "equal"
	Random   = "random"
	Takeaway = "takeaway"
)

// A generatorKind is a kind of generated tree.
type generatorKind struct {
	id    string
	rules string // in a sentence
	// create returns the root position for a generator that Position has checked.
	create func(g Generator) trees.Position
	check  func(g Generator) error // checks limits of this kind; nil: it has none
}

var generators = []generatorKind{
	{H32, "three players, scores from a hash; used by the benchmarks",
		func(g Generator) trees.Position { return &h32{newHashes(g)} }, checkH32},
	{Equal, "all leaves equal: perfect order",
		func(g Generator) trees.Position { return newUniform(g) }, nil},
	{Random, "maxsum divided at random among the players, in whole points",
		func(g Generator) trees.Position { return &random{newHashes(g)} }, nil},
	{Takeaway, "players take stones from piles; positions have a hash",
		func(g Generator) trees.Position { return newTakeaway(g) }, checkTakeaway},
}

func findGenerator(id string) (generatorKind, bool) {
	for _, k := range generators {
		if k.id == id {
			return k, true
		}
	}
	return generatorKind{}, false
}

// GeneratorIDs returns the ids of the generated trees.
func GeneratorIDs() (ids []string) {
	for _, k := range generators {
		ids = append(ids, k.id)
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
