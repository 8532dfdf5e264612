package assign_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/webtest"
)

// page returns a part of the assignment as the student of a token sees it; empty: as nobody in particular.
func (c *class) page(part int, token string) string {
	c.t.Helper()
	var header []string
	if token != "" {
		header = []string{"Authorization", "Bearer " + token}
	}
	resp, b := webtest.Send(c.t, "GET", fmt.Sprintf("%s%s?part=%d", c.ts.URL, c.Join, part), "", header...)
	if resp.StatusCode != 200 {
		c.t.Fatalf("part %d: %s", part, resp.Status)
	}
	return string(b)
}

func read(t *testing.T, b []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(b, into); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
}

// sameRun is a lesson about one run, whose tree is a figure, and then the same tree typed without its title
// and labels.
func sameRun(t *testing.T) string {
	f, ok := figures.Find("k1991-fig6")
	if !ok {
		t.Fatal("there is no such figure")
	}
	text := f.Tree.Text()
	bare := regexp.MustCompile(`title "[^"]*"|[a-z]+:\s*`).ReplaceAllString(text, "")
	if _, err := trees.ReadText(bare); err != nil {
		t.Fatalf("%v: %s", err, bare)
	}
	return `{"title":"One run","scenes":[
	{"show":{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]},"step":5},"note":"first note"},
	{"show":{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]},"step":11},"question":{"kind":"cut","node":3}},
	{"show":{"text":` + webtest.Quote(bare) + `,"values":{"5":[3,0,6]},"algorithm":"deep","step":14},"note":"secret note"},
	{"show":{"text":` + webtest.Quote(bare) + `,"values":{"5":[3,0,6]},"algorithm":"deep","step":2},"note":"early note"},
	{"show":{"figure":"k1991-fig6","algorithm":"maxn","step":8},"note":"other algorithm"},
	{"show":{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]},"step":22},"question":{"kind":"root","node":5,"value":[2,3,4]}}]}`
}

// A part shows nothing of a run past the earliest open question about it, also where the question belongs
// to another part or the tree is only typed the same.
func TestEarliestOpenQuestion(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, sameRun(t))
	c := assigned(t, ts, `{"lesson":"`+id+`"}`)
	token := c.student("")
	for _, as := range []string{"", token} {
		for part, step := range map[int]string{1: "5", 2: "11", 3: "11", 4: "2", 6: "11"} {
			page := c.page(part, as)
			if !strings.Contains(page, `data-until="11"`) || !strings.Contains(page, `data-step="`+step+`"`) || strings.Contains(page, " of 22") {
				t.Errorf("part %d goes further than the question of part 2, or is not at step %s", part, step)
			}
			if closed := part == 3 || part == 6; strings.Contains(page, `id="closed"`) != closed || strings.Contains(page, "secret note") || (part == 6 && strings.Contains(page, `id="question"`)) {
				t.Errorf("part %d is closed: %v, want %v", part, !closed, closed)
			}
		}
		if page := c.page(5, as); !strings.Contains(page, `id="closed"`) || strings.Contains(page, "other algorithm") {
			t.Error("a later part on the same tree is not closed")
		}
	}
	b := string(c.want(200, "GET", c.path(""), token, "", nil))
	for _, secret := range []string{"secret note", "other algorithm", "2, 3, 4"} {
		if strings.Contains(b, secret) {
			t.Errorf("the API answers with %s", secret)
		}
	}
	c.answer(token, 0, `[5]`)
	for part, want := range map[int]string{1: `data-until="22"`, 3: "secret note", 5: "other algorithm", 6: `id="question"`} {
		if page := c.page(part, token); !strings.Contains(page, want) || strings.Contains(page, `id="closed"`) {
			t.Errorf("after the answer part %d has no %s", part, want)
		}
	}
	c.answer(token, 1, `true`)
	if page := c.page(1, token); strings.Contains(page, "data-until") || !strings.Contains(page, " of 22") {
		t.Error("after all answers the run is limited")
	}
	if page := c.page(1, c.student("")); !strings.Contains(page, `data-until="11"`) {
		t.Error("another student sees more")
	}
}

