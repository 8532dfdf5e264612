package treestore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"espalier/trees"
	"espalier/web/cluster"
	"espalier/web/cluster/natstest"
	"espalier/web/store"
)

// Of two stores on one cluster, each returns the edits of the other at once, and no
// concurrent edit of a tree is lost.
func TestClusterServersShareEdits(t *testing.T) {
	ctx := context.Background()
	c := natstest.StartCluster(t)
	one, two := openedWith(t, Config{URL: c.URL(0)}), openedWith(t, Config{URL: c.URL(1)})
	if bucketOfStore(one).Engine.(*cluster.Bucket).Replicas() != 3 {
		t.Errorf("the bucket has %d replicas, want 3", bucketOfStore(one).Engine.(*cluster.Bucket).Replicas())
	}
	const each = 40
	key, first := created(t, one, wide(2*each))
	id := key.ID()
	got, err := two.Load(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "Load on another server", got, first)

	var received [2]atomic.Int64
	for i, l := range []*Store{one, two} {
		for range 3 {
			stop, err := l.Follow(ctx, id, 1, func(s *Saved) { received[i].Store(int64(s.Number)) })
			if err != nil {
				t.Fatal(err)
			}
			defer stop()
		}
	}
	took := make([]time.Duration, 2*each)
	var all sync.WaitGroup
	for who, l := range []*Store{one, two} {
		all.Go(func() {
			for i := range each {
				e := edit(t, `{"op":"set","nodes":[%d],"label":"w%d_%d"}`, 2+who*each+i, who, i)
				start := time.Now()
				made, err := l.Edit(ctx, id, Request{Edit: e})
				took[who*each+i] = time.Since(start)
				if err != nil {
					t.Errorf("Edit = %v", err)
					continue
				}
				if other, err := []*Store{two, one}[who].Load(ctx, id); err != nil || other.Number < made.NewRevision {
					t.Errorf("after revision %d the other server has %v, %v", made.NewRevision, other.Revision, err)
				}
			}
		})
	}
	all.Wait()
	slices.Sort(took)
	t.Logf("an edit while another server edits the same tree: p50 %s, p95 %s", took[len(took)/2].Round(100*time.Microsecond), took[len(took)*95/100].Round(100*time.Microsecond))
	for _, l := range []*Store{one, two} {
		s, err := l.Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if s.Number != 2*each+1 {
			t.Errorf("the newest revision = %d, want %d", s.Number, 2*each+1)
		}
		for who := range 2 {
			for i := range each {
				if got, want := label(t, s.Draft, trees.ID(2+who*each+i)), fmt.Sprintf("w%d_%d", who, i); got != want {
					t.Errorf("label = %q, want %q", got, want)
				}
			}
		}
	}
	c.Wait(t, func() bool { return received[0].Load() == 2*each+1 && received[1].Load() == 2*each+1 })

	t.Run("token", func(t *testing.T) {
		req := Request{Edit: edit(t, `{"op":"child","node":1}`), Token: "tok"}
		a := edited(t, one, id, req)
		b := edited(t, two, id, req)
		if !b.Duplicate || b.NewRevision != a.NewRevision || fmt.Sprint(b.Created) != fmt.Sprint(a.Created) {
			t.Errorf("the token on another server = %+v, want %+v", b, a)
		}
	})

	t.Run("a server goes", func(t *testing.T) {
		before, err := one.Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		c.Stop(0)
		start := time.Now()
		var e *Edited
		for {
			e, err = one.Edit(ctx, id, Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"after"}`), Token: "away"})
			var away *store.UnavailableError
			if err == nil || !errors.As(err, &away) || time.Since(start) > 20*time.Second {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		if err != nil || e.NewRevision != before.Number+1 {
			t.Fatalf("Edit with two of three servers = %+v, %v", e, err)
		}
		t.Logf("an edit is kept %s after a server was lost", time.Since(start).Round(time.Millisecond))
		c.Wait(t, func() bool {
			return received[0].Load() == int64(e.NewRevision) && received[1].Load() == int64(e.NewRevision)
		})
		c.Start(t, 0)
	})

	t.Run("all servers go", func(t *testing.T) {
		for i := range natstest.Servers {
			c.Stop(i)
		}
		c.Wait(t, func() bool { return !bucketOfStore(one).Usable() && !bucketOfStore(two).Usable() })
		for what, f := range map[string]func() error{
			"Edit":   func() error { return second(one.Edit(ctx, id, Request{Undo: 2})) },
			"Load":   func() error { return second(two.Load(ctx, id)) },
			"Create": func() error { _, _, err := one.Create(ctx, draftOf(t, small), "made"); return err },
		} {
			start := time.Now()
			err := f()
			limit := time.Second
			if what != "Load" {
				limit += failoverTimeout
			}
			var away *store.UnavailableError
			if !errors.As(err, &away) || time.Since(start) > limit {
				t.Errorf("%s without a server = %v after %s, want an UnavailableError within %s", what, err, time.Since(start), limit)
			}
		}
		for i := range natstest.Servers {
			c.Start(t, i)
		}
		c.Wait(t, func() bool { return second(one.Load(ctx, id)) == nil && second(two.Load(ctx, id)) == nil })
		var e *Edited
		c.Wait(t, func() bool {
			var err error
			e, err = two.Edit(ctx, id, Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"back"}`), Token: "back"})
			return err == nil
		})
		c.Wait(t, func() bool {
			return received[0].Load() == int64(e.NewRevision) && received[1].Load() == int64(e.NewRevision)
		})
	})

	t.Run("delete", func(t *testing.T) {
		gone := make(chan struct{})
		if _, err := two.Follow(ctx, id, 1, func(s *Saved) {
			if s.Deleted {
				close(gone)
			}
		}); err != nil {
			t.Fatal(err)
		}
		if err := one.Delete(ctx, key); err != nil {
			t.Fatal(err)
		}
		select {
		case <-gone:
		case <-time.After(10 * time.Second):
			t.Error("a follower on another server does not learn that the tree is gone")
		}
		for _, l := range []*Store{one, two} {
			if _, err := l.Load(ctx, id); !errors.Is(err, ErrNotFound) {
				t.Errorf("Load of a deleted tree = %v", err)
			}
			if _, err := l.Edit(ctx, id, Request{Undo: 2}); !errors.Is(err, ErrNotFound) {
				t.Errorf("Edit of a deleted tree = %v", err)
			}
		}
	})
}

