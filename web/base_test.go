package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/gorilla/websocket"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// serveAt starts a server with a library, which clients reach under an address; empty: its own.
func serveAt(t *testing.T, address string) *httptest.Server {
	t.Helper()
	c := app.Config{}
	var err error
	if address != "" {
		if c.Base, err = app.ParseBase(address); err != nil {
			t.Fatal(err)
		}
	}
	if c.Library, err = treestore.Open(treestore.Config{Dir: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	s := web.New(c)
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(context.Background())
		ts.Close()
		c.Library.Close()
	})
	return ts
}

// The cookie of a presenter is for this server alone, and is sent by https alone where
// clients reach the server by it.
func TestPresentersCookieFollowsBaseURL(t *testing.T) {
	for _, c := range []struct {
		address, scheme, path string
		secure                bool
	}{
		{"https://example.edu/espalier", "", "/espalier", true},
		{"https://example.edu", "", "/", true},
		{"http://example.edu:8080/a/b", "https", "/a/b", false}, // -base-url counts, and no header
		{"", "", "/", false},
		{"", "https", "/", true},
	} {
		ts := serveAt(t, c.address)
		_, b := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":{"figure":"k1991-fig6","algorithm":"deep"}}`)
		var room struct{ Code, Key string }
		if err := json.Unmarshal(b, &room); err != nil || room.Key == "" {
			t.Fatalf("%v: %s", err, b)
		}
		resp, _ := webtest.Send(t, "GET", ts.URL+"/present/"+room.Key, "", "X-Forwarded-Proto", c.scheme)
		cookies := resp.Cookies()
		if len(cookies) != 1 {
			t.Fatalf("%s: %s, %d cookies", c.address, resp.Status, len(cookies))
		}
		if got := cookies[0]; got.Path != c.path || got.Secure != c.secure || !got.HttpOnly || got.SameSite != http.SameSiteStrictMode {
			t.Errorf("under %q by %q the cookie has path %q, Secure %v; want %q, %v: %v", c.address, c.scheme, got.Path, got.Secure, c.path, c.secure, got)
		}
	}
}

// Where clients reach the server under an address, only pages of that origin may change
// something or connect; else those of the same host, and of https where that is known.
func TestAllowedOriginFollowsBaseURL(t *testing.T) {
	type origin struct {
		of    string
		right bool
	}
	for _, c := range []struct {
		address, scheme string
		origins         []origin
	}{
		{"https://example.edu/espalier", "", []origin{{"https://example.edu", true}, {"http://example.edu", false}, {"https://example.edu:8443", false}, {"https://www.example.edu", false}, {"null", false}, {"", true}}},
		{"https://Example.edu:443", "", []origin{{"https://example.edu", true}, {"http://example.edu", false}}},
		{"http://example.edu", "https", []origin{{"http://example.edu", true}, {"https://example.edu", false}}},
		{"", "", []origin{{"http://example.edu", true}, {"https://example.edu", true}, {"ftp://example.edu", false}, {"https://evil.example", false}, {"null", false}, {"", true}}},
		{"", "https", []origin{{"https://example.edu", true}, {"http://example.edu", false}}},
	} {
		ts := serveAt(t, c.address)
		for _, o := range c.origins {
			r, err := http.NewRequest("POST", ts.URL+"/api/v1/parse", strings.NewReader(`{"text":"players 1 1[ (1) ]"}`))
			if err != nil {
				t.Fatal(err)
			}
			header := http.Header{"X-Forwarded-Proto": {c.scheme}, "Host": {"example.edu"}}
			if o.of != "" {
				header.Set("Origin", o.of)
			}
			r.Header, r.Host = header, "example.edu"
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			b := string(webtest.Read(t, resp))
			if o.right != (resp.StatusCode == 200) || !o.right && resp.StatusCode != 403 {
				t.Errorf("under %q by %q a POST with Origin %q: %s %s", c.address, c.scheme, o.of, resp.Status, b)
			}
			ws, refused, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(ts.URL, "http")+"/ws", header)
			if o.right != (err == nil) {
				t.Errorf("under %q by %q a websocket with Origin %q: %v", c.address, c.scheme, o.of, err)
			}
			if err == nil {
				ws.Close()
			} else if refused == nil || refused.StatusCode != 403 {
				t.Errorf("the websocket with Origin %q: %v, %v", o.of, err, refused)
			}
		}
	}
	// What a browser says of itself is not enough: the server may be reached in two ways.
	ts := serveAt(t, "https://example.edu")
	resp, b := webtest.Send(t, "POST", ts.URL+"/api/v1/parse", `{}`, "Origin", ts.URL, "Sec-Fetch-Site", "same-origin")
	webtest.CheckProblem(t, resp, b, 403, "", "only pages of https://example.edu and programs")
	// What changes nothing is answered, whatever its Origin is.
	if resp, _ := webtest.Send(t, "GET", ts.URL+"/api/v1/figures", "", "Origin", "http://evil.example"); resp.StatusCode != 200 {
		t.Errorf("a GET from another origin: %s", resp.Status)
	}
}

