// Package records keeps what every feature stores, in a key-value bucket of package cluster: records with
// an age, long texts in chunks, and logs of revisions. For all of them there is one ledger, one survey, one
// repair, one export and one sweep, and one set of commands of an operator. A feature registers a Kind, and
// writes no line about damage, ledgers or sweeps. A feature with logs registers Logs, as package
// treestore does for trees; this package does not know it. The package knows no HTTP and no HTML.
//
// A value is created if its key has none, or replaced if its sequence is still the one that was read. So
// nothing is overwritten, and processes need no lock between them. The newest acknowledged value of each
// key, and the newest revision of each log, are in a second file (package ledger): number, sum and a note,
// some 60 bytes and the note. So what the embedded store has lost is noticed when it is opened (survey.go) and when
// it is read, and what is damaged can be distinguished from what was never stored. Whatever is whole can still be
// read. RestoreValues mends a value, from a backup if there is one.
//
// In a cluster, each process has a ledger, and they send each other what they acknowledge (marks.go). Where
// the bucket contradicts a ledger, writes and 404s are refused (doubt.go). If it does so again and again,
// what it lacks is damaged until it is put back (mend.go).
//
// The promise: everything that was acknowledged is served or named as damaged, is never denied or
// replaced, and no number is used twice:
//
//   - Embedded, after any number of kills, power cuts, stalls, failed writes, full disks and jumps
//     of the clock, if between two openings one of three things is damaged, or is lost in spite of
//     a sync: the files of the NATS server, the ledger, or its copy. After a power cut without
//     other faults nothing is lost. What the store and the ledger lose at once is not noticed: the
//     last ledger.SyncAfter before a power cut in which the files of the store are also damaged,
//     or everything since a disk began to ignore syncs of all files. If a ledger loses a deletion,
//     what was deleted may be named as damaged.
//   - With three NATS servers that sync, whatever happens to the disk of one of them, and
//     whatever the clocks say. The next one may have faults when all have caught up. A server
//     whose files are damaged may never catch up by itself, until its folder is removed.
//   - With one NATS server, the same, but what it has lost stays lost unless an Espalier has it in
//     memory or a backup has it.
//   - In a cluster the promise ends when no process is left that knows: none runs, and the
//     folder Config.Dir of each is lost.
//
// TestFaultsEmbedded and TestFaultsCluster of package treestore run the real servers on faulty disks (package
// faulty), with trees and with values. TestClusterKeepsItsPromise damages files. TestAnswersAreKept and
// TestClusterKeepsAnswers of package web do that to a store with a room, an assignment, a task and traces.
//
// A value that was stored before its kind was registered is adopted: when an embedded store is opened, and
// in a cluster when an Espalier starts. Writes of several steps that a kill has interrupted are finished or
// undone (steps.go). What is old is deleted, unless it is damaged or referred to (sweep.go).
//
// Ages are computed from the time of the store (Now, and package clock), never by comparing the clock of a
// machine with a stamp in the store.
package records

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

	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/clock"
)

// A Config is for Open.
type Config struct {
	Dir string // the folder of the embedded store, which is created with the first record
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

	DoubtEvery time.Duration // for tests of a cluster; 0 means doubtEvery

	// For tests of the embedded store, as in cluster.Config.
	Patience  time.Duration
	Start     func(start func())
	SyncLater bool

	// For tests that simulate the layers below the store.
	Gate    *cluster.Gate // stalls the disk of the embedded store
	Engine  store.Engine  // in place of the servers of a URL; the store closes it
	Machine *Machine      // if it is nil, the real one is used
}

const (
	// folder is the folder in Config.Dir with the files of the embedded server.
	folder = "library"
	// MaxValue is the most that one value may have. NATS limits a message to 1 MiB by default, and an
	// operator may have configured less.
	MaxValue = 512 << 10
	// minPayload is the largest message: such a value with its headers.
	minPayload = MaxValue + 16<<10
)

// closeTime bounds how long Close waits for running calls and for a store that is being
// opened.
const closeTime = time.Second

// A Store keeps records. It is safe for concurrent use and must be closed. A nil *Store is one that
// this server does not have: it is unavailable.
type Store struct {
	config Config
	log    *slog.Logger
	disk   *cluster.Disk
	damage knownDamage

	progress progress

	machine   Machine
	clock     *clock.Clock
	admission atomic.Pointer[Admission]
	warned    atomic.Bool // the store is nearly full, and the log has a line for it
	evicting  sync.Once   // starts evictLoop
	timing    sync.Once   // starts keepClock

	ctx context.Context // ends when the store is closed
	end context.CancelFunc

	opening chan struct{} // capacity 1: one goroutine opens the store, the others wait
	gen     int           // counts the buckets that were opened; guarded by opening
	ending  *Bucket       // was closed, but its server may not have ended; guarded by opening

	mu     sync.Mutex
	bucket *Bucket // nil if it is not open yet, or was closed after a failure
	closed bool
	using  sync.WaitGroup // running calls and followers; none is added once closed

	logs OpenLogs // nil if there are none; set by Open

	sweeping       sweeping
	doubts         doubts
	queue          queue
	lostConnection atomic.Bool            // marks of others may have been missed
	backups        atomic.Pointer[string] // the folder of KeepBackups; nil if there is none

	afterReconnect []func()
	checking       *check // of Health; nil if none is running; guarded by mu
}

