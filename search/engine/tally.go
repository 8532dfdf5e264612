package engine

import (
	"context"
	"time"
)

// A Tally is called at the end of each search, with what it took from its first
// turn on.
type Tally func(algorithm string, took time.Duration)

type tallyKey struct{}

// WithTally returns a context whose searches are counted.
func WithTally(ctx context.Context, t Tally) context.Context {
	return context.WithValue(ctx, tallyKey{}, t)
}

// tally counts a search that began at a time.
func (a *Algorithm) tally(ctx context.Context, began time.Time) {
	if t, ok := ctx.Value(tallyKey{}).(Tally); ok {
		t(a.ID, time.Since(began))
	}
}
