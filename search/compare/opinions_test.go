package compare

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
	"espalier/trees/treetest"
)

// TestWeightsEndInTheRules: at its ends and in the middle the family is paranoid, max^n and directed
// offensive; and each segment begins where the choice or the leaf changes.
func TestWeightsEndInTheRules(t *testing.T) {
	n := 3_000
	if testing.Short() {
		n /= 6
	}
	between := 0
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 99))
		s := searchtest.SomeShape(rng)
		s.Players = 2 + rng.IntN(5)
		tree := treetest.Random(rng, s)
		w, err := NewWeights(tree, 0)
		if err != nil {
			t.Fatal(err)
		}
		segments, err := w.Segments(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		at := func(weight int) Segment {
			i := slices.IndexFunc(segments, func(s Segment) bool { return s.From <= weight && weight <= s.To })
			return segments[i]
		}
		opinions, err := Opinions(context.Background(), tree, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range opinions {
			var of Segment
			switch o.Algorithm {
			case &algorithms.Paranoid:
				// Alpha-beta need not return the leaf of an exhaustive search, only its score and choice.
				if of = at(-WeightSteps); of.Value[w.Root-1] != o.Result.Value[w.Root-1] || !tree.IsLeaf(0) && int(of.Line[1]) != o.Choice() {
					t.Fatalf("paranoid on %s = %v, the weight -1 %v", tree.Text(), o.Result.Line, of.Line)
				}
				continue
			case algorithms.Plain:
				of = at(0)
			case &algorithms.Directed:
				of = at(WeightSteps)
			default:
				continue
			}
			if !slices.Equal(of.Line, o.Result.Line) || of.Value != o.Result.Value {
				t.Fatalf("%s on %s = %v, the weights %v", o.Algorithm.ID, tree.Text(), o.Result.Line, of.Line)
			}
		}
		for i, s := range segments {
			if i > 0 && s.From != segments[i-1].To+1 || i == 0 && s.From != -WeightSteps || i == len(segments)-1 && s.To != WeightSteps {
				t.Fatalf("segments %v of %s", segments, tree.Text())
			}
		}
		if len(segments) > 3 {
			between++
		}
	}
	if between < n/50 {
		t.Errorf("%d of %d trees have more than three segments, want more", between, n)
	}
}

// A switch by hand: player 2 at c has (7,5,3) or (1,2,6). With the weight -w player 2 prefers the second
// if (1-w)·2 - w·1 > (1-w)·5 - w·7, that is 6w > 3(1-w), w > 1/3: from 7 steps of 20 on. So player 1
// leaves c for b there.
func TestWeightsByHand(t *testing.T) {
	tree := searchtest.Read(t, "players 3 maxsum 15 a: 1[ b: (4,3,5) c: 2[ (7,5,3) (1,2,6) ] ]")
	w, err := NewWeights(tree, 3)
	if err != nil {
		t.Fatal(err)
	}
	segments, err := w.Segments(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if s := segments[0]; s.From != -20 || s.To != -7 || s.Value != trees.Points(4, 3, 5) {
		t.Errorf("the first segment is %+v", s)
	}
	if s := segments[1]; s.From != -6 || s.Value != trees.Points(7, 5, 3) {
		t.Errorf("the second segment is %+v", s)
	}
}
