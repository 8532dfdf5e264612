package assign_test

import (
	"encoding/json"
	"strings"
	"testing"

	"espalier/web/store/key"
	"espalier/web/webtest"
)

// Programs are items beside scenes and exercises: each tree is one, and is answered by a run.
func TestProgramItems(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"title":"Week 5","items":[{"lesson":"`+id+`","scene":6},{"program":{"algorithm":"shallow","trees":[`+korf+`,`+korf+`]},"points":4,"title":"Shallow"},{"program":{"algorithm":"maxn","trees":{"random":{"count":2,"seed":5}}}}]}`)
	s := c.entered(`{"name":"Ada"}`)
	v := c.view(s.Token)
	if len(v.Items) != 5 || v.Items[1].Kind != "program" || v.Items[2].Part != 2 || v.Items[3].Part != 3 {
		t.Fatalf("%+v", v.Items)
	}
	// The program's tree is that of the open question, so its runs wait for the answer.
	c.want(409, "POST", c.path("/items/1/trace"), s.Token, right, nil)
	c.answer(s.Token, 0, `0`)
	for k, run := range map[string]string{"1": right, "2": deep} {
		var st state
		c.want(200, "POST", c.path("/items/"+k+"/trace"), s.Token, run, &st)
		if want := map[string]string{"1": "right", "2": "wrong"}[k]; st.State != want || *st.Right != (want == "right") || want == "wrong" && !strings.HasPrefix(st.Why, "line 6: ") || st.Result == "" {
			t.Errorf("item %s: %+v", k, st)
		}
	}
	r := c.one(s.Student)
	if r.Points != 4 || r.Of != 1+4+4+1+1 || r.Items[1].State != "right" || r.Items[2].State != "wrong" || r.Items[2].Tries != 1 {
		t.Errorf("%+v", r)
	}
	// The newest run counts.
	c.want(200, "POST", c.path("/items/2/trace"), s.Token, right, nil)
	if r := c.one(s.Student); r.Points != 8 || r.Items[2].Tries != 2 {
		t.Errorf("%+v", r)
	}
	if status, b := c.send("POST", c.path("/runs?part=2&tree=2"), s.Token, deep); status != 200 || !strings.Contains(string(b), `"verdict":"wrong"`) {
		t.Errorf("a run by its part: %d %s", status, b)
	}
	c.want(422, "POST", c.path("/runs?part=1"), s.Token, right, nil)
	c.want(422, "POST", c.path("/items/0/trace"), s.Token, right, nil)
	c.want(422, "PUT", c.path("/items/1/answer"), s.Token, `{"answer":1}`, nil)
	c.want(401, "POST", c.path("/items/1/trace"), c.Key, right, nil)
	c.want(422, "PUT", c.byKey("/items/1"), "", `{"correct":1}`, nil)
	c.want(200, "PUT", c.byKey("/items/1"), "", `{"counts":false}`, nil)
	if r := c.one(s.Student); r.Points != 0 || r.Of != 7 {
		t.Errorf("%+v", r)
	}
	if b := c.want(200, "GET", c.path("/items/2/tree.txt"), "", "", nil); !strings.Contains(string(b), "(3,0,6)") {
		t.Errorf("the tree: %s", b)
	}
	c.want(404, "GET", c.path("/items/0/tree.txt"), "", "", nil)
	// The deleted student's runs go, too.
	address := "/traces/" + strings.Trim(string(c.one(s.Student).Items[2].Answer), `"`)
	c.want(200, "GET", address, "", "", nil)
	c.want(204, "DELETE", c.byKey("/students/"+s.Student), "", "", nil)
	c.want(404, "GET", address, "", "", nil)
	c.want(200, "PUT", c.byKey(""), "", `{"closes":1000}`, nil)
	c.want(403, "POST", c.path("/students"), "", `{}`, nil)
}

