// Package store keeps rooms, with their questions, answers, hand-ins and typed trees,
// in the bucket of the saved trees under keys that begin with "room." (keys.go). It may
// import app, nats, treestore and classroom/entry of the web packages.
//
// Invariants: what was acknowledged is on the disk. In a cluster a write waits while
// the servers choose a leader.
//
// Rooms are in no ledger (web/treestore/ledger.go), so a value that was damaged on the disk
// may be lost without a word: the room is then not found, or has an older state after a
// restart. A ledger would be a second write to the disk for each batch of steps that are
// shown, to tell of the loss of something that is removed a day after its last step. The
// room that is open is in memory, and its next step is written in any case; lessons and
// saved trees, which last, are in the ledger.
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

const retryDelay = 50 * time.Millisecond

// A Store keeps the rooms of a server.
type roomStore struct {
	*app.Core

	mu     sync.Mutex
	secret entry.Secret
}

// BeforeRetry waits before a try again, but not past the end of the context.
func BeforeRetry(ctx context.Context) {
	select {
	case <-time.After(retryDelay):
	case <-ctx.Done():
	}
}

// Get returns what is stored under a key.
func (s *roomStore) Get(ctx context.Context, key string) (data []byte, sequence uint64, err error) {
	err = s.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		data, sequence, err = b.Get(ctx, key)
		return err
	})
	return data, sequence, err
}

// Create stores the value of a new key. In a cluster ErrKeyExists may be due to a
// try of this call that was stored without an answer.
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

// Purge removes keys that nothing needs any more. If that fails they only take space
// until the next look.
func (s *roomStore) Purge(ctx context.Context, pattern string) {
	err := s.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error { return b.Purge(ctx, pattern) })
	if err != nil && !errors.Is(err, nats.ErrNoKey) {
		s.Log.Warn("rooms: what is not needed any more cannot be removed", "err", err)
	}
}

// Tokens returns the secret of the store, which the first room makes.
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
