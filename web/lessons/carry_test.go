package lessons_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"espalier/web/lessons"
	"espalier/web/webtest"
)

// ownLesson has a saved tree, the position of a game, a private note, and a choice with its right answer.
func ownLesson(t *testing.T, ts *httptest.Server) (id, key string) {
	t.Helper()
	tree := webtest.MakeTree(t, ts, webtest.Korf6Source)
	body := `{"title":"Week 3 & 4","scenes":[
		{"show":{"saved":"` + tree.ID + `","algorithm":"deep","step":11},"note":"*One* < two","private":"Ask Ada.","question":{"kind":"cut","node":3}},
		{"show":{"game":{"id":"tic-tac-toe"},"expand":2,"algorithm":"maxn","step":0},"note":"A game."},
		{"show":{"figure":"k1991-fig6","algorithm":"deep","step":2},"question":{"kind":"choice","text":"Which one?","choices":["a","b"],"correct":1}}]}`
	resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", body)
	if resp.StatusCode != http.StatusCreated {
		t.Fatalf("POST lessons = %s %s", resp.Status, b)
	}
	made := decoded(t, b)
	return made["id"].(string), made["key"].(string)
}

// With the key a copy has everything; with the id what readers may know; of a lesson and a chapter that come with
// Espalier everything.
func TestCopy(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, key := ownLesson(t, ts)
	copied := func(of, body string) map[string]any {
		t.Helper()
		resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons/"+of+"/copy", body)
		if resp.StatusCode != http.StatusCreated {
			t.Fatalf("copy of %s = %s %s", of, resp.Status, b)
		}
		conforms(t, "CreatedLesson", b)
		made := decoded(t, b)
		if made["id"] == id || made["key"] == key {
			t.Error("the copy has the key of the lesson")
		}
		_, b = webtest.Get(t, ts.URL+"/api/v1/lessons/"+made["key"].(string))
		return decoded(t, b)
	}
	_, b := webtest.Get(t, ts.URL+"/api/v1/lessons/"+key)
	whole := decoded(t, b)
	mine := copied(key, `{}`)
	if mine["title"] != "Copy of Week 3 & 4" || fmt.Sprint(mine["scenes"]) != fmt.Sprint(whole["scenes"]) {
		t.Errorf("the copy is %v", mine)
	}
	if named := copied(key, `{"title":"Week 5"}`); named["title"] != "Week 5" {
		t.Errorf("the title is %v", named["title"])
	}
	_, b = webtest.Get(t, ts.URL+"/api/v1/lessons/"+id)
	if others := copied(id, `{}`); fmt.Sprint(others["scenes"]) != fmt.Sprint(decoded(t, b)["scenes"]) {
		t.Errorf("a copy by the id is %v", others)
	}
	for _, of := range []string{"deep-fails", "learn-paranoid"} {
		_, b = webtest.Get(t, ts.URL+"/api/v1/lessons/"+of)
		if own := copied(of, `{}`); len(own["scenes"].([]any)) != len(decoded(t, b)["scenes"].([]any)) {
			t.Errorf("the copy of %s is %v", of, own)
		}
	}
	resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons/"+id+"/copy", `{"name":"x"}`)
	webtest.CheckProblem(t, resp, b, 422, "name", "title")
	resp, b = webtest.Post(t, ts.URL+"/api/v1/lessons/"+id+"/copy", `{"title":"`+strings.Repeat("x", lessons.MaxTitle+1)+`"}`)
	webtest.CheckProblem(t, resp, b, 413, "title", "characters")
	resp, b = webtest.Post(t, ts.URL+"/api/v1/lessons/nothing/copy", `{}`)
	webtest.CheckProblem(t, resp, b, 404, "lesson", "no such lesson")
}

// A file shows the same on another server, with its trees, also after it was changed by hand.
func TestFile(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, other := webtest.ServeWithStore(t)
	id, key := ownLesson(t, ts)
	resp, file := webtest.Get(t, ts.URL+"/api/v1/lessons/"+key+"/file")
	if resp.StatusCode != 200 || resp.Header.Get("Content-Disposition") != `attachment; filename="lesson-week-3-4.json"` {
		t.Fatalf("the file = %s %v %s", resp.Status, resp.Header, file)
	}
	conforms(t, "CarriedLesson", file)
	text := string(file)
	for _, part := range []string{"\n  \"title\": \"Week 3 & 4\"", `"note": "*One* < two"`, `"private": "Ask Ada."`, `"correct": 1`, `"text": "players 3`} {
		if !strings.Contains(text, part) {
			t.Errorf("the file has no %s:\n%s", part, text)
		}
	}
	if strings.Contains(text, "saved") || strings.Contains(text, key) {
		t.Errorf("the file names a tree of this server, or the key:\n%s", text)
	}
	picture := func(ts *httptest.Server, show any) string {
		t.Helper()
		body, _ := json.Marshal(map[string]any{"show": show})
		resp, b := webtest.Post(t, ts.URL+"/lessons/picture", string(body))
		if resp.StatusCode != 200 {
			t.Fatalf("the picture = %s %s", resp.Status, b)
		}
		return string(b)
	}
	resp, b := webtest.Post(t, other.URL+"/api/v1/lessons/import", text)
	if resp.StatusCode != http.StatusCreated {
		t.Fatalf("import = %s %s", resp.Status, b)
	}
	there := decoded(t, b)["key"].(string)
	_, b = webtest.Get(t, ts.URL+"/api/v1/lessons/"+key)
	before := decoded(t, b)["scenes"].([]any)
	_, b = webtest.Get(t, other.URL+"/api/v1/lessons/"+there)
	after := decoded(t, b)["scenes"].([]any)
	for i := range before {
		was, is := before[i].(map[string]any), after[i].(map[string]any)
		if picture(ts, was["show"]) != picture(other, is["show"]) {
			t.Errorf("scene %d shows something else on the other server", i+1)
		}
		for _, part := range []string{"note", "private", "question"} {
			if fmt.Sprint(was[part]) != fmt.Sprint(is[part]) {
				t.Errorf("scene %d has the %s %v, not %v", i+1, part, is[part], was[part])
			}
		}
	}
	_, again := webtest.Get(t, other.URL+"/api/v1/lessons/"+there+"/file")
	if string(again) != text {
		t.Errorf("the file of the other server differs:\n%s\n%s", again, text)
	}

	_, file = webtest.Get(t, ts.URL+"/api/v1/lessons/"+id+"/file")
	if text := string(file); strings.Contains(text, "Ask Ada") || strings.Contains(text, "correct") {
		t.Errorf("the file for readers has what only the author may see:\n%s", text)
	}
}

