package classroom

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"

	"espalier/web/problem"
)

// Lessons gives the scenes of lessons, which another package stores.
type Lessons interface {
	// SceneOf returns the show and the question (nil: none) of a scene of a lesson, and the number
	// of scenes of the lesson. Scenes are numbered from 0.
	SceneOf(ctx context.Context, lesson string, scene int) (show, question json.RawMessage, scenes int, err error)
}

// CheckScene checks the show and the question of a scene of a lesson.
func (h *Handlers) CheckScene(ctx context.Context, show, question []byte) error {
	s, info, err := h.readShow(ctx, show, nil, nil)
	if err == nil && question != nil {
		_, err = h.readQuestionOn(ctx, question, info, &s)
	}
	return err
}

// A lesson is the place of a room in a lesson.
type lesson struct {
	ID    string `json:"l"` // not sent, because with it anybody can read the whole lesson
	Scene int    `json:"s"`
	Open  []int  `json:"o,omitempty"` // scenes that followers may read on their own
}

// aliasBytes is the length of the name of a lesson in a room: too long to guess.
const aliasBytes = 12

// lessonAlias returns the name of the lesson in this room; empty: the room has no lesson. The id
// itself would let followers read scenes that are not open. The name is computed from the hash of
// the presenter's key, which only the store has. So all servers compute the same name, and it cannot
// be found by trying known ids.
func (v *value) lessonAlias() string {
	if v.Lesson == nil {
		return ""
	}
	h := hmac.New(sha256.New, []byte(v.Hash))
	h.Write([]byte("espalier/room/lesson/1\x00" + v.Lesson.ID))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:aliasBytes])
}

// lessonID returns the id of the lesson that a presenter means: by its id, or, for the room's current
// lesson, by its name in the room.
func (v *value) lessonID(name string) string {
	if name != "" && name == v.lessonAlias() {
		return v.Lesson.ID
	}
	return name
}

// scene shows a scene of a lesson and asks its question, with the given time limit if there is one.
func (r *room) scene(ctx context.Context, given *actionBody) (value, error) {
	id := ""
	if given.lesson != nil {
		var err error
		if id, err = problem.ReadString(given.lesson, "lesson"); err != nil {
			return value{}, err
		}
	}
	before := r.snapshot()
	id = before.lessonID(id)
	number, err := readScene(given.scene, "scene")
	if err != nil {
		return value{}, err
	}
	d, err := readSeconds(given.seconds)
	if err != nil {
		return value{}, err
	}
	show, question, _, err := r.h.Lessons.SceneOf(ctx, id, number)
	if err != nil {
		return value{}, err
	}
	s, info, err := r.h.readShow(ctx, show, r, nil)
	if err != nil {
		return value{}, err
	}
	if err := r.keepSource(ctx, info.source); err != nil {
		return value{}, err
	}
	begin := func(v *value) {
		before := v.Lesson
		v.Lesson = &lesson{ID: id, Scene: number}
		if before != nil && before.ID == id {
			v.Lesson.Open = before.Open
		}
		v.moveOn(&s, before == nil || before.ID != id || before.Scene != number)
		v.setShow(s)
	}
	if question == nil {
		return r.change(ctx, false, func(v *value) error {
			begin(v)
			return nil
		}, info.source)
	}
	q, err := r.h.readQuestionOn(ctx, question, info, &s)
	if err != nil {
		return value{}, err
	}
	return r.askAlong(ctx, q, d, begin, info.source)
}

func readScene(raw []byte, path string) (int, error) {
	if raw == nil {
		return 0, problem.Refused(path, "the number of the scene is missing; scenes are numbered from 0")
	}
	return problem.ReadWhole(raw, path, 0, MaxOpenScene)
}

// openScenes lets followers read some scenes of the current lesson on their own.
func (r *room) openScenes(ctx context.Context, raw []byte) (value, error) {
	if raw == nil {
		return value{}, problem.Refused("scenes", `the scenes are missing; send a list, for example {"scenes": [2, 3]}`)
	}
	elements, err := problem.SplitArray(raw, "scenes")
	if err != nil {
		return value{}, err
	}
	var open []int
	for _, e := range elements {
		n, err := readScene(e, "scenes")
		if err != nil {
			return value{}, err
		}
		open = append(open, n)
	}
	slices.Sort(open)
	open = slices.Compact(open)
	return r.change(ctx, false, func(v *value) error {
		if v.Lesson == nil {
			return problem.Refused("scenes", "the room shows no lesson; show a scene of one first")
		}
		if len(open) > 0 {
			if _, _, _, err := r.h.Lessons.SceneOf(ctx, v.Lesson.ID, open[len(open)-1]); err != nil {
				return err
			}
		}
		v.Lesson = &lesson{ID: v.Lesson.ID, Scene: v.Lesson.Scene, Open: open}
		return nil
	})
}

// noLessons is for a server without lessons.
type noLessons struct{}

func (noLessons) SceneOf(context.Context, string, int) (json.RawMessage, json.RawMessage, int, error) {
	return nil, nil, 0, &problem.Error{Status: http.StatusNotFound, Path: "lesson", Message: "this server has no lessons"}
}
