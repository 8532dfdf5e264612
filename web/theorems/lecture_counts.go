package theorems

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/claims"
	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/learn"
	"espalier/web/words"
)

// complete is a small tree in which each inner node has two children.
const complete = `kind minimax a: max[ b: min[ c: max[ d: 4 e: 1 ] f: max[ g: 6 h: 3 ] ] i: min[ j: max[ k: 2 l: 5 ] m: max[ n: 7 o: 9 ] ] ]`

var nodeCounts = theorem{
	Paper:     lecture,
	Statement: "If h is even and the root is a Max node, then the number of Max nodes is 1 + b² + b⁴ + … + b^(h−2) = O(b^h); the number of Min nodes is b + b³ + b⁵ + … + b^(h−1) = O(b^h). What if h is odd?",
	Where:     "CMSC 474, lecture 28, “Number of Nodes”",
	Plain:     "b is the number of children of each inner node, h the height: the depth of the leaves.",
	Measure:   measureNodes,
	Untried:   "The values of the leaves do not matter: all trees with the same b and h have the same counts. So one tree of each size is enough, and random trees would show nothing new.",
	Chapter: learn.Chapter{
		ID: "number-of-nodes", Title: "How many nodes Max and Min have",
		Idea:   "The two sums, and what they are for odd h.",
		Tree:   complete,
		Source: "CMSC 474, lecture 28", Figures: []string{"c474-number-of-nodes"},
		More: []learn.Link{{Href: "/learn/game-trees", Text: "The chapter on game trees"}},
		Scenes: []learn.Scene{
			{Run: "minimax", At: "enter a", Text: `
Go down level by level. Max moves at the root, one node. Min moves at its b children. Each of these has b children again, so
there are b² nodes on the next level, and Max moves there.`},
			{At: "enter d", Text: `
So Max has the even levels and Min the odd ones. The last level has the leaves, where no player moves. The inner nodes are on the h levels
from zero to h − 1.`},
			{At: "done", Text: `
**If h is even**, the last level of inner nodes is odd, so Min moves there. Each player has half of the h levels: these are the sums of
the statement.

**If h is odd**, as in this tree with h = {{height}}, the last level of inner nodes is even, so Max moves there. So Max’s sum ends with
b^(h − 1), and Min’s with b^(h − 2). This answers the question on the slide.`},
			{At: "done", Text: `
In both cases the largest term dominates. If b is at least two, each sum is at most twice its largest term, so it is O(b^h). The player of
the last inner level has about b times as many nodes as the other. The table has both counts, by the formula and one by one.`},
		},
	},
}

var strategyCounts = theorem{
	Paper:     lecture,
	Statement: "Pure strategy for Max: at every Max node, choose one branch. O(b^h) Max nodes, b choices at each of them ⇒ O(b^(b^h)) pure strategies. … Brute-force way to find minimax strategy for Max: construct the sets S and T of all distinct strategies for Max and Min, then choose s* … Thus space complexity is O(b^(b^h + h)). Time complexity is slightly worse.",
	Where:     "CMSC 474, lecture 28, “Number of Pure Strategies” and “Finding the Minimax Strategy”",
	Plain:     "An exponent is missing on the slide: it says “O(b^h) pure strategies”. With b choices at each of N nodes there are b · b · … · b strategies, N times.",
	Measure:   measureStrategies,
	Untried:   "The number of strategies depends on b and h only, so random leaves would show nothing new. The page of the minimax theorem tests that the best strategies give the minimax value.",
	Chapter: learn.Chapter{
		ID: "strategies-by-brute-force", Title: "Strategies by brute force",
		Idea:   "Why it is hopeless to list all strategies.",
		Tree:   complete,
		Source: "CMSC 474, lecture 28", Figures: []string{"c474-pure-strategies"},
		More: []learn.Link{{Href: "/learn/theorems/minimax-theorem", Text: "The minimax theorem, tried by playing all strategies"}},
		Scenes: []learn.Scene{
			{Run: "minimax", At: "start", Text: `
A pure strategy of Max names a child at **every** Max node, even at nodes that play will not reach. Here these are *a*, *c*, *f*,
*j* and *m*. With b children each, the first node gives b choices, and each further node multiplies the number by b.`},
			{At: "exit c", Text: `
So the number of strategies is b to the power of the number of Max nodes. And this exponent itself grows like b^h. The table shows how
fast such a double power grows.`},
			{At: "done", Text: `
To find the best strategy by brute force, each strategy of Max is played against each strategy of Min. The test at the end of the page on
the minimax theorem does this on very small trees. A strategy has one entry for each node of its player, so the space is the number of
strategies times this number of entries.`},
			{At: "done", Text: `
Backward induction needs no list of strategies. It visits each of the {{nodes}} nodes of this tree once, and stores one path. It
also gives the best strategy: at each Max node, the child with the best value.`},
		},
	},
}

