package checks_test

import (
	"regexp"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/trace/program"
	"espalier/trees"
)

// TestIdle checks runs that have not searched the tree that they were given: each has an error, or is
// incomplete, whatever its root returns.
func TestIdle(t *testing.T) {
	const minimax = "kind minimax r: max[ a: min[ b: 3 c: 12 ] d: min[ e: 2 f: 4 g: 6 ] ]"
	const maxn = "players 3 maxsum 9 minp 0 r: 1[ a: 2[ b: (3,4,2) c: (1,5,3) ] d: 3[ e: (4,1,4) f: (2,2,5) ] ]" // worth (2,2,5)
	const estimated = "kind minimax r: max[ a: min{static 1}[ b: 3 c: 12 ] d: min{static 5}[ e: 2 f: 4 g: 6 ] ]"
	const ties = "players 2 maxsum 9 r: 1[ a: 2[ b: (3,4) c: (5,4) ] d: 2[ e: (4,1) f: (1,1) ] ]" // worth (3,4), (5,4) or (4,1)
	for _, c := range []struct {
		name, tree, lines string
		options           checks.Options
		says              string // in the first error; "": there is none, and verdict is the verdict
		verdict           string
	}{
		{"the root as a leaf", minimax, `{"type":"leaf","id":0,"value":42}`, checks.Options{}, "r is shown as a leaf; in the tree it has 2 children", ""},
		{"the root as a leaf of its value", minimax, `{"type":"leaf","id":0,"value":3}`, checks.Options{}, "r is shown as a leaf", ""},
		{"the root as a frontier", estimated, `{"type":"leaf","id":0,"value":3,"static":true}`, checks.Options{Frontier: true}, "a search begins at the root", ""},
		{"inner nodes as leaves", minimax, `{"type":"enter","id":"r"} {"type":"leaf","id":"a","value":3} {"type":"leaf","id":"d","value":2} {"type":"exit","id":"r","value":3}`, checks.Options{}, "a is shown as a leaf; in the tree it has 2 children", ""},
		{"static values without a frontier", estimated, `{"type":"enter","id":"r"} {"type":"leaf","id":"a","value":1,"static":true} {"type":"leaf","id":"d","value":5,"static":true} {"type":"exit","id":"r","value":5}`, checks.Options{Task: true}, "this task has no frontier", ""},
		{"static values on the frontier", estimated, `{"type":"enter","id":"r"} {"type":"leaf","id":"a","value":1,"static":true} {"type":"leaf","id":"d","value":5,"static":true} {"type":"exit","id":"r","value":5}`, checks.Options{Task: true, Frontier: true}, "", "right"},
		{"other values on the frontier", estimated, `{"type":"enter","id":"r"} {"type":"leaf","id":"a","value":1,"static":true} {"type":"leaf","id":"d","value":6,"static":true} {"type":"exit","id":"r","value":6}`, checks.Options{Task: true, Frontier: true}, "d has the value 6; in the tree it is 5", ""},
		{"a frontier without a heuristic", minimax, `{"type":"enter","id":"r"} {"type":"leaf","id":"a","value":3} {"type":"leaf","id":"d","value":2} {"type":"exit","id":"r","value":3}`, checks.Options{Task: true, Frontier: true}, "the tree has no heuristic there", ""},
		{"only entered", minimax, `{"type":"enter","id":"r"}`, checks.Options{}, "", "incomplete"},
		{"entered and left", minimax, `{"type":"enter","id":"r"} {"type":"exit","id":"r","value":3}`, checks.Options{}, "none of its children has returned a value", ""},
		{"entered and left without a value", minimax, `{"type":"enter","id":"r"} {"type":"exit","id":"r"}`, checks.Options{}, "The root returns no value", ""},
		{"all children are cut", minimax, `{"type":"enter","id":"r"} {"type":"prune","id":"r"} {"type":"exit","id":"r","value":3}`, checks.Options{}, "none of its children has returned a value", ""},
		{"all entered and cut", minimax, `{"type":"enter","id":"r"} {"type":"enter","id":"a"} {"type":"prune","id":"a"} {"type":"exit","id":"a","value":null} {"type":"enter","id":"d"} {"type":"prune","id":"d"} {"type":"exit","id":"d","value":null} {"type":"exit","id":"r","value":null}`, checks.Options{}, "The root returns no value", ""},
		{"one leaf, the rest is left out", minimax, `{"type":"enter","id":"r"} {"type":"enter","id":"a"} {"type":"leaf","id":"b"} {"type":"exit","id":"a","value":3} {"type":"exit","id":"r","value":3}`, checks.Options{}, "The cut at", ""},
		{"leaves without a result", minimax, walked(minimax), checks.Options{}, "The root returns no value", ""},
		{"a child's value is thrown away", minimax, `{"type":"enter","id":"r"} {"type":"enter","id":"a"} {"type":"leaf","id":"b"} {"type":"leaf","id":"c"} {"type":"exit","id":"a","value":null} {"type":"enter","id":"d"} {"type":"leaf","id":"e"} {"type":"leaf","id":"f"} {"type":"leaf","id":"g"} {"type":"exit","id":"d","value":2} {"type":"exit","id":"r","value":2}`, checks.Options{}, "its leaves that were seen give 3", ""},
		{"the same with more players", maxn, `{"type":"enter","id":"r"} {"type":"enter","id":"a"} {"type":"leaf","id":"b"} {"type":"leaf","id":"c"} {"type":"exit","id":"a","value":[1,5,3]} {"type":"enter","id":"d"} {"type":"leaf","id":"e"} {"type":"leaf","id":"f"} {"type":"exit","id":"d","value":null} {"type":"exit","id":"r","value":[1,5,3]}`, checks.Options{}, "The root returns (1, 5, 3); the value of the tree is (2, 2, 5)", ""},
		{"a bound that says nothing", minimax, `{"type":"enter","id":"r"} {"type":"enter","id":"a"} {"type":"leaf","id":"b"} {"type":"leaf","id":"c"} {"type":"exit","id":"a","value":3} {"type":"enter","id":"d"} {"type":"leaf","id":"e"} {"type":"leaf","id":"f"} {"type":"leaf","id":"g"} {"type":"exit","id":"d","value":2} {"type":"exit","id":"r","value":-100,"bound":"lower"}`, checks.Options{Task: true}, "which is only a bound", ""},
		{"a bound of a run by itself", minimax, `{"type":"enter","id":"r"} {"type":"enter","id":"a"} {"type":"leaf","id":"b"} {"type":"leaf","id":"c"} {"type":"exit","id":"a","value":3} {"type":"enter","id":"d"} {"type":"leaf","id":"e"} {"type":"leaf","id":"f"} {"type":"leaf","id":"g"} {"type":"exit","id":"d","value":2} {"type":"exit","id":"r","value":2,"bound":"lower"}`, checks.Options{}, "", "right"},
		{"an idle search after a right one", minimax, searched(minimax) + ` {"type":"enter","id":"r"} {"type":"leaf","id":"a","value":9} {"type":"leaf","id":"d","value":2} {"type":"exit","id":"r","value":9}`, checks.Options{}, "a is shown as a leaf", ""},
		{"values that were found before", minimax, searched(minimax) + ` {"type":"enter","id":"r"} {"type":"leaf","id":"a","value":3} {"type":"leaf","id":"d","value":2} {"type":"exit","id":"r","value":3}`, checks.Options{Task: true}, "", "right"},
		{"a shallower search before the whole one", minimax, `{"type":"enter","id":"r"} {"type":"leaf","id":"a","value":7} {"type":"leaf","id":"d","value":9} {"type":"exit","id":"r","value":9} ` + searched(minimax), checks.Options{Task: true}, "", "right"},
		{"a search", minimax, searched(minimax), checks.Options{Task: true}, "", "right"},
		{"a tie to the left", ties, searched(ties), checks.Options{Task: true, TiesLeft: true}, "", "right"},
		{"a value of another tie rule", ties, `{"type":"enter","id":"r"} {"type":"enter","id":"a"} {"type":"leaf","id":"b"} {"type":"leaf","id":"c"} {"type":"exit","id":"a","value":[5,4]} {"type":"enter","id":"d"} {"type":"leaf","id":"e"} {"type":"leaf","id":"f"} {"type":"exit","id":"d","value":[1,1]} {"type":"exit","id":"r","value":[5,4]}`, checks.Options{Task: true}, "", "right"},
		{"a value of no tie rule", ties, `{"type":"enter","id":"r"} {"type":"enter","id":"a"} {"type":"leaf","id":"b"} {"type":"leaf","id":"c"} {"type":"exit","id":"a","value":null} {"type":"enter","id":"d"} {"type":"leaf","id":"e"} {"type":"leaf","id":"f"} {"type":"exit","id":"d","value":[1,1]} {"type":"exit","id":"r","value":[1,1]}`, checks.Options{}, "The root returns (1, 1)", ""},
	} {
		tree, err := trees.ReadText(c.tree)
		if err != nil {
			t.Fatal(c.name, err)
		}
		lines := strings.ReplaceAll(strings.TrimSpace(c.lines), "} {", "}\n{")
		run, err := program.Read(strings.NewReader(lines), program.Options{Tree: tree})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		r, err := checks.Of(t.Context(), run, c.options)
		if err != nil {
			t.Fatal(c.name, err)
		}
		switch first := r.FirstError(); {
		case c.says == "" && r.Verdict != c.verdict:
			t.Errorf("%s is %s, want %s: %+v", c.name, r.Verdict, c.verdict, r.Checks)
		case c.says != "" && (first == nil || !strings.Contains(first.Text, c.says)):
			t.Errorf("%s is %s, want the error %q: %+v", c.name, r.Verdict, c.says, r.Checks)
		}
	}
}

