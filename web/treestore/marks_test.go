package treestore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"espalier/web/cluster"
	"espalier/web/cluster/natstest"
	"espalier/web/store"
	"espalier/web/store/records"
)

// A cluster with one NATS server, which loses what a test takes away.
type losing struct {
	t   *testing.T
	url string
	mu  sync.Mutex
	log bytes.Buffer
}

func (c *losing) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.log.Write(b)
}

func (c *losing) logged(text string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Contains(c.log.String(), text)
}

func startLosing(t *testing.T) *losing {
	_, url := natstest.Start(t, nil)
	return &losing{t: t, url: url}
}

func (c *losing) open(dir string) *Store {
	return openedWith(c.t, Config{URL: c.url, Dir: dir, Synced: true, DoubtEvery: 10 * time.Millisecond, Log: slog.New(slog.NewTextHandler(c, nil))})
}

// lose removes keys without a trace.
func (c *losing) lose(patterns ...string) {
	c.t.Helper()
	l := openedWith(c.t, Config{URL: c.url, Synced: true})
	for _, pattern := range patterns {
		if err := bucketOfStore(l).Purge(context.Background(), pattern); err != nil {
			c.t.Fatal(err)
		}
	}
	l.Close()
}

// until waits for a condition.
func (c *losing) until(what string, f func() bool) {
	c.t.Helper()
	for end := time.Now().Add(time.Minute); !f(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.t.Fatalf("it does not happen that %s; the log:\n%s", what, &c.log)
		}
	}
}

func setLabel(t *testing.T, text string) Request {
	return Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":%q}`, text)}
}

