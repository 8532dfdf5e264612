package assign_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/web/assign"
	"espalier/web/webtest"
)

// Every kind of question is asked, judged and explained as in a lesson.
func TestKinds(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"lesson":"`+id+`"}`)
	if c.Join != "/a/"+c.ID || c.Results != "/results/"+c.Key {
		t.Errorf("made %+v", c.made)
	}
	token := c.student("")
	v := c.view(token)
	if v.Title != "All kinds" || v.Names != "optional" || v.Feedback != "at-once" || v.Closes != nil || len(v.Items) != 6 || len(v.Reading) != 1 || v.Reading[0].Part != 1 {
		t.Fatalf("%+v", v)
	}
	for k, i := range v.Items {
		if i.Item != k || i.Part != k+2 || i.State != "open" || string(i.Answer) != "null" || i.Correct != nil || i.Why != "" || i.Text == "" || strings.Contains(string(i.Question), "correct") {
			t.Errorf("item %d before its answer: %+v", k, i)
		}
	}
	for k, want := range []struct{ answer, state, correct, why string }{
		{`[5]`, "right", `[5]`, "Correct: f. "},
		{`[5,2,3]`, "wrong", `[2,2,5]`, "Correct: (2, 2, 5)"},
		{`[0]`, "partly", `[0,3]`, "Correct: a and d"},
		{`true`, "wrong", `false`, "Correct: no"},
		{`4`, "open", `null`, "This question has no right answer"},
		{`1`, "right", `1`, "Correct: two."},
	} {
		s := c.answer(token, k, want.answer)
		if s.State != want.state || string(s.Correct) != want.correct || !strings.HasPrefix(s.Why, want.why) {
			t.Errorf("item %d: %+v, want %+v", k, s, want)
		}
		if known := want.state != "open"; (s.Right != nil) != known || known && *s.Right != (want.state == "right") {
			t.Errorf("item %d is right: %v", k, s.Right)
		}
	}
	// What was kept is there when the student comes back.
	for k, i := range c.view(token).Items {
		if i.Tries != 1 || string(i.Answer) == "null" || i.Why == "" {
			t.Errorf("item %d after its answer: %+v", k, i)
		}
	}
}

// An answer that cannot be read is refused, and counts as none.
func TestAnswersThatAreRefused(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"lesson":"`+id+`"}`)
	token := c.student("")
	for _, bad := range []struct {
		status            int
		path, token, body string
	}{
		{422, "/items/0/answer", token, `{"answer":[1]}`},
		{422, "/items/0/answer", token, `{"answer":true}`},
		{422, "/items/0/answer", token, `{}`},
		{422, "/items/0/answer", token, `{"answer":null}`},
		{422, "/items/0/answer", token, `{"answer":[5],"seconds":-1}`},
		{422, "/items/0/answer", token, `{"answer":[5],"by":"me"}`},
		{404, "/items/6/answer", token, `{"answer":[5]}`},
		{404, "/items/x/answer", token, `{"answer":[5]}`},
		{401, "/items/0/answer", "", `{"answer":[5]}`},
		{401, "/items/0/answer", c.Key, `{"answer":[5]}`},
		{401, "/items/0/answer", "nonsense", `{"answer":[5]}`},
	} {
		if status, b := c.send("PUT", c.path(bad.path), bad.token, bad.body); status != bad.status {
			t.Errorf("%s %s = %d, want %d: %s", bad.path, bad.body, status, bad.status, b)
		}
	}
	if i := c.view(token).Items[0]; i.Tries != 0 || i.State != "open" {
		t.Errorf("after refused answers: %+v", i)
	}
	for _, path := range []string{"", "/finish"} {
		method := map[string]string{"": "GET", "/finish": "POST"}[path]
		c.want(401, method, c.path(path), "", "", nil)
	}
}

