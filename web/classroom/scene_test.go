package classroom_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"espalier/web/cluster/natstest"
	"espalier/web/webtest"
)

// inScene reports whether a value is in a scene of a lesson, and has these open ones.
func inScene(m message, open string, scene int) bool {
	return m.text("lesson", "open") == open && m.number("lesson", "scene") == scene
}

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
	follow.refused("send lead first")
	lead.send(`{"type":"open","id":"p","scenes":[0]}`)
	lead.refused("the room shows no lesson")
	lead.send(`{"type":"scene","id":"p","lesson":"deep-fails","scene":99}`)
	lead.refused("0 to 5")
	lead.send(`{"type":"scene","id":"p","lesson":"no-lesson","scene":0}`)
	lead.refused("no such lesson")

	lead.send(`{"type":"scene","id":"p","lesson":"deep-fails","scene":1}`)
	m := follow.until("room", func(m message) bool { return m["question"] != nil })
	show, lesson, question := m["show"].(map[string]any), m["lesson"].(map[string]any), m["question"].(map[string]any)
	if show["figure"] != "k1991-fig6" || show["algorithm"] != "deep" || fmt.Sprint(show["step"]) != "11" || lesson["id"] == "deep-fails" || fmt.Sprint(lesson["open"]) != "[]" || fmt.Sprint(lesson["scene"]) != "1" || question["kind"] != "choice" || question["correct"] != nil {
		t.Errorf("%v", m)
	}
	lead.send(`{"type":"open","id":"p","scenes":[3,2,2]}`)
	follow.until("room", func(m message) bool { return inScene(m, "[2,3]", 1) })
	lead.send(`{"type":"open","id":"p","scenes":[6]}`)
	lead.refused("0 to 5")
	lead.send(`{"type":"scene","id":"p","lesson":"deep-fails","scene":2}`)
	m = follow.until("room", func(m message) bool { return inScene(m, "[2,3]", 2) })
	if m.at("question", "state") != "stopped" {
		t.Errorf("scene 2 asks nothing, and the question of scene 1 is %v", m["question"])
	}
}

// trees with titles by which a scene is recognised, one open, one closed.
const classLesson = `{"title": "A class", "scenes": [
	{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 11}, "question": {"kind": "choice", "text": "Which?", "choices": ["this", "that"], "correct": 1}},
	{"show": {"text": "title \"An open scene\" players 2 maxsum 3 1[ (1,2) (2,1) ]", "algorithm": "maxn"}, "note": "open-note"},
	{"show": {"text": "title \"A closed scene\" players 2 maxsum 3 1[ (0,3) (3,0) ]", "algorithm": "maxn"}, "note": "closed-note", "question": {"kind": "choice", "text": "closed-text", "choices": ["a", "b"], "correct": 0}}]}`

