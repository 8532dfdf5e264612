package algorithms_test

import (
	"context"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees/games"
)

// A hand-written recursive function with which the engines are compared.
func mix32(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	x ^= x >> 16
	return x
}

var handNodes int

func handMaxn(h uint32, depth, b, player int, s uint32, out *[3]int) {
	handNodes++
	if depth == 0 {
		c1 := (h & 0xFFFF) * (s + 1) >> 16
		c2 := (h >> 16) * (s + 1) >> 16
		lo, hi := min(c1, c2), max(c1, c2)
		out[0], out[1], out[2] = int(lo), int(hi-lo), int(s-hi)
		return
	}
	var v [3]int
	next := player + 1
	if next == 3 {
		next = 0
	}
	for i := range b {
		handMaxn(mix32(h+uint32(i+1)*0x9E3779B9), depth-1, b, next, s, &v)
		if i == 0 || v[player] > out[player] {
			*out = v
		}
	}
}

func BenchmarkMaxn(b *testing.B) {
	b.Run("hand", func(b *testing.B) {
		handNodes = 0
		for range b.N {
			var out [3]int
			handMaxn(mix32(1+0x9E3779B9), searchtest.Yardstick.Depth, searchtest.Yardstick.Branching, 0, 100, &out)
			if out != [3]int{55, 19, 26} {
				b.Fatal(out)
			}
		}
		b.ReportMetric(float64(handNodes)/b.Elapsed().Seconds(), "nodes/s")
	})
	b.Run("engine", func(b *testing.B) { benchEngine(b, "maxn", searchtest.Yardstick, nil) })
}

// BenchmarkEngines compares the engines' speed on the same generated tree.
func BenchmarkEngines(b *testing.B) {
	for _, a := range algorithms.All() {
		if a == &algorithms.SoftMaxN {
			continue // its sets exceed their limit on this tree
		}
		if p := searchtest.YardstickProblem(b); a.Check(&p, engine.Options{}) == nil {
			b.Run(a.ID, func(b *testing.B) { benchEngine(b, a.ID, searchtest.Yardstick, nil) })
		}
	}
}

// TestNoAllocations checks that a search does not allocate per node.
func TestNoAllocations(t *testing.T) {
	for _, a := range algorithms.All() {
		g := searchtest.Yardstick
		g.Depth = 6
		p, err := engine.OnGenerated(g)
		if err != nil {
			t.Fatal(err)
		}
		if a.Check(&p, engine.Options{}) != nil {
			continue
		}
		allocs := testing.AllocsPerRun(3, func() {
			if _, err := a.Run(context.Background(), p, engine.Options{}, nil); err != nil {
				t.Fatal(err)
			}
		})
		if allocs > 20 {
			t.Errorf("%s on %s allocates %v times, want at most 20 for thousands of nodes", a.ID, g, allocs)
		}
	}
}

func benchEngine(b *testing.B, id string, g games.Generator, observer trace.Observer) {
	b.ReportAllocs()
	nodes := 0
	for range b.N {
		p, err := engine.OnGenerated(g)
		if err != nil {
			b.Fatal(err)
		}
		a, _ := algorithms.Find(id)
		res, err := a.Run(context.Background(), p, engine.Options{}, observer)
		if err != nil {
			b.Fatal(err)
		}
		nodes += res.Stats.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
