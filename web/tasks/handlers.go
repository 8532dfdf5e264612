package tasks

import (
	"crypto/rand"
	"sync/atomic"

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
}

// New returns the handlers.
func New(core *app.Core, t *traces.Handlers) *Handlers {
	h := &Handlers{Core: core, traces: t}
	h.created = &entry.Counts{Most: MaxCreated, What: "tasks were made"}
	h.entered = &entry.Counts{Most: MaxEntered, What: "students entered"}
	return h
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
