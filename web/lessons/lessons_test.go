package lessons_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"espalier/web/app"
	"espalier/web/lessons"
	"espalier/web/webtest"
)

const twoScenes = `{"title": "Two", "scenes": [
	{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 11}, "note": "*One*", "question": {"kind": "cut", "node": 3}},
	{"show": {"text": "players 2 maxsum 3 1[ (1,2) (2,1) ]", "algorithm": "maxn", "step": 3}, "note": null, "question": null}]}`

func decoded(t *testing.T, b []byte) (m map[string]any) {
	t.Helper()
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	return m
}

func conforms(t *testing.T, schema string, b []byte) {
	t.Helper()
	doc := webtest.Description(t)
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", schema), v, ""); err != nil {
		t.Errorf("%s: %v", schema, err)
	}
}

// A lesson is created, read, changed by a client with the newest revision, and deleted.
func TestLesson(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", twoScenes)
	if resp.StatusCode != http.StatusCreated || resp.Header.Get("ETag") != `"1"` {
		t.Fatalf("%d, ETag %s: %s", resp.StatusCode, resp.Header.Get("ETag"), b)
	}
	conforms(t, "CreatedLesson", b)
	made := decoded(t, b)
	id, key := made["id"].(string), made["key"].(string)

	resp, b = webtest.Get(t, ts.URL+"/api/v1/lessons/"+id)
	if resp.StatusCode != 200 || resp.Header.Get("ETag") != `"1"` || strings.Contains(string(b), key) {
		t.Fatalf("%d, ETag %s: %s", resp.StatusCode, resp.Header.Get("ETag"), b)
	}
	conforms(t, "Lesson", b)
	if scenes := decoded(t, b)["scenes"].([]any); len(scenes) != 2 || scenes[0].(map[string]any)["note"] != "*One*" || scenes[1].(map[string]any)["question"] != nil {
		t.Errorf("scenes %v", scenes)
	}

	put := func(key, match string, want int) *http.Response {
		t.Helper()
		header := []string{}
		if match != "" {
			header = []string{"If-Match", match}
		}
		resp, b := webtest.Send(t, "PUT", ts.URL+"/api/v1/lessons/"+key, strings.Replace(twoScenes, "Two", "Three", 1), header...)
		if resp.StatusCode != want {
			t.Errorf("If-Match %s: %d, want %d: %s", match, resp.StatusCode, want, b)
		}
		return resp
	}
	put(key, "", http.StatusPreconditionRequired)
	put(key, `"2"`, http.StatusPreconditionFailed)
	put(id, `"1"`, http.StatusNotFound)
	if resp := put(key, `"1"`, 200); resp.Header.Get("ETag") != `"2"` {
		t.Errorf("ETag %s after a change", resp.Header.Get("ETag"))
	}
	put(key, `"1"`, http.StatusPreconditionFailed)
	if _, b = webtest.Get(t, ts.URL+"/api/v1/lessons/"+id); decoded(t, b)["title"] != "Three" {
		t.Errorf("after the change: %s", b)
	}

	if resp, _ := webtest.Send(t, "DELETE", ts.URL+"/api/v1/lessons/"+id, ""); resp.StatusCode != 404 {
		t.Errorf("deleted by its id: %d", resp.StatusCode)
	}
	if resp, _ := webtest.Send(t, "DELETE", ts.URL+"/api/v1/lessons/"+key, ""); resp.StatusCode != http.StatusNoContent {
		t.Errorf("deleted: %d", resp.StatusCode)
	}
	if resp, _ := webtest.Get(t, ts.URL+"/api/v1/lessons/"+id); resp.StatusCode != 404 {
		t.Errorf("read after it was deleted: %d", resp.StatusCode)
	}
}

// If two clients change the same revision at the same time, one is refused.
func TestTwoChangeALesson(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, b := webtest.Post(t, ts.URL+"/api/v1/lessons", twoScenes)
	key := decoded(t, b)["key"].(string)
	status := make(chan int)
	for range 2 {
		go func() {
			resp, _ := webtest.Send(t, "PUT", ts.URL+"/api/v1/lessons/"+key, twoScenes, "If-Match", `"1"`)
			status <- resp.StatusCode
		}()
	}
	if a, b := <-status, <-status; a+b != 200+http.StatusPreconditionFailed {
		t.Errorf("%d and %d", a, b)
	}
}

