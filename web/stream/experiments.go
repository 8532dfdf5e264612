package stream

import (
	"context"
	"fmt"
	"net/http"

	"espalier/web/problem"
)

// MaxFollowed bounds the runs of experiments that one connection follows.
const MaxFollowed = 8

// Experiments reports the progress of runs of experiments; another package has them.
type Experiments interface {
	// Follow calls send with the state of a run, a JSON object, each time that it has
	// changed, until the run or the context has ended or send returns false.
	Follow(ctx context.Context, run string, send func(state []byte) bool) error
}

// progress follows a run of an experiment.
func (c *conn) progress(m *message) error {
	if c.s.Experiments == nil {
		return problem.Refused("type", "this server has no experiments")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.stopped:
		return problem.ErrStopping
	case c.followed[m.ID] != nil:
		return problem.Refused("id", "a run is followed with the id %q already; close it, or take another id", m.ID)
	case len(c.followed) == MaxFollowed:
		return &problem.Error{Status: http.StatusServiceUnavailable, Path: "id", Message: fmt.Sprintf("this connection follows %d runs, the limit; close one", MaxFollowed)}
	}
	ctx, cancel := context.WithCancel(c.ctx)
	if c.followed == nil {
		c.followed = map[string]context.CancelFunc{}
	}
	c.followed[m.ID] = cancel
	c.work.Add(1)
	go func() {
		defer c.work.Done()
		defer c.guard(m.ID)
		err := c.s.Experiments.Follow(ctx, m.Followed, func(state []byte) bool {
			b := appendHead(nil, "progress", m.ID)
			return c.send(ctx, append(append(append(b, `,"run":`...), state...), '}'))
		})
		failed := err != nil && ctx.Err() == nil
		c.unfollow(m.ID)
		if failed {
			c.fail(m.ID, err)
			return
		}
		c.send(c.ctx, append(appendHead(nil, "end", m.ID), '}'))
	}()
	return nil
}

// unfollow ends the messages about a run. It reports whether there were any.
func (c *conn) unfollow(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	cancel := c.followed[id]
	if cancel == nil {
		return false
	}
	cancel()
	delete(c.followed, id)
	return true
}
