package classroom

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/nats"
)

// Rooms are not in the ledger (web/treestore/ledger.go). So a value that was damaged on the disk can
// be lost without a message: the room is then not found, or has an older state after a restart. A
// ledger would need a second write to the disk for each batch of steps, only to report the loss of
// something that is deleted a day after its last step. An open room is in memory, and its next step
// is written anyway. Lessons and saved trees, which last, are in the ledger.

const retryDelay = 50 * time.Millisecond

// A roomStore stores rooms, with their questions, answers, hand-ins and typed trees, in the bucket of
// the saved trees (keys.go). In a cluster a write waits while the servers choose a leader.
type roomStore struct {
	*app.Core

	mu     sync.Mutex
	secret entry.Secret
}

// BeforeRetry waits before another try, or until the context ends.
func BeforeRetry(ctx context.Context) {
	select {
	case <-time.After(retryDelay):
	case <-ctx.Done():
	}
}

// Get returns the value of a key.
func (s *roomStore) Get(ctx context.Context, key string) (data []byte, sequence uint64, err error) {
	err = s.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		data, sequence, err = b.Get(ctx, key)
		return err
	})
	return data, sequence, err
}

// Create stores the value of a new key. In a cluster ErrKeyExists can also mean that an earlier try
// of this call was stored, but its answer was lost.
func (s *roomStore) Create(ctx context.Context, key string, data []byte) (sequence uint64, err error) {
	err = s.WithBucketAgain(ctx, true, func(ctx context.Context, b *nats.Bucket) error {
		sequence, err = b.Create(ctx, key, data)
		return err
	})
	return sequence, err
}

// List returns the keys that match a pattern.
func (s *roomStore) List(ctx context.Context, pattern string) (keys []string, err error) {
	err = s.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		keys, err = b.List(ctx, pattern)
		return err
	})
	if errors.Is(err, nats.ErrNoKey) {
		return nil, nil // nothing has been stored yet
	}
	return keys, err
}

// Purge deletes keys that are no longer needed. If this fails, they only take space until the next
// sweep.
func (s *roomStore) Purge(ctx context.Context, pattern string) {
	err := s.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error { return b.Purge(ctx, pattern) })
	if err != nil && !errors.Is(err, nats.ErrNoKey) {
		s.Log.Warn("rooms: cannot delete keys that are no longer needed", "err", err)
	}
}

// Tokens returns the secret of the store. The first room creates it.
func (s *roomStore) Tokens(ctx context.Context) (entry.Secret, error) {
	s.mu.Lock()
	secret := s.secret
	s.mu.Unlock()
	if secret != nil {
		return secret, nil
	}
	data, _, err := s.Get(ctx, secretKey)
	if errors.Is(err, nats.ErrNoKey) {
		fresh := make([]byte, 32)
		rand.Read(fresh)
		if _, err = s.Create(ctx, secretKey, fresh); err == nil {
			data = fresh
		} else if errors.Is(err, nats.ErrKeyExists) { // another server was first
			data, _, err = s.Get(ctx, secretKey)
		}
	}
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.secret = data
	return s.secret, nil
}
