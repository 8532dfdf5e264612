package fair

import (
	"context"
	"sync"
)

// A Cache keeps values that can be made again, until their memory is needed. It is the memory of those
// who use a value, and spare after that.
type Cache[K comparable, V any] struct {
	pool   *Pool
	making Flight[K, struct{}]
	mu     sync.Mutex
	kept   map[K]*cached[V]
}

type cached[V any] struct {
	value V
	meter *Meter
	users int
}

// NewCache returns an empty cache whose memory is of a pool.
func NewCache[K comparable, V any](pool *Pool) *Cache[K, V] {
	return &Cache[K, V]{pool: pool, kept: map[K]*cached[V]{}}
}

// Get returns the value of a key. If it is not kept, fill makes it and charges it to the meter. Others who
// want the same one wait for it, without a processor. The value is in use until the context ends. An error
// is not kept.
func (c *Cache[K, V]) Get(ctx context.Context, key K, fill func(m *Meter) (V, error)) (value V, err error) {
	for {
		e := c.use(key)
		if e == nil {
			_, err = c.making.Do(ctx, key, func() (_ struct{}, err error) {
				if e = c.use(key); e == nil {
					e, err = c.make(ctx, key, fill)
				}
				return struct{}{}, err
			})
		}
		switch {
		case err != nil:
			return value, err
		case e == nil:
			continue // another one has made it
		}
		c.leaveAfter(ctx, key, e)
		return e.value, nil
	}
}

// Kept returns the value of a key if it is kept; it is in use until the context ends.
func (c *Cache[K, V]) Kept(ctx context.Context, key K) (value V, kept bool) {
	e := c.use(key)
	if e == nil {
		return value, false
	}
	c.leaveAfter(ctx, key, e)
	return e.value, true
}

// leaveAfter says that a value is used until the context ends.
func (c *Cache[K, V]) leaveAfter(ctx context.Context, key K, e *cached[V]) {
	if ctx.Done() == nil {
		c.leave(key, e)
		return
	}
	context.AfterFunc(ctx, func() { c.leave(key, e) })
}

// use returns a value that is kept, with one more user; nil: there is none.
func (c *Cache[K, V]) use(key K) *cached[V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.kept[key]
	if e == nil || e.users == 0 && !e.meter.claim() {
		return nil // or its memory is being given back
	}
	e.users++
	return e
}

// make makes a value and keeps it, with one user.
func (c *Cache[K, V]) make(ctx context.Context, key K, fill func(m *Meter) (V, error)) (*cached[V], error) {
	e := &cached[V]{meter: c.pool.Meter(ClientFrom(ctx)), users: 1}
	made := false
	defer func() { // also after a panic
		if !made {
			e.meter.Release()
		}
	}()
	var err error
	if e.value, err = fill(e.meter); err != nil {
		return nil, err
	}
	made = true
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept[key] = e
	return e, nil
}

// leave says that one less uses a value.
func (c *Cache[K, V]) leave(key K, e *cached[V]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.users--; e.users > 0 || c.kept[key] != e {
		if e.users == 0 {
			e.meter.Release()
		}
		return
	}
	e.meter.spare(func() {
		go func() { // the caller may hold mu
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.kept[key] == e && e.users == 0 {
				delete(c.kept, key)
			}
		}()
	})
}

// Forget drops the value of a key, if it is kept.
func (c *Cache[K, V]) Forget(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.kept[key]; e != nil {
		delete(c.kept, key)
		if e.users == 0 {
			e.meter.Release()
		}
	}
}

// Meter returns a meter of the memory of the cache for what is not kept. It is released when the context
// ends.
func (c *Cache[K, V]) Meter(ctx context.Context) *Meter {
	m := c.pool.Meter(ClientFrom(ctx))
	context.AfterFunc(ctx, m.Release)
	return m
}

// Len returns how many values are kept.
func (c *Cache[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.kept)
}
