package treestore

import (
	"container/list"
	"context"
	"sync/atomic"
)

const (
	// maxOpenTrees and maxOpenNodes bound what is kept in memory of trees
	// that nobody uses at the moment: a few hundred bytes a node.
	maxOpenTrees = 500
	maxOpenNodes = 500_000
)

// A tree is what the process knows of one that is in use, or was lately.
type tree struct {
	id     ID
	newest atomic.Pointer[Saved] // nil: not yet read

	// refs, nodes and place are guarded by Store.mu.
	refs  int
	nodes int // as they were counted for the limit
	place *list.Element

	// turn is held by who reads or adds revisions. It guards what follows.
	turn   chan struct{}
	gen    int    // of the store that newest was last read from
	stale  bool   // there may be newer revisions in the store
	head   uint64 // sequence of the key ID.head
	whole  int    // newest revision that holds its draft
	full   int    // bytes of that draft
	since  int    // bytes of the changes since
	tokens tokens
	idle   []idle // the newest last

	followers followers
}

// acquire returns the tree of an id, read or not, and keeps it in memory until
// release.
func (l *Store) acquire(id ID) *tree {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.open[id]
	if t == nil {
		t = &tree{id: id, turn: make(chan struct{}, 1)}
		l.open[id] = t
		t.place = l.recent.PushFront(t)
	}
	t.refs++
	l.recent.MoveToFront(t.place)
	return t
}

func (l *Store) release(t *tree) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.refs--
	now := 0
	if s := t.newest.Load(); s != nil {
		now = s.Nodes
	}
	if t.place != nil {
		l.nodes += now - t.nodes
		t.nodes = now
	}
	if s := t.newest.Load(); t.refs == 0 && (s == nil || s.Gone) {
		l.forget(t)
	}
	for e := l.recent.Back(); e != nil && (l.recent.Len() > maxOpenTrees || l.nodes > maxOpenNodes); {
		oldest := e.Value.(*tree)
		e = e.Prev()
		if oldest.refs == 0 {
			l.forget(oldest)
		}
	}
}

// forget drops a tree from memory; the caller holds l.mu.
func (l *Store) forget(t *tree) {
	if t.place == nil {
		return
	}
	l.recent.Remove(t.place)
	t.place = nil
	l.nodes -= t.nodes
	delete(l.open, t.id)
}

// take waits for the turn; give ends it. Nothing is begun for who has gone.
func (t *tree) take(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case t.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *tree) give() { <-t.turn }
