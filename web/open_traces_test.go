package web_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"espalier/search/compare"
	"espalier/web/webtest"
	"espalier/web/words"
)

// This file asks, as a student with an open question about the run of a program, for that run at every
// address that serves what a program has sent.

// aProgramsRun is the run of a program that claims to be shallow pruning. It cuts f after the third leaf.
const aProgramsRun = `{"players":3,"maxsum":9,"algorithm":"shallow","title":"my shallow"}
{"type":"enter","id":"a","player":1}
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

// A traceForm is an address that says something of a run, and what it says.
type traceForm struct{ method, path, body, says string }

// traceForms are the addresses that serve what a program has sent. tree is the text of the tree of the run.
func traceForms(id, tree string) []traceForm {
	api := "/api/v1/traces/" + id
	list := []traceForm{
		{"GET", "/traces/" + id, "", `<svg`},
		{"GET", "/traces/" + id + "?revision=1&step=0", "", `<svg`},
		{"GET", "/traces/" + id + "?algorithm=maxn", "", `<svg`},
		{"GET", api, "", `"verdict"`},
		{"GET", api + "?revision=1", "", `"verdict"`},
		{"GET", api + "/events", "", `"prune"`},
		{"GET", api + "/events?revision=1", "", `"prune"`},
		{"GET", api + "/source", "", `"prune"`},
		{"GET", api + "/source?revision=1", "", `"prune"`},
		{"GET", api + "/checks", "", `"verdict"`},
		{"GET", api + "/checks?algorithm=shallow&ties=left", "", `"verdict"`},
		{"POST", "/api/v1/traces/check", aProgramsRun, `"verdict"`},
		{"POST", "/api/v1/traces/check?algorithm=shallow", strings.Replace(aProgramsRun, `,"algorithm":"shallow"`, "", 1), `"verdict"`},
		{"POST", "/api/v1/traces", aProgramsRun, `"verdict"`},
		{"POST", "/api/v1/rooms", `{"show":{"trace":"` + id + `"}}`, `"key"`},
	}
	for _, revision := range []string{"", "&revision=1"} {
		at := "trace=" + id + "&algorithm=recorded" + revision
		list = append(list, traceForm{"GET", "/embed?" + at + "&step=6", "", `data-step="6"`}, traceForm{"GET", "/handout?" + at, "", `<svg`},
			traceForm{"GET", "/export/run.html?" + at, "", `<html`}, traceForm{"GET", "/export/trace.ndjson?" + at, "", `"prune"`},
			traceForm{"GET", "/export/picture.svg?step=last&" + at, "", `<svg`},
			traceForm{"GET", "/export/trace.ndjson?algorithm=shallow&trace=" + id + revision, "", `"exit"`},
			traceForm{"GET", "/lockstep?a=recorded&b=maxn&trace=" + id + revision, "", `<svg`})
	}
	for _, revision := range []string{"", `,"revision":1`} {
		list = append(list, traceForm{"POST", "/api/v1/trace", `{"trace":"` + id + `"` + revision + `}`, `"prune"`},
			traceForm{"POST", "/api/v1/solve", `{"algorithm":"recorded","trace":"` + id + `"` + revision + `}`, `"line"`})
	}
	return append(list, traceForm{"GET", "/export/trace.ndjson?algorithm=shallow&text=" + url.QueryEscape(tree), "", `"exit"`})
}

// traceSockets are messages that ask for the run of a program.
func traceSockets(id string) []string {
	return []string{
		`{"type":"run","id":"r","trace":"` + id + `","follow":true}`,
		`{"type":"run","id":"r","trace":"` + id + `"}`,
		`{"type":"watch","id":"r","trace":"` + id + `"}`,
		`{"type":"map","id":"r","trace":"` + id + `"}`,
	}
}

// saysOverSocket returns what the websocket sends of a run.
func (p *pupil) saysOverSocket(message string) string {
	p.t.Helper()
	ws := p.dial()
	defer ws.WS.Close()
	ws.Send("%s", message)
	for {
		_, b, err := ws.WS.ReadMessage()
		if err != nil {
			p.t.Fatal(err)
		}
		switch text := string(b); {
		case strings.Contains(text, `"prune"`), strings.Contains(text, `"picture"`), strings.Contains(text, `"type":"map"`):
			return text
		case strings.Contains(text, `"type":"error"`), strings.Contains(text, `"type":"end"`):
			return ""
		}
	}
}

// A student who has an open question about the run of a program gets nothing of it at any address, until the
// question is answered. That holds for another trace with the same run, and for a run that still comes in.
func TestOpenQuestionLimitsTraces(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	teacher := newPupil(t, ts)
	var sent, copied, live struct{ ID, Key string }
	teacher.send("POST", "/api/v1/traces", aProgramsRun, &sent)
	teacher.send("POST", "/api/v1/traces", strings.Replace(aProgramsRun, "my shallow", "again", 1), &copied)
	teacher.send("POST", "/api/v1/traces?live=1", aProgramsRun, &live)
	const tree = "players 3 maxsum 9 1[ (5,2,2) 2[ 3[ (2,2,5) (3,0,6) ] (6,1,2) ] ]"
	var lesson, homework struct{ ID, Key string }
	teacher.send("POST", "/api/v1/lessons", `{"title":"A program","scenes":[{"show":{"trace":"`+sent.ID+`","step":6},"note":"See.","question":{"kind":"cut","node":3}}]}`, &lesson)
	teacher.send("POST", "/api/v1/assignments", `{"lesson":"`+lesson.ID+`"}`, &homework)

	ask := func(p *pupil, open bool) {
		t.Helper()
		for _, id := range []string{sent.ID, copied.ID} {
			for _, one := range traceForms(id, tree) {
				status, text := p.ask(one.method, one.path, one.body)
				if says := status < 300 && strings.Contains(text, one.says); says == open || status >= 500 {
					t.Errorf("with an open question %t: %s %s %s answers %d %.300s", open, one.method, one.path, one.body, status, text)
				}
			}
		}
		for _, id := range []string{sent.ID, copied.ID, live.ID} {
			for _, message := range traceSockets(id) {
				if id != live.ID && strings.Contains(message, `"watch"`) {
					continue // nothing more comes
				}
				if says := p.saysOverSocket(message) != ""; says == open {
					t.Errorf("with an open question %t: the websocket says %t after %s", open, says, message)
				}
			}
		}
	}
	anybody := newPupil(t, ts)
	ask(anybody, false)

	student := newPupil(t, ts)
	student.cookies = map[string]string{}
	var entered struct{ Token string }
	student.send("POST", "/api/v1/assignments/"+homework.ID+"/students", `{}`, &entered)
	ask(student, true)
	withToken := newPupil(t, ts)
	withToken.token = entered.Token
	for _, path := range []string{"/events", "/source", "/checks", ""} {
		if status, text := withToken.ask("GET", "/api/v1/traces/"+sent.ID+path, ""); status != 409 {
			t.Errorf("with the token, %s answers %d %.200s", path, status, text)
		}
	}
	ask(anybody, false)
	withToken.send("PUT", fmt.Sprintf("/api/v1/assignments/%s/items/0/answer", homework.ID), `{"answer":[]}`, nil)
	ask(student, false)
}

// The gallery and the list of figures leave out what a student with an open question may not see. What they
// keep is for all who ask.
func TestOpenQuestionLimitsLists(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	student := newPupil(t, ts)
	student.cookies = map[string]string{}
	var made struct{ ID string }
	student.send("POST", "/api/v1/assignments", `{"lesson":"deep-fails"}`, &made)
	look := func(p *pupil) (story string, gallery string) {
		var all struct {
			Figures []struct {
				ID    string
				Story []struct{ Text string }
			}
		}
		p.send("GET", "/api/v1/figures", "", &all)
		for _, f := range all.Figures {
			if f.ID == "k1991-fig6" {
				story = fmt.Sprint(f.Story)
			}
		}
		_, after, _ := strings.Cut(p.send("GET", "/figures?q=k1991-fig6", "", nil), `href="/figures/k1991-fig6"`)
		picture, _, _ := strings.Cut(after, "</svg>")
		return story, picture
	}
	student.cookies = map[string]string{}
	student.send("POST", "/api/v1/assignments/"+made.ID+"/students", `{}`, nil)
	story, picture := look(student) // it asks first: what it gets is not kept for others
	all, whole := look(newPupil(t, ts))
	if story != "[]" || len(all) < 100 {
		t.Errorf("the list of figures has the story %q for a student, and %q for others", story, all)
	}
	if picture == whole || !strings.Contains(picture, "<svg") {
		t.Errorf("a student with an open question sees the picture that others see: %.300s", picture)
	}
}

// A student with an open question about the run of an exhibit asks first for the page of all: it shows neither
// the end of that run nor what it shows, and others get the whole page after that.
func TestOpenQuestionLimitsExhibits(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	e := compare.Exhibits()[0]
	options := map[string]bool{}
	for _, o := range e.Options.Given() {
		options[o.Name] = true
	}
	b, err := json.Marshal(map[string]any{"title": "An exhibit", "scenes": []any{map[string]any{
		"show": map[string]any{"text": e.Text, "algorithm": e.Algorithm, "options": options, "step": 0}, "note": "See.",
		"question": map[string]any{"kind": "choice", "text": "Is it right?", "choices": []string{"Yes", "No"}, "correct": 1}}}})
	if err != nil {
		t.Fatal(err)
	}
	teacher, student := newPupil(t, ts), newPupil(t, ts)
	student.cookies = map[string]string{}
	var lesson, homework struct{ ID string }
	teacher.send("POST", "/api/v1/lessons", string(b), &lesson)
	teacher.send("POST", "/api/v1/assignments", `{"lesson":"`+lesson.ID+`"}`, &homework)
	student.send("POST", "/api/v1/assignments/"+homework.ID+"/students", `{}`, nil)
	says := plain(words.MaxN(e.Explanation))
	if page := plain(webtest.PageText([]byte(student.send("GET", "/exhibits", "", nil)))); strings.Contains(page, says) {
		t.Errorf("a student with an open question reads %q", says)
	}
	if page := plain(webtest.PageText([]byte(teacher.send("GET", "/exhibits", "", nil)))); !strings.Contains(page, says) {
		t.Errorf("others do not read %q", says)
	}
}

// A run that still comes in becomes like that of an open question while a student watches it: what it is from
// then on is refused to a page that follows it, one that watches it, and its map.
func TestOpenQuestionEndsLiveRuns(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	teacher, student := newPupil(t, ts), newPupil(t, ts)
	student.cookies = map[string]string{}
	const last = `{"type":"leaf","id":"g"`
	at := strings.Index(aProgramsRun, last)
	var sent, lesson, homework struct{ ID string }
	teacher.send("POST", "/api/v1/traces", aProgramsRun, &sent)
	teacher.send("POST", "/api/v1/lessons", `{"title":"A program","scenes":[{"show":{"trace":"`+sent.ID+`","step":0},"note":"See.","question":{"kind":"cut","node":3}}]}`, &lesson)
	teacher.send("POST", "/api/v1/assignments", `{"lesson":"`+lesson.ID+`"}`, &homework)
	student.send("POST", "/api/v1/assignments/"+homework.ID+"/students", `{}`, nil)
	for message, begun := range map[string]string{
		`{"type":"run","id":"r","trace":"%s","follow":true}`: `"prune"`,
		`{"type":"watch","id":"r","trace":"%s"}`:             `"type":"state"`,
		`{"type":"map","id":"r","trace":"%s"}`:               `"type":"map"`,
	} {
		var live struct{ ID, Key string }
		teacher.send("POST", "/api/v1/traces?live=1", aProgramsRun[:at], &live)
		ws := student.dial()
		ws.Send(message, live.ID)
		readUntil(t, ws, begun) // what is not like the run of the question yet is seen
		teacher.send("POST", "/api/v1/traces/"+live.Key+"/lines", aProgramsRun[at:], nil)
		for {
			ws.WS.SetReadDeadline(time.Now().Add(time.Minute))
			_, b, err := ws.WS.ReadMessage()
			if err != nil {
				t.Fatalf("after %s: %v", message, err)
			}
			text := string(b)
			if strings.Contains(text, `"type":"end"`) {
				t.Errorf("after %s a student gets %s", message, text)
				break
			}
			if strings.Contains(text, `"type":"error"`) {
				break
			}
		}
		ws.WS.Close()
		teacher.send("POST", "/api/v1/traces/"+live.Key+"/end", "", nil)
	}
}
