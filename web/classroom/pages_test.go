package classroom_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/web/classroom"
	"espalier/web/webtest"
	"espalier/web/words"
)

// openRoom opens a room that shows Korf's Fig. 6 at a step, and returns its code and key.
func openRoom(t *testing.T, base string) (code, key string) {
	t.Helper()
	status, text := post(t, base+"/api/v1/rooms", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":11}}`)
	var room struct{ Code, Key string }
	if err := json.Unmarshal([]byte(text), &room); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s", status, text)
	}
	return room.Code, room.Key
}

func post(t *testing.T, address, body string) (int, string) {
	t.Helper()
	r, text := webtest.Post(t, address, body)
	return r.StatusCode, string(text)
}

// The page of a follower has nothing that comes after the step of an open question.
func TestFollowersPageHidesWhatFollows(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	code, key := openRoom(t, ts.URL)
	page := func() string {
		r, text := webtest.Get(t, ts.URL+"/c/"+code)
		if r.StatusCode != http.StatusOK || r.Header.Get("Referrer-Policy") != "no-referrer" || r.Header.Get("Cache-Control") != "private, no-store" {
			t.Fatalf("%d %v", r.StatusCode, r.Header)
		}
		if strings.Contains(strings.ToLower(string(text)), key) {
			t.Error("the page has the presenter's key")
		}
		return string(text)
	}
	if text := page(); !strings.Contains(text, ">step 11<") || !strings.Contains(text, `data-until="11"`) || strings.Contains(text, "of 22") {
		t.Error("without a question the page does not end at the step that is shown")
	}
	act := func(action, body string) {
		if status, text := post(t, ts.URL+"/api/v1/rooms/"+key+"/"+action, body); status != http.StatusOK {
			t.Fatalf("%s: %d %s", action, status, text)
		}
	}
	act("ask", `{"question":{"kind":"cut","node":3}}`)
	text := page()
	for _, want := range []string{">step 11<", `data-until="11"`, `max="11"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for _, revealing := range []string{" of 22", `id="verdict"`, `class="story"`, `class="cut"`, "correct", "/figures/k1991-fig6"} {
		if strings.Contains(text, revealing) {
			t.Errorf("the page has %s", revealing)
		}
	}
	act("show", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":20}}`)
	if text := page(); !strings.Contains(text, ">step 20<") {
		t.Error("the page does not follow past a question that takes no more answers")
	}
	act("show", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":11}}`)
	// The step of a question about a cut is that cut, whose reason is the answer.
	act("ask", `{"question":{"kind":"terms","step":12}}`)
	act("show", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":10,"point":[2]}}`)
	act("show", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":11,"point":[2]}}`)
	if text := page(); !strings.Contains(text, `data-until="11"`) {
		t.Error("the page shows the cut whose reason is asked for")
	}
}

// The presenter's page opens with the cookie alone, which the address with the key sets.
func TestPresentersPageNeedsItsCookie(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	code, key := openRoom(t, ts.URL)
	if r, _ := webtest.Get(t, ts.URL+"/present/"+code); r.StatusCode != http.StatusNotFound {
		t.Errorf("without the cookie: %d", r.StatusCode)
	}
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	r, err := client.Get(ts.URL + "/present/" + key)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK || r.Request.URL.Path != "/present/"+code {
		t.Errorf("%d at %s", r.StatusCode, r.Request.URL)
	}
	other, _ := openRoom(t, ts.URL)
	r, err = client.Get(ts.URL + "/present/" + other)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusNotFound {
		t.Errorf("with the cookie of another room: %d", r.StatusCode)
	}
}

const deal = `"game":{"id":"sergeant-major","hands":["KS TD 3D","JH KC 6D","QS KH 7C"]},"algorithm":"speculative","options":{"depth":5}`

// The pages draw the tree of a game, and its position, also where the room's search does
// not build the tree: both searches have the same steps.
func TestRoomOfAGameIsDrawn(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	var steps [2][]string
	for i, more := range []string{"", `,"expand":5`} {
		_, text := post(t, ts.URL+"/api/v1/trace", "{"+deal+more+"}")
		for line := range strings.Lines(text) {
			steps[i] = append(steps[i], strings.Split(line, `"type":`)[1][:7])
		}
	}
	if !slices.Equal(steps[0], steps[1]) || len(steps[0]) < 30 {
		t.Fatalf("the steps differ: %d and %d", len(steps[0]), len(steps[1]))
	}
	for _, more := range []string{"", `,"expand":5`} {
		status, text := post(t, ts.URL+"/api/v1/rooms", `{"show":{`+deal+more+`,"step":7}}`)
		var room struct{ Code, Key string }
		if err := json.Unmarshal([]byte(text), &room); err != nil || status != http.StatusCreated {
			t.Fatalf("%d %s", status, text)
		}
		jar, _ := cookiejar.New(nil)
		client := &http.Client{Jar: jar}
		for _, address := range []string{"/c/" + room.Code, "/present/" + room.Key} {
			r, err := client.Get(ts.URL + address)
			if err != nil {
				t.Fatal(err)
			}
			page, err := io.ReadAll(r.Body)
			r.Body.Close()
			if err != nil || r.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d %v", address, r.StatusCode, err)
			}
			label := ">step 7<"
			if strings.HasPrefix(address, "/present") {
				label = fmt.Sprintf("step 7 of %d", len(steps[0])-1)
			}
			wants := []string{"<h1>Sergeant Major</h1>", label, `id="at-work"`, "playing-card", "expand&#34;:5", "games/watch"}
			if strings.HasPrefix(address, "/present") && more == "" {
				wants = append(wants, `data-expand="5"`)
			}
			for _, want := range wants {
				if !strings.Contains(string(page), want) {
					t.Errorf("the page %s of a room with %q has no %s", address[:9], more, want)
				}
			}
		}
	}
	r, text := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":{"game":{"id":"sergeant-major","seed":1},"expand":12,"algorithm":"maxn","options":{"depth":12}}}`)
	webtest.CheckProblem(t, r, text, http.StatusRequestEntityTooLarge, "show.expand", words.Grouped(classroom.MaxGameNodes))
	status, created := post(t, ts.URL+"/api/v1/rooms", `{"show":{"game":{"id":"othello"},"algorithm":"maxn","options":{"depth":7}}}`)
	var room struct{ Code string }
	if err := json.Unmarshal([]byte(created), &room); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s", status, created)
	}
	if r, page := webtest.Get(t, ts.URL+"/c/"+room.Code); r.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(page), "too large to draw") {
		t.Errorf("a game whose tree is too large: %d", r.StatusCode)
	}
}

