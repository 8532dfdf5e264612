package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/interval"
	"espalier/trees"
	"espalier/trees/games"
)

// Pathology: does a deeper search choose worse?
//
// D. Nau, "An investigation of the causes of pathology in games", Artificial Intelligence 19 (1982):
// boards with independent squares (P-games), and boards where neighbours are alike (N-games).
// D. Beal, "An analysis of minimax", Advances in Computer Chess 2 (1980): static values whose errors are
// independent, and equally large at each depth.
//
// A static value that counts squares has few values near the end of a game, so a deep search often values both
// halves alike. Such a tie is not a wrong choice, and is counted by itself.

// splittingKinds are the columns of the experiment, by the names in its rows.
var splittingKinds = []struct {
	name, title string
	doublings   string // the parameter with its size
	play        func(v Values, j Job) (*splittingGame, error)
}{
	{"independent squares", "Board splitting, independent squares", "doublings", independentSquares},
	{"neighbours alike", "Board splitting, neighbours alike", "doublings", neighboursAlike},
	{"larger boards", "Board splitting, independent squares on larger boards", "larger", largerBoard},
	{"random values", "Random values at the leaves; the static value is their mean", "doublings", randomValues},
	{"constant error", "Independent squares; the static value is the right one with an error", "doublings", constantError},
}

// boardKinds is the number of kinds whose jobs come first, as they did when there were no others.
const boardKinds = 2

var nau1982 = Experiment{
	ID: "nau1982", Title: "Board splitting: is deeper worse?", Paper: "Nau 1982", Own: true,
	Parameters: []Parameter{
		{Name: "boards", Default: 10_000, Quick: 300, Least: 1, Most: 100_000, Text: "of each kind"},
		{Name: "doublings", Default: 5, Quick: 4, Least: 1, Most: 5, Text: "the side of a board is 2 to this power: 5 is a side of 32, and 10 plies"},
		{Name: "share", Default: 62, Quick: 62, Least: 1, Most: 99, Text: "percentage of squares of player 1 on boards with independent squares"},
		{Name: "larger", Default: 7, Quick: 5, Least: 1, Most: 8, Text: "the same as doublings, for the larger boards: 7 is a side of 128, and 14 plies"},
		{Name: "error", Default: 60, Quick: 60, Least: 0, Most: 1_000, Text: "the standard deviation of a constant error, in percent of the difference between a win and a loss"},
		seedParameter,
	},
	Excluded: "boards on which both halves are worth the same",
	Choices: []string{
		"We have the definitions of both kinds of boards from later texts, not the paper itself, so its numbers are not printed here.",
		"A board counts only if one half is better than the other. On boards of squares: one half wins for player 1 and the other loses. n is the number of boards that count.",
		"Right, tie, wrong: the search prefers the better half, values both alike, or prefers the worse half. In the column “a tie as half” a tie counts half, as if a coin decided.",
		"Ties settled: where a depth values both halves alike, the choice of the depth before holds, as in a search that deepens step by step. If no depth before had a choice either, the tie counts half.",
		"Gain over depth 1: how much larger this share is than at depth 1, on the same boards. A depth is called worse only if that holds for all depths of a table together (Holm).",
		"On boards of squares the static value is the share of the squares of a player, as in the game on this site.",
		"With 62 percent, about the golden ratio, the chance of player 1 to win stays the same at every size. With other shares one of the players soon wins nearly always, so that few boards count.",
		"Random values: each leaf is a random number from 0 to 1, so nothing is ever tied. Constant error (Beal 1980): the static value is 1 for a win and 0 for a loss, with a normal error that is independent of all others and no smaller near the end.",
		"A search to the end of the game, or to one ply before it on boards of squares, sees everything and is right.",
	},
	jobs: func(v Values) []Job {
		var names []string
		for _, k := range splittingKinds {
			names = append(names, k.name)
		}
		jobs := dealsByColumns(v, v["boards"], names[:boardKinds])
		for _, j := range dealsByColumns(v, v["boards"], names[boardKinds:]) {
			j.Column += boardKinds
			jobs = append(jobs, j)
		}
		return jobs
	},
	run:   runNau1982,
	rows:  rowsNau1982,
	grids: gridsNau1982,
}

// The choice of a depth, as counted.
const (
	wrongChoice = iota
	tiedChoice
	rightChoice
)

// A splittingGame is a game with two moves at each node. Player 1 moves first.
type splittingGame struct {
	height int
	// ahead returns by how much a search to a depth prefers the first half to the second one.
	ahead func(ctx context.Context, depth int) (float64, error)
}

