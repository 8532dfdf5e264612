package api

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"espalier/search/compare"
	"espalier/trace"
	"espalier/trees"
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
	line := func(b []byte) {
		started = true
		out.Line(b)
	}
	found, err := d.Find(ctx, func(tries int) {
		line(fmt.Appendf(nil, `{"type":"progress","tries":%d}`, tries))
	})
	switch {
	case err == nil:
		line(answerLine(d, &found))
	case r.Context().Err() != nil: // the client has disconnected
	default:
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if !started {
			return err
		}
		line(trees.AppendQuoted([]byte(`{"type":"error","detail":`), problem.Of(err).Detail))
	}
	return nil
}

// answer writes the last line: the counterexample, or that none was found.
func answerLine(d *tree.CounterexampleRequest, found *compare.Counterexample) []byte {
	width := d.Size.Players
	if d.Tree != nil {
		width = d.Tree.Players
	}
	b := []byte(`{"type":"none"`)
	if found.Tree != nil {
		b = append([]byte(`{"type":"found","tree":`), found.Tree.AppendJSON(nil)...)
		b = trees.AppendQuoted(append(b, `,"text":`...), found.Tree.Text())
		b = strconv.AppendInt(append(b, `,"nodes":`...), int64(found.Tree.Len()), 10)
		b = append(b, `,"value":`...)
		if found.NoValue {
			b = append(b, "null"...)
		} else {
			b = trace.AppendValue(b, &found.Value, found.Tree.Unit, width, false)
		}
		b = trace.AppendReference(append(b, `,"truth":`...), &trace.Reference{Value: found.ReferenceValue}, found.Tree.Unit, width, false)
		b = fmt.Appendf(b, `,"failures":%d`, found.Failures)
	}
	b = fmt.Appendf(b, `,"algorithm":%q,"tries":%d,"seed":%d,"exhaustive":%t`, d.Algorithm.ID, found.Tries, d.Seed, found.Exhaustive)
	if d.Tree != nil {
		b = appendFoundValues(d, b, found)
	}
	b = trees.AppendQuoted(append(b, `,"detail":`...), d.Summary(found))
	return append(b, '}')
}

func appendFoundValues(d *tree.CounterexampleRequest, b []byte, found *compare.Counterexample) []byte {
	b = append(b, `,"leaves":[`...)
	for i, n := range found.Leaves {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	b = found.Step.In(d.Unit()).AppendJSON(append(b, `],"step":`...))
	b = append(b, `,"combinations":`...)
	if found.Combinations < 1e15 {
		b = strconv.AppendInt(b, int64(found.Combinations), 10)
	} else {
		b = append(b, "null"...) // too many to count
	}
	if found.Values == nil {
		return b
	}
	b = append(b, `,"values":{`...)
	first := true
	for _, n := range found.Leaves {
		v, ok := found.Values[n]
		if !ok {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = trace.AppendValue(fmt.Appendf(b, `"%d":`, n), &v, d.Tree.Unit, d.Tree.Players, false)
	}
	return append(b, '}')
}
