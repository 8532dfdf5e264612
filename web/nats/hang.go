package nats

import (
	"context"
	"errors"
	"os"
	"time"
)

const (
	// hangTime is how long the server in this process may leave a request without an
	// answer while its disk answers; after that it is in a loop or a deadlock. Neither
	// can be ended from outside, so the owner of the bucket is told, and has to end the
	// process.
	hangTime = 30 * time.Second
	// provingPause is between two trials of the disk while a hang is being proved: a
	// disk that stalls again and again is noticed.
	provingPause = 250 * time.Millisecond
	// replacedTime bounds the check whether the files of the store were replaced.
	replacedTime = 250 * time.Millisecond
)

var errHanging = &UnavailableError{"the library's store hangs; the server has to be started again", nil}

// ErrHanging reports that the server in this process does not answer any more.
var ErrHanging error = errHanging

// hangs reports that the server hangs, which is proved like this: the disk answers;
// then the server is asked for something; then it does not answer for a whole time
// in which each trial of the disk, one after the other, is answered, the last one
// after that time. A disk that has stalled proves nothing, however long: at a trial
// without an answer all begins again when the disk is back, with another request,
// since the one before may have waited for the disk. ask sends the request, and
// returns a channel that is closed by the answer. The result is false if there is an
// answer, if the disk accepts nothing, or if the store is closed.
func (d *Disk) hangs(within time.Duration, ask func(context.Context) <-chan struct{}) bool {
	for {
		if d != nil && d.Try(d.living) != nil {
			return false
		}
		ctx, cancel := context.WithCancel(context.Background())
		hangs, stalled := d.silent(within, ask(ctx))
		cancel()
		if !stalled {
			return hangs
		}
	}
}

// silent is one attempt of hangs.
func (d *Disk) silent(within time.Duration, answer <-chan struct{}) (hangs, stalled bool) {
	if d == nil {
		select {
		case <-answer:
			return false, false
		case <-time.After(within):
			return true, false
		}
	}
	for began := time.Now(); ; {
		over := time.Since(began) >= within // before the trial: the last one comes after the time
		if !d.answers(stallTime) {
			return false, d.living.Err() == nil
		}
		select {
		case <-answer:
			return false, false
		case <-d.living.Done():
			return false, false
		case <-time.After(min(provingPause, within)):
		}
		if over {
			return true, false
		}
	}
}

// late has it found out, for a request that was not answered in time, whether the
// server hangs.
func (b *Bucket) late(key string, err error) {
	if b.hung == nil || !errors.Is(err, context.DeadlineExceeded) || b.asking.Swap(true) {
		return
	}
	go func() {
		defer b.asking.Store(false)
		ask := func(ctx context.Context) <-chan struct{} {
			answer := make(chan struct{})
			go func() {
				// Without a deadline the client sets one of its own, which is shorter.
				ctx, cancel := context.WithTimeout(ctx, 4*b.hangTime)
				defer cancel()
				if _, err := b.kv.Get(ctx, key); !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
					close(answer)
				}
			}()
			return answer
		}
		if b.disk.hangs(b.hangTime, ask) {
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
// put in their place, since it was opened. Of a disk that has stalled it knows
// nothing, and returns false.
func (b *Bucket) Replaced() bool {
	if b.files == nil {
		return false
	}
	b.filesMu.Lock()
	c := b.filesCheck
	late := c != nil && c.late
	if c == nil {
		c = &filesCheck{done: make(chan struct{})}
		b.filesCheck = c
		go func() {
			c.replaced = b.filesReplaced()
			b.filesMu.Lock()
			b.filesCheck = nil
			b.filesMu.Unlock()
			close(c.done)
		}()
	}
	b.filesMu.Unlock()
	if late {
		return false
	}
	timer := time.NewTimer(replacedTime)
	defer timer.Stop()
	select {
	case <-c.done:
		return c.replaced
	case <-timer.C:
		b.filesMu.Lock()
		defer b.filesMu.Unlock()
		c.late = true
		return false
	}
}

// A filesCheck is a check of the files that runs.
type filesCheck struct {
	done     chan struct{}
	replaced bool // set when done is closed
	late     bool // somebody has waited in vain; guarded by Bucket.filesMu
}

func (b *Bucket) filesReplaced() bool {
	if b.disk != nil {
		b.disk.gate.Pass()
	}
	for _, f := range b.files {
		if now, err := os.Stat(f.name); err != nil || !os.SameFile(f.info, now) {
			return true
		}
	}
	return false
}
