package search

import (
	"context"
	"espalier/trees"
	"espalier/trees/games"
	"testing"
)

// maxnWithoutHooks is the engine maxn without any support for an observer: no
// events, no node numbers. The difference in speed is the cost of a nil
// observer.
func (r *run) maxnWithoutHooks(f *frame, moves int) {
	if r.enterUnwatched(f, moves) {
		return
	}
	p := f.mover - 1
	if leaves := r.leaves(f); leaves != nil {
		r.takeLeaf(f, leaves, leftmostBest(leaves, p))
		return
	}
	for i := range moves {
		r.maxnWithoutHooks(f.below, r.play(f, i))
		r.Pos.Undo()
		if i == 0 || f.below.value[p] > f.value[p] {
			r.take(f)
		}
	}
}

func (r *run) enterUnwatched(f *frame, moves int) (evaluated bool) {
	if r.stats.Nodes++; r.stats.Nodes >= r.poll {
		r.checkStop()
	}
	if moves == 0 {
		r.stats.Leaves++
		f.known = true
		return true
	}
	f.moves, f.known, f.bestChild = moves, false, -1
	if int(f.ply) >= r.limit {
		r.evaluate(f)
		return true
	}
	f.mover = r.Pos.Mover()
	return false
}

// BenchmarkMaxnWithoutHooks is to be compared with BenchmarkMaxn/engine.
func BenchmarkMaxnWithoutHooks(b *testing.B) {
	nodes := 0
	for range b.N {
		p, err := OnGenerated(games.Generator{Kind: games.H32, Branching: 5, Depth: 10, Players: 3, MaxSum: 100, Seed: 1})
		if err != nil {
			b.Fatal(err)
		}
		r := newRun(context.Background(), p, Options{}, nil)
		f, moves := r.root()
		r.maxnWithoutHooks(f, moves)
		if f.value != trees.Points(55, 19, 26) {
			b.Fatal(f.value)
		}
		nodes += r.stats.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
