package treestore

import (
	"context"
	"math/rand/v2"
	"time"

	"espalier/web/nats"
)

// A Bucket keeps values under keys: a *nats.Bucket, a *nats.Archive, or the
// simulated one of tests. Its errors are those of a nats.Bucket.
type Bucket interface {
	Get(ctx context.Context, key string) (value []byte, sequence uint64, err error)
	Create(ctx context.Context, key string, value []byte) (sequence uint64, err error)
	Update(ctx context.Context, key string, value []byte, sequence uint64) (uint64, error)
	Mark(ctx context.Context, key string) error
	Purge(ctx context.Context, pattern string) error
	Keys(ctx context.Context) ([]string, error)
	Time(ctx context.Context) (time.Time, error) // the clock of the store
	Watch(keys string, f func(key string, deleted bool)) (stop func(), err error)
	Tell(topic string, message []byte) error
	Listen(topic string, f func(message []byte)) (stop func(), err error)

	Shared() bool   // other processes may write
	Usable() bool   // requests can succeed
	Replaced() bool // its files were removed, or others put in their place
	Unavailable(err error) error
	Close()
}

var (
	_ Bucket = (*nats.Bucket)(nil)
	_ Bucket = (*nats.Archive)(nil)
)

// A Machine is what a store takes from the machine that it runs on. Tests put a
// simulated one in its place, so that a run can be repeated.
type Machine struct {
	Now func() time.Time // the clock of the machine, which may jump
	// Elapsed is a clock that never jumps, since any moment; nil: the real one.
	Elapsed func() time.Duration
	Tag     func() string                     // differs between any two writers
	Jitter  func(time.Duration) time.Duration // up to so much, at random
	// Turn waits for the turn of who is about to lock a tree; nil: nobody waits.
	Turn func(ctx context.Context, who string)
}

// started is when the process was, by its monotonic clock.
var started = time.Now()

func elapsed() time.Duration { return time.Since(started) }

func realMachine() Machine {
	return Machine{Now: time.Now, Elapsed: elapsed, Tag: newTag, Jitter: func(most time.Duration) time.Duration { return rand.N(most) }}
}
