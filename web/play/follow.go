package play

import (
	"context"
	"errors"

	"espalier/trace"
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
	r.allSent(send(r.search, r.event, r.flush), nil)
	return true, nil
}

// program runs a program that a message has, and sends its run.
func (r *searchRun) program(m *socket.Message, v *runMessage) {
	if v.Page {
		r.fail(problem.Refused("page", "the run of a program that is not kept is sent as it is: leave out page"))
		return
	}
	var send func(ctx context.Context, observe trace.Observer, between func()) (more []byte, err error)
	err := r.open(m, v, func() error {
		tree, sends, err := r.c.s.Program(r.search, v.Run)
		if err == nil && tree != nil {
			r.tree(tree)
		}
		send = sends
		return err
	})
	var more []byte
	if err == nil {
		more, err = send(r.search, r.event, r.flush)
	}
	r.allSent(err, more)
}

// allSent ends a run of which all was sent, or as much as could be.
func (r *searchRun) allSent(err error, more []byte) {
	switch cause := context.Cause(r.ctx); {
	case errors.Is(cause, socket.ErrGone):
	case errors.Is(cause, problem.ErrStopping):
		r.fail(problem.ErrStopping)
	case err == nil || errors.Is(cause, errCancelled):
		r.endWith(more)
	default:
		r.fail(err)
	}
}