// At once the first answer counts, and its right answer is shown.
func TestAtOnce(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"lesson":"`+id+`","feedback":"at-once"}`)
	token := c.student("")
	if s := c.answer(token, 0, `[]`); s.State != "wrong" || s.Right == nil || *s.Right {
		t.Errorf("the first answer: %+v", s)
	}
	if s := c.answer(token, 0, `[5]`); s.State != "wrong" {
		t.Errorf("the second answer counts: %+v", s)
	}
	if i := c.results().Students[0].Items[0]; i.State != "wrong" || i.Tries != 2 || string(i.Answer) != "[]" || i.Words != "none" {
		t.Errorf("the result: %+v", i)
	}
}

// At the end the last answer counts, and its right answer is shown when the student finishes or it closes.
func TestAtEnd(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"lesson":"`+id+`","feedback":"at-end"}`)
	one, two := c.student("One"), c.student("Two")
	for _, token := range []string{one, two} {
		for _, answer := range []string{`[]`, `[5]`} {
			if s := c.answer(token, 0, answer); s.State != "open" || s.Right != nil || s.Why != "" || s.Correct != nil {
				t.Errorf("the right answer is shown before the end: %+v", s)
			}
		}
	}
	if i := c.view(one).Items[0]; i.State != "open" || i.Tries != 2 || string(i.Answer) != "[5]" || i.Correct != nil {
		t.Errorf("before the end: %+v", i)
	}
	if i := c.results().Students[0].Items[0]; i.State != "right" || i.Tries != 2 {
		t.Errorf("the teacher sees %+v", i)
	}
	c.want(200, "POST", c.path("/finish"), one, `{"sure":true}`, nil)
	if v := c.view(one); !v.Finished || v.Items[0].State != "right" || string(v.Items[1].Correct) != "[2,2,5]" {
		t.Errorf("after the student has finished: %+v", v)
	}
	c.want(403, "PUT", c.path("/items/0/answer"), one, `{"answer":[]}`, nil)
	if i := c.view(two).Items[0]; i.State != "open" {
		t.Errorf("another student gets: %+v", i)
	}
	c.want(200, "PUT", c.byKey(""), "", `{"closes":1000}`, nil)
	if v := c.view(two); !v.Closed || v.Items[0].State != "right" || string(v.Items[1].Correct) != "[2,2,5]" {
		t.Errorf("after it closed: %+v", v)
	}
}

// After it closes nobody enters or answers, and what was answered can be read.
func TestCloses(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := assigned(t, ts, `{"lesson":"deep-fails","closes":`+fmt.Sprint(time.Now().Add(time.Hour).UnixMilli())+`}`)
	token := c.student("")
	k := slices.IndexFunc(c.view(token).Items, func(i item) bool { return i.Kind == "choice" })
	if k < 0 {
		t.Fatal("the lesson asks no choice")
	}
	c.answer(token, k, `0`)
	c.want(200, "PUT", c.byKey(""), "", `{"closes":1000}`, nil)
	status, b := c.send("PUT", c.path(fmt.Sprintf("/items/%d/answer", k)), token, `{"answer":0}`)
	if status != 403 || !strings.Contains(string(b), "closed on 1 January 1970") {
		t.Errorf("an answer after it closed: %d %s", status, b)
	}
	c.want(403, "POST", c.path("/students"), "", `{}`, nil)
	if v := c.view(token); !v.Closed || v.Items[k].Tries != 1 {
		t.Errorf("after it closed: %+v", v)
	}
	// It can be opened again.
	c.want(200, "PUT", c.byKey(""), "", `{"closes":null,"title":"Longer"}`, nil)
	c.answer(token, k, `0`)
	if v := c.view(token); v.Title != "Longer" || v.Closed {
		t.Errorf("after it was opened again: %+v", v)
	}
}

// A later edit of the lesson, or of a tree that it shows, changes nothing.
func TestItemsAreFrozen(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	tree := webtest.MakeTree(t, ts, webtest.Korf6Source)
	const lesson = `{"title":"Saved","scenes":[{"show":{"saved":"%s","algorithm":"deep","step":10},"question":{"kind":"value","node":3}}]}`
	id, key := lessonOf(t, ts, fmt.Sprintf(lesson, tree.ID))
	c := assigned(t, ts, `{"lesson":"`+id+`"}`)
	one, two := c.student(""), c.student("")
	before := c.want(200, "GET", c.path(""), one, "", nil)
	resp, b := webtest.Send(t, "PUT", ts.URL+"/api/v1/lessons/"+key, `{"title":"Other","scenes":[{"show":{"figure":"k1991-fig1"}}]}`, "Content-Type", "application/json", "If-Match", `"1"`)
	if resp.StatusCode != 200 {
		t.Fatalf("%s %s", resp.Status, b)
	}
	c.want(204, "DELETE", "/api/v1/trees/"+tree.Key, "", "", nil)
	if after := c.want(200, "GET", c.path(""), one, "", nil); string(after) != string(before) {
		t.Errorf("%s\nbecame\n%s", before, after)
	}
	if strings.Contains(string(before), tree.ID) || strings.Contains(string(before), id) {
		t.Error("a student learns the id of the tree, or of the lesson, which judges answers")
	}
	if s := c.answer(two, 0, `[2,2,5]`); s.State != "right" {
		t.Errorf("%+v", s)
	}
	if resp, page := webtest.Get(t, ts.URL+c.Join+"?part=1"); resp.StatusCode != 200 || !strings.Contains(string(page), `data-until="10"`) {
		t.Errorf("the page of the scene: %s", resp.Status)
	}
}

