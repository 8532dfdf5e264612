package traces

import (
	"sync"
	"time"

	"espalier/search/checks"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/store/key"
	"espalier/web/tracestore"
)

// Handlers serve the traces of other programs.
type Handlers struct {
	*app.Core
	Silence     time.Duration // after which a live run is taken for ended
	MostSilence time.Duration // after which a live run can give its place to another one

	reports *fair.Cache[reportKey, *checks.Report]
	moments *fair.Cache[momentKey, *moment]

	background sync.WaitGroup

	places  *fair.Pool                 // for live runs
	opening fair.Flight[key.ID, *live] // of live runs that are read from the store

	mu     sync.Mutex
	lives  map[key.ID]*live
	silent map[key.ID]*silentRun // live runs that are not in memory
	turns  map[turnKey]*turn     // of runs that are checked or mapped

	waiting map[turnKey]*waitingRun // for memory for their check
}

// New returns the handlers.
func New(core *app.Core) *Handlers {
	h := &Handlers{Core: core, Silence: idleTime, MostSilence: MaxLiveSilence, reports: fair.NewCache[reportKey, *checks.Report](core.TraceMemory), moments: fair.NewCache[momentKey, *moment](core.TraceMemory),
		places: fair.NewPool(fair.PoolConfig{Name: "live", Size: MaxLive}), lives: map[key.ID]*live{}, silent: map[key.ID]*silentRun{}, turns: map[turnKey]*turn{}, waiting: map[turnKey]*waitingRun{}}
	core.Gauge("espalier_live_traces", "Programs whose runs are read live.", h.places.Used)
	core.Gauge("espalier_traces_bytes", "Bytes that all stored traces take.", func() int64 { used, _ := core.Traces().Space.Used(); return used })
	core.Gauge("espalier_traces_limit_bytes", "Bytes that all stored traces can take.", func() int64 { return tracestore.MaxStored })
	core.Store.OnRemoval(tracestore.Prefix, func(id string) { h.forget(key.ID(id)) })
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
	for _, r := range h.silent {
		r.timer.Stop()
	}
}

type reportKey struct {
	id       key.ID
	revision int
	bytes    int64
	options  howChecked
}

// howChecked is how a run is checked, without what is called meanwhile.
type howChecked struct {
	algorithm string
	tiesLeft  bool
	after     int
	meets     bool
}

func howOf(o checks.Options) howChecked { return howChecked{o.Algorithm, o.TiesLeft, o.After, o.Meets} }
