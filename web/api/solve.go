package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"espalier/search"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/request"
)

// Parse returns a tree in both notations, normalised.
func (h *Handlers) Parse(w http.ResponseWriter, r *http.Request) {
	t, remarks, err := h.readTree(w, r)
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	b := append([]byte(nil), `{"tree":`...)
	b = t.AppendJSON(b)
	b = append(b, `,"text":`...)
	b = trees.AppendQuoted(b, t.Text())
	b = append(b, `,"nodes":`...)
	b = strconv.AppendInt(b, int64(t.Len()), 10)
	if len(remarks) > 0 {
		b = trees.AppendStrings(append(b, `,"remarks":`...), remarks)
	}
	app.WriteJSON(w, append(b, "}\n"...))
}

var errChanges = problem.Refused("changes", "only a game of Gambit is changed; the source is efg then")

func (h *Handlers) readTree(w http.ResponseWriter, r *http.Request) (*trees.Tree, []string, error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return nil, nil, err
	}
	var source *problem.Member
	var changes []byte
	for i, m := range members {
		switch {
		case m.Key == "changes":
			changes = m.Raw
		case !slices.Contains(request.Notations, m.Key):
			return nil, nil, request.UnknownKey("", m.Key, append(slices.Clone(request.Notations), "changes"))
		case source != nil:
			return nil, nil, problem.Refused(m.Key, "the body has one of tree, text and efg, and this one has both this and another")
		default:
			source = &members[i]
		}
	}
	switch {
	case source == nil:
		return nil, nil, problem.Refused("source", "a source is missing: tree, text or efg")
	case source.Key == "efg":
		return request.ReadGame(source.Raw, changes)
	case changes != nil:
		return nil, nil, errChanges
	}
	return request.ReadNotation(*source)
}

// prepare reads the request of solve and trace and acquires a slot for its search.
func (h *Handlers) prepare(w http.ResponseWriter, r *http.Request) (q *request.Request, p search.Problem, ctx context.Context, release func(), err error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return
	}
	if q, err = request.ReadRequest(h.Core, r.Context(), members); err != nil {
		return
	}
	if p, err = q.Problem(); err != nil {
		return
	}
	ctx, release, err = h.AcquireSearchSlot(r.Context(), q.SearchKind())
	return
}

// Solve runs a search without an observer.
func (h *Handlers) Solve(w http.ResponseWriter, r *http.Request) {
	q, p, ctx, release, err := h.prepare(w, r)
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	defer release()
	ctx, cancel := context.WithTimeoutCause(ctx, app.SolveTimeout, &search.LimitError{
		Message: fmt.Sprintf("the search was stopped: it took more than %s, the limit of one solve", app.SolveTimeout)})
	defer cancel()
	result, err := q.Algorithm.Run(ctx, p, q.Options, nil)
	switch {
	case ctx.Err() != nil && err != nil:
		if r.Context().Err() == nil {
			h.Fail(w, r, context.Cause(ctx))
		}
	case err != nil:
		h.Fail(w, r, err)
	default:
		b := append([]byte(nil), '{')
		b = request.AppendResult(b, &p, &result)
		app.WriteJSON(w, append(b, "}\n"...))
	}
}
