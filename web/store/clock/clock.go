// Package clock keeps the time of a library, from which ages are computed: when a room ends, and
// when a tree is old. It imports nothing of this module.
//
// No clock of a machine can be trusted for that. It may jump, and a stamp in the store may come
// from a machine whose clock is wrong. So a library has a time of its own. It advances as far as
// processes have seen time pass by their monotonic clocks, and a record in the store keeps it
// between them.
//
// Invariants: while a process runs, a jump of any clock changes nothing. The time while no
// process ran is taken from the clock of the store. That time cannot be distinguished from
// a jump, so it is taken back if the clock goes back within a day of running, and nothing
// may be deleted before the clock was steady for Settle.
package clock

import (
	"sync"
	"time"
)

const (
	// SampleEvery is how often a process compares the clocks.
	SampleEvery = 30 * time.Second
	// WriteEvery is how often one of the processes writes the record. If it was not written
	// for twice as long, another process takes over.
	WriteEvery = 5 * time.Minute
	// MaxStep is the greatest difference between two clocks over SampleEvery that does not
	// count as a jump. A machine may be busy for a while, and small corrections are usual.
	MaxStep = 2 * time.Minute
	// Settle is how long the clock must have been steady, after a start and after a jump,
	// before something is deleted because of its age. A machine may correct a wrong clock
	// some minutes after its start.
	Settle = 10 * time.Minute
	// Believed is how long a process must have seen the clock steady before the time while no
	// process ran is never taken back.
	Believed = 24 * time.Hour
)

// A Record is what the store keeps of the time of the library.
type Record struct {
	Time  time.Time     `json:"time"`  // the time of the library
	Up    time.Duration `json:"up"`    // the time that processes have seen pass, in all
	Gap   time.Duration `json:"gap"`   // the part of Time that no process has seen pass; it may be taken back
	Store time.Time     `json:"store"` // the clock of the store when this was written
	// Steady is whether the process that wrote this had seen no jump for Settle.
	Steady bool   `json:"steady"`
	By     string `json:"by"` // the process that wrote it
}

// A Reading is what a process reads from the store at one time.
type Reading struct {
	Store    time.Time // the clock of the store
	Record   *Record   // nil if there is none
	Sequence uint64    // of the record, or 0
}

// A Clock has the time of a library as a process knows it. It is safe for concurrent use.
type Clock struct {
	elapsed func() time.Duration // monotonic
	tag     string

	mu       sync.Mutex
	known    bool
	time     time.Time // of the library
	up       time.Duration
	gap      time.Duration
	at       time.Duration // when time, up and gap were right, by elapsed
	store    time.Time     // the clock of the store at the last reading
	read     time.Duration // when the last reading was, by elapsed
	steady   time.Duration // when the clock began to be steady, by elapsed
	sequence uint64        // of the record that was read or written last
	own      bool          // this process wrote it
	changed  time.Duration // when the record was last seen to change, by elapsed
	followed bool          // since steady, a process that saw a steady clock has written the time
}

// New returns a clock that does not know the time yet. elapsed is a monotonic clock. No two
// processes have the same tag.
func New(elapsed func() time.Duration, tag string) *Clock {
	return &Clock{elapsed: elapsed, tag: tag}
}

// Known reports whether the time of the library was read.
func (c *Clock) Known() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known
}

// Now returns the time of the library, and whether it is steady. Only then may something be
// deleted because of its age. Before the time is known, Now returns the zero time.
func (c *Clock) Now() (now time.Time, steady bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.known {
		return time.Time{}, false
	}
	at := c.elapsed()
	return c.time.Add(at - c.at), c.followed || at-c.steady >= Settle
}

// Up returns how much time processes have seen pass since the library has had a clock.
func (c *Clock) Up() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.up + c.elapsed() - c.at
}

// Take processes a reading. It returns how far the clock of the store has jumped, and the
// record to write in place of the one that was read, or nil.
func (c *Clock) Take(r Reading) (jump time.Duration, write *Record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.elapsed()
	due := false
	switch {
	case !c.known:
		jump = c.start(r, at)
	case r.Record != nil && r.Sequence != c.sequence && r.Record.By != c.tag:
		c.follow(r, at)
	default:
		if r.Record != nil && r.Sequence != c.sequence { // an earlier write of this process had no answer
			c.sequence, c.own, c.changed = r.Sequence, true, at
		}
		c.advance(at)
		if step := r.Store.Sub(c.store) - (at - c.read); step > MaxStep || step < -MaxStep {
			jump = step
			c.takeBack(-step)
			c.steady, c.followed = at, false
		}
		wait := WriteEvery
		if !c.own {
			wait *= 2
		}
		due = jump != 0 || r.Record == nil || at-c.steady >= Settle && at-c.changed >= wait
	}
	if at-c.steady >= Believed {
		c.gap = 0
	}
	c.store, c.read = r.Store, at
	if due {
		write = &Record{Time: c.time, Up: c.up, Gap: c.gap, Store: r.Store, Steady: c.followed || at-c.steady >= Settle, By: c.tag}
	}
	return jump, write
}

// Written reports that a record from Take was stored.
func (c *Clock) Written(sequence uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sequence, c.own, c.changed = sequence, true, c.elapsed()
}

// start begins with the record of an earlier process. The time that has passed since then by the
// clock of the store is added, but may be taken back.
func (c *Clock) start(r Reading, at time.Duration) (jump time.Duration) {
	c.known, c.at, c.steady, c.changed, c.sequence = true, at, at, at, r.Sequence
	if r.Record == nil {
		c.time = r.Store.Round(0)
		return 0
	}
	c.time, c.up, c.gap = r.Record.Time, r.Record.Up, r.Record.Gap
	passed := r.Store.Sub(r.Record.Store)
	if passed < 0 {
		c.takeBack(-passed)
		if passed < -MaxStep {
			jump = passed
		}
		return jump
	}
	c.time, c.gap = c.time.Add(passed), c.gap+passed
	return 0
}

// takeBack takes back as much as the clock of the store has gone back, but no more than the time
// that no process has seen pass. If the clock has gone forward, it takes back nothing.
func (c *Clock) takeBack(back time.Duration) {
	back = max(0, min(back, c.gap))
	c.time, c.gap = c.time.Add(-back), c.gap-back
}

// follow takes the time from the record of another process, which has seen that time pass.
func (c *Clock) follow(r Reading, at time.Duration) {
	since := min(max(0, r.Store.Sub(r.Record.Store)), 2*SampleEvery)
	c.time, c.up, c.gap, c.at = r.Record.Time.Add(since), r.Record.Up+since, r.Record.Gap, at
	c.sequence, c.own, c.changed = r.Sequence, false, at
	if r.Record.Steady {
		c.followed = true
	} else {
		c.steady, c.followed = at, false
	}
}

// advance adds the time since at.
func (c *Clock) advance(at time.Duration) {
	c.time, c.up, c.at = c.time.Add(at-c.at), c.up+at-c.at, at
}

// Age returns how long ago a moment was. A future moment has the age 0.
func Age(now, then time.Time) time.Duration { return max(0, now.Sub(then)) }