// runNau1982 returns the choice for each depth from 1 to the end of the game, and nothing for a board that
// does not count.
func runNau1982(ctx context.Context, v Values, j Job) (Counts, error) {
	g, err := splittingKinds[j.Column].play(v, j)
	if err != nil {
		return nil, err
	}
	truth, err := g.ahead(ctx, g.height)
	if err != nil || truth == 0 {
		return Counts{}, err
	}
	counts := make(Counts, g.height)
	for i := range counts {
		seen, err := g.ahead(ctx, i+1)
		switch {
		case err != nil:
			return nil, err
		case seen == 0:
			counts[i] = tiedChoice
		case seen > 0 == (truth > 0):
			counts[i] = rightChoice
		}
	}
	return counts, nil
}

// settledChoice returns the choice of a depth; of a tie, that of the last depth before that had none.
func settledChoice(c Counts, depth int) int64 {
	for depth > 0 && c[depth] == tiedChoice {
		depth--
	}
	return c[depth]
}

func independentSquares(v Values, j Job) (*splittingGame, error) {
	return boardGame(map[string]any{"size": 1 << v["doublings"], "seed": int(j.Seed), "share": v["share"]})
}

func neighboursAlike(v Values, j Job) (*splittingGame, error) {
	return boardGame(map[string]any{"size": 1 << v["doublings"], "seed": int(j.Seed), "alike": true})
}

// boardGame is a board of the game on this site, which a plain search of the engine searches.
func boardGame(values map[string]any) (*splittingGame, error) {
	doc := &games.Document{ID: "board-splitting", Values: values}
	pos, err := games.Open(doc)
	if err != nil {
		return nil, err
	}
	return &splittingGame{pos.Height(), func(ctx context.Context, depth int) (float64, error) {
		var of [2]trees.Score
		for half := range of {
			result, err := algorithms.Plain.Run(ctx, engine.OnGame(doc.ID, games.OnlyMove(pos, half)), engine.Options{Depth: depth, HasDepth: true}, nil)
			if err != nil {
				return 0, err
			}
			of[half] = result.Value[0]
		}
		return float64(of[0] - of[1]), nil
	}}, nil
}

// largerBoard has the independent squares of a board that is too large to be drawn.
func largerBoard(v Values, j Job) (*splittingGame, error) {
	return byLevels(meansAbove(squares(v, v["larger"], boardRandom(j)))), nil
}

func randomValues(v Values, j Job) (*splittingGame, error) {
	rng := boardRandom(j)
	leaves := make([]float64, 1<<(2*v["doublings"]))
	for i := range leaves {
		leaves[i] = rng.Float64()
	}
	return byLevels(meansAbove(leaves)), nil
}

func constantError(v Values, j Job) (*splittingGame, error) {
	rng := boardRandom(j)
	static := bestAbove(squares(v, v["doublings"], rng))
	for _, level := range static[:len(static)-1] {
		for i := range level {
			level[i] += rng.NormFloat64() * float64(v["error"]) / 100
		}
	}
	return byLevels(static), nil
}

// squares returns 1 for each square of player 1 and 0 for each of player 2.
func squares(v Values, doublings int, rng *rand.Rand) []float64 {
	owned := make([]float64, 1<<(2*doublings))
	for i := range owned {
		if rng.IntN(100) < v["share"] {
			owned[i] = 1
		}
	}
	return owned
}

func boardRandom(j Job) *rand.Rand { return rand.New(rand.NewPCG(1982, uint64(j.Seed))) }

// byLevels is a game with the given static values: those of node i of a level are above 2i and 2i + 1 of the
// next one.
func byLevels(static [][]float64) *splittingGame {
	return &splittingGame{len(static) - 1, func(ctx context.Context, depth int) (float64, error) {
		if err := engine.PassTurn(ctx); err != nil {
			return 0, err
		}
		halves := backUp(static[depth], depth, 1)
		return halves[0] - halves[1], nil
	}}
}

// backUp returns the values of a level by minimax, from those of a deeper one. Player 1 moves at even levels.
func backUp(values []float64, from, to int) []float64 {
	for level := from - 1; level >= to; level-- {
		above := make([]float64, len(values)/2)
		for i := range above {
			if x, y := values[2*i], values[2*i+1]; level%2 == 0 {
				above[i] = max(x, y)
			} else {
				above[i] = min(x, y)
			}
		}
		values = above
	}
	return values
}

// bestAbove returns the minimax values of all levels above leaves, and the leaves.
func bestAbove(leaves []float64) [][]float64 {
	return levelsAbove(leaves, func(level int, below []float64) []float64 { return backUp(below, level+1, level) })
}

// meansAbove returns the means of the leaves below the nodes of all levels, and the leaves.
func meansAbove(leaves []float64) [][]float64 {
	return levelsAbove(leaves, func(_ int, below []float64) []float64 {
		above := make([]float64, len(below)/2)
		for i := range above {
			above[i] = (below[2*i] + below[2*i+1]) / 2
		}
		return above
	})
}

func levelsAbove(leaves []float64, above func(level int, below []float64) []float64) (levels [][]float64) {
	height := 0
	for 1<<height < len(leaves) {
		height++
	}
	levels = make([][]float64, height+1)
	levels[height] = leaves
	for level := height - 1; level >= 0; level-- {
		levels[level] = above(level, levels[level+1])
	}
	return levels
}

