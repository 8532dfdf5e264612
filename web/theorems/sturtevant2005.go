package theorems

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"espalier/search"
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
	Plain:     "A decision is optimal if it allows a cut wherever nothing unseen can become the value of the tree, and nowhere else. It is about the bounds of one moment; whether a cut is then safe for the players in between is a question for the algorithm.",
	Claim:     claim("s2005-table"),
	Chapter: learn.Chapter{
		ID: "table-is-optimal", Title: "The theorem of the leaf-value table",
		Idea:   "With all outcomes in a list, each decision to cut is exact.",
		Tree:   spades,
		Source: "Sturtevant 2005, sections 3 and 4", Figures: []string{"s2005-table1", "s2005-fig9", "s2005-fig8"},
		More: []learn.Link{{Href: "/learn/leaf-value-tables", Text: "The chapter on leaf-value tables"}},
		Scenes: []learn.Scene{
			{Run: "speculative,table", At: "backup c d", Text: `
The search knows a {{term "bound-vector"}} b. It has a score for each player who has got something on the path: here {{score "b" 1}} for
player 1 from *a* and {{score "d" 2}} for player 2 from *c*. Player 3 has not had a choice yet, and no bound.`},
			{At: "backup c d", Text: `
A player with a bound changes a move only for **more** than that bound: ties go to the left, where the bound came from. So a vector v
from further right becomes the value of the tree only if it is better than b for every player who has a bound.`},
			{At: "prune c", Text: `
**If such a v exists, we cannot prune.** It may be what is still unseen, and then it is the value of the tree.

**If none exists, we can.** Whatever is unseen, somebody on the path turns it down.`},
			{At: "prune c", Text: `
Now the table. It has every outcome that the game can have, {{outcomes}}. So we go through it and look for one that is better than b for
each of the players with a bound. Both cases are decided, and no other question is left: the table is enough. ∎

Below the tree each outcome stands with the player who turns it down. All are turned down, so *e* is cut.`},
			{Run: "speculative", At: "done", Text: `
The sum of the bounds does not see this: it is {{plus (score "b" 1) (score "d" 2)}}, and maxsum is {{maxsum}}. Without the table {{nodes}} nodes are visited, with it {{nodes "speculative,table"}}. The value is the same.`},
			{Run: "speculative,table", At: "prune c", Text: `
**Try it.** Click *b* and type {{try "b" "1,2,0"}}: for player 1 an outcome like {{outcome "2,2,0"}} is better now, and the search visits
{{visits "b" "1,2,0"}} nodes.

The printed procedure asks with zero as the bound of a player who has none (Sturtevant 2005, Figure 9). Then an outcome where that player gets nothing is
never found, and the decision is not optimal any more; here a missing bound is no bound.`},
		},
	},
}

var tableSizes = theorem{
	Paper:     tablePaper,
	Statement: "In a game with 3 players and t tricks, there are (t+1)(t+2)/2 possible ways that the tricks can be taken. … For a table with t entries and n players, this table will be size O(t^n) and take time O(t^(n+1)) to compute.",
	Where:     "Sturtevant 2005, sections 3 and 4",
	Plain:     "The second table is one of all bound vectors with the answer to each, for a look-up in constant time.",
	Measure:   tableGrowth,
	Untried:   "The statement counts outcomes and bound vectors. No tree takes part in it, so random trees cannot break it. The table compares the formulas with a count one by one.",
	Chapter: learn.Chapter{
		ID: "size-of-tables", Title: "How large tables are",
		Idea:   "The outcomes of a hand, and the answers to all questions about them.",
		Tree:   spades,
		Source: "Sturtevant 2005, sections 3 and 4", Figures: []string{"s2005-table1", "s2005-fig8"},
		More: []learn.Link{{Href: "/learn/leaf-value-tables", Text: "The chapter on leaf-value tables"}},
		Scenes: []learn.Scene{
			{Run: "speculative,table", At: "start", Text: `
**The outcomes.** Three players share t tricks. Put the tricks in a row, and two bars between them: what stands left of the first bar is
player 1’s, what stands between the bars player 2’s, the rest player 3’s. Each way to place the bars is an outcome. There are t plus two
places and two bars, so the number of ways is that of choosing two places: the formula of the statement. With three tricks these are the
rows of the table of this tree.`},
			{At: "backup c d", Text: `
**The questions.** A search asks: with these bounds, is there an outcome that is better for everybody? Only the {{term "rank" "ranks"}} of
the bounds count. A player’s score in t entries has t ranks at most, so a player’s bound is one of at most t values. With n players these
are t · t · … · t bound vectors, n times. A table of all answers has so many entries: O of t to the nth power.`},
			{At: "prune c", Text: `
**The time.** To answer one question, up to t entries are compared with the bounds, as in the table below the tree. So all answers
together take t times as long as there are answers.`},
			{At: "done", Text: `
This is too much for a large game, and it is not needed. In the run here the search has asked a few questions only. So the paper computes
an answer when it is first asked for, and keeps it in a hash table (Sturtevant 2005, section 4). Espalier does the same.`},
		},
	},
}

