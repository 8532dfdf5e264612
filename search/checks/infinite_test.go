package checks_test

import (
	"strings"
	"testing"

	"espalier/search/checks"
	"espalier/trace/program"
)

// TestInfiniteValues judges runs with infinite values: a win that a leaf has is right, and one that no child
// has is named.
func TestInfiniteValues(t *testing.T) {
	const begin = `{"type":"enter","id":"a","player":1,"alpha":-Infinity,"beta":Infinity}
{"type":"enter","id":"b","player":2,"alpha":"-inf","beta":"inf"}
`
	for name, c := range map[string]struct{ trace, verdict, says string }{
		"a win": {`{"kind":"minimax","algorithm":"alphabeta"}
` + begin + `{"type":"leaf","id":"c","value":-Infinity}
{"type":"prune","id":"b","cut":1}
{"type":"exit","id":"b","value":-Infinity}
{"type":"leaf","id":"d","value":Infinity}
{"type":"prune","id":"a","cut":1}
{"type":"exit","id":"a","value":"inf"}`, "right", ""},
		"a maximum that was never set": {`{"kind":"minimax","minp":0,"maxp":9}
` + begin + `{"type":"leaf","id":"c","value":3}
{"type":"exit","id":"b","value":99}
{"type":"exit","id":"a","value":99}`, "wrong", "line 5: b returns ∞, a value beyond every limit, which no child of it has; Min chooses 3 there, from c."},
		"one that was not searched": {begin + `{"type":"prune","id":"b","cut":1}
{"type":"exit","id":"b","value":1e9}
{"type":"exit","id":"a","value":3}`, "wrong", "line 4: b returns ∞, a value beyond every limit, but none of its children has returned a value. Print null for a node that was not searched."},
		"a window that is a float": {`{"kind":"minimax"}
{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"b","value":0.3333333333333333}
{"type":"enter","id":"c","player":2,"alpha":0.3333333333333333,"beta":"inf"}
{"type":"leaf","id":"d","value":0.25}
{"type":"prune","id":"c","cut":1}
{"type":"exit","id":"c","value":0.25}
{"type":"exit","id":"a","value":0.3333333333333333}`, "right", ""},
		"an average with a win": {`{"type":"enter","id":"a","chance":true}
{"type":"leaf","id":"b","value":Infinity,"prob":0.5}
{"type":"leaf","id":"c","value":3,"prob":0.5}
{"type":"exit","id":"a","value":Infinity}`, "right", ""},
		"an average without one": {`{"type":"enter","id":"a","chance":true}
{"type":"leaf","id":"b","value":2,"prob":0.5}
{"type":"leaf","id":"c","value":4,"prob":0.5}
{"type":"exit","id":"a","value":Infinity}`, "wrong", "line 4: a returns ∞, a value beyond every limit, which no child of it has; the average of its children is 3."},
		"an average of a win and a loss": {`{"type":"enter","id":"a","player":1}
{"type":"enter","id":"b","chance":true}
{"type":"leaf","id":"c","value":Infinity,"prob":0.5}
{"type":"leaf","id":"d","value":-Infinity,"prob":0.5}
{"type":"exit","id":"b","value":0}
{"type":"prune","id":"a","cut":["e"]}
{"type":"exit","id":"a","value":0}`, "incomplete", ""},
		"a node above an average with a win": {`{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"b","value":3}
{"type":"enter","id":"c","chance":true}
{"type":"leaf","id":"d","value":Infinity,"prob":0.5}
{"type":"leaf","id":"e","value":4,"prob":0.5}
{"type":"exit","id":"c","value":Infinity}
{"type":"exit","id":"a","value":Infinity}`, "right", ""},
		"a score of several that is infinite": {`{"players":3}
{"type":"enter","id":"a","chance":true}
{"type":"leaf","id":"b","value":[Infinity,2,1],"prob":0.5}
{"type":"leaf","id":"c","value":[3,4,1],"prob":0.5}
{"type":"exit","id":"a","value":[Infinity,2,1]}`, "wrong", "line 5: a returns (∞, 2, 1); the average of its children is (∞, 3, 1)."},
		"MP-Mix": {`{"players":3,"algorithm":"mpmix"}
{"type":"enter","id":"a","player":1}
{"type":"enter","id":"b","player":2}
{"type":"leaf","id":"c","value":[Infinity,1,2]}
{"type":"leaf","id":"d","value":[3,5,1]}
{"type":"exit","id":"b","value":[3,5,1]}
{"type":"exit","id":"a","value":[3,5,1]}`, "right", ""},
		"a wrong average of models": {`{"players":3,"algorithm":"probmaxn"}
{"type":"enter","id":"a","player":1}
{"type":"enter","id":"b","player":2}
{"type":"leaf","id":"c","value":[Infinity,5,2]}
{"type":"leaf","id":"d","value":[3,1,1]}
{"type":"exit","id":"b","value":[3,1,1]}
{"type":"exit","id":"a","value":[3,1,1]}`, "wrong", "line 6: b returns (3, 1, 1); the average of what its models choose is (∞, 3.8, 1.7)."},
		"not a number to a win": {`{"kind":"minimax"}
{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"b","value":Infinity}
{"type":"exit","id":"a","value":5}`, "wrong", "line 4: a returns 5; Max chooses ∞ there."},
	} {
		run, err := program.Read(strings.NewReader(c.trace), program.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		report, err := checks.Of(t.Context(), run, checks.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		said := ""
		if first := report.FirstError(); first != nil {
			said = "line " + string(rune('0'+first.Line)) + ": " + first.Text
		}
		if report.Verdict != c.verdict || said != c.says {
			t.Errorf("%s: %s, %q, want %s, %q", name, report.Verdict, said, c.verdict, c.says)
		}
		if c.verdict == "right" && !strings.Contains(string(report.AppendJSON(nil)), `"verdict":"right"`) {
			t.Errorf("%s: %s", name, report.AppendJSON(nil))
		}
	}
}
