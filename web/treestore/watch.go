package treestore

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// A watch observes what other servers of a cluster do to a tree. It subscribes to
// the subjects of its keys: what is published there is about to be kept, or
// has lost against another one with the same number, so it is only a reason
// to read the store. A watch of JetStream's own hears exactly what was kept;
// but it lives on one server of the cluster, and when that dies nothing is
// heard for up to twenty seconds. A subscription has no such place.
type watch struct {
	wanted atomic.Int64  // the greatest revision that was heard of
	look   atomic.Bool   // whatever was heard
	wake   chan struct{} // a slot of one
	end    context.CancelFunc
}

const (
	// settleTime is how long a revision that was heard of may take to be kept,
	// and settleWait the first of the pauses between looking, which double.
	settleTime = 2 * time.Second
	settleWait = 2 * time.Millisecond
	// pollTime is how often a followed tree is looked at in any case: a message
	// is lost where two servers of the cluster have just lost each other, or
	// where one has not heard of the watch yet.
	pollTime = 10 * time.Second
	// firstPoll is how long after its begin that is done first; the pauses then
	// become longer by pollGrowth. What came to the server just before the
	// subscription did is not heard of, and may still be on its way to the disk
	// when the follower reads the store.
	firstPoll  = 50 * time.Millisecond
	pollGrowth = 6
	// awayWait is before another look while the store cannot be reached.
	awayWait = 250 * time.Millisecond
)

// unknown is wanted where it is not known what there is to be read.
const unknown = 1 << 62

func (l *Store) startWatch(st *store, t *tree) (*watch, error) {
	w := &watch{wake: make(chan struct{}, 1)}
	stopRevisions, err := st.Watch(revisionKeys(t.id), func(key string, _ bool) {
		if n, ok := revisionOf(key); ok {
			w.want(int64(n))
		}
	})
	if err != nil {
		return nil, err
	}
	stopHead, err := st.Watch(headKey(t.id), func(_ string, deleted bool) {
		if deleted { // else only the hint has moved
			w.want(unknown)
		}
	})
	if err != nil {
		stopRevisions()
		return nil, err
	}
	ctx, end := context.WithCancel(l.living)
	w.end = end
	l.using.Add(1) // who starts a watch is among them already
	go func() {
		defer l.using.Done()
		defer stopRevisions()
		defer stopHead()
		w.run(ctx, l, st, t)
	}()
	return w, nil
}

func (w *watch) want(n int64) {
	for {
		old := w.wanted.Load()
		if n <= old || w.wanted.CompareAndSwap(old, n) {
			break
		}
	}
	w.notify()
}

func (w *watch) notify() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *watch) run(ctx context.Context, l *Store, st *store, t *tree) {
	every := firstPoll
	for ctx.Err() == nil {
		poll := time.NewTimer(every + rand.N(every/2)) // not all trees at one moment
		select {
		case <-ctx.Done():
		case <-w.wake:
			w.settle(ctx, l, st, t, w.look.Swap(false))
		case <-poll.C:
			w.settle(ctx, l, st, t, true)
			every = min(every*pollGrowth, pollTime)
		}
		poll.Stop()
	}
}

// settle reads the store until it has what was heard of; look: at least once.
func (w *watch) settle(ctx context.Context, l *Store, st *store, t *tree, look bool) {
	wanted := w.wanted.Swap(0)
	known := func() bool {
		s := t.newest.Load() // nil: the first follower is about to read it
		return s != nil && (s.Gone || int64(s.Number) >= wanted)
	}
	began := time.Now()
	for wait := settleWait; look || !known() && time.Since(began) < settleTime; {
		err := l.catchUp(ctx, st, t)
		look = false
		var away *UnavailableError
		switch {
		case errors.As(err, &away):
			look, began = true, time.Now()
			err = pause(ctx, awayWait)
		case err == nil && !known():
			err = pause(ctx, wait)
			wait *= 2
		}
		if err != nil {
			return
		}
	}
}

// catchUp reads the newest of a tree that is followed.
func (l *Store) catchUp(ctx context.Context, st *store, t *tree) error {
	if err := t.take(ctx); err != nil {
		return err
	}
	defer t.give()
	return l.refresh(ctx, st, t)
}

// reconnected has everything read anew that is followed: nothing was heard
// while the servers were away.
func (l *Store) reconnected() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.open {
		t.followers.mu.Lock()
		if w := t.followers.watch; w != nil {
			w.look.Store(true)
			w.notify()
		}
		t.followers.mu.Unlock()
	}
}
