package assign_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"strings"
	"testing"
	"time"

	"espalier/web/assign"
	"espalier/web/store/key"
	"espalier/web/webtest"
)

// A teacher sets a task, a student sends a wrong run and then a right one, and the teacher sees
// both.
func TestTask(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := setTask(t, ts, `{"algorithm":"shallow","note":"Use *any* language.","trees":[`+korf+`,{"text":"players 3 maxsum 9 1[ (5,2,2) 2[ (2,2,5) (3,0,6) ] ]","title":"Small"}]}`)
	if c.Join != "/tasks/"+c.ID || c.Results != "/tasks/"+c.Key+"/results" {
		t.Errorf("made %+v", c)
	}
	v := c.view("")
	if v.Title != "Implement shallow pruning" || v.Algorithm != "shallow" || v.Ties != "any" || v.Strict != nil || len(v.Trees) != 2 || v.Trees[1].Title != "Small" || v.Trees[1].Nodes != 5 || v.Runs != nil {
		t.Fatalf("%+v", v)
	}
	token := c.student("Ada")
	if v := c.view(token); v.Name != "Ada" || len(v.Runs) != 2 || v.Runs[0].Verdict != "none" {
		t.Fatalf("%+v", v)
	}
	r := c.run(token, "?tree=1", deep)
	if r.Verdict != "wrong" || r.Line != 6 || r.Tree != 1 || r.Tries != 1 || r.Errors == 0 || !strings.Contains(r.Text, "The cut at d is unsound") {
		t.Errorf("%+v", r)
	}
	first := r.URL
	if resp, page := webtest.Get(t, ts.URL+first); resp.StatusCode != 200 || !strings.Contains(string(page), "The first error is in line 6") || !strings.Contains(string(page), "Implement shallow pruning, Tree 1") {
		t.Errorf("the page of the run: %s", resp.Status)
	}
	if rows := c.table().Students; len(rows) != 1 || rows[0].Name != "Ada" || rows[0].Runs[0].Verdict != "wrong" || rows[0].Runs[1].Verdict != "none" {
		t.Errorf("the teacher sees %+v", rows)
	}
	if r = c.run(token, "?tree=1", right); r.Verdict != "right" || r.Tries != 2 || r.Line != 0 || r.URL != first {
		t.Errorf("%+v", r)
	}
	for revision, want := range []string{"wrong", "right"} {
		var checked struct{ Verdict string }
		c.want(200, "GET", fmt.Sprintf("/api/v1%s/checks?revision=%d", first, revision+1), "", "", &checked)
		if checked.Verdict != want {
			t.Errorf("revision %d is %s", revision+1, checked.Verdict)
		}
	}
	if r = c.run(token, "?tree=2", `{"type":"enter","id":0,"player":1}`); r.Verdict != "incomplete" || r.Text != "The root has not ended." {
		t.Errorf("%+v", r)
	}
	if rows := c.table().Students; rows[0].Runs[0].Verdict != "right" || rows[0].Runs[0].Tries != 2 || rows[0].Runs[1].Verdict != "incomplete" {
		t.Errorf("the teacher sees %+v", rows)
	}
	if v := c.view(token); v.Runs[0].Verdict != "right" {
		t.Errorf("the student sees %+v", v.Runs)
	}
}

// What the header of a run says about its tree, its limits or its algorithm does not count, neither
// when it is sent nor on the page that plays it.
func TestHeaderDoesNotCount(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := setTask(t, ts, `{"algorithm":"shallow","trees":[`+korf+`]}`)
	token := c.student("Ada")
	for _, header := range []string{
		`{"algorithm":"deep"}`,
		`{"maxsum":5,"algorithm":"deep"}`,
		`{"minp":[5,5,5]}`,
		`{"maxp":5,"delta":4}`,
		`{"text":"players 3 maxsum 9 1[ (5,2,2) 2[ 3[ (2,2,5) (1,1,1) ] (1,1,2) ] ]"}`,
	} {
		r := c.run(token, "", header+"\n"+deep)
		if r.Verdict != "wrong" || r.Line != 7 {
			t.Errorf("with %s: %+v", header, r)
		}
		var checked struct {
			Verdict   string
			Reference struct{ Algorithm string }
		}
		c.want(200, "GET", "/api/v1"+r.URL+"/checks", "", "", &checked)
		if checked.Verdict != "wrong" || checked.Reference.Algorithm != "shallow" {
			t.Errorf("the page of the run with %s: %+v", header, checked)
		}
	}
}

