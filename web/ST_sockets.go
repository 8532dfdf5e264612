package web

import (
	"context"
	"net/http"
	"sync"
)

// sockets counts the open websockets, and waits for their end.
type sockets struct {
	mu     sync.Mutex
	open   int
	closed bool
	done   sync.WaitGroup
}

func (s *sockets) add() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return errStopping
	case s.open == MaxConnections:
		return &inputError{http.StatusServiceUnavailable, "connections",
			plural(MaxConnections, "websocket") + " are open already, the limit; try again in a moment"}
	}
	s.open++
	s.done.Add(1)
	return nil
}

func (s *sockets) remove() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	s.done.Done()
}

func (s *sockets) wait(ctx context.Context) error {
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
