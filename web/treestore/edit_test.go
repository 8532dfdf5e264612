package treestore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"espalier/trees"
	"espalier/web/store/storetest"
)

// wide returns a tree with n leaves below its root. Their ids are 2 to n+1.
func wide(n int) string {
	return "players 3 maxsum 9\n1[" + strings.Repeat(" (1,2,3)", n) + " ]"
}

func label(t testing.TB, d *trees.Draft, id trees.ID) string {
	t.Helper()
	n, ok := d.Find(id)
	if !ok {
		t.Fatalf("there is no node with the id %d", id)
	}
	return d.Tree().Label(n)
}

// No edit is lost, and each is one revision.
func TestConcurrentEditsOfOneTree(t *testing.T) {
	ctx := context.Background()
	l := opened(t, t.TempDir())
	const each = 100
	key, _ := created(t, l, wide(2*each))
	var all sync.WaitGroup
	for who := range 2 {
		all.Go(func() {
			for i := range each {
				node := 2 + who*each + i
				e := edit(t, `{"op":"set","nodes":[%d],"label":"w%d_%d"}`, node, who, i)
				if _, err := l.Edit(ctx, key.ID(), Request{Edit: e}); err != nil {
					t.Errorf("Edit = %v", err)
				}
			}
		})
	}
	all.Wait()
	s, err := l.Load(ctx, key.ID())
	if err != nil {
		t.Fatal(err)
	}
	if s.Number != 2*each+1 {
		t.Errorf("the newest revision = %d, want %d", s.Number, 2*each+1)
	}
	for who := range 2 {
		for i := range each {
			want := fmt.Sprintf("w%d_%d", who, i)
			if got := label(t, s.Draft, trees.ID(2+who*each+i)); got != want {
				t.Errorf("label = %q, want %q", got, want)
			}
		}
	}
}

func TestConcurrentEditsOfManyTrees(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	l := opened(t, dir)
	const people, edits = 50, 20
	keys := make([]Key, people)
	took := make([]time.Duration, people*edits)
	var all sync.WaitGroup
	for p := range people {
		all.Go(func() {
			key, _, err := l.Create(ctx, draftOf(t, wide(edits)), "made")
			if err != nil {
				t.Errorf("Create = %v", err)
				return
			}
			keys[p] = key
			for i := range edits {
				e := edit(t, `{"op":"set","nodes":[%d],"label":"p%d_%d"}`, 2+i, p, i)
				start := time.Now()
				if _, err := l.Edit(ctx, key.ID(), Request{Edit: e}); err != nil {
					t.Errorf("Edit = %v", err)
				}
				took[p*edits+i] = time.Since(start)
			}
		})
	}
	all.Wait()
	slices.Sort(took)
	t.Logf("an edit among %d people at once: p50 %s, p95 %s", people, took[len(took)/2].Round(100*time.Microsecond), took[len(took)*95/100].Round(100*time.Microsecond))
	storetest.Close(t, l)
	l = opened(t, dir)
	for p, key := range keys {
		s, err := l.Load(ctx, key.ID())
		if err != nil {
			t.Fatal(err)
		}
		for i := range edits {
			if got, want := label(t, s.Draft, trees.ID(2+i)), fmt.Sprintf("p%d_%d", p, i); got != want {
				t.Errorf("label = %q, want %q", got, want)
			}
		}
	}
}

