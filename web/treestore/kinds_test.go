package treestore

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
)

// The kinds of these tests. Features register theirs in their packages.
var (
	_ = Register(Kind{Prefix: "room.", One: "room", Many: "rooms",
		Number: func(words []string, value []byte) int {
			if len(words) > 1 {
				return 1
			}
			return NumberIn(value, "r")
		}, Refers: IDsIn})
	_ = Register(Kind{Prefix: "rooms.", One: "secret of the rooms", Many: "secrets of the rooms", Single: true,
		Note: func(_ []string, value []byte) string { return string(value) }})
	_ = Register(Kind{Prefix: "homework.", One: "assignment", Many: "assignments", Refers: IDsIn,
		Number: func(_ []string, value []byte) int { return NumberIn(value, "revision") }})
	_ = Register(Kind{Prefix: "task.", One: "task", Many: "tasks", Refers: IDsIn,
		Number: func(_ []string, value []byte) int { return NumberIn(value, "revision") }})
	_ = Register(Kind{Prefix: "trace.", One: "trace", Many: "traces",
		Number: func(_ []string, value []byte) int { return NumberIn(value, "revision") },
		Large:  func(words []string) bool { return len(words) > 1 },
		Unfinished: func(keys []string, value []byte) (left []string) {
			for _, key := range keys {
				if strings.Contains(key, ".c.") && !strings.Contains(string(value), key) {
					left = append(left, key)
				}
			}
			return left
		}})
	_ = Register(Kind{Prefix: lessonPrefix, One: "lesson", Many: "lessons", Refers: IDsIn,
		Number:   func(_ []string, value []byte) int { return NumberIn(value, "revision") },
		Renumber: func(value []byte, number int) ([]byte, error) { return WithNumber(value, "revision", number) }})
)

// A value that was stored before there was a ledger is adopted. If it is lost then, it is named, and
// may refer to anything.
func TestOldValueIsAdopted(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	l := opened(t, dir)
	err := l.withValues(ctx, true, func(b *openBucket) error { // as a server of before stored it
		_, err := b.Create(ctx, "task.t.s.u", []byte(`{"name":"Ada"}`))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	closing(t, l)
	l = opened(t, dir)
	l.Health(ctx) // opens it, which adopts it
	closing(t, l)
	removeBlocks(t, dir)
	l = openedWith(t, Config{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	if _, _, err := l.Value(ctx, "task.t.s.u"); !isDamaged(err) {
		t.Errorf("the value is lost, and Value = %v", err)
	}
	if _, err := l.Referred(ctx, "trace.", map[ID]bool{Key("x").ID(): true}); !isDamaged(err) {
		t.Errorf("a lost value may refer to a trace, and Referred = %v", err)
	}
	closing(t, l)
}

// What an early version has stored in a cluster, without a ledger, is adopted by each Espalier when it
// compares the store with its ledger: tasks, students and traces. After that a lost one is not denied and
// not replaced. What was deleted is not adopted again.
func TestOldValuesOfClusterAreAdopted(t *testing.T) {
	ctx := context.Background()
	_, address := natstest.Start(t, nil)
	l := openedWith(t, Config{URL: address, Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler), doubtEvery: time.Millisecond})
	if _, err := l.CreateValue(ctx, "task.gone", []byte(`{"revision":1}`), ""); err != nil {
		t.Fatal(err)
	}
	if err := l.RemoveValues(ctx, "task.gone", true); err != nil {
		t.Fatal(err)
	}
	b, done, err := l.use(ctx, true)
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
	l.audit(ctx, b)
	for key, value := range old {
		if m := b.ledger.Of(key); m.Number != numberOf(key, []byte(value)) || m.Sum != sumOf([]byte(value)) {
			t.Errorf("%s is in the ledger as %+v", key, m)
		}
	}
	if m := b.ledger.Of("task.gone.s.u"); m.Number > 0 {
		t.Errorf("a value of a deleted task is adopted: %+v", m)
	}
	b.kept = &keptRecords{} // as in another Espalier, which has not read them
	for key := range old {
		if err := b.Purge(ctx, key); err != nil { // the servers lose it
			t.Fatal(err)
		}
	}
	for key := range old {
		for _, _, err := l.Value(ctx, key); !isDamaged(err); _, _, err = l.Value(ctx, key) {
			var doubted *UnavailableError // until it is certain
			if !errors.As(err, &doubted) || pause(ctx, time.Millisecond) != nil {
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
	l := opened(t, dir)
	for key, value := range map[string]string{
		"trace.a": `{"revision":1,"has":"trace.a.c.1"}`, "trace.a.c.1": `"1"`, "trace.a.c.2": `"2"`,
		"trace.b.c.1": `"3"`,
	} {
		if _, err := l.CreateValue(ctx, key, []byte(value), ""); err != nil {
			t.Fatal(err)
		}
	}
	closing(t, l)
	l = opened(t, dir)
	defer closing(t, l)
	if keys, err := l.ListValues(ctx, "trace.>"); err != nil || len(keys) != 2 {
		t.Errorf("after an opening there are %q, %v, want trace.a and its first chunk", keys, err)
	}
	for _, key := range []string{"trace.a.c.2", "trace.b.c.1"} { // the next try stores it again
		if _, err := l.CreateValue(ctx, key, []byte(`"4"`), ""); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	if h := l.Health(ctx); h.State != StateOK {
		t.Errorf("the health is %s: %s", h.State, h.Reason)
	}
}

// What lessons and values name by an id is referred to.
func TestReferred(t *testing.T) {
	ctx := context.Background()
	l := opened(t, t.TempDir())
	defer closing(t, l)
	ids := map[ID]bool{}
	for _, name := range []string{"lesson", "room", "homework", "trace", "nobody"} {
		ids[Key(name).ID()] = true
	}
	show := func(name string) []byte {
		return fmt.Appendf(nil, `{"r":1,"revision":1,"show":{"trace":%q}}`, Key(name).ID())
	}
	err := l.putLesson(ctx, Key("l").ID(), show("lesson"), 0)
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
	if err != nil || len(named) != 3 || named[Key("trace").ID()] || named[Key("nobody").ID()] {
		t.Errorf("Referred = %v, %v, want those of the lesson, the room and the homework", named, err)
	}
}