// While the cluster elects leaders, no edit and no creation fails, and none is made twice.
func TestElectionsRefuseNoEdit(t *testing.T) {
	ctx := context.Background()
	c := natstest.StartCluster(t)
	l, other := openedWith(t, Config{URL: c.URL(0)}), openedWith(t, Config{URL: c.URL(1)})
	const trees = 4
	var done atomic.Bool
	var all sync.WaitGroup
	var made [trees]atomic.Int64
	var keys [trees]Key
	for i := range trees {
		keys[i], _ = created(t, l, small)
		all.Go(func() {
			for n := 0; !done.Load(); n++ {
				e, err := []*Store{l, other}[n%2].Edit(ctx, keys[i].ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, n)})
				if err != nil {
					t.Errorf("edit %d of tree %d = %v", n, i, err)
					return
				}
				if want := made[i].Add(1) + 1; int64(e.NewRevision) != want {
					t.Errorf("edit %d of tree %d made revision %d, want %d", n, i, e.NewRevision, want)
				}
			}
		})
	}
	all.Go(func() {
		for !done.Load() {
			key, _, err := other.Create(ctx, draftOf(t, small), "made")
			if err == nil {
				_, err = l.Edit(ctx, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)})
			}
			if err != nil {
				t.Errorf("a tree that is created during an election = %v", err)
				return
			}
		}
	})
	for range 5 {
		before := made[0].Load()
		c.Elect(t, "KV_espalier")
		c.Wait(t, func() bool { return made[0].Load() > before+10 || t.Failed() })
	}
	leader := c.Leader("KV_espalier")
	before := made[0].Load()
	c.Stop(leader)
	c.Wait(t, func() bool { return made[0].Load() > before+10 || t.Failed() })
	done.Store(true)
	all.Wait()
	for i, key := range keys {
		s, err := l.Load(ctx, key.ID())
		if err != nil {
			t.Errorf("tree %d = %v", i, err)
		} else if int64(s.Number) != made[i].Load()+1 {
			t.Errorf("tree %d has revision %d after %d edits", i, s.Number, made[i].Load())
		}
	}
}

// The tree is still cached on the server that edits it.
func TestEditOfTreeDeletedOnOtherServerFails(t *testing.T) {
	ctx := context.Background()
	c := natstest.StartCluster(t)
	one, two := openedWith(t, Config{URL: c.URL(0)}), openedWith(t, Config{URL: c.URL(1)})
	key, _ := created(t, one, small)
	if _, err := two.Load(ctx, key.ID()); err != nil {
		t.Fatal(err)
	}
	if err := one.Delete(ctx, key); err != nil {
		t.Fatal(err)
	}
	if _, err := two.Edit(ctx, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)}); !errors.Is(err, ErrNotFound) {
		t.Errorf("Edit of a tree that was deleted elsewhere = %v, want %v", err, ErrNotFound)
	}
	bucket := bucketOfStore(two).Engine.(*cluster.Bucket) // it asks the leader, since another server may still have the revision
	for _, pattern := range []string{revisionKeys(key.ID()), allChunkKeys(key.ID())} {
		if keys, err := bucket.List(ctx, pattern); err != nil || len(keys) > 0 {
			t.Errorf("the keys %v are left of a deleted tree, err %v", keys, err)
		}
	}
}