// Edits are undone and redone in any order, with later edits of others in between.
func TestUndoRetainsOtherEdits(t *testing.T) {
	l := opened(t, t.TempDir())
	key, first := created(t, l, small)
	id := key.ID()
	// ids: 1 a, 2 b, 3 c, 4 f, 5 g
	mine := edited(t, l, id, Request{Edit: edit(t, `{"op":"set","nodes":[2],"value":[1,1,1]}`)})
	theirs := edited(t, l, id, Request{Edit: edit(t, `{"op":"set","nodes":[4],"label":"theirs"}`)})
	gone := edited(t, l, id, Request{Edit: edit(t, `{"op":"delete","nodes":[3]}`)})

	back := edited(t, l, id, Request{Undo: mine.NewRevision})
	if back.Op != opUndo || back.Target != mine.NewRevision || back.Summary != "undone: "+mine.Summary {
		t.Errorf("undo = %+v", back.Revision)
	}
	if got := value(t, back.Draft, 2); got != "(5,2,2)" {
		t.Errorf("the value after undo = %s, want (5,2,2)", got)
	}
	restored := edited(t, l, id, Request{Undo: gone.NewRevision})
	if got := label(t, restored.Draft, 4); got != "theirs" {
		t.Errorf("the label of the subtree that is back = %q, want %q", got, "theirs")
	}
	if fmt.Sprint(restored.Created) != "[3]" || restored.Select != 3 {
		t.Errorf("undo of a delete: created = %v, select = %d; want c, which is 3", restored.Created, restored.Select)
	}
	redo := edited(t, l, id, Request{Undo: back.NewRevision})
	if redo.Op != opRedo || redo.Summary != "redone: "+mine.Summary {
		t.Errorf("redo = %+v", redo.Revision)
	}
	if got := value(t, redo.Draft, 2); got != "(1,1,1)" {
		t.Errorf("the value after redo = %s, want (1,1,1)", got)
	}
	again := edited(t, l, id, Request{Undo: redo.NewRevision})
	if again.Op != opUndo || again.Summary != "undone: "+mine.Summary {
		t.Errorf("undo of the redo = %+v", again.Revision)
	}
	edited(t, l, id, Request{Undo: theirs.NewRevision})
	end, err := l.Load(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := end.Draft.Tree().Text(), first.Draft.Tree().Text(); got != want {
		t.Errorf("all undone = %s, want %s", got, want)
	}
	var conflict *ConflictError
	if _, err := l.Edit(context.Background(), id, Request{Undo: 1}); !errors.As(err, &conflict) {
		t.Errorf("undo of the beginning = %v, want a ConflictError", err)
	}
}

func value(t testing.TB, d *trees.Draft, id trees.ID) string {
	t.Helper()
	n, ok := d.Find(id)
	if !ok {
		t.Fatalf("there is no node with the id %d", id)
	}
	v, _ := d.Tree().Value(n)
	return fmt.Sprintf("(%s,%s,%s)", v[0].In(trees.Unit), v[1].In(trees.Unit), v[2].In(trees.Unit))
}

// Undo of an edit that a later edit has overwritten.
func TestUndoConflict(t *testing.T) {
	l := opened(t, t.TempDir())
	key, _ := created(t, l, small)
	mine := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"mine"}`)})
	theirs := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"theirs"}`)})
	_, err := l.Edit(context.Background(), key.ID(), Request{Undo: mine.NewRevision})
	var conflict *ConflictError
	if !errors.As(err, &conflict) || conflict.Message == "" {
		t.Fatalf("undo of what others have changed since = %v, want a ConflictError", err)
	}
	t.Log(err)
	s, _ := l.Load(context.Background(), key.ID())
	if s.Number != theirs.Number {
		t.Errorf("the newest revision = %d, want %d", s.Number, theirs.Number)
	}
}

func TestRestoreCanBeUndone(t *testing.T) {
	l := opened(t, t.TempDir())
	key, first := created(t, l, small)
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"delete","nodes":[3]}`)})
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"z"}`)})
	back := edited(t, l, key.ID(), Request{Restore: 1})
	if back.Op != opRestore || back.Target != 1 || back.Number != 4 || back.Summary != "revision 1 restored" {
		t.Errorf("restore = %+v", back.Revision)
	}
	if got, want := back.Draft.Tree().Text(), first.Draft.Tree().Text(); got != want {
		t.Errorf("restored = %s, want %s", got, want)
	}
	// A restore can be undone, too.
	un := edited(t, l, key.ID(), Request{Undo: back.NewRevision})
	if un.Draft.Tree().Len() != 2 || label(t, un.Draft, 2) != "z" {
		t.Errorf("the restore undone = %s", un.Draft.Tree().Text())
	}
}

