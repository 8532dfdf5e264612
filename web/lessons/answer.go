package lessons

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"espalier/web/app"
	"espalier/web/problem"
)

// ServeAnswer answers POST /api/v1/lessons/{lesson}/answers: it judges an answer to the
// question of a scene. The page of the scene asks for its own markup by Accept: text/html.
func (h Pages) ServeAnswer(w http.ResponseWriter, r *http.Request) error {
	l, err := h.Lessons.Load(r.Context(), chi.URLParam(r, "lesson"))
	if err != nil {
		return err
	}
	scene, v, err := h.judgeBody(w, r, l)
	if err != nil {
		return err
	}
	if strings.HasPrefix(r.Header.Get("Accept"), "text/html") {
		h.Render(w, r, http.StatusOK, verdictView(v, address(pathOf(l), scene+1)))
		return nil
	}
	answer := struct {
		Right   *bool           `json:"right"` // null: it is not known
		Correct json.RawMessage `json:"correct"`
		Why     string          `json:"why"`
	}{Correct: v.Answer, Why: v.inOneText()}
	if v.Known {
		answer.Right = &v.Right
	}
	app.Answer(w, http.StatusOK, answer)
	return nil
}

// judgeBody judges the answer in the body of a request. Scenes count from 0.
func (h Pages) judgeBody(w http.ResponseWriter, r *http.Request, l *Lesson) (scene int, v *verdict, err error) {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return 0, nil, err
	}
	var given struct{ scene, answer []byte }
	if err := problem.ReadFields(members, "", problem.Field{Key: "scene", Raw: &given.scene}, problem.Field{Key: "answer", Raw: &given.answer}); err != nil {
		return 0, nil, err
	}
	if given.scene == nil {
		return 0, nil, problem.Refused("scene", "the number of the scene is missing; scenes are numbered from 0")
	}
	if scene, err = problem.ReadWhole(given.scene, "scene", 0, len(l.Scenes)-1); err != nil {
		return 0, nil, err
	}
	s := &l.Scenes[scene]
	if s.Question == nil {
		return 0, nil, problem.Refused("scene", "scene %d has no question", scene)
	}
	if given.answer == nil {
		return 0, nil, problem.Refused("answer", "the answer is missing")
	}
	shown, step, err := h.readShow(r.Context(), s.Show)
	if err != nil {
		return 0, nil, err
	}
	q, err := h.readQuestion(r.Context(), s.Question, shown, step)
	if err != nil {
		return 0, nil, err
	}
	v, err = h.judge(r.Context(), q, given.answer)
	return scene, v, err
}
