package treestore

import (
	"context"
	"errors"
	"time"

	"espalier/web/store"
	"espalier/web/store/records"
)

const (
	// maxAttempts bounds how often an edit is retried because another server has added a
	// revision first.
	maxAttempts = 100
	// retryDelay is the pause before a retry if the key of the next revision exists but
	// cannot be read yet, as during a leader election.
	retryDelay = 20 * time.Millisecond
	// failoverTimeout bounds how long an edit waits for a cluster that has lost a server.
	// failoverRetryDelay is the pause between attempts.
	failoverTimeout    = 5 * time.Second
	failoverRetryDelay = 200 * time.Millisecond
)

// patiently calls f, an edit or a creation, again while a cluster elects a leader or its
// connection is being made again. All calls together end failoverTimeout after the first one
// began. Once the cluster has been away for that long, each edit tries once, so that requests
// do not pile up.
func (l *Store) patiently(ctx context.Context, f func(began time.Time) error) error {
	began := time.Now()
	for {
		err := f(began)
		var away *store.UnavailableError
		if l == nil || !l.records.Shared() || !errors.As(err, &away) {
			if l != nil {
				l.awaySince.Store(nil)
			}
			return err
		}
		l.awaySince.CompareAndSwap(nil, &began)
		until := began.Add(failoverTimeout)
		if since := l.awaySince.Load(); since != nil && since.Before(began) {
			until = since.Add(failoverTimeout)
		}
		if time.Now().Add(failoverRetryDelay).After(until) || l.ctx.Err() != nil || records.Pause(ctx, failoverRetryDelay) != nil {
			return err
		}
	}
}

// prepareRetry reads the newer revisions after add has failed. It returns an error if another
// attempt would be useless.
func (t openTree) prepareRetry(ctx context.Context, err error, began time.Time) error {
	var away *store.UnavailableError
	switch {
	case errors.Is(err, store.ErrKeyExists):
		newest := t.newest.Load()
		if err := t.refresh(ctx); err != nil {
			return err
		}
		if t.newest.Load() == newest {
			return records.Pause(ctx, retryDelay)
		}
		return nil
	case errors.As(err, &away) && t.bucket.Shared() && t.bucket.Usable() && time.Since(began) < failoverTimeout:
		// The cluster elects a leader. The token shows whether the revision was stored.
		return t.waitForLeader(ctx, began.Add(failoverTimeout))
	}
	return err
}

// waitForLeader waits until the tree can be read again.
func (t openTree) waitForLeader(ctx context.Context, until time.Time) error {
	for {
		if err := records.Pause(ctx, failoverRetryDelay); err != nil {
			return err
		}
		err := t.refresh(ctx)
		var away *store.UnavailableError
		if err == nil || !errors.As(err, &away) || !t.bucket.Usable() || time.Now().After(until) {
			return err
		}
	}
}
