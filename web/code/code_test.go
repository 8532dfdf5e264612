package code_test

import (
	"bufio"
	"encoding/json"
	"html"
	"net/http"
	"strings"
	"testing"

	"espalier/web/webtest"
)

const (
	textbook = `"text":"kind minimax max[ min[3 12 8] min[2 4 6] min[14 5 2] ]"`

	alphaBeta = `def alphabeta(node, alpha, beta):
    if node.leaf:
        return node.value
    if node.player == 1:
        for child in node.children:
            alpha = max(alpha, alphabeta(child, alpha, beta))
            if alpha >= beta:
                break
        return alpha
    for child in node.children:
        beta = min(beta, alphabeta(child, alpha, beta))
        if alpha >= beta:
            break
    return beta

result = alphabeta(root, -inf, inf)
`
	negamax = `def negamax(node, alpha, beta, sign):
    if node.leaf:
        return sign * node.value
    for child in node.children:
        alpha = max(alpha, -negamax(child, -beta, -alpha, -sign))
        if alpha >= beta:
            break
    return alpha
negamax(root, -inf, inf, 1)
`
)

// body returns a request about a program on the textbook's tree.
func body(text, more string) string {
	return `{"program":` + webtest.Quote(text) + `,` + textbook + more + `}`
}

// An answer is that to a program that was run, tried or kept.
type answer struct {
	ID, Key, URL, Hint string
	Algorithm, Because string
	Fits               struct{ ID string }
	Revision           int
	Result, Value      json.RawMessage
	Search             []string
	Events, Nodes      int
	Output             string
	Trees, Right       int
	Says               string
	Done               bool
	On                 struct{ Program, Reference int }
	Checks             checks
	First              *struct {
		Tree   string
		Nodes  int
		Checks checks
	}
	Error *struct {
		Line, Column int
		Text         string
		Node         int
	}
	Errors []struct {
		Path, Message string
		Line, Column  int
	}
}

type checks struct {
	Verdict string
	Checks  []struct {
		Verdict     string
		ProgramLine int `json:"program_line"`
		Node        int
	}
}

func send(t *testing.T, method, url, body string, want int) (a answer) {
	t.Helper()
	resp, b := webtest.Send(t, method, url, body, "Content-Type", "application/json")
	if resp.StatusCode != want {
		t.Fatalf("%s %s = %s %s, want %d", method, url, resp.Status, b, want)
	}
	if len(b) > 0 {
		if err := json.Unmarshal(b, &a); err != nil {
			t.Fatalf("%v: %s", err, b)
		}
	}
	return a
}

func TestRun(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	run := ts.URL + "/api/v1/programs/run"
	a := send(t, "POST", run, body(alphaBeta, `,"algorithm":"alphabeta"`), 200)
	if string(a.Value) != "3" || string(a.Result) != "3" || a.Checks.Verdict != "right" || a.Nodes != 11 || a.Search[0] != "alphabeta" || a.Error != nil {
		t.Errorf("alpha-beta: %+v", a)
	}
	// The cut at the wrong moment is named at its line.
	a = send(t, "POST", run, body(strings.Replace(alphaBeta, "        if alpha >= beta:\n            break\n    return beta", "        if alpha <= beta:\n            break\n    return beta", 1), `,"algorithm":"alphabeta"`), 200)
	if a.Checks.Verdict != "wrong" || len(a.Checks.Checks) == 0 || a.Checks.Checks[0].ProgramLine != 13 {
		t.Errorf("a wrong sign: %+v", a.Checks)
	}
	// A wrong value is named at the line of its return.
	a = send(t, "POST", run, body(strings.Replace(alphaBeta, "return alpha", "return beta", 1), `,"algorithm":"alphabeta"`), 200)
	if a.Checks.Verdict != "wrong" || a.Checks.Checks[len(a.Checks.Checks)-1].ProgramLine != 9 {
		t.Errorf("a wrong value: %+v", a.Checks)
	}
	a = send(t, "POST", run, body(negamax, `,"perspective":"mover","algorithm":"alphabeta"`), 200)
	if string(a.Value) != "3" || a.Checks.Verdict != "right" || string(a.Result) != "null" || a.Hint != "" {
		t.Errorf("negamax: %+v", a)
	}
	if a = send(t, "POST", run, body(negamax, ""), 200); !strings.Contains(a.Hint, `"mover"`) {
		t.Errorf("negamax as if its numbers were Max's: %+v", a)
	}
	if a = send(t, "POST", run, body("print(root.children)\nfail('no')", ""), 200); a.Error == nil || a.Error.Line != 2 || a.Output == "" || a.Events != 0 {
		t.Errorf("a program that fails: %+v", a)
	}
	if a = send(t, "POST", run, body("x = f'1'\ny = 2 ** 3", ""), 422); len(a.Errors) != 2 || a.Errors[1].Path != "program" || a.Errors[1].Line != 2 || a.Errors[1].Column != 7 {
		t.Errorf("a text that cannot be compiled: %+v", a.Errors)
	}
	for more, path := range map[string]string{
		`,"perspective":"min"`: "perspective", `,"algorithm":"none"`: "algorithm", `,"algorithm":"last-branch"`: "algorithm", `,"windows":{"gamma":"g"}`: "windows.gamma", `,"search":["g"]`: "program",
		`,"title":3`: "title", `,"figure":"k1991-fig6"`: "figure",
	} {
		if a = send(t, "POST", run, body(alphaBeta, more), 422); a.Errors[0].Path != path {
			t.Errorf("%s: %+v", more, a.Errors)
		}
	}
}

