package assign_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"espalier/web/learn"
	"espalier/web/webtest"
)

// Exercises are made of consecutive seeds, kept, and judged as the page of practice does.
func TestExercises(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := assigned(t, ts, `{"practice":{"algorithm":"alphabeta","players":2,"branching":2,"depth":3,"maxsum":10,"exercises":3,"seed":5}}`)
	token := c.student("")
	v := c.view(token)
	if len(v.Items) != 3 || v.Title != "Practice: Alpha-beta" {
		t.Fatalf("%+v", v)
	}
	seen := map[string]bool{}
	for _, i := range v.Items {
		if i.Kind != "practice" || i.Algorithm != "alphabeta" || !strings.Contains(i.Tree, "kind minimax") || seen[i.Tree] {
			t.Errorf("%+v", i)
		}
		seen[i.Tree] = true
	}
	again := assigned(t, ts, `{"practice":{"algorithm":"alphabeta","kind":"minimax","branching":2,"depth":3,"maxsum":10,"exercises":1,"seed":6}}`)
	if other := again.view(again.student("")); other.Items[0].Tree != v.Items[1].Tree {
		t.Error("the second exercise is not that of the next seed")
	}

	// What the algorithm does is right; a part of it is right in part.
	type step struct {
		Type  string          `json:"type"`
		Node  int             `json:"node"`
		Value json.RawMessage `json:"value,omitempty"`
	}
	var own []step
	_, b := webtest.Post(t, ts.URL+"/api/v1/trace", `{"text":`+webtest.Quote(v.Items[0].Tree)+`,"algorithm":"alphabeta"}`)
	for _, line := range bytes.Split(b, []byte("\n")) {
		var e struct {
			Type  string
			Node  int
			Cut   []int
			Value json.RawMessage
		}
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		switch {
		case e.Type == "prune":
			own = append(own, step{Type: "cut", Node: e.Cut[0]})
		case e.Type == "exit" && e.Value != nil && !leafOf(t, v.Items[0].Tree, e.Node):
			own = append(own, step{Type: "backup", Node: e.Node, Value: e.Value})
		}
	}
	all, _ := json.Marshal(own)
	part, _ := json.Marshal(own[:1])
	wrong, _ := json.Marshal(append(own[:1:1], step{Type: "backup", Node: 0, Value: json.RawMessage("77")}))
	for _, want := range []struct{ steps, state, why string }{
		{string(all), "right", " right."}, {string(part), "partly", "missed"}, {string(wrong), "wrong", "1 wrong"}, {`[]`, "wrong", "missed"},
	} {
		token := c.student("")
		s := c.answer(token, 0, want.steps)
		if s.State != want.state || !strings.Contains(s.Why, want.why) || !strings.HasPrefix(s.Result, "/practice?") {
			t.Errorf("%s is %+v, want %s", want.steps, s, want.state)
		}
		if want.state == "right" && strings.Contains(s.Why, "missed") {
			t.Errorf("something is missed: %s", s.Why)
		}
		if resp, page := webtest.Get(t, ts.URL+s.Result); resp.StatusCode != 200 || !strings.Contains(string(page), "Your result") {
			t.Errorf("%s: %s", s.Result, resp.Status)
		}
	}
	c.want(422, "PUT", c.path("/items/0/answer"), token, `{"answer":{"cut":1}}`, nil)
	c.want(422, "PUT", c.path("/items/0/answer"), token, `{"answer":[{"type":"cut","node":1000}]}`, nil)
	c.want(413, "PUT", c.path("/items/0/answer"), token, `{"answer":[`+strings.Repeat(`{"type":"cut","node":1},`, 600)+`{"type":"cut","node":1}]}`, nil)
	if resp, page := webtest.Get(t, ts.URL+c.Join+"?part=1"); resp.StatusCode != 200 || !strings.Contains(string(page), "data-assigned") || strings.Contains(string(page), `id="check"`) {
		t.Errorf("the page of an exercise: %s", resp.Status)
	}
}

// leafOf reports whether a node of a tree in the notation is a leaf.
func leafOf(t *testing.T, text string, node int) bool {
	t.Helper()
	e, err := learn.OpenAssigned(text, "alphabeta")
	if err != nil {
		t.Fatal(err)
	}
	return e.Tree.IsLeaf(node)
}

