package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"espalier/web/store"
)

const (
	// trialDelay is how long the store may take to answer before the disk itself is tried. A
	// disk syncs in milliseconds, and JetStream does not report a full disk.
	trialDelay = 250 * time.Millisecond
	// trialBytes are written to try the disk. They are as many as the chunk of a large tree
	// with JetStream's own data.
	trialBytes = 1 << 20
	// syncedBytes of them are synced if no write has failed. A file system without space
	// already refuses to write the others, and a check every few seconds must not wear out
	// the disk.
	syncedBytes = 4 << 10
	// stallTime is how long a trial may take before the disk counts as stalled.
	stallTime = time.Second
	// probeTime is how long the result of a trial is valid for Probe. A server that is asked
	// for its health more often does not write more often.
	probeTime = 5 * time.Second
	// failedProbeTime is the same for a failed trial.
	failedProbeTime = time.Second
	// stallCheck is the time between two checks whether the disk has stalled while something
	// has waited for it for too long.
	stallCheck = 250 * time.Millisecond
)

// A Disk is the disk of the embedded server's folder. It is nil if there is no such folder.
// After a failed write, the disk is tried before the next write. So no request waits for a
// full disk, and none is refused once there is space again. A stalled disk does not answer
// a trial. A trial runs in a goroutine of its own, so that nobody has to wait for its end.
type Disk struct {
	dir     string
	suspect atomic.Bool
	living  context.Context // ends when the store is closed
	gate    *Gate           // for tests

	mu    sync.Mutex
	trial *trial // the last one; nil at first
}

// A trial writes a file and deletes it again.
type trial struct {
	began time.Time
	whole bool // all bytes are synced
	done  chan struct{}

	// Set when done is closed:
	ended time.Time
	err   error
}

func (t *trial) over() bool {
	select {
	case <-t.done:
		return true
	default:
		return false
	}
}

// stale reports whether the result of a trial that has ended is no longer valid.
func (t *trial) stale(suspect bool) bool {
	hold := probeTime
	if t.err != nil {
		hold = failedProbeTime // notice soon that the disk accepts writes again
	}
	return time.Since(t.ended) >= hold || suspect && !t.whole
}

// NewDisk returns the disk of a folder. It outlives the buckets that are opened on it, and ends
// with the context. The gate is for tests and may be nil.
func NewDisk(living context.Context, dir string, gate *Gate) *Disk {
	return &Disk{dir: dir, living: living, gate: gate}
}

// begin returns the trial that is running, or begins one. It returns nil if the store is closed.
func (d *Disk) begin(whole bool) *trial {
	d.mu.Lock()
	defer d.mu.Unlock()
	if t := d.trial; t != nil && !t.over() {
		return t
	}
	if d.living.Err() != nil {
		return nil
	}
	t := &trial{began: time.Now(), whole: whole || d.suspect.Load(), done: make(chan struct{})}
	d.trial = t
	go func() {
		t.err = d.write(t.whole)
		t.ended = time.Now()
		close(t.done)
	}()
	return t
}

// write makes a trial.
func (d *Disk) write(whole bool) error {
	d.gate.Pass()
	f, err := os.Create(filepath.Join(d.dir, "trial"))
	if err == nil {
		_, err = f.Write(make([]byte, trialBytes))
		if err == nil && !whole {
			err = f.Truncate(syncedBytes)
		}
		if err == nil {
			err = f.Sync()
		}
		f.Close()
		os.Remove(f.Name())
	}
	if err == nil {
		return nil
	}
	return DiskError(err)
}

// closed returns a channel that is closed when the store is.
func (d *Disk) closed() <-chan struct{} {
	if d == nil {
		return nil
	}
	return d.living.Done()
}

// Suspect reports whether the last write has failed.
func (d *Disk) Suspect() bool { return d != nil && d.suspect.Load() }

// Ready returns why nothing can be written now, or nil. It waits for a disk that answers,
// but not for one that has stalled.
func (d *Disk) Ready(ctx context.Context) error {
	if !d.Suspect() {
		return nil
	}
	if err := d.Stalled(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, stallTime)
	defer cancel()
	return d.Try(ctx)
}

