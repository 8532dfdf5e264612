package theorems

import (
	"context"
	"fmt"
	"math"
	"slices"

	"espalier/search/claims"
	"espalier/search/papers"
	"espalier/web/learn"
	"espalier/web/words"
)

var bestCase = theorem{
	Paper:     korf,
	Statement: "If F(d) is the number of leaf nodes generated to evaluate a tree of depth d with branching factor b in the best case, then F(d) = F(d−1) + (b−1)F(d−2). […] The solution to the general recurrence has an asymptotic branching factor of ½(1 + √(4b−3)).",
	Where:     "Korf 1991, section 3.6",
	Plain:     "In the best order, each further ply costs about √b times as much, not b times.",
	Claim:     claim("korf-best"),
	Measure:   measureBest,
	Chapter: learn.Chapter{
		ID: "best-case", Title: "The best case of shallow pruning",
		Idea: "F(d) leaves, and the branching factor (1 + √(4b − 3)) / 2.",
		Tree: `players 3 maxsum 9 a: 1[ b: 2[ d: 3[ h: (3,3,3) i: (4,4,1) ] e: 3[ j: (1,2,6) k: (5,1,3) ] ]
			c: 2[ f: 3[ l: (1,6,2) m: (2,6,1) ] g: 3[ n: (8,1,0) o: (4,4,1) ] ] ]`,
		Source: "Korf 1991, section 3.6", Figures: []string{"k1991-fig3"},
		More: []learn.Link{{Href: "/experiments/k1991-best", Text: "Measure it with other numbers"}},
		Scenes: []learn.Scene{
			{Run: "shallow", At: "start", Text: `
What is the smallest number of leaves that shallow pruning can visit? We need the value of the root. Each node has b children, here two,
and all leaves have the same depth d. There is no immediate pruning: no score equals maxsum, {{maxsum}}.

F(d) is the number of leaves visited to find the value of such a root, if every cut is made as early as possible.`},
			{At: "backup a b", Text: `
We need the exact value of one child, *b*, because there is no bound yet. This is the same task in a tree that is one ply less deep. It
costs F(d − 1) leaves: {{best 2 2 2}} here.`},
			{At: "backup c f", Text: `
For each other child of the root, here *c*, we must show that it is not better than *b*. For this we need the value of one of its
children: *f* gives player 2 a score of {{score "f" 2}} at *c*. To find the value of *f* is the same task in a tree that is two plies less
deep: F(d − 2) leaves, here {{best 2 2 1}}.`},
			{At: "prune c", Text: `
Now the bounds of player 1 at *a* and of player 2 at *c* sum to {{sum}}, and all other children of *c* are cut. The root has b − 1 children
like *c*. So

F(d) = F(d − 1) + (b − 1) · F(d − 2), with F of zero plies one leaf, and F of one ply b leaves.`},
			{At: "done", Text: `
This tree is in the best order: the search has visited {{leaves}} leaves, and F(d) is {{best 2 2 3}}. Max^n visits {{leaves "maxn"}}. With
two children per node, F(d) is the Fibonacci sequence.

How does F grow? If each further ply costs x times as much, then x · x = x + b − 1. The solution is
(1 + √(4b − 3)) / 2: for large b about √b. That is as good as alpha-beta with two players (Korf 1991, section 3.6).`},
			{At: "prune c", Text: `
Why is it not better? Only the children of a node use its bound. So the first child of *c* starts without a bound, and needs an exact
value.

**Try it.** Spoil the order: with {{try "l" "3,4,2"}} the cut at *c* is gone, and the search visits {{visits "l" "3,4,2"}}
nodes instead of {{nodes}}.`},
		},
	},
}

func measureBest(ctx context.Context) (*measure, error) {
	const b, depth = 4, 9
	rows, err := measured(ctx, "k1991-best", map[string]int{"branching": b, "depth": depth})
	if err != nil {
		return nil, err
	}
	growth := papers.BestFactor(b, 2)
	m := &measure{
		Intro:   fmt.Sprintf("Trees in the best order for three players, b = %d. We ran shallow pruning on each and counted the leaves it visited.", b),
		Columns: []string{"depth d", "all leaves", "F(d)", "measured", "measured(d) / measured(d − 1)"},
		Note:    fmt.Sprintf("The predicted factor is (1 + √(4·%d − 3)) / 2 = %s; √%d is %s. For b = 10 it is %s, for b = 100 %s.", b, number(growth, 3), b, number(math.Sqrt(b), 3), number(papers.BestFactor(10, 2), 3), number(papers.BestFactor(100, 2), 3)),
	}
	p := &plot{Label: "Leaves by depth: all, predicted and measured", X: "depth", Y: "leaves", Log: true, Series: []series{{Name: "all leaves"}, {Name: "predicted: F(d)"}, {Name: "measured", Dots: true}}}
	all, before := 1.0, 0.0
	for d := range depth + 1 {
		got := *rows[d].Measured
		factor := ""
		if d > 0 {
			factor = number(got/before, 3)
		}
		m.Rows = append(m.Rows, []string{whole(d), whole(int(all)), whole(papers.BestLeaves(b, 2, d)), whole(int(got)), factor})
		for i, y := range []float64{all, float64(papers.BestLeaves(b, 2, d)), got} {
			p.Series[i].Points = append(p.Series[i].Points, y)
		}
		all, before = all*b, got
	}
	m.Plot = p
	return m, nil
}

