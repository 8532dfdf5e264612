package engine

import (
	"context"
	"testing"

	"espalier/trees"
	"espalier/trees/games"
)

// maxnWithoutHooks is the engine maxn without any support for an observer: no
// events, no node numbers. The difference in speed is the cost of a nil
// observer.
func (r *Run) maxnWithoutHooks(f *Frame, moves int) {
	if r.enterUnwatched(f, moves) {
		return
	}
	p := f.Mover - 1
	if leaves := r.Leaves(f); leaves != nil {
		r.TakeLeaf(f, leaves, LeftmostBest(leaves, p))
		return
	}
	for i := range moves {
		r.maxnWithoutHooks(f.Below, r.Play(f, i))
		r.Pos.Undo()
		if i == 0 || f.Below.Value[p] > f.Value[p] {
			r.Take(f)
		}
	}
}

func (r *Run) enterUnwatched(f *Frame, moves int) (evaluated bool) {
	if r.Stats.Nodes++; r.Stats.Nodes >= r.Poll {
		r.CheckStop()
	}
	if moves == 0 {
		r.Stats.Leaves++
		f.Known = true
		return true
	}
	f.Moves, f.Known, f.BestChild = moves, false, -1
	if int(f.Ply) >= r.Limit {
		r.evaluate(f)
		return true
	}
	f.Mover = r.Pos.Mover()
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
		f, moves := r.AtRoot()
		r.maxnWithoutHooks(f, moves)
		if f.Value != trees.Points(55, 19, 26) {
			b.Fatal(f.Value)
		}
		nodes += r.Stats.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
