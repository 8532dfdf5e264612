package treestore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"espalier/trees"
	"espalier/web/store"
	"espalier/web/store/key"
	"espalier/web/store/ledger"
	"espalier/web/store/storetest"
)

// cached returns the tree in memory; nil: it is not there. The caller holds l.mu.
func cached(l *Store, id ID) *tree {
	t, _ := l.open.Peek(id)
	return t
}

// opened opens a store in a folder until the test ends.
func opened(t testing.TB, dir string) *Store {
	t.Helper()
	return openedWith(t, Config{Dir: dir})
}

func openedWith(t testing.TB, c Config) *Store {
	t.Helper()
	if c.Log == nil {
		c.Log = storetest.Log(t)
	}
	l, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { storetest.Close(t, l) })
	return l
}

// folder is that of an embedded store in its data folder.
const folder = "library"

// ledgerRules are those of a ledger with trees, and with values whose kinds have prefixes of one word.
var ledgerRules = ledger.Rules{
	Root:      rootOf,
	Once:      func(key string) bool { return !strings.Contains(key, ".") },
	CarryOver: carryOver,
	Early:     earlyFiles,
}

func rootOf(key string) string {
	words := strings.Split(key, ".")
	return strings.Join(words[:min(len(words), 2)], ".")
}

// bucketOfStore returns the bucket that is open.
func bucketOfStore(l *Store) openBucket {
	bucket, _ := l.records.Current()
	return openBucket{bucket}
}

// withBucket calls f with the bucket of a store, which is opened.
func withBucket(ctx context.Context, l *Store, f func(bucket openBucket) error) error {
	bucket, done, err := l.use(ctx, true)
	if err != nil {
		return err
	}
	defer done()
	return f(bucket)
}

func draftOf(t testing.TB, text string) *trees.Draft {
	t.Helper()
	tree, err := trees.ReadText(text)
	if err != nil {
		t.Fatal(err)
	}
	return trees.NewDraft(tree)
}

const small = `players 3 maxsum 9 title "Failure of deep pruning"
a: 1[ b: (5,2,2)  c: 2[ f: (2,3,4)  g: ? ] ]`

func edit(t testing.TB, format string, args ...any) trees.Edit {
	t.Helper()
	e, err := trees.ReadEdit(fmt.Appendf(nil, format, args...))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func created(t testing.TB, l *Store, text string) (Key, *Saved) {
	t.Helper()
	key, saved, err := l.Create(context.Background(), draftOf(t, text), "made")
	if err != nil {
		t.Fatal(err)
	}
	return key, saved
}

func edited(t testing.TB, l *Store, id ID, req Request) *Edited {
	t.Helper()
	e, err := l.Edit(context.Background(), id, req)
	if err != nil {
		t.Fatalf("Edit(%+v) = %v", req, err)
	}
	return e
}

// written returns the whole draft as text, for comparisons.
func written(d *trees.Draft) string { return string(d.AppendJSON(nil)) }

func same(t testing.TB, what string, got, want *Saved) {
	t.Helper()
	if got.ID != want.ID || got.Number != want.Number || !got.Time.Equal(want.Time) || got.Summary != want.Summary ||
		got.Op != want.Op || got.Target != want.Target || got.Nodes != want.Nodes {
		t.Errorf("%s = %+v, want %+v", what, got.Revision, want.Revision)
	}
	if g, w := written(got.Draft), written(want.Draft); g != w {
		t.Errorf("%s: the draft = %s, want %s", what, g, w)
	}
}

// The history is longer than the 64 values that NATS keeps of a key at most, and longer
// than the distance between two whole drafts. It is read from the cache and from the disk.
func TestRevisionsRoundTrip(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	l := opened(t, dir)
	key, first := created(t, l, small)
	id := key.ID()
	all := []*Saved{first}
	for i := range 3*wholeEvery + 5 {
		e := edited(t, l, id, Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)})
		if e.NewRevision != i+2 || e.Number != i+2 || e.Duplicate {
			t.Fatalf("Edit %d = revision %d of %d, again %v", i, e.NewRevision, e.Number, e.Duplicate)
		}
		all = append(all, &e.Saved)
	}
	check := func(l *Store) {
		t.Helper()
		newest, err := l.Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "Load", newest, all[len(all)-1])
		for _, want := range all {
			got, err := l.At(ctx, id, want.Number)
			if err != nil {
				t.Fatal(err)
			}
			same(t, fmt.Sprintf("At(%d)", want.Number), got, want)
		}
		history, err := l.Revisions(ctx, id, 0, 1000)
		if err != nil || len(history) != len(all) {
			t.Fatalf("Revisions = %d, %v; want %d", len(history), err, len(all))
		}
		for i, got := range history {
			if want := all[len(all)-1-i].Revision; got.Number != want.Number || got.Summary != want.Summary || !got.Time.Equal(want.Time) {
				t.Errorf("Revisions[%d] = %+v, want %+v", i, got, want)
			}
		}
		part, err := l.Revisions(ctx, id, 40, 3)
		if err != nil || len(part) != 3 || part[0].Number != 39 || part[2].Number != 37 {
			t.Errorf("Revisions(40, 3) = %+v, %v", part, err)
		}
	}
	check(l)
	storetest.Close(t, l)
	check(opened(t, dir))
}

