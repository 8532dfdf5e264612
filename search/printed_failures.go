package search

// A PrintedFailure is a minimal tree on which a procedure fails as its paper
// prints it.
type PrintedFailure struct {
	ID, Title string
	Text      string // the tree, in the notation
	Source    string // the paper and figure of the procedure
	Algorithm string // algorithm, run with AsPrinted
	UseTable  bool   // run it also with the leaf-value table
	// NoLeaf: the result is not the value of a leaf.
	NoLeaf      bool
	Explanation string
}

// Options returns the options of the failing run.
func (e *PrintedFailure) Options() Options { return Options{AsPrinted: true, Table: e.UseTable} }

// PrintedFailures returns the smallest trees on which the printed procedures
// fail, in the order of the papers.
func PrintedFailures() []PrintedFailure {
	return []PrintedFailure{
		{ID: "abbnb-root", Title: "A static value at the root",
			Text: "players 3 maxsum 1 1{up (1,1,0)}[ (0,1,0) ]", Source: abbnbPrinted.Source, Algorithm: "abbnb", NoLeaf: true,
			Explanation: "The opening test needs a previous player at the root, too: we take the one whose turn comes before, player 3. Bound is maxsum there, so the test asks only whether h_up(3) is 0. It is, and nothing is searched."},
		{ID: "abbnb-first-child", Title: "A static value for a first child",
			Text: "players 3 maxsum 1 1[ 2{up (0,1,1)}[ (0,1,0) ] ]", Source: abbnbPrinted.Source, Algorithm: "abbnb", NoLeaf: true,
			Explanation: "On a first child Bound is maxsum, so that h_up(prev) ≤ maxsum − Bound asks only whether h_up(prev) is 0. It is; a static value stands for the search, and player 2’s point is lost."},
		{ID: "speculative-root", Title: "A root without a value",
			Source: speculativePrinted.Source, Text: "players 3 maxsum 1 1[ 2[ (0,1,0) ] ]", Algorithm: "speculative", NoLeaf: true,
			Explanation: "The test after the last child still returns NIL. Here it does so at the only child of the root, which has nothing else to take. (The listing does not say what the score of a best that is NIL is: we read it as 0.)"},
		{ID: "speculative-first-child", Title: "A first child that is lost",
			Source: speculativePrinted.Source, Text: "players 3 maxsum 1 1[ 2[ (0,1,0) ] (0,0,1) ]", Algorithm: "speculative",
			Explanation: "The first child comes back NIL and is not queued. The second is taken, though both are worth the same to player 1 and the tie goes to the left. (A best that is NIL counts as 0 in the tests: that is our reading.)"},
		{ID: "table-best-pleases-parent", Title: "The best so far still pleases the parent", Source: printedTableSource,
			Text: "players 3 maxsum 1 1[ (0,1,0) 2[ (1,0,0) (0,1,0) ] ]", Algorithm: "speculative", UseTable: true,
			Explanation: "Line 9 looks for an outcome that is better for player 1 than 0 and for player 2 than 0. There is none, so the last leaf is cut. But the best so far, (1, 0, 0), is better for player 1 than his bound and now becomes the value. The unseen (0, 1, 0) would have replaced it."},
		{ID: "table-rank-0", Title: "Outcomes of rank 0 are skipped", Source: printedTableSource,
			Text: "players 3 maxsum 2 1[ (0,0,0) 2[ (0,0,0) (1,1,0) ] ]", Algorithm: "speculative", UseTable: true,
			Explanation: "Player 3 has no bound, and 0 stands for that in the leaf-value test: line 9 skips the outcomes that give him 0. So (1, 1, 0) is not looked at, although it is better for players 1 and 2 than what they have."},
	}
}
