package traces_test

import (
	"encoding/json"
	"strings"
	"testing"

	"espalier/web/webtest"
)

const twoCalls = `{"program":"def f(node):\n    for c in node.children:\n        x = f(c)\n    return x\nresult = f(root)","kind":"minimax","tree":{"format":"espalier/tree/1","kind":"minimax","root":{"player":1,"children":[{"value":3},{"value":5}]}}}
{"type":"line","line":5,"depth":0}
{"type":"enter","id":0,"line":1,"vars":{"node":0},"nodes":["node"]}
{"type":"line","function":"f","line":1,"depth":1,"vars":{"node":0,"alpha":"-inf"},"nodes":["node"]}
{"type":"line","line":2,"depth":1}
{"type":"line","line":3,"depth":1,"vars":{"c":1},"nodes":["c"]}
{"type":"line","function":"f","line":1,"depth":2,"vars":{"node":1},"nodes":["node"]}
{"type":"leaf","id":1,"value":3,"line":4,"depth":2}
{"type":"line","line":2,"depth":1,"vars":{"x":3}}
{"type":"line","line":3,"depth":1,"vars":{"c":2},"nodes":["c"]}
{"type":"line","function":"f","line":1,"depth":2,"vars":{"node":2},"nodes":["node"]}
{"type":"leaf","id":2,"value":5,"line":4,"depth":2}
{"type":"line","line":4,"depth":1,"vars":{"x":5}}
{"type":"exit","id":0,"value":5,"line":4,"depth":1}
{"type":"line","line":5,"depth":0,"vars":{"result":5}}
`

// TestCallsOfAProgram: the page has the calls of its step, the details those of each step, and a move leads to a line
// between two steps, not beyond what may be seen.
func TestCallsOfAProgram(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	k := send(t, "POST", ts.URL+"/api/v1/traces", twoCalls, 201)
	page := get(t, ts.URL+"/traces/"+k.ID+"?step=1")
	for _, want := range []string{`id="calls"`, `<code>alpha</code>`, `>−∞</b>`, `id="code-line"`, `<kbd data-act="code-over">V</kbd>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if other := get(t, ts.URL+"/traces/"+k.ID+"?algorithm=minimax"); strings.Contains(other, `id="calls"`) {
		t.Error("the run of an algorithm has the calls of the program")
	}
	type state struct {
		Moment, Step, Line int
		Calls              []struct {
			Function string
			Vars     []struct{ Name, Text string }
		}
	}
	ask := func(until string) *webtest.Peer {
		p := webtest.Dial(t, ts)
		p.Send(`{"type":"run","id":"r","page":true,"trace":%q%s}`, k.ID, until)
		for p.Next().Type != "end" {
		}
		return p
	}
	read := func(p *webtest.Peer, kind string) (m struct {
		Type    string
		From    int
		Program state
		Steps   []struct{ Program state }
	}) {
		t.Helper()
		for m.Type != kind {
			_, text, err := p.WS.ReadMessage()
			if err != nil {
				t.Fatal(err)
			}
			if text[0] == '{' {
				m.Program = state{}
				if err := json.Unmarshal(text, &m); err != nil {
					t.Fatalf("%s: %v", text, err)
				}
			}
		}
		return m
	}
	p := ask("")
	p.Send(`{"type":"details","id":"r","from":0,"to":4}`)
	details := read(p, "details")
	if s := details.Steps[1].Program; len(s.Calls) != 1 || s.Calls[0].Function != "f" || len(s.Calls[0].Vars) != 1 || s.Calls[0].Vars[0].Text != "−∞" {
		t.Errorf("step 1: %+v", s)
	}
	at := details.Steps[1].Program.Moment
	for i, want := range []int{2, 3, 1} {
		p.Send(`{"type":"calls","id":"r","from":%d,"by":"line"}`, at)
		m := read(p, "calls")
		if m.Program.Line != want {
			t.Errorf("line %d after step 1: %d, want %d", i+1, m.Program.Line, want)
		}
		at = m.Program.Moment
	}
	p.Send(`{"type":"calls","id":"r","from":%d,"by":"out"}`, at)
	if m := read(p, "calls"); m.Program.Line != 2 || len(m.Program.Calls) != 1 {
		t.Errorf("out of the call: %+v", m.Program)
	}
	p.Send(`{"type":"calls","id":"r","from":0,"by":"stop","stops":[4]}`)
	if m := read(p, "calls"); m.Program.Line != 4 || m.Program.Calls[0].Vars[len(m.Program.Calls[0].Vars)-1].Text != "3" && len(m.Program.Calls) == 1 {
		t.Errorf("to line 4: %+v", m.Program)
	}
	for message, path := range map[string]string{
		`{"type":"calls","id":"x","from":0,"by":"line"}`:                "id",
		`{"type":"calls","id":"r","from":0,"by":"jump"}`:                "by",
		`{"type":"calls","id":"r","from":0,"by":"stop","stops":[0]}`:    "stops",
		`{"type":"calls","id":"r","from":-1,"by":"line","stops":[1,2]}`: "from",
	} {
		p.Send("%s", message)
		for {
			m := p.Next()
			if m.Type == "error" {
				if len(m.Errors) != 1 || m.Errors[0].Path != path {
					t.Errorf("%s: %v, want an error of %s", message, m.Errors, path)
				}
				break
			}
		}
	}
	limited := ask(`,"until":3`)
	limited.Send(`{"type":"calls","id":"r","from":0,"by":"stop","stops":[99]}`)
	if m := read(limited, "calls"); m.Program.Step > 3 {
		t.Errorf("a run that may be seen up to step 3 moves to step %d", m.Program.Step)
	}
}
