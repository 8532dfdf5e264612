package classroom_test

import (
	"fmt"
	"testing"

	"espalier/web/webtest"
)

// A lesson is presented scene by scene: what it shows and asks, and which scenes are
// open for followers.
func TestLessonInRoom(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	room := makeRoom(t, ts, `{"figure":"k1991-fig6","algorithm":"maxn"}`)
	lead, follow := dial(t, ts.URL), dial(t, ts.URL)
	lead.send(`{"type":"lead","id":"p","key":"%s"}`, room.Key)
	lead.until("room", nil)
	follow.send(`{"type":"join","id":"j","code":"%s"}`, room.Code)
	follow.until("room", nil)

	follow.send(`{"type":"scene","id":"j","lesson":"deep-fails","scene":1}`)
	follow.refused("lead it first")
	lead.send(`{"type":"open","id":"p","scenes":[0]}`)
	lead.refused("in no lesson")
	lead.send(`{"type":"scene","id":"p","lesson":"deep-fails","scene":99}`)
	lead.refused("0 to 5")
	lead.send(`{"type":"scene","id":"p","lesson":"no-lesson","scene":0}`)
	lead.refused("no such lesson")

	lead.send(`{"type":"scene","id":"p","lesson":"deep-fails","scene":1}`)
	m := follow.until("room", func(m message) bool { return m["question"] != nil })
	show, lesson, question := m["show"].(map[string]any), m["lesson"].(map[string]any), m["question"].(map[string]any)
	if show["figure"] != "k1991-fig6" || show["algorithm"] != "deep" || fmt.Sprint(show["step"]) != "11" || fmt.Sprint(lesson) != "map[id:deep-fails open:[] scene:1]" || question["kind"] != "choice" || question["correct"] != nil {
		t.Errorf("%v", m)
	}
	lead.send(`{"type":"open","id":"p","scenes":[3,2,2]}`)
	follow.until("room", func(m message) bool { return fmt.Sprint(m["lesson"]) == "map[id:deep-fails open:[2 3] scene:1]" })
	lead.send(`{"type":"open","id":"p","scenes":[6]}`)
	lead.refused("0 to 5")
	lead.send(`{"type":"scene","id":"p","lesson":"deep-fails","scene":2}`)
	m = follow.until("room", func(m message) bool { return fmt.Sprint(m["lesson"]) == "map[id:deep-fails open:[2 3] scene:2]" })
	if m["question"] != nil {
		t.Errorf("scene 2 asks nothing, and the question is %v", m["question"])
	}
}
