package treestore

import (
	"context"
	"errors"
	"fmt"

	"espalier/web/store"
	"espalier/web/store/ledger"
	"espalier/web/store/records"
)

// An adoption adds a tree with the keys and values that it had in another store.
type adoption struct {
	l         *Store
	id        ID
	revisions int
	sum       chainSum // of the last revision
}

// adopt begins to add a tree. It returns nil if the store already has the tree.
func (l *Store) adopt(ctx context.Context, id ID) (*adoption, error) {
	bucket, done, err := l.use(ctx, true)
	if err != nil {
		return nil, err
	}
	defer done()
	_, _, err = bucket.Get(ctx, headKey(id))
	if !errors.Is(err, store.ErrNoKey) {
		return nil, err
	}
	// There may be keys of an adoption that did not end.
	if err := bucket.Purge(ctx, allKeys(id)); err != nil {
		return nil, err
	}
	a := &adoption{l: l, id: id}
	if !bucket.Shared() {
		return a, nil
	}
	return a, a.Put(ctx, importedKey(id), []byte("1"))
}

// Put adds a key. The key of the head must come last.
func (a *adoption) Put(ctx context.Context, key string, value []byte) error {
	bucket, done, err := a.l.use(ctx, true)
	if err != nil {
		return err
	}
	defer done()
	if _, found := revisionOf(key); found {
		a.revisions++
		a.sum = sumOf(value)
	}
	if _, err = bucket.Create(ctx, key, value); errors.Is(err, store.ErrKeyExists) && key == importedKey(a.id) {
		err = nil // the export has it, too
	}
	return err
}

// End ends the adoption. The tree is removed again if it cannot be read.
func (a *adoption) End(ctx context.Context) error {
	err := a.l.withTree(ctx, a.id, "request", func(t openTree) error {
		err := t.bucket.Ledger.Imported(string(a.id), ledger.Mark{Number: a.revisions, Sum: a.sum})
		t.store.records.SendMarks(t.bucket.Bucket, string(a.id))
		if err == nil {
			err = t.refresh(ctx)
		}
		if err == nil {
			if n := t.newest.Load().Number; n != a.revisions {
				err = fmt.Errorf("revision %d of %d is missing", n+1, a.revisions)
			}
		}
		if err == nil {
			err = t.bucket.checkRecords(ctx, a.id, a.revisions)
		}
		if err == nil {
			return nil
		}
		return errors.Join(err, t.remove(ctx))
	})
	if err != nil {
		return fmt.Errorf("the tree %s of the export is not added: %w", a.id, err)
	}
	return nil
}

// checkRecords reads all records of a tree.
func (b openBucket) checkRecords(ctx context.Context, id ID, revisions int) error {
	for from := 1; from <= revisions; from += records.AtOnce {
		for _, r := range b.readRecords(ctx, id, from, min(records.AtOnce, revisions-from+1)) {
			if r.err != nil {
				return r.err
			}
			if _, err := b.parts(ctx, id, &r); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
