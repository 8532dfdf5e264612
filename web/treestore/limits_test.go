package treestore

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/key"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

// nearLimit returns a tree of nearly 100,000 nodes and 8 MiB whose labels
// compress badly.
func nearLimit(t testing.TB) *trees.Draft {
	t.Helper()
	var b strings.Builder
	random := rand.New(rand.NewPCG(1, 2))
	b.WriteString("players 3 maxsum 300\n1[")
	length := 5 << 20
	if treetest.RaceDetector {
		length >>= 1
	}
	for b.Len() < length {
		fmt.Fprintf(&b, " l%x%x%x: 2[", random.Uint64(), random.Uint64(), random.Uint64())
		for range 9 {
			fmt.Fprintf(&b, " m%x%x%x:(%d,%d,%d)", random.Uint64(), random.Uint64(), random.Uint64(), random.IntN(100), random.IntN(100), random.IntN(100))
		}
		b.WriteString("]")
	}
	b.WriteString("]")
	return draftOf(t, b.String())
}

func TestLargeTreeIsStoredInChunks(t *testing.T) {
	treetest.SkipUnderRace(t)
	ctx := context.Background()
	dir := t.TempDir()
	l := opened(t, dir)
	draft := nearLimit(t)
	start := time.Now()
	key, first, err := l.Create(ctx, draft, "made")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d nodes, %d KiB: kept in %s", first.Nodes, len(written(draft))>>10, time.Since(start).Round(time.Millisecond))
	r, err := bucketOfStore(l).readRecord(ctx, key.ID(), 1)
	if err != nil || r.head.Chunks < 3 {
		t.Fatalf("%d chunks, %v; want some", r.head.Chunks, err)
	}
	start = time.Now()
	e := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[3],"label":"x"}`)})
	t.Logf("an edit: %s", time.Since(start).Round(time.Millisecond))
	storetest.Close(t, l)
	l = opened(t, dir)
	start = time.Now()
	got, err := l.Load(ctx, key.ID())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("loaded in %s", time.Since(start).Round(time.Millisecond))
	same(t, "Load", got, &e.Saved)
	at, err := l.At(ctx, key.ID(), 1)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "At(1)", at, first)

	// A missing chunk is an error of its revision only.
	if err := bucketOfStore(l).Purge(ctx, chunkKeys(key.ID(), 1, r.head.Tag)); err != nil {
		t.Fatal(err)
	}
	var damaged *records.DamagedError
	if _, err := l.At(ctx, key.ID(), 1); !errors.As(err, &damaged) || damaged.ID != key.ID() || damaged.Revision != 1 {
		t.Errorf("At(1) without its chunks = %v, want a DamagedError", err)
	} else {
		t.Log(err)
	}
	if got, err := l.Load(ctx, key.ID()); err != nil || got.Number != 2 {
		t.Errorf("Load = %v, %v", got, err)
	}
}

func TestDamagedRecordIsReported(t *testing.T) {
	ctx := context.Background()
	l := opened(t, t.TempDir())
	key, _ := created(t, l, small)
	for i := range 5 {
		edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)})
	}
	_, sequence, err := bucketOfStore(l).Get(ctx, revisionKey(key.ID(), 3))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bucketOfStore(l).Update(ctx, revisionKey(key.ID(), 3), []byte("not a record"), sequence); err != nil {
		t.Fatal(err)
	}
	var damaged *records.DamagedError
	if _, err := l.At(ctx, key.ID(), 3); !errors.As(err, &damaged) || !strings.Contains(err.Error(), string(key.ID())) {
		t.Errorf("At(3) = %v, want a DamagedError that names the tree", err)
	}
	if _, err := l.Edit(ctx, key.ID(), Request{Undo: 3}); !errors.As(err, &damaged) {
		t.Errorf("undo of 3 = %v, want a DamagedError", err)
	}
	history, err := l.Revisions(ctx, key.ID(), 0, 10)
	if err != nil || len(history) != 6 || history[3].Op != opDamaged || history[2].Op != "set" {
		t.Errorf("Revisions = %+v, %v", history, err)
	}
}

// Deleting a tree frees space.
func TestFullStoreRejectsEdits(t *testing.T) {
	treetest.SkipUnderRace(t)
	ctx := context.Background()
	dir := t.TempDir()
	c := Config{Dir: dir, MaxBytes: 256 << 10}
	l := openedWith(t, c)
	old, _ := created(t, l, small)
	var keys []Key
	var err error
	for range 1000 {
		var key Key
		if key, _, err = l.Create(ctx, draftOf(t, wide(2000)), "made"); err != nil {
			break
		}
		keys = append(keys, key)
	}
	if !errors.Is(err, store.ErrFull) || !strings.Contains(err.Error(), "256 KiB") || len(keys) < 2 {
		t.Fatalf("Create after %d trees = %v, want %v with the limit", len(keys), err, store.ErrFull)
	}
	t.Log(err)
	// Edits fill the rest of the space.
	for i := range 10_000 {
		if _, err = l.Edit(ctx, old.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)}); err != nil {
			break
		}
	}
	if !errors.Is(err, store.ErrFull) {
		t.Fatalf("Edit of a tree in a full library = %v, want %v", err, store.ErrFull)
	}
	if s, err := l.Load(ctx, old.ID()); err != nil || s.Number < 2 {
		t.Errorf("Load from a full library = %v, %v", s, err)
	}
	storetest.Close(t, l)
	l = openedWith(t, c)
	s, err := l.Load(ctx, old.ID())
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Delete(ctx, keys[0]); err != nil {
		t.Fatalf("Delete in a full library = %v", err)
	}
	if e := edited(t, l, old.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"room"}`)}); e.Number != s.Number+1 {
		t.Errorf("Edit after a Delete = revision %d, want %d", e.Number, s.Number+1)
	}
}