// A program that is written in the page answers an item as a run does that was sent.
func TestWrittenPrograms(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := assigned(t, ts, `{"algorithm":"maxn","trees":[`+korf+`]}`)
	s := c.entered(`{"name":"Ada"}`)
	send := func(text string) (st state) {
		t.Helper()
		c.want(200, "POST", c.path("/items/0/program"), s.Token, `{"program":`+webtest.Quote(text)+`}`, &st)
		return st
	}
	const maxn = `def maxn(node):
    if node.leaf:
        return node.value
    return max([maxn(c) for c in node.children], key=lambda v: v[node.player - 1])
result = maxn(root)
`
	if st := send(strings.Replace(maxn, "player - 1", "player - 2", 1)); st.State != "wrong" || !strings.HasPrefix(st.Why, "line 4 of the program: ") || st.Result == "" {
		t.Errorf("a wrong program: %+v", st)
	}
	if st := send(strings.Replace(maxn, "    if", "    if node.depth == 2:\n        fail('deep')\n    if", 1)); st.State != "open" || !strings.Contains(st.Why, "Line 3 of the program: ") {
		t.Errorf("a program that fails: %+v", st)
	}
	if st := send(maxn); st.State != "right" || !*st.Right {
		t.Errorf("a right program: %+v", st)
	}
	if r := c.one(s.Student); r.Points != 1 || r.Items[0].Tries != 3 {
		t.Errorf("%+v", r)
	}
	for body, path := range map[string]string{`{"program":"x = f'1'"}`: `"line":1`, `{"program":"print(1)"}`: "no call was given a node", `{}`: "the program is missing", `{"program":"x","text":"max[1 2]"}`: "text"} {
		if b := c.want(422, "POST", c.path("/items/0/program"), s.Token, body, nil); !strings.Contains(string(b), path) {
			t.Errorf("%s: %s", body, b)
		}
	}
	c.want(401, "POST", c.path("/items/0/program"), "", `{"program":"enter(root)"}`, nil)
	if r := c.one(s.Student); r.Items[0].Tries != 3 {
		t.Errorf("programs that are refused count as tries: %+v", r.Items[0])
	}
}

// The results lead to the run of a student with the lines of its program, and so does the student's own page, whether
// it is written in the page or sent. A student with an open question about the same run gets nothing of it, and no
// student gets to the run of another one.
func TestLinesOfPrograms(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"items":[{"lesson":"`+id+`","scene":6},{"program":{"algorithm":"maxn","trees":[`+korf+`,`+korf+`]}}],"feedback":"at-end"}`)
	ada, bob := c.entered(`{"name":"Ada"}`), c.entered(`{"name":"Bob"}`)
	const mine = `def ours(node):
    if node.leaf:
        return node.value
    return max([ours(c) for c in node.children], key=lambda v: v[node.player - 2])
result = ours(root)
`
	c.answer(ada.Token, 0, `0`)
	c.want(409, "POST", c.path("/items/1/program"), ada.Token, `{"program":`+webtest.Quote(mine)+`}`, nil)
	c.want(200, "POST", c.path("/items/0/final"), ada.Token, `{}`, nil)
	c.want(200, "POST", c.path("/items/1/program"), ada.Token, `{"program":`+webtest.Quote(mine)+`}`, nil)
	sent := `{"program":` + webtest.Quote("first\nfor child in theirs:\n") + "}\n" + strings.ReplaceAll(deep, "}\n", `,"line":2}`+"\n")
	c.want(200, "POST", c.path("/items/2/trace"), ada.Token, sent, nil)
	own := string(c.want(200, "GET", c.path(""), ada.Token, "", nil))
	table := c.want(200, "GET", "/results/"+c.ID, c.Key, "", nil)
	for k, says := range map[int][]string{1: {`key=lambda v: v[node.player - 2])</li>`, `class="now"`, "Line 4 of the program: ", `id="calls"`}, 2: {`<li class="now">for child in theirs:</li>`, "Line 2 of the program: "}} {
		address := "/traces/" + strings.Trim(string(c.one(ada.Student).Items[k].Answer), `"`)
		if !strings.Contains(own, address) || !strings.Contains(string(table), `<a href="`+address+`">wrong</a>`) {
			t.Errorf("item %d: the results and the student do not lead to %s: %s", k, address, own)
		}
		page := string(c.want(200, "GET", address, ada.Token, "", nil))
		for _, want := range says {
			if !strings.Contains(page, want) {
				t.Errorf("item %d: the page of the run has no %s", k, want)
			}
		}
		for _, path := range []string{address, "/api/v1" + address, "/api/v1" + address + "/source", "/api/v1" + address + "/events", "/api/v1" + address + "/checks"} {
			status, b := c.send("GET", path, bob.Token, "")
			for _, hidden := range []string{"ours(node)", "theirs", "of the program", `"program_line"`} {
				if strings.Contains(string(b), hidden) {
					t.Errorf("item %d: with an open question, %s (%d) has %s", k, path, status, hidden)
				}
			}
		}
		for _, path := range []string{c.path(""), "/a/" + c.ID + "?part=2", "/a/" + c.ID} {
			if b := string(c.want(200, "GET", path, bob.Token, "", nil)); strings.Contains(b, address) || strings.Contains(b, "ours(node)") {
				t.Errorf("item %d: %s leads another student to the run", k, path)
			}
		}
		c.want(404, "GET", c.path("/results"), bob.Token, "", nil)
	}
}

