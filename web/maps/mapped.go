package maps

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"time"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/tiles"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
)

// The states of a search.
const (
	running   = "running"
	done      = "done"
	stopped   = "stopped" // at a limit, or at the cut that it was to stop at
	cancelled = "cancelled"
	failed    = "failed"
)

const (
	// readEvery is the time between two looks at the events that are new.
	readEvery = 60 * time.Millisecond
	// mapEvery is the least time between two maps of a search that goes on. A large one takes longer
	// to lay out: mapShare of the time at most goes into that.
	mapEvery = 125 * time.Millisecond
	mapShare = 10
	// readAtOnce is the number of events that are read before others may compute: a millisecond.
	readAtOnce = 20_000
	// bytesOfEvent is what is taken from the pool for a byte of the recording while the search goes on: a
	// node takes some 25 bytes of events, 10 in the Builder, and 15 in each of two maps.
	bytesOfEvent = 3
)

// A mapped search runs, or has run, and its map is drawn.
type mapped struct {
	wish
	h      *Handlers
	id     string // its key
	intake *Intake

	// Guarded by the handlers' mu.
	watchers int
	left     time.Time // when the last one left

	cancel  context.CancelCauseFunc
	memory  *memory
	builder *tiles.Builder // of the goroutine that reads

	mu       sync.Mutex
	recorder *trace.Recorder // set by the goroutine that reads
	state    state
	now      *tiles.Map    // the newest
	before   []oldMap      // older ones that pages may still ask for
	changed  chan struct{} // closed when there is a new state
	forms    [formCount]form
	dropped  bool // no form is kept any more

	making fair.Flight[string, *tiles.Map] // of the forms
}

// The forms of a map that are made of it. One of each is kept: the one that was asked for last.
const (
	sized      = iota // a cut subtree is as wide as it is
	difference        // with another run
	formCount
)

// A form is a map that was made of one.
type form struct {
	*tiles.Map
	of    string // what it was made of
	lease *fair.Lease
}

// A state is what is known of a search besides its map.
type state struct {
	State, Reason string
	Seconds       float64
	Totals        tiles.Totals
	Events        int
	Version       int
	Value, Line   string
	Bytes         int64
	over          bool
}

// An oldMap was the newest one until a time.
type oldMap struct {
	*tiles.Map
	until time.Time
}

// keptOld is how long an older map is kept: pages ask for the tiles of one that they know of a
// moment ago. A large map is laid out so seldom that one older one is kept, if any.
const keptOld = 3 * time.Second

// newMapped returns the map that is wished for.
func newMapped(h *Handlers, key string, w wish) *mapped {
	m := &mapped{wish: w, h: h, id: key, changed: make(chan struct{})}
	m.state.State = running
	var kids func(int32) []int32
	if w.of != nil && w.of.Tree != nil {
		kids = func(n int32) []int32 { return w.of.Tree.Kids(int(n)) }
	}
	m.builder = tiles.NewBuilder(kids)
	m.now = m.builder.Map(0, nil)
	return m
}

// errStopRule ends a search at the cut that it was to stop at.
var (
	errStopRule  = errors.New("the search has come to the cut")
	errCancelled = errors.New("the search was cancelled")
	errUnwatched = errors.New("nobody watches the search")
)

// start returns the context of what is done for the map: it goes on when the request that began it has
// ended.
func (m *mapped) start(parent context.Context) (ctx context.Context, undo func() bool) {
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(parent))
	m.cancel = cancel
	m.memory = &memory{pool: m.h.pool, client: fair.ClientFrom(parent)}
	return ctx, context.AfterFunc(m.h.Stopping, func() { cancel(problem.ErrStopping) })
}

// begin starts the search.
func (m *mapped) begin(parent context.Context) {
	if m.printed != nil {
		m.beginPrinted(parent)
		return
	}
	ctx, undo := m.start(parent)
	m.recorder = trace.NewRecorder(MaxEvents, m.memory)
	m.recorder.CountBeyond(MaxNodes)
	if m.tree {
		// The caller holds the lock of all maps: the tree is laid out elsewhere.
		fits := m.memory.take(0, int64(m.of.Tree.Len())*bytesOfTree)
		go m.drawTree(m.h.WithTurn(context.WithoutCancel(parent)), fits)
		return
	}
	ended := make(chan *ending, 1)
	go func() {
		defer undo()
		ended <- m.search(ctx)
	}()
	go m.read(context.WithoutCancel(parent), ended)
}

