package experiment

import (
	"context"
	"math/rand/v2"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// Chinese Checkers.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n", IJCAI 2003,
// section 5.1 and Table 10: nodes of iterative searches to depth 6 in thirty games that
// speculative max^n plays, of the first ten moves of each position.

var s2003Table10 = Experiment{
	ID: "s2003-table10", Title: "Nodes in games of Chinese Checkers", Paper: "Sturtevant 2003, Table 10",
	Minutes: 10,
	Parameters: []Parameter{
		{Name: "games", Default: 30, Quick: 3, Least: 1, Most: 1000, Text: "of three players"},
		{Name: "moves", Default: 150, Quick: 12, Least: 1, Most: 1000, Text: "by all players together, after which a game ends without a winner"},
		{Name: "opening", Default: 6, Quick: 6, Least: 0, Most: 100, Text: "random moves at the start of a game, in addition"},
		{Name: "depth", Default: 6, Quick: 5, Least: 1, Most: 8, Text: "of the search"},
		{Name: "top", Default: 10, Quick: 10, Least: 1, Most: 200, Text: "moves that are searched in a position: those that go farthest"},
		{Name: "size", Default: 4, Quick: 4, Least: 1, Most: 4, Text: "of the star"},
		{Name: "iterated", Default: 1, Quick: 1, Least: 0, Most: 1, Text: "1: the nodes of all depths from 1 are added up; 0: only the nodes of the last depth count"},
		{Name: "discrete", Default: 0, Quick: 0, Least: 0, Most: 1, Text: "1: speculative max^n also uses the rules for whole-number scores (section 4.4); 0: it does not"},
		seedParameter,
	},
	Choices: []string{
		"Guess: evaluation. The paper says that it is based on all players' scores. Here it is three times the rows that the player's own pieces have crossed, minus the rows of all players; a win adds more than any rows.",
		"Guess: the thirty games. They would all be the same, so each starts with random moves, chosen from the first ten (top) of a position. The paper does not say how its games differ.",
		"Guess: about 50 moves per game. We read this as 50 by each player. A game ends after 150 moves, or when a player has won.",
		"Roots do not count: then plain max^n with ten moves per position has 1,234,560 nodes, and perfect order has 84,927, as the paper says.",
		"Guess: discrete cutoff evaluations (section 4.4). The text does not say whether they were used. We do not use them; discrete 1 does.",
		"Perfect order: a tree of the same size whose leaves are all equal. Speculative max^n finds its value with the fewest nodes.",
		"Each number is the mean over all games of the mean over the positions of a game.",
	},
	jobs: func(v Values) []Job {
		jobs := dealsByColumns(v, v["games"], []string{plainMaxN, speculativeMaxN})
		return append(jobs, Job{Column: 2, Name: "Perfect order"})
	},
	run:  runS2003Table10,
	rows: rowsS2003Table10,
}

const (
	plainMaxN       = "Plain max^n"
	speculativeMaxN = "Speculative max^n"
)

// runS2003Table10 returns the number of positions and of all nodes searched there.
func runS2003Table10(ctx context.Context, v Values, j Job) (Counts, error) {
	switch j.Column {
	case 0:
		return playStars(ctx, v, j, func(pos games.Position) (int64, error) {
			give, err := engine.TakeTurn(ctx)
			defer give()
			if err != nil {
				return 0, err
			}
			return sumOfDepths(v, countLevels(ctx, pos, v["depth"])), ctx.Err()
		})
	case 1:
		return playStars(ctx, v, j, func(pos games.Position) (int64, error) {
			return speculativeNodes(ctx, v, func(int) (engine.Problem, error) {
				return engine.OnGame("chinese-checkers", pos), nil
			})
		})
	}
	nodes, err := speculativeNodes(ctx, v, func(depth int) (engine.Problem, error) {
		return engine.OnGenerated(games.Generator{Kind: games.Equal, Branching: v["top"], Depth: depth, Players: 3, MaxSum: 3})
	})
	if err != nil {
		return nil, err
	}
	return Counts{1, nodes}, nil
}

// playStars plays a game by speculative max^n at full depth, and adds up what count
// returns at each position.
func playStars(ctx context.Context, v Values, j Job, count func(pos games.Position) (int64, error)) (Counts, error) {
	pos, err := openStars(v, j)
	if err != nil {
		return nil, err
	}
	total := Counts{0, 0}
	for range v["moves"] {
		if pos.Mover() == 0 {
			break
		}
		nodes, err := count(pos)
		if err != nil {
			return nil, err
		}
		total[0]++
		total[1] += nodes
		res, err := speculativeSearch(ctx, v, engine.OnGame("chinese-checkers", pos), v["depth"], true)
		if err != nil {
			return nil, err
		}
		var value trees.Vector
		pos.Do(firstMove(&res), &value)
	}
	return total, nil
}

// openStars returns the position after the random moves, with the evaluation of the paper.
func openStars(v Values, j Job) (games.Position, error) { return openStarsBy("rows", v, j) }

// openStarsBy returns that with an evaluation of the game.
func openStarsBy(evaluation string, v Values, j Job) (games.Position, error) {
	pos, err := games.Open(&games.Document{ID: "chinese-checkers", Values: map[string]any{"players": 3, "size": v["size"], "top": v["top"], "evaluation": evaluation}})
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(uint64(j.Seed), 0))
	var value trees.Vector
	moves := pos.Look(&value)
	for range v["opening"] {
		if moves == 0 {
			break
		}
		moves, _ = pos.Do(rng.IntN(moves), &value)
	}
	return pos, nil
}