func TestTextOfOlderRevisionIsMerged(t *testing.T) {
	l := opened(t, t.TempDir())
	key, first := created(t, l, small)
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[5],"value":[3,3,3]}`)})
	typed := strings.Replace(first.Draft.Tree().Text(), "(5,2,2)", "(4,2,2)", 1)
	typed = strings.Replace(typed, "(5, 2, 2)", "(4, 2, 2)", 1)
	e := edited(t, l, key.ID(), Request{Base: 1, Edit: edit(t, `{"op":"text","text":%q}`, typed)})
	if got := value(t, e.Draft, 2); got != "(4,2,2)" {
		t.Errorf("what was typed = %s, want (4,2,2)", got)
	}
	if got := value(t, e.Draft, 5); got != "(3,3,3)" {
		t.Errorf("what another one did = %s, want (3,3,3)", got)
	}
	_, err := l.Edit(context.Background(), key.ID(), Request{Base: 9, Edit: edit(t, `{"op":"text","text":%q}`, typed)})
	if !errors.Is(err, ErrNotFound) {
		t.Errorf("a text of a revision that is not there = %v", err)
	}
}

func TestEditWithoutChangeMakesNoRevision(t *testing.T) {
	l := opened(t, t.TempDir())
	key, _ := created(t, l, small)
	e := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"b"}`), Token: "t"})
	if e.Number != 1 || e.NewRevision != 0 {
		t.Errorf("an edit that changes nothing made %d of %d, want none of 1", e.NewRevision, e.Number)
	}
	// The undone change was already reverted, and the newest revision is that of another client.
	mine := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)})
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"b"}`)})
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[5],"label":"important"}`)})
	if e := edited(t, l, key.ID(), Request{Undo: mine.NewRevision}); e.Number != 4 || e.NewRevision != 0 {
		t.Errorf("the undo of what is gone made %d of %d, want none of 4", e.NewRevision, e.Number)
	}
}

func TestFutureBaseIsRejected(t *testing.T) {
	l := opened(t, t.TempDir())
	key, _ := created(t, l, small)
	set := edit(t, `{"op":"set","nodes":[2],"label":"x"}`)
	var none *NoRevisionError
	if _, err := l.Edit(context.Background(), key.ID(), Request{Edit: set, Base: 100000}); !errors.As(err, &none) || none.Newest != 1 {
		t.Errorf("an edit with the base 100000 = %v, want a NoRevisionError", err)
	}
	if e := edited(t, l, key.ID(), Request{Edit: set, Base: 1}); e.NewRevision != 2 {
		t.Errorf("an edit with the base 1 made %d, want 2", e.NewRevision)
	}
}

