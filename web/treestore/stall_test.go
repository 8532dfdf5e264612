package treestore

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

// While the disk has stalled, edits end with a message at their limit. Readers of trees in
// memory do not wait, and other readers end at their limit. When the disk is back,
// everything that was acknowledged is there, an edit that is sent again is made once, and
// no hang is reported.
func TestStalledDisk(t *testing.T) {
	ctx := t.Context()
	gate := &cluster.Gate{}
	hung := make(chan error, 1)
	dir := t.TempDir()
	l := openedWith(t, Config{Dir: dir})
	notInMemory, _ := created(t, l, small)
	storetest.Close(t, l)
	l = openedWith(t, Config{Dir: dir, Gate: gate, Failed: func(err error) { hung <- err }})
	key, _ := created(t, l, small)
	large, _ := created(t, l, noisy(5_000))
	before := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"before"}`)})
	other, _ := created(t, l, small)

	gate.Shut()
	defer gate.Open()
	const editors = 8
	away := func(what string, err error, began time.Time, limit time.Duration) {
		t.Helper()
		var unavailable *store.UnavailableError
		if !errors.As(err, &unavailable) || !strings.Contains(err.Error(), "disk") {
			t.Errorf("%s = %v, want an UnavailableError that names the disk", what, err)
		}
		if took := time.Since(began); took > limit {
			t.Errorf("%s ends after %v, want %v", what, took, limit)
		}
	}
	slack := 3 * time.Second // for a machine with other work
	var all sync.WaitGroup
	request := func(i int) Request {
		return Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i), Token: fmt.Sprintf("token-%d", i)}
	}
	requests := make([]Request, editors)
	for i := range requests {
		requests[i] = request(i)
		all.Go(func() {
			began := time.Now()
			_, err := l.Edit(ctx, key.ID(), requests[i])
			away("Edit", err, began, cluster.WriteTime(0)+slack)
		})
	}
	all.Go(func() {
		began := time.Now()
		_, err := l.Edit(ctx, large.ID(), Request{Edit: edit(t, `{"op":"text","text":%q}`, strings.Repeat("x", 200))})
		if err == nil {
			t.Error("Edit of a large tree on a disk that has stalled succeeds")
		} else if errors.As(err, new(*store.UnavailableError)) {
			away("Edit of a large tree", err, began, cluster.WriteTime(0)+slack)
		}
	})
	for range 3 {
		all.Go(func() {
			began := time.Now()
			_, err := l.Load(ctx, notInMemory.ID())
			away("Load", err, began, cluster.ReadTime(0)+slack)
			began = time.Now()
			_, _, err = l.Create(ctx, draftOf(t, small), "")
			away("Create", err, began, cluster.WriteTime(0)+slack)
		})
	}
	// The last acknowledged revision of a tree in memory is returned at once.
	readers := func() {
		t.Helper()
		for _, read := range []struct {
			key    Key
			number int
		}{{key, before.Number}, {other, 1}} {
			began := time.Now()
			s, err := l.Load(ctx, read.key.ID())
			if err != nil || s.Number != read.number {
				t.Errorf("Load of a tree in memory = %+v, %v", s, err)
			}
			if s, err = l.At(ctx, read.key.ID(), read.number); err != nil || s.Number != read.number {
				t.Errorf("At of a tree in memory = %+v, %v", s, err)
			}
			stop, err := l.Follow(ctx, read.key.ID(), read.number, func(*Saved) {})
			if err != nil {
				t.Errorf("Follow of a tree in memory = %v", err)
			} else {
				stop()
			}
			if took := time.Since(began); took > time.Second {
				t.Errorf("reading a tree in memory takes %v", took)
			}
		}
	}
	readers()
	began := time.Now()
	if h := l.records.Health(ctx); h.State != records.StateUnavailable || !strings.Contains(h.Reason, "disk has not answered for") {
		t.Errorf("Health = %+v", h)
	}
	if took := time.Since(began); took > records.HealthTime+time.Second {
		t.Errorf("Health takes %v", took)
	}
	readers()
	all.Wait()
	readers()
	// Now it is known that the disk has stalled.
	began = time.Now()
	_, err := l.Edit(ctx, key.ID(), request(0))
	away("a later Edit", err, began, time.Second)
	if h := l.records.Health(ctx); h.State != records.StateUnavailable || !strings.Contains(h.Reason, "disk has not answered for") {
		t.Errorf("Health = %+v", h)
	}

	gate.Open()
	for l.disk.Stalled() != nil {
		runtime.Gosched()
	}
	for i, r := range requests {
		first := edited(t, l, key.ID(), r)
		again := edited(t, l, key.ID(), r)
		if first.NewRevision == 0 || again.NewRevision != first.NewRevision || !again.Duplicate {
			t.Errorf("edit %d that is sent again = revisions %d and %d", i, first.NewRevision, again.NewRevision)
		}
	}
	s, err := l.Load(ctx, key.ID())
	if err != nil || s.Number != before.Number+editors {
		t.Errorf("Load = %+v, %v; want revision %d: each edit once", s, err, before.Number+editors)
	}
	if s, err := l.At(ctx, key.ID(), before.Number); err != nil || s.Summary != before.Summary {
		t.Errorf("At(%d) = %+v, %v", before.Number, s, err)
	}
	if _, err := l.Load(ctx, notInMemory.ID()); err != nil {
		t.Error(err)
	}
	if h := l.records.Health(ctx); h.State != records.StateOK {
		t.Errorf("Health when the disk is back = %+v", h)
	}
	if len(hung) > 0 {
		t.Errorf("a disk that has stalled is reported as a hang: %v", <-hung)
	}
	storetest.Close(t, l)
	if r, err := records.Verify(context.Background(), dir); err != nil || !r.Whole() {
		t.Errorf("Verify = %+v, %v", r, err)
	}
}

// A ledger on a stalled disk delays an edit that was stored only for a moment, and is
// written later.
func TestLedgerOnStalledDisk(t *testing.T) {
	gate := &cluster.Gate{}
	dir := t.TempDir()
	l := openedWith(t, Config{Dir: dir, Gate: gate})
	key, _ := created(t, l, small)
	l.mu.Lock()
	marks := bucketOfStore(l).Ledger
	l.mu.Unlock()
	stalled := &cluster.Gate{}
	marks.Pass = func() error { stalled.Pass(); return nil }
	stalled.Shut()
	defer stalled.Open()
	began := time.Now()
	e := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"on"}`)})
	if took := time.Since(began); took > 4*time.Second {
		t.Errorf("Edit takes %v", took)
	}
	if s, err := l.Load(t.Context(), key.ID()); err != nil || s.Number != e.Number {
		t.Errorf("Load = %+v, %v", s, err)
	}
	if n := marks.Of(string(key.ID())).Number; n != e.Number {
		t.Errorf("the ledger has revision %d, want %d", n, e.Number)
	}
	stalled.Open()
	storetest.Close(t, l)
	l = openedWith(t, Config{Dir: dir})
	if _, err := l.Load(t.Context(), key.ID()); err != nil {
		t.Error(err)
	}
	if n := bucketOfStore(l).treeMark(key.ID()).Number; n != e.Number {
		t.Errorf("after a restart the ledger has revision %d, want %d", n, e.Number)
	}
}
