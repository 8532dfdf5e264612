package app

import (
	"cmp"
	"context"
	"net/http"
	"runtime"
	runtimemetrics "runtime/metrics"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"espalier/web/fair"
	"espalier/web/store/records"
)

// secondsBounds are those of the histograms.
var secondsBounds = []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60}

// measures are what /metrics reports.
type measures struct {
	registry                          Registry
	requests, searches, refusals      *Counter
	requestTime, searchTime, saveTime *Histogram
}

func newMeasures() *measures {
	m := &measures{}
	r := &m.registry
	m.requests = r.Counter("espalier_requests_total", "Requests that were answered, by the pattern of their path.", "route", "status")
	m.requestTime = r.Histogram("espalier_request_seconds", "Time to answer a request; websockets are left out.", secondsBounds, "route")
	m.searches = r.Counter("espalier_searches_total", "Searches that have ended, by algorithm.", "algorithm")
	m.searchTime = r.Histogram("espalier_search_seconds", "Time of a search from its first turn on.", secondsBounds, "algorithm")
	m.refusals = r.Counter("espalier_refusals_total", "Requests that were refused because a limit was reached.", "limit")
	m.saveTime = r.Histogram("espalier_save_seconds", "Time until a revision is on the disk.", secondsBounds)
	return m
}

// refused returns a function that counts the refusals of a limit.
func (m *measures) refused(limit string) func() {
	m.refusals.Declare(limit)
	return func() { m.refusals.Add(limit) }
}

// searched counts a search.
func (m *measures) searched(algorithm string, took time.Duration) {
	m.searches.Add(algorithm)
	m.searchTime.Observe(took, algorithm)
}

// gauges adds what is read at the moment.
func (s *Core) gauges() {
	of := func(read func() int64) func() (float64, bool) {
		return func() (float64, bool) { return float64(read()), true }
	}
	r := &s.measures.registry
	r.Gauge("espalier_searches", "Searches under way.", of(func() int64 { all, _ := s.Searches(); return int64(all) }))
	r.Gauge("espalier_searches_waiting", "Searches that wait for their turn.", of(func() int64 { return int64(s.WaitingSearches()) }))
	r.Gauge("espalier_turns_waiting", "Searches and large edits that wait for a processor.", of(func() int64 { return int64(s.WaitingTurns()) }))
	r.Gauge("espalier_pages", "Pages that are made.", of(s.pages.Used))
	r.Gauge("espalier_body_bytes", "Bytes of request bodies that are read or worked on.", of(s.bodies.Used))
	r.Gauge("espalier_answer_bytes", "Bytes of answers that are built or not read yet.", of(func() int64 { return s.answers.Used() + s.largeAnswers.Used() }))
	r.Gauge("espalier_message_bytes", "Bytes of messages of websockets that are built or not read yet.", of(s.messages.Used))
	r.Gauge("espalier_tree_bytes", "Bytes kept for the trees that are read from large bodies.", of(s.trees.Used))
	r.Gauge("espalier_search_bytes", "Bytes that searches hold, and the runs that rooms keep.", of(s.SearchMemory.Used))
	r.Gauge("espalier_memory_used_bytes", "Bytes of memory that are held for clients or kept as caches; bodies, messages and small answers are counted separately.", of(s.Memory.budget.Used))
	r.Gauge("espalier_memory_kept_bytes", "The part of this memory that is kept as caches.", of(s.Memory.budget.Kept))
	library := func(read func(used, limit int64) int64) func() (float64, bool) {
		return func() (float64, bool) {
			ctx, cancel := context.WithTimeout(context.Background(), StoreTimeout)
			defer cancel()
			used, limit, err := s.Store.Size(ctx)
			value := read(used, limit)
			return float64(value), err == nil && value >= 0
		}
	}
	r.Gauge("espalier_library_bytes", "Bytes of the saved trees.", library(func(used, _ int64) int64 { return used }))
	r.Gauge("espalier_library_limit_bytes", "Bytes that the saved trees can take.", library(func(_, limit int64) int64 { return limit }))
	r.Gauge("espalier_library_ready", "1 if the library answers, and its disk has space.", of(func() int64 {
		switch s.Store.Health(context.Background()).State {
		case records.StateUnavailable, records.StateHanging, records.StateFull:
			return 0
		}
		return 1
	}))
	r.Gauge("espalier_library_damaged_trees", "Saved trees and records of features that are damaged.", of(func() int64 { return int64(len(s.Store.Health(context.Background()).Damaged)) }))
	r.Gauge("espalier_goroutines", "Goroutines.", of(func() int64 { return int64(runtime.NumGoroutine()) }))
	r.Gauge("espalier_memory_bytes", "Bytes that Go has from the system.", of(heldMemory))
	started := time.Now().Unix()
	r.Gauge("espalier_start_time_seconds", "When the server was started, in seconds since 1970.", of(func() int64 { return started }))
}

