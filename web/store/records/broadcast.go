package records

import (
	"context"
	"slices"
)

// Announce sends a message about a log or a root to all servers that listen. It is not stored and
// may be lost.
func (l *Store) Announce(ctx context.Context, id ID, message []byte) error {
	bucket, done, err := l.Use(ctx, false)
	if err != nil {
		return err
	}
	defer done()
	return bucket.Broadcast(string(id), message)
}

// Listen calls f with each message about a log or a root until stop is called. The messages of this
// server are included.
func (l *Store) Listen(ctx context.Context, id ID, f func(message []byte)) (stop func(), err error) {
	bucket, done, err := l.Use(ctx, false)
	if err != nil {
		return nil, err
	}
	defer done()
	return bucket.Engine.Listen(string(id), f)
}

// AfterReconnect makes the store call f, in a goroutine of its own, each time a lost
// connection to the NATS servers is back. Messages that were sent in between are lost.
func (l *Store) AfterReconnect(f func()) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.afterReconnect = append(slices.Clip(l.afterReconnect), f)
}

// reconnected notes that the servers of a cluster can be reached again.
func (l *Store) reconnected() {
	l.lostConnection.Store(true)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.afterReconnect {
		go f()
	}
}
