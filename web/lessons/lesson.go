package lessons

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"espalier/trees"
	"espalier/web/problem"
)

// The limits of a lesson.
const (
	// MaxLesson bounds a lesson in bytes of JSON.
	MaxLesson = 512 << 10

	// MaxScenes bounds the scenes of a lesson: more than fit into one class.
	MaxScenes = 100

	// MaxNote bounds the note of a scene and its private note, each in characters: about three
	// pages.
	MaxNote = 8 << 10

	// MaxTitle bounds a title in characters.
	MaxTitle = trees.MaxTitleRunes
)

// A Lesson is an ordered list of scenes.
type Lesson struct {
	ID       string
	Revision int
	Title    string
	Scenes   []Scene
	Deleted  int64 // when it was deleted, in ms; 0: it is not
}

// asks reports whether a scene of the lesson has a question.
func (l *Lesson) asks() bool {
	return slices.ContainsFunc(l.Scenes, func(s Scene) bool { return s.Question != nil })
}

// A Scene is one picture of a lesson.
type Scene struct {
	Show     json.RawMessage // as in the contract for rooms
	Note     string          // Markdown
	Private  string          // plain text for the presenter; readers never get it
	Question json.RawMessage // nil: none
}

// A Checker checks what a scene shows and asks.
type Checker interface {
	CheckScene(ctx context.Context, show, question []byte) error
}

// read reads the body of a new or changed lesson.
func read(ctx context.Context, check Checker, members []problem.Member) (*Lesson, error) {
	l := &Lesson{}
	var scenes []byte
	var err error
	for _, m := range members {
		switch m.Key {
		case "title":
			if !m.Absent() {
				l.Title, err = problem.ReadText(m.Raw, "title", MaxTitle)
			}
		case "scenes":
			scenes = m.Raw
		default:
			err = problem.Refused(m.Key, "there is no key %q here; the keys are title and scenes", m.Key)
		}
		if err != nil {
			return nil, err
		}
	}
	if scenes == nil {
		return nil, problem.Refused("scenes", "the scenes are missing; they must be a list")
	}
	list, err := problem.SplitArray(scenes, "scenes")
	if err != nil {
		return nil, err
	}
	if len(list) == 0 || len(list) > MaxScenes {
		return nil, problem.OverLimit("scenes", "a lesson has 1 to %d scenes; this one has %d", MaxScenes, len(list))
	}
	for i, raw := range list {
		path := fmt.Sprintf("scenes[%d]", i)
		s, err := readScene(raw, path)
		if err == nil {
			err = check.CheckScene(ctx, s.Show, s.Question)
			err = inScene(path, err)
		}
		if err != nil {
			return nil, err
		}
		l.Scenes = append(l.Scenes, s)
	}
	if size := len(l.stored()); size > MaxLesson {
		return nil, problem.OverLimit("scenes", "the lesson has %d bytes; the maximum is %d", size, MaxLesson)
	}
	return l, nil
}

// inScene adds the path of a scene to an error. That of a tree that cannot be read, or is not there, has its place in the
// tree alone.
func inScene(path string, err error) error {
	var own *problem.Error
	if err == nil || errors.As(err, &own) {
		return problem.Under(path, err)
	}
	_, place, reason := trees.Classify(err)
	status := problem.Of(err).Status
	if reason == "" || !slices.Contains([]int{http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity}, status) {
		return err // it is no fault of the scene
	}
	return &problem.Error{Status: status, Path: path + ".show", Message: strings.TrimPrefix(place+": ", ": ") + reason}
}

func readScene(raw []byte, path string) (s Scene, err error) {
	members, err := problem.SplitObject(raw, path)
	if err != nil {
		return s, err
	}
	for _, m := range members {
		switch {
		case !slices.Contains([]string{"show", "note", "private", "question"}, m.Key):
			err = problem.Refused(path+"."+m.Key, "there is no key %q here; the keys are show, note, private and question", m.Key)
		case m.Absent():
		case m.Key == "show":
			s.Show = json.RawMessage(m.Raw)
		case m.Key == "note":
			s.Note, err = problem.ReadText(m.Raw, path+".note", MaxNote)
		case m.Key == "private":
			s.Private, err = problem.ReadText(m.Raw, path+".private", MaxNote)
		default:
			s.Question = json.RawMessage(m.Raw)
		}
		if err != nil {
			return s, err
		}
	}
	if s.Show == nil {
		return s, problem.Refused(path+".show", "the show of the scene is missing")
	}
	return s, nil
}

// storedLesson is the stored form of a lesson.
type storedLesson struct {
	Revision int           `json:"revision"`
	Title    string        `json:"title"`
	Scenes   []storedScene `json:"scenes"`
	Deleted  int64         `json:"deleted,omitempty"`
}

type storedScene struct {
	Show     json.RawMessage `json:"show"`
	Note     string          `json:"note,omitempty"`
	Private  string          `json:"private,omitempty"`
	Question json.RawMessage `json:"question,omitempty"`
}

func (l *Lesson) stored() []byte {
	s := storedLesson{Revision: l.Revision, Title: l.Title, Deleted: l.Deleted}
	for _, one := range l.Scenes {
		s.Scenes = append(s.Scenes, storedScene(one))
	}
	b, err := json.Marshal(&s)
	if err != nil {
		panic(err) // the parts were read as JSON
	}
	return b
}

func readStored(id string, data []byte) (*Lesson, error) {
	var s storedLesson
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("the lesson %s cannot be read: %w", id, err)
	}
	l := &Lesson{ID: id, Revision: s.Revision, Title: s.Title, Deleted: s.Deleted}
	for _, one := range s.Scenes {
		l.Scenes = append(l.Scenes, Scene(one))
	}
	return l, nil
}

// secretKey is the key of a question that is answered with the key of the lesson alone.
const secretKey = "correct"

// forReaders returns the lesson without the right answers and private notes of its author.
// withheld: there are some.
func (l *Lesson) forReaders() (open *Lesson, withheld bool, err error) {
	lesson := *l
	lesson.Scenes = slices.Clone(l.Scenes)
	for i := range lesson.Scenes {
		s := &lesson.Scenes[i]
		withheld = withheld || s.Private != ""
		s.Private = ""
		if s.Question == nil {
			continue
		}
		members, err := problem.SplitObject(s.Question, fmt.Sprintf("scenes[%d].question", i))
		if err != nil {
			return nil, false, fmt.Errorf("the question of scene %d of the lesson %s cannot be read: %w", i, l.ID, err)
		}
		open := problem.Object{}
		for _, m := range members {
			if m.Key == secretKey {
				withheld = withheld || !m.Absent()
				continue
			}
			open = append(open, m)
		}
		s.Question = problem.Raw(open)
	}
	return &lesson, withheld, nil
}

// A lessonAnswer is a lesson as it is sent.
type lessonAnswer struct {
	ID       string        `json:"id"`
	Revision int           `json:"revision"`
	Title    string        `json:"title"`
	Scenes   []sceneAnswer `json:"scenes"`
}

type sceneAnswer struct {
	Show     json.RawMessage `json:"show"`
	Note     string          `json:"note"`
	Private  string          `json:"private,omitempty"`
	Question json.RawMessage `json:"question"` // null: none
}

func (l *Lesson) answer() lessonAnswer {
	a := lessonAnswer{l.ID, l.Revision, l.Title, []sceneAnswer{}}
	for _, s := range l.Scenes {
		a.Scenes = append(a.Scenes, sceneAnswer(s))
	}
	return a
}