const generated = `"generate":{"kind":"random","branching":3,"depth":4,"players":3,"maxsum":9,"seed":5},"algorithm":"shallow"`

// The pages draw a generated tree, too, and its search takes the same steps whether the
// tree is built or not. Where it is not, nodes are numbered when the node above them is
// expanded: the page gets the children of each node, and so can find them.
func TestRoomOfAGeneratedTreeIsDrawn(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	type event struct {
		Type string
		Node int
	}
	var runs [2][]event
	for i, more := range []string{"", `,"expand":4`} {
		_, text := post(t, ts.URL+"/api/v1/trace", "{"+generated+more+"}")
		for line := range strings.Lines(text) {
			var e event
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			runs[i] = append(runs[i], e)
		}
	}
	status, text := post(t, ts.URL+"/api/v1/rooms", `{"show":{`+generated+`,"step":7}}`)
	var room struct{ Code, Key string }
	if err := json.Unmarshal([]byte(text), &room); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s", status, text)
	}
	r, page := webtest.Get(t, ts.URL+"/c/"+room.Code)
	counts := regexp.MustCompile(`data-counts="([^"]*)"`).FindSubmatch(page)
	if r.StatusCode != http.StatusOK || counts == nil || !strings.Contains(string(page), ">step 7<") {
		t.Fatalf("the page of a room with a generated tree: %d", r.StatusCode)
	}
	// As the script of the page does it.
	kids, open := map[int][]int{}, []int{}
	for n, text := range strings.Fields(string(counts[1])) {
		for len(open) > 0 && cap(kids[open[len(open)-1]]) == len(kids[open[len(open)-1]]) {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			kids[open[len(open)-1]] = append(kids[open[len(open)-1]], n)
		}
		many, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		kids[n] = make([]int, 0, many)
		open = append(open, n)
	}
	here, expanded, differ := []int{0}, map[int]bool{}, 0
	for i, e := range runs[1] {
		if n := runs[0][i].Node; runs[0][i].Type != e.Type || n >= len(here) || e.Type != "done" && here[n] != e.Node {
			t.Fatalf("step %d is %v, and %v on the tree that is built", i, runs[0][i], e)
		} else if n != e.Node {
			differ++
		}
		if e.Type == "enter" && !expanded[e.Node] {
			expanded[e.Node] = true
			here = append(here, kids[e.Node]...)
		}
	}
	if len(runs[0]) != len(runs[1]) || differ < 20 {
		t.Errorf("%d and %d steps, %d of them at other numbers", len(runs[0]), len(runs[1]), differ)
	}
	if status, text := post(t, ts.URL+"/api/v1/rooms/"+room.Key+"/show", `{"show":{`+generated+`,"expand":4,"step":7}}`); status != http.StatusOK {
		t.Errorf("a generated tree that is built: %d %s", status, text)
	}
	if _, page := webtest.Get(t, ts.URL+"/c/"+room.Code); strings.Contains(string(page), "data-counts") {
		t.Error("the nodes of a tree that is built have its numbers, and the page gets others")
	}
	for show, want := range map[string]int{
		`{"generate":{"kind":"random","branching":3,"depth":4,"maxsum":9},"expand":3,"algorithm":"maxn"}`:  http.StatusUnprocessableEntity,
		`{"generate":{"kind":"random","branching":10,"depth":5,"maxsum":9},"expand":5,"algorithm":"maxn"}`: http.StatusRequestEntityTooLarge,
	} {
		r, text := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":`+show+`}`)
		webtest.CheckProblem(t, r, text, want, "show.expand", "")
	}
	_, text = post(t, ts.URL+"/api/v1/rooms", `{"show":{"generate":{"kind":"h32","branching":4,"depth":9},"algorithm":"shallow","step":3}}`)
	if err := json.Unmarshal([]byte(text), &room); err != nil {
		t.Fatal(err)
	}
	if r, page := webtest.Get(t, ts.URL+"/c/"+room.Code); r.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(page), "too large to draw") {
		t.Errorf("a generated tree that is too large: %d", r.StatusCode)
	}
}

