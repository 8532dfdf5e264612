package experiment

import (
	"context"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// Spades with evaluation functions of the bids.
//
// N. Sturtevant, "Leaf-value tables for pruning non-zero-sum games", IJCAI 2005, section
// 5.1 and Table 2: the nodes expanded for the first move of 100 hands of nine cards, by
// speculative pruning with a transposition table.

var s2005Table2 = Experiment{
	ID: "s2005-table2", Title: "Nodes of Spades with leaf-value tables", Paper: "Sturtevant 2005, Table 2",
	Minutes: 1,
	Parameters: []Parameter{
		{Name: "deals", Default: 100, Quick: 12, Least: 1, Most: 10_000, Text: "random deals to three players"},
		{Name: "cards", Default: 9, Quick: 6, Least: 1, Most: 9, Text: "dealt to each player; all of them are played"},
		{Name: "bids", Default: 1, Quick: 1, Least: 0, Most: 2, Text: "0: by high cards and trumps, as in the game; 1: the same, but the lowest bids are raised, or the highest lowered, until the sum is the number of tricks; 2: equal shares of the tricks"},
		{Name: "heuristic", Default: 1, Quick: 1, Least: 0, Most: 1, Text: "1: a leaf-value table skips the outcomes that the tricks taken make impossible; 0: it does not"},
		{Name: "bounds", Default: 0, Quick: 0, Least: 0, Most: 1, Text: "1: the transposition table stores lower bounds, too; 0: only exact values"},
		{Name: "recalled", Default: 1, Letter: letter(0), Quick: 1, Least: 0, Most: 1, Text: "1: leaves and nodes whose value is in the transposition table count, too; 0: only expanded nodes count"},
		{Name: "slots", Default: 20, Quick: 18, Least: 10, Most: 21, Text: "of the transposition table, as a power of two"},
		gapsParameter, tableParameter(earlierStarts, everywhere), ranksParameter, breakingParameter, rootParameter, seedParameter,
	},
	Choices: []string{
		"The paper only names the evaluation functions, except for the utility of its Table 1. NCS is this utility, MT the tricks taken. MoMB, mOT, smOT and WL are our readings, and OH is our score for Oh Hell!. The page of Spades and GET /api/v1/games define them.",
		"NCS and MT are searched only with the linear test, as the paper says, the others also with the leaf-value table. OH evaluates the same deals of Spades.",
		"Bids: the paper uses a simple heuristic, but does not state it. Here a bid counts aces, guarded kings and trumps beyond the third, and bids are changed until they add up to all tricks. This choice changes the numbers most. In ten deals of seven cards with bids 0, whose sum is often smaller, there are 27 times as many nodes with mOT, 4 times with smOT, 2 times with OH, 1.5 times with MoMB, 0.6 times with NCS, and 0.04 times with WL. With equal shares (bids 2) no column differs by more than 10 per cent.",
		"The transposition table: the paper does not say what it stores. Here it stores only exact values: if a cut may have changed a value, it is searched again. With bounds 1 it also stores lower bounds of such values; then no column of these ten deals gets more than 3 per cent smaller.",
		"The tricks taken make outcomes impossible, as the paper explains (Figure 9). Without this (heuristic 0), the columns with a leaf-value table grow by 2 per cent (MoMB) to 53 per cent (smOT) in these deals.",
		"The key of the table says who has the highest card of each suit, the second highest, and so on, who leads, and the tricks taken by each player. To the letter (ranks 0), the key has the exact cards. With other ranks the moves are in another order, so ties are broken differently.",
		"Where the table is used: only at the start of a trick, after the first two tricks, and while at least three tricks are left. A later version of the program also uses it while two tricks are left (table 1): then the full tree has 1.1 million nodes, less than half of the printed number. To the letter (table 2), it is used everywhere.",
		"The size of the table is not in the paper. With the smallest size (slots 10) NCS has 66 times as many nodes in these deals. If the table is full, the entry that needed the fewest nodes is replaced. The full tree is counted exactly: all positions that can be reached.",
		"Nodes: the moves that the search plays. So leaves and positions in the table count, and the root does not. To the letter (recalled 0), only expanded nodes count.",
		"Each reduction is relative to the full tree, as in the paper, not to the column on the left.",
		"Consecutive cards of a hand are one move, even if the cards between them were played or never dealt (25 of the 52 are not dealt). To the letter (gaps 0), only cards with adjacent ranks are one move.",
		"Leading spades: a player may lead a spade only if a spade was already played or not dealt, or if the hand has nothing else. With 25 undealt cards this rarely matters.",
	},
	jobs: func(v Values) []Job { return dealsByColumns(v, v["deals"], s2005Names()) },
	run:  runS2005Table2,
	rows: rowsS2005Table2,
}

// s2005Columns are the columns of the table, from left to right.
var s2005Columns = []struct {
	name             string
	evaluation       string // "": the whole tree is counted
	table            bool   // with a leaf-value table
	nodes, reduction float64
}{
	{name: "Full tree", nodes: 2.7e6},
	{name: "NCS", evaluation: "ncs", nodes: 1.9e6, reduction: 1.36},
	{name: "MT", evaluation: "tricks", nodes: 1.1e6, reduction: 2.37},
	{name: "MoMB", evaluation: "momb", table: true, nodes: 400e3, reduction: 6.6},
	{name: "mOT", evaluation: "mot", table: true, nodes: 37.2e3, reduction: 71},
	{name: "smOT", evaluation: "smot", table: true, nodes: 8.6e3, reduction: 308},
	{name: "WL", evaluation: "wl", table: true, nodes: 788, reduction: 3362},
	{name: "OH", evaluation: "oh", table: true, nodes: 40.7e3, reduction: 65},
}

func s2005Names() (names []string) {
	for _, c := range s2005Columns {
		names = append(names, c.name)
	}
	return names
}

// runS2005Table2 returns the number of expanded nodes, and of all nodes entered.
func runS2005Table2(ctx context.Context, v Values, j Job) (Counts, error) {
	column := &s2005Columns[j.Column]
	pos, err := dealSpades(v, j, column.evaluation)
	if err != nil {
		return nil, err
	}
	if column.evaluation == "" {
		return countPositions(ctx, pos, tablePlies(v["table"], pos, pos.Height()))
	}
	problem := engine.OnGame("spades", pos)
	if v["heuristic"] == 0 {
		problem.Pos = unbounded{pos}
	}
	problem.MaxNodes, problem.TableSize, problem.TableBounds = mostNodes, 1<<v["slots"], v["bounds"] == 1
	problem.TablePlies = tablePlies(v["table"], pos, pos.Height())
	speculative, _ := algorithms.Find("speculative")
	res, err := speculative.Run(ctx, problem, engine.Options{Transposition: v["table"] > 0, Table: column.table}, nil)
	if err != nil {
		return nil, err
	}
	return Counts{int64(res.Stats.Expanded() - res.Recalled), int64(res.Stats.Nodes)}, nil
}

// dealSpades returns the deal of a job, with the bids of v.
func dealSpades(v Values, j Job, evaluation string) (games.Position, error) {
	more := map[string]any{}
	if evaluation != "" {
		more["evaluation"] = evaluation
	}
	pos, err := deal("spades", v, j, more)
	past := games.Past{Gaps: v["gaps"] == 1, Breaking: v["breaking"] == 1, Ranks: v["ranks"] == 1}
	if err != nil {
		return nil, err
	}
	if v["bids"] == 0 || evaluation == "" || evaluation == "tricks" {
		return games.WithPast(pos, past)
	}
	bids := pos.(interface{ Bids() []int }).Bids()
	if v["bids"] == 2 {
		clear(bids)
	}
	more["bids"] = addingUpTo(v["cards"], bids)
	if pos, err = deal("spades", v, j, more); err != nil {
		return nil, err
	}
	return games.WithPast(pos, past)
}

// addingUpTo raises the lowest bid by 1, or lowers the highest, until all add up to the
// tricks. Of equal bids it takes the first.
func addingUpTo(tricks int, bids []int) []int {
	for sum(bids) < tricks {
		bids[slices.Index(bids, slices.Min(bids))]++
	}
	for sum(bids) > tricks {
		bids[slices.Index(bids, slices.Max(bids))]--
	}
	return bids
}

func sum(numbers []int) (sum int) {
	for _, n := range numbers {
		sum += n
	}
	return sum
}

// unbounded is a position without bounds of values and outcomes.
type unbounded struct{ games.Position }

// A positionCounter counts the positions of a game of tricks that can be reached. Those
// within a trick are reached only from its start, so only the starts are stored.
type positionCounter struct {
	ctx     context.Context
	pos     games.Position
	keeps   []bool          // by ply: whether a position that is reached again is not counted again
	starts  map[uint64]bool // by hash
	counts  Counts
	stopped bool
}

// countPositions returns the number of inner nodes that a search without pruning expands, and
// the number of nodes that it visits. At the plies of keeps it expands each position only once.
func countPositions(ctx context.Context, pos games.Position, keeps []bool) (Counts, error) {
	give, err := engine.TakeTurn(ctx)
	defer give()
	if err != nil {
		return nil, err
	}
	c := &positionCounter{ctx: ctx, pos: pos, keeps: keeps, starts: map[uint64]bool{}, counts: Counts{0, 0}}
	var v trees.Vector
	c.count(pos.Look(&v), 0)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return c.counts, nil
}

func (c *positionCounter) count(moves, ply int) {
	if c.counts[1]++; c.counts[1]%4096 == 0 {
		c.stopped = engine.PassTurn(c.ctx) != nil
	}
	if moves == 0 || c.stopped {
		return
	}
	if c.keeps[ply] && ply%c.pos.Players() == 0 { // within a trick nothing is reached again
		hash := c.pos.Hash()
		if c.starts[hash] {
			return
		}
		c.starts[hash] = true
	}
	c.counts[0]++
	var v trees.Vector
	for i := range moves {
		below, _ := c.pos.Do(i, &v)
		c.count(below, ply+1)
		c.pos.Undo()
	}
}

func rowsS2005Table2(v Values, done *results) (rows []Row) {
	nodes := func(c Counts) (float64, bool) { return float64(c[v["recalled"]] + int64(v["root"]-1)), true }
	full := done.byDeal(0, nodes)
	for i, c := range s2005Columns {
		rows = append(rows, done.meanRow(c.name+", nodes", value(c.nodes), done.byDeal(i, nodes)))
	}
	for i, c := range s2005Columns[1:] {
		rows = append(rows, done.ratioRow(c.name+", reduction", value(c.reduction), full, done.byDeal(i+1, nodes)))
	}
	return rows
}
