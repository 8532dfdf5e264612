package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/editor"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/treestore"
)

// EditTree answers POST /api/v1/trees/{key}/edits: one edit or several, each a
// revision, in order. If one is rejected, those before it remain.
func (h *Handlers) EditTree(w http.ResponseWriter, r *http.Request) error {
	key, err := editor.ReadKey(chi.URLParam(r, "id"))
	if err != nil {
		return err
	}
	requests, path, err := h.readEdits(w, r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	if len(requests) > 1 {
		batch, release, err := h.batch(ctx)
		if err != nil {
			return err
		}
		defer release()
		ctx = batch
	}
	var edited *treestore.Edited
	var created []trees.ID
	for i, edit := range requests {
		if edited, err = editor.MakeEdit(h.Core, ctx, key, edit); err != nil {
			err = editor.AtEdit(path(i), cmp.Or(endOfBatch(ctx, path(i)), err))
			if i > 0 {
				err = &problem.NotedError{Err: err, Note: " (the edits before " + path(i) + " were made)"}
			}
			return err
		}
		created = append(created, edited.Created...)
	}
	app.Answer(w, http.StatusOK, struct {
		Revision int           `json:"revision"`
		Made     int           `json:"made"`
		Created  []trees.ID    `json:"created"`
		Nodes    int           `json:"nodes"`
		Faults   []trees.Fault `json:"faults"`
	}{edited.Number, edited.NewRevision, app.List(existing(edited.Draft, created)), edited.Nodes, app.List(edited.Draft.Faults())})
	return nil
}

// batch waits for a slot and returns the context of several edits: it ends with
// the request, with the server, and after the time limit of a batch.
func (h *Handlers) batch(parent context.Context) (ctx context.Context, release func(), err error) {
	if h.Stopping.Err() != nil {
		return nil, nil, problem.ErrStopping
	}
	timed, cancel := context.WithTimeout(parent, app.EditsTimeout)
	ctx, stop := context.WithCancelCause(timed)
	undo := context.AfterFunc(h.Stopping, func() { stop(problem.ErrStopping) })
	end := func() {
		undo()
		stop(nil)
		cancel()
	}
	if fair.Enter(ctx, h.batches) != nil {
		defer end()
		return nil, nil, endOfBatch(ctx, "edits")
	}
	return ctx, func() {
		fair.Leave(h.batches)
		end()
	}, nil
}

// endOfBatch returns why no more edits are made; nil: continue. path is that of
// the first edit that is not made.
func endOfBatch(ctx context.Context, path string) error {
	err := context.Cause(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return problem.OverLimit(path, "the edits of this request took more than %d seconds, the limit; send fewer edits in one request", int(app.EditsTimeout/time.Second))
	}
	return err
}

// existing returns the nodes that are still in the draft, each once: a later
// edit may have deleted what an earlier one made, and another brought it back.
func existing(d *trees.Draft, made []trees.ID) []trees.ID {
	listed := map[trees.ID]bool{}
	return slices.DeleteFunc(made, func(id trees.ID) bool {
		_, there := d.Find(id)
		gone := !there || listed[id]
		listed[id] = true
		return gone
	})
}

// readEdits reads the edits of a request, and returns the path of each in it.
func (h *Handlers) readEdits(w http.ResponseWriter, r *http.Request) (requests []treestore.Request, path func(int) string, err error) {
	path = editor.EditPath
	members, err := h.ReadBody(w, r)
	if err != nil {
		return nil, path, err
	}
	var raw struct{ edit, edits, base, token, since []byte }
	if err := problem.ReadFields(members, "", problem.Field{Key: "edit", Raw: &raw.edit}, problem.Field{Key: "edits", Raw: &raw.edits},
		problem.Field{Key: "base", Raw: &raw.base}, problem.Field{Key: "token", Raw: &raw.token}, problem.Field{Key: "since", Raw: &raw.since}); err != nil {
		return nil, path, err
	}
	var list [][]byte
	switch {
	case (raw.edit == nil) == (raw.edits == nil):
		return nil, path, problem.Refused("edit", "the request has one edit as edit, or several as edits")
	case raw.edit != nil:
		list = [][]byte{raw.edit}
	default:
		path = editor.EditsPath
		if list, err = readEditList(raw.edits); err != nil {
			return nil, path, err
		}
	}
	base, since, token := 0, 0, ""
	if raw.base != nil {
		if base, err = problem.ReadWhole(raw.base, "base", 1, problem.MaxCount); err != nil {
			return nil, path, err
		}
	}
	if raw.since != nil {
		if since, err = problem.ReadWhole(raw.since, "since", 0, problem.MaxCount); err != nil {
			return nil, path, err
		}
	}
	if raw.token != nil {
		if token, err = editor.ReadToken(raw.token); err != nil {
			return nil, path, err
		}
	}
	size := 0
	for _, raw := range list {
		size += len(raw)
	}
	give, err := fair.TakeTurnFor(r.Context(), size)
	if err != nil {
		return nil, path, err
	}
	defer give()
	requests = make([]treestore.Request, len(list))
	for i, raw := range list {
		if requests[i], err = editor.ReadEdit(raw, path(i)); err != nil {
			return nil, path, err
		}
		requests[i].Base, requests[i].Since = base, since
		if requests[i].Token = token; token != "" && len(list) > 1 {
			requests[i].Token = token + "/" + strconv.Itoa(i)
		}
	}
	return requests, path, nil
}