var timeAndSpace = theorem{
	Paper:     lecture,
	Statement: "Space complexity = O(maximum path length) · (space needed to store the path) = O(bh). Time complexity = size of the game tree = O(b^h), where b = branching factor, h = height of the game tree. This is a lot better than b^(O(b^h)). … [With a limit d:] Space complexity = O(min(bh, bd)). Time complexity = O(min(b^h, b^d)).",
	Where:     "CMSC 474, lecture 28, “Complexity Analysis” and “Minimax Algorithm”",
	Measure:   measureTime,
	Untried:   "Minimax visits every node, whatever the leaves are. So time and space depend on b and h only, and one tree of each size is enough.",
	Chapter: learn.Chapter{
		ID: "time-and-space", Title: "Time and space of minimax",
		Idea:   "All nodes are visited, and one path is stored.",
		Tree:   complete,
		Source: "CMSC 474, lecture 28",
		More:   []learn.Link{{Href: "/learn/game-trees", Text: "The chapter on game trees"}},
		Scenes: []learn.Scene{
			{Run: "minimax", At: "leaf d", Text: `
Minimax goes down first. At its first leaf, *d*, it has to remember the path to it: *a*, *b* and *c*, and the other children of
each. With all b children of each node on the path, this is about b · h nodes.`},
			{At: "exit b", Text: `
When it leaves *b*, it keeps only one number for the whole subtree. So it never stores more than one path, however large the tree is:
**space** O(bh).`},
			{At: "done", Text: `
It has visited each of the {{count}} nodes once. Level k has b^k nodes, and most nodes are on the last level: **time** O(b^h). With a
depth limit d the search ends there, so if d is smaller than h, d replaces h.`},
			{At: "done", Text: `
The slide says that for chess b is about thirty-five and h about a hundred. Then the number of nodes has more than a hundred
digits. No machine can visit them all. This is why the rest of the lecture is about limits and pruning.`},
		},
	},
}

// shapes are the trees of the tables: children and height.
var shapes = [][2]int{{2, 2}, {2, 3}, {2, 4}, {3, 2}, {3, 3}, {4, 4}, {3, 7}}

// uniformText writes a minimax tree in which each inner node has b children.
func uniformText(b, h int) string {
	var w strings.Builder
	w.WriteString("kind minimax ")
	var node func(level int)
	node = func(level int) {
		if level == h {
			w.WriteString("0 ")
			return
		}
		w.WriteString([]string{"max[ ", "min[ "}[level%2])
		for range b {
			node(level + 1)
		}
		w.WriteString("] ")
	}
	node(0)
	return w.String()
}

func measureNodes(ctx context.Context) (*measure, error) {
	m := &measure{
		Intro:   "Uniform trees, built and counted node by node.",
		Columns: []string{"Children b", "Height h", "Max, predicted", "Max, counted", "Min, predicted", "Min, counted"},
	}
	for _, s := range shapes {
		t, err := trees.ReadText(uniformText(s[0], s[1]))
		if err != nil {
			return nil, err
		}
		var counted [2]int
		for n := range t.Len() {
			if !t.IsLeaf(n) {
				counted[t.Mover(n)-1]++
			}
		}
		most, least := papers.MoverNodes(s[0], s[1])
		m.Rows = append(m.Rows, []string{words.Grouped(s[0]), words.Grouped(s[1]), words.Grouped(most), words.Grouped(counted[0]), words.Grouped(least), words.Grouped(counted[1])})
	}
	return m, nil
}

func measureStrategies(ctx context.Context) (*measure, error) {
	m := &measure{
		Intro:   "The strategies of both players in uniform trees: predicted as b^N for a player with N nodes, and counted one by one.",
		Columns: []string{"Children b", "Height h", "Max, predicted", "Max, counted", "Min, predicted", "Min, counted"},
	}
	for _, s := range [][2]int{{2, 1}, {2, 2}, {2, 3}, {2, 4}, {3, 2}, {3, 3}, {4, 2}} {
		t, err := trees.ReadText(uniformText(s[0], s[1]))
		if err != nil {
			return nil, err
		}
		most, least := papers.MoverNodes(s[0], s[1])
		counted := claims.Strategies(t)
		m.Rows = append(m.Rows, []string{
			words.Grouped(s[0]), words.Grouped(s[1]), words.Grouped(papers.PureStrategies(s[0], most)), words.Grouped(counted[0]),
			words.Grouped(papers.PureStrategies(s[0], least)), words.Grouped(counted[1]),
		})
	}
	most, _ := papers.MoverNodes(3, 5)
	m.Note = fmt.Sprintf("With three children and height five, Max has %s nodes, and so 3^%s strategies.", words.Grouped(most), words.Grouped(most))
	return m, nil
}

