package traces_test

import (
	"encoding/json"
	"strings"
	"testing"

	"espalier/web/webtest"
)

const deep = `{"players":3,"maxsum":9,"algorithm":"shallow","title":"my shallow"}
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

func TestCheck(t *testing.T) {
	_, ts := webtest.Serve(t)
	send := func(query, body string) (int, string) {
		resp, b := webtest.Send(t, "POST", ts.URL+"/api/v1/traces/check"+query, body, "Content-Type", "application/x-ndjson")
		return resp.StatusCode, string(b)
	}
	status, text := send("", deep)
	var answer struct {
		Verdict string
		Checks  []struct {
			Line, Node    int
			Verdict, Text string
			Severity      string
			Values        map[string][]float64
		}
		Reference struct {
			Algorithm string
			First     struct{ Line int } `json:"first_difference"`
		}
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil || status != 200 {
		t.Fatalf("%d, %v: %s", status, err, text)
	}
	if answer.Verdict != "wrong" || len(answer.Checks) != 1 || answer.Reference.Algorithm != "shallow" || answer.Reference.First.Line != 7 {
		t.Fatalf("the answer is %s", text)
	}
	if c := answer.Checks[0]; c.Line != 7 || c.Verdict != "unsound" || c.Severity != "error" || len(c.Values["5"]) != 3 {
		t.Errorf("the check is %+v", c)
	}
	if status, text := send("?algorithm=deep", strings.ReplaceAll(deep, `"algorithm":"shallow",`, ``)); status != 200 || !strings.Contains(text, `"algorithm":"deep"`) {
		t.Errorf("with deep: %d %s", status, text)
	}
	figure := `{"figure":"k1991-fig6"}` + deep[strings.Index(deep, "\n"):]
	if status, text := send("", figure); status != 200 || !strings.Contains(text, `"verdict":"unsound"`) {
		t.Errorf("on the figure: %d %s", status, text)
	}
	for _, c := range []struct {
		query, body, says string
		status            int
	}{
		{"", "", "there is no event in it", 400},
		{"", deep + `{"type":"exit"}`, `"path":"line 12"`, 422},
		{"", strings.Replace(deep, "shallow", "shalow", 1), `there is no algorithm \"shalow\"`, 422},
		{"?ties=up", deep, "left or any", 422},
		{"?algorithm=x", deep, `there is no algorithm \"x\"`, 422},
		{"?other=1", deep, "no such parameter", 422},
		{"", `{"figure":"none"}` + "\n" + deep, `line 1`, 422},
	} {
		if status, text := send(c.query, c.body); status != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s %.60q: %d %s, want %d with %s", c.query, c.body, status, text, c.status, c.says)
		}
	}
}
