package search

import (
	"context"
	"errors"
	"slices"

	"espalier/trace"
	"espalier/trees"
)

// A RefusedRun is an algorithm that cannot run on the tree.
type RefusedRun struct {
	Algorithm *Algorithm
	Message   string
}

// ConfigsOn lists what can run on the tree from the root on: every algorithm
// whose needs are met, by itself and with each of its options that fits; and
// those that cannot, with the reason. A depth is no variant: it asks another
// question.
func ConfigsOn(t *trees.Tree, root int) (can []AlgorithmConfig, cannot []RefusedRun) {
	problem := OnTree(t, root)
	for _, a := range All() {
		bare := Options{Root: root}
		if err := a.Check(&problem, bare); err != nil {
			message := err.Error()
			var refused *NotApplicableError
			if errors.As(err, &refused) {
				message = refused.Message
			}
			cannot = append(cannot, RefusedRun{a, message})
			continue
		}
		can = append(can, AlgorithmConfig{a, bare})
		for _, f := range PageFlags() {
			with := bare
			f.SetOn(&with, true)
			if slices.Contains(a.Options, f.Name) && a.Check(&problem, with) == nil {
				can = append(can, AlgorithmConfig{a, with})
			}
		}
	}
	return can, cannot
}

// A ComparedRun is what one variant did.
type ComparedRun struct {
	AlgorithmConfig
	Result Result
	// Cut holds the nodes that were cut and never entered, without what is
	// below them, in the order of their numbers.
	Cut []int32
	Err error // the run came to no value; Result holds nothing
}

// Wrong reports whether the run is known to have given a wrong value.
func (r *ComparedRun) Wrong() bool {
	return r.Err == nil && r.Result.Truth != nil && !r.Result.Truth.Agrees
}

// CompareAll runs the variants. Its own error is the context's: what stops one
// run is that run's.
func CompareAll(ctx context.Context, t *trees.Tree, variants []AlgorithmConfig) ([]ComparedRun, error) {
	runs := make([]ComparedRun, len(variants))
	seen := make([]uint8, t.Len())
	for i, v := range variants {
		clear(seen)
		res, err := v.Algorithm.Run(ctx, OnTree(t, v.Options.Root), v.Options, func(e *trace.Event) {
			switch e.Type {
			case trace.Enter:
				seen[e.Node] |= nodeEntered
			case trace.Prune:
				for _, n := range e.Cut {
					seen[n] |= nodeCut
				}
			}
		})
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		run := ComparedRun{AlgorithmConfig: v, Result: res, Err: err, Cut: []int32{}}
		for n, s := range seen {
			if err == nil && s == nodeCut {
				run.Cut = append(run.Cut, int32(n))
			}
		}
		runs[i] = run
	}
	return runs, nil
}

const (
	nodeEntered uint8 = 1 << iota
	nodeCut
)

// TruthAmong is what is true of the tree: what the plain algorithm among the
// runs says, or, of a path tree, what was found by looking at every path.
func TruthAmong(t *trees.Tree, runs []ComparedRun) (trees.Vector, bool) {
	for _, r := range runs {
		switch {
		case r.Err != nil:
		case t.Kind == trees.Path && r.Result.Truth != nil:
			return r.Result.Truth.Value, true
		case r.Algorithm == PlainFor(t):
			return r.Result.Value, true
		}
	}
	return trees.Vector{}, false
}
