package compare

import (
	"context"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
	"espalier/trees/games"
)

// A budget of positions is kept, the choice is repeated by its arguments, and on a hand of few
// cards the choice of many samples is that of max^n. The exploration constant is measured, since
// that of the whole span would try all moves of Chinese Checkers alike.
func TestChooseBySamples(t *testing.T) {
	for _, c := range []struct {
		game   string
		values map[string]any
		budget int
		right  bool // many samples choose as max^n
	}{
		{"chinese-checkers", map[string]any{"players": 3, "size": 3}, 3_000, false},
		{"hearts", map[string]any{"players": 3, "cards": 3, "seed": 4}, 200_000, true},
		{"spades", map[string]any{"players": 3, "cards": 3, "seed": 4}, 200_000, true},
		{"pig", nil, 2_000, false},
	} {
		pos := searchtest.OpenGame(t, c.game, c.values)
		p := engine.OnGame(c.game, pos)
		got, err := Choose(context.Background(), &algorithms.MCTS, p, engine.Options{}, c.budget, pos.Height())
		if err != nil {
			t.Fatalf("%s: %v", c.game, err)
		}
		if again, _ := Choose(context.Background(), &algorithms.MCTS, p, engine.Options{}, c.budget, pos.Height()); again.Move != got.Move || again.Samples != got.Samples || again.Exploration != got.Exploration {
			t.Errorf("%s: the same choice is %+v and then %+v", c.game, got, again)
		}
		if got.Samples < 10 || got.Exploration < 1 || got.Exploration > 141 {
			t.Errorf("%s: %+v, want some samples and a constant below that of the whole span", c.game, got)
		}
		if !c.right {
			continue
		}
		plays := 0
		p.Pos = countedPlays{pos, &plays}
		if _, err := Choose(context.Background(), &algorithms.MCTS, p, engine.Options{}, 1000, pos.Height()); err != nil || plays < 900 || plays > 1000+2*pos.Height() {
			t.Errorf("%s: 1,000 positions are %d moves; %v", c.game, plays, err)
		}
		exact := make([]trees.Score, 0, 3)
		var v trees.Vector
		mover := pos.Mover() - 1
		for move := range pos.Look(&v) {
			pos.Do(move, &v)
			res, err := algorithms.Plain.Run(context.Background(), engine.OnGame(c.game, pos), engine.Options{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			pos.Undo()
			exact = append(exact, res.Value[mover])
		}
		for _, x := range exact {
			if x > exact[got.Move] {
				t.Errorf("%s: the choice %d of the values %v is not that of max^n", c.game, got.Move, exact)
			}
		}
	}
}

// countedPlays counts the moves of a position.
type countedPlays struct {
	games.Position
	plays *int
}

func (c countedPlays) Do(move int, v *trees.Vector) (moves, mover int) {
	*c.plays++
	return c.Position.Do(move, v)
}
