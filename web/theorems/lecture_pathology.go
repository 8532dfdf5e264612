package theorems

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"espalier/search/engine"
	"espalier/web/learn"
	"espalier/web/words"
)

var pathology = theorem{
	Paper:     lecture,
	Statement: "Deeper lookahead (larger d) usually gives better decisions. There are “pathological” games where it doesn’t, but those are rare.",
	Where:     "CMSC 474, lecture 28, “Node Ordering”",
	Plain:     "This is an observation, not a theorem. The lecture has no example. The two games measured here follow D. Nau’s and J. Pearl’s work on pathology.",
	Measure:   measurePathology,
	Untried:   "A single tree cannot disprove “usually” or “rare”. But we can measure how often a deeper search chooses a worse move.",
	Chapter: learn.Chapter{
		ID: "pathological-games", Title: "Pathological games",
		Idea: "Games in which a deeper search chooses worse moves.",
		Tree: `kind minimax a: max[ b: min{static 4}[ c: max{static 2}[ d: 6 e: 5 ] f: max{static 6}[ g: 7 h: 1 ] ]
			i: min{static 3}[ j: max{static 5}[ k: 2 l: 0 ] m: max{static 4}[ n: 9 o: 3 ] ] ]`,
		Source: "CMSC 474, lecture 28; D. Nau, 1982; J. Pearl, 1983",
		More:   []learn.Link{{Href: "/learn/theorems/depth-limit", Text: "Minimax with a limit on the depth"}},
		Scenes: []learn.Scene{
			{Run: "minimax", At: "done", Text: `
Searched to the leaves, *b* is worth {{value "b"}} and *i* is worth {{value "i"}}. So *b* is the right move, and the value is {{root}}.`},
			{Run: "minimax,depth=1", At: "done", Text: `
A search of one ply sees e(*b*) = {{static "b"}} and e(*i*) = {{static "i"}}, and moves to *b*. The move is right, although both numbers
are wrong.`},
			{Run: "minimax,depth=2", At: "exit b", Text: `
A search of two plies takes e of *c* and *f*: {{static "c"}} and {{static "f"}}. Min takes the smaller one, so *b* seems to be worth
{{value "b"}}.`},
			{At: "done", Text: `
*i* seems to be worth {{value "i"}}, and so Max moves to *i*. **The deeper search is wrong where the other one was right.** One
such tree proves nothing: e was simply bad at *c*. The question is whether this happens more often than the opposite.`},
			{At: "exit i", Text: `
What does Min do with e? It takes the smallest of several estimates, so often one that is too low. Max takes the largest, so often one
that is too high. If the errors of siblings are independent, each further ply adds such a choice, and the estimate gets worse until the
search reaches the leaves.`},
			{At: "done", Text: `
In most games this does not happen. Positions close to each other are similar, so e has the same kind of error for all children
of a node, and the choice between them is right. And e gets better as the game goes on. The table has one game of each kind.`},
		},
	},
}

const (
	pathologyHeight = 10
	pathologyGames  = 600
)

// pathologyDepths are the limits of the searches.
var pathologyDepths = []int{1, 2, 3, 4, 5, 6, 7, 8, 9}

// measurePathology counts right decisions by the depth of the search, for leaves that are
// independent of each other and for leaves that share most of their history.
func measurePathology(ctx context.Context) (*measure, error) {
	m := &measure{
		Intro: fmt.Sprintf("Two games with two moves at each node and %d plies; %s games of each, in which exactly one move wins. The table shows the percentage of games in which a search to depth d finds this move.",
			pathologyHeight, words.Grouped(pathologyGames)),
		Columns: []string{"Depth d"},
		Note:    "Independent leaves: each leaf is won at random, with a probability that makes the mover’s chance of winning the same at all nodes; e is the fraction of won leaves below. Leaves that add up: each move adds or subtracts one point at random, and the sign of the sum says who has won; e is the sum so far. Equal estimates count as half a right decision.",
	}
	independent, err := rightDecisions(ctx, independentLeaves)
	if err != nil {
		return nil, err
	}
	addingUp, err := rightDecisions(ctx, leavesThatAddUp)
	if err != nil {
		return nil, err
	}
	first, second := []string{"Independent leaves"}, []string{"Leaves that add up"}
	for i, d := range pathologyDepths {
		m.Columns = append(m.Columns, strconv.Itoa(d))
		first = append(first, fmt.Sprintf("%.1f", 100*independent[i]))
		second = append(second, fmt.Sprintf("%.1f", 100*addingUp[i]))
	}
	m.Rows = [][]string{first, second}
	return m, nil
}

