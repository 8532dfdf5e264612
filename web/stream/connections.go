package stream

import (
	"context"
	"net/http"
	"sync"

	"espalier/web/problem"
	"espalier/web/words"
)

// connections counts the open websockets; it can wait for their end.
type connections struct {
	mu     sync.Mutex
	open   int
	closed bool
	done   sync.WaitGroup
}

func (s *connections) add() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return problem.ErrStopping
	case s.open == MaxConnections:
		return &problem.Error{Status: http.StatusServiceUnavailable, Path: "connections",
			Message: words.Plural(MaxConnections, "websocket") + " are open already, the limit; try again in a moment"}
	}
	s.open++
	s.done.Add(1)
	return nil
}

func (s *connections) remove() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	s.done.Done()
}

func (s *connections) Wait(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	done := make(chan struct{})
	go func() {
		s.done.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
