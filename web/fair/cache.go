package fair

import (
	"context"
	"sync"
)

// A Cache keeps values that can be made again, until their memory is needed. It is the memory of those
// who use a value, and spare after that.
type Cache[K comparable, V any] struct {
	pool *Pool
	mu   sync.Mutex
	kept map[K]*cached[V]
}

type cached[V any] struct {
	done  chan struct{} // closed when the value was made
	value V
	err   error
	meter *Meter
	users int
}

// NewCache returns an empty cache whose memory is of a pool.
func NewCache[K comparable, V any](pool *Pool) *Cache[K, V] {
	return &Cache[K, V]{pool: pool, kept: map[K]*cached[V]{}}
}

// Get returns the value of a key. If it is not kept, fill makes it and charges it to the meter. Others who
// want the same one wait for it. The value is in use until the context ends. An error is not kept.
func (c *Cache[K, V]) Get(ctx context.Context, key K, fill func(m *Meter) (V, error)) (value V, err error) {
	for {
		c.mu.Lock()
		e := c.kept[key]
		if e != nil && e.users == 0 && !e.meter.claim() {
			e = nil // its memory is being given back
		}
		known := e != nil
		if !known {
			e = &cached[V]{done: make(chan struct{}), meter: c.pool.Meter(ClientFrom(ctx))}
			c.kept[key] = e
		}
		e.users++
		c.mu.Unlock()
		if !known {
			c.make(key, e, fill)
		} else {
			select {
			case <-e.done:
			case <-ctx.Done():
				c.leave(key, e)
				return value, context.Cause(ctx)
			}
		}
		if e.err == nil {
			if ctx.Done() == nil {
				c.leave(key, e)
			} else {
				context.AfterFunc(ctx, func() { c.leave(key, e) })
			}
			return e.value, nil
		}
		c.leave(key, e)
		if !known {
			return value, e.err
		}
		// Whoever made it has gone or failed.
	}
}

// make makes a value.
func (c *Cache[K, V]) make(key K, e *cached[V], fill func(m *Meter) (V, error)) {
	made := false
	defer func() {
		if !made {
			c.mu.Lock()
			if c.kept[key] == e {
				delete(c.kept, key)
			}
			c.mu.Unlock()
			e.meter.Release()
		}
		close(e.done)
	}()
	e.err = context.Canceled // of those who wait, if fill panics
	e.value, e.err = fill(e.meter)
	made = e.err == nil
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
