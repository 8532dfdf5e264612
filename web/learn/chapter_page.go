package learn

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/judge"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// A ChapterPage is a chapter with the run that the page shows.
type ChapterPage struct {
	*play.Page
	*Chapter
	Scene    int  // the scene that the run belongs to, from 0
	Changed  bool // leaves have other values than in the chapter
	Bar      *play.Page
	Card     *play.Page
	Verdicts []*verdict // one for each question; nil: not answered
	Given    url.Values
	further  []string // parameters of other parts of the page
}

// NewChapterPage reads the query, draws the run and judges the answers. If the query has an
// error, the page says so and shows the first scene. further are the names of parameters that
// belong to other parts of the page; the links of the run keep them.
func NewChapterPage(r *http.Request, j judge.Judge, c *Chapter, q url.Values, further ...string) (*ChapterPage, error) {
	if err := c.allowed(r.Context()); err != nil {
		return nil, err
	}
	p := &ChapterPage{Chapter: c, Verdicts: make([]*verdict, len(c.Questions)), Given: q, further: further}
	v, err := p.read(q)
	notice := ""
	if err != nil {
		notice = "The address has an error. " + err.Error()
		p.Scene = 0
		v = c.Scenes[0].run.view(c.Scenes[0].step)
	}
	shown, err := c.opened.Resolve(v.Spec)
	if err != nil {
		return nil, err
	}
	p.Page = &play.Page{Frame: play.Frame{Path: c.Path, Title: words.MaxN(c.Title), Sub: words.Describe(c.tree), PlaybackOnly: true, Notice: notice}}
	p.Params = []run.Parameter{{Name: "scene", Value: strconv.Itoa(p.Scene + 1)}}
	for _, one := range v.Values {
		p.Params = append(p.Params, run.Parameter{Name: run.ParameterOfLeaf(one.Leaf), Value: c.tree.PlainValue(&one.Value)})
	}
	for _, name := range further {
		if q.Has(name) {
			p.Params = append(p.Params, run.Parameter{Name: name, Value: q.Get(name)})
		}
	}
	p.Run(r.Context(), shown, v)
	p.Verdict = nil // the sentence of the last step has the result
	p.Bar = p.Page
	card := *p.Page
	card.PlaybackOnly = false // the value of a leaf can be changed
	p.Card = &card
	return p, p.judge(r, j, q)
}

// read reads the query: the scene, the step if it is not that of the scene, and leaf values.
func (p *ChapterPage) read(q url.Values) (play.View, error) {
	c, own := p.Chapter, url.Values{}
	known := append([]string{"scene", "step", "by"}, p.further...)
	for i := range c.Questions {
		known = append(known, questionName(i))
	}
	for _, name := range slices.Sorted(maps.Keys(q)) {
		_, isValue := run.LeafOfParameter(name)
		switch {
		case isValue || name == "step" || name == "by":
			own[name] = q[name]
		case name == "scene":
			n, err := strconv.Atoi(q.Get(name))
			if err != nil || n < 1 || n > len(c.Scenes) {
				return play.View{}, &problem.QueryError{Name: name, Message: fmt.Sprintf("%q is not a scene; this chapter has scenes 1 to %d", q.Get(name), len(c.Scenes))}
			}
			p.Scene = n - 1
		case !slices.Contains(p.further, name) && !p.isAnswer(name):
			return play.View{}, run.UnknownParameter(name, known...)
		}
	}
	s := &c.Scenes[p.Scene]
	byDefault := s.run.view(s.step)
	v, err := play.ParseView(c.opened, own, byDefault)
	if err != nil {
		return v, err
	}
	p.Changed = len(v.Values) > 0
	if p.Changed && !own.Has("step") {
		v.AtEnd = true // the step of the scene belongs to another run
	}
	_, err = c.opened.Resolve(v.Spec)
	return v, err
}

// questionName is the name of the parameter with the answer to a question. The names of the
// parameters of its choices begin with it.
func questionName(i int) string { return "q" + strconv.Itoa(i+1) }

func (p *ChapterPage) isAnswer(name string) bool {
	for i := range p.Questions {
		own := questionName(i)
		if name == own || slices.ContainsFunc(p.Questions[i].choices(p.Chapter, own, nil), func(o choice) bool { return name == own+"."+o.Value }) {
			return true
		}
	}
	return false
}

// judge judges the answers in a query.
func (p *ChapterPage) judge(r *http.Request, j judge.Judge, q url.Values) (err error) {
	for i := range p.Questions {
		p.Verdicts[i], err = p.Questions[i].judge(r.Context(), j, p.Chapter, questionName(i), q)
		if err != nil {
			return err
		}
	}
	return nil
}

// runIndex is the index of a run among the runs of the chapter, for the script.
func (c *Chapter) runIndex(r *Recording) string { return strconv.Itoa(slices.Index(c.runs, r)) }

// runsJSON is what the script sends, besides the tree, to start each run.
func (c *Chapter) runsJSON() string {
	type started struct {
		Algorithm string         `json:"algorithm"`
		Options   problem.Object `json:"options"`
	}
	list := []started{}
	for _, r := range c.runs {
		list = append(list, started{r.Algorithm.ID, run.OptionsOf(&r.Options)})
	}
	return string(problem.Raw(list))
}

// sceneHref is the address of a scene. Without scripts it loads the page again.
func (c *Chapter) sceneHref(i int) string {
	n := strconv.Itoa(i + 1)
	return c.Path + "?scene=" + n + "#scene-" + n
}

// stepHref is the address of a step on the page of the whole run.
func (c *Chapter) stepHref(r *Recording, step int) string {
	v := r.view(step)
	q := v.Query(c.tree)
	q.Set("text", c.Tree)
	return "/tree?" + q.Encode()
}

// pictureHref is the address of the picture of a step, for pages without scripts.
func (c *Chapter) pictureHref(s *Scene) string {
	v := s.run.view(s.step)
	q := v.Query(c.tree)
	q.Set("text", c.Tree)
	return "/export/picture.svg?" + q.Encode()
}

// FigureLinks are links to the figures that belong to the chapter.
func (c *Chapter) FigureLinks() (list []Link) {
	for _, id := range c.Figures {
		if f, ok := figures.Find(id); ok {
			list = append(list, Link{"/figures/" + id, f.Paper.Short + ", " + f.Figure + ": " + words.MaxN(f.Title)})
		}
	}
	return list
}

// valueLabel is the label of the field for a value, and valueHint its placeholder.
func (c *Chapter) valueLabel() string {
	if c.tree.Kind == trees.MaxN {
		return "The value, a score for each player"
	}
	return "The value"
}

func (c *Chapter) valueHint() string {
	if c.tree.Kind == trees.MaxN {
		return "x, y, z"
	}
	return "x"
}
