package learn

import (
	"encoding/json"

	"espalier/web/judge"
	"espalier/web/lessons"
	"espalier/web/words"
)

// Lesson returns the chapter as a lesson that can be presented in a classroom: its scenes, and
// a scene for each question.
func (c *Chapter) Lesson(id string) *lessons.Lesson {
	l := &lessons.Lesson{ID: id, Revision: 1, Title: words.MaxN(c.Title)}
	for i := range c.Scenes {
		s := &c.Scenes[i]
		l.Scenes = append(l.Scenes, lessons.Scene{Show: c.show(s.run, s.step), Note: s.note})
	}
	for i := range c.Questions {
		q := &c.Questions[i]
		l.Scenes = append(l.Scenes, lessons.Scene{Show: c.show(q.run, q.shown()), Note: q.Words(c), Question: q.json()})
	}
	return l
}

// show returns the show of a scene.
func (c *Chapter) show(r *Recording, step int) json.RawMessage {
	return json.RawMessage(r.BodyAt(step))
}

// json is the question as a classroom asks it.
func (q *Question) json() json.RawMessage { return judge.AppendJSON(nil, &q.asked, q.run.shape()) }