// New lessons count like new trees: both together reach the limit.
func TestNewLessonsAreLimited(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for range app.MaxNewTrees {
		if resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", twoScenes); resp.StatusCode != http.StatusCreated {
			t.Fatalf("%d: %s", resp.StatusCode, b)
		}
	}
	resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", twoScenes)
	webtest.CheckProblem(t, resp, b, http.StatusTooManyRequests, "new_trees", "new trees")
	if resp.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestLessonRefused(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const show = `{"show": {"figure": "k1991-fig6", "algorithm": "deep"}`
	for _, c := range []struct {
		body, path, words string
		status            int
	}{
		{`{"title": "x"}`, "scenes", "missing", 422},
		{`{"scenes": []}`, "scenes", "1 to 100", 413},
		{`{"scenes": [` + show + `}], "name": "x"}`, "name", "title and scenes", 422},
		{`{"scenes": [` + show + `}, {"note": "x"}]}`, "scenes[1].show", "missing", 422},
		{`{"scenes": [` + show + `, "text": "x"}]}`, "scenes[0].text", "show, note, private and question", 422},
		{`{"scenes": [{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 1000}}]}`, "scenes[0].show.step", "0 to 22", 422},
		{`{"scenes": [{"show": {"figure": "nothing", "algorithm": "deep"}}]}`, "scenes[0].show.figure", "nothing", 422},
		{`{"scenes": [` + show + `, "question": {"kind": "guess"}}]}`, "scenes[0].question.kind", "guess", 422},
		{`{"scenes": [` + show + `, "note": "` + strings.Repeat("é", lessons.MaxNote+1) + `"}]}`, "scenes[0].note", fmt.Sprint(lessons.MaxNote), 413},
		{`{"title": "` + strings.Repeat("é", lessons.MaxTitle+1) + `", "scenes": [` + show + `}]}`, "title", fmt.Sprint(lessons.MaxTitle), 413},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", c.body)
		webtest.CheckProblem(t, resp, b, c.status, c.path, c.words)
	}
}

// The lessons that come with Espalier could be created by anyone, but they cannot be changed.
func TestIncludedLessons(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, b := webtest.Get(t, ts.URL+"/api/v1/lessons")
	conforms(t, "Lessons", b)
	for _, id := range lessons.Included {
		if !strings.Contains(string(b), `"id":"`+id+`"`) {
			t.Errorf("%s is not listed", id)
		}
		resp, lesson := webtest.Get(t, ts.URL+"/api/v1/lessons/"+id)
		if resp.StatusCode != 200 {
			t.Fatalf("%s: %d", id, resp.StatusCode)
		}
		conforms(t, "Lesson", lesson)
		m := decoded(t, lesson)
		questions := 0
		for i, s := range m["scenes"].([]any) {
			scene := s.(map[string]any)
			if note, _ := scene["note"].(string); note == "" {
				t.Errorf("%s: scene %d has no note", id, i)
			}
			if scene["question"] != nil {
				questions++
			}
		}
		if questions == 0 {
			t.Errorf("%s has no question", id)
		}
		delete(m, "id")
		delete(m, "revision")
		again, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		if resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", string(again)); resp.StatusCode != http.StatusCreated {
			t.Errorf("%s cannot be created again: %s", id, b)
		}
		if resp, _ := webtest.Send(t, "PUT", ts.URL+"/api/v1/lessons/"+id, string(again), "If-Match", `"1"`); resp.StatusCode != 404 {
			t.Errorf("%s can be changed: %d", id, resp.StatusCode)
		}
	}
}

// The key of the right answer is written so that a search for the word misses it.
const withAnswers = `{"title": "Answers", "scenes": [
	{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 11}, "question": {"kind": "choice", "text": "Which is \"correct\"?", "choices": ["this", "that"], "corr\u0065ct" : 1}},
	{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 11}, "question": {"kind": "cut", "node": 3}}]}`

// questionOf returns the question of a scene of a lesson that the API sends.
func questionOf(t *testing.T, lesson []byte, scene int) map[string]any {
	t.Helper()
	scenes, _ := decoded(t, lesson)["scenes"].([]any)
	if scene >= len(scenes) {
		return nil
	}
	one, _ := scenes[scene].(map[string]any)
	question, _ := one["question"].(map[string]any)
	return question
}

