package search

import (
	"context"

	"espalier/trees"
)

// A repeated search runs one algorithm over and over, on positions that are
// alike, in the memory of one run: without an observer, and without a result
// but the value. What Run prepares anew each time takes longer than the search
// of a small tree.
type repeated struct {
	*run
	algorithm *Algorithm
}

// repeat makes an algorithm ready for searches of p.Pos, whatever stands
// there at the time, as long as it is no higher than it says now.
func (a *Algorithm) repeat(ctx context.Context, p Problem, o Options) (*repeated, error) {
	if err := a.Check(&p, o); err != nil {
		return nil, err
	}
	return &repeated{newRun(ctx, p, o, nil), a}, nil
}

// value searches the position. A search that cannot go on panics with stop,
// which the caller recovers once for all its searches: see stopped.
func (s *repeated) value() *trees.Vector {
	for i := range s.frames {
		f := &s.frames[i]
		*f = frame{above: f.above, below: f.below, ply: f.ply}
	}
	s.stats.Nodes, s.poll = 0, 0
	s.algorithm.run(s.run)
	return &s.frames[0].value
}

// stopped turns a stop into an error; it is deferred.
func stopped(err *error) {
	switch s := recover().(type) {
	case nil:
	case stop:
		*err = s.err
	default:
		panic(s)
	}
}
