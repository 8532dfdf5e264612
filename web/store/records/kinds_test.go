package records_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"espalier/web/cluster/natstest"
	"espalier/web/store"
	"espalier/web/store/key"
	"espalier/web/store/ledger"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

// A value that was stored before there was a ledger is adopted. If it is lost then, it is named, and
// may refer to anything.
func TestOldValueIsAdopted(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	l := storetest.Open(t, records.Config{Dir: dir})
	err := l.WithBucket(ctx, func(b *records.Bucket) error { // as a server of before stored it
		_, err := b.Create(ctx, "task.t.s.u", []byte(`{"name":"Ada"}`))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Close(t, l)
	l = storetest.Open(t, records.Config{Dir: dir})
	l.Health(ctx) // opens it, which adopts it
	storetest.Close(t, l)
	storetest.RemoveBlocks(t, dir)
	l = storetest.Open(t, records.Config{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	if _, _, err := l.Value(ctx, "task.t.s.u"); !records.IsDamaged(err) {
		t.Errorf("the value is lost, and Value = %v", err)
	}
	if _, err := l.Referred(ctx, "trace.", map[key.ID]bool{key.Key("x").ID(): true}); !records.IsDamaged(err) {
		t.Errorf("a lost value may refer to a trace, and Referred = %v", err)
	}
	storetest.Close(t, l)
}

// What an early version has stored in a cluster, without a ledger, is adopted by each Espalier when it
// compares the store with its ledger: tasks, students and traces. After that a lost one is not denied and
// not replaced. What was deleted is not adopted again.
func TestOldValuesOfClusterAreAdopted(t *testing.T) {
	ctx := context.Background()
	_, address := natstest.Start(t, nil)
	l := storetest.Open(t, records.Config{URL: address, Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler), DoubtEvery: time.Millisecond})
	if _, err := l.CreateValue(ctx, "task.gone", []byte(`{"revision":1}`), ""); err != nil {
		t.Fatal(err)
	}
	if err := l.RemoveValues(ctx, "task.gone", true); err != nil {
		t.Fatal(err)
	}
	b, done, err := l.Use(ctx, true)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	old := map[string]string{"task.t": `{"revision":3}`, "task.t.s.u": `{"revision":2,"name":"Ada"}`, "trace.r": `{"revision":1}`, "trace.r.c.1": `{"revision":1}`}
	for key, value := range old {
		if _, err := b.Create(ctx, key, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Create(ctx, "task.gone.s.u", []byte(`{"revision":1}`)); err != nil {
		t.Fatal(err)
	}
	l.Audit(ctx, b)
	for key, value := range old {
		if m := b.Ledger.Of(key); m.Number != records.NumberOf(key, []byte(value)) || m.Sum != ledger.SumOf([]byte(value)) {
			t.Errorf("%s is in the ledger as %+v", key, m)
		}
	}
	if m := b.Ledger.Of("task.gone.s.u"); m.Number > 0 {
		t.Errorf("a value of a deleted task is adopted: %+v", m)
	}
	b.Kept = &records.Kept{} // as in another Espalier, which has not read them
	for key := range old {
		if err := b.Purge(ctx, key); err != nil { // the servers lose it
			t.Fatal(err)
		}
	}
	for key := range old {
		for _, _, err := l.Value(ctx, key); !records.IsDamaged(err); _, _, err = l.Value(ctx, key) {
			var doubted *store.UnavailableError // until it is certain
			if !errors.As(err, &doubted) || records.Pause(ctx, time.Millisecond) != nil {
				t.Fatalf("%s is lost, and Value = %v", key, err)
			}
		}
		if _, err := l.CreateValue(ctx, key, []byte(`{"revision":1,"by":"a stranger"}`), ""); !errors.Is(err, store.ErrKeyExists) {
			t.Errorf("%s is lost, and CreateValue = %v", key, err)
		}
	}
}

// Chunks that no document names are removed when the store is opened; those of a lost document stay.
func TestInterruptedWritesAreUndone(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	l := storetest.Open(t, records.Config{Dir: dir})
	for key, value := range map[string]string{
		"trace.a": `{"revision":1,"has":"trace.a.c.1"}`, "trace.a.c.1": `"1"`, "trace.a.c.2": `"2"`,
		"trace.b.c.1": `"3"`,
	} {
		if _, err := l.CreateValue(ctx, key, []byte(value), ""); err != nil {
			t.Fatal(err)
		}
	}
	storetest.Close(t, l)
	l = storetest.Open(t, records.Config{Dir: dir})
	defer storetest.Close(t, l)
	if keys, err := l.ListValues(ctx, "trace.>"); err != nil || len(keys) != 2 {
		t.Errorf("after an opening there are %q, %v, want trace.a and its first chunk", keys, err)
	}
	for _, key := range []string{"trace.a.c.2", "trace.b.c.1"} { // the next try stores it again
		if _, err := l.CreateValue(ctx, key, []byte(`"4"`), ""); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	if h := l.Health(ctx); h.State != records.StateOK {
		t.Errorf("the health is %s: %s", h.State, h.Reason)
	}
}

// What lessons and values name by an id is referred to.
func TestReferred(t *testing.T) {
	ctx := context.Background()
	l := storetest.Open(t, records.Config{Dir: t.TempDir()})
	defer storetest.Close(t, l)
	ids := map[key.ID]bool{}
	for _, name := range []string{"lesson", "room", "homework", "trace", "nobody"} {
		ids[key.Key(name).ID()] = true
	}
	show := func(name string) []byte {
		return fmt.Appendf(nil, `{"r":1,"revision":1,"show":{"trace":%q}}`, key.Key(name).ID())
	}
	_, err := l.CreateValue(ctx, storetest.LessonPrefix+string(key.Key("l").ID()), show("lesson"), "")
	for _, key := range []string{"room.R", "homework.h", "trace.t"} {
		if err == nil {
			name, _, _ := strings.Cut(key, ".")
			_, err = l.CreateValue(ctx, key, show(name), "")
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	named, err := l.Referred(ctx, "trace.", ids)
	if err != nil || len(named) != 3 || named[key.Key("trace").ID()] || named[key.Key("nobody").ID()] {
		t.Errorf("Referred = %v, %v, want those of the lesson, the room and the homework", named, err)
	}
}
