package tasks_test

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
	c := set(t, ts, `{"algorithm":"paranoid","trees":[`+tree+`]}`)
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
	other := set(t, ts, `{"algorithm":"maxn","trees":[`+tree+`]}`)
	status, answer := other.send("POST", other.path("/runs?tree=1"), other.student("Ada"), strings.NewReplacer(`{"type":"prune","id":3}`+"\n", `{"type":"leaf","id":5,"value":7}`+"\n").Replace(run))
	if strings.Contains(string(answer), `"verdict":"right"`) || !strings.Contains(string(answer), "one score for each player") {
		t.Errorf("a coalition is taken for max^n: %d %s", status, answer)
	}
}
