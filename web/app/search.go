package app

import (
	"context"
	"fmt"
	"net/http"

	"espalier/web/problem"
)

// Searches returns the number of running searches, and how many of them search
// implicit trees.
func (s *Core) Searches() (all, implicit int) { return len(s.searches), len(s.generated) }

// AcquireSearchSlot returns the context of a search, which ends with the request
// and with the server. The caller calls release after the search. It returns an
// error if all slots are in use, or the server stops.
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
			for _, acquired := range slots[:i] {
				<-acquired
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