// An evaluated game is a binary tree of height pathologyHeight in which node i has the
// children 2i and 2i + 1, the root is 1: for each node an estimate for Max, and for each leaf 1
// if Max has won and 0 if not.
type evaluatedGame struct{ e, won []float64 }

const firstLeaf = 1 << pathologyHeight

// independentLeaves makes a game whose leaves are independent.
func independentLeaves(rng *rand.Rand) *evaluatedGame {
	g := &evaluatedGame{make([]float64, 2*firstLeaf), make([]float64, 2*firstLeaf)}
	// The mover at a leaf has won with the probability w = 1 − w², which is then that of the
	// mover at every node. The height is even, so the mover at a leaf is Max.
	w := (math.Sqrt(5) - 1) / 2
	for i := firstLeaf; i < 2*firstLeaf; i++ {
		if rng.Float64() < w {
			g.won[i] = 1
		}
		g.e[i] = g.won[i]
	}
	for i := firstLeaf - 1; i > 0; i-- {
		g.e[i] = (g.e[2*i] + g.e[2*i+1]) / 2
	}
	return g
}

// leavesThatAddUp makes a game whose leaves are the sums of the numbers that the moves added.
func leavesThatAddUp(rng *rand.Rand) *evaluatedGame {
	g := &evaluatedGame{make([]float64, 2*firstLeaf), make([]float64, 2*firstLeaf)}
	for i := 2; i < 2*firstLeaf; i++ {
		g.e[i] = g.e[i/2] + float64(2*rng.IntN(2)-1)
		if i >= firstLeaf && g.e[i] > 0 {
			g.won[i] = 1
		}
	}
	return g
}

// back returns the value of a node by minimax, from a level where values are given.
func back(values []float64, i, level, limit int) float64 {
	if level == limit {
		return values[i]
	}
	x, y := back(values, 2*i, level+1, limit), back(values, 2*i+1, level+1, limit)
	if level%2 == 0 {
		return max(x, y)
	}
	return min(x, y)
}

// rightDecisions returns the share of games in which a search to each of pathologyDepths
// makes the winning move, of those games where one move wins and the other does not.
func rightDecisions(ctx context.Context, make func(*rand.Rand) *evaluatedGame) ([]float64, error) {
	rng := rand.New(rand.NewPCG(474, 28))
	right := [pathologyHeight + 1]float64{}
	for games, tries := 0, 0; games < pathologyGames; tries++ {
		if tries > 100*pathologyGames {
			return nil, fmt.Errorf("too few games have one winning move")
		}
		if err := engine.PassTurn(ctx); err != nil {
			return nil, err
		}
		g := make(rng)
		left, other := back(g.won, 2, 1, pathologyHeight), back(g.won, 3, 1, pathologyHeight)
		if left == other {
			continue
		}
		games++
		for _, d := range pathologyDepths {
			switch x, y := back(g.e, 2, 1, d), back(g.e, 3, 1, d); {
			case x == y:
				right[d] += .5
			case x > y == (left > other):
				right[d]++
			}
		}
	}
	var shares []float64
	for _, d := range pathologyDepths {
		shares = append(shares, right[d]/pathologyGames)
	}
	return shares, nil
}