// A program that has not searched the tree of the task is never right, whatever its root returns and
// its header says. checks.TestIdle has more kinds.
func TestIdle(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const tree = `"trees":[{"text":"kind minimax r: max[ a: min{static 1}[ b: 3 c: 12 ] d: min{static 5}[ e: 2 f: 4 g: 6 ] ]"}]`
	const estimated = `{"type":"enter","id":"r"}
{"type":"leaf","id":"a","value":1,"static":true}
{"type":"leaf","id":"d","value":5,"static":true}
{"type":"exit","id":"r","value":5}
`
	whole := setTask(t, ts, `{"algorithm":"alphabeta",`+tree+`}`)
	frontier := setTask(t, ts, `{"algorithm":"alphabeta","frontier":true,`+tree+`}`)
	for _, one := range []struct {
		of   *taskClass
		run  string
		want string
	}{
		{whole, `{"type":"leaf","id":0,"value":42}`, "wrong"},
		{whole, `{"type":"leaf","id":0,"value":3}`, "wrong"},
		{whole, `{"type":"enter","id":0}` + "\n" + `{"type":"exit","id":0}`, "wrong"},
		{whole, `{"type":"enter","id":0}`, "incomplete"},
		{whole, strings.ReplaceAll(estimated, "5", "77"), "wrong"},
		{whole, `{"options":{"depth":1}}` + "\n" + estimated, "wrong"},
		{whole, `{"options":{"as_printed":true,"depth":1}}` + "\n" + estimated, "wrong"},
		{frontier, estimated, "right"},
		{frontier, strings.ReplaceAll(estimated, "5", "77"), "wrong"},
		{frontier, `{"type":"leaf","id":0,"value":3,"static":true}`, "wrong"},
	} {
		if r := one.of.run(one.of.student("Ada"), "", one.run); r.Verdict != one.want {
			t.Errorf("%s is %+v, want %s", one.run, r, one.want)
		}
	}
	for _, empty := range []string{"", "\n", `{"title":"nothing"}`} {
		if status, b := whole.send("POST", whole.path("/runs"), whole.student("Ada"), empty); status != http.StatusBadRequest {
			t.Errorf("%q: %d %s", empty, status, b)
		}
	}
	if _, page := webtest.Get(t, ts.URL+"/a/"+frontier.ID+"?part=1"); !strings.Contains(string(page), "may stop at inner nodes") {
		t.Error("the page of the task does not say that it has a frontier")
	}
}

// The text of a run says what the program should do: visit children in the order of the tree, or name another
// one, and print the window of the root where it relies on limits that the task does not have.
func TestHints(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := setTask(t, ts, `{"algorithm":"alphabeta","trees":[{"text":"kind minimax a: max[ b: min[ c: 3 d: max[ e: 6 f: 6 ] ] g: 6 ]"},{"text":"kind minimax r: max[ a: 1 b: min[ c: -1 d: 1 ] ]"}]}`)
	const reversed = `{"type":"enter","id":"a"}
{"type":"leaf","id":"g","value":6}
{"type":"enter","id":"b"}
{"type":"enter","id":"d"}
{"type":"leaf","id":"f","value":6}
{"type":"leaf","id":"e","value":6}
{"type":"exit","id":"d","value":6}
{"type":"prune","id":"b","cut":["c"]}
{"type":"exit","id":"b","value":6}
{"type":"exit","id":"a","value":6}
`
	const limited = `{"type":"leaf","id":"a","value":1}
{"type":"prune","id":"r","cut":["b"]}
{"type":"exit","id":"r","value":1}
`
	for _, one := range []struct{ tree, run, verdict, text string }{
		{"1", reversed, "wrong", "visit the children from left to right, or name the order in the header"},
		{"1", `{"options":{"order":"best"}}` + "\n" + reversed, "right", ""},
		{"2", `{"type":"enter","id":"r"}` + "\n" + limited, "incomplete", "as b = 2; print the root's window."},
		{"2", `{"minp":-1,"maxp":1}` + "\n" + `{"type":"enter","id":"r"}` + "\n" + limited, "incomplete", "as b = 2; print the root's window."},
		{"2", `{"type":"enter","id":"r","alpha":-1,"beta":1}` + "\n" + limited, "right", ""},
	} {
		if r := c.run(c.student("Ada"), "?tree="+one.tree, one.run); r.Verdict != one.verdict || !strings.Contains(r.Text, one.text) {
			t.Errorf("%s is %+v, want %s, %q", one.run, r, one.verdict, one.text)
		}
	}
}

