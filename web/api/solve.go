package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"espalier/search"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
)

// Parse returns a tree in both notations, normalised.
func (h *Handlers) Parse(w http.ResponseWriter, r *http.Request) {
	t, remarks, err := h.readTree(w, r)
	if err == nil {
		err = app.StreamAnswer(r.Context(), int64(t.Bytes()))
	}
	if err != nil {
		h.failIfConnected(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	app.WriteParts(r.Context(), w, func(b []byte, part trees.Part) []byte {
		b = t.AppendJSONInParts(append(b, `{"tree":`...), part)
		b = t.AppendTextInParts(append(b, `,"text":"`...), true, part)
		b = trees.AppendNumberKey(append(b, '"'), "nodes", t.Len())
		if len(remarks) > 0 {
			b = trees.AppendStrings(append(b, `,"remarks":`...), remarks)
		}
		return append(b, "}\n"...)
	})
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
		case m.Key == "changes" && !m.Absent():
			changes = m.Raw
		case m.Key != "changes" && !slices.Contains(run.Notations, m.Key):
			return nil, nil, problem.UnknownKey("", m.Key, append(slices.Clone(run.Notations), "changes"))
		case m.Absent():
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
		return run.ReadEFG(r.Context(), source.Raw, changes)
	case changes != nil:
		return nil, nil, errChanges
	}
	return run.ReadNotationInTurn(r.Context(), *source)
}

// prepare reads the request of solve and trace and acquires a slot for its search.
func (h *Handlers) prepare(w http.ResponseWriter, r *http.Request) (q *run.Resolved, ctx context.Context, release func(), err error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return
	}
	ctx, release, err = h.withSlot(r.Context(), members, h.AcquireSearchSlot, func(ctx context.Context) (kind app.SearchKind, err error) {
		if q, err = run.Read(ctx, h.Saved(), members); err != nil {
			return
		}
		return app.KindOfRun(q), nil
	})
	return
}

// acquireSlot is AcquireSearchSlot of app, or one like it.
type acquireSlot func(parent context.Context, kind app.SearchKind) (ctx context.Context, release func(), err error)

// withSlot reads a request and acquires a slot for its search. It reads what builds the
// tree of a game when it has the slot: such a tree takes time and memory.
func (h *Handlers) withSlot(parent context.Context, members []problem.Member, acquire acquireSlot, read func(context.Context) (app.SearchKind, error)) (ctx context.Context, release func(), err error) {
	kind, builds := app.KindToOpen(parent, members)
	if !builds {
		if kind, err = read(parent); err == nil {
			ctx, release, err = acquire(parent, kind)
		}
		return
	}
	if ctx, release, err = acquire(parent, kind); err != nil {
		return
	}
	if _, err = read(ctx); err != nil {
		release()
	}
	return
}

// Solve runs a search without an observer.
func (h *Handlers) Solve(w http.ResponseWriter, r *http.Request) {
	q, ctx, release, err := h.prepare(w, r)
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	defer release()
	ctx, cancel := context.WithTimeoutCause(ctx, app.SolveTimeout, &search.LimitError{
		Message: fmt.Sprintf("the search was stopped: it took more than %s, the limit of one solve", app.SolveTimeout)})
	defer cancel()
	result, err := q.Run(ctx, nil)
	switch {
	case ctx.Err() != nil && err != nil:
		if r.Context().Err() == nil {
			h.Fail(w, r, context.Cause(ctx))
		}
	case err != nil:
		h.Fail(w, r, err)
	default:
		b := append([]byte(nil), '{')
		b = run.AppendEqual(q.AppendResult(b, &result), result.Equal)
		app.WriteJSON(w, append(b, "}\n"...))
	}
}
