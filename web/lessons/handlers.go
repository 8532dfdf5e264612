package lessons

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/treestore"
)

// Handlers serves lessons.
type Handlers struct {
	*app.Core
	Check    Checker
	Chapters func(id string) (*Lesson, bool) // the chapters of the course, which are lessons, too
}

// List answers GET /api/v1/lessons: the lessons that come with Espalier.
func (h *Handlers) List(w http.ResponseWriter, r *http.Request) {
	b := []byte(`{"lessons":[`)
	for i, id := range Included {
		if i > 0 {
			b = append(b, ',')
		}
		l := included[id]
		b = trees.AppendQuoted(append(b, `{"id":`...), id)
		b = trees.AppendQuoted(append(b, `,"title":`...), l.Title)
		b = append(trees.AppendNumberKey(b, "scenes", len(l.Scenes)), '}')
	}
	app.WriteJSON(w, append(b, "]}\n"...))
}

// Get answers GET /api/v1/lessons/{lesson} with the id.
func (h *Handlers) Get(w http.ResponseWriter, r *http.Request) {
	l, err := h.Load(r.Context(), chi.URLParam(r, "lesson"))
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	w.Header().Set("ETag", tag(l.Revision))
	app.WriteJSON(w, l.json())
}

// Create answers POST /api/v1/lessons.
func (h *Handlers) Create(w http.ResponseWriter, r *http.Request) {
	l, err := h.read(w, r)
	var key treestore.Key
	if err == nil {
		key, err = h.create(r.Context(), l)
	}
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	b := trees.AppendQuoted([]byte(`{"id":`), l.ID)
	b = trees.AppendQuoted(append(b, `,"key":`...), string(key))
	b = trees.AppendNumberKey(b, "revision", l.Revision)
	header := w.Header()
	header.Set("ETag", tag(l.Revision))
	header.Set("Location", "/api/v1/lessons/"+l.ID)
	header.Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	w.Write(append(b, "}\n"...))
}

func (h *Handlers) read(w http.ResponseWriter, r *http.Request) (*Lesson, error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return nil, err
	}
	return read(r.Context(), h.Check, members)
}

// Put answers PUT /api/v1/lessons/{lesson} with the key.
func (h *Handlers) Put(w http.ResponseWriter, r *http.Request) {
	id, err := idOfKey(r)
	var revision int
	if err == nil {
		revision, err = h.mayReplace(r, id)
	}
	var l *Lesson
	if err == nil {
		l, err = h.read(w, r)
	}
	if err == nil {
		err = h.replace(r.Context(), id, l, revision)
	}
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	w.Header().Set("ETag", tag(l.Revision))
	b := trees.AppendQuoted([]byte(`{"id":`), l.ID)
	app.WriteJSON(w, append(trees.AppendNumberKey(b, "revision", l.Revision), "}\n"...))
}

// mayReplace returns the revision that the client has read, if it is the newest one.
func (h *Handlers) mayReplace(r *http.Request, id treestore.ID) (int, error) {
	l, err := h.Load(r.Context(), string(id))
	if err != nil {
		return 0, err
	}
	match := r.Header.Get("If-Match")
	if match == "" {
		return 0, &problem.Error{Status: http.StatusPreconditionRequired, Path: "If-Match",
			Message: fmt.Sprintf("the header If-Match is missing; it has the ETag of the revision that is replaced, as %s", tag(l.Revision))}
	}
	for one := range strings.SplitSeq(match, ",") {
		if one = strings.TrimSpace(one); one == "*" || one == tag(l.Revision) {
			return l.Revision, nil
		}
	}
	return 0, changedMeanwhile(l.Revision)
}

// Delete answers DELETE /api/v1/lessons/{lesson} with the key.
func (h *Handlers) Delete(w http.ResponseWriter, r *http.Request) {
	id, err := idOfKey(r)
	if err == nil {
		err = h.remove(r.Context(), id)
	}
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func idOfKey(r *http.Request) (treestore.ID, error) {
	key, err := treestore.ParseKey(chi.URLParam(r, "lesson"))
	if err != nil {
		return "", errNoLesson
	}
	return key.ID(), nil
}

// tag returns the ETag of a revision.
func tag(revision int) string { return strconv.Quote(strconv.Itoa(revision)) }

// SceneOf returns what a scene of a lesson shows and asks. Scenes count from 0.
func (h *Handlers) SceneOf(ctx context.Context, id string, n int) (show, question json.RawMessage, scenes int, err error) {
	l, err := h.Load(ctx, id)
	if err != nil {
		return nil, nil, 0, err
	}
	if n < 0 || n >= len(l.Scenes) {
		return nil, nil, 0, problem.Refused("scene", "there is no scene %d; the lesson has the scenes 0 to %d", n, len(l.Scenes)-1)
	}
	return l.Scenes[n].Show, l.Scenes[n].Question, len(l.Scenes), nil
}
