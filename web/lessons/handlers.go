package lessons

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
)

// Handlers serves lessons.
type Handlers struct {
	*app.Core
	Check    Checker
	Chapters func(id string) (*Lesson, bool) // the chapters of the course as lessons
}

// List answers GET /api/v1/lessons: the lessons that come with Espalier.
func (h *Handlers) List(w http.ResponseWriter, r *http.Request) {
	type entry struct {
		ID     string `json:"id"`
		Title  string `json:"title"`
		Scenes int    `json:"scenes"`
	}
	var list []entry
	for _, id := range Included {
		list = append(list, entry{id, included[id].Title, len(included[id].Scenes)})
	}
	app.Answer(w, http.StatusOK, struct {
		Lessons []entry `json:"lessons"`
	}{list})
}

// Get answers GET /api/v1/lessons/{lesson}: with the key it returns the whole lesson, with the
// id only what a reader may know.
func (h *Handlers) Get(w http.ResponseWriter, r *http.Request) error {
	id, keyed, err := named(r)
	if err != nil {
		return err
	}
	l, err := h.Load(r.Context(), id)
	if err != nil {
		return err
	}
	withheld := false
	if !keyed {
		if l, withheld, err = l.forReaders(); err != nil {
			return err
		}
		if err := h.allowed(r.Context(), l); err != nil {
			return err
		}
	}
	header := w.Header()
	header.Add("Vary", "Authorization")
	if keyed {
		app.SetPrivate(header)
	}
	header.Set("ETag", tag(l.Revision))
	if withheld {
		header.Set("ETag", readersTag(l.Revision))
	}
	app.Answer(w, http.StatusOK, l.answer())
	return nil
}

// allowed returns an error unless all runs of a lesson may be seen: its notes may answer a question that is
// asked elsewhere.
func (h *Handlers) allowed(ctx context.Context, l *Lesson) error {
	if run.GuardOf(ctx) == nil {
		return nil
	}
	for i := range l.Scenes {
		shown, _, err := ReadShow(ctx, h.Saved(), l.Scenes[i].Show)
		if err != nil {
			continue // nobody sees it
		}
		if err := shown.Allowed(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Create answers POST /api/v1/lessons.
func (h *Handlers) Create(w http.ResponseWriter, r *http.Request) error {
	l, err := h.read(w, r)
	if err != nil {
		return err
	}
	return h.answerCreated(w, r, l)
}

func (h *Handlers) read(w http.ResponseWriter, r *http.Request) (*Lesson, error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return nil, err
	}
	return read(r.Context(), h.Check, members)
}

// Put answers PUT /api/v1/lessons/{lesson} with the key.
func (h *Handlers) Put(w http.ResponseWriter, r *http.Request) error {
	id, err := idOfKey(r)
	if err != nil {
		return err
	}
	revision, err := h.mayReplace(r, id)
	if err != nil {
		return err
	}
	l, err := h.read(w, r)
	if err != nil {
		return err
	}
	if err := h.replace(r.Context(), id, l, revision); err != nil {
		return err
	}
	w.Header().Set("ETag", tag(l.Revision))
	app.Answer(w, http.StatusOK, changedLesson{l.ID, l.Revision})
	return nil
}

// mayReplace returns the revision that the client has read if it is the newest.
func (h *Handlers) mayReplace(r *http.Request, id key.ID) (int, error) {
	l, err := h.Load(r.Context(), string(id))
	if err != nil {
		return 0, err
	}
	match := r.Header.Get("If-Match")
	if match == "" {
		return 0, &problem.Error{Status: http.StatusPreconditionRequired, Path: "If-Match",
			Message: fmt.Sprintf("the header If-Match is missing; it must have the ETag of the revision to replace, for example %s", tag(l.Revision))}
	}
	for one := range strings.SplitSeq(match, ",") {
		switch one = strings.TrimSpace(one); one {
		case "*", tag(l.Revision):
			return l.Revision, nil
		case readersTag(l.Revision):
			return 0, &problem.Error{Status: http.StatusPreconditionFailed, Path: "If-Match",
				Message: "this is the ETag of the lesson for readers, which has no right answers and no private notes, so the change would delete them; read the lesson with its key, and send the change again"}
		}
	}
	return 0, changedMeanwhile(l.Revision)
}

// Delete answers DELETE /api/v1/lessons/{lesson} with the key. The lesson can be restored for UndoTime.
func (h *Handlers) Delete(w http.ResponseWriter, r *http.Request) error {
	id, err := idOfKey(r)
	if err != nil {
		return err
	}
	if err := h.remove(r.Context(), id); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// Restore answers POST /api/v1/lessons/{lesson}/restore with the key: it undoes the deletion.
func (h *Handlers) Restore(w http.ResponseWriter, r *http.Request) error {
	id, err := idOfKey(r)
	if err != nil {
		return err
	}
	l, err := h.restore(r.Context(), id)
	if err != nil {
		return err
	}
	w.Header().Set("ETag", tag(l.Revision))
	app.Answer(w, http.StatusOK, changedLesson{l.ID, l.Revision})
	return nil
}

// A changedLesson is the answer to a change.
type changedLesson struct {
	ID       string `json:"id"`
	Revision int    `json:"revision"`
}

// named returns the id of the lesson that a request is about. keyed: the request has the key,
// either in the path, or as a bearer token with the id in the path.
func named(r *http.Request) (id string, keyed bool, err error) {
	text := chi.URLParam(r, "lesson")
	if key, err := key.ParseKey(text); err == nil {
		return string(key.ID()), true, nil
	}
	bearer, given := app.Bearer(r)
	if !given {
		return text, false, nil
	}
	key, err := key.ParseKey(bearer)
	if err != nil || string(key.ID()) != text {
		return "", false, errNotItsKey
	}
	return text, true, nil
}

// idOfKey returns the id of the lesson whose key a request has.
func idOfKey(r *http.Request) (key.ID, error) {
	id, keyed, err := named(r)
	if err == nil && !keyed {
		err = errNoLesson
	}
	return key.ID(id), err
}

// tag returns the ETag of a revision.
func tag(revision int) string { return strconv.Quote(strconv.Itoa(revision)) }

// readersTag returns the ETag of a revision for readers, without its right answers and private
// notes. A change based on it would delete them.
func readersTag(revision int) string {
	return strconv.Quote(strconv.Itoa(revision) + "-without-correct")
}

// SceneOf returns what a scene of a lesson shows and asks. Scenes count from 0.
func (h *Handlers) SceneOf(ctx context.Context, id string, n int) (show, question json.RawMessage, scenes int, err error) {
	l, err := h.Load(ctx, id)
	if err != nil {
		return nil, nil, 0, err
	}
	if n < 0 || n >= len(l.Scenes) {
		return nil, nil, 0, problem.Refused("scene", "there is no scene %d; the lesson has scenes 0 to %d", n, len(l.Scenes)-1)
	}
	return l.Scenes[n].Show, l.Scenes[n].Question, len(l.Scenes), nil
}