// With the right answers at the end, a student makes an answer final to go on.
func TestFinalAnswer(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, sameRun(t))
	c := assigned(t, ts, `{"lesson":"`+id+`","feedback":"at-end"}`)
	token := c.student("")
	c.want(409, "POST", c.path("/items/0/final"), token, `{}`, nil)
	if page := c.page(6, token); strings.Contains(page, `id="settle"`) {
		t.Error("a part can be opened before the answer")
	}
	c.answer(token, 0, `[]`)
	if page := c.page(6, token); !strings.Contains(page, `id="settle" data-items="0"`) || strings.Contains(page, `id="question"`) {
		t.Error("after the answer the part cannot be opened, or is open")
	}
	c.want(200, "POST", c.path("/items/0/final"), token, `{}`, nil)
	if page := c.page(6, token); !strings.Contains(page, `id="question"`) || !strings.Contains(page, `data-until="22"`) {
		t.Error("after the final answer the part is closed")
	}
	if status, b := c.send("PUT", c.path("/items/0/answer"), token, `{"answer":[5]}`); status != 403 || !strings.Contains(string(b), "final") {
		t.Errorf("a final answer was changed: %d %s", status, b)
	}
	if i := c.view(token).Items[0]; i.State != "open" || i.Correct != nil {
		t.Errorf("a final answer is judged: %+v", i)
	}
}

// What is around the picture states no result while a question is open.
func TestNeutralWords(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, `{"title":"T","scenes":[
		{"show":{"figure":"k1991-fig6","algorithm":"deep","step":12},"question":{"kind":"choice","text":"Is this cut right?","choices":["yes","no"],"correct":1}}]}`)
	c := assigned(t, ts, `{"lesson":"`+id+`"}`)
	token := c.student("")
	for _, page := range []string{c.page(1, ""), c.page(1, token)} {
		for _, word := range []string{"nsound", "wrong", "Failure", "may still change"} {
			if strings.Contains(page, word) {
				t.Errorf("the page of an open question says %q", word)
			}
		}
		if !strings.Contains(page, "the value of") || !strings.Contains(page, "data-neutral") {
			t.Error("the sentence of the cut is missing")
		}
	}
	c.answer(token, 0, `0`)
	if page := c.page(1, token); !strings.Contains(page, "This is unsound") || !strings.Contains(page, "Failure of deep pruning") || strings.Contains(page, "data-neutral") {
		t.Error("after the answer the page keeps back what the run shows")
	}
}

// A value question is asked before the tree shows the value.
func TestValueIsNotShown(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for step := range 20 {
		id, _ := lessonOf(t, ts, fmt.Sprintf(`{"title":"T","scenes":[{"show":{"text":"kind minimax a: max[ b: 1 c: min[ d: 5 e: 2 ] f: 0 ]","algorithm":"minimax","step":%d},"question":{"kind":"value","node":2}}]}`, step))
		c := assigned(t, ts, `{"lesson":"`+id+`"}`)
		token := c.student("")
		page := c.page(1, token)
		if s := c.answer(token, 0, `2`); s.State != "right" {
			continue // the question comes after c has returned
		}
		node := regexp.MustCompile(`(?s)<g[^>]*data-node="2".*?</g>`).FindString(page)
		if node == "" {
			t.Fatal("c is not drawn")
		}
		if strings.Contains(node, ">2<") {
			t.Errorf("asked at step %d, the page shows the value: %s", step, node)
		}
	}
}

