package compare

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
	"espalier/trees/treetest"
)

// Deep pruning cuts f and never visits it. It fails for the values of f with which g
// becomes the root's value: player 3 then prefers f, and player 2 then prefers g.
func TestCounterValuesOfKorf(t *testing.T) {
	tree := searchtest.Read(t, searchtest.KorfFig6)
	f := tree.Find("f")
	found, err := CounterValues(context.Background(), searchtest.Find(t, "deep"), tree, engine.Options{}, nil, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(found.Leaves, []int{f}) || !found.Exhaustive || found.Combinations != 220 {
		t.Errorf("CounterValues: leaves %v, exhaustive %v, %v combinations; want [%d], true, 220", found.Leaves, found.Exhaustive, found.Combinations, f)
	}
	v, ok := found.Values[f]
	if !ok || v[2] <= 5*trees.Unit || v[1] >= trees.Unit+1 || v.Sum(3) != 9*trees.Unit {
		t.Errorf("CounterValues: f = %v, want more than 5 for player 3, at most 1 for player 2, and a sum of 9", v)
	}
	if found.Value != trees.Points(5, 2, 2) || found.ReferenceValue != trees.Points(6, 1, 2) {
		t.Errorf("CounterValues: deep %v, max^n %v; want (5,2,2) and (6,1,2)", found.Value, found.ReferenceValue)
	}
}

func TestCounterValuesNone(t *testing.T) {
	for _, c := range []struct{ text, why string }{
		{"players 3 maxsum 9 1[ (5,2,2) 2[ 3[ (2,2,5) (2,3,4) ] (4,1,4) ] ]", "g does not please player 1"},
		{"players 3 maxsum 9 1[ (1,2,2) (2,2,5) ]", "nothing is cut"},
		{"players 2 maxsum 9 1[ (5,4) 2[ (4,5) (9,0) ] ]", "two players"},
	} {
		found, err := CounterValues(context.Background(), searchtest.Find(t, "deep"), searchtest.Read(t, c.text), engine.Options{}, nil, 1, nil)
		if err != nil || found.Values != nil || !found.Exhaustive {
			t.Errorf("CounterValues(%s) = %v, exhaustive %v, %v; want none of all, since %s", c.text, found.Values, found.Exhaustive, err, c.why)
		}
	}
}

// The test compares the result with a search of all values of all free leaves with Run.
func TestCounterValuesBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	deep := searchtest.Find(t, "deep")
	someFound, noneFound := 0, 0
	for range 20_000 {
		tree := treetest.Random(rng, treetest.Shape{Players: 3, MaxNodes: 10, MaxKids: 3, MaxLevel: 4, Points: 3, Uneven: true})
		if cut, _ := unseen(deep, context.Background(), tree, engine.Options{}); len(cut) != 1 {
			continue
		}
		found, err := CounterValues(context.Background(), deep, tree, engine.Options{}, nil, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		fails := 0
		eachAssignment(tree, found.Leaves, func(values map[int]trees.Vector) {
			if wrong(t, deep, engine.Options{}, tree, values) {
				fails++
			}
		})
		switch {
		case !found.Exhaustive:
			t.Fatalf("CounterValues(%s) was sampled", tree.Text())
		case fails == 0 && found.Values == nil:
			noneFound++
		case fails > 0 && found.Values != nil && wrong(t, deep, engine.Options{}, tree, found.Values):
			someFound++
		default:
			t.Fatalf("CounterValues(%s) = %v, want one of the %d that fail", tree.Text(), found.Values, fails)
		}
	}
	if someFound < 5 || noneFound < 100 {
		t.Errorf("%d trees with failing values and %d without, want 5 and 100 or more", someFound, noneFound)
	}
}

func wrong(t *testing.T, a *engine.Algorithm, o engine.Options, tree *trees.Tree, values map[int]trees.Vector) bool {
	t.Helper()
	with, err := tree.WithValues(values)
	if err != nil {
		t.Fatal(err)
	}
	res, err := a.Run(context.Background(), engine.OnTree(with, 0), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return !res.Reference.Agrees
}

func eachAssignment(tree *trees.Tree, leaves []int, do func(map[int]trees.Vector)) {
	values := map[int]trees.Vector{}
	sum := int(tree.MaxSum.Score / trees.Unit)
	var fill func(i int)
	fill = func(i int) {
		if i == len(leaves) {
			do(values)
			return
		}
		for a := range sum + 1 {
			for b := range sum + 1 - a {
				for c := range sum + 1 - a - b {
					values[leaves[i]] = trees.Points(a, b, c)
					fill(i + 1)
				}
			}
		}
	}
	fill(0)
}

// If there are too many combinations, the result is marked as sampled, and is
// the same for the same seed.
func TestCounterValuesSampled(t *testing.T) {
	tree := searchtest.Read(t, "players 3 maxsum 100 1[ b: (50,30,20) c: 2[ d: 3[ e: (20,20,60) f: ? h: ? ] g: (60,10,30) ] ]")
	deep := searchtest.Find(t, "deep")
	found, err := CounterValues(context.Background(), deep, tree, engine.Options{}, nil, 7, nil)
	if err != nil || found.Exhaustive || found.Values == nil {
		t.Fatalf("CounterValues = %v, exhaustive %v, %v; want some, sampled", found.Values, found.Exhaustive, err)
	}
	again, _ := CounterValues(context.Background(), deep, tree, engine.Options{}, nil, 7, nil)
	if again.Tree.Text() != found.Tree.Text() || again.Tries != found.Tries {
		t.Errorf("CounterValues with the same seed = %s after %d, want %s after %d", again.Tree.Text(), again.Tries, found.Tree.Text(), found.Tries)
	}
	if !wrong(t, deep, engine.Options{}, tree, found.Values) {
		t.Errorf("deep does not fail on %s", found.Tree.Text())
	}
}

// Values must respect the heuristics above them, and the outcomes that the tree lists.
func TestCounterValuesRespectBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	some := 0
	for i := range 4_000 {
		u := unsound[1+i%2]
		tree := treetest.Random(rng, treetest.Shape{Players: 3, MaxNodes: 12, MaxKids: 3, MaxLevel: 4, Points: 4, Uneven: true, Bounds: true})
		if cut, _ := unseen(searchtest.Find(t, u.id), context.Background(), tree, u.o); len(cut) > 2 {
			continue
		}
		found, err := CounterValues(context.Background(), searchtest.Find(t, u.id), tree, u.o, nil, 1, nil)
		if err != nil {
			continue // no heuristic: rejected
		}
		if found.Values != nil {
			some++
			if !wrong(t, searchtest.Find(t, u.id), u.o, tree, found.Values) {
				t.Errorf("%v does not fail with %v on %s", u, found.Values, tree.Text())
			}
		}
	}
	if some < 20 {
		t.Errorf("%d failures, want 20 or more", some)
	}
	tree := searchtest.Read(t, `players 3 maxsum 3 outcomes (3,0,0) (0,3,0) (0,0,3) (1,1,1)
		1[ (1,1,1) 2[ (1,1,1) (0,3,0) ] (3,0,0) ]`)
	o := engine.Options{Table: true, AsPrinted: true}
	found, err := CounterValues(context.Background(), searchtest.Find(t, "speculative"), tree, o, []int{3, 4, 5}, 1, nil)
	if err != nil || found.Combinations != 64 {
		t.Errorf("CounterValues with 4 outcomes and 3 leaves: %v combinations, %v; want 64", found.Combinations, err)
	}
}

// The region of Korf's f, compared with Run on every value.
func TestRegionOfKorf(t *testing.T) {
	tree := searchtest.Read(t, searchtest.KorfFig6)
	deep := searchtest.Find(t, "deep")
	f := tree.Find("f")
	region, err := FindRegion(context.Background(), deep, tree, engine.Options{}, f, [2]int{2, 3})
	if err != nil {
		t.Fatal(err)
	}
	want := map[[2]trees.Score]RegionCell{}
	eachAssignment(tree, []int{f}, func(values map[int]trees.Vector) {
		v := values[f]
		cell := want[[2]trees.Score{v[1], v[2]}]
		cell.Score = [2]trees.Score{v[1], v[2]}
		cell.Of++
		if wrong(t, deep, engine.Options{}, tree, values) {
			cell.Wrong++
		}
		want[cell.Score] = cell
	})
	for _, cell := range region.Cells {
		if cell != want[cell.Score] {
			t.Errorf("Region: %+v, want %+v", cell, want[cell.Score])
		}
	}
	if len(region.Cells) != len(want) || region.Of != 220 || region.Wrong == 0 || region.Wrong == 220 {
		t.Errorf("Region: %d cells, wrong %d of %d; want %d cells, some of 220", len(region.Cells), region.Wrong, region.Of, len(want))
	}
}

// On trees with all fields that a document can have, the result must be correct or a
// documented error.
func TestCounterValuesOnDecoratedTrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	some, none, refused := 0, 0, 0
	for i := range 2_000 {
		u := unsound[i%len(unsound)]
		a := searchtest.Find(t, u.id)
		tree := treetest.Random(rng, treetest.Shape{Kind: trees.Kind(rng.IntN(9) / 7), Players: 2 + rng.IntN(3), MaxNodes: 9,
			MaxKids: 3, MaxLevel: 4, Points: 3, Uneven: true, OutOfTurn: i%3 == 0, Bounds: true, Static: true, Decorated: true})
		found, err := CounterValues(context.Background(), a, tree, u.o, nil, 1, nil)
		switch {
		case err != nil:
			refused++
		case found.Tree == nil:
			none++
		default:
			some++
			if !wrong(t, a, u.o, tree, found.Values) {
				t.Errorf("%v does not fail with %v on %s", u, found.Values, tree.Text())
			}
		}
		for n := range tree.Len() {
			if tree.IsLeaf(n) {
				FindRegion(context.Background(), a, tree, u.o, n, [2]int{1, 2})
			}
		}
	}
	if some < 10 || none < 10 || refused < 10 {
		t.Errorf("%d found, %d none, %d refused; want 10 or more of each", some, none, refused)
	}
}
