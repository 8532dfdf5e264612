package experiments

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/store/records"
	"espalier/web/wake"
)

// Handlers serves experiments, and runs their jobs. It must be closed.
type Handlers struct {
	*app.Core
	newRuns *fair.Allowance
	wake    wake.Signal   // something has changed for the goroutine of keep
	ended   chan struct{} // closed when keep has returned
	workers sync.WaitGroup

	mu       sync.Mutex
	starting sync.Mutex           // held while a run is started or resumed
	runs     map[string]*run      // running, or used recently
	changed  map[string]bool      // runs whose documents another process has changed
	again    map[string]time.Time // when to read those a second time
	scan     bool                 // all documents must be read
	resuming map[string]bool      // runs that no other process works on, and that this one has yet to continue
	scanned  time.Time
	watching bool
}

// New returns the handlers, and continues the running experiments.
func New(core *app.Core) *Handlers {
	h := &Handlers{Core: core, wake: wake.NewSignal(), ended: make(chan struct{}), runs: map[string]*run{}, changed: map[string]bool{}, again: map[string]time.Time{}, resuming: map[string]bool{}, scan: true,
		newRuns: fair.NewAllowance(fair.AllowanceConfig{Name: "experiment_runs", Of: "runs of experiments", Most: MaxNewRuns, Refused: core.Refused("experiment_runs")})}
	core.Gauge("espalier_experiment_jobs", "Tasks of experiments at work.", h.atWork)
	core.Store.AfterReconnect(func() {
		h.mu.Lock()
		h.scan = true
		h.mu.Unlock()
		h.wake.Send()
	})
	go h.keep()
	return h
}

// Close returns when all jobs have stopped, or the context has ended.
func (h *Handlers) Close(ctx context.Context) error {
	idle := make(chan struct{})
	go func() {
		<-h.ended
		h.workers.Wait()
		close(idle)
	}()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *Handlers) atWork() (n int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.runs {
		n += int64(r.working)
	}
	return n
}

// keep assigns work to the processors until the server stops.
func (h *Handlers) keep() {
	defer close(h.ended)
	for h.Stopping.Err() == nil {
		wait := h.step(h.Stopping)
		timer := time.NewTimer(wait)
		select {
		case <-h.wake:
		case <-timer.C:
		case <-h.Stopping.Done():
		}
		timer.Stop()
	}
}

// step does the pending work, and returns the time after which to call it again.
func (h *Handlers) step(ctx context.Context) time.Duration {
	if h.Library == nil {
		return time.Hour
	}
	if err := h.learn(ctx); err != nil && ctx.Err() == nil {
		h.Log.Debug("experiments: the store does not answer", "err", err)
		return retryTime
	}
	for ctx.Err() == nil {
		r := h.pick()
		if r == nil {
			break
		}
		if err := h.serve(ctx, r); err != nil && ctx.Err() == nil {
			h.Log.Warn("experiments: a run cannot go on now", "run", r.id, "err", err)
			h.mu.Lock()
			r.dryUntil = time.Now().Add(retryTime)
			h.mu.Unlock()
		}
	}
	return h.pause()
}