// A plain search has right values, and misses the cuts that the task is about.
func TestAlgorithmOfTheTask(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const tree = `{"text":"players 3 maxsum 9 1[ (5,2,2) 2[ (1,6,2) (3,0,6) ] ]"}`
	const plain = `{"type":"enter","id":0,"player":1}
{"type":"leaf","value":[5,2,2]}
{"type":"enter","id":2,"player":2}
{"type":"leaf","value":[1,6,2]}
{"type":"leaf","value":[3,0,6]}
{"type":"exit","id":2,"value":[1,6,2]}
{"type":"exit","id":0,"value":[5,2,2]}
`
	c := setTask(t, ts, `{"algorithm":"shallow","trees":[`+tree+`]}`)
	if r := c.run(c.student("Ada"), "", plain); r.Verdict != "wrong" || r.Line != 5 {
		t.Errorf("%+v", r)
	}
	c = setTask(t, ts, `{"algorithm":"maxn","trees":[`+tree+`]}`)
	if r := c.run(c.student("Ada"), "", plain); r.Verdict != "right" {
		t.Errorf("%+v", r)
	}
}

// Strict and ties of the task count.
func TestRulesOfTheTask(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const tree = `"trees":[{"text":"players 3 maxsum 9 1[ (5,2,2) 2[ (3,4,2) (3,0,6) ] (5,0,4) ]"}]`
	const cuts = `{"options":{"strict":%t}}
{"type":"enter","id":0,"player":1}
{"type":"leaf","value":[5,2,2]}
{"type":"enter","id":2,"player":2}
{"type":"leaf","value":[3,4,2]}
{"type":"prune","cut":1}
{"type":"exit","id":2,"value":[3,4,2]}
{"type":"leaf","value":[5,0,4]}
{"type":"exit","id":0,"value":%s}
`
	for _, one := range []struct {
		rules, header string
		value         string
		want          string
	}{
		{``, "false", "[5,2,2]", "right"},
		{`"strict":false,`, "true", "[5,2,2]", "right"},
		{`"strict":true,`, "false", "[5,2,2]", "wrong"},
		{``, "false", "[5,0,4]", "right"},
		{`"ties":"left",`, "false", "[5,0,4]", "wrong"},
	} {
		c := setTask(t, ts, `{"algorithm":"shallow",`+one.rules+tree+`}`)
		r := c.run(c.student("Ada"), "", fmt.Sprintf(strings.ReplaceAll(cuts, "%t", one.header), one.value))
		if r.Verdict != one.want {
			t.Errorf("%s with strict %s and %s: %+v, want %s", one.rules, one.header, one.value, r, one.want)
		}
	}
}

// Several files at once: each says its tree in its own way, and what is refused does not stop the
// others.
func TestTaskFiles(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := setTask(t, ts, `{"algorithm":"shallow","trees":[`+strings.Repeat(korf+",", 11)+korf+`]}`)
	token := c.student("Ada")
	status, b := c.files(token,
		"tree1.ndjson", right, "run-2.ndjson", deep, "my-tree_003-v7.ndjson", right, `C:\out\Tree 12.log`, right,
		"x.ndjson", "\n# mine\n{\"format\":\"espalier/trace/1\",\"task_tree\":4}\n"+right,
		"tree9.ndjson", "{\"task_tree\":5}\n"+right,
		"nothing.ndjson", right, "7-8.ndjson", right, "tree13.ndjson", right, "tree6.ndjson", "{\"type\":\"enter\"", "tree7.ndjson", "")
	var got runs
	if err := json.Unmarshal(b, &got); status != 200 || err != nil {
		t.Fatalf("%d %s", status, b)
	}
	for i, want := range []sentRun{{Tree: 1, Verdict: "right"}, {Tree: 2, Verdict: "wrong", Line: 6}, {Tree: 3, Verdict: "right"}, {Tree: 12, Verdict: "right"}, {Tree: 4, Verdict: "right"}, {Tree: 5, Verdict: "right"},
		{Error: "which tree is it"}, {Error: "several numbers"}, {Error: "there is no tree 13"}, {Error: "line 1"}, {Error: "no event"}} {
		r := got.Runs[i]
		if r.Tree != want.Tree || r.Verdict != want.Verdict || r.Line != want.Line || want.Error == "" != (r.Error == "") || !strings.Contains(r.Error, want.Error) || r.File == "" {
			t.Errorf("file %d: %+v, want %+v", i, r, want)
		}
	}
	if status, b = c.files(token, "nothing.ndjson", right); status != 422 || !strings.Contains(string(b), "tree3.ndjson") {
		t.Errorf("one file without a number: %d %s", status, b)
	}
	if status, b = c.files(token); status != 400 {
		t.Errorf("no file: %d %s", status, b)
	}
	if status, b = c.send("POST", c.path("/runs?tree=3"), token, "{\"task_tree\":4}\n"+right); status != 422 || !strings.Contains(string(b), "the address says tree 3") {
		t.Errorf("two numbers: %d %s", status, b)
	}
	// A file that stops within a line is incomplete, not wrong.
	if r := c.run(token, "?tree=7", right[:len(right)-30]); r.Verdict != "incomplete" || r.Line != 0 || r.Text != "The file stops within line 10." {
		t.Errorf("%+v", r)
	}
	// A line that cannot be read is the first mistake, and what comes before it can be played.
	r := c.run(token, "?tree=8", strings.Replace(right, `{"type":"leaf","id":"g"`, `{"type":"leef","id":"g"`, 1))
	if r.Verdict != "wrong" || r.Line != 8 || !strings.HasPrefix(r.Text, "This line cannot be read") {
		t.Errorf("%+v", r)
	}
	if resp, page := webtest.Get(t, ts.URL+r.URL); resp.StatusCode != 200 || !strings.Contains(string(page), "Line 8 cannot be read") {
		t.Errorf("its page: %s", resp.Status)
	}
}

