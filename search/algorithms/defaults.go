package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// The algorithms that a page or a request uses where none is chosen.
var (
	// Plain is the algorithm for any number of players that prunes nothing.
	Plain = &MaxN
	// WholeForTwo searches the whole tree of a game of two players, as in the lecture.
	WholeForTwo = &AlphaBeta
	// Practised is the algorithm of an exercise.
	Practised = &Shallow
	// Refuted is the algorithm whose counterexamples are searched: it is known to be
	// unsound.
	Refuted = &Deep
)

// PlainFor returns the reference algorithm for the tree, which searches without
// pruning. For a path tree it returns the only algorithm for path trees.
func PlainFor(t *trees.Tree) *engine.Algorithm {
	return map[trees.Kind]*engine.Algorithm{trees.MaxN: Plain, trees.Minimax: &Minimax, trees.Path: &DFBnB}[t.Kind]
}

// Exhaustive returns the algorithm without pruning whose value the results of a are
// compared with: the first one with the same reference and no rules. Where there is none,
// it returns a.
func Exhaustive(a *engine.Algorithm) *engine.Algorithm {
	for _, plain := range All() {
		if plain.Sound && plain.Reference == a.Reference && plain.Questions == trace.NoQuestions && len(plain.Rules(engine.Options{})) == 0 {
			return plain
		}
	}
	return a
}
