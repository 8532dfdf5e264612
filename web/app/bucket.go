package app

import (
	"context"
	"errors"
	"time"

	"espalier/web/nats"
	"espalier/web/treestore"
)

const (
	// RetryTime is how long an exchange with a cluster is tried again: its servers choose a
	// leader in a second or a few.
	RetryTime  = 8 * time.Second
	retryDelay = 50 * time.Millisecond
)

// WithBucketAgain is WithBucket, but in a cluster f is called again while the servers choose a
// leader. So f may find what its own call before has stored without an answer.
func (c *Core) WithBucketAgain(ctx context.Context, create bool, f func(ctx context.Context, b *nats.Bucket) error) error {
	return c.again(ctx, func() error { return c.WithBucket(ctx, create, f) })
}

// Again calls f, whose context ends after StoreTimeout. In a cluster f is called again while the
// servers choose a leader, or while it is not certain whether they have lost what f reads.
func (c *Core) Again(ctx context.Context, f func(ctx context.Context) error) error {
	return c.again(ctx, func() error {
		ctx, cancel := context.WithTimeout(ctx, StoreTimeout)
		defer cancel()
		return f(ctx)
	})
}

func (c *Core) again(ctx context.Context, try func() error) error {
	for began := time.Now(); ; {
		err := try()
		var away *nats.UnavailableError
		if err == nil || !errors.As(err, &away) || !c.Library.Shared() || time.Since(began) > RetryTime {
			return err
		}
		select {
		case <-time.After(retryDelay):
		case <-ctx.Done():
			return err
		}
	}
}

// WithBucket calls f with the bucket in which the library has the saved trees, and ends
// its context after StoreTimeout. Where nothing has been stored yet, it makes the bucket
// or, without create, returns nats.ErrNoKey.
func (c *Core) WithBucket(ctx context.Context, create bool, f func(ctx context.Context, b *nats.Bucket) error) error {
	ctx, cancel := context.WithTimeout(ctx, StoreTimeout)
	defer cancel()
	b, release, err := c.Library.Bucket(ctx, create)
	if errors.Is(err, treestore.ErrNotFound) {
		return nats.ErrNoKey
	}
	if err != nil {
		return err
	}
	defer release()
	return f(ctx, b)
}