// TestCatches checks that the ten trees that a task has by default catch every usual mistake, that the
// teacher sees which ones, and that trees without cuts to make are said to miss some.
func TestCatches(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, one := range []struct {
		body   string
		trees  int
		missed bool
	}{
		{`{"algorithm":"alphabeta","random":{"seed":1}}`, 10, false},
		{`{"algorithm":"shallow","random":{"seed":300}}`, 10, false},
		{`{"algorithm":"speculative","strict":false,"ties":"left","random":{"seed":41}}`, 10, false},
		{`{"algorithm":"pvs","random":{"seed":5}}`, 10, false},
		{`{"algorithm":"brs-plus","random":{"seed":5}}`, 10, false},
		// Their trees have a heuristic, or chance nodes and a range of values.
		{`{"algorithm":"bnb","random":{"seed":5}}`, 10, false},
		{`{"algorithm":"deep-bnb","random":{"seed":5}}`, 10, false},
		{`{"algorithm":"abbnb","random":{"seed":5}}`, 10, false},
		{`{"algorithm":"alphabeta-chance","random":{"seed":5}}`, 10, false},
		{`{"algorithm":"star1","random":{"seed":5}}`, 10, false},
		{`{"algorithm":"star2","random":{"seed":5}}`, 10, false},
		{`{"algorithm":"alphabeta","trees":[{"text":"max[ min[ 3 12 8 ] min[ 2 4 6 ] ]"}]}`, 1, true},
	} {
		var made struct {
			ID, Key string
			Catches struct {
				Caught, Missed []string
				Partly         bool
			}
		}
		c := &taskClass{t: t, ts: ts}
		c.want(http.StatusCreated, "POST", "/api/v1/tasks", "", one.body, &made)
		c.ID, c.Key = made.ID, made.Key
		if v := c.view(""); len(v.Trees) != one.trees || len(made.Catches.Caught) < 5 || made.Catches.Partly || len(made.Catches.Missed) > 0 != one.missed {
			t.Errorf("%s: %d trees, %+v", one.body, len(v.Trees), made.Catches)
		}
		_, page := c.send("GET", "/results/"+made.ID, made.Key, "")
		for _, text := range append(made.Catches.Caught, made.Catches.Missed...) {
			if !strings.Contains(string(page), html.EscapeString(text)) {
				t.Errorf("%s: the page of the results does not say %q", one.body, text)
			}
		}
	}
}