// Close leaves no goroutine and no open file behind.
func TestCloseLeaksNothing(t *testing.T) {
	ctx := context.Background()
	round := func() {
		l := opened(t, t.TempDir())
		for range 3 {
			key, _ := created(t, l, small)
			for range 10 {
				if _, err := l.Follow(ctx, key.ID(), 1, func(*Saved) {}); err != nil {
					t.Fatal(err)
				}
			}
			edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)})
		}
		storetest.Close(t, l)
		var away *store.UnavailableError
		if _, _, err := l.Create(ctx, draftOf(t, small), "late"); !errors.As(err, &away) {
			t.Errorf("Create after Close = %v", err)
		}
	}
	round() // starts what the packages keep until the process ends
	before := settled()
	files := openFiles()
	for range 3 {
		round()
	}
	// What has begun to end may still be counted.
	after := runtime.NumGoroutine()
	for deadline := time.Now().Add(10 * time.Second); after > before && time.Now().Before(deadline); after = runtime.NumGoroutine() {
		time.Sleep(10 * time.Millisecond)
	}
	if after > before {
		buf := make([]byte, 1<<20)
		t.Errorf("%d goroutines after Close, want %d:\n%s", after, before, buf[:runtime.Stack(buf, true)])
	}
	if after := openFiles(); after > files {
		t.Errorf("%d open files after Close, want %d", after, files)
	}
}

// settled returns the number of goroutines once it stops falling.
func settled() int {
	n := runtime.NumGoroutine()
	for range 100 {
		time.Sleep(20 * time.Millisecond)
		if m := runtime.NumGoroutine(); m >= n {
			return m
		} else {
			n = m
		}
	}
	return n
}

func openFiles() int {
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(files)
}

// A followed tree is never evicted.
func TestCacheIsBounded(t *testing.T) {
	treetest.SkipUnderRace(t)
	ctx := context.Background()
	l := opened(t, t.TempDir())
	followed, _ := created(t, l, small)
	received := make(chan int, 1)
	if _, err := l.Follow(ctx, followed.ID(), 1, func(s *Saved) { received <- s.Number }); err != nil {
		t.Fatal(err)
	}
	for range maxOpenTrees + 50 {
		created(t, l, small)
	}
	l.mu.Lock()
	n, nodes := l.open.Len(), l.nodes
	l.mu.Unlock()
	if n > maxOpenTrees || nodes != 5*n {
		t.Errorf("%d trees with %d nodes are in memory, want at most %d", n, nodes, maxOpenTrees)
	}
	edited(t, l, followed.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)})
	if got := <-received; got != 2 {
		t.Errorf("the follower gets revision %d, want 2", got)
	}
}

