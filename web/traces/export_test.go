package traces

import (
	"context"
	"time"

	"espalier/web/fair"
	"espalier/web/store/key"
	"espalier/web/tracestore"
)

// TakeMemory takes all the memory for large and live runs that a client can have.
func (h *Handlers) TakeMemory(c fair.Client) (giveBack func()) {
	var leases []*fair.Lease
	for size := h.TraceMemory.Size(); size > 0; {
		lease, err := h.TraceMemory.Try(c, size)
		if err != nil {
			size /= 2
			continue
		}
		leases = append(leases, lease)
	}
	return func() {
		for _, lease := range leases {
			lease.Release()
		}
	}
}

// Forget drops what is in memory of a trace, as a restart does.
func (h *Handlers) Forget(id string) { h.forget(key.ID(id)) }

// GiveWay lets a live run give its place away.
func (h *Handlers) GiveWay(id string) { h.vacate(h.known(key.ID(id))) }

// Unheard reports whether a live run that nobody has in memory ends after a while.
func (h *Handlers) Unheard(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.silent[key.ID(id)] != nil
}

// EndSilent does what is done when a run that is not in memory was silent for too long.
func (h *Handlers) EndSilent(id string) { h.endSilent(key.ID(id)) }

// EndOfSilence does what is done when a run in memory was silent for too long.
func (h *Handlers) EndOfSilence(id string) { h.known(key.ID(id)).endOfSilence() }

// FindLeft looks for live runs that nobody has in memory.
func (h *Handlers) FindLeft(ctx context.Context) error { return h.findLeft(ctx) }

// HoldTurn lets nothing else check or map a large run.
func (h *Handlers) HoldTurn(ctx context.Context, id string, revision int) (release func()) {
	release, _ = h.alone(ctx, opened{&tracestore.Trace{ID: key.ID(id)}, &tracestore.Revision{Bytes: MaxBytes}, revision})
	return release
}

// TurnIsWanted reports whether something waits for what HoldTurn holds.
func (h *Handlers) TurnIsWanted(id string, revision int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	turn := h.turns[turnKey{key.ID(id), revision}]
	return turn != nil && turn.users > 1
}

// Age lets the program of a live run in memory be silent for longer.
func (h *Handlers) Age(id string, by time.Duration) {
	l := h.known(key.ID(id))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silent.heard = l.silent.heard.Add(-by)
}
