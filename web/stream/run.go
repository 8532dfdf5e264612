package stream

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// A searchRun is one search of a connection.
type searchRun struct {
	c      *conn
	id     string
	ctx    context.Context
	cancel context.CancelCauseFunc
	ended  atomic.Bool

	search context.Context // ctx, with turns at the processors
	kind   app.SearchKind
	slot   *fair.Lease // nil: the run waits for credit, and others have its slot

	// Credit that the client has granted and the run not yet taken.
	granted atomic.Int64
	wake    chan struct{} // capacity 1: granted has grown

	credit  int64 // taken and not yet used
	batch   []byte
	count   int  // events in batch
	dropped bool // a batch was dropped when the run was cancelled: no more may follow

	page        atomic.Pointer[pageRun] // of a run that is recorded; nil otherwise
	releaseTree func()                  // nil: it holds none; guarded by the connection's mu
}

// handle handles a message. It must be fast: the reader waits for it.
func (c *conn) handle(m *message) {
	defer c.guard(m.ID)
	switch {
	case m.OfRoom(), m.Type == "close" && c.inRoom(m.ID), m.Type == "open" && m.Room != nil:
		c.roomMessage(m)
		return
	}
	switch m.Type {
	case "progress":
		if err := c.progress(m); err != nil {
			c.fail(m.ID, err)
		}
		return
	case "open":
		if err := c.openDraft(m); err != nil {
			c.fail(m.ID, err)
		}
		return
	case "view", "edit", "presence", "close":
		if m.Type != "close" || !c.unfollow(m.ID) {
			c.handleDraft(m)
		}
		return
	}
	c.mu.Lock()
	r := c.runs[m.ID]
	c.mu.Unlock()
	switch {
	case m.Type == "run":
		if err := c.start(m); err != nil {
			m.lease.Release()
			c.fail(m.ID, err)
		}
	case m.Type == "details":
		c.details(r, m)
	case m.Type == "picture":
		c.picture(r, m)
	case r == nil:
		// The run has ended; the client may not know yet.
	case m.Type == "credit":
		r.addCredit(m.Events)
	case m.Type == "cancel":
		r.cancel(errCancelled)
	case m.Type == "release":
		c.stopRun(r)
	}
}

// start starts a run.
func (c *conn) start(m *message) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.stopped:
		return problem.ErrStopping
	case c.runs[m.ID] != nil:
		return problem.Refused("id", "a run with the id %q is under way or kept; wait for its end or release it, or take another id", m.ID)
	case len(c.runs) == MaxRuns:
		return &problem.Error{Status: http.StatusServiceUnavailable, Path: "id",
			Message: words.Plural(MaxRuns, "run") + " of this connection are under way or kept, the limit; cancel or release one"}
	}
	r := &searchRun{c: c, id: m.ID, wake: make(chan struct{}, 1), credit: StartCredit}
	r.ctx, r.cancel = context.WithCancelCause(c.ctx)
	r.search = c.s.WithTurn(r.ctx)
	c.runs[m.ID] = r
	c.work.Add(1)
	go func() {
		defer c.work.Done()
		defer c.guard(r.id)
		defer c.finishRun(r, false)
		r.perform(m)
	}()
	return nil
}

// finishRun ends a run: its id can be reused, unless it is retained for replay.
func (c *conn) finishRun(r *searchRun, keep bool) {
	if !r.ended.CompareAndSwap(false, true) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !keep || r.ctx.Err() != nil {
		c.removeRun(r)
	}
	r.cancel(nil)
}

// removeRun releases the id and the memory of a run that has ended. The caller
// holds mu.
func (c *conn) removeRun(r *searchRun) {
	if c.runs[r.id] == r {
		delete(c.runs, r.id)
	}
	if p := r.page.Load(); p != nil {
		p.release()
	}
	if r.releaseTree != nil {
		r.releaseTree()
	}
}

// stopRun cancels a run, or releases the recording of one that has ended.
func (c *conn) stopRun(r *searchRun) {
	r.cancel(errCancelled)
	if r.ended.Load() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.removeRun(r)
	}
}

// perform runs the search and sends its last message: end, or error.
func (r *searchRun) perform(m *message) {
	q, err := r.read(m)
	switch {
	case errors.Is(context.Cause(r.ctx), errCancelled):
		r.end(nil, err)
		return
	case err != nil:
		r.fail(err)
		return
	}
	observe, finish := r.event, r.end
	if m.Page {
		page, err := newPageRun(r, q, m)
		if err != nil {
			r.fail(err)
			return
		}
		r.page.Store(page)
		observe, finish = page.event, page.end
	}
	if err := q.Refused(); err != nil {
		r.fail(err)
		return
	}
	if q.Source.Key() != "tree" && !m.Page && q.Tree != nil {
		r.tree(q)
	}
	var result search.Result
	r.kind = app.KindOfRun(q)
	if r.slot, err = r.c.s.AcquireSlot(r.ctx, r.kind); err == nil {
		result, err = q.Run(r.search, observe)
		r.releaseSlot()
	}
	switch cause := context.Cause(r.ctx); {
	case errors.Is(cause, errGone):
	case errors.Is(cause, problem.ErrStopping) && err != nil:
		r.fail(problem.ErrStopping)
	case err == nil || search.EndedByEngine(err) || errors.Is(cause, errCancelled):
		finish(&result, err)
	default:
		r.fail(err)
	}
}

