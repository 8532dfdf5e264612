package experiments

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"espalier/web/problem"
	"espalier/web/socket"
)

// MaxFollowed is the maximum number of runs of experiments that one connection can follow.
const MaxFollowed = 8

// Feature has the messages about runs of experiments.
func (h *Handlers) Feature() *socket.Feature {
	closes := socket.On("close", socket.Keys{}, socket.None, (*followers).close)
	return &socket.Feature{
		Kinds: []socket.Kind{
			socket.On("progress", socket.Keys{Needed: []string{"run"}}, readFollowed, (*followers).progress),
			socket.For(closes, func(c *followers, m *socket.Message) bool { return c != nil && c.follows(m.ID) }),
		},
		Attach: func(c *socket.Conn) socket.Client {
			return &followers{Conn: c, h: h, followed: map[string]context.CancelFunc{}}
		},
	}
}

// followers are the runs that a connection follows.
type followers struct {
	*socket.Conn
	h *Handlers

	mu       sync.Mutex
	followed map[string]context.CancelFunc // by the ids of their messages
}

func readFollowed(run *string, member problem.Member) (err error) {
	*run, err = problem.ReadString(member.Raw, "run")
	return err
}

// progress follows a run of an experiment.
func (c *followers) progress(m *socket.Message, run *string) error {
	return c.follow(m.ID, *run)
}

func (c *followers) follow(id, run string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.Stopped():
		return problem.ErrStopping
	case c.followed[id] != nil:
		return problem.Refused("id", "this connection already follows a run with the id %q; close it, or use another id", id)
	case len(c.followed) == MaxFollowed:
		return &problem.Error{Status: http.StatusServiceUnavailable, Path: "id", Message: fmt.Sprintf("this connection follows %d runs, the limit; close one", MaxFollowed)}
	}
	ctx, cancel := context.WithCancel(c.Context())
	begun := c.Go(id, func() {
		err := c.h.Follow(ctx, run, func(state []byte) bool {
			return c.Send(ctx, socket.NewMessage("progress", id, struct {
				Run json.RawMessage `json:"run"`
			}{state}))
		})
		failed := err != nil && ctx.Err() == nil
		c.unfollow(id)
		if failed {
			c.Fail(id, err)
			return
		}
		c.Send(c.Context(), append(socket.AppendHead(nil, "end", id), '}'))
	})
	if !begun {
		cancel()
		return problem.ErrStopping
	}
	c.followed[id] = cancel
	return nil
}

func (c *followers) follows(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.followed[id] != nil
}

func (c *followers) close(m *socket.Message, _ *struct{}) error {
	c.unfollow(m.ID)
	return nil
}

// Stop ends the messages about all runs.
func (c *followers) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cancel := range c.followed {
		cancel()
	}
}

// Detach does nothing: what is followed ends with the context of the connection.
func (c *followers) Detach() {}

// unfollow ends the messages about a run.
func (c *followers) unfollow(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.followed[id]; cancel != nil {
		cancel()
		delete(c.followed, id)
	}
}