// tableGrowth counts outcomes, bound vectors and comparisons.
func tableGrowth() (*measure, error) {
	m := &measure{
		Intro:   "First the ways to share t tricks, counted one by one. Then tables of t random entries with different scores: all bound vectors, and the entries that are compared until each has its answer.",
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
	m.Note = fmt.Sprintf("Comparisons stay below tⁿ⁺¹ because a search of the entries ends at the first outcome that is better for everybody. Table 1 of the paper has %s outcomes.", words.Grouped(len(outcomesOfSpades())))
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

// askAll asks a table of t entries with different scores about all bound vectors whose
// bounds are scores of an entry.
func askAll(rng *rand.Rand, t, n int) (vectors, compared int, err error) {
	entries := make([]trees.Vector, t)
	for p := range n {
		for i, rank := range rng.Perm(t) {
			entries[i][p] = trees.Score(rank) * trees.Unit
		}
	}
	table := search.NewTable(n, entries, nil)
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
			return 0, 0, fmt.Errorf("the table answers otherwise than its entries")
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
		Idea:   "When the sum of the bounds decides exactly, and when it misses cuts.",
		Tree:   spades,
		Source: "Sturtevant 2005, sections 2.3.3, 2.4 and 3", Figures: []string{"s2005-fig7", "s2005-fig5", "s2005-fig8"},
		More: []learn.Link{{Href: "/learn/leaf-value-tables", Text: "The chapter on leaf-value tables"}},
		Scenes: []learn.Scene{
			{Run: "speculative", At: "start", Text: `
The {{term "linear-test"}} asks whether the bounds x, y and z sum to maxsum. It is never wrong to cut if they do: a vector that is better for all
three would sum to more. But does it find every cut that is possible?`},
			{At: "start", Text: `
**In a constant-sum game it does.** Suppose the bounds sum to less than maxsum. Divide what is left among the three players: each then has more
than the bound, and the scores sum to maxsum. So this point lies on the plane of all possible values, and it is better for everybody. It may be
what is still unseen, and nothing may be cut. This is the whole proof; it needs that each division of maxsum is a possible outcome.`},
			{At: "backup c d", Text: `
**In other games it does not.** The outcomes of this tree are {{outcomes}}. They sum to {{maxsum}} at most, and most of them to less, so they lie
below the plane. Here the bounds are {{score "b" 1}} and {{score "d" 2}}.`},
			{At: "done", Text: `
The tests of such a game should follow the outcomes, and not a plane that touches only some of them. The search with the sum alone visits
{{nodes}} of {{count}} nodes.`},
			{Run: "speculative,table", At: "prune c", Text: `
Asked for an outcome that is better for both players, the table finds none, and *e* is cut. The search visits
{{nodes "speculative,table"}} nodes. In the decision space of the paper, a bound vector may be cut when it lies above the staircase of the
outcomes, and not only when it lies above the straight line.`},
			{At: "done", Text: `
If only whole scores are possible, the sum is not exact even in a constant-sum game: to be better for everybody, an outcome needs a point more
for each player. This is what the discrete cut-offs of Sturtevant’s earlier paper use (Sturtevant 2003, section 4.4).`},
		},
	},
}
