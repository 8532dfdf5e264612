package search

// An Exhibit is a minimal tree on which an algorithm fails: a procedure as its paper
// prints it, or an unsound algorithm without a condition that it needs.
type Exhibit struct {
	ID, Title string
	Text      string // the tree, in the notation
	Source    string // the paper and figure of the procedure
	Algorithm string
	Options   Options // of the failing run
	// Right is an algorithm that is right on the tree, by its own options; "": Algorithm
	// itself, with Options but not as printed.
	Right string
	// NoLeaf: the result is not the value of a leaf.
	NoLeaf      bool
	Explanation string
}

// The options of the printed procedures.
var (
	asPrinted      = Options{AsPrinted: true}
	tableAsPrinted = Options{AsPrinted: true, Table: true}
	deltaAsPrinted = Options{AsPrinted: true, Discrete: true}
)

// Repaired returns the algorithm and the options that are right on the tree.
func (e *Exhibit) Repaired() (algorithm string, o Options) {
	if e.Right != "" {
		return e.Right, o
	}
	o = e.Options
	o.AsPrinted = false
	return e.Algorithm, o
}

// Exhibits returns the smallest trees on which the printed procedures fail, in the
// order of the papers, and those on which a condition is missing.
func Exhibits() []Exhibit {
	return []Exhibit{
		{ID: "abbnb-root", Title: "A static value at the root",
			Text: "players 3 maxsum 1 1{up (1,1,0)}[ (0,1,0) ]", Source: abbnbPrinted.Source, Algorithm: "abbnb", Options: asPrinted, NoLeaf: true,
			Explanation: "The opening test needs a previous player at the root, too: we take the one whose turn comes before, player 3. Bound is maxsum there, so the test asks only whether h_up(3) is 0. It is, and nothing is searched."},
		{ID: "abbnb-first-child", Title: "A static value for a first child",
			Text: "players 3 maxsum 1 1[ 2{up (0,1,1)}[ (0,1,0) ] ]", Source: abbnbPrinted.Source, Algorithm: "abbnb", Options: asPrinted, NoLeaf: true,
			Explanation: "On a first child Bound is maxsum, so that h_up(prev) ≤ maxsum − Bound asks only whether h_up(prev) is 0. It is; a static value stands for the search, and player 2’s point is lost."},
		{ID: "speculative-root", Title: "A root without a value",
			Source: speculativePrinted.Source, Text: "players 3 maxsum 1 1[ 2[ (0,1,0) ] ]", Algorithm: "speculative", Options: asPrinted, NoLeaf: true,
			Explanation: "The test after the last child still returns NIL. Here it does so at the only child of the root, which has nothing else to take. (The listing does not say what the score of a best that is NIL is: we read it as 0.)"},
		{ID: "speculative-first-child", Title: "A first child that is lost",
			Source: speculativePrinted.Source, Text: "players 3 maxsum 1 1[ 2[ (0,1,0) ] (0,0,1) ]", Algorithm: "speculative", Options: asPrinted,
			Explanation: "The first child comes back NIL and is not queued. The second is taken, though both are worth the same to player 1 and the tie goes to the left. (A best that is NIL counts as 0 in the tests: that is our reading.)"},
		{ID: "discrete-first-branch", Title: "The first branch is not the best", Source: printedDeltaSource,
			Text: "players 3 maxsum 3 delta 1 1[ (0,0,0) 2[ (0,0,0) 3[ (0,0,0) (1,1,1) (0,0,0) ] ] ]", Algorithm: "speculative", Options: deltaAsPrinted,
			Explanation: "The paper allows a cut at maxsum − δ(n − 1) if the first branch is not better for all the other players. The first branch of player 3, (0, 0, 0), is not. After the second, (1, 1, 1), the bounds sum to 1, which is 3 − 1 · 2: the rest is cut, and the node returns nothing. But (1, 1, 1) is better for everybody, and is lost. The condition has to ask for the best so far."},
		{ID: "table-best-pleases-parent", Title: "The best so far still pleases the parent", Source: printedTableSource,
			Text: "players 3 maxsum 1 1[ (0,1,0) 2[ (1,0,0) (0,1,0) ] ]", Algorithm: "speculative", Options: tableAsPrinted,
			Explanation: "Line 9 looks for an outcome that is better for player 1 than 0 and for player 2 than 0. There is none, so the last leaf is cut. But the best so far, (1, 0, 0), is better for player 1 than his bound and now becomes the value. The unseen (0, 1, 0) would have replaced it."},
		{ID: "table-rank-0", Title: "Outcomes of rank 0 are skipped", Source: printedTableSource,
			Text: "players 3 maxsum 2 1[ (0,0,0) 2[ (0,0,0) (1,1,0) ] ]", Algorithm: "speculative", Options: tableAsPrinted,
			Explanation: "Player 3 has no bound, and 0 stands for that in the leaf-value test: line 9 skips the outcomes that give him 0. So (1, 1, 0) is not looked at, although it is better for players 1 and 2 than what they have."},
		{ID: "deep-two-players", Title: "Two players, but no constant sum",
			Text: "players 2 maxsum 4 1[ (2,0) 2[ 1[ (0,0) 2[ (1,2) (0,3) ] ] (3,1) ] ]", Source: "Korf 1991, section 3", Algorithm: "deep", Right: "shallow",
			Explanation: "For two players Korf asks for a constant sum. Here maxsum only bounds the sum. Player 2 would take the leaf (0, 3), which is cut first. Then player 1 stays with (0, 0), player 2, who gets nothing there, moves to (3, 1), and player 1 gets 3 at the root. A repair is known: αβ* (Carmel and Markovitch, “Pruning algorithms for multi-model adversary search”, Artificial Intelligence 99, 1998) prunes under a bound on how far the evaluation functions of the two players differ."},
		{ID: "alphabeta-chance", Title: "Alpha-beta across a chance node",
			Text: "kind minimax minp 0 maxp 9 max[ 4 *[ min[ 3 0 ] 9 ] ]", Source: "Ballard 1983", Algorithm: "alphabeta-chance", Right: "star1", NoLeaf: true,
			Explanation: "It is tempting to hand the window of alpha-beta down through a chance node. Max is sure of 4 by the first leaf, Min can hold Max to 3 at the Min node, and 3 is less than 4: cut. But the value of the Min node only goes into an average. Here it is 0, so the average is ½·0 + ½·9 = 4.5; the cut returns 3, and the average becomes 6. The window of a child must ask what the other children can bring: that needs minp and maxp, and is Star1."},
	}
}
