// Package treestore stores trees: every revision of each tree, as a log in a key-value bucket
// of package cluster. It has the log, the edits and their merge, the history, the followers and
// the cache. It also has what an operator does with the saved trees: lists, exports, backups
// and the mending of damage. It knows no HTTP and no HTML.
//
// A tree is an append-only log. Revision n has the key ID.r.n, and creating a key fails if the
// key exists. The second of two concurrent writers reads the revision of the first, applies
// the edit to that, and creates the next one. So nothing is overwritten, no edit is lost, and
// processes need no lock between them. A record holds the change from the previous revision,
// and some records also hold the whole draft.
//
// Each record holds the sum of the previous one (chain.go), and the newest acknowledged
// revision of each tree is in a second file (package ledger). So what the embedded store has lost
// is noticed when it is opened (survey.go) and when it is read, and a damaged tree can be told
// from one that was never saved. Whatever is whole can still be read. Restore mends a tree,
// from a backup if there is one.
//
// In a cluster, each process has a ledger, and they tell each other what they acknowledge
// (marks.go). Where the bucket contradicts a ledger, edits and 404s of the tree are refused
// (doubt.go). If it does so again and again, the tree is damaged until its revisions are put back
// (mend.go).
//
// Promised is that every acknowledged revision of a tree is served or named as damaged, is never
// denied or replaced, and that no number is used twice:
//
//   - Embedded, after any number of kills, power cuts, stalls, failed writes, full disks and jumps
//     of the clock, if between two openings one of three things is damaged, or is lost in spite of
//     a sync: the files of the NATS server, the ledger, or its copy. After a power cut without
//     other faults nothing is lost. What the store and the ledger lose at once is not noticed: the
//     last ledger.SyncAfter before a power cut in which the files of the store are also damaged,
//     or everything since a disk began to ignore syncs of all files. If a ledger loses a deletion,
//     the deleted tree may be named as damaged.
//   - With three NATS servers that sync, whatever happens to the disk of one of them, and
//     whatever the clocks say. The next one may have faults when all have caught up. A server
//     whose files are damaged may never catch up by itself, until its folder is removed.
//   - With one NATS server, the same, but what it has lost stays lost unless an Espalier has it in
//     memory or a backup has it.
//   - In a cluster it ends where no process is left that knows: none runs, and the folder
//     Config.Dir of each is lost.
//
// TestFaultsEmbedded and TestFaultsCluster run the real servers on faulty disks (package faulty),
// and TestClusterKeepsItsPromise damages files.
//
// The values of other features are part of the promise: lessons, rooms, homework, tasks, traces, runs of experiments (kinds.go). A
// feature registers a Kind, and writes no line about damage or ledgers. The ledger, which has a copy, has
// the number, the sum and a note of each: some 60 bytes, and the note. A value that is lost or older is damaged. Nothing replaces it, and it is put back where
// a server, the memory of an Espalier or a backup has the one that was acknowledged. A value that was
// stored before its kind was registered is adopted: when an embedded store is opened, and in a cluster
// when an Espalier starts. Writes of several steps that a kill has interrupted are finished or undone
// (steps.go). What is old is deleted, unless it is damaged or referred to (sweep.go). TestAnswersAreKept and TestClusterKeepsAnswers in package
// web damage the files of a store with a room, an assignment, a task and traces.
//
// Ages are computed from the time of the library (Now, and package clock), never by comparing
// the clock of a machine with a stamp in the store. Trees that are removed because the library
// is nearly full are marked a day before, and copied to a file (unopened.go).
//
// Invariants: an edit that Edit has returned is acknowledged by the bucket and never lost; a
// deleted tree does not come back; the edit key cannot be computed from the ID, which is the
// read-only address.
package treestore

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"espalier/trees"
	"espalier/web/cluster"
	"espalier/web/recent"
	"espalier/web/store"
	"espalier/web/store/clock"
)

// A Config is for Open.
type Config struct {
	Dir string // the folder of the embedded store, which is created with the first tree
	URL string // comma-separated NATS servers; if it is empty, the store is embedded

	// For a URL. Synced confirms that each of the servers syncs a write before it acknowledges
	// it. Context ends Open while it waits for the servers to choose a leader; it may be nil.
	Synced  bool
	Context context.Context

	Log *slog.Logger // if it is nil, nothing is logged

	MaxBytes int64 // the limit of the embedded store; 0 means MaxBytes

	// Backups is the folder of the backups, from which the opening puts back what is lost. It is
	// the one of KeepBackups; "" if there is none.
	Backups string

	// Failed is called when the embedded store does not answer any more. Since it cannot be
	// ended from outside, the process has to end. Failed may be nil.
	Failed func(error)

	// Beside is set by a command that runs while an Espalier of a cluster uses Dir.
	Beside bool

	doubtEvery time.Duration // for tests of a cluster; 0 means doubtEvery

	// For tests of the embedded store, as in cluster.Config.
	Patience  time.Duration
	start     func(start func())
	syncLater bool

	// For tests that simulate the layers below the store.
	Gate    *cluster.Gate // stalls the disk of the embedded store
	Engine  store.Engine  // in place of the servers of a URL; the store closes it
	Machine *Machine      // if it is nil, the real one is used
}

