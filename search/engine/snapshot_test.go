package engine_test

import (
	"context"
	"reflect"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// TestSnapshotAt compares the state at every step of a run with a fold to which the test
// applies the events.
func TestSnapshotAt(t *testing.T) {
	tree, err := trees.ReadText("players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]")
	if err != nil {
		t.Fatal(err)
	}
	deep, _ := algorithms.Find("deep")
	run := engine.AlgorithmConfig{Algorithm: deep}
	var types []trace.Type
	if _, err := deep.Run(context.Background(), engine.OnTree(tree, 0), run.Options, func(e *trace.Event) { types = append(types, e.Type) }); err != nil {
		t.Fatal(err)
	}
	states := func(f *trace.Fold) (list []trace.NodeState) {
		for n := range tree.Len() {
			list = append(list, f.State(n))
		}
		return list
	}
	prunes := 0
	for step, kind := range types {
		fold := trace.NewFold(tree, nil)
		deep.Run(context.Background(), engine.OnTree(tree, 0), run.Options, func(e *trace.Event) {
			if e.Seq <= step {
				fold.Apply(e, nil)
			}
		})
		s, err := engine.SnapshotAt(context.Background(), tree, run, step)
		if err != nil || s.Step != step || s.Last != len(types)-1 || s.Event.Type != kind {
			t.Fatalf("SnapshotAt(%d) = step %d of %d, %v, %v; want %d of %d, %v", step, s.Step, s.Last, s.Event.Type, err, step, len(types)-1, kind)
		}
		if (s.Reasons.Now != nil) != (kind == trace.Prune) {
			t.Errorf("SnapshotAt(%d), %v, has the certificate %v", step, kind, s.Reasons.Now)
		}
		if got, want := states(s.Fold), states(fold); !reflect.DeepEqual(got, want) {
			t.Errorf("SnapshotAt(%d) has the states %v, want %v", step, got, want)
		}
		if kind == trace.Prune && prunes == 0 {
			first, err := engine.SnapshotAfter(context.Background(), tree, run, trace.Prune)
			if err != nil || first.Step != step || first.Last != s.Last {
				t.Errorf("SnapshotAfter(prune) = step %d, %v; want %d", first.Step, err, step)
			}
			prunes++
		}
	}
	if prunes == 0 {
		t.Error("deep pruning cuts nothing on this tree")
	}
	for _, step := range []int{engine.LastStep, len(types) + 10} {
		if s, err := engine.SnapshotAt(context.Background(), tree, run, step); err != nil || s.Step != len(types)-1 {
			t.Errorf("SnapshotAt(%d) = step %d, %v; want the last, %d", step, s.Step, err, len(types)-1)
		}
	}
}

// TestSnapshotOfUnknownLeaf checks that a run that ends at a leaf of unknown value has
// the steps up to this leaf.
func TestSnapshotOfUnknownLeaf(t *testing.T) {
	tree, err := trees.ReadText("players 2 1[ (1,2) ? ]")
	if err != nil {
		t.Fatal(err)
	}
	maxn, _ := algorithms.Find("maxn")
	s, err := engine.SnapshotAt(context.Background(), tree, engine.AlgorithmConfig{Algorithm: maxn}, engine.LastStep)
	if err != nil || s.Step < 1 || s.Step != s.Last {
		t.Errorf("SnapshotAt(LastStep) = step %d of %d, %v; want the steps before the leaf", s.Step, s.Last, err)
	}
}