func speculativeSearch(ctx context.Context, v Values, problem engine.Problem, depth int, line bool) (engine.Result, error) {
	problem.MaxNodes, problem.Numbered = mostNodes, line
	speculative, _ := algorithms.Find("speculative")
	return speculative.Run(ctx, problem, engine.Options{Depth: depth, HasDepth: true, Discrete: v["discrete"] == 1}, nil)
}

// firstMove returns the move of a numbered search: the children of the root have the first
// numbers after it.
func firstMove(res *engine.Result) int { return int(res.Line[1]) - 1 }

// speculativeNodes returns the nodes of all searches at a position, without their roots.
// problem returns the problem of a search to the given depth.
func speculativeNodes(ctx context.Context, v Values, problem func(depth int) (engine.Problem, error)) (nodes int64, err error) {
	first := v["depth"]
	if v["iterated"] == 1 {
		first = 1
	}
	for depth := first; depth <= v["depth"]; depth++ {
		p, err := problem(depth)
		if err != nil {
			return 0, err
		}
		res, err := speculativeSearch(ctx, v, p, depth, false)
		if err != nil {
			return 0, err
		}
		nodes += int64(res.Stats.Nodes) - 1
	}
	return nodes, nil
}

// sumOfDepths returns the same for searches that enter every node: levels are the nodes at
// each ply.
func sumOfDepths(v Values, levels []int64) (nodes int64) {
	depth := len(levels) - 1
	for ply := 1; ply <= depth; ply++ {
		searches := 1
		if v["iterated"] == 1 {
			searches = depth - ply + 1
		}
		nodes += int64(searches) * levels[ply]
	}
	return nodes
}

// countLevels returns the nodes at each ply of a whole tree. The last ply is counted
// without being visited.
func countLevels(ctx context.Context, pos trees.Position, depth int) []int64 {
	levels := make([]int64, depth+1)
	var v trees.Vector
	var walk func(moves, ply int)
	walk = func(moves, ply int) {
		levels[ply]++
		switch {
		case ply == depth:
		case ply == depth-1:
			levels[depth] += int64(moves)
		case ply < 3 && engine.PassTurn(ctx) != nil: // the caller returns the error
		default:
			for i := range moves {
				below, _ := pos.Do(i, &v)
				walk(below, ply+1)
				pos.Undo()
			}
		}
	}
	walk(pos.Look(&v), 0)
	return levels
}

func rowsS2003Table10(_ Values, done *results) []Row {
	nodes := func(c Counts) (float64, bool) { return float64(c[1]) / float64(c[0]), c[0] > 0 }
	plain, speculative := done.byDeal(0, nodes), done.byDeal(1, nodes)
	return []Row{
		done.meanRow(plainMaxN+", nodes", value(1.2e6), plain),
		done.meanRow(speculativeMaxN+", nodes", value(100_000), speculative),
		done.meanRow("Perfect order, nodes", value(84_927), done.byDeal(2, nodes)),
		done.ratioRow(speculativeMaxN+", reduction", nil, plain, speculative),
	}
}
