package assign

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/store/key"
)

// Tasks answers /api/v1/tasks…, where a programming task is an assignment with one program. Clients from before
// there were assignments with programs get what they always got.
type Tasks struct{ *Handlers }

var errNoTask = &problem.Error{Status: http.StatusNotFound, Path: "task", Message: "there is no such task: the address is wrong, or the task has been deleted"}

// A task is an assignment by its only program.
type task struct {
	*assignment
	*program
	place int
}

// taskOf returns an assignment as a task.
func taskOf(a *assignment, err error) (*task, error) {
	if err == errNoAssignment {
		return nil, errNoTask
	}
	if err != nil {
		return nil, err
	}
	for place := range a.Parts {
		if p := a.Parts[place].Program; p != nil {
			return &task{a, p, place}, nil
		}
	}
	return nil, errNoTask
}

// itemOf returns the item of a tree.
func (t *task) itemOf(number int) int { return t.itemAt(t.place) + number - 1 }

// taskKey returns the key of a task in a request.
func taskKey(r *http.Request) (key.Key, bool) { return app.KeyOf(r, "task", cookiePrefix) }

// withKey calls f with the task of the key in a request.
func (h Tasks) withKey(r *http.Request, f func(t *task) error) error {
	key, ok := taskKey(r)
	if !ok {
		return errNoTask
	}
	t, err := taskOf(h.load(r.Context(), key.ID()))
	if err != nil {
		return err
	}
	return f(t)
}

// named returns the task of the id in the path.
func (h Tasks) named(r *http.Request) (*task, error) {
	id, err := key.ParseID(chi.URLParam(r, "task"))
	if err != nil {
		return nil, errNoTask
	}
	t, err := taskOf(h.load(r.Context(), id))
	if err == nil && !t.opened(h.now()) {
		return nil, notOpenError(t.assignment)
	}
	return t, err
}

// studentOf returns the record of the student of the token in a request.
func (h Tasks) studentOf(r *http.Request, t *task) (*record, error) {
	token, _ := app.Bearer(r)
	key, err := key.ParseKey(token)
	if err != nil {
		return nil, errNotEntered
	}
	one, _, err := h.student(r.Context(), t.root, key.ID())
	return one, err
}

// Create answers POST /api/v1/tasks.
func (h Tasks) Create(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	if err := h.created.Take(fair.ClientFrom(r.Context()), time.Now()); err != nil {
		return err
	}
	key, a, err := h.make(r.Context(), members, h.readTask)
	if err != nil {
		return err
	}
	t, err := taskOf(a, nil)
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
	}{id, string(key), t.assignment.Title, h.Link("/tasks/" + id), h.Link("/tasks/" + string(key) + "/results"), t.catchesAnswer()})
	return nil
}

// readTask reads a new task.
func (h Tasks) readTask(ctx context.Context, members []problem.Member) (*assignment, error) {
	title := ""
	var rest []problem.Member
	for _, m := range members {
		if m.Key != "title" {
			rest = append(rest, m)
			continue
		}
		if !m.Absent() {
			var err error
			if title, err = readTrimmed(m.Raw, "title", MaxTitle); err != nil {
				return nil, err
			}
		}
	}
	p, err := h.readProgram(ctx, rest)
	if err != nil {
		return nil, err
	}
	if title == "" {
		title = p.implementing()
	}
	a := aTask(title, p)
	return a, a.fit()
}

// Delete answers DELETE /api/v1/tasks/{task} with the key: the task, its students and their runs.
func (h Tasks) Delete(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(t *task) error {
		if err := h.remove(r.Context(), t.assignment); err != nil {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	})
}

// Enter answers POST /api/v1/tasks/{task}/students: a new student, with a token.
func (h Tasks) Enter(w http.ResponseWriter, r *http.Request) error {
	t, err := h.named(r)
	if err != nil {
		return err
	}
	token, err := h.enter(w, r, t.assignment, newWords())
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

// Send answers POST /api/v1/tasks/{task}/runs with the token of a student: runs on trees of the
// task, one as the body or several as the files of a form.
func (h Tasks) Send(w http.ResponseWriter, r *http.Request) error {
	t, err := h.named(r)
	if err != nil {
		return err
	}
	if _, err := problem.CheckKnown(r, "tree", skipOther); err != nil {
		return err
	}
	return h.takeRuns(w, r, t.assignment, t.place)
}

// Get answers GET /api/v1/tasks/{task}: the task with its trees, and with the token of a student
// the runs, too. With the key in the path it has the links of the teacher.
func (h Tasks) Get(w http.ResponseWriter, r *http.Request) error {
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
	var v taskAnswer
	if _, given := app.Bearer(r); given {
		one, err := h.studentOf(r, t)
		if err != nil {
			return err
		}
		v.Name, v.Runs = &one.Name, h.runsOf(t, one)
	}
	return h.writeTask(w, r, t, v)
}

// taskSettings are what a task is besides its trees.
type taskSettings struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Algorithm string `json:"algorithm"`
	Strict    *bool  `json:"strict"`
	Ties      string `json:"ties"`
}

