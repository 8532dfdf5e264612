package treestore

import (
	"errors"
	"sync/atomic"
	"time"

	"espalier/web/store"
	"espalier/web/store/records"
)

const (
	// maxOpenTrees and maxOpenNodes bound the cache of trees that are not in use. A node
	// takes a few hundred bytes.
	maxOpenTrees = 500
	maxOpenNodes = 500_000
)

// A tree is the state in memory of a saved tree that is in use or cached.
type tree struct {
	id     ID
	newest atomic.Pointer[Saved] // nil until it is read

	// refs and nodes are guarded by Store.mu.
	refs  int
	nodes int // included in Store.nodes

	// gen and outdated are set while sem is held.
	gen      atomic.Int64 // of the openBucket that newest was last read from
	outdated atomic.Bool  // there may be newer revisions in the store

	// sem is held while revisions are read or added. It guards the fields below.
	sem           chan struct{}
	head          uint64    // sequence of the key ID.head
	wholeRevision int       // newest revision that holds its draft
	draftBytes    int       // length of that draft
	changeBytes   int       // length of the changes after that revision
	sum           chainSum  // of the record of the newest revision
	there         time.Time // when the bucket was known to have that record
	tokens        tokenMemory
	opened        bool       // the store has recorded that it was opened; see markOpened
	noChanges     []noChange // the newest last

	followers followers
}

// acquire returns the tree with an id, and keeps it in memory until release. Its revisions
// may not have been read yet.
func (l *Store) acquire(id ID) *tree {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, found := l.open.Get(id)
	if !found {
		t = &tree{id: id, sem: make(chan struct{}, 1)}
		l.open.Put(id, t)
	}
	t.refs++
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
	if l.isOpen(t) {
		l.nodes += now - t.nodes
		t.nodes = now
	}
	if s := t.newest.Load(); t.refs == 0 && (s == nil || s.Deleted) {
		l.forget(t)
	}
	for _, oldest := range l.open.Oldest() {
		if l.open.Len() <= maxOpenTrees && l.nodes <= maxOpenNodes {
			break
		}
		if oldest.refs == 0 {
			l.forget(oldest)
		}
	}
}

// isOpen reports whether a tree is still in the cache; the caller holds l.mu.
func (l *Store) isOpen(t *tree) bool {
	now, _ := l.open.Peek(t.id)
	return now == t
}

// forget removes a tree from the cache; the caller holds l.mu.
func (l *Store) forget(t *tree) {
	if !l.isOpen(t) {
		return
	}
	l.nodes -= t.nodes
	l.open.Remove(t.id)
}

// inMemory returns the newest acknowledged revision of a tree without asking the store and
// without waiting for an edit that is being made. It returns nil if the revision is not in
// memory, or other servers may write. An edit without an answer may have made a newer
// revision; then the one in memory is returned only if the store cannot be asked, as away
// says.
func (l *Store) inMemory(id ID, away bool) *Saved {
	if l == nil || l.records.Shared() {
		return nil
	}
	t, bucket, closed := l.cached(id)
	if t == nil || closed {
		return nil
	}
	s := t.newest.Load() // before the checks, since newer revisions are published after them
	switch {
	case s == nil || s.Deleted:
		return nil
	case bucket != nil && !t.outdated.Load() && t.gen.Load() == int64(bucket.Gen) && !bucket.Replaced(), away, l.disk.Stalled() != nil:
		return s
	}
	return nil
}

// cached returns a tree of the cache, or nil, and the bucket from which it was read.
func (l *Store) cached(id ID) (t *tree, bucket *records.Bucket, closed bool) {
	bucket, closed = l.records.Current()
	l.mu.Lock()
	defer l.mu.Unlock()
	t, _ = l.open.Get(id)
	return t, bucket, closed
}

// fresh is inMemory for a reader whose visit does not have to be recorded.
func (l *Store) fresh(id ID) *Saved {
	s := l.inMemory(id, false)
	if s != nil && l.countsAsOpened(s) && l.disk.Stalled() == nil {
		return nil
	}
	return s
}

// orInMemory returns the revision that was read or, if the store cannot be used now, the one
// in memory.
func (l *Store) orInMemory(id ID, read *Saved, err error) (*Saved, error) {
	var away *store.UnavailableError
	if errors.As(err, &away) {
		if s := l.inMemory(id, true); s != nil {
			return s, nil
		}
	}
	return read, err
}
