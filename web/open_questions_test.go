package web_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/web/app"
	"espalier/web/webtest"
)

// This file collects, as a student or a follower, everything that the server sends to the pages of a class
// while a question is open: pages and what they link to, answers of the API, steps, sentences and pictures
// over the websocket. Nothing in it answers an open question.

// verdicts are words that state a result.
var verdicts = regexp.MustCompile(`(?i)unsound|and wrong|failure of|values differ|returns the same|may still change`)

var (
	hrefs   = regexp.MustCompile(`href="([^"]*)"`)
	runs    = regexp.MustCompile(`(?s)<form[^>]*\sid="run"[^>]*>`)
	dataset = regexp.MustCompile(`data-([a-z]+)="([^"]*)"`)
)

// A pupil collects what the server sends.
type pupil struct {
	t     testing.TB
	ts    *httptest.Server
	token string
	// cookies are those of the browser, by their names; nil: it keeps none.
	cookies map[string]string
	shell   map[string]bool // links that every page has, and those of its place
}

func newPupil(t testing.TB, ts *httptest.Server) *pupil {
	p := &pupil{t: t, ts: ts, shell: map[string]bool{}}
	_, b := webtest.Get(t, ts.URL+"/homework")
	for _, m := range hrefs.FindAllSubmatch(b, -1) {
		p.shell[string(m[1])] = true
	}
	for _, d := range app.Doors { // the line that says where a page is
		p.shell[d.Href] = true
		for _, place := range d.Places {
			p.shell[place.Href] = true
		}
	}
	return p
}

func (p *pupil) send(method, path, body string, into any) string {
	p.t.Helper()
	status, text := p.ask(method, path, body)
	if status >= 300 {
		p.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if into != nil {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			p.t.Fatalf("%s %s: %v", method, path, err)
		}
	}
	return text
}

// ask sends a request, which may be refused.
func (p *pupil) ask(method, path, body string) (status int, text string) {
	p.t.Helper()
	header := []string{"Content-Type", "application/json"}
	if p.token != "" {
		header = append(header, "Authorization", "Bearer "+p.token)
	}
	if p.cookies != nil {
		header = append(header, "Cookie", p.cookie())
	}
	resp, b := webtest.Send(p.t, method, p.ts.URL+path, body, header...)
	for _, c := range resp.Cookies() {
		if p.cookies != nil {
			p.cookies[c.Name] = c.Value
		}
	}
	return resp.StatusCode, string(b)
}

func (p *pupil) cookie() string {
	var list []string
	for name, value := range p.cookies {
		list = append(list, name+"="+value)
	}
	return strings.Join(list, "; ")
}

// dial opens a websocket with the cookies.
func (p *pupil) dial() *webtest.Peer {
	return webtest.DialWith(p.t, p.ts, http.Header{"Cookie": {p.cookie()}, "Origin": {p.ts.URL}})
}

// collect gets pages and all to which they link, and the steps of their runs. The key of the result is
// where a text is from.
func (p *pupil) collect(paths ...string) map[string]string {
	p.t.Helper()
	got := map[string]string{}
	for len(paths) > 0 {
		path, _, _ := strings.Cut(paths[0], "#")
		paths = paths[1:]
		if _, seen := got[path]; seen || path == "" || p.shell[path] {
			continue
		}
		page := html.UnescapeString(p.send("GET", path, "", nil))
		got[path] = page
		for _, m := range hrefs.FindAllStringSubmatch(page, -1) {
			if to := m[1]; strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "/static") && !strings.HasPrefix(to, "/learn/glossary") && !strings.HasPrefix(to, "/algorithms") {
				paths = append(paths, to)
			}
		}
		if run := p.run(p.send("GET", path, "", nil)); run != "" {
			got["websocket of "+path] = run
		}
	}
	return got
}

