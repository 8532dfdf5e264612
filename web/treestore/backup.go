package treestore

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"espalier/web/nats"
	"espalier/web/treestore/ledger"
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
// one when the newest in the folder is as old as that. While a tree is damaged no
// old backup is removed.
func (l *Store) KeepBackups(ctx context.Context, folder string) {
	for ctx.Err() == nil {
		wait := BackupEvery
		if last := backupsIn(folder); len(last) > 0 {
			if at, err := time.Parse(backupPrefix+backupLayout, filepath.Base(last[0])); err == nil {
				wait = BackupEvery - min(time.Since(at), BackupEvery)
			}
		} else {
			wait = 0
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		name, err := l.Backup(ctx, folder)
		switch {
		case err != nil && ctx.Err() == nil:
			l.log.Error("library: there is no new backup", "err", err)
			pause(ctx, BackupEvery/60)
		case name != "":
			l.log.Info("library: a backup was made", "folder", name)
		default:
			pause(ctx, BackupEvery/60) // nothing is stored yet
		}
	}
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
	marks, err := ledger.Read(from) // first: the copy is never behind its ledger
	if err != nil {
		return "", err
	}
	before := backupsIn(into)
	name := filepath.Join(into, backupPrefix+time.Now().UTC().Format(backupLayout))
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

// backupsIn returns the folders of the backups in a folder, the newest first.
func backupsIn(in string) (found []string) {
	entries, err := os.ReadDir(in)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), backupPrefix) {
			found = append(found, filepath.Join(in, e.Name()))
		}
	}
	slices.Sort(found)
	slices.Reverse(found)
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
