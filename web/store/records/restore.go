package records

import (
	"bytes"
	"context"
	"errors"
	"time"

	"espalier/web/store"
)

// A Restored is what was done to mend a log or a value.
type Restored struct {
	PutBack []int // revisions that came from a backup
	Missing []int // revisions that stay lost
	Made    int   // the revision that was made because the newest is lost, or 0
}

// Steadily calls f, a part of a command of an operator, again while the servers of a cluster cannot be
// asked, or it is not certain what they have lost.
func (l *Store) Steadily(ctx context.Context, f func() error) error {
	for began := time.Now(); ; {
		err := f()
		var away *UnavailableError
		if !l.Shared() || !errors.As(err, &away) || time.Since(began) > certainTime || l.ctx.Err() != nil || Pause(ctx, doubtEvery) != nil {
			return err
		}
	}
}

// certainTime is how long Steadily goes on.
const certainTime = 15 * time.Second

// PutBack stores a value that was lost. If the key has another value, that stays.
func (b *Bucket) PutBack(ctx context.Context, key string, value []byte) error {
	_, err := b.Create(ctx, key, value)
	if errors.Is(err, store.ErrKeyExists) {
		if there, _, rerr := b.Get(ctx, key); rerr == nil && bytes.Equal(there, value) {
			return nil
		}
	}
	return err
}

// Replace stores a value, whether the key exists or not.
func (b *Bucket) Replace(ctx context.Context, key string, value []byte) error {
	_, err := b.Create(ctx, key, value)
	if !errors.Is(err, store.ErrKeyExists) {
		return err
	}
	_, sequence, err := b.Get(ctx, key)
	if err == nil {
		_, err = b.Update(ctx, key, value, sequence)
	}
	return err
}