func (t *task) settings() taskSettings {
	return taskSettings{string(t.id), t.assignment.Title, t.Algorithm, t.Strict, t.ties()}
}

func (p *program) ties() string {
	if p.TiesLeft {
		return "left"
	}
	return "any"
}

// A taskAnswer is a task with its trees.
type taskAnswer struct {
	taskSettings
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
func (h Tasks) writeTask(w http.ResponseWriter, r *http.Request, t *task, v taskAnswer) error {
	give, err := fair.TakeTurnFor(r.Context(), MaxAssignment)
	if err != nil {
		return err
	}
	defer give()
	v.taskSettings, v.Frontier, v.Note = t.settings(), t.Frontier, t.program.Note
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

// runsOf returns the runs of a student, one for each tree.
func (h Tasks) runsOf(t *task, r *record) []runAnswer {
	list := make([]runAnswer, len(t.Trees))
	for i := range list {
		if r.lost {
			list[i] = runAnswer{Tree: i + 1, Verdict: stateDamaged}
			continue
		}
		list[i] = h.runOf(i+1, r.Items[t.itemOf(i+1)])
	}
	return list
}

// Tree answers GET /api/v1/tasks/{task}/trees/{file}: a tree as 3.json or 3.txt.
func (h Tasks) Tree(w http.ResponseWriter, r *http.Request) error {
	t, err := h.named(r)
	if err != nil {
		return err
	}
	number, form, _ := strings.Cut(chi.URLParam(r, "file"), ".")
	n, err := strconv.Atoi(number)
	if err != nil || t.has(n) != nil || form != "json" && form != "txt" {
		return &problem.Error{Status: http.StatusNotFound, Path: "tree", Message: fmt.Sprintf("there is no %.40q; the files are 1.json and 1.txt to %d.json and %d.txt", chi.URLParam(r, "file"), len(t.Trees), len(t.Trees))}
	}
	return writeTree(w, r, t.program, n, form == "json")
}

// Results answers GET /api/v1/tasks/{task}/results with the key.
func (h Tasks) Results(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(t *task) error {
		list, err := h.results(r.Context(), t.assignment)
		if err != nil {
			return err
		}
		type named struct {
			Number int    `json:"number"` // from 1
			Title  string `json:"title"`
		}
		head := struct {
			taskSettings
			Trees []named `json:"trees"`
		}{taskSettings: t.settings()}
		for i := range t.Trees {
			head.Trees = append(head.Trees, named{i + 1, t.Trees[i].Title})
		}
		w.Header().Set("Content-Type", "application/json")
		app.WriteParts(r.Context(), w, func(b []byte, part trees.Part) []byte {
			b = append(app.AppendMembers(append(b, '{'), head), `,"students":[`...)
			for i, one := range list {
				if i > 0 {
					b = append(b, ',')
				}
				b = part.Full(app.AppendJSON(b, struct {
					Name    string      `json:"name"`
					Student string      `json:"student"`
					Damaged bool        `json:"damaged,omitempty"`
					Runs    []runAnswer `json:"runs"`
				}{one.Name, string(one.student), one.lost, h.runsOf(t, one.record)}))
			}
			return append(b, "]}\n"...)
		})
		return nil
	})
}

// taskColumns are the columns of the table of results, which has a line for each student and tree.
var taskColumns = []string{"name", "student", "tree", "title", "verdict", "tries", "errors", "line", "first mistake", "run"}

// ResultsCSV answers GET /api/v1/tasks/{task}/results.csv with the key.
func (h Tasks) ResultsCSV(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(t *task) error {
		list, err := h.results(r.Context(), t.assignment)
		if err != nil {
			return err
		}
		out := app.NewCSV(w, "results-"+string(t.id))
		out.Write(taskColumns)
		for i, one := range list {
			for number := 1; number <= len(t.Trees); number++ {
				item := one.Items[t.itemOf(number)]
				s, tries, line, at := item.run(), 0, "", ""
				if item != nil {
					tries = item.Tries
				}
				if one.lost {
					s = sent{Verdict: stateDamaged, Why: damagedText}
				}
				if s.Line > 0 {
					line = strconv.Itoa(s.Line)
				}
				if s.Trace != "" {
					at = h.WholeAddress(r, s.path())
				}
				out.Write([]string{app.PlainCell(one.Name), strconv.Itoa(i + 1), strconv.Itoa(number), app.PlainCell(t.name(number)), s.Verdict, strconv.Itoa(tries), strconv.Itoa(s.Errors), line, app.PlainCell(s.Why), at})
			}
		}
		out.Flush()
		return nil
	})
}
