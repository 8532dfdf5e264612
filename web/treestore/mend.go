package treestore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"espalier/web/cluster"
	"espalier/web/store"
)

const (
	// replicaTries is how often a lost record is asked of any of the servers, each of which may
	// have a whole copy. Which one answers is chosen at random: after 12 attempts, one of three
	// servers was left out in one of 130 cases.
	replicaTries = 12
	// recordTime bounds the wait for another Espalier that has a lost record in memory.
	recordTime = 500 * time.Millisecond
)

// A copies is a place from which a lost record can be taken. Only Get can be called.
type copies struct {
	store.Engine
	random bool // each Get may ask another server
	get    func(ctx context.Context, key string) ([]byte, error)
}

func (c copies) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	value, err := c.get(ctx, key)
	return value, 0, err
}

// copies returns the places that may have a lost record: the ledger, the memory of this
// Espalier, any server of the cluster, and the memory of any other Espalier. Not all that they
// return is the record: the caller proves it.
func (b *openBucket) copies() (all []copies) {
	all = append(all, copies{get: func(_ context.Context, key string) ([]byte, error) {
		if note := b.ledger.Of(key).Note; note != "" {
			return []byte(note), nil
		}
		return nil, store.ErrNoKey
	}})
	all = append(all, copies{get: func(_ context.Context, key string) ([]byte, error) {
		if value := b.kept.Get(key); value != nil {
			return value, nil
		}
		return nil, store.ErrNoKey
	}})
	if replicas, ok := b.Engine.(interface {
		GetAny(context.Context, string) ([]byte, error)
	}); ok {
		all = append(all, copies{random: true, get: func(ctx context.Context, key string) (value []byte, err error) {
			for range replicaTries {
				if value, err = replicas.GetAny(ctx, key); err == nil {
					break
				}
			}
			return value, err
		}})
	}
	if others, ok := b.Engine.(asker); ok {
		all = append(all, copies{get: func(ctx context.Context, key string) (value []byte, err error) {
			ctx, cancel := context.WithTimeout(ctx, recordTime)
			defer cancel()
			err = others.Ask(ctx, recordTopic, []byte(key), func(answer []byte) bool { value = answer; return false })
			if err == nil && value == nil {
				err = store.ErrNoKey
			}
			return value, err
		}})
	}
	return all
}

// mend puts the lost revisions of a damaged tree back into the bucket of a cluster, as far as
// somebody has them and it is proved that they are the ones that were acknowledged. What stays
// lost is an error.
func (l *Store) mend(ctx context.Context, id ID, one doubt) error {
	if one.value {
		return l.mendOne(ctx, id, one)
	}
	var done Restored
	err := l.withTree(ctx, id, "mend", func(cached openTree) error {
		// What followers see stays as it is until the tree is whole.
		t := openTree{&tree{id: id, sem: make(chan struct{}, 1)}, l, cached.bucket}
		newest, lost, err := t.lost(ctx)
		if err != nil {
			return err
		}
		slices.Sort(lost)
		lost = slices.Compact(lost)
		slices.Reverse(lost) // each is proved by the one after it
		take := func(from *openBucket) {
			lost = slices.DeleteFunc(lost, func(n int) bool {
				err := t.restoreRevision(ctx, from, n, true)
				if err == nil {
					done.PutBack = append(done.PutBack, n)
				}
				return err == nil
			})
		}
		for _, from := range t.bucket.copies() {
			take(&openBucket{Engine: from})
		}
		if folder := l.backups.Load(); len(lost) > 0 && folder != nil {
			openBackups(*folder, l, func(a *cluster.Archive) bool {
				take(&openBucket{Engine: a})
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
			l.damage.Replace(Damage{ID: id, Missing: lost[:min(len(lost), maxMissing)], More: max(0, len(lost)-maxMissing), Newest: newest})
			return &DamagedError{ID: id, Revision: lost[0], Err: errMissing}
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
	return err
}

// mendOne mends a value of a feature.
func (l *Store) mendOne(ctx context.Context, id ID, one doubt) error {
	err := l.withValues(ctx, false, func(bucket *openBucket) error {
		folder := ""
		if f := l.backups.Load(); f != nil {
			folder = *f
		}
		if _, ok := bucket.Engine.(asker); ok && !one.confirmed {
			l.askMarks(bucket) // another Espalier may have deleted it
		}
		return l.mendValue(ctx, bucket, string(id), folder)
	})
	if err != nil {
		l.log.Debug("library: a lost value is not put back", "id", id, "err", err)
	}
	return l.checkDoubt(ctx, id, one)
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
func (b *openBucket) makeHead(ctx context.Context, id ID) (sequence uint64, err error) {
	sequence, err = b.Update(ctx, headKey(id), []byte("1"), 0)
	if errors.Is(err, store.ErrKeyExists) {
		return 0, nil
	}
	return sequence, err
}
