package treestore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/ledger"
	"espalier/web/store/records"
)

var _ = records.RegisterLogs(records.Logs{
	One: "tree", Many: "trees", NotFound: ErrNotFound, Head: headName, Own: importedName,
	Survey: newSurvey,
	Early:  earlyFiles, CarryOver: carryOver,
	EarlyTopic: earlyTopic, ReceiveEarly: receiveEarly,
	Open: func(l *records.Store) records.OpenLogs { return logs{newStore(l)} },
})

// logs are the trees of an open store, for package records.
type logs struct{ *Store }

// Check reads what could not be read.
func (l logs) Check(ctx context.Context, id ID, revisions []int) error {
	return missingLog(l.withTree(ctx, id, "check", func(t openTree) error {
		if err := t.refresh(ctx); err != nil {
			return err
		}
		newest := t.newest.Load().Number
		for _, n := range revisions {
			if n > newest {
				continue
			}
			_, err := t.bucket.readRecord(ctx, id, n)
			if errors.Is(err, store.ErrNoKey) {
				err = &records.DamagedError{ID: id, Revision: n, Err: records.ErrMissing}
			}
			if err == nil { // the record alone may be whole, and not follow the ones before it
				_, err = t.atStored(ctx, n, newest)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}))
}

// missingLog returns an error of a tree as one of a log.
func missingLog(err error) error {
	if errors.Is(err, ErrNotFound) {
		return store.ErrNoKey
	}
	return err
}

// Mend puts the lost revisions of a damaged tree back into the bucket of a cluster, as far as
// somebody has them and it is proved that they are the ones that were acknowledged. What stays
// lost is an error.
func (l logs) Mend(ctx context.Context, id ID) error {
	var done records.Restored
	err := l.withTree(ctx, id, "mend", func(cached openTree) error {
		// What followers see stays as it is until the tree is whole.
		t := l.apart(id, cached.bucket)
		newest, lost, err := t.lost(ctx)
		if err != nil {
			return err
		}
		slices.Reverse(lost) // each is proved by the one after it
		take := func(from openBucket) {
			lost = slices.DeleteFunc(lost, func(n int) bool {
				err := t.restoreRevision(ctx, from, n, true)
				if err == nil {
					done.PutBack = append(done.PutBack, n)
				}
				return err == nil
			})
		}
		for _, from := range t.bucket.Copies() {
			take(bucketOf(from))
		}
		if folder := l.records.Backups(); len(lost) > 0 && folder != "" {
			l.records.OpenBackups(folder, func(a *cluster.Archive) bool {
				take(bucketOf(a))
				return len(lost) > 0
			})
		}
		// Servers with a damaged file may acknowledge what they do not have afterwards.
		if len(done.PutBack) > 0 && len(lost) == 0 {
			if newest, lost, err = t.lost(ctx); err != nil {
				return err
			}
			if len(lost) > 0 {
				l.log.Warn("library: revisions that were put back are still not there", "id", id, "revisions", done.PutBack)
			}
		}
		if len(lost) > 0 {
			slices.Sort(lost)
			l.records.KnowDamage(records.DamageOfLog(id, lost, newest))
			return &records.DamagedError{ID: id, Revision: lost[0], Err: records.ErrMissing}
		}
		if _, _, err := t.bucket.Get(ctx, headKey(id)); errors.Is(err, store.ErrNoKey) && !errors.Is(err, store.ErrDeleted) {
			if _, err := t.bucket.makeHead(ctx, id); err != nil {
				return err
			}
		}
		return cached.refresh(ctx)
	})
	if len(done.PutBack) > 0 {
		l.log.Info("library: revisions that the NATS servers had lost were put back", "id", id, "revisions", len(done.PutBack))
	}
	return missingLog(err)
}

// proved returns an error unless it is known that a record is the revision n that was
// acknowledged: by the ledger, or by the revision after it.
func (t openTree) proved(ctx context.Context, n int, sum chainSum) error {
	if m := t.bucket.treeMark(t.id); m.Number == n && m.Sum == sum {
		return nil
	}
	next := t.bucket.readRecords(ctx, t.id, n+1, 1)[0]
	if next.err == nil && next.head.Prev == sum {
		return nil
	}
	return fmt.Errorf("it is not proved to be the revision %d that was acknowledged", n)
}

// makeHead makes the head of a tree that has lost it. If it exists, or was deleted, it stays as
// it is: a Create would replace the mark of a deletion.
func (b openBucket) makeHead(ctx context.Context, id ID) (sequence uint64, err error) {
	sequence, err = b.Update(ctx, headKey(id), []byte("1"), 0)
	if errors.Is(err, store.ErrKeyExists) {
		return 0, nil
	}
	return sequence, err
}

// apart returns a tree that is not the one in memory, which stays as it is.
func (l *Store) apart(id ID, bucket openBucket) openTree {
	return openTree{&tree{id: id, sem: make(chan struct{}, 1)}, l, bucket}
}

// bucketOf returns the bucket of an engine from which records are read, such as that of a backup.
func bucketOf(e store.Engine) openBucket { return openBucket{&records.Bucket{Engine: e}} }

// Contradiction looks whether each revision of a tree has its key, and reads the newest and the last one
// that holds its whole draft.
func (l logs) Contradiction(ctx context.Context, in *records.Bucket, id ID, m ledger.Mark) int {
	bucket := openBucket{in}
	r := bucket.readRecords(ctx, id, m.Number, 1)[0]
	if r.err == nil {
		r.err = bucket.hasChunks(ctx, id, r)
	}
	switch {
	case errors.Is(r.err, store.ErrNoKey), records.IsDamaged(r.err), r.err == nil && m.Sum != "" && r.sum != m.Sum:
		return m.Number
	case r.err != nil:
		return 0
	}
	keys, err := bucket.List(ctx, revisionKeys(id))
	if err != nil {
		return 0
	}
	there := map[int]bool{}
	for _, key := range keys {
		n, _ := revisionOf(key)
		there[n] = true
	}
	for n := 1; n <= m.Number; n++ {
		if !there[n] {
			return n
		}
	}
	return 0
}

// hasChunks reads the chunks of a record, and of the one that holds the whole draft before it.
func (b openBucket) hasChunks(ctx context.Context, id ID, r read) error {
	if _, err := b.chunks(ctx, id, &r); err != nil || r.head.Whole == r.revision {
		return err
	}
	whole, err := b.readRecord(ctx, id, r.head.Whole)
	if err == nil {
		_, err = b.chunks(ctx, id, whole)
	}
	return err
}

// Lost reads all revisions of a tree.
func (l logs) Lost(ctx context.Context, bucket *records.Bucket, id ID) (newest int, lost []int, err error) {
	t := l.apart(id, openBucket{bucket})
	newest, lost, err = t.lostAfter(ctx, t.refreshNow)
	if errors.Is(err, ErrNotFound) {
		return 0, nil, nil // it was deleted
	}
	return newest, lost, err
}

// Adopt begins to add a tree.
func (l logs) Adopt(ctx context.Context, id ID) (records.Adoption, error) {
	a, err := l.Store.adopt(ctx, id)
	if a == nil {
		return nil, err
	}
	return a, err
}

// MakeSpace removes unopened trees, if the store is nearly full.
func (l logs) MakeSpace(ctx context.Context, nearly bool) {
	if err := l.removeUnopened(ctx, nearly); err != nil && ctx.Err() == nil {
		l.log.Warn("library: unopened trees could not be removed", "err", err)
	}
}
