package lessons_test

import (
	"fmt"
	"html"
	"net/http"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// Each kind that a search answers is asked in a lesson, too: its page says neither the answer nor the reason before
// it is answered, an answer is judged with a reason, and a question without an answer is refused.
func TestKindsInALesson(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, c := range webtest.KindCases {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", fmt.Sprintf(`{"title": "Kinds", "scenes": [{"show": {"text": %q, "algorithm": %q, "step": 0}, "question": %s}]}`, c.Tree, c.Algorithm, c.Question))
		if resp.StatusCode != http.StatusCreated {
			t.Errorf("%s: %s", c.Question, b)
			continue
		}
		id := decoded(t, b)["id"].(string)
		_, page := webtest.Get(t, ts.URL+"/lessons/"+id)
		if text := html.UnescapeString(string(page)); strings.Contains(text, c.Why) || !strings.Contains(text, `id="question"`) {
			t.Errorf("%s: the page does not ask, or says why", c.Question)
		}
		for answer, is := range map[string]string{c.Right: `"right":true`, c.Wrong: `"right":false`} {
			_, b := webtest.Post(t, ts.URL+"/api/v1/lessons/"+id+"/answers", `{"scene": 0, "answer": `+answer+`}`)
			if said := strings.ReplaceAll(html.UnescapeString(string(b)), `": `, `":`); !strings.Contains(said, is) || !strings.Contains(said, c.Why) {
				t.Errorf("%s: %s is judged %s", c.Question, answer, b)
			}
		}
		_, page = webtest.Get(t, ts.URL+"/lessons/"+id+"?scene=1&answered=1&answer="+strings.ReplaceAll(c.Typed, " ", "%20"))
		if said := html.UnescapeString(string(page)); !strings.Contains(said, "<b>Right:</b>") || !strings.Contains(said, c.Why) {
			t.Errorf("%s: %q is not right on the page", c.Question, c.Typed)
		}
	}
	for question, says := range map[string]string{
		`{"kind": "change", "node": 2, "value": 2}`:      "the result is the same up to this value",
		`{"kind": "change", "node": 7, "value": 107}`:    "the limit is",
		`{"kind": "change", "node": 1, "value": 1}`:      "is not a leaf",
		`{"kind": "fewer"}`:                              "the algorithm of the other search is missing",
		`{"kind": "fewer", "other": "none"}`:             "there is no algorithm",
		`{"kind": "order", "node": 2}`:                   "choose a node with 2 to",
		`{"kind": "order", "node": 0}`:                   "the same number of leaves in each order",
		`{"kind": "vote", "node": 0}`:                    "a score for each player",
		`{"kind": "cut", "node": 0, "other": "minimax"}`: "has no other",
	} {
		_, b := webtest.Post(t, ts.URL+"/api/v1/lessons", fmt.Sprintf(`{"title": "Kinds", "scenes": [{"show": {"text": %q, "algorithm": "minimax", "step": 0}, "question": %s}]}`, webtest.Pearl, question))
		if !strings.Contains(string(b), says) {
			t.Errorf("%s: %s; want %q", question, b, says)
		}
	}
}
