package traces

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"time"

	"espalier/search/checks"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/store/key"
	"espalier/web/tracestore"
)

// This file has the runs that have ended without a check, since no memory was free for it. They are checked
// when there is, whether somebody looks at them or not.

const (
	// uncheckedText says that a run has ended without a check, and when it is checked.
	uncheckedText = "not checked yet: the server has no memory free for the check; it is checked as soon as there is"
	// tooLargeText says that a run has ended, and why it is not checked.
	tooLargeText = "not checked: the check needs more memory than the server can give it"
)

// unchecked reports whether a run has ended without a check. One without an event has nothing to check.
func unchecked(r *tracestore.Revision) bool { return !r.Live && r.Verdict == "" && r.Nodes > 0 }

// whyUnchecked says why a run is not checked.
func whyUnchecked(r *tracestore.Revision) string {
	if r.TooLarge {
		return tooLargeText
	}
	return uncheckedText
}

// A waitingRun is checked when there is memory.
type waitingRun struct {
	opened
	client fair.Client
	tries  int
	next   time.Time // when it is tried again
}

const (
	// lookForMemory is the time between two looks at whether there is memory for a check.
	lookForMemory = time.Second
	// A check that was refused although there seemed to be enough is tried again after a time that doubles up
	// to mostDelay.
	mostDelay = 5 * time.Minute
)

// checkWhenFree checks a run as soon as there is memory for it, which is charged to a client.
func (h *Handlers) checkWhenFree(client fair.Client, o opened) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of := turnKey{o.ID, o.Number}
	if h.waiting[of] != nil || h.Stopping.Err() != nil {
		return
	}
	h.waiting[of] = &waitingRun{opened: o, client: client}
	if len(h.waiting) == 1 {
		h.background.Go(h.checkWaiting)
	}
}

// waitsForMemory reports whether a run is checked when there is memory.
func (h *Handlers) waitsForMemory(id key.ID, revision int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.waiting[turnKey{id, revision}] != nil
}

// checkWaiting checks the runs that wait, until there are none.
func (h *Handlers) checkWaiting() {
	look := time.NewTicker(lookForMemory)
	defer look.Stop()
	for {
		select {
		case <-h.Stopping.Done():
			return
		case <-look.C:
		}
		for of, w := range h.allWaiting() {
			if !time.Now().Before(w.next) && h.checkWaiter(w) && h.endWaiting(of) {
				return
			}
		}
	}
}

func (h *Handlers) allWaiting() map[turnKey]*waitingRun {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.waiting)
}

// endWaiting forgets a run that need not wait any more, and reports whether it was the last one.
func (h *Handlers) endWaiting(of turnKey) (last bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.waiting, of)
	return len(h.waiting) == 0
}

// checkWaiter checks a run that waits, if there is memory. over: it need not wait any more.
func (h *Handlers) checkWaiter(w *waitingRun) (over bool) {
	over = true // also after a panic
	defer h.recovered(w.ID)
	lease, err := h.TraceMemory.Try(w.client, memoryOf(w.Revision))
	if err == nil {
		lease.Release()
	} else if !isTooLarge(err) { // it is only an estimate
		return false
	}
	ctx, cancel := context.WithCancel(fair.WithClient(h.WithTurn(h.Stopping), w.client))
	defer cancel()
	_, err = h.report(ctx, w.opened, checks.Options{})
	switch {
	case err == nil:
	case isTooLarge(err):
		h.noteTooLarge(ctx, w.opened)
	case noMemory(err):
		w.tries++
		w.next = time.Now().Add(min(mostDelay, lookForMemory<<min(w.tries, 16)))
		return false
	case ctx.Err() == nil && !errors.Is(err, tracestore.ErrNone):
		h.Log.Warn("a trace could not be checked", "id", w.ID, "err", err)
	}
	return true
}

// What a run and its check take about.
const (
	memoryOfNode  = 128
	memoryOfEvent = 40
)

func memoryOf(r *tracestore.Revision) int64 {
	return memoryOfNode*int64(r.Nodes) + memoryOfEvent*int64(r.Events)
}

// isTooLarge reports whether memory was refused because the server has less in all.
func isTooLarge(err error) bool {
	var refused *problem.Error
	return errors.As(err, &refused) && refused.Status == http.StatusRequestEntityTooLarge
}

// noteTooLarge stores that there is not enough memory for the check of a run.
func (h *Handlers) noteTooLarge(ctx context.Context, o opened) {
	h.note(ctx, o, func(r *tracestore.Revision) { r.TooLarge = true })
}

// noteVerdict stores the verdict on a run that had ended without a check.
func (h *Handlers) noteVerdict(ctx context.Context, o opened, checked *tracestore.Revision) {
	h.note(ctx, o, func(r *tracestore.Revision) {
		r.Verdict, r.Errors, r.Notes, r.Algorithm, r.TooLarge = checked.Verdict, checked.Errors, checked.Notes, checked.Algorithm, false
	})
}

// note stores what is known of the check of a run that had ended without one.
func (h *Handlers) note(ctx context.Context, o opened, change func(r *tracestore.Revision)) {
	_, err := h.Traces().Change(context.WithoutCancel(ctx), o.ID, func(t *tracestore.Trace) error {
		r, ok := t.Revision(o.Number)
		if !ok || r.Tag != o.Tag || !unchecked(r) {
			return tracestore.ErrNone
		}
		change(r)
		return nil
	})
	if err != nil && !errors.Is(err, tracestore.ErrNone) {
		h.Log.Warn("the verdict on a trace could not be stored; it is checked again", "id", o.ID, "err", err)
	}
}
