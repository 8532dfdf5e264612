package lessons

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"espalier/search/engine"
	"espalier/search/question"
	"espalier/trees"
	"espalier/web/judge"
	"espalier/web/markdown"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// A page is one scene of a lesson.
type page struct {
	*play.Page
	Lesson    *Lesson
	Number    int    // of the scene, from 1
	Note      string // as HTML
	Waits     bool   // more of the note follows after an answer
	Question  *asked // nil: there is none
	Fault     string // why the scene has no picture
	Limit     judge.Limit
	Elsewhere bool            // a run of the lesson is asked about elsewhere, so its title may answer
	Done      *answeredScenes // nil: the address does not say
}

// ServeList answers GET /lessons.
func (h Pages) ServeList(w http.ResponseWriter, r *http.Request) error {
	var list []*Lesson
	for _, id := range Included {
		l, err := h.Lessons.Load(r.Context(), id)
		if err != nil {
			return err
		}
		list = append(list, l)
	}
	h.Render(w, r, http.StatusOK, listView(list))
	return nil
}

// ServeRead answers GET /lessons/{lesson}?scene=2: a scene of a lesson for a reader alone.
func (h Pages) ServeRead(w http.ResponseWriter, r *http.Request) error {
	l, err := h.Lessons.Load(r.Context(), chi.URLParam(r, "lesson"))
	if err != nil {
		return err
	}
	p, err := h.scene(r.Context(), l, r.URL.Query())
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, sceneView(p))
	return nil
}

// pathOf is the path of the page of a lesson.
func pathOf(l *Lesson) string { return "/lessons/" + l.ID }

// own are the parameters of the page of a scene in addition to those of its view.
var own = []string{"scene", "answer", "answered", "done"}

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
	p := &page{Lesson: l, Number: n, Page: &play.Page{Frame: play.Frame{Path: pathOf(l), Title: l.Title, PlaybackOnly: true, Redraws: true,
		Params: []run.Parameter{{Name: "scene", Value: strconv.Itoa(n)}}}}}
	p.Page.Limit = &p.Limit
	p.Limit, p.Elsewhere = judge.NoLimit, h.Lessons.allowed(ctx, l) != nil
	if p.Elsewhere {
		p.Page.Title = p.title()
	}
	var err error
	if p.Done, err = readDone(q, len(l.Scenes)); err != nil {
		return nil, err
	}
	if p.Done != nil {
		p.Params = append(p.Params, run.Parameter{Name: "done", Value: p.Done.String()})
	}
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
	if err := shown.Allowed(ctx); err != nil { // it is asked about elsewhere, so the note may answer
		p.Fault, p.Note = "This scene cannot be shown: "+problem.Of(err).Detail, ""
		return p, nil
	}
	v, err := play.ParseView(run.OnTree(shown.Tree), problem.Without(q, own...), play.View{Spec: run.Spec{}.With(shown.Config()), Step: step, HasStep: true})
	if err != nil {
		return nil, err
	}
	v.Ask, v.Present = false, false
	p.Params = append(p.Params, v.ShownParameters()...)
	if s.Question != nil {
		asked, err := h.readQuestion(ctx, s.Question, shown, step)
		if err == nil {
			p.Question, err = h.ask(ctx, asked, q)
		}
		if err != nil {
			return nil, err
		}
		if v := p.Question.Verdict; v != nil && !p.Question.Open && (v.Fault == "" || !v.Known) {
			p.Done = p.Done.with(n)
		}
		if p.Done.has(n) {
			p.Question.Open = false
		}
	}
	of := *shown
	of.Spec = v.Spec
	open, err := h.open(ctx, p, &of)
	if err != nil {
		return nil, err
	}
	p.Limit = judge.LimitOf(n, of.Identity(), step, s.Question != nil, open)
	note, waits := p.Limit.Note(s.Note)
	if p.Waits = waits; waits {
		if p.Note, err = NoteHTML(ctx, note); err != nil {
			return nil, err
		}
	}
	if p.Limit.Closed {
		p.Note, p.Waits, p.Question = "", false, nil
	}
	if q := p.Question; q != nil && q.Verdict != nil && p.Limit.Until >= 0 && q.Verdict.At > p.Limit.Until {
		q.Verdict.Why, q.Verdict.At = nil, -1 // the step that shows it is past another open question
	}
	p.Sub = play.SubOf(&of, &p.Limit)
	p.Run(ctx, &of, v)
	return p, nil
}

