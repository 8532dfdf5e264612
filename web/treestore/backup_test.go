package treestore

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A backup whose name has a future time, from a wrong clock, does not prevent the next one.
func TestFutureBackupStopsNoBackup(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, backupPrefix+time.Now().UTC().Add(72*time.Hour).Format(backupLayout)), 0o700); err != nil {
		t.Fatal(err)
	}
	log := &waitingLog{want: "a backup was made", found: make(chan struct{})}
	l := openedWith(t, Config{Dir: t.TempDir(), Log: slog.New(slog.NewTextHandler(log, nil))})
	created(t, l, small)
	var running sync.WaitGroup
	running.Go(func() { l.KeepBackups(ctx, folder) })
	defer running.Wait()
	defer stop()
	select {
	case <-log.found:
	case <-time.After(time.Minute):
		t.Fatal("no backup is made")
	}
	if all := backupsIn(folder); len(all) != 2 || !strings.Contains(log.text(), filepath.Base(all[0])) {
		t.Errorf("the backups are %v; want the one that was made now first", all)
	}
}

// waitingLog closes found when a text is written to it.
type waitingLog struct {
	want  string
	found chan struct{}

	mu   sync.Mutex
	got  bytes.Buffer
	once sync.Once
}

func (w *waitingLog) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if bytes.Contains(b, []byte(w.want)) {
		w.once.Do(func() { close(w.found) })
	}
	return w.got.Write(b)
}

func (w *waitingLog) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.got.String()
}

func TestUntilBackup(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, want := range map[string]time.Duration{
		"espalier-20260301-115000":   50 * time.Minute,
		"espalier-20260301-115000-2": 50 * time.Minute,
		"espalier-20260301-120000":   time.Hour,
		"espalier-20260301-105900":   0,
		"espalier-19700101-000000":   0,
		"espalier-20260304-120000":   0, // 3 days ahead
		"espalier-copy":              0,
	} {
		if got := untilBackup([]string{filepath.Join("x", name)}, now); got != want {
			t.Errorf("after %s the next backup is made in %s, want %s", name, got, want)
		}
	}
	if got := untilBackup(nil, now); got != 0 {
		t.Errorf("the first backup is made in %s", got)
	}
}

// Whatever jumps the clock makes, the oldest backups are removed first.
func TestOldestBackupIsRemoved(t *testing.T) {
	ctx := context.Background()
	clock := newSimulatedClock()
	l := openedWith(t, Config{Dir: t.TempDir(), Machine: clock.simulated(), Log: slog.New(slog.DiscardHandler)})
	created(t, l, small)
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, backupPrefix+"20260301-110000"), 0o700); err != nil { // made by an early version
		t.Fatal(err)
	}
	made := []string{filepath.Join(folder, backupPrefix+"20260301-110000")}
	for i := range MaxBackups + 6 {
		switch i {
		case 2:
			clock.jump(72 * time.Hour)
		case 3:
			clock.jump(-72 * time.Hour)
		case 5:
			clock.jump(-50 * 365 * 24 * time.Hour)
		case MaxBackups:
			clock.jump(50 * 365 * 24 * time.Hour)
		}
		if i != 4 { // two within a second
			clock.pass(BackupEvery)
		}
		name, err := l.Backup(ctx, folder)
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, name)
		all := backupsIn(folder)
		want := made[max(0, len(made)-MaxBackups):]
		for k, name := range all {
			if len(all) != len(want) || name != want[len(want)-1-k] {
				t.Fatalf("after backup %d there are\n%v, want the last ones of\n%v", i, all, want)
			}
		}
	}
	if r, err := Verify(ctx, made[len(made)-1]); err != nil || !r.Whole() || r.Trees != 1 {
		t.Errorf("Verify of a backup = %+v, %v", r, err)
	}
}
