package treestore

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
)

// A part belongs to the record of a student in a task: it is stored first, and then noted there.
var _ = Register(Kind{Prefix: "part.", One: "part", Many: "parts", Of: func(value []byte) string { return TextIn(value, "of") }})

// attachPart notes a part in a record.
func attachPart(_ []string, value []byte, root string, _ []byte, _ time.Time) ([]byte, error) {
	if TextIn(value, "has") == root {
		return nil, nil
	}
	return fmt.Appendf(nil, `{"revision":%d,"has":%q}`, NumberIn(value, "revision")+1, root), nil
}

// stores calls f with an embedded store and with one on a cluster, both on a simulated clock.
func stores(t *testing.T, f func(t *testing.T, l *Store, c *simulatedClock)) {
	t.Run("embedded", func(t *testing.T) {
		c := newSimulatedClock()
		l := openedWith(t, Config{Dir: t.TempDir(), Machine: c.simulated(), Log: slog.New(slog.DiscardHandler)})
		defer closing(t, l)
		f(t, l, c)
	})
	t.Run("cluster", func(t *testing.T) {
		_, address := natstest.Start(t, nil)
		c := newSimulatedClock()
		l := openedWith(t, Config{URL: address, Dir: t.TempDir(), Machine: c.simulated(), Log: slog.New(slog.DiscardHandler)})
		defer closing(t, l)
		f(t, l, c)
	})
}

// storeAll stores new values.
func storeAll(t *testing.T, l *Store, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if _, err := l.CreateValue(t.Context(), pairs[i], []byte(pairs[i+1]), ""); err != nil {
			t.Fatal(pairs[i], err)
		}
	}
}

// What a write has left that nobody goes on with is deleted after leftTime, while the process runs. A
// write that goes on, and one that has ended, stay.
func TestLeftWritesAreUndone(t *testing.T) {
	stores(t, func(t *testing.T, l *Store, c *simulatedClock) {
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
			c.pass(leftTime / 2)
		}
		storeAll(t, l, "trace.b.c.1", "5") // the next try
	})
}

// A root is noted once in the value that it belongs to, by the writer, by the next try, or by EndSteps
// after a kill. It goes with that value, and stays beside one that is lost.
func TestRootsAreAttached(t *testing.T) {
	kind := kindOfKey("task.")
	before := kind.Attach
	kind.Attach = attachPart
	defer func() { kind.Attach = before }()
	stores(t, func(t *testing.T, l *Store, _ *simulatedClock) {
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

// Chunked adds to a kind what the store has to know of chunks: they are large, a longer one is newer, and
// those that no root names are left of a write, unless the root cannot be read.
func TestChunkedKind(t *testing.T) {
	k := Chunked(Kind{Prefix: "text.", Number: func(_ []string, value []byte) int { return NumberIn(value, "version") }},
		func(value []byte) (func(tag string) bool, error) {
			if len(value) < 5 {
				return nil, errors.New("it is cut off")
			}
			return func(tag string) bool { return strings.Contains(string(value), tag) }, nil
		})
	one, other := ChunksAt("text.a", "t1"), ChunksAt("text.a", "t2")
	keys := []string{one.key(0), one.key(1), other.key(0)}
	for _, c := range []struct {
		value string
		left  []string
	}{{`"t1"` + " ", keys[2:]}, {`"t1" "t2"`, nil}, {"    t", keys}, {"cut", nil}} {
		if left := k.Unfinished(keys, []byte(c.value)); !slices.Equal(left, c.left) {
			t.Errorf("beside %q there are left %q, want %q", c.value, left, c.left)
		}
	}
	if left := k.Unfinished(keys, nil); !slices.Equal(left, keys) {
		t.Errorf("without a root there are left %q", left)
	}
	small, err := compress([]byte("ab"))
	if err != nil {
		t.Fatal(err)
	}
	long, err := compress([]byte("abc"))
	if err != nil {
		t.Fatal(err)
	}
	words := k.words(keys[0])
	if a, b := k.Number(words, small), k.Number(words, long); a >= b || !k.Large(words) || k.Large(words[:1]) {
		t.Errorf("the numbers are %d and %d, large %v", a, b, k.Large(words))
	}
	if n := k.Number(words[:1], []byte(`{"version":7}`)); n != 7 {
		t.Errorf("the number of the root is %d", n)
	}
}
