package natssim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"espalier/web/store"
)

// A Node is the connection of a server to the bucket. It is the bucket of a records.Store.
type Node struct {
	id    int
	world *World
	dead  atomic.Bool
	skew  atomic.Int64 // nanoseconds
	tags  int

	cutUntil time.Time // no message gets through until then

	mu      sync.Mutex
	waiting map[int]chan result // by the serial of the request
	serial  int
	watches map[int]watch
	watched int
}

type watch struct {
	pattern string
	topic   bool
	f       func(key string, deleted bool)
	listen  func(message []byte)
}

var errKilled = &store.UnavailableError{Message: "this server was killed"}

// NewNode adds a server.
func (w *World) NewNode() *Node {
	n := &Node{id: len(w.nodes), world: w, waiting: map[int]chan result{}, watches: map[int]watch{}}
	w.nodes = append(w.nodes, n)
	return n
}

// ID returns the number of the server, from 0.
func (n *Node) ID() int { return n.id }

// Dead reports whether the server was killed.
func (n *Node) Dead() bool { return n.dead.Load() }

// Kill ends the server. No message arrives there any more, and each of its calls fails.
// Messages that it has sent may still arrive.
func (n *Node) Kill() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.dead.Store(true)
	clear(n.watches)
	for _, serial := range slices.Sorted(maps.Keys(n.waiting)) {
		n.waiting[serial] <- result{err: errKilled}
	}
	clear(n.waiting)
}

func (n *Node) cut() bool { return time.Now().Before(n.cutUntil) }

// SetSkew sets how far the clock of the server is ahead.
func (n *Node) SetSkew(ahead time.Duration) { n.skew.Store(int64(ahead)) }

// Now is the clock of the server.
func (n *Node) Now() time.Time { return time.Now().Add(time.Duration(n.skew.Load())) }

// Tag returns a name that is never returned again.
func (n *Node) Tag() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.tags++
	digits := []byte(fmt.Sprintf("%08d", n.id*1_000_000+n.tags))
	for i := range digits {
		digits[i] += 'a' - '0'
	}
	return string(digits)
}

// spread returns a different time for each name, less than a millisecond. So requests that
// begin at the same moment end at different ones.
func spread(name string) time.Duration {
	sum := fnv.New32a()
	sum.Write([]byte(name))
	return time.Duration(sum.Sum32() % uint32(time.Millisecond))
}

// call sends a request and waits for the answer.
func (n *Node) call(ctx context.Context, name string, request func() result) result {
	ctx, cancel := context.WithTimeout(ctx, opTime+spread(name))
	defer cancel()
	n.mu.Lock()
	if n.dead.Load() {
		n.mu.Unlock()
		return result{err: errKilled}
	}
	n.serial++
	p := &packet{node: n, name: name, serial: n.serial, request: request}
	answer := make(chan result, 1)
	n.waiting[p.serial] = answer
	n.mu.Unlock()
	n.world.mu.Lock()
	n.world.arrivals = append(n.world.arrivals, p)
	n.world.mu.Unlock()
	select {
	case r := <-answer:
		return r
	case <-ctx.Done():
		n.mu.Lock()
		delete(n.waiting, p.serial)
		n.mu.Unlock()
		return result{err: ctx.Err()}
	}
}

// Turn waits until the caller named who may continue. If an event has woken several
// goroutines, the world chooses their order.
func (n *Node) Turn(ctx context.Context, who string) {
	if n.Dead() {
		return
	}
	turn := make(chan struct{})
	p := &packet{node: n, name: "turn " + who, here: true, deliver: func() { close(turn) }}
	n.world.mu.Lock()
	n.world.arrivals = append(n.world.arrivals, p)
	n.world.mu.Unlock()
	select {
	case <-turn:
	case <-ctx.Done():
	}
}

// answer delivers an answer, if the caller still waits for it.
func (n *Node) answer(serial int, r result) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if c, ok := n.waiting[serial]; ok {
		c <- r
		delete(n.waiting, serial)
	}
}

// Get returns the newest value of a key.
func (n *Node) Get(asked context.Context, key string) ([]byte, uint64, error) {
	r := n.call(asked, "get "+key, func() result { return n.world.get(key) })
	if errors.Is(r.err, context.DeadlineExceeded) || errors.Is(r.err, context.Canceled) {
		if asked.Err() != nil {
			return nil, 0, asked.Err()
		}
		return nil, 0, n.Unavailable(nil)
	}
	return r.value, r.sequence, r.err
}