var averageCase = theorem{
	Paper:     korf,
	Statement: "Under this average-case model, the asymptotic branching factor of shallow pruning with more than two players is simply b, the brute-force branching factor.",
	Where:     "Korf 1991, section 3.7",
	Plain:     "With two players it is about b / log b: the paper cites Knuth and Moore. This is only the order of growth: the rate that they give for b = 4 is 3.14. The argument for more players is based on a conjecture: that the value of a large random tree can be predicted.",
	Sampled:   measureAverage,
	Untried:   "The statement is about the mean over all random trees, and about its limit. A single tree cannot disprove it, so there is no tree to look for.",
	Chapter: learn.Chapter{
		ID: "average-case", Title: "The average case of shallow pruning",
		Idea: "Two players: less than b, about b / log b. More players: b, as without pruning.",
		Tree: `players 3 maxsum 1 a: 1[ b: 2[ d: 3[ h: (0.3,0.4,0.3) i: (0.2,0.7,0.1) ] e: 3[ j: (0.1,0.2,0.7) k: (0.5,0.3,0.2) ] ]
			c: 2[ f: 3[ l: (0.4,0.4,0.2) m: (0.4,0.3,0.3) ] g: 3[ n: (0.2,0.4,0.4) o: (0.6,0.1,0.3) ] ] ]`,
		Source: "Korf 1991, section 3.7",
		More:   []learn.Link{{Href: "/experiments/k1991-average", Text: "Measure it with other numbers"}},
		Scenes: []learn.Scene{
			{Run: "shallow", At: "start", Text: `
What does shallow pruning save on a random tree? The paper needs random score vectors with a fixed sum. It takes the line from zero to one
and cuts it at random points, one fewer than the number of players. The pieces are the scores of a leaf. All leaves are independent. This
is the **cut-point model**. Here maxsum is {{maxsum}}.`},
			{At: "prune e", Text: `
Near the leaves, cuts happen. At *e* player 3 gets {{score "j" 3}} from *j*. Player 2 has {{score "d" 2}} at *b*, from *d*. This sums to
{{sum}}, and *k* is cut. A single leaf can give one player a lot by luck, so such cuts are common at the leaves.`},
			{At: "backup a b", Text: `
Higher up it is different. Each move takes the best of several values. The more leaves are below a node, the less its value depends on
luck. For two players this is a theorem, minimax convergence: if the leaves are independent, the value of a very deep tree can be
predicted. After tests, Korf conjectures that it holds for max^n, too.`},
			{At: "backup c f", Text: `
Suppose that all values on a level are nearly the same vector, with no score zero. A cut needs two bounds, of two players, that
sum to maxsum. But the scores of those two players leave something for the third. Here player 1 has {{score "b" 1}} at *a*, and
player 2 has {{score "f" 2}} at *c*: together {{plus (score "b" 1) (score "f" 2)}}, well below {{maxsum}}. Nothing is cut.`},
			{At: "done", Text: `
So cuts happen on the lowest levels, rarely higher up, and not at all in the limit. The search saves a constant fraction of the leaves, but
the growth from ply to ply is still b. Here it has visited {{leaves}} of {{leaves "maxn"}} leaves.

With two players whose scores always sum to {{maxsum}}, the two scores **are** the whole sum. So a bound that is only a little better is
always enough. With two players only the order of the values matters. With more players the values themselves matter, and even the best order
does not make the branching factor smaller than b in the limit.`},
		},
	},
}

