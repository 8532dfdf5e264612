// Package storetest has what tests of stores have in common: kinds of records, a clock that passes when it
// is set to, and damage to the files of an embedded store.
package storetest

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"espalier/web/store/records"
)

// LessonPrefix begins the keys of lessons.
const LessonPrefix = "lesson."

// PollKeep is how long a poll is kept.
const PollKeep = 30 * 24 * time.Hour

// kinds are those of the tests. Features register theirs in their packages.
var kinds = []records.Kind{
	{Prefix: "room.", One: "room", Many: "rooms",
		Number: func(words []string, value []byte) int {
			if len(words) > 1 {
				return 1
			}
			return records.NumberIn(value, "r")
		}, Refers: records.IDsIn},
	{Prefix: "rooms.", One: "secret of the rooms", Many: "secrets of the rooms", Single: true,
		Note: func(_ []string, value []byte) string { return string(value) }},
	{Prefix: "homework.", One: "assignment", Many: "assignments", Refers: records.IDsIn,
		Number: func(_ []string, value []byte) int { return records.NumberIn(value, "revision") }},
	{Prefix: "task.", One: "task", Many: "tasks", Refers: records.IDsIn,
		Number: func(_ []string, value []byte) int { return records.NumberIn(value, "revision") }},
	{Prefix: "trace.", One: "trace", Many: "traces",
		Number: func(_ []string, value []byte) int { return records.NumberIn(value, "revision") },
		Large:  func(words []string) bool { return len(words) > 1 },
		Unfinished: func(keys []string, value []byte) (left []string) {
			for _, key := range keys {
				if strings.Contains(key, ".c.") && !strings.Contains(string(value), key) {
					left = append(left, key)
				}
			}
			return left
		}},
	{Prefix: LessonPrefix, One: "lesson", Many: "lessons", Refers: records.IDsIn,
		Number:   func(_ []string, value []byte) int { return records.NumberIn(value, "revision") },
		Renumber: func(value []byte, number int) ([]byte, error) { return records.WithNumber(value, "revision", number) }},
	// A feature that keeps its values under one key each writes this, and no other line about damage,
	// ledgers, restoring or sweeps.
	{Prefix: "poll.", One: "poll", Many: "polls", Keep: PollKeep, Used: records.UsedIn("used"), Named: true},
}

func init() {
	for _, k := range kinds {
		records.Register(k)
	}
}

// NumberOf returns the number of a value of one of these kinds.
func NumberOf(key string, value []byte) int {
	for _, k := range kinds {
		if rest, found := strings.CutPrefix(key, k.Prefix); found && k.Number != nil {
			return k.Number(strings.Split(rest, "."), value)
		}
	}
	return 1
}

// Value returns a value of a room or an assignment, or of a part of one.
func Value(key string, number int) []byte {
	return fmt.Appendf(nil, `{"r":%d,"revision":%[1]d,"text":"%[2]s is %[1]d"}`, number, key)
}

// Log returns a log whose lines are in that of a test.
func Log(t testing.TB) *slog.Logger { return slog.New(slog.NewTextHandler(writer{t}, nil)) }

type writer struct{ testing.TB }

func (w writer) Write(b []byte) (int, error) {
	w.Helper()
	w.TB.Log(strings.TrimSpace(string(b)))
	return len(b), nil
}

// Close closes a store.
func Close(t testing.TB, l interface{ Close() error }) {
	t.Helper()
	if err := l.Close(); err != nil {
		t.Errorf("Close() = %v", err)
	}
}

// RemoveBlocks removes the records of an embedded store, and leaves its ledgers.
func RemoveBlocks(t *testing.T, data string) {
	t.Helper()
	blocks, err := filepath.Glob(filepath.Join(data, "library", "jetstream", "*", "streams", "*", "msgs", "*"))
	if err != nil || len(blocks) == 0 {
		t.Fatal(blocks, err)
	}
	for _, name := range blocks {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// A Clock is the clock of a machine whose wall clock may jump. Pass makes time pass.
type Clock struct {
	mu   sync.Mutex
	wall time.Time
	mono time.Duration
}

// NewClock returns a clock.
func NewClock() *Clock {
	return &Clock{wall: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
}

// Machine returns a machine with the clock.
func (c *Clock) Machine() *records.Machine {
	m := records.RealMachine()
	m.Now = func() time.Time {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.wall
	}
	m.Elapsed = func() time.Duration {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.mono
	}
	return &m
}

// Pass makes time pass.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wall, c.mono = c.wall.Add(d), c.mono+d
}

// Jump makes the wall clock jump.
func (c *Clock) Jump(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wall = c.wall.Add(d)
}

// Open opens a store of records until the test ends.
func Open(t testing.TB, c records.Config) *records.Store {
	t.Helper()
	if c.Log == nil {
		c.Log = Log(t)
	}
	l, err := records.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { Close(t, l) })
	return l
}
