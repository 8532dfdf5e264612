package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Alpha-beta must skip children exactly if the rule allows it: after a backup with
// children left, the window is closed if and only if a prune follows.
func TestWindowEqualsAlphaBetaTest(t *testing.T) {
	a, _ := algorithms.Find("alphabeta")
	rng := rand.New(rand.NewPCG(1, 2))
	prunes := 0
	for trial := range 2_000 {
		tree := randomMinimax(t, rng)
		closed, at := false, int32(-1) // state after the previous event
		_, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
			if closed != (e.Type == trace.Prune) {
				t.Fatalf("trial %d, event %d (%v): Window.Prune at node %d = %v", trial, e.Seq, e.Type, at, closed)
			}
			if e.Type == trace.Prune {
				prunes++
			}
			closed, at = false, e.Node
			if kids := []int32(nil); e.Type == trace.Backup {
				kids = tree.Kids(int(e.Node))
				more := e.Child != kids[len(kids)-1]
				closed = more && engine.Window{}.Prune(e.Alpha, e.Beta)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if prunes < 500 {
		t.Errorf("only %d prunes in all trials: the test shows little", prunes)
	}
}

func randomMinimax(t *testing.T, rng *rand.Rand) *trees.Tree {
	b := trees.NewBuilder(trees.Header{Kind: trees.Minimax, Players: 2})
	var grow func(depth int)
	grow = func(depth int) {
		if depth == 0 {
			v := trees.Points(rng.IntN(10))
			b.Open(trees.Node{Value: &v})
			b.Close()
			return
		}
		b.Open(trees.Node{Player: 1 + depth%2})
		for range 1 + rng.IntN(3) {
			grow(depth - 1)
		}
		b.Close()
	}
	grow(4)
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
