package treestore

import (
	"context"
	"crypto/rand"
	random "math/rand/v2"
	"time"

	"espalier/web/treestore/key"
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
	return Machine{Now: time.Now, Elapsed: elapsed, Tag: newTag, Jitter: func(most time.Duration) time.Duration { return random.N(most) }}
}

// tagBytes is the length of a tag. Two concurrent writers of one revision have
// different tags.
const tagBytes = 10

func newTag() string {
	var b [tagBytes]byte
	rand.Read(b[:]) // never fails
	return key.Letters.EncodeToString(b[:])
}
