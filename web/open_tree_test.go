package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// While a question is open, other algorithms on its tree, positions of its game a few moves later and typed
// copies of their trees answer nothing. What the homework itself shows of the tree stays open.
func TestOpenQuestionLimitsItsTree(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	teacher, anybody := newPupil(t, ts), newPupil(t, ts)
	student := func() *pupil {
		p := newPupil(t, ts)
		p.cookies = map[string]string{}
		return p
	}
	const tree = `kind minimax max[ min[ max[ 3 12 ] max[ 8 2 ] ] min[ max[ 2 1 ] max[ 4 6 ] ] ]`
	source := `"text":` + webtest.Quote(tree)
	scene := func(show, question string) string { return `{"show":{` + show + `}` + question + `}` }
	var lesson, homework struct{ ID string }
	teacher.send("POST", "/api/v1/lessons", `{"title":"Cuts","scenes":[`+scene(source+`,"algorithm":"minimax","step":5`, "")+`,`+
		scene(source+`,"algorithm":"alphabeta","step":20`, `,"question":{"kind":"value","node":0}`)+`]}`, &lesson)
	teacher.send("POST", "/api/v1/assignments", `{"lesson":"`+lesson.ID+`"}`, &homework)
	works := student()
	var entered struct{ Token string }
	works.send("POST", "/api/v1/assignments/"+homework.ID+"/students", `{}`, &entered)

	var room struct{ Code, Key string }
	teacher.send("POST", "/api/v1/rooms", `{"show":{"game":`+aGame+`,"algorithm":"maxn","options":{"depth":3},"step":1}}`, &room)
	teacher.send("POST", "/api/v1/rooms/"+room.Key+"/ask", `{"question":{"kind":"value","node":0}}`, nil)
	follows := student()
	follows.send("GET", "/c/"+room.Code, "", nil)

	var moves struct {
		Moves []struct{ Game json.RawMessage }
	}
	anybody.send("POST", "/api/v1/moves", `{"game":`+aGame+`}`, &moves)
	later := string(moves.Moves[1].Game)

	type ask struct {
		p    *pupil
		body string
	}
	list := []ask{
		{follows, `"game":` + aGame + `,"algorithm":"deep","options":{"depth":3}`},
		{follows, `"game":` + later + `,"algorithm":"maxn","options":{"depth":2}`},
		{follows, `"game":` + later + `,"expand":2,"algorithm":"deep"`},
	}
	for _, a := range []string{"pvs", "minimax", "mtdf", "sss"} {
		list = append(list, ask{works, source + `,"algorithm":"` + a + `"`})
	}
	for _, one := range list {
		for _, path := range []string{"/api/v1/solve", "/api/v1/trace"} {
			if status, text := anybody.ask("POST", path, "{"+one.body+"}"); status != 200 {
				t.Errorf("%s %s: %d %s", path, one.body, status, text)
			}
			if open := one.p == works && strings.Contains(one.body, "minimax\""); !open {
				if status, text := one.p.ask("POST", path, "{"+one.body+"}"); status != 409 {
					t.Errorf("%s %s answers a student with an open question: %d %.300s", path, one.body, status, text)
				}
			}
		}
	}
	// A program of one's own is a search, too.
	const program = `"program":"def f(n, d):\n    return n.heuristic if d == 0 else n.value or [f(c, d - 1) for c in n.children][0]\nresult = f(root, 1)"`
	for _, one := range []ask{{follows, `"game":` + aGame}, {follows, `"game":` + later}, {follows, `"game":` + aGame + `,"expand":2`}, {works, source}} {
		for _, path := range []string{"/api/v1/programs/run", "/api/v1/programs"} {
			if status, text := anybody.ask("POST", path, "{"+program+","+one.body+"}"); status >= 300 {
				t.Errorf("%s %s: %d %s", path, one.body, status, text)
			}
			if status, text := one.p.ask("POST", path, "{"+program+","+one.body+"}"); status != 409 {
				t.Errorf("%s %s answers a student with an open question: %d %.300s", path, one.body, status, text)
			}
		}
		ws := one.p.dial()
		ws.Send(`{"type":"run","id":"r",%s,%s}`, program, one.body)
		if got := ws.Next(); got.Type != "error" {
			t.Errorf("a message about %s answers a student with an open question: %+v", one.body, got)
		}
	}
	if status, text := works.ask("POST", "/api/v1/solve", "{"+source+`,"algorithm":"minimax"}`); status != 200 {
		t.Errorf("a run that the homework shows is refused: %d %s", status, text)
	}
	works.token = entered.Token
	works.send("PUT", fmt.Sprintf("/api/v1/assignments/%s/items/0/answer", homework.ID), `{"answer":0}`, nil)
	if status, text := works.ask("POST", "/api/v1/solve", "{"+source+`,"algorithm":"pvs"}`); status != 200 {
		t.Errorf("after the answer another algorithm is refused: %d %s", status, text)
	}
}
