package app

import (
	"context"
	"errors"

	"espalier/web/nats"
	"espalier/web/treestore"
)

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
