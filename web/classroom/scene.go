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

// Lessons has the scenes of lessons, which another package keeps.
type Lessons interface {
	// SceneOf returns what a scene of a lesson shows, what it asks (nil: nothing), and
	// how many scenes the lesson has. Scenes count from 0.
	SceneOf(ctx context.Context, lesson string, scene int) (show, question json.RawMessage, scenes int, err error)
}

// CheckScene checks what a scene of a lesson shows and asks.
func (h *Handlers) CheckScene(ctx context.Context, show, question []byte) error {
	s, info, err := h.readShow(ctx, show, nil, nil)
	if err == nil && question != nil {
		_, err = h.readQuestionOn(ctx, question, info, &s)
	}
	return err
}

// A lesson is where a room is in a lesson.
type lesson struct {
	ID    string `json:"l"` // is not sent: with it anybody reads the whole lesson
	Scene int    `json:"s"`
	Open  []int  `json:"o,omitempty"` // scenes that followers may read by themselves
}

// aliasBytes is the length of the name of a lesson in a room: too long to be guessed.
const aliasBytes = 12

// lessonAlias returns the name of the lesson in this room; empty: the room is in none.
// With the id a follower could read the scenes that are not open. The name is computed
// from what only the store has, the hash of the presenter's key, so that every server has
// the same one, also of rooms that were stored before there were such names. It cannot be
// found by trying the ids that are known.
func (v *value) lessonAlias() string {
	if v.Lesson == nil {
		return ""
	}
	h := hmac.New(sha256.New, []byte(v.Hash))
	h.Write([]byte("espalier/room/lesson/1\x00" + v.Lesson.ID))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:aliasBytes])
}

// lessonID returns the id of a lesson that a presenter names: by its id, or, if the room is
// in it, by its name in the room.
func (v *value) lessonID(name string) string {
	if name != "" && name == v.lessonAlias() {
		return v.Lesson.ID
	}
	return name
}

// scene shows a scene of a lesson, and asks what it asks, perhaps with a limit of its time.
func (r *room) scene(ctx context.Context, given map[string][]byte) (value, error) {
	id := ""
	if raw, ok := given["lesson"]; ok {
		var err error
		if id, err = problem.ReadString(raw, "lesson"); err != nil {
			return value{}, err
		}
	}
	before := r.snapshot()
	id = before.lessonID(id)
	number, err := readScene(given["scene"], "scene")
	if err != nil {
		return value{}, err
	}
	d, err := readSeconds(given["seconds"])
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

// openScenes lets followers read some scenes of the present lesson by themselves.
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

// noLessons is a server without lessons.
type noLessons struct{}

func (noLessons) SceneOf(context.Context, string, int) (json.RawMessage, json.RawMessage, int, error) {
	return nil, nil, 0, &problem.Error{Status: http.StatusNotFound, Path: "lesson", Message: "this server has no lessons"}
}
