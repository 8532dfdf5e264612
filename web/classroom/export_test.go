package classroom

import (
	"context"
	"time"
)

// SetNow sets the clock.
func (h *Handlers) SetNow(now func() time.Time) { h.now = now }

// Sweep closes all rooms whose time is over.
func (h *Handlers) Sweep(ctx context.Context) {
	h.sweep(ctx)
	h.sweepStore(ctx)
}

// Keys returns the keys of the store that match a pattern.
func (h *Handlers) Keys(ctx context.Context, pattern string) ([]string, error) {
	return h.store.List(ctx, pattern)
}

// InMemory returns how many rooms are in memory.
func (h *Handlers) InMemory() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.rooms)
}
