package theorems

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/learn"
	"espalier/web/words"
)

const tablePaper = "Sturtevant 2005"

// spades is the tree of the pages about tables: a hand of Spades with three tricks.
const spades = `players 3 maxsum 4 delta 1
	outcomes (0,0,2) (0,2,1) (0,4,0) (0,3,0) (2,0,1) (2,2,0) (2,1,0) (4,0,0) (1,2,0) (3,0,0)
	a: 1[ b: (2,0,1) c: 2[ d: (2,1,0) e: 3[ f: (0,3,0) g: (2,1,0) ] ] ]`

var tableIsOptimal = theorem{
	Paper:     tablePaper,
	Statement: "The information stored in a leaf-value table is sufficient to make optimal pruning decisions.",
	Where:     "Sturtevant 2005, section 4, Theorem",
	Plain:     "A decision is optimal if it allows a cut exactly when no later value can become the value of the tree. It only uses the current bounds. Whether the cut is safe for the players in between is up to the algorithm.",
	Claim:     claim("s2005-table"),
	Chapter: learn.Chapter{
		ID: "table-is-optimal", Title: "The theorem of the leaf-value table",
		Idea:   "With a list of all outcomes, each decision to cut is exact.",
		Tree:   spades,
		Source: "Sturtevant 2005, sections 3 and 4", Figures: []string{"s2005-table1", "s2005-fig9", "s2005-fig8"},
		More: []learn.Link{{Href: "/learn/leaf-value-tables", Text: "The chapter on leaf-value tables"}},
		Scenes: []learn.Scene{
			{Run: "speculative,table", At: "backup c d", Text: `
The search has a {{term "bound-vector"}} b. It contains a score for each player with a bound on the path: here {{score "b"
1}} for player 1 from *a* and {{score "d" 2}} for player 2 from *c*. Player 3 has not moved yet, and has no bound.`},
			{At: "backup c d", Text: `
A player with a bound changes the choice only for **more** than that bound: in a tie the leftmost child wins, and the bound comes
from there. So a vector v from further right becomes the value of the tree only if it is better than b for every player who has a bound.`},
			{At: "prune c", Text: `
**If such a v exists, we cannot prune.** A node that is not visited yet may have it, and then it is the value of the tree.

**If there is no such v, we can prune.** Whatever the other nodes are worth, a player on the path rejects it.`},
			{At: "prune c", Text: `
Now the table. It has every possible outcome of the game, {{outcomes}}. So we look for an outcome that is better than b for each
player with a bound. This decides between the two cases, so the table is sufficient. ∎

Below the tree you see each outcome with the player who rejects it. All are rejected, so *e* is cut.`},
			{Run: "speculative", At: "done", Text: `
The sum of the bounds does not show this: it is {{plus (score "b" 1) (score "d" 2)}}, and maxsum is {{maxsum}}. Without the table
{{nodes}} nodes are visited, with it {{nodes "speculative,table"}}. The value is the same.`},
			{Run: "speculative,table", At: "prune c", Text: `
**Try it.** Click *b* and type {{try "b" "1,2,0"}}: now an outcome such as {{outcome "2,2,0"}} is better for player 1, and the search visits
{{visits "b" "1,2,0"}} nodes.

The printed procedure uses zero as the bound of a player without one (Sturtevant 2005, Figure 9). Then it never finds an outcome
in which that player gets nothing, and the decision is not optimal. Here a player without a bound has no condition.`},
		},
	},
}

