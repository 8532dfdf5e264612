package experiment

import (
	"context"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees/games"
)

// Sergeant Major.
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games", AAAI 2000,
// "Experimental Results", Table 2: the nodes of 200 random trees of the first five tricks.

var sk2000Table2 = Experiment{
	ID: "sk2000-table2", Title: "Nodes in the first tricks of Sergeant Major", Paper: "Sturtevant & Korf 2000, Table 2",
	Minutes: 11,
	Parameters: []Parameter{
		{Name: "deals", Default: 200, Quick: 8, Least: 1, Most: 10_000, Text: "random deals to three players"},
		{Name: "cards", Default: 16, Quick: 16, Least: 1, Most: 17, Text: "dealt to each player"},
		{Name: "tricks", Default: 5, Quick: 4, Least: 1, Most: 6, Text: "after which the search ends"},
		{Name: "integer", Default: 1, Quick: 1, Least: 0, Most: 1, Text: "1: Shallow and ABBnB use that scores are whole numbers, as in an aside of the paper; 0: they do not"},
		{Name: "leaves", Default: 1, Quick: 1, Least: 0, Most: 1, Text: "1: leaves count as nodes, too; 0: only inner nodes count"},
		gapsParameter, rootParameter, seedParameter,
	},
	Choices: []string{
		"Nodes: the paper counts node expansions, but does not say whether leaves count. The program counts the moves that it plays, so leaves count and the root does not. With root 1 the root counts, too; with leaves 0 only inner nodes count.",
		"Guess: maxsum: 16 in the paper's description of the game. Here it is the number of tricks searched, 5: no leaf has more, and with 16 shallow pruning never cuts.",
		"The full tree: the text gives an average of 33 billion nodes, the table 3.33 billion. We use the number of the table, because only this gives the reduction by 102. The tree is not searched, but counted exactly with a table of positions.",
		"Whole numbers. With ties to the left and whole-number scores, a node can be cut one point earlier, says an aside of the paper. The paper does not say whether the table was measured with this rule. In a later version of the program the players give max^n the smallest change of a score, to be used in shallow pruning; so we use the rule. Only with it is the order of DFBnB and Shallow as in the table: in 200 deals of three tricks Shallow visits 2.8 times the nodes of DFBnB without it and 0.9 times with it; the table has 0.8. With integer 0 it is not used.",
		"Consecutive cards of a hand are one move. For the program, cards are consecutive even if the cards between them were played to an earlier trick, are beaten in the current trick, or are among the four undealt cards. To the letter (gaps 0), they are not; then the full trees are 2.7 times as large.",
		"DFBnB is branch and bound with many players: its bounds are the tricks taken and the tricks that the others have not taken.",
		"ABBnB uses the bound of the previous player only if it is below maxsum. As printed, the test cuts first children, too.",
		"Player 1 leads, and no suit is trump.",
		"Guess: the text does not say how paranoid search uses the heuristic. Here a node is cut if its bounds are outside the window, or if its value reaches its own bound.",
	},
	Open: &Open{
		Text: "In proportion to the full tree, DFBnB and Shallow have nearly the printed number of nodes, but ABBnB 1.5 times what is printed. The paper’s procedure and the later version of the program show no other cut. " +
			"Paranoid with the heuristic cannot be decided with 200 deals: in ten other sets of as many deals, the means are between 26,000 and 94,000 nodes, and that of all ten is 59,000±21,000. The printed 36,121 is between the least and the largest of these means, and ours is below all of them: 200 deals rarely contain the few that decide this mean, so the interval in the table is too narrow.",
		Trials: []Trial{
			{"Scores are not whole numbers (integer 0)", "Shallow visits 2.8 times the nodes of DFBnB in deals of three tricks; the table has 0.8"},
			{"To the letter", "the full tree has 2.7 times the nodes, Paranoid with heuristic 1.5 times; the factor of ABBnB is 14.2"},
			{"More deals", "Paranoid: 491,000±89,000 nodes"},
		},
	},
	jobs: func(v Values) []Job { return dealsByColumns(v, v["deals"], sk2000Names()) },
	run:  runSK2000Table2,
	rows: rowsSK2000Table2,
}

