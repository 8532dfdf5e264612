package treestore

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	// doubtTime is how long a write may take before the disk itself is tried:
	// it syncs in milliseconds, and the store says nothing of a full disk.
	doubtTime = 250 * time.Millisecond
	// trialBytes is written to try the disk: the chunk of a large tree, and
	// what the store notes beside it.
	trialBytes = 1 << 20
)

// A disk is what the store in this process is kept on; nil: it is not. Where a write has come
// to nothing it is tried before the next one, so that nobody waits for a disk
// that is full, and nobody is sent away once there is room again.
type disk struct {
	dir     string
	doubted atomic.Bool
	living  context.Context // ends when the library is closed
	trying  chan struct{}   // a slot of one: one trial at a time
}

func newDisk(living context.Context, dir string) *disk {
	return &disk{dir: dir, living: living, trying: make(chan struct{}, 1)}
}

// ready gives the reason why nothing can be written now.
func (d *disk) ready() error {
	if d == nil || !d.doubted.Load() {
		return nil
	}
	return d.try(d.living)
}

// try writes a file, and deletes it. It does not where ctx or the library has
// ended before its turn comes, and returns nil then.
func (d *disk) try(ctx context.Context) error {
	select {
	case d.trying <- struct{}{}:
		defer func() { <-d.trying }()
	case <-ctx.Done():
	case <-d.living.Done():
	}
	if ctx.Err() != nil || d.living.Err() != nil {
		return nil
	}
	f, err := os.Create(filepath.Join(d.dir, "trial"))
	if err == nil {
		_, err = f.Write(make([]byte, trialBytes))
		if err == nil {
			err = f.Sync()
		}
		f.Close()
		os.Remove(f.Name())
	}
	if err == nil {
		return nil
	}
	return diskError(err)
}

// doubt makes a context end where the disk takes nothing, before its time is
// over; its cause is then the reason.
func (d *disk) doubt(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(doubtTime, func() {
		if err := d.try(ctx); err != nil {
			cancel(err)
		}
	})
	return ctx, func() {
		timer.Stop()
		cancel(nil)
	}
}

// close waits, until late, for a trial that is under way. When the library has
// ended no other begins.
func (d *disk) close(late <-chan struct{}) {
	if d == nil {
		return
	}
	select {
	case d.trying <- struct{}{}:
		<-d.trying
	case <-late:
	}
}

// diskError words what the system says of a disk.
func diskError(err error) error {
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, full) {
			return &UnavailableError{"the disk of the library is full: what is kept stays, but nothing can be added until there is room on it", nil}
		}
	}
	return &UnavailableError{"the disk of the library takes nothing now; what is kept stays", reasonOf(err)}
}

// reasonOf is what the system says of a file, without its name: the folder is
// the operator's affair.
func reasonOf(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
