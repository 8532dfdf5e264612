package tiles_test

import (
	"context"
	"fmt"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/tiles"
	"espalier/trees/games"
)

// recorded returns the recording of a search to the given depth, and the Builder that has read it.
func recorded(b *testing.B, depth int) (*trace.Recorder, *tiles.Builder) {
	b.Helper()
	g := games.Generator{Kind: games.H32, Branching: 5, Depth: depth, Players: 3, MaxSum: 100, Seed: 1}
	p, err := engine.OnGenerated(g)
	if err != nil {
		b.Fatal(err)
	}
	a, _ := algorithms.Find("shallow")
	rec := trace.NewRecorder(1<<30, nil)
	if _, err := a.Run(context.Background(), p, engine.Options{}, rec.Observe); err != nil {
		b.Fatal(err)
	}
	built := tiles.NewBuilder(nil)
	rec.Read(0, rec.Len(), func(e *trace.Event) bool { built.Add(e); return true })
	return rec, built
}

// BenchmarkMap times what is done for a map of 10⁵, 10⁶ and 10⁷ nodes: to read the events of a run,
// to lay the rows out, and to cut the largest tile.
func BenchmarkMap(b *testing.B) {
	for _, depth := range []int{7, 9, 10} {
		rec, built := recorded(b, depth)
		m := built.Map(1, nil)
		name := fmt.Sprintf("%d", m.Len())
		b.Run("read/"+name, func(b *testing.B) {
			for range b.N {
				again := tiles.NewBuilder(nil)
				rec.Read(0, rec.Len(), func(e *trace.Event) bool { again.Add(e); return true })
			}
			b.ReportMetric(float64(rec.Len())*float64(b.N)/b.Elapsed().Seconds(), "events/s")
		})
		b.Run("layout/"+name, func(b *testing.B) {
			for range b.N {
				built.Map(1, nil)
			}
		})
		b.Run("sized/"+name, func(b *testing.B) {
			for range b.N {
				m.WithSizes(nil)
			}
		})
		b.Run("tile/"+name, func(b *testing.B) {
			var buffer []byte
			for range b.N {
				buffer, _ = m.AppendTile(buffer[:0], tiles.Window{})
			}
			b.ReportMetric(float64(len(buffer)), "bytes")
		})
		b.Run("step/"+name, func(b *testing.B) {
			for i := range b.N {
				m.At(rec, (i*7919_000)%rec.Len())
			}
		})
		b.Run("cut/"+name, func(b *testing.B) {
			for i := range b.N {
				m.NextCut(tiles.Any, (i*7919_000)%rec.Len(), false)
			}
		})
	}
}