// Finishing asks, says what is open, and can be taken back until the right answers are sent.
func TestFinish(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"lesson":"`+id+`","feedback":"at-end"}`)
	token := c.student("")
	c.answer(token, 0, `[5]`)
	var refused struct{ Open []int }
	c.want(409, "POST", c.path("/finish"), token, `{}`, &refused)
	if fmt.Sprint(refused.Open) != "[1 2 3 4 5]" {
		t.Errorf("open are %v", refused.Open)
	}
	c.want(409, "POST", c.path("/finish"), token, `{"sure":false}`, nil)
	c.want(422, "POST", c.path("/finish"), token, `{"really":true}`, nil)
	if v := c.view(token); v.Finished {
		t.Fatal("it is finished without a confirmation")
	}
	b := string(c.want(200, "POST", c.path("/finish"), token, `{"sure":true}`, nil))
	if !strings.Contains(b, `"finished":true`) || strings.Contains(b, "correct") {
		t.Errorf("after finishing: %s", b)
	}
	c.want(403, "PUT", c.path("/items/0/answer"), token, `{"answer":[]}`, nil)
	if b := string(c.want(200, "GET", c.path("?right=0"), token, "", nil)); strings.Contains(b, "correct") {
		t.Errorf("the right answer is shown: %s", b)
	}
	c.want(200, "POST", c.path("/resume"), token, `{}`, nil)
	c.answer(token, 0, `[]`)
	c.want(200, "POST", c.path("/finish"), token, `{"sure":true}`, nil)
	if v := c.view(token); !v.Finished || v.Items[0].State != "wrong" || string(v.Items[1].Correct) != "[2,2,5]" {
		t.Errorf("after finishing: %+v", v)
	}
	status, b2 := c.send("POST", c.path("/resume"), token, `{}`)
	if status != 409 || !strings.Contains(string(b2), "seen the right answers") {
		t.Errorf("finishing was taken back after the right answers: %d %s", status, b2)
	}
	// With every item answered there is nothing to confirm.
	two := c.student("")
	for k, answer := range []string{`[5]`, `[2,2,5]`, `[0,3]`, `true`, `4`, `1`} {
		c.answer(two, k, answer)
	}
	c.want(200, "POST", c.path("/finish"), two, `{}`, nil)
}

// With the right answers at the end, a second record that finishes first is marked.
func TestMarkOfSecondRecord(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"lesson":"`+id+`","feedback":"at-end"}`)
	c.student("Ada")
	second := c.student("Eve")
	c.want(200, "POST", c.path("/finish"), second, `{"sure":true}`, nil)
	const mark = "finished before Ada, from the same address (2 students)"
	b := string(c.want(200, "GET", c.byKey("/results"), "", "", nil))
	if strings.Count(b, `"mark":"`+mark+`"`) != 1 {
		t.Errorf("the results: %s", b)
	}
	_, table := webtest.Get(t, ts.URL+c.byKey("/results.csv"))
	lines, err := csv.NewReader(strings.NewReader(string(table))).ReadAll()
	if err != nil || lines[1][9] != "" || lines[len(lines)-1][9] != mark {
		t.Errorf("%v: %s", err, table)
	}
	resp, page := webtest.Send(t, "GET", ts.URL+"/results/"+c.ID, "", "Cookie", "espalier-homework-"+c.ID+"="+c.Key)
	if resp.StatusCode != 200 || !strings.Contains(string(page), mark) {
		t.Errorf("the page of the results: %s", resp.Status)
	}
	at := assigned(t, ts, `{"lesson":"`+id+`"}`)
	at.student("")
	at.want(200, "POST", at.path("/finish"), at.student(""), `{"sure":true}`, nil)
	if b := string(at.want(200, "GET", at.byKey("/results"), "", "", nil)); strings.Contains(b, `"mark"`) {
		t.Errorf("with feedback at once: %s", b)
	}
}

// A second record of one browser is recognised by its cookie, from another address, too.
func TestMarkOfSameBrowser(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	id, _ := lessonOf(t, ts, kinds)
	c := assigned(t, ts, `{"lesson":"`+id+`","feedback":"at-end"}`)
	resp, _ := webtest.Send(t, "POST", ts.URL+c.path("/students"), `{"name":"Ada"}`, "Content-Type", "application/json")
	var cookies []string
	for _, one := range resp.Cookies() {
		if !one.HttpOnly {
			t.Errorf("scripts can read the cookie %s", one.Name)
		}
		cookies = append(cookies, one.Name+"="+one.Value)
	}
	var s struct{ Token string }
	_, b := webtest.Send(t, "POST", ts.URL+c.path("/students"), `{"name":"Eve"}`, "Content-Type", "application/json", "Cookie", strings.Join(cookies, "; "))
	read(t, b, &s)
	c.want(200, "POST", c.path("/finish"), s.Token, `{"sure":true}`, nil)
	if b := string(c.want(200, "GET", c.byKey("/results"), "", "", nil)); !strings.Contains(b, "from the same browser (2 students)") {
		t.Errorf("the results: %s", b)
	}
}

const exercises = `{"practice":{"algorithm":"alphabeta","depth":3,"branching":2,"maxsum":10,"exercises":2%s}}`

// sheet is the sheet of an exercise on its tree.
func (c *class) sheet(i item) string {
	c.t.Helper()
	_, b := webtest.Get(c.t, c.ts.URL+"/practice?"+url.Values{"text": {i.Tree}, "algorithm": {i.Algorithm}, "print": {"1"}}.Encode())
	return string(b)
}

const solution = "<h1>Solution</h1>"

