package assign_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"testing"

	"espalier/web/webtest"
)

// korf is the tree of Korf 1991, Fig. 6, on which deep pruning is wrong.
const korf = `{"text":"players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]"}`

// right is a right run of shallow pruning on it, and deep one with a deep cut.
const (
	right = `{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"b","value":[5,2,2]}
{"type":"enter","id":"c","player":2}
{"type":"enter","id":"d","player":3}
{"type":"leaf","id":"e","value":[2,2,5]}
{"type":"leaf","id":"f","value":[3,0,6]}
{"type":"exit","id":"d","value":[3,0,6]}
{"type":"leaf","id":"g","value":[6,1,2]}
{"type":"exit","id":"c","value":[6,1,2]}
{"type":"exit","id":"a","value":[6,1,2]}
`
	deep = `{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"b","value":[5,2,2]}
{"type":"enter","id":"c","player":2}
{"type":"enter","id":"d","player":3}
{"type":"leaf","id":"e","value":[2,2,5]}
{"type":"prune","id":"d","cut":["f"]}
{"type":"exit","id":"d","value":[2,2,5]}
{"type":"leaf","id":"g","value":[6,1,2]}
{"type":"exit","id":"c","value":[2,2,5]}
{"type":"exit","id":"a","value":[5,2,2]}
`
)

// A taskClass is a server with a task.
type taskClass struct {
	t                      testing.TB
	ts                     *httptest.Server
	ID, Key, Join, Results string
}

// send sends a request and returns the status and the body. token: empty for none.
func (c *taskClass) send(method, path, token, body string, header ...string) (int, []byte) {
	c.t.Helper()
	if len(header) == 0 {
		header = []string{"Content-Type", "application/json"}
	}
	if token != "" {
		header = append(header, "Authorization", "Bearer "+token)
	}
	resp, b := webtest.Send(c.t, method, c.ts.URL+path, body, header...)
	return resp.StatusCode, b
}

// want sends a request, and wants a status; into may be nil.
func (c *taskClass) want(status int, method, path, token, body string, into any) []byte {
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

// setTask sets a task.
func setTask(t testing.TB, ts *httptest.Server, body string) *taskClass {
	t.Helper()
	c := &taskClass{t: t, ts: ts}
	c.want(http.StatusCreated, "POST", "/api/v1/tasks", "", body, c)
	return c
}

// student begins, and returns the token.
func (c *taskClass) student(name string) string {
	c.t.Helper()
	var s struct{ Token string }
	c.want(http.StatusCreated, "POST", c.path("/students"), "", `{"name":`+webtest.Quote(name)+`}`, &s)
	return s.Token
}

// path is below the address of the task for students, and byKey that for the teacher.
func (c *taskClass) path(rest string) string  { return "/api/v1/tasks/" + c.ID + rest }
func (c *taskClass) byKey(rest string) string { return "/api/v1/tasks/" + c.Key + rest }

// A sentRun is the state of a tree.
type sentRun struct {
	File, Error         string
	Tree                int
	Verdict, Text, URL  string
	Tries, Errors, Line int
}

type runs struct{ Runs []sentRun }

// run sends one run.
func (c *taskClass) run(token, query, trace string) sentRun {
	c.t.Helper()
	var r runs
	c.want(200, "POST", c.path("/runs"+query), token, trace, &r)
	if len(r.Runs) != 1 {
		c.t.Fatalf("%+v", r)
	}
	return r.Runs[0]
}

// files sends several files as a form; they are pairs of names and texts.
func (c *taskClass) files(token string, pairs ...string) (int, []byte) {
	c.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		part, err := form.CreateFormFile("trace", pairs[i])
		if err != nil {
			c.t.Fatal(err)
		}
		part.Write([]byte(pairs[i+1]))
	}
	form.Close()
	return c.send("POST", c.path("/runs"), token, b.String(), "Content-Type", form.FormDataContentType())
}

// A taskView is the task as a student gets it.
type taskView struct {
	Title, Algorithm, Name, Ties, Note string
	Strict                             *bool
	Trees                              []struct {
		Number, Nodes int
		Title, Text   string
		Tree          json.RawMessage
	}
	Runs []sentRun
}

func (c *taskClass) view(token string) (v taskView) {
	c.t.Helper()
	c.want(200, "GET", c.path(""), token, "", &v)
	return v
}

// taskTable is what the teacher gets.
type taskTable struct {
	Trees    []struct{ Number int }
	Students []struct {
		Name, Student string
		Runs          []sentRun
	}
}

func (c *taskClass) table() (r taskTable) {
	c.t.Helper()
	c.want(200, "GET", c.byKey("/results"), "", "", &r)
	return r
}