// The trees are files, too, and a task has random ones.
func TestTaskTrees(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	saved := webtest.MakeTree(t, ts, webtest.Korf6Source)
	c := setTask(t, ts, `{"title":"Mine","algorithm":"alphabeta","trees":[{"text":"((3 12 8) (2 4 6) (14 5 2))"}],"random":{"count":3,"depth":3,"seed":7}}`)
	v := c.view("")
	if v.Title != "Mine" || len(v.Trees) != 4 || !strings.HasPrefix(v.Trees[3].Title, "Random tree, seed ") || !strings.Contains(v.Trees[0].Text, "12") {
		t.Fatalf("%+v", v)
	}
	for _, one := range v.Trees {
		if b := c.want(200, "GET", c.path(fmt.Sprintf("/trees/%d.txt", one.Number)), "", "", nil); string(b) != one.Text+"\n" {
			t.Errorf("text of tree %d: %s", one.Number, b)
		}
		if b := c.want(200, "GET", c.path(fmt.Sprintf("/trees/%d.json", one.Number)), "", "", nil); string(bytes.TrimSpace(b)) != string(one.Tree) {
			t.Errorf("JSON of tree %d: %s", one.Number, b)
		}
	}
	for _, file := range []string{"0.json", "5.json", "1.svg", "x"} {
		c.want(404, "GET", c.path("/trees/"+file), "", "", nil)
	}
	// Of the values that a figure gives as alternatives, a program gets the one that is played.
	figure := setTask(t, ts, `{"algorithm":"deep","trees":[{"figure":"k1991-fig6"}]}`)
	if got := figure.view("").Trees[0]; strings.Contains(got.Text, "|") || !strings.Contains(got.Text, "f: (2,3,4)") || bytes.Contains(got.Tree, []byte("alternatives")) {
		t.Errorf("%s %s", got.Text, got.Tree)
	}
	// Equal seeds make equal trees, and a saved tree is copied.
	again := setTask(t, ts, `{"algorithm":"alphabeta","random":{"count":3,"depth":3,"seed":7}}`)
	for i, got := range again.view("").Trees {
		if got.Text != v.Trees[i+1].Text || !strings.Contains(got.Text, `title "Random tree, seed `) {
			t.Errorf("%s\n%s", got.Text, v.Trees[i+1].Text)
		}
	}
	own := setTask(t, ts, `{"algorithm":"deep","trees":[{"saved":"`+saved.ID+`"}]}`)
	own.want(204, "DELETE", "/api/v1/trees/"+saved.Key, "", "", nil)
	if b := own.want(200, "GET", own.path(""), "", "", nil); bytes.Contains(b, []byte(saved.ID)) {
		t.Error("students learn the id of the saved tree")
	}
}

// Random trees have secret seeds, unless the teacher gives one.
func TestTaskSecretSeeds(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	public := setTask(t, ts, `{"algorithm":"alphabeta","random":{"count":3,"depth":3,"seed":1}}`).view("")
	first, second := setTask(t, ts, `{"algorithm":"alphabeta","random":{"count":3,"depth":3}}`), setTask(t, ts, `{"algorithm":"alphabeta","random":{"count":3,"depth":3,"seed":null}}`)
	others := second.view("")
	for i, one := range first.view("").Trees {
		if one.Title != fmt.Sprintf("Random tree %d", i+1) || strings.Contains(one.Text, "seed") || one.Text == public.Trees[i].Text || one.Text == others.Trees[i].Text {
			t.Errorf("tree %d, %q: %s", i+1, one.Title, one.Text)
		}
	}
	_, page := webtest.Get(t, ts.URL+"/tasks/new")
	if !strings.Contains(string(page), `<option value="same" selected>random and secret`) || !strings.Contains(string(page), `data-of="seed" hidden`) {
		t.Error("the form for a new task begins with a public seed")
	}
}

