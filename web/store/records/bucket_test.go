package records_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"espalier/web/cluster"
	"espalier/web/cluster/natstest"
	"espalier/web/store"
	"espalier/web/store/memory"
)

// What the store needs of a bucket holds for the embedded server, for a cluster of three servers, and
// for an engine in memory.
func TestBucketContract(t *testing.T) {
	connect := func(t *testing.T, url string) store.Engine {
		b, err := cluster.Connect(cluster.Config{URL: url})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		return b
	}
	t.Run("embedded", func(t *testing.T) {
		ctx, end := context.WithCancel(context.Background())
		defer end()
		dir := t.TempDir()
		b, err := cluster.Embed(cluster.Config{Dir: dir, Disk: cluster.NewDisk(ctx, dir, nil), Limit: 64 << 20})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		bucketContract(t, b, b)
	})
	t.Run("cluster", func(t *testing.T) {
		c := natstest.StartCluster(t)
		bucketContract(t, connect(t, c.URL(0)), connect(t, c.URL(1)))
	})
	t.Run("memory", func(t *testing.T) {
		e := memory.New()
		bucketContract(t, e.Connect(), e.Connect())
	})
}

// bucketContract checks a bucket, and another connection to the same values, which may be the same one.
func bucketContract(t *testing.T, b, other store.Engine) {
	ctx := t.Context()
	want := func(what string, got, want error) {
		t.Helper()
		if !errors.Is(got, want) {
			t.Errorf("%s = %v, want %v", what, got, want)
		}
	}
	reads := func(key, value string, sequence uint64) {
		t.Helper()
		for i, from := range []store.Engine{b, other} {
			if got, at, err := from.Get(ctx, key); err != nil || string(got) != value || at != sequence {
				t.Errorf("Get of %s at connection %d = %q, %d, %v; want %q, %d", key, i, got, at, err, value, sequence)
			}
		}
	}

	// Create, and replace if the sequence is still the one that was read.
	_, _, err := b.Get(ctx, "room.A")
	want("Get of a new key", err, store.ErrNoKey)
	first, err := b.Create(ctx, "room.A", []byte("1"))
	want("Create", err, nil)
	reads("room.A", "1", first)
	_, err = other.Create(ctx, "room.A", []byte("2"))
	want("Create of a key that exists", err, store.ErrKeyExists)
	second, err := other.Update(ctx, "room.A", []byte("2"), first)
	want("Update", err, nil)
	reads("room.A", "2", second)
	_, err = b.Update(ctx, "room.A", []byte("3"), first)
	want("Update of an earlier sequence", err, store.ErrKeyExists)
	if second <= first {
		t.Errorf("the sequence %d is followed by %d", first, second)
	}

	// Of many who replace one value, one is first.
	var mu sync.Mutex
	var done sync.WaitGroup
	won := 0
	for i := range 8 {
		done.Go(func() {
			_, err := []store.Engine{b, other}[i%2].Update(ctx, "room.A", fmt.Append(nil, "by ", i), second)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				won++
			} else {
				want("Update beside others", err, store.ErrKeyExists)
			}
		})
	}
	done.Wait()
	if won != 1 {
		t.Errorf("%d of 8 have replaced the value, want 1", won)
	}

	// List by prefix.
	for _, key := range []string{"room.A.a.1", "room.A.a.2", "room.B", "rooms.secret"} {
		_, err := b.Create(ctx, key, []byte(key))
		want("Create", err, nil)
	}
	for pattern, keys := range map[string][]string{
		"room.>": {"room.A", "room.A.a.1", "room.A.a.2", "room.B"}, "room.*": {"room.A", "room.B"}, "room.A.>": {"room.A.a.1", "room.A.a.2"},
		"room.A.*.2": {"room.A.a.2"}, "room.A": {"room.A"}, "rooms.>": {"rooms.secret"}, "none.>": nil, ">": {"room.A", "room.A.a.1", "room.A.a.2", "room.B", "rooms.secret"},
	} {
		got, err := other.List(ctx, pattern)
		if slices.Sort(got); err != nil || !slices.Equal(got, keys) {
			t.Errorf("List of %s = %q, %v; want %q", pattern, got, err, keys)
		}
	}

	// Follow: writes and marks are announced, in their order.
	type news struct {
		key     string
		deleted bool
	}
	received := make(chan news, 16)
	stop, err := other.Watch("room.W.>", func(key string, deleted bool) { received <- news{key, deleted} })
	want("Watch", err, nil)
	next := func(want news) {
		t.Helper()
		select {
		case got := <-received:
			if got != want {
				t.Errorf("Watch reports %v, want %v", got, want)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("Watch does not report %v", want)
		}
	}
	announced := func(key string) { // a subscription takes a moment to reach the other servers
		t.Helper()
		for until := time.Now().Add(20 * time.Second); time.Now().Before(until); {
			_, err := b.Create(ctx, key, nil)
			want("Create", err, nil)
			select {
			case <-received:
				return
			case <-time.After(100 * time.Millisecond):
				want("Purge", b.Purge(ctx, key), nil)
			}
		}
		t.Fatal("Watch reports nothing")
	}
	announced("room.W.first")
	_, err = b.Create(ctx, "room.W.x", []byte("x"))
	want("Create", err, nil)
	next(news{"room.W.x", false})
	_, err = b.Create(ctx, "room.V.x", []byte("x"))
	want("Create", err, nil)
	want("Mark", b.Mark(ctx, "room.W.x"), nil)
	next(news{"room.W.x", true})
	stop()

	// Deleted, with a mark and without one. Both may be created again.
	if _, _, err = other.Get(ctx, "room.W.x"); b.Shared() {
		want("Get of a marked key", err, store.ErrDeleted)
	}
	want("Get of a marked key", err, store.ErrNoKey)
	again, err := b.Create(ctx, "room.W.x", []byte("y"))
	want("Create of a marked key", err, nil)
	reads("room.W.x", "y", again)
	want("Purge", b.Purge(ctx, "room.A.>"), nil)
	_, _, err = other.Get(ctx, "room.A.a.1")
	want("Get of a purged key", err, store.ErrNoKey)
	if _, _, err = other.Get(ctx, "room.A"); err != nil {
		t.Errorf("a purge of what is below a key: Get of the key = %v", err)
	}
	again, err = other.Create(ctx, "room.A.a.1", []byte("z"))
	want("Create of a purged key", err, nil)
	reads("room.A.a.1", "z", again)

	// Messages that are not stored.
	got := make(chan string, 16)
	stop, err = other.Listen("topic", func(message []byte) { got <- string(message) })
	want("Listen", err, nil)
	for sent := false; !sent; {
		want("Broadcast", b.Broadcast("topic", []byte("sent")), nil)
		select {
		case m := <-got:
			if sent = true; m != "sent" {
				t.Errorf("Listen has %q", m)
			}
		case <-time.After(100 * time.Millisecond): // the subscription has not reached the server yet
		}
	}
	stop()

	// Now, and health.
	if now, err := b.Time(ctx); err != nil || time.Since(now).Abs() > time.Minute {
		t.Errorf("Time = %v, %v", now, err)
	}
	if !b.Usable() || b.Replaced() {
		t.Errorf("Usable = %v, Replaced = %v", b.Usable(), b.Replaced())
	}
	ended, end := context.WithCancel(ctx)
	end()
	_, _, err = b.Get(ended, "room.A")
	want("Get of a request that has ended", err, context.Canceled)
	var away *store.UnavailableError
	if err := b.Unavailable(nil); !errors.As(err, &away) {
		t.Errorf("Unavailable = %v", err)
	}
}
