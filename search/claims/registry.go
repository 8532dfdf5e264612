package claims

// registry lists the claims in the order of the papers.
var registry = []*Claim{
	&korfTheorem1, &shiftToZero, &korfLazy, &korfTheorem2, &korfBest, &bestOrder, &korfTheorem3,
	&lemma1, &duality, &paranoidBest, &tricksTaken, &generalBound, &wholeNumbers, &abbnbBest, &twoPlayers, &heartsHeuristic,
	&specLemma, &allEqualCase, &threeRules, &speculativeIsRight, &morePlayers, &noResearch, &deltaRules, &specBest, &levelsOfCuts,
	&tableIsOptimal, &sumIsExact,
	&starsAreRight, &starsFirstCut,
	&sssDominates,
	&minimaxTheorem, &monotonic, &alphaBetaTheorem,
}

// All lists the claims. The caller must not change them.
func All() []*Claim { return registry }

// Find returns the claim with an id.
func Find(id string) (*Claim, bool) {
	for _, c := range registry {
		if c.ID == id {
			return c, true
		}
	}
	return nil, false
}
