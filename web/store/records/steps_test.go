package records_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/web/cluster/natstest"
	"espalier/web/store"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

// A part belongs to the record of a student in a task: it is stored first, and then noted there.
var _ = records.Register(records.Kind{Prefix: "part.", One: "part", Many: "parts", Of: func(value []byte) string { return records.TextIn(value, "of") }})

// attachPart notes a part in a record.
func attachPart(_ []string, value []byte, root string, _ []byte, _ time.Time) ([]byte, error) {
	if records.TextIn(value, "has") == root {
		return nil, nil
	}
	return fmt.Appendf(nil, `{"revision":%d,"has":%q}`, records.NumberIn(value, "revision")+1, root), nil
}

// stores calls f with an embedded store and with one on a cluster, both on a simulated clock.
func stores(t *testing.T, f func(t *testing.T, l *records.Store, c *storetest.Clock)) {
	t.Run("embedded", func(t *testing.T) {
		c := storetest.NewClock()
		l := storetest.Open(t, records.Config{Dir: t.TempDir(), Machine: c.Machine(), Log: slog.New(slog.DiscardHandler)})
		defer storetest.Close(t, l)
		f(t, l, c)
	})
	t.Run("cluster", func(t *testing.T) {
		_, address := natstest.Start(t, nil)
		c := storetest.NewClock()
		l := storetest.Open(t, records.Config{URL: address, Dir: t.TempDir(), Machine: c.Machine(), Log: slog.New(slog.DiscardHandler)})
		defer storetest.Close(t, l)
		f(t, l, c)
	})
}

// storeAll stores new values.
func storeAll(t *testing.T, l *records.Store, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if _, err := l.CreateValue(t.Context(), pairs[i], []byte(pairs[i+1]), ""); err != nil {
			t.Fatal(pairs[i], err)
		}
	}
}

// What a write has left that nobody goes on with is deleted after records.LeftTime, while the process runs. A
// write that goes on, and one that has ended, stay.
func TestLeftWritesAreUndone(t *testing.T) {
	stores(t, func(t *testing.T, l *records.Store, c *storetest.Clock) {
		ctx := context.Background()
		storeAll(t, l, "trace.a", `{"revision":1,"has":"trace.a.c.1"}`, "trace.a.c.1", "1", "trace.a.c.2", "2", "trace.b.c.1", "3")
		for n, want := range []string{
			"trace.a trace.a.c.1 trace.a.c.2 trace.b.c.1",
			"trace.a trace.a.c.1 trace.a.c.2 trace.b.c.1 trace.b.c.2",
			"trace.a trace.a.c.1 trace.b.c.1 trace.b.c.2",
			"trace.a trace.a.c.1",
		} {
			if n == 1 {
				storeAll(t, l, "trace.b.c.2", "4")
			}
			if err := l.EndSteps(ctx); err != nil {
				t.Fatal(err)
			}
			keys, err := l.ListValues(ctx, "trace.>")
			if slices.Sort(keys); err != nil || strings.Join(keys, " ") != want {
				t.Errorf("after look %d there are %q, %v, want %s", n+1, keys, err, want)
			}
			c.Pass(records.LeftTime / 2)
		}
		storeAll(t, l, "trace.b.c.1", "5") // the next try
	})
}

// A root is noted once in the value that it belongs to, by the writer, by the next try, or by EndSteps
// after a kill. It goes with that value, and stays beside one that is lost.
func TestRootsAreAttached(t *testing.T) {
	kind := records.KindOf("task.")
	before := kind.Attach
	kind.Attach = attachPart
	defer func() { kind.Attach = before }()
	stores(t, func(t *testing.T, l *records.Store, _ *storetest.Clock) {
		ctx := context.Background()
		storeAll(t, l, "task.t", `{"revision":1}`, "task.t.s.u", `{"revision":1}`, "part.p", `{"of":"task.t.s.u"}`, "part.free", `{}`)
		for range 2 {
			if err := l.EndSteps(ctx); err != nil {
				t.Fatal(err)
			}
		}
		const want = `{"revision":2,"has":"part.p"}`
		if value, _, err := l.Value(ctx, "task.t.s.u"); err != nil || string(value) != want {
			t.Errorf("the record is %s, %v, want %s", value, err, want)
		}
		if value, noted, err := l.Attach(ctx, "part.p"); err != nil || noted || string(value) != want {
			t.Errorf("Attach = %s, %v, %v", value, noted, err)
		}
		if err := l.RemoveValues(ctx, "task.t", true); err != nil { // as if killed before its parts are deleted
			t.Fatal(err)
		}
		if err := l.EndSteps(ctx); err != nil {
			t.Fatal(err)
		}
		if _, _, err := l.Value(ctx, "part.p"); !errors.Is(err, store.ErrNoKey) {
			t.Errorf("the part of a deleted record: %v", err)
		}
		if _, _, err := l.Value(ctx, "part.free"); err != nil {
			t.Errorf("a part of nothing: %v", err)
		}
	})
}
