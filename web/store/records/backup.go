package records

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

	"espalier/web/cluster"
	"espalier/web/store/ledger"
)

const (
	// BackupEvery is how often KeepBackups makes a backup.
	BackupEvery = time.Hour
	// MaxBackups is how many backups it keeps. A file that did not change between two
	// backups takes no extra space where the file system has links.
	MaxBackups = 48
	// MaxBackupAge is how long a backup is kept at most, also while something is damaged: what a person has deleted is
	// gone from the backups then.
	MaxBackupAge = 30 * 24 * time.Hour
	// MaxClusterBackups is how many it keeps in a cluster, where each backup takes the space of the whole store.
	MaxClusterBackups = 12

	backupPrefix = "espalier-"
	// FileTime is the layout of a time in the name of a file or a folder.
	FileTime = "20060102-150405"
)

// KeepBackups makes a backup every BackupEvery until the context ends. The first one is
// due when the newest backup in the folder is that old, or seems to be from the future.
// After that, the time since the last backup is measured by a clock that does not jump.
// While anything is damaged, backups are removed only when they are older than MaxBackupAge.
func (l *Store) KeepBackups(ctx context.Context, folder string) {
	l.backups.Store(&folder)
	for wait := untilBackup(backupsIn(folder), l.machine.Now()); ; {
		if Pause(ctx, wait) != nil {
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

// untilBackup returns the time until the next backup. all are the existing backups, the
// newest first.
func untilBackup(all []string, now time.Time) time.Duration {
	if len(all) == 0 {
		return 0
	}
	at, known := madeAt(all[0])
	if !known {
		return 0
	}
	if age := now.Sub(at); age >= 0 {
		return max(0, BackupEvery-age)
	}
	return 0 // the backup was made with another clock
}

// madeAt returns when a backup was made, by its name.
func madeAt(backup string) (at time.Time, known bool) {
	const layout = backupPrefix + FileTime
	name := filepath.Base(backup)
	at, err := time.Parse(layout, name[:min(len(name), len(layout))])
	return at, err == nil
}

// tooOld returns the oldest of some backups, which are listed with the newest first, if it is older than
// MaxBackupAge. It is only one each time: a clock that is wrong for an hour does not cost all of them.
func tooOld(old []string, now time.Time) []string {
	if len(old) == 0 {
		return nil
	}
	last := old[len(old)-1:]
	if at, known := madeAt(last[0]); !known || now.Sub(at) <= MaxBackupAge {
		return nil
	}
	return last
}

// Backup copies the store, which may be in use, to a new folder in the folder into, and returns
// the name of the new folder, or "" if nothing is stored yet. The copy is a data folder that
// Open and Verify can read, also that of a cluster.
func (l *Store) Backup(ctx context.Context, into string) (string, error) {
	if !l.Shared() && !l.exists() {
		return "", nil
	}
	marks, err := l.marks(ctx) // before the copy, which is then never behind its ledger
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
	var faults []cluster.Fault
	keep := MaxBackups
	if l.Shared() {
		keep = MaxClusterBackups
		err = l.copyBucket(ctx, filepath.Join(unfinished, folder))
	} else {
		faults, err = cluster.Copy(ctx, filepath.Join(l.config.Dir, folder), filepath.Join(unfinished, folder), earlier)
	}
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
	if len(faults) > 1 { // a single fault may be a record that is being written
		l.log.Error("library: damaged parts of files are not in the backup", "folder", name, "parts", len(faults))
	}
	old := before[min(len(before), keep-1):]
	if len(faults) > 1 || l.damage.Any() {
		l.log.Warn("library: backups are kept for longer while something is damaged", "days", int(MaxBackupAge/(24*time.Hour)))
		old = tooOld(old, l.machine.Now())
	}
	for _, one := range old {
		if err := os.RemoveAll(one); err != nil {
			l.log.Warn("library: an old backup cannot be removed", "err", err)
		}
	}
	return name, nil
}

// marks returns a copy of the ledger.
func (l *Store) marks(ctx context.Context) (*ledger.Ledger, error) {
	if !l.Shared() {
		return readLedger(filepath.Join(l.config.Dir, folder))
	}
	bucket, done, err := l.Use(ctx, false)
	if err != nil {
		return nil, err
	}
	defer done()
	return bucket.Ledger.Copy(), nil
}

// copyBucket copies all keys of a cluster's bucket to a new embedded store in a folder.
func (l *Store) copyBucket(ctx context.Context, dir string) error {
	to, err := cluster.Embed(cluster.Config{Dir: dir, Log: l.log, Limit: cluster.MostBytes, SyncLater: true})
	if err != nil {
		return err
	}
	copied := &Bucket{Engine: to}
	err = l.Each(ctx, ">", true, func(key string, value []byte) error {
		return copied.Replace(ctx, key, value) // one that changes meanwhile comes again
	})
	to.Close()
	return errors.Join(err, to.Ended(), cluster.SyncFolder(dir))
}

// newBackup returns the name of a backup that is made now. If the clock was set back,
// another backup may have the name, and a number is appended.
func newBackup(into string, now time.Time) string {
	first := filepath.Join(into, backupPrefix+now.UTC().Format(FileTime))
	name := first
	for n := 2; ; n++ {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) || n > MaxBackups {
			return name
		}
		name = fmt.Sprintf("%s-%d", first, n)
	}
}

// orderName is the name of a file in each backup with the number of the backup. The clock
// from which a backup has its name may have been wrong, but the higher number is newer.
const orderName = "order"

// writeOrder gives a new backup the number after those of the backups before it, which are
// listed with the newest first.
func writeOrder(backup string, before []string) error {
	number := len(before) + 1 // a backup of an early version has no number
	if len(before) > 0 {
		number = max(number, orderOf(before[0])+1)
	}
	return os.WriteFile(filepath.Join(backup, orderName), strconv.AppendInt(nil, int64(number), 10), 0o600)
}

// orderOf returns the number of a backup, or 0 if an early version made it.
func orderOf(backup string) int {
	text, err := os.ReadFile(filepath.Join(backup, orderName))
	number, err2 := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || err2 != nil {
		return 0
	}
	return number
}

// backupsIn returns the folders of the backups in a folder, the newest first.
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

// Backups returns the folder of the backups, or "" if there is none.
func (l *Store) Backups() string {
	if folder := l.backups.Load(); folder != nil {
		return *folder
	}
	return ""
}

// OpenBackups opens the backups in a folder, the newest first, and calls each with them
// until it returns false. The folder may also be a single backup.
func (l *Store) OpenBackups(in string, each func(*cluster.Archive) bool) error {
	all := backupsIn(in)
	if _, err := os.Stat(filepath.Join(in, folder)); err == nil {
		all = []string{in}
	}
	if len(all) == 0 {
		return &fs.PathError{Op: "restore", Path: in, Err: errors.New("there is no backup here")}
	}
	for _, name := range all {
		archive, err := cluster.OpenArchive(filepath.Join(name, folder), l.log, nil)
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