// The exercises of homework are random by default, and no public page prints the solution of open ones.
func TestSecretSeeds(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	address := "/practice?algorithm=alphabeta&kind=minimax&depth=3&branching=2&maxsum=10&print=1&seed="
	_, before := webtest.Get(t, ts.URL+address+"1")
	if !strings.Contains(string(before), solution) {
		t.Fatal("the sheet has no solution")
	}
	one, two := assigned(t, ts, fmt.Sprintf(exercises, "")), assigned(t, ts, fmt.Sprintf(exercises, ""))
	first, second := one.view(one.student("")).Items, two.view(two.student("")).Items
	if first[0].Tree == second[0].Tree || first[0].Tree == first[1].Tree {
		t.Errorf("the trees are not random: %s", first[0].Tree)
	}
	again := one.view(one.student("")).Items
	if again[0].Tree != first[0].Tree {
		t.Error("two students have other trees")
	}
	if page := one.sheet(first[0]); strings.Contains(page, solution) || !strings.Contains(page, "is part of homework that is still open") {
		t.Error("a public page prints the solution of an open exercise")
	}
	_, b := webtest.Get(t, ts.URL+address+"1")
	if !strings.Contains(string(b), solution) {
		t.Error("a seed that nobody has is not printed")
	}

	public := assigned(t, ts, fmt.Sprintf(exercises, `,"seed":1`))
	for _, seed := range []string{"1", "2"} {
		if _, b := webtest.Get(t, ts.URL+address+seed); strings.Contains(string(b), solution) {
			t.Errorf("the solution of seed %s is printed", seed)
		}
	}
	resp, b := webtest.Get(t, ts.URL+strings.Replace(address, "print=1", "done=1", 1)+"1")
	if resp.StatusCode != 409 || strings.Contains(string(b), "The solution") {
		t.Errorf("the result of an open exercise: %s", resp.Status)
	}
	public.want(200, "PUT", public.byKey(""), "", fmt.Sprintf(`{"closes":%d}`, time.Now().Add(-time.Second).UnixMilli()), nil)
	if _, b := webtest.Get(t, ts.URL+address+"1"); !strings.Contains(string(b), solution) {
		t.Error("after it closed the solution is not printed")
	}
	one.want(204, "DELETE", one.byKey(""), "", "", nil)
	if page := one.sheet(first[0]); !strings.Contains(page, solution) {
		t.Error("after it was deleted the solution is not printed")
	}
}

// Open exercises are known after a restart, too.
func TestOpenExercisesAfterRestart(t *testing.T) {
	dir := t.TempDir()
	_, ts, end := webtest.ServeWithStoreIn(t, dir)
	c := assigned(t, ts, fmt.Sprintf(exercises, `,"own":true`))
	mine := c.view(c.student("")).Items[0]
	end()
	_, c.ts, end = webtest.ServeWithStoreIn(t, dir)
	defer end()
	if page := c.sheet(mine); strings.Contains(page, solution) {
		t.Error("after a restart the solution is printed")
	}
}

// Each student can get other trees, of the same form and with nearly as many cuts.
func TestOwnTrees(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := assigned(t, ts, fmt.Sprintf(exercises, `,"own":true`))
	cuts := func(i item) (n int) {
		_, b := webtest.Post(t, ts.URL+"/api/v1/solve", `{"text":`+webtest.Quote(i.Tree)+`,"algorithm":"alphabeta"}`)
		var r struct {
			Stats struct{ Prunes map[string]int }
		}
		read(t, b, &r)
		for _, k := range r.Stats.Prunes {
			n += k
		}
		return n
	}
	seen := map[string]bool{}
	var least, most int
	for i := range 5 {
		token := c.student("")
		mine := c.view(token).Items[0]
		if seen[mine.Tree] || strings.Count(mine.Tree, ":") != 16 {
			t.Errorf("student %d: %s", i+1, mine.Tree)
		}
		seen[mine.Tree] = true
		if n := cuts(mine); i == 0 {
			least, most = n, n
		} else {
			least, most = min(least, n), max(most, n)
		}
		if page := c.page(1, token); !strings.Contains(page, "data-nodes") || strings.Contains(page, "own-exercise") {
			t.Error("the page has no exercise")
		}
		if strings.Contains(c.sheet(mine), solution) {
			t.Error("the solution is printed")
		}
		if s := c.answer(token, 0, `[]`); s.State != "wrong" || s.Result == "" {
			t.Errorf("%+v", s)
		} else if resp, b := webtest.Get(t, ts.URL+s.Result); resp.StatusCode != 200 || !strings.Contains(string(b), "The solution") {
			t.Errorf("the result of the student: %s", resp.Status)
		}
	}
	if most-least > 2 {
		t.Errorf("the trees have %d to %d cuts", least, most)
	}
	if page := c.page(1, ""); strings.Contains(page, "data-nodes") {
		t.Error("without a token there is a tree")
	}
	c.want(422, "POST", "/api/v1/assignments", "", fmt.Sprintf(exercises, `,"own":true,"seed":1`), nil)
}
