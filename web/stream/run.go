package stream

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"

	"espalier/search"
	"espalier/trace"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/words"
)

// A searchRun is one search of a connection.
type searchRun struct {
	c      *conn
	id     string
	ctx    context.Context
	cancel context.CancelCauseFunc
	ended  atomic.Bool

	// Credit: what the reader has given and the run not yet taken.
	given atomic.Int64
	wake  chan struct{} // holds one signal after given has grown

	left   int64 // taken and not used
	batch  []byte
	count  int  // events in batch
	behind bool // a batch was given up when the run was ended: none may follow

	page atomic.Pointer[pageRun] // of a run that is recorded; nil otherwise
}

// handle handles a message. It must not take long: the reader
// waits for it.
func (c *conn) handle(m *message) {
	defer c.guard(m.ID)
	switch m.Type {
	case "open":
		if err := c.openDraft(m); err != nil {
			c.fail(m.ID, err)
		}
		return
	case "view", "edit", "close":
		c.handleDraft(m)
		return
	}
	c.mu.Lock()
	r := c.runs[m.ID]
	c.mu.Unlock()
	switch {
	case m.Type == "run":
		if err := c.start(m); err != nil {
			c.fail(m.ID, err)
		}
	case m.Type == "details":
		c.details(r, m)
	case r == nil:
		// The run has ended, which its client may not know yet.
	case m.Type == "credit":
		r.give(m.Events)
	case m.Type == "cancel":
		r.cancel(errCancelled)
	case m.Type == "release":
		c.drop(r)
	}
}

// start begins a run.
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
	r := &searchRun{c: c, id: m.ID, wake: make(chan struct{}, 1), left: StartCredit}
	r.ctx, r.cancel = context.WithCancelCause(c.ctx)
	c.runs[m.ID] = r
	c.work.Add(1)
	go func() {
		defer c.work.Done()
		defer c.guard(r.id)
		defer c.settle(r, false)
		r.perform(m)
	}()
	return nil
}

// settle ends a run: its id is free again, unless it is kept for replay.
func (c *conn) settle(r *searchRun, keep bool) {
	if !r.ended.CompareAndSwap(false, true) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !keep || r.ctx.Err() != nil {
		c.forget(r)
	}
	r.cancel(nil)
}

// forget frees the id and the memory of a run that has ended. The caller
// holds the lock.
func (c *conn) forget(r *searchRun) {
	if c.runs[r.id] == r {
		delete(c.runs, r.id)
	}
	if p := r.page.Load(); p != nil {
		p.release()
	}
}

// drop ends a run, or forgets the recording of one that has ended.
func (c *conn) drop(r *searchRun) {
	r.cancel(errCancelled)
	if r.ended.Load() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.forget(r)
	}
}

// perform runs the search and sends its last message: end, or error.
func (r *searchRun) perform(m *message) {
	q, err := request.ReadRequest(r.c.s.Core, r.ctx, m.Run)
	var p search.Problem
	if err == nil {
		p, err = q.Problem()
	}
	if err != nil {
		r.fail(err)
		return
	}
	observe, finish := r.event, r.end
	if m.Page {
		page := newPageRun(r, q, &p, m.Drawn)
		r.page.Store(page)
		observe, finish = page.event, page.end
	}
	if err := q.Algorithm.Check(&p, q.Options); err != nil {
		r.fail(err)
		return
	}
	if !m.Page && (q.Source != "tree" && q.Source != "generate") {
		r.tree(q)
	}
	result, err := q.Algorithm.Run(r.ctx, p, q.Options, observe)
	switch cause := context.Cause(r.ctx); {
	case errors.Is(cause, errGone):
	case errors.Is(cause, problem.ErrStopping) && err != nil:
		r.fail(problem.ErrStopping)
	case err == nil || search.EndedByEngine(err) || errors.Is(cause, errCancelled):
		finish(&p, &result, err)
	default:
		r.fail(err)
	}
}

// tree sends the document of a tree that the client named but does not have:
// the numbers in the events are those of its nodes.
func (r *searchRun) tree(q *request.Request) {
	b := appendHead(r.c.buffer(), "tree", r.id)
	b = append(b, `,"tree":`...)
	r.c.send(r.ctx, append(q.Tree.AppendJSON(b), '}'))
}

// fail ends the run with an error message alone.
func (r *searchRun) fail(err error) {
	r.c.settle(r, false)
	r.c.fail(r.id, err)
}

// event observes the search.
func (r *searchRun) event(e *trace.Event) {
	if !r.take() {
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

// send sends a part of the events, unless the run is ended.
func (r *searchRun) send(data []byte) {
	r.behind = r.behind || !r.c.send(r.ctx, data)
}

// end ends a run whose events have all been sent, or that was cancelled.
func (r *searchRun) end(*search.Problem, *search.Result, error) {
	r.flush()
	r.c.settle(r, false)
	r.c.send(r.c.ctx, append(appendHead(nil, "end", r.id), '}'))
}

// take uses the credit of one event, and waits for more where there is none.
// It reports false when the run has been ended: the event is then of no use,
// and the search stops when it next checks the context.
func (r *searchRun) take() bool {
	if r.left > 0 {
		r.left--
		return true
	}
	if page := r.page.Load(); page != nil {
		page.flush()
	} else {
		r.flush()
	}
	for {
		if r.left = r.given.Swap(0); r.left > 0 {
			r.left--
			return true
		}
		select {
		case <-r.wake:
		case <-r.ctx.Done():
			return false
		}
	}
}

// give adds credit. What passes the limit of a run's credit would not be used
// within years.
func (r *searchRun) give(events int) {
	if r.given.Add(int64(events)) > request.MaxCredit {
		r.given.Store(request.MaxCredit)
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
}