// write is a call that does not end with the context of a request.
func (n *Node) write(ctx context.Context, name string, request func() result) (uint64, error) {
	r := n.call(context.WithoutCancel(ctx), name, request)
	if errors.Is(r.err, context.DeadlineExceeded) {
		r.err = n.Unavailable(nil)
	}
	return r.sequence, r.err
}

// Create stores the value of a new key.
func (n *Node) Create(ctx context.Context, key string, data []byte) (uint64, error) {
	w, data := n.world, bytes.Clone(data)
	return n.write(ctx, "create "+key, func() result {
		w.publish(key, false) // also if the value is rejected then
		if v, ok := w.values[key]; ok && !v.deleted {
			return result{err: store.ErrKeyExists}
		}
		return w.put(key, value{data: data})
	})
}

// Update replaces a value.
func (n *Node) Update(ctx context.Context, key string, data []byte, sequence uint64) (uint64, error) {
	w, data := n.world, bytes.Clone(data)
	return n.write(ctx, "update "+key, func() result {
		if w.values[key].sequence != sequence {
			return result{err: store.ErrKeyExists}
		}
		w.publish(key, false)
		return w.put(key, value{data: data})
	})
}

// Mark replaces a value by a mark that the key was deleted.
func (n *Node) Mark(ctx context.Context, key string) error {
	_, err := n.write(ctx, "mark "+key, func() result {
		n.world.publish(key, true)
		return n.world.put(key, value{deleted: true})
	})
	return err
}

// Purge removes the keys of a pattern.
func (n *Node) Purge(ctx context.Context, pattern string) error {
	w := n.world
	_, err := n.write(ctx, "purge "+pattern, func() result {
		for key := range w.values {
			if store.Matches(pattern, key) {
				delete(w.values, key)
			}
		}
		return result{}
	})
	return err
}

// Time returns the clock of the servers that keep the bucket.
func (n *Node) Time(ctx context.Context) (time.Time, error) {
	r := n.call(ctx, "time", func() result { return result{now: n.world.Now()} })
	if r.err != nil {
		return time.Time{}, n.Unavailable(r.err)
	}
	return r.now, nil
}

// List returns the keys that match a pattern.
func (n *Node) List(ctx context.Context, pattern string) ([]string, error) {
	r := n.call(ctx, "list "+pattern, func() result {
		return result{keys: slices.DeleteFunc(n.world.Keys(), func(key string) bool { return !store.Matches(pattern, key) })}
	})
	if r.err != nil {
		return nil, n.Unavailable(r.err)
	}
	return r.keys, nil
}

func (n *Node) watch(one watch) (stop func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.watched++
	number := n.watched
	n.watches[number] = one
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.watches, number)
	}
}

// Watch calls f with each key of a pattern to which something is written.
func (n *Node) Watch(pattern string, f func(key string, deleted bool)) (stop func(), err error) {
	return n.watch(watch{pattern: pattern, f: f}), nil
}

// watching returns the functions to call with a key, in the order in which they were registered.
func (n *Node) watching(key string) (all []func(string, bool)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for number := 1; number <= n.watched; number++ {
		if one, ok := n.watches[number]; ok && !one.topic && store.Matches(one.pattern, key) {
			all = append(all, one.f)
		}
	}
	return all
}

// Broadcast sends a message to all nodes that listen to a topic.
func (n *Node) Broadcast(topic string, message []byte) error {
	if n.Dead() {
		return errKilled
	}
	w, message := n.world, bytes.Clone(message)
	p := &packet{node: n, name: fmt.Sprintf("broadcast %s %s", topic, message)}
	p.request = func() result {
		for _, other := range w.nodes {
			for _, f := range other.listening(topic) {
				w.send(&packet{node: other, name: "message " + topic, deliver: func() { f(message) }})
			}
		}
		return result{}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.arrivals = append(w.arrivals, p)
	return nil
}

func (n *Node) listening(topic string) (all []func([]byte)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for number := 1; number <= n.watched; number++ {
		if one, ok := n.watches[number]; ok && one.topic && one.pattern == topic {
			all = append(all, one.listen)
		}
	}
	return all
}

// Listen calls f with each message about a topic.
func (n *Node) Listen(topic string, f func(message []byte)) (stop func(), err error) {
	return n.watch(watch{pattern: topic, topic: true, listen: f}), nil
}

// Shared reports true.
func (n *Node) Shared() bool { return true }

// Usable reports whether the server is alive.
func (n *Node) Usable() bool { return !n.dead.Load() }

// Replaced reports false.
func (n *Node) Replaced() bool { return false }

// Unavailable returns the error for a client.
func (n *Node) Unavailable(err error) error {
	return &store.UnavailableError{Message: "the simulated servers do not answer now", Err: err}
}

// Close does nothing.
func (n *Node) Close() {}
