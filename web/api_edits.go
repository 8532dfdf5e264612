package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"espalier/trees"
	"espalier/web/library"
)

// editMembers are the keys of a request that edits a tree.
var editMembers = []string{"edit", "edits", "base", "token"}

// editTree answers POST /api/v1/trees/{key}/edits: one edit, or several, each
// a revision, in their order. Where one is refused, those before it stand.
func (h *apiHandlers) editTree(w http.ResponseWriter, r *http.Request) {
	key, err := readKey(chi.URLParam(r, "id"))
	var requests []library.Request
	path := editPath
	if err == nil {
		requests, path, err = h.readEdits(w, r)
	}
	ctx := r.Context()
	if err == nil && len(requests) > 1 {
		var release func()
		if ctx, release, err = h.batch(ctx); err == nil {
			defer release()
		}
	}
	var edited *library.Edited
	var created []trees.ID
	for i, request := range requests {
		if err != nil {
			break
		}
		if edited, err = makeEdit(h.Core, ctx, key, request); err == nil {
			created = append(created, edited.Created...)
			continue
		}
		if ended := endOfBatch(ctx, path(i)); ended != nil {
			err = ended
		}
		err = within(path(i), err)
		if i > 0 && r.Context().Err() == nil {
			h.fail(w, r, err, " (the edits before "+path(i)+" were made)")
			return
		}
	}
	if err != nil {
		h.failTree(w, r, err)
		return
	}
	b := []byte(`{"revision":`)
	b = strconv.AppendInt(b, int64(edited.Number), 10)
	b = appendNumberKey(b, "made", edited.Made)
	b = appendIDs(append(b, `,"created":`...), standing(edited.Draft, created))
	b = appendNumberKey(b, "nodes", edited.Nodes)
	b = appendFaults(append(b, `,"faults":`...), edited.Draft.Faults())
	writeJSON(w, append(b, "}\n"...))
}

// batch gives the context of several edits, in their turn: it ends with the
// request, with the server, and with the time of such edits.
func (h *apiHandlers) batch(parent context.Context) (ctx context.Context, release func(), err error) {
	if h.stopping.Err() != nil {
		return nil, nil, errStopping
	}
	timed, cancel := context.WithTimeout(parent, editsTime)
	ctx, stop := context.WithCancelCause(timed)
	undo := context.AfterFunc(h.stopping, func() { stop(errStopping) })
	end := func() {
		undo()
		stop(nil)
		cancel()
	}
	select {
	case h.batches <- struct{}{}:
	case <-ctx.Done():
		defer end()
		return nil, nil, endOfBatch(ctx, "edits")
	}
	return ctx, func() {
		<-h.batches
		end()
	}, nil
}

// endOfBatch says why no more edits are made; nil: they go on. path is the
// edit that is left out.
func endOfBatch(ctx context.Context, path string) error {
	err := context.Cause(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return &inputError{http.StatusRequestEntityTooLarge, path,
			fmt.Sprintf("the time is over: the edits of one request take %d seconds at most; fewer at a time are right", int(editsTime/time.Second))}
	}
	return err
}

// standing are those of the nodes that are in the draft, each once: a later
// edit may have deleted what an earlier one made, and another brought it back.
func standing(d *trees.Draft, made []trees.ID) []trees.ID {
	told := map[trees.ID]bool{}
	return slices.DeleteFunc(made, func(id trees.ID) bool {
		_, there := d.Find(id)
		gone := !there || told[id]
		told[id] = true
		return gone
	})
}

// readEdits reads the edits of a request, and gives where each stands in it.
func (h *apiHandlers) readEdits(w http.ResponseWriter, r *http.Request) (requests []library.Request, path func(int) string, err error) {
	path = editPath
	members, err := h.readBody(w, r)
	if err != nil {
		return nil, path, err
	}
	raw := map[string][]byte{}
	for _, m := range members {
		if !slices.Contains(editMembers, m.Key) {
			return nil, path, unknownKey("", m.Key, editMembers)
		}
		raw[m.Key] = m.Raw
	}
	var list [][]byte
	switch {
	case (raw["edit"] == nil) == (raw["edits"] == nil):
		return nil, path, refused("edit", "the request has one edit as edit, or several as edits")
	case raw["edit"] != nil:
		list = [][]byte{raw["edit"]}
	default:
		path = editsPath
		if list, err = readEditList(raw["edits"]); err != nil {
			return nil, path, err
		}
	}
	base, token := 0, ""
	if raw["base"] != nil {
		if base, err = readWhole(raw["base"], "base", 1, MaxCredit); err != nil {
			return nil, path, err
		}
	}
	if raw["token"] != nil {
		if token, err = readToken(raw["token"]); err != nil {
			return nil, path, err
		}
	}
	requests = make([]library.Request, len(list))
	for i, raw := range list {
		if requests[i], err = readEdit(raw, path(i)); err != nil {
			return nil, path, err
		}
		requests[i].Base = base
		if requests[i].Token = token; token != "" && len(list) > 1 {
			requests[i].Token = token + "/" + strconv.Itoa(i)
		}
	}
	return requests, path, nil
}
