package treestore

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"espalier/trees"
	"espalier/web/store/records"
)

// A tree that was removed because the library was nearly full can be put back from its
// copy. It keeps its address and its edit key, and is not removed again.
func TestRemovalIsTakenBack(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	begin, passed := time.Now(), time.Duration(0)
	l, err := Open(Config{Dir: dir, Machine: &records.Machine{
		Now: func() time.Time { return begin.Add(passed) }, Elapsed: func() time.Duration { return passed },
		Tag: func() string { return "only" }, Jitter: func(time.Duration) time.Duration { return 0 }}})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var keys []Key
	for range 3 {
		key, _, err := l.Create(ctx, trees.EmptyDraft(), "made")
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	evict := func(after time.Duration) {
		t.Helper()
		passed += after
		if err := l.removeUnopened(ctx, true); err != nil {
			t.Fatal(err)
		}
	}
	evict(KeepUnopened + time.Hour)
	evict(RemovalGrace)
	for _, key := range keys {
		if _, err := l.Look(ctx, key.ID(), 0); !errors.Is(err, ErrNotFound) {
			t.Fatalf("a tree that was to be removed: %v", err)
		}
	}
	folder := filepath.Join(dir, RemovedFolder)
	for _, key := range keys[:2] {
		if err := l.PutBack(ctx, folder, key.ID()); err != nil {
			t.Fatal(err)
		}
		if err := l.Keep(ctx, key.ID()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Look(ctx, keys[2].ID(), 0); !errors.Is(err, ErrNotFound) {
		t.Errorf("a tree that nobody has put back: %v", err)
	}
	if err := l.PutBack(ctx, folder, NewKey().ID()); !errors.Is(err, ErrNotFound) {
		t.Errorf("PutBack of a tree without a copy = %v", err)
	}
	evict(RemovalGrace)
	evict(2 * RemovalGrace)
	change, err := trees.ReadEdit([]byte(`{"op":"set","nodes":[1],"label":"again"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys[:2] {
		if e, err := l.Edit(ctx, key.ID(), Request{Edit: change}); err != nil || e.NewRevision != 2 {
			t.Errorf("an edit of a tree that was put back: %+v, %v", e, err)
		}
	}
}