// TestPositions runs a program on games, whose values are numbers or vectors.
func TestPositions(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	run := ts.URL + "/api/v1/programs/run"
	on := func(text, more string) string { return `{"program":` + webtest.Quote(text) + more + `}` }
	if a := send(t, "POST", run, on(alphaBeta, `,"game":{"id":"tic-tac-toe","cells":["121","2.1","..."],"player":2},"algorithm":"alphabeta"`), 200); a.Checks.Verdict != "right" || a.Error != nil || a.Nodes < 20 || string(a.Value) == "null" {
		t.Errorf("tic-tac-toe: %+v", a)
	}
	const vector = "def f(n, d):\n    if n.leaf or d == 0:\n        return n.value or n.heuristic\n    return max([f(c, d - 1) for c in n.children], key=lambda v: v[n.player - 1])\nresult = f(root, 2)\n"
	for _, source := range []string{`,"game":{"id":"tic-tac-toe"},"kind":"maxn"`, `,"game":{"id":"othello","players":3}`, `,"generate":{"kind":"h32","branching":3,"depth":2}`} {
		if a := send(t, "POST", run, on(vector, source+`,"algorithm":"maxn"`), 200); a.Checks.Verdict != "right" || a.Error != nil || a.Value[0] != '[' {
			t.Errorf("%s: %+v", source, a)
		}
	}
	kept := send(t, "POST", ts.URL+"/api/v1/programs", on(vector, `,"game":{"id":"othello","players":3},"algorithm":"maxn"`), 201)
	if resp, b := webtest.Get(t, ts.URL+"/api/v1/programs/"+kept.ID); resp.StatusCode != 200 || !strings.Contains(string(b), `"source":{"game":{"id":"othello","players":3}}`) {
		t.Errorf("a program on a game that is kept: %s %s", resp.Status, b)
	}
	if resp, _ := webtest.Get(t, ts.URL+"/traces/"+kept.ID); resp.StatusCode != 200 {
		t.Errorf("the page of its run: %s", resp.Status)
	}
	// Beside the run is the position of the node at work, and the moves that lead there are played.
	if resp, b := webtest.Get(t, ts.URL+"/code/"+kept.ID); resp.StatusCode != 200 || strings.Count(string(b), `class="board`) != 1 {
		t.Errorf("the page of the program has no board: %s", resp.Status)
	}
	at := ts.URL + "/traces/" + kept.ID + "/at?node="
	_, first := webtest.Get(t, at+"0")
	if _, second := webtest.Get(t, at+"1"); strings.Count(string(second), `class="piece`) != strings.Count(string(first), `class="piece`)+1 {
		t.Errorf("the position after a move: %s, at the root %s", second, first)
	}
	if resp, _ := webtest.Get(t, at+"100000"); resp.StatusCode != 422 {
		t.Errorf("a node that is not there: %s", resp.Status)
	}
	// A position is in the address.
	if resp, b := webtest.Get(t, ts.URL+"/code?game=tic-tac-toe&cells=121/2.1/...&player=2"); resp.StatusCode != 200 || !strings.Contains(html.UnescapeString(string(b)), `{"game":{"id":"tic-tac-toe","cells":["121","2.1","..."],"player":2}}`) {
		t.Errorf("the page for a position: %s %s", resp.Status, b)
	}
	for query, says := range map[string]string{"game=chess": "no such game", "game=tic-tac-toe&cells=9": "cells"} {
		if resp, b := webtest.Get(t, ts.URL+"/code?"+query); resp.StatusCode != 422 || !strings.Contains(string(b), says) {
			t.Errorf("%s: %s", query, resp.Status)
		}
	}
	for source, path := range map[string]string{
		`,"game":{"id":"othello","board":100}`: "game.board", `,"game":{"id":"othello","players":3},"kind":"minimax"`: "kind", `,"game":{"id":"tic-tac-toe"},"kind":"path"`: "kind",
		`,` + textbook + `,"kind":"maxn"`: "kind", `,"game":{"id":"tic-tac-toe"},"values":{"1":1}`: "values", `,"game":{"id":"othello","players":3},"algorithm":"alphabeta"`: "algorithm",
	} {
		if a := send(t, "POST", run, on("x = 1", source), 422); a.Errors[0].Path != path {
			t.Errorf("%s: %+v", source, a.Errors)
		}
	}
}

