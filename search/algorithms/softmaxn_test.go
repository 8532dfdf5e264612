package algorithms_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// softWalk returns the set of the current position by comparing all pairs of values of each two
// children, and for the root player the first of the worst values. It shares nothing with the engine.
func softWalk(pos trees.Position, depth int) []trees.Vector {
	var v trees.Vector
	moves := pos.Look(&v)
	if moves == 0 || depth == 0 {
		if moves > 0 {
			pos.(trees.Evaluated).Static(&v)
		}
		return []trees.Vector{v}
	}
	p := pos.Mover() - 1
	kids := make([][]trees.Vector, moves)
	for i := range moves {
		pos.Do(i, &v)
		kids[i] = softWalk(pos, depth-1)
		pos.Undo()
	}
	return pairwise(kids, p)
}

// pairwise unites all sets that no other one excludes, pair by pair.
func pairwise(kids [][]trees.Vector, p int) (all []trees.Vector) {
	excludes := func(a, b []trees.Vector) bool {
		for _, x := range a {
			for _, y := range b {
				if x[p] <= y[p] {
					return false
				}
			}
		}
		return true
	}
	for i, kid := range kids {
		if slices.ContainsFunc(kids, func(other []trees.Vector) bool { return excludes(other, kid) }) {
			continue
		}
		for _, v := range kids[i] {
			if !slices.Contains(all, v) {
				all = append(all, v)
			}
		}
	}
	return all
}

// checkSoft compares a result with the plain walk.
func checkSoft(pos trees.Position, depth int, res *engine.Result) error {
	want := softWalk(pos, depth)
	if !slices.Equal(res.Set, want) {
		return fmt.Errorf("the set is %v, want %v", res.Set, want)
	}
	var v, best trees.Vector
	moves := pos.Look(&v)
	if moves == 0 || depth == 0 {
		if res.Value != want[0] {
			return fmt.Errorf("the value is %v, want %v", res.Value, want[0])
		}
		return nil
	}
	p := pos.Mover() - 1
	for i := range moves {
		pos.Do(i, &v)
		kid := softWalk(pos, depth-1)
		pos.Undo()
		worst := kid[0]
		for _, v := range kid {
			if v[p] < worst[p] {
				worst = v
			}
		}
		if i == 0 || worst[p] > best[p] {
			best = worst
		}
	}
	if res.Value != best {
		return fmt.Errorf("the value is %v, want %v", res.Value, best)
	}
	return nil
}

