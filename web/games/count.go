package games

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/web/app"
	"espalier/web/maps"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// A search whose tree is too large to be drawn node by node is shown as a map. Without scripts the
// page has the counters of the search.

const (
	countedNodes = 10_000_000 // of a search, by default

	// MaxCounted bounds the nodes of such a search: they take numbers, 4 bytes a node.
	MaxCounted = maps.MaxSearched
)

// A countedSearch is such a search.
type countedSearch struct {
	place     *place
	algorithm *engine.Algorithm
	options   engine.Options
	other     *engine.Algorithm // with which it is compared; nil: with none
}

// readCounted reads the algorithm, the depth and the limit on nodes.
func readCounted(p *place, q url.Values) (*countedSearch, error) {
	c := &countedSearch{place: p}
	id := cmp.Or(q.Get("algorithm"), algorithms.Plain.ID)
	var known bool
	if c.algorithm, known = algorithms.Find(id); !known {
		return nil, noAlgorithm("algorithm", id)
	}
	depth, further, err := depthOf(p, q)
	if err != nil {
		return nil, err
	}
	nodes := countedNodes
	if err := readWhole(q, "nodes", &nodes, 1, MaxCounted, ""); err != nil {
		return nil, err
	}
	c.options = engine.Options{Depth: depth, HasDepth: true, Nodes: nodes, HasNodes: true, Quiescence: further, HasQuiescence: further > 0}
	problem := engine.OnGame(p.game.ID, opened(p))
	if id := q.Get("other"); id != "" {
		if c.other, known = algorithms.Find(id); !known {
			return nil, noAlgorithm("other", id)
		}
		if err := c.other.Check(&problem, c.options); err != nil {
			return nil, err
		}
	}
	return c, c.algorithm.Check(&problem, c.options)
}

func noAlgorithm(name, id string) error {
	return &problem.QueryError{Name: name, Message: "there is no algorithm " + strconv.Quote(id)}
}

// body returns the run of an algorithm as the websocket takes it.
func (c *countedSearch) body(a *engine.Algorithm) string {
	return c.place.source().With(engine.AlgorithmConfig{Algorithm: a, Options: c.options}).Body()
}

// A report has the counters of a search.
type report struct {
	State              string // done, or why it stopped
	Nodes, Leaves, Cut int
	Depth              int
	Seconds            float64
	Prunes             map[string]int
	Value              string
}

// count runs the search.
func (c *countedSearch) count(ctx context.Context) *report {
	began, r := time.Now(), &report{State: "done", Prunes: map[string]int{}, Depth: c.options.Depth}
	ctx, cancel := context.WithTimeout(ctx, app.SolveTimeout)
	defer cancel()
	if err := c.place.allowed(ctx, c.algorithm); err != nil {
		_, r.State = problem.StatusAndDetail(err)
		return r
	}
	p := engine.OnGame(c.place.game.ID, opened(c.place))
	result, err := c.algorithm.Run(ctx, p, c.options, r.observe)
	r.Seconds = time.Since(began).Seconds()
	var limit *engine.LimitError
	switch {
	case errors.As(err, &limit):
		r.State = "stopped at the limit of " + words.CountNodes(c.options.Nodes)
	case errors.Is(err, context.DeadlineExceeded):
		r.State = "stopped after " + strconv.Itoa(int(app.SolveTimeout/time.Second)) + " seconds"
	case err != nil:
		_, r.State = problem.StatusAndDetail(err)
	default:
		r.Value = trace.ValueText(&result.Value, result.Width, result.Unit)
	}
	return r
}

// observe counts an event: a search that is stopped has no result.
func (r *report) observe(e *trace.Event) {
	switch e.Type {
	case trace.Enter:
		r.Nodes++
	case trace.Leaf:
		r.Leaves++
	case trace.Prune:
		r.Cut += len(e.Cut)
		r.Prunes[e.Rule.String()]++
	}
}

// A countPage is the page of a search that is shown as a map.
type countPage struct {
	Title, Back string
	Fault       string
	Picture     picture
	Form        *searchForm
	Nodes       string
	Map         *maps.Map // nil: nothing is searched, or its counters are shown
	Run         string    // the address of the page with the counters, for browsers without scripts
	Report      *report
}

// serveCounted answers a search whose tree is too large to be drawn node by node.
func (h Handlers) serveCounted(w http.ResponseWriter, r *http.Request, p *place, m *match, q url.Values) error {
	v := &countPage{Title: p.game.Title, Form: searchFormOf(p, m), Picture: drawn(p.pos, p.last(), nil), Back: m.back(p)}
	v.Nodes = cmp.Or(q.Get("nodes"), strconv.Itoa(countedNodes))
	v.Form.Algorithm = cmp.Or(q.Get("algorithm"), algorithms.Plain.ID)
	further := 0
	if v.Form.Depth, further, _ = depthOf(p, q); further > 0 {
		v.Form.Quiescence = strconv.Itoa(further)
	}
	v.Form.Whole, v.Form.Compares, v.Form.Other = "", true, q.Get("other")
	c, err := readCounted(p, q)
	if err != nil {
		status, message := problem.StatusAndDetail(err)
		v.Fault = message
		h.Render(w, r, status, countView(v))
		return nil
	}
	if q.Get("run") == "1" {
		ctx, release, err := h.AcquireSearchSlot(r.Context(), app.KindOfGame(p.pos, &c.options))
		if err != nil {
			return err
		}
		defer release()
		v.Report = c.count(h.WithTurn(ctx))
	} else {
		v.Map = c.drawn(p)
	}
	keep := addAll(url.Values{}, placeParameters(p))
	for _, name := range []string{"algorithm", "depth", "quiescence", "nodes", "other"} {
		if q.Get(name) != "" {
			keep.Set(name, q.Get(name))
		}
	}
	keep.Set("run", "1")
	addAll(keep, m.besideSearch())
	v.Run = run.PathWith(searchPath(p.game), keep)
	h.Render(w, r, http.StatusOK, countView(v))
	return nil
}

// drawn returns the map of the search.
func (c *countedSearch) drawn(p *place) *maps.Map {
	v := &maps.Map{Title: words.MaxN(words.ShortName(c.algorithm)), Run: c.body(c.algorithm), Samples: c.algorithm.Estimate}
	v.Position = run.PathWith(path(p.game), run.QueryOf(placeParameters(p)))
	v.Sub = "to depth " + strconv.Itoa(c.options.Depth)
	rules := c.algorithm.Rules(c.options)
	if c.other != nil {
		v.Other, v.OtherTitle = c.body(c.other), words.MaxN(words.ShortName(c.other))
		v.Sub += ", compared with " + v.OtherTitle
		rules = append(rules, c.other.Rules(c.options)...)
	}
	slices.Sort(rules)
	v.Rules = slices.Compact(rules)
	return v
}

// perSecond returns the nodes that were searched in a second.
func (r *report) perSecond() int { return int(float64(r.Nodes) / max(r.Seconds, 0.001)) }

// prunes returns the cuts by rule in words.
func (r *report) prunes() string {
	var parts []string
	for _, rule := range trace.Rules() {
		if n := r.Prunes[rule.String()]; n > 0 {
			parts = append(parts, rule.Info().Name+" "+words.Grouped(n))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}
