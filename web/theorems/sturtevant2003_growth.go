package theorems

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/learn"
	"espalier/web/words"
)

var speculativeBestCase = theorem{
	Paper:     specPaper,
	Statement: "For 3 players, the best-case analysis of speculative pruning can be formulated as a recurrence … Solving this equation for x gives the asymptotic branching factor … For a general n-player game … as b grows large, this approaches b^((n−1)/n).",
	Where:     "Sturtevant 2003, section 4.3",
	Plain:     "The recurrence is F(d) = F(d−1) + (b−1)·F(d−2) + (b−1)²·F(d−3), where F(d) is the number of leaves visited at depth d. With n players there are n terms. So x is the root of xⁿ = xⁿ⁻¹ + (b−1)·xⁿ⁻² + … + (b−1)ⁿ⁻¹.",
	Claim:     claim("s2003-best"),
	Measure:   speculativeGrowth,
	Chapter: learn.Chapter{
		ID: "speculative-best-case", Title: "The best case of speculative pruning",
		Idea: "A recurrence, the root of its equation, and the limit for many moves.",
		Tree: `players 3 maxsum 9 a: 1[ b: 2[ c: 3[ d: (3,3,3) e: (3,3,3) ] f: 3[ g: (3,3,3) h: (3,3,3) ] ]
			i: 2[ j: 3[ k: (3,3,3) l: (3,3,3) ] m: 3[ n: (3,3,3) o: (3,3,3) ] ] ]`,
		Source: "Sturtevant 2003, section 4.3 and Table 8", Figures: []string{"s2003-table8", "s2003-table10"},
		More: []learn.Link{{Href: "/learn/speculative", Text: "The chapter on speculative pruning"}},
		Scenes: []learn.Scene{
			{Run: "speculative", At: "start", Text: `
Here all leaves are equal, so every order is best. Let F be the number of leaves visited below a node whose exact value is needed. F′ is
the same number one ply lower, F″ two plies lower, F‴ three plies lower. And let c be one less than the number of children of a node.`},
			{At: "backup a b", Text: `
The exact value of the first child of the root, *b*, is needed, too, one ply lower: F′ leaves. Now player 1 has a {{term "bound"}}.`},
			{At: "backup i j", Text: `
Each of the other c children of the root is below **one** bound. The exact value of its first child, here *j*, is still needed,
because one bound alone allows no cut. This adds c·F″ leaves. Now player 2 has a bound, too.`},
			{At: "prune m", Text: `
The other children of such a child are below **two** bounds. Each of the c nodes has c of them. One of them is *m*: the exact value of its
first child *n* is needed, and then player 3 has a bound, too. The three bounds sum to {{sum}}, which is maxsum, so the rest of *m* is
cut. This adds c²·F‴ leaves.`},
			{At: "done", Text: `
So F = F′ + c·F″ + c²·F‴, which is the recurrence. In this tree the search visits {{leaves}} of {{leaves "maxn"}} leaves. With n
players, a cut needs the bounds of n players, so there are n terms.

If F grows by a factor x with each ply, then F is x³·F‴, F′ is x²·F‴ and F″ is x·F‴. Divide the recurrence by F‴ to get the
equation of the statement.`},
			{Run: "maxn", At: "done", Text: `
For large b the last term dominates, because c is almost b and has the highest power there: x^n is about b^(n − 1). So a search costs as
much as a full search without every nth ply. With two players this is half of the plies, as for alpha-beta; with more players the savings
are smaller. The table has the exact root and this limit.`},
		},
	},
}

// growthCases are the trees of the table; 10 children at depth 6 are the paper’s example.
var growthCases = []struct{ b, n, depth int }{{2, 3, 12}, {4, 3, 8}, {10, 3, 6}, {30, 3, 4}, {2, 4, 12}, {4, 4, 8}, {10, 4, 5}, {4, 2, 8}}

