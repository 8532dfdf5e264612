package program

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

const ofTwoCalls = `{"program":"def f(node):\n    for c in node.children:\n        x = f(c)\n    return x\nresult = f(root)","kind":"minimax","tree":{"format":"espalier/tree/1","kind":"minimax","root":{"player":1,"children":[{"value":3},{"value":5}]}}}
{"type":"line","line":5,"depth":0}
{"type":"enter","id":0,"line":1,"vars":{"node":0},"nodes":["node"]}
{"type":"line","function":"f","line":1,"depth":1,"vars":{"node":0},"nodes":["node"]}
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

func readCalls(t *testing.T, text string) *Run {
	t.Helper()
	r, err := Read(strings.NewReader(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func callText(calls []Call) string {
	var parts []string
	for _, c := range calls {
		s := fmt.Sprintf("%s@%d", c.Function, c.Line)
		for _, v := range c.Vars {
			s += fmt.Sprintf(" %s=%s", v.Name, v.Value)
			if v.Node != None {
				s += "(node)"
			}
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "; ")
}

func TestCallsAreAFoldOverTheLines(t *testing.T) {
	r := readCalls(t, ofTwoCalls)
	want := []string{
		"@5",
		"@5; f@1 node=0(node)",
		"@5; f@2 node=0(node)",
		"@5; f@3 node=0(node) c=1(node)",
		"@5; f@3 node=0(node) c=1(node); f@1 node=1(node)",
		"@5; f@3 node=0(node) c=1(node); f@4 node=1(node)",
		"@5; f@2 node=0(node) c=1(node) x=3",
		"@5; f@3 node=0(node) c=2(node) x=3",
		"@5; f@3 node=0(node) c=2(node) x=3; f@1 node=2(node)",
		"@5; f@3 node=0(node) c=2(node) x=3; f@4 node=2(node)",
		"@5; f@4 node=0(node) c=2(node) x=5",
		"@5; f@4 node=0(node) c=2(node) x=5",
		"@5 result=5",
	}
	if r.Moments() != len(want) {
		t.Fatalf("%d moments, want %d", r.Moments(), len(want))
	}
	for m := range want {
		if got := callText(NewCallReader(r).At(m)); got != want[m] {
			t.Errorf("moment %d: %s, want %s", m, got, want[m])
		}
	}
}

func TestMovesOfAProgram(t *testing.T) {
	r := readCalls(t, ofTwoCalls)
	for _, c := range []struct {
		from  int
		by    Move
		back  bool
		stops []int
		want  int
	}{
		{0, ByLine, false, nil, 1},
		{3, Over, false, nil, 6},
		{6, Over, true, nil, 3},
		{4, Out, false, nil, 6},
		{9, Out, true, nil, 7},
		{0, ToStop, false, []int{3}, 3},
		{3, ToStop, false, []int{3}, 7},
		{7, ToStop, true, []int{3}, 3},
		{7, ToStop, false, []int{3}, 12},
		{12, ByLine, false, nil, 12},
		{0, Out, true, nil, 0},
	} {
		if got := r.Go(c.from, c.by, c.back, c.stops, r.Moments()); got != c.want {
			t.Errorf("Go(%d, %s, back %v, %v) = %d, want %d", c.from, c.by, c.back, c.stops, got, c.want)
		}
	}
	if got := r.Go(3, Over, false, nil, 5); got != 5 {
		t.Errorf("a move to 6, of which only 5 may be seen, goes to %d", got)
	}
}

func TestStepsAndMomentsOfAProgram(t *testing.T) {
	r := readCalls(t, ofTwoCalls)
	inf, err := r.Infer()
	if err != nil {
		t.Fatal(err)
	}
	steps, err := NewSteps(r, inf, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := -1
	for m := range r.Moments() {
		at := steps.At(r, m)
		if at < before {
			t.Errorf("moment %d is at step %d, and the one before it at %d", m, at, before)
		}
		before = at
	}
	for e := range r.Events {
		if m := steps.Moment(r, int(steps.Of[e])); m != r.MomentOf(e) || steps.At(r, m) != int(steps.Of[e]) {
			t.Errorf("event %d is step %d, at moment %d, which is at step %d", e, steps.Of[e], m, steps.At(r, m))
		}
	}
	if m := steps.Moment(r, 0); m != 0 {
		t.Errorf("the first step is at moment %d", m)
	}
	if m := steps.Moment(r, 1_000); m != r.Moments()-1 {
		t.Errorf("the last step is at moment %d", m)
	}
}

// TestCallsFromCheckpoints compares the calls at any moment with those that are read from the beginning.
func TestCallsFromCheckpoints(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	text.WriteString(`{"program":"x","kind":"minimax"}` + "\n" + `{"type":"enter","id":0,"depth":0,"line":1}` + "\n")
	depth := 0
	for range 30_000 {
		switch k := random.IntN(8); {
		case k == 0 && depth < 30:
			depth++
			fmt.Fprintf(&text, `{"type":"line","function":"f%d","line":1,"depth":%d}`+"\n", random.IntN(3), depth)
		case k == 1 && depth > 0:
			depth--
		default:
			fmt.Fprintf(&text, `{"type":"line","line":%d,"depth":%d,"vars":{"v%d":%d}}`+"\n", 2+random.IntN(9), depth, random.IntN(6), random.IntN(1000))
		}
	}
	text.WriteString(`{"type":"exit","id":0,"value":1,"depth":0,"line":2}` + "\n")
	r := readCalls(t, text.String())
	if len(r.calls.points) < 3 {
		t.Fatalf("there are %d checkpoints", len(r.calls.points))
	}
	plain := readCalls(t, text.String())
	plain.calls.points = nil
	forward, jumping := NewCallReader(plain), NewCallReader(r)
	want := make([][]Call, r.Moments())
	for m := range want {
		want[m] = forward.At(m)
	}
	for range 3_000 {
		m := random.IntN(r.Moments())
		if got := jumping.At(m); !reflect.DeepEqual(got, want[m]) {
			t.Fatalf("moment %d: %s, want %s", m, callText(got), callText(want[m]))
		}
	}
}

func TestCallsOfAProgramWithoutDepths(t *testing.T) {
	r := readCalls(t, `{"program":"x","kind":"minimax"}
{"type":"enter","id":"a","line":1,"vars":{"best":null}}
{"type":"leaf","id":"b","value":4,"line":2,"vars":{"best":4}}
{"type":"exit","id":"a","value":4,"line":3}
`)
	if got := callText(NewCallReader(r).At(1)); got != "@0; @2 best=4" {
		t.Errorf("after the leaf: %s", got)
	}
}

// TestOwnKeysBesideLines: keys such as depth are those of the program itself, unless it sends lines between its events.
func TestOwnKeysBesideLines(t *testing.T) {
	r := readCalls(t, `{"program":"x","kind":"minimax"}
{"type":"enter","id":1,"line":1,"depth":-1,"function":7,"nodes":12}
{"type":"leaf","id":2,"value":4,"line":2,"depth":4}
`)
	for line, want := range map[int]string{2: `{"depth":-1,"function":7,"nodes":12}`, 3: `{"depth":4}`} {
		if got := r.Extra(line); got != want {
			t.Errorf("the keys of line %d are %s, want %s", line, got, want)
		}
	}
	if got := callText(NewCallReader(r).At(1)); got != "@0; @2" {
		t.Errorf("the calls are %s", got)
	}
}