// What is wrong with a new assignment is named with its place.
func TestRefusedAssignments(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	silent, _ := lessonOf(t, ts, `{"title":"Silent","scenes":[{"show":{"figure":"k1991-fig1"}}]}`)
	for _, c := range []struct {
		status            int
		body, path, words string
	}{
		{422, `{}`, "lesson", "has none of them"},
		{422, `{"lesson":"deep-fails","practice":{}}`, "practice", "has several"},
		{422, `{"trees":[{"figure":"k1991-fig6"}]}`, "algorithm", "is missing"},
		{422, `{"trees":[{"figure":"k1991-fig6"}],"algorithm":"maxn","lesson":"maxn"}`, "lesson", "one of lesson, practice and trees"},
		{422, `{"items":[{"program":{"algorithm":"maxn","trees":[{"figure":"nothing"}]}}]}`, "items[0].program.trees[0].figure", ""},
		{422, `{"items":[{"program":{"algorithm":"maxn"}}]}`, "items[0].program.trees", "needs a tree"},
		{404, `{"lesson":"nothing"}`, "lesson", "no such lesson"},
		{422, `{"lesson":"` + silent + `"}`, "lesson", "no scene of this lesson has a question"},
		{422, `{"lesson":"deep-fails","names":"all"}`, "names", "required, optional, none"},
		{422, `{"lesson":"deep-fails","feedback":"never"}`, "feedback", "at-once, at-end"},
		{422, `{"lesson":"deep-fails","closes":"soon"}`, "closes", ""},
		{422, `{"lesson":"deep-fails","closes":-1}`, "closes", ""},
		{422, `{"lesson":"deep-fails","more":1}`, "more", "there is no key"},
		{413, `{"lesson":"deep-fails","title":"` + strings.Repeat("a", assign.MaxTitle+1) + `"}`, "title", "the maximum is"},
		{422, `{"practice":{}}`, "practice.algorithm", "is missing"},
		{422, `{"practice":{"algorithm":"magic"}}`, "practice.algorithm", "no algorithm"},
		{422, `{"practice":{"algorithm":"maxn","exercises":21}}`, "practice.exercises", ""},
		{422, `{"practice":{"algorithm":"maxn","exercises":0}}`, "practice.exercises", ""},
		{422, `{"practice":{"algorithm":"maxn","depth":7}}`, "practice.depth", "from 1 to 6"},
		{422, `{"practice":{"algorithm":"maxn","depth":"3"}}`, "practice.depth", ""},
		{422, `{"practice":{"algorithm":"maxn","size":3}}`, "practice.size", "there is no key"},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/assignments", c.body)
		t.Log(c.body)
		webtest.CheckProblem(t, resp, b, c.status, c.path, c.words)
	}
}

