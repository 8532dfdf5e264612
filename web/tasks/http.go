package tasks

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"espalier/search/engine"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
)

var errNotEntered = &problem.Error{Status: http.StatusUnauthorized, Path: "Authorization",
	Message: "the token of a student of this task is missing or wrong; get one with POST …/students, and send it as Authorization: Bearer TOKEN"}

// cookiePrefix begins the name of a cookie with the key of a task; its id follows.
const cookiePrefix = "espalier-task-"

// keyOf returns the key of a task in a request: in the path, or, if the path has the id, in the
// header or in our cookie.
func keyOf(r *http.Request) (key.Key, bool) {
	return app.KeyOf(r, "task", cookiePrefix)
}

// withKey calls f with the task of the key in a request.
func (h *Handlers) withKey(r *http.Request, f func(t *task) error) error {
	key, ok := keyOf(r)
	if !ok {
		return errNoTask
	}
	t, err := h.load(r.Context(), key.ID())
	if err != nil {
		return err
	}
	return f(t)
}

// named returns the task of the id in the path.
func (h *Handlers) named(r *http.Request) (*task, error) {
	id, err := key.ParseID(chi.URLParam(r, "task"))
	if err != nil {
		return nil, errNoTask
	}
	return h.load(r.Context(), id)
}

// studentOf returns the student of the token in a request.
func (h *Handlers) studentOf(r *http.Request, t *task) (key.ID, *record, error) {
	token, _ := app.Bearer(r)
	key, err := key.ParseKey(token)
	if err != nil {
		return "", nil, errNotEntered
	}
	one, _, err := h.student(r.Context(), t.id, key.ID())
	return key.ID(), one, err
}

// Create answers POST /api/v1/tasks.
func (h *Handlers) Create(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	if err := h.created.Take(fair.ClientFrom(r.Context()), time.Now()); err != nil {
		return err
	}
	key, t, err := h.make(r.Context(), members)
	if err != nil {
		return err
	}
	id := string(key.ID())
	w.Header().Set("Location", h.Link("/api/v1/tasks/"+id))
	app.Answer(w, http.StatusCreated, struct {
		ID      string        `json:"id"`
		Key     string        `json:"key"`
		Title   string        `json:"title"`
		Join    string        `json:"join"`
		Results string        `json:"results"`
		Catches catchesAnswer `json:"catches"`
	}{id, string(key), t.Title, h.Link("/tasks/" + id), h.Link("/tasks/" + string(key) + "/results"), t.catchesAnswer()})
	return nil
}

// make stores a new task, and returns its key.
func (h *Handlers) make(ctx context.Context, members []problem.Member) (key.Key, *task, error) {
	asked := ctx
	ctx, cancel := context.WithTimeoutCause(h.WithTurn(ctx), app.SolveTimeout, &engine.LimitError{
		Message: fmt.Sprintf("the trees were not made within %s, the limit of one request; use fewer or smaller trees", app.SolveTimeout)})
	defer cancel()
	t, err := h.readCreated(ctx, members)
	if err != nil {
		if ctx.Err() != nil && asked.Err() == nil {
			err = context.Cause(ctx)
		}
		return "", nil, err
	}
	key := key.New()
	t.id, t.Touched, t.Revision = key.ID(), h.stamp(), 1
	value := t.stored()
	settle, err := h.Store.Charge(ctx, true, value)
	if err != nil {
		return "", nil, err
	}
	_, err = h.CreateValue(ctx, taskKey(t.id), value, "")
	settle(err == nil)
	return key, t, err
}

// Delete answers DELETE /api/v1/tasks/{task} with the key: the task, its students and their runs.
func (h *Handlers) Delete(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(t *task) error {
		err := h.remove(r.Context(), t.id)
		if err != nil {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	})
}

// Enter answers POST /api/v1/tasks/{task}/students: a new student, with a token.
func (h *Handlers) Enter(w http.ResponseWriter, r *http.Request) error {
	t, err := h.named(r)
	if err != nil {
		return err
	}
	token, err := h.enter(w, r, t)
	if err != nil {
		return err
	}
	w.Header().Set("Location", h.Link("/api/v1/tasks/"+string(t.id)))
	app.Answer(w, http.StatusCreated, struct {
		Token   string `json:"token"`
		Student string `json:"student"`
	}{string(token), string(token.ID())})
	return nil
}

func (h *Handlers) enter(w http.ResponseWriter, r *http.Request, t *task) (key.Key, error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return "", err
	}
	name, err := readName(members)
	if err != nil {
		return "", err
	}
	if err := h.entered.Take(fair.ClientFrom(r.Context()), time.Now()); err != nil {
		return "", err
	}
	keys, err := h.ListValues(r.Context(), studentsOf(t.id))
	if err != nil {
		return "", err
	}
	if len(keys) >= MaxStudents {
		return "", problem.OverLimit("", "%d students work on this task, the limit", len(keys))
	}
	token := key.New()
	one := &record{Name: name, Entered: h.order(), Active: h.stamp(), Revision: 1, By: newTag()}
	data, err := json.Marshal(one)
	if err != nil {
		return "", err
	}
	_, err = h.CreateValue(r.Context(), studentKey(t.id, token.ID()), data, "")
	return token, err
}

