package traces

import (
	"sync"
	"time"

	"espalier/search/checks"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/recent"
	"espalier/web/tracestore"
	"espalier/web/treestore"
)

// maxWaiting is how many large runs of one client wait for memory.
const maxWaiting = 16

// Handlers serve the traces of other programs.
type Handlers struct {
	*app.Core
	Silence time.Duration // after which a live run is taken for ended

	memory  *fair.Pool // of MaxMemory
	reports reports

	background sync.WaitGroup

	opening sync.Mutex // while a live run is read from the store
	mu      sync.Mutex
	lives   map[treestore.ID]*live
}

// New returns the handlers.
func New(core *app.Core) *Handlers {
	h := &Handlers{Core: core, Silence: idleTime, memory: fair.NewPool(fair.PoolConfig{Name: "traces", Refused: core.Refused("traces"), Size: MaxMemory, MaxWaiting: maxWaiting, MaxWait: app.MaxWait}), lives: map[treestore.ID]*live{}}
	core.Gauge("espalier_traces_bytes", "Bytes that all stored traces take.", func() int64 { used, _ := core.Traces().Space.Used(); return used })
	core.Gauge("espalier_traces_limit_bytes", "Bytes that all stored traces can take.", func() int64 { return tracestore.MaxStored })
	if core.Library != nil {
		h.background.Go(h.tidy)
	}
	return h
}

// Close ends what runs besides the requests. The server is stopping then.
func (h *Handlers) Close() {
	h.background.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.lives {
		l.silence.Stop()
	}
}

// keptReports bounds the reports that are kept, and keptReportEvents the events of their runs.
const (
	keptReports      = 64
	keptReportEvents = 1_000_000
)

type reportKey struct {
	id       treestore.ID
	revision int
	bytes    int64
	options  howChecked
}

// howChecked is how a run is checked, without what is called meanwhile.
type howChecked struct {
	algorithm string
	tiesLeft  bool
	after     int
}

func howOf(o checks.Options) howChecked { return howChecked{o.Algorithm, o.TiesLeft, o.After} }

// reports keeps the reports that were asked for last: a page and its list of checks need the same
// one.
type reports struct {
	mu     sync.Mutex
	list   recent.Map[reportKey, *checks.Report]
	events int
}

// get returns a report that is kept, or makes it.
func (r *reports) get(key reportKey, check func() (*checks.Report, error)) (*checks.Report, error) {
	r.mu.Lock()
	report, known := r.list.Get(key)
	r.mu.Unlock()
	if known {
		return report, nil
	}
	report, err := check()
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.list.Peek(key); known {
		return report, nil
	}
	r.list.Put(key, report)
	r.events += len(report.Run.Events)
	for old, kept := range r.list.Oldest() {
		if r.events <= keptReportEvents && r.list.Len() <= keptReports || old == key {
			break
		}
		r.events -= len(kept.Run.Events)
		r.list.Remove(old)
	}
	return report, nil
}
