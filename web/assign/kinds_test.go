package assign_test

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// Each kind that is answered by searches of its own is asked in homework, answered right and wrong, and counted. Before
// it is told what is right, nothing that a student gets has the right answer or the reason.
func TestKindsInHomework(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	var scenes []string
	for _, c := range webtest.KindCases {
		scenes = append(scenes, fmt.Sprintf(`{"show":{"text":%q,"algorithm":%q,"step":0},"question":%s}`, c.Tree, c.Algorithm, c.Question))
	}
	lesson, _ := lessonOf(t, ts, `{"title":"Kinds","scenes":[`+strings.Join(scenes, ",")+`]}`)
	for _, feedback := range []string{"at-once", "at-end"} {
		c := assigned(t, ts, `{"lesson":"`+lesson+`","feedback":"`+feedback+`"}`)
		right, wrong := c.student("Ada"), c.student("Bob")
		hidden := func(when string, k int, text string) {
			t.Helper()
			if one := webtest.KindCases[k]; strings.Contains(html.UnescapeString(text), one.Why) || strings.Contains(text, `"correct"`) {
				t.Errorf("%s, %s: before it is told, %s has the answer or the reason", feedback, one.Kind, when)
			}
		}
		for k, one := range webtest.KindCases {
			view := c.want(200, "GET", c.path(""), right, "", nil)
			if k == 0 || feedback == "at-end" {
				hidden("the API", k, string(view))
			}
			_, page := webtest.Send(t, "GET", fmt.Sprintf("%s/a/%s?part=%d", ts.URL, c.ID, k+1), "")
			hidden("the page", k, string(page))
			c.want(422, "PUT", c.path(fmt.Sprintf("/items/%d/answer", k)), right, `{"answer":"none"}`, nil)
			for token, answer := range map[string]string{right: one.Right, wrong: one.Wrong} {
				s := c.answer(token, k, answer)
				switch is := token == right; {
				case feedback == "at-end":
					if s.Right != nil || s.Why != "" || s.Correct != nil {
						t.Errorf("at-end, %s: an answer is answered with %+v", one.Kind, s)
					}
				case s.Right == nil || *s.Right != is || !strings.Contains(s.Why, one.Why) || (s.State == "right") != is:
					t.Errorf("at-once, %s: %s is judged %+v", one.Kind, answer, s)
				}
			}
		}
		for _, token := range []string{right, wrong} {
			c.want(200, "POST", c.path("/finish"), token, `{"sure":true}`, nil)
		}
		for k, item := range c.view(right).Items {
			if one := webtest.KindCases[k]; strings.Trim(string(item.Correct), "[]") != strings.Trim(one.Right, "[]") || !strings.Contains(item.Why, one.Why) {
				t.Errorf("%s, %s: at the end the item is %+v", feedback, one.Kind, item)
			}
		}
		table := string(c.want(200, "GET", c.byKey("/results.csv?for=long"), "", "", nil))
		for _, one := range webtest.KindCases {
			if strings.Count(table, ","+one.Kind+",") != 2 {
				t.Errorf("%s: the long table has no two lines of %s: %s", feedback, one.Kind, table)
			}
		}
		r := c.results()
		for _, s := range r.Students {
			want, points := "right", float64(len(webtest.KindCases))
			if s.Name == "Bob" {
				want, points = "wrong", 0
			}
			if s.Points != points {
				t.Errorf("%s: %s has %v points, want %v", feedback, s.Name, s.Points, points)
			}
			for k, item := range s.Items {
				if one := webtest.KindCases[k]; item.State != want || r.Items[k].Kind != one.Kind || want == "right" && !strings.Contains(item.Words+string(item.Answer), one.Typed) {
					t.Errorf("%s, %s: the result of %s is %+v", feedback, one.Kind, s.Name, item)
				}
			}
		}
	}
}
