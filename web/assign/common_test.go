package assign_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"espalier/web/webtest"
)

// A made assignment, as the API answers it.
type made struct{ ID, Key, Join, Results string }

// kinds is a lesson with a question of each kind, after a scene that only is to be read.
const kinds = `{"title":"All kinds","scenes":[
	{"show":{"figure":"k1991-fig6","algorithm":"deep","step":0},"note":"*Read* this."},
	{"show":{"figure":"k1991-fig6","algorithm":"deep","step":10},"question":{"kind":"cut","node":3}},
	{"show":{"figure":"k1991-fig6","algorithm":"deep","step":10},"question":{"kind":"value","node":3}},
	{"show":{"figure":"k1991-fig6","algorithm":"deep","step":10},"question":{"kind":"terms","step":12}},
	{"show":{"figure":"k1991-fig6","algorithm":"deep","step":10},"question":{"kind":"root","node":5,"value":[2,3,4]}},
	{"show":{"figure":"k1991-fig6","algorithm":"deep","step":10},"question":{"kind":"pick","text":"Pick one."}},
	{"show":{"figure":"k1991-fig6","algorithm":"deep","step":10},"question":{"kind":"choice","text":"Which?","choices":["one","two"],"correct":1}}]}`

// A class is a server with an assignment.
type class struct {
	t  testing.TB
	ts *httptest.Server
	made
}

// send sends a request and returns the status and the body. token: empty for none.
func (c *class) send(method, path, token, body string) (int, []byte) {
	c.t.Helper()
	header := []string{"Content-Type", "application/json"}
	if token != "" {
		header = append(header, "Authorization", "Bearer "+token)
	}
	resp, b := webtest.Send(c.t, method, c.ts.URL+path, body, header...)
	return resp.StatusCode, b
}

// want sends a request, and wants a status; into may be nil.
func (c *class) want(status int, method, path, token, body string, into any) []byte {
	c.t.Helper()
	got, b := c.send(method, path, token, body)
	if got != status {
		c.t.Fatalf("%s %s = %d, want %d: %s", method, path, got, status, b)
	}
	if into != nil {
		if err := json.Unmarshal(b, into); err != nil {
			c.t.Fatalf("%s %s: %v: %s", method, path, err, b)
		}
	}
	return b
}

// assigned makes an assignment.
func assigned(t testing.TB, ts *httptest.Server, body string) *class {
	t.Helper()
	c := &class{t: t, ts: ts}
	c.want(http.StatusCreated, "POST", "/api/v1/assignments", "", body, &c.made)
	return c
}

// lessonOf keeps a lesson, and returns its id and key.
func lessonOf(t testing.TB, ts *httptest.Server, body string) (id, key string) {
	t.Helper()
	var l struct{ ID, Key string }
	c := &class{t: t, ts: ts}
	c.want(http.StatusCreated, "POST", "/api/v1/lessons", "", body, &l)
	return l.ID, l.Key
}

// student enters, and returns the token.
func (c *class) student(name string) string {
	c.t.Helper()
	body := `{}`
	if name != "" {
		body = `{"name":` + webtest.Quote(name) + `}`
	}
	var s struct{ Token string }
	c.want(http.StatusCreated, "POST", c.path("/students"), "", body, &s)
	return s.Token
}

// path is below the address of the assignment for students.
func (c *class) path(rest string) string { return "/api/v1/assignments/" + c.ID + rest }

// byKey is below its address for the teacher.
func (c *class) byKey(rest string) string { return "/api/v1/assignments/" + c.Key + rest }

// A state is the answer to an answer.
type state struct {
	State   string
	Right   *bool
	Why     string
	Correct json.RawMessage
	Result  string
}

func (c *class) answer(token string, item int, answer string) (s state) {
	c.t.Helper()
	c.want(200, "PUT", c.path(fmt.Sprintf("/items/%d/answer", item)), token, `{"answer":`+answer+`}`, &s)
	return s
}

// An item of an assignment, as a student gets it.
type item struct {
	Item, Part           int
	Kind, Text, State    string
	Why, Tree, Algorithm string
	Question, Show       json.RawMessage
	Answer, Correct      json.RawMessage
	Right                *bool
	Tries                int
}

// A view is the assignment as a student gets it.
type view struct {
	Title, Names, Feedback, Name string
	Closes                       *int64
	Closed, Finished             bool
	Items                        []item
	Reading                      []struct{ Part int }
}

func (c *class) view(token string) (v view) {
	c.t.Helper()
	c.want(200, "GET", c.path(""), token, "", &v)
	return v
}

// results are those of the teacher.
type results struct {
	Type  string
	Items []struct {
		Kind, Text string
		Correct    json.RawMessage
	}
	Students []result
	Log      []struct{ Text string }
}

// A result is that of a student.
type result struct {
	Name, Number, Student, Note string
	Points, Of                  float64
	Late                        bool
	At, Closes                  *int64
	Items                       []struct {
		State          string
		Tries, Seconds int
		Answer         json.RawMessage
		Words          string
		Points, Of     float64
		Late           bool
		At             *int64
	}
}

func (c *class) results() (r results) {
	c.t.Helper()
	c.want(200, "GET", c.byKey("/results"), "", "", &r)
	return r
}
