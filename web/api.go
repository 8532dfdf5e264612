package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"espalier/search"
	"espalier/trees"
)

// readBody reads a whole request body as the members of its object.
func (s *Core) readBody(w http.ResponseWriter, r *http.Request) ([]member, error) {
	// Not the server's ReadTimeout: that one would also end a long answer.
	control := http.NewResponseController(w)
	control.SetReadDeadline(time.Now().Add(bodyTime))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return nil, err
		}
		return nil, malformed("body", "the body could not be read: %s", err)
	}
	control.SetReadDeadline(time.Time{})
	if len(body) == 0 {
		return nil, malformed("body", "the body is empty; a JSON object is wanted")
	}
	return splitObject(body, "")
}

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

// notations are the keys of a tree that a body holds in full.
var notations = []string{"tree", "text", "efg"}

// readNotation reads one of them. The remarks say what a tree here cannot hold
// of a game of Gambit.
func readNotation(m member) (t *trees.Tree, remarks []string, err error) {
	if m.Key == "tree" {
		if typeOf(m.Raw) != "an object" {
			return nil, nil, wrongType(m.Raw, "tree", "a tree document, an object,")
		}
		t, err = trees.ReadJSON(m.Raw)
		return t, nil, err
	}
	text, err := readString(m.Raw, m.Key)
	switch {
	case err != nil:
		return nil, nil, err
	case m.Key == "efg":
		return trees.ReadEFG(text)
	}
	t, err = trees.ReadText(text)
	return t, nil, err
}

// appendStrings appends a list of texts.
func appendStrings(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, text := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = trees.AppendQuoted(b, text)
	}
	return append(b, ']')
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

func writeJSON(w http.ResponseWriter, b []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(b)
}
