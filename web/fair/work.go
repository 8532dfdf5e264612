package fair

import (
	"context"
	"errors"
	"net/http"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/problem"
)

// LargeBody is the size from which a body is charged with the tree that it holds, and read
// in turn with the searches of others.
const LargeBody = 64 << 10

// TakeTurnFor waits for a processor to read a number of bytes, unless they are few. The
// caller calls give after that.
func TakeTurnFor(ctx context.Context, bytes int) (give func(), err error) {
	if bytes < LargeBody {
		return func() {}, nil
	}
	return TakeTurn(ctx)
}

// nodeSize is the part of LargeBody that a node of a tree counts as.
const nodeSize = 16

// TakeTurnForTree waits for a processor to compute with a tree, unless it is small; the
// caller calls give after that.
func TakeTurnForTree(ctx context.Context, t *trees.Tree) (give func(), err error) {
	return TakeTurnFor(ctx, nodeSize*t.Len())
}

// TakeTurn waits for a processor; the caller calls give when it needs none any more.
func TakeTurn(ctx context.Context) (give func(), err error) {
	give, err = engine.TakeTurn(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = &problem.Error{Status: http.StatusTooManyRequests, Path: "processors",
			Message: "the processors are busy with earlier requests; try again in a few seconds"}
	}
	return give, err
}

// Enter takes one of the slots of a channel, which is held while its holder computes; a channel of
// one slot is a lock. A search that waits holds no processor. Leave gives the slot back.
func Enter(ctx context.Context, slots chan<- struct{}) (err error) {
	trees.Blocked(ctx, func() {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
	})
	return err
}

// Leave gives a slot back.
func Leave(slots <-chan struct{}) { <-slots }
