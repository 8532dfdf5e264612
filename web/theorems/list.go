package theorems

// list is the order of the theorems: by paper.
var list = []*theorem{
	&shallowIsRight, &shiftToZero, &lazyScores, &shallowIsOptimal, &bestCase, &averageCase, &bestOrder, &alphaBetaIsOptimal,
	&whichGames, &dualGames, &paranoidCost, &tricksTaken, &generalBound, &wholeNumbers, &abbnbBest, &twoPlayers, &heartsHeuristic,
	&specLemma, &allEqualCase, &threeRules, &speculativeIsRight, &morePlayers, &noResearch, &deltaRules, &speculativeBestCase, &levelsOfPruning,
	&tableIsOptimal, &tableSizes, &constantSum,
	&starsAreRight, &starsFirstCut, &starSavings,
	&sssDominates,
	&minimaxTheorem, &nodeCounts, &strategyCounts, &timeAndSpace, &depthLimit, &alphaBetaTheorem, &nodeOrdering, &pathology,
}
