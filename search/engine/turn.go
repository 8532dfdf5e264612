package engine

import (
	"context"

	"espalier/trees"
)

// A Turn shares processors among searches. A server gives each of its searches
// one by WithTurn; elsewhere searches compute whenever they like.
type Turn interface {
	Take(context.Context) error            // waits for a processor; what has one may take it once more
	Pass(context.Context) error            // called often: others may compute in between
	Blocked(ctx context.Context, f func()) // calls f, which may block, without a processor
	Give()                                 // also without a processor, after an error
}

type turnKey struct{}

// WithTurn returns a context whose searches take turns. What computes on trees in it lets
// others compute in between.
func WithTurn(ctx context.Context, t Turn) context.Context {
	return trees.WithBlocked(trees.WithPass(context.WithValue(ctx, turnKey{}, t), t.Pass), t.Blocked)
}

func TurnOf(ctx context.Context) Turn {
	t, _ := ctx.Value(turnKey{}).(Turn)
	return t
}

// PassTurn is for what computes without an engine, after TakeTurn. It is called often:
// others may compute in between. The error is that of the context.
func PassTurn(ctx context.Context) error {
	if t := TurnOf(ctx); t != nil {
		if err := t.Pass(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// TakeTurn waits for a processor; the caller calls give after the search.
func TakeTurn(ctx context.Context) (give func(), err error) {
	t := TurnOf(ctx)
	if t == nil {
		return func() {}, nil
	}
	return t.Give, t.Take(ctx)
}
