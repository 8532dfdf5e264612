package play

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/socket"
	"espalier/web/words"
)

// Runs are the runs of websockets: searches whose events are sent as the client gives credit
// for them.
type Runs struct {
	*app.Core
	// Follow returns a function that sends the run of another program while it goes on; nil: the run has
	// ended. between is called when there is nothing to send for a while.
	Follow func(ctx context.Context, of run.Recorded) (send func(ctx context.Context, observe trace.Observer, between func()) error, err error)
	// Program reads a program that is to be run. It returns the tree that the client is sent first, or nil, and what
	// sends the run; more are members of the last message, such as ,"ran":{}.
	Program func(ctx context.Context, members []problem.Member) (tree *trees.Tree, send func(ctx context.Context, observe trace.Observer, between func()) (more []byte, err error), err error)
	memory  *runMemory
}

// NewRuns returns the runs of a server.
func NewRuns(core *app.Core) *Runs {
	r := &Runs{Core: core, memory: newRunMemory(core.MemoryPool("runs", "the runs of pages", app.RunPart, "run_bytes", fair.PoolConfig{}))}
	core.Gauge("espalier_run_bytes", "Memory of the trees and recordings of runs.", r.memory.pool.Used)
	return r
}

// Feature has the messages about runs.
func (r *Runs) Feature() *socket.Feature {
	return &socket.Feature{
		Kinds: []socket.Kind{
			socket.On("run", socket.Keys{Allowed: []string{"page", "drawn", "every", "until", "neutral", "ask", "follow"}, Any: true}, (*runMessage).read, (*runClient).run).Kept(),
			socket.On("credit", socket.Keys{Needed: []string{"events"}}, readCredit, (*runClient).credit),
			socket.On("until", socket.Keys{Needed: []string{"until"}, Allowed: []string{"by", "units"}}, (*untilMessage).read, (*runClient).until),
			socket.On("cancel", socket.Keys{}, socket.None, (*runClient).cancelRun),
			socket.On("details", socket.Keys{Needed: []string{"from", "to"}}, (*detailsMessage).read, (*runClient).details),
			socket.On("picture", socket.Keys{Needed: []string{"step"}, Allowed: []string{"named", "folded", "opened", "wide", "child"}}, (*pictureMessage).read, (*runClient).picture),
			socket.On("calls", socket.Keys{Needed: []string{"from", "by"}, Allowed: []string{"back", "stops"}}, (*callsMessage).read, (*runClient).calls),
			socket.On("release", socket.Keys{}, socket.None, (*runClient).release),
		},
		Attach: func(c *socket.Conn) socket.Client { return &runClient{Conn: c, s: r, runs: map[string]*searchRun{}} },
	}
}

// A runClient has the runs of a connection.
type runClient struct {
	*socket.Conn
	s *Runs

	mu   sync.Mutex
	runs map[string]*searchRun // running, or retained for replay
}

// A runMessage asks for a run.
type runMessage struct {
	Page  bool    // the run is recorded for a page
	Drawn []int32 // of a page: the nodes that it shows; nil: the server's choice
	Until *int    // of a page: the last step that is sent; nil: all are
	// Neutral: of a page whose question is open. No sentence judges the search or a cut.
	Neutral bool
	Ask     bool             // of a page that asks before each step
	Every   bool             // of a page: it may show every node of the tree, some at a time
	Follow  bool             // of the run of another program: also what comes later
	Run     []problem.Member // the run, which can be large: it is read by the run
}

func (m *runMessage) read(member problem.Member) (err error) {
	switch member.Key {
	case "page":
		m.Page, err = problem.ReadBool(member.Raw, "page")
	case "drawn":
		m.Drawn, err = readDrawn(member.Raw, "drawn")
	case "every":
		m.Every, err = problem.ReadBool(member.Raw, "every")
	case "neutral":
		m.Neutral, err = problem.ReadBool(member.Raw, "neutral")
	case "follow":
		m.Follow, err = problem.ReadBool(member.Raw, "follow")
	case "ask":
		m.Ask, err = problem.ReadBool(member.Raw, "ask")
	case "until":
		m.Until = new(int)
		*m.Until, err = problem.ReadWhole(member.Raw, "until", 0, problem.MaxCount)
	default:
		m.Run = append(m.Run, member)
	}
	return err
}