// The API returns right answers only with the key, in the path or as a bearer token. A client
// that has read a lesson without them cannot delete them by mistake.
func TestRightAnswersNeedTheKey(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	lesson := func(name string) string { return ts.URL + "/api/v1/lessons/" + name }
	_, b := webtest.Post(t, ts.URL+"/api/v1/lessons", withAnswers)
	id, key := decoded(t, b)["id"].(string), decoded(t, b)["key"].(string)
	_, b = webtest.Post(t, ts.URL+"/api/v1/lessons", withAnswers)
	otherKey := decoded(t, b)["key"].(string)

	resp, b := webtest.Get(t, lesson(id))
	conforms(t, "Lesson", b)
	question := questionOf(t, b, 0)
	if _, given := question["correct"]; given || question["text"] != `Which is "correct"?` || len(question["choices"].([]any)) != 2 {
		t.Errorf("without the key: %s", b)
	}
	readers := resp.Header.Get("ETag")
	if !strings.Contains(strings.Join(resp.Header.Values("Vary"), ","), "Authorization") {
		t.Errorf("an answer that depends on the key does not say so: %v", resp.Header)
	}
	for _, way := range []struct {
		what, name string
		header     []string
	}{{"the key", key, nil}, {"the key as bearer", id, []string{"Authorization", "bearer " + key}}} {
		resp, b := webtest.Send(t, "GET", lesson(way.name), "", way.header...)
		if got := questionOf(t, b, 0)["correct"]; resp.StatusCode != 200 || got != 1.0 || resp.Header.Get("ETag") != `"1"` {
			t.Errorf("with %s: %s, ETag %s, %s", way.what, resp.Status, resp.Header.Get("ETag"), b)
		}
		if strings.Contains(string(b), key) || !strings.Contains(resp.Header.Get("Cache-Control"), "no-store") || resp.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("with %s: %v, %s", way.what, resp.Header, b)
		}
	}
	for _, wrong := range []string{otherKey, id, "x", ""} {
		if resp, b := webtest.Send(t, "GET", lesson(id), "", "Authorization", "Bearer "+wrong); resp.StatusCode != 404 {
			t.Errorf("with the wrong key %q: %s %s", wrong, resp.Status, b)
		}
	}
	if resp, _ := webtest.Send(t, "GET", lesson(id), "", "Authorization", "Basic eDp5"); resp.StatusCode != 200 {
		t.Errorf("a password for a proxy: %s", resp.Status)
	}

	if readers == `"1"` {
		t.Errorf("the lesson without its right answers has the ETag %s of the whole one", readers)
	}
	resp, b = webtest.Send(t, "PUT", lesson(key), twoScenes, "If-Match", readers)
	webtest.CheckProblem(t, resp, b, http.StatusPreconditionFailed, "If-Match", "no right answers")
	if resp, b := webtest.Send(t, "PUT", lesson(id), twoScenes, "If-Match", `"1"`, "Authorization", "Bearer "+otherKey); resp.StatusCode != 404 {
		t.Errorf("changed with another key: %s %s", resp.Status, b)
	}
	if resp, b := webtest.Send(t, "PUT", lesson(id), withAnswers, "If-Match", `"1"`, "Authorization", "Bearer "+key); resp.StatusCode != 200 {
		t.Errorf("changed with the key as bearer: %s %s", resp.Status, b)
	}
	if resp, b := webtest.Send(t, "DELETE", lesson(id), "", "Authorization", "Bearer "+otherKey); resp.StatusCode != 404 {
		t.Errorf("deleted with another key: %s %s", resp.Status, b)
	}
	if resp, b := webtest.Send(t, "DELETE", lesson(id), "", "Authorization", "Bearer "+key); resp.StatusCode != 204 {
		t.Errorf("deleted with the key as bearer: %s %s", resp.Status, b)
	}
}

// A private note is answered with the key alone: it is in no answer by the id, on no page for
// readers and in no homework.
func TestPrivateNotesNeedTheKey(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const secret = "tell the joke"
	_, b := webtest.Post(t, ts.URL+"/api/v1/lessons", `{"title": "One", "scenes": [{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 11}, "note": "Public", "private": "`+secret+`",
		"question": {"kind": "cut", "node": 3}}]}`)
	id, key := decoded(t, b)["id"].(string), decoded(t, b)["key"].(string)
	resp, b := webtest.Get(t, ts.URL+"/api/v1/lessons/"+key)
	conforms(t, "Lesson", b)
	if !strings.Contains(string(b), `"private":"`+secret+`"`) || resp.Header.Get("ETag") != `"1"` {
		t.Errorf("with the key: %s %s", resp.Header.Get("ETag"), b)
	}
	for _, path := range []string{"/api/v1/lessons/" + id, "/lessons/" + id, "/lessons/" + id + "/print", "/lessons/" + id + "/print?private=1"} {
		if resp, b := webtest.Get(t, ts.URL+path); resp.StatusCode != 200 || strings.Contains(string(b), "joke") || !strings.Contains(string(b), "Public") {
			t.Errorf("%s: %s, %.2000s", path, resp.Status, b)
		}
	}
	if resp, b := webtest.Get(t, ts.URL+"/lessons/"+key+"/print?private=1"); !strings.Contains(string(b), secret) || !strings.Contains(resp.Header.Get("Cache-Control"), "no-store") || strings.Contains(string(b), key) {
		t.Errorf("printed with the key: %v, %.2000s", resp.Header, b)
	}
	_, b = webtest.Post(t, ts.URL+"/api/v1/assignments", `{"lesson": "`+id+`"}`)
	work := decoded(t, b)["id"].(string)
	for _, path := range []string{"/a/" + work + "?part=1", "/api/v1/assignments/" + work} {
		if _, b := webtest.Get(t, ts.URL+path); strings.Contains(string(b), "joke") {
			t.Errorf("%s has the private note: %s", path, b)
		}
	}
	resp, _ = webtest.Get(t, ts.URL+"/api/v1/lessons/"+id)
	resp, b = webtest.Send(t, "PUT", ts.URL+"/api/v1/lessons/"+key, twoScenes, "If-Match", resp.Header.Get("ETag"))
	webtest.CheckProblem(t, resp, b, http.StatusPreconditionFailed, "If-Match", "private notes")
}

// The lessons that come with Espalier have no key, and so no right answers.
func TestIncludedLessonsTellNoAnswer(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, id := range append([]string{"learn-deep-fails"}, lessons.Included...) {
		resp, b := webtest.Get(t, ts.URL+"/api/v1/lessons/"+id)
		if resp.StatusCode != 200 || strings.Contains(string(b), `"correct"`) {
			t.Errorf("%s: %s %s", id, resp.Status, b)
		}
	}
}
