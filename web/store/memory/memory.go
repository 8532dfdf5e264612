// Package memory keeps the values of a bucket in the memory of the process, for tests and benchmarks
// that are not about the disk or the servers. It behaves as a cluster: several stores can share one
// Engine, each with a Bucket of its own. The errors are those of package store, and the contract test of
// package records compares it with the real ones.
package memory

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"time"

	"espalier/web/store"
)

// An Engine has the values. The zero value is empty.
type Engine struct {
	mu        sync.Mutex
	values    map[string]stored
	last      uint64
	listeners map[int]listener
	added     int
}

// A stored value is the newest one of a key, or the mark of its deletion.
type stored struct {
	sequence uint64
	data     []byte
	deleted  bool
}

// A listener gets keys that are written, messages, or questions. Its calls come one after the other.
type listener struct {
	pattern string
	watch   func(key string, deleted bool)
	listen  func(message []byte)
	answer  func(message []byte, answer func([]byte))
	calls   *calls
}

// New returns an engine without values.
func New() *Engine { return &Engine{values: map[string]stored{}, listeners: map[int]listener{}} }

// A Bucket is the connection of one store to an engine.
type Bucket struct {
	engine *Engine

	mu     sync.Mutex
	closed bool
	stops  []func()
}

// Connect returns a new connection.
func (e *Engine) Connect() *Bucket { return &Bucket{engine: e} }

var errClosed = &store.UnavailableError{Message: "the store is closed"}

// ready returns an error if the bucket is closed or a request has ended.
func (b *Bucket) ready(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return errClosed
	}
	return ctx.Err()
}

// Get returns the newest value of a key, and its sequence.
func (b *Bucket) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	if err := b.ready(ctx); err != nil {
		return nil, 0, err
	}
	e := b.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	switch v, found := e.values[key]; {
	case !found:
		return nil, 0, store.ErrNoKey
	case v.deleted:
		return nil, 0, store.ErrDeleted
	default:
		return bytes.Clone(v.data), v.sequence, nil
	}
}

// put stores a value if allowed returns true for the one that is there.
func (b *Bucket) put(key string, v stored, allowed func(there stored, found bool) bool) (uint64, error) {
	if err := b.ready(context.Background()); err != nil {
		return 0, err
	}
	e := b.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	there, found := e.values[key]
	if !allowed(there, found) {
		return 0, store.ErrKeyExists
	}
	e.last++
	v.sequence, v.data = e.last, bytes.Clone(v.data)
	e.values[key] = v
	for _, l := range e.listeners {
		if l.watch != nil && store.Matches(l.pattern, key) {
			l.calls.add(func() { l.watch(key, v.deleted) })
		}
	}
	return v.sequence, nil
}

// Create stores the value of a new key, or of one that was deleted.
func (b *Bucket) Create(_ context.Context, key string, value []byte) (uint64, error) {
	return b.put(key, stored{data: value}, func(there stored, found bool) bool { return !found || there.deleted })
}

// Update replaces a value that has a sequence; 0 is that of a key that was never stored.
func (b *Bucket) Update(_ context.Context, key string, value []byte, sequence uint64) (uint64, error) {
	return b.put(key, stored{data: value}, func(there stored, _ bool) bool { return there.sequence == sequence })
}

// Mark replaces a value by a mark that the key was deleted.
func (b *Bucket) Mark(_ context.Context, key string) error {
	_, err := b.put(key, stored{deleted: true}, func(stored, bool) bool { return true })
	return err
}

// Purge removes the keys of a pattern, without a mark.
func (b *Bucket) Purge(_ context.Context, pattern string) error {
	if err := b.ready(context.Background()); err != nil {
		return err
	}
	e := b.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	for key := range e.values {
		if store.Matches(pattern, key) {
			delete(e.values, key)
		}
	}
	return nil
}

