package learn

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/go-chi/chi/v5"

	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/app"
	"espalier/web/classroom/runs"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/run"
	"espalier/web/words"
)

// Handlers serve the course.
type Handlers struct{ *app.Core }

// ServePath answers GET /learn: the list of chapters.
func (h Handlers) ServePath(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, pathView(course()))
}

// ServeGlossary answers GET /learn/glossary.
func (h Handlers) ServeGlossary(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, glossaryView(glossary))
}

// ServeChapter answers GET /learn/{chapter}: its text beside the run of a scene.
func (h Handlers) ServeChapter(w http.ResponseWriter, r *http.Request) {
	c, ok := find(chi.URLParam(r, "chapter"))
	if !ok {
		h.FailPage(w, r, http.StatusNotFound, fmt.Sprintf("There is no chapter %q. The chapters are listed at /learn.", chi.URLParam(r, "chapter")))
		return
	}
	q := r.URL.Query()
	p, err := newPage(r, c, q)
	if err == nil {
		err = p.judge(r, runs.Searcher{Core: h.Core}, q)
	}
	if err != nil {
		h.FailPageFor(w, r, err)
		return
	}
	h.Render(w, r, http.StatusOK, chapterView(p))
}

// A page is a chapter with the run that is shown beside it.
type page struct {
	*run.Page
	*chapter
	Scene    int  // the scene that the run belongs to, from 0
	Changed  bool // leaves have other values than in the chapter
	Bar      *run.Page
	Card     *run.Page
	Before   *chapter
	After    *chapter
	Verdicts []*verdict // of the questions; nil: no answer
	Given    url.Values
}

// newPage reads the query and draws the run. What cannot be read is named on the page,
// which then shows the first scene.
func newPage(r *http.Request, c *chapter, q url.Values) (*page, error) {
	p := &page{chapter: c, Verdicts: make([]*verdict, len(c.Questions)), Given: q}
	v, err := p.read(q)
	notice := ""
	if err != nil {
		notice = "What the address says is not understood. " + err.Error()
		p.Scene = 0
		v = c.Scenes[0].run.view(c.Scenes[0].step)
	}
	shown, err := c.tree.WithValues(v.Values)
	if err != nil {
		return nil, err
	}
	p.Page = &run.Page{Path: "/learn/" + c.ID, Title: words.MaxN(c.Title), Sub: words.Describe(c.tree), PlaybackOnly: true, Notice: notice}
	p.Params = []request.Parameter{{Name: "scene", Value: strconv.Itoa(p.Scene + 1)}}
	for _, n := range sortedKeys(v.Values) {
		value := v.Values[n]
		p.Params = append(p.Params, request.Parameter{Name: "v" + strconv.Itoa(n), Value: request.PlainVector(&value, c.tree.Width())})
	}
	p.Run(r.Context(), shown, v)
	p.Verdict = nil // the sentence of the last step has the result
	p.Bar = p.Page
	card := *p.Page
	card.PlaybackOnly = false // a leaf can be given another value
	p.Card = &card
	all := course()
	if c.Number > 1 {
		p.Before = all[c.Number-2]
	}
	if c.Number < len(all) {
		p.After = all[c.Number]
	}
	return p, nil
}

// read reads the query: the scene, the step if it is another one than the scene's, and
// the values of leaves.
func (p *page) read(q url.Values) (request.View, error) {
	c, own := p.chapter, url.Values{}
	known := []string{"scene", "step", "by"}
	for i := range c.Questions {
		known = append(known, questionName(i))
	}
	for name, values := range q {
		_, isValue := request.LeafOfParameter(name)
		switch {
		case isValue || name == "step" || name == "by":
			own[name] = values
		case name == "scene":
			n, err := strconv.Atoi(q.Get(name))
			if err != nil || n < 1 || n > len(c.Scenes) {
				return request.View{}, &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is no scene; this chapter has the scenes 1 to %d", q.Get(name), len(c.Scenes))}
			}
			p.Scene = n - 1
		case !p.isAnswer(name):
			return request.View{}, request.UnknownParameter(name, known...)
		}
	}
	s := &c.Scenes[p.Scene]
	byDefault := s.run.view(s.step)
	v, err := request.ParseView(c.tree, own, byDefault)
	if err != nil {
		return v, err
	}
	p.Changed = len(v.Values) > 0
	if p.Changed && !own.Has("step") {
		v.AtEnd = true // the step of the scene is one of another run
	}
	_, err = c.tree.WithValues(v.Values)
	return v, err
}

// questionName is the parameter with the answer to a question; those of its choices
// begin with it.
func questionName(i int) string { return "q" + strconv.Itoa(i+1) }

func (p *page) isAnswer(name string) bool {
	for i := range p.Questions {
		own := questionName(i)
		if name == own || slices.ContainsFunc(p.Questions[i].choices(p.chapter, own, nil), func(o choice) bool { return name == own+"."+o.Value }) {
			return true
		}
	}
	return false
}

// judge judges the answers in a query.
func (p *page) judge(r *http.Request, searcher runs.Searcher, q url.Values) (err error) {
	for i := range p.Questions {
		p.Verdicts[i], err = p.Questions[i].judge(r.Context(), searcher, p.chapter, questionName(i), q)
		if err != nil {
			return err
		}
	}
	return nil
}

func sortedKeys(values map[int]trees.Vector) (list []int) {
	for n := range values {
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}

// runIndex is the number of a run among those of the chapter, for the script.
func (c *chapter) runIndex(r *recording) string { return strconv.Itoa(slices.Index(c.runs, r)) }

// runsJSON is what the script sends to start each run, besides the tree.
func (c *chapter) runsJSON() string {
	b := []byte{'['}
	for i, r := range c.runs {
		if i > 0 {
			b = append(b, ',')
		}
		b = trees.AppendQuoted(append(b, `{"algorithm":`...), r.config.Algorithm.ID)
		b = append(append(append(b, `,"options":`...), r.optionsJSON()...), '}')
	}
	return string(append(b, ']'))
}

// sceneHref leads to a scene; without scripts the page is loaded again.
func (c *chapter) sceneHref(i int) string {
	n := strconv.Itoa(i + 1)
	return "/learn/" + c.ID + "?scene=" + n + "#scene-" + n
}

// stepHref leads to a step of a run in another page: that of the whole run.
func (c *chapter) stepHref(r *recording, step int) string {
	v := r.view(step)
	q := v.Query(c.tree)
	q.Set("text", c.Tree)
	return "/tree?" + q.Encode()
}

// pictureHref is the picture of a step, for pages without scripts.
func (c *chapter) pictureHref(s *scene) string {
	v := s.run.view(s.step)
	q := v.Query(c.tree)
	q.Set("text", c.Tree)
	return "/export/picture.svg?" + q.Encode()
}

// figures are the figures that belong to the chapter, as links.
func (c *chapter) figures() (list []link) {
	for _, id := range c.Figures {
		if f, ok := figures.Find(id); ok {
			list = append(list, link{"/figures/" + id, f.Paper.Short + ", " + f.Figure + ": " + words.MaxN(f.Title)})
		}
	}
	return list
}

// valueLabel names the field for a value, and valueHint shows its form.
func (c *chapter) valueLabel() string {
	if c.tree.Kind == trees.MaxN {
		return "The value, a score for each player"
	}
	return "The value"
}

func (c *chapter) valueHint() string {
	if c.tree.Kind == trees.MaxN {
		return "x, y, z"
	}
	return "x"
}
