package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"espalier/search"
	"espalier/trees"
)

// parse gives a tree in both notations, normalised.
func (h *apiHandlers) parse(w http.ResponseWriter, r *http.Request) {
	t, remarks, err := h.readTree(w, r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	b := append([]byte(nil), `{"tree":`...)
	b = t.AppendJSON(b)
	b = append(b, `,"text":`...)
	b = trees.AppendQuoted(b, t.Text())
	b = append(b, `,"nodes":`...)
	b = strconv.AppendInt(b, int64(t.Len()), 10)
	if len(remarks) > 0 {
		b = appendStrings(append(b, `,"remarks":`...), remarks)
	}
	writeJSON(w, append(b, "}\n"...))
}

func (h *apiHandlers) readTree(w http.ResponseWriter, r *http.Request) (*trees.Tree, []string, error) {
	members, err := h.readBody(w, r)
	if err != nil {
		return nil, nil, err
	}
	for i, m := range members {
		switch {
		case !slices.Contains(notations, m.Key):
			return nil, nil, unknownKey("", m.Key, notations)
		case i > 0:
			return nil, nil, refused(m.Key, "the body has one of tree, text and efg, and this one has both this and another")
		}
	}
	if len(members) == 0 {
		return nil, nil, refused("source", "a source is missing: tree, text or efg")
	}
	return readNotation(members[0])
}

// prepare reads the request of solve and trace and takes a slot for its search.
func (h *apiHandlers) prepare(w http.ResponseWriter, r *http.Request) (q *request, p search.Problem, ctx context.Context, release func(), err error) {
	members, err := h.readBody(w, r)
	if err != nil {
		return
	}
	if q, err = readRequest(h.Core, r.Context(), members); err != nil {
		return
	}
	if p, err = q.problem(); err != nil {
		return
	}
	ctx, release, err = h.searching(r.Context(), q.Generate != nil)
	return
}

// solve runs a search that nobody watches.
func (h *apiHandlers) solve(w http.ResponseWriter, r *http.Request) {
	q, p, ctx, release, err := h.prepare(w, r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	defer release()
	ctx, cancel := context.WithTimeoutCause(ctx, solveTimeout, &search.LimitError{
		Message: fmt.Sprintf("the search was stopped: it took more than %s, the limit of one solve", solveTimeout)})
	defer cancel()
	result, err := q.Algorithm.Run(ctx, p, q.Options, nil)
	switch {
	case ctx.Err() != nil && err != nil:
		if r.Context().Err() == nil {
			h.fail(w, r, context.Cause(ctx))
		}
	case err != nil:
		h.fail(w, r, err)
	default:
		b := append([]byte(nil), '{')
		b = appendResult(b, &p, &result)
		writeJSON(w, append(b, "}\n"...))
	}
}
