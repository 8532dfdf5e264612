package lessons

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"espalier/trace"
	"espalier/trees/layout"
	"espalier/web/draw"
	"espalier/web/judge"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/store/key"
)

// ServeEdit answers GET /lessons/{lesson}/edit, where {lesson} is the key: the editor. Its
// script reads and saves the lesson through the API, with the key from the address of the page.
func (h Pages) ServeEdit(w http.ResponseWriter, r *http.Request) error {
	key, err := key.ParseKey(chi.URLParam(r, "lesson"))
	if err != nil {
		return &problem.Error{Status: http.StatusNotFound, Message: "There is no lesson to edit at this address."}
	}
	l, err := h.Lessons.Load(r.Context(), string(key.ID()))
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, editView(l))
	return nil
}

// A scenePicture is what a scene shows, in the editor.
type scenePicture struct {
	Picture    templ.Component
	Sentence   trace.Sentence
	Step, Last int
	Names      string // of the nodes that can be chosen: a JSON list of [number, name]
	Class      *asked // the picture is that of the class while this question is open; nil: of the author
	Sub        string // what the class reads above the tree
	Note       string // as HTML, as the class reads it
	Waits      bool   // more of it follows after the answer
}

// mostNames bounds the nodes to choose from. Of a larger tree they are those that are drawn.
const mostNames = 500

// ServePicture answers POST /lessons/picture {"show": …} with the tree at the step, as markup for
// the editor. With {"question": …, "note": …} it is what a class sees while the question is open. It is no GET,
// because what a scene shows may be a whole tree.
func (h Pages) ServePicture(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	var show, question []byte
	note := ""
	for _, m := range members {
		switch m.Key {
		case "show":
			show = m.Raw
		case "question":
			if !m.Absent() {
				question = m.Raw
			}
		case "note":
			if !m.Absent() {
				note, err = problem.ReadString(m.Raw, "note")
			}
		default:
			err = problem.UnknownKey("", m.Key, []string{"show", "question", "note"})
		}
	}
	if err == nil && show == nil {
		err = problem.Refused("show", "what the scene shows is missing")
	}
	if err != nil {
		return err
	}
	p, err := h.picture(h.WithTurn(r.Context()), show, question, note)
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, pictureView(p))
	return nil
}

func (h Pages) picture(ctx context.Context, show, question []byte, note string) (*scenePicture, error) {
	shown, step, err := h.readShow(ctx, show)
	if err != nil {
		return nil, err
	}
	if shown.Tree == nil {
		return nil, problem.Refused("show", "this scene shows a game, whose tree is not drawn here")
	}
	limit, p := judge.NoLimit, &scenePicture{}
	if question != nil {
		q, err := h.readQuestion(ctx, question, shown, step)
		if err == nil {
			p.Class, err = h.ask(ctx, q, nil)
		}
		if err != nil {
			return nil, err
		}
		of := shown.Identity()
		limit = judge.LimitOf(0, of, p.Class.Step, true, []judge.Open{{Run: of, Shown: p.Class.Step}})
		step, p.Sub = min(step, limit.Until), play.SubOf(shown, &limit)
		shown = play.Untitled(shown)
		note, p.Waits = limit.Note(note)
		if p.Note, err = NoteHTML(ctx, note); err != nil {
			return nil, err
		}
	}
	at, err := snapshotOf(ctx, shown, step)
	if err != nil {
		return nil, err
	}
	p.Step, p.Last = max(at.Step, 0), max(at.Last, 0)
	if at.Step >= 0 {
		explain := shown.Explainer()
		explain.Neutral = limit.Neutral
		p.Sentence = explain.Explain(&at.Event)
	}
	drawn := layout.Select(shown.Tree)
	p.Picture = draw.LivePictureBeside(shown.Tree, drawn, at.Fold, "scene-", nil)
	var names [][2]any
	if n := shown.Tree.Len(); n <= mostNames {
		for node := range n {
			names = append(names, [2]any{node, shown.Tree.Name(node)})
		}
	} else {
		for _, node := range drawn.Node {
			names = append(names, [2]any{node, shown.Tree.Name(int(node))})
		}
	}
	list, err := json.Marshal(names)
	p.Names = string(list)
	return p, err
}