func TestInvalidEditIsRejected(t *testing.T) {
	l := opened(t, t.TempDir())
	key, _ := created(t, l, small)
	var wrong *trees.Error
	if _, err := l.Edit(context.Background(), key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[99],"label":"b"}`)}); !errors.As(err, &wrong) {
		t.Errorf("an edit of no node = %v, want a trees.Error", err)
	}
	if _, err := l.Edit(context.Background(), key.ID(), Request{}); !errors.As(err, &wrong) {
		t.Errorf("a request for nothing = %v, want a trees.Error", err)
	}
	if s, err := l.Load(context.Background(), key.ID()); err != nil || s.Number != 1 {
		t.Errorf("Load = %v, %v", s, err)
	}
}

func TestDelete(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	l := opened(t, dir)
	key, _ := created(t, l, small)
	other, _ := created(t, l, small)
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)})
	received := make(chan *Saved, 9)
	if _, err := l.Follow(ctx, key.ID(), 2, func(s *Saved) { received <- s }); err != nil {
		t.Fatal(err)
	}
	if err := l.Delete(ctx, key); err != nil {
		t.Fatal(err)
	}
	if s := <-received; !s.Deleted || s.Draft == nil {
		t.Errorf("a follower gets %+v, want that the tree is gone", s)
	}
	check := func() {
		t.Helper()
		if _, err := l.Load(ctx, key.ID()); !errors.Is(err, ErrNotFound) {
			t.Errorf("Load of a deleted tree = %v", err)
		}
		if _, err := l.Edit(ctx, key.ID(), Request{Undo: 2}); !errors.Is(err, ErrNotFound) {
			t.Errorf("Edit of a deleted tree = %v", err)
		}
		if err := l.Delete(ctx, key); !errors.Is(err, ErrNotFound) {
			t.Errorf("Delete of a deleted tree = %v", err)
		}
		if _, err := l.Load(ctx, other.ID()); err != nil {
			t.Errorf("Load of another tree = %v", err)
		}
	}
	check()
	names, err := bucketOfStore(l).List(ctx, ">")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, string(key.ID())) {
			t.Errorf("the key %s of a deleted tree is still there", name)
		}
	}
	storetest.Close(t, l)
	l = opened(t, dir)
	check()
}

// An edit is made although the nodes beside it have been deleted meanwhile, as long as its
// parent exists.
func TestEditBesideDeletedNodes(t *testing.T) {
	ctx := context.Background()
	l := opened(t, t.TempDir())
	const tree = "players 2\na: 1[ b: (1,1) c: 2[ d: (2,2) e: (3,3) ] f: (4,4) ]" // ids 1 to 6
	for _, c := range []struct{ name, deleted, edit, want string }{
		{"after a sibling", `[5]`, `{"op":"sibling","node":5}`, "a: 1[ b: (1,1) c: 2[ d: (2,2) ? ] f: (4,4) ]"},
		{"before a sibling", `[4]`, `{"op":"sibling","node":4,"before":true}`, "a: 1[ b: (1,1) c: 2[ ? e: (3,3) ] f: (4,4) ]"},
		{"after the last sibling", `[4,5]`, `{"op":"sibling","node":5}`, "a: 1[ b: (1,1) c: 2[ ? ] f: (4,4) ]"},
		{"at a place that is gone", `[4,5]`, `{"op":"paste","to":3,"at":2,"text":"(5,5)"}`, "a: 1[ b: (1,1) c: 2[ (5,5) ] f: (4,4) ]"},
		{"moved to a place that is gone", `[5]`, `{"op":"move","nodes":[6],"to":3,"at":2}`, "a: 1[ b: (1,1) c: 2[ d: (2,2) f: (4,4) ] ]"},
		{"set with a sibling", `[5]`, `{"op":"set","nodes":[4,5],"value":[7,7]}`, "a: 1[ b: (1,1) c: 2[ d: (7,7) ] f: (4,4) ]"},
		{"deleted with a sibling", `[5]`, `{"op":"delete","nodes":[5,6]}`, "a: 1[ b: (1,1) c: 2[ d: (2,2) ] ]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			key, first := created(t, l, tree)
			if _, err := l.Edit(ctx, key.ID(), Request{Edit: edit(t, `{"op":"delete","nodes":%s}`, c.deleted)}); err != nil {
				t.Fatal(err)
			}
			e, err := l.Edit(ctx, key.ID(), Request{Edit: edit(t, "%s", c.edit), Base: first.Number})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(strings.Fields(e.Draft.Tree().Text()), " "); !strings.HasSuffix(got, c.want) {
				t.Errorf("the tree = %s, want %s", got, c.want)
			}
		})
	}
	// Without its parent there is no place for it.
	key, first := created(t, l, tree)
	if _, err := l.Edit(ctx, key.ID(), Request{Edit: edit(t, `{"op":"delete","nodes":[3]}`)}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Edit(ctx, key.ID(), Request{Edit: edit(t, `{"op":"sibling","node":5}`), Base: first.Number}); err == nil || !strings.Contains(err.Error(), "there is no node 5") {
		t.Errorf("Edit beside a node whose parent is deleted = %v", err)
	}
}