func measureTime(ctx context.Context) (*measure, error) {
	m := &measure{
		Intro:   "Minimax on uniform trees. The nodes that it visits, and the longest path that it stores.",
		Columns: []string{"Children b", "Height h", "Nodes 1 + b + … + b^h", "Nodes, measured", "Path h + 1", "Path, measured", "b·h"},
	}
	minimax, _ := algorithms.Find("minimax")
	for _, s := range shapes {
		t, err := trees.ReadText(uniformText(s[0], s[1]))
		if err != nil {
			return nil, err
		}
		open, longest := 0, 0
		res, err := minimax.Run(ctx, engine.OnTree(t, 0), engine.Options{}, func(e *trace.Event) {
			switch e.Type {
			case trace.Enter:
				open++
				longest = max(longest, open)
			case trace.Exit:
				open--
			}
		})
		if err != nil {
			return nil, err
		}
		m.Rows = append(m.Rows, []string{
			words.Grouped(s[0]), words.Grouped(s[1]), words.Grouped(papers.PlainNodes(s[0], s[1])), words.Grouped(res.Stats.Nodes),
			words.Grouped(s[1] + 1), words.Grouped(longest), words.Grouped(s[0] * s[1]),
		})
	}
	return m, nil
}

var nodeOrdering = theorem{
	Paper:     lecture,
	Statement: "Best case: children of Max nodes are searched in greatest-value-first order, children of Min nodes are searched in least-value-first order. Alpha-Beta’s time complexity is O(b^(d/2)) ⇒ doubles the solvable depth. Worst case: … Like Minimax, Alpha-Beta visits all nodes of depth ≤ d: time complexity O(b^d). How to get closer to the best case: every time you expand a state s, apply e to its children. When it’s Max’s move, sort the children in order of largest e first. When it’s Min’s move, sort the children in order of smallest e first.",
	Where:     "CMSC 474, lecture 28, “Node Ordering”",
	Sampled:   measureOrdering,
	Untried:   "How much an order by e saves depends on how good e is. A single tree can neither prove nor disprove this, so the table has the mean of many trees. The page of the three-part theorem of alpha-beta tests that the value is right in every order.",
	Chapter: learn.Chapter{
		ID: "node-ordering", Title: "The order of nodes, and e",
		Idea:   "Best case, worst case, and how an estimate helps.",
		Tree:   `kind minimax a: max[ b: min[ e: 3 f: 12 g: 8 ] c: min[ h: 2 i: 4 j: 6 ] d: min[ k: 14 l: 5 m: 2 ] ]`,
		Source: "CMSC 474, lecture 28", Figures: []string{"c474-node-ordering", "c474-alphabeta"},
		More: []learn.Link{{Href: "/learn/theorems/alpha-beta-theorem", Text: "The three-part theorem of alpha-beta"}, {Href: "/learn/alpha-beta", Text: "The chapter on alpha-beta"}},
		Scenes: []learn.Scene{
			{Run: "alphabeta", At: "backup a b", Text: `
Max moves at *a*, and *b* is searched first: {{value "b"}}. It is the best child, so from now on Max has the strongest possible bound.`},
			{At: "prune c", Text: `
At *c* Min moves, and the first child *h* is Min’s best: {{value "h"}} is not more than α = {{alpha}}. One leaf is enough. This is the
**best case**: the best child of each node comes first.`},
			{At: "backup d k", Text: `
At *d* the order is bad for Min: *k* with {{value "k"}} comes first, and Min’s best child *m* comes last. Nothing is cut before
the last child, and then there is nothing left to cut. In the **worst case** this happens at every node.`},
			{At: "done", Text: `
This run visits {{leaves}} of {{leaves "minimax"}} leaves. What is the smallest number? To prove that Max gets at least v, we need one
child at each Max node and all children at each Min node: about b^(d/2) leaves. To prove that Max gets at most v, it is the other way
round. The two sets share the leaf that has the value v. So the best case is b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves.`},
			{At: "done", Text: `
**How an estimate helps.** The best child is not known before the search. But e need not be exact: it only has to put the best child first
often enough. For the table, the children of random trees are sorted by their value plus a random error. The larger the error, the closer
the count is to that of a random order.`},
			{At: "backup d k", Text: `
**Try it.** Improve the order at *d* for Min: with {{try "k" "2"}} the search visits {{visits "k" "2"}} nodes instead of {{nodes}}.`},
		},
	},
}

