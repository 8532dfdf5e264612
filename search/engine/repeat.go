package engine

import (
	"context"

	"espalier/trace"
	"espalier/trees"
)

// A Repeated search runs one algorithm many times on similar positions in the
// memory of one run, and returns only values. For a small tree
// the preparation in Run would take longer than the search.
type Repeated struct {
	*Run
	algorithm *Algorithm
}

// Repeat prepares an algorithm for searches of p.Pos. The position may change
// between searches, but its tree must not become higher.
func (a *Algorithm) Repeat(ctx context.Context, p Problem, o Options, observer trace.Observer) (*Repeated, error) {
	if err := a.Check(&p, o); err != nil {
		return nil, err
	}
	r := newRun(ctx, p, o, observer)
	r.Ev.Questions = a.Questions
	if observer != nil { // there is no start event
		r.Lines = LinesOf(a.CodeFor(nil, o))
		r.Ev.Width, r.Ev.Players, r.Ev.Implicit = r.Width(), r.Players, r.Tree == nil
	}
	return &Repeated{r, a}, nil
}

// Value searches the position. A search that cannot continue panics with stop. The
// caller recovers this panic with stopped, once for all its searches.
func (s *Repeated) Value() *trees.Vector {
	for i := range s.Frames {
		f := &s.Frames[i]
		*f = Frame{Above: f.Above, Below: f.Below, Ply: f.Ply}
	}
	s.Stats.Nodes, s.Poll = 0, 0
	if s.HasNumbers {
		s.Numbers.reset()
	}
	s.Ordering = newOrdering(s.algorithm, s.Run)
	if s.algorithm.Prepare == nil {
		s.algorithm.Procedure(s.Run)
	} else {
		search := s.algorithm.Prepare(s.Run)
		s.Note = nil
		search()
	}
	return &s.Frames[0].Value
}

// Stopped converts a stop into an error; defer it.
func Stopped(err *error) {
	switch s := recover().(type) {
	case nil:
	case Stop:
		*err = s.Err
	default:
		panic(s)
	}
}
