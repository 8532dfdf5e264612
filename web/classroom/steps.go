package classroom

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"espalier/search/question"
	"espalier/trace"
	"espalier/web/judge"
	"espalier/web/recent"
	"espalier/web/run"
)

// A shownRun is a run that a room shows, or that a question is about.
type shownRun struct {
	*run.Resolved
	Text   json.RawMessage // as the room stores it
	source *source         // the typed tree that it is on; nil: another source
	asked  *question.Run   // the same run, for questions

	// counting is of capacity 1: whoever counts the steps, for seconds, has put something in.
	// Others wait for that with their context.
	counting chan struct{}
	steps    atomic.Pointer[stepList] // nil: not yet counted
}

// newShownRun returns a run that is to be shown.
func newShownRun(j judge.Judge, r *run.Resolved) *shownRun {
	return &shownRun{Resolved: r, asked: j.On(r), counting: make(chan struct{}, 1)}
}

func (info *shownRun) sourceHash() string {
	if info.source == nil {
		return ""
	}
	return info.source.hash
}

// MaxSteps bounds the steps that a room can show: as many as a page records.
const MaxSteps = 1_000_000

// These bound the runs that are remembered.
const (
	maxCachedRuns  = 128
	maxCachedNodes = 500_000
	maxCachedSteps = 8_000_000
)

// A stepList has the steps at which the playback of a run stops.
type stepList struct {
	Last      int
	Truncated bool    // the run is longer than a room shows
	stops     []int32 // the steps that are decisions or cuts
	cuts      []int32
}

// Nodes returns a number that is above those of all nodes.
func (info *shownRun) Nodes() int {
	return info.asked.Nodes()
}

// A playback is running: its speed, the size of its steps, and when it began.
type playback struct {
	Speed float64 `json:"speed"`
	By    string  `json:"by"`
	From  int     `json:"from"`
	Since int64   `json:"since"` // this server's clock in ms
}

// pace is how long a step stays at speed 1, in ms.
const pace = 900

// units returns how many units have been played by now.
func (p *playback) units(now int64) int {
	played := math.Floor(float64(now-p.Since) * p.Speed / pace)
	return int(min(max(played, 0), MaxSteps))
}

// At returns the step that is shown: the given one, or that of a running playback.
func (l *stepList) At(step int, p *playback, now int64) int {
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

// stepsOf returns where the playback of the run stops. It searches once.
func (info *shownRun) stepsOf(ctx context.Context) (*stepList, error) {
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
	l := &stepList{}
	var sizer trace.StepSizer
	err := info.asked.Play.Watch(ctx, func(e *trace.Event) bool {
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

// A runCache remembers runs, the least recently used of which go.
type runCache struct {
	mu    sync.Mutex
	runs  recent.Map[string, *shownRun]
	nodes int
}

// get returns a run that is remembered.
func (c *runCache) get(key string) (of *shownRun, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.runs.Get(key)
}

// put remembers a run.
func (c *runCache) put(key string, of *shownRun) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, found := c.runs.Peek(key); found {
		return
	}
	c.runs.Put(key, of)
	c.nodes += of.size()
	for key, oldest := range c.runs.Oldest() {
		if n := c.runs.Len(); n == 1 || n <= maxCachedRuns && c.nodes <= maxCachedNodes && c.steps() <= maxCachedSteps {
			break
		}
		c.nodes -= oldest.size()
		c.runs.Remove(key)
	}
}

// steps returns how many steps are listed. The caller holds mu.
func (c *runCache) steps() (n int) {
	for _, run := range c.runs.Oldest() {
		if l := run.steps.Load(); l != nil {
			n += len(l.stops) + len(l.cuts)
		}
	}
	return n
}

func (info *shownRun) size() int {
	if info.Tree == nil {
		return 1
	}
	return info.Tree.Len()
}