// readDrawn reads a list of nodes of a picture.
func readDrawn(raw []byte, key string) ([]int32, error) {
	elements, err := problem.SplitArray(raw, key)
	if err != nil {
		return nil, err
	}
	if len(elements) > MaxDrawn {
		return nil, problem.Refused(key, "these are %d nodes; a page draws at most %d", len(elements), MaxDrawn)
	}
	drawn := make([]int32, len(elements))
	for i, e := range elements {
		n, err := problem.ReadWhole(e, key, 0, 1<<31-1)
		if err != nil {
			return nil, err
		}
		drawn[i] = int32(n)
	}
	return drawn, nil
}

// credit is a number of events.
type credit int

func readCredit(events *credit, member problem.Member) error {
	n, err := problem.ReadWhole(member.Raw, "events", 1, problem.MaxCount)
	*events = credit(n)
	return err
}

// find returns a run; nil: it has ended, and the client may not know yet.
func (c *runClient) find(id string) *searchRun {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.runs[id]
}

func (c *runClient) run(m *socket.Message, v *runMessage) error {
	return c.start(m, v)
}

func (c *runClient) credit(m *socket.Message, events *credit) error {
	if r := c.find(m.ID); r != nil {
		r.addCredit(int(*events))
	}
	return nil
}

func (c *runClient) cancelRun(m *socket.Message, _ *struct{}) error {
	if r := c.find(m.ID); r != nil && !r.waitsForWish() {
		r.cancel(errCancelled)
	}
	return nil
}

func (c *runClient) release(m *socket.Message, _ *struct{}) error {
	if r := c.find(m.ID); r != nil {
		c.stopRun(r)
	}
	return nil
}

// Stop ends all runs.
func (c *runClient) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range c.runs {
		r.cancel(problem.ErrStopping)
	}
}

// Detach gives back the memory of the runs that are kept.
func (c *runClient) Detach() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range c.runs {
		c.removeRun(r)
	}
}

var errCancelled = errors.New("the run was cancelled")

// A searchRun is one search of a connection.
type searchRun struct {
	c      *runClient
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
	until       *untilSteps             // of a page: the last step that it may have; nil: all
	releaseTree func()                  // nil: it holds none; guarded by the client's mu
}

// start starts a run.
func (c *runClient) start(m *socket.Message, v *runMessage) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.Stopped():
		return problem.ErrStopping
	case c.runs[m.ID] != nil:
		return problem.Refused("id", "a run with the id %q is running or kept; wait for its end, release it, or use another id", m.ID)
	case len(c.runs) == MaxRuns:
		return &problem.Error{Status: http.StatusServiceUnavailable, Path: "id",
			Message: words.Plural(MaxRuns, "run") + " of this connection are running or kept, which is the limit; cancel or release one"}
	}
	r := &searchRun{c: c, id: m.ID, wake: make(chan struct{}, 1), credit: StartCredit}
	r.ctx, r.cancel = context.WithCancelCause(c.Context())
	r.search = c.s.WithTurn(r.ctx)
	if v.Page && v.Until != nil {
		r.until = newUntilSteps(*v.Until)
	}
	begun := c.Go(r.id, func() {
		defer c.finishRun(r, false)
		r.perform(m, v)
	})
	if !begun {
		return problem.ErrStopping
	}
	c.runs[m.ID] = r
	return nil
}