// Get answers GET /api/v1/tasks/{task}: the task with its trees, and with the token of a student
// the runs, too. With the key in the path it has the links of the teacher.
func (h *Handlers) Get(w http.ResponseWriter, r *http.Request) error {
	w.Header().Add("Vary", "Authorization")
	if _, err := key.ParseKey(chi.URLParam(r, "task")); err == nil {
		return h.withKey(r, func(t *task) error {
			return h.writeTask(w, r, t, taskAnswer{Join: h.Link("/tasks/" + string(t.id))})
		})
	}
	t, err := h.named(r)
	if err != nil {
		return err
	}
	var one *record
	if _, given := app.Bearer(r); given {
		if _, one, err = h.studentOf(r, t); err != nil {
			return err
		}
	}
	var v taskAnswer
	if one != nil {
		v.Name, v.Runs = &one.Name, h.runsOf(t, one)
	}
	return h.writeTask(w, r, t, v)
}

// settings are what a task is besides its trees.
type settings struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Algorithm string `json:"algorithm"`
	Strict    *bool  `json:"strict"`
	Ties      string `json:"ties"`
}

func (t *task) settings() settings {
	return settings{string(t.id), t.Title, t.Algorithm, t.Strict, t.ties()}
}

func (t *task) ties() string {
	if t.TiesLeft {
		return "left"
	}
	return "any"
}

// A taskAnswer is a task with its trees.
type taskAnswer struct {
	settings
	Frontier bool         `json:"frontier"`
	Note     string       `json:"note"`
	Trees    []treeAnswer `json:"trees"`

	Join string      `json:"join,omitempty"` // for the teacher
	Name *string     `json:"name,omitempty"` // of the student who asks
	Runs []runAnswer `json:"runs,omitempty"` // of that student
}

type treeAnswer struct {
	Number int             `json:"number"` // from 1
	Title  string          `json:"title"`
	Nodes  int             `json:"nodes"`
	Text   string          `json:"text"`
	Tree   json.RawMessage `json:"tree"`
}

// writeTask answers a task with its trees, and with what v has for whoever asks.
func (h *Handlers) writeTask(w http.ResponseWriter, r *http.Request, t *task, v taskAnswer) error {
	give, err := fair.TakeTurnFor(r.Context(), MaxTask)
	if err != nil {
		return err
	}
	defer give()
	v.settings, v.Frontier, v.Note = t.settings(), t.Frontier, t.Note
	for i, one := range t.Trees {
		tree, err := t.tree(i + 1)
		if err != nil {
			return err
		}
		v.Trees = append(v.Trees, treeAnswer{i + 1, one.Title, one.Nodes, tree.Text(), one.Tree})
	}
	app.Answer(w, http.StatusOK, v)
	return nil
}

// A runAnswer is the state of a tree: what a student has sent on it.
type runAnswer struct {
	Tree    int     `json:"tree"` // from 1
	Verdict string  `json:"verdict"`
	Tries   int     `json:"tries"`
	Errors  *int    `json:"errors,omitempty"`
	Line    int     `json:"line,omitempty"`
	Text    *string `json:"text,omitempty"`
	URL     string  `json:"url,omitempty"`
}

// runsOf returns the runs of a student, one for each tree.
func (h *Handlers) runsOf(t *task, r *record) []runAnswer {
	list := make([]runAnswer, len(t.Trees))
	for i := range list {
		list[i] = h.runOf(i+1, r.on(i+1))
	}
	return list
}

func (h *Handlers) runOf(number int, s *sent) runAnswer {
	v := runAnswer{Tree: number, Verdict: s.Verdict, Tries: s.Tries}
	if s.Trace != "" {
		v.Errors, v.Line, v.Text, v.URL = &s.Errors, s.Line, &s.Why, h.Link(run.TracePath(s.Trace))
	}
	return v
}

// Tree answers GET /api/v1/tasks/{task}/trees/{file}: a tree as 3.json or 3.txt.
func (h *Handlers) Tree(w http.ResponseWriter, r *http.Request) error {
	t, err := h.named(r)
	if err != nil {
		return err
	}
	file := chi.URLParam(r, "file")
	number, form, _ := strings.Cut(file, ".")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(t.Trees) || form != "json" && form != "txt" {
		return &problem.Error{Status: http.StatusNotFound, Path: "tree", Message: fmt.Sprintf("there is no %.40q; the files are 1.json and 1.txt to %d.json and %d.txt", file, len(t.Trees), len(t.Trees))}
	}
	if form == "json" {
		app.WriteJSON(w, append(t.Trees[n-1].Tree, '\n'))
		return nil
	}
	give, err := fair.TakeTurnFor(r.Context(), len(t.Trees[n-1].Tree))
	if err != nil {
		return err
	}
	defer give()
	tree, err := t.tree(n)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte(tree.Text() + "\n"))
	return nil
}
