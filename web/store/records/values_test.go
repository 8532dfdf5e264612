package records_test

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"slices"
	"testing"

	"espalier/web/store"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

// putValues stores a value as often as its number says.
func putValues(t *testing.T, l *records.Store, key string, number int) {
	t.Helper()
	sequence, err := l.CreateValue(t.Context(), key, storetest.Value(key, 1), "the note of "+key)
	for n := 2; n <= number && err == nil; n++ {
		sequence, err = l.UpdateValue(t.Context(), key, storetest.Value(key, n), sequence, "the note of "+key)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The secret of the rooms, whose note is the secret, is put back from the ledger.
func TestMendFromLedger(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	const key, secret = "rooms.secret", "\x00\xffsecret"
	l := storetest.Open(t, records.Config{Dir: dir})
	if _, err := l.CreateValue(ctx, key, []byte(secret), secret); err != nil {
		t.Fatal(err)
	}
	putValues(t, l, "room.ABC", 1)
	for range 2 {
		storetest.Close(t, l)
		storetest.RemoveBlocks(t, dir)
		l = storetest.Open(t, records.Config{Dir: dir, Log: slog.New(slog.DiscardHandler)})
		if value, _, err := l.Value(ctx, key); err != nil || string(value) != secret {
			t.Errorf("Value = %q, %v, want %q", value, err, secret)
		}
		if damaged := l.Health(ctx).Damaged; len(damaged) != 1 || damaged[0].ID != "room.ABC" {
			t.Errorf("damaged: %v, want only the room", damaged)
		}
	}
}

// A lost value of a room or an assignment is named, and nothing replaces it. It is restored from a
// backup if that has it. A deleted value is not missed.
func TestRestoreValues(t *testing.T) {
	ctx := t.Context()
	dir, backups := t.TempDir(), t.TempDir()
	l := storetest.Open(t, records.Config{Dir: dir})
	numbers := map[string]int{"room.ABC": 3, "room.ABC.q.1": 1, "room.ABC.a.1.x": 1, "homework.h": 2, "homework.h.s.t": 4}
	for key, number := range numbers {
		putValues(t, l, key, number)
	}
	putValues(t, l, "room.GONE", 1)
	putValues(t, l, "room.ABC.s.1", 1)
	if err := errors.Join(l.RemoveValues(ctx, "room.GONE", true), l.RemoveMatching(ctx, "room.ABC.s.1")); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Backup(ctx, backups); err != nil {
		t.Fatal(err)
	}
	putValues(t, l, "room.ABC.h.1", 1) // is in no backup
	storetest.Close(t, l)
	storetest.RemoveBlocks(t, dir)

	l = storetest.Open(t, records.Config{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	var named []string
	for _, d := range l.Health(ctx).Damaged {
		named = append(named, string(d.ID))
		if !d.Value {
			t.Errorf("the health names %+v, which is no value", d)
		}
	}
	want := []string{"homework.h", "homework.h.s.t", "room.ABC", "room.ABC.a.1.x", "room.ABC.h.1", "room.ABC.q.1"}
	if slices.Sort(named); !slices.Equal(named, want) {
		t.Errorf("the health names %q, want %q", named, want)
	}
	for _, key := range want {
		if value, _, err := l.Value(ctx, key); !records.IsDamaged(err) {
			t.Errorf("%s is lost, and Value = %s, %v", key, value, err)
		}
		if _, err := l.CreateValue(ctx, key, storetest.Value(key, 1), ""); !errors.Is(err, store.ErrKeyExists) {
			t.Errorf("%s is lost, and CreateValue = %v", key, err)
		}
		if note := l.NoteOf(ctx, key); note != "the note of "+key {
			t.Errorf("the note of %s is %q", key, note)
		}
	}
	if keys, err := l.ListValues(ctx, "room.ABC.>"); err != nil || len(keys) != 3 {
		t.Errorf("ListValues = %q, %v, want the three lost ones", keys, err)
	}
	for _, key := range []string{"room.GONE", "room.ABC.s.1"} {
		if _, _, err := l.Value(ctx, key); !errors.Is(err, store.ErrNoKey) {
			t.Errorf("%s was deleted, and Value = %v", key, err)
		}
	}
	for _, restore := range []struct {
		root, backups string
		want          records.Restored
		err           error
	}{
		{root: "h", want: records.Restored{Missing: []int{2, 4}}},
		{root: "h", backups: backups, want: records.Restored{PutBack: []int{2, 4}}},
		{root: "h", backups: backups},
		{root: "ABC", backups: backups, want: records.Restored{PutBack: []int{3, 1, 1}, Missing: []int{1}}},
		{root: "NONE", backups: backups, err: records.ErrNoValues},
		{root: "GONE", backups: backups, err: records.ErrNoValues},
	} {
		var done records.Restored
		if err := l.RestoreValues(ctx, restore.root, restore.backups, &done); !errors.Is(err, restore.err) || !reflect.DeepEqual(done, restore.want) {
			t.Errorf("RestoreValues(%s) = %+v, %v, want %+v, %v", restore.root, done, err, restore.want, restore.err)
		}
	}
	for round := range 2 { // again from the disk
		for key, number := range numbers {
			if value, _, err := l.Value(ctx, key); err != nil || string(value) != string(storetest.Value(key, number)) {
				t.Errorf("the restored %s = %s, %v", key, value, err)
			}
		}
		if h := l.Health(ctx); len(h.Damaged) != 1 || h.Damaged[0].ID != "room.ABC.h.1" {
			t.Errorf("restored, the health names %v", h.Damaged)
		}
		storetest.Close(t, l)
		if round == 0 {
			l = storetest.Open(t, records.Config{Dir: dir, Log: slog.New(slog.DiscardHandler)})
		}
	}
}

// An embedded store with a folder of backups puts lost values back when it is opened.
func TestValuesAreMendedAtOpening(t *testing.T) {
	ctx := context.Background()
	dir, backups := t.TempDir(), t.TempDir()
	l := storetest.Open(t, records.Config{Dir: dir})
	putValues(t, l, "room.ABC", 2)
	if _, err := l.Backup(ctx, backups); err != nil {
		t.Fatal(err)
	}
	storetest.Close(t, l)
	storetest.RemoveBlocks(t, dir)
	l = storetest.Open(t, records.Config{Dir: dir, Backups: backups, Log: slog.New(slog.DiscardHandler)})
	if value, _, err := l.Value(ctx, "room.ABC"); err != nil || string(value) != string(storetest.Value("room.ABC", 2)) {
		t.Errorf("the mended value = %s, %v", value, err)
	}
	storetest.Close(t, l)
}