// verifySets checks the events of soft-max^n: each set from those of the children that have ended.
func verifySets(t *trees.Tree, a *engine.Algorithm, o engine.Options, events []trace.Event) error {
	ended := map[int32][]trees.Vector{}
	var path []int32
	var stats trace.Stats
	for i := range events {
		e := &events[i]
		fail := func(format string, args ...any) error {
			return fmt.Errorf("event %d, %s at node %d: %s", i, e.Type, e.Node, fmt.Sprintf(format, args...))
		}
		set, _ := trace.NoteOf[*algorithms.ValueSet](e)
		kids := t.Kids(int(e.Node))
		switch e.Type {
		case trace.Enter:
			stats.Nodes++
			if len(path) > 0 && t.Parent(int(e.Node)) != int(path[len(path)-1]) {
				return fail("it is no child of %d", path[len(path)-1])
			}
			path = append(path, e.Node)
		case trace.Leaf:
			stats.Leaves++
			ended[e.Node] = []trees.Vector{e.Value}
		case trace.Backup:
			var sets [][]trees.Vector
			var before []int32
			for _, k := range kids {
				if ended[k] != nil {
					sets, before = append(sets, ended[k]), append(before, k)
				}
			}
			p := t.Mover(int(e.Node)) - 1
			if want := pairwise(sets, p); !slices.Equal(set.Values, want) {
				return fail("the set is %v, want %v", set.Values, want)
			}
			if e.HasValue != (len(ended[e.Child]) == 1) || e.HasBest != (len(set.Values) == 1) || e.HasBest && e.Best != set.Values[0] {
				return fail("a set of one value is a value, and no other set")
			}
			if e.Improved == slices.Contains(set.Dropped, e.Child) {
				return fail("the child is dropped, or it may be chosen")
			}
			for _, k := range set.Dropped {
				if !slices.Contains(before, k) {
					return fail("%d is dropped before its search", k)
				}
			}
			if own := e.Bounds[p]; !own.Given || own.Node != e.Node || slices.MinFunc(ended[own.Child], engine.ByScore(p))[p] != own.Score {
				return fail("the bound is %+v", own)
			}
		case trace.Exit:
			if set == nil { // a leaf
				path = path[:len(path)-1]
				continue
			}
			if len(kids) == 0 || e.HasValue != (len(set.Values) == 1) {
				return fail("a set of one value is a value, and no other set")
			}
			ended[e.Node] = slices.Clone(set.Values)
			path = path[:len(path)-1]
			if sets, _ := a.Reference.Sets(t, int(e.Node), depthFrom(o, len(path))); e.Exact && !slices.Equal(sets[0], set.Values) {
				return fail("the set is %v, want %v", set.Values, sets[0])
			}
			if !o.HasDepth && !e.Exact {
				return fail("the set is not exact")
			}
		case trace.Done:
			end := int(e.Path[len(e.Path)-1])
			value, _ := t.Value(end)
			if !t.IsLeaf(end) {
				value, _ = t.Static(end)
			}
			if value != e.Value || !slices.Equal(set.Values, ended[int32(o.Root)]) && len(ended[int32(o.Root)]) > 0 {
				return fail("the line ends at %d", end)
			}
			if *e.Stats != stats {
				return fail("stats are %+v, by the events %+v", *e.Stats, stats)
			}
		}
	}
	return nil
}

func depthFrom(o engine.Options, level int) int {
	if !o.HasDepth {
		return -1
	}
	return o.Depth - level
}

// The worked example, by hand.
//
//	a, player 1: b, c, d.  b, player 2: (4,6,2), (1,6,5).  c, player 2: (3,5,4), (9,2,1).  d: (2,4,6).
//
// At b both leaves give player 2 a 6, so the set of b is {(4,6,2), (1,6,5)}. At c player 2 takes the 5.
// At a player 1 gets 4 or 1 through b, 3 through c, 2 through d. c is better than d in every pair, so d
// is dropped; b is not, nor does b exclude c. Player 1 is sure of 3 by c, and chooses c. Max^n takes
// the left 6 at b and hopes for 4.
func TestSoftByHand(t *testing.T) {
	tree := searchtest.Read(t, "players 3 maxsum 12 a: 1[ b: 2[ (4,6,2) (1,6,5) ] c: 2[ (3,5,4) (9,2,1) ] d: (2,4,6) ]")
	res, err := algorithms.SoftMaxN.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []trees.Vector{trees.Points(4, 6, 2), trees.Points(1, 6, 5), trees.Points(3, 5, 4)}; !slices.Equal(res.Set, want) {
		t.Errorf("the set is %v, want %v", res.Set, want)
	}
	if res.Value != trees.Points(3, 5, 4) || !slices.Equal(res.Line, []int32{0, 4, 5}) {
		t.Errorf("the value is (%s) with line %v, want (3,5,4) and the left leaf of c", searchtest.Scores(res.Value, 3), res.Line)
	}
}

// A set has at most MaxSet values; then the search says so, and the position is as before.
func TestSoftLimit(t *testing.T) {
	var b strings.Builder
	for i := range algorithms.MaxSet + 1 {
		fmt.Fprintf(&b, " (%d,1,0)", i)
	}
	tree := searchtest.Read(t, "players 3 1[ 2["+b.String()+" ] (0,0,0) ]")
	p := engine.OnTree(tree, 0)
	for range 2 {
		_, err := algorithms.SoftMaxN.Run(context.Background(), p, engine.Options{}, nil)
		if limit := new(engine.LimitError); !errors.As(err, &limit) || !strings.Contains(err.Error(), "500 different values") {
			t.Fatalf("the error is %v", err)
		}
	}
}
