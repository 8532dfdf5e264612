package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/request"
)

// compareKeys are the keys of a comparison in addition to its source.
var compareKeys = []string{"revision", "options", "values"}

// readComparison reads the body of a comparison: a source of an explicit
// tree, the node to start at, and values for some leaves.
func (h *Handlers) readComparison(ctx context.Context, members []problem.Member) (*request.Request, error) {
	raw := map[string][]byte{}
	for _, m := range members {
		if !slices.Contains(request.Sources, m.Key) && !slices.Contains(compareKeys, m.Key) {
			return nil, request.UnknownKey("", m.Key, append(slices.Clone(request.ExplicitSources), compareKeys...))
		}
		if !m.Absent() {
			raw[m.Key] = m.Raw
		}
	}
	if raw["generate"] != nil {
		return nil, problem.Refused("generate", "algorithms are compared on an explicit tree: one of tree, text, figure, saved")
	}
	q := &request.Request{}
	if err := request.ReadTree(h.Core, ctx, q, raw); err != nil {
		return nil, err
	}
	if text, ok := raw["options"]; ok {
		members, err := problem.SplitObject(text, "options")
		if err != nil {
			return nil, err
		}
		for _, m := range members {
			if m.Key != "root" {
				return nil, problem.Refused(problem.JoinPath("options", m.Key), "a comparison has no option %q; it takes root, and tries every other one that fits", m.Key)
			}
			if q.Options.Root, err = problem.ReadWhole(m.Raw, "options.root", 0, trees.MaxNodes); err == nil {
				err = q.CheckRoot("options.root")
			}
			if err != nil {
				return nil, err
			}
		}
	}
	if text, ok := raw["values"]; ok {
		return q, q.ReadValues(text)
	}
	return q, nil
}

// Compare answers POST /api/v1/compare: the results of all algorithms on a tree.
func (h *Handlers) Compare(w http.ResponseWriter, r *http.Request) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	q, err := h.readComparison(r.Context(), members)
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	defer release()
	ctx, cancel := context.WithTimeoutCause(ctx, app.SolveTimeout, &search.LimitError{
		Message: fmt.Sprintf("the comparison was stopped: it took more than %s, the limit of one", app.SolveTimeout)})
	defer cancel()
	can, cannot := search.ConfigsOn(q.Tree, q.Options.Root)
	runs, err := search.CompareAll(ctx, q.Tree, can)
	if err != nil {
		if r.Context().Err() == nil {
			h.Fail(w, r, err)
		}
		return
	}
	app.WriteJSON(w, append(appendComparison(nil, q.Tree, runs, cannot), '\n'))
}

func appendComparison(b []byte, t *trees.Tree, runs []search.ComparedRun, cannot []search.RefusedRun) []byte {
	b = append(b, `{"truth":`...)
	if truth, known := search.TruthAmong(t, runs); known {
		b = trace.AppendValue(b, &truth, t.Width(), t.Kind != trees.MaxN)
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `,"runs":[`...)
	for i := range runs {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendRun(b, t, &runs[i])
	}
	b = append(b, `],"refused":[`...)
	for i, c := range cannot {
		if i > 0 {
			b = append(b, ',')
		}
		b = trees.AppendQuoted(append(b, `{"algorithm":`...), c.Algorithm.ID)
		b = trees.AppendQuoted(append(b, `,"message":`...), c.Message)
		b = append(b, '}')
	}
	return append(b, "]}"...)
}

func appendRun(b []byte, t *trees.Tree, r *search.ComparedRun) []byte {
	b = trees.AppendQuoted(append(b, `{"algorithm":`...), r.Algorithm.ID)
	b = trees.AppendQuoted(append(b, `,"name":`...), request.ConfigName(r.AlgorithmConfig))
	b = append(b, `,"options":{`...)
	sep := ""
	for _, name := range search.OptionsOn(&r.Options) {
		b = append(trees.AppendQuoted(append(b, sep...), name), ":true"...)
		sep = ","
	}
	b = append(b, `},"sound":`...)
	b = fmt.Appendf(b, "%t", r.Sound())
	if r.Err != nil {
		why := problem.Of(r.Err).Errors[0]
		b = append(b, `,"value":null,"line":null,"stats":null,"truth":null,"cut":[],"error":{"path":`...)
		b = trees.AppendQuoted(b, why.Path)
		b = trees.AppendQuoted(append(b, `,"message":`...), why.Message)
		return append(b, "}}"...)
	}
	b = append(b, ',')
	p := search.OnTree(t, r.Options.Root)
	b = request.AppendResult(b, &p, &r.Result)
	b = trees.AppendNodes(append(b, `,"cut":`...), r.Cut)
	return append(b, '}')
}
