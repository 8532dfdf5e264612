package run

import (
	"context"
	"errors"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/practice"
	"espalier/search/recorded"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/problem"
)

// A Resolved is a run that is ready to be searched: an opened source with a Spec.
type Resolved struct {
	Spec
	Of   *Opened
	Tree *trees.Tree // with the values of the spec; nil: an implicit tree
}

// Resolve joins the source with a spec. The error is that of the first value that its leaf
// cannot have.
func (o *Opened) Resolve(s Spec) (*Resolved, error) {
	r := &Resolved{Spec: s, Of: o, Tree: o.Tree}
	if s.Algorithm != nil && recorded.Is(s.Algorithm) && len(s.Values) > 0 {
		return r, problem.Refused("values", "a recorded run is as the program printed it; choose an algorithm to try other values of leaves")
	}
	if o.Tree == nil || len(s.Values) == 0 {
		return r, nil
	}
	var err error
	r.Tree, err = o.Tree.WithValues(s.Values.Map())
	return r, err
}

// With returns a run of an algorithm with its options, with the values that the tree has.
func (o *Opened) With(c engine.AlgorithmConfig) *Resolved {
	return &Resolved{Spec: Spec{Source: o.Source}.With(c), Of: o, Tree: o.Tree}
}

// With returns the same run with another algorithm and its options.
func (r *Resolved) With(c engine.AlgorithmConfig) *Resolved {
	return &Resolved{Spec: r.Spec.With(c), Of: r.Of, Tree: r.Tree}
}

// Algorithms returns those that can run on the tree without options, and the chosen one.
func (o *Opened) Algorithms(chosen *engine.Algorithm) (list []*engine.Algorithm) {
	if o.Printed != nil {
		list = append(list, o.Printed.Algorithm)
	}
	for _, a := range algorithms.All() {
		if a == chosen || o.With(engine.AlgorithmConfig{Algorithm: a}).Refused() == nil {
			list = append(list, a)
		}
	}
	return list
}

// Same reports whether two runs have the same source, algorithm, options and values. A value
// that the tree has already is ignored.
func (r *Resolved) Same(other *Resolved) bool {
	return r.Source != nil && other.Source != nil && r.Source.Key() == other.Source.Key() && r.Body() == other.Body()
}

// Problem returns the input of the engine. Each call returns another position of an
// implicit tree: a search that is stopped does not take its moves back.
func (r *Resolved) Problem() (engine.Problem, error) {
	switch {
	case r.Of.Game != nil:
		pos, err := games.Open(r.Of.Game)
		if err != nil {
			return engine.Problem{}, err
		}
		p := engine.OnGame(r.Of.Game.ID, pos)
		p.Numbered = true
		return p, nil
	case r.Of.Generator != nil:
		p, err := engine.OnGenerated(*r.Of.Generator)
		p.Numbered = true
		return p, err
	}
	return engine.OnTree(r.Tree, r.Options.Root), nil
}

// Refused returns why the algorithm rejects the tree or an option; nil: it does not. A tree
// that is refused is still drawn and exported. It is no field, since Run checks the same,
// and a request need not pay for that twice.
func (r *Resolved) Refused() error {
	p, err := r.Problem()
	if err != nil {
		return err
	}
	return r.Algorithm.Check(&p, r.Options)
}

// Run searches, and calls observe with each event; nil: with none.
func (r *Resolved) Run(ctx context.Context, observe trace.Observer) (engine.Result, error) {
	if err := r.Allowed(ctx); err != nil {
		return engine.Result{}, err
	}
	p, err := r.Problem()
	if err != nil {
		return engine.Result{}, err
	}
	return r.Algorithm.Run(ctx, p, r.Options, observe)
}

// atRest returns the state before the first step.
func (r *Resolved) atRest() *engine.Snapshot {
	return &engine.Snapshot{Fold: trace.NewFold(r.Tree, nil), Step: -1, Last: -1}
}

// At returns the state of the run after a step; engine.LastStep: at its end.
func (r *Resolved) At(ctx context.Context, step int) (*engine.Snapshot, error) {
	if err := r.Allowed(ctx); err != nil {
		return r.atRest(), err
	}
	return engine.SnapshotAt(ctx, r.Tree, r.Config(), step)
}