// What is wrong with a new task is named with its place.
func TestRefusedTasks(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := &taskClass{t: t, ts: ts}
	for _, bad := range []struct {
		status          int
		body, path, why string
	}{
		{422, `{"trees":[` + korf + `]}`, "algorithm", "missing"},
		{422, `{"algorithm":"none","trees":[` + korf + `]}`, "algorithm", "there is no algorithm"},
		{422, `{"algorithm":"shallow"}`, "trees", "needs a tree"},
		{422, `{"algorithm":"shallow","trees":[]}`, "trees", "needs a tree"},
		{422, `{"algorithm":"shallow","trees":[` + korf + `,{"figure":"none"}]}`, "trees[1].figure", "no figure"},
		{422, `{"algorithm":"shallow","trees":[{"text":"1[ (5,2"}]}`, "trees[0]", ""},
		{422, `{"algorithm":"alphabeta","trees":[` + korf + `]}`, "trees[0]", ""},
		{422, `{"algorithm":"maxn","trees":[{"text":"players 3 1[ (5,2,2) ? ]"}]}`, "trees[0]", "has no value"},
		{422, `{"algorithm":"shallow","trees":[{}]}`, "trees[0].source", "missing"},
		{422, `{"algorithm":"shallow","trees":[{"figure":"k1991-fig6","text":"x"}]}`, "trees[0].text", "one source"},
		{422, `{"algorithm":"shallow","trees":[{"generate":{}}]}`, "", "generate"},
		{413, `{"algorithm":"shallow","trees":[` + strings.Repeat(korf+",", assign.MaxTrees) + korf + `]}`, "trees", "maximum is 40"},
		{413, `{"algorithm":"shallow","trees":[` + korf + `],"random":{"count":40}}`, "random.count", "41 trees"},
		{422, `{"algorithm":"shallow","random":{"depth":99}}`, "random.depth", ""},
		{422, `{"algorithm":"shallow","random":{"level":2}}`, "", "level"},
		{422, `{"algorithm":"shallow","trees":[` + korf + `],"ties":"right"}`, "ties", "left or any"},
		{422, `{"algorithm":"shallow","trees":[` + korf + `],"names":1}`, "", "names"},
		{413, `{"algorithm":"shallow","title":"` + strings.Repeat("x", assign.MaxTitle+1) + `","trees":[` + korf + `]}`, "title", "characters"},
		{413, `{"algorithm":"shallow","note":"` + strings.Repeat("x", assign.MaxNote+1) + `","trees":[` + korf + `]}`, "note", "characters"},
		{413, `{"algorithm":"maxn","trees":[{"text":"players 2 maxsum 9 1[` + strings.Repeat(" (1,2)", 9_000) + ` ]"}]}`, "trees[0]", "bytes as JSON"},
	} {
		status, b := c.send("POST", "/api/v1/tasks", "", bad.body)
		if status != bad.status || !strings.Contains(string(b), bad.why) || !strings.Contains(string(b), `"path":"`+bad.path) {
			t.Errorf("%.120s = %d %s, want %d, %s, %s", bad.body, status, b, bad.status, bad.path, bad.why)
		}
	}
	c = setTask(t, ts, `{"algorithm":"shallow","trees":[`+korf+`]}`)
	for _, body := range []string{`{}`, `{"name":" "}`, `{"name":"a\u0007"}`, `{"name":"Ada","age":7}`} {
		c.want(422, "POST", c.path("/students"), "", body, nil)
	}
	c.want(413, "POST", c.path("/students"), "", `{"name":"`+strings.Repeat("x", assign.MaxName+1)+`"}`, nil)
	c.want(422, "POST", c.path("/runs?tree=2"), c.student("Ada"), right, nil)
}