// finishRun ends a run: its id can be reused, unless it is retained for replay.
func (c *runClient) finishRun(r *searchRun, keep bool) {
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
func (c *runClient) removeRun(r *searchRun) {
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
func (c *runClient) stopRun(r *searchRun) {
	r.cancel(errCancelled)
	if r.ended.Load() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.removeRun(r)
	}
}

// perform runs the search and sends its last message: end, or error.
func (r *searchRun) perform(m *socket.Message, v *runMessage) {
	if v.Follow {
		if followed, err := r.follow(m, v); followed || err != nil {
			if err != nil {
				r.fail(err)
			}
			return
		}
	}
	if slices.ContainsFunc(v.Run, func(one problem.Member) bool { return one.Key == "program" }) {
		r.program(m, v)
		return
	}
	q, err := r.read(m, v)
	switch {
	case errors.Is(context.Cause(r.ctx), errCancelled):
		r.end(nil, err)
		return
	case err != nil:
		r.fail(err)
		return
	}
	observe, finish := r.event, r.end
	if r.until != nil { // a part of a run may be seen although the whole may not
		v.Neutral = r.until.guard(r.search, q) || v.Neutral
		r.search = run.Unguarded(r.search)
	}
	if v.Page {
		page := newPageRun(r, q, v)
		if page.program, err = programOf(r.search, q); err != nil {
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
	if q.Source.Key() != "tree" && !v.Page && q.Tree != nil {
		r.tree(q.Tree)
	}
	var result engine.Result
	r.kind = app.KindOfRun(q)
	if r.slot, err = r.c.s.AcquireSlot(r.ctx, r.kind); err == nil {
		result, err = q.Run(r.search, observe)
		r.releaseSlot()
	}
	switch cause := context.Cause(r.ctx); {
	case errors.Is(cause, socket.ErrGone):
	case errors.Is(cause, problem.ErrStopping) && err != nil:
		r.fail(problem.ErrStopping)
	case err == nil || engine.EndedByEngine(err) || errors.Is(cause, errCancelled):
		finish(&result, err)
	default:
		r.fail(err)
	}
}

// read reads the request of the run, whose tree is charged from then on. The tree of a game
// is built for that, which takes a slot as a search does; no slot is held while a slow client
// is sent its tree.
func (r *searchRun) read(m *socket.Message, v *runMessage) (*run.Resolved, error) {
	var q *run.Resolved
	err := r.open(m, v, func() (err error) {
		if q, err = run.Read(r.search, r.c.s.Saved(), v.Run); err != nil {
			return err
		}
		return r.holdTree(q.Tree)
	})
	return q, err
}

// open calls a function that reads the request, with the slot and the memory that this takes.
func (r *searchRun) open(m *socket.Message, v *runMessage, read func() error) error {
	defer m.Release()
	if kind, builds := app.KindToOpen(r.search, v.Run); builds {
		slot, err := r.c.s.AcquireSlot(r.ctx, kind)
		if err != nil {
			return err
		}
		defer slot.Release()
	}
	for _, one := range v.Run {
		lease, err := r.c.s.AcquireTree(r.ctx, one.Raw)
		if err != nil {
			return err
		}
		defer lease.Release()
	}
	return read()
}

// holdTree charges the tree of the run, nil for an implicit one, until the run is removed.
func (r *searchRun) holdTree(t *trees.Tree) error {
	if t == nil {
		return nil
	}
	release, err := r.c.s.memory.hold(r.c.Context(), t)
	if err != nil {
		return err
	}
	r.c.mu.Lock()
	r.releaseTree = release
	r.c.mu.Unlock()
	return nil
}

// tree sends a tree that the client only referred to: the events have the
// numbers of its nodes.
func (r *searchRun) tree(t *trees.Tree) {
	size := min(2*t.Bytes(), trees.MaxBytes) // about
	lease, ok := r.c.Reserve(r.ctx, size)
	if !ok {
		return
	}
	b := socket.AppendHead(make([]byte, 0, size), "tree", r.id)
	b = append(b, `,"tree":`...)
	r.c.SendReserved(r.ctx, append(t.AppendJSON(b), '}'), lease)
}

// fail ends the run with an error message. An error that follows from the end of its context is not reported: a run that
// was cancelled ends as such, and to a client that is gone nothing is sent.
func (r *searchRun) fail(err error) {
	if cause := context.Cause(r.ctx); cause != nil && errors.Is(err, context.Canceled) {
		err = cause
	}
	if errors.Is(err, errCancelled) {
		r.end(nil, err)
		return
	}
	r.c.finishRun(r, false)
	r.c.Fail(r.id, err)
}

// event observes the search.
func (r *searchRun) event(e *trace.Event) {
	if !r.takeCredit() {
		return
	}
	if r.count == 0 {
		r.batch = append(socket.AppendHead(r.c.Buffer(), "events", r.id), `,"events":[`...)
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
	trees.Blocked(r.search, func() { r.dropped = r.dropped || !r.c.Send(r.ctx, data) })
}

// sendBinary is send for the packed steps of a page.
func (r *searchRun) sendBinary(data []byte) {
	trees.Blocked(r.search, func() { r.dropped = r.dropped || !r.c.SendBinary(r.ctx, data) })
}

// end ends a run whose events have all been sent, or that was cancelled.
func (r *searchRun) end(*engine.Result, error) { r.endWith(nil) }

// endWith is end with more members.
func (r *searchRun) endWith(more []byte) {
	r.flush()
	r.c.finishRun(r, false)
	r.c.Send(r.c.Context(), append(append(socket.AppendHead(nil, "end", r.id), more...), '}'))
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
		trees.Blocked(r.search, func() { given = r.awaitCredit() })
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