// The results come over the websocket, at once and by themselves, to who has the key.
func TestResultsAreLive(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := assigned(t, ts, `{"lesson":"deep-fails"}`)
	p := webtest.Dial(t, ts)
	next := func(until func(r *results) bool) (r results) {
		t.Helper()
		for {
			_, text, err := p.WS.ReadMessage()
			if err != nil {
				t.Fatal(err)
			}
			r = results{}
			if err := json.Unmarshal(text, &r); err != nil || r.Type == "error" {
				t.Fatalf("%v: %s", err, text)
			}
			if until(&r) {
				return r
			}
		}
	}
	p.Send(`{"type":"results","id":"r","key":%q}`, c.Key)
	first := next(func(*results) bool { return true })
	if first.Type != "results" || len(first.Students) != 0 || len(first.Items) == 0 {
		t.Fatalf("%+v", first)
	}
	token := c.student("Ada")
	next(func(r *results) bool { return len(r.Students) == 1 && r.Students[0].Name == "Ada" })
	c.answer(token, 0, `0`)
	live := next(func(r *results) bool { return r.Students[0].Items[0].Tries == 1 })
	live.Type = ""
	if read := c.results(); !reflect.DeepEqual(read, live) {
		t.Errorf("%+v is read, and %+v came", read, live)
	}

	refused := func(message, words string) {
		t.Helper()
		p := webtest.Dial(t, ts)
		p.Send("%s", message)
		_, text, err := p.WS.ReadMessage()
		if err != nil || !strings.Contains(string(text), `"error"`) || !strings.Contains(string(text), words) {
			t.Errorf("%s: %v %s", message, err, text)
		}
	}
	refused(`{"type":"results","id":"r"}`, "send key, or assignment")
	refused(`{"type":"results","id":"r","key":"`+c.ID+`"}`, "no such assignment")
	refused(`{"type":"results","id":"r","assignment":"`+c.ID+`"}`, "no such assignment")
	refused(`{"type":"results","id":"r","key":"`+token+`"}`, "no such assignment")
	p.Send(`{"type":"results","id":"r","key":%q}`, c.Key)
	if _, text, _ := p.WS.ReadMessage(); !strings.Contains(string(text), "is already in use") {
		t.Errorf("the same id: %s", text)
	}

	c.want(204, "DELETE", c.byKey(""), "", "", nil)
	for {
		_, text, err := p.WS.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"error"`) {
			if !strings.Contains(string(text), "deleted") {
				t.Errorf("%s", text)
			}
			break
		}
	}
}

// The answers are as the description of the API says.
func TestHomeworkIsDescribed(t *testing.T) {
	doc := webtest.Description(t)
	_, ts := webtest.ServeWithStore(t)
	check := func(schema string, b []byte) {
		t.Helper()
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Errorf("%v: %s", err, b)
		} else if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", schema), v, ""); err != nil {
			t.Errorf("this is no %s: %v\n%s", schema, err, b)
		}
	}
	id, _ := lessonOf(t, ts, kinds)
	for _, body := range []string{
		`{"lesson":"` + id + `","names":"optional","feedback":"at-once","closes":9999999999999}`,
		`{"title":"T","practice":{"algorithm":"speculative","players":3,"branching":2,"depth":3,"maxsum":10,"exercises":2,"seed":1}}`,
	} {
		check("NewAssignment", []byte(body))
		c := &class{t: t, ts: ts}
		b := c.want(http.StatusCreated, "POST", "/api/v1/assignments", "", body, &c.made)
		check("CreatedAssignment", b)
		var s struct{ Token string }
		check("AssignmentStudent", c.want(201, "POST", c.path("/students"), "", `{"name":"Ada"}`, &s))
		check("AssignmentWork", c.want(200, "GET", c.path(""), s.Token, "", nil))
		answers := []string{`[5]`, `[2,2,5]`, `[0]`, `true`, `4`, `1`}
		if strings.Contains(body, "practice") {
			answers = []string{`[{"type":"cut","node":5}]`, `[]`}
		}
		for k, answer := range answers {
			check("AnswerState", c.want(200, "PUT", c.path(fmt.Sprintf("/items/%d/answer", k)), s.Token, `{"answer":`+answer+`}`, nil))
		}
		check("AssignmentWork", c.want(200, "GET", c.path(""), s.Token, "", nil))
		check("AssignmentResults", c.want(200, "GET", c.byKey("/results"), "", "", nil))
		check("AssignmentSettings", c.want(200, "GET", c.byKey(""), "", "", nil))
		check("AssignmentSettings", c.want(200, "PUT", c.byKey(""), "", `{"closes":null}`, nil))
		check("AssignmentWork", c.want(200, "POST", c.path("/finish"), s.Token, `{}`, nil))
	}
}