func TestImportRefuses(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const format = `{"format":"espalier/lesson/1",`
	for body, want := range map[string]struct {
		status      int
		path, words string
	}{
		`{"title":"x","scenes":[]}`:                          {422, "format", "espalier/lesson/1"},
		`{"format":"espalier/assignment/1","assignment":{}}`: {422, "format", "espalier/lesson/1"},
		`[]`:                    {400, "body", "object"},
		`{"format":`:            {400, "body", "ends"},
		format + `"title":"x"}`: {422, "scenes", "missing"},
		format + `"scenes":[{"show":{"figure":"nothing"}}]}`:                                                         {422, "scenes[0].show.figure", "nothing"},
		format + `"scenes":[{"show":{"text":"players 2 1[ (1,2) "}}]}`:                                               {422, "scenes[0].show", "line 1"},
		format + `"scenes":[{"show":{"figure":"k1991-fig6"},"question":{"kind":"cut","node":99}}]}`:                  {422, "scenes[0].question.node", "99"},
		format + `"scenes":[{"show":{"figure":"k1991-fig6"}},{"show":{"saved":"` + strings.Repeat("a", 26) + `"}}]}`: {404, "scenes[1].show", "saved"},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons/import", body)
		if resp.StatusCode != want.status || !strings.Contains(string(b), want.path) || !strings.Contains(string(b), want.words) {
			t.Errorf("%.80s = %s %s", body, resp.Status, b)
		}
	}
}

// A deleted lesson is gone for everybody, and back after it was restored. After a day it is removed.
func TestDeleteAndRestore(t *testing.T) {
	clock := webtest.NewClock(time.Now())
	s, ts, end := webtest.ServeAt(t, t.TempDir(), clock)
	t.Cleanup(end)
	clock.Pass(time.Hour) // its clock is steady
	id, key := ownLesson(t, ts)
	kept, other := ownLesson(t, ts)
	ask := func(method, path string, want int) []byte {
		t.Helper()
		resp, b := webtest.Send(t, method, ts.URL+"/api/v1/lessons/"+path, "{}", "Content-Type", "application/json", "If-Match", "*")
		if resp.StatusCode != want {
			t.Fatalf("%s %s = %s %s", method, path, resp.Status, b)
		}
		return b
	}
	before := ask("GET", key, 200)
	ask("POST", id+"/restore", 404)
	ask("DELETE", key, 204)
	for _, path := range []string{key, id, key + "/file"} {
		if b := ask("GET", path, 404); !strings.Contains(string(b), "was deleted") {
			t.Errorf("GET %s = %s", path, b)
		}
	}
	ask("PUT", key, 404)
	ask("POST", key+"/copy", 404)
	ask("DELETE", key, 404)
	if resp, b := webtest.Get(t, ts.URL+"/lessons/"+id); resp.StatusCode != 404 || strings.Contains(string(b), "Week 3") {
		t.Errorf("the page of a deleted lesson = %s", resp.Status)
	}
	b := ask("POST", key+"/restore", 200)
	conforms(t, "ChangedLesson", b)
	if after := ask("GET", key, 200); fmt.Sprint(decoded(t, after)["scenes"]) != fmt.Sprint(decoded(t, before)["scenes"]) {
		t.Errorf("the restored lesson is %s", after)
	}
	ask("POST", key+"/restore", 200)

	sweep := func() {
		t.Helper()
		if err := s.Store.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	sweep()
	ask("DELETE", key, 204)
	clock.Pass(lessons.UndoTime - time.Minute)
	sweep()
	ask("POST", key+"/restore", 200)
	ask("DELETE", key, 204)
	clock.Pass(lessons.UndoTime + time.Minute)
	sweep()
	if b := ask("POST", key+"/restore", 404); !strings.Contains(string(b), "no such lesson") {
		t.Errorf("after a day = %s", b)
	}
	ask("GET", kept, 200)
	ask("GET", other, 200)
}
