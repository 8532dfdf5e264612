package play_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/web/webtest"
)

// longTableText is a tree with a leaf-value table of the largest size, all of whose outcomes
// are excluded by each of some cuts.
func longTableText(cuts int) string {
	var b strings.Builder
	b.WriteString("players 3 maxsum 30000 outcomes (199,0,0)")
	for i := range trees.MaxOutcomes - 1 {
		fmt.Fprintf(&b, " (%d,%d,%d)", i%199, i, i%7)
	}
	b.WriteString(" 1[(199,0,0) ")
	for i := range cuts {
		v := fmt.Sprintf("(%d,%d,%d)", i%199, i, i%7)
		b.WriteString("2[" + v + v + "]")
	}
	return b.String() + "]"
}

// The details of steps come in several messages if they are large: a cut can exclude
// thousands of outcomes.
func TestLargeDetailsComeInParts(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.PageMessage("r", `{"algorithm":"lastbranch","options":{"table":true},"text":`+webtest.Quote(longTableText(8))+`}`))
	_, _, end := p.Steps("r")
	var steps int
	if err := json.Unmarshal(end.Steps, &steps); err != nil {
		t.Fatalf("the run has ended with %+v: %v", end, err)
	}
	p.Send(`{"type":"details","id":"r","from":0,"to":%d}`, steps)
	const most = 4 << 20 // a part, and a step
	for next := 0; next < steps; {
		_, text, err := p.WS.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			Type  string
			From  int
			Steps []json.RawMessage
		}
		if err := json.Unmarshal(text, &m); err != nil || m.Type != "details" || m.From != next || len(m.Steps) == 0 {
			t.Fatalf("a part of the details begins with %.200s, want type details, from %d: %v", text, next, err)
		}
		if len(text) > most {
			t.Errorf("the details from step %d are %d bytes in one message, more than %d", m.From, len(text), most)
		}
		next += len(m.Steps)
	}
}
