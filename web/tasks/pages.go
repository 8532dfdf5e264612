package tasks

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"espalier/search/algorithms"
	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/fair"
	"espalier/web/markdown"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/words"
)

// Pages serves the pages of tasks: the list of a browser, the form for a new task, the task for
// students, and the results.
type Pages struct {
	*app.Core
	Tasks *Handlers
}

// ServeList answers GET /tasks: the tasks that this browser knows.
func (h Pages) ServeList(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, listView())
}

// ServeNew answers GET /tasks/new: the form for a new task. The query may name the algorithm.
func (h Pages) ServeNew(w http.ResponseWriter, r *http.Request) error {
	q, err := problem.CheckKnown(r, "algorithm")
	if err != nil {
		return err
	}
	chosen := algorithms.Practised
	if id := q.Get("algorithm"); id != "" {
		var ok bool
		if chosen, ok = algorithms.Find(id); !ok {
			return &problem.QueryError{Name: "algorithm", Message: "there is no such algorithm; /algorithms lists them"}
		}
	}
	h.Render(w, r, http.StatusOK, newView(chosen))
	return nil
}

// A taskPage is a task as students see it.
type taskPage struct {
	Of    *task
	Note  string // as HTML
	Trees []shownTree
	Send  string // the whole address to which a program sends runs
}

// A shownTree is a tree of a task on its page.
type shownTree struct {
	Number int
	Name   string
	Nodes  string
	Text   string        // empty: it is too long for the page
	Draw   templ.SafeURL // the page of its picture; empty: the same
	Files  string        // its address without the ending
}

// maxShownText bounds the texts of all trees on the page of a task, in bytes.
const maxShownText = 32 << 10

// ServeTask answers GET /tasks/{task}.
func (h Pages) ServeTask(w http.ResponseWriter, r *http.Request) error {
	t, err := h.Tasks.named(r)
	var p *taskPage
	if err == nil {
		p, err = h.page(r, t)
	}
	if errors.Is(err, errNoTask) {
		return &problem.Error{Status: http.StatusNotFound, Message: "There is no task at this address. Check the address. Perhaps the teacher deleted the task."}
	}
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, taskView(p))
	return nil
}

func (h Pages) page(r *http.Request, t *task) (*taskPage, error) {
	give, err := fair.TakeTurn(r.Context())
	if err != nil {
		return nil, err
	}
	defer give()
	p := &taskPage{Of: t, Send: h.WholeAddress(r, "/api/v1/tasks/"+string(t.id)+"/runs")}
	if p.Note, err = markdown.HTML(t.Note); err != nil {
		return nil, err
	}
	left := maxShownText
	for i := range t.Trees {
		tree, err := t.tree(i + 1)
		if err != nil {
			return nil, err
		}
		one := shownTree{Number: i + 1, Name: t.name(i + 1), Nodes: words.CountNodes(tree.Len()), Files: "/api/v1/tasks/" + string(t.id) + "/trees/" + strconv.Itoa(i+1)}
		if text := run.LinkText(tree); text != "" && len(text) <= left {
			one.Text, one.Draw = text, templ.SafeURL("/tree?"+url.Values{"text": {text}}.Encode())
			left -= len(text)
		}
		p.Trees = append(p.Trees, one)
	}
	return p, nil
}

// AlgorithmName names the algorithm in the middle of a sentence.
func (t *task) AlgorithmName() string {
	return words.InnerName(t.algorithm())
}

// rules say what is demanded beside the algorithm.
func (t *task) rules() (list []string) {
	switch {
	case t.Strict == nil:
	case *t.Strict:
		list = append(list, "Cut only where a bound is exceeded, not where it is met.")
	default:
		list = append(list, "Cut also where a bound is met exactly.")
	}
	list = append(list, "Visit the children from left to right.")
	if t.Frontier {
		list = append(list, "Your search may stop at inner nodes and use the tree’s static value there.")
	}
	if t.TiesLeft {
		list = append(list, "In a tie the leftmost child wins.")
	}
	return list
}

// A resultsPage has the data of the page of results.
type resultsPage struct {
	Of   *task
	Rows []row
	Join string // the whole address for students
	QR   []byte // the address as a QR code
}

// ServeResults answers GET /tasks/{task}/results. If {task} is the key, it stores the key in a
// cookie and redirects to the address with the id, which is safe on a projector.
func (h Pages) ServeResults(w http.ResponseWriter, r *http.Request) error {
	editKey, ok := keyOf(r)
	err := error(errNoTask)
	var t *task
	if ok {
		t, err = h.Tasks.load(r.Context(), editKey.ID())
	}
	if errors.Is(err, errNoTask) {
		return &problem.Error{Status: http.StatusNotFound, Message: "This browser cannot open the results at this address. Use the link that you got when you created the task; " + h.Link("/tasks") + " lists the links of this browser."}
	}
	if err != nil {
		return err
	}
	if _, err := key.ParseKey(chi.URLParam(r, "task")); err == nil {
		http.SetCookie(w, &http.Cookie{Name: cookiePrefix + string(t.id), Value: string(editKey), Path: h.Base.CookiePath(), MaxAge: int(Lifetime / time.Second),
			HttpOnly: true, Secure: h.Encrypted(r), SameSite: http.SameSiteStrictMode})
		w.Header().Set("Location", h.Link("/tasks/"+string(t.id)+"/results"))
		w.WriteHeader(http.StatusSeeOther)
		return nil
	}
	p := &resultsPage{Of: t, Join: h.WholeAddress(r, "/tasks/"+string(t.id))}
	if p.QR, err = entry.QRPicture(p.Join, "The link for students, as a QR code"); err == nil {
		p.Rows, err = h.Tasks.rows(r.Context(), t.id)
	}
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, resultsView(p))
	return nil
}

// says returns the state of a tree in the table of results.
func (s *sent) says() string {
	if s.Verdict == notSent {
		return "not yet"
	}
	return s.Verdict
}

// detail returns what is below the state: the line of the first mistake, and how often a run
// was sent, if it was more than once.
func (s *sent) detail() string {
	var list []string
	if s.Line > 0 {
		list = append(list, "line "+strconv.Itoa(s.Line))
	}
	if s.Tries > 1 {
		list = append(list, strconv.Itoa(s.Tries)+" tries")
	}
	return strings.Join(list, ", ")
}

func numbered(i int) string { return "Student " + strconv.Itoa(i+1) }