// Try tries the disk, and returns why it accepts no writes, or nil. If the disk has not answered
// when ctx ends, that is the reason. The disk of a closed store is not tried, and the result is
// nil.
func (d *Disk) Try(ctx context.Context) error {
	for {
		t := d.begin(true)
		if t == nil {
			return nil
		}
		select {
		case <-t.done:
		case <-d.living.Done():
			return nil
		case <-ctx.Done():
			return d.silence(t)
		}
		if t.err != nil || t.whole {
			return t.err
		}
	}
}

// answers reports whether the disk accepts a write before a time has passed.
func (d *Disk) answers(within time.Duration) bool {
	t := d.begin(false)
	if t == nil {
		return false
	}
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case <-t.done:
		return t.err == nil
	case <-timer.C:
	case <-d.living.Done():
	}
	return false
}

// Stalled returns an error if the disk does not answer now, as the last trial shows. It does not
// begin a trial.
func (d *Disk) Stalled() error {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	t := d.trial
	d.mu.Unlock()
	if t == nil || t.over() || time.Since(t.began) < stallTime {
		return nil
	}
	return d.silence(t)
}

// silence returns the error for a trial that has not ended.
func (d *Disk) silence(t *trial) error {
	return store.Unavailable(fmt.Sprintf("the library's disk has not answered for %s; try again in a moment",
		max(time.Since(t.began), time.Second).Truncate(time.Second)), nil)
}

// Probe tries the disk, unless that was done a moment ago. It waits at most until ctx ends.
func (d *Disk) Probe(ctx context.Context) error {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	t := d.trial
	d.mu.Unlock()
	if t == nil || t.over() && t.stale(d.suspect.Load()) {
		if t = d.begin(false); t == nil {
			return nil
		}
	}
	select {
	case <-t.done:
		return t.err
	case <-d.living.Done():
		return nil
	case <-ctx.Done():
		return d.silence(t)
	}
}

// Patient returns a context that ends if the disk has stalled after a time, or stalls later. Its
// cause is the error of Stalled. It does not end a wait for something other than the disk, such
// as a turn.
func (d *Disk) Patient(ctx context.Context, limit time.Duration) (context.Context, func()) {
	if d == nil {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	began := time.Now()
	var timer *time.Timer
	set := make(chan struct{})
	timer = time.AfterFunc(min(trialDelay, limit), func() {
		<-set
		if d.Stalled() == nil {
			d.begin(false)
		}
		if err := d.Stalled(); err != nil && time.Since(began) >= limit {
			cancel(err)
			return
		}
		if wait := limit - time.Since(began); ctx.Err() == nil {
			timer.Reset(max(wait, stallCheck))
		}
	})
	close(set)
	return ctx, func() {
		cancel(nil)
		timer.Stop()
	}
}

// watch tries the disk if an exchange with the store takes long, to find out whether the
// disk has stalled.
func (d *Disk) watch() (stop func() bool) {
	if d == nil {
		return func() bool { return true }
	}
	return time.AfterFunc(trialDelay, func() { d.begin(false) }).Stop
}

// watchWrite returns a context that ends early if the disk accepts no writes. Its cause is
// then the reason.
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

// Close waits for a running trial, but no longer than until late is closed. No trial begins
// after the context of the disk has ended.
func (d *Disk) Close(late <-chan struct{}) {
	if d == nil {
		return
	}
	d.mu.Lock()
	t := d.trial
	d.mu.Unlock()
	if t == nil {
		return
	}
	select {
	case <-t.done:
	case <-late:
	}
}

// ErrDiskFull reports that the disk has no space.
var ErrDiskFull error = errDiskFull

var errDiskFull = store.Unavailable("the disk of the library is full: what is stored stays, but nothing can be added until there is space on it", nil)

// DiskError explains an error of the system: it is ErrDiskFull, or an UnavailableError.
func DiskError(err error) error {
	for _, full := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, full) {
			return errDiskFull
		}
	}
	return store.Unavailable("the disk of the library accepts no writes now; what is stored stays", reasonOf(err))
}

// reasonOf returns the error of the system without the name of the file, since only the operator
// may see the folder.
func reasonOf(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
