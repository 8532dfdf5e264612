package search

import (
	"espalier/trace"
	"slices"
)

// Practicable returns the algorithms that can be practised on a generated tree: those whose leaves
// have scores, without those for chance nodes, and without the decision rules that are not about
// cuts and those that estimate.
func Practicable() []*Algorithm {
	return slices.DeleteFunc(slices.Clone(All()), func(a *Algorithm) bool {
		return a.Estimate || a == &dfbnbAlgorithm || a.divides || a.questions != trace.NoQuestions || a == &alphabetaChanceAlgorithm || a.exhibit || a.OwnValue()
	})
}

// PracticableOnGiven returns the algorithms that can be practised on some tree that is given: also
// Star1 and Star2, which need chance nodes, and generated trees have none.
func PracticableOnGiven() []*Algorithm {
	return slices.DeleteFunc(slices.Clone(All()), func(a *Algorithm) bool {
		return a.Estimate || a == &dfbnbAlgorithm || a.questions != trace.NoQuestions || a == &alphabetaChanceAlgorithm || a.exhibit || a.OwnValue()
	})
}

// practicableIDs lists the ids of PracticableOnGiven.
func practicableIDs() (ids []string) {
	for _, a := range PracticableOnGiven() {
		ids = append(ids, a.ID)
	}
	return ids
}
