package tasks

import (
	"context"
	"crypto/rand"
	"sync"
	"sync/atomic"
	"time"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/traces"
)

// Handlers serves tasks over HTTP.
type Handlers struct {
	*app.Core
	traces *traces.Handlers

	created, entered *entry.Counts // of addresses
	lastEntered      atomic.Int64  // see order

	background sync.WaitGroup
}

// New returns the handlers.
func New(core *app.Core, t *traces.Handlers) *Handlers {
	h := &Handlers{Core: core, traces: t}
	h.created = &entry.Counts{Most: MaxCreated, What: "tasks were made"}
	h.entered = &entry.Counts{Most: MaxEntered, What: "students entered"}
	if core.Library != nil {
		h.background.Go(h.forgetAddresses)
	}
	return h
}

// Close waits for background work.
func (h *Handlers) Close(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		h.background.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// forgetAddresses forgets, at regular intervals, what addresses did long ago.
func (h *Handlers) forgetAddresses() {
	tick := time.NewTicker(forgetTime)
	defer tick.Stop()
	for {
		select {
		case <-h.Stopping.Done():
			return
		case <-tick.C:
		}
		h.created.Sweep(time.Now())
		h.entered.Sweep(time.Now())
	}
}

func newTag() string { return rand.Text()[:16] }

// stamp returns the time of the library in ms.
func (h *Handlers) stamp() int64 { return h.StoreTime().UnixMilli() }

// order returns the time at which a student enters, in ms. It is always later than that of the
// previous student, so a table lists the students of one server in the order in which they entered.
func (h *Handlers) order() int64 {
	now := h.stamp()
	for {
		last := h.lastEntered.Load()
		next := max(now, last+1)
		if h.lastEntered.CompareAndSwap(last, next) {
			return next
		}
	}
}