const (
	// folder is the folder in Config.Dir with the files of the embedded server.
	folder = "library"
	// minPayload is the largest message: a chunk with its headers.
	minPayload = chunkSize + 16<<10
)

// closeTime bounds how long Close waits for running calls and for a store that is being
// opened.
const closeTime = time.Second

// A Store stores trees. It is safe for concurrent use and must be closed.
type Store struct {
	config Config
	log    *slog.Logger
	disk   *cluster.Disk
	damage knownDamage

	progress progress

	machine   Machine
	clock     *clock.Clock
	admission atomic.Pointer[Admission]
	turns     atomic.Pointer[Turns]
	warned    atomic.Bool // the store is nearly full, and the log has a line for it
	evicting  sync.Once   // starts evictLoop
	timing    sync.Once   // starts keepClock

	ctx context.Context // ends when the store is closed
	end context.CancelFunc

	opening chan struct{} // capacity 1: one goroutine opens the store, the others wait
	gen     int           // counts the buckets that were opened; guarded by opening
	ending  *openBucket   // was closed, but its server may not have ended; guarded by opening

	mu     sync.Mutex
	bucket *openBucket // nil if it is not open yet, or was closed after a failure
	closed bool
	using  sync.WaitGroup        // running calls and followers; none is added once closed
	open   recent.Map[ID, *tree] // in use or cached
	nodes  int                   // of the open trees

	unrecorded map[ID]bool // trees whose opening the store could not record; see openedLater

	sweeping       sweeping
	doubts         doubts
	queue          queue
	lostConnection atomic.Bool            // marks of others may have been missed
	backups        atomic.Pointer[string] // the folder of KeepBackups; nil if there is none

	awaySince atomic.Pointer[time.Time] // since when edits find the cluster away; nil if the last one did not

	removing sync.Mutex     // held while trees are marked or removed; guards lookedAt
	lookedAt *time.Duration // when all trees were last looked at, by Machine.Elapsed; nil if they were not

	afterReconnect []func()
	checking       *check // of Health; nil if none is running; guarded by mu
}

// A Revision is an entry of a tree's history.
type Revision struct {
	Number  int // 1, 2, …
	Time    time.Time
	Summary string // "value of d set to (2, 2, 5)"
	Op      string // as in the wire format of an edit; "create", "undo", "redo", "restore"
	Target  int    // the revision that was undone, redone or restored, or 0
	Nodes   int
	Base    int // if the text has a syntax error, the revision that it is based on; else 0
}

// A Saved is a revision of a tree with its draft.
type Saved struct {
	ID ID
	Revision
	Draft   *trees.Draft
	Deleted bool // the tree was deleted, and this was its newest revision; only followers see it

	made time.Time // by the time of the library
}

// Open returns a store. It connects to the servers of a URL at once, and fails if that fails.
// The embedded store starts with its first use, so that a program that stores nothing creates
// no folder.
func Open(c Config) (*Store, error) {
	l := &Store{config: c, log: c.Log, machine: realMachine(), opening: make(chan struct{}, 1)}
	if c.Machine != nil {
		l.machine = *c.Machine
	}
	if l.machine.Elapsed == nil {
		l.machine.Elapsed = elapsed
	}
	l.clock = clock.New(l.machine.Elapsed, l.machine.Tag())
	if l.log == nil {
		l.log = slog.New(slog.DiscardHandler)
	}
	l.ctx, l.end = context.WithCancel(context.Background())
	if c.Backups != "" {
		l.backups.Store(&c.Backups)
	}
	if c.Engine != nil {
		l.gen++
		l.bucket = &openBucket{Engine: c.Engine, gen: l.gen}
		return l, l.openMarks(l.bucket)
	}
	if c.URL == "" {
		l.disk = cluster.NewDisk(l.ctx, filepath.Join(c.Dir, folder), c.Gate)
		return l, endCompact(c.Dir)
	}
	bucket, err := cluster.Connect(cluster.Config{URL: c.URL, MinPayload: minPayload, Log: l.log, Reconnected: l.reconnected, Synced: c.Synced, Context: c.Context})
	if err != nil {
		l.end()
		return nil, err
	}
	l.gen++
	l.bucket = &openBucket{Engine: bucket, gen: l.gen}
	if err := l.openMarks(l.bucket); err != nil {
		l.closeStore()
		l.end()
		return nil, err
	}
	l.startClock(l.bucket)
	go l.keepMarks(l.bucket)
	return l, nil
}

