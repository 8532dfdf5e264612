package theorems

// list is the order of the theorems: by paper.
var list = []*theorem{
	&shallowIsRight, &lazyScores, &shallowIsOptimal, &bestCase, &averageCase, &alphaBetaIsOptimal,
	&whichGames, &dualGames, &paranoidCost, &tricksTaken, &generalBound, &twoPlayers, &heartsHeuristic,
	&specLemma, &allEqualCase, &speculativeIsRight, &morePlayers, &speculativeBestCase, &levelsOfPruning,
	&tableIsOptimal, &tableSizes, &constantSum,
	&minimaxTheorem, &nodeCounts, &strategyCounts, &timeAndSpace, &depthLimit, &alphaBetaTheorem, &nodeOrdering, &pathology,
}