// bytesOfTree is what is taken from the pool for a node of a tree that is not searched: 14 bytes of
// its row, and what its revision has beside others.
const bytesOfTree = 48

// drawTree makes the map of a tree that is not searched, if it fits into the memory.
func (m *mapped) drawTree(ctx context.Context, fits bool) {
	defer m.guard()
	if give, err := engine.TakeTurn(ctx); err == nil {
		defer give()
	}
	s := state{State: failed, Reason: "The memory for maps is used up; close another map, and try again.", over: true}
	drawn := m.now
	if fits {
		drawn = tiles.OfTree(m.of.Tree, 1, passOf(ctx))
		s = state{State: done, Totals: drawn.Totals, Events: drawn.Events, Version: 1, Bytes: m.memory.used(), over: true}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now, m.state = drawn, s
	close(m.changed)
	m.changed = make(chan struct{})
}

// guard ends the map, and not the server, if what makes it panics.
func (m *mapped) guard() {
	cause := recover()
	if cause == nil {
		return
	}
	m.h.Log.Error("a map failed", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
	m.cancel(errUnwatched)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.state.State, m.state.Reason, m.state.over = failed, "The server made an error; it has been logged.", true
	close(m.changed)
	m.changed = make(chan struct{})
}

// An ending is how a search ended.
type ending struct {
	result engine.Result
	err    error
	took   time.Duration
}

// search runs the search.
func (m *mapped) search(ctx context.Context) (e *ending) {
	e = &ending{}
	defer func() {
		if cause := recover(); cause != nil {
			m.h.Log.Error("the search of a map failed", "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
			e.err = errors.New("the search failed")
		}
		m.recorder.Publish()
	}()
	lease, err := m.h.AcquireSlot(ctx, app.KindOfRun(m.of))
	if err != nil {
		e.err = err
		return e
	}
	defer lease.Release()
	ctx, cancel := context.WithTimeoutCause(m.h.WithTurn(ctx), MaxTime, &engine.LimitError{
		Message: fmt.Sprintf("the search was stopped: it took more than %s, the limit of a search whose map is drawn; choose a smaller depth", MaxTime)})
	defer cancel()
	p, err := m.of.Problem()
	if err != nil {
		e.err = err
		return e
	}
	p.MaxNodes = MaxSearched
	observe := m.recorder.Observe
	if m.stop != trace.NoRule {
		observe = m.stopAt()
	}
	began := time.Now()
	e.result, e.err = m.of.Algorithm.Run(ctx, p, m.of.Options, observe)
	e.took = time.Since(began)
	if e.err != nil && context.Cause(ctx) != nil && !engine.EndedByEngine(e.err) {
		e.err = context.Cause(ctx)
	}
	return e
}

// stopAt records each event, and cancels the search at the first cut by the rule.
func (m *mapped) stopAt() trace.Observer {
	cut := false
	return func(e *trace.Event) {
		if cut {
			return
		}
		m.recorder.Record(e)
		if cut = e.Type == trace.Prune && e.Rule == m.stop; cut {
			m.cancel(errStopRule)
		}
	}
}

// read adds the events to the map while the search goes on, and after its end.
func (m *mapped) read(ctx context.Context, ended chan *ending) {
	defer m.guard()
	ctx = m.h.WithTurn(ctx)
	began, last, cost := time.Now(), time.Time{}, time.Duration(0)
	look := time.NewTicker(readEvery)
	defer look.Stop()
	m.builder.Counted = m.countedAt()
	for {
		var over *ending
		select {
		case over = <-ended:
		case <-look.C:
		}
		m.add(ctx)
		now := time.Now()
		if over == nil && (now.Sub(last) < max(mapEvery, mapShare*cost) || m.h.watched(m) == 0) {
			continue
		}
		s := state{State: running, Seconds: now.Sub(began).Seconds()}
		if over != nil {
			m.finish(&s, over)
		}
		m.publish(ctx, s)
		last, cost = time.Now(), time.Since(now)
		if over != nil {
			m.builder = nil // the map has all that is needed
			return
		}
	}
}

// add reads the events that are new.
func (m *mapped) add(ctx context.Context) {
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return
	}
	defer give()
	for to := m.recorder.Len(); m.builder.Events() < to; {
		from := m.builder.Events()
		m.recorder.Read(from, min(from+readAtOnce, to), func(e *trace.Event) bool {
			m.builder.Add(e)
			return true
		})
		if m.builder.Events() == from || engine.PassTurn(ctx) != nil {
			return // the recording was given back
		}
	}
}

// countedAt returns what is known of the subtrees that were counted, by event.
func (m *mapped) countedAt() func(event int) (trace.Counted, bool) {
	var list []trace.Counted
	return func(event int) (c trace.Counted, ok bool) {
		if len(list) == 0 || list[len(list)-1].Event < event {
			list = m.recorder.Counted()
		}
		for i := len(list) - 1; i >= 0 && list[i].Event >= event; i-- {
			if list[i].Event == event {
				return list[i], true
			}
		}
		return c, false
	}
}

// finish says how the search ended.
func (m *mapped) finish(s *state, e *ending) {
	s.over, s.Seconds = true, e.took.Seconds()
	if e.err != nil {
		m.ended(s, e.err)
		return
	}
	s.State = done
	if !e.result.NoValue {
		s.Value = trace.ValueText(&e.result.Value, e.result.Width, e.result.Unit)
	}
	if names, err := newNamer(m.of); err == nil {
		if line := m.builder.LineOf(e.result.Line); len(line) > 0 {
			s.Line = names.name(line)
		}
	}
}

// ended says why a search has no result.
func (m *mapped) ended(s *state, err error) {
	var limit *engine.LimitError
	switch {
	case errors.Is(err, errStopRule):
		s.State, s.Reason = stopped, "The search stopped at the first cut by the rule "+m.stop.String()+"."
	case errors.Is(err, errCancelled), errors.Is(err, errUnwatched):
		s.State, s.Reason = cancelled, "The search was cancelled."
	case errors.As(err, &limit), engine.EndedByEngine(err):
		s.State, s.Reason = stopped, err.Error()
	default:
		_, s.Reason = problem.StatusAndDetail(err)
		s.State = failed
	}
}

// publish makes the newest map and notifies those who watch.
func (m *mapped) publish(ctx context.Context, s state) {
	give, err := engine.TakeTurn(ctx)
	if err == nil {
		defer give()
	}
	next := m.now
	if m.builder.Events() != m.now.Events || m.now.Version == 0 {
		next = m.builder.Map(m.now.Version+1, passOf(ctx))
	}
	s.Totals, s.Events, s.Version = m.builder.Totals(), m.builder.Events(), next.Version
	s.Bytes = m.memory.used()
	m.mu.Lock()
	defer m.mu.Unlock()
	if next != m.now {
		m.before = append(m.before, oldMap{m.now, time.Now()})
		m.now = next
		m.forgetOld(time.Now())
		time.AfterFunc(keptOld, func() {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.forgetOld(time.Now())
			if m.state.over {
				m.memory.settle(m.now.Bytes())
			}
		})
		m.forgetForm(sized)
	}
	m.state = s
	close(m.changed)
	m.changed = make(chan struct{})
}

// forgetOld drops the maps that are not asked for any more. The caller holds mu.
func (m *mapped) forgetOld(now time.Time) {
	m.before = slices.DeleteFunc(m.before, func(old oldMap) bool { return now.Sub(old.until) >= keptOld })
}

// look returns the state of the search, and what is closed when it has changed.
func (m *mapped) look() (state, *tiles.Map, <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.state, m.now, m.changed
}

// version returns a map; 0: the newest. nil: it is not kept.
func (m *mapped) version(v int) *tiles.Map {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v == 0 || v == m.now.Version {
		return m.now
	}
	for _, old := range m.before {
		if old.Version == v {
			return old.Map
		}
	}
	return nil
}

// passOf lets others compute; that the context has ended is seen elsewhere.
func passOf(ctx context.Context) tiles.Pass { return func() { engine.PassTurn(ctx) } }

// bytesOfForm is what a node of a form takes, and one of each map that it is made of.
const bytesOfForm = 24

// withSizes returns the form of a map in which a cut subtree is as wide as it is.
func (m *mapped) withSizes(ctx context.Context, of *tiles.Map) (*tiles.Map, error) {
	return m.formOf(ctx, sized, strconv.Itoa(of.Version), of.Len(), of.WithSizes)
}

// difference returns the difference of two maps, the newest of the other one.
func (m *mapped) difference(ctx context.Context, of *tiles.Map, other *mapped) (*tiles.Map, error) {
	_, theirs, _ := other.look()
	key := fmt.Sprintf("%d %s %d", of.Version, other.id, theirs.Version)
	return m.formOf(ctx, difference, key, of.Len()+theirs.Len(), func(pass tiles.Pass) *tiles.Map {
		return tiles.Difference(of, theirs, pass)
	})
}

// formOf returns a form of the map that is kept, or makes it. Others who want the same one wait.
func (m *mapped) formOf(ctx context.Context, kind int, of string, nodes int, make func(tiles.Pass) *tiles.Map) (*tiles.Map, error) {
	if made := m.keptForm(kind, of); made != nil {
		return made, nil
	}
	return m.making.Do(ctx, fmt.Sprint(kind, " ", of), func() (*tiles.Map, error) {
		if made := m.keptForm(kind, of); made != nil {
			return made, nil
		}
		m.dropForm(kind)
		lease, err := m.h.pool.Try(m.memory.client, int64(nodes)*bytesOfForm)
		if err != nil {
			return nil, &problem.Error{Status: http.StatusServiceUnavailable, Path: "map", Message: "the memory for maps is used up; close another map, and try again"}
		}
		made := make(passOf(context.WithoutCancel(ctx))) // it is for others, too
		m.keepForm(kind, form{made, of, lease})
		return made, nil
	})
}

func (m *mapped) keptForm(kind int, of string) *tiles.Map {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.forms[kind]; f.Map != nil && f.of == of {
		return f.Map
	}
	return nil
}

func (m *mapped) keepForm(kind int, f form) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forgetForm(kind)
	if m.dropped {
		f.lease.Release()
		return
	}
	m.forms[kind] = f
}

// dropForm gives the memory of a form back.
func (m *mapped) dropForm(kind int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forgetForm(kind)
}

// forgetForm does the same. The caller holds mu.
func (m *mapped) forgetForm(kind int) {
	m.forms[kind].lease.Release()
	m.forms[kind] = form{}
}

// cancelBy ends the search for one who watches it; others may go on watching it.
func (m *mapped) cancelBy() (alone bool) {
	if m.h.watched(m) > 1 {
		return false
	}
	m.cancel(errCancelled)
	return true
}

// cancelAlone ends a search that nobody watches, and reports whether it was still under way.
func (m *mapped) cancelAlone() bool {
	m.cancel(errUnwatched)
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.state.over
}

// gone reports whether a map cannot be shown again: its search was cancelled, or failed.
func (m *mapped) gone() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.state.over && (m.state.State == cancelled || m.state.State == failed)
}