// After returns the state of the run after its first event of a type, or at its end if there
// is none. With an error it is the state before that.
func (r *Resolved) After(ctx context.Context, first trace.Type) (*engine.Snapshot, error) {
	if err := r.Allowed(ctx); err != nil {
		return r.atRest(), err
	}
	return engine.SnapshotAfter(ctx, r.Tree, r.Config(), first)
}

// Record returns the events of the run, at most most of them: there are more if full is
// set. A run that an event ends, as a leaf of unknown value does, is no error.
func (r *Resolved) Record(ctx context.Context, most int) (events []trace.Event, res engine.Result, full bool, err error) {
	res, err = r.Run(ctx, func(e *trace.Event) {
		if full = len(events) == most; full {
			e.StopObserving = true
			return
		}
		events = append(events, e.Clone())
	})
	if engine.EndedByEngine(err) {
		err = nil
	}
	return events, res, full, err
}

// Practise judges the steps of a student who plays the search.
func (r *Resolved) Practise(ctx context.Context, steps []practice.Step) (judged []practice.Judgement, missed []int, err error) {
	if err := r.Allowed(ctx); err != nil {
		return nil, nil, err
	}
	return practice.Judge(ctx, r.Config(), r.Tree, steps)
}

// CompareAll runs every algorithm that can run on the tree with the root of the spec, and
// returns those that cannot. begins is called with the number of the run that begins, and
// how many there are; nil: it is not.
func (r *Resolved) CompareAll(ctx context.Context, begins func(i, of int)) ([]compare.ComparedRun, []compare.RefusedRun, error) {
	can, cannot := compare.ConfigsOn(r.Tree, r.Options.Root)
	if err := r.allAllowed(ctx, can); err != nil {
		return nil, nil, err
	}
	each := func(i int) {}
	if begins != nil {
		each = func(i int) { begins(i, len(can)) }
	}
	runs, err := compare.All(ctx, r.Tree, can, each)
	return runs, cannot, err
}

// allAllowed returns an error unless the runs of all these algorithms may be seen.
func (r *Resolved) allAllowed(ctx context.Context, list []engine.AlgorithmConfig) error {
	if GuardOf(ctx) == nil {
		return nil
	}
	for _, c := range list {
		if err := r.With(c).Allowed(ctx); err != nil {
			return err
		}
	}
	return nil
}

// CompareGame runs every algorithm that can run on an implicit tree with the options of the
// spec.
func (r *Resolved) CompareGame(ctx context.Context) ([]compare.ComparedRun, []compare.RefusedRun, error) {
	p, err := r.Problem()
	if err != nil {
		return nil, nil, err
	}
	can, cannot := compare.ConfigsFor(p, r.Options)
	if err := r.allAllowed(ctx, can); err != nil {
		return nil, nil, err
	}
	runs, err := compare.On(ctx, r.Problem, can)
	return runs, cannot, err
}

// Kind is that of the values: implicit trees are of kind maxn.
func (r *Resolved) Kind() trees.Kind {
	if r.Tree == nil {
		return trees.MaxN
	}
	return r.Tree.Kind
}

// Width is the number of scores of a value.
func (r *Resolved) Width() int {
	switch {
	case r.Of.Game != nil:
		return r.Of.position.Players()
	case r.Of.Generator != nil:
		return r.Of.Generator.Players
	}
	return r.Tree.Width()
}

// Explainer says in words what the events of the run mean.
func (r *Resolved) Explainer() trace.Explainer {
	if r.Tree != nil {
		x := trace.NewExplainer(r.Tree, engine.SpokenName(r.Algorithm), r.Algorithm.SoundWith(r.Options))
		x.Printed = recorded.Is(r.Algorithm)
		return x
	}
	p, _ := r.Problem() // the source was opened before
	return trace.Explainer{Tree: r.Tree, Kind: p.Kind, MaxSum: p.MaxSum, Algorithm: engine.SpokenName(r.Algorithm), Sound: r.Algorithm.SoundWith(r.Options)}
}

// IsRefused reports whether an error of Run says that the algorithm cannot run here, and why.
func IsRefused(err error) (why string, refused bool) {
	var no *engine.NotApplicableError
	if errors.As(err, &no) {
		return no.Message, true
	}
	return "", false
}
