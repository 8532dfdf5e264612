package lessonpage_test

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"

	"espalier/web/lessons"
	"espalier/web/webtest"
)

var tags = regexp.MustCompile(`<[^>]*>`)

func words(page []byte) string {
	return html.UnescapeString(strings.Join(strings.Fields(tags.ReplaceAllString(string(page), " ")), " "))
}

// Every scene of every lesson that comes with Espalier is a page with its note, its
// picture and its question, and without the answer.
func TestIncludedLessons(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, list := webtest.Get(t, ts.URL+"/lessons")
	for _, id := range lessons.Included {
		if !strings.Contains(string(list), `href="/lessons/`+id+`"`) {
			t.Errorf("%s is not in the list", id)
		}
		_, b := webtest.Get(t, ts.URL+"/api/v1/lessons/"+id)
		var l struct {
			Title  string
			Scenes []struct {
				Show     struct{ Step int }
				Question *struct{ Kind string }
			}
		}
		if err := json.Unmarshal(b, &l); err != nil {
			t.Fatal(err)
		}
		for i, s := range l.Scenes {
			resp, b := webtest.Get(t, ts.URL+"/lessons/"+id+"?scene="+string(rune('1'+i)))
			page := string(b)
			if resp.StatusCode != 200 || !strings.Contains(page, `class="note"><p>`) || !strings.Contains(page, `<svg class="tree"`) || strings.Contains(page, "**") {
				t.Errorf("%s, scene %d: %d", id, i+1, resp.StatusCode)
			}
			if want := `data-step="` + json.Number(jsonInt(s.Show.Step)).String() + `"`; !strings.Contains(page, want) {
				t.Errorf("%s, scene %d is not at its step %s", id, i+1, want)
			}
			if (s.Question != nil) != strings.Contains(page, `id="question"`) || strings.Contains(page, "lesson-verdict") {
				t.Errorf("%s, scene %d: its question is not there, or answered", id, i+1)
			}
		}
	}
}

func jsonInt(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

const kinds = `{"title": "Kinds <b>", "scenes": [
	{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 11}, "note": "*One* [x](javascript:alert(1)) <script>alert(2)</script>", "question": {"kind": "cut", "node": 3}},
	{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 5}, "question": {"kind": "value", "node": 3}},
	{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 5}, "question": {"kind": "terms", "step": 12}},
	{"show": {"figure": "k1991-fig6", "algorithm": "maxn", "step": 5}, "question": {"kind": "root", "node": 5, "value": [3,0,6]}},
	{"show": {"figure": "k1991-fig6", "step": 5}, "question": {"kind": "choice", "text": "Which?", "choices": ["this", "that"], "correct": 1}},
	{"show": {"text": "players 2 maxsum 3 1[ (1,2) (2,1) ]"}, "question": {"kind": "pick", "text": "Where?"}}]}`

// An answer to a question of each kind is judged by the engine.
func TestQuestions(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, b := webtest.Post(t, ts.URL+"/api/v1/lessons", kinds)
	var made struct{ ID, Key string }
	if err := json.Unmarshal(b, &made); err != nil || made.ID == "" {
		t.Fatalf("%v: %s", err, b)
	}
	for query, want := range map[string]string{
		"scene=1":                              "Which children of d are cut next?",
		"scene=1&answered=1&answer=5":          "Right: f.",
		"scene=1&answered=1&answer=4":          "Not right. It is: f.",
		"scene=1&answered=1":                   "Not right. It is: f.",
		"scene=2&answered=1&answer=2,2,5":      "Right: (2, 2, 5).",
		"scene=2&answered=1&answer=1,2,6":      "Not right. It is: (2, 2, 5).",
		"scene=2&answered=1&answer=1":          "3 are wanted",
		"scene=3":                              "The next step is a cut at d.",
		"scene=3&answered=1&answer=3&answer=0": "Right: a and d.",
		"scene=3&answered=1&answer=3":          "Not right. It is: a and d.",
		"scene=4":                              "Would the result change if f were (3, 0, 6)?",
		"scene=4&answered=1&answer=true":       "Right: yes.",
		"scene=4&answered=1&answer=false":      "Not right. It is: yes.",
		"scene=5&answered=1&answer=1":          "Right: that.",
		"scene=5&answered=1&answer=0":          "Not right. It is: that.",
		"scene=5&answered=1":                   "Choose an answer first.",
		"scene=6&answered=1":                   "Where?",
		"scene=7":                              "the lesson has the scenes 1 to 6",
		"scene=1&depht=3":                      "no such parameter",
	} {
		resp, b := webtest.Get(t, ts.URL+"/lessons/"+made.ID+"?"+query)
		if got := words(b); !strings.Contains(got, want) {
			t.Errorf("%s: %d %s, want %q", query, resp.StatusCode, got, want)
		}
		if page := string(b); strings.Contains(page, made.Key) || strings.Contains(page, "javascript:alert") || strings.Contains(page, "<script>alert") || strings.Contains(page, "Kinds <b>") {
			t.Errorf("%s: the page has the key, or markup of the lesson", query)
		}
	}
	if resp, _ := webtest.Get(t, ts.URL+"/lessons/"+made.Key); resp.StatusCode != 404 {
		t.Errorf("by its key: %d", resp.StatusCode)
	}
}

// The editor has the key in its address alone, and is in no cache.
func TestEditPage(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, b := webtest.Post(t, ts.URL+"/api/v1/lessons", kinds)
	var made struct{ ID, Key string }
	if err := json.Unmarshal(b, &made); err != nil || made.ID == "" {
		t.Fatalf("%v: %s", err, b)
	}
	resp, page := webtest.Get(t, ts.URL+"/lessons/"+made.Key+"/edit")
	if resp.StatusCode != 200 || strings.Contains(string(page), made.Key) || !strings.Contains(string(page), `data-id="`+made.ID+`"`) {
		t.Errorf("the editor: %d, %s", resp.StatusCode, page)
	}
	if resp.Header.Get("Cache-Control") != "private, no-store" || resp.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("the editor: %v", resp.Header)
	}
	for _, other := range []string{made.ID, "alpha-beta", "x"} {
		if resp, _ := webtest.Get(t, ts.URL+"/lessons/"+other+"/edit"); resp.StatusCode != 404 {
			t.Errorf("the editor of %s: %d", other, resp.StatusCode)
		}
	}
}
