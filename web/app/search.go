package app

import (
	"context"
	"fmt"
	"net/http"

	"espalier/web/problem"
)

// Searches is how many searches run, and how many of them on implicit trees.
func (s *Core) Searches() (all, implicit int) { return len(s.searches), len(s.generated) }

// AcquireSearchSlot gives the context of a search: it ends with the request, and with
// the server. Slots are taken until release.
func (s *Core) AcquireSearchSlot(parent context.Context, implicit bool) (ctx context.Context, release func(), err error) {
	if s.Stopping.Err() != nil {
		return nil, nil, problem.ErrStopping
	}
	slots := []chan struct{}{s.searches}
	if implicit {
		slots = append(slots, s.generated)
	}
	for i, slot := range slots {
		select {
		case slot <- struct{}{}:
		default:
			for _, taken := range slots[:i] {
				<-taken
			}
			return nil, nil, &problem.Error{Status: http.StatusServiceUnavailable, Path: "searches",
				Message: fmt.Sprintf("%d such searches are running already, the limit; try again in a moment", cap(slot))}
		}
	}
	ctx, cancel := context.WithCancelCause(parent)
	undo := context.AfterFunc(s.Stopping, func() { cancel(problem.ErrStopping) })
	return ctx, func() {
		undo()
		cancel(nil)
		for _, slot := range slots {
			<-slot
		}
	}, nil
}
