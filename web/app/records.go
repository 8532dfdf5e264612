package app

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"sync"

	"espalier/web/fair"
	"espalier/web/store"
	"espalier/web/store/records"
)

// The values of features, which are part of the promise of the store (records.Kind). In a cluster
// a call waits while the servers choose a leader, or while it is not certain whether they have lost
// something.

// ReadValue returns the value of a key. The error is store.ErrNoKey if there is none, and a
// records.DamagedError if it is lost.
func (c *Core) ReadValue(ctx context.Context, key string) (data []byte, sequence uint64, err error) {
	err = c.Again(ctx, func(ctx context.Context) error {
		data, sequence, err = c.Store.Value(ctx, key)
		return err
	})
	return data, sequence, err
}

// CreateValue stores the value of a new key. The note says what is lost, if it is lost; "" is that of
// its kind. In a cluster store.ErrKeyExists can also mean that an earlier try of this call was stored,
// but its answer was lost.
func (c *Core) CreateValue(ctx context.Context, key string, data []byte, note string) (sequence uint64, err error) {
	err = c.Again(ctx, func(ctx context.Context) error {
		sequence, err = c.Store.CreateValue(ctx, key, data, note)
		return err
	})
	return sequence, err
}

// UpdateValue replaces a value that has a sequence; otherwise the error is store.ErrKeyExists.
func (c *Core) UpdateValue(ctx context.Context, key string, data []byte, sequence uint64, note string) (next uint64, err error) {
	err = c.Again(ctx, func(ctx context.Context) error {
		next, err = c.Store.UpdateValue(ctx, key, data, sequence, note)
		return err
	})
	return next, err
}

// ListValues returns the keys that match a pattern, also of values that are lost.
func (c *Core) ListValues(ctx context.Context, pattern string) (keys []string, err error) {
	err = c.Again(ctx, func(ctx context.Context) error {
		keys, err = c.Store.ListValues(ctx, pattern)
		return err
	})
	if errors.Is(err, store.ErrNoKey) {
		return nil, nil // nothing has been stored yet
	}
	return keys, err
}

// RemoveValues deletes a root with all that is below it. Nothing is stored there again.
func (c *Core) RemoveValues(ctx context.Context, root string) error {
	return c.removed(c.Again(ctx, func(ctx context.Context) error { return c.Store.RemoveValues(ctx, root, true) }))
}

// RemoveMatching deletes the values that match a pattern below a root.
func (c *Core) RemoveMatching(ctx context.Context, pattern string) error {
	return c.removed(c.Again(ctx, func(ctx context.Context) error { return c.Store.RemoveMatching(ctx, pattern) }))
}

func (c *Core) removed(err error) error {
	if errors.Is(err, store.ErrNoKey) {
		return nil
	}
	return err
}

// A Record is a stored value, or why it cannot be read.
type Record struct {
	Key      string
	Value    []byte
	Sequence uint64
	Err      error // a records.DamagedError
}

// recordsAtOnce is how many records are read at a time: most of it is waiting for the servers of a
// cluster.
const recordsAtOnce = 8

// Records reads the values that match a pattern. Those that are lost are among them, with an error.
func (c *Core) Records(ctx context.Context, pattern string) ([]Record, error) {
	keys, err := c.ListValues(ctx, pattern)
	if err != nil {
		return nil, err
	}
	all := make([]Record, len(keys))
	var reads sync.WaitGroup
	slots := make(chan struct{}, recordsAtOnce)
	for i, key := range keys {
		slots <- struct{}{}
		reads.Go(func() {
			all[i].Key = key
			all[i].Value, all[i].Sequence, all[i].Err = c.ReadValue(ctx, key)
			<-slots
		})
	}
	reads.Wait()
	there := all[:0]
	for _, r := range all {
		switch {
		case errors.Is(r.Err, store.ErrNoKey): // it was deleted meanwhile
			continue
		case r.Err != nil && !records.IsDamaged(r.Err):
			return nil, r.Err
		}
		there = append(there, r)
	}
	return there, nil
}

// SecretKey is the key of the secret of the store, whose only value is its own note in the ledger: if
// the store loses it, it is put back from there.
const SecretKey = "rooms.secret"

var _ = records.Register(records.Kind{Prefix: "rooms.", One: "secret of the rooms", Many: "secrets of the rooms", Single: true,
	Describe: func([]string) string { return "the secret of the rooms" },
	Note:     func(_ []string, value []byte) string { return string(value) }})

// A secret is read once.
type secret struct {
	mu    sync.Mutex
	value []byte
}

// Secret returns the secret that the servers of one store share: with it they recognise the tokens of
// followers, and the addresses behind the tags in records. The first use makes it.
func (c *Core) Secret(ctx context.Context) ([]byte, error) {
	c.secret.mu.Lock()
	known := c.secret.value
	c.secret.mu.Unlock()
	if known != nil {
		return known, nil
	}
	data, sequence, err := c.ReadValue(ctx, SecretKey)
	if errors.Is(err, store.ErrNoKey) {
		fresh := make([]byte, 32)
		rand.Read(fresh)
		if _, err = c.CreateValue(ctx, SecretKey, fresh, ""); err == nil {
			data = fresh
		} else if errors.Is(err, store.ErrKeyExists) { // another server was first
			data, _, err = c.ReadValue(ctx, SecretKey)
		}
	} else if err == nil && c.Store.NoteOf(ctx, SecretKey) != string(data) { // an early version stored it
		_, err = c.UpdateValue(ctx, SecretKey, data, sequence, "")
		if errors.Is(err, store.ErrKeyExists) { // another server was first
			err = nil
		}
	}
	if err != nil {
		return nil, err
	}
	c.secret.mu.Lock()
	defer c.secret.mu.Unlock()
	c.secret.value = data
	return data, nil
}

// OwnerTag returns a tag for the client of a context, for a record of a kind. It is the same in all
// processes, and the address cannot be found from it without the secret.
func (c *Core) OwnerTag(ctx context.Context, kind string) (string, error) {
	key, err := c.Secret(ctx)
	if err != nil {
		return "", err
	}
	const tagBytes = 6
	h := hmac.New(sha256.New, key)
	h.Write([]byte("espalier/" + kind + "/owner/1\x00" + fair.ClientFrom(ctx).String()))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:tagBytes]), nil
}
