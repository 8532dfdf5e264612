package experiment

import (
	"context"
	"fmt"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// Pathology: a deeper search chooses worse.
//
// D. Nau, "An investigation of the causes of pathology in games", Artificial Intelligence 19 (1982):
// on boards with independent squares (P-games) a deeper minimax search chooses the better half less
// often, and on boards where neighbours are alike (N-games) more often.

var nau1982 = Experiment{
	ID: "nau1982", Title: "Board splitting: where deeper is worse", Paper: "Nau 1982", Own: true,
	Parameters: []Parameter{
		{Name: "boards", Default: 4_000, Quick: 300, Least: 1, Most: 100_000, Text: "of each kind"},
		{Name: "doublings", Default: 5, Quick: 4, Least: 1, Most: 5, Text: "the side of a board is 2 to this power: 5 is a side of 32, and 10 plies"},
		{Name: "share", Default: 62, Quick: 62, Least: 1, Most: 99, Text: "percentage of squares of player 1 on boards with independent squares"},
		seedParameter,
	},
	Choices: []string{
		"We have the definitions of both kinds of boards from later texts, not the paper itself, so its numbers are not printed here.",
		"A board counts only if one half wins for player 1 and the other half loses. The number is the share of these boards on which the search prefers the half that wins; if it values both halves alike, the board counts half.",
		"The static value is the share of the squares of a player, as in the game on this site.",
		"With 62 percent, about the golden ratio, the chance of player 1 to win stays the same at every size. With other shares one of the players soon wins nearly always, so that few boards count.",
	},
	jobs: func(v Values) []Job { return dealsByColumns(v, v["boards"], []string{"independent", "alike"}) },
	run:  runNau1982,
	rows: rowsNau1982,
}

// runNau1982 returns, for each depth from 1 to the end of the game, how good the choice is: 2 if it is
// right, 1 if both halves look alike, 0 if it is wrong. It returns nothing for a board that does not count.
func runNau1982(ctx context.Context, v Values, j Job) (Counts, error) {
	doc := &games.Document{ID: "board-splitting", Values: map[string]any{"size": 1 << v["doublings"], "seed": int(j.Seed)}}
	if j.Column == 1 {
		doc.Values["alike"] = true
	} else {
		doc.Values["share"] = v["share"]
	}
	pos, err := games.Open(doc)
	if err != nil {
		return nil, err
	}
	height := pos.Height()
	ahead := func(depth int) (trees.Score, error) {
		var of [2]trees.Score
		for half := range of {
			result, err := algorithms.Plain.Run(ctx, engine.OnGame(doc.ID, games.OnlyMove(pos, half)), engine.Options{Depth: depth, HasDepth: true}, nil)
			if err != nil {
				return 0, err
			}
			of[half] = result.Value[0]
		}
		return of[0] - of[1], nil
	}
	truth, err := ahead(height)
	if err != nil || truth == 0 {
		return Counts{}, err
	}
	counts := make(Counts, height)
	for i := range counts {
		seen, err := ahead(i + 1)
		if err != nil {
			return nil, err
		}
		switch {
		case seen == 0:
			counts[i] = 1
		case seen > 0 == (truth > 0):
			counts[i] = 2
		}
	}
	return counts, nil
}

func rowsNau1982(v Values, done *results) (rows []Row) {
	for column, kind := range []string{"independent squares", "neighbours alike"} {
		for depth := range 2 * v["doublings"] {
			right := done.byDeal(column, func(c Counts) (float64, bool) {
				if depth >= len(c) {
					return 0, false
				}
				return float64(c[depth]) / 2, true
			})
			rows = append(rows, done.meanRow(fmt.Sprintf("%s, depth %d: right choices", kind, depth+1), nil, right))
		}
	}
	return rows
}
