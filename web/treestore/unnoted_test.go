package treestore

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"espalier/web/store"
	"espalier/web/store/ledger"
	"espalier/web/store/storetest"
)

// What the ledger of an embedded store cannot note is not acknowledged: if it were lost, nobody would
// notice. A later try with the same token is acknowledged, and then it is in the ledger.
func TestUnnotedIsNotAcknowledged(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	l := openedWith(t, Config{Dir: dir})
	key, first := created(t, l, small)
	id := key.ID()
	lesson := []byte(`{"revision":1}`)
	if err := l.putLesson(ctx, Key("lesson").ID(), lesson, 0); err != nil {
		t.Fatal(err)
	}
	room := "room.AAAAAAAA"
	sequence, err := l.records.CreateValue(ctx, room, storetest.Value(room, 1), "")
	if err != nil {
		t.Fatal(err)
	}

	bucketOfStore(l).Ledger.Pass = func() error { return errors.New("the disk is full") }
	req := setLabel(t, "a")
	req.Token = "t"
	var away *store.UnavailableError
	for range 2 { // the second try finds the revision
		if e, err := l.Edit(ctx, id, req); !errors.As(err, &away) || e != nil {
			t.Fatalf("an edit that is not noted = %+v, %v", e, err)
		}
	}
	if s, err := l.Load(ctx, id); err != nil || s.Number != first.Number+1 {
		t.Fatalf("after it the newest is %+v, %v", s, err)
	}
	if _, _, err := l.Create(ctx, draftOf(t, small), ""); !errors.As(err, &away) {
		t.Errorf("a new tree that is not noted: %v", err)
	}
	trees := 0
	if err := l.records.EachLog(ctx, func(ID) error { trees++; return nil }); err != nil || trees != 1 {
		t.Errorf("there are %d trees, want 1; %v", trees, err)
	}
	if _, err := l.records.UpdateValue(ctx, room, storetest.Value(room, 2), sequence, ""); !errors.As(err, &away) {
		t.Errorf("a value that is not noted: %v", err)
	}
	if err := l.putLesson(ctx, Key("other").ID(), lesson, 0); !errors.As(err, &away) {
		t.Errorf("a lesson that is not noted: %v", err)
	}

	bucketOfStore(l).Ledger.Pass = nil
	if e := edited(t, l, id, req); e.NewRevision != first.Number+1 {
		t.Errorf("the third try made revision %d", e.NewRevision)
	}
	if _, err := l.records.UpdateValue(ctx, room, storetest.Value(room, 2), sequence, ""); !errors.Is(err, store.ErrKeyExists) {
		t.Errorf("the second try of the value: %v", err)
	}
	if err := l.putLesson(ctx, Key("other").ID(), lesson, 0); err != nil {
		t.Errorf("the second try of the lesson: %v", err)
	}
	marks, err := ledger.Read(filepath.Join(dir, folder), ledgerRules)
	if err != nil {
		t.Fatal(err)
	}
	if n := marks.Of(string(id)).Number; n != first.Number+1 {
		t.Errorf("the ledger has revision %d", n)
	}
	if m := marks.Of(lessonKey(Key("other").ID())); m.Number != 1 {
		t.Errorf("the ledger has %+v of the lesson", m)
	}
}
