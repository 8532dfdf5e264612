package traces

import (
	"context"
	"errors"
	"sync"
	"time"

	"espalier/web/fair"
	"espalier/web/store/key"
)

// A large run is checked and mapped one after the other: each needs more memory meanwhile than what is kept
// of it.

// mapPatience is how long a map waits for a check. Most take less; a map must not wait for the slowest.
const mapPatience = 10 * time.Second

// A turnKey names a run that is checked or mapped.
type turnKey struct {
	id       key.ID
	revision int
}

// A turn is held by what checks or maps a run.
type turn struct {
	held  chan struct{}
	users int // who hold it or wait for it; guarded by Handlers.mu
}

// alone waits until nobody checks or maps a run, if it is large.
func (h *Handlers) alone(ctx context.Context, o opened) (release func(), err error) {
	if o.Bytes <= largeBytes {
		return func() {}, nil
	}
	of := turnKey{o.ID, o.Number}
	t := h.useTurn(of)
	if err := fair.Enter(ctx, t.held); err != nil {
		h.leaveTurn(of, t)
		return nil, err
	}
	return sync.OnceFunc(func() {
		fair.Leave(t.held)
		h.leaveTurn(of, t)
	}), nil
}

// mostlyAlone is alone for a map, which begins in any case after mapPatience.
func (h *Handlers) mostlyAlone(ctx context.Context, o opened) (release func(), err error) {
	patient, cancel := context.WithTimeoutCause(ctx, mapPatience, errPatience)
	defer cancel()
	release, err = h.alone(patient, o)
	if errors.Is(err, errPatience) {
		return func() {}, nil
	}
	return release, err
}

var errPatience = errors.New("another one still has the run")

func (h *Handlers) useTurn(of turnKey) *turn {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.turns[of]
	if t == nil {
		t = &turn{held: make(chan struct{}, 1)}
		h.turns[of] = t
	}
	t.users++
	return t
}

func (h *Handlers) leaveTurn(of turnKey, t *turn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if t.users--; t.users == 0 {
		delete(h.turns, of)
	}
}
