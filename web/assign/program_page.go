package assign

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"espalier/search/algorithms"
	"espalier/web/fair"
	"espalier/web/markdown"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/words"
)

// ServeNewProgram answers GET /tasks/new: the form for an assignment, with a program. The query may name the algorithm.
func (h Pages) ServeNewProgram(w http.ResponseWriter, r *http.Request) error {
	q, err := problem.CheckKnown(r, "algorithm")
	if err != nil {
		return err
	}
	f := h.newForm(r.Context())
	f.First = "program"
	if id := q.Get("algorithm"); id != "" {
		if _, ok := algorithms.Find(id); !ok {
			return errNoAlgorithm
		}
		f.Program = id
	}
	h.Render(w, r, http.StatusOK, newView(f))
	return nil
}

// ServeTasks answers GET /tasks, which is the list of homework.
func (h Pages) ServeTasks(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, h.Link("/homework"), http.StatusSeeOther)
}

// ServeTask answers GET /tasks/{task}: the address of a programming task leads to the page of its program.
func (h Pages) ServeTask(w http.ResponseWriter, r *http.Request) error {
	t, err := Tasks{h.Assigned}.named(r)
	if err == errNoTask {
		return &problem.Error{Status: http.StatusNotFound, Message: "There is no task at this address. Check the address. Perhaps the teacher deleted the task."}
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, h.Link("/a/"+string(t.id)), http.StatusSeeOther)
	return nil
}

// ServeTaskResults answers GET /tasks/{task}/results, which leads to the results of the assignment.
func (h Pages) ServeTaskResults(w http.ResponseWriter, r *http.Request) error {
	of := chi.URLParam(r, "task")
	if _, _, err := key.ParseAny(of); err != nil {
		return &problem.Error{Status: http.StatusNotFound, Message: "There are no results at this address. Use the link that you got when you created the task; " + h.Link("/homework") + " lists the links of this browser."}
	}
	http.Redirect(w, r, h.Link("/results/"+of), http.StatusSeeOther)
	return nil
}

// A programPage is a program as students see it.
type programPage struct {
	Of    *program
	Note  string // as HTML
	Trees []shownTree
	Send  string        // the whole address to which a program sends runs
	All   templ.SafeURL // one file with all trees; empty: there is none
}

// A shownTree is a tree of a program on its page.
type shownTree struct {
	Number int
	Name   string
	Nodes  string
	Text   string        // empty: it is too long for the page
	Draw   templ.SafeURL // the page of its picture; empty: the same
	Files  string        // its address without the ending
}

// maxShownText bounds the texts of all trees on the page of a program, in bytes.
const maxShownText = 32 << 10

// program shows the program of a part.
func (h Pages) program(r *http.Request, a *assignment, place int) (*programPage, error) {
	give, err := fair.TakeTurn(r.Context())
	if err != nil {
		return nil, err
	}
	defer give()
	of := a.Parts[place].Program
	api := "/api/v1/assignments/" + string(a.id)
	p := &programPage{Of: of, Send: h.WholeAddress(r, api+"/runs?part="+strconv.Itoa(place+1))}
	if first := slices.IndexFunc(a.Parts, func(p part) bool { return p.Program != nil }); first == place {
		p.All = templ.SafeURL("/api/v1/tasks/" + string(a.id))
	}
	if p.Note, err = markdown.HTML(of.Note); err != nil {
		return nil, err
	}
	left := maxShownText
	for i := range of.Trees {
		tree, err := of.tree(i + 1)
		if err != nil {
			return nil, err
		}
		one := shownTree{Number: i + 1, Name: of.name(i + 1), Nodes: words.CountNodes(tree.Len()), Files: api + "/items/" + strconv.Itoa(a.itemAt(place)+i) + "/tree"}
		if text := run.LinkText(tree); text != "" && len(text) <= left {
			one.Text, one.Draw = text, templ.SafeURL("/tree?"+url.Values{"text": {text}}.Encode())
			left -= len(text)
		}
		p.Trees = append(p.Trees, one)
	}
	return p, nil
}

// AlgorithmName names the algorithm in the middle of a sentence.
func (p *program) AlgorithmName() string { return words.InnerName(p.algorithm()) }

// rules say what is demanded beside the algorithm.
func (p *program) rules() (list []string) {
	switch {
	case p.Strict == nil:
	case *p.Strict:
		list = append(list, "Cut only where a bound is exceeded, not where it is met.")
	default:
		list = append(list, "Cut also where a bound is met exactly.")
	}
	list = append(list, "Visit the children from left to right.")
	if p.Frontier {
		list = append(list, "Your search may stop at inner nodes and use the tree’s static value there.")
	}
	if p.TiesLeft {
		list = append(list, "In a tie the leftmost child wins.")
	}
	return list
}