// read reads the request of the run, whose tree is charged from then on. The tree of a game
// is built for that, which takes a slot as a search does; no slot is held while a slow client
// is sent its tree.
func (r *searchRun) read(m *message) (*run.Resolved, error) {
	defer m.lease.Release()
	if kind, builds := app.KindToOpen(r.search, m.Run); builds {
		slot, err := r.c.s.AcquireSlot(r.ctx, kind)
		if err != nil {
			return nil, err
		}
		defer slot.Release()
	}
	for _, one := range m.Run {
		lease, err := r.c.s.AcquireTree(r.ctx, one.Raw)
		if err != nil {
			return nil, err
		}
		defer lease.Release()
	}
	q, err := run.Read(r.search, r.c.s.Saved(), m.Run)
	if err == nil {
		err = r.holdTree(q.Tree)
	}
	return q, err
}

// holdTree charges the tree of the run, nil for an implicit one, until the run is removed.
func (r *searchRun) holdTree(t *trees.Tree) error {
	if t == nil {
		return nil
	}
	release, err := r.c.s.memory.hold(r.c.ctx, t)
	if err == nil {
		r.c.mu.Lock()
		r.releaseTree = release
		r.c.mu.Unlock()
	}
	return err
}

// tree sends a tree that the client only referred to: the events have the
// numbers of its nodes.
func (r *searchRun) tree(q *run.Resolved) {
	size := min(2*q.Tree.Bytes(), trees.MaxBytes) // about
	lease, ok := r.c.reserve(r.ctx, size)
	if !ok {
		return
	}
	b := appendHead(make([]byte, 0, size), "tree", r.id)
	b = append(b, `,"tree":`...)
	r.c.sendReserved(r.ctx, append(q.Tree.AppendJSON(b), '}'), lease)
}

// fail ends the run with an error message.
func (r *searchRun) fail(err error) {
	r.c.finishRun(r, false)
	r.c.fail(r.id, err)
}

// event observes the search.
func (r *searchRun) event(e *trace.Event) {
	if !r.takeCredit() {
		return
	}
	if r.count == 0 {
		r.batch = append(appendHead(r.c.buffer(), "events", r.id), `,"events":[`...)
	} else {
		r.batch = append(r.batch, ',')
	}
	r.batch = trace.AppendJSON(r.batch, e)
	r.count++
	if len(r.batch) >= app.BatchBytes {
		r.flush()
	}
}

func (r *searchRun) flush() {
	if r.count > 0 {
		r.send(append(r.batch, "]}"...))
		r.count = 0
	}
}

// send sends a batch of events, unless the run was cancelled.
func (r *searchRun) send(data []byte) {
	app.Blocked(r.search, func() { r.dropped = r.dropped || !r.c.send(r.ctx, data) })
}

// end ends a run whose events have all been sent, or that was cancelled.
func (r *searchRun) end(*search.Result, error) {
	r.flush()
	r.c.finishRun(r, false)
	r.c.send(r.c.ctx, append(appendHead(nil, "end", r.id), '}'))
}

// takeCredit uses the credit of one event, and waits if there is none. It returns
// false when the run was cancelled: the search stops when it next checks the
// context.
func (r *searchRun) takeCredit() bool {
	if r.credit > 0 {
		r.credit--
		return true
	}
	if page := r.page.Load(); page != nil {
		page.flush()
	} else {
		r.flush()
	}
	for {
		if r.credit = r.granted.Swap(0); r.credit > 0 {
			r.credit--
			return true
		}
		given := false
		app.Blocked(r.search, func() { given = r.awaitCredit() })
		if !given {
			return false
		}
	}
}

// awaitCredit waits until credit is granted. It returns false if the run was
// cancelled. A run that waits for long gives its slot to others.
func (r *searchRun) awaitCredit() bool {
	park := time.NewTimer(parkAfter)
	defer park.Stop()
	for {
		select {
		case <-r.wake:
			return r.slot != nil || r.acquireSlot()
		case <-r.ctx.Done():
			return false
		case <-park.C:
			r.releaseSlot()
		}
	}
}

// acquireSlot takes a slot again, however long that takes.
func (r *searchRun) acquireSlot() bool {
	for r.ctx.Err() == nil {
		slot, err := r.c.s.AcquireSlot(r.ctx, r.kind)
		if err == nil {
			r.slot = slot
			return true
		}
	}
	return false
}

func (r *searchRun) releaseSlot() {
	if r.slot != nil {
		r.slot.Release()
		r.slot = nil
	}
}

// addCredit adds credit up to a limit that takes years to use.
func (r *searchRun) addCredit(events int) {
	if r.granted.Add(int64(events)) > problem.MaxCount {
		r.granted.Store(problem.MaxCount)
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
}