// pause returns how long to wait unless notify is called.
func (h *Handlers) pause() time.Duration {
	wait := time.Hour
	if h.Store.Shared() {
		wait = scanTime
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, due := range h.again {
		wait = min(wait, time.Until(due))
	}
	for _, r := range h.runs {
		if dry := time.Until(r.dryUntil); r.ctx != nil && dry > 0 {
			wait = min(wait, dry)
		} else if r.ctx != nil {
			wait = min(wait, reloadTime) // all processors are busy, and report when they are free
		}
	}
	return wait
}

// learn reads the documents of the runs that may have changed.
func (h *Handlers) learn(ctx context.Context) error {
	shared := h.Store.Shared()
	if shared && !h.watching {
		err := h.Store.WatchValues(ctx, runPrefix+"*", func(key string) {
			id := strings.TrimPrefix(key, runPrefix)
			h.mu.Lock()
			h.changed[id], h.again[id] = true, time.Now().Add(againTime)
			h.mu.Unlock()
			h.wake.Send()
		})
		if err != nil {
			return err
		}
		h.watching = true
	}
	h.mu.Lock()
	scan := h.scan || shared && time.Since(h.scanned) > scanTime
	ids := map[string]bool{}
	for id := range h.changed {
		ids[id] = true
	}
	clear(h.changed)
	for id, due := range h.again {
		if time.Now().After(due) {
			ids[id] = true
			delete(h.again, id)
		}
	}
	for id, r := range h.runs {
		if shared && r.ctx != nil && time.Since(r.loaded) > reloadTime {
			ids[id] = true
		}
	}
	h.mu.Unlock()
	if scan {
		names, err := h.names(ctx, runPrefix)
		if err != nil {
			return err
		}
		for _, id := range names {
			ids[id] = true
			if !shared {
				h.resuming[id] = true
			}
		}
	}
	for id := range ids {
		asked := time.Now()
		d, err := h.loadDocument(ctx, id)
		switch {
		case errors.Is(err, errNoRun):
			h.forget(id, asked)
		case err != nil && !errors.Is(err, errUnreadable) && !records.IsDamaged(err):
			h.mu.Lock()
			for id := range ids {
				h.changed[id] = true
			}
			h.mu.Unlock()
			return err
		default:
			if err == nil {
				err = h.adopt(ctx, id, d, h.resuming[id])
			}
			if err != nil { // the others continue, and this one is tried again later
				h.Log.Warn("experiments: a run cannot go on", "run", id, "err", err)
				h.mu.Lock()
				h.again[id] = time.Now().Add(scanTime)
				h.mu.Unlock()
				continue
			}
		}
		delete(h.resuming, id)
	}
	if scan {
		h.mu.Lock()
		h.scan, h.scanned = false, time.Now()
		h.mu.Unlock()
	}
	return nil
}

// adopt updates a run from its document. restarted: no other process can be working
// on it, and the time in which this one did not run does not count.
func (h *Handlers) adopt(ctx context.Context, id string, d document, restarted bool) error {
	h.mu.Lock()
	r := h.runs[id]
	h.mu.Unlock()
	if r == nil {
		if d.State != running {
			return nil
		}
		var err error
		if r, err = newRun(id, d); err != nil {
			return err
		}
	}
	if restarted && d.State == running && r.ctx == nil {
		if _, err := h.refresh(ctx, r); err != nil {
			return err
		}
		changed, err := h.change(ctx, id, func(d *document) bool {
			d.Spent += max(0, r.last.Sub(d.Since))
			d.Since = h.aged()
			return d.State == running
		})
		if err != nil {
			return err
		}
		d = changed
	}
	h.set(r, d, restarted)
	return nil
}

// set gives a run a new document, unless it has a newer one, and starts or stops its jobs
// here. fill: this process must fill the queue.
func (h *Handlers) set(r *run, d document, fill bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if known := h.runs[r.id]; known != nil {
		r = known // another goroutine has read its document at the same time
	} else {
		h.runs[r.id] = r
	}
	if d.sequence < r.document.sequence {
		return
	}
	if parameters := r.document.Parameters; parameters != nil {
		d.Parameters = parameters
	}
	r.document, r.loaded = d, time.Now()
	switch {
	case d.State == running && r.ctx == nil:
		r.ctx, r.cancel = context.WithCancel(h.Stopping)
		r.since, r.fresh, r.dryUntil = time.Now(), fill, time.Time{}
	case d.State == running && fill:
		r.fresh, r.dryUntil = true, time.Time{}
	case d.State != running && r.ctx != nil:
		r.cancel()
		r.ctx = nil
	}
}

// forget drops a run from memory, unless its document was read, or written, after a time.
func (h *Handlers) forget(id string, after time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.runs[id]; r != nil && !r.loaded.After(after) {
		if r.ctx != nil {
			r.cancel()
		}
		delete(h.runs, id)
	}
}

// known returns a run that is in memory, or nil, and whether it need not be read again.
func (h *Handlers) known(id string) (r *run, fresh bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r = h.runs[id]; r == nil {
		return nil, false
	}
	r.used = time.Now()
	return r, r.ctx != nil || !h.Store.Shared() || time.Since(r.loaded) < reloadTime
}

// find returns a run.
func (h *Handlers) find(ctx context.Context, id string) (*run, error) {
	r, fresh := h.known(id)
	if fresh {
		return r, nil
	}
	d, err := h.loadDocument(ctx, id)
	if err != nil {
		return nil, err
	}
	if r == nil {
		if r, err = newRun(id, d); err != nil {
			return nil, err
		}
	}
	h.mu.Lock()
	if known := h.runs[id]; known != nil {
		r = known
	}
	r.used = time.Now()
	h.mu.Unlock()
	h.set(r, d, false)
	h.trim()
	h.wake.Send()
	return r, nil
}

// trim drops ended runs from memory that were not used recently.
func (h *Handlers) trim() {
	h.mu.Lock()
	defer h.mu.Unlock()
	var ended []*run
	jobs := 0
	for _, r := range h.runs {
		if r.ctx == nil && r.working == 0 {
			ended = append(ended, r)
			jobs += len(r.jobs)
		}
	}
	slices.SortFunc(ended, func(a, b *run) int { return a.used.Compare(b.used) })
	for _, r := range ended {
		if jobs <= maxCached {
			return
		}
		jobs -= len(r.jobs)
		delete(h.runs, r.id)
	}
}
