package assign

import "context"

// Stored returns the keys of all that is kept.
func (h *Handlers) Stored(ctx context.Context) ([]string, error) {
	return h.ListValues(ctx, prefix+">")
}