// Only the key changes, deletes and reads results; the cookie of the page of the results
// represents it.
func TestKeys(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c, other := assigned(t, ts, `{"lesson":"deep-fails"}`), assigned(t, ts, `{"lesson":"deep-fails"}`)
	token := c.student("Ada")
	for _, key := range []string{"", token, other.Key} {
		for _, r := range []struct{ method, path, body string }{
			{"PUT", "", `{"title":"Mine"}`}, {"DELETE", "", ""}, {"GET", "/results", ""}, {"GET", "/results.csv", ""},
		} {
			if status, b := c.send(r.method, c.path(r.path), key, r.body); status != 404 {
				t.Errorf("%s %s with %q = %d %s", r.method, r.path, key, status, b)
			}
		}
	}
	c.want(200, "GET", c.path("/results"), c.Key, "", nil)
	c.want(422, "PUT", c.byKey(""), "", `{"lesson":"maxn"}`, nil)
	c.want(422, "PUT", c.byKey(""), "", `{"names":"all"}`, nil)
	c.want(422, "PUT", c.byKey(""), "", `{"more":1}`, nil)
	b := c.want(200, "PUT", c.byKey(""), "", `{"title":"New","names":"none","feedback":"at-end"}`, nil)
	if want := `{"id":"` + c.ID + `","title":"New","names":"none","numbers":"none","feedback":"at-end","opens":null,"closes":null,"late":"refused",`; !strings.HasPrefix(string(b), want) {
		t.Errorf("changed: %s", b)
	}

	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(ts.URL + c.Results)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	cookies := resp.Cookies()
	if resp.StatusCode != 303 || resp.Header.Get("Location") != "/results/"+c.ID || len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode ||
		resp.Header.Get("Referrer-Policy") != "no-referrer" || !strings.Contains(resp.Header.Get("Cache-Control"), "no-store") {
		t.Errorf("%s %v", resp.Status, resp.Header)
	}
	cookie := cookies[0].Name + "=" + cookies[0].Value
	resp, page := webtest.Send(t, "GET", ts.URL+"/results/"+c.ID, "", "Cookie", cookie)
	if resp.StatusCode != 200 || !strings.Contains(string(page), "Ada") || strings.Contains(string(page), c.Key) {
		t.Errorf("the page of the results: %s", resp.Status)
	}
	if text := string(page); !strings.Contains(text, ts.URL+"/a/"+c.ID+"</a>") || !strings.Contains(text, "<title>The link for students, as a QR code</title>") {
		t.Errorf("the results have no link for students, or no QR code of it: %s", text)
	}
	if resp, b := webtest.Get(t, ts.URL+"/results/"+c.ID); resp.StatusCode != 404 || strings.Contains(string(b), "Ada") {
		t.Errorf("without the cookie: %s", resp.Status)
	}
	if resp, b := webtest.Send(t, "PUT", ts.URL+c.path(""), `{"title":"Cookie"}`, "Content-Type", "application/json", "Cookie", cookie); resp.StatusCode != 200 {
		t.Errorf("with the cookie: %s %s", resp.Status, b)
	}
	if resp, _ := webtest.Send(t, "PUT", ts.URL+c.path(""), `{"title":"Cookie"}`, "Content-Type", "application/json", "Cookie", cookie, "Origin", "https://example.org"); resp.StatusCode != 403 {
		t.Errorf("from another origin: %s", resp.Status)
	}

	c.want(204, "DELETE", c.byKey(""), "", "", nil)
	c.want(404, "GET", c.path(""), token, "", nil)
	c.want(404, "PUT", c.path("/items/0/answer"), token, `{"answer":0}`, nil)
	c.want(404, "POST", c.path("/students"), "", `{}`, nil)
	if resp, _ := webtest.Get(t, ts.URL+c.Join); resp.StatusCode != 404 {
		t.Errorf("the page of a deleted assignment: %s", resp.Status)
	}
}

// Names are asked for as the teacher wants them, and no student sees those of others.
func TestNames(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	required, none := assigned(t, ts, `{"lesson":"deep-fails","names":"required"}`), assigned(t, ts, `{"lesson":"deep-fails","names":"none"}`)
	for _, bad := range []struct {
		c      *class
		status int
		body   string
	}{
		{required, 422, `{}`}, {required, 422, ``}, {required, 422, `{"name":"  "}`}, {required, 422, `{"name":"a\u0007b"}`}, {required, 422, `{"nick":"a"}`}, {none, 422, `{"name":"Ada"}`},
		{required, 413, `{"name":"` + strings.Repeat("a", assign.MaxName+1) + `"}`},
	} {
		bad.c.want(bad.status, "POST", bad.c.path("/students"), "", bad.body, nil)
	}
	none.want(201, "POST", none.path("/students"), "", ``, nil)
	required.student("Ada Lovelace")
	bob := required.student("Bob")
	if v := required.view(bob); v.Name != "Bob" {
		t.Errorf("the own name: %+v", v)
	}
	for _, path := range []string{required.Join, required.Join + "?part=1", "/homework", "/metrics"} {
		if _, page := webtest.Get(t, ts.URL+path); strings.Contains(string(page), "Lovelace") {
			t.Errorf("a name is at %s", path)
		}
	}
	if b := required.want(200, "GET", required.path(""), bob, "", nil); strings.Contains(string(b), "Lovelace") {
		t.Error("a student gets the name of another one")
	}
}

