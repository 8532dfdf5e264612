package compare

import (
	"math/rand/v2"
	"testing"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
)

// TestCounterValuesAcrossChance compares what the search says of alpha-beta across chance with runs
// on all values of the leaves that it does not visit.
func TestCounterValuesAcrossChance(t *testing.T) {
	a := searchtest.Find(t, "alphabeta-chance")
	rng := rand.New(rand.NewPCG(41, 4))
	for _, header := range []string{"kind minimax minp 0 maxp 3 ", "kind minimax minp -2 maxp 3 delta 1 "} {
		failing, none := 0, 0
		for range 5_000 {
			tree := searchtest.Read(t, header+"max[ "+searchtest.SmallChance(rng, 2)+" "+searchtest.SmallChance(rng, 3)+" *[ 1 2 ] ]")
			unseen, err := unseen(a, t.Context(), tree, engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(unseen) > 2 {
				continue
			}
			found, err := CounterValues(t.Context(), a, tree, engine.Options{}, nil, 1, nil)
			if err != nil {
				t.Fatalf("%s: %v", tree.Text(), err)
			}
			fails := 0
			values := map[int]trees.Vector{}
			var each func(i int)
			each = func(i int) {
				if i == len(unseen) {
					if wrong(t, a, engine.Options{}, tree, values) {
						fails++
					}
					return
				}
				for s := tree.MinP.Of(0).Score; s <= tree.MaxP.Of(0).Score; s += tree.Unit {
					values[unseen[i]] = trees.Vector{s}
					each(i + 1)
				}
			}
			each(0)
			switch {
			case !found.Exhaustive:
				t.Fatalf("%s: sampled", tree.Text())
			case fails == 0 && found.Tree == nil:
				none++
			case fails > 0 && found.Tree != nil && wrong(t, a, engine.Options{}, tree, found.Values):
				failing++
				res, err := a.Run(t.Context(), engine.OnTree(found.Tree, 0), engine.Options{}, nil)
				if err != nil || res.Value != found.Value || res.Reference.Value != found.ReferenceValue {
					t.Fatalf("%s: %v and %v, and in a run %v and %v, %v", found.Tree.Text(), found.Value, found.ReferenceValue, res.Value, res.Reference, err)
				}
			default:
				t.Fatalf("%s: %v, and %d combinations fail", tree.Text(), found.Values, fails)
			}
		}
		if failing < 15 || none < 100 {
			t.Errorf("%s: %d trees with failing values, %d without", header, failing, none)
		}
	}
}

// TestCounterValuesAcrossChanceSays checks the tree of the exhibit with other values, a tree of two
// players whose scores are their own, and a tree without limits.
func TestCounterValuesAcrossChanceSays(t *testing.T) {
	a := searchtest.Find(t, "alphabeta-chance")
	right := searchtest.Read(t, "kind minimax minp 0 maxp 9 max[ 4 *[ min[ a: 3 b: 9 ] 9 ] ]")
	found, err := CounterValues(t.Context(), a, right, engine.Options{}, nil, 1, nil)
	if err != nil || found.Tree == nil || len(found.Leaves) != 1 || found.Leaves[0] != right.Find("b") || !found.Exhaustive || found.Combinations != 10 {
		t.Errorf("the exhibit: %+v, %v", found, err)
	}
	own := searchtest.Read(t, "players 2 maxsum 9 1[ (4,5) *[ 2[ a: (3,6) b: (9,0) ] (9,0) ] ]")
	found, err = CounterValues(t.Context(), a, own, engine.Options{}, nil, 1, nil)
	if err != nil || found.Tree == nil || !wrong(t, a, engine.Options{}, own, found.Values) {
		t.Errorf("two players: %+v, %v", found, err)
	}
	if _, err := CounterValues(t.Context(), a, searchtest.Read(t, "kind minimax max[ 4 *[ min[ 3 9 ] 9 ] ]"), engine.Options{}, nil, 1, nil); err == nil {
		t.Error("without minp and maxp, some values are tried")
	}
	if _, err := FindRegion(t.Context(), a, right, engine.Options{}, right.Find("b"), [2]int{1, 2}); err == nil {
		t.Error("a leaf with one score has a region of two")
	}
}
