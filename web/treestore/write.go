package treestore

import (
	"context"
	"errors"
	"strconv"
	"time"

	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/records"
)

// write stores a revision if it is admitted.
func (t openTree) write(ctx context.Context, n int, tag string, value []byte, chunks [][]byte) error {
	if t.bucket.Shared() && t.bucket.treeMark(t.id).Number >= n {
		return store.ErrKeyExists // another Espalier has announced it, whatever the bucket has
	}
	settle, err := t.store.records.Admit(ctx, t.bucket.Bucket, n == 1, value, chunks)
	if err != nil {
		return err
	}
	err = t.put(ctx, n, tag, value, chunks)
	settle(err == nil)
	return err
}

// put stores the chunks of a revision and then its record. The error is
// store.ErrKeyExists if another writer has stored that revision.
func (t openTree) put(ctx context.Context, n int, tag string, value []byte, chunks [][]byte) error {
	var away *store.UnavailableError
	for k, chunk := range chunks {
		if _, err := t.bucket.Create(ctx, chunkKey(t.id, n, tag, k), chunk); err != nil {
			t.store.records.Drop(ctx, t.bucket.Bucket, chunkKeys(t.id, n, tag))
			return err
		}
	}
	before := make(chan read, 1)
	check := n > 1 && t.bucket.Shared() && time.Since(t.there) > thereTime
	if check { // beside the write, so that it takes no time
		t.store.machine.Beside(func() { before <- t.bucket.readRecords(ctx, t.id, n-1, 1)[0] })
	}
	_, err := t.bucket.Create(ctx, revisionKey(t.id, n), value)
	if err == nil {
		t.bucket.Kept.Put(revisionKey(t.id, n), value)
		for k, chunk := range chunks {
			t.bucket.Kept.Put(chunkKey(t.id, n, tag, k), chunk)
		}
	}
	switch {
	case errors.As(err, &away):
		t.outdated.Store(true) // the revision may have been stored
		return err
	case errors.Is(err, store.ErrKeyExists) && len(chunks) > 0:
		if r, rerr := t.bucket.readRecord(ctx, t.id, n); rerr == nil && r.head.Tag != tag {
			t.store.records.Drop(ctx, t.bucket.Bucket, chunkKeys(t.id, n, tag))
		}
		return err
	case err != nil:
		if len(chunks) > 0 {
			t.store.records.Drop(ctx, t.bucket.Bucket, chunkKeys(t.id, n, tag))
		}
		return err
	}
	if n == 1 {
		// The tree exists once this key does.
		t.head, err = t.bucket.Create(ctx, headKey(t.id), []byte("1"))
		if err != nil && !(t.bucket.Shared() && errors.As(err, &away)) { // which is tried again
			t.store.records.Drop(ctx, t.bucket.Bucket, allKeys(t.id))
		}
		return err
	}
	if !t.bucket.Shared() {
		return nil
	}
	noted := make(chan struct{})
	t.store.machine.Beside(func() { // while the servers are asked; add looks at the result
		t.bucket.acknowledged(t.id, n, sumOf(value))
		close(noted)
	})
	// If another server has deleted the tree in the meantime, this revision is deleted, too.
	_, _, err = t.bucket.Get(ctx, headKey(t.id))
	<-noted
	if errors.Is(err, store.ErrDeleted) {
		t.store.records.Drop(ctx, t.bucket.Bucket, revisionKeys(t.id))
		t.store.records.Drop(ctx, t.bucket.Bucket, allChunkKeys(t.id))
		t.bucket.Ledger.DeletedRoot(string(t.id))
		t.markDeleted()
		return ErrNotFound
	}
	if check {
		return t.checkPrevious(<-before)
	}
	return nil
}

// thereTime is how long a revision that the bucket of a cluster had is taken to be there. No server
// that has lost it can start and become the leader in this time.
const thereTime = 500 * time.Millisecond

