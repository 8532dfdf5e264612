package nats

import (
	"context"
	"path/filepath"
	"testing"

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