// Whatever is made behind a proxy is at an address below its prefix: in Location, in what
// the API answers, and in the pages that forms lead to. Every route that takes a POST or PUT
// is asked, so that a new one is, too.
func TestWhatIsMadeIsBelowThePrefix(t *testing.T) {
	const origin, prefix = "https://example.edu", "/espalier"
	ts, routes := serveAt(t, origin+prefix), web.New(app.Config{})
	var tree struct{ Key, ID string }
	var lesson struct{ Key, ID string }
	var homework struct{ Key, ID string }
	var student struct{ Token string }
	token := "" // of a student
	var room struct{ Code, Key string }
	var run struct{ ID string }
	const source = `"text":"players 3 maxsum 9 1[ (5,2,2) 2[ (2,2,5) (3,0,6) ] ]"`
	const scene = `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":11},"question":{"kind":"cut","node":3}}`
	const form = "application/x-www-form-urlencoded"
	asked := map[string]bool{}
	seen := 0
	ask := func(route, body string, into any, names ...string) {
		t.Helper()
		asked[route] = true
		method, path, _ := strings.Cut(route, " ")
		header := []string{"Content-Type", "application/json"}
		if !strings.HasPrefix(body, "{") {
			header = []string{"Content-Type", form}
		}
		if method == "PUT" {
			header = append(header, "If-Match", "*")
		}
		if token != "" {
			header = append(header, "Authorization", "Bearer "+token)
		}
		resp, b := webtest.Send(t, method, ts.URL+strings.NewReplacer(names...).Replace(path), body, header...)
		if resp.StatusCode >= 400 {
			t.Fatalf("%s %s: %s %s", route, body, resp.Status, b)
		}
		below := func(what, at string) {
			rest, whole := strings.CutPrefix(at, origin)
			if !whole && (!strings.HasPrefix(at, "/") || !routes.HasPath(strings.TrimPrefix(at, prefix))) {
				return // no address of this server
			}
			if seen++; !strings.HasPrefix(rest, prefix+"/") {
				t.Errorf("%s: %s is %q, which is not below %s", route, what, at, prefix)
			}
		}
		location := resp.Header.Get("Location")
		below("Location", location)
		if (resp.StatusCode == 201 || resp.StatusCode == 303) != (location != "") {
			t.Errorf("%s: %s with the Location %q", route, resp.Status, location)
		}
		for _, line := range strings.Split(string(b), "\n") {
			var v any
			if json.Unmarshal([]byte(line), &v) == nil {
				eachText(v, func(text string) { below("an address in the answer", text) })
			}
		}
		if into != nil {
			if err := json.Unmarshal(b, into); err != nil {
				t.Fatalf("%s: %v: %s", route, err, b)
			}
		}
	}

	ask("POST /api/v1/trees", `{`+source+`}`, &tree)
	ask("POST /api/v1/trees/{id}/edits", `{"edit":{"op":"child","node":1}}`, nil, "{id}", tree.Key)
	ask("POST /edit", "text=players+2+1[(1,2)]", nil)
	ask("POST /edit/{key}", "text=players+2+1[(1,2)]", nil, "{key}", tree.Key)
	ask("POST /api/v1/lessons", `{"scenes":[`+scene+`]}`, &lesson)
	ask("PUT /api/v1/lessons/{lesson}", `{"scenes":[`+scene+`]}`, nil, "{lesson}", lesson.Key)
	ask("POST /api/v1/lessons/{lesson}/answers", `{"scene":0,"answer":[5]}`, nil, "{lesson}", lesson.ID)
	ask("POST /api/v1/lessons/{lesson}/copy", `{}`, nil, "{lesson}", lesson.Key)
	ask("POST /api/v1/lessons/{lesson}/restore", `{}`, nil, "{lesson}", lesson.Key)
	_, file := webtest.Get(t, ts.URL+prefix+"/api/v1/lessons/"+lesson.ID+"/file")
	ask("POST /api/v1/lessons/import", string(file), nil)
	ask("POST /api/v1/assignments", `{"lesson":"`+lesson.ID+`","feedback":"at-end"}`, &homework)
	ask("PUT /api/v1/assignments/{assignment}", `{"closes":null}`, nil, "{assignment}", homework.Key)
	ask("POST /api/v1/assignments/{assignment}/students", `{}`, &student, "{assignment}", homework.ID)
	token = student.Token
	ask("PUT /api/v1/assignments/{assignment}/items/{item}/answer", `{"answer":[5]}`, nil, "{assignment}", homework.ID, "{item}", "0")
	ask("POST /api/v1/assignments/{assignment}/items/{item}/final", `{}`, nil, "{assignment}", homework.ID, "{item}", "0")
	ask("PUT /api/v1/assignments/{assignment}/items/{item}", `{"counts":true}`, nil, "{assignment}", homework.Key, "{item}", "0")
	var program, other struct{ ID, Key, Token, Student string }
	token, after := "", token
	ask("POST /api/v1/assignments", `{"items":[{"program":{"algorithm":"maxn","trees":[{`+source+`}]}}]}`, &program)
	ask("POST /api/v1/assignments/{assignment}/students", `{"name":"Ada"}`, &other, "{assignment}", program.ID)
	ask("POST /api/v1/assignments/{assignment}/students", `{"name":"Bob"}`, &program, "{assignment}", program.ID)
	token = program.Token
	ask("POST /api/v1/assignments/{assignment}/items/{item}/program", `{"program":"enter(root)"}`, nil, "{assignment}", program.ID, "{item}", "0")
	ask("POST /api/v1/assignments/{assignment}/items/{item}/trace", "{\"type\":\"enter\",\"id\":0}\n{\"type\":\"leaf\",\"id\":1,\"value\":[5,2,2]}", nil, "{assignment}", program.ID, "{item}", "0")
	ask("POST /api/v1/assignments/{assignment}/runs", "{\"type\":\"enter\",\"id\":0}\n{\"type\":\"leaf\",\"id\":1,\"value\":[5,2,2]}", nil, "{assignment}", program.ID)
	ask("PUT /api/v1/assignments/{assignment}/students/{student}", `{"name":"Eve"}`, nil, "{assignment}", program.Key, "{student}", program.Student)
	ask("POST /api/v1/assignments/{assignment}/students/{student}/merge", `{"with":"`+other.Student+`"}`, nil, "{assignment}", program.Key, "{student}", program.Student)
	_, carried := webtest.Get(t, ts.URL+prefix+"/api/v1/assignments/"+program.Key+"/results.json")
	ask("POST /api/v1/assignments/import", string(carried), nil)
	var desk struct{ Key string }
	ask("POST /api/v1/desks", `{}`, &desk)
	ask("PUT /api/v1/desks/{desk}/things", `{"add":[{"kind":"assignment","key":"`+homework.Key+`"}]}`, nil, "{desk}", desk.Key)
	ask("POST /api/v1/desks/{desk}/renew", `{}`, nil, "{desk}", desk.Key)
	token = after
	ask("POST /api/v1/assignments/{assignment}/finish", `{"sure":true}`, nil, "{assignment}", homework.ID)
	ask("POST /api/v1/assignments/{assignment}/resume", `{}`, nil, "{assignment}", homework.ID)
	ask("POST /api/v1/rooms", `{"names":true,"show":{`+source+`,"algorithm":"maxn"}}`, &room)
	pupil := webtest.Dial(t, &httptest.Server{URL: ts.URL + prefix})
	pupil.Send(`{"type":"join","id":"j","code":%q,"nick":"Ada"}`, room.Code)
	waitFor(t, pupil, "room")
	_, b := webtest.Get(t, ts.URL+prefix+"/api/v1/rooms/"+room.Key+"/people")
	ada := read[struct{ People []struct{ ID string } }](t, b).People[0].ID
	ask("POST /api/v1/rooms/{room}/hand-over", "{}", nil, "{room}", room.Key)
	for _, action := range []struct{ name, body string }{
		{"show", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":3}}`}, {"ask", `{"question":{"kind":"cut","node":3}}`}, {"time", `{"seconds":60}`}, {"stop", "{}"}, {"tally", "{}"}, {"reveal", "{}"}, {"end", "{}"},
		{"pause", `{"paused":false}`}, {"anonymous", `{"on":true}`}, {"names", `{"on":true}`}, {"lock", `{"on":true}`}, {"take-out", `{"person":"` + ada + `"}`}, {"let-in", `{"person":"` + ada + `"}`}, {"scene", `{"lesson":"` + lesson.ID + `","scene":0}`}, {"open", `{"scenes":[0]}`}, {"close", "{}"},
	} {
		ask("POST /api/v1/rooms/{room}/"+action.name, action.body, nil, "{room}", room.Key)
	}
	const small = `{"parameters":{"deals":1,"tricks":2}}`
	ask("POST /api/v1/experiments/{id}/runs", small, nil, "{id}", "sk2000-table2")
	ask("POST /experiments/{id}", "deals=2&tricks=2", nil, "{id}", "sk2000-table2")
	ask("POST /api/v1/experiments/{id}/runs", `{"parameters":{"deals":5000,"tricks":6}}`, &run, "{id}", "sk2000-table2")
	ask("POST /experiments/runs/{run}/cancel", "x=1", nil, "{run}", run.ID)
	ask("POST /experiments/runs/{run}/resume", "x=1", nil, "{run}", run.ID)
	ask("POST /experiments/runs/{run}/cancel", "x=1", nil, "{run}", run.ID)
	ask("POST /api/v1/experiments/runs/{run}/resume", "{}", nil, "{run}", run.ID)
	ask("POST /lessons/picture", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":3}}`, nil)
	const written = `"program":"def f(n):\n    return n.value if n.leaf else max([f(c) for c in n.children])\nresult = f(root)","text":"max[1 2]"`
	var keptProgram struct{ Key string }
	ask("POST /api/v1/programs/run", `{`+written+`}`, nil)
	ask("POST /api/v1/programs", `{`+written+`}`, &keptProgram)
	ask("PUT /api/v1/programs/{id}", `{`+written+`}`, nil, "{id}", keptProgram.Key)
	ask("POST /api/v1/programs/test", `{"program":"x = 1","algorithm":"maxn","trees":1}`, nil)
	ask("POST /api/v1/traces/check", "{\"type\":\"enter\",\"id\":1}\n{\"type\":\"leaf\",\"value\":4}\n{\"type\":\"exit\"}", nil)
	var traced struct{ Key string }
	ask("POST /api/v1/traces", "{\"type\":\"enter\",\"id\":1}\n{\"type\":\"leaf\",\"value\":4}\n{\"type\":\"exit\"}", &traced)
	ask("PUT /api/v1/traces/{id}", "{\"type\":\"leaf\",\"id\":1,\"value\":4}", nil, "{id}", traced.Key)
	resp, _ := webtest.Send(t, "PUT", ts.URL+"/espalier/api/v1/traces/"+traced.Key+"?live=1", "")
	if resp.StatusCode != http.StatusOK {
		t.Errorf("a live run = %s", resp.Status)
	}
	ask("POST /api/v1/traces/{id}/lines", "{\"type\":\"leaf\",\"id\":1,\"value\":4}\n", nil, "{id}", traced.Key)
	ask("POST /api/v1/traces/{id}/end", "", nil, "{id}", traced.Key)
	ask("POST /traces", "trace=%7B%22type%22%3A%22leaf%22%2C%22value%22%3A4%7D", nil)
	var task struct{ ID string }
	ask("POST /api/v1/tasks", `{"algorithm":"maxn","trees":[{`+source+`}]}`, &task)
	token = ""
	ask("POST /api/v1/tasks/{task}/students", `{"name":"Ada"}`, &student, "{task}", task.ID)
	token = student.Token
	ask("POST /api/v1/tasks/{task}/runs", "{\"type\":\"enter\",\"id\":0}\n{\"type\":\"leaf\",\"id\":1,\"value\":[5,2,2]}", nil, "{task}", task.ID)
	for route, body := range map[string]string{
		"trace": `{` + source + `,"algorithm":"maxn"}`, "solve": `{` + source + `,"algorithm":"maxn"}`, "compare": `{` + source + `}`, "parse": `{` + source + `}`, "ties": `{` + source + `}`,
		"region": `{` + source + `,"algorithm":"deep","leaf":3,"players":[2,3]}`, "moves": `{"game":{"id":"othello"}}`, "count": `{"game":{"id":"othello"},"depth":2}`,
		"practice/check":  `{` + source + `,"algorithm":"shallow","done":[{"type":"cut","node":4}]}`,
		"counterexamples": `{"algorithm":"deep","players":3,"branching":3,"depth":3,"nodes":15,"maxsum":9,"seed":1}`,
	} {
		ask("POST /api/v1/"+route, body, nil)
	}
	if seen < 15 {
		t.Errorf("%d addresses were seen, want 15 or more", seen)
	}
	err := chi.Walk(routes.Routes(), func(method, path string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if (method == "POST" || method == "PUT") && !asked[method+" "+path] {
			t.Errorf("this test does not ask %s %s", method, path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// eachText calls f with each text in a JSON value.
func eachText(v any, f func(string)) {
	switch v := v.(type) {
	case string:
		f(v)
	case []any:
		for _, e := range v {
			eachText(e, f)
		}
	case map[string]any:
		for _, e := range v {
			eachText(e, f)
		}
	}
}