func TestMissingTreeIsNotFound(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "data")
	l := opened(t, dir)
	missing := key.New()
	if _, err := l.Load(ctx, missing.ID()); !errors.Is(err, ErrNotFound) {
		t.Errorf("Load of no tree = %v, want %v", err, ErrNotFound)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a library that keeps nothing has made its folder: %v", err)
	}
	key, _ := created(t, l, small)
	for what, err := range map[string]error{
		"Load": second(l.Load(ctx, missing.ID())), "At": second(l.At(ctx, missing.ID(), 1)),
		"At(2)":     second(l.At(ctx, key.ID(), 2)),
		"At(0)":     second(l.At(ctx, key.ID(), 0)),
		"Edit":      second(l.Edit(ctx, missing.ID(), Request{Undo: 1})),
		"Undo(7)":   second(l.Edit(ctx, key.ID(), Request{Undo: 7})),
		"Restore":   second(l.Edit(ctx, key.ID(), Request{Restore: -1})),
		"Revisions": second(l.Revisions(ctx, missing.ID(), 0, 9)),
		"Follow":    second(l.Follow(ctx, missing.ID(), 1, func(*Saved) {})),
		"Delete":    l.Delete(ctx, missing),
	} {
		if !errors.Is(err, ErrNotFound) {
			t.Errorf("%s of what is not there = %v, want %v", what, err, ErrNotFound)
		}
	}
	if n := l.open.Len(); n != 1 {
		t.Errorf("%d trees are in memory, want the one that there is", n)
	}
	var none *Store
	var away *store.UnavailableError
	if _, err := none.Load(ctx, missing.ID()); !errors.As(err, &away) {
		t.Errorf("Load without a library = %v, want an UnavailableError", err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestFolderIsLocked(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	one, two := opened(t, dir), opened(t, dir)
	key, want := created(t, one, small)
	var away *store.UnavailableError
	if _, err := two.Load(ctx, key.ID()); !errors.As(err, &away) || !strings.Contains(err.Error(), "another Espalier serves from this folder") {
		t.Errorf("Load while another one serves = %v", err)
	}
	storetest.Close(t, one)
	got, err := two.Load(ctx, key.ID())
	if err != nil {
		t.Fatalf("Load after the other one has ended = %v", err)
	}
	same(t, "Load", got, want)
}

// Every visitor sees the error, but only the log names the folder.
func TestErrorsDoNotNameFolder(t *testing.T) {
	ctx := context.Background()
	locked := t.TempDir()
	created(t, opened(t, locked), small)
	blocked := t.TempDir()
	inLock := t.TempDir()
	broken := t.TempDir()
	for _, err := range []error{
		os.WriteFile(filepath.Join(blocked, folder), nil, 0o600),
		os.MkdirAll(filepath.Join(inLock, folder, "lock"), 0o700),
		os.MkdirAll(filepath.Join(broken, folder), 0o700),
		os.WriteFile(filepath.Join(broken, folder, "jetstream"), nil, 0o600),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{locked, blocked, inLock, broken} {
		var away *store.UnavailableError
		began := time.Now()
		_, _, err := opened(t, dir).Create(ctx, trees.EmptyDraft(), "")
		if !errors.As(err, &away) || strings.Contains(err.Error(), dir) {
			t.Errorf("Create in %s = %v, want an UnavailableError without the folder", dir, err)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("Create in %s says so after %v", dir, took)
		}
	}
}

func TestStartTakesLessThanASecond(t *testing.T) {
	dir := t.TempDir()
	l := opened(t, dir)
	key, _ := created(t, l, small)
	storetest.Close(t, l)
	start := time.Now()
	l = opened(t, dir)
	if _, err := l.Load(context.Background(), key.ID()); err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	t.Logf("open and load: %s", took)
	if took > time.Second {
		t.Errorf("open and load took %s", took)
	}
}

// After a slow write the disk is probed in the background. Once the store is
// closed, no probe may write to its folder.
func TestDiskIsNotProbedAfterClose(t *testing.T) {
	dir := t.TempDir()
	l := opened(t, dir)
	created(t, l, small)
	started := make(chan struct{})
	var trials sync.WaitGroup
	for range 30 {
		trials.Go(func() {
			started <- struct{}{}
			l.disk.Try(context.Background())
		})
	}
	for range 30 {
		<-started
	}
	storetest.Close(t, l)
	if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
		t.Errorf("the folder of a closed library cannot be removed: %v", err)
	}
	if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
		t.Fatal(err)
	}
	began := time.Now().Add(-time.Minute)
	if err := os.Chtimes(filepath.Join(dir, folder), began, began); err != nil {
		t.Fatal(err)
	}
	trials.Wait()
	if info, err := os.Stat(filepath.Join(dir, folder)); err != nil || info.ModTime().After(began.Add(time.Second)) {
		t.Errorf("a trial has written to the folder after Close: %v, %v", info.ModTime(), err)
	}
}