// checkPrevious returns an error if the revision before one that was just stored is not the one that it
// was made on: the bucket of a cluster has lost that. Then the new one is not acknowledged. The
// servers may also not answer, and then it is not known.
func (t openTree) checkPrevious(last read) error {
	if t.sum == "" {
		return nil // it is lost, and the new one continues after it; see goOn
	}
	err := last.err
	switch {
	case errors.Is(err, store.ErrNoKey):
		err = &records.DamagedError{ID: t.id, Revision: last.revision, Err: records.ErrMissing}
	case err == nil && last.sum != t.sum:
		err = &records.DamagedError{ID: t.id, Revision: last.revision, Err: errReplaced}
	}
	if err != nil {
		t.outdated.Store(true)
	}
	if d := records.DamageOf(err); d != nil {
		d.Newest = last.revision
	}
	return t.store.records.Doubted(err)
}

// hint records n as a revision that holds its whole draft. If that fails, a load reads more
// records.
func (t openTree) hint(ctx context.Context, n int) {
	if n == 1 {
		return // write has done it
	}
	sequence, err := t.bucket.Update(ctx, headKey(t.id), strconv.AppendInt(nil, int64(n), 10), t.head)
	if err == nil {
		t.head = sequence
		return
	}
	t.store.log.Debug("library: the hint is not moved", "id", t.id, "revision", n, "err", err)
	if _, sequence, err := t.bucket.Get(ctx, headKey(t.id)); err == nil {
		t.head = sequence
	}
}

// Delete deletes a tree with all its revisions for ever.
func (l *Store) Delete(ctx context.Context, key Key) error {
	return l.Remove(ctx, key.ID())
}

// Remove deletes a tree as Delete does.
func (l *Store) Remove(ctx context.Context, id ID) error {
	return l.withTree(ctx, id, "request", func(t openTree) error {
		_, _, err := t.bucket.Get(ctx, headKey(t.id))
		if errors.Is(err, store.ErrDeleted) || errors.Is(err, store.ErrNoKey) && t.bucket.treeMark(t.id).Number == 0 {
			return t.missing(err)
		} else if err != nil && !errors.Is(err, store.ErrNoKey) {
			return err
		}
		return t.remove(ctx)
	})
}

// remove deletes a tree that exists. The caller holds sem.
func (t openTree) remove(ctx context.Context) error {
	ctx = cluster.WriteUntil(ctx, time.Now().Add(cluster.WriteTime(t.store.config.Patience)))
	var noted error
	if !t.bucket.Shared() {
		noted = t.bucket.Ledger.DeletedRoot(string(t.id))
	}
	if err := t.bucket.forget(ctx, t.id); err != nil {
		t.outdated.Store(true)
		return err
	}
	if noted != nil || t.bucket.Shared() { // a full disk has space now; in a cluster the mark of the head comes first
		noted = t.bucket.Ledger.DeletedRoot(string(t.id))
		t.store.records.SendMarks(t.bucket.Bucket, string(t.id))
	}
	if noted != nil {
		t.store.log.Warn("library: a deleted tree may be reported as damaged", "id", t.id, "err", noted)
	}
	t.store.records.ForgetDamage(t.id)
	t.markDeleted()
	return nil
}

// forget deletes all keys of a tree. In a cluster a delete marker of the head stays, which
// announces the deletion to the other servers.
func (b openBucket) forget(ctx context.Context, id ID) error {
	if !b.Shared() {
		return b.Purge(ctx, allKeys(id))
	}
	err := b.Mark(ctx, headKey(id))
	if err != nil && !errors.Is(err, store.ErrFull) {
		return err
	}
	if err := errors.Join(b.Purge(ctx, revisionKeys(id)), b.Purge(ctx, allChunkKeys(id)), b.Purge(ctx, importedKey(id))); err != nil {
		return err
	}
	if err != nil {
		return b.Mark(ctx, headKey(id)) // the purge has freed space
	}
	return nil
}
