package cluster

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// An acknowledgement comes after the sync, and no other process can connect to the server.
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

// A server that a full disk has stopped is not usable, and its folder can be opened again.
func TestStoppedServerIsNotUsable(t *testing.T) {
	c := Config{Dir: filepath.Join(t.TempDir(), "store")}
	b, err := Embed(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Create(t.Context(), "a", []byte("value")); err != nil || !b.Usable() {
		t.Fatalf("Create = %v, and the server is usable: %v", err, b.Usable())
	}
	b.embedded.ShutdownJetStream()
	if b.Usable() {
		t.Error("a server without JetStream is usable")
	}
	b.Close()
	if err := b.Ended(); err != nil {
		t.Fatal(err)
	}
	if b, err = Embed(c); err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if value, _, err := b.Get(t.Context(), "a"); string(value) != "value" || err != nil {
		t.Errorf("Get after the server was opened again = %q, %v", value, err)
	}
}

// If the disk does not answer a trial, those who wait for it return when their contexts
// end, and all get the same result.
func TestTrialIsCalledOff(t *testing.T) {
	gate := &Gate{}
	gate.Shut()
	d := NewDisk(t.Context(), filepath.Join(t.TempDir(), "missing"), gate)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	for range 2 {
		go func() { done <- d.Try(ctx) }()
	}
	cancel()
	for range 2 {
		if err := <-done; err == nil || !strings.Contains(err.Error(), "has not answered") {
			t.Errorf("a trial that was called off = %v", err)
		}
	}
	gate.Open()
	if err := d.Try(context.Background()); err == nil || strings.Contains(err.Error(), "has not answered") {
		t.Errorf("a trial in a folder that is not there = %v", err)
	}
}

// A server that does not start in time while the disk answers is reported as hanging. If it
// starts later, it is ended and the folder is free. A server that waits for the disk is not
// reported.
func TestLateStartIsReported(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	gate := &Gate{}
	disk := NewDisk(t.Context(), dir, gate)
	goOn := make(chan struct{})
	reported := make(chan error, 1)
	embed := func(start func(func())) error {
		b, err := Embed(Config{Dir: dir, Disk: disk, StartTime: time.Millisecond, Start: start, Hung: func(err error) { reported <- err }})
		if err == nil {
			b.Close()
		}
		return err
	}
	err := embed(func(start func()) {
		<-goOn
		start()
	})
	if !errors.Is(err, ErrHanging) || !errors.Is(<-reported, ErrHanging) {
		t.Fatalf("Embed = %v; want that it hangs", err)
	}
	if err := embed(nil); !errors.Is(err, errServed) {
		t.Errorf("Embed while the server that hangs has the folder = %v", err)
	}
	close(goOn)
	for {
		b, err := Embed(Config{Dir: dir})
		if err == nil {
			b.Close()
			break
		}
		if !errors.Is(err, errServed) {
			t.Fatalf("Embed after the server has ended = %v", err)
		}
		runtime.Gosched()
	}
	gate.Shut()
	if err := embed(func(start func()) {
		for disk.Stalled() == nil { // until the trial has begun and takes long
			runtime.Gosched()
		}
		start()
		gate.Open()
	}); err != nil || len(reported) > 0 {
		t.Errorf("Embed on a disk that has stalled = %v, and %d are reported", err, len(reported))
	}
}
