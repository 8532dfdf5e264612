package algorithms_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
)

// BenchmarkQuiescence compares a search to a depth in the middle of a trick, or of threats, with the same
// search that goes on from unstable positions. Both run in turn, so the ratios are of the same minutes:
// nodes and time with quiescence, divided by those without.
func BenchmarkQuiescence(b *testing.B) {
	for _, c := range []struct {
		game       string
		fields     map[string]any
		moves      []int
		depth, ply int // the depth, and plies of quiescence
	}{
		{"sergeant-major", map[string]any{"cards": 8, "seed": 3}, nil, 7, 3},
		{"hearts", map[string]any{"cards": 8, "seed": 3}, nil, 7, 3},
		{"hearts", map[string]any{"cards": 8, "seed": 3}, nil, 9, 3}, // whole tricks: nothing is unstable
		{"spades", map[string]any{"cards": 8, "seed": 3}, nil, 7, 3},
		{"oh-hell", map[string]any{"cards": 7, "seed": 3, "players": 4}, nil, 7, 4},
		{"connect-four", nil, []int{3, 3, 2, 4, 2, 1, 3, 2}, 5, 2},
		{"tic-tac-toe", nil, []int{4}, 4, 2},
	} {
		for _, id := range []string{"maxn", "paranoid", "speculative"} {
			b.Run(fmt.Sprintf("%s/depth=%d/%s", c.game, c.depth, id), func(b *testing.B) {
				a, _ := algorithms.Find(id)
				var nodes [2]int
				var spent [2]time.Duration
				for b.Loop() {
					for quiet := range 2 {
						pos := searchtest.OpenGame(b, c.game, c.fields)
						for _, m := range c.moves {
							var v trees.Vector
							pos.Do(m, &v)
						}
						o := engine.Options{Depth: c.depth, HasDepth: true, Quiescence: quiet * c.ply, HasQuiescence: quiet > 0}
						began := time.Now()
						res, err := a.Run(context.Background(), engine.OnGame(c.game, pos), o, nil)
						if err != nil {
							b.Fatal(err)
						}
						spent[quiet] += time.Since(began)
						nodes[quiet] += res.Stats.Nodes
					}
				}
				b.ReportMetric(float64(nodes[0])/float64(b.N), "plain-nodes")
				b.ReportMetric(float64(nodes[1])/float64(b.N), "quiet-nodes")
				b.ReportMetric(float64(nodes[1])/float64(nodes[0]), "nodes-ratio")
				b.ReportMetric(float64(spent[1])/float64(spent[0]), "time-ratio")
			})
		}
	}
}
