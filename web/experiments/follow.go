package experiments

import (
	"bytes"
	"context"
	"encoding/json"
	"time"
)

// Follow calls send with the state of a run at once, and after each change.
// It returns when the run or the context has ended, or send returns false.
func (h *Handlers) Follow(ctx context.Context, id string, send func(state []byte) bool) error {
	tick := time.NewTicker(followTime)
	defer tick.Stop()
	var before []byte
	for {
		s, err := h.statusOf(ctx, id)
		if err != nil {
			return err
		}
		state, err := json.Marshal(s)
		if err != nil {
			return err
		}
		if !bytes.Equal(state, before) && !send(state) || s.State != running {
			return nil
		}
		before = state
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}
