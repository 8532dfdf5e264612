package search

// A PrintedFailure is a minimal tree on which a procedure as printed in its paper
// fails.
type PrintedFailure struct {
	ID, Title string
	Text      string // the tree, in the notation
	Algorithm string // run with AsPrinted
	UseTable  bool   // and with the leaf-value table
	// NoLeaf: the result is not the value of a leaf.
	NoLeaf      bool
	Explanation string
}

// Options returns the options of the failing run.
func (e *PrintedFailure) Options() Options { return Options{AsPrinted: true, Table: e.UseTable} }

// PrintedFailures returns the smallest trees on which the printed procedures fail, in
// the order of the papers.
func PrintedFailures() []PrintedFailure {
	return []PrintedFailure{
		{ID: "abbnb-first-child", Title: "A static value for a first child",
			Text: "players 3 maxsum 1 1[ 2{up (0,1,1)}[ (0,1,0) ] ]", Algorithm: "abbnb", NoLeaf: true,
			Explanation: "On a first child Bound is maxsum, so that h_up(prev) ≤ maxsum − Bound asks only whether h_up(prev) is 0. It is; a static value stands for the search, and player 2’s point is lost."},
		{ID: "speculative-root", Title: "A root without a value",
			Text: "players 3 maxsum 1 1[ 2[ (0,1,0) ] ]", Algorithm: "speculative", NoLeaf: true,
			Explanation: "The test after the last child still returns NIL. Here it does so at the only child of the root, which has nothing else to take."},
		{ID: "speculative-first-child", Title: "A first child that is lost",
			Text: "players 3 maxsum 1 1[ 2[ (0,1,0) ] (0,0,1) ]", Algorithm: "speculative",
			Explanation: "The first child comes back NIL and is not queued. The second is taken, though both are worth the same to player 1 and the tie goes to the left."},
		{ID: "table-rank-0", Title: "Outcomes of rank 0 are skipped",
			Text: "players 3 maxsum 1 1[ (0,1,0) 2[ (1,0,0) (0,1,0) ] ]", Algorithm: "speculative", UseTable: true,
			Explanation: "Player 3 has no bound, and 0 stands for that in the leaf-value test: the outcomes that give him 0 are not looked at, although they may become the value."},
	}
}
