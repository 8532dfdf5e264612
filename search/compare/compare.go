package compare

import (
	"context"
	"errors"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// A RefusedRun is an algorithm that cannot run on the tree.
type RefusedRun struct {
	Algorithm *engine.Algorithm
	Message   string
}

// ConfigsOn returns the configurations that can run on the tree from the given
// root: every algorithm whose needs are met, without options and with each page
// flag that fits. It also returns the algorithms that cannot run, with the reason.
// The option depth is not used, because the result would be the value of another
// problem.
func ConfigsOn(t *trees.Tree, root int) (can []engine.AlgorithmConfig, cannot []RefusedRun) {
	return ConfigsFor(engine.OnTree(t, root), engine.Options{Root: root})
}

// ConfigsFor is ConfigsOn for any problem and with options that all runs have.
func ConfigsFor(problem engine.Problem, common engine.Options) (can []engine.AlgorithmConfig, cannot []RefusedRun) {
	for _, a := range algorithms.All() {
		bare := common
		if err := a.Check(&problem, bare); err != nil {
			message := err.Error()
			var refused *engine.NotApplicableError
			if errors.As(err, &refused) {
				message = refused.Message
			}
			cannot = append(cannot, RefusedRun{a, message})
			continue
		}
		can = append(can, engine.AlgorithmConfig{Algorithm: a, Options: bare})
		for _, f := range engine.PageFlags() {
			with := bare
			f.SetOn(&with, true)
			if !f.Apart && slices.Contains(a.Options, f.Name) && a.Check(&problem, with) == nil {
				can = append(can, engine.AlgorithmConfig{Algorithm: a, Options: with})
			}
		}
	}
	return can, cannot
}

// A ComparedRun is a run of one algorithm with its options.
type ComparedRun struct {
	engine.AlgorithmConfig
	Result engine.Result
	// Cut holds the nodes that were cut and never entered, without the nodes below
	// them, in the order of their numbers.
	Cut []int32
	Err error // the run has no value; Result is empty
}

// Wrong reports whether the run is known to have returned a wrong value.
func (r *ComparedRun) Wrong() bool {
	return r.Err == nil && !r.Algorithm.Estimate && r.Result.Reference != nil && !r.Result.Reference.Agrees
}

// All runs each algorithm of the list, and calls begins, if it is not nil, with
// the index of each before its run. It returns an error only if the context ends; the
// error of a run is in its ComparedRun.
func All(ctx context.Context, t *trees.Tree, configs []engine.AlgorithmConfig, begins func(i int)) ([]ComparedRun, error) {
	runs := make([]ComparedRun, len(configs))
	seen := make([]uint8, t.Len())
	for i, c := range configs {
		if begins != nil {
			begins(i)
		}
		clear(seen)
		res, err := c.Algorithm.Run(ctx, engine.OnTree(t, c.Options.Root), c.Options, func(e *trace.Event) {
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
		run := ComparedRun{AlgorithmConfig: c, Result: res, Err: err, Cut: []int32{}}
		for n, s := range seen {
			if err == nil && s == nodeCut {
				run.Cut = append(run.Cut, int32(n))
			}
		}
		runs[i] = run
	}
	return runs, nil
}

// On runs each algorithm of the list on a position of a game. open returns the
// position anew for each: a search that is stopped does not take its moves back. The nodes
// that are cut are not listed, since each run numbers the nodes in its own order.
func On(ctx context.Context, open func() (engine.Problem, error), configs []engine.AlgorithmConfig) ([]ComparedRun, error) {
	runs := make([]ComparedRun, len(configs))
	for i, c := range configs {
		p, err := open()
		if err != nil {
			return nil, err
		}
		res, err := c.Algorithm.Run(ctx, p, c.Options, nil)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		runs[i] = ComparedRun{AlgorithmConfig: c, Result: res, Cut: []int32{}, Err: err}
	}
	return runs, nil
}

const (
	nodeEntered uint8 = 1 << iota
	nodeCut
)

// TruthAmong returns the right value of the tree: the value of the reference
// algorithm among the runs or, for a path tree, the least cost by exhaustive
// search. It returns false if the value is not known.
func TruthAmong(t *trees.Tree, runs []ComparedRun) (trees.Vector, bool) {
	for _, r := range runs {
		switch {
		case r.Err != nil:
		case t.Kind == trees.Path && r.Result.Reference != nil:
			return r.Result.Reference.Value, true
		case r.Algorithm == algorithms.PlainFor(t):
			return r.Result.Value, true
		}
	}
	return trees.Vector{}, false
}
