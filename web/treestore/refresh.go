package treestore

import (
	"context"
	"errors"
	"strconv"

	"espalier/web/nats"
)

// refresh reads the revisions that are not in memory. At first it reads the whole tree, and
// later the newer revisions. The caller holds sem. The error is ErrNotFound if the tree does
// not exist, and a DamagedError with Newest if its newest revision cannot be read.
func (t openTree) refresh(ctx context.Context) error {
	acknowledged := t.bucket.ledger.Newest(t.id)
	hint, sequence, err := t.bucket.Get(ctx, headKey(t.id))
	if errors.Is(err, nats.ErrNoKey) && acknowledged == 0 {
		return t.missing(err)
	}
	if err != nil && !errors.Is(err, nats.ErrNoKey) {
		return err
	}
	t.head = sequence
	r := &refreshing{t: t, acknowledged: acknowledged, replay: replay{t: t}}
	from := 0
	// An embedded store that was opened again may have lost revisions that are in memory.
	if r.newest = t.newest.Load(); t.gen.Load() != int64(t.bucket.gen) && !t.bucket.Shared() {
		r.newest = nil
	}
	if r.newest != nil {
		r.replay = replay{t, r.newest.Draft, t.sum, t.tokens, t.wholeRevision, t.draftBytes, t.changeBytes}
		from = r.newest.Number + 1
	} else if from, err = strconv.Atoi(string(hint)); err != nil || from < 1 {
		from = 1 // it is only a hint
	}
	last := r.newest
	ahead := readAhead
	if last != nil {
		ahead = 1 // usually there is nothing newer
	}
	if err := r.read(ctx, from, ahead); err != nil {
		return t.store.reported(err)
	}
	p := r.replay
	t.sum, t.tokens, t.wholeRevision, t.draftBytes, t.changeBytes = p.sum, p.tokens, p.wholeRevision, p.draftBytes, p.changeBytes
	t.gen.Store(int64(t.bucket.gen))
	t.outdated.Store(false)
	if r.newest != last {
		t.publish(r.newest)
	}
	return nil
}

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
		records := r.t.bucket.readRecords(ctx, r.t.id, from, ahead)
		for i := range records {
			one := &records[i]
			if errors.Is(one.err, nats.ErrNoKey) && later(records[i+1:]) {
				// The record was written after it was asked for, or it is lost.
				again, err := r.t.bucket.readRecord(ctx, r.t.id, one.revision)
				if errors.Is(err, nats.ErrNoKey) {
					err = &DamagedError{ID: r.t.id, Revision: one.revision, Err: errMissing}
				}
				one, one.err = again, err
			}
			if errors.Is(one.err, nats.ErrNoKey) {
				return r.end(ctx, one.err)
			}
			err := one.err
			if err == nil {
				err = r.replay.next(ctx, one)
			}
			if isDamaged(err) {
				return r.beyond(ctx, one.revision, err)
			}
			if err != nil {
				return err
			}
			r.newest = one.saved(r.t.id, r.replay.draft)
		}
		from += len(records)
		ahead = readAhead
	}
}

func later(records []read) bool {
	for i := range records {
		if records[i].err == nil {
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
	m, _ := r.t.bucket.ledger.Of(r.t.id)
	if m.Revision == r.newest.Number && m.Sum != "" && r.replay.sum != "" && m.Sum != r.replay.sum {
		n := r.newest.Number
		r.newest = nil
		return r.damaged(ctx, n, &DamagedError{ID: r.t.id, Revision: n, Err: errors.New("it is not the one that was acknowledged")})
	}
	return nil
}

// beyond continues after a revision that cannot be read, at the next revision that holds its
// whole draft. If there is none, the newest revision is lost.
func (r *refreshing) beyond(ctx context.Context, revision int, err error) error {
	seen := revision
	for n := revision + 1; ; n += readAhead {
		records := r.t.bucket.readRecords(ctx, r.t.id, n, readAhead)
		for i := range records {
			one := &records[i]
			switch {
			case errors.Is(one.err, nats.ErrNoKey) && !later(records[i+1:]):
				r.acknowledged = max(r.acknowledged, seen)
				return r.damaged(ctx, revision, err)
			case one.err != nil && !isDamaged(one.err) && !errors.Is(one.err, nats.ErrNoKey):
				return one.err
			case one.err == nil && one.head.Whole == one.revision:
				r.replay = replay{t: r.t}
				return r.read(ctx, one.revision, readAhead)
			case one.err == nil:
				seen = one.revision
			}
		}
	}
}

// damaged returns the error of a tree whose newest revision is lost.
func (r *refreshing) damaged(ctx context.Context, revision int, err error) error {
	damage := &DamagedError{ID: r.t.id, Revision: revision, Err: damageOf(err).Err, Newest: max(r.acknowledged, revision)}
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

// damageOf returns the damage that an error reports, or nil.
func damageOf(err error) *DamagedError {
	var d *DamagedError
	if errors.As(err, &d) {
		return d
	}
	return nil
}
