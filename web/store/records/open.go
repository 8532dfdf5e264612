package records

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"time"

	"espalier/web/cluster"
)

// maxLogged bounds the lines about damage at one opening.
const maxLogged = 20

// progressTime is the time between two lines of the log about a long opening.
var progressTime = 5 * time.Second

// A progress has the state of the opening of a store.
type progress struct {
	read, total atomic.Int64 // bytes; total is 0 if no store is being opened
	began       atomic.Int64 // in nanoseconds of elapsed, which never jumps
}

// starting returns the error for a call that comes while the store is being opened. It
// returns nil if the store is not being opened, or nothing was read yet.
func (p *progress) starting() error {
	total := p.total.Load()
	if total == 0 {
		return nil
	}
	return &UnavailableError{Message: fmt.Sprintf("the library is starting: %d %% of %d MiB are read; try again in a moment", p.read.Load()*100/total, total>>20)}
}

// long is starting for an opening that has already taken some time.
func (p *progress) long() error {
	if elapsed()-time.Duration(p.began.Load()) < progressTime/5 {
		return nil
	}
	return p.starting()
}

// followOpening returns a function for cluster.Config.Read, and one to be called when the store
// is open.
func (l *Store) followOpening() (read func(read, total int64), end func()) {
	began := time.Now()
	logged := began
	l.progress.began.Store(int64(elapsed()))
	read = func(read, total int64) {
		l.progress.read.Store(read)
		l.progress.total.Store(total)
		if time.Since(logged) >= progressTime {
			logged = time.Now()
			l.log.Info("library: the store is being read", "bytes", read, "of", total)
		}
	}
	return read, func() {
		l.progress.total.Store(0)
		if logged != began {
			l.log.Info("library: the store is open", "took", time.Since(began).Round(100*time.Millisecond))
		}
	}
}

// openFolder opens the embedded store: it reads all records, finds what is missing, and
// starts the server. A folder that cannot be written to is opened read-only.
func (l *Store) openFolder() (*Bucket, error) {
	dir := filepath.Join(l.config.Dir, folder)
	s := newSurvey()
	var archive *cluster.Archive
	var embedded *cluster.Bucket
	read, opened := l.followOpening()
	defer opened()
	embedded, err := cluster.Embed(cluster.Config{Dir: dir, Disk: l.disk, Log: l.log, Limit: l.config.MaxBytes, Start: l.config.Start,
		SyncLater: l.config.SyncLater, Patience: l.config.Patience, Hung: l.hung, Read: read, Entry: s.Entry, Fault: s.Fault})
	if errors.Is(err, cluster.ErrReadOnlyDir) {
		s = newSurvey()
		archive, err = openArchive(dir, l, s)
	}
	if err != nil {
		return nil, err
	}
	bucket := &Bucket{Engine: embedded, ReadOnly: archive != nil}
	if archive != nil {
		bucket.Engine = archive
		l.log.Warn("library: nothing can be written to the folder; the trees can be read")
	}
	if bucket.Ledger, err = readLedger(dir); err != nil {
		bucket.Engine.Close()
		return nil, &UnavailableError{Message: "the ledger of the library cannot be read", Err: err}
	}
	bucket.Ledger.Pass = func() error {
		l.config.Gate.Pass()
		return nil
	}
	found := s.Compare(bucket.Ledger)
	if !bucket.ReadOnly {
		if err := bucket.Ledger.Open(); err != nil {
			l.log.Warn("library: lost revisions might not be noticed", "err", err)
		}
		l.heal(bucket, &found)
	}
	l.damage.Found(found, s.Faults)
	l.logDamage(found, s.Faults)
	if !bucket.ReadOnly {
		l.mendValues(bucket)
		l.undoAtOpening(bucket, found.Values)
	}
	return bucket, nil
}

func openArchive(dir string, l *Store, s *survey) (*cluster.Archive, error) {
	archive, err := cluster.OpenArchive(dir, l.log, s.Entry)
	if err != nil {
		return nil, err
	}
	s.Faults = archive.Faults
	return archive, nil
}

// heal completes what was interrupted, in logs and in the deletion of values.
func (l *Store) heal(bucket *Bucket, found *finding) {
	if found.Logs.Heal != nil {
		found.Logs.Heal(l, bucket)
	}
	for _, key := range found.UndeletedValues {
		l.Drop(context.Background(), bucket, key)
		l.Drop(context.Background(), bucket, key+".>")
	}
}

// Drop deletes keys that nothing refers to. If the disk has stalled, it does so later. If the
// deletion fails, the keys only take space.
func (l *Store) Drop(ctx context.Context, bucket *Bucket, pattern string) {
	if l.disk.Stalled() == nil {
		l.dropNow(ctx, bucket, pattern)
		return
	}
	done := l.Hold()
	go func() {
		defer done()
		if l.disk.Try(l.ctx); l.ctx.Err() == nil {
			l.dropNow(l.ctx, bucket, pattern)
		}
	}()
}

func (l *Store) dropNow(ctx context.Context, bucket *Bucket, pattern string) {
	if err := bucket.Purge(ctx, pattern); err != nil {
		l.log.Warn("library: what is not needed any more cannot be dropped", "keys", pattern, "err", err)
	}
}

func (l *Store) logDamage(found finding, faults []cluster.Fault) {
	for i, f := range faults {
		if i == maxLogged {
			l.log.Error("library: there are more damaged places", "of", len(faults))
			break
		}
		l.log.Error("library: a part of a file is damaged and is left out", "place", f.String())
	}
	for i, d := range found.List() {
		if i == maxLogged {
			l.log.Error("library: there is more damage", "of", len(found.Damaged))
			break
		}
		l.log.Error("library: "+article(d.What())+" is damaged", "id", d.ID, "missing", d.Revisions(), "newest", d.Newest, "mend", l.mendCommand(d.ID))
	}
	if len(faults) > 0 && len(found.Damaged) == 0 {
		l.log.Warn("library: all acknowledged revisions are there in spite of the damage")
	}
}

// hung records that the embedded store does not answer any more.
func (l *Store) hung(err error) {
	l.damage.Hang(err)
	l.log.Error("library: the store hangs and cannot be ended; the process has to be started again", "err", err)
	if l.config.Failed != nil {
		l.config.Failed(err)
	}
}
