package runs

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/recent"
	"espalier/web/run"
)

// A Run is one that a room shows, or that a question is about.
type Run struct {
	*run.Resolved
	Text json.RawMessage // as the room stores it; nil: it is in no room

	// counting has capacity 1. It is full while a goroutine counts the steps, which takes seconds.
	// Others wait for that with their context.
	counting chan struct{}
	steps    atomic.Pointer[Steps] // nil: not yet counted
}

// NewRun returns a run that is to be shown.
func NewRun(r *run.Resolved) *Run { return &Run{Resolved: r, counting: make(chan struct{}, 1)} }

// A Searcher runs the searches, which take turns with those of others.
type Searcher struct{ *app.Core }

// MaxSteps bounds the steps that a room can show: as many as a page records.
const MaxSteps = 1_000_000

const (
	// searchTime bounds one search for a room.
	searchTime = 15 * time.Second

	// These bound the runs that are remembered.
	maxCachedRuns  = 128
	maxCachedNodes = 500_000
	maxCachedSteps = 8_000_000
)

// Steps are where the playback of a run stops.
type Steps struct {
	Last      int
	Truncated bool    // the run is longer than a room shows
	stops     []int32 // the steps that are decisions or cuts
	cuts      []int32
}

// Nodes returns a number that is above those of all nodes.
func (r *Run) Nodes() int {
	if r.Tree != nil {
		return r.Tree.Len()
	}
	return search.MaxWatchedNodes
}

// A Play is a running playback: its speed, the size of its steps, and when it began.
type Play struct {
	Speed float64 `json:"speed"`
	By    string  `json:"by"`
	From  int     `json:"from"`
	Since int64   `json:"since"` // this server's clock in ms
}

// pace is how long a step stays at speed 1, in ms.
const pace = 900

// units returns how many units have been played by now.
func (p *Play) units(now int64) int {
	played := math.Floor(float64(now-p.Since) * p.Speed / pace)
	return int(min(max(played, 0), MaxSteps))
}

// At returns the step that is shown: the given one, or that of a running playback.
func (l *Steps) At(step int, p *Play, now int64) int {
	if p == nil {
		return step
	}
	units := p.units(now)
	var stops []int32
	switch p.By {
	case trace.Decisions.String():
		stops = l.stops
	case trace.Cuts.String():
		stops = l.cuts
	default:
		return min(p.From+units, l.Last)
	}
	if units == 0 {
		return p.From
	}
	next := sort.Search(len(stops), func(i int) bool { return int(stops[i]) > p.From })
	if next+units-1 < len(stops) {
		return int(stops[next+units-1])
	}
	return l.Last
}

var errEnough = errors.New("more steps than a room shows")

// Steps returns where the playback of a run stops. It searches once.
func (h Searcher) Steps(ctx context.Context, info *Run) (*Steps, error) {
	if l := info.steps.Load(); l != nil {
		return l, nil
	}
	select {
	case info.counting <- struct{}{}:
		defer func() { <-info.counting }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if l := info.steps.Load(); l != nil { // somebody else has counted them meanwhile
		return l, nil
	}
	l := &Steps{}
	var sizer trace.StepSizer
	err := h.watch(ctx, info, func(e *trace.Event) bool {
		if e.Seq >= MaxSteps {
			l.Truncated = true
			return false
		}
		l.Last = e.Seq
		switch sizer.Size(e) {
		case trace.Cuts:
			l.cuts = append(l.cuts, int32(e.Seq))
			fallthrough
		case trace.Decisions:
			l.stops = append(l.stops, int32(e.Seq))
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	l.stops, l.cuts = slices.Clip(l.stops), slices.Clip(l.cuts)
	info.steps.Store(l)
	return l, nil
}

// watch runs a search, and calls f with its events until f returns false. A search
// that an event ends, such as a leaf of unknown value, is no error.
func (h Searcher) watch(ctx context.Context, info *Run, f func(e *trace.Event) bool) error {
	ctx, release, err := h.AcquireSearchSlot(h.WithTurn(ctx), app.KindOfRun(info.Resolved))
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := time.AfterFunc(searchTime, func() { cancel(context.DeadlineExceeded) })
	defer stop.Stop()
	_, err = info.Run(ctx, func(e *trace.Event) {
		if ctx.Err() == nil && !f(e) {
			cancel(errEnough)
		}
	})
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errEnough), err == nil, search.EndedByEngine(err):
		return nil
	case errors.Is(cause, context.DeadlineExceeded):
		return problem.Refused("show", "the search takes more than %s, the limit of one search for a room", searchTime)
	}
	return err
}

// Explain returns the sentence of a step of a run; empty: the run has no such step.
func (h Searcher) Explain(ctx context.Context, info *Run, step int) (trace.Sentence, error) {
	x, err := info.Explainer()
	if err != nil {
		return nil, err
	}
	var said trace.Sentence
	err = h.watch(ctx, info, func(e *trace.Event) bool {
		if e.Seq == step {
			said = x.Explain(e)
		}
		return e.Seq < step
	})
	return said, err
}

// result searches the tree with another value at a leaf; a nil one leaves the leaf as
// it is.
func (h Searcher) result(ctx context.Context, info *Run, node int, v *trees.Vector) (r Result, err error) {
	of := info.Resolved
	if v != nil {
		spec := of.Spec
		spec.Values = spec.Values.With(node, *v)
		if of, err = of.Of.Resolve(spec); err != nil {
			return r, err
		}
	}
	ctx, release, err := h.AcquireSearchSlot(h.WithTurn(ctx), app.KindOfRun(info.Resolved))
	if err != nil {
		return r, err
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	result, err := of.Run(ctx, nil)
	if err != nil {
		return r, err
	}
	r.Value = json.RawMessage("null")
	scalar := of.Kind() != trees.MaxN
	if !result.NoValue {
		r.Value = trace.AppendValue(nil, &result.Value, result.Width, scalar)
	}
	if ref := result.Reference; ref != nil {
		r.Truth = trace.AppendValue(nil, &ref.Value, result.Width, scalar)
	}
	return r, nil
}

// A Cache remembers runs, the least recently used of which go.
type Cache[T Cached] struct {
	mu    sync.Mutex
	runs  recent.Map[string, T]
	nodes int
}

// A Cached is a run with what belongs to it.
type Cached interface{ Base() *Run }

// Base returns the run.
func (r *Run) Base() *Run { return r }

// Get returns a run that is remembered.
func (c *Cache[T]) Get(key string) (of T, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.runs.Get(key)
}

// Put remembers a run.
func (c *Cache[T]) Put(key string, of T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, found := c.runs.Peek(key); found {
		return
	}
	c.runs.Put(key, of)
	c.nodes += of.Base().size()
	for key, oldest := range c.runs.Oldest() {
		if n := c.runs.Len(); n == 1 || n <= maxCachedRuns && c.nodes <= maxCachedNodes && c.steps() <= maxCachedSteps {
			break
		}
		c.nodes -= oldest.Base().size()
		c.runs.Remove(key)
	}
}

// steps returns how many steps are listed. The caller holds mu.
func (c *Cache[T]) steps() (n int) {
	for _, run := range c.runs.Oldest() {
		if l := run.Base().steps.Load(); l != nil {
			n += len(l.stops) + len(l.cuts)
		}
	}
	return n
}

func (info *Run) size() int {
	if info.Tree == nil {
		return 1
	}
	return info.Tree.Len()
}
