package practice

import (
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
)

// Practicable returns the algorithms that can be practised on a generated tree: those whose leaves
// have scores, without those for chance nodes, and without the decision rules that are not about
// cuts and those that estimate.
func Practicable() []*engine.Algorithm {
	return slices.DeleteFunc(slices.Clone(algorithms.All()), func(a *engine.Algorithm) bool {
		return a.Estimate || a == &algorithms.DFBnB || a.Divides || a.Questions != trace.NoQuestions || a == &algorithms.AlphaBetaChance || a.Exhibit || a.OwnValue()
	})
}

// PracticableOnGiven returns the algorithms that can be practised on some tree that is given: also
// Star1 and Star2, which need chance nodes, and generated trees have none.
func PracticableOnGiven() []*engine.Algorithm {
	return slices.DeleteFunc(slices.Clone(algorithms.All()), func(a *engine.Algorithm) bool {
		return a.Estimate || a == &algorithms.DFBnB || a.Questions != trace.NoQuestions || a == &algorithms.AlphaBetaChance || a.Exhibit || a.OwnValue()
	})
}

// practicableIDs lists the ids of PracticableOnGiven.
func practicableIDs() (ids []string) {
	for _, a := range PracticableOnGiven() {
		ids = append(ids, a.ID)
	}
	return ids
}