var tableSizes = theorem{
	Paper:     tablePaper,
	Statement: "In a game with 3 players and t tricks, there are (t+1)(t+2)/2 possible ways that the tricks can be taken. … For a table with t entries and n players, this table will be size O(t^n) and take time O(t^(n+1)) to compute.",
	Where:     "Sturtevant 2005, sections 3 and 4",
	Plain:     "The second table has all bound vectors and the answer for each, so that a look-up takes constant time.",
	Measure:   tableGrowth,
	Untried:   "The statement counts outcomes and bound vectors. It is not about trees, so random trees cannot disprove it. The table compares the formulas with a count one by one.",
	Chapter: learn.Chapter{
		ID: "size-of-tables", Title: "How large tables are",
		Idea:   "The number of outcomes of a hand, and of stored answers.",
		Tree:   spades,
		Source: "Sturtevant 2005, sections 3 and 4", Figures: []string{"s2005-table1", "s2005-fig8"},
		More: []learn.Link{{Href: "/learn/leaf-value-tables", Text: "The chapter on leaf-value tables"}},
		Scenes: []learn.Scene{
			{Run: "speculative,table", At: "start", Text: `
**The outcomes.** Three players share t tricks. Put the tricks in a row, with two bars between them: player 1 has the tricks left of the
first bar, player 2 those between the bars, and player 3 the rest. Each way to place the bars is an outcome. We choose two of t plus two
places for the bars: this gives the formula of the statement. With three tricks these are the rows of the table of this tree.`},
			{At: "backup c d", Text: `
**The questions.** A search asks: with these bounds, is there an outcome that is better for everybody? Only the {{term "rank" "ranks"}} of
the bounds matter. With t entries, a player’s score has at most t ranks, so a player’s bound has at most t values. With n players there
are t · t · … · t bound vectors, with n factors. A table of all answers has this number of entries: O(t^n).`},
			{At: "prune c", Text: `
**The time.** For one answer, up to t entries are compared with the bounds, as in the table below the tree. So the time for all
answers is t times the number of answers.`},
			{At: "done", Text: `
This is too much for a large game, and it is not needed. In this run the search needed only a few answers. So the paper computes
an answer when it is first needed, and stores it in a hash table (Sturtevant 2005, section 4). Espalier does the same.`},
		},
	},
}

// tableGrowth counts outcomes, bound vectors and comparisons.
func tableGrowth(_ context.Context) (*measure, error) {
	m := &measure{
		Intro:   "First the ways to share t tricks, counted one by one. Then tables of t random entries with different scores: all bound vectors, and the entries compared to answer all of them.",
		Columns: []string{"t", "(t+1)(t+2)/2", "Outcomes, counted", "Players n", "tⁿ", "Bound vectors, counted", "tⁿ⁺¹", "Comparisons, counted"},
	}
	rng := rand.New(rand.NewPCG(2005, 1))
	for _, c := range []struct{ t, n int }{{3, 2}, {9, 2}, {17, 2}, {3, 3}, {9, 3}, {17, 3}} {
		outcomes := 0
		for first := range c.t + 1 {
			for second := range c.t + 1 {
				if first+second <= c.t {
					outcomes++
				}
			}
		}
		vectors, compared, err := askAll(rng, c.t, c.n)
		if err != nil {
			return nil, err
		}
		power := 1
		for range c.n {
			power *= c.t
		}
		m.Rows = append(m.Rows, []string{
			strconv.Itoa(c.t), words.Grouped((c.t + 1) * (c.t + 2) / 2), words.Grouped(outcomes), strconv.Itoa(c.n),
			words.Grouped(power), words.Grouped(vectors), words.Grouped(power * c.t), words.Grouped(compared),
		})
	}
	m.Note = fmt.Sprintf("Comparisons never exceed tⁿ⁺¹, and stay below it in larger tables, because a search of the entries ends at the first outcome that is better for everybody. Table 1 of the paper has %s outcomes.", words.Grouped(len(outcomesOfSpades())))
	return m, nil
}

// outcomesOfSpades are the outcomes in the header of the tree.
func outcomesOfSpades() []trees.Vector {
	t, err := trees.ReadText(spades)
	if err != nil {
		panic(err)
	}
	return t.Outcomes
}

