package treestore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"espalier/web/nats"
)

const (
	// BackupEvery is how often KeepBackups makes a backup.
	BackupEvery = time.Hour
	// MaxBackups is how many it keeps. What did not change between two of them
	// takes no room of its own where the file system has links.
	MaxBackups = 48

	backupPrefix = "espalier-"
	backupLayout = "20060102-150405"
)

var errNoBackup = &UnavailableError{Message: "the trees are kept by NATS servers, which have backups of their own"}

// KeepBackups makes a backup every BackupEvery until the context ends, the first
// one when the newest in the folder is as old as that, or seems to come from the future.
// Then the time since its own last one counts, by a clock that does not jump. While a
// tree is damaged no old backup is removed.
func (l *Store) KeepBackups(ctx context.Context, folder string) {
	for wait := untilBackup(backupsIn(folder), l.machine.Now()); ; {
		if pause(ctx, wait) != nil {
			return
		}
		name, err := l.Backup(ctx, folder)
		switch {
		case err != nil && ctx.Err() == nil:
			l.log.Error("library: there is no new backup", "err", err)
			wait = BackupEvery / 60
		case name != "":
			l.log.Info("library: a backup was made", "folder", name)
			wait = BackupEvery
		default:
			wait = BackupEvery / 60 // nothing is stored yet
		}
	}
}

// untilBackup returns the time until the next backup, with those that there are, the
// newest first.
func untilBackup(all []string, now time.Time) time.Duration {
	if len(all) == 0 {
		return 0
	}
	const layout = backupPrefix + backupLayout
	name := filepath.Base(all[0])
	at, err := time.Parse(layout, name[:min(len(name), len(layout))])
	if err != nil {
		return 0
	}
	if age := now.Sub(at); age >= 0 {
		return max(0, BackupEvery-age)
	}
	return 0 // it was made with another clock
}

// Backup copies the embedded store, which may be in use, to a new folder in the
// given one, and returns its name; "": nothing is stored yet. The copy is a data
// folder: Open and Verify can read it.
func (l *Store) Backup(ctx context.Context, into string) (string, error) {
	if l.shared() {
		return "", errNoBackup
	}
	if !l.exists() {
		return "", nil
	}
	from := filepath.Join(l.config.Dir, folder)
	marks, err := readLedger(from) // first: the copy is never behind its ledger
	if err != nil {
		return "", err
	}
	before := backupsIn(into)
	name := newBackup(into, l.machine.Now())
	unfinished := filepath.Join(into, ".unfinished")
	if err := errors.Join(os.RemoveAll(unfinished), os.MkdirAll(filepath.Join(unfinished, folder), 0o700)); err != nil {
		return "", err
	}
	earlier := ""
	if len(before) > 0 {
		earlier = filepath.Join(before[0], folder)
	}
	faults, err := nats.Copy(ctx, from, filepath.Join(unfinished, folder), earlier)
	if err != nil {
		return "", err
	}
	if err := marks.CopyTo(filepath.Join(unfinished, folder)); err != nil {
		return "", err
	}
	if err := writeOrder(unfinished, before); err != nil {
		return "", err
	}
	if err := os.Rename(unfinished, name); err != nil {
		return "", err
	}
	if len(faults) > 1 { // one: a record that is being written
		l.log.Error("library: damaged parts of files are not in the backup", "folder", name, "parts", len(faults))
	}
	if len(faults) > 1 || l.damage.Any() {
		l.log.Warn("library: old backups are not removed while something is damaged")
		return name, nil
	}
	for _, old := range before[min(len(before), MaxBackups-1):] {
		if err := os.RemoveAll(old); err != nil {
			l.log.Warn("library: an old backup cannot be removed", "err", err)
		}
	}
	return name, nil
}

// newBackup returns the name of a backup that is made now. Another one may have it, when
// the clock was set back.
func newBackup(into string, now time.Time) string {
	first := filepath.Join(into, backupPrefix+now.UTC().Format(backupLayout))
	name := first
	for n := 2; ; n++ {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) || n > MaxBackups {
			return name
		}
		name = fmt.Sprintf("%s-%d", first, n)
	}
}

// orderName is a file in each backup with its number. The names have the time of the
// clock, which may have been wrong; the numbers say which one is newer.
const orderName = "order"

// writeOrder gives a new backup the number after those that there are, the newest first.
func writeOrder(backup string, before []string) error {
	number := len(before) + 1 // of those without a number, an earlier program made each
	if len(before) > 0 {
		number = max(number, orderOf(before[0])+1)
	}
	return os.WriteFile(filepath.Join(backup, orderName), strconv.AppendInt(nil, int64(number), 10), 0o600)
}

// orderOf returns the number of a backup; 0: an earlier program made it.
func orderOf(backup string) int {
	text, err := os.ReadFile(filepath.Join(backup, orderName))
	number, err2 := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || err2 != nil {
		return 0
	}
	return number
}

// backupsIn returns the folders of the backups in a folder, the one that was made last
// first.
func backupsIn(in string) (found []string) {
	entries, err := os.ReadDir(in)
	if err != nil {
		return nil
	}
	order := map[string]int{}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), backupPrefix) {
			name := filepath.Join(in, e.Name())
			found = append(found, name)
			order[name] = orderOf(name)
		}
	}
	slices.SortFunc(found, func(a, b string) int {
		return cmp.Or(cmp.Compare(order[b], order[a]), strings.Compare(b, a))
	})
	return found
}

// openBackups opens the backups in a folder, or the one that the folder is, the
// newest first, and calls each until it returns false.
func openBackups(in string, l *Store, each func(*nats.Archive) bool) error {
	all := backupsIn(in)
	if _, err := os.Stat(filepath.Join(in, folder)); err == nil {
		all = []string{in}
	}
	if len(all) == 0 {
		return &fs.PathError{Op: "restore", Path: in, Err: errors.New("there is no backup here")}
	}
	for _, name := range all {
		archive, err := nats.OpenArchive(filepath.Join(name, folder), l.log, nil)
		if err != nil {
			l.log.Warn("library: a backup cannot be read", "folder", name, "err", err)
			continue
		}
		more := each(archive)
		archive.Close()
		if !more {
			return nil
		}
	}
	return nil
}