// splittingRows are the rows of a depth, and their columns in the table of a kind.
var splittingRows = []struct {
	row, column string
	share       bool                            // each board is 0 or 1
	halves      func(c Counts, depth int) int64 // the share of a board, in halves
}{
	{"right without a tie", "right", true, func(c Counts, depth int) int64 { return allIf(c[depth] == rightChoice) }},
	{"ties", "tie", true, func(c Counts, depth int) int64 { return allIf(c[depth] == tiedChoice) }},
	{"wrong choices", "wrong", true, func(c Counts, depth int) int64 { return allIf(c[depth] == wrongChoice) }},
	{"right choices", "right, a tie as half", false, func(c Counts, depth int) int64 { return c[depth] }},
	{"ties settled by the depth before", "right, ties settled", false, settledChoice},
	{splittingGain, splittingGain, false, func(c Counts, depth int) int64 { return settledChoice(c, depth) - c[0] }},
}

const splittingGain = "gain over depth 1"

func allIf(yes bool) int64 {
	if yes {
		return 2
	}
	return 0
}

func rowsNau1982(v Values, done *results) (rows []Row) {
	for column, kind := range splittingKinds {
		for depth := range 2 * v[kind.doublings] {
			for _, r := range splittingRows {
				if depth == 0 && r.row == splittingGain {
					continue
				}
				share := done.byDeal(column, func(c Counts) (float64, bool) {
					if depth >= len(c) {
						return 0, false
					}
					return float64(r.halves(c, depth)) / 2, true
				})
				name := fmt.Sprintf("%s, depth %d: %s", kind.name, depth+1, r.row)
				switch {
				case r.share:
					rows = append(rows, done.shareRow(name, 1, share))
				case r.row == splittingGain:
					rows = append(rows, done.partRow(name, nil, -1, 1, share))
				default:
					rows = append(rows, done.partRow(name, nil, 0, 1, share))
				}
			}
		}
	}
	return rows
}

// gridsNau1982 has a table for each kind, and a line for each depth.
func gridsNau1982(rows []Row) (grids []Grid) {
	at := map[string]int{}
	for i, r := range rows {
		at[r.Name] = i
	}
	for _, kind := range splittingKinds {
		g := Grid{Title: kind.title, Head: "depth"}
		for _, r := range splittingRows {
			g.Columns = append(g.Columns, r.column)
		}
		for depth := 1; ; depth++ {
			line := GridLine{Name: strconv.Itoa(depth)}
			for _, r := range splittingRows {
				i, found := at[fmt.Sprintf("%s, depth %d: %s", kind.name, depth, r.row)]
				if !found {
					i = NoRow
				}
				line.Rows = append(line.Rows, i)
			}
			if line.Rows[0] == NoRow {
				break
			}
			g.Lines = append(g.Lines, line)
		}
		g.Note = splittingNote(rows, &g)
		grids = append(grids, g)
	}
	return grids
}

// splittingNote says what the table of a kind shows.
func splittingNote(rows []Row, g *Grid) string {
	// The columns of splittingRows.
	const tie, wrong, gain = 1, 2, 5
	most := &rows[g.Lines[0].Rows[tie]]
	if most.Measured == nil {
		return ""
	}
	var chances []float64
	mostWrong := most
	mostDepth := ""
	for _, line := range g.Lines {
		if r := &rows[line.Rows[tie]]; mostDepth == "" || *r.Measured > *most.Measured {
			most, mostWrong, mostDepth = r, &rows[line.Rows[wrong]], line.Name
		}
		if i := line.Rows[gain]; i != NoRow {
			chances = append(chances, rows[i].chance(0, -1, 1))
		}
	}
	var worse []string
	for i, holds := range interval.Holm(chances) {
		line := &g.Lines[i+1]
		if holds && *rows[line.Rows[gain]].Measured < 0 {
			worse = append(worse, line.Name)
		}
	}
	ties := "No choice is a tie."
	if *most.Measured > 0 {
		ties = fmt.Sprintf("At depth %s most choices are ties: %.3g percent; %.3g percent are wrong.", mostDepth, 100**most.Measured, 100**mostWrong.Measured)
		if *most.Measured < 0.5 {
			ties = fmt.Sprintf("Ties are most frequent at depth %s: %.3g percent; %.3g percent are wrong there.", mostDepth, 100**most.Measured, 100**mostWrong.Measured)
		}
	}
	switch len(worse) {
	case 0:
		return ties + " With ties settled no depth is shown to choose worse than depth 1."
	case 1:
		return ties + " With ties settled depth " + worse[0] + " chooses worse than depth 1."
	}
	return ties + " With ties settled depths " + trees.InWords(worse) + " choose worse than depth 1."
}