// TestSocket: a program is run by a message, as every search is.
func TestSocket(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	p := webtest.Dial(t, ts)
	p.Send(`{"type":"run","id":"r",%s`, body(alphaBeta, `,"algorithm":"alphabeta"`)[1:])
	if end, events := p.Until("end", "r"); events < 20 || end.Ran == nil || string(end.Ran.Value) != "3" || end.Ran.Nodes != 11 {
		t.Errorf("%d events, %+v", events, end)
	}
	p.Send(`{"type":"run","id":"f",%s`, body("enter(root)\nfail('no')", "")[1:])
	if end, events := p.Until("end", "f"); events == 0 || end.Ran == nil || end.Ran.Error == nil || end.Ran.Error.Line != 2 {
		t.Errorf("a program that fails: %d events, %+v", events, end)
	}
	p.Send(`{"type":"run","id":"w",%s`, body("x = f'1'", "")[1:])
	if wrong, _ := p.Until("error", "w"); len(wrong.Errors) != 1 || wrong.Errors[0].Path != "program" {
		t.Errorf("a text that cannot be compiled: %+v", wrong)
	}
	p.Send(`{"type":"run","id":"p","page":true,%s`, body(alphaBeta, "")[1:])
	if wrong, _ := p.Until("error", "p"); wrong.Errors[0].Path != "page" {
		t.Errorf("for a page: %+v", wrong)
	}
	// One without end is ended by its client.
	p.Send(`{"type":"run","id":"l",%s`, body("enter(root)\nwhile True:\n    x = 1", "")[1:])
	p.Send(`{"type":"cancel","id":"l"}`)
	if end, _ := p.Until("end", "l"); end.Ran != nil {
		t.Errorf("one that was cancelled: %+v", end)
	}
}

// TestLines: who accepts NDJSON gets the trace, with the lines between the events and what has ended it.
func TestLines(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	lines := func(text string) (list []map[string]any, resp *http.Response) {
		r, err := http.NewRequest("POST", ts.URL+"/api/v1/programs/run", strings.NewReader(body(text, "")))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "application/x-ndjson")
		if resp, err = http.DefaultClient.Do(r); err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		for s := bufio.NewScanner(resp.Body); s.Scan(); {
			var line map[string]any
			if err := json.Unmarshal(s.Bytes(), &line); err != nil {
				t.Fatalf("%v: %s", err, s.Bytes())
			}
			list = append(list, line)
		}
		return list, resp
	}
	list, resp := lines(alphaBeta)
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "application/x-ndjson" || list[0]["format"] != "espalier/trace/1" || list[0]["program"] != alphaBeta {
		t.Fatalf("%s %v", resp.Status, list)
	}
	if last := list[len(list)-1]; last["type"] != "done" || last["value"] != 3.0 {
		t.Errorf("the last line is %v", last)
	}
	vars := 0
	for _, line := range list[1:] {
		if line["type"] != "done" && line["line"] == nil {
			t.Errorf("%v has no line", line)
		}
		if line["vars"] != nil {
			vars++
		}
	}
	if vars == 0 {
		t.Error("no variables")
	}
	list, _ = lines("x = 1\n" + alphaBeta + "fail('end')")
	if last := list[len(list)-1]; last["error"] == nil || last["line"] != 18.0 {
		t.Errorf("the last line is %v", last)
	}
	if _, resp = lines("x = f'1'"); resp.StatusCode != 422 {
		t.Errorf("a text that cannot be compiled: %s", resp.Status)
	}
}

