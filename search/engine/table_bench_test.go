package engine_test

import (
	"math/rand/v2"
	"testing"

	"espalier/search/engine"
	"espalier/trees"
)

// BenchmarkTable measures a test that is in the cache, and one that is not.
func BenchmarkTable(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	outcomes := make([]trees.Vector, 55) // 9 tricks, 3 players
	i := 0
	for x := range 10 {
		for y := range 10 - x {
			outcomes[i] = trees.Points(x, y, 9-x-y)
			i++
		}
	}
	queries := make([]trees.Vector, 64)
	for i := range queries {
		queries[i] = trees.Points(rng.IntN(5), rng.IntN(5), rng.IntN(5))
	}
	low, up := trees.Points(0, 0, 0), trees.Points(9, 8, 7)
	table := engine.NewTable(3, outcomes, nil)
	yes := 0
	b.Run("cached", func(b *testing.B) {
		for i := range b.N {
			if table.Prune(&queries[i%64], nil, nil) {
				yes++
			}
		}
	})
	b.Run("cached-heuristic", func(b *testing.B) {
		for i := range b.N {
			if table.Prune(&queries[i%64], &low, &up) {
				yes++
			}
		}
	})
	b.Run("uncached", func(b *testing.B) {
		for i := range b.N {
			if table.NoRowSurvives(&queries[i%64], nil, nil) {
				yes++
			}
		}
	})
}
