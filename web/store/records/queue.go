package records

import (
	"context"
	"sync"

	"espalier/web/store"
)

// A queue is the open queue of tasks, which is opened again after a failure.
type queue struct {
	mu   sync.Mutex
	of   store.Engine // whose queue is open
	open store.Queue  // nil: it is opened at the next use
}

// WithQueue calls f with the queue of tasks, which all processes of a cluster share. What waits in it is
// lost when the store is closed, or when the servers of a cluster are.
func (l *Store) WithQueue(ctx context.Context, f func(q store.Queue) error) error {
	return l.withValues(ctx, true, func(bucket *Bucket) error {
		b, ok := bucket.Engine.(interface {
			Queue(context.Context) (store.Queue, error)
		})
		if !ok {
			return errReadOnlyStore
		}
		q := l.queue.get(bucket.Engine)
		if q == nil {
			var err error
			if q, err = b.Queue(ctx); err != nil {
				return err
			}
			l.queue.set(bucket.Engine, q)
		}
		err := f(q)
		if err != nil {
			l.queue.set(nil, nil) // it may be lost
		}
		return err
	})
}

// get returns the open queue of an engine, or nil.
func (q *queue) get(e store.Engine) store.Queue {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.of != e {
		return nil
	}
	return q.open
}

func (q *queue) set(of store.Engine, open store.Queue) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.of, q.open = of, open
}

var errReadOnlyStore = &UnavailableError{Message: "nothing can be written to the folder of the library; its trees can be read"}