func TestTrial(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	test := ts.URL + "/api/v1/programs/test"
	ask := func(text, more string) answer {
		return send(t, "POST", test, `{"program":`+webtest.Quote(text)+`,"algorithm":"alphabeta","seed":1,"trees":60`+more+`}`, 200)
	}
	if a := ask(alphaBeta, ""); a.Right != 60 || a.Trees != 60 || a.First != nil {
		t.Errorf("alpha-beta: %+v", a)
	}
	if a := ask(negamax, `,"perspective":"mover"`); a.Right != 60 || a.First != nil {
		t.Errorf("negamax: %+v %+v", a, a.First)
	}
	a := ask(strings.Replace(alphaBeta, "alphabeta(child, alpha, beta))\n        if", "alphabeta(child, -inf, beta))\n        if", 1), "")
	if a.First == nil || a.First.Nodes > 8 || a.First.Checks.Verdict != "wrong" || a.Right == 60 {
		t.Fatalf("alpha is not passed on: %+v", a)
	}
	// The tree that was found shows it.
	again := send(t, "POST", ts.URL+"/api/v1/programs/run", `{"algorithm":"alphabeta","program":`+webtest.Quote(strings.Replace(alphaBeta, "alphabeta(child, alpha, beta))\n        if", "alphabeta(child, -inf, beta))\n        if", 1))+`,"text":`+webtest.Quote(a.First.Tree)+`}`, 200)
	if again.Checks.Verdict != "wrong" {
		t.Errorf("on the tree %s the program is %s", a.First.Tree, again.Checks.Verdict)
	}
	send(t, "POST", test, `{"program":"x = f'1'","algorithm":"alphabeta"}`, 422)
	send(t, "POST", test, `{"program":"x = 1"}`, 422)
	send(t, "POST", test, `{"program":"x = 1","algorithm":"alphabeta","players":3}`, 422)
}

// TestKeep keeps a program, reads it, replaces it, uses its run as a source, and deletes it.
func TestKeep(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/programs"
	a := send(t, "POST", api, body(alphaBeta, `,"algorithm":"alphabeta","title":"Mine"`), 201)
	if a.ID == "" || a.Key == "" || a.Revision != 1 || a.Checks.Verdict != "right" || a.URL != "/code/"+a.ID {
		t.Fatalf("%+v", a)
	}
	resp, b := webtest.Send(t, "GET", api+"/"+a.ID, "")
	var kept struct {
		Program, Title, Algorithm string
		Revision                  int
		Source                    map[string]string
	}
	if err := json.Unmarshal(b, &kept); err != nil || kept.Program != alphaBeta || kept.Title != "Mine" || kept.Algorithm != "alphabeta" || kept.Source["text"] == "" || kept.Revision != 1 {
		t.Fatalf("%v %s", err, b)
	}
	if again, _ := webtest.Send(t, "GET", api+"/"+a.ID, "", "If-None-Match", resp.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("the same again = %s", again.Status)
	}
	send(t, "PUT", api+"/"+a.ID, body(alphaBeta, ""), 403)
	if b := send(t, "PUT", api+"/"+a.Key, body(negamax, `,"perspective":"mover"`), 200); b.Revision != 2 || b.ID != a.ID {
		t.Errorf("the next revision: %+v", b)
	}
	for source, value := range map[string]string{`"code":"` + a.ID + `"`: "3", `"code":"` + a.ID + `","revision":1`: "3", `"code":"` + a.ID + `","algorithm":"minimax"`: "3"} {
		if b := send(t, "POST", ts.URL+"/api/v1/solve", "{"+source+"}", 200); string(b.Value) != value {
			t.Errorf("%s: %s", source, b.Value)
		}
	}
	if resp, _ := webtest.Send(t, "GET", ts.URL+"/export/picture.svg?code="+a.ID+"&step=last", ""); resp.StatusCode != 200 {
		t.Errorf("a picture of the run = %s", resp.Status)
	}
	send(t, "POST", api, body("print(1)", ""), 422)
	send(t, "POST", api, body("x = f'1'", ""), 422)
	if resp, b := webtest.Send(t, "DELETE", api+"/"+a.Key, ""); resp.StatusCode != http.StatusNoContent {
		t.Errorf("DELETE = %s %s", resp.Status, b)
	}
	send(t, "GET", api+"/"+a.ID, "", 404)
	send(t, "GET", ts.URL+"/api/v1/traces/"+a.ID, "", 404)
}
