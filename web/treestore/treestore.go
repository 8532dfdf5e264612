// Package treestore keeps saved trees: every revision of each, as a log in a
// key-value bucket of package nats. It holds the log, the edits and their
// merge, the keys, the history, the followers and the trees in memory. It
// imports trees and web/nats, no HTTP and no HTML.
//
// A tree is an append-only log. Revision n has the key ID.r.n, and creating a
// key fails where it exists. The writer who is second reads the revision of the
// first one, applies the edit to that, and creates the next revision. So
// nothing is overwritten, no edit is lost, and there is no lock between
// processes. A record holds the change from the revision before; now and then
// it holds the whole draft, too.
//
// What must hold: an edit that Edit has returned is acknowledged by the bucket
// and never lost; a deleted tree does not come back; the edit key cannot be
// computed from the ID, which is the read-only address.
package treestore

import (
	"container/list"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"espalier/trees"
	"espalier/web/nats"
)

// A Config says where the trees are.
type Config struct {
	Dir string       // the folder of the store in this process; made when something is kept
	URL string       // NATS servers, with commas between; empty: the store is in this process
	Log *slog.Logger // nil: nothing is logged

	// For tests, of the store in this process.
	options func(*server.Options)
	limit   int64 // in place of nats.MaxBytes
}

const (
	// folder stands in Config.Dir and holds the files of the embedded server.
	folder = "library"
	// minPayload is the largest message: a chunk with its headers.
	minPayload = chunkSize + 16<<10
)

// A store is a bucket that was opened. After a failure the bucket is opened
// again.
type store struct {
	*nats.Bucket
	gen int // differs from that of every bucket opened before
}

// closeTime bounds the end: what is being written gets done, and a store that
// is being opened is there to be closed.
const closeTime = time.Second

// A Store keeps trees. It is for any number of goroutines, and must be
// closed.
type Store struct {
	config Config
	log    *slog.Logger
	disk   *nats.Disk

	living context.Context // ends with the library
	end    context.CancelFunc

	opening chan struct{} // a slot of one: one opens the store, the others wait
	gen     int           // counts the stores that were opened; guarded by opening

	mu     sync.Mutex
	st     *store // nil: not yet opened, or given up
	closed bool
	using  sync.WaitGroup // calls and followers; none is added once closed
	open   map[ID]*tree
	recent list.List // of *tree, the newest use in front
	nodes  int       // of the open trees
}

// A Revision is a line of a tree's history.
type Revision struct {
	Number int // 1, 2, …
	Time   time.Time
	Words  string // "value of d set to (2, 2, 5)"
	Op     string // as in the wire format of an edit; "create", "undo", "redo", "restore"
	Of     int    // the revision that was undone, done again or restored; else 0
	Nodes  int
	Base   int // where the text cannot be read: the revision that it was begun from; else 0
}

// A Saved is a revision of a tree with its draft.
type Saved struct {
	ID ID
	Revision
	Draft *trees.Draft
	Gone  bool // the tree has been deleted, and this was its newest revision; only followers see it
}

// Open makes a library. The servers of a URL are reached at once, and it is
// an error when they are not; the store in this process starts at the first
// use, so that a program which keeps nothing makes no folder and needs none
// for itself.
func Open(c Config) (*Store, error) {
	l := &Store{config: c, log: c.Log, open: map[ID]*tree{}, opening: make(chan struct{}, 1)}
	if l.log == nil {
		l.log = slog.New(slog.DiscardHandler)
	}
	l.living, l.end = context.WithCancel(context.Background())
	if c.URL == "" {
		l.disk = nats.NewDisk(l.living, filepath.Join(c.Dir, folder))
		return l, nil
	}
	bucket, err := nats.Connect(nats.Config{URL: c.URL, MinPayload: minPayload, Log: l.log, Reconnected: l.reconnected})
	if err != nil {
		l.end()
		return nil, err
	}
	l.gen++
	l.st = &store{bucket, l.gen}
	return l, nil
}

