package search

import (
	"context"
	"testing"
)

// BenchmarkNumbered measures a run on an implicit tree with numbered nodes, so
// that the result has its line: twelve million nodes.
func BenchmarkNumbered(b *testing.B) {
	b.ReportAllocs()
	nodes := 0
	for range b.N {
		p := yardstickProblem(b)
		p.Numbered = true
		a, _ := Find("maxn")
		res, err := a.Run(context.Background(), p, Options{}, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += res.Stats.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
