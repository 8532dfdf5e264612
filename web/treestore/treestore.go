// Package treestore stores trees: every revision of each tree, as a log in a store of package records. It has
// what trees alone need: the log, the edits and their merge, the history, the followers and the cache.
// It knows no HTTP and no HTML.
//
// A tree is an append-only log. Revision n has the key ID.r.n, and creating a key fails if the
// key exists. The second of two concurrent writers reads the revision of the first, applies
// the edit to that, and creates the next one. So nothing is overwritten, no edit is lost, and
// processes need no lock between them. A record holds the change from the previous revision,
// and some records also hold the whole draft.
//
// Trees are part of the promise of package records, which has the ledger, the survey of an embedded
// store, doubts, backups and exports. This package registers there (logs.go) how the lost
// revisions of a tree are found and put back. Each record holds the sum of the previous one (chain.go), and the
// newest acknowledged revision of each tree is in the ledger. So a damaged tree can be distinguished from one that was
// never saved, and the revisions that are whole can still be read. Restore mends a tree, from a
// backup if there is one.
//
// Trees that are removed because the library is nearly full are marked a day before, and copied to a
// file (unopened.go).
//
// Invariants: an edit that Edit has returned is acknowledged by the bucket and never lost; a
// deleted tree does not come back; the edit key cannot be computed from the ID, which is the
// read-only address.
package treestore

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"espalier/trees"
	"espalier/web/cluster"
	"espalier/web/recent"
	"espalier/web/store/records"
)

// A Config is for Open.
type Config = records.Config

// A Store stores trees, beside the records of a records.Store. It is safe for concurrent use and must be
// closed. A nil *Store is one that this server does not have.
type Store struct {
	records *records.Store

	config  Config
	log     *slog.Logger
	disk    *cluster.Disk
	machine *records.Machine
	ctx     context.Context // ends when the store is closed

	turns atomic.Pointer[Turns]

	mu    sync.Mutex
	open  recent.Map[ID, *tree] // in use or cached
	nodes int                   // of the open trees

	unrecorded map[ID]bool // trees whose opening the store could not record; see openedLater

	awaySince atomic.Pointer[time.Time] // since when edits find the cluster away; nil if the last one did not

	removing sync.Mutex     // held while trees are marked or removed; guards lookedAt
	lookedAt *time.Duration // when all trees were last looked at, by Machine.Elapsed; nil if they were not
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

// Open opens a store of records, as records.Open does, and returns its trees.
func Open(c Config) (*Store, error) {
	l, err := records.Open(c)
	if l == nil {
		return nil, err
	}
	return l.Logs().(logs).Store, err
}

// newStore returns the trees of a store of records.
func newStore(l *records.Store) *Store {
	t := &Store{records: l, config: l.Config(), log: l.Log(), disk: l.Disk(), machine: l.Machine(), ctx: l.Context()}
	l.AfterReconnect(t.reread)
	return t
}

// Records returns the store of the records, which may be nil.
func (l *Store) Records() *records.Store {
	if l == nil {
		return nil
	}
	return l.records
}

// Close waits for running calls and closes the store. Acknowledged edits are already on the
// disk.
func (l *Store) Close() error { return l.Records().Close() }

// An openBucket is a bucket that was opened, with the trees in it.
type openBucket struct{ *records.Bucket }

// use returns the bucket until done is called, and opens it if necessary. If nothing has been
// stored yet and create is false, the error is ErrNotFound.
func (l *Store) use(ctx context.Context, create bool) (bucket openBucket, done func(), err error) {
	bucket.Bucket, done, err = l.Records().Use(ctx, create)
	if err == records.ErrUnused {
		err = ErrNotFound
	}
	return bucket, done, err
}
