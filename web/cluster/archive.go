package cluster

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"espalier/web/store"
)

// An Archive is the bucket of an embedded store that is only read, without a server. The store
// is in a folder that cannot be written to, or in a backup. The Archive has what was stored when
// it was opened, without the damaged parts.
type Archive struct {
	dir    string
	keys   map[string]place
	lock   *os.File // nil if there is no lock file
	Faults []Fault
}

// A place is where the newest value of a key is.
type place struct {
	sequence uint64
	block    int
	at, size int
}

var errReadOnly = store.Unavailable("the folder of the library is read-only: what is stored can be read, but nothing can be added or changed", nil)

// OpenArchive opens the store in a folder. The error is fs.ErrNotExist if there is no store.
func OpenArchive(dir string, log *slog.Logger, each func(Entry)) (*Archive, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	lock, held, err := shareFile(filepath.Join(dir, lockName), log)
	if held {
		return nil, errServed
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, store.Unavailable("the folder of the library cannot be read", reasonOf(err))
	}
	a := &Archive{dir: dir, keys: map[string]place{}, lock: lock}
	removed := map[uint64]bool{}
	if !wholeMeta(dir) {
		a.Faults = append(a.Faults, Fault{File: metaName})
	}
	err = scan(context.Background(), dir, func(b *block, r record) {
		if each != nil {
			each(r.Entry)
		}
		switch {
		case r.Removed:
			removed[r.Sequence] = true
		case r.Key != "" && r.Deleted:
			delete(a.keys, r.Key)
		case r.Key != "":
			a.keys[r.Key] = place{r.Sequence, b.index, r.at, r.size}
		}
	}, func(_ *block, faults []Fault) error {
		a.Faults = append(a.Faults, faults...)
		return nil
	})
	if err != nil {
		a.Close()
		return nil, store.Unavailable("the folder of the library cannot be read", reasonOf(err))
	}
	maps.DeleteFunc(a.keys, func(_ string, p place) bool { return removed[p.sequence] })
	return a, nil
}

// Close releases the folder.
func (a *Archive) Close() {
	if a.lock != nil {
		a.lock.Close()
		a.lock = nil
	}
}

// Get returns the value and the sequence of a key.
func (a *Archive) Get(ctx context.Context, key string) ([]byte, uint64, error) {
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	p, ok := a.keys[key]
	if !ok {
		return nil, 0, store.ErrNoKey
	}
	f, err := os.Open(blockName(a.dir, p.block))
	if err != nil {
		return nil, 0, a.Unavailable(reasonOf(err))
	}
	defer f.Close()
	data := make([]byte, p.size)
	if _, err := f.ReadAt(data, int64(p.at)); err != nil && !errors.Is(err, io.EOF) {
		return nil, 0, a.Unavailable(reasonOf(err))
	}
	r, whole := recordAt(data, 0, blockSum(p.block))
	if !whole || r.Key != key {
		return nil, 0, store.ErrNoKey // it was damaged after it was opened
	}
	return r.Value, r.Sequence, nil
}

// Time returns the clock of this machine.
func (a *Archive) Time(context.Context) (time.Time, error) { return time.Now(), nil }

// List returns the keys that match a pattern, in their order.
func (a *Archive) List(_ context.Context, pattern string) (keys []string, err error) {
	for key := range a.keys {
		if store.Matches(pattern, key) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys, nil
}

// Each calls f with each key that matches a pattern, and with its value if values is set.
func (a *Archive) Each(ctx context.Context, pattern string, values bool, f func(key string, value []byte) error) error {
	keys, err := a.List(ctx, pattern)
	if err != nil {
		return err
	}
	for _, key := range keys {
		var value []byte
		if values {
			if value, _, err = a.Get(ctx, key); errors.Is(err, store.ErrNoKey) {
				continue // damaged
			} else if err != nil {
				return err
			}
		}
		if err := f(key, value); err != nil {
			return err
		}
	}
	return nil
}

// Create fails, since nothing can be written.
func (a *Archive) Create(context.Context, string, []byte) (uint64, error) { return 0, errReadOnly }

// Update fails.
func (a *Archive) Update(context.Context, string, []byte, uint64) (uint64, error) {
	return 0, errReadOnly
}

// Mark fails.
func (a *Archive) Mark(context.Context, string) error { return errReadOnly }

// Purge fails.
func (a *Archive) Purge(context.Context, string) error { return errReadOnly }

// Watch reports nothing, since nothing changes.
func (a *Archive) Watch(string, func(string, bool)) (stop func(), err error) {
	return func() {}, nil
}

// Broadcast sends nothing, since no other process has the same trees.
func (a *Archive) Broadcast(string, []byte) error { return nil }

// Listen reports nothing.
func (a *Archive) Listen(string, func([]byte)) (stop func(), err error) { return func() {}, nil }

// Shared reports false, since no other process writes.
func (a *Archive) Shared() bool { return false }

// Usable reports true.
func (a *Archive) Usable() bool { return true }

// Replaced reports false.
func (a *Archive) Replaced() bool { return false }

// Unavailable returns the error for a client.
func (a *Archive) Unavailable(err error) error {
	var known *store.UnavailableError
	if errors.As(err, &known) {
		return known
	}
	return store.Unavailable("the library's folder cannot be read now", err)
}
