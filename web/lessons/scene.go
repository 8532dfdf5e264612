package lessons

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/go-chi/chi/v5"

	"espalier/search"
	"espalier/web/markdown"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// A page is one scene of a lesson.
type page struct {
	*play.Page
	Lesson   *Lesson
	Number   int    // of the scene, from 1
	Note     string // as HTML
	Question *asked // nil: there is none
	Fault    string // why the scene has no picture
	Until    int    // the last step before the question is answered; -1: all are shown
}

// ServeList answers GET /lessons.
func (h Pages) ServeList(w http.ResponseWriter, r *http.Request) {
	var list []*Lesson
	for _, id := range Included {
		l, err := h.Lessons.Load(r.Context(), id)
		if err != nil {
			h.FailPageFor(w, r, err)
			return
		}
		list = append(list, l)
	}
	h.Render(w, r, http.StatusOK, listView(list))
}

// ServeTeach answers GET /teach.
func (h Pages) ServeTeach(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, teachView())
}

// ServeRead answers GET /lessons/{lesson}?scene=2: a scene of a lesson for a reader alone.
func (h Pages) ServeRead(w http.ResponseWriter, r *http.Request) {
	l, err := h.Lessons.Load(r.Context(), chi.URLParam(r, "lesson"))
	if err != nil {
		h.FailPageFor(w, r, err)
		return
	}
	p, err := h.scene(r.Context(), l, r.URL.Query())
	if err != nil {
		h.FailPageFor(w, r, err)
		return
	}
	h.Render(w, r, http.StatusOK, sceneView(p))
}

// pathOf is the path of the page of a lesson.
func pathOf(l *Lesson) string { return "/lessons/" + l.ID }

// own are the parameters of the page of a scene in addition to those of its view.
var own = []string{"scene", "answer", "answered"}

func (h Pages) scene(ctx context.Context, l *Lesson, q url.Values) (*page, error) {
	if err := problem.CheckOnce(q, "open", "answer"); err != nil {
		return nil, err
	}
	n := 1
	if text := q.Get("scene"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil || n < 1 || n > len(l.Scenes) {
			return nil, &problem.QueryError{Name: "scene", Message: "the lesson has scenes 1 to " + strconv.Itoa(len(l.Scenes))}
		}
	}
	s := l.Scenes[n-1]
	p := &page{Lesson: l, Number: n, Until: -1, Page: &play.Page{Frame: play.Frame{Path: pathOf(l), Title: l.Title, PlaybackOnly: true, Redraws: true,
		Params: []run.Parameter{{Name: "scene", Value: strconv.Itoa(n)}}}}}
	var err error
	if p.Note, err = NoteHTML(ctx, s.Note); err != nil {
		return nil, err
	}
	shown, step, err := h.readShow(ctx, s.Show)
	switch {
	case err != nil: // a saved tree may be deleted; the note is still useful
		p.Fault = "This scene cannot be shown: " + problem.Of(err).Detail
		return p, nil
	case shown.Tree == nil:
		p.Fault = "This scene is about a game. Its tree is not drawn here."
		return p, nil
	}
	v, err := play.ParseView(run.OnTree(shown.Tree), problem.Without(q, own...), play.View{Spec: run.Spec{}.With(shown.Config()), Step: step, HasStep: true})
	if err != nil {
		return nil, err
	}
	v.Ask, v.Present = false, false
	p.Sub = words.MaxN(words.TitleOf(shown.Tree)) + " · " + words.ConfigName(v.Config()) + " · " + words.Describe(shown.Tree)
	p.Params = append(p.Params, v.ShownParameters()...)
	if s.Question != nil {
		asked, err := h.readQuestion(ctx, s.Question, shown, step)
		if err == nil {
			p.Question, err = h.ask(ctx, asked, q)
		}
		if err != nil {
			return nil, err
		}
		if p.Question.Open {
			p.Until = p.Question.Step
			v.Step, v.AtEnd = min(v.Step, p.Until), false
		}
	}
	of := *shown
	of.Spec = v.Spec
	p.Run(ctx, &of, v)
	if p.Until >= 0 {
		p.Marks, p.Verdict = nil, nil // they reveal later steps of the run
		p.Last = p.Until
		p.Back, p.Forward = min(p.Back, p.Last), min(p.Forward, p.Last)
	}
	return p, nil
}

// NoteHTML returns a note in Markdown as HTML. It takes turns with the searches of others,
// because some notes take 40 ms.
func NoteHTML(ctx context.Context, note string) (string, error) {
	give, err := search.TakeTurn(ctx)
	if err != nil {
		return "", err
	}
	defer give()
	return markdown.HTML(note)
}

func (h Pages) readShow(ctx context.Context, show []byte) (*run.Resolved, int, error) {
	return ReadShow(ctx, h.Saved(), show)
}

// ReadShow reads the show of a scene and its step. The default algorithm is that of the first
// run on the page of the source.
func ReadShow(ctx context.Context, lib run.Library, show []byte) (*run.Resolved, int, error) {
	members, err := problem.SplitObject(show, "show")
	if err != nil {
		return nil, 0, err
	}
	step := 0
	var about []problem.Member
	for _, m := range members {
		switch {
		case m.Absent() || slices.Contains([]string{"play", "point", "theme"}, m.Key): // these are for the presenter
		case m.Key == "step":
			err = json.Unmarshal(m.Raw, &step)
		default:
			about = append(about, m)
		}
		if err != nil {
			return nil, 0, err
		}
	}
	body, err := run.ReadBody(about, run.Keys...)
	if err != nil {
		return nil, 0, err
	}
	o, err := body.Open(ctx, lib)
	if err != nil {
		return nil, 0, err
	}
	spec, err := o.ReadShow(body)
	if err != nil {
		return nil, 0, err
	}
	r, err := o.Resolve(spec)
	return r, step, err
}