// speculativeGrowth runs speculative pruning on trees in perfect order.
func speculativeGrowth(ctx context.Context) (*measure, error) {
	m := &measure{
		Intro:   "Trees whose leaves are all equal, searched by speculative pruning. The growth is the nth root of the factor by which F grows in n plies. In deep trees it is close to the root x.",
		Columns: []string{"Players n", "Children b", "Depth d", "F(d), predicted", "F(d), measured", "Growth a ply, measured", "Root x", "b^((n−1)/n)"},
	}
	for _, c := range growthCases {
		at, err := bestLeaves(ctx, c.b, c.n, c.depth)
		if err != nil {
			return nil, err
		}
		before, err := bestLeaves(ctx, c.b, c.n, c.depth-c.n)
		if err != nil {
			return nil, err
		}
		m.Rows = append(m.Rows, []string{
			strconv.Itoa(c.n), strconv.Itoa(c.b), strconv.Itoa(c.depth), words.Grouped(papers.BestLeaves(c.b, c.n, c.depth)), words.Grouped(at),
			fmt.Sprintf("%.2f", math.Pow(float64(at)/float64(before), 1/float64(c.n))), fmt.Sprintf("%.2f", papers.BestFactor(c.b, c.n)), fmt.Sprintf("%.2f", papers.LimitFactor(c.b, c.n)),
		})
	}
	nodes := papers.Iterated(6, func(d int) int { return papers.BestNodes(10, 3, d) })
	m.Note = fmt.Sprintf("With ten children and three players, the searches to depths one to six together visit %s nodes, not counting the roots. This is the number of section 5.1.", words.Grouped(nodes))
	return m, nil
}

// bestLeaves counts the leaves that speculative pruning visits in a tree in perfect order.
func bestLeaves(ctx context.Context, b, n, depth int) (int, error) {
	maxsum := 12 * n
	pos, err := games.Generator{Kind: games.Equal, Branching: b, Depth: depth, Players: n, MaxSum: maxsum}.Position()
	if err != nil {
		return 0, err
	}
	res, err := runOn(ctx, pos, "speculative", n, maxsum, nil)
	return res.Stats.Leaves, err
}

// mostMeasured bounds the nodes of a search for a table.
const mostMeasured = 1 << 20

// runOn searches a generated tree.
func runOn(ctx context.Context, pos trees.Position, id string, players, maxsum int, observer trace.Observer) (engine.Result, error) {
	a, ok := algorithms.Find(id)
	if !ok {
		return engine.Result{}, fmt.Errorf("there is no algorithm %s", id)
	}
	sum := trees.Some(trees.Score(maxsum) * trees.Unit)
	return a.Run(ctx, engine.Problem{Pos: pos, Players: players, MaxSum: sum, MaxP: trees.All(sum.Score), MaxNodes: mostMeasured}, engine.Options{}, observer)
}