// List returns the keys that match a pattern and have a value.
func (b *Bucket) List(ctx context.Context, pattern string) (keys []string, err error) {
	if err := b.ready(ctx); err != nil {
		return nil, err
	}
	e := b.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	for key, v := range e.values {
		if !v.deleted && store.Matches(pattern, key) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys, nil
}

// Each calls f with each key that matches a pattern, and with its value if values is set.
func (b *Bucket) Each(ctx context.Context, pattern string, values bool, f func(key string, value []byte) error) error {
	keys, err := b.List(ctx, pattern)
	if err != nil {
		return err
	}
	for _, key := range keys {
		var value []byte
		if values {
			if value, _, err = b.Get(ctx, key); err != nil {
				continue // it was deleted meanwhile
			}
		}
		if err := f(key, value); err != nil {
			return err
		}
	}
	return nil
}

// Time returns the clock of the process.
func (b *Bucket) Time(context.Context) (time.Time, error) { return time.Now(), nil }

// add adds a listener until stop is called or the bucket is closed.
func (b *Bucket) add(l listener) (stop func(), err error) {
	if err := b.ready(context.Background()); err != nil {
		return nil, err
	}
	l.calls = &calls{}
	e := b.engine
	e.mu.Lock()
	e.added++
	number := e.added
	e.listeners[number] = l
	e.mu.Unlock()
	stop = func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.listeners, number)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stops = append(b.stops, stop)
	return stop, nil
}

// Watch calls f with each key of a pattern that is written from now on.
func (b *Bucket) Watch(keys string, f func(key string, deleted bool)) (stop func(), err error) {
	return b.add(listener{pattern: keys, watch: f})
}

// Broadcast sends a message to all that listen to a topic.
func (b *Bucket) Broadcast(topic string, message []byte) error {
	if err := b.ready(context.Background()); err != nil {
		return err
	}
	message = bytes.Clone(message)
	e := b.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, l := range e.listeners {
		if l.listen != nil && l.pattern == topic {
			l.calls.add(func() { l.listen(message) })
		}
	}
	return nil
}

// Listen calls f with each message about a topic, also those of this bucket.
func (b *Bucket) Listen(topic string, f func(message []byte)) (stop func(), err error) {
	return b.add(listener{pattern: topic, listen: f})
}

// Ask sends a message to all that answer on a topic, and calls f with each answer until f returns false
// or the context ends. It returns at once if nobody answers there.
func (b *Bucket) Ask(ctx context.Context, topic string, message []byte, f func(answer []byte) (more bool)) error {
	if err := b.ready(ctx); err != nil {
		return err
	}
	answers := make(chan []byte)
	asked := b.engine.ask(topic, bytes.Clone(message), func(answer []byte) {
		select {
		case answers <- bytes.Clone(answer):
		case <-ctx.Done():
		}
	})
	for asked {
		select {
		case answer := <-answers:
			asked = f(answer)
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// ask sends a message to all that answer on a topic, and reports whether there are any.
func (e *Engine) ask(topic string, message []byte, answer func([]byte)) (asked bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, l := range e.listeners {
		if l.answer != nil && l.pattern == topic {
			asked = true
			l.calls.add(func() { l.answer(message, answer) })
		}
	}
	return asked
}

// Answer calls f with each question on a topic.
func (b *Bucket) Answer(topic string, f func(message []byte, answer func([]byte))) (stop func(), err error) {
	return b.add(listener{pattern: topic, answer: f})
}

// Size returns the bytes of all keys and values. There is no limit.
func (b *Bucket) Size(context.Context) (used, limit int64, err error) {
	e := b.engine
	e.mu.Lock()
	defer e.mu.Unlock()
	for key, v := range e.values {
		used += int64(len(key) + len(v.data))
	}
	return used, -1, nil
}

// Shared reports true: other stores may use the engine.
func (b *Bucket) Shared() bool { return true }

// Usable reports whether the bucket is open.
func (b *Bucket) Usable() bool { return b.ready(context.Background()) == nil }

// Replaced reports false.
func (b *Bucket) Replaced() bool { return false }

// Unavailable returns the error for a client.
func (b *Bucket) Unavailable(err error) error {
	return &store.UnavailableError{Message: "the store does not answer now", Err: err}
}

// Close ends the connection.
func (b *Bucket) Close() {
	b.mu.Lock()
	stops := b.stops
	b.closed, b.stops = true, nil
	b.mu.Unlock()
	for _, stop := range stops {
		stop()
	}
}

// calls are those that wait for a listener, which gets them one after the other.
type calls struct {
	mu      sync.Mutex
	waiting []func()
	running bool
}

func (c *calls) add(call func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, call)
	if !c.running {
		c.running = true
		go c.run()
	}
}

// next returns the next call, or nil and ends the run.
func (c *calls) next() func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.waiting) == 0 {
		c.running = false
		return nil
	}
	call := c.waiting[0]
	c.waiting = c.waiting[1:]
	return call
}

func (c *calls) run() {
	for call := c.next(); call != nil; call = c.next() {
		call()
	}
}
