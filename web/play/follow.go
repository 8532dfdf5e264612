package play

import (
	"context"
	"errors"

	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/socket"
)

// follow sends the run of another program that is still going on. It holds no slot, since the program may
// be silent for long. followed is false if the run has ended: then it is sent like every run.
func (r *searchRun) follow(m *socket.Message, v *runMessage) (followed bool, err error) {
	b, err := run.ReadBody(v.Run, run.Keys)
	if err != nil {
		return false, err
	}
	s, err := b.Source()
	if err != nil {
		return false, err
	}
	of, ok := s.(run.Recorded)
	switch {
	case !ok:
		return false, problem.Refused("follow", "only the run of a program can be followed; this message has a %s", s.Key())
	case v.Page || b.Algorithm != nil || b.Options != nil || b.Values != nil:
		return false, problem.Refused("follow", "a run that is still going on is sent as it comes: leave out page, algorithm, options and values")
	}
	send, err := r.c.s.Follow(r.search, of)
	if err != nil || send == nil {
		return false, err
	}
	m.Release()
	err = send(r.search, r.event, r.flush)
	switch cause := context.Cause(r.ctx); {
	case errors.Is(cause, socket.ErrGone):
	case errors.Is(cause, problem.ErrStopping):
		r.fail(problem.ErrStopping)
	case err == nil || errors.Is(cause, errCancelled):
		r.end(nil, nil)
	default:
		r.fail(err)
	}
	return true, nil
}
