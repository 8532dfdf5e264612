package treestore

import (
	"context"
	"errors"
	"strconv"
	"time"

	"espalier/web/store"
	"espalier/web/store/ledger"
	"espalier/web/store/records"
)

// refresh reads the revisions that are not in memory. At first it reads the whole tree, and
// later the newer revisions. The caller holds sem. The error is ErrNotFound if the tree does
// not exist, and a DamagedError with Newest if its newest revision cannot be read.
func (t openTree) refresh(ctx context.Context) error {
	err := t.refreshNow(ctx)
	if t.bucket.Shared() {
		if err == nil {
			t.store.records.ReadNewest(t.id)
			if t.head == 0 {
				t.head, err = t.bucket.makeHead(ctx, t.id)
			}
		}
		return t.store.records.Doubted(err)
	}
	return t.store.records.Reported(err)
}

// refreshNow is refresh without a consequence for the store: no damage becomes known.
func (t openTree) refreshNow(ctx context.Context) error {
	acknowledged := t.bucket.treeMark(t.id).Number
	hint, sequence, err := t.bucket.Get(ctx, headKey(t.id))
	if errors.Is(err, store.ErrNoKey) && acknowledged == 0 {
		return t.missing(err)
	}
	if t.bucket.Shared() && errors.Is(err, store.ErrDeleted) {
		t.bucket.Ledger.DeletedRoot(string(t.id)) // another Espalier has deleted it
		return t.missing(err)
	}
	if err != nil && !errors.Is(err, store.ErrNoKey) {
		return err
	}
	if err == nil {
		if err := t.undeleted(ctx); err != nil {
			return err
		}
	}
	t.head = sequence
	r := &refreshing{t: t, acknowledged: acknowledged, replay: replay{t: t}}
	from := 0
	// An embedded store that was opened again may have lost revisions that are in memory.
	if r.newest = t.newest.Load(); t.gen.Load() != int64(t.bucket.Gen) && !t.bucket.Shared() {
		r.newest = nil
	}
	if r.newest != nil {
		r.replay = replay{t, r.newest.Draft, t.sum, t.tokens, t.wholeRevision, t.draftBytes, t.changeBytes}
		from = r.newest.Number + 1
	} else if from, err = strconv.Atoi(string(hint)); err != nil || from < 1 {
		from = 1 // it is only a hint
	}
	last := r.newest
	ahead := records.AtOnce
	if last != nil {
		ahead = 1 // usually there is nothing newer
	}
	marked := r.readMarked(ctx, from)
	if err := r.read(ctx, from, ahead); err != nil {
		return err
	}
	if err := marked(); err != nil {
		return err
	}
	if t.bucket.Shared() {
		if t.bucket.Ledger.Disputed(string(t.id)) {
			n := r.newest.Number
			r.newest = nil
			return r.damaged(ctx, n, &records.DamagedError{ID: t.id, Revision: n, Err: ledger.ErrDisputed})
		}
		if err := t.bucket.acknowledged(t.id, r.newest.Number, r.replay.sum); err != nil {
			t.store.log.Warn("library: a lost revision might not be noticed", "id", t.id, "revision", r.newest.Number, "err", err)
		}
	}
	p := r.replay
	t.sum, t.tokens, t.wholeRevision, t.draftBytes, t.changeBytes = p.sum, p.tokens, p.wholeRevision, p.draftBytes, p.changeBytes
	t.gen.Store(int64(t.bucket.Gen))
	t.outdated.Store(false)
	t.there = time.Now()
	if r.newest != last {
		t.publish(r.newest)
	}
	return nil
}

// undeleted returns an error if a tree of a cluster is in the bucket, although the ledger knows
// that it was deleted: the bucket has lost the deletion. A tree that was imported after that is
// there again.
func (t openTree) undeleted(ctx context.Context) error {
	if m := t.bucket.treeMark(t.id); !m.Deleted || !t.bucket.Shared() {
		return nil
	}
	_, _, err := t.bucket.Get(ctx, importedKey(t.id))
	if errors.Is(err, store.ErrNoKey) {
		t.markDeleted()
		return ErrNotFound
	}
	if err == nil {
		t.bucket.Ledger.Imported(string(t.id), ledger.Mark{})
	}
	return err
}

// readMarked begins to read the revision that the ledger knows, if it is before the given one,
// with which the reading begins. The function that it returns compares the two. So a tree that is
// in memory is noticed if the bucket of a cluster has lost it.
func (r *refreshing) readMarked(ctx context.Context, from int) (marked func() error) {
	m := r.t.bucket.treeMark(r.t.id)
	if !r.t.bucket.Shared() || m.Number == 0 || m.Number >= from {
		return func() error { return nil }
	}
	done := make(chan read, 1)
	r.t.store.machine.Beside(func() { done <- r.t.bucket.readRecords(ctx, r.t.id, m.Number, 1)[0] })
	return func() error {
		one := <-done
		switch {
		case errors.Is(one.err, store.ErrNoKey): // the tree was deleted meanwhile, or it is in readRecords
			return r.t.bucket.absent(ctx, r.t.id, one.err)
		case one.err == nil && m.Sum != "" && one.sum != m.Sum:
			one.err = &records.DamagedError{ID: r.t.id, Revision: m.Number, Err: errReplaced}
		}
		if records.IsDamaged(one.err) {
			r.newest = nil
			return r.damaged(ctx, m.Number, one.err)
		}
		return one.err
	}
}

