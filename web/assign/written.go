package assign

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	written "espalier/search/program"
	"espalier/web/app"
	"espalier/web/code"
	"espalier/web/problem"
)

// Program answers POST /api/v1/assignments/{assignment}/items/{item}/program with the token of a student: a search
// that is written in the page. It is run on the tree of the item, and its run is taken as one that was sent.
func (h *Handlers) Program(w http.ResponseWriter, r *http.Request) error {
	a, err := h.named(r)
	if err != nil {
		return err
	}
	k, err := itemIn(r, a)
	if err != nil {
		return err
	}
	s, err := h.sendingOf(a, k)
	if err != nil {
		return err
	}
	if err := s.enter(r); err != nil {
		return err
	}
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	q, err := code.ReadProgram(members)
	if err != nil {
		return err
	}
	if q.Tree, err = s.program.tree(s.only); err != nil {
		return err
	}
	q.Lines = true
	if err := s.takeProgram(r.Context(), q); err != nil {
		return err
	}
	return s.answer(w, r, k)
}

// takeProgram runs a program in the slot of a search, and takes its run.
func (s *sending) takeProgram(ctx context.Context, q written.Request) error {
	slotted, release, err := s.AcquireSearchSlot(ctx, app.SmallSearch)
	if err != nil {
		return err
	}
	from, to := io.Pipe()
	var result *written.Result
	var failed error
	done := make(chan struct{})
	go func() {
		defer close(done)
		failed = code.Lines(q, s.program.Algorithm, "", &result)(slotted, to)
		release() // before the run is judged, in a slot of its own
		if failed == nil {
			failed = code.NotRun(result)
		}
		to.CloseWithError(failed)
	}()
	s.large = true
	s.ended = func() string {
		if result == nil || result.Fault == nil {
			return ""
		}
		return fmt.Sprintf("Line %d of the program: %s.", result.Fault.Line, result.Fault.Text)
	}
	err = s.take(ctx, "", from)
	from.CloseWithError(io.ErrClosedPipe)
	<-done
	var text *problem.TextError
	if errors.As(failed, &text) || failed != nil && !errors.Is(failed, io.ErrClosedPipe) {
		return failed
	}
	return err
}
