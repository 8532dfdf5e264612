package question

import (
	"context"
	"errors"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// A Player plays the events of a run, and returns its result. It is an engine, or it has a
// recording of one.
type Player func(ctx context.Context, observe trace.Observer) (engine.Result, error)

// A Run is what a question is about.
type Run struct {
	Tree   *trees.Tree // nil: it is implicit
	Width  int         // the number of scores of a value
	Scalar bool        // a value is one number
	Play   Player
	// Recorded: the run is that of another program, so it is known for this tree alone.
	Recorded bool
	Name     string // of the algorithm, inside a sentence
	// Against returns the run of another algorithm on the same tree.
	Against func(other *engine.Algorithm) (Player, error)
	// Reordered returns the run on the tree in which the children of a node have another order.
	Reordered func(node int, order []int32) (Player, error)
	// With returns the run on the tree in which a leaf has another value.
	With func(leaf int, value trees.Vector) (Player, error)
}

// Nodes returns a number that is above those of all nodes.
func (r *Run) Nodes() int {
	if r.Tree != nil {
		return r.Tree.Len()
	}
	return engine.MaxWatchedNodes
}

var errEnough = errors.New("the event that answers the question has come")

// Watch calls f with the events of the run until f returns false. A run that an event ends,
// as a leaf of unknown value does, is no error.
func (p Player) Watch(ctx context.Context, f func(e *trace.Event) bool) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	_, err := p(ctx, func(e *trace.Event) {
		if ctx.Err() == nil && !f(e) {
			cancel(errEnough)
		}
	})
	if errors.Is(context.Cause(ctx), errEnough) || engine.EndedByEngine(err) {
		return nil
	}
	return err
}
