package treestore

import (
	"context"
	"errors"
	"fmt"

	"espalier/trees"
	"espalier/web/store"
	"espalier/web/store/records"
)

// A read is a record that was read, or the error of reading it.
type read struct {
	revision int
	head     head
	packed   []byte // the parts; empty if they are in chunks
	sum      chainSum
	err      error
}

// readRecords reads the records of revisions from, from+1, …
func (b openBucket) readRecords(ctx context.Context, id ID, from, count int) []read {
	out := make([]read, count)
	records.ForEach(count, func(i int) {
		n := from + i
		known := b.treeMark(id).Number // before the bucket, since a newer one may be stored meanwhile
		value, _, err := b.Get(ctx, revisionKey(id, n))
		out[i] = read{revision: n, err: err}
		if errors.Is(err, store.ErrNoKey) && n <= known {
			out[i].err = &records.DamagedError{ID: id, Revision: n, Err: records.ErrMissing}
		}
		if err != nil {
			return
		}
		out[i].sum = sumOf(value)
		if out[i].head, out[i].packed, err = decodeHead(value); err != nil {
			out[i].err = &records.DamagedError{ID: id, Revision: n, Err: err}
		} else if w := out[i].head.Whole; w < 1 || w > n {
			out[i].err = &records.DamagedError{ID: id, Revision: n, Err: fmt.Errorf("its draft cannot be in revision %d", w)}
		} else {
			b.Kept.Put(revisionKey(id, n), value)
		}
	})
	return out
}

// readRecord reads one record. The error is store.ErrNoKey if it does not exist.
func (b openBucket) readRecord(ctx context.Context, id ID, n int) (*read, error) {
	r := b.readRecords(ctx, id, n, 1)[0]
	return &r, r.err
}

// parts reads the parts of a record.
func (b openBucket) parts(ctx context.Context, id ID, r *read) (parts, error) {
	chunks, err := b.chunks(ctx, id, r)
	if err != nil {
		return parts{}, err
	}
	return r.unpack(id, chunks)
}

// chunks reads the chunks of a record. It returns nil if there are none.
func (b openBucket) chunks(ctx context.Context, id ID, r *read) ([][]byte, error) {
	if r.head.Chunks == 0 {
		return nil, nil
	}
	chunks := make([][]byte, r.head.Chunks)
	errs := make([]error, len(chunks))
	records.ForEach(len(chunks), func(k int) {
		key := chunkKey(id, r.revision, r.head.Tag, k)
		if chunks[k], _, errs[k] = b.Get(ctx, key); errs[k] == nil {
			b.Kept.Put(key, chunks[k])
		}
	})
	for k, err := range errs {
		switch {
		case errors.Is(err, store.ErrNoKey):
			return nil, &records.DamagedError{ID: id, Revision: r.revision, Err: fmt.Errorf("its chunk %d of %d is missing", k+1, len(chunks))}
		case err != nil:
			return nil, err
		}
	}
	return chunks, nil
}

// unpack returns the parts of a record. chunks are its chunks, or nil if it has none.
func (r *read) unpack(id ID, chunks [][]byte) (p parts, err error) {
	if chunks == nil {
		p, err = r.head.unpack(r.packed)
	} else {
		p, err = r.head.unpackChunks(chunks)
	}
	if err != nil {
		err = &records.DamagedError{ID: id, Revision: r.revision, Err: err}
	}
	return p, err
}

func (r *read) saved(id ID, d *trees.Draft) *Saved {
	h := &r.head
	return &Saved{ID: id, Draft: d, made: h.made(), Revision: Revision{Number: r.revision, Time: h.Time, Summary: h.Words, Op: h.Op, Target: h.Of, Nodes: h.Nodes, Base: h.Base}}
}

// A replay computes drafts from records.
type replay struct {
	t             openTree
	draft         *trees.Draft
	sum           chainSum // as in tree
	tokens        tokenMemory
	wholeRevision int // as in tree
	draftBytes    int
	changeBytes   int
}

// next applies the record of the next revision, or begins with a record that holds its draft.
// If the tree is large, it waits for its turn before it computes.
func (p *replay) next(ctx context.Context, r *read) error {
	if !r.head.follows(p.sum) {
		return &records.DamagedError{ID: p.t.id, Revision: r.revision, Err: errors.New("it was made on a revision other than the stored one before it")}
	}
	chunks, err := p.t.bucket.chunks(ctx, p.t.id, r)
	if err != nil {
		return err
	}
	size := r.head.length()
	if r.head.Whole != r.revision && p.draft != nil {
		size += nodeSize * p.draft.Tree().Len()
	}
	return p.t.store.inTurnFor(ctx, size, func() error { return p.apply(ctx, r, chunks) })
}

// apply computes the draft after a record.
func (p *replay) apply(ctx context.Context, r *read, chunks [][]byte) error {
	damaged := func(err error) error {
		if ctx.Err() != nil {
			return err // the error may come from the end of the context, not from the revision
		}
		return &records.DamagedError{ID: p.t.id, Revision: r.revision, Err: err}
	}
	parts, err := r.unpack(p.t.id, chunks)
	if err != nil {
		return err
	}
	if r.head.Whole == r.revision {
		if p.draft, err = trees.ReadDraftIn(ctx, parts[partDraft]); err != nil {
			return damaged(err)
		}
		if p.tokens, err = readTokens(parts[partTokens], r.revision); err != nil {
			return damaged(err)
		}
		p.wholeRevision, p.draftBytes, p.changeBytes = r.revision, len(parts[partDraft]), 0
	} else {
		if p.draft == nil || r.head.Whole != p.wholeRevision {
			return damaged(fmt.Errorf("it follows the draft of revision %d, not of %d", r.head.Whole, p.wholeRevision))
		}
		change, err := trees.ReadChangeIn(ctx, parts[partChange])
		if err != nil {
			return damaged(err)
		}
		if p.draft, err = p.draft.MergeIn(ctx, change); err != nil {
			return damaged(err)
		}
		p.changeBytes += len(parts[partChange])
	}
	p.tokens.Add(r.head.Token)
	p.sum = r.sum
	return nil
}