// heldMemory returns the bytes that Go has from the system and has not returned.
func heldMemory() int64 {
	samples := []runtimemetrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	runtimemetrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// Gauge adds a value that is read at the moment to /metrics.
func (s *Core) Gauge(name, help string, read func() int64) {
	s.measures.registry.Gauge(name, help, func() (float64, bool) { return float64(read()), true })
}

// Refused returns a function that counts the refusals of a limit for /metrics.
func (s *Core) Refused(limit string) func() { return s.measures.refused(limit) }

// clientGone is counted for a request whose client does not wait for the answer. It is
// never sent; nginx has it in its log.
const clientGone = 499

// Measure counts every request.
func (s *Core) Measure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			route, status := cmp.Or(chi.RouteContext(r.Context()).RoutePattern(), "none"), ww.Status()
			socket := status == 0 && r.Header.Get("Upgrade") != ""
			switch {
			case socket:
				status = http.StatusSwitchingProtocols
			case status == 0 && r.Context().Err() != nil:
				status = clientGone
			}
			s.measures.requests.Add(route, strconv.Itoa(cmp.Or(status, http.StatusOK)))
			if !socket {
				s.measures.requestTime.Observe(time.Since(start), route)
			}
		}()
		next.ServeHTTP(ww, r)
	})
}

// ServeMetrics answers GET /metrics.
func (s *Core) ServeMetrics(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", ContentType)
	w.Header().Set("Cache-Control", "no-store")
	s.measures.registry.WriteTo(w)
}

// An allowances is what each client may add to the library.
type allowances struct{ trees, newBytes, editBytes *fair.Allowance }

func (m *measures) allowances() allowances {
	of := func(name, what string, most int64) *fair.Allowance {
		return fair.NewAllowance(fair.AllowanceConfig{Name: name, Of: what, Most: most, Refused: m.refused(name)})
	}
	return allowances{of("new_trees", "new trees", MaxNewTrees), of("new_tree_bytes", "bytes of new trees", MaxNewBytes), of("edit_bytes", "bytes of edits", MaxEditBytes)}
}

// admit charges a revision to the client of a context before it is stored. The
// caller calls settle with whether it was.
func (s *Core) admit(ctx context.Context, first bool, bytes int64) (settle func(stored bool), err error) {
	client := fair.ClientFrom(ctx)
	var given []func()
	giveBack := func() {
		for _, f := range given {
			f()
		}
	}
	take := func(a *fair.Allowance, amount int64) {
		if err == nil {
			var back func()
			if back, err = a.Take(client, amount); err == nil {
				given = append(given, back)
			}
		}
	}
	if first {
		take(s.allowances.trees, 1)
		take(s.allowances.newBytes, bytes)
	} else {
		take(s.allowances.editBytes, bytes)
	}
	if err != nil {
		giveBack()
		return nil, err
	}
	began := time.Now()
	return func(stored bool) {
		if !stored {
			giveBack()
			return
		}
		s.measures.saveTime.Observe(time.Since(began))
	}, nil
}
