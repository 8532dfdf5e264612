package records_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/web/cluster/faulty"
	"espalier/web/store"
	"espalier/web/store/clock"
	"espalier/web/store/key"
	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

// A pollStore is a store with polls, on a clock that passes when it is set to.
type pollStore struct {
	*records.Store
	*storetest.Clock
	t   *testing.T
	dir string
}

func openPolls(t *testing.T) *pollStore {
	p := &pollStore{Clock: storetest.NewClock(), t: t, dir: t.TempDir()}
	p.open()
	t.Cleanup(func() { p.Close() })
	return p
}

func (p *pollStore) open() {
	p.Store = storetest.Open(p.t, records.Config{Dir: p.dir, Machine: p.Clock.Machine(), Log: slog.New(slog.DiscardHandler)})
}

// again closes the store, calls f, and opens it again.
func (p *pollStore) again(f func()) {
	p.t.Helper()
	storetest.Close(p.t, p.Store)
	f()
	p.open()
}

// put stores a value of now; more are members of it.
func (p *pollStore) put(key, more string) {
	p.t.Helper()
	now, _ := p.Now()
	if _, err := p.CreateValue(p.t.Context(), key, fmt.Appendf(nil, `{"revision":1,"used":%d%s}`, now.UnixMilli(), more), ""); err != nil {
		p.t.Fatal(err)
	}
}

// sweep sweeps, and returns the polls that are left, with those that are lost.
func (p *pollStore) sweep() string {
	p.t.Helper()
	if err := p.Sweep(p.t.Context()); err != nil {
		p.t.Fatal(err)
	}
	keys, err := p.ListValues(p.t.Context(), "poll.>")
	if err != nil && !errors.Is(err, store.ErrNoKey) {
		p.t.Fatal(err)
	}
	slices.Sort(keys)
	return strings.Join(keys, " ")
}

// TestPollsOfOneKey: the registration alone promises polls. A lost one is named, not denied and not
// replaced; it is counted, and mended by a backup. A deleted one does not come back. Exports carry polls.
func TestPollsOfOneKey(t *testing.T) {
	ctx := context.Background()
	p := openPolls(t)
	p.put("poll.a", "")
	p.put("poll.b", "")
	p.put("poll.gone", "")
	if err := p.RemoveValues(ctx, "poll.gone", true); err != nil {
		t.Fatal(err)
	}
	whole, _, err := p.Value(ctx, "poll.a")
	if err != nil {
		t.Fatal(err)
	}
	backups := t.TempDir()
	if _, err := p.Backup(ctx, backups); err != nil {
		t.Fatal(err)
	}
	var exported bytes.Buffer
	if n, err := p.Export(ctx, &exported); err != nil || n.Kinds["polls"] != 2 {
		t.Fatalf("exported %v, %v", n, err)
	}

	p.again(func() { faulty.DamageRecord(t, p.dir, "poll.a") })
	if _, _, err := p.Value(ctx, "poll.a"); !records.IsDamaged(err) || !strings.Contains(err.Error(), "the poll a") {
		t.Errorf("poll.a is lost, and Value = %v", err)
	}
	if _, err := p.CreateValue(ctx, "poll.a", []byte(`"y"`), ""); !errors.Is(err, store.ErrKeyExists) {
		t.Errorf("poll.a is lost, and CreateValue = %v", err)
	}
	if _, _, err := p.Value(ctx, "poll.gone"); !errors.Is(err, store.ErrNoKey) {
		t.Errorf("poll.gone was deleted, and Value = %v", err)
	}
	if _, err := p.Referred(ctx, "trace.", map[key.ID]bool{key.Key("x").ID(): true}); err != nil {
		t.Errorf("a poll refers to nothing, one is lost, and Referred = %v", err)
	}
	if h := p.Health(ctx); h.State != records.StateDamaged || !strings.Contains(h.Reason, "1 poll") {
		t.Errorf("the health is %s: %s", h.State, h.Reason)
	}
	if left := p.sweep(); left != "poll.a poll.b" {
		t.Errorf("there are %s", left)
	}
	p.again(func() {
		r, err := records.Verify(ctx, p.dir)
		if want := []records.Counted{{"polls", 2, 2, 1}}; err != nil || !slices.Equal(r.Values, want) {
			t.Errorf("Verify counts %+v, %v, want %+v", r.Values, err, want)
		}
	})
	var done records.Restored
	if err := p.RestoreValues(ctx, "a", backups, &done); err != nil || !slices.Equal(done.PutBack, []int{1}) {
		t.Errorf("restored %+v, %v", done, err)
	}
	if value, _, err := p.Value(ctx, "poll.a"); err != nil || !bytes.Equal(value, whole) {
		t.Errorf("the restored poll is %s, %v, want %s", value, err, whole)
	}
	if h := p.Health(ctx); h.State != records.StateOK {
		t.Errorf("restored, the health is %s: %s", h.State, h.Reason)
	}

	other := openPolls(t)
	if n, _, err := other.Import(ctx, &exported); err != nil || n.Kinds["polls"] != 2 {
		t.Errorf("imported %v, %v", n, err)
	}
	if value, _, err := other.Value(ctx, "poll.a"); err != nil || !bytes.Equal(value, whole) {
		t.Errorf("the imported poll is %s, %v, want %s", value, err, whole)
	}
}