// sk2000Columns are the columns of the table, from left to right.
var sk2000Columns = []struct {
	name             string
	algorithm        string // "": the whole tree is counted
	options          engine.Options
	nodes, reduction float64 // as printed
}{
	{name: "Full tree", nodes: 3.33e9},
	{name: "DFBnB", algorithm: "bnb", nodes: 32.7e6, reduction: 102},
	{name: "Shallow", algorithm: "shallow", nodes: 26.8e6, reduction: 1.22},
	{name: "ABBnB", algorithm: "abbnb", nodes: 1.43e6, reduction: 18.7},
	{name: "Paranoid", algorithm: "paranoid", nodes: 437_600, reduction: 3.27},
	{name: "Paranoid with heuristic", algorithm: "paranoid", options: engine.Options{Heuristic: true}, nodes: 36_121, reduction: 12.1},
}

func sk2000Names() (names []string) {
	for _, c := range sk2000Columns {
		names = append(names, c.name)
	}
	return names
}

// runSK2000Table2 returns the number of inner nodes and of leaves.
func runSK2000Table2(ctx context.Context, v Values, j Job) (Counts, error) {
	pos, err := dealSergeantMajor(v, j)
	if err != nil {
		return nil, err
	}
	column := &sk2000Columns[j.Column]
	if column.algorithm == "" {
		size, err := countTree(ctx, pos.(shaped))
		if err != nil {
			return nil, err
		}
		return Counts{size.inner, size.leaves}, nil
	}
	if v["integer"] == 1 && (column.algorithm == "shallow" || column.algorithm == "abbnb") {
		s := newIntegerSearch(ctx, pos, column.algorithm == "abbnb")
		if _, err := s.run(); err != nil {
			return nil, err
		}
		return Counts{s.inner, s.leaves}, nil
	}
	problem := engine.OnGame("sergeant-major", pos)
	problem.MaxNodes = mostNodes
	algorithm, _ := algorithms.Find(column.algorithm)
	res, err := algorithm.Run(ctx, problem, column.options, nil)
	if err != nil {
		return nil, err
	}
	return Counts{int64(res.Stats.Expanded()), int64(res.Stats.Leaves)}, nil
}

// dealSergeantMajor returns the deal of a job, by the rules of v. Relative ranks only
// change the shape by which the full tree is counted: equal shapes have equal trees.
func dealSergeantMajor(v Values, j Job) (games.Position, error) {
	pos, err := deal("sergeant-major", v, j, map[string]any{"tricks": min(v["tricks"], v["cards"])})
	if err != nil || v["gaps"] == 0 {
		return pos, err
	}
	return games.WithPast(pos, games.Past{Gaps: true, Ranks: true})
}

// mostNodes is the limit for a search that must end: it takes some hours.
const mostNodes = 1 << 40

// deal returns the deal of a job to three players, with more fields of its document.
func deal(game string, v Values, j Job, more map[string]any) (games.Position, error) {
	fields := map[string]any{"players": 3, "cards": v["cards"], "seed": int(j.Seed)}
	for name, value := range more {
		fields[name] = value
	}
	return games.Open(&games.Document{ID: game, Values: fields})
}

func rowsSK2000Table2(v Values, done *results) (rows []Row) {
	nodes := func(c Counts) (float64, bool) {
		n := c[0] + int64(v["root"]-1)
		if v["leaves"] == 1 {
			n += c[1]
		}
		return float64(n), true
	}
	for i, c := range sk2000Columns {
		rows = append(rows, done.meanRow(c.name+", nodes", value(c.nodes), done.byDeal(i, nodes)))
	}
	for i, c := range sk2000Columns[1:] {
		rows = append(rows, done.ratioRow(c.name+", reduction", value(c.reduction), done.byDeal(i, nodes), done.byDeal(i+1, nodes)))
	}
	return rows
}
