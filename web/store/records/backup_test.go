package records_test

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

	"espalier/web/store/records"
	"espalier/web/store/storetest"
)

// A backup whose name has a future time, from a wrong clock, does not prevent the next one.
func TestFutureBackupStopsNoBackup(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, records.BackupPrefix+time.Now().UTC().Add(72*time.Hour).Format(records.FileTime)), 0o700); err != nil {
		t.Fatal(err)
	}
	log := &waitingLog{want: "a backup was made", found: make(chan struct{})}
	l := storetest.Open(t, records.Config{Dir: t.TempDir(), Log: slog.New(slog.NewTextHandler(log, nil))})
	putValues(t, l, "room.ABC", 1)
	var running sync.WaitGroup
	running.Go(func() { l.KeepBackups(ctx, folder) })
	defer running.Wait()
	defer stop()
	select {
	case <-log.found:
	case <-time.After(time.Minute):
		t.Fatal("no backup is made")
	}
	if all := records.BackupsIn(folder); len(all) != 2 || !strings.Contains(log.text(), filepath.Base(all[0])) {
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

// Whatever jumps the clock makes, the oldest backups are removed first.
func TestOldestBackupIsRemoved(t *testing.T) {
	ctx := context.Background()
	clock := storetest.NewClock()
	l := storetest.Open(t, records.Config{Dir: t.TempDir(), Machine: clock.Machine(), Log: slog.New(slog.DiscardHandler)})
	putValues(t, l, "room.ABC", 1)
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, records.BackupPrefix+"20260301-110000"), 0o700); err != nil { // made by an early version
		t.Fatal(err)
	}
	made := []string{filepath.Join(folder, records.BackupPrefix+"20260301-110000")}
	for i := range records.MaxBackups + 6 {
		switch i {
		case 2:
			clock.Jump(72 * time.Hour)
		case 3:
			clock.Jump(-72 * time.Hour)
		case 5:
			clock.Jump(-50 * 365 * 24 * time.Hour)
		case records.MaxBackups:
			clock.Jump(50 * 365 * 24 * time.Hour)
		}
		if i != 4 { // two within a second
			clock.Pass(records.BackupEvery)
		}
		name, err := l.Backup(ctx, folder)
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, name)
		all := records.BackupsIn(folder)
		want := made[max(0, len(made)-records.MaxBackups):]
		for k, name := range all {
			if len(all) != len(want) || name != want[len(want)-1-k] {
				t.Fatalf("after backup %d there are\n%v, want the last ones of\n%v", i, all, want)
			}
		}
	}
	if r, err := records.Verify(ctx, made[len(made)-1]); err != nil || !r.Whole() || len(r.Values) != 1 {
		t.Errorf("Verify of a backup = %+v, %v", r, err)
	}
}

// While something is damaged, old backups are kept, but none for longer than MaxBackupAge; and one wrong clock does not
// cost all of them.
func TestBackupsOfDamagedStore(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	at := func(age time.Duration) string {
		return filepath.Join("backups", records.BackupPrefix+now.Add(-age).Format(records.FileTime))
	}
	old := []string{at(time.Hour), at(records.MaxBackupAge), at(records.MaxBackupAge + time.Hour), at(records.MaxBackupAge + 2*time.Hour)}
	if got := records.TooOld(old, now); len(got) != 1 || got[0] != old[3] {
		t.Errorf("of %v, %v is removed", old, got)
	}
	if got := records.TooOld(old[:2], now); len(got) != 0 {
		t.Errorf("of %v, %v is removed", old[:2], got)
	}
	if got := records.TooOld([]string{"backups/espalier-copy"}, now); len(got) != 0 {
		t.Errorf("%v, whose time is not known, is removed", got)
	}
}
