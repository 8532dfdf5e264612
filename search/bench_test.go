package search

import (
	"context"
	"testing"

	"espalier/trace"
	"espalier/trees"
)

var yardstick = trees.Generator{Kind: trees.H32, Branching: 5, Depth: 10, Players: 3, MaxSum: 100, Seed: 1}

// The hand-written recursive function that the engines are measured against.
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
			handMaxn(mix32(1+0x9E3779B9), yardstick.Depth, yardstick.Branching, 0, 100, &out)
			if out != [3]int{55, 19, 26} {
				b.Fatal(out)
			}
		}
		b.ReportMetric(float64(handNodes)/b.Elapsed().Seconds(), "nodes/s")
	})
	b.Run("engine", func(b *testing.B) { benchEngine(b, "maxn", yardstick, nil) })
}

func benchEngine(b *testing.B, id string, g trees.Generator, say trace.Observer) {
	b.ReportAllocs()
	nodes := 0
	for range b.N {
		p, err := Generated(g)
		if err != nil {
			b.Fatal(err)
		}
		a, _ := Find(id)
		res, err := a.Run(context.Background(), p, Options{}, say)
		if err != nil {
			b.Fatal(err)
		}
		nodes += res.Stats.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