// recording returns the events of the run.
func (m *mapped) recording() *trace.Recorder {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.recorder
}

// end ends the search and gives the memory back.
func (m *mapped) end() {
	m.cancel(errUnwatched)
	m.memory.end()
	m.recording().Release()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dropped = true
	for kind := range m.forms {
		m.forgetForm(kind)
	}
}

// A memory is the budget of a recording and its map.
type memory struct {
	pool   *fair.Pool
	client fair.Client

	mu    sync.Mutex
	lease *fair.Lease // nil: nothing was taken
	alone int64       // what was taken besides the map: of the recording and of names
	ended bool        // nothing is taken any more
}

// Take takes the memory for some bytes of the recording, and for the map of them.
func (b *memory) Take(bytes int64) bool { return b.take(bytes, bytes*bytesOfEvent) }

// take takes bytes, and with them those of the map.
func (b *memory) take(bytes, all int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.takes(all) {
		return false
	}
	b.alone += bytes
	return true
}

func (b *memory) takes(bytes int64) bool {
	switch {
	case b.ended:
		return false
	case b.lease != nil:
		return b.lease.Resize(b.lease.Amount() + bytes)
	}
	lease, err := b.pool.Try(b.client, bytes)
	b.lease = lease
	return err == nil
}

// hold charges what the map takes now besides its events and names.
func (b *memory) hold(ofMap int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lease == nil || b.alone+ofMap <= b.lease.Amount() || b.lease.Resize(b.alone+ofMap+ofMap/16)
}

// settle charges what is held when the run has ended: its events and names, and its map.
func (b *memory) settle(ofMap int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lease != nil {
		b.lease.Shrink(b.alone + ofMap)
	}
}

// spare says that nobody uses the memory; drop is called when it is needed.
func (b *memory) spare(drop func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lease != nil {
		b.lease.Spare(drop)
	}
}

// claim says that the memory is used again. It returns false if it was needed meanwhile.
func (b *memory) claim() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lease == nil || b.lease.Claim()
}

// Free gives everything back.
func (b *memory) Free() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lease.Release()
	b.lease, b.alone = nil, 0
}

// end gives everything back for good.
func (b *memory) end() {
	b.mu.Lock()
	b.ended = true
	b.mu.Unlock()
	b.Free()
}

func (b *memory) used() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lease == nil {
		return 0
	}
	return b.lease.Amount()
}
