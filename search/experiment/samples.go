package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// Samples against max^n.
//
// The search by samples is UCT for several players: N. Sturtevant, "An analysis of UCT in
// multi-player games", CG 2008. Its value and its choice at the root are compared with those of
// max^n: on the tree of Korf 1991, Fig. 6, and on hands of few cards, which max^n can search to
// their end. The comparison is ours.

// samplesColumns are the columns of the experiment: the tree, or the game whose hands are searched.
var samplesColumns = []struct{ title, game string }{{"Korf’s Fig. 6", ""}, {"Hearts", "hearts"}, {"Spades", "spades"}}

var samples = Experiment{
	ID: "samples", Title: "Samples against max^n", Paper: "Sturtevant 2008, for the search by samples",
	Own: true, Minutes: 1,
	Parameters: []Parameter{
		{Name: "seeds", Default: 100, Quick: 10, Least: 1, Most: 10_000, Text: "on the tree; of each game as many hands are dealt, and each is sampled with a seed of its own"},
		{Name: "doublings", Default: 16, Quick: 10, Least: 1, Most: 16, Text: "the most samples are 2 to this power: 16 is 65,536"},
		{Name: "cards", Default: 4, Quick: 3, Least: 1, Most: 5, Text: "dealt to each of three players"},
		{Name: "exploration", Default: 141, Quick: 141, Least: 0, Most: engine.MaxExploration, Text: "the exploration constant, in hundredths of the span of the scores"},
		seedParameter,
	},
	Choices: []string{
		"The comparison is ours: no number of a paper is printed here.",
		"A choice counts as right if its max^n value for the player to move is as good as that of the best choice. With one sample the leftmost move is chosen, so the first row shows how often that is right.",
		"The difference of a value is the mean of the samples at the root minus the max^n value, for the player to move, without its sign. The mean has samples of bad moves in it, too.",
		"On the tree of Korf’s Fig. 6 all seeds choose alike: wrong up to 4,096 samples, right from 8,192 on. The value depends on the seed while samples are few: its difference is 146±18 hundredths with 2 samples, and 124.1±0.1 with 256.",
		"In Spades the difference shrinks slowly: players are often indifferent there. Max^n then takes the leftmost move, and samples mix them all.",
		"Hands have few cards, because max^n searches them to their end. All hands are open.",
	},
	jobs: func(v Values) []Job {
		var names []string
		for _, c := range samplesColumns {
			names = append(names, c.title)
		}
		return dealsByColumns(v, v["seeds"], names)
	},
	run:  runSamples,
	rows: rowsSamples,
}

// runSamples returns, for 1, 2, 4 and so on samples, the difference of the value in hundredths of
// a point, and 1 if the choice is right.
func runSamples(ctx context.Context, v Values, j Job) (counts Counts, err error) {
	problem, exact, err := samplesProblem(ctx, v, j)
	if err != nil {
		return nil, err
	}
	uct, _ := algorithms.Find("mcts-maxn")
	for i := range v["doublings"] + 1 {
		o := engine.Options{Samples: 1 << i, HasSamples: true, Seed: searchSeed(j.Seed), HasSeed: true, Exploration: v["exploration"], HasExploration: true}
		result, err := uct.Run(ctx, problem, o, nil)
		if err != nil {
			return nil, err
		}
		best := slices.Max(exact)
		right := int64(0)
		if exact[result.Move] == best {
			right = 1
		}
		p := problem.Pos.Mover() - 1
		off := math.Abs(float64(result.Value[p]-best)) / float64(problem.Unit)
		counts = append(counts, int64(math.Round(100*off)), right)
	}
	return counts, nil
}

// samplesProblem returns the position of a job, and the max^n value of each of its moves for the
// player to move.
func samplesProblem(ctx context.Context, v Values, j Job) (p engine.Problem, exact []trees.Score, err error) {
	game := samplesColumns[j.Column].game
	if game == "" {
		tree, err := trees.ReadText(compare.SamplesTree)
		if err != nil {
			return p, nil, err
		}
		for _, k := range tree.Kids(0) {
			result, err := algorithms.Plain.Run(ctx, engine.OnTree(tree, int(k)), engine.Options{}, nil)
			if err != nil {
				return p, nil, err
			}
			exact = append(exact, result.Value[tree.Mover(0)-1])
		}
		return engine.OnTree(tree, 0), exact, nil
	}
	pos, err := openHands(game)(v, j)
	if err != nil {
		return p, nil, err
	}
	var value trees.Vector
	for move := range pos.Look(&value) {
		result, err := algorithms.Plain.Run(ctx, engine.OnGame(game, games.OnlyMove(pos, move)), engine.Options{}, nil)
		if err != nil {
			return p, nil, err
		}
		exact = append(exact, result.Value[pos.Mover()-1])
	}
	return engine.OnGame(game, pos), exact, nil
}

func rowsSamples(v Values, done *results) (rows []Row) {
	for column, c := range samplesColumns {
		for i := range v["doublings"] + 1 {
			at := func(k int, by float64) map[int]float64 {
				return done.byDeal(column, func(c Counts) (float64, bool) { return float64(c[2*i+k]) * by, true })
			}
			name := fmt.Sprintf("%s, %s", c.title, trees.Plural(1<<i, "sample"))
			rows = append(rows,
				done.shareRow(name+": right choices in percent", 100, at(1, 100)),
				done.meanRow(name+": difference of the value in hundredths of a point", nil, at(0, 1)))
		}
	}
	return rows
}