// A failedBucket cannot be used any more, as after a full disk has closed it.
type failedBucket struct{ *cluster.Bucket }

func (failedBucket) Usable() bool { return false }

func TestReopensFailedStore(t *testing.T) {
	ctx := context.Background()
	l := opened(t, t.TempDir())
	key, _ := created(t, l, small)
	e := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)})
	l.mu.Lock()
	bucketOfStore(l).Engine = failedBucket{bucketOfStore(l).Engine.(*cluster.Bucket)}
	l.mu.Unlock()
	got, err := l.Load(ctx, key.ID())
	if err != nil {
		t.Fatal(err)
	}
	same(t, "Load", got, &e.Saved)
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"y"}`)})
}

// Once the folder is usable, the store opens.
func TestUnusableFolderIsReported(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l := opened(t, filepath.Join(file, "below"))
	var away *store.UnavailableError
	if _, _, err := l.Create(context.Background(), draftOf(t, small), "made"); !errors.As(err, &away) {
		t.Errorf("Create = %v, want an UnavailableError", err)
	} else {
		t.Log(err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	created(t, l, small)
}

// BenchmarkEdit measures an edit until it is on the disk, with and without the sync.
func BenchmarkEdit(b *testing.B) {
	for _, nodes := range []int{200, 2000, 50_000} {
		for _, sync := range []bool{true, false} {
			b.Run(fmt.Sprintf("nodes=%d/sync=%v", nodes, sync), func(b *testing.B) {
				l := openedWith(b, Config{Dir: b.TempDir(), SyncLater: !sync})
				key, _ := created(b, l, wide(nodes-1))
				var edits []trees.Edit
				for i := range 100 {
					edits = append(edits, edit(b, `{"op":"set","nodes":[%d],"value":[%d,%d,1]}`, 2+i, i%4, i%5))
				}
				took := make([]time.Duration, 0, b.N)
				for i := 0; b.Loop(); i++ {
					e := edits[i%len(edits)]
					if i/len(edits)%2 == 1 {
						e = edit(b, `{"op":"set","nodes":[%d],"value":[3,3,3]}`, 2+i%len(edits))
					}
					start := time.Now()
					edited(b, l, key.ID(), Request{Edit: e})
					took = append(took, time.Since(start))
				}
				report(b, took)
			})
		}
	}
}

func report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs-p50")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "µs-p99")
}

// While a store hangs at its start, calls return when their contexts end, and Close returns
// after closeTime. A store that starts after Close is closed and unlocks its folder.
func TestSlowStartIsBounded(t *testing.T) {
	dir := t.TempDir()
	begun, up := make(chan struct{}), make(chan struct{})
	l := openedWith(t, Config{Dir: dir, Start: func(start func()) {
		close(begun)
		<-up
		start()
	}})
	draft := draftOf(t, small)
	soon := func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		_, _, err := l.Create(ctx, draft, "made")
		return err
	}
	patient := make(chan error, 1)
	go func() { patient <- second(l.Load(context.Background(), key.New().ID())) }()
	within := func(what string, most time.Duration, f func() error) error {
		t.Helper()
		got := make(chan error, 1)
		go func() { got <- f() }()
		select {
		case err := <-got:
			return err
		case <-time.After(most):
			close(up)
			t.Fatalf("%s waits longer than %v for a store that does not come up", what, most)
			return nil
		}
	}
	var away *store.UnavailableError
	for _, what := range []string{"who opens it", "who comes later"} {
		if err := within(what, time.Second, soon); !errors.As(err, &away) || !strings.Contains(err.Error(), "starting") {
			t.Errorf("Create by %s = %v, want that the library is starting", what, err)
		}
	}
	<-begun
	go func() { patient <- second(l.Load(context.Background(), key.New().ID())) }()
	within("Close", 2*time.Second, l.Close)
	for range 2 {
		if err := within("who has time", time.Second, func() error { return <-patient }); (!errors.As(err, &away) || !strings.Contains(err.Error(), "closing")) && !errors.Is(err, ErrNotFound) {
			t.Errorf("Load = %v, want that the library is closing", err)
		}
	}
	close(up)
	other := openedWith(t, Config{Dir: dir})
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		_, _, err := other.Create(context.Background(), draft, "made")
		if err == nil {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the folder of a library that was closed while it started is not free: %v", err)
		}
	}
}
