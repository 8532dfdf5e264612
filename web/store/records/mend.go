package records

import (
	"context"
	"time"

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

// Copies are a place from which a lost record can be taken. Only Get can be called.
type Copies struct {
	store.Engine
	random bool // each Get may ask another server
	get    func(ctx context.Context, key string) ([]byte, error)
}

// Get returns a value, which may be another one than the lost one.
func (c Copies) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	value, err := c.get(ctx, key)
	return value, 0, err
}

// Copies returns the places that may have a lost record: the ledger, the memory of this
// Espalier, any server of the cluster, and the memory of any other Espalier. Not all that they
// return is the record: the caller proves it.
func (b *Bucket) Copies() (all []Copies) {
	all = append(all, Copies{get: func(_ context.Context, key string) ([]byte, error) {
		if note := b.Ledger.Of(key).Note; note != "" {
			return []byte(note), nil
		}
		return nil, store.ErrNoKey
	}})
	all = append(all, Copies{get: func(_ context.Context, key string) ([]byte, error) {
		if value := b.Kept.Get(key); value != nil {
			return value, nil
		}
		return nil, store.ErrNoKey
	}})
	if replicas, ok := b.Engine.(interface {
		GetAny(context.Context, string) ([]byte, error)
	}); ok {
		all = append(all, Copies{random: true, get: func(ctx context.Context, key string) (value []byte, err error) {
			for range replicaTries {
				if value, err = replicas.GetAny(ctx, key); err == nil {
					break
				}
			}
			return value, err
		}})
	}
	if others, ok := b.Engine.(asker); ok {
		all = append(all, Copies{get: func(ctx context.Context, key string) (value []byte, err error) {
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

// mend puts what is lost back into the bucket of a cluster, as far as somebody has it and it is proved
// that it is what was acknowledged. What stays lost is an error.
func (l *Store) mend(ctx context.Context, id ID, one doubt) error {
	if one.value {
		return l.mendOne(ctx, id, one)
	}
	return l.logs.Mend(ctx, id)
}

// mendOne mends a value of a feature.
func (l *Store) mendOne(ctx context.Context, id ID, one doubt) error {
	err := l.withValues(ctx, false, func(bucket *Bucket) error {
		if _, ok := bucket.Engine.(asker); ok && !one.confirmed {
			l.askMarks(bucket) // another Espalier may have deleted it
		}
		return l.mendValue(ctx, bucket, string(id), l.Backups())
	})
	if err != nil {
		l.log.Debug("library: a lost value is not put back", "id", id, "err", err)
	}
	return l.checkDoubt(ctx, id, one)
}