// The CSV has names, texts and labels, and nothing that a spreadsheet computes.
func TestCSV(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, strings.Replace(kinds, `"text":"Which?"`, `"text":"@Which?"`, 1))
	c := assigned(t, ts, `{"lesson":"`+id+`"}`)
	for _, name := range []string{"=1+1", "+a", "-a", "@a", "Ada"} {
		c.student(name)
	}
	last := c.student("")
	c.answer(last, 0, `[5]`)
	c.answer(last, 2, `[0,3]`)
	resp, b := webtest.Get(t, ts.URL+c.byKey("/results.csv"))
	if kind := resp.Header.Get("Content-Type"); kind != "text/csv; charset=utf-8" {
		t.Errorf("it is %s", kind)
	}
	lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(b), "\ufeff"))).ReadAll()
	if err != nil || len(lines) != 1+6*6 {
		t.Fatalf("%v, %d lines: %s", err, len(lines), b)
	}
	if want := "name student item kind question state tries seconds answer mark number points of late at note"; strings.Join(lines[0], " ") != want {
		t.Errorf("columns %v", lines[0])
	}
	var names []string
	for i := 1; i < len(lines); i += 6 {
		names = append(names, lines[i][0])
	}
	if want := []string{"'=1+1", "'+a", "'-a", "'@a", "Ada", ""}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
	first, third, choice := lines[31], lines[33], lines[36]
	if first[4] != "Which children of d are cut next?" || first[5] != "right" || first[6] != "1" || first[8] != "f" || third[8] != "a and d" || choice[4] != "'@Which?" || choice[5] != "open" {
		t.Errorf("%q %q %q", first, third, choice)
	}
}

// The time is that of the student, or that since the last thing they did.
func TestSeconds(t *testing.T) {
	clock := webtest.NewClock(time.Now())
	_, ts, _ := webtest.ServeAt(t, t.TempDir(), clock)
	c := assigned(t, ts, `{"lesson":"deep-fails"}`)
	token := c.student("")
	c.want(200, "PUT", c.path("/items/0/answer"), token, `{"answer":0,"seconds":40}`, nil)
	c.want(200, "PUT", c.path("/items/0/answer"), token, `{"answer":0,"seconds":2}`, nil)
	if i := c.results().Students[0].Items[0]; i.Seconds != 42 || i.Tries != 2 {
		t.Errorf("%+v", i)
	}
	clock.Pass(90 * time.Second)
	c.answer(token, 0, `0`)
	if i := c.results().Students[0].Items[0]; i.Seconds != 42+90 {
		t.Errorf("%+v", i)
	}
}

// An assignment is kept 90 days after its last answer, by a clock that is steady.
func TestLifetime(t *testing.T) {
	const day = 24 * time.Hour
	dir, clock := t.TempDir(), webtest.NewClock(time.Now())
	s, ts, end := webtest.ServeAt(t, dir, clock)
	old, used := assigned(t, ts, `{"lesson":"deep-fails"}`), assigned(t, ts, `{"lesson":"deep-fails"}`)
	old.student("Gone")
	token := used.student("Kept")
	sweep := func() {
		t.Helper()
		if err := s.Store.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	clock.Pass(60 * day)
	used.answer(token, 0, `0`)
	end()
	clock.Pass(31 * day)
	s, ts, _ = webtest.ServeAt(t, dir, clock)
	old.ts, used.ts = ts, ts
	old.results() // opens the store
	sweep()
	old.results() // the clock is not steady
	clock.Pass(time.Hour)
	sweep()
	old.want(404, "GET", old.byKey("/results"), "", "", nil)
	if len(used.results().Students) != 1 {
		t.Error("an assignment is deleted before its time")
	}
	clock.Pass(58 * day)
	sweep()
	used.results()
	clock.Pass(3 * day)
	sweep()
	used.want(404, "GET", used.byKey("/results"), "", "", nil)
	if keys, err := s.Assigned.Stored(t.Context()); err != nil || len(keys) != 0 {
		t.Errorf("%v is left, %v", keys, err)
	}
}

// What was acknowledged is there after a restart.
func TestRestart(t *testing.T) {
	dir := t.TempDir()
	_, ts, end := webtest.ServeWithStoreIn(t, dir)
	c := assigned(t, ts, `{"lesson":"deep-fails"}`)
	token := c.student("Ada")
	c.answer(token, 0, `0`)
	before := c.results()
	end()
	_, c.ts, _ = webtest.ServeWithStoreIn(t, dir)
	if after := c.results(); !reflect.DeepEqual(after, before) {
		t.Errorf("%+v\nbecame\n%+v", before, after)
	}
	c.view(token)
}

// The assignments that one address may make, and the students that it may enter, in an hour.
func TestAddresses(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for i := range assign.MaxCreated {
		if resp, b := webtest.Post(t, ts.URL+"/api/v1/assignments", `{"practice":{"algorithm":"maxn","depth":1}}`); resp.StatusCode != 201 {
			t.Fatalf("assignment %d: %s %s", i, resp.Status, b)
		}
	}
	resp, b := webtest.Post(t, ts.URL+"/api/v1/assignments", `{"practice":{"algorithm":"maxn","depth":1}}`)
	if resp.StatusCode != 429 || resp.Header.Get("Retry-After") == "" || !strings.Contains(string(b), "within an hour") {
		t.Errorf("one too many: %s %s", resp.Status, b)
	}
}