// askAll queries a table of t entries with different scores for all bound vectors whose
// bounds are scores of entries.
func askAll(rng *rand.Rand, t, n int) (vectors, compared int, err error) {
	entries := make([]trees.Vector, t)
	for p := range n {
		for i, rank := range rng.Perm(t) {
			entries[i][p] = trees.Score(rank) * trees.Unit
		}
	}
	table := engine.NewTable(n, entries, nil)
	var at [trees.MaxPlayers]int
	for {
		var bounds trees.Vector
		for p := range n {
			bounds[p] = trees.Score(at[p]) * trees.Unit
		}
		vectors++
		better := 0
		for better < t && !above(&entries[better], &bounds, n) {
			better++
		}
		compared += min(better+1, t)
		if table.Prune(&bounds, nil, nil) != (better == t) {
			return 0, 0, fmt.Errorf("the answer of the table contradicts its entries")
		}
		p := 0
		for ; p < n; p++ {
			if at[p]++; at[p] < t {
				break
			}
			at[p] = 0
		}
		if p == n {
			return vectors, compared, nil
		}
	}
}

// above reports whether a vector is better than the bounds for each player.
func above(v, bounds *trees.Vector, players int) bool {
	for p := range players {
		if v[p] <= bounds[p] {
			return false
		}
	}
	return true
}

var constantSum = theorem{
	Paper:     tablePaper,
	Statement: "For a three-player constant-sum game, all possible maxn values must fall exactly onto the plane defined by x+y+z = maxsum, which is also perfect classifier for determining when we can prune. … When a game is non-constant-sum, the boundary of the space of maxn values is not defined by a straight line.",
	Where:     "Sturtevant 2005, sections 2.3.3 and 2.4",
	Claim:     claim("s2005-constant-sum"),
	Chapter: learn.Chapter{
		ID: "constant-sum", Title: "Constant sum and other games",
		Idea:   "When the sum of the bounds is exact, and when it misses cuts.",
		Tree:   spades,
		Source: "Sturtevant 2005, sections 2.3.3, 2.4 and 3", Figures: []string{"s2005-fig7", "s2005-fig5", "s2005-fig8"},
		More: []learn.Link{{Href: "/learn/leaf-value-tables", Text: "The chapter on leaf-value tables"}},
		Scenes: []learn.Scene{
			{Run: "speculative", At: "start", Text: `
The {{term "linear-test"}} tests whether the bounds x, y and z sum to maxsum. If they do, a cut is never wrong: a vector that is
better for all three would sum to more. But does the test find every possible cut?`},
			{At: "start", Text: `
**In a constant-sum game it does.** Suppose the bounds sum to less than maxsum. Divide the rest among the three players: then each has
more than the bound, and the scores sum to maxsum. So this point is on the plane of all possible values, and it is better for all players.
A node that is not visited yet may have this value, so no cut is allowed. This is the whole proof; it assumes that each division of maxsum
is a possible outcome.`},
			{At: "backup c d", Text: `
**In other games it does not.** The outcomes of this tree are {{outcomes}}. They sum to at most {{maxsum}}, and most of them to
less, so they are below the plane. Here the bounds are {{score "b" 1}} and {{score "d" 2}}.`},
			{At: "done", Text: `
In such a game the test should follow the outcomes, not a plane that touches only some of them. The search with the sum alone visits
{{nodes}} of {{count}} nodes.`},
			{Run: "speculative,table", At: "prune c", Text: `
The table has no outcome that is better for both players, so *e* is cut. The search visits
{{nodes "speculative,table"}} nodes. In the decision space of the paper, a cut is allowed if the bound vector is above the
staircase of the outcomes, not only if it is above the straight line.`},
			{At: "done", Text: `
If only whole scores are possible, the sum is not exact even in a constant-sum game: to be better for all players, an outcome
needs one more point for each player. The discrete cut-offs of Sturtevant’s earlier paper use this (Sturtevant 2003, section 4.4).`},
		},
	},
}
