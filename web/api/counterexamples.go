package api

import (
	"context"
	"encoding/json"
	"net/http"

	"espalier/search/compare"
	"espalier/trace"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/tree"
)

// Counterexamples streams the search for a counterexample: its progress and its
// result, one line each.
func (h *Handlers) Counterexamples(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	d, err := tree.ReadCounterexampleRequest(r.Context(), h.Saved(), members)
	if err != nil {
		return err
	}
	ctx, release, err := h.AcquireCounterexampleSlot(r.Context())
	if err != nil {
		return err
	}
	defer release()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out := h.NewNDJSON(ctx, w, cancel)
	started := false
	line := func(v any) {
		started = true
		out.Line(app.AppendJSON(nil, v))
	}
	found, err := d.Find(ctx, func(tries int) {
		line(struct {
			Type  string `json:"type"`
			Tries int    `json:"tries"`
		}{"progress", tries})
	})
	switch {
	case err == nil:
		line(newCounterexample(d, &found))
	case r.Context().Err() != nil: // the client has disconnected
	default:
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if !started {
			return err
		}
		line(struct {
			Type   string `json:"type"`
			Detail string `json:"detail"`
		}{"error", problem.Of(err).Detail})
	}
	return nil
}

// A counterexample is the last line: the counterexample, or that none was found.
type counterexample struct {
	Type string `json:"type"`
	*foundTree
	Algorithm  string `json:"algorithm"`
	Tries      int    `json:"tries"`
	Seed       uint64 `json:"seed"`
	Exhaustive bool   `json:"exhaustive"`
	*triedLeaves
	Detail string `json:"detail"`
}

type foundTree struct {
	Tree     json.RawMessage `json:"tree"`
	Text     string          `json:"text"`
	Nodes    int             `json:"nodes"`
	Value    json.RawMessage `json:"value"`
	Truth    json.RawMessage `json:"truth"`
	Failures int             `json:"failures"`
}

// triedLeaves is what a search for values of the leaves of a given tree has, too.
type triedLeaves struct {
	Leaves       []int           `json:"leaves"`
	Step         json.RawMessage `json:"step"`
	Combinations *int64          `json:"combinations"`    // null: too many to count
	Values       problem.Object  `json:"values,omitzero"` // of those leaves, in their order
}

func newCounterexample(d *tree.CounterexampleRequest, found *compare.Counterexample) *counterexample {
	width := d.Size.Players
	if d.Tree != nil {
		width = d.Tree.Players
	}
	c := &counterexample{Type: "none", Algorithm: d.Algorithm.ID, Tries: found.Tries, Seed: d.Seed, Exhaustive: found.Exhaustive, Detail: d.Summary(found)}
	if t := found.Tree; t != nil {
		c.Type = "found"
		c.foundTree = &foundTree{Tree: t.AppendJSON(nil), Text: t.Text(), Nodes: t.Len(), Failures: found.Failures,
			Truth: trace.AppendReference(nil, &trace.Reference{Value: found.ReferenceValue}, t.Unit, width, false)}
		if !found.NoValue {
			c.Value = trace.AppendValue(nil, &found.Value, t.Unit, width, false)
		}
	}
	if d.Tree != nil {
		c.triedLeaves = newTriedLeaves(d, found)
	}
	return c
}

// maxExact bounds the counts that a number of JSON has exactly.
const maxExact = 1e15

func newTriedLeaves(d *tree.CounterexampleRequest, found *compare.Counterexample) *triedLeaves {
	a := &triedLeaves{Leaves: app.List(found.Leaves), Step: found.Step.In(d.Unit()).AppendJSON(nil)}
	if found.Combinations < maxExact {
		n := int64(found.Combinations)
		a.Combinations = &n
	}
	if found.Values == nil {
		return a
	}
	a.Values = problem.Object{}
	for _, n := range found.Leaves {
		if v, ok := found.Values[n]; ok {
			a.Values = append(a.Values, problem.Numbered(n, trace.AppendValue(nil, &v, d.Tree.Unit, d.Tree.Players, false)))
		}
	}
	return a
}
