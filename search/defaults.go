package search

import (
	"espalier/trace"
	"espalier/trees"
)

// The algorithms that a page or a request uses where none is chosen.
var (
	// Plain is the algorithm for any number of players that prunes nothing.
	Plain = &maxnAlgorithm
	// WholeForTwo searches the whole tree of a game of two players, as in the lecture.
	WholeForTwo = &alphabetaAlgorithm
	// Practised is the algorithm of an exercise.
	Practised = &shallowAlgorithm
	// Refuted is the algorithm whose counterexamples are searched: it is known to be
	// unsound.
	Refuted = &deepAlgorithm
)

// PlainFor returns the reference algorithm for the tree, which searches without
// pruning. For a path tree it returns the only algorithm for path trees.
func PlainFor(t *trees.Tree) *Algorithm {
	return map[trees.Kind]*Algorithm{trees.MaxN: Plain, trees.Minimax: &minimaxAlgorithm, trees.Path: &dfbnbAlgorithm}[t.Kind]
}

// Exhaustive returns the algorithm without pruning whose value the results of a are
// compared with: the first one with the same reference and no rules. Where there is none,
// it returns a.
func (a *Algorithm) Exhaustive() *Algorithm {
	for _, plain := range All() {
		if plain.Sound && plain.Reference == a.Reference && plain.questions == trace.NoQuestions && len(plain.Rules(Options{})) == 0 {
			return plain
		}
	}
	return a
}
