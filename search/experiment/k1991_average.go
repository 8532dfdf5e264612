package experiment

import (
	"context"
	"fmt"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/trees"
	"espalier/trees/games"
)

// The average case of shallow pruning.
//
// R. Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48 (1991), section
// 3.7: with two players the branching factor tends to about b / log b, with more to b.
// b / log b gives no constant, so the factor for two players is compared with the rate of
// Knuth and Moore; see papers.KnuthMooreFactor.

var k1991Average = Experiment{
	ID: "k1991-average", Title: "Shallow pruning in the average case", Paper: "Korf 1991, section 3.7",
	Parameters: []Parameter{
		{Name: "trees", Default: 100, Quick: 20, Least: 1, Most: 10_000, Text: "random trees of each depth"},
		{Name: "branching", Default: 4, Quick: 4, Least: 2, Most: 100, Text: "children of an inner node"},
		{Name: "depth", Default: 10, Quick: 6, Least: 1, Most: 20, Text: "of the deepest trees; there are trees of each depth from 0"},
		{Name: "players", Default: 3, Quick: 3, Least: 3, Most: trees.MaxPlayers, Text: "of the other trees, which are compared with those for two players"},
		seedParameter,
	},
	Choices: []string{
		"The paper gives no number of trees, branching factor or depth; we chose them. The limits hold for infinite depth.",
		"Scores: the interval from 0 to maxsum is cut at independent points, the first of the two methods in the paper. maxsum is 1,000,000,000 points, so equal scores are rare.",
		"For two players the paper says about b / log b, which gives no constant. The printed factor is the rate r(b) of Knuth and Moore (1975) for alpha-beta without deep cutoffs, 3.14 for b = 4. It assumes that cuts on consecutive levels are independent, so it is a little too small: the limit is 3.25, which we computed from the distribution of the bounds.",
		"The branching factor at a depth is the mean number of evaluated leaves at this depth, divided by the mean at one ply less. Trees with the same number are compared.",
	},
	jobs: func(v Values) []Job { return dealsByColumns(v, v["trees"], averageNames(v)) },
	run:  runK1991Average,
	rows: rowsK1991Average,
}

// averageNames are the columns: depths from 0 for two players, then for more.
func averageNames(v Values) (names []string) {
	for _, players := range []int{2, v["players"]} {
		for d := range v["depth"] + 1 {
			names = append(names, fmt.Sprintf("%d players, depth %d", players, d))
		}
	}
	return names
}

// runK1991Average returns the leaves that shallow pruning evaluates.
func runK1991Average(ctx context.Context, v Values, j Job) (Counts, error) {
	columns := v["depth"] + 1
	players := 2
	if j.Column >= columns {
		players = v["players"]
	}
	problem, err := engine.OnGenerated(games.Generator{
		Kind: games.Random, Branching: v["branching"], Depth: j.Column % columns, Players: players, MaxSum: averageSum, Seed: j.Seed,
	})
	if err != nil {
		return nil, err
	}
	problem.MaxNodes = mostNodes
	shallow, _ := algorithms.Find("shallow")
	res, err := shallow.Run(ctx, problem, engine.Options{}, nil)
	if err != nil {
		return nil, err
	}
	return Counts{int64(res.Stats.Leaves)}, nil
}

const averageSum = int(trees.MaxScore / trees.Unit)

func rowsK1991Average(v Values, done *results) (rows []Row) {
	b, columns := float64(v["branching"]), v["depth"]+1
	leaves := func(c Counts) (float64, bool) { return float64(c[0]), true }
	for i, limit := range []float64{papers.KnuthMooreFactor(v["branching"]), b} {
		players := []int{2, v["players"]}[i]
		for d := 1; d < columns; d++ {
			name := fmt.Sprintf("%d players, branching factor at depth %d", players, d)
			at := i*columns + d
			rows = append(rows, done.ratioRow(name, value(limit), done.byDeal(at, leaves), done.byDeal(at-1, leaves)))
		}
	}
	return rows
}