// measureOrdering runs alpha-beta on random trees whose children are sorted in several ways.
func measureOrdering(ctx context.Context, sample int) (*measure, error) {
	const trials = 12
	m := &measure{
		Trees:   trials,
		Intro:   fmt.Sprintf("The number of leaves that alpha-beta visits: the mean of %d random trees with different scores. An error of 1 is as large as the scores themselves.", trials),
		Columns: []string{"Children b", "Depth d", "Best case, predicted", "Best first, measured", "By e, error 0.02", "By e, error 0.1", "By e, error 1", "Random order", "Worst first, measured", "b^d"},
	}
	for _, s := range [][2]int{{2, 6}, {3, 4}, {3, 5}, {4, 4}} {
		b, d := s[0], s[1]
		var counts [6][]float64
		for _, seed := range seedsOf(sample, trials) {
			for i, o := range []ordering{{}, {error: .02}, {error: .1}, {error: 1}, {random: true}, {worst: true}} {
				n, err := leavesOrdered(ctx, b, d, seed, o)
				if err != nil {
					return nil, err
				}
				counts[i] = append(counts[i], float64(n))
			}
		}
		row := []string{words.Grouped(b), words.Grouped(d), words.Grouped(halves(b, d))}
		all := 1
		for range d {
			all *= b
		}
		for _, list := range counts {
			row = append(row, meanOf(list, 1, ""))
		}
		m.Rows = append(m.Rows, append(row, words.Grouped(all)))
	}
	m.Note = "In the order that the lecture calls the worst case, nearly all leaves are visited, but not all: three plies down, a node may be worth less than α, whatever the order of its children is. With a depth of two or less all leaves are visited."
	return m, nil
}

// halves returns b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
func halves(b, d int) int {
	return papers.PureStrategies(b, (d+1)/2) + papers.PureStrategies(b, d/2) - 1
}

// An ordering says how children are sorted: the best first, by their value with an error.
type ordering struct {
	error         float64
	random, worst bool
}

// leavesOrdered returns how many leaves alpha-beta visits.
func leavesOrdered(ctx context.Context, b, d int, seed uint64, o ordering) (int, error) {
	rng := rand.New(rand.NewPCG(seed, 474))
	noise := rand.New(rand.NewPCG(seed, 28))
	type node struct {
		value, e float64
		kids     []*node
	}
	ranks, used := rng.Perm(papers.PureStrategies(b, d)), 0
	var grow func(level int) *node
	grow = func(level int) *node {
		n := &node{}
		if level == d {
			n.value = float64(ranks[used])
			used++
		} else {
			for range b {
				n.kids = append(n.kids, grow(level+1))
			}
			sign := 1 - 2*float64(level%2)
			best := slices.MaxFunc(n.kids, func(x, y *node) int { return cmp.Compare(sign*x.value, sign*y.value) })
			n.value = best.value
			if o.worst {
				sign = -sign
			}
			if !o.random {
				slices.SortStableFunc(n.kids, func(x, y *node) int { return cmp.Compare(sign*y.e, sign*x.e) })
			}
		}
		n.e = n.value + o.error*float64(len(ranks))*(2*noise.Float64()-1)
		return n
	}
	root := grow(0)
	w := trees.NewBuilder(trees.Header{Kind: trees.Minimax, Players: 2})
	var write func(n *node, level int)
	write = func(n *node, level int) {
		at := trees.Node{Player: level%2 + 1}
		if n.kids == nil {
			v := trees.Vector{trees.Score(n.value) * trees.Unit}
			at = trees.Node{Value: &v}
		}
		w.Open(at)
		for _, k := range n.kids {
			write(k, level+1)
		}
		w.Close()
	}
	write(root, 0)
	t, err := w.Tree()
	if err != nil {
		return 0, err
	}
	alphabeta, _ := algorithms.Find("alphabeta")
	res, err := alphabeta.Run(ctx, engine.OnTree(t, 0), engine.Options{}, nil)
	return res.Stats.Leaves, err
}