var errReplaced = errors.New("it is not the one that was acknowledged")

// A refreshing is the state of a call of refresh.
type refreshing struct {
	t            openTree
	acknowledged int // the newest revision by the ledger, or 0
	replay       replay
	newest       *Saved // nil if none was read yet
}

// read reads the revisions from the given one to the newest.
func (r *refreshing) read(ctx context.Context, from, ahead int) error {
	for {
		found := r.t.bucket.readRecords(ctx, r.t.id, from, ahead)
		for i := range found {
			one := &found[i]
			if errors.Is(one.err, store.ErrNoKey) && later(found[i+1:]) {
				// The record was written after it was asked for, or it is lost.
				again, err := r.t.bucket.readRecord(ctx, r.t.id, one.revision)
				if errors.Is(err, store.ErrNoKey) {
					err = &records.DamagedError{ID: r.t.id, Revision: one.revision, Err: records.ErrMissing}
				}
				one, one.err = again, err
			}
			if errors.Is(one.err, store.ErrNoKey) {
				return r.end(ctx, one.err)
			}
			err := one.err
			if err == nil {
				err = r.replay.next(ctx, one)
			}
			if m := r.t.bucket.treeMark(r.t.id); err == nil && r.t.bucket.Shared() && one.revision == m.Number && m.Sum != "" && one.sum != m.Sum {
				r.newest = nil
				return r.damaged(ctx, one.revision, &records.DamagedError{ID: r.t.id, Revision: one.revision, Err: errReplaced})
			}
			if records.IsDamaged(err) {
				return r.beyond(ctx, one.revision, err)
			}
			if err != nil {
				return err
			}
			r.newest = one.saved(r.t.id, r.replay.draft)
		}
		from += len(found)
		ahead = records.AtOnce
	}
}

func later(found []read) bool {
	for i := range found {
		if found[i].err == nil {
			return true
		}
	}
	return false
}

// end ends the reading after the newest revision.
func (r *refreshing) end(ctx context.Context, err error) error {
	if r.newest == nil {
		return r.t.bucket.absent(ctx, r.t.id, err)
	}
	m := r.t.bucket.treeMark(r.t.id)
	if m.Number == r.newest.Number && m.Sum != "" && r.replay.sum != "" && m.Sum != r.replay.sum {
		n := r.newest.Number
		r.newest = nil
		return r.damaged(ctx, n, &records.DamagedError{ID: r.t.id, Revision: n, Err: errReplaced})
	}
	return nil
}

// beyond continues after a revision that cannot be read, at the next revision that holds its
// whole draft. If there is none, the newest revision is lost.
func (r *refreshing) beyond(ctx context.Context, revision int, err error) error {
	seen := revision
	for n := revision + 1; ; n += records.AtOnce {
		found := r.t.bucket.readRecords(ctx, r.t.id, n, records.AtOnce)
		for i := range found {
			one := &found[i]
			switch {
			case errors.Is(one.err, store.ErrNoKey) && !later(found[i+1:]):
				r.acknowledged = max(r.acknowledged, seen)
				return r.damaged(ctx, revision, err)
			case one.err != nil && !records.IsDamaged(one.err) && !errors.Is(one.err, store.ErrNoKey):
				return one.err
			case one.err == nil && one.head.Whole == one.revision:
				r.replay = replay{t: r.t}
				return r.read(ctx, one.revision, records.AtOnce)
			case one.err == nil:
				seen = one.revision
			}
		}
	}
}

// damaged returns the error of a tree whose newest revision is lost.
func (r *refreshing) damaged(ctx context.Context, revision int, err error) error {
	damage := &records.DamagedError{ID: r.t.id, Revision: revision, Err: records.DamageOf(err).Err, Newest: max(r.acknowledged, revision)}
	if r.newest != nil && r.newest.Number < revision {
		damage.Readable = r.newest.Number
	} else if s := r.t.readable(ctx, revision-1); s != nil {
		damage.Readable = s.Number
	}
	return damage
}

// maxBack bounds the search for a revision that can be read.
const maxBack = 10 * wholeEvery

// readable returns the newest revision up to the given one that can be read, or nil.
func (t openTree) readable(ctx context.Context, revision int) *Saved {
	for n := revision; n > max(0, revision-maxBack); n-- {
		if s, err := t.atStored(ctx, n, revision); err == nil {
			return s
		}
	}
	return nil
}