// TestCutsBelowAnEarlyValue: where the root only looks up what a search that ended above the leaves has returned,
// that is the error. The cuts of that search are not judged by the leaves that it happened to reach.
func TestCutsBelowAnEarlyValue(t *testing.T) {
	const text = `{"text":"kind minimax minp 0 maxp 9 r: max[ a: min{static 7}[ b: 3 c: 4 ] d: 5 e: 6 ]"}
{"type":"enter","id":"r"}
{"type":"leaf","id":"a","value":7}
{"type":"leaf","id":"d","value":5}
{"type":"prune","id":"r","cut":["e"]}
{"type":"exit","id":"r","value":7}
{"type":"leaf","id":"r","value":7}
`
	r := check(t, text, checks.Options{})
	if len(r.Checks) != 1 || r.Checks[0].Line != 7 || r.Checks[0].Verdict != checks.Value {
		t.Errorf("%+v", r.Checks)
	}
}

// TestDepthOfTheHeader checks that a run by itself may end at the depth that its header names, and
// nowhere else.
func TestDepthOfTheHeader(t *testing.T) {
	const lines = `{"type":"enter","id":"r"}
{"type":"leaf","id":"a","value":1,"static":true}
{"type":"leaf","id":"d","value":5,"static":true}
{"type":"exit","id":"r","value":5}
`
	for depth, verdict := range map[string]string{"1": "right", "2": "wrong"} {
		header := `{"text":"kind minimax r: max[ a: min{static 1}[ b: 3 c: 12 ] d: min{static 5}[ e: 2 f: 4 g: 6 ] ]","options":{"depth":` + depth + "}}\n"
		if r := check(t, header+lines, checks.Options{}); r.Verdict != verdict {
			t.Errorf("depth %s: %s, want %s: %+v", depth, r.Verdict, verdict, r.Checks)
		}
	}
}

