package algorithms_test

import (
	"context"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
)

// BenchmarkNumbered measures a run on an implicit tree with numbered nodes, so
// that the result has its line: twelve million nodes.
func BenchmarkNumbered(b *testing.B) {
	b.ReportAllocs()
	nodes := 0
	for range b.N {
		p := searchtest.YardstickProblem(b)
		p.Numbered = true
		a, _ := algorithms.Find("maxn")
		res, err := a.Run(context.Background(), p, engine.Options{}, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += res.Stats.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
