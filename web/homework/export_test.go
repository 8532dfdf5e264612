package homework

import (
	"context"
	"time"
)

// SetAge has the time of the library be later, and steady or not.
func (h *Handlers) SetAge(later time.Duration, steady bool) {
	before := h.aged
	h.aged = func() (time.Time, bool) {
		now, _ := before()
		return now.Add(later), steady
	}
}

// Sweep deletes what has ended.
func (h *Handlers) Sweep(ctx context.Context) error { return h.sweep(ctx) }

// Stored returns the keys of all that is kept.
func (h *Handlers) Stored(ctx context.Context) ([]string, error) {
	return h.ListValues(ctx, prefix+">")
}
