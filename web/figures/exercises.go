package figures

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees/exercises"
	"espalier/web/draw"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// exercisePath is the path of the page of an exercise.
func exercisePath(e *exercises.Exercise) string { return "/exercises/" + e.ID }

// ServeExercise answers GET /exercises/{id}: the tree, the question, and the answer, which
// is hidden until it is opened.
func (h Handlers) ServeExercise(w http.ResponseWriter, r *http.Request) error {
	id := chi.URLParam(r, "id")
	pages, err := exercisePages.Get(run.Unguarded(r.Context()), "", newExercisePages) // they are for others, too
	if err != nil {
		return err
	}
	v, ok := pages[id]
	if !ok {
		return &problem.Error{Status: http.StatusNotFound, Message: fmt.Sprintf("There is no exercise %q. The page /figures lists all of them.", id)}
	}
	if err := v.of.Allowed(r.Context()); err != nil { // the page has the answer
		return err
	}
	h.Render(w, r, http.StatusOK, exercisePage(v))
	return nil
}

// An exerciseView is the page of an exercise.
type exerciseView struct {
	*exercises.Exercise
	of            *run.Resolved
	Name          string          // of its algorithm, in a sentence
	Run, Practice string          // addresses
	Picture       templ.Component // before any search
	Searched      templ.Component // at the end of the run
	Wide          bool            // the picture does not fit on a phone
	Result        string
	Chosen        string   // the move; "": not asked for
	Missed        []string // the leaves that are not visited, with their values
	Before, After *exercises.Exercise
}

// mostNarrowScores is the number of scores side by side that can be read at the width of a
// phone. A picture with more scrolls there.
const mostNarrowScores = 9

// exercisePages are made only once, because the exercises are part of the program. A test
// makes all of them.
var exercisePages fair.Once[string, map[string]*exerciseView]

func newExercisePages(ctx context.Context) (map[string]*exerciseView, error) {
	pages := map[string]*exerciseView{}
	list := exercises.All()
	for i, e := range list {
		v, err := newExerciseView(ctx, e)
		if err != nil {
			return nil, fmt.Errorf("exercise %s: %w", e.ID, err)
		}
		if i > 0 {
			v.Before = list[i-1]
		}
		if i+1 < len(list) {
			v.After = list[i+1]
		}
		pages[e.ID] = v
	}
	return pages, nil
}

func newExerciseView(ctx context.Context, e *exercises.Exercise) (*exerciseView, error) {
	a, ok := algorithms.Find(e.Algorithm)
	if !ok {
		return nil, fmt.Errorf("no algorithm %s", e.Algorithm)
	}
	t := e.Tree
	config := engine.AlgorithmConfig{Algorithm: a, Options: engine.Options{Strict: e.Strict}}
	of := run.OnTree(t).With(config)
	end, err := of.At(ctx, engine.LastStep)
	if err != nil {
		return nil, err
	}
	q := url.Values{"text": {e.Text}, "algorithm": {e.Algorithm}}
	practice := q.Encode() // accepts both rules for ties
	if e.Strict {
		q.Set("strict", "1")
	}
	v := &exerciseView{
		Exercise: e, of: of, Name: words.InnerName(a), Run: "/tree?" + q.Encode(), Practice: "/practice?" + practice,
		Picture:  draw.Component(draw.StillPicture(t, trace.NewFold(t, nil), trace.Reasons{})),
		Searched: draw.Component(draw.StillPicture(t, end.Fold, trace.Reasons{})),
		Result:   words.FormatResult(t, e.Value, false),
	}
	scores := 0
	for n := range t.Len() {
		if t.IsLeaf(n) {
			scores += t.Width()
		}
	}
	v.Wide = scores > mostNarrowScores
	if e.Move != 0 {
		v.Chosen = t.Name(e.Move)
	}
	for _, leaf := range e.Cut {
		value, _ := t.Value(leaf)
		v.Missed = append(v.Missed, t.Name(leaf)+"\u00a0("+trace.Minus(value[0].In(t.Unit).String())+")")
	}
	return v, nil
}

// exerciseCards are the cards of the exercises. Their pictures show the trees before the
// search, because a picture of the end would show the answer.
func exerciseCards() (list []galleryCard) {
	for _, e := range exercises.All() {
		name := ""
		if a, ok := algorithms.Find(e.Algorithm); ok {
			name = a.Name
		}
		list = append(list, galleryCard{
			Href: exercisePath(e), Number: e.Source, Title: e.Title, Text: e.Question, Algorithm: e.Algorithm,
			Picture: draw.Component(draw.SmallPicture(e.Tree, trace.NewFold(e.Tree, nil))),
			found:   newFound(e.Tree, "exercise", e.ID, e.Title, e.Source, e.Question, e.Algorithm, name),
		})
	}
	return list
}

// missedText lists the leaves that are not visited.
func (v *exerciseView) missedText() string {
	if len(v.Missed) == 0 {
		return "none"
	}
	return strings.Join(v.Missed, ", ")
}