// Open returns a store. It connects to the servers of a URL at once, and fails if that fails.
// The embedded store starts with its first use, so that a program that stores nothing creates
// no folder.
func Open(c Config) (*Store, error) {
	l := &Store{config: c, log: c.Log, machine: RealMachine(), opening: make(chan struct{}, 1)}
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
	embedded := c.Engine == nil && c.URL == ""
	if embedded {
		l.disk = cluster.NewDisk(l.ctx, filepath.Join(c.Dir, folder), c.Gate)
	}
	if logs != nil {
		l.logs = logs.Open(l)
	}
	if embedded {
		return l, endCompact(c.Dir)
	}
	if c.Engine != nil {
		l.gen++
		l.bucket = &Bucket{Engine: c.Engine, Gen: l.gen}
		return l, l.openMarks(l.bucket)
	}
	bucket, err := cluster.Connect(cluster.Config{URL: c.URL, MinPayload: minPayload, Log: l.log, Reconnected: l.reconnected, Synced: c.Synced, Context: c.Context})
	if err != nil {
		l.end()
		return nil, err
	}
	l.gen++
	l.bucket = &Bucket{Engine: bucket, Gen: l.gen}
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

// ErrUnused reports that nothing was stored yet.
var ErrUnused = errors.New("nothing was stored yet")

// Use returns the bucket until done is called, and opens it if necessary. If nothing has been
// stored yet and create is false, the error is ErrUnused.
func (l *Store) Use(ctx context.Context, create bool) (bucket *Bucket, done func(), err error) {
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
func (l *Store) reopen(ctx context.Context, create bool) (*Bucket, error) {
	var bucket *Bucket
	var err error
	done := make(chan struct{})
	opening := l.opening
	ctx, stop := l.Patient(ctx, create)
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
			return nil, EndOf(ctx)
		}
	}
}

// Patient returns a context for waiting on something that a stalled disk may block. If the
// disk has stalled, the context ends after the time that a read or, with write, a write may
// take.
func (l *Store) Patient(ctx context.Context, write bool) (context.Context, func()) {
	limit := cluster.ReadTime(l.config.Patience)
	if write {
		limit = cluster.WriteTime(l.config.Patience)
	}
	return l.disk.Patient(ctx, limit)
}

// EndOf returns why a context has ended: the error of a stalled disk, or that of the context.
func EndOf(ctx context.Context) error {
	var away *UnavailableError
	if errors.As(context.Cause(ctx), &away) {
		return away
	}
	return ctx.Err()
}

// openStore opens the embedded store. It opens it again after a failure: a full disk closes
// the store, which must recover once there is space. The caller holds opening.
func (l *Store) openStore(create bool) (*Bucket, error) {
	l.mu.Lock()
	bucket, closed := l.bucket, l.closed
	l.mu.Unlock()
	switch {
	case closed:
		return nil, errClosed
	case bucket != nil && bucket.Usable() && !bucket.Replaced():
		return bucket, nil // opened by another goroutine
	case l.Shared():
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
		return nil, ErrUnused
	}
	bucket, err := l.openFolder()
	if err != nil {
		return nil, err
	}
	l.gen++
	bucket.Gen = l.gen
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

// Current returns the bucket that is open, or nil, and whether the store was closed.
func (l *Store) Current() (bucket *Bucket, closed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.bucket, l.closed
}

// Hold keeps Close waiting until done is called. The caller holds the store already, by Use.
func (l *Store) Hold() (done func()) {
	l.using.Add(1)
	return l.using.Done
}

// Log returns the log of the store.
func (l *Store) Log() *slog.Logger { return l.log }

// Disk returns the disk of an embedded store; nil in a cluster.
func (l *Store) Disk() *cluster.Disk { return l.disk }

// Machine returns the clocks and the randomness of the store.
func (l *Store) Machine() *Machine { return &l.machine }

// Config returns how the store was opened.
func (l *Store) Config() Config { return l.config }

// Context ends when the store is closed.
func (l *Store) Context() context.Context { return l.ctx }

// Logs returns the logs that are kept in the store.
func (l *Store) Logs() OpenLogs { return l.logs }

// Shared reports whether other processes may use the store, too.
func (l *Store) Shared() bool { return l != nil && (l.config.URL != "" || l.config.Engine != nil) }

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
