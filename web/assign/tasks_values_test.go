package assign_test

import (
	"strings"
	"testing"

	"espalier/web/webtest"
)

// TestValuesInTasks sends a run of a coalition for a task, with one number a node: it is held against the
// tree of all players. It is no way around an algorithm that returns a score for each.
func TestValuesInTasks(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const tree = `{"text":"players 3 maxsum 9 2[ (2,5,2) 3[ 1[ (3,4,2) (1,7,1) ] (0,9,0) ] ]","title":"Small"}`
	const run = `{"values":"root"}
{"type":"enter","id":0,"player":2}
{"type":"leaf","id":1,"value":5}
{"type":"enter","id":2,"player":3}
{"type":"enter","id":3,"player":1}
{"type":"leaf","id":4,"value":4}
{"type":"prune","id":3}
{"type":"exit","id":3,"value":4}
{"type":"prune","id":2}
{"type":"exit","id":2,"value":4}
{"type":"exit","id":0,"value":5}
`
	c := setTask(t, ts, `{"algorithm":"paranoid","trees":[`+tree+`]}`)
	token := c.student("Ada")
	for text, want := range map[string]string{
		run: "right",
		strings.Replace(run, `"id":4,"value":4`, `"id":4,"value":3`, 1):   "wrong", // the score of player 1
		strings.Replace(run, `"id":0,"value":5`, `"id":0,"value":4`, 1):   "wrong",
		strings.Replace(run, `"id":3,"player":1`, `"id":3,"player":2`, 1): "wrong",
		`{"values":"root"}` + "\n" + `{"type":"leaf","id":0,"value":5}`:   "wrong", // idle
	} {
		if r := c.run(token, "", text); r.Verdict != want {
			t.Errorf("%+v, want %s\n%s", r, want, text)
		}
	}
	other := setTask(t, ts, `{"algorithm":"maxn","trees":[`+tree+`]}`)
	status, answer := other.send("POST", other.path("/runs?tree=1"), other.student("Ada"), strings.NewReplacer(`{"type":"prune","id":3}`+"\n", `{"type":"leaf","id":5,"value":7}`+"\n").Replace(run))
	if strings.Contains(string(answer), `"verdict":"right"`) || !strings.Contains(string(answer), "one score for each player") {
		t.Errorf("a coalition is taken for max^n: %d %s", status, answer)
	}
}

// TestInfiniteInTasks sends runs for a task in which values are infinite. Windows may be; no leaf of the task is,
// and no node returns it.
func TestInfiniteInTasks(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const run = `{"type":"enter","id":0,"player":1,"alpha":-Infinity,"beta":Infinity}
{"type":"enter","id":1,"player":2,"alpha":"-inf","beta":"inf"}
{"type":"leaf","id":2,"value":3}
{"type":"leaf","id":3,"value":12}
{"type":"exit","id":1,"value":3}
{"type":"enter","id":4,"player":2,"alpha":3,"beta":Infinity}
{"type":"leaf","id":5,"value":2}
{"type":"prune","id":4}
{"type":"exit","id":4,"value":2}
{"type":"exit","id":0,"value":3}
`
	c := setTask(t, ts, `{"algorithm":"alphabeta","trees":[{"text":"kind minimax max[ min[ 3 12 ] min[ 2 4 6 ] ]","title":"Small"}]}`)
	token := c.student("Ada")
	for text, want := range map[string]string{
		run: "right",
		strings.Replace(run, `"id":3,"value":12`, `"id":3,"value":Infinity`, 1): "wrong",
		strings.Replace(run, `"id":4,"value":2`, `"id":4,"value":-Infinity`, 1): "wrong",
		strings.Replace(run, `"id":0,"value":3`, `"id":0,"value":"inf"`, 1):     "wrong",
		strings.Replace(run, `"alpha":3`, `"alpha":Infinity`, 1):                "right", // an empty window, in which it may cut
		strings.Replace(run, `"alpha":3`, `"alpha":-Infinity`, 1):               "wrong", // α is lost
	} {
		if r := c.run(token, "", text); r.Verdict != want {
			t.Errorf("%+v, want %s\n%s", r, want, text)
		}
	}
}
