package web_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/gorilla/websocket"

	"espalier/web/webtest"
)

// This file has a class of thirty in homework and in a room. Each student asks for everything, again after
// each answer, while the others do the same.

const classSize = 30

// A runFacts is what a run shows at each step.
type runFacts struct {
	source    string // a member of a body
	query     string // the same, of an address
	algorithm string
	lines     []string // each event, up to what it is about
	sentences []string
}

func (f *runFacts) body(more string) string {
	return `{` + f.source + `,"algorithm":"` + f.algorithm + `"` + more + `}`
}

func (f *runFacts) address(path, more string) string {
	return path + "?" + f.query + "&algorithm=" + f.algorithm + more
}

// factsOf asks for a run as somebody whom no question limits.
func factsOf(t testing.TB, ts *httptest.Server, source, query, algorithm string) *runFacts {
	t.Helper()
	f := &runFacts{source: source, query: query, algorithm: algorithm}
	_, b := webtest.Post(t, ts.URL+"/api/v1/trace", f.body(""))
	for line := range strings.Lines(string(b)) {
		var e struct {
			Seq  int
			Type string
			Node *int
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		about := fmt.Sprintf(`{"seq":%d,"type":"%s"`, e.Seq, e.Type)
		if e.Node != nil {
			about += fmt.Sprintf(`,"node":%d`, *e.Node)
		}
		f.lines = append(f.lines, about)
	}
	ws := webtest.Dial(t, ts)
	defer ws.WS.Close()
	ws.Send("%s", webtest.PageMessage("r", f.body("")))
	ws.Steps("r")
	ws.Send(`{"type":"details","id":"r","from":0,"to":%d}`, len(f.lines))
	var m struct {
		Steps []struct{ Text []struct{ T string } }
	}
	if err := json.Unmarshal([]byte(readUntil(t, ws, `"type":"details"`)), &m); err != nil {
		t.Fatal(err)
	}
	for _, s := range m.Steps {
		text := ""
		for _, part := range s.Text {
			text += part.T
		}
		f.sentences = append(f.sentences, plain(text))
	}
	return f
}

// plain returns a text in one spelling, as pages and messages have it.
func plain(text string) string {
	return strings.NewReplacer("ⁿ", "n", "^", "").Replace(strings.ToLower(strings.Join(strings.Fields(text), " ")))
}

// past returns what a text has of the steps behind one; empty: nothing.
func (f *runFacts) past(text string, step int) string {
	for _, line := range f.lines[min(step+1, len(f.lines)):] {
		if strings.Contains(text, line) {
			return line
		}
	}
	page := plain(webtest.PageText([]byte(text)))
	shown := strings.Join(f.sentences[:min(step+1, len(f.sentences))], "\n")
	for _, s := range f.sentences[min(step+1, len(f.sentences)):] {
		if len(s) > 12 && !strings.Contains(shown, s) && strings.Contains(page, s) {
			return s
		}
	}
	return ""
}

// A form is an address where anybody can ask for a run.
type form struct {
	method, path, body string
	says               string // what it says of the result; empty: it shows steps
}

// forms are the addresses where a run shows its result, or its last cut.
func (f *runFacts) forms() []form {
	cut := 0
	for seq, line := range f.lines {
		if strings.Contains(line, `"prune"`) {
			cut = seq
		}
	}
	step := fmt.Sprintf("&step=%d", cut)
	list := []form{
		{"GET", f.address("/embed", step), "", ""},
		{"GET", f.address("/handout", ""), "", ""},
		{"GET", f.address("/export/run.html", ""), "", "<html"},
		{"GET", f.address("/export/trace.ndjson", ""), "", ""},
		{"GET", f.address("/export/picture.svg", step), "", "<svg"},
		{"GET", f.address("/api/v1/trace", ""), "", ""},
		{"GET", f.address("/practice", "&print=1"), "", solutionOfSheet},
		{"GET", "/lockstep?" + f.query + "&a=" + f.algorithm + "&b=" + f.algorithm + step, "", ""},
		{"POST", "/api/v1/trace", f.body(""), ""},
		{"POST", "/api/v1/solve", f.body(""), `"line"`},
		{"POST", "/api/v1/compare", `{` + f.source + `}`, `"` + f.algorithm + `"`},
		{"POST", "/api/v1/practice/check", f.body(`,"done":[]`), `"missed"`},
		{"POST", "/lessons/picture", `{"show":` + f.body(`,"step":999`) + `}`, "<svg"},
		{"POST", "/api/v1/rooms", `{"show":` + f.body("") + `}`, `"key"`},
	}
	if strings.Contains(f.query, "figure=") {
		_, id, _ := strings.Cut(f.query, "figure=")
		list = append(list, form{"GET", "/figures/" + id + "?algorithm=" + f.algorithm + step, "", ""}, form{"GET", "/figures/" + id + ".svg?algorithm=" + f.algorithm + step, "", "<svg"},
			form{"GET", "/api/v1/figures/" + id, "", `"story"`})
	} else {
		list = append(list, form{"GET", f.address("/tree", step), "", ""}, form{"GET", f.address("/tree", step+"&by=cuts"), "", ""})
	}
	return list
}

// answers returns what an answer of a form has of the steps behind one; empty: nothing.
func (f *runFacts) answers(one form, status int, text string, step int) string {
	if one.says != "" && status < 300 && strings.Contains(text, one.says) {
		return one.says
	}
	return f.past(text, step)
}

// sockets are messages that ask for a whole run.
func (f *runFacts) sockets() []string {
	return []string{
		webtest.RunMessage("r", f.body("")),
		webtest.PageMessage("r", f.body("")),
		strings.TrimSuffix(webtest.PageMessage("r", f.body("")), "}") + `,"until":100000,"neutral":false}`,
		strings.TrimSuffix(webtest.PageMessage("r", f.body("")), "}") + `,"until":0}`, // raised later
		strings.Replace(webtest.RunMessage("r", f.body("")), `"type":"run"`, `"type":"map"`, 1),
	}
}

// TestFormsAnswer checks that the forms of the class show the result to somebody who has no question.
func TestFormsAnswer(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	anybody := newPupil(t, ts)
	for _, f := range []*runFacts{figureFacts(t, ts), copyFacts(t, ts), roomFacts(t, ts)} {
		for _, one := range f.forms() {
			if status, text := anybody.ask(one.method, one.path, one.body); f.answers(one, status, text, 8) == "" {
				t.Errorf("%s %s %s says nothing of the run: %d %.300s", one.method, one.path, one.body, status, text)
			}
		}
		for _, message := range f.sockets() {
			if anybody.overSocket(f, message, 8) == "" {
				t.Errorf("the websocket says nothing of the run after %s", message)
			}
		}
	}
}

// overSocket returns what the websocket sends of the steps behind one; empty: nothing.
func (p *pupil) overSocket(f *runFacts, message string, step int) string {
	p.t.Helper()
	ws := p.dial()
	defer ws.WS.Close()
	ws.Send("%s", message)
	raised := false
	for {
		kind, b, err := ws.WS.ReadMessage()
		if err != nil {
			p.t.Fatal(err)
		}
		if kind == websocket.BinaryMessage {
			if r := webtest.ReadSteps(b); r.From+r.Count-1 > step {
				return fmt.Sprintf("step %d", r.From+r.Count-1)
			}
			continue
		}
		if past := f.past(string(b), step); past != "" {
			return past
		}
		switch text := string(b); {
		case strings.Contains(text, `"type":"map"`):
			return "a map"
		case strings.Contains(text, `"more":true`) && !raised:
			raised = true
			ws.Send(`{"type":"until","id":"r","until":100000}`)
		case strings.Contains(text, `"more":true`), strings.Contains(text, `"type":"error"`), strings.Contains(text, `"type":"end"`):
			return ""
		}
	}
}

const copyOfFigure = `players 3 maxsum 9 title "Mine" r: 1[ (5,2,2) s: 2[ t: 3[ (2,2,5) (3,0,6) ] (6,1,2) ] ]`

func figureFacts(t testing.TB, ts *httptest.Server) *runFacts {
	return factsOf(t, ts, `"figure":"k1991-fig6"`, "figure=k1991-fig6", "deep")
}

// copyFacts are those of a typed copy of the figure, with other names and another value of a leaf.
func copyFacts(t testing.TB, ts *httptest.Server) *runFacts {
	return factsOf(t, ts, `"text":`+webtest.Quote(copyOfFigure), "text="+url.QueryEscape(copyOfFigure), "deep")
}

func roomFacts(t testing.TB, ts *httptest.Server) *runFacts {
	return factsOf(t, ts, `"figure":"sk2000-fig2"`, "figure=sk2000-fig2", "shallow")
}

// partsOfOneRun is a lesson whose scenes ask about one run, which two sources name.
func partsOfOneRun() string {
	scene := func(source string, step int, note, question string) string {
		if question != "" {
			question = `,"question":` + question
		}
		return fmt.Sprintf(`{"show":{%s,"algorithm":"deep","step":%d},"note":"%s"%s}`, source, step, note, question)
	}
	figure, typed := `"figure":"k1991-fig6"`, `"text":`+webtest.Quote(copyOfFigure)
	return `{"title":"Why deep pruning fails","scenes":[` + strings.Join([]string{
		scene(figure, 5, "First.", ""),
		scene(figure, 8, `Second.\n\nHere deep pruning is unsound.\n\n---\n\nBehind the answer.`, `{"kind":"value","node":3}`),
		scene(figure, 11, "Third.", `{"kind":"cut","node":3}`),
		scene(figure, 12, "Behind the cut.", ""),
		scene(typed, 13, "Behind the cut of the copy.", ""),
		scene(figure, 22, "At the end.", `{"kind":"root","node":5,"value":[3,0,6]}`),
	}, ",") + `]}`
}

// A classOf30 is the class with its homework and its room.
type classOf30 struct {
	*testing.T
	ts           *httptest.Server
	figure, copy *runFacts
	room         *runFacts
	lesson       string // the id
	parts, own   string // ids of assignments
	code, key    string // of the room
	asked        int    // the step of the question of the room
}

func TestClassOfThirtyFindsNoAnswer(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	c := &classOf30{T: t, ts: ts, figure: figureFacts(t, ts), copy: copyFacts(t, ts), room: roomFacts(t, ts), asked: 8}
	teacher := newPupil(t, ts)
	var made struct{ ID, Key, Code string }
	teacher.send("POST", "/api/v1/lessons", partsOfOneRun(), &made)
	c.lesson = made.ID
	teacher.send("POST", "/api/v1/assignments", `{"lesson":"`+c.lesson+`","feedback":"at-once"}`, &made)
	c.parts = made.ID
	teacher.send("POST", "/api/v1/assignments", `{"practice":{"algorithm":"alphabeta","depth":3,"branching":2,"maxsum":10,"exercises":2,"own":true}}`, &made)
	c.own = made.ID
	teacher.send("POST", "/api/v1/rooms", `{"show":`+c.room.body(fmt.Sprintf(`,"step":%d`, c.asked))+`}`, &made)
	c.code, c.key = made.Code, made.Key
	teacher.send("POST", "/api/v1/rooms/"+c.key+"/ask", `{"question":{"kind":"pick","text":"Which node is next?"}}`, nil)

	students := make([]*student, classSize)
	c.each(students, func(i int) {
		students[i] = c.enter(i)
		students[i].work()
	})
	teacher.send("POST", "/api/v1/rooms/"+c.key+"/reveal", `{}`, nil)
	c.each(students, func(i int) {
		s := students[i]
		one := c.room.forms()[i%4]
		if status, text := s.browser.ask(one.method, one.path, one.body); c.room.answers(one, status, text, c.asked) == "" {
			t.Errorf("student %d: after the answer was revealed, %s %s is still refused: %d %.300s", i+1, one.method, one.path, status, text)
		}
	})
}

// each calls f for each student at the same time.
func (c *classOf30) each(students []*student, f func(i int)) {
	var all sync.WaitGroup
	for i := range students {
		all.Go(func() { f(i) })
	}
	all.Wait()
}

// A student of the class has a browser, and a token for each homework.
type student struct {
	*classOf30
	number     int
	browser    *pupil
	parts, own string // tokens
}

func (c *classOf30) enter(i int) *student {
	s := &student{classOf30: c, number: i, browser: newPupil(c, c.ts)}
	s.browser.cookies = map[string]string{}
	var made struct{ Token string }
	for id, token := range map[string]*string{c.parts: &s.parts, c.own: &s.own} {
		s.browser.send("POST", "/api/v1/assignments/"+id+"/students", `{}`, &made)
		*token = made.Token
	}
	s.browser.send("GET", "/c/"+c.code, "", nil)
	return s
}

// as is the browser with the token of a homework. Every third student sends only the token, and every
// third only the cookies.
func (s *student) as(token string, i int) *pupil {
	p := *s.browser
	if p.token = token; i%3 == 0 {
		p.token = ""
	} else if i%3 == 1 {
		p.cookies = nil
	}
	return &p
}

// work answers all questions, and looks everywhere before each answer and after the last one.
func (s *student) work() {
	at := "/api/v1/assignments/" + s.classOf30.parts
	with := *s.browser
	with.token = s.parts
	for k, limit := range []int{8, 11, 22} {
		got := with.collect("/a/"+s.classOf30.parts, "/a/"+s.classOf30.parts+"?part=4", "/a/"+s.classOf30.parts+"?part=6")
		var now work
		got["the API"] = with.send("GET", at, "", &now)
		for from, text := range got {
			if past := s.figure.past(text, limit); past != "" {
				s.Errorf("student %d, before answer %d: %s has %q", s.number+1, k+1, from, past)
			}
			if strings.Contains(text, "deep pruning is unsound") != (k > 2) && strings.Contains(text, "Second.") || strings.Contains(text, "Why deep pruning fails") {
				s.Errorf("student %d, before answer %d: %s has a note or a title that states a result", s.number+1, k+1, from)
			}
			if k < 2 && strings.Contains(text, "Behind the cut") {
				s.Errorf("student %d, before answer %d: %s has the note of a later part", s.number+1, k+1, from)
			}
		}
		s.look(s.figure, s.parts, limit, k, fmt.Sprintf("before answer %d", k+1))
		s.look(s.copy, s.parts, limit, k+1, fmt.Sprintf("before answer %d", k+1))
		s.lessons(limit, k)
		s.look(s.room, s.parts, s.asked, k, "in the room")
		with.send("PUT", fmt.Sprintf("%s/items/%d/answer", at, k), `{"answer":`+anAnswer(now.Items[k].Kind)+`}`, nil)
	}
	if text := with.send("GET", at, "", nil); !strings.Contains(text, "deep pruning is unsound") || !strings.Contains(text, "Why deep pruning fails") {
		s.Errorf("student %d: after the last answer the note or the title is left out", s.number+1)
	}
	one := s.figure.forms()[s.number%4]
	if status, text := s.as(s.parts, 2).ask(one.method, one.path, one.body); s.figure.answers(one, status, text, 8) == "" {
		s.Errorf("student %d: after the last answer, %s %s says nothing: %d %.300s", s.number+1, one.method, one.path, status, text)
	}
	s.exercises()
}

// exercises does the exercises, each on a tree of the student's own.
func (s *student) exercises() {
	at := "/api/v1/assignments/" + s.classOf30.own
	with := *s.browser
	with.token = s.own
	var now struct {
		Items []struct{ Tree, Algorithm string }
	}
	with.send("GET", at, "", &now)
	for k, item := range now.Items {
		f := factsOf(s, s.ts, `"text":`+webtest.Quote(item.Tree), "text="+url.QueryEscape(item.Tree), item.Algorithm)
		s.look(f, s.own, 0, k, "before the exercise is handed in")
		with.send("PUT", fmt.Sprintf("%s/items/%d/answer", at, k), `{"answer":[]}`, nil)
		if k == 0 {
			one := f.forms()[0]
			if status, text := s.as(s.own, 2).ask(one.method, one.path, one.body); f.answers(one, status, text, 0) == "" {
				s.Errorf("student %d: the run of an exercise that is handed in is refused: %d %.300s", s.number+1, status, text)
			}
		}
	}
}

// look asks for a run at some of the addresses where anybody can, so that the class asks at each of them
// at each time.
func (s *student) look(f *runFacts, token string, limit, turn int, when string) {
	for n, one := range f.forms() {
		if n%6 != (s.number+turn)%6 {
			continue
		}
		p := s.as(token, s.number/6)
		if f == s.room {
			p.cookies = s.browser.cookies // only they say that the browser follows a room
		}
		if status, text := p.ask(one.method, one.path, one.body); status >= 500 || f.answers(one, status, text, limit) != "" {
			s.Errorf("student %d, %s: %s %s %s answers %d with %q", s.number+1, when, one.method, one.path, one.body, status, f.answers(one, status, text, limit))
		}
	}
	for n, message := range f.sockets() {
		if n == (s.number+turn)%len(f.sockets()) {
			if past := s.browser.overSocket(f, message, limit); past != "" {
				s.Errorf("student %d, %s: the websocket sends %s after %s", s.number+1, when, past, message)
			}
		}
	}
}

// lessons asks for the lesson of the homework as its reader, its printer, or a teacher.
func (s *student) lessons(limit, turn int) {
	p := s.as(s.parts, s.number)
	for n, one := range []form{
		{"GET", "/lessons/" + s.lesson + "?done=2.3.6&scene=4", "", ""},
		{"GET", "/lessons/" + s.lesson + "?scene=6&step=22", "", ""},
		{"GET", "/lessons/" + s.lesson + "/print?all=1", "", ""},
		{"GET", "/api/v1/lessons/" + s.lesson, "", ""},
		{"POST", "/api/v1/lessons/" + s.lesson + "/answers", `{"scene":2,"answer":[]}`, ""},
		{"POST", "/api/v1/assignments", `{"lesson":"` + s.lesson + `"}`, ""},
	} {
		if n%3 != (s.number/3+turn)%3 {
			continue
		}
		status, text := p.ask(one.method, one.path, one.body)
		if past := s.figure.past(text, limit); status >= 500 || past != "" || strings.Contains(text, "Behind the cut") || strings.Contains(text, "Why deep pruning fails") || strings.Contains(text, `"correct"`) || strings.Contains(text, `"join"`) {
			s.Errorf("student %d, before answer %d: %s %s answers %s: %.300s", s.number+1, turn+1, one.method, one.path, past, webtest.PageText([]byte(text)))
		}
	}
}
