package cluster

import (
	"context"
	"errors"
	"os"
	"time"

	"espalier/web/store"
)

const (
	// hangTime is how long the server in this process may leave a request without an answer
	// while its disk answers. After that it is in a loop or a deadlock. Neither can be ended
	// from outside, so Config.Hung is called, and the process has to end.
	hangTime = 30 * time.Second
	// provingPause is the pause between two trials of the disk while a hang is being proved. It
	// is short, so that a disk that stalls again and again is noticed.
	provingPause = 250 * time.Millisecond
	// replacedTime bounds the check whether the files of the store were replaced.
	replacedTime = 250 * time.Millisecond
)

var errHanging = store.Unavailable("the library's store hangs; the server has to be started again", nil)

// ErrHanging reports that the server in this process does not answer any more.
var ErrHanging error = errHanging

// hangs reports whether the server hangs. The proof has three steps. The disk answers. Then
// the server is asked for something, by ask, which returns a channel that the answer
// closes. Then the server does not answer for the time within, while the disk answers one
// trial after the other, the last one after that time. A stalled disk proves nothing,
// however long it stalls. If a trial has no answer, the proof starts again when the disk is
// back, with a new request, since the old one may have waited for the disk. The result is
// false if there is an answer, if the disk accepts no writes, or if the store is closed.
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
		over := time.Since(began) >= within // before the trial, so that the last trial comes after the time
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

// late finds out, in the background, whether the server hangs, if a request was not answered in
// time.
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

// An ownFile is a file or folder of the store as it was when the store was opened.
type ownFile struct {
	name string
	info os.FileInfo
}

// Replaced reports whether the files of the store were removed or replaced since it was
// opened. It returns false if the disk has stalled.
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

// A filesCheck is a running check of the files.
type filesCheck struct {
	done     chan struct{}
	replaced bool // set when done is closed
	late     bool // a caller has given up waiting for it; guarded by Bucket.filesMu
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
