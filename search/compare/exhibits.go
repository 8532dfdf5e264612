package compare

import (
	"espalier/search/algorithms"
	"espalier/search/engine"
)

// An Exhibit is a minimal tree on which an algorithm fails: a procedure as printed in its
// paper, or an algorithm without a condition that it needs.
type Exhibit struct {
	ID, Title string
	Text      string // the tree, in the notation
	Source    string // the paper and figure of the procedure
	Algorithm string
	Options   engine.Options // of the failing run
	// Right is an algorithm that is right on the tree, with default options; "": Algorithm
	// itself, with Options but not as printed.
	Right string
	// NoLeaf: the result is not the value of a leaf.
	NoLeaf      bool
	Explanation string
}

// The options of the printed procedures.
var (
	asPrinted      = engine.Options{AsPrinted: true}
	tableAsPrinted = engine.Options{AsPrinted: true, Table: true}
	deltaAsPrinted = engine.Options{AsPrinted: true, Discrete: true}
)

// Repaired returns the algorithm and the options that are right on the tree.
func (e *Exhibit) Repaired() (algorithm string, o engine.Options) {
	if e.Right != "" {
		return e.Right, o
	}
	o = e.Options
	o.AsPrinted = false
	return e.Algorithm, o
}

// Exhibits returns the smallest trees on which the printed procedures fail, in the
// order of the papers, and trees on which an algorithm fails without a condition.
func Exhibits() []Exhibit {
	return []Exhibit{
		{ID: "abbnb-root", Title: "A static value at the root",
			Text: "players 3 maxsum 1 1{up (1,1,0)}[ (0,1,0) ]", Source: algorithms.AbbnbPrinted.Source, Algorithm: "abbnb", Options: asPrinted, NoLeaf: true,
			Explanation: "The first test needs a previous player, even at the root. We take player 3, whose turn comes before player 1’s. Bound is maxsum at the root, so the test only asks whether h_up(3) is 0. It is, so nothing is searched."},
		{ID: "abbnb-first-child", Title: "A static value for a first child",
			Text: "players 3 maxsum 1 1[ 2{up (0,1,1)}[ (0,1,0) ] ]", Source: algorithms.AbbnbPrinted.Source, Algorithm: "abbnb", Options: asPrinted, NoLeaf: true,
			Explanation: "On a first child Bound is maxsum, so the test h_up(prev) ≤ maxsum − Bound only asks whether h_up(prev) is 0. It is, so a static value replaces the search, and player 2’s point is lost."},
		{ID: "speculative-root", Title: "A root without a value",
			Source: algorithms.SpeculativePrinted.Source, Text: "players 3 maxsum 1 1[ 2[ (0,1,0) ] ]", Algorithm: "speculative", Options: asPrinted, NoLeaf: true,
			Explanation: "The procedure tests for a cut even after the last child, and can return NIL there. Here the only child of the root returns NIL, so the root has no value. (The listing does not say what a best that is NIL scores: we count it as 0.)"},
		{ID: "speculative-first-child", Title: "A first child that is lost",
			Source: algorithms.SpeculativePrinted.Source, Text: "players 3 maxsum 1 1[ 2[ (0,1,0) ] (0,0,1) ]", Algorithm: "speculative", Options: asPrinted,
			Explanation: "The first child returns NIL and is not queued. So the second child is chosen, although both give player 1 the same score and in a tie the leftmost child wins. (We count a best that is NIL as 0 in the tests.)"},
		{ID: "discrete-first-branch", Title: "The first branch is not the best", Source: engine.PrintedDeltaTest.Source,
			Text: "players 3 maxsum 3 delta 1 1[ (0,0,0) 2[ (0,0,0) 3[ (0,0,0) (1,1,1) (0,0,0) ] ] ]", Algorithm: "speculative", Options: deltaAsPrinted,
			Explanation: "The paper allows a cut at maxsum − δ(n − 1) if the first branch is not better for all the other players. The first branch of player 3, (0, 0, 0), is not. After the second, (1, 1, 1), the bounds sum to 1, which is 3 − 1 · 2. So the rest is cut, and the node returns no value. But (1, 1, 1) is better for all players, and is lost. The condition should test the best value so far."},
		{ID: "table-best-pleases-parent", Title: "The best so far is better for the parent, too", Source: engine.PrintedTableTest.Source,
			Text: "players 3 maxsum 1 1[ (0,1,0) 2[ (1,0,0) (0,1,0) ] ]", Algorithm: "speculative", Options: tableAsPrinted,
			Explanation: "Line 9 looks for an outcome that gives player 1 and player 2 more than 0 each. There is none, so the last leaf is cut. But the best so far, (1, 0, 0), gives player 1 more than the bound, so it becomes the value. The cut leaf (0, 1, 0) would have replaced it."},
		{ID: "table-rank-0", Title: "Outcomes of rank 0 are skipped", Source: engine.PrintedTableTest.Source,
			Text: "players 3 maxsum 2 1[ (0,0,0) 2[ (0,0,0) (1,1,0) ] ]", Algorithm: "speculative", Options: tableAsPrinted,
			Explanation: "Player 3 has no bound, and the leaf-value test uses 0 instead. So line 9 skips the outcomes that give player 3 a 0, among them (1, 1, 0), which is better for players 1 and 2 than their bounds."},
		{ID: "deep-two-players", Title: "Two players, but no constant sum",
			Text: "players 2 maxsum 4 1[ (2,0) 2[ 1[ (0,0) 2[ (1,2) (0,3) ] ] (3,1) ] ]", Source: "Korf 1991, section 3", Algorithm: "deep", Right: "shallow",
			Explanation: "For two players Korf requires a constant sum. Here maxsum is only an upper bound on the sum. Player 2 would take the leaf (0, 3), but it is cut. So player 1 takes (0, 0). This gives player 2 nothing, so player 2 moves to (3, 1), and player 1 gets 3 at the root. Carmel and Markovitch (1998) ask another question instead: αβ* (“Pruning algorithms for multi-model adversary search”) prunes if the sum of the evaluation functions of the two players is bounded. It makes the same cut here and returns (3, 1), but its value is another one, M*: player 2 plays its own minimax search, and player 1 foresees this."},
		{ID: "hypermax-fig6", Title: "Korf’s Fig. 6, with the leaf g first",
			Text: "players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ g: (6,1,2) d: 3[ e: (2,2,5) f: (3,0,6) ] ] ]", Source: "Fridenfalk 2014; Korf 1991, figure 6", Algorithm: "hypermax", Right: "shallow",
			Explanation: "Hypermax keeps the best score of each player on the path, and cuts when they sum to 9. After e they are 5, 1 and 5, so f is cut. But f decides: with (3, 0, 6) player 3 prefers f to e, and leaves player 2 with 0. So player 2 moves to g, and player 1 gets 6. Without f, d is worth (2, 2, 5) and player 1 stays with 5. We have not read the paper. A thesis that describes it, and three programs, begin with −∞ for each player. So on the figure as Korf drew it, with d before g, nothing is cut at f: player 2 has no score yet. If everybody began with 0 there, the sum would be 5 + 0 + 5, f would be cut, and the same wrong value returned, as by deep pruning."},
		{ID: "alphabeta-chance", Title: "Alpha-beta across a chance node",
			Text: "kind minimax minp 0 maxp 9 max[ 4 *[ min[ 3 0 ] 9 ] ]", Source: "a common mistake; Ballard 1983 has the windows that are right", Algorithm: "alphabeta-chance", Right: "star1", NoLeaf: true,
			Explanation: "It is tempting to pass the window of alpha-beta down through a chance node. The first leaf gives Max 4. At the Min node Min can hold Max to 3, less than 4, so the rest is cut. But the value of the Min node is only one part of an average. Its true value is 0, so the average is ½·0 + ½·9 = 4.5. With the cut it returns 3, and the average becomes 6. The window of a child must allow for the values of the other children. This needs minp and maxp: Star1 does it."},
	}
}