// Of two students who are merged the newest run counts, and later runs are added to it, whoever sends them.
func TestMergedRuns(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	c := assigned(t, ts, `{"algorithm":"shallow","trees":[`+korf+`]}`)
	one, two := c.entered(`{"name":"Ada"}`), c.entered(`{}`)
	c.want(200, "POST", c.path("/items/0/trace"), one.Token, deep, nil)
	c.want(200, "POST", c.path("/items/0/trace"), two.Token, right, nil)
	c.want(200, "POST", c.byKey("/students/"+one.Student+"/merge"), "", `{"with":"`+two.Student+`"}`, nil)
	if i := c.one(one.Student).Items[0]; i.State != "right" || i.Tries != 2 {
		t.Errorf("%+v", i)
	}
	if about, err := s.Assigned.OnDesk().About(t.Context(), c.Key); err != nil || *about.Students != 1 {
		t.Errorf("the desk has %+v, %v", about, err)
	}
	for n, token := range []string{one.Token, two.Token} {
		c.want(200, "POST", c.path("/items/0/trace"), token, []string{deep, right}[n], nil)
		if i := c.one(one.Student).Items[0]; i.State != []string{"wrong", "right"}[n] || i.Tries != 3+n {
			t.Errorf("after run %d: %+v", n, i)
		}
	}
}

// A run that is sent after the assignment has closed is refused, and so is one of a student who has finished.
func TestClosedProgram(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := assigned(t, ts, `{"algorithm":"shallow","trees":[`+korf+`],"feedback":"at-end"}`)
	s := c.entered(`{}`)
	var st state
	c.want(200, "POST", c.path("/items/0/trace"), s.Token, deep, &st)
	if st.State != "wrong" {
		t.Errorf("a run is judged at once: %+v", st)
	}
	c.want(200, "POST", c.path("/finish"), s.Token, `{}`, nil)
	c.want(403, "POST", c.path("/items/0/trace"), s.Token, right, nil)
	other := c.entered(`{}`)
	c.want(200, "PUT", c.byKey(""), "", `{"closes":1000}`, nil)
	c.want(403, "POST", c.path("/runs"), other.Token, right, nil)
}

// A programming task that an early version stored is read as an assignment with one program: its students go on,
// and its runs count.
func TestStoredTask(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	teacher, student := key.New(), key.New()
	id, address := string(teacher.ID()), "task."+string(teacher.ID())
	model := setTask(t, ts, `{"algorithm":"shallow","trees":[`+korf+`,`+korf+`]}`) // for the form of its trees
	var form struct {
		Trees []struct{ Tree json.RawMessage }
	}
	json.Unmarshal(model.want(200, "GET", model.path(""), "", "", nil), &form)
	trees, _ := json.Marshal([]map[string]any{{"title": "First", "nodes": 7, "tree": form.Trees[0].Tree}, {"nodes": 7, "tree": form.Trees[1].Tree}})
	for name, value := range map[string]string{
		address:                                `{"title":"Old task","algorithm":"shallow","trees":` + string(trees) + `,"touched":` + "1" + `,"revision":1}`,
		address + ".s." + string(student.ID()): `{"name":"Ada","entered":5,"active":5,"runs":{"2":{"trace":"` + string(key.New().ID()) + `","revision":1,"verdict":"wrong","errors":1,"line":6,"why":"The cut is unsound.","tries":3}},"revision":4,"by":"x"}`,
	} {
		if _, err := s.Store.CreateValue(t.Context(), name, []byte(value), ""); err != nil {
			t.Fatal(err)
		}
	}
	old := &taskClass{t: t, ts: ts, ID: id, Key: string(teacher)}
	v := old.view(string(student))
	if v.Title != "Old task" || v.Name != "Ada" || v.Runs[0].Verdict != "none" || v.Runs[1].Verdict != "wrong" || v.Runs[1].Tries != 3 || v.Runs[1].Line != 6 {
		t.Fatalf("%+v", v)
	}
	if r := old.run(string(student), "?tree=1", right); r.Verdict != "right" || r.Tries != 1 {
		t.Errorf("%+v", r)
	}
	c := &class{t: t, ts: ts, made: made{ID: id, Key: string(teacher)}}
	r := c.results().Students[0]
	if r.Name != "Ada" || r.Points != 1 || r.Of != 2 || r.Items[0].State != "right" || r.Items[1].State != "wrong" || r.Items[1].Tries != 3 {
		t.Errorf("%+v", r)
	}
	c.want(200, "PUT", c.byKey(""), "", `{"title":"Renamed"}`, nil)
	if v := old.view(string(student)); v.Title != "Renamed" || v.Runs[1].Tries != 3 {
		t.Errorf("%+v", v)
	}
	c.put(r.Student, `{"note":"moved"}`)
	if r := c.results().Students[0]; r.Note != "moved" || r.Points != 1 {
		t.Errorf("%+v", r)
	}
	old.want(204, "DELETE", old.byKey(""), "", "", nil)
	old.want(404, "GET", old.path(""), "", "", nil)
}