// open returns the open questions of the reader of a page, which shows a run: that of the scene, and those
// of the other scenes about the same tree if the address says which are answered.
func (h Pages) open(ctx context.Context, p *page, of *run.Resolved) (list []judge.Open, err error) {
	if p.Question != nil && p.Question.Open {
		list = append(list, judge.Open{Part: p.Number, Run: of.Identity(), Shown: p.Question.Step})
	}
	if p.Done == nil {
		return list, nil
	}
	others, err := h.openQuestions(ctx, p.Lesson, p.Done, of, p.Number)
	return append(list, others...), err
}

// openQuestions returns the open questions of a reader who has answered those of some scenes. Those of
// another tree than that of a run are left out, unless it is nil, and so is that of a scene without.
func (h Pages) openQuestions(ctx context.Context, l *Lesson, done *answeredScenes, of *run.Resolved, without int) (list []judge.Open, err error) {
	for i := range l.Scenes {
		s := &l.Scenes[i]
		if s.Question == nil || i+1 == without || done.has(i+1) {
			continue
		}
		shown, step, err := h.readShow(ctx, s.Show)
		if err != nil || shown.Tree == nil {
			continue // nobody can answer there
		}
		identity := shown.Identity()
		if of != nil && identity.Tree != of.Identity().Tree {
			continue
		}
		q, err := h.readAsked(s.Question, shown, step)
		if err == nil && q.Kind == question.Value {
			q, err = h.readQuestion(ctx, s.Question, shown, step)
		}
		if err != nil {
			return nil, err
		}
		if q.Kind.Shape != question.NodeShape {
			list = append(list, judge.Open{Part: i + 1, Run: identity, Shown: q.Shown(q.right.Settled)})
		}
	}
	return list, nil
}

// answeredScenes are the scenes whose questions a reader has answered. The address of a page has them.
type answeredScenes []int

// readDone reads the answered scenes. A reader begins at the address of the lesson without a scene; an
// address with a scene alone does not say what its reader has answered.
func readDone(q url.Values, scenes int) (*answeredScenes, error) {
	if q.Has("scene") && !q.Has("done") {
		return nil, nil
	}
	list := answeredScenes{}
	for text := range strings.SplitSeq(q.Get("done"), ".") {
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > scenes {
			return nil, &problem.QueryError{Name: "done", Message: fmt.Sprintf("%q is not a scene; the lesson has scenes 1 to %d", text, scenes)}
		}
		list = append(list, n)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	return &list, nil
}

func (d *answeredScenes) has(scene int) bool { return d != nil && slices.Contains(*d, scene) }

// with returns the scenes with another one; nil stays nil.
func (d *answeredScenes) with(scene int) *answeredScenes {
	if d == nil || d.has(scene) {
		return d
	}
	list := append(slices.Clone(*d), scene)
	slices.Sort(list)
	return &list
}

func (d answeredScenes) String() string {
	return words.Numbers(d, ".")
}

// scene returns the address of a scene of the lesson for the reader of the page. Scenes count from 1.
func (p *page) scene(n int) templ.SafeURL {
	if p.Done == nil {
		return address(p.Path, n)
	}
	return templ.SafeURL(p.Path + "?done=" + p.Done.String() + "&scene=" + strconv.Itoa(n))
}

// title returns the title of the lesson, as far as it may be read.
func (p *page) title() string {
	l := judge.Limit{Neutral: p.Limit.Neutral || p.Elsewhere}
	return words.MaxN(l.Title(p.Lesson.Title, "Lesson"))
}

// printed returns the address of the lesson to print for the reader of the page.
func (p *page) printed() templ.SafeURL {
	if p.Done == nil || len(*p.Done) == 0 {
		return templ.SafeURL(p.Path + "/print")
	}
	return templ.SafeURL(p.Path + "/print?done=" + p.Done.String())
}

// closedBy says what closes the scene.
func (p *page) closedBy() string { return closedBy(p.Limit) }

func closedBy(l judge.Limit) string {
	return "It goes on where the question of " + scenesInWords(l.By) + " ends. Answer that question first."
}

func scenesInWords(list []int) string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = "scene " + strconv.Itoa(n)
	}
	return trees.InWords(texts)
}

// NoteHTML returns a note in Markdown as HTML. It takes turns with the searches of others,
// because some notes take 40 ms.
func NoteHTML(ctx context.Context, note string) (string, error) {
	give, err := engine.TakeTurn(ctx)
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
	body, err := run.ReadBody(about, run.Keys)
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
