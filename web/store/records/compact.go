package records

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"espalier/web/cluster"
	"espalier/web/store/key"
	"espalier/web/store/ledger"
)

// Folders in Config.Dir while a store is written anew.
const (
	compactFolder = folder + "-compact" // the new store
	beforeFolder  = folder + "-before"  // the old one, until the new one has its name
)

// Compact writes the embedded store anew, without the keys of logs that do not exist. It
// returns the bytes on the disk before and after. No process may have the store open. If
// Compact fails, the store is as before.
func Compact(ctx context.Context, c Config) (before, after int64, err error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	from, to, aside := filepath.Join(c.Dir, folder), filepath.Join(c.Dir, compactFolder), filepath.Join(c.Dir, beforeFolder)
	if err := endCompact(c.Dir); err != nil {
		return 0, 0, err
	}
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		return 0, 0, nil
	}
	if err := checkWhole(ctx, c); err != nil {
		return 0, 0, err
	}
	// Both folders stay locked until the new one has its name.
	lock, err := cluster.Lock(from, c.Log)
	if err != nil {
		return 0, 0, err
	}
	defer lock.Close()
	if err := errors.Join(os.RemoveAll(to), os.RemoveAll(aside)); err != nil {
		return 0, 0, err
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(to)
	newLock, err := cluster.Lock(to, c.Log)
	if err != nil {
		return 0, 0, err
	}
	defer newLock.Close()
	if before, err = sizeOfFolder(from); err != nil {
		return 0, 0, err
	}
	if err := copyNeeded(ctx, c, from, to); err != nil {
		return before, before, err
	}
	if err := copyLedger(from, to); err != nil {
		return before, before, err
	}
	if err := cluster.SyncFolder(to); err != nil {
		return before, before, err
	}
	if after, err = sizeOfFolder(to); err != nil {
		return before, before, err
	}
	if err := os.Rename(from, aside); err != nil {
		return before, before, err
	}
	if err := os.Rename(to, from); err != nil {
		return before, before, errors.Join(err, os.Rename(aside, from))
	}
	if err := cluster.SyncDir(c.Dir); err != nil {
		return before, after, err
	}
	if err := os.Rename(filepath.Join(aside, cluster.DamagedDir), filepath.Join(from, cluster.DamagedDir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return before, after, err
	}
	return before, after, os.RemoveAll(aside)
}

// endCompact gives the store its name again if a process ended between the two renamings
// of Compact.
func endCompact(dir string) error {
	from, aside := filepath.Join(dir, folder), filepath.Join(dir, beforeFolder)
	if _, err := os.Stat(aside); err != nil {
		return nil
	}
	if _, err := os.Stat(from); !errors.Is(err, fs.ErrNotExist) {
		return err // the next Compact removes the old store
	}
	return os.Rename(aside, from)
}

// checkWhole opens a store, which mends what can be mended. It fails if something is
// still damaged, since that might be lost with the old files.
func checkWhole(ctx context.Context, c Config) error {
	l, err := Open(c)
	if err != nil {
		return err
	}
	h := l.Check(ctx)
	if err := l.Close(); err != nil {
		return err
	}
	switch h.State {
	case StateOK:
		return nil
	case StateDamaged:
		return fmt.Errorf("%s: restore or remove them first; verify names them", h.Reason)
	}
	return errors.New(h.Reason)
}

// copyLedger copies the files of the ledger, also those of an early version.
func copyLedger(from, to string) error {
	for _, name := range append([]string{ledger.Name, ledger.CopyName}, ledgerRules().Early...) {
		text, err := os.ReadFile(filepath.Join(from, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// copyNeeded copies all keys but those of logs that do not exist, which were left by writes that failed.
func copyNeeded(ctx context.Context, c Config, from, to string) error {
	source, err := cluster.Embed(cluster.Config{Dir: from, Locked: true, Log: c.Log, Limit: cluster.SameLimit})
	if err != nil {
		return err
	}
	defer source.Close()
	_, limit, err := source.Size(ctx)
	if err != nil {
		return err
	}
	target, err := cluster.Embed(cluster.Config{Dir: to, Locked: true, Log: c.Log, Limit: limit, SyncLater: true})
	if err != nil {
		return err
	}
	defer target.Close()
	exist := map[string]bool{}
	isHead := func(string) bool { return false }
	if logs != nil {
		isHead = func(rest string) bool { return rest == logs.Head }
		if err := source.Each(ctx, "*."+logs.Head, false, func(key string, _ []byte) error {
			id, _, _ := strings.Cut(key, ".")
			exist[id] = true
			return nil
		}); err != nil {
			return err
		}
	}
	heads := 0
	err = source.Each(ctx, ">", true, func(name string, value []byte) error {
		id, rest, _ := strings.Cut(name, ".")
		if _, err := key.ParseID(id); err == nil && logs != nil && !exist[id] {
			return nil
		}
		if isHead(rest) {
			heads++
		}
		_, err := target.Create(ctx, name, value)
		return err
	})
	if err == nil && heads != len(exist) {
		err = fmt.Errorf("%d %s were copied, and there are %d", heads, logs.Many, len(exist))
	}
	return err
}

// sizeOfFolder returns the bytes of all files in a folder.
func sizeOfFolder(folder string) (bytes int64, err error) {
	err = filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	return bytes, err
}
