package fair

import (
	"context"
	"net/http"
	"sync"

	"espalier/trees"
	"espalier/web/problem"
)

// A Flight makes what several ask for at the same time once. Those that wait for it hold no
// processor in the meantime, and no lock is held while it is made. The zero Flight is ready.
//
// It is no cache: what was made is forgotten when those that waited have it.
type Flight[K comparable, V any] struct {
	mu     sync.Mutex
	making map[K]*making[V]
}

type making[V any] struct {
	done   chan struct{} // closed when what follows is set
	shared bool          // it is for those that wait, too
	value  V
	err    error
}

// Do returns what work returns, of this call or of one for the same key that is under way. If the
// one that does it ends early, or has no share of what it needs, another one that waits does it.
func (f *Flight[K, V]) Do(ctx context.Context, key K, work func() (V, error)) (V, error) {
	for {
		m, own := f.join(key)
		if own {
			defer f.leave(key, m) // also after a panic: others wait
			m.value, m.err = work()
			m.shared = m.err == nil || !ofCaller(ctx, m.err)
			return m.value, m.err
		}
		var ended error
		trees.Blocked(ctx, func() {
			select {
			case <-m.done:
			case <-ctx.Done():
				ended = context.Cause(ctx)
			}
		})
		if ended != nil {
			var none V
			return none, ended
		}
		if m.shared {
			return m.value, m.err
		}
	}
}

// ofCaller reports whether an error is about the caller alone: its context has ended, or it has no
// share.
func ofCaller(ctx context.Context, err error) bool {
	status, _ := problem.StatusAndDetail(err)
	return ctx.Err() != nil || status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

// join returns what is made for a key. own: nobody makes it, and the caller does.
func (f *Flight[K, V]) join(key K) (m *making[V], own bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if m = f.making[key]; m != nil {
		return m, false
	}
	if f.making == nil {
		f.making = map[K]*making[V]{}
	}
	m = &making[V]{done: make(chan struct{})}
	f.making[key] = m
	return m, true
}

func (f *Flight[K, V]) leave(key K, m *making[V]) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.making, key)
	close(m.done)
}

// A Once makes the value of each key once, and keeps it for good. It is made in turn with the searches
// of others. Those that want it meanwhile wait without a processor. An error is not kept. The zero Once
// is ready.
type Once[K comparable, V any] struct {
	making Flight[K, V]
	mu     sync.Mutex
	made   map[K]V
}

// Get returns the value of a key, which make makes if it was not made yet.
func (o *Once[K, V]) Get(ctx context.Context, key K, make func(ctx context.Context) (V, error)) (V, error) {
	if v, ok := o.kept(key); ok {
		return v, nil
	}
	return o.making.Do(ctx, key, func() (V, error) {
		if v, ok := o.kept(key); ok {
			return v, nil
		}
		give, err := TakeTurn(ctx)
		if err != nil {
			var none V
			return none, err
		}
		defer give()
		v, err := make(ctx)
		if err != nil {
			return v, err
		}
		o.keep(key, v)
		return v, nil
	})
}

func (o *Once[K, V]) kept(key K) (v V, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	v, ok = o.made[key]
	return v, ok
}

func (o *Once[K, V]) keep(key K, v V) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.made == nil {
		o.made = map[K]V{}
	}
	o.made[key] = v
}
