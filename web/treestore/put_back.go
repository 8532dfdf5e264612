package treestore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// PutBack adds a tree that was removed because the library was nearly full, from the
// newest copy in a folder. The error is ErrNotFound if there is no copy.
func (l *Store) PutBack(ctx context.Context, folder string, id ID) error {
	files, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var unread error
	for _, file := range slices.Backward(files) { // the newest first, since their names begin with their times
		added, err := l.putBackFrom(ctx, filepath.Join(folder, file.Name()), id)
		if added {
			return nil
		}
		if err != nil {
			unread = errors.Join(unread, fmt.Errorf("%s: %w", file.Name(), err))
		}
	}
	if unread != nil {
		return unread
	}
	return ErrNotFound
}

// putBackFrom adds a removed tree from one file of copies, if the file has it.
func (l *Store) putBackFrom(ctx context.Context, name string, id ID) (added bool, err error) {
	file, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer file.Close()
	n, _, err := l.records.Import(ctx, file, id)
	return n.Logs > 0, err
}
