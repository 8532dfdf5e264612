package run

import (
	"context"
	"math"

	"espalier/trees/figures"
)

// A Guard returns the last step of a run that whoever sends a request may see, and why there is no more. A
// nil error says that all steps may be seen.
type Guard func(ctx context.Context, r *Resolved) (last int, why error)

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
	if g := GuardOf(ctx); g != nil {
		return g(ctx, r)
	}
	return math.MaxInt, nil
}

// Allowed returns an error unless the whole run may be seen.
func (r *Resolved) Allowed(ctx context.Context) error {
	_, why := r.Limited(ctx)
	return why
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
