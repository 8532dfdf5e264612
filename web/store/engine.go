// Package store has what every engine that keeps values has in common: its interface, its errors, and
// the patterns of its keys. Package records has what is stored in one. The engines
// are package cluster, with NATS embedded or in a cluster of servers, and package memory. It imports the standard library, and trees for the kinds of its errors.
package store

import (
	"context"
	"strings"
	"time"
)

// An Engine keeps values under keys, which are words with dots between them. All errors of a method are
// ErrNoKey, ErrKeyExists, ErrFull, an UnavailableError, or that of a context that has ended. The
// contract test (TestBucketContract) says what each method does, and runs against every engine.
type Engine interface {
	// Get returns the newest value of a key, and the sequence with which it can be replaced.
	Get(ctx context.Context, key string) (value []byte, sequence uint64, err error)
	// Create stores the value of a key that has none. It returns when the disk has it.
	Create(ctx context.Context, key string, value []byte) (sequence uint64, err error)
	// Update replaces the value of a key, if its sequence is still the given one.
	Update(ctx context.Context, key string, value []byte, sequence uint64) (uint64, error)
	// Mark deletes the value of a key, and keeps a mark: Get then returns ErrDeleted.
	Mark(ctx context.Context, key string) error
	// Purge removes the keys that match a pattern.
	Purge(ctx context.Context, pattern string) error
	// List returns the keys that match a pattern, in any order. Marked ones may be among them.
	List(ctx context.Context, pattern string) ([]string, error)
	// Time returns the clock of the engine.
	Time(ctx context.Context) (time.Time, error)
	// Watch calls f with each key that matches a pattern when it is written, perhaps before it can be
	// read, until stop is called.
	Watch(pattern string, f func(key string, deleted bool)) (stop func(), err error)
	// Broadcast sends a message to all who listen to a topic, in all processes. It may be lost.
	Broadcast(topic string, message []byte) error
	Listen(topic string, f func(message []byte)) (stop func(), err error)

	Shared() bool   // other processes may write
	Usable() bool   // requests can succeed
	Replaced() bool // its files were removed or replaced
	Unavailable(err error) error
	Close()
}

// Matches reports whether a key matches a pattern, in which * is one word and > is the rest.
func Matches(pattern, key string) bool {
	for {
		p, morePattern, moreP := strings.Cut(pattern, ".")
		if p == ">" {
			return true
		}
		k, moreKey, moreK := strings.Cut(key, ".")
		if p != "*" && p != k || moreP != moreK {
			return false
		}
		if !moreP {
			return true
		}
		pattern, key = morePattern, moreKey
	}
}
