package treestore

import (
	"context"
	"sync"
)

// followers are those who want to hear of a tree's revisions. Each has a
// goroutine of its own that hands over the newest there is, so that a slow
// one skips what it was too slow for, and nobody waits for it.
type followers struct {
	mu    sync.Mutex
	all   map[*follower]struct{}
	watch *watch // of what other servers make; nil: nobody else can
}

type follower struct {
	wake chan struct{} // a slot of one
}

// publish makes a revision the newest, and wakes the followers. The turn is
// held.
func (t *tree) publish(s *Saved) {
	t.newest.Store(s)
	f := &t.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	for one := range f.all {
		one.notify()
	}
}

func (f *follower) notify() {
	select {
	case f.wake <- struct{}{}:
	default: // it is awake, and will see the newest
	}
}

// markDeleted records that the tree has been deleted. The turn is held.
func (t *tree) markDeleted() {
	s := t.newest.Load()
	if s == nil || s.Gone {
		return
	}
	last := *s
	last.Gone = true
	t.publish(&last)
}

// Follow calls f with each revision that is newer than the known one, wherever
// it is made, until stop is called or the tree is deleted, of which f hears
// last. Where there is a newer one already f is called at once, so that none is
// missed between reading a tree and following it. A follower that is slower
// than the edits gets the newest and not those between. f is called by one
// goroutine; it may still be running when stop returns.
func (l *Store) Follow(ctx context.Context, id ID, known int, f func(*Saved)) (stop func(), err error) {
	st, done, err := l.use(ctx, false)
	if err != nil {
		return nil, err
	}
	t := l.acquire(id)
	leave := func() {
		l.release(t)
		done()
	}
	if err := t.take(ctx); err != nil {
		leave()
		return nil, err
	}
	defer t.give()
	one := &follower{wake: make(chan struct{}, 1)}
	if err := l.join(st, t, one); err != nil {
		leave()
		return nil, err
	}
	// What was kept before the watch began is read now, what comes later is
	// heard of: the server takes what one connection sends in its order.
	if err := l.ready(ctx, st, t, true); err != nil {
		t.followers.part(one)
		leave()
		return nil, err
	}
	one.notify()
	ended, end := context.WithCancel(l.living)
	go func() {
		defer leave()
		defer t.followers.part(one)
		for {
			select {
			case <-ended.Done():
				return
			case <-one.wake:
			}
			if ended.Err() != nil {
				return
			}
			switch s := t.newest.Load(); {
			case s.Gone:
				f(s)
				return
			case s.Number > known:
				known = s.Number
				f(s)
			}
		}
	}()
	return end, nil
}

// join adds a follower. The first one of a tree that others may edit starts
// the watch, which all share.
func (l *Store) join(st *store, t *tree, one *follower) error {
	f := &t.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil {
		f.all = map[*follower]struct{}{}
	}
	if st.Shared() && f.watch == nil {
		w, err := l.startWatch(st, t)
		if err != nil {
			return err
		}
		f.watch = w
	}
	f.all[one] = struct{}{}
	return nil
}

func (f *followers) part(one *follower) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.all, one)
	if len(f.all) == 0 && f.watch != nil {
		f.watch.end()
		f.watch = nil
	}
}
