package run

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"

	"espalier/search/engine"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/treestore"
)

// A Guard returns the last step of a run that whoever sends a request may see, and why there is no more. A
// nil error says that all steps may be seen.
type Guard func(ctx context.Context, of Guarded) (last int, why error)

// A Guarded is a run that a guard can limit: a Resolved one, or what another program sent.
type Guarded interface {
	// Likeness is called only if there are open questions.
	Likeness() *Likeness
}

type guardKey struct{}

// WithGuard returns a context in which runs are limited by a guard; nil: by none.
func WithGuard(ctx context.Context, g Guard) context.Context {
	return context.WithValue(ctx, guardKey{}, g)
}

// GuardOf returns the guard of a context; nil: there is none.
func GuardOf(ctx context.Context) Guard {
	g, _ := ctx.Value(guardKey{}).(Guard)
	return g
}

// Unguarded returns a context without a guard, for what sends no more of a run than may be seen.
func Unguarded(ctx context.Context) context.Context {
	if GuardOf(ctx) == nil {
		return ctx
	}
	return WithGuard(ctx, nil)
}

// Limited returns the last step of the run that may be seen in a context, and why there is no more; a nil
// error: all steps may be seen.
func (r *Resolved) Limited(ctx context.Context) (last int, why error) {
	if g := GuardOf(ctx); g != nil && r.Algorithm != nil {
		return g(ctx, r)
	}
	return math.MaxInt, nil
}

// Allowed returns an error unless the whole run may be seen.
func (r *Resolved) Allowed(ctx context.Context) error {
	_, why := r.Limited(ctx)
	return why
}

// Allowed returns an error unless the runs of all these algorithms on the source may be seen.
func (o *Opened) Allowed(ctx context.Context, list ...*engine.Algorithm) error {
	for _, a := range list {
		if err := o.With(engine.AlgorithmConfig{Algorithm: a}).Allowed(ctx); err != nil {
			return err
		}
	}
	return nil
}

// FigureAllowed returns an error unless all runs of the story of a figure may be seen.
func FigureAllowed(ctx context.Context, f *figures.Figure) error {
	if GuardOf(ctx) == nil {
		return nil
	}
	for i := range f.Story {
		s := &f.Story[i]
		if s.On == nil || s.On.Tree == nil {
			continue
		}
		r, err := OnFigure(s.On).Resolve(StorySpec(s))
		if err == nil && r.Algorithm != nil {
			err = r.Allowed(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// A sentRun is a run of another program as far as a guard needs to know it.
type sentRun struct {
	trace     treestore.ID // empty: it has none
	algorithm string       // that it claims to be; empty: none
	tree      *trees.Tree  // nil: it was not read
	source    Source       // that the tree is of; nil: it is not known
}

func (s *sentRun) Likeness() *Likeness {
	l := &Likeness{trace: s.trace, recorded: true, algorithm: s.algorithm}
	if s.source != nil {
		l.onSource(s.source)
	}
	if s.tree != nil {
		l.onTree(s.tree)
	}
	return l
}

func (s *sentRun) allowed(ctx context.Context) error {
	_, why := GuardOf(ctx)(ctx, s)
	return why
}

// TraceIDAllowed returns an error if the runs of a trace may not be seen, by its id alone.
func TraceIDAllowed(ctx context.Context, id treestore.ID) error {
	if GuardOf(ctx) == nil {
		return nil
	}
	return (&sentRun{trace: id}).allowed(ctx)
}

// TraceAllowed returns an error unless a run of a trace may be seen as a whole: its events, its lines, and what
// is said of them. It reads the run, since another trace may have the same one. algorithm is what the run is
// held against; empty: what it claims to be.
func TraceAllowed(ctx context.Context, lib Library, id treestore.ID, revision int, algorithm string) error {
	if err := TraceIDAllowed(ctx, id); err != nil || GuardOf(ctx) == nil {
		return err
	}
	r, err := ReadTrace(ctx, lib, id, revision, true)
	if err == nil {
		err = SentAllowed(ctx, r.Run, algorithm)
	}
	if isUnasked(err) {
		return nil
	}
	return err
}

// SentAllowed returns an error if a run that a program sent is like that of an open question: what a check says
// of it would answer the question. algorithm is as for TraceAllowed.
func SentAllowed(ctx context.Context, r *program.Run, algorithm string) error {
	if GuardOf(ctx) == nil || len(r.Nodes) == 0 || Playable(len(r.Nodes), len(r.Events)) != nil {
		return nil
	}
	t, err := treeOfSent(ctx, r)
	if err == nil {
		err = (&sentRun{algorithm: cmp.Or(algorithm, r.Algorithm), tree: t}).allowed(ctx)
	}
	if isUnasked(err) {
		return nil
	}
	return err
}

// SearchAllowed is SentAllowed for a run that has not begun, of a program that searches a source; t is its tree, nil
// for one that is not built.
func SearchAllowed(ctx context.Context, s Source, t *trees.Tree, algorithm string) error {
	if GuardOf(ctx) == nil {
		return nil
	}
	if err := (&sentRun{algorithm: algorithm, tree: t, source: s}).allowed(ctx); err != nil && !isUnasked(err) {
		return err
	}
	return nil
}

func treeOfSent(ctx context.Context, r *program.Run) (*trees.Tree, error) {
	if r.Tree != nil {
		return r.Tree, nil
	}
	give, err := fair.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	inf, err := r.Infer()
	if err != nil {
		return nil, &UnplayableError{err.Error()}
	}
	return inf.Tree, nil
}

// isUnasked reports whether an error is that of a run about which no question can be asked: it has no event,
// or cannot be played.
func isUnasked(err error) bool {
	var large *UnplayableError
	var refused *problem.Error
	return errors.As(err, &large) || errors.As(err, &refused) && refused.Status == http.StatusUnprocessableEntity
}

// claimOf returns the algorithm that a recorded run claims to be; empty: none.
func claimOf(a *engine.Algorithm) string {
	if a.Claimed == nil {
		return ""
	}
	return a.Claimed.ID
}