// missing returns the error for a tree that the store does not have. A cluster that is
// starting may not have a tree that is cached here. Only a delete marker, or the ledger, proves that
// the tree was deleted.
func (t openTree) missing(err error) error {
	m := t.bucket.treeMark(t.id)
	if s := t.newest.Load(); s != nil && !s.Deleted && t.bucket.Shared() && !m.Deleted && !errors.Is(err, store.ErrDeleted) {
		return &store.UnavailableError{Message: "the NATS servers do not have a tree that they had a moment ago; they may be starting"}
	}
	t.markDeleted()
	return ErrNotFound
}

// ready reads the newest revision unless it is in memory. With sure, it also reads the store
// if other servers may write. The caller holds sem.
func (t openTree) ready(ctx context.Context, sure bool) error {
	if s := t.newest.Load(); s == nil || t.outdated.Load() || t.gen.Load() != int64(t.bucket.Gen) || sure && t.bucket.Shared() {
		return t.refresh(ctx)
	} else if s.Deleted {
		return ErrNotFound
	}
	return nil
}

// Load returns the newest revision.
func (l *Store) Load(ctx context.Context, id ID) (*Saved, error) {
	if s := l.fresh(id); s != nil {
		return s, nil
	}
	var newest *Saved
	err := l.withTree(ctx, id, "request", func(t openTree) error {
		if err := t.ready(ctx, true); err != nil {
			return err
		}
		newest = t.newest.Load()
		t.markOpened()
		return nil
	})
	return l.orInMemory(id, newest, err)
}

// At returns a revision. A revision of a damaged tree is returned if it can be read.
func (l *Store) At(ctx context.Context, id ID, revision int) (*Saved, error) {
	if s := l.fresh(id); s != nil && s.Number == revision {
		return s, nil
	}
	var at *Saved
	err := l.withTree(ctx, id, "request", func(t openTree) error {
		err := t.ready(ctx, true)
		if damage := records.DamageOf(err); damage != nil {
			if at, err = t.atStored(ctx, revision, damage.Newest); err == nil {
				return nil
			}
		}
		if err != nil {
			return err
		}
		t.markOpened()
		at, err = t.at(ctx, revision)
		return err
	})
	if s, memory := l.orInMemory(id, nil, err); memory == nil && err != nil && s.Number == revision {
		return s, nil
	}
	return at, err
}

// Look returns a revision, or the newest one if revision is 0. It does not count as opening
// the tree.
func (l *Store) Look(ctx context.Context, id ID, revision int) (*Saved, error) {
	if s := l.inMemory(id, false); s != nil && (revision == 0 || revision == s.Number) {
		return s, nil
	}
	var saved *Saved
	err := l.withTree(ctx, id, "request", func(t openTree) (err error) {
		if err := t.ready(ctx, true); err != nil {
			return err
		}
		if saved = t.newest.Load(); revision != 0 {
			saved, err = t.at(ctx, revision)
		}
		return err
	})
	return saved, err
}

// at returns a revision. The tree must be ready.
func (t openTree) at(ctx context.Context, revision int) (*Saved, error) {
	newest := t.newest.Load()
	if revision == newest.Number {
		return newest, nil
	}
	return t.atStored(ctx, revision, newest.Number)
}

// atStored reads a revision from the store. newest is the last revision of the tree.
func (t openTree) atStored(ctx context.Context, revision, newest int) (*Saved, error) {
	if revision < 1 || revision > newest {
		return nil, &NoRevisionError{revision, newest, false}
	}
	after := make(chan read, 1)
	if revision < newest {
		t.store.machine.Beside(func() { after <- t.bucket.readRecords(ctx, t.id, revision+1, 1)[0] })
	} else {
		after <- read{}
	}
	want, err := t.bucket.readRecord(ctx, t.id, revision)
	next := <-after
	if err != nil {
		return nil, t.bucket.absent(ctx, t.id, err)
	}
	// The revision after it proves that it is the one that was acknowledged.
	if next.err == nil && !next.head.follows(want.sum) {
		return nil, &records.DamagedError{ID: t.id, Revision: revision, Err: errReplaced}
	}
	p := &replay{t: t}
	found := []read{*want}
	if whole := want.head.Whole; whole < revision {
		found = append(t.bucket.readRecords(ctx, t.id, whole, revision-whole), *want)
	}
	for i := range found {
		if err := found[i].err; err != nil {
			return nil, t.bucket.absent(ctx, t.id, err)
		}
		if err := p.next(ctx, &found[i]); err != nil {
			return nil, err
		}
	}
	return want.saved(t.id, p.draft), nil
}

// absent converts the error of a missing record of a tree that existed. Either the tree has
// been deleted in the meantime, or a newly elected leader of a cluster does not have the
// record yet. The delete marker of the head, or the ledger, shows which.
func (b openBucket) absent(ctx context.Context, id ID, err error) error {
	if !errors.Is(err, store.ErrNoKey) {
		return err
	}
	if b.Shared() {
		_, _, err := b.Get(ctx, headKey(id))
		if err != nil && !errors.Is(err, store.ErrNoKey) {
			return err
		}
		if m := b.treeMark(id); !m.Deleted && !errors.Is(err, store.ErrDeleted) {
			return &store.UnavailableError{Message: "the NATS servers do not have a revision that they had a moment ago; they may be starting"}
		}
	}
	return ErrNotFound
}