// What the bucket has lost is neither denied nor replaced. It is named, and put back from a backup.
func TestClusterNamesAndMendsWhatIsLost(t *testing.T) {
	ctx := context.Background()
	for name, lost := range map[string]func(ID) []string{
		"the newest revisions": func(id ID) []string { return []string{revisionKey(id, 3), revisionKey(id, 4)} },
		"an older revision":    func(id ID) []string { return []string{revisionKey(id, 2)} },
		"the whole tree":       func(id ID) []string { return []string{allKeys(id)} },
		"its chunks":           func(id ID) []string { return []string{allChunkKeys(id)} },
	} {
		t.Run(name, func(t *testing.T) {
			c := startLosing(t)
			dir, backups := t.TempDir(), t.TempDir()
			l := c.open(dir)
			key, _ := created(t, l, incompressible())
			id := key.ID()
			var want []string
			for _, label := range []string{"a", "b", "c"} {
				want = append(want, written(edited(t, l, id, setLabel(t, label)).Draft))
			}
			backup, err := l.records.Backup(ctx, backups)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := records.Verify(ctx, backup); err != nil || !r.Whole() || r.Logs != 1 || r.Revisions != 4 {
				t.Fatalf("Verify of the backup = %+v, %v", r, err)
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			c.lose(lost(id)...)

			l = c.open(dir) // with nothing in memory
			c.until("the tree is named without a request", func() bool { return l.records.Health(ctx).State == records.StateDamaged })
			c.until("the log names the tree", func() bool { return c.logged("a tree is damaged") })
			if _, err := l.Load(ctx, id); name != "an older revision" && !records.IsDamaged(err) {
				t.Errorf("Load = %v, want a DamagedError", err)
			}
			if name != "an older revision" {
				if _, err := l.Edit(ctx, id, setLabel(t, "d")); !records.IsDamaged(err) {
					t.Errorf("Edit = %v, want a DamagedError", err)
				}
			}
			ends, end := context.WithCancel(ctx)
			defer end()
			go l.records.KeepBackups(ends, backups)
			c.until("the tree is whole", func() bool { return l.records.Health(ctx).State == records.StateOK })
			c.until("the log says that the tree is whole", func() bool { return c.logged("is whole again") })
			for i, text := range want {
				if s, err := l.At(ctx, id, i+2); err != nil {
					t.Errorf("revision %d = %v", i+2, err)
				} else if written(s.Draft) != text {
					t.Errorf("revision %d is another one", i+2)
				}
			}
			if e, err := l.Edit(ctx, id, setLabel(t, "d")); err != nil || e.NewRevision != 5 {
				t.Errorf("an edit of the whole tree = %+v, %v", e, err)
			}
		})
	}
}

// forgetful acknowledges a key and does not store it, as servers with a damaged file do.
type forgetful struct {
	*cluster.Bucket
	key string
}

func (f *forgetful) Create(ctx context.Context, key string, value []byte) (uint64, error) {
	if key == f.key {
		return 1, nil
	}
	return f.Bucket.Create(ctx, key, value)
}

// A tree whose revision was put back in vain stays damaged, and is named.
func TestPutBackInVainIsDamage(t *testing.T) {
	ctx := context.Background()
	c := startLosing(t)
	dir, backups := t.TempDir(), t.TempDir()
	l := c.open(dir)
	key, _ := created(t, l, small)
	id := key.ID()
	for _, label := range []string{"a", "b", "c"} {
		edited(t, l, id, setLabel(t, label))
	}
	if _, err := l.records.Backup(ctx, backups); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	c.lose(revisionKey(id, 2))
	bucket, err := cluster.Connect(cluster.Config{URL: c.url, Synced: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	l = openedWith(t, Config{Engine: &forgetful{bucket, revisionKey(id, 2)}, Dir: dir, Backups: backups, DoubtEvery: 10 * time.Millisecond, Log: slog.New(slog.NewTextHandler(c, nil))})
	c.until("what was put back is read again", func() bool {
		l.At(ctx, id, 2)
		return c.logged("put back are still not there")
	})
	c.until("the tree is named", func() bool { return l.records.Health(ctx).State == records.StateDamaged })
	if _, err := l.At(ctx, id, 2); !records.IsDamaged(err) {
		t.Errorf("revision 2 = %v", err)
	}
	if s, err := l.At(ctx, id, 3); err != nil || s.Number != 3 {
		t.Errorf("revision 3 = %+v, %v", s, err)
	}
}

// A deleted tree stays deleted if the servers lose that they ever had it, also where it is in memory.
func TestDeletedAndForgotten(t *testing.T) {
	ctx := context.Background()
	c := startLosing(t)
	one, two := c.open(t.TempDir()), c.open(t.TempDir())
	key, _ := created(t, one, small)
	id := key.ID()
	if _, err := two.Load(ctx, id); err != nil {
		t.Fatal(err)
	}
	if err := one.Remove(ctx, id); err != nil {
		t.Fatal(err)
	}
	c.until("the other Espalier receives the deletion", func() bool { return bucketOfStore(two).treeMark(id).Deleted })
	c.lose(allKeys(id))
	for _, l := range []*Store{one, two} {
		if _, err := l.Load(ctx, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("Load = %v, want ErrNotFound", err)
		}
		if _, err := l.At(ctx, id, 1); !errors.Is(err, ErrNotFound) {
			t.Errorf("At = %v, want ErrNotFound", err)
		}
		if err := l.Remove(ctx, id); !errors.Is(err, ErrNotFound) {
			t.Errorf("Remove = %v, want ErrNotFound", err)
		}
	}
}

// An Espalier without a ledger asks the others for what they know, and takes lost records from
// their memory.
func TestOtherEspaliersKnow(t *testing.T) {
	ctx := context.Background()
	c := startLosing(t)
	one := c.open(t.TempDir())
	key, _ := created(t, one, small)
	id := key.ID()
	edited(t, one, id, setLabel(t, "a"))
	before := c.open("") // receives what is acknowledged
	want := edited(t, one, id, setLabel(t, "b"))
	c.until("another Espalier receives the edit", func() bool { return bucketOfStore(before).treeMark(id).Number == 3 })
	c.lose(allKeys(id))
	after := c.open("") // asks
	if bucketOfStore(after).treeMark(id).Number != 3 {
		t.Errorf("a new Espalier knows revision %d, want 3", bucketOfStore(after).treeMark(id).Number)
	}
	for _, l := range []*Store{before, after} {
		if _, err := l.Load(ctx, id); errors.Is(err, ErrNotFound) {
			t.Errorf("Load = %v", err)
		}
		var s *Saved
		c.until("the tree is put back", func() (ok bool) {
			var err error
			s, err = l.Load(ctx, id)
			return err == nil
		})
		same(t, "the tree from the memory of another Espalier", s, &want.Saved)
	}
}

// What nobody has stays lost, and its number is not used again.
func TestClusterRestoreContinues(t *testing.T) {
	ctx := context.Background()
	c := startLosing(t)
	dir := t.TempDir()
	l := c.open(dir)
	key, _ := created(t, l, small)
	id := key.ID()
	edited(t, l, id, setLabel(t, "a"))
	edited(t, l, id, setLabel(t, "b"))
	l.Close()
	c.lose(revisionKey(id, 3))
	l = c.open(dir)
	c.until("the tree is named", func() bool { return l.records.Health(ctx).State == records.StateDamaged })
	operator := openedWith(t, Config{URL: c.url, Dir: dir, Beside: true, Synced: true, DoubtEvery: 10 * time.Millisecond})
	done, err := operator.Restore(ctx, id, "")
	if err != nil {
		t.Fatal(err)
	}
	if done.Made != 4 || len(done.Missing) != 1 || done.Missing[0] != 3 {
		t.Errorf("Restore = %+v, want that it makes revision 4 without revision 3", done)
	}
	e, err := l.Edit(ctx, id, setLabel(t, "c"))
	if err != nil || e.NewRevision != 5 {
		t.Errorf("an edit after that = %+v, %v", e, err)
	}
	if _, err := l.At(ctx, id, 3); err == nil || errors.Is(err, ErrNotFound) {
		t.Errorf("At of the lost revision = %v", err)
	}
}

// A deletion by another Espalier is no loss, and a tree that was imported again is there.
func TestClusterDeletionIsNoLoss(t *testing.T) {
	ctx := context.Background()
	c := startLosing(t)
	one, dir := c.open(t.TempDir()), t.TempDir()
	two := c.open(dir)
	key, want := created(t, one, small)
	id := key.ID()
	if _, err := two.Load(ctx, id); err != nil {
		t.Fatal(err)
	}
	var export bytes.Buffer
	if _, err := one.records.Export(ctx, &export); err != nil {
		t.Fatal(err)
	}
	two.Close() // it does not receive what follows
	if err := one.Delete(ctx, key); err != nil {
		t.Fatal(err)
	}
	two = c.open(dir)
	if _, err := two.Load(ctx, id); !errors.Is(err, ErrNotFound) {
		t.Errorf("Load of a tree that another Espalier has deleted = %v", err)
	}
	two.Close()
	// The store has lost the deletion.
	raw := openedWith(t, Config{URL: c.url, Synced: true})
	if _, err := bucketOfStore(raw).Create(ctx, headKey(id), []byte("1")); err != nil {
		t.Fatal(err)
	}
	two = c.open(dir)
	if _, err := two.Load(ctx, id); !errors.Is(err, ErrNotFound) {
		t.Errorf("Load of a deleted tree that has come back = %v", err)
	}
	two.Close()
	if err := bucketOfStore(raw).Mark(ctx, headKey(id)); err != nil {
		t.Fatal(err)
	}
	one.Close()
	raw.Close()
	importer := openedWith(t, Config{URL: c.url, Dir: filepath.Join(dir, "other"), Synced: true})
	if added, _, err := importer.records.Import(ctx, &export); err != nil || added.Logs != 1 {
		t.Fatalf("Import = %v, %v", added, err)
	}
	importer.Close()
	two = c.open(dir) // it neither receives the import nor asks anybody
	got, err := two.Load(ctx, id)
	if err != nil {
		t.Fatalf("Load of a tree that was imported again = %v", err)
	}
	same(t, "Load", got, want)
	if h := two.records.Health(ctx); h.State != records.StateOK {
		t.Errorf("Health = %+v", h)
	}
}

// incompressible returns a tree whose draft is stored in chunks. It has leaves with random labels.
func incompressible() string {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("players 3 maxsum 9\n1[")
	for range 4000 {
		fmt.Fprintf(&b, " x%x%x: (1,2,3)", rng.Uint64(), rng.Uint64())
	}
	return b.String() + " ]"
}

// An edit soon after another one is not compared with the revision that it is made on. If that has
// been lost meanwhile, the edit has a number of its own, and the lost revision is named.
func TestEditSoonAfterALoss(t *testing.T) {
	ctx := context.Background()
	c := startLosing(t)
	l := c.open(t.TempDir())
	key, _ := created(t, l, small)
	id := key.ID()
	second := written(edited(t, l, id, setLabel(t, "a")).Draft)
	edited(t, l, id, setLabel(t, "b"))
	if err := bucketOfStore(l).Purge(ctx, revisionKey(id, 3)); err != nil {
		t.Fatal(err)
	}
	bucketOfStore(l).Kept = &records.Kept{} // nobody has it any more
	e, err := l.Edit(ctx, id, setLabel(t, "c"))
	switch {
	case err == nil && e.NewRevision != 4:
		t.Fatalf("the edit is revision %d, want 4", e.NewRevision)
	case err != nil && !errors.As(err, new(*store.UnavailableError)): // the machine was slow, and the two were compared
		t.Fatalf("Edit = %v", err)
	}
	last := e
	for _, l := range []*Store{l, c.open(t.TempDir())} {
		c.until("the lost revision is named", func() bool {
			_, err := l.At(ctx, id, 3)
			if err == nil || errors.Is(err, ErrNotFound) {
				t.Fatalf("At of a lost revision = %v", err)
			}
			return records.IsDamaged(err) && l.records.Health(ctx).State == records.StateDamaged
		})
		if s, err := l.At(ctx, id, 2); err != nil || written(s.Draft) != second {
			t.Errorf("the revision before the lost one = %v", err)
		}
		if last == nil {
			continue
		}
		if s, err := l.At(ctx, id, 4); err != nil && !records.IsDamaged(err) || err == nil && written(s.Draft) != written(last.Draft) {
			t.Errorf("the revision after the lost one = %v", err)
		}
	}
	if e, err := l.Edit(ctx, id, setLabel(t, "d")); err == nil && e.NewRevision != 5 {
		t.Errorf("the next edit is revision %d, want 5", e.NewRevision)
	} else if err != nil && !records.IsDamaged(err) {
		t.Errorf("the next edit = %v", err)
	}
}

// A record that is whole, and does not follow the one before it, is no revision of the tree: it is named
// as damage, and not served.
func TestRecordOfOtherHistoryIsDamage(t *testing.T) {
	ctx := context.Background()
	c := startLosing(t)
	dir := t.TempDir()
	l := c.open(dir)
	key, _ := created(t, l, small)
	id := key.ID()
	stranger, _ := created(t, l, small)
	for _, label := range []string{"a", "b", "c"} {
		edited(t, l, id, setLabel(t, label))
		edited(t, l, stranger.ID(), setLabel(t, label+label))
	}
	other, _, err := bucketOfStore(l).Get(ctx, revisionKey(stranger.ID(), 3))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	c.lose(revisionKey(id, 3))
	l = c.open(dir)                                          // with nothing in memory
	if _, err := l.Look(ctx, stranger.ID(), 0); err != nil { // opens the bucket
		t.Fatal(err)
	}
	if _, err := bucketOfStore(l).Create(ctx, revisionKey(id, 3), other); err != nil {
		t.Fatal(err)
	}
	var away *store.UnavailableError
	if _, err := l.At(ctx, id, 3); !errors.As(err, &away) && !records.IsDamaged(err) {
		t.Errorf("revision 3 of another history = %v", err)
	}
	c.until("the damage is named", func() bool { return l.records.Health(ctx).State == records.StateDamaged })
	if _, err := l.At(ctx, id, 3); !records.IsDamaged(err) {
		t.Errorf("revision 3 of another history = %v", err)
	}
}