// The key opens the results; nobody else gets them, and no page for students has the key or a name.
func TestTaskKeys(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := setTask(t, ts, `{"algorithm":"shallow","note":"<script>alert(1)</script>","trees":[`+korf+`]}`)
	token, other := c.student("Ada Lovelace"), c.student("Bob")
	run := c.run(token, "", deep)
	for _, path := range []string{"/results", "/results.csv"} {
		for _, bearer := range []string{"", token, c.ID} {
			c.want(404, "GET", c.path(path), bearer, "", nil)
		}
		c.want(200, "GET", c.path(path), c.Key, "", nil)
	}
	c.want(404, "DELETE", c.path(""), token, "", nil)
	for _, bearer := range []string{"", c.Key, "nonsense", string(key.New())} {
		c.want(401, "POST", c.path("/runs"), bearer, right, nil)
	}
	c.want(401, "GET", c.path(""), string(key.New()), "", nil)
	var seen []byte
	for _, path := range []string{c.Join, run.URL, "/tasks", "/api/v1" + run.URL} {
		resp, b := webtest.Get(t, ts.URL+path)
		if resp.StatusCode != 200 {
			t.Errorf("%s = %s", path, resp.Status)
		}
		seen = append(seen, b...)
	}
	if bytes.Contains(seen, []byte("<script>alert")) {
		t.Error("a page has the script of the teacher's text")
	}
	seen = append(seen, c.want(200, "GET", c.path(""), other, "", nil)...)
	for _, secret := range []string{c.Key, token, "Lovelace"} {
		if bytes.Contains(seen, []byte(secret)) {
			t.Errorf("a page for students has %s", secret)
		}
	}
	// With the key in the address the browser gets a cookie, and goes to an address that can be shown.
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(ts.URL + c.Results)
	if err == nil && resp.Header.Get("Location") == "/results/"+c.Key {
		resp.Body.Close()
		resp, err = client.Get(ts.URL + "/results/" + c.Key)
	}
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	cookies := resp.Cookies()
	if resp.StatusCode != 303 || resp.Header.Get("Location") != "/results/"+c.ID || len(cookies) != 1 || !cookies[0].HttpOnly {
		t.Fatalf("%s %v", resp.Status, resp.Header)
	}
	page := webtestPage(t, ts.URL+"/results/"+c.ID, cookies[0])
	for _, want := range []string{"Ada Lovelace", ">wrong</a>", "line 6</small>", "0 of 1", `title="line 6: The cut at d is unsound`, `href="` + run.URL + `"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the results have no %q", want)
		}
	}
	if strings.Contains(page, c.Key) {
		t.Error("the results have the key")
	}
	if resp, _ := webtest.Get(t, ts.URL+"/tasks/"+c.ID+"/results"); resp.StatusCode != 404 {
		t.Errorf("without the cookie: %s", resp.Status)
	}
}

func webtestPage(t *testing.T, url string, cookie *http.Cookie) string {
	t.Helper()
	resp, b := webtest.Send(t, "GET", url, "", "Cookie", cookie.Name+"="+cookie.Value)
	if resp.StatusCode != 200 {
		t.Fatalf("%s = %s", url, resp.Status)
	}
	return string(b)
}

// The file for a spreadsheet has a line for each student and tree.
func TestTaskCSV(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := setTask(t, ts, `{"algorithm":"shallow","trees":[`+korf+`,`+korf+`]}`)
	token := c.student("=HYPERLINK(1)")
	c.student("Bob")
	c.run(token, "?tree=2", deep)
	list, err := csv.NewReader(bytes.NewReader(c.want(200, "GET", c.byKey("/results.csv"), "", "", nil))).ReadAll()
	if err != nil || len(list) != 5 {
		t.Fatalf("%v %q", err, list)
	}
	if r := list[2]; r[0] != "'=HYPERLINK(1)" || r[1] != "1" || r[2] != "2" || r[4] != "wrong" || r[5] != "1" || r[7] != "6" || !strings.HasPrefix(r[8], "The cut at d is unsound") || !strings.HasPrefix(r[9], "http") {
		t.Errorf("%q", r)
	}
	if r := list[3]; r[0] != "Bob" || r[1] != "2" || r[4] != "none" || r[5] != "0" || r[9] != "" {
		t.Errorf("%q", r)
	}
}

// Of two runs on one tree that come at the same time, none is lost without a word.
func TestAtTheSameTime(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := setTask(t, ts, `{"algorithm":"shallow","trees":[`+korf+`]}`)
	token := c.student("Ada")
	done := make(chan int)
	for range 4 {
		go func() {
			resp, _ := webtest.Send(t, "POST", ts.URL+c.path("/runs"), right, "Authorization", "Bearer "+token)
			done <- resp.StatusCode
		}()
	}
	taken := 0
	for range 4 {
		switch status := <-done; status {
		case 200:
			taken++
		case 409:
		default:
			t.Errorf("status %d", status)
		}
	}
	if r := c.view(token).Runs[0]; r.Tries != taken || taken == 0 || r.Verdict != "right" {
		t.Errorf("%d were taken: %+v", taken, r)
	}
	if r := c.run(token, "", deep); r.Verdict != "wrong" || r.Tries != taken+1 {
		t.Errorf("%+v", r)
	}
}

// A deleted task is gone with its runs; so is one that nobody has used for Lifetime.
func TestEnds(t *testing.T) {
	dir, clock := t.TempDir(), webtest.NewClock(time.Now())
	s, ts, end := webtest.ServeAt(t, dir, clock)
	ctx := context.Background()
	c := setTask(t, ts, `{"algorithm":"shallow","trees":[`+korf+`]}`)
	token := c.student("Ada")
	run := c.run(token, "", right)
	c.want(204, "DELETE", c.byKey(""), "", "", nil)
	c.want(404, "POST", c.path("/runs"), token, right, nil)
	c.want(404, "GET", "/api/v1"+run.URL, "", "", nil)
	if kept, err := s.Assigned.Stored(ctx); err != nil || len(kept) != 0 {
		t.Errorf("%v %v", kept, err)
	}
	c = setTask(t, ts, `{"algorithm":"shallow","trees":[`+korf+`]}`)
	token = c.student("Ada")
	clock.Pass(assign.Lifetime - time.Hour)
	run = c.run(token, "", right)
	sweep := func() {
		t.Helper()
		if err := errors.Join(s.Store.Sweep(ctx), s.Store.EndSteps(ctx)); err != nil {
			t.Fatal(err)
		}
	}
	clock.Pass(2 * time.Hour)
	sweep()
	c.view(token) // the run is younger than the task
	end()
	clock.Pass(assign.Lifetime)
	s, c.ts, _ = webtest.ServeAt(t, dir, clock)
	c.view(token) // opens the store
	sweep()
	c.view(token) // the clock is not steady
	clock.Pass(settle)
	sweep()
	c.want(404, "GET", c.path(""), "", "", nil)
	c.want(404, "GET", "/api/v1"+run.URL, "", "", nil)
}

// settle is how long a clock must have been steady; see package clock.
const settle = time.Hour

// An address that has made too many tasks makes no more.
func TestTaskLimits(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := setTask(t, ts, `{"algorithm":"shallow","trees":[`+korf+`]}`)
	for range assign.MaxCreated - 1 {
		c.want(201, "POST", "/api/v1/tasks", "", `{"algorithm":"shallow","trees":[`+korf+`]}`, nil)
	}
	resp, b := webtest.Post(t, ts.URL+"/api/v1/tasks", `{"algorithm":"shallow","trees":[`+korf+`]}`)
	if resp.StatusCode != 429 || resp.Header.Get("Retry-After") == "" {
		t.Errorf("one more task: %s %s", resp.Status, b)
	}
}

// The pages of the form and of a task say what they should.
func TestTaskPages(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := setTask(t, ts, `{"algorithm":"shallow","strict":true,"ties":"left","note":"Use *any* language.","trees":[`+korf+`],"random":{"count":2}}`)
	_, page := webtest.Get(t, ts.URL+"/a/"+c.ID+"?part=1")
	for _, want := range []string{"Implement shallow pruning", "<em>any</em>", "Cut only where a bound is exceeded", "the leftmost child wins", `data-tree="3"`, "/items/2/tree.json", "/tree?text=", "3 trees"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if resp, page := webtest.Get(t, ts.URL+"/tasks/new?algorithm=deep"); resp.StatusCode != 200 || !strings.Contains(string(page), `data-inner="deep pruning" selected`) {
		t.Errorf("the form: %s", resp.Status)
	}
	if resp, _ := webtest.Get(t, ts.URL+"/tasks/new?algorithm=none"); resp.StatusCode != 422 {
		t.Errorf("the form of no algorithm: %s", resp.Status)
	}
	if resp, _ := webtest.Get(t, ts.URL+"/tasks/"+string(key.New().ID())); resp.StatusCode != 404 {
		t.Errorf("no task: %s", resp.Status)
	}
	for _, path := range []string{"/teach", "/traces"} {
		if _, page := webtest.Get(t, ts.URL+path); !strings.Contains(string(page), `href="/tasks"`) {
			t.Errorf("%s has no link", path)
		}
	}
}

// TestOtherOutput sends a run with the program's own output, and one from PowerShell: the first is refused
// with the number of such lines, which costs no try, until they are left out.
func TestOtherOutput(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := setTask(t, ts, `{"algorithm":"shallow","trees":[`+korf+","+korf+`]}`)
	token := c.student("Ada")
	chatty := "Thinking …\n{\"task_tree\":2}\n" + strings.TrimSpace(right) + "\nBest move: a\n"
	status, b := c.send("POST", c.path("/runs"), token, chatty)
	if status != 422 || !strings.Contains(string(b), `"path":"line 1"`) || !strings.Contains(string(b), `"offer":"skip_other","lines":2`) {
		t.Errorf("%d %s", status, b)
	}
	if status, b = c.files(token, "a.ndjson", chatty, "tree1.ndjson", right); status != 200 || !strings.Contains(string(b), `"error":"line 1: this is output of the program itself, not an event`) || !strings.Contains(string(b), `"offer":"skip_other","lines":2`) {
		t.Errorf("%d %s", status, b)
	}
	if r := c.run(token, "?skip_other=1", chatty); r.Tree != 2 || r.Verdict != "right" || r.Tries != 1 {
		t.Errorf("%+v", r)
	}
	utf16 := "\xff\xfe"
	for _, letter := range "{\"task_tree\":1}\r\n" + right {
		utf16 += string([]byte{byte(letter), byte(letter >> 8)})
	}
	if r := c.run(token, "", utf16); r.Tree != 1 || r.Verdict != "right" {
		t.Errorf("%+v", r)
	}
}
