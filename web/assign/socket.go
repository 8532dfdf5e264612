package assign

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"espalier/web/problem"
	"espalier/web/socket"
	"espalier/web/store/key"
)

// Feature has the websocket messages about results.
func (h *Handlers) Feature() *socket.Feature {
	closes := socket.On("close", socket.Keys{}, socket.None, (*watcher).close)
	return &socket.Feature{
		Of: "homework", Cookies: cookiePrefix,
		Kinds: []socket.Kind{
			socket.On("results", socket.Keys{Allowed: []string{"key", "assignment"}}, (*watched).read, (*watcher).results),
			socket.For(closes, func(c *watcher, m *socket.Message) bool { return c != nil && c.watches(m.ID) }),
		},
		Attach: func(c *socket.Conn) socket.Client {
			return &watcher{Conn: c, h: h, watched: map[string]context.CancelFunc{}}
		},
	}
}

// A watcher has the assignments whose results a connection watches.
type watcher struct {
	*socket.Conn
	h *Handlers

	mu      sync.Mutex
	watched map[string]context.CancelFunc // by the ids of the messages
}

// A watched message names an assignment by its key, or by its id if the browser has the key in our
// cookie.
type watched struct{ key, assignment string }

func (w *watched) read(member problem.Member) (err error) {
	if member.Key == "key" {
		w.key, err = problem.ReadString(member.Raw, "key")
	} else {
		w.assignment, err = problem.ReadString(member.Raw, "assignment")
	}
	return err
}

// id returns the id of the assignment.
func (w *watched) id(c *socket.Conn) (key.ID, error) {
	if (w.key == "") == (w.assignment == "") {
		return "", errNotWatched
	}
	text := w.key
	if text == "" {
		text = c.Cookie(cookiePrefix + w.assignment)
	}
	key, err := key.ParseKey(text)
	if err != nil || w.assignment != "" && string(key.ID()) != w.assignment {
		return "", errNoAssignment
	}
	return key.ID(), nil
}

func (c *watcher) results(m *socket.Message, w *watched) error {
	id, err := w.id(c.Conn)
	if err != nil {
		return err
	}
	return c.begin(m.ID, id)
}

// begin starts watching the results of an assignment.
func (c *watcher) begin(id string, of key.ID) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.Stopped():
		return problem.ErrStopping
	case c.watched[id] != nil:
		return problem.Refused("id", "the id %q is already in use; close it, or use another id", id)
	case len(c.watched) == MaxWatched:
		return &problem.Error{Status: http.StatusServiceUnavailable, Path: "id", Message: fmt.Sprintf("this connection watches the results of %d assignments, the limit; close one", MaxWatched)}
	}
	ctx, cancel := context.WithCancel(c.Context())
	begun := c.Go(id, func() {
		err := c.h.follow(ctx, of, func(results []byte) bool {
			b := append(socket.AppendHead(nil, "results", id), ',')
			return c.Send(ctx, append(append(b, results...), '}'))
		})
		gone := ctx.Err() != nil
		c.unwatch(id)
		if err != nil && !gone {
			c.Fail(id, err)
		}
	})
	if !begun {
		cancel()
		return problem.ErrStopping
	}
	c.watched[id] = cancel
	return nil
}

func (c *watcher) watches(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.watched[id] != nil
}

func (c *watcher) close(m *socket.Message, _ *struct{}) error {
	c.unwatch(m.ID)
	return nil
}

// Stop stops watching all results.
func (c *watcher) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cancel := range c.watched {
		cancel()
	}
}

// Detach does nothing: watching ends with the context of the connection.
func (c *watcher) Detach() {}

// unwatch stops watching an assignment.
func (c *watcher) unwatch(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.watched[id]; cancel != nil {
		cancel()
		delete(c.watched, id)
	}
}
