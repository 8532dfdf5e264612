package lessons_test

import (
	"encoding/json"
	"html"
	"net/http"
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

// Every scene of every lesson that comes with Espalier is a page with its note, its picture and
// its question, but without the answer.
func TestIncludedLessonsAreRead(t *testing.T) {
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
				t.Errorf("%s, scene %d: its question is missing or answered", id, i+1)
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

// The engine judges an answer to each kind of question.
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
		"scene=2&answered=1&answer=1":          "3 are needed",
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
		"scene=7":                              "the lesson has scenes 1 to 6",
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
	// The run goes no further than the question until that is answered; what nobody can answer here
	// holds nothing back.
	for query, want := range map[string]string{
		"scene=1":                             `data-until="11"`,
		"scene=1&step=30":                     `data-step="11"`,
		"scene=1&step=last":                   `data-step="11"`,
		"scene=2&answered=1&answer=1":         `data-until=`,
		"scene=1&step=12&answered=1&answer=4": `data-step="12"`,
	} {
		if _, b := webtest.Get(t, ts.URL+"/lessons/"+made.ID+"?"+query); !strings.Contains(string(b), want) {
			t.Errorf("%s: the page does not have %s", query, want)
		}
	}
	for _, query := range []string{"scene=1&answered=1&answer=4", "scene=6", "scene=6&step=last"} {
		if _, b := webtest.Get(t, ts.URL+"/lessons/"+made.ID+"?"+query); strings.Contains(string(b), "data-until") {
			t.Errorf("%s: the run is held back", query)
		}
	}
	_, b = webtest.Get(t, ts.URL+"/lessons/"+made.ID+"?scene=1&answered=1&answer=4")
	if link := regexp.MustCompile(`<a href="([^"]*)">Show this step`).FindSubmatch(b); link == nil {
		t.Error("the verdict has no link to its step")
	} else if _, b := webtest.Get(t, ts.URL+html.UnescapeString(string(link[1]))); strings.Contains(string(b), "data-until") || !strings.Contains(string(b), "Not right.") {
		t.Errorf("the step of the verdict, %s, is held back or has no verdict", link[1])
	}
	if resp, _ := webtest.Get(t, ts.URL+"/lessons/"+made.Key); resp.StatusCode != 404 {
		t.Errorf("by its key: %d", resp.StatusCode)
	}
}

// Only the address of the editor contains the key, and the editor is not cached.
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

// The API judges a reader's answer by the engine or by the author's right answer.
func TestAnswersAreJudged(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	more := strings.TrimSuffix(kinds, "]}") + `,
	{"show": {"figure": "k1991-fig6", "step": 5}, "question": {"kind": "choice", "text": "Which?", "choices": ["this", "that"], "correct": null}},
	{"show": {"generate": {"kind": "random", "branching": 3, "depth": 4, "players": 3, "maxsum": 9, "seed": 5}, "algorithm": "shallow", "step": 7}, "question": {"kind": "cut", "node": 2}},
	{"show": {"figure": "k1991-fig6", "algorithm": "deep", "step": 5}}]}`
	_, b := webtest.Post(t, ts.URL+"/api/v1/lessons", more)
	var made struct{ ID, Key string }
	if err := json.Unmarshal(b, &made); err != nil || made.ID == "" {
		t.Fatalf("%v: %s", err, b)
	}
	doc := webtest.Description(t)
	for _, c := range []struct{ body, right, correct, why string }{
		{`{"scene":0,"answer":[5]}`, "true", "[5]", "f"},
		{`{"scene":0,"answer":[]}`, "false", "[5]", "f"},
		{`{"scene":1,"answer":[2,2,5]}`, "true", "[2,2,5]", "(2, 2, 5)"},
		{`{"scene":1,"answer":[1,2,6]}`, "false", "[2,2,5]", "(2, 2, 5)"},
		{`{"scene":2,"answer":[0,3]}`, "true", "[0,3]", "5"},
		{`{"scene":2,"answer":[3]}`, "false", "[0,3]", "5"},
		{`{"scene":3,"answer":true}`, "true", "true", "The result is (5, 2, 2) now, and (6, 1, 2) if f is (3, 0, 6)."},
		{`{"scene":3,"answer":false}`, "false", "true", "(6, 1, 2)"},
		{`{"scene":4,"answer":1}`, "true", "1", "The right answer is “that”."},
		{`{"answer":0,"scene":4}`, "false", "1", "The right answer is “that”."},
		{`{"scene":5,"answer":1}`, "null", "null", "no right answer"},
		{`{"scene":6,"answer":0}`, "null", "null", "no right answer"},
		{`{"scene":7,"answer":[]}`, "", "", "."},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons/"+made.ID+"/answers", c.body)
		var got struct {
			Right, Correct json.RawMessage
			Why            string
		}
		if err := json.Unmarshal(b, &got); err != nil || resp.StatusCode != 200 {
			t.Errorf("%s: %s %s", c.body, resp.Status, b)
			continue
		}
		if c.right != "" && (string(got.Right) != c.right || string(got.Correct) != c.correct) || !strings.Contains(got.Why, c.why) || got.Why == "" {
			t.Errorf("%s: %s, want %s, %s, %q", c.body, b, c.right, c.correct, c.why)
		}
		var v any
		json.Unmarshal(b, &v)
		if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", "JudgedAnswer"), v, ""); err != nil {
			t.Errorf("%s: %v", c.body, err)
		}
	}
	for _, c := range []struct {
		lesson, body, path, words string
		status                    int
	}{
		{made.ID, `{"scene":0,"answer":[99]}`, "answer[0]", "99", 422},
		{made.ID, `{"scene":0,"answer":[2]}`, "answer", "not a child", 422},
		{made.ID, `{"scene":1,"answer":1}`, "answer", "array", 422},
		{made.ID, `{"scene":4,"answer":2}`, "answer", "1", 422},
		{made.ID, `{"scene":8,"answer":1}`, "scene", "has no question", 422},
		{made.ID, `{"scene":9,"answer":1}`, "scene", "8", 422},
		{made.ID, `{"answer":1}`, "scene", "missing", 422},
		{made.ID, `{"scene":0}`, "answer", "missing", 422},
		{made.ID, `{"scene":0,"answer":null}`, "answer", "missing", 422},
		{made.ID, `{"scene":0,"answer":[5],"name":"x"}`, "name", "scene, answer", 422},
		{made.Key, `{"scene":0,"answer":[5]}`, "lesson", "no such lesson", 404},
		{"none", `{"scene":0,"answer":[5]}`, "lesson", "no such lesson", 404},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons/"+c.lesson+"/answers", c.body)
		webtest.CheckProblem(t, resp, b, c.status, c.path, c.words)
	}
	// The page gets the same as it would show it.
	resp, b := webtest.Send(t, "POST", ts.URL+"/api/v1/lessons/"+made.ID+"/answers", `{"scene":0,"answer":[4]}`, "Content-Type", "application/json", "Accept", "text/html")
	if kind := resp.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/html") || !strings.Contains(words(b), "Not right. It is: f.") || !strings.Contains(string(b), `href="/lessons/`+made.ID+`?scene=1&amp;step=`) {
		t.Errorf("as markup: %s %s", kind, b)
	}
}

// The author of a scene sees what the class sees while its question is open.
func TestPictureAsTheClassSeesIt(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const show = `"show":{"figure":"k1991-fig6","algorithm":"deep","step":12}`
	resp, b := webtest.Post(t, ts.URL+"/lessons/picture", "{"+show+"}")
	if got := words(b); resp.StatusCode != 200 || !strings.Contains(got, "This is unsound") {
		t.Fatalf("%s: %s", resp.Status, got)
	}
	for question, want := range map[string]string{
		`{"kind":"choice","text":"Is this right?","choices":["yes","no"],"correct":1}`: "Step 12. ",
		`{"kind":"terms","step":12}`: "Step 11. ",
	} {
		resp, b = webtest.Post(t, ts.URL+"/lessons/picture", "{"+show+`,"question":`+question+`,"note":"Look at *d*.\n\nIt is unsound.\n\n---\n\nBehind."}`)
		got := words(b)
		if !strings.Contains(got, "Look at d . The note goes on after the answer.") || strings.Contains(got, "Behind") {
			t.Errorf("%s: the note is %s", question, got)
		}
		for _, word := range []string{"nsound", "Failure", "may still change"} {
			if strings.Contains(string(b), word) {
				t.Errorf("%s: the class reads %q", question, word)
			}
		}
		if resp.StatusCode != 200 || !strings.Contains(got, want) || !strings.Contains(got, "Deep · ") {
			t.Errorf("%s: %s: %s, want %q", question, resp.Status, got, want)
		}
	}
}

// A printed lesson ends where its pages end: at a question that its reader has not answered.
func TestPrintEndsAtOpenQuestions(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	_, scenes := webtest.Get(t, ts.URL+"/api/v1/lessons/deep-fails")
	var own struct{ Title, Scenes json.RawMessage }
	if err := json.Unmarshal(scenes, &own); err != nil {
		t.Fatal(err)
	}
	_, b := webtest.Post(t, ts.URL+"/api/v1/lessons", `{"title":"Mine","scenes":`+strings.ReplaceAll(string(own.Scenes), `"kind":"choice"`, `"correct":1,"kind":"choice"`)+`}`)
	var made struct{ ID, Key string }
	if err := json.Unmarshal(b, &made); err != nil || made.Key == "" {
		t.Fatalf("%v: %s", err, b)
	}
	const past, title = "But who chooses between", "Failure of deep pruning"
	for path, whole := range map[string]bool{
		"deep-fails/print": false, "deep-fails/print?done=6": false, "deep-fails/print?done=2": true, "deep-fails/print?as=slides&all=1": true,
		made.ID + "/print": false, made.Key + "/print": true,
	} {
		_, b := webtest.Get(t, ts.URL+"/lessons/"+path)
		page := string(b)
		if strings.Contains(page, past) != whole || strings.Contains(page, "This scene is closed") == whole || !strings.Contains(page, "Can the search skip f safely?") {
			t.Errorf("/lessons/%s prints what is past the question of scene 2, or not its question: %t", path, !whole)
		}
		if neutral := !strings.Contains(path, made.Key) && !strings.Contains(path, "all"); neutral && strings.Contains(page, title) {
			t.Errorf("/lessons/%s has the title of the tree while a question is open", path)
		}
	}
	_, b = webtest.Get(t, ts.URL+"/lessons/deep-fails?done=2&scene=3")
	if !strings.Contains(string(b), `href="/lessons/deep-fails/print?done=2"`) {
		t.Error("the link to print does not say what was answered")
	}
}

var offered = regexp.MustCompile(`<div role="option" id="([^"]+)" data-show="([^"]+)">`)

// Each figure, exercise and game that the editor offers makes a scene with a picture, and a class sees it.
func TestOfferedSourcesMakeScenes(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", `{"scenes":[{"show":{"figure":"k1991-fig6"}}]}`)
	var lesson struct{ Key string }
	if err := json.Unmarshal(b, &lesson); err != nil || resp.StatusCode != http.StatusCreated {
		t.Fatalf("%s %s", resp.Status, b)
	}
	_, page := webtest.Get(t, ts.URL+"/lessons/"+lesson.Key+"/edit")
	all := offered.FindAllStringSubmatch(string(page), -1)
	kinds := map[string]int{}
	for _, m := range all {
		id, show := m[1], html.UnescapeString(m[2])
		for _, kind := range []string{"figure", "tree", "game"} {
			if strings.Contains(show, `"`+kind+`":`) {
				kinds[kind]++
				break
			}
		}
		resp, b := webtest.Post(t, ts.URL+"/lessons/picture", `{"class":true,"note":"See.","show":`+show+`}`)
		if text := string(b); resp.StatusCode != http.StatusOK || !strings.Contains(text, "<svg") || !strings.Contains(text, "See.") {
			t.Errorf("the picture of %s: %s %.200s", id, resp.Status, b)
		}
		if resp, b = webtest.Post(t, ts.URL+"/api/v1/lessons", `{"scenes":[{"show":`+show+`}]}`); resp.StatusCode != http.StatusCreated {
			t.Errorf("a scene of %s: %s %s", id, resp.Status, b)
		}
	}
	if kinds["figure"] < 20 || kinds["tree"] < 5 || kinds["game"] < 5 {
		t.Errorf("the editor offers %v", kinds)
	}
}
