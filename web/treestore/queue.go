package treestore

import (
	"context"
	"sync"

	"espalier/web/nats"
)

// A queue is the open queue of tasks, which is opened again after a failure.
type queue struct {
	mu   sync.Mutex
	open *nats.Queue // nil: it is opened at the next use
}

// WithQueue calls f with the queue of tasks, which all processes of a cluster share. What waits in it is
// lost when the store is closed, or when the servers of a cluster are.
func (l *Store) WithQueue(ctx context.Context, f func(q *nats.Queue) error) error {
	return l.withValues(ctx, true, func(bucket *openBucket) error {
		b, ok := bucket.Bucket.(*nats.Bucket)
		if !ok {
			return errReadOnlyStore
		}
		q := l.queue.of(b)
		if q == nil {
			var err error
			if q, err = b.Queue(ctx); err != nil {
				return err
			}
			l.queue.set(q)
		}
		err := f(q)
		if err != nil {
			l.queue.set(nil) // it may be lost
		}
		return err
	})
}

// of returns the open queue of a bucket, or nil.
func (q *queue) of(b *nats.Bucket) *nats.Queue {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.open == nil || !q.open.Of(b) {
		return nil
	}
	return q.open
}

func (q *queue) set(open *nats.Queue) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.open = open
}

var errReadOnlyStore = &UnavailableError{Message: "nothing can be written to the folder of the library; its trees can be read"}
