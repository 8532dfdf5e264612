package treestore

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web/store"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

// The last part of the store is reserved for edits, and at 80 % the log has a warning.
func TestReserveIsForEdits(t *testing.T) {
	treetest.SkipUnderRace(t)
	ctx := context.Background()
	var log bytes.Buffer
	const limit = 512 << 10
	l := openedWith(t, Config{Dir: t.TempDir(), MaxBytes: limit, Log: slog.New(slog.NewTextHandler(&log, nil))})
	var last Key
	var err error
	made := 0
	for ; made < 1000; made++ {
		var key Key
		if key, _, err = l.Create(ctx, draftOf(t, wide(1000)), "made"); err != nil {
			break
		}
		last = key
	}
	if !errors.Is(err, store.ErrFull) || !strings.Contains(err.Error(), "nearly full") || !strings.Contains(err.Error(), "512 KiB") {
		t.Fatalf("Create after %d trees = %v, want one that says the library is nearly full", made, err)
	}
	used, of, err := l.records.Size(ctx)
	if err != nil || of != limit || used < limit/100*(100-records.ReservePercent) || used > limit*95/100 {
		t.Errorf("Size = %d of %d, %v; want a little above nine tenths", used, of, err)
	}
	if n := strings.Count(log.String(), "nearly full; -max-store"); n != 1 {
		t.Errorf("the log warns %d times, want once:\n%s", n, log.String())
	}
	for i := range 20 {
		edited(t, l, last.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)})
	}
	if err := l.Delete(ctx, last); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the first may find that there is no space yet
		_, _, err = l.Create(ctx, trees.EmptyDraft(), "made")
	}
	if err != nil {
		t.Errorf("Create after a Delete = %v", err)
	}
}

// A new limit applies to an existing store, and a smaller one loses nothing.
func TestLimitIsChanged(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	var keys []Key
	for _, limit := range []int64{0, 256 << 10, records.MostMaxBytes, records.SameMaxBytes, 1 << 10, 0} {
		l := openedWith(t, Config{Dir: dir, MaxBytes: limit})
		for _, key := range keys {
			if _, err := l.Load(ctx, key.ID()); err != nil {
				t.Fatalf("with the limit %d: %v", limit, err)
			}
		}
		if limit != 1<<10 {
			key, _, err := l.Create(ctx, draftOf(t, wide(5000)), "made")
			if err != nil {
				t.Fatalf("with the limit %d: %v", limit, err)
			}
			keys = append(keys, key)
		} else if _, _, err := l.Create(ctx, draftOf(t, wide(5000)), "made"); !errors.Is(err, store.ErrFull) {
			t.Errorf("Create with a limit below what is there = %v", err)
		}
		if _, of, err := l.records.Size(ctx); err != nil || of != map[int64]int64{0: records.MaxBytes, records.SameMaxBytes: records.MostMaxBytes}[limit] && of != limit {
			t.Errorf("with the limit %d the limit is %d, %v", limit, of, err)
		}
		storetest.Close(t, l)
	}
}

// An admission that refuses prevents the storing of a revision, and learns whether others
// were stored.
func TestAdmission(t *testing.T) {
	ctx := context.Background()
	l := opened(t, t.TempDir())
	var asked, stored, failed int
	var refuse error
	l.records.SetAdmission(func(_ context.Context, first bool, bytes int64) (func(bool), error) {
		asked++
		if first != (asked == 1) || bytes < 200 {
			t.Errorf("asked for the %dth time: first %v, %d bytes", asked, first, bytes)
		}
		return func(ok bool) {
			if ok {
				stored++
			} else {
				failed++
			}
		}, refuse
	})
	key, _ := created(t, l, small)
	change := Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)}
	refuse = errors.New("no")
	if _, err := l.Edit(ctx, key.ID(), change); !errors.Is(err, refuse) {
		t.Errorf("Edit = %v, want the error of the admission", err)
	}
	if s, err := l.Load(ctx, key.ID()); err != nil || s.Number != 1 {
		t.Errorf("Load = %v, %v; want revision 1", s, err)
	}
	refuse = nil
	edited(t, l, key.ID(), change)
	if asked != 3 || stored != 2 || failed != 0 {
		t.Errorf("asked %d times, stored %d, failed %d", asked, stored, failed)
	}
}
