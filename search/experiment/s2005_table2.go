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
	Minutes: 3,
	Parameters: []Parameter{
		{Name: "deals", Default: 100, Quick: 12, Least: 1, Most: 10_000, Text: "random deals to three players"},
		{Name: "cards", Default: 9, Quick: 6, Least: 1, Most: 9, Text: "dealt to each player; all of them are played"},
		{Name: "bids", Default: 1, Quick: 1, Least: 0, Most: 2, Text: "0: by high cards and trumps, as in the game; 1: the same, but the lowest bids are raised, or the highest lowered, until the sum is the number of tricks; 2: equal shares of the tricks"},
		{Name: "heuristic", Default: 1, Quick: 1, Least: 0, Most: 1, Text: "1: a leaf-value table skips the outcomes that the tricks taken make impossible, and the sum of MT includes the tricks taken; 0: neither does"},
		{Name: "bounds", Default: boundsInKey, Letter: letter(0), Quick: boundsInKey, Least: 0, Most: boundsInKey, Text: "what the transposition table stores. 0: exact values; 1: lower bounds, too; 2: all results, each for the bounds of the nodes above under which it was found"},
		{Name: "recalled", Default: 1, Letter: letter(0), Quick: 1, Least: 0, Most: 1, Text: "1: leaves and nodes whose value is in the transposition table count, too; 0: only expanded nodes count"},
		{Name: "slots", Default: 21, Quick: 18, Least: 10, Most: 21, Text: "of the transposition table, as a power of two"},
		gapsParameter, tableParameter(startsOfTricks, everywhere), ranksParameter, breakingParameter, rootParameter, seedParameter,
	},
	Choices: []string{
		"Guess: the paper only names the evaluation functions, except for the utility of its Table 1. NCS is this utility, MT the tricks taken. MoMB, mOT, smOT and WL are our readings, and OH is our score for Oh Hell!. The page of Spades and GET /api/v1/games define them.",
		"NCS and MT are searched only with the linear test, as the paper says, the others also with the leaf-value table. OH evaluates the same deals of Spades. The bound vector of MT has the tricks taken, too: the paper says that a monotonic heuristic is part of the bound vector (section 2.3.2) and that this is difficult only for a utility such as NCS (section 3). The sum must reach maxsum (section 2.3.1); the rule for whole numbers of Sturtevant 2003, section 4.4, is not used.",
		"Guess: bids. The paper uses a simple heuristic, but does not state it. Here a bid counts aces, guarded kings and trumps beyond the third, and bids are changed until they add up to all tricks. This choice changes the numbers most. In ten deals of seven cards with bids 0, whose sum is often smaller, there are 21 times as many nodes with mOT, 6 times with smOT, 2.2 times with OH, 1.3 times with MoMB, 0.64 times with NCS, and 0.07 times with WL. With equal shares (bids 2) the largest difference of a column is 12 per cent.",
		"What the transposition table stores. The paper does not say it. In a later version of the program an entry of max^n holds only for the same bound. Here the key has the bounds of the nodes above that speculative pruning uses, and all results are stored. The full tree is the same search without cuts. With bounds 0 the key has only the position, and the table only exact values: if a cut may have changed a value, it is searched again. Then the full tree of these ten deals has 0.55 times the nodes, NCS 0.63 times, and MT 0.82 times. With bounds 1 such a table also stores lower bounds; then a column gets smaller by 3 per cent at most, rounded.",
		"The tricks taken make outcomes impossible, as the paper explains (Figure 9). Without this (heuristic 0), the columns with a leaf-value table grow by 3 per cent (MoMB) to 65 per cent (smOT) in these deals, and MT by 49 per cent.",
		"The key of the table says who has the highest card of each suit, the second highest, and so on, who leads, and the tricks taken by each player. To the letter (ranks 0), the key has the exact cards. With other ranks the moves are in another order, so ties are broken differently.",
		"Where the table is used: as in a later version of the program, only at the start of a trick, after the first two tricks, and while at least two tricks are left. With at least three (table 3), the full tree of these ten deals has 2.7 times the nodes. To the letter (table 2), it is used everywhere.",
		"The size of the table is not in the paper. A later version of the program stores up to two million positions, so the table has 2^21 entries (slots 21). With the smallest size (slots 10) NCS has 3.3 times as many nodes in these deals. If no place is free, the entry that needed the fewest nodes is replaced. To the letter, the full tree is counted exactly: all positions that can be reached.",
		"Nodes: the moves that the search plays. So leaves and positions in the table count, and the root does not. To the letter (recalled 0), only expanded nodes count.",
		"Each reduction is relative to the full tree, as in the paper, not to the column on the left.",
		"Consecutive cards of a hand are one move, even if the cards between them were played or never dealt (25 of the 52 are not dealt). To the letter (gaps 0), only cards with adjacent ranks are one move.",
		"Guess: leading spades. A player may lead a spade only if a spade was already played or not dealt, or if the hand has nothing else. With 25 undealt cards this rarely matters.",
	},
	Open: &Open{
		Text: "MoMB, mOT and OH have 0.57, 0.26 and 0.46 times the printed nodes; the other numbers of nodes are near the printed ones. The paper only names these three, our copy of its text ends with the table, and the public program has no Spades. " +
			"So their definitions stay open, and the bids, on which they depend most. The factors below are for ten deals of seven cards.",
		Trials: []Trial{
			{"The key of the table has only the position (bounds 0)", "Full tree 0.55 times, NCS 0.63 times, MT 0.82 times"},
			{"The same, and the table is only used while three tricks are left (table 3)", "Full tree 1.61 times, NCS 1.77 times, MT 1.86 times"},
			{"The key has the exact cards (ranks 0)", "Full tree 1.90 times, NCS 1.92 times, MT 1.65 times"},
			{"The tricks taken are not used (heuristic 0)", "MT 1.49 times, smOT 1.65 times, OH 1.32 times"},
			{"The linear test has the rule for whole numbers, and no tricks taken", "MT is larger than with the tricks taken"},
			{"Bids that need not add up to the tricks (bids 0)", "mOT and smOT are far too large, WL far too small"},
			{"Searches of one trick, two tricks and so on, added up", "the full tree is several times the printed one"},
			{"Only the highest cards are dealt", "the full tree is larger than the printed one"},
		},
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
	{name: "MT", evaluation: tricksTaken, nodes: 1.1e6, reduction: 2.37},
	{name: "MoMB", evaluation: "momb", table: true, nodes: 400e3, reduction: 6.6},
	{name: "mOT", evaluation: "mot", table: true, nodes: 37.2e3, reduction: 71},
	{name: "smOT", evaluation: "smot", table: true, nodes: 8.6e3, reduction: 308},
	{name: "WL", evaluation: "wl", table: true, nodes: 788, reduction: 3362},
	{name: "OH", evaluation: "oh", table: true, nodes: 40.7e3, reduction: 65},
}

// boundsInKey is the value of the parameter bounds with which the key has the bounds, too.
const boundsInKey = 2

// outOfReach is above all scores of a hand.
const outOfReach = 1000 * trees.Unit

// tricksTaken is the evaluation whose values are what the heuristic bounds.
const tricksTaken = "tricks"

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
	if column.evaluation == "" && v["bounds"] != boundsInKey {
		return countPositions(ctx, pos, tablePlies(v["table"], pos, pos.Height()))
	}
	problem := engine.OnGame("spades", pos)
	if v["heuristic"] == 0 {
		problem.Pos = unbounded{pos}
	}
	problem.MaxNodes, problem.TableSize, problem.TableBounds = mostNodes, 1<<v["slots"], v["bounds"] == 1
	problem.TablePlies = tablePlies(v["table"], pos, pos.Height())
	problem.TableChains = v["bounds"] == boundsInKey
	problem.LinearBounds = column.evaluation == tricksTaken
	if column.evaluation == "" { // nothing reaches these bounds, so nothing is cut
		problem.MaxSum, problem.MaxP = trees.Some(outOfReach), trees.Limits{}
	}
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
	if v["bids"] == 0 || evaluation == "" || evaluation == tricksTaken {
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
