package cluster

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// SyncFile waits until all of a file is on the disk.
func SyncFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// SyncDir waits until the names in a folder are on the disk, if the system can sync a folder.
func SyncDir(name string) error {
	err := SyncFile(name)
	var failed *fs.PathError
	if errors.As(err, &failed) && failed.Op == "sync" && (errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrInvalid) || errors.Is(err, fs.ErrPermission)) {
		return nil
	}
	return err
}

// SyncFolder waits until all files of a folder are on the disk. A file that is removed meanwhile is no
// error.
func SyncFolder(dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
		case d.IsDir():
			err = SyncDir(name)
		case d.Type().IsRegular():
			err = SyncFile(name)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
}