// run returns all that the websocket sends to the page of a run.
func (p *pupil) run(page string) string {
	p.t.Helper()
	form := runs.FindString(page)
	data := map[string]string{}
	for _, m := range dataset.FindAllStringSubmatch(form, -1) {
		data[m[1]] = html.UnescapeString(m[2])
	}
	if data["request"] == "" {
		return ""
	}
	if !strings.Contains(form, "data-until") {
		return ""
	}
	ws := p.dial()
	defer ws.WS.Close()
	neutral := ""
	if strings.Contains(form, "data-neutral") {
		neutral = `,"neutral":true`
	}
	ws.Send("%s", strings.TrimSuffix(webtest.PageMessage("r", data["request"]), "}")+`,"every":true,"until":`+data["until"]+neutral+`}`)
	ws.Send(`{"type":"credit","id":"r","events":1000000}`)
	text := readUntil(p.t, ws, `"type":"end"`)
	steps := 0
	fmt.Sscan(data["until"], &steps)
	for from := 0; from <= steps; from += 50 {
		ws.Send(`{"type":"details","id":"r","from":%d,"to":%d}`, from, min(from+50, steps+1))
		text += readUntil(p.t, ws, `"type":"details"`)
	}
	// What is past the question is refused.
	ws.Send(`{"type":"details","id":"r","from":%d,"to":%d}`, steps+1, steps+2)
	if reply := readUntil(p.t, ws, `"type"`); !strings.Contains(reply, `"type":"error"`) {
		p.t.Errorf("the websocket sends step %d, past the limit: %s", steps+1, reply)
	}
	ws.Send(`{"type":"picture","id":"r","step":%d}`, steps)
	return text + readUntil(p.t, ws, `"type":"picture"`)
}

// readUntil returns the messages of a websocket up to one that contains a text.
func readUntil(t testing.TB, ws *webtest.Peer, last string) (all string) {
	t.Helper()
	for {
		ws.WS.SetReadDeadline(time.Now().Add(time.Minute))
		kind, b, err := ws.WS.ReadMessage()
		if err != nil {
			t.Fatalf("waiting for %s: %v", last, err)
		}
		text := string(b)
		all += text
		switch {
		case kind != websocket.TextMessage:
		case strings.Contains(text, last):
			return all
		case strings.Contains(text, `"type":"error"`):
			t.Fatalf("waiting for %s: %s", last, text)
		}
	}
}

// A work is homework as a student gets it.
type work struct {
	Items []struct {
		Kind, Why, State string
		Part             int
		Closed           bool
		Question         json.RawMessage
	}
}

// answers are a wrong or right answer of each kind that is accepted.
func anAnswer(kind string) string {
	return map[string]string{"cut": `[]`, "value": `[0,0,0]`, "terms": `[0]`, "root": `true`, "pick": `0`, "choice": `0`, "practice": `[]`}[kind]
}

// No student of homework gets what answers an open question.
func TestHomeworkAnswersNothing(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	bodies := []string{
		`{"practice":{"algorithm":"deep","players":3,"depth":3,"branching":2,"maxsum":9,"exercises":2}}`,
		`{"practice":{"algorithm":"alphabeta","depth":3,"branching":2,"maxsum":10,"exercises":2,"own":true}}`,
	}
	for _, id := range []string{"alpha-beta", "maxn", "deep-fails", "speculative", "leaf-values", "shallow-pruning", "deep-pruning", "backward-induction", "max-n"} {
		if resp, _ := webtest.Get(t, ts.URL+"/api/v1/lessons/"+id); resp.StatusCode == 200 {
			bodies = append(bodies, `{"lesson":"`+id+`"}`)
		}
	}
	for _, body := range bodies {
		for _, feedback := range []string{"at-once", "at-end"} {
			homeworkAnswersNothing(t, ts, strings.Replace(body, "{", `{"feedback":"`+feedback+`",`, 1))
		}
	}
}

func homeworkAnswersNothing(t *testing.T, ts *httptest.Server, body string) {
	t.Helper()
	p := newPupil(t, ts)
	var made struct{ ID, Key string }
	p.send("POST", "/api/v1/assignments", body, &made)
	at := "/api/v1/assignments/" + made.ID
	enter := func(p *pupil) {
		var s struct{ Token string }
		p.token = ""
		p.send("POST", at+"/students", `{}`, &s)
		p.token = s.Token
	}
	// Another student answers everything, and knows the reasons.
	finished := newPupil(t, ts)
	enter(finished)
	var all work
	finished.send("GET", at, "", &all)
	for k, i := range all.Items {
		finished.send("PUT", fmt.Sprintf("%s/items/%d/answer", at, k), `{"answer":`+anAnswer(i.Kind)+`}`, nil)
	}
	finished.send("POST", at+"/finish", `{"sure":true}`, nil)
	finished.send("GET", at, "", &all)

	enter(p)
	for k := 0; k <= len(all.Items); k++ {
		var now work
		got := p.collect("/a/"+made.ID, fmt.Sprintf("/a/%s?part=1", made.ID))
		got["the API"] = p.send("GET", at, "", &now)
		for from, text := range got {
			neutral := strings.Contains(text, "data-neutral") || strings.Contains(text, "data-assigned") || strings.HasPrefix(from, "websocket")
			if word := verdicts.FindString(text); word != "" && neutral {
				t.Errorf("%s: before question %d is answered, %s says %q", body, k+1, from, word)
			}
			for j := k; j < len(all.Items); j++ {
				if _, why, _ := strings.Cut(all.Items[j].Why, ". "); len(why) > 20 && all.Items[j].Kind != "practice" && strings.Contains(text, why) {
					t.Errorf("%s: before question %d is answered, %s answers question %d: %s", body, k+1, from, j+1, why)
				}
				if strings.Contains(text, solutionOfSheet) {
					t.Errorf("%s: %s has a solution", body, from)
				}
			}
		}
		if k == len(all.Items) {
			break
		}
		p.send("PUT", fmt.Sprintf("%s/items/%d/answer", at, k), `{"answer":`+anAnswer(all.Items[k].Kind)+`}`, nil)
		if strings.Contains(body, "at-end") {
			if all := p.send("GET", at, "", nil); strings.Contains(all, `"correct"`) {
				t.Errorf("%s: the right answer comes before the end", body)
			}
			p.send("POST", fmt.Sprintf("%s/items/%d/final", at, k), `{}`, nil)
		}
	}
}

