//go:build linux

package treestore

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"espalier/web/store"
	"espalier/web/store/records"
)

// A lockedLog can be read while the store writes to it.
type lockedLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lockedLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lockedLog) lines() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Count(l.text.Bytes(), []byte("\n"))
}

// A limit of the file size simulates a full disk. Edits fail and are not acknowledged. Once the
// limit is lifted, the store works again, with all acknowledged edits.
func TestRecoversFromFullDisk(t *testing.T) {
	// This runs in a separate process, since the limit applies to the whole process.
	const child = "ESPALIER_LIBRARY_DISK"
	if os.Getenv(child) == "" {
		test := exec.Command(os.Args[0], "-test.run=^TestRecoversFromFullDisk$", "-test.v")
		test.Env = append(os.Environ(), child+"=1")
		if out, err := test.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	ctx := context.Background()
	var log lockedLog
	l := openedWith(t, Config{Dir: t.TempDir(), Log: slog.New(slog.NewTextHandler(&log, nil))})
	key, s := created(t, l, small)
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 20 << 10, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	limited := true
	defer func() {
		if limited {
			syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)
		}
	}()
	last := s.Number
	var err error
	for i := range 1000 {
		var e *Edited
		if e, err = l.Edit(ctx, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"n%d"}`, i)}); err != nil {
			break
		}
		last = e.NewRevision
	}
	var away *store.UnavailableError
	if !errors.As(err, &away) || last < 3 {
		t.Fatalf("after revision %d Edit on a disk that takes no more = %v, want an UnavailableError", last, err)
	}
	// Further edits are rejected at once with a readable message, and do not fill
	// the log.
	t.Log(last, err)
	lines := log.lines()
	for range 10 {
		began := time.Now()
		_, err := l.Edit(ctx, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"no"}`)})
		if !errors.As(err, &away) || !strings.Contains(err.Error(), "disk of the library is full") || strings.Contains(err.Error(), "context") {
			t.Errorf("Edit on a full disk = %v", err)
		}
		if took := time.Since(began); took > time.Second {
			t.Errorf("Edit on a full disk is refused after %v", took)
		}
		if got, err := l.Load(ctx, key.ID()); err != nil || got.Number < last {
			t.Errorf("Load on a full disk = %v, %v", got, err)
		}
		if h := l.records.Health(ctx); h.State != records.StateFull || !strings.Contains(h.Reason, "disk of the library is full") {
			t.Errorf("Health on a full disk = %+v", h)
		}
	}
	// The first failure has a line, and so has the reopening of the store for a read.
	if more := log.lines() - lines; more > 15 {
		t.Errorf("the log has %d lines more of 10 edits", more)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	limited = false
	got, err := l.Load(ctx, key.ID())
	if err != nil {
		t.Fatal(err)
	}
	if got.Number != last && got.Number != last+1 {
		t.Errorf("the newest revision = %d, want %d, which was acknowledged", got.Number, last)
	}
	e := edited(t, l, key.ID(), Request{Edit: edit(t, `{"op":"set","nodes":[2],"label":"on"}`)})
	if e.NewRevision != got.Number+1 {
		t.Errorf("Edit when there is space again = revision %d, want %d", e.NewRevision, got.Number+1)
	}
	for h := l.records.Health(ctx); h.State != records.StateOK; h = l.records.Health(ctx) { // the last result is valid for a moment
		if h.State != records.StateFull {
			t.Fatalf("Health when there is space again = %+v", h)
		}
	}
	for n := 1; n <= e.NewRevision; n++ {
		if _, err := l.At(ctx, key.ID(), n); err != nil {
			t.Errorf("At(%d) = %v", n, err)
		}
	}
}
