package app

import (
	"context"
	"errors"
	"time"

	"espalier/web/store"
)

const (
	// RetryTime is how long an exchange with a cluster is tried again: its servers choose a
	// leader in a second or a few.
	RetryTime  = 8 * time.Second
	retryDelay = 50 * time.Millisecond
)

// Again calls f, whose context ends after StoreTimeout. In a cluster f is called again while the
// servers choose a leader, or while it is not certain whether they have lost what f reads.
func (c *Core) Again(ctx context.Context, f func(ctx context.Context) error) error {
	try := func() error {
		ctx, cancel := context.WithTimeout(ctx, StoreTimeout)
		defer cancel()
		return f(ctx)
	}
	for began := time.Now(); ; {
		err := try()
		var away *store.UnavailableError
		if err == nil || !errors.As(err, &away) || !c.Store.Shared() || time.Since(began) > RetryTime {
			return err
		}
		select {
		case <-time.After(retryDelay):
		case <-ctx.Done():
			return err
		}
	}
}
