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
	"espalier/trees"
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
	b := trees.AppendQuoted([]byte(`{"id":`), id)
	b = trees.AppendQuoted(append(b, `,"key":`...), string(key))
	b = trees.AppendQuoted(append(b, `,"title":`...), t.Title)
	b = trees.AppendQuoted(append(b, `,"join":`...), h.Link("/tasks/"+id))
	b = trees.AppendQuoted(append(b, `,"results":`...), h.Link("/tasks/"+string(key)+"/results"))
	b = t.appendCatches(b)
	w.Header().Set("Location", h.Link("/api/v1/tasks/"+id))
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	w.Write(append(b, "}\n"...))
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
		if err == nil {
			w.WriteHeader(http.StatusNoContent)
		}
		return err
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
	b := trees.AppendQuoted([]byte(`{"token":`), string(token))
	b = trees.AppendQuoted(append(b, `,"student":`...), string(token.ID()))
	w.Header().Set("Location", h.Link("/api/v1/tasks/"+string(t.id)))
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	w.Write(append(b, "}\n"...))
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
		return "", overLimit("", "%d students work on this task, the limit", len(keys))
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
			return h.writeTask(w, r, t, func(b []byte) []byte {
				return trees.AppendQuoted(append(b, `,"join":`...), h.Link("/tasks/"+string(t.id)))
			})
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
	return h.writeTask(w, r, t, func(b []byte) []byte {
		if one == nil {
			return b
		}
		b = trees.AppendQuoted(append(b, `,"name":`...), one.Name)
		return h.appendRuns(append(b, `,"runs":`...), t, one)
	})
}

// appendSettings appends what a task is, as members of an object.
func (t *task) appendSettings(b []byte) []byte {
	b = trees.AppendQuoted(append(b, `"id":`...), string(t.id))
	b = trees.AppendQuoted(append(b, `,"title":`...), t.Title)
	b = trees.AppendQuoted(append(b, `,"algorithm":`...), t.Algorithm)
	b = append(b, `,"strict":`...)
	if t.Strict == nil {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendBool(b, *t.Strict)
	}
	return trees.AppendQuoted(append(b, `,"ties":`...), t.ties())
}

func (t *task) ties() string {
	if t.TiesLeft {
		return "left"
	}
	return "any"
}

// writeTask answers a task with its trees.
func (h *Handlers) writeTask(w http.ResponseWriter, r *http.Request, t *task, more func(b []byte) []byte) error {
	give, err := fair.TakeTurnFor(r.Context(), MaxTask)
	if err != nil {
		return err
	}
	defer give()
	b := t.appendSettings([]byte{'{'})
	b = strconv.AppendBool(append(b, `,"frontier":`...), t.Frontier)
	b = trees.AppendQuoted(append(b, `,"note":`...), t.Note)
	b = append(b, `,"trees":[`...)
	for i, one := range t.Trees {
		tree, err := t.tree(i + 1)
		if err != nil {
			return err
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, `{"number":`...), int64(i+1), 10)
		b = trees.AppendQuoted(append(b, `,"title":`...), one.Title)
		b = trees.AppendNumberKey(b, "nodes", one.Nodes)
		b = trees.AppendQuoted(append(b, `,"text":`...), tree.Text())
		b = append(append(append(b, `,"tree":`...), one.Tree...), '}')
	}
	b = more(append(b, ']'))
	app.WriteJSON(w, append(b, "}\n"...))
	return nil
}

// appendRuns appends the runs of a student, one for each tree.
func (h *Handlers) appendRuns(b []byte, t *task, r *record) []byte {
	for i := range t.Trees {
		if b = append(b, ','); i == 0 {
			b[len(b)-1] = '['
		}
		b = h.appendRun(b, i+1, r.on(i+1))
	}
	return append(b, ']')
}

// appendRun appends the state of a tree, as an object.
func (h *Handlers) appendRun(b []byte, number int, s *sent) []byte {
	return append(h.appendState(append(b, '{'), number, s), '}')
}

// appendState appends the state of a tree, as members of an object.
func (h *Handlers) appendState(b []byte, number int, s *sent) []byte {
	b = strconv.AppendInt(append(b, `"tree":`...), int64(number), 10)
	b = trees.AppendQuoted(append(b, `,"verdict":`...), s.Verdict)
	b = trees.AppendNumberKey(b, "tries", s.Tries)
	if s.Trace == "" {
		return b
	}
	b = trees.AppendNumberKey(b, "errors", s.Errors)
	if s.Line > 0 {
		b = trees.AppendNumberKey(b, "line", s.Line)
	}
	b = trees.AppendQuoted(append(b, `,"text":`...), s.Why)
	return trees.AppendQuoted(append(b, `,"url":`...), h.Link(run.TracePath(s.Trace)))
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
