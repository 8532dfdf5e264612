package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
)

// compareKeys are the keys of a comparison besides its source.
var compareKeys = []string{"revision", "options", "values"}

// readComparison reads the body of a comparison: a source of an explicit
// tree, the node to start at, and values for some leaves.
func (h *apiHandlers) readComparison(ctx context.Context, members []member) (*request, error) {
	raw := map[string][]byte{}
	for _, m := range members {
		if !slices.Contains(sources, m.Key) && !slices.Contains(compareKeys, m.Key) {
			return nil, unknownKey("", m.Key, append(slices.Clone(explicit), compareKeys...))
		}
		raw[m.Key] = m.Raw
	}
	if raw["generate"] != nil {
		return nil, refused("generate", "algorithms are compared on an explicit tree: one of tree, text, figure, saved")
	}
	q := &request{}
	if err := readTreeSource(h.Core, ctx, q, raw); err != nil {
		return nil, err
	}
	if text, ok := raw["options"]; ok {
		members, err := splitObject(text, "options")
		if err != nil {
			return nil, err
		}
		for _, m := range members {
			if m.Key != "root" {
				return nil, refused(join("options", m.Key), "a comparison has no option %q; it takes root, and tries every other one that fits", m.Key)
			}
			if q.Options.Root, err = readWhole(m.Raw, "options.root", 0, trees.MaxNodes); err == nil {
				err = q.checkRoot("options.root")
			}
			if err != nil {
				return nil, err
			}
		}
	}
	if text, ok := raw["values"]; ok {
		return q, q.readValues(text)
	}
	return q, nil
}

// compare answers POST /api/v1/compare: what every algorithm says of a tree.
func (h *apiHandlers) compare(w http.ResponseWriter, r *http.Request) {
	members, err := h.readBody(w, r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	q, err := h.readComparison(r.Context(), members)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	ctx, release, err := h.searching(r.Context(), false)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	defer release()
	ctx, cancel := context.WithTimeoutCause(ctx, solveTimeout, &search.LimitError{
		Message: fmt.Sprintf("the comparison was stopped: it took more than %s, the limit of one", solveTimeout)})
	defer cancel()
	can, cannot := variantsOn(q.Tree, q.Options.Root)
	runs, err := compareAll(ctx, q.Tree, can)
	if err != nil {
		if r.Context().Err() == nil {
			h.fail(w, r, err)
		}
		return
	}
	writeJSON(w, append(appendComparison(nil, q.Tree, runs, cannot), '\n'))
}

func appendComparison(b []byte, t *trees.Tree, runs []comparedRun, cannot []refusedRun) []byte {
	b = append(b, `{"truth":`...)
	if truth, known := truthAmong(t, runs); known {
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

func appendRun(b []byte, t *trees.Tree, r *comparedRun) []byte {
	b = trees.AppendQuoted(append(b, `{"algorithm":`...), r.Algorithm.ID)
	b = trees.AppendQuoted(append(b, `,"name":`...), configName(r.variant))
	b = append(b, `,"options":{`...)
	sep := ""
	for _, name := range flagsOn(&r.Options) {
		b = append(trees.AppendQuoted(append(b, sep...), name), ":true"...)
		sep = ","
	}
	b = append(b, `},"sound":`...)
	b = fmt.Appendf(b, "%t", r.sound())
	if r.Err != nil {
		why := problemOf(r.Err).Errors[0]
		b = append(b, `,"value":null,"line":null,"stats":null,"truth":null,"cut":[],"error":{"path":`...)
		b = trees.AppendQuoted(b, why.Path)
		b = trees.AppendQuoted(append(b, `,"message":`...), why.Message)
		return append(b, "}}"...)
	}
	b = append(b, ',')
	p := search.OnTree(t, r.Options.Root)
	b = appendResult(b, &p, &r.Result)
	b = appendNodes(append(b, `,"cut":`...), r.Cut)
	return append(b, '}')
}
