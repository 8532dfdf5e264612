package socket

import (
	"context"

	"espalier/web/fair"
)

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