// A single server with a password. An existing bucket is used as it is.
func TestSingleNATSServerHasOneReplica(t *testing.T) {
	_, address := natstest.Start(t, nil)
	l := openedWith(t, Config{URL: address})
	if bucketOfStore(l).Engine.(*cluster.Bucket).Replicas() != 1 {
		t.Errorf("the bucket has %d replicas, want 1", bucketOfStore(l).Engine.(*cluster.Bucket).Replicas())
	}
	key, want := created(t, l, small)
	got, err := openedWith(t, Config{URL: address}).Load(context.Background(), key.ID())
	if err != nil {
		t.Fatal(err)
	}
	same(t, "Load", got, want)

	// The head is only a hint for what the ledger knows.
	if err := bucketOfStore(l).Purge(context.Background(), headKey(key.ID())); err != nil {
		t.Fatal(err)
	}
	edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"x"}`)})
	for n := 1; n <= 2; n++ {
		if _, _, err := bucketOfStore(l).Get(context.Background(), revisionKey(key.ID(), n)); err != nil {
			t.Errorf("revision %d = %v, want it to be there", n, err)
		}
	}
	if s, err := l.Load(context.Background(), key.ID()); err != nil || s.Number != 2 {
		t.Errorf("Load of a tree without a head = %v, %v", s, err)
	}
	if _, _, err := bucketOfStore(l).Get(context.Background(), headKey(key.ID())); err != nil {
		t.Errorf("the head is not made again: %v", err)
	}
}

// The commands of an operator wait while the servers cannot be reached for a moment, as while they choose
// a leader.
func TestCommandsWaitForServers(t *testing.T) {
	ctx := context.Background()
	port, folder := natstest.FreePorts(t, 1)[0], t.TempDir()
	begin := func() *natstest.Server { return natstest.StartAt(t, port, folder, "") }
	s := begin()
	l := openedWith(t, Config{URL: fmt.Sprintf("nats://me:secret@127.0.0.1:%d", port), Log: slog.New(slog.DiscardHandler)})
	key, _ := created(t, l, small)
	for name, command := range map[string]func() error{
		"verify": func() error {
			r, err := l.records.VerifyCluster(ctx)
			if err == nil && (r.Logs != 1 || r.Revisions != 1 || len(r.Damaged) > 0) {
				err = fmt.Errorf("it reports %+v", r)
			}
			return err
		},
		"restore": func() error {
			_, err := l.Restore(ctx, key.ID(), "")
			return err
		},
	} {
		s.Shutdown()
		s.WaitForShutdown()
		done := make(chan error, 1)
		go func() { done <- command() }()
		s = begin()
		if err := <-done; err != nil {
			t.Errorf("%s while the server starts again = %v", name, err)
		}
	}
}

// The servers have another password for a while. The second address of the URL
// has no user name; the client uses that of the first.
func TestReconnectsAfterRejectedPassword(t *testing.T) {
	port := natstest.FreePorts(t, 1)[0]
	folder := t.TempDir()
	begin := func(password string) *natstest.Server { return natstest.StartAt(t, port, folder, password) }
	s := begin("secret")
	var output bytes.Buffer
	var mu sync.Mutex
	log := slog.New(slog.NewTextHandler(writer(func(b []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return output.Write(b)
	}), nil))
	l, err := Open(Config{URL: fmt.Sprintf("nats://me:secret@127.0.0.1:%d,nats://localhost:%d", port, port), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	key, _ := created(t, l, small)
	set := func(text string) error {
		_, err := l.Edit(context.Background(), key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":%q}`, text)})
		return err
	}
	for _, password := range []string{"another", "secret"} {
		s.Shutdown()
		s.WaitForShutdown()
		s = begin(password)
		if password == "another" {
			// Wait until each address has rejected the client several times.
			for end := time.Now().Add(20 * time.Second); ; time.Sleep(250 * time.Millisecond) {
				if v, err := s.Varz(nil); err != nil || time.Now().After(end) {
					t.Fatalf("the server is not asked again: %v", err)
				} else if v.TotalConnections >= 8 {
					break
				}
			}
			var away *store.UnavailableError
			if err := set("x"); !errors.As(err, &away) {
				t.Errorf("Edit while the server refuses = %v, want an UnavailableError", err)
			}
		}
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if err := set("y"); err == nil {
			break
		} else if time.Now().After(end) {
			t.Fatalf("Edit after the server takes the password again = %v", err)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if strings.Contains(output.String(), "secret") {
		t.Errorf("the log has the password:\n%s", output.String())
	}
	if n := strings.Count(strings.ToLower(output.String()), "authorization violation"); n < 1 || n > 3 {
		t.Errorf("the log names the refusal %d times, want once a change:\n%s", n, output.String())
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }
