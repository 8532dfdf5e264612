package treestore_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"espalier/trees"
	"espalier/web/treestore"
	"espalier/web/treestore/archive"
)

// A tree that was removed because the library was nearly full can be put back from its
// copy, with its address and its edit key, and stays then.
func TestRemovalIsTakenBack(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	begin, passed := time.Now(), time.Duration(0)
	l, err := treestore.Open(treestore.Config{Dir: dir, Export: archive.Copy, Machine: &treestore.Machine{
		Now: func() time.Time { return begin.Add(passed) }, Elapsed: func() time.Duration { return passed },
		Tag: func() string { return "only" }, Jitter: func(time.Duration) time.Duration { return 0 }}})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var keys []treestore.Key
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
		if err := l.Evict(ctx); err != nil {
			t.Fatal(err)
		}
	}
	evict(treestore.KeepUnopened + time.Hour)
	evict(treestore.RemovalGrace)
	for _, key := range keys {
		if _, err := l.Look(ctx, key.ID(), 0); !errors.Is(err, treestore.ErrNotFound) {
			t.Fatalf("a tree that was to be removed: %v", err)
		}
	}
	folder := filepath.Join(dir, treestore.RemovedFolder)
	for _, key := range keys[:2] {
		if err := archive.PutBack(ctx, l, folder, key.ID()); err != nil {
			t.Fatal(err)
		}
		if err := l.Keep(ctx, key.ID()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.Look(ctx, keys[2].ID(), 0); !errors.Is(err, treestore.ErrNotFound) {
		t.Errorf("a tree that nobody has put back: %v", err)
	}
	if err := archive.PutBack(ctx, l, folder, treestore.NewKey().ID()); !errors.Is(err, treestore.ErrNotFound) {
		t.Errorf("PutBack of a tree without a copy = %v", err)
	}
	evict(treestore.RemovalGrace)
	evict(2 * treestore.RemovalGrace)
	change, err := trees.ReadEdit([]byte(`{"op":"set","nodes":[1],"label":"again"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys[:2] {
		if e, err := l.Edit(ctx, key.ID(), treestore.Request{Edit: change}); err != nil || e.NewRevision != 2 {
			t.Errorf("an edit of a tree that was put back: %+v, %v", e, err)
		}
	}
}
