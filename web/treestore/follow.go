package treestore

import (
	"context"
	"sync"

	"espalier/web/wake"
)

// followers are the subscribers to a tree's revisions. Each has a goroutine that passes on
// the newest revision, so a slow follower skips revisions and blocks no one else.
type followers struct {
	mu    sync.Mutex
	all   map[*follower]struct{}
	watch *watch // for revisions of other servers; nil if no other server can write
}

type follower struct {
	wake wake.Signal
}

// publish stores the newest revision and notifies the followers. The caller
// holds sem.
func (t *tree) publish(s *Saved) {
	t.newest.Store(s)
	f := &t.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	for one := range f.all {
		one.wake.Send()
	}
}

// markDeleted records that the tree has been deleted. The caller holds sem.
func (t *tree) markDeleted() {
	s := t.newest.Load()
	if s == nil || s.Deleted {
		return
	}
	last := *s
	last.Deleted = true
	t.publish(&last)
}

// Follow calls f with each revision newer than the known one, from any server, until stop is
// called or the tree is deleted. After a deletion the last call has Deleted set. If there
// already is a newer revision, f is called at once, so that none is missed between Load and
// Follow. A slow follower skips revisions but gets the newest one. One goroutine calls f,
// and f may still run when stop returns.
func (l *Store) Follow(ctx context.Context, id ID, known int, f func(*Saved)) (stop func(), err error) {
	bucket, done, err := l.use(ctx, false)
	if err != nil {
		return nil, err
	}
	t := openTree{l.acquire(id), l, bucket}
	leave := func() {
		l.release(t.tree)
		done()
	}
	one := &follower{wake: wake.NewSignal()}
	if err := t.follow(ctx, one); err != nil {
		leave()
		return nil, err
	}
	one.wake.Send()
	ended, end := context.WithCancel(l.ctx)
	go func() {
		defer leave()
		defer t.followers.remove(one)
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
			case s.Deleted:
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

// follow adds a follower, and makes sure that the newest revision is in memory.
func (t openTree) follow(ctx context.Context, one *follower) error {
	if !t.bucket.Shared() && t.store.fresh(t.id) != nil {
		return t.addFollower(one) // it need not wait for an edit that is being made
	}
	if err := t.lock(ctx, "follow", false); err != nil {
		return err
	}
	defer t.unlock()
	if err := t.addFollower(one); err != nil {
		return err
	}
	// The server processes the messages of a connection in order. So revisions from before
	// the subscription are read now, and later ones are announced.
	if err := t.ready(ctx, true); err != nil {
		t.followers.remove(one)
		return err
	}
	t.markOpened()
	return nil
}

// addFollower adds a follower. If other servers may edit the tree, its first follower starts
// the watch that all its followers share.
func (t openTree) addFollower(one *follower) error {
	f := &t.followers
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil {
		f.all = map[*follower]struct{}{}
	}
	if t.bucket.Shared() && f.watch == nil {
		w, err := t.startWatch()
		if err != nil {
			return err
		}
		f.watch = w
	}
	f.all[one] = struct{}{}
	return nil
}

func (f *followers) remove(one *follower) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.all, one)
	if len(f.all) == 0 && f.watch != nil {
		f.watch.end()
		f.watch = nil
	}
}
