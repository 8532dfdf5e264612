package treestore

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"espalier/web/store"
	"espalier/web/store/records"
	"espalier/web/wake"
)

// A watch observes edits of a tree by other servers of a cluster. It subscribes to the subjects
// of the tree's keys. A message there is only a reason to read the store: its revision is about
// to be stored, or was rejected in favour of another one with the same number. A watch of
// JetStream would report exactly what was stored, but it runs on one server of the cluster and
// is silent for up to twenty seconds when that server fails.
type watch struct {
	announced atomic.Int64 // the greatest revision that was announced
	force     atomic.Bool  // read the store even if no revision was announced
	wake      wake.Signal
	end       context.CancelFunc
}

const (
	// visibleTimeout bounds the wait until an announced revision can be read.
	// visibleRetryDelay is the first pause between reads. The pauses double.
	visibleTimeout    = 2 * time.Second
	visibleRetryDelay = 2 * time.Millisecond
	// pollTime is the longest pause between reads of a followed tree without any message. A
	// message may be lost while two servers of the cluster are disconnected, or before a
	// server has received the subscription.
	pollTime = 10 * time.Second
	// firstPoll is the pause before the first poll. Each further pause is pollGrowth times
	// as long. A revision that reached the server just before the subscription is not
	// announced, and may not be readable yet when the follower reads the store.
	firstPoll  = 50 * time.Millisecond
	pollGrowth = 6
	// unavailableRetryDelay is the pause while the store cannot be reached.
	unavailableRetryDelay = 250 * time.Millisecond
)

// unknownRevision is announced if the tree was deleted. No revision reaches it, so the store is
// read until the deletion is known.
const unknownRevision = 1 << 62

func (t openTree) startWatch() (*watch, error) {
	w := &watch{wake: wake.NewSignal()}
	stopRevisions, err := t.bucket.Watch(revisionKeys(t.id), func(key string, _ bool) {
		if n, ok := revisionOf(key); ok {
			w.announce(int64(n))
		}
	})
	if err != nil {
		return nil, err
	}
	stopHead, err := t.bucket.Watch(headKey(t.id), func(_ string, deleted bool) {
		if deleted { // otherwise only the hint has changed
			w.announce(unknownRevision)
		}
	})
	if err != nil {
		stopRevisions()
		return nil, err
	}
	ctx, end := context.WithCancel(t.store.ctx)
	w.end = end
	done := t.store.records.Hold()
	go func() {
		defer done()
		defer stopRevisions()
		defer stopHead()
		w.run(ctx, t)
	}()
	return w, nil
}

func (w *watch) announce(n int64) {
	for {
		old := w.announced.Load()
		if n <= old || w.announced.CompareAndSwap(old, n) {
			break
		}
	}
	w.wake.Send()
}

func (w *watch) run(ctx context.Context, t openTree) {
	every := firstPoll
	for ctx.Err() == nil {
		select {
		case <-w.wake: // before a poll that is due as well
			w.readAnnounced(ctx, t, w.force.Swap(false))
			continue
		default:
		}
		poll := time.NewTimer(every + t.store.machine.Jitter(every/2)) // spread over time
		select {
		case <-ctx.Done():
		case <-w.wake:
			w.readAnnounced(ctx, t, w.force.Swap(false))
		case <-poll.C:
			w.readAnnounced(ctx, t, true)
			every = min(every*pollGrowth, pollTime)
		}
		poll.Stop()
	}
}

// readAnnounced reads the store until it has the announced revision. With look it reads the
// store at least once.
func (w *watch) readAnnounced(ctx context.Context, t openTree, look bool) {
	wanted := w.announced.Swap(0)
	known := func() bool {
		s := t.newest.Load() // nil if the first follower is about to read it
		return s != nil && (s.Deleted || int64(s.Number) >= wanted)
	}
	began := time.Now()
	for wait := visibleRetryDelay; look || !known() && time.Since(began) < visibleTimeout; {
		err := t.catchUp(ctx)
		look = false
		var away *store.UnavailableError
		switch {
		case errors.As(err, &away):
			look, began = true, time.Now()
			err = records.Pause(ctx, unavailableRetryDelay)
		case err == nil && !known():
			err = records.Pause(ctx, wait)
			wait *= 2
		}
		if err != nil {
			return
		}
	}
}

// catchUp reads the newest revision of a followed tree.
func (t openTree) catchUp(ctx context.Context) error {
	if err := t.lock(ctx, "watch", false); err != nil {
		return err
	}
	defer t.unlock()
	return t.refresh(ctx)
}

// reread makes all watches read the store, since announcements are lost while the servers cannot be
// reached.
func (l *Store) reread() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.open.Oldest() {
		t.followers.reread()
	}
}

// reread makes the watch of a tree read the store.
func (f *followers) reread() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if w := f.watch; w != nil {
		w.force.Store(true)
		w.wake.Send()
	}
}
