package search

import (
	"context"

	"espalier/trace"
	"espalier/trees"
)

// A repeated search runs one algorithm many times on similar positions in the
// memory of one run, and returns only values. For a small tree
// the preparation in Run would take longer than the search.
type repeated struct {
	*run
	algorithm *Algorithm
}

// repeat prepares an algorithm for searches of p.Pos. The position may change
// between searches, but its tree must not become higher.
func (a *Algorithm) repeat(ctx context.Context, p Problem, o Options, observer trace.Observer) (*repeated, error) {
	if err := a.Check(&p, o); err != nil {
		return nil, err
	}
	r := newRun(ctx, p, o, observer)
	r.ev.Questions = a.questions
	if observer != nil { // there is no start event
		r.lines = linesOf(a.codeFor(nil, o))
		r.ev.Width, r.ev.Players, r.ev.Implicit = r.Width(), r.Players, r.Tree == nil
	}
	return &repeated{r, a}, nil
}

// value searches the position. A search that cannot continue panics with stop. The
// caller recovers this panic with stopped, once for all its searches.
func (s *repeated) value() *trees.Vector {
	for i := range s.frames {
		f := &s.frames[i]
		*f = frame{above: f.above, below: f.below, ply: f.ply}
	}
	s.stats.Nodes, s.poll = 0, 0
	if s.numbered {
		s.numbers.reset()
	}
	s.order = newOrdering(s.algorithm, s.run)
	if s.algorithm.prepare == nil {
		s.algorithm.run(s.run)
	} else {
		search := s.algorithm.prepare(s.run)
		s.note = nil
		search()
	}
	return &s.frames[0].value
}

// stopped converts a stop into an error; defer it.
func stopped(err *error) {
	switch s := recover().(type) {
	case nil:
	case stop:
		*err = s.err
	default:
		panic(s)
	}
}
