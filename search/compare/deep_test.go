package compare

import (
	"context"
	"math/rand/v2"
	"testing"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees/treetest"
)

// twoWithoutSum is a tree for two players on which maxsum bounds the sum and no more.
const twoWithoutSum = "players 2 maxsum 4 1[ (2,0) 2[ 1[ (0,0) 2[ (1,2) (0,3) ] ] (3,1) ] ]"

// With two players deep pruning is right if all leaves have the same sum, in turn or not.
// If maxsum only bounds the sum, it is not.
func TestDeepNeedsConstantSum(t *testing.T) {
	res := searchtest.RunOn(t, "deep", engine.OnTree(searchtest.Read(t, twoWithoutSum), 0), engine.Options{})
	if searchtest.Scores(res.Value, 2) != "2,0" || searchtest.Scores(res.Reference.Value, 2) != "3,1" {
		t.Errorf("deep = (%s), max^n = (%s), want (2,0) and (3,1)", searchtest.Scores(res.Value, 2), searchtest.Scores(res.Reference.Value, 2))
	}
	rng := rand.New(rand.NewPCG(40, 2))
	const trials = 6_000
	deepCuts, wrong := 0, map[bool]int{}
	for i := range 2 * trials {
		below := i%2 == 1
		tree := treetest.Random(rng, treetest.Shape{Players: 2, Points: 2 + rng.IntN(5), OutOfTurn: i%4 < 2, Uneven: i%8 < 4, BelowSum: below})
		res := searchtest.RunOn(t, "deep", engine.OnTree(tree, 0), engine.Options{})
		if !below {
			deepCuts += res.Stats.Prunes[trace.Deep]
		}
		if res.Reference.Agrees {
			continue
		}
		if wrong[below]++; !below {
			t.Errorf("constant sum: deep = (%s), max^n = (%s) on %s", searchtest.Scores(res.Value, 2), searchtest.Scores(res.Reference.Value, 2), tree.Text())
		}
	}
	if deepCuts == 0 || wrong[true] == 0 {
		t.Errorf("%d deep cuts with a constant sum, %d wrong values without one; want some of both", deepCuts, wrong[true])
	}
}

// Deep branch and bound is wrong with two players even if all leaves have the same sum: a
// first child that is cut has no value, and the mover takes the next one.
func TestDeepBnBIsWrongWithTwoPlayers(t *testing.T) {
	res := searchtest.RunOn(t, "deep-bnb", engine.OnTree(searchtest.Read(t, "players 2 maxsum 4 1[ (2,2) 2[ 1{up (2,4)}[ (1,3) ] (3,1) ] ]"), 0), engine.Options{})
	if searchtest.Scores(res.Value, 2) != "3,1" || searchtest.Scores(res.Reference.Value, 2) != "2,2" {
		t.Errorf("deep-bnb = (%s), max^n = (%s), want (3,1) and (2,2)", searchtest.Scores(res.Value, 2), searchtest.Scores(res.Reference.Value, 2))
	}
}

// The search for counterexamples finds trees with two players: its leaves may sum to less
// than maxsum.
func TestCounterexampleWithTwoPlayers(t *testing.T) {
	for _, id := range []string{"deep", "deep-bnb"} {
		size := korfSize
		size.Players, size.Depth = 2, 5
		for seed := range uint64(3) {
			found, err := FindCounterexample(context.Background(), searchtest.Find(t, id), engine.Options{}, size, seed, 500_000, nil)
			if err != nil || found.Tree == nil {
				t.Fatalf("%s, seed %d: none after %d trees, %v; want one", id, seed, found.Tries, err)
			}
			if found.Tree.Players != 2 || !failsBy(t, searchtest.Find(t, id), engine.Options{}, found.Tree) {
				t.Errorf("%s, seed %d: it does not fail on %s", id, seed, found.Tree.Text())
			}
		}
	}
}

// On a given tree whose leaves all have the same sum, values with another sum are tried,
// too, also if there are too many combinations to try them all.
func TestCounterValuesBelowTheSum(t *testing.T) {
	for _, text := range []string{
		"players 2 maxsum 4 1[ (2,2) 2[ 1[ (0,4) 2[ (1,3) (0,4) ] ] (3,1) ] ]",
		"players 2 maxsum 40 delta 1 1[ (20,20) 2[ 1[ (0,40) 2[ (10,30) (0,40) ] ] (30,10) ] ]",
	} {
		tree := searchtest.Read(t, text)
		var leaves []int
		for n := range tree.Len() {
			if tree.IsLeaf(n) {
				leaves = append(leaves, n)
			}
		}
		found, err := CounterValues(context.Background(), searchtest.Find(t, "deep"), tree, engine.Options{}, leaves, 1, nil)
		if err != nil || found.Tree == nil {
			t.Errorf("%s: none of %g combinations, %d tried, %v; want values with which deep pruning fails", text, found.Combinations, found.Tries, err)
			continue
		}
		if sum := found.Tree.MaxSum.Score; sharedOut(found.Tree, sum) {
			t.Errorf("%s: the leaves of %s all sum to maxsum", text, found.Tree.Text())
		}
	}
}
