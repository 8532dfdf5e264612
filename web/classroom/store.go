package classroom

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/nats"
	"espalier/web/treestore"
)

// with calls f with the bucket. In a cluster a write is tried again while the servers
// choose a leader.
func (h *Handlers) with(ctx context.Context, create bool, f func(ctx context.Context, b *nats.Bucket) error) error {
	began := time.Now()
	for {
		err := h.once(ctx, create, f)
		var away *nats.UnavailableError
		if err == nil || !errors.As(err, &away) || !h.shared || time.Since(began) > retryTime || ctx.Err() != nil {
			return err
		}
		beforeRetry(ctx)
	}
}

// beforeRetry waits before a try again, but not past the end of the context.
func beforeRetry(ctx context.Context) {
	select {
	case <-time.After(retryDelay):
	case <-ctx.Done():
	}
}

func (h *Handlers) once(ctx context.Context, create bool, f func(ctx context.Context, b *nats.Bucket) error) error {
	ctx, cancel := context.WithTimeout(ctx, app.StoreTimeout)
	defer cancel()
	b, done, err := h.Library.Bucket(ctx, create)
	if errors.Is(err, treestore.ErrNotFound) {
		return nats.ErrNoKey
	}
	if err != nil {
		return err
	}
	defer done()
	return f(ctx, b)
}

func (h *Handlers) get(ctx context.Context, key string) (data []byte, sequence uint64, err error) {
	err = h.with(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		data, sequence, err = b.Get(ctx, key)
		return err
	})
	return data, sequence, err
}

// create stores the value of a new key. In a cluster ErrKeyExists may be due to a
// try of this call that was stored without an answer.
func (h *Handlers) create(ctx context.Context, key string, data []byte) (sequence uint64, err error) {
	err = h.with(ctx, true, func(ctx context.Context, b *nats.Bucket) error {
		sequence, err = b.Create(ctx, key, data)
		return err
	})
	return sequence, err
}

func (h *Handlers) list(ctx context.Context, pattern string) (keys []string, err error) {
	err = h.with(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		keys, err = b.List(ctx, pattern)
		return err
	})
	if errors.Is(err, nats.ErrNoKey) {
		return nil, nil // nothing has been stored yet
	}
	return keys, err
}

// purge removes keys that nothing needs any more. If that fails they only take space
// until the next look.
func (h *Handlers) purge(ctx context.Context, pattern string) {
	err := h.with(ctx, false, func(ctx context.Context, b *nats.Bucket) error { return b.Purge(ctx, pattern) })
	if err != nil && !errors.Is(err, nats.ErrNoKey) {
		h.Log.Warn("rooms: what is not needed any more cannot be removed", "err", err)
	}
}

// tokens returns the secret of the store, which the first room makes.
func (h *Handlers) tokens(ctx context.Context) (entry.Secret, error) {
	h.mu.Lock()
	secret := h.secret
	h.mu.Unlock()
	if secret != nil {
		return secret, nil
	}
	data, _, err := h.get(ctx, secretKey)
	if errors.Is(err, nats.ErrNoKey) {
		fresh := make([]byte, 32)
		rand.Read(fresh)
		if _, err = h.create(ctx, secretKey, fresh); err == nil {
			data = fresh
		} else if errors.Is(err, nats.ErrKeyExists) { // another server was first
			data, _, err = h.get(ctx, secretKey)
		}
	}
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.secret = data
	return h.secret, nil
}

// newTag returns a random name.
func newTag() string { return rand.Text()[:12] }
