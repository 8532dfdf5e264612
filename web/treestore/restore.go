package treestore

import (
	"context"
	"errors"
	"fmt"

	"espalier/trees"
	"espalier/web/nats"
)

// A Restored is what Restore has done.
type Restored struct {
	PutBack []int // revisions that came from a backup
	Missing []int // revisions that stay lost
	Made    int   // the revision that was made because the newest is lost; 0: none
}

// Restore mends a damaged tree or lesson; one that is whole stays as it is. Revisions
// that cannot be read are taken from the backups in a folder; "": there are none. If the
// newest revision stays lost, a new one is made with the newest draft that can be read.
// So revision numbers never fall, and the tree can be edited again.
func (l *Store) Restore(ctx context.Context, id ID, backups string) (*Restored, error) {
	var done Restored
	err := l.restoreLesson(ctx, id, backups, &done)
	if errors.Is(err, nats.ErrNoKey) { // it is no lesson
		err = l.restoreTree(ctx, id, backups, &done)
	}
	if err != nil {
		return nil, err
	}
	return &done, nil
}

func (l *Store) restoreTree(ctx context.Context, id ID, backups string, done *Restored) error {
	return l.withTree(ctx, id, "request", func(bucket *openBucket, t *tree) error {
		if bucket.Shared() {
			return errNoBackup
		}
		newest, lost, err := l.lost(ctx, bucket, t)
		if err != nil {
			return err
		}
		if len(lost) > 0 && backups != "" {
			err := openBackups(backups, l, func(a *nats.Archive) bool {
				lost = l.putBack(ctx, bucket, t, a, lost, done)
				return len(lost) > 0
			})
			if err != nil {
				return err
			}
		}
		done.Missing = lost
		t.newest.Store(nil)
		t.sum = ""
		l.damage.Forget(id)
		err = l.refresh(ctx, bucket, t)
		if !isDamaged(err) {
			return err
		}
		s := l.readable(ctx, bucket, t, newest)
		if s == nil {
			return err
		}
		return l.goOn(ctx, bucket, t, s, newest, done)
	})
}

// lost returns the newest revision of a tree, whether it can be read or not, and
// the revisions that cannot be read.
func (l *Store) lost(ctx context.Context, bucket *openBucket, t *tree) (newest int, lost []int, err error) {
	t.newest.Store(nil)
	err = l.refresh(ctx, bucket, t)
	switch damage := damageOf(err); {
	case err == nil:
		newest = t.newest.Load().Number
	case damage != nil:
		newest = damage.Newest
	default:
		return 0, nil, err
	}
	m, _ := bucket.ledger.Of(t.id)
	var before chainSum
	for from := 1; from <= newest; from += readAhead {
		records := bucket.readRecords(ctx, t.id, from, min(readAhead, newest-from+1))
		for i := range records {
			r := &records[i]
			if r.err == nil {
				_, r.err = bucket.parts(ctx, t.id, r)
			}
			switch {
			case r.err != nil && !isDamaged(r.err) && !errors.Is(r.err, nats.ErrNoKey):
				return 0, nil, r.err
			case r.err == nil && !r.head.follows(before):
				lost = append(lost, r.revision-1)
			}
			if r.err != nil || r.revision == m.Revision && m.Sum != "" && m.Sum != r.sum {
				lost = append(lost, r.revision)
			}
			before = r.sum
		}
	}
	return newest, lost, nil
}

// putBack stores revisions as a backup has them, and returns those that it has
// not.
func (l *Store) putBack(ctx context.Context, bucket *openBucket, t *tree, from *nats.Archive, lost []int, done *Restored) (still []int) {
	old := &openBucket{Bucket: from}
	for _, n := range lost {
		if err := l.putBackOne(ctx, bucket, t, old, n); err != nil {
			l.log.Warn("library: a revision cannot be restored from this backup", "id", t.id, "revision", n, "err", err)
			still = append(still, n)
			continue
		}
		done.PutBack = append(done.PutBack, n)
	}
	return still
}

func (l *Store) putBackOne(ctx context.Context, bucket *openBucket, t *tree, old *openBucket, n int) error {
	value, _, err := old.Get(ctx, revisionKey(t.id, n))
	if err != nil {
		return err
	}
	r := old.readRecords(ctx, t.id, n, 1)[0]
	if r.err != nil {
		return r.err
	}
	// It must be the one that was acknowledged, as far as that can be known.
	if m, _ := bucket.ledger.Of(t.id); m.Revision == n && m.Sum != "" && m.Sum != r.sum {
		return errors.New("it is not the revision that was acknowledged last")
	}
	if next := bucket.readRecords(ctx, t.id, n+1, 1)[0]; next.err == nil && !next.head.follows(r.sum) {
		return errors.New("the revision after it was made on another one")
	}
	for k := range r.head.Chunks {
		key := chunkKey(t.id, n, r.head.Tag, k)
		chunk, _, err := old.Get(ctx, key)
		if err == nil {
			err = bucket.replace(ctx, key, chunk)
		}
		if err != nil {
			return err
		}
	}
	return bucket.replace(ctx, revisionKey(t.id, n), value)
}

// replace stores a value, whether the key exists or not.
func (b *openBucket) replace(ctx context.Context, key string, value []byte) error {
	_, err := b.Create(ctx, key, value)
	if !errors.Is(err, nats.ErrKeyExists) {
		return err
	}
	_, sequence, err := b.Get(ctx, key)
	if err == nil {
		_, err = b.Update(ctx, key, value, sequence)
	}
	return err
}

// goOn makes a revision after a newest one that is lost, with the draft of an
// older one.
func (l *Store) goOn(ctx context.Context, bucket *openBucket, t *tree, from *Saved, newest int, done *Restored) error {
	if _, sequence, err := bucket.Get(ctx, headKey(t.id)); err == nil {
		t.head = sequence
	} else if t.head, err = bucket.Create(ctx, headKey(t.id), []byte("1")); err != nil {
		return err
	}
	last := *from
	last.Number = newest
	t.newest.Store(&last)
	t.sum = ""
	t.gen.Store(int64(bucket.gen))
	t.outdated.Store(true) // till it is made
	t.tokens, t.wholeRevision, t.draftBytes, t.changeBytes = tokensAfter(newest), newest, 0, 0
	saved, err := l.add(ctx, bucket, t, &step{draft: from.Draft, change: trees.Diff(from.Draft, from.Draft), op: opRestore, target: from.Number,
		summary: fmt.Sprintf("revision %d restored, since later ones were lost", from.Number), whole: true}, l.machine.Tag())
	if err != nil {
		t.newest.Store(nil)
		return err
	}
	t.outdated.Store(false)
	done.Made = saved.Number
	l.damage.Forget(t.id)
	return nil
}
