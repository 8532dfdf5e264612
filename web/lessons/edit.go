package lessons

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"espalier/trace"
	"espalier/trees/games"
	"espalier/trees/layout"
	"espalier/web/draw"
	"espalier/web/judge"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/words"
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
	h.Render(w, r, http.StatusOK, editView(l, h.Sources()))
	return nil
}

// A scenePicture is what a scene shows, in the editor.
type scenePicture struct {
	Title      string // of the source, for the author
	Picture    templ.Component
	Algorithms string // that can run on the tree: a JSON list of [id, name]
	Algorithm  string // the id of that of the scene
	Sentence   trace.Sentence
	Step, Last int
	Names      string // of the nodes that can be chosen: a JSON list of [number, name]
	AsClass    bool   // it is what the class sees, not the author
	Class      *asked // the question of the class, which is open; nil: there is none
	ClassTitle string // what the class reads above the tree
	Sub        string
	Note       string // as HTML, as the class reads it
	Waits      bool   // more of it follows after the answer
}

// mostNames bounds the nodes to choose from. Of a larger tree they are those that are drawn.
const mostNames = 500

// ServePicture answers POST /lessons/picture {"show": …} with the tree at the step, as markup for
// the editor. With {"class": true, "question": …, "note": …} it is what a class sees, while the question is open if there
// is one. It is no GET, because what a scene shows may be a whole tree.
func (h Pages) ServePicture(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	var show, question []byte
	class, note := false, ""
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
		case "class":
			class, err = problem.ReadBool(m.Raw, "class")
		default:
			err = problem.UnknownKey("", m.Key, []string{"show", "class", "question", "note"})
		}
	}
	if err == nil && show == nil {
		err = problem.Refused("show", "what the scene shows is missing")
	}
	if err != nil {
		return err
	}
	p, err := h.picture(h.WithTurn(r.Context()), show, class || question != nil, question, note)
	if err != nil {
		return err
	}
	h.Render(w, r, http.StatusOK, pictureView(p))
	return nil
}

func (h Pages) picture(ctx context.Context, show []byte, class bool, question []byte, note string) (*scenePicture, error) {
	shown, step, err := h.readShow(ctx, show)
	if err != nil {
		return nil, err
	}
	if shown.Tree == nil {
		return nil, problem.Refused("show", "this scene shows a game, whose tree is not drawn here")
	}
	limit, p := judge.NoLimit, &scenePicture{Title: titleOf(shown), Algorithm: shown.Algorithm.ID}
	var algorithms [][2]string
	for _, a := range run.OnTree(shown.Tree).Algorithms(shown.Algorithm) {
		algorithms = append(algorithms, [2]string{a.ID, words.ShortName(a)})
	}
	list, err := json.Marshal(algorithms)
	if err != nil {
		return nil, err
	}
	p.Algorithms = string(list)
	if class {
		p.AsClass, p.Title = true, ""
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
			step = min(step, limit.Until)
		}
		p.ClassTitle, p.Sub = play.RoomHead(shown, shown.Tree, question != nil)
		if title, ok := gameTitle(shown); ok {
			p.ClassTitle = title // as in a room
		}
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
	if list, err = json.Marshal(names); err != nil {
		return nil, err
	}
	p.Names = string(list)
	return p, nil
}

// titleOf returns the title of what a scene shows, for its author.
func titleOf(shown *run.Resolved) string {
	if title, ok := gameTitle(shown); ok {
		return title
	}
	if f := shown.Of.Figure; f != nil {
		return f.Paper.Short + ", " + f.Figure + ": " + words.MaxN(f.Title)
	}
	return words.MaxN(words.TitleOf(shown.Tree))
}

// gameTitle returns the title of the game that a scene shows.
func gameTitle(shown *run.Resolved) (title string, ok bool) {
	g, ok := shown.Of.Source.(run.Game)
	if !ok {
		return "", false
	}
	d, err := run.ReadGameDocument(g.Raw)
	if err != nil {
		return "", false
	}
	game, ok := games.Find(d.ID)
	if !ok {
		return "", false
	}
	return game.Title, true
}