const solutionOfSheet = "<h1>Solution</h1>"

// No reader of a lesson who begins at its address gets what answers an open question.
func TestLessonsAnswerNothing(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, id := range []string{"alpha-beta", "maxn", "deep-fails", "speculative", "leaf-values"} {
		p := newPupil(t, ts)
		var l struct {
			Scenes []struct{ Question *struct{ Kind string } }
		}
		p.send("GET", "/api/v1/lessons/"+id, "", &l)
		reasons := map[int]string{}
		for i, s := range l.Scenes {
			if s.Question == nil {
				continue
			}
			var v struct{ Why string }
			p.send("POST", "/api/v1/lessons/"+id+"/answers", fmt.Sprintf(`{"scene":%d,"answer":%s}`, i, anAnswer(s.Question.Kind)), &v)
			reasons[i+1] = v.Why
		}
		p.shell["/homework/new?lesson="+id] = true // for a teacher
		for from, text := range p.collect("/lessons/" + id) {
			if !strings.Contains(from, "/lessons/"+id) {
				continue
			}
			if word := verdicts.FindString(text); word != "" && (strings.Contains(text, "data-neutral") || strings.HasPrefix(from, "websocket")) {
				t.Errorf("%s says %q", from, word)
			}
			for scene, why := range reasons {
				if len(why) > 20 && strings.Contains(text, why) {
					t.Errorf("%s answers the question of scene %d: %s", from, scene, why)
				}
			}
		}
	}
}

// A class of thirty in a room gets nothing that answers the open question.
func TestRoomAnswersNothing(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	p := newPupil(t, ts)
	var room struct{ Code, Key string }
	p.send("POST", "/api/v1/rooms", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":0}}`, &room)
	key := "/api/v1/rooms/" + room.Key
	_, before := webtest.Get(t, ts.URL+"/c/"+room.Code)
	if !strings.Contains(string(before), "Failure of deep pruning") {
		t.Fatal("the page of a room without a question has no title")
	}
	p.send("POST", key+"/scene", `{"lesson":"deep-fails","scene":1}`, nil) // it asks its question
	for i := range 30 {
		follower := newPupil(t, ts)
		got := follower.collect("/c/" + room.Code)
		got["the API"] = follower.send("GET", "/api/v1/rooms/"+room.Code, "", nil)
		got["the note"] = follower.send("GET", "/c/"+room.Code+"/note", "", nil)
		ws := webtest.Dial(t, ts)
		ws.Send(`{"type":"join","id":"j","code":"%s","nick":"Student %d"}`, room.Code, i)
		got["the websocket"] = readUntil(t, ws, `"type":"room"`)
		for from, text := range got {
			if word := verdicts.FindString(text); word != "" {
				t.Fatalf("student %d: %s says %q", i+1, from, word)
			}
			if strings.Contains(text, `"correct"`) || strings.Contains(text, "Why deep pruning") {
				t.Fatalf("student %d: %s has the right answer", i+1, from)
			}
		}
	}
	p.send("POST", key+"/reveal", `{}`, nil)
	if _, b := webtest.Get(t, ts.URL+"/c/"+room.Code); !strings.Contains(string(b), "Failure of deep pruning") {
		t.Error("after the answer the page of the room has no title")
	}
}
