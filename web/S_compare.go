package web

import (
	"context"
	"errors"
	"slices"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
)

// A refusedRun is an algorithm that cannot run on the tree.
type refusedRun struct {
	Algorithm *search.Algorithm
	Message   string
}

// variantsOn lists what can run on the tree from the root on: every algorithm
// whose needs are met, by itself and with each of its options that fits; and
// those that cannot, with the reason. A depth is no variant: it asks another
// question.
func variantsOn(t *trees.Tree, root int) (can []variant, cannot []refusedRun) {
	problem := search.OnTree(t, root)
	for _, a := range search.All() {
		bare := search.Options{Root: root}
		if err := a.Check(&problem, bare); err != nil {
			message := err.Error()
			var refused *search.RefusedError
			if errors.As(err, &refused) {
				message = refused.Message
			}
			cannot = append(cannot, refusedRun{a, message})
			continue
		}
		can = append(can, variant{a, bare})
		for _, f := range flags {
			with := bare
			*f.Of(&with) = true
			if slices.Contains(a.Options, f.Name) && a.Check(&problem, with) == nil {
				can = append(can, variant{a, with})
			}
		}
	}
	return can, cannot
}

// A comparedRun is what one variant did.
type comparedRun struct {
	variant
	Result search.Result
	// Cut holds the nodes that were cut and never entered, without what is
	// below them, in the order of their numbers.
	Cut []int32
	Err error // the run came to no value; Result holds nothing
}

// wrong reports whether the run is known to have given a wrong value.
func (r *comparedRun) wrong() bool {
	return r.Err == nil && r.Result.Truth != nil && !r.Result.Truth.Agrees
}

// compareAll runs the variants. Its own error is the context's: what stops one
// run is that run's.
func compareAll(ctx context.Context, t *trees.Tree, variants []variant) ([]comparedRun, error) {
	runs := make([]comparedRun, len(variants))
	seen := make([]uint8, t.Len())
	for i, v := range variants {
		clear(seen)
		res, err := v.Algorithm.Run(ctx, search.OnTree(t, v.Options.Root), v.Options, func(e *trace.Event) {
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
		run := comparedRun{variant: v, Result: res, Err: err, Cut: []int32{}}
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

// truthAmong is what is true of the tree: what the plain algorithm among the
// runs says, or, of a path tree, what was found by looking at every path.
func truthAmong(t *trees.Tree, runs []comparedRun) (trees.Vector, bool) {
	for _, r := range runs {
		switch {
		case r.Err != nil:
		case t.Kind == trees.Path && r.Result.Truth != nil:
			return r.Result.Truth.Value, true
		case r.Algorithm == plainOf(t):
			return r.Result.Value, true
		}
	}
	return trees.Vector{}, false
}