// TestProgramOnGameInRoom: a room that shows the run of a program on a game has the board of the node at work, except
// while a question about the run is open.
func TestProgramOnGameInRoom(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	var program struct{ ID string }
	_, b := webtest.Post(t, ts.URL+"/api/v1/programs", `{"game":{"id":"tic-tac-toe","cells":["121","2.1","..."],"player":2},"program":"def f(n):\n    return n.value if n.leaf else min([f(c) for c in n.children])\nf(root)\n"}`)
	json.Unmarshal(b, &program)
	var room struct{ Key, Code string }
	if resp, b := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":{"code":"`+program.ID+`"}}`); json.Unmarshal(b, &room) != nil || room.Key == "" {
		t.Fatalf("%s %s", resp.Status, b)
	}
	boards := func() int {
		_, page := webtest.Get(t, ts.URL+"/c/"+room.Code)
		return strings.Count(string(page), `id="at-work"`)
	}
	if n := boards(); n != 1 {
		t.Errorf("%d boards", n)
	}
	if resp, b := webtest.Post(t, ts.URL+"/api/v1/rooms/"+room.Key+"/ask", `{"question":{"kind":"choice","text":"Who wins?","choices":["X","O"]}}`); resp.StatusCode != 200 {
		t.Fatalf("%s %s", resp.Status, b)
	}
	if n := boards(); n != 0 {
		t.Errorf("%d boards while a question is open", n)
	}
}
