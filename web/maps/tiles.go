package maps

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/tiles"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/words"
)

// forGood is how long a tile stays as it is: its version is in its address.
const forGood = "public, max-age=31536000, immutable"

// A query reads the parameters of a request about a map. It keeps the first error.
type query struct {
	url.Values
	err error
}

// whole reads a whole number; absent it is the given one.
func (q *query) whole(name string, absent, least, most int) int {
	text := q.Get(name)
	if text == "" {
		return absent
	}
	n, err := strconv.Atoi(text)
	if (err != nil || n < least || n > most) && q.err == nil {
		q.err = &problem.QueryError{Name: name, Message: "a whole number from " + strconv.Itoa(least) + " to " + words.Grouped(most) + " is right"}
	}
	return n
}

// place reads a place, in leaves.
func (q *query) place(name string, absent float64) float64 {
	text := q.Get(name)
	if text == "" {
		return absent
	}
	x, err := strconv.ParseFloat(text, 64)
	if (err != nil || !(math.Abs(x) <= 1<<40)) && q.err == nil {
		q.err = &problem.QueryError{Name: name, Message: "a place of the map is right, counted in leaves"}
	}
	return x
}

// rule reads a rule; absent it is any.
func (q *query) rule(name string) trace.Rule {
	text := q.Get(name)
	switch text {
	case "", "any":
		return tiles.Any
	case "again":
		return tiles.Again
	}
	rule := trace.FindRule(text)
	if rule == trace.NoRule && q.err == nil {
		q.err = &problem.QueryError{Name: name, Message: "there is no rule " + strconv.Quote(text) + "; any, again, " + ruleNames() + " are right"}
	}
	return rule
}

func ruleNames() string {
	var names []string
	for _, rule := range trace.Rules() {
		names = append(names, rule.String())
	}
	return strings.Join(names, ", ")
}

// A request is about a version of a map, in one of its forms.
type request struct {
	query
	of       *mapped
	m        *tiles.Map // the form that is asked for
	step     int        // the last event that counts
	recorder *trace.Recorder
	pass     tiles.Pass // to others
	differs  bool       // m is the difference with another run, whose nodes have no state of a step
}

// read finds the map that a request is about.
func (h *Handlers) read(ctx context.Context, r *http.Request) (*request, error) {
	q := &request{query: query{Values: r.URL.Query()}, pass: passOf(ctx)}
	if q.of = h.find(chi.URLParam(r, "key")); q.of == nil {
		return nil, &problem.Error{Status: http.StatusNotFound, Path: "map", Message: "the server has no map of this name; it is kept while a page watches it, and some minutes longer. Ask for the run again"}
	}
	if err := q.of.allowed(ctx); err != nil {
		return nil, err
	}
	v := q.whole("v", 0, 0, 1<<31-1)
	form := q.Get("form")
	if form != "" && form != "plain" && form != "sized" && q.err == nil {
		q.err = &problem.QueryError{Name: "form", Message: "plain and sized are right"}
	}
	if q.err != nil {
		return nil, q.err
	}
	if q.m = q.of.version(v); q.m == nil {
		_, now, _ := q.of.look()
		return nil, &problem.Error{Status: http.StatusNotFound, Path: "v", Message: "version " + strconv.Itoa(v) + " of this map is not kept any more; the newest is " + strconv.Itoa(now.Version)}
	}
	q.recorder = q.of.recording()
	q.step = q.whole("step", max(0, q.m.Events-1), 0, 1<<31-1)
	if other := q.Get("other"); other != "" && q.err == nil {
		with := h.find(other)
		if with == nil {
			return nil, &problem.Error{Status: http.StatusNotFound, Path: "other", Message: "the server has no other map of this name"}
		}
		err := with.allowed(ctx)
		if err != nil {
			return nil, err
		}
		if q.m, err = q.of.difference(ctx, q.m, with); err != nil {
			return nil, err
		}
		q.differs = true
	} else if form == "sized" {
		var err error
		if q.m, err = q.of.withSizes(ctx, q.m); err != nil {
			return nil, err
		}
	}
	return q, q.err
}

// ServeTile answers GET /runs/{key}/map/tiles: a part of the map, packed.
func (h *Handlers) ServeTile(w http.ResponseWriter, r *http.Request) error {
	ctx := h.WithTurn(r.Context())
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return err
	}
	defer give()
	b, version, err := h.tile(ctx, r)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	if version != "" {
		w.Header().Set("Cache-Control", forGood)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(b)))
	w.Write(b)
	return nil
}

func (h *Handlers) tile(ctx context.Context, r *http.Request) (b []byte, version string, err error) {
	q, err := h.read(ctx, r)
	if err != nil {
		return nil, "", err
	}
	win := tiles.Window{Zoom: q.whole("z", 0, 0, tiles.MaxZoom), X: q.whole("x", 0, 0, 1<<tiles.MaxZoom), Y: q.whole("y", 0, 0, 1<<16)}
	if q.Get("step") != "" {
		step := uint32(q.step)
		win.Step = &step
	}
	if q.err != nil {
		return nil, "", q.err
	}
	b, err = q.m.AppendTile(nil, win)
	if errors.Is(err, tiles.ErrWindow) {
		return nil, "", &problem.QueryError{Name: "x", Message: err.Error()}
	}
	return b, q.Get("v"), err
}

// answer answers a request about a map with what is made of it, as JSON.
func (h *Handlers) answer(make func(q *request) (any, error)) app.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		ctx := h.WithTurn(r.Context())
		give, err := engine.TakeTurn(ctx)
		if err != nil {
			return err
		}
		defer give()
		q, err := h.read(ctx, r)
		if err != nil {
			return err
		}
		x, err := make(q)
		if err != nil {
			return err
		}
		b, err := json.Marshal(x)
		if err != nil {
			return err
		}
		if q.Get("v") != "" {
			w.Header().Set("Cache-Control", forGood)
		}
		app.WriteJSON(w, b)
		return nil
	}
}

// A nodePlace says where a node is.
type nodePlace struct {
	Row   int    `json:"row"`
	Index int    `json:"index"`
	From  uint32 `json:"from"`
	To    uint32 `json:"to"`
}

func placeOf(n tiles.Node) nodePlace { return nodePlace{n.Ply, n.Index, n.Start, n.End} }
