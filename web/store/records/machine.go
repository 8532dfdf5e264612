package records

import (
	"context"
	"crypto/rand"
	random "math/rand/v2"
	"time"

	"espalier/web/store/key"
)

// A Machine has the clocks and the randomness of the machine that a store runs on. Tests
// simulate one, so that a run can be repeated.
type Machine struct {
	Now func() time.Time // the clock of the machine, which may jump
	// Elapsed is a clock that never jumps. It may begin at any moment. If it is nil, the
	// real one is used.
	Elapsed func() time.Duration
	Tag     func() string                     // never the same for two writers
	Jitter  func(time.Duration) time.Duration // a random time up to the given one
	// Turn waits until the caller named who may lock a log. If it is nil, nobody waits. With it,
	// nothing is read beside something else, whose order the scheduler would decide.
	Turn func(ctx context.Context, who string)
}

// Beside calls f at the same time as what follows, or first on a simulated machine.
func (m *Machine) Beside(f func()) {
	if m.Turn != nil {
		f()
		return
	}
	go f()
}

// started is when the process started. It has a monotonic clock.
var started = time.Now()

func elapsed() time.Duration { return time.Since(started) }

// RealMachine returns the real one.
func RealMachine() Machine {
	return Machine{Now: time.Now, Elapsed: elapsed, Tag: newTag, Jitter: func(most time.Duration) time.Duration { return random.N(most) }}
}

// tagBytes is the length of a random tag, which two concurrent writers of a revision do not
// share.
const tagBytes = 10

func newTag() string {
	var b [tagBytes]byte
	rand.Read(b[:]) // never fails
	return key.Letters.EncodeToString(b[:])
}
