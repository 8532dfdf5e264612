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
	"espalier/web/treestore"
)

// What was acknowledged of a room is in a ledger (web/treestore/values.go): its newest stored value,
// its questions, the batches of answers with the names of the followers, the hand-ins, and the typed
// trees. So what the store loses is noticed: it is not found missing but damaged, and nothing
// replaces it. Not in the ledger is what is not stored either: who is present, who is lost, and the
// steps of the last saveLimit, which are sent before they are stored.

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

// Get returns the value of a key. The error is a treestore.DamagedError if it is lost.
func (s *roomStore) Get(ctx context.Context, key string) (data []byte, sequence uint64, err error) {
	err = s.Again(ctx, func(ctx context.Context) error {
		data, sequence, err = s.Library.Value(ctx, key)
		return err
	})
	return data, sequence, err
}

// Create stores the value of a new key. The note says whose it is, if it is lost. In a cluster
// ErrKeyExists can also mean that an earlier try of this call was stored, but its answer was lost.
func (s *roomStore) Create(ctx context.Context, key string, data []byte, note string) (sequence uint64, err error) {
	err = s.Again(ctx, func(ctx context.Context) error {
		sequence, err = s.Library.CreateValue(ctx, key, data, note)
		return err
	})
	return sequence, err
}

// List returns the keys that match a pattern, also of values that are lost.
func (s *roomStore) List(ctx context.Context, pattern string) (keys []string, err error) {
	err = s.Again(ctx, func(ctx context.Context) error {
		keys, err = s.Library.ListValues(ctx, pattern)
		return err
	})
	if errors.Is(err, nats.ErrNoKey) {
		return nil, nil // nothing has been stored yet
	}
	return keys, err
}

// PurgeRoom deletes a room: its parts, and with whole also its value. If this fails, they only take
// space until the next sweep.
func (s *roomStore) PurgeRoom(ctx context.Context, code entry.Code, whole bool) {
	s.purged(s.Again(ctx, func(ctx context.Context) error { return s.Library.RemoveValues(ctx, ValueKey(code), whole) }))
}

// PurgeSource deletes a typed tree.
func (s *roomStore) PurgeSource(ctx context.Context, key string) {
	s.purged(s.Again(ctx, func(ctx context.Context) error { return s.Library.RemoveValue(ctx, key) }))
}

func (s *roomStore) purged(err error) {
	if err != nil && !errors.Is(err, nats.ErrNoKey) {
		s.Log.Warn("rooms: cannot delete keys that are no longer needed", "err", err)
	}
}

// damaged reports whether an error says that a value is lost.
func damaged(err error) bool {
	var d *treestore.DamagedError
	return errors.As(err, &d)
}

// Tokens returns the secret of the store. The first room creates it. The ledger keeps it too, as its note:
// if the store loses it, the students are still known.
func (s *roomStore) Tokens(ctx context.Context) (entry.Secret, error) {
	s.mu.Lock()
	secret := s.secret
	s.mu.Unlock()
	if secret != nil {
		return secret, nil
	}
	data, sequence, err := s.Get(ctx, entry.SecretKey)
	if errors.Is(err, nats.ErrNoKey) {
		fresh := make([]byte, 32)
		rand.Read(fresh)
		if _, err = s.Create(ctx, entry.SecretKey, fresh, string(fresh)); err == nil {
			data = fresh
		} else if errors.Is(err, nats.ErrKeyExists) { // another server was first
			data, _, err = s.Get(ctx, entry.SecretKey)
		}
	} else if err == nil && s.Library.NoteOf(ctx, entry.SecretKey) != string(data) { // an early version stored it
		_, err = s.Library.UpdateValue(ctx, entry.SecretKey, data, sequence, string(data))
		if errors.Is(err, nats.ErrKeyExists) { // another server was first
			err = nil
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
