package nats

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// TestSyncAlways checks the running server: an acknowledgement comes after the
// sync, and no other process can connect.
func TestSyncAlways(t *testing.T) {
	b, err := Embed(Config{Dir: filepath.Join(t.TempDir(), "store")})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if !b.embedded.JetStreamConfig().SyncAlways {
		t.Error("the store acknowledges before it syncs")
	}
	info := b.stream.CachedInfo()
	if info.Config.NoAck || info.Config.PersistMode != jetstream.DefaultPersistMode {
		t.Errorf("NoAck = %v, PersistMode = %v; want acknowledgements of what is on disk", info.Config.NoAck, info.Config.PersistMode)
	}
	if addr := b.embedded.Addr(); addr != nil {
		t.Errorf("the store listens at %s", addr)
	}
}

// TestTrialIsCalledOff: a write that is acknowledged while its trial waits for
// another one needs it no more.
func TestTrialIsCalledOff(t *testing.T) {
	dir := t.TempDir()
	d := NewDisk(context.Background(), filepath.Join(dir, "missing"))
	d.trying <- struct{}{}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- d.Try(ctx) }()
	cancel()
	if err := <-done; err != nil {
		t.Errorf("a trial that was called off = %v", err)
	}
	<-d.trying
	if err := d.Try(context.Background()); err == nil {
		t.Error("a trial in a folder that is not there succeeds")
	}
}

// TestLateStartIsReported: a server that does not start in time is reported as
// hanging. If it starts later, it is ended, and the folder is free.
func TestLateStartIsReported(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	var reported error
	embed := func() error {
		b, err := Embed(Config{Dir: dir, StartTime: 1, Hung: func(err error) { reported = err }})
		if err == nil {
			b.Close()
		}
		return err
	}
	err := embed()
	for err == nil { // on a busy machine the server may have started before the time is looked at
		err = embed()
	}
	if !errors.Is(err, ErrHanging) || !errors.Is(reported, ErrHanging) {
		t.Fatalf("Embed = %v, reported %v; want that it hangs", err, reported)
	}
	for {
		b, err := Embed(Config{Dir: dir})
		if err == nil {
			b.Close()
			break
		}
		if !errors.Is(err, errServed) {
			t.Fatalf("Embed after the server has ended = %v", err)
		}
		time.Sleep(time.Millisecond)
	}
}

// A stuckStore answers no request.
type stuckStore struct{ jetstream.KeyValue }

func (stuckStore) Get(ctx context.Context, _ string) (jetstream.KeyValueEntry, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestHangIsReported: a server that answers no more while the disk does is
// reported, once; one that is only slow is not.
func TestHangIsReported(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	reported := make(chan error, 10)
	b, err := Embed(Config{Dir: dir, Disk: NewDisk(t.Context(), dir), Hung: func(err error) { reported <- err }})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	b.late("key", context.DeadlineExceeded)
	for b.asking.Load() {
		time.Sleep(time.Millisecond)
	}
	if len(reported) > 0 {
		t.Errorf("a server that answers is reported: %v", <-reported)
	}
	answering := b.kv
	b.kv, b.hangTime = stuckStore{b.kv}, time.Millisecond
	if _, _, err := b.Get(t.Context(), "key"); err == nil {
		t.Error("Get of a server that hangs succeeds")
	}
	if err := <-reported; !errors.Is(err, ErrHanging) {
		t.Errorf("reported = %v, want that it hangs", err)
	}
	for b.asking.Load() {
		time.Sleep(time.Millisecond)
	}
	b.kv = answering
}
