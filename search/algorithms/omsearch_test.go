package algorithms_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

// The tree of αβ* by hand (TestModelByHand), without maxsum. OM-search makes the cut by the model, l below j, but not that by
// the sum: it visits h.
func TestOMSearchByHand(t *testing.T) {
	tree := searchtest.Read(t, "players 2 a: 1[ b: (2,0) c: 2[ d: 1[ e: (0,0) f: 2[ g: (1,2) h: (0,3) ] ] i: (3,1) j: 1[ k: (4,0) l: (2,2) ] ] ]")
	res := searchtest.RunOn(t, "om-search", engine.OnTree(tree, 0), engine.Options{})
	if p := res.Stats.Prunes; res.Value != trees.Points(3, 1) || p[trace.Model] != 1 || res.Stats.Pruned != 1 || res.Stats.Nodes != 11 {
		t.Errorf("OM-search returns (%s) with %+v, want (3,1) with one cut and 11 nodes", searchtest.Scores(res.Value, 2), res.Stats)
	}
}

// TestOMSearchVisitsMore: αβ* visits no node that OM-search skips, and fewer nodes of some trees.
func TestOMSearchVisitsMore(t *testing.T) {
	fewer := 0
	for seed := range 2_000 {
		rng := rand.New(rand.NewPCG(uint64(seed), 33))
		s := searchtest.SomeShape(rng)
		s.Players = 2
		tree := treetest.Random(rng, s)
		var visited [2]map[int32]bool
		for i, a := range []*engine.Algorithm{&algorithms.OMSearch, &algorithms.AlphaBetaStar} {
			visited[i] = map[int32]bool{}
			_, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
				if e.Type == trace.Enter {
					visited[i][e.Node] = true
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for n := range visited[1] {
			if !visited[0][n] {
				t.Fatalf("on %s: αβ* visits node %d, and OM-search does not", tree.Text(), n)
			}
		}
		if len(visited[1]) < len(visited[0]) {
			fewer++
		}
	}
	if fewer == 0 {
		t.Error("αβ* never visits fewer nodes than OM-search")
	}
}

// TestOMSearchBestCase counts the leaves where every child of a node is equal for the opponent, so that each cut comes after
// the first child. Where P moves, all children are visited. Where O moves, the first one is, and of each other child only the
// proof that O expects no more there: one child where P moves, all of them where O moves.
func TestOMSearchBestCase(t *testing.T) {
	var whole, proof func(b, depth int, own bool) int
	proof = func(b, depth int, own bool) int {
		switch {
		case depth == 0:
			return 1
		case own:
			return proof(b, depth-1, false)
		}
		return b * proof(b, depth-1, true)
	}
	whole = func(b, depth int, own bool) int {
		switch {
		case depth == 0:
			return 1
		case own:
			return b * whole(b, depth-1, false)
		}
		return whole(b, depth-1, true) + (b-1)*proof(b, depth-1, true)
	}
	var text func(b, depth, mover int) string
	text = func(b, depth, mover int) string {
		if depth == 0 {
			return "(1,0)"
		}
		return fmt.Sprintf("%d[ %s ]", mover, strings.Repeat(text(b, depth-1, 3-mover)+" ", b))
	}
	for b := 1; b <= 4; b++ {
		for depth := range 6 {
			tree := searchtest.Read(t, "players 2 "+text(b, depth, 1))
			res := searchtest.RunOn(t, "om-search", engine.OnTree(tree, 0), engine.Options{})
			if want := whole(b, depth, true); res.Stats.Leaves != want {
				t.Errorf("with %d children at each node and depth %d OM-search evaluates %d leaves, want %d", b, depth, res.Stats.Leaves, want)
			}
		}
	}
}

// TestOMSearchIsMinimax: where the evaluations have opposite signs, the value is that of minimax.
func TestOMSearchIsMinimax(t *testing.T) {
	for seed := range 1_000 {
		rng := rand.New(rand.NewPCG(uint64(seed), 34))
		s := searchtest.SomeShape(rng)
		s.Players, s.BelowSum, s.Loose = 2, false, false
		tree := treetest.Random(rng, s)
		if max(1, tree.Mover(0)) == 2 {
			continue // minimax is for player 1
		}
		got := searchtest.RunOn(t, "om-search", engine.OnTree(tree, 0), engine.Options{})
		want := searchtest.RunOn(t, "minimax", engine.OnTree(tree, 0), engine.Options{})
		if got.Value != want.Value {
			t.Fatalf("on %s: (%s), want (%s)", tree.Text(), searchtest.Scores(got.Value, 2), searchtest.Scores(want.Value, 2))
		}
	}
}
