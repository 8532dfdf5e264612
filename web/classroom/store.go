package classroom

import (
	"context"
	"errors"
	"time"

	"espalier/web/classroom/entry"
	"espalier/web/store"
	"espalier/web/store/records"
)

// What was acknowledged of a room is in a ledger (web/store/records/values.go): its newest stored value,
// its questions, the batches of answers with the names of the followers, the hand-ins, and the typed
// trees. So what the store loses is noticed: it is not found missing but damaged, and nothing
// replaces it. Not in the ledger is what is not stored either: who is present, who is lost, and the
// steps of the last saveLimit, which are sent before they are stored.

const retryDelay = 50 * time.Millisecond

// BeforeRetry waits before another try, or until the context ends.
func BeforeRetry(ctx context.Context) {
	select {
	case <-time.After(retryDelay):
	case <-ctx.Done():
	}
}

// purgeRoom deletes a room: its parts, and with whole also its value. If this fails, they only take
// space until the next sweep.
func (h *Handlers) purgeRoom(ctx context.Context, code entry.Code, whole bool) {
	h.purged(h.Again(ctx, func(ctx context.Context) error { return h.Store.RemoveValues(ctx, ValueKey(code), whole) }))
}

// purgeSource deletes a typed tree.
func (h *Handlers) purgeSource(ctx context.Context, key string) {
	h.purged(h.RemoveMatching(ctx, key))
}

func (h *Handlers) purged(err error) {
	if err != nil && !errors.Is(err, store.ErrNoKey) {
		h.Log.Warn("rooms: cannot delete keys that are no longer needed", "err", err)
	}
}

// damaged reports whether an error says that a value is lost.
func damaged(err error) bool { return records.IsDamaged(err) }

// tokens returns the secret of the store.
func (h *Handlers) tokens(ctx context.Context) (entry.Secret, error) {
	secret, err := h.Secret(ctx)
	return secret, err
}
