package nats

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
	// trialDelay is how long a write may take before the disk itself is tried:
	// it syncs in milliseconds, and JetStream does not report a full disk.
	trialDelay = 250 * time.Millisecond
	// trialBytes is written to try the disk: as much as the chunk of a large
	// tree with JetStream's own data.
	trialBytes = 1 << 20
)

// A Disk is that of the embedded server's folder; nil: there is none. After a
// write has failed the disk is tried before the next one. So no request waits
// for a full disk, and none is refused once there is room again.
type Disk struct {
	dir     string
	suspect atomic.Bool
	living  context.Context // ends when the store is closed
	trying  chan struct{}   // a slot of one: one trial at a time
}

// NewDisk makes the disk of a folder. It outlives the buckets that are opened
// on it, and ends with the context.
func NewDisk(living context.Context, dir string) *Disk {
	return &Disk{dir: dir, living: living, trying: make(chan struct{}, 1)}
}

// Ready returns the reason why nothing can be written now.
func (d *Disk) Ready() error {
	if d == nil || !d.suspect.Load() {
		return nil
	}
	return d.Try(d.living)
}

// Try writes a file, and deletes it. Where ctx or the disk's context ends
// before its turn, it does nothing and returns nil.
func (d *Disk) Try(ctx context.Context) error {
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

// watchWrite returns a context that ends early where the disk accepts nothing;
// its cause is then the reason.
func (d *Disk) watchWrite(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(trialDelay, func() {
		if err := d.Try(ctx); err != nil {
			cancel(err)
		}
	})
	return ctx, func() {
		timer.Stop()
		cancel(nil)
	}
}

// Close waits, until late, for a trial that runs. When the context of the disk
// has ended no other one begins.
func (d *Disk) Close(late <-chan struct{}) {
	if d == nil {
		return
	}
	select {
	case d.trying <- struct{}{}:
		<-d.trying
	case <-late:
	}
}

// diskError explains an error of the system.
func diskError(err error) error {
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, full) {
			return &UnavailableError{"the disk of the library is full: what is kept stays, but nothing can be added until there is room on it", nil}
		}
	}
	return &UnavailableError{"the disk of the library takes nothing now; what is kept stays", reasonOf(err)}
}

// reasonOf returns the error of the system without the name of the file: only
// the operator may see the folder.
func reasonOf(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
