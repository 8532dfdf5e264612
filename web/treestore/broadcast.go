package treestore

import (
	"context"
	"slices"
)

// Shared reports whether other servers may have the same trees open.
func (l *Store) Shared() bool { return l != nil && l.shared() }

// Announce sends a message about a tree to all servers that listen. It is stored
// nowhere and may be lost.
func (l *Store) Announce(ctx context.Context, id ID, message []byte) error {
	bucket, done, err := l.use(ctx, false)
	if err != nil {
		return err
	}
	defer done()
	return bucket.Broadcast(string(id), message)
}

// Listen calls f with the messages about a tree, also those of this server, until
// stop is called.
func (l *Store) Listen(ctx context.Context, id ID, f func(message []byte)) (stop func(), err error) {
	bucket, done, err := l.use(ctx, false)
	if err != nil {
		return nil, err
	}
	defer done()
	return bucket.Bucket.Listen(string(id), f)
}

// AfterReconnect has f called, in a goroutine of its own, each time that a lost
// connection to the NATS servers is back: what was told meanwhile is lost.
func (l *Store) AfterReconnect(f func()) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.afterReconnect = append(slices.Clip(l.afterReconnect), f)
}