// A follower can read the open scenes of the lesson of a room, and nothing else of it:
// what the room says of the lesson leads to no other scene and to no right answer.
func TestClosedScenesAreNotShown(t *testing.T) {
	dir := t.TempDir()
	server, ts, end := webtest.ServeWithStoreIn(t, dir)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", classLesson)
	var lesson struct{ ID, Key string }
	if err := json.Unmarshal(b, &lesson); err != nil || resp.StatusCode != 201 {
		t.Fatalf("%s %s", resp.Status, b)
	}
	room, other := makeRoom(t, ts, fmt.Sprintf(korf6, 0)), makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	follow := dial(t, ts.URL)
	follow.send(`{"type":"join","id":"j","code":%q}`, room.Code)
	follow.until("room", nil)
	webtest.Eventually(t, 10*time.Second, func() bool { // the record is written once more when somebody has joined
		joined, _ := server.Rooms.Attended(room.Code)
		return joined
	}, "the record of the room does not say that somebody has joined")
	before := act(t, ts, room, "pause", `{"paused":false}`).number("revision")
	if v := act(t, ts, room, "scene", `{"lesson":"`+lesson.ID+`","scene":0}`); v.number("revision") != before+1 || v["question"] == nil {
		t.Errorf("a scene and its question are shown by %d revisions; in between the class could see what follows", v.number("revision")-before)
	}
	act(t, ts, room, "open", `{"scenes":[1]}`)
	value := follow.until("room", func(m message) bool { return inScene(m, "[1]", 0) && m["question"] != nil })
	alias := value.at("lesson", "id").(string)
	if got := act(t, ts, other, "scene", `{"lesson":"`+lesson.ID+`","scene":0}`).at("lesson", "id"); got == alias {
		t.Errorf("two rooms have the same name %q for a lesson", alias)
	}

	secrets := func(ts *httptest.Server, of string, address string) string {
		t.Helper()
		_, page := webtest.Get(t, ts.URL+address)
		for _, secret := range []string{lesson.ID, lesson.Key, "closed-note", "closed-text", "A closed scene", `"correct"`} {
			if strings.Contains(string(page), secret) {
				t.Errorf("%s has %s", of, secret)
			}
		}
		return string(page)
	}
	if strings.Contains(follow.last, lesson.ID) || strings.Contains(follow.last, `"correct"`) {
		t.Errorf("the message has the lesson, or what is right: %s", follow.last)
	}
	secrets(ts, "the value", "/api/v1/rooms/"+room.Code)
	secrets(ts, "the page", "/c/"+room.Code)
	secrets(ts, "a closed scene", "/c/"+room.Code+"?scene=2")
	for _, address := range []string{"/api/v1/lessons/" + alias, "/lessons/" + alias, "/lessons/" + alias + "?scene=3"} {
		if resp, _ := webtest.Get(t, ts.URL+address); resp.StatusCode != 404 {
			t.Errorf("GET %s by the name in the room: %s", address, resp.Status)
		}
	}
	if resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons/"+alias+"/answers", `{"scene":2,"answer":1}`); resp.StatusCode != 404 {
		t.Errorf("judged by the name in the room: %s %s", resp.Status, b)
	}
	for _, answers := range []string{"/answers", "/answers.csv", "/wall"} {
		if resp, _ := webtest.Get(t, ts.URL+"/api/v1/rooms/"+room.Code+answers); resp.StatusCode != 404 {
			t.Errorf("%s without the key: %s", answers, resp.Status)
		}
	}
	act(t, ts, room, "reveal", "{}")
	if m := follow.until("room", func(m message) bool { return m.at("question", "correct") != nil }); m.text("question", "correct") != "1" {
		t.Errorf("the revealed answer is %s", m.text("question"))
	}
	if page := secrets(ts, "an open scene", "/c/"+room.Code+"?scene=1"); !strings.Contains(page, "open-note") {
		t.Error("an open scene cannot be read")
	}

	// The presenter's page names the lesson in the same way, and goes on by that name.
	jar, _ := cookiejar.New(nil)
	presented, err := (&http.Client{Jar: jar}).Get(ts.URL + room.Present)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(presented.Body)
	presented.Body.Close()
	if err != nil || !strings.Contains(string(page), `data-lesson="`+alias+`"`) || strings.Contains(string(page), lesson.ID) || !strings.Contains(string(page), "closed-note") {
		t.Errorf("the presenter's page has not the name %q of the lesson, or not its notes, or the id (%v)", alias, err)
	}
	if v := act(t, ts, room, "scene", `{"lesson":"`+alias+`","scene":1}`); !inScene(v, "[1]", 1) || v.at("lesson", "id") != alias {
		t.Errorf("by the name in the room: %v", v)
	}
	if resp, b := webtest.Post(t, ts.URL+other.path("/scene"), `{"lesson":"`+alias+`","scene":2}`); resp.StatusCode != 404 {
		t.Errorf("the name is that of another room, and shows a scene: %s %s", resp.Status, b)
	}

	// The name is the same after a restart.
	end()
	_, ts, _ = webtest.ServeWithStoreIn(t, dir)
	if v := getJSON(t, ts.URL+"/api/v1/rooms/"+room.Code); v.at("lesson", "id") != alias {
		t.Errorf("after a restart the lesson is %v, and was %s", v.at("lesson", "id"), alias)
	}
	if v := act(t, ts, room, "scene", `{"lesson":"`+alias+`","scene":2}`); !inScene(v, "[1]", 2) {
		t.Errorf("after a restart, by the name in the room: %v", v)
	}
}

// The servers of a cluster have the same name for the lesson of a room, and each takes it.
func TestServersNameALessonAlike(t *testing.T) {
	_, url := natstest.Start(t, nil)
	one, _ := serveOn(t, url)
	two, _ := serveOn(t, url)
	room := makeRoom(t, one, fmt.Sprintf(korf6, 0))
	alias := act(t, one, room, "scene", `{"lesson":"deep-fails","scene":0}`).at("lesson", "id").(string)
	v := act(t, two, room, "scene", `{"lesson":"`+alias+`","scene":3}`)
	if v.at("lesson", "id") != alias || v.number("lesson", "scene") != 3 || alias == "deep-fails" {
		t.Errorf("one server names it %s, the other %v", alias, v["lesson"])
	}
}

