package webtest

import (
	"crypto/rand"
	"strings"
	"sync"
	"time"

	"espalier/web/store/records"
)

// A Clock is that of a machine, on which time passes only when a test says so. The zero Clock is not
// ready; see NewClock.
type Clock struct {
	mu   sync.Mutex
	wall time.Time
	mono time.Duration
}

// NewClock returns a clock whose wall shows a time.
func NewClock(wall time.Time) *Clock { return &Clock{wall: wall} }

// Now returns what the wall shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wall
}

func (c *Clock) elapsed() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.mono
}

// Pass has time pass.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wall, c.mono = c.wall.Add(d), c.mono+d
}

// Jump changes what the wall shows.
func (c *Clock) Jump(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wall = c.wall.Add(d)
}

// Machine returns a machine with the clock, for a store.
func (c *Clock) Machine() *records.Machine {
	return &records.Machine{Now: c.Now, Elapsed: c.elapsed, Tag: func() string { return strings.ToLower(rand.Text()[:16]) }, Jitter: func(time.Duration) time.Duration { return 0 }}
}
