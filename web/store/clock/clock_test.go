package clock_test

import (
	"testing"
	"time"

	"espalier/web/store/clock"
)

// A world has a store with its clock and its record, and processes.
type world struct {
	t        *testing.T
	store    time.Time
	record   *clock.Record
	sequence uint64
	writes   int
}

// A process has a monotonic clock of its own.
type process struct {
	w     *world
	mono  time.Duration
	clock *clock.Clock
	last  time.Duration // the last jump
}

var begin = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newWorld(t *testing.T) *world { return &world{t: t, store: begin} }

func (w *world) start(tag string) *process {
	p := &process{w: w}
	p.clock = clock.New(func() time.Duration { return p.mono }, tag)
	p.sample()
	return p
}

func (p *process) sample() {
	jump, write := p.clock.Take(clock.Reading{Store: p.w.store, Record: p.w.record, Sequence: p.w.sequence})
	p.last = jump
	if write != nil {
		p.w.sequence++
		p.w.writes++
		p.w.record = write
		p.clock.Written(p.w.sequence)
	}
}

// pass makes time pass for the store and some processes.
func (w *world) pass(d time.Duration, all ...*process) {
	for d > 0 {
		step := min(d, clock.SampleEvery)
		d -= step
		w.store = w.store.Add(step)
		for _, p := range all {
			p.mono += step
			p.sample()
		}
	}
}

func (p *process) want(what string, since time.Duration, steady bool) {
	p.w.t.Helper()
	now, is := p.clock.Now()
	if got := now.Sub(begin); (got-since).Abs() > 2*clock.SampleEvery || is != steady {
		p.w.t.Errorf("%s: the library is %s old, steady %v; want %s, %v", what, got, is, since, steady)
	}
}

// After a jump of the store's clock, the clock is not steady for a while. Nothing else
// changes, and no later restart counts the jump.
func TestJumpCountsNothing(t *testing.T) {
	for _, by := range []time.Duration{25 * time.Hour, -25 * time.Hour, 181 * 24 * time.Hour, 3 * time.Minute} {
		w := newWorld(t)
		p := w.start("a")
		p.want("at the start", 0, false)
		w.pass(clock.Settle, p)
		p.want("settled", clock.Settle, true)
		w.store = w.store.Add(by)
		w.pass(clock.SampleEvery, p)
		if (p.last - by).Abs() > time.Second {
			t.Errorf("a jump of %s was seen as %s", by, p.last)
		}
		at := clock.Settle + clock.SampleEvery
		p.want("after the jump", at, false)
		p = w.start("b") // killed at once
		p.want("after a restart", at, false)
		w.pass(time.Hour, p)
		p.want("an hour later", at+time.Hour, true)
	}
}

// The time while no process runs counts, once the clock was steady for a while.
func TestDowntimeCounts(t *testing.T) {
	w := newWorld(t)
	p := w.start("a")
	w.pass(time.Hour, p)
	w.pass(72 * time.Hour)
	p = w.start("b")
	p.want("after three days", 73*time.Hour, false)
	if up := p.clock.Up(); up > time.Hour || up < time.Hour-clock.WriteEvery {
		t.Errorf("%s were seen to pass, want about an hour", up)
	}
	w.pass(clock.Settle, p)
	p.want("settled", 73*time.Hour+clock.Settle, true)
}

// A clock that was wrong at a start, and is corrected within a day, changes nothing in the
// end. That also holds if a restart corrects it.
func TestWrongStartIsTakenBack(t *testing.T) {
	const wrong = 181 * 24 * time.Hour
	for _, restart := range []bool{false, true} {
		w := newWorld(t)
		p := w.start("a")
		w.pass(time.Hour, p)
		w.store = w.store.Add(wrong)
		p = w.start("b")
		w.pass(time.Hour, p)
		p.want("with the wrong clock", 2*time.Hour+wrong, true)
		w.store = w.store.Add(-wrong)
		if restart {
			p = w.start("c")
		} else {
			w.pass(clock.SampleEvery, p)
		}
		p.want("corrected", 2*time.Hour, false)
		if p.last == 0 {
			t.Error("the jump is not reported")
		}
		w.pass(clock.Settle, p)
		p.want("corrected, and settled", 2*time.Hour+clock.Settle, true)
	}
}

// A process that starts while the clock of the store is wrong takes the time from a process
// that has seen it pass. So does a process that was suspended, and it does not set others
// back.
func TestProcessesAgree(t *testing.T) {
	w := newWorld(t)
	a := w.start("a")
	w.pass(time.Hour, a)
	w.store = w.store.Add(25 * time.Hour)
	b := w.start("b")
	w.pass(clock.WriteEvery+clock.SampleEvery, a, b)
	for _, p := range []*process{a, b} {
		p.want("after a jump", time.Hour+clock.WriteEvery+clock.SampleEvery, p.last != 0)
	}
	w.pass(clock.Settle+clock.WriteEvery, a, b)
	at := time.Hour + 2*clock.WriteEvery + clock.Settle + clock.SampleEvery
	a.want("the first", at, true)
	b.want("the second", at, true)
	w.pass(time.Hour, b) // without a, whose machine sleeps
	w.pass(clock.WriteEvery, a, b)
	at += time.Hour + clock.WriteEvery
	a.want("the one that slept", at, true)
	b.want("the other one", at, true)
	writes := w.writes
	w.pass(time.Hour, a, b)
	if n := w.writes - writes; n < 10 || n > 14 {
		t.Errorf("%d writes in an hour, want one in %s", n, clock.WriteEvery)
	}
}

func TestAge(t *testing.T) {
	for then, want := range map[time.Duration]time.Duration{-time.Hour: time.Hour, 0: 0, time.Hour: 0} {
		if got := clock.Age(begin, begin.Add(then)); got != want {
			t.Errorf("the age of what was %s ago is %s, want %s", -then, got, want)
		}
	}
}
