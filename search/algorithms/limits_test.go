package algorithms_test

import (
	"context"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// Where maxsum is no multiple of delta, δ can make a sum of bounds reach maxsum before the
// mover has a best value. A test without a best would read the value of an earlier node.
func TestDiscreteNeedsABest(t *testing.T) {
	for _, text := range []string{
		`players 4 maxsum 2.5 maxp 2 delta 1 2[ 3[ 4[ (0,0,0,1) 1[ (0,2,0,0) 2[ (0,0,0,0) ] ] ] ] ]`,
		`players 4 maxsum 2.999999 maxp 2 delta 1 3[ (0,0,1,0) 4[ (2,0,0,0) 1[ (0,0,0,0) ] ] ]`,
	} {
		tree := searchtest.Read(t, text)
		for _, id := range []string{"lastbranch", "speculative"} {
			a, _ := algorithms.Find(id)
			o := engine.Options{Discrete: true}
			res, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
			if err != nil || !res.Reference.Agrees {
				t.Errorf("%s on %s = (%s), %v, want (%s)", id, text, searchtest.Scores(res.Value, 4), err, searchtest.Scores(res.Reference.Value, 4))
			}
			if err := checkTrace(tree, a, o, res); err != nil {
				t.Errorf("%s on %s: %v", id, text, err)
			}
		}
	}
}

// The smaller of maxp and maxsum is the most that a player can get.
func TestMaxPAboveMaxSum(t *testing.T) {
	tree := searchtest.Read(t, `players 3 maxp 12 maxsum 9 1[ (9,0,0) (1,1,1) ]`)
	for _, id := range []string{"immediate", "shallow", "lastbranch", "speculative"} {
		a, _ := algorithms.Find(id)
		events, _, err := searchtest.Record(a, engine.OnTree(tree, 0), engine.Options{})
		i := slices.IndexFunc(events, func(e trace.Event) bool { return e.Type == trace.Prune })
		if err != nil || i < 0 || events[i].Rule != trace.Immediate || events[i].Limit != trees.Some(9*trees.Unit) {
			t.Errorf("%s cuts nothing after (9,0,0), %v; want an immediate cut by maxsum", id, err)
		}
	}
}

// A cut is provisional if a node of its chain still has a child without a value whose own chain
// ends further up: here node 36 is cut, and entered when its ancestor is searched again.
func TestProvisionalWithAQueueBelow(t *testing.T) {
	tree := searchtest.Read(t, `players 5 maxsum 8 maxp 5 delta 1 2[ (1,1,2,1,3) 3[ (2,1,1,1,3) 5[ (4,0,1,1,2) 5[ (2,0,4,1,1) (1,1,1,2,3) 3[ (3,2,2,1,0) (2,2,1,1,2) (2,1,2,3,0) (1,2,1,0,4) (3,2,2,0,1) ] 2[ (2,1,3,1,1) (1,2,3,0,2) (1,0,1,1,5) (1,3,0,1,3) (0,2,0,4,2) ] ] 4[ (2,1,3,2,0) (3,0,1,1,3) 4[ (3,1,0,1,3) (0,2,0,3,3) (1,1,1,2,3) ] ] ] 1[ (1,3,1,1,2) (0,2,4,1,1) 5[ (2,0,4,1,1) (4,2,0,1,1) ] 5[ (1,2,1,3,1) 3[ (2,2,1,2,1) (0,1,2,2,3) (1,2,3,1,1) (1,3,1,0,3) ] ] ] (1,2,3,1,1) ] 1[ (1,1,3,2,1) (2,4,0,0,2) (1,2,3,0,2) 3[ (1,2,2,3,0) (3,1,2,2,0) (1,3,2,1,1) (2,0,5,1,0) ] (3,3,0,1,1) ] ] `)
	a, _ := algorithms.Find("speculative")
	for _, o := range []engine.Options{{Table: true}, {}, {Table: true, HasDepth: true, Depth: 5}} {
		res, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
		if err != nil || !res.Reference.Agrees {
			t.Fatalf("%+v: %v", o, err)
		}
		if err := checkTrace(tree, a, o, res); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
