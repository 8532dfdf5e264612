package stream

import (
	"context"

	"espalier/trace"
	"espalier/web/fair"
)

// SetRecordings sets the memory limit of retained recordings.
func (h *Handlers) SetRecordings(b *trace.Budget) { h.Recordings = b }

// RecordingsLeft returns how much of it is free.
func (h *Handlers) RecordingsLeft() int64 { return h.Recordings.Left() }

// HoldConnections takes all websockets that a client can have, and returns how many.
func (h *Handlers) HoldConnections(c fair.Client) (count int, release func()) {
	ctx := fair.WithClient(context.Background(), c)
	var held []func()
	for {
		remove, err := h.Connections.add(ctx)
		if err != nil {
			return len(held), func() {
				for _, remove := range held {
					remove()
				}
			}
		}
		held = append(held, remove)
	}
}