// A lesson that comes with Espalier has no author with a key. The presenter's page has its
// private notes, and followers get none of them.
func TestPrivateNotesOfAnIncludedLesson(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	room := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	act(t, ts, room, "scene", `{"lesson":"alpha-beta","scene":3}`)
	act(t, ts, room, "open", `{"scenes":[3]}`)
	const note, private = "a small value would make", "Ask what would happen"
	jar, _ := cookiejar.New(nil)
	presented, err := (&http.Client{Jar: jar}).Get(ts.URL + room.Present)
	if err != nil {
		t.Fatal(err)
	}
	defer presented.Body.Close()
	page, err := io.ReadAll(presented.Body)
	if err != nil || !strings.Contains(string(page), note) || !strings.Contains(string(page), private) {
		t.Errorf("the presenter's page lacks a note of the scene (%v)", err)
	}
	if _, b := webtest.Get(t, ts.URL+"/c/"+room.Code+"?scene=3"); !strings.Contains(string(b), note) {
		t.Error("a follower does not get the note of an open scene")
	}
	for _, path := range []string{"/c/" + room.Code, "/c/" + room.Code + "?scene=3", "/api/v1/rooms/" + room.Code, "/lessons/alpha-beta?scene=4", "/api/v1/lessons/alpha-beta"} {
		if _, b := webtest.Get(t, ts.URL+path); strings.Contains(string(b), private) {
			t.Errorf("%s has the private note", path)
		}
	}
}

// The class reads the note of the current scene under the picture: nothing private, and what comes after the answer only
// when the question of the scene is over.
func TestClassReadsTheNoteOfAScene(t *testing.T) {
	server, ts := webtest.ServeWithStore(t)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", `{"title": "A class", "scenes": [
		{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 11}, "note": "before-answer\n\nThe stated-result is wrong.\n\n---\n\nafter-answer", "private": "for-me", "question": {"kind": "choice", "text": "Which?", "choices": ["this", "that"], "correct": 1}},
		{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 2}, "note": "second-note"},
		{"show": {"figure": "k1991-fig6", "algorithm": "maxn", "step": 0}}]}`)
	var lesson struct{ ID string }
	if err := json.Unmarshal(b, &lesson); err != nil || resp.StatusCode != 201 {
		t.Fatalf("%s %s", resp.Status, b)
	}
	room := makeRoom(t, ts, fmt.Sprintf(korf6, 0))
	webtest.Get(t, ts.URL+"/c/"+room.Code+"/note")
	if joined, _ := server.Rooms.Attended(room.Code); joined {
		t.Error("the note counts as joining, and the page of the presenter asks for it")
	}
	jar, _ := cookiejar.New(nil)
	presenter := &http.Client{Jar: jar}
	read := func(path string) string {
		resp, err := presenter.Get(ts.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != 200 {
			t.Fatalf("%s: %s %v", path, resp.Status, err)
		}
		return string(text)
	}
	read(room.Present)
	check := func(when, shown, hidden string) {
		t.Helper()
		_, page := webtest.Get(t, ts.URL+"/c/"+room.Code)
		_, note := webtest.Get(t, ts.URL+"/c/"+room.Code+"/note")
		_, projected, _ := strings.Cut(read("/present/"+room.Code+"?present=1"), `id="scene-note"`)
		projected, _, _ = strings.Cut(projected, "</section>")
		for of, text := range map[string]string{"the page": string(page), "the note": string(note), "the projector": projected} {
			for _, word := range strings.Fields(shown) {
				if !strings.Contains(text, word) {
					t.Errorf("%s: %s lacks %s", when, of, word)
				}
			}
			for _, word := range append(strings.Fields(hidden), "for-me", lesson.ID) {
				if strings.Contains(text, word) {
					t.Errorf("%s: %s has %s", when, of, word)
				}
			}
		}
	}
	scene := func(n int) {
		t.Helper()
		act(t, ts, room, "scene", fmt.Sprintf(`{"lesson":%q,"scene":%d}`, lesson.ID, n))
	}
	const all = "before-answer stated-result after-answer second-note"
	check("before the lesson", "", all)
	scene(0)
	check("while the question is open", "before-answer goes", "stated-result after-answer second-note")
	act(t, ts, room, "stop", "{}")
	check("when it takes no more answers", "before-answer goes", "stated-result after-answer")
	act(t, ts, room, "reveal", "{}")
	check("after the answer", "before-answer stated-result after-answer", "goes second-note")
	scene(1)
	check("in the next scene", "second-note", "before-answer after-answer")
	act(t, ts, room, "show", `{"show":{"figure":"k1991-fig6","algorithm":"shallow","step":3}}`)
	check("with another algorithm", "second-note", "before-answer")
	act(t, ts, room, "show", `{"show":{"figure":"s2005-fig3"}}`)
	check("beside the lesson", "", all)
	scene(0)
	act(t, ts, room, "end", "{}")
	check("when the question is ended", "before-answer after-answer", "goes")
	scene(2)
	check("in a scene without a note", "", all)
}
