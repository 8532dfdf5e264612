package lessons_test

import (
	"fmt"
	"html"
	"net/http"
	"strings"
	"testing"

	"espalier/web/webtest"
)

const (
	pearl = `kind minimax a: max[ b: min[ d: 3 e: 12 f: 8 ] c: min[ g: 14 h: 7 i: 9 ] ]`
	deals = `players 3 maxsum 6 a: *[ x: 1[ <ace> b: (2,2,2) <nine> c: 2[ <ten> d: 1[ <jack> e: (3,3,0) <king> f: (0,3,3) ] <two> g: (4,1,1) ] ] y: 1[ <ace> h: (2,2,2) <nine> i: 2[ <ten> j: 1[ <jack> k: (0,3,3) <king> l: (3,3,0) ] <two> m: (4,1,1) ] ] ]`
)

// Each kind that a search answers is asked in a lesson, too: its page says neither the answer nor the reason before
// it is answered, an answer is judged with a reason, and a question without an answer is refused.
func TestKindsInALesson(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, c := range []struct {
		tree, algorithm, question string
		right, typed, wrong       string // typed: as on the page without scripts
		why                       string
	}{
		{pearl, "minimax", `{"kind": "change", "node": 7, "value": 0}`, `6`, "6", `5`, "There the result changes from 7 to 6."},
		{pearl, "minimax", `{"kind": "fewer", "other": "alphabeta"}`, `2`, "2", `0`, "Minimax evaluates 6 leaves, alpha-beta 6."},
		{pearl, "alphabeta", `{"kind": "order", "node": 0}`, `[5,1]`, "c, b", `[1,5]`, "In this order the search evaluates 4 leaves; as the tree is drawn, 6."},
		{deals, "maxn", `{"kind": "vote", "node": 0}`, `1`, "1", `0`, "The points are 4 for ace and 6 for nine."},
		{deals, "maxn", `{"kind": "plan", "node": 0}`, `0`, "0", `1`, "Over all deals the mover is sure of 4 for ace and 3 for nine."},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", fmt.Sprintf(`{"title": "Kinds", "scenes": [{"show": {"text": %q, "algorithm": %q, "step": 0}, "question": %s}]}`, c.tree, c.algorithm, c.question))
		if resp.StatusCode != http.StatusCreated {
			t.Errorf("%s: %s", c.question, b)
			continue
		}
		id := decoded(t, b)["id"].(string)
		_, page := webtest.Get(t, ts.URL+"/lessons/"+id)
		if text := html.UnescapeString(string(page)); strings.Contains(text, c.why) || !strings.Contains(text, `id="question"`) {
			t.Errorf("%s: the page does not ask, or says why", c.question)
		}
		for answer, is := range map[string]string{c.right: `"right":true`, c.wrong: `"right":false`} {
			_, b := webtest.Post(t, ts.URL+"/api/v1/lessons/"+id+"/answers", `{"scene": 0, "answer": `+answer+`}`)
			if said := strings.ReplaceAll(html.UnescapeString(string(b)), `": `, `":`); !strings.Contains(said, is) || !strings.Contains(said, c.why) {
				t.Errorf("%s: %s is judged %s", c.question, answer, b)
			}
		}
		_, page = webtest.Get(t, ts.URL+"/lessons/"+id+"?scene=1&answered=1&answer="+strings.ReplaceAll(c.typed, " ", "%20"))
		if said := html.UnescapeString(string(page)); !strings.Contains(said, "<b>Right:</b>") || !strings.Contains(said, c.why) {
			t.Errorf("%s: %q is not right on the page", c.question, c.typed)
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
		_, b := webtest.Post(t, ts.URL+"/api/v1/lessons", fmt.Sprintf(`{"title": "Kinds", "scenes": [{"show": {"text": %q, "algorithm": "minimax", "step": 0}, "question": %s}]}`, pearl, question))
		if !strings.Contains(string(b), says) {
			t.Errorf("%s: %s; want %q", question, b, says)
		}
	}
}
