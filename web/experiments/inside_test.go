package experiments

import (
	"context"
	"testing"
	"time"

	"espalier/search/experiment"
	"espalier/web/app"
	"espalier/web/treestore"
)

// stopped returns handlers with a store, whose own goroutine has ended.
func stopped(t *testing.T) *Handlers {
	t.Helper()
	lib, err := treestore.Open(treestore.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lib.Close() })
	core := app.NewCore(app.Config{Library: lib})
	h := New(core)
	core.Stop(context.Canceled)
	<-h.ended
	h.scan = false
	return h
}

// underWay returns the document of a run that was started at a time, and is not stored.
func underWay(t *testing.T, started time.Time) document {
	t.Helper()
	of := experiment.All()[0]
	v, err := of.Values(nil)
	if err != nil {
		t.Fatal(err)
	}
	return document{Experiment: of.ID, Parameters: v, State: running, Created: started, Since: started, Tasks: tasksOf(len(of.Jobs(v)))}
}

// A server that stops does not wait for a run which has no task to take: what the run asks
// of the store fails at once then.
func TestStepEndsWhenTheServerStops(t *testing.T) {
	h := stopped(t)
	h.runs["waiting"] = &run{id: "waiting", ctx: h.Stopping}
	if h.pick() == nil {
		t.Fatal("the run is not ready")
	}
	returned := make(chan struct{})
	go func() {
		defer close(returned)
		h.step(h.Stopping)
	}()
	select {
	case <-returned:
	case <-time.After(30 * time.Second):
		t.Fatal("a step goes on after the server was stopped")
	}
}

// A change is announced before it is stored: who reads the document at once finds the one
// before, or none. It must not undo what is known, and is read once more.
func TestChangeThatIsNotStoredYet(t *testing.T) {
	h, ctx := stopped(t), t.Context()
	now, id := time.Now(), newID()
	d := underWay(t, now)
	learn := func() {
		t.Helper()
		if err := h.learn(ctx); err != nil {
			t.Fatal(err)
		}
	}
	knows := func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.runs[id] != nil && h.runs[id].ctx != nil
	}

	h.changed[id], h.again[id] = true, now
	if wait := h.pause(); wait > againTime {
		t.Errorf("the next look is after %v", wait)
	}
	h.again[id] = now.Add(time.Hour)
	learn()
	if knows() {
		t.Fatal("a run is known that is not stored")
	}
	if err := h.create(ctx, id, &d); err != nil || d.sequence == 0 {
		t.Fatal(d.sequence, err)
	}
	h.again[id] = now
	if learn(); !knows() {
		t.Error("the document is not read again")
	}

	before := d
	before.State, before.sequence = cancelled, d.sequence-1
	h.set(h.runs[id], before, false)
	if !knows() {
		t.Error("the document before has stopped the run")
	}
	if h.forget(id, now); !knows() {
		t.Error("a run that was not found before it was stored is forgotten")
	}

	// The process that has started the run fills its queue, also where it has learnt of the run before.
	started, err := newRun(id, d)
	if err != nil {
		t.Fatal(err)
	}
	if h.set(started, d, true); !h.runs[id].fresh || started.ctx != nil {
		t.Error("the run that is known is not the one that was started")
	}
	if h.forget(id, time.Now()); knows() {
		t.Error("a run whose document is gone is known")
	}
}

// A run whose results cannot be read when the server starts is tried again later, as one
// that was under way at the start, and holds up no other run; neither does a document that
// cannot be read.
func TestRunThatCannotGoOnIsTriedAgain(t *testing.T) {
	h, ctx := stopped(t), t.Context()
	ids := []string{newID(), newID(), newID()}
	whole, damaged, unreadable := ids[0], ids[1], ids[2]
	for _, id := range ids {
		d := underWay(t, time.Now().Add(-time.Hour))
		if err := h.create(ctx, id, &d); err != nil {
			t.Fatal(err)
		}
	}
	put := func(key, value string) {
		t.Helper()
		if err := h.RemoveMatching(ctx, key); err != nil {
			t.Fatal(err)
		}
		if _, err := h.CreateValue(ctx, key, []byte(value), ""); err != nil {
			t.Fatal(err)
		}
	}
	put(resultKey(damaged, 0), "{")
	put(runPrefix+unreadable, "{")

	h.scan = true
	if err := h.learn(ctx); err != nil || h.scan {
		t.Fatal(err, h.scan)
	}
	known := func(id string) bool { return h.runs[id] != nil && h.runs[id].ctx != nil }
	if !known(whole) || known(damaged) || known(unreadable) {
		t.Fatalf("runs that go on: %t, %t, %t; want the first alone", known(whole), known(damaged), known(unreadable))
	}
	if wait := h.pause(); wait > scanTime {
		t.Errorf("the next look is after %v, want %v at most", wait, scanTime)
	}
	for _, id := range []string{damaged, unreadable} {
		if h.again[id].IsZero() {
			t.Errorf("%s is not tried again", id)
		}
	}

	// What could not be read can be read later: the time in which nothing ran does not count.
	put(resultKey(damaged, 0), "{}")
	h.again[damaged] = time.Now()
	if err := h.learn(ctx); err != nil {
		t.Fatal(err)
	}
	if !known(damaged) || !h.runs[damaged].fresh {
		t.Fatal("the run does not go on as one that was under way at the start")
	}
	if d := &h.runs[damaged].document; d.seconds(time.Now()) > 60 {
		t.Errorf("the run counts %v s, with the hour before the start", d.seconds(time.Now()))
	}
	if _, found := h.again[damaged]; found || h.resuming[damaged] {
		t.Error("the run is tried once more though it goes on")
	}
}

// A run that began at a time to come, by the clock of another process, has been running for
// no time, and keeps what it had run before.
func TestSecondsAreNotNegative(t *testing.T) {
	now := time.Now()
	d := underWay(t, now.Add(25*time.Hour))
	d.Spent = 10 * time.Second
	if got := d.seconds(now); got != 10 {
		t.Errorf("it has run for %v s, want 10", got)
	}
}
