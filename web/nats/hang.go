package nats

import (
	"context"
	"errors"
	"os"
	"time"
)

// hangTime is how long a request to the server in this process may take. The
// slowest disk answers in seconds; after that the server is in a loop or a
// deadlock. Neither can be ended from outside, so the owner of the bucket is
// told, and has to end the process.
const hangTime = 30 * time.Second

var errHanging = &UnavailableError{"the library's store hangs; the server has to be started again", nil}

// ErrHanging reports that the server in this process does not answer any more.
var ErrHanging error = errHanging

// finishes calls f, and reports whether it has returned in time. If it returns
// later, late is called, which may be nil.
func finishes(within time.Duration, f, late func()) bool {
	done, given := make(chan struct{}), make(chan struct{})
	go func() {
		f()
		select {
		case <-given:
			if late != nil {
				late()
			}
		case done <- struct{}{}:
		}
	}()
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		close(given)
		return false
	}
}

// late asks again for a key whose request was not answered in time, and reports
// that the server hangs if it does not answer at all while the disk does.
func (b *Bucket) late(key string, err error) {
	if b.hung == nil || !errors.Is(err, context.DeadlineExceeded) || b.asking.Swap(true) {
		return
	}
	go func() {
		defer b.asking.Store(false)
		ctx, cancel := context.WithTimeout(context.Background(), b.hangTime)
		defer cancel()
		if _, err := b.kv.Get(ctx, key); !errors.Is(err, context.DeadlineExceeded) {
			return
		}
		if b.disk == nil || b.disk.Try(context.Background()) == nil {
			b.hung(errHanging)
		}
	}()
}

// An ownFile is a file or folder of the store as it was when it was opened.
type ownFile struct {
	name string
	info os.FileInfo
}

// Replaced reports whether the files of the store were removed, or others were
// put in their place, since it was opened.
func (b *Bucket) Replaced() bool {
	for _, f := range b.files {
		if now, err := os.Stat(f.name); err != nil || !os.SameFile(f.info, now) {
			return true
		}
	}
	return false
}
