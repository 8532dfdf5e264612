package engine

import (
	"context"
	"errors"
	"slices"

	"espalier/trace"
	"espalier/trees"
)

// LastStep selects the end of a run in SnapshotAt.
const LastStep = -1

// A Snapshot is the state of a run on a tree after one of its steps.
type Snapshot struct {
	Fold    *trace.Fold // state after all events up to the step
	Step    int         // -1: the run has no event, and Fold is before the first event
	Last    int         // the last step of the whole run
	Event   trace.Event // the event of the step
	Reasons trace.Reasons
}

// SnapshotAt runs the algorithm and returns its state after a step, or after the last
// step for LastStep. For a step after the end, the snapshot is of the last
// step. A run that ends at a leaf of unknown value has the steps up to this leaf. Any
// other error of the run is returned together with the snapshot before the error.
func SnapshotAt(ctx context.Context, t *trees.Tree, c AlgorithmConfig, step int) (*Snapshot, error) {
	return snapshot(ctx, t, c, func(e *trace.Event) bool { return step == LastStep || e.Seq <= step })
}

// SnapshotAfter returns the state after the first event of a type, or at the end of
// the run if there is no such event.
func SnapshotAfter(ctx context.Context, t *trees.Tree, c AlgorithmConfig, first trace.Type) (*Snapshot, error) {
	passed := false
	return snapshot(ctx, t, c, func(e *trace.Event) bool {
		before := !passed
		passed = passed || e.Type == first
		return before
	})
}

// snapshot runs the algorithm and applies the events for which belongs returns true.
func snapshot(ctx context.Context, t *trees.Tree, c AlgorithmConfig, belongs func(*trace.Event) bool) (*Snapshot, error) {
	s := &Snapshot{Fold: trace.NewFold(t, nil), Step: -1, Last: -1}
	bounds, again := trace.BoundsByNode{}, trace.Researches{}
	_, err := c.Algorithm.Run(ctx, OnTree(t, c.Options.Root), c.Options, func(e *trace.Event) {
		s.Last = e.Seq
		if !belongs(e) {
			return
		}
		s.Fold.Apply(e, nil)
		bounds.Observe(e)
		here := &bounds.At(e).Bounds
		again.Observe(t, e, here)
		s.Reasons = again.Reasons(t, e, here)
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