// TestLimitsOfTheHeader checks that a header cannot contradict the limits of its tree.
func TestLimitsOfTheHeader(t *testing.T) {
	const lines = "\n{\"type\":\"enter\",\"id\":0}\n{\"type\":\"leaf\",\"id\":1}\n{\"type\":\"exit\",\"id\":0,\"value\":[2,1]}\n"
	for _, c := range []struct{ header, says string }{
		{`{"text":"players 2 maxsum 9 1[ (2,1) (5,4) ]","maxsum":3}`, "maxsum is 3, and that of the tree is 9"},
		{`{"text":"players 2 maxsum 9 minp 0 1[ (2,1) (5,4) ]","minp":[0,1]}`, "minp is 1, and that of the tree is 0"},
		{`{"text":"players 2 1[ (2,1) (5,4) ]","maxp":2}`, "maxp is 2, and the leaf"},
		{`{"text":"players 2 1[ (2,1) (5,4) ]","maxsum":3}`, "maxsum is 3, and the scores of the leaf"},
		{`{"text":"players 2 1[ (2,1) (5,4) ]","minp":2}`, "minp is 2, and the leaf"},
		{`{"text":"players 2 maxsum 9 1[ (2,1) (5,4) ]","maxsum":9.0,"maxp":9}`, ""},
	} {
		_, err := program.Read(strings.NewReader(c.header+lines), program.Options{})
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q", c.header, err, c.says)
		}
	}
}

// walked returns the lines of a run that visits every node and computes nothing; searched those of
// one that returns the values of the tree.
func walked(text string) string { return values.ReplaceAllString(searched(text), "}") }

var values = regexp.MustCompile(`,"value":[^}]*}`)

func searched(text string) string {
	tree, err := trees.ReadText(text)
	if err != nil {
		panic(err)
	}
	algorithm := "maxn"
	if tree.Kind == trees.Minimax {
		algorithm = "minimax"
	}
	a, _ := algorithms.Find(algorithm)
	return strings.ReplaceAll(strings.TrimSpace(printed(nil, a, tree, engine.Options{}, "")), "\n", " ")
}