// TestPollsAreSwept: a poll goes when nothing of it was used for its time, by a clock that is steady. One
// of which anything is damaged, or to which something refers, stays.
func TestPollsAreSwept(t *testing.T) {
	ctx := context.Background()
	p := openPolls(t)
	shown := string(key.Key("shown").ID())
	p.put("poll.b", "")
	p.put("poll.b.vote", "") // of the same time
	p.put("poll.busy", "")
	p.put("poll.hurt", "")
	p.put("poll.hurt.vote", "")
	p.put("poll."+shown, "")
	p.put("homework.h", `,"shows":"`+shown+`"`)
	all := "poll.b poll.b.vote poll.busy poll.busy.vote poll.hurt poll.hurt.vote poll." + shown
	p.Pass(storetest.PollKeep - time.Hour)
	p.put("poll.busy.vote", "")
	if left := p.sweep(); left != all {
		t.Errorf("an hour before the time there are %s, want %s", left, all)
	}
	p.again(func() {
		p.Pass(2 * time.Hour)
		faulty.DamageRecord(t, p.dir, "poll.hurt.vote")
	})
	if left := p.sweep(); left != all {
		t.Errorf("while the clock is not steady, there are %s, want %s", left, all)
	}
	p.Pass(clock.Settle)
	kept := "poll.busy poll.busy.vote poll.hurt poll.hurt.vote poll." + shown
	if left := p.sweep(); left != kept {
		t.Errorf("after the time there are %s, want %s", left, kept)
	}
	if _, err := p.CreateValue(ctx, "poll.b.vote", []byte("{}"), ""); !errors.Is(err, store.ErrKeyExists) {
		t.Errorf("something is stored below a swept poll: %v", err)
	}
	p.Pass(storetest.PollKeep)
	if left, want := p.sweep(), "poll.hurt poll.hurt.vote poll."+shown; left != want {
		t.Errorf("after the time of the last vote there are %s, want %s", left, want)
	}
	if err := errors.Join(p.RemoveValues(ctx, "homework.h", true), p.RemoveMatching(ctx, "poll.hurt.vote")); err != nil {
		t.Fatal(err)
	}
	if left := p.sweep(); left != "" {
		t.Errorf("nothing refers to a poll, and nothing is damaged: there are %s", left)
	}
}

// TestWhatIsNotKnownIsNotSwept: a poll that may be referred to by something that is lost stays, and a value whose poll
// was never stored goes when it was left for records.LeftTime.
func TestWhatIsNotKnownIsNotSwept(t *testing.T) {
	p := openPolls(t)
	p.put("poll.a", "")
	p.put("homework.h", "")
	p.put("poll.none.vote", "")
	p.Pass(storetest.PollKeep + time.Hour)
	p.again(func() { faulty.DamageRecord(t, p.dir, "homework.h") })
	for range 2 {
		p.Pass(clock.Settle)
		if left := p.sweep(); left != "poll.a poll.none.vote" {
			t.Errorf("there are %s", left)
		}
	}
	p.Pass(records.LeftTime)
	if left := p.sweep(); left != "poll.a" {
		t.Errorf("after %s there are %s", records.LeftTime, left)
	}
}

// TestRemovalIsReported: a feature that has something of a root in memory is notified when the root is deleted.
func TestRemovalIsReported(t *testing.T) {
	p := openPolls(t)
	var gone []string
	p.OnRemoval("poll.", func(id string) { gone = append(gone, id) })
	p.put("poll.a", "")
	p.put("poll.b", "")
	if err := p.RemoveValues(t.Context(), "poll.b", true); err != nil {
		t.Fatal(err)
	}
	p.Pass(storetest.PollKeep + time.Hour)
	p.sweep()
	if !slices.Equal(gone, []string{"b", "a"}) {
		t.Errorf("%q are reported", gone)
	}
}
