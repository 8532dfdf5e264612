package treestore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"espalier/trees"
	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/records"
)

// Restore mends a damaged tree. One that is whole is not changed. Revisions that
// cannot be read are taken from the backups in a folder, unless its name is "". If the newest
// revision stays lost, a new revision is made with the newest draft that can be read. So
// revision numbers never decrease, and the tree can be edited again.
func (l *Store) Restore(ctx context.Context, id ID, backups string) (*records.Restored, error) {
	var done records.Restored
	err := l.records.Steadily(ctx, func() error {
		done = records.Restored{}
		return l.restoreTree(ctx, id, backups, &done)
	})
	if err != nil {
		return nil, err
	}
	return &done, nil
}

func (l *Store) restoreTree(ctx context.Context, id ID, backups string, done *records.Restored) error {
	return l.withTree(ctx, id, "request", func(t openTree) error {
		newest, lost, err := t.lost(ctx)
		if err != nil {
			return err
		}
		for _, from := range t.copiesIfShared() {
			lost = t.restoreFrom(ctx, from, lost, done)
		}
		if len(lost) > 0 && backups != "" {
			err := l.records.OpenBackups(backups, func(a *cluster.Archive) bool {
				lost = t.restoreFrom(ctx, a, lost, done)
				return len(lost) > 0
			})
			if err != nil {
				return err
			}
		}
		done.Missing = lost
		t.newest.Store(nil)
		t.sum = ""
		l.records.ForgetDamage(id)
		err = t.refresh(ctx)
		if !records.IsDamaged(err) {
			return err
		}
		s := t.readable(ctx, newest)
		if s == nil {
			return err
		}
		return t.goOn(ctx, s, newest, done)
	})
}

// lost returns the number of the newest revision, which may not be readable, and the numbers
// of the revisions that cannot be read, in their order.
func (t openTree) lost(ctx context.Context) (newest int, lost []int, err error) {
	return t.lostAfter(ctx, t.refresh)
}

// lostAfter is lost with another refresh.
func (t openTree) lostAfter(ctx context.Context, refresh func(context.Context) error) (newest int, lost []int, err error) {
	t.newest.Store(nil)
	err = refresh(ctx)
	switch damage := records.DamageOf(err); {
	case err == nil:
		newest = t.newest.Load().Number
	case damage != nil:
		newest = damage.Newest
	default:
		return 0, nil, err
	}
	m := t.bucket.treeMark(t.id)
	var before chainSum
	for from := 1; from <= newest; from += records.AtOnce {
		found := t.bucket.readRecords(ctx, t.id, from, min(records.AtOnce, newest-from+1))
		for i := range found {
			r := &found[i]
			if r.err == nil {
				_, r.err = t.bucket.parts(ctx, t.id, r)
			}
			switch {
			case r.err != nil && !records.IsDamaged(r.err) && !errors.Is(r.err, store.ErrNoKey):
				return 0, nil, r.err
			case r.err == nil && !r.head.follows(before):
				lost = append(lost, r.revision-1)
			}
			if r.err != nil || r.revision == m.Number && m.Sum != "" && m.Sum != r.sum {
				lost = append(lost, r.revision)
			}
			before = r.sum
		}
	}
	slices.Sort(lost)
	return newest, slices.Compact(lost), nil
}

// copiesIfShared returns the places of a cluster that may have a lost record.
func (t openTree) copiesIfShared() (all []records.Copies) {
	if t.bucket.Shared() {
		all = t.bucket.Copies()
	}
	return all
}

// restoreFrom stores lost revisions from a backup, and returns those that the backup does not
// have.
func (t openTree) restoreFrom(ctx context.Context, from store.Engine, lost []int, done *records.Restored) (still []int) {
	old := bucketOf(from)
	for _, n := range lost {
		if err := t.restoreRevision(ctx, old, n, false); err != nil {
			if _, backup := from.(*cluster.Archive); backup {
				t.store.log.Warn("library: a revision cannot be restored from this backup", "id", t.id, "revision", n, "err", err)
			}
			still = append(still, n)
			continue
		}
		done.PutBack = append(done.PutBack, n)
	}
	return still
}

// restoreRevision stores a revision from a backup, if it is the one that was lost. With sure, it
// must be proved to be that one, and overwrites nothing.
func (t openTree) restoreRevision(ctx context.Context, old openBucket, n int, sure bool) error {
	value, _, err := old.Get(ctx, revisionKey(t.id, n))
	if err != nil {
		return err
	}
	r := old.readRecords(ctx, t.id, n, 1)[0]
	if r.err != nil {
		return r.err
	}
	// It must be the revision that was acknowledged, as far as that is known.
	if m := t.bucket.treeMark(t.id); m.Number == n && m.Sum != "" && m.Sum != r.sum {
		return errors.New("it is not the revision that was acknowledged last")
	}
	if next := t.bucket.readRecords(ctx, t.id, n+1, 1)[0]; next.err == nil && !next.head.follows(r.sum) {
		return errors.New("the revision after it was made on another one")
	}
	store := t.bucket.Replace
	if sure {
		if err := t.proved(ctx, n, r.sum); err != nil {
			return err
		}
		if _, err := old.parts(ctx, t.id, &r); err != nil {
			return err
		}
		store = t.bucket.PutBack
	}
	for k := range r.head.Chunks {
		key := chunkKey(t.id, n, r.head.Tag, k)
		chunk, _, err := old.Get(ctx, key)
		if err == nil {
			err = store(ctx, key, chunk)
		}
		if err != nil {
			return err
		}
	}
	return store(ctx, revisionKey(t.id, n), value)
}

// goOn makes a revision after the lost newest revision, with the draft of an older one.
func (t openTree) goOn(ctx context.Context, from *Saved, newest int, done *records.Restored) error {
	if _, sequence, err := t.bucket.Get(ctx, headKey(t.id)); err == nil {
		t.head = sequence
	} else if t.head, err = t.bucket.Create(ctx, headKey(t.id), []byte("1")); err != nil {
		return err
	}
	last := *from
	last.Number = newest
	t.newest.Store(&last)
	t.sum = ""
	t.gen.Store(int64(t.bucket.Gen))
	t.outdated.Store(true) // until it is made
	t.tokens, t.wholeRevision, t.draftBytes, t.changeBytes = tokensAfter(newest), newest, 0, 0
	saved, err := t.add(ctx, &step{draft: from.Draft, change: trees.Diff(from.Draft, from.Draft), op: opRestore, target: from.Number,
		summary: fmt.Sprintf("revision %d restored, since later ones were lost", from.Number), whole: true}, t.store.machine.Tag())
	if err != nil {
		t.newest.Store(nil)
		return err
	}
	t.outdated.Store(false)
	done.Made = saved.Number
	t.store.records.ForgetDamage(t.id)
	return nil
}
