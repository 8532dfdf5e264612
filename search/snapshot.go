package search

import (
	"context"
	"errors"
	"slices"

	"espalier/trace"
	"espalier/trees"
)

// LastStep asks SnapshotAt for the end of a run.
const LastStep = -1

// A Snapshot is the state of a run on a tree after one of its steps.
type Snapshot struct {
	Fold        *trace.Fold // of all events up to the step
	Step        int         // -1: the run has no event, and Fold is the tree at rest
	Last        int         // the last step of the whole run
	Event       trace.Event // of the step
	Certificate *trace.Certificate
}

// SnapshotAt runs the algorithm and returns its state after a step, or after
// its last one for LastStep. The certificate is that of the step where it is a
// prune, and nil otherwise. A step past the end gives the last one; Last is
// then true. A run that ends early at a leaf of unknown value has the steps up to
// there; any other error of the run is returned with what there was before it.
func SnapshotAt(ctx context.Context, t *trees.Tree, c AlgorithmConfig, step int) (*Snapshot, error) {
	return snapshot(ctx, t, c, func(e *trace.Event) bool { return step == LastStep || e.Seq <= step })
}

// SnapshotAfter is SnapshotAt at the first event of a type; at the end of the
// run where there is none.
func SnapshotAfter(ctx context.Context, t *trees.Tree, c AlgorithmConfig, first trace.Type) (*Snapshot, error) {
	passed := false
	return snapshot(ctx, t, c, func(e *trace.Event) bool {
		before := !passed
		passed = passed || e.Type == first
		return before
	})
}

// snapshot applies the events for which belongs reports true.
func snapshot(ctx context.Context, t *trees.Tree, c AlgorithmConfig, belongs func(*trace.Event) bool) (*Snapshot, error) {
	s := &Snapshot{Fold: trace.NewFold(t, nil), Step: -1, Last: -1}
	bounds := trace.BoundsByNode{}
	_, err := c.Algorithm.Run(ctx, OnTree(t, c.Options.Root), c.Options, func(e *trace.Event) {
		s.Last = e.Seq
		if !belongs(e) {
			return
		}
		s.Fold.Apply(e, nil)
		bounds.Observe(e)
		s.Certificate = bounds.Certificate(t, e)
		s.Step, s.Event = e.Seq, *e
		if e.Type == trace.Prune { // the engine reuses its slices
			s.Event.Cut, s.Event.Terms, s.Event.Excluded = slices.Clone(e.Cut), slices.Clone(e.Terms), slices.Clone(e.Excluded)
		}
	})
	var unknown *UnknownLeafError
	if errors.As(err, &unknown) {
		err = nil
	}
	return s, err
}
