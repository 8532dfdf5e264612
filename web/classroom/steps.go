package classroom

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"espalier/search/question"
	"espalier/trace"
	"espalier/web/fair"
	"espalier/web/judge"
	"espalier/web/recent"
	"espalier/web/run"
)

// A roomRun is a run that a room shows, or that a question is about.
type roomRun struct {
	*run.Resolved
	Text   json.RawMessage // the stored form
	source *source         // the typed tree of the run; nil: the run has another source
	asked  *question.Run   // the same run, for questions

	// counting is a lock with capacity 1, held while the steps are counted. This can take seconds,
	// and others can stop waiting for it when their context ends.
	counting   chan struct{}
	steps      atomic.Pointer[stepList] // nil: not counted yet, or their memory was needed
	stepsLease atomic.Pointer[fair.Lease]

	memory *fair.Pool  // that is charged for the steps
	lease  *fair.Lease // for the run; nil: it is not in the cache
}

// newRoomRun returns a run to show.
func newRoomRun(j judge.Judge, r *run.Resolved) *roomRun {
	return &roomRun{Resolved: r, asked: j.On(r), counting: make(chan struct{}, 1), memory: j.SearchMemory}
}

// MaxSteps bounds the steps that a room can show: a page records the same number.
const MaxSteps = 1_000_000

// maxCachedRuns bounds the runs in the cache, besides their memory. bytesOfRun is what a run takes without its
// tree and its steps, about.
const (
	maxCachedRuns = 128
	bytesOfRun    = 2 << 10
)

// A stepList has the steps at which a playback of a run stops.
type stepList struct {
	Last      int
	Truncated bool    // the run has more steps than a room can show
	stops     []int32 // the steps that are decisions or cuts
	cuts      []int32
}

// Nodes returns a number above all node numbers.
func (info *roomRun) Nodes() int {
	return info.asked.Nodes()
}

// A playback has a speed, the size of its steps, its first step and its start time.
type playback struct {
	Speed float64 `json:"speed"`
	By    string  `json:"by"`
	From  int     `json:"from"`
	Since int64   `json:"since"` // this server's clock in ms
}

// pace is the time of a step at speed 1, in ms.
const pace = 900

// units returns the number of units played until now.
func (p *playback) units(now int64) int {
	played := math.Floor(float64(now-p.Since) * p.Speed / pace)
	return int(min(max(played, 0), MaxSteps))
}

// At returns the current step: the given one, or that of a playback.
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

// stepsOf returns the steps at which a playback of the run stops. It searches only once.
func (info *roomRun) stepsOf(ctx context.Context) (*stepList, error) {
	if l := info.steps.Load(); l != nil {
		return l, nil
	}
	if err := fair.Enter(ctx, info.counting); err != nil {
		return nil, err
	}
	defer fair.Leave(info.counting)
	if l := info.steps.Load(); l != nil { // another caller has counted them meanwhile
		return l, nil
	}
	l := &stepList{}
	ctx = run.Unguarded(ctx) // they are for the room; readShow decides what it may show
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
	info.keepSteps(fair.ClientFrom(ctx), l)
	return l, nil
}

// keepSteps keeps the steps until their memory is needed.
func (info *roomRun) keepSteps(c fair.Client, l *stepList) {
	lease, err := info.memory.Try(c, l.bytes())
	if err != nil {
		return // they are counted again
	}
	info.steps.Store(l)
	info.stepsLease.Store(lease)
	lease.Spare(func() { info.steps.CompareAndSwap(l, nil) })
}

// A runCache is a cache of runs that evicts the least recently used ones. Their memory is charged to the
// client for whom a run was made, and spare: when it is needed, the run is made again.
type runCache struct {
	memory *fair.Pool
	mu     sync.Mutex
	runs   recent.Map[string, *roomRun]
}

// get returns a run of the cache.
func (c *runCache) get(key string) (of *roomRun, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.runs.Get(key)
}

// put adds a run, unless there is no memory for it.
func (c *runCache) put(ctx context.Context, key string, of *roomRun) {
	lease, err := c.memory.Try(fair.ClientFrom(ctx), of.bytes())
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, found := c.runs.Peek(key); found {
		lease.Release()
		return
	}
	of.lease = lease
	c.runs.Put(key, of)
	lease.Spare(func() { go c.drop(key, of) }) // the caller may hold mu
	for key, oldest := range c.runs.Oldest() {
		if c.runs.Len() <= maxCachedRuns {
			break
		}
		c.runs.Remove(key)
		oldest.release()
	}
}

// drop removes a run whose memory is needed.
func (c *runCache) drop(key string, of *roomRun) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if kept, found := c.runs.Peek(key); found && kept == of {
		c.runs.Remove(key)
		of.release()
	}
}

// dropOf removes the runs that only a room has.
func (c *runCache) dropOf(r *room) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, of := range c.runs.Oldest() {
		if strings.HasPrefix(key, roomKey(r)) {
			c.runs.Remove(key)
			of.release()
		}
	}
}

// release gives back the memory of a run that is not kept any more.
func (info *roomRun) release() {
	info.lease.Release()
	if lease := info.stepsLease.Swap(nil); lease != nil {
		lease.Release()
		info.steps.Store(nil)
	}
}

// bytes returns how much memory the run takes, without its steps.
func (info *roomRun) bytes() int64 {
	n := int64(len(info.Text)) + bytesOfRun
	if p := info.Of.Printed; p != nil {
		n += p.Run.Bytes() + p.Inferred.Bytes()
	} else if info.Of.Tree != nil {
		n += int64(info.Of.Tree.Bytes())
	}
	if info.Tree != nil && info.Tree != info.Of.Tree {
		n += int64(info.Tree.Bytes())
	}
	return n
}

// bytes returns how much memory the steps take.
func (l *stepList) bytes() int64 {
	return int64(unsafe.Sizeof(*l)) + int64(cap(l.stops)+cap(l.cuts))*int64(unsafe.Sizeof(int32(0)))
}
