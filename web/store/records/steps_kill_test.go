package records_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"espalier/web/store"
	"espalier/web/store/memory"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

var errKilledHere = &store.UnavailableError{Message: "this process was killed"}

// A killedBucket is the connection of a process that is killed after some writes: nothing that it does
// then arrives.
type killedBucket struct {
	store.Engine
	writes int // until then
}

func (b *killedBucket) killed() bool {
	b.writes--
	return b.writes < 0
}

func (b *killedBucket) Create(ctx context.Context, key string, data []byte) (uint64, error) {
	if b.killed() {
		return 0, errKilledHere
	}
	return b.Engine.Create(ctx, key, data)
}

func (b *killedBucket) Update(ctx context.Context, key string, data []byte, sequence uint64) (uint64, error) {
	if b.killed() {
		return 0, errKilledHere
	}
	return b.Engine.Update(ctx, key, data, sequence)
}

func (b *killedBucket) Purge(ctx context.Context, pattern string) error {
	if b.killed() {
		return errKilledHere
	}
	return b.Engine.Purge(ctx, pattern)
}

// An assignment and the records of its students are there together or not at all, after a kill between
// any two of the writes that make and delete them. To make one is a write, and to enter is another one
// below it, which needs the first. To delete one is a note in the ledger and two writes: whatever of them
// was made, the next process ends the rest.
func TestKillBetweenWritesOfAnAssignment(t *testing.T) {
	ctx := context.Background()
	for writes := range 8 {
		t.Run(fmt.Sprint(writes), func(t *testing.T) {
			engine, dir := memory.New(), t.TempDir()
			first := &killedBucket{engine.Connect(), writes}
			open := func(e store.Engine) *records.Store {
				return storetest.Open(t, records.Config{Dir: dir, Engine: e, Log: slog.New(slog.DiscardHandler)})
			}
			l := open(first)
			made := map[string]bool{} // what was acknowledged
			for _, key := range []string{"homework.h", "homework.h.s.one", "homework.h.s.two"} {
				if _, err := l.CreateValue(ctx, key, []byte(`{"revision":1}`), ""); err == nil {
					made[key] = true
				} else if !errors.Is(err, errKilledHere) {
					t.Fatal(key, err)
				} else {
					break
				}
			}
			removing := len(made) == 3
			if removing {
				if err := l.RemoveValues(ctx, "homework.h", true); (err == nil) != (writes > 4) {
					t.Fatal("RemoveValues =", err)
				}
			}
			storetest.Close(t, l)

			l = open(engine.Connect())
			defer storetest.Close(t, l)
			var root error
			var students []string
			settled := func() bool {
				_, _, root = l.Value(ctx, "homework.h")
				var err error
				students, err = l.ListValues(ctx, "homework.h.s.*")
				if err != nil && !errors.Is(err, store.ErrNoKey) {
					t.Fatal(err)
				}
				if removing {
					return errors.Is(root, store.ErrNoKey) && len(students) == 0
				}
				return (root == nil) == made["homework.h"] && len(students) == max(0, len(made)-1)
			}
			if err := l.EndSteps(ctx); err != nil {
				t.Fatal(err)
			}
			for end := time.Now().Add(10 * time.Second); !settled(); time.Sleep(5 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("after %d writes the assignment is %v, and its students are %s", writes, root, strings.Join(students, " "))
				}
			}
			if h := l.Health(ctx); len(h.Damaged) > 0 {
				t.Errorf("after %d writes %v is damaged", writes, h.Damaged)
			}
			if _, err := l.CreateValue(ctx, "homework.h.s.late", []byte(`{"revision":1}`), ""); removing && !errors.Is(err, store.ErrKeyExists) {
				t.Errorf("a student enters a deleted assignment: %v", err)
			}
		})
	}
}