var levelsOfPruning = theorem{
	Paper:     specPaper,
	Statement: "Neither algorithm, however, will prune more than n levels away from where the first bound originates.",
	Where:     "Sturtevant 2003, section 4.1",
	Plain:     "The algorithms are last-branch and speculative pruning. The first bound is the highest one in the tree.",
	Claim:     claim("s2003-levels"),
	Sampled:   levelsMeasured,
	Chapter: learn.Chapter{
		ID: "n-levels", Title: "No cut deeper than n levels",
		Idea:   "How far a bound reaches: two plies, n plies, or any number of plies.",
		Tree:   `players 3 maxsum 10 a: 1[ b: (6,2,2) c: 2[ d: (1,2,7) e: 3[ f: (2,7,1) g: 1[ h: (3,1,6) i: 2[ j: (1,5,4) k: (5,4,1) ] ] ] ] ]`,
		Source: "Sturtevant 2003, sections 4.1 and 5.4", Figures: []string{"s2003-fig4", "sk2000-fig4"},
		More: []learn.Link{{Href: "/learn/last-branch", Text: "The chapter on last-branch pruning"}, {Href: "/learn/paranoid", Text: "The chapter on paranoid search"}},
		Scenes: []learn.Scene{
			{Run: "speculative", At: "backup e f", Text: `
Speculative pruning adds the bounds of players at consecutive nodes. At *e* these are {{score "b" 1}} for player 1 from *a*,
{{score "d" 2}} for player 2 from *c* and {{score "f" 3}} for player 3. They sum to less than {{maxsum}}, so nothing is cut.`},
			{At: "backup g h", Text: `
One ply deeper, at *g*, player 1 moves again. Player 1 has one bound at *a* and now another one, {{score "h" 1}}, at *g*. In the
lemma each player can occur only once. So the sequence cannot begin at *a* any more: it begins at *c*, and its bounds sum to
{{plus (plus (score "d" 2) (score "f" 3)) (score "h" 1)}}.`},
			{At: "backup i j", Text: `
A sequence of different players has at most n nodes. The cut node is a child of the last one, so it is at most n plies below the first
one. This is the statement.`},
			{At: "done", Text: `
Speculative pruning visits all {{nodes}} nodes here and returns {{root}}. The bound from *a* still holds below *g*, but it is not
used there.`},
			{Run: "paranoid", At: "done", Text: `
In paranoid search there are only two sides. All the opponents share one bound, and a bound of one side can cut nodes of the other side at
any depth, as in alpha-beta. Here it visits {{nodes}} of {{count}} nodes. In the best case the two algorithms have the same growth, but
“paranoid will produce smaller trees in practice because it can prune more than n levels away from where a bound originates” (Sturtevant
2003, section 5.4).`},
			{Run: "shallow", At: "done", Text: `
Shallow pruning is the other extreme: its bound comes from the parent of the node, so it reaches two plies. The table counts the
cuts of each algorithm by the distance to the first bound.`},
		},
	},
}

const (
	levelsDepth = 7
	levelsTrees = 6
)

// levelsMeasured counts the cuts on random trees by the plies from their highest bound to
// the cut node.
func levelsMeasured(ctx context.Context, sample int) (*measure, error) {
	m := &measure{
		Trees:   levelsTrees,
		Intro:   fmt.Sprintf("Cuts on %d random trees with three children at each node, %d plies deep, by the number of plies from the highest bound to the cut node.", levelsTrees, levelsDepth),
		Columns: []string{"Algorithm", "Players n", "At most, predicted"},
	}
	for plies := 1; plies <= levelsDepth; plies++ {
		m.Columns = append(m.Columns, strconv.Itoa(plies))
	}
	for _, players := range []int{3, 4} {
		for _, row := range []struct {
			id   string
			most int
		}{{"shallow", 2}, {"lastbranch", players}, {"speculative", players}, {"paranoid", levelsDepth}} {
			counts, err := cutsByLevels(ctx, row.id, players, sample)
			if err != nil {
				return nil, err
			}
			most := strconv.Itoa(row.most)
			if row.id == "paranoid" {
				most = "no limit"
			}
			a, _ := algorithms.Find(row.id)
			cells := []string{words.MaxN(engine.SpokenName(a)), strconv.Itoa(players), most}
			for plies := 1; plies <= levelsDepth; plies++ {
				cells = append(cells, words.Grouped(counts[plies]))
			}
			m.Rows = append(m.Rows, cells)
		}
	}
	return m, nil
}

// cutsByLevels returns how many cuts reach a number of plies.
func cutsByLevels(ctx context.Context, id string, players, sample int) (counts [levelsDepth + 1]int, err error) {
	const maxsum = 6
	for _, seed := range seedsOf(sample, levelsTrees) {
		pos, err := games.Generator{Kind: games.Random, Branching: 3, Depth: levelsDepth, Players: players, MaxSum: maxsum, Seed: uint32(seed)}.Position()
		if err != nil {
			return counts, err
		}
		depth := map[int32]int{}
		_, err = runOn(ctx, pos, id, players, maxsum, func(e *trace.Event) {
			switch e.Type {
			case trace.Enter:
				depth[e.Node] = e.Depth
			case trace.Prune:
				first := depth[e.Node]
				for _, t := range e.Terms {
					if t.Player > 0 {
						first = min(first, depth[t.Node])
					}
				}
				counts[depth[e.Node]+1-first]++
			}
		})
		if err != nil {
			return counts, err
		}
	}
	return counts, nil
}