func measureAverage(ctx context.Context, sample int) (*measure, error) {
	const b, depth, count = 4, 7, 60
	rows, err := measured(ctx, "k1991-average", map[string]int{"trees": count, "branching": b, "depth": depth, "seed": sample})
	if err != nil {
		return nil, err
	}
	m := &measure{
		Trees:   count,
		Intro:   fmt.Sprintf("Shallow pruning on %d random trees of each depth, b = %d, cut at random points. The factor is the number of leaves visited at one depth, divided by the number at one ply less. The last column has the standard deviation of player 1's score at the root, from tree to tree, with three players. The scores sum to 1.", count, b),
		Columns: []string{"depth", "factor, two players", "factor, three players", "deviation at the root"},
		Note: fmt.Sprintf("The limits: for two players Knuth and Moore (1975) give %s, the largest eigenvalue of a matrix of probabilities. It assumes that cuts on consecutive levels are independent. Without this assumption, computed from the distribution of the bounds, the limit is %s. (b / log b, %s with the natural logarithm, gives the order of growth only.) For three players it is b = %d. A factor above b is random: each depth has different trees.",
			number(papers.KnuthMooreFactor(b), 2), number(papers.RandomFactor(b), 2), number(b/math.Log(b), 2), b),
		Plot: &plot{Label: "Branching factor by depth, for two and for three players, with its limits", X: "depth", Y: "branching factor", First: 1},
	}
	two, three := series{Name: "measured, two players", Dots: true}, series{Name: "measured, three players", Dots: true}
	for d := 1; d <= depth; d++ {
		x, y := *rows[d-1].Measured, *rows[depth+d-1].Measured
		_, deviation, err := claims.RootSpread(ctx, 3, b, d, (sample-1)*count, count)
		if err != nil {
			return nil, err
		}
		m.Rows = append(m.Rows, []string{whole(d), plusMinus(x, rows[d-1].Interval, 2, ""), plusMinus(y, rows[depth+d-1].Interval, 2, ""), number(deviation, 3)})
		two.Points, three.Points = append(two.Points, x), append(three.Points, y)
	}
	m.Plot.Series = []series{two, three, {Name: "limit for three: b", Points: slices.Repeat([]float64{b}, depth)}, {Name: "two: Knuth and Moore", Points: slices.Repeat([]float64{papers.KnuthMooreFactor(b)}, depth)}}
	return m, nil
}

var lazyScores = theorem{
	Paper:     korf,
	Statement: "Luckhardt and Irani observed that at nodes where player i is to move, only the ith component of the children need be evaluated. […] They used the terms “shallow pruning” and “deep pruning” to refer to their techniques of avoiding some partial evaluations.",
	Where:     "Korf 1991, section 2",
	Plain:     "The two terms have two meanings. In the alpha-beta literature, in Korf’s paper and on all pages here they mean cuts of whole branches.",
	Claim:     claim("korf-lazy"),
	Measure:   measureLazy,
	Chapter: learn.Chapter{
		ID: "two-meanings", Title: "Two meanings of shallow and deep",
		Idea:   "Luckhardt and Irani skip scores, Korf skips branches.",
		Tree:   "players 3 maxsum 9 a: 1[ b: 2[ d: (5,1,3) e: (2,4,3) ] c: 2[ f: (4,2,3) g: (1,0,8) ] ]",
		Source: "Korf 1991, sections 1 to 3", Figures: []string{"k1991-fig2"},
		Scenes: []learn.Scene{
			{Run: "maxn", At: "start", Text: `
Luckhardt and Irani, who invented {{term "maxn"}}, asked a different question: which **scores** of a leaf must be computed? An evaluation
function may need the same time for each player's score.`},
			{At: "backup b e", Text: `
Player 2 moves at *b*, and compares {{score "d" 2}} of *d* with {{score "e" 2}} of *e*. The scores of the others do not matter there. So
one score of *d* and one of *e* are enough to see that player 2 chooses *e*.`},
			{At: "backup c g", Text: `
At *c* again one score of each child is enough: {{score "f" 2}} of *f*, {{score "g" 2}} of *g*.`},
			{At: "done", Text: `
At the root player 1 compares *e* with *f*. Now their scores for player 1 are needed, {{score "e" 1}} and {{score "f" 1}}, and
not those of *d* and *g*. Max^n returns {{root}}. No score of player 3 was needed to find the chosen leaf.

This is a **partial evaluation**. What Luckhardt and Irani call shallow and deep pruning avoids some of these. At best it saves a constant
factor: all scores of a leaf except one. And it saves nothing if all scores are computed together.`},
			{At: "done", Text: `
But no **branch** is skipped. At each leaf at least one score is needed, because *g* may be good for player 2. They concluded correctly
that with more than two players no branch can be cut without another assumption about the values, and stopped there (Korf 1991, section 2).`},
			{Run: "shallow", At: "start", Text: `
Korf adds an assumption: no score is negative, and the scores sum to at most {{maxsum}}. Then whole branches can be cut. He uses the words
in the older sense: {{term "shallow-pruning"}} is a cut by a bound of the parent, {{term "deep-pruning"}} is a cut by a bound from further up.

When you read “deep pruning”, check who the author is: with one meaning it is always sound, with the other it is unsound with three
players.`},
		},
	},
}

func measureLazy(ctx context.Context) (*measure, error) {
	m := &measure{
		Intro:   "Random trees for three players. A score counts as compared if a mover compared it during the search.",
		Columns: []string{"branching", "depth", "scores", "compared", "part", "leaves without any"},
		Note:    "At least one score of each leaf is compared: with three players, a third of all scores. So the saving is a constant factor.",
	}
	for _, size := range [][2]int{{2, 4}, {2, 6}, {2, 7}, {3, 4}, {4, 4}, {6, 3}} {
		compared, all, untouched, err := claims.LazyScores(ctx, 3, size[0], size[1], 1)
		if err != nil {
			return nil, err
		}
		m.Rows = append(m.Rows, []string{whole(size[0]), whole(size[1]), words.Grouped(all), words.Grouped(compared), number(float64(compared)/float64(all), 3), whole(untouched)})
	}
	return m, nil
}
