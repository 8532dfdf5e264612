package run

import (
	"encoding/json"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// A ResultAnswer is a result of a run as it is sent.
type ResultAnswer struct {
	Value json.RawMessage `json:"value"` // null: none
	Set   json.RawMessage `json:"set,omitempty"`
	Line  []int32         `json:"line"` // null: an implicit tree too large to number
	Stats json.RawMessage `json:"stats"`
	Depth int             `json:"depth,omitempty"`
	Truth json.RawMessage `json:"truth,omitempty"` // empty: an implicit tree, whose truth is not known
	// Ignores says that the search ignores the information sets of the tree; empty: it has none.
	Ignores string `json:"ignores,omitempty"`
}

// Answer returns a result of the run as it is sent.
func (run *Resolved) Answer(r *engine.Result) ResultAnswer {
	scalar := run.Kind() != trees.MaxN
	a := ResultAnswer{Line: r.Line, Stats: trace.AppendStats(nil, &r.Stats), Depth: r.Depth}
	if !r.NoValue {
		a.Value = trace.AppendValue(nil, &r.Value, r.Unit, r.Width, scalar)
	}
	if r.Set != nil {
		a.Set = trace.AppendSet(nil, r.Set, r.Unit, r.Width, scalar)
	}
	if run.Tree != nil {
		a.Truth = trace.AppendReference(nil, r.Reference, r.Unit, r.Width, scalar)
		if run.Tree.Imperfect() && !run.Algorithm.Infosets {
			a.Ignores = trees.AsIfSeen
		}
	}
	return a
}
