package socket

import (
	"context"
	"sync"

	"espalier/web/fair"
	"espalier/web/problem"
)

// connections counts the open websockets; it can wait for their end.
type connections struct {
	pool *fair.Pool

	mu     sync.Mutex
	closed bool
	done   sync.WaitGroup
}

func newConnections(refused func()) connections {
	return connections{pool: fair.NewPool(fair.PoolConfig{Name: "connections", Size: MaxConnections, Refused: refused})}
}

// add counts a websocket of the client of a context; remove must follow.
func (s *connections) add(ctx context.Context) (remove func(), err error) {
	lease, err := s.pool.Acquire(ctx, fair.ClientFrom(ctx), 1)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		lease.Release()
		return nil, problem.ErrStopping
	}
	s.done.Add(1)
	return func() {
		lease.Release()
		s.done.Done()
	}, nil
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