// Close ends what runs, and gives the store free. What was acknowledged is on
// the disk already.
func (l *Store) Close() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil
	}
	l.closed = true
	l.mu.Unlock()
	l.end()
	idle := make(chan struct{})
	go func() {
		l.using.Wait()
		close(idle)
	}()
	late := make(chan struct{})
	defer time.AfterFunc(closeTime, func() { close(late) }).Stop()
	var err error
	select {
	case <-idle:
	case <-late:
		err = errors.New("the library was closed while it was in use")
	}
	select {
	case l.opening <- struct{}{}:
		defer func() { <-l.opening }()
	case <-late: // who opens it closes it, too
	}
	l.disk.Close(late)
	l.giveUp()
	return err
}

var (
	errClosed    = &UnavailableError{Message: "the library is closing; try again in a moment"}
	errStarting  = &UnavailableError{Message: "the library is starting, and takes long; try again in a moment"}
	errNoLibrary = &UnavailableError{Message: "this server keeps no trees"}
)

// use returns the store, which is opened where that is needed, until done is
// called. Where nothing has been kept so far and create is false it is not
// opened: there is nothing to be found.
func (l *Store) use(ctx context.Context, create bool) (st *store, done func(), err error) {
	if l == nil {
		return nil, nil, errNoLibrary
	}
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil, nil, errClosed
	}
	l.using.Add(1)
	st = l.st
	l.mu.Unlock()
	if st == nil || !st.Usable() {
		if st, err = l.reopen(ctx, create); err != nil {
			l.using.Done()
			return nil, nil, err
		}
	}
	return st, l.using.Done, nil
}

// reopen opens the store in this process, or waits until somebody else has. It
// goes on where nobody waits any more: the next one finds it open.
func (l *Store) reopen(ctx context.Context, create bool) (*store, error) {
	var st *store
	var err error
	done := make(chan struct{})
	opening := l.opening
	for {
		select {
		case opening <- struct{}{}:
			opening = nil
			go func() {
				defer func() { <-l.opening }()
				defer close(done)
				st, err = l.openStore(create)
			}()
		case <-done:
			return st, err
		case <-l.living.Done():
			return nil, errClosed
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return nil, errStarting
			}
			return nil, ctx.Err()
		}
	}
}

// openStore opens the store in this process, anew where it has failed: a full
// disk makes it give up, and it must not stay so when there is room again. The
// slot of opening is held.
func (l *Store) openStore(create bool) (*store, error) {
	l.mu.Lock()
	st, closed := l.st, l.closed
	l.mu.Unlock()
	switch {
	case closed:
		return nil, errClosed
	case st != nil && st.Usable():
		return st, nil // another one was quicker
	case l.config.URL != "":
		return nil, st.Unavailable(nil) // it comes back of itself
	}
	if st == nil && !create && !l.kept() {
		return nil, ErrNotFound
	}
	if st != nil {
		l.log.Warn("library: the store has failed and is opened anew")
		l.giveUp()
	}
	bucket, err := nats.Embed(nats.Config{Dir: filepath.Join(l.config.Dir, folder), Disk: l.disk, Log: l.log, Limit: l.config.limit, Options: l.config.options})
	if err != nil {
		return nil, err
	}
	l.gen++
	st = &store{bucket, l.gen}
	l.mu.Lock()
	if closed = l.closed; !closed {
		l.st = st
	}
	l.mu.Unlock()
	if closed {
		st.Close()
		return nil, errClosed
	}
	return st, nil
}

// giveUp closes the store, where there is one.
func (l *Store) giveUp() {
	l.mu.Lock()
	st := l.st
	l.st = nil
	l.mu.Unlock()
	if st != nil {
		st.Close()
	}
}

// kept reports whether the folder holds a library.
func (l *Store) kept() bool {
	_, err := os.Stat(filepath.Join(l.config.Dir, folder))
	return !errors.Is(err, fs.ErrNotExist)
}
