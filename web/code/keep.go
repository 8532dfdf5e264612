package code

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/go-chi/chi/v5"

	"espalier/search/checks"
	"espalier/search/program"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/tracestore"
)

// A keptAnswer is a program that was stored, and its run.
type keptAnswer struct {
	ID       string `json:"id"`
	Key      string `json:"key,omitempty"`
	URL      string `json:"url"`
	Revision int    `json:"revision"`
	*answer
}

// Create answers POST /api/v1/programs: it runs a program, and keeps both.
func (h *Handlers) Create(w http.ResponseWriter, r *http.Request) error {
	k := key.New()
	a, err := h.keep(w, r, k.ID(), nil)
	if err != nil {
		return err
	}
	a.Key = string(k)
	w.Header().Set("Location", h.Link("/api/v1/programs/"+a.ID))
	app.SetPrivate(w.Header())
	app.Answer(w, http.StatusCreated, a)
	return nil
}

// Put answers PUT /api/v1/programs/{id} with the key: it keeps a newer text, or another tree, with its run.
func (h *Handlers) Put(w http.ResponseWriter, r *http.Request) error {
	id, err := keyedID(r)
	if err != nil {
		return err
	}
	before, err := h.load(r.Context(), id)
	if err != nil {
		return err
	}
	a, err := h.keep(w, r, id, before)
	if err != nil {
		return err
	}
	w.Header().Set("ETag", tag(a.Revision))
	app.Answer(w, http.StatusOK, a)
	return nil
}

// keep runs a program, and stores its run and then the program.
func (h *Handlers) keep(w http.ResponseWriter, r *http.Request, id key.ID, before *stored) (*keptAnswer, error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return nil, err
	}
	q, err := h.read(r.Context(), members)
	if err != nil {
		return nil, err
	}
	if err := q.allowed(r.Context()); err != nil {
		return nil, err
	}
	q.Lines = true
	var result *program.Result
	var report *checks.Report
	rev, report, err := h.traces.KeepLines(r.Context(), id, q.Tree, q.options(), q.lines(&result))
	if notRun := NotRun(result); notRun != nil {
		return nil, notRun
	}
	if err != nil {
		return nil, err
	}
	fits, err := h.fitting(r.Context(), q, report)
	if err != nil {
		return nil, err
	}
	if fits != nil && q.because != "" { // the header of the trace names it, so it is kept again
		q.goOnWith(fits)
		if rev, report, err = h.traces.KeepLines(r.Context(), id, q.Tree, q.options(), q.lines(&result)); err != nil {
			return nil, err
		}
		fits = nil
	}
	a := answerOf(result, report, q.Text)
	a.heldAgainst(q, fits)
	a.Hint = h.hint(r.Context(), q, report)
	if err := h.save(r.Context(), id, &stored{Revision: rev, Trace: id, Hint: a.Hint, how: q.how}, before); err != nil {
		return nil, err
	}
	return &keptAnswer{ID: string(id), URL: h.Link(Path(id)), Revision: rev, answer: a}, nil
}

// Path is the path of the page of a program.
func Path(id key.ID) string { return "/code/" + string(id) }

// keyedID returns the id of a request that has the key: in its path, or as the bearer of the id there.
func keyedID(r *http.Request) (key.ID, error) {
	k, id, err := key.ParseAny(chi.URLParam(r, "id"))
	if err != nil {
		return "", errNoProgram
	}
	if k != "" {
		return id, nil
	}
	bearer, given := app.Bearer(r)
	if k, err := key.ParseKey(bearer); given && err == nil && k.ID() == id {
		return id, nil
	}
	return "", &problem.Error{Status: http.StatusForbidden, Path: "key", Message: "to change a program takes its key, in the address or as Authorization: Bearer KEY; its id is only for reading"}
}

func tag(revision int) string { return fmt.Sprintf(`"%d"`, revision) }

// Get answers GET /api/v1/programs/{id}: the text, and what it was run on.
func (h *Handlers) Get(w http.ResponseWriter, r *http.Request) error {
	_, id, err := key.ParseAny(chi.URLParam(r, "id"))
	if err != nil {
		return errNoProgram
	}
	s, err := h.load(r.Context(), id)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("ETag", tag(s.Revision))
	header.Set("Cache-Control", "no-cache")
	if r.Header.Get("If-None-Match") == tag(s.Revision) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	app.Answer(w, http.StatusOK, struct {
		ID       string `json:"id"`
		URL      string `json:"url"`
		Revision int    `json:"revision"`
		Trace    string `json:"trace"` // the page of its runs
		how
	}{string(id), h.Link(Path(id)), s.Revision, h.Link(run.TracePath(id)), s.how})
	return nil
}

// Delete answers DELETE /api/v1/programs/{id} with the key. The runs go with it.
func (h *Handlers) Delete(w http.ResponseWriter, r *http.Request) error {
	id, err := keyedID(r)
	if err != nil {
		return err
	}
	if err := h.remove(r.Context(), id); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (h *Handlers) remove(ctx context.Context, id key.ID) error {
	if _, err := h.load(ctx, id); err != nil {
		return err
	}
	if err := h.RemoveMatching(ctx, storeKey(id)); err != nil {
		return err
	}
	if err := h.traces.Drop(ctx, id); err != nil && !errors.Is(err, tracestore.ErrNone) {
		return err
	}
	return nil
}