// Close waits for running calls and closes the store. Acknowledged edits are already on the
// disk.
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
	case <-late: // the goroutine that opens the store also closes it
	}
	l.disk.Close(late)
	l.closeStore()
	return err
}

var (
	errClosed          = &UnavailableError{Message: "the library is closing; try again in a moment"}
	errStarting  error = &UnavailableError{Message: "the library is still starting; try again in a moment"}
	errNoLibrary       = &UnavailableError{Message: "this server does not store trees"}
)

// use returns the bucket until done is called, and opens it if necessary. If nothing has been
// stored yet and create is false, the error is ErrNotFound.
func (l *Store) use(ctx context.Context, create bool) (bucket *openBucket, done func(), err error) {
	if l == nil {
		return nil, nil, errNoLibrary
	}
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil, nil, errClosed
	}
	l.using.Add(1)
	bucket = l.bucket
	l.mu.Unlock()
	if bucket == nil || !bucket.Usable() || bucket.Replaced() {
		if bucket, err = l.reopen(ctx, create); err != nil {
			l.using.Done()
			return nil, nil, err
		}
	}
	return bucket, l.using.Done, nil
}

// reopen opens the embedded store, or waits until another goroutine has opened it. The opening
// continues after the context of its caller has ended, so that the next call finds the store
// open.
func (l *Store) reopen(ctx context.Context, create bool) (*openBucket, error) {
	var bucket *openBucket
	var err error
	done := make(chan struct{})
	opening := l.opening
	ctx, stop := l.patient(ctx, create)
	defer stop()
	for {
		select {
		case opening <- struct{}{}:
			opening = nil
			go func() {
				defer func() { <-l.opening }()
				defer close(done)
				bucket, err = l.openStore(create)
			}()
		case <-done:
			return bucket, err
		case <-l.ctx.Done():
			return nil, errClosed
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return nil, cmp.Or(l.progress.starting(), errStarting)
			}
			return nil, endOf(ctx)
		}
	}
}

// patient returns a context for waiting on something that a stalled disk may block. If the
// disk has stalled, the context ends after the time that a read or, with write, a write may
// take.
func (l *Store) patient(ctx context.Context, write bool) (context.Context, func()) {
	limit := cluster.ReadTime(l.config.Patience)
	if write {
		limit = cluster.WriteTime(l.config.Patience)
	}
	return l.disk.Patient(ctx, limit)
}

// endOf returns why a context has ended: the error of a stalled disk, or that of the context.
func endOf(ctx context.Context) error {
	var away *UnavailableError
	if errors.As(context.Cause(ctx), &away) {
		return away
	}
	return ctx.Err()
}

// openStore opens the embedded store. It opens it again after a failure: a full disk closes
// the store, which must recover once there is space. The caller holds opening.
func (l *Store) openStore(create bool) (*openBucket, error) {
	l.mu.Lock()
	bucket, closed := l.bucket, l.closed
	l.mu.Unlock()
	switch {
	case closed:
		return nil, errClosed
	case bucket != nil && bucket.Usable() && !bucket.Replaced():
		return bucket, nil // opened by another goroutine
	case l.shared():
		return nil, bucket.Unavailable(nil) // the client reconnects by itself
	}
	if err := l.damage.Hanging(); err != nil {
		return nil, err
	}
	if bucket != nil {
		if bucket.Replaced() {
			l.log.Warn("library: its files were removed while it was open; a new store is made")
		} else {
			l.log.Warn("library: the store has failed and is opened anew")
		}
		l.closeStore()
		l.ending = bucket
	}
	if l.ending != nil {
		// No other server may use the files while the old one still writes.
		if err := l.ending.ended(); err != nil {
			return nil, err
		}
		l.ending = nil
	}
	if !create && !l.exists() {
		return nil, ErrNotFound
	}
	bucket, err := l.openFolder()
	if err != nil {
		return nil, err
	}
	l.gen++
	bucket.gen = l.gen
	l.mu.Lock()
	if closed = l.closed; !closed {
		l.bucket = bucket
	}
	l.mu.Unlock()
	if closed {
		bucket.Close()
		return nil, errClosed
	}
	l.startClock(bucket)
	l.evicting.Do(func() { go l.evictLoop() })
	return bucket, nil
}

// shared reports whether other processes may use the store, too.
func (l *Store) shared() bool { return l.config.URL != "" || l.config.Engine != nil }

// closeStore closes the store if it is open.
func (l *Store) closeStore() {
	l.mu.Lock()
	bucket := l.bucket
	l.bucket = nil
	l.mu.Unlock()
	if bucket != nil {
		bucket.Close()
	}
}

// exists reports whether the folder holds a library.
func (l *Store) exists() bool {
	_, err := os.Stat(filepath.Join(l.config.Dir, folder))
	return !errors.Is(err, fs.ErrNotExist)
}
