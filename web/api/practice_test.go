package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// On Korf's Fig. 6 no cut is right: skipping f changes the result with other values of f.
func TestPracticeCheck(t *testing.T) {
	_, ts := webtest.Serve(t)
	ask := func(algorithm, done string) []byte {
		t.Helper()
		resp, b := webtest.Post(t, ts.URL+"/api/v1/practice/check", fmt.Sprintf(`{"figure":"k1991-fig6","algorithm":"%s","options":null,"done":%s}`, algorithm, done))
		if resp.StatusCode != 200 {
			t.Fatalf("%d: %s", resp.StatusCode, b)
		}
		doc := webtest.Description(t)
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", "PracticeResult"), v, ""); err != nil {
			t.Error(err)
		}
		return b
	}
	b := ask("shallow", `[{"type":"cut","node":5},{"type":"backup","node":3,"value":[2,2,5]},{"type":"bound","node":2,"player":1,"score":5}]`)
	var result struct {
		Results []struct {
			Verdict, Why string
			Values       map[string]json.RawMessage
		}
		Missed []int
	}
	if err := json.Unmarshal(b, &result); err != nil || len(result.Results) != 3 {
		t.Fatal(err, string(b))
	}
	for i, want := range []string{"unsound", "right", "right"} {
		if r := result.Results[i]; r.Verdict != want || r.Why == "" || (len(r.Values) > 0) != (want == "unsound") {
			t.Errorf("step %d: %+v, want %s", i, r, want)
		}
	}
	values, _ := json.Marshal(result.Results[0].Values)
	_, solved := webtest.Post(t, ts.URL+"/api/v1/solve", fmt.Sprintf(`{"figure":"k1991-fig6","algorithm":"maxn","values":%s}`, values))
	_, before := webtest.Post(t, ts.URL+"/api/v1/solve", `{"figure":"k1991-fig6","algorithm":"maxn"}`)
	if value := func(b []byte) string { v, _, _ := strings.Cut(string(b), `,"line"`); return v }; value(solved) == value(before) {
		t.Errorf("with %s the root still has %s", values, value(before))
	}
	if b := ask("deep", `[{"type":"cut","node":5,"because":[]}]`); !bytes.Contains(b, []byte(`"lucky"`)) {
		t.Errorf("deep pruning cuts f, and not without bounds: %s", b)
	}
	if b := ask("deep", `[]`); !bytes.Contains(b, []byte(`{"results":[],"missed":[5]}`)) {
		t.Errorf("nothing done: %s", b)
	}
}

// On a tree of kind minimax values are numbers, and the bounds of the players are α and β.
func TestPracticeCheckMinimax(t *testing.T) {
	_, ts := webtest.Serve(t)
	doc := webtest.Description(t)
	for _, c := range []struct{ source, done, want string }{
		{`"text":"kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: 2 g: 8 ] ]"`, `{"type":"cut","node":6,"because":[{"player":1,"node":0},{"player":2,"node":4}]}`, `"right"`},
		{`"text":"kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: 2 g: 8 ] ]"`, `{"type":"cut","node":6,"because":[{"player":1,"node":0}]}`, `"lucky"`},
		{`"text":"kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: 5 g: 8 ] ]"`, `{"type":"cut","node":6}`, `"values":{"6":2}`},
		{`"text":"kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: 5 g: 8 ] ]"`, `{"type":"backup","node":4,"value":5}`, `"right"`},
		{`"text":"kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: -5 g: 8 ] ]"`, `{"type":"backup","node":4,"value":-5}`, `"right"`},
		{`"text":"kind minimax a: max[ b: min[ c: 3 d: 12 ] e: min[ f: 5 g: 8 ] ]"`, `{"type":"bound","node":4,"player":2,"score":5}`, `At e, β is 5.`},
		{`"figure":"c474-node-ordering"`, `{"type":"bound","node":5,"player":1,"score":3}`, `"right"`},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/practice/check", "{"+c.source+`,"algorithm":"alphabeta","done":[`+c.done+"]}")
		if resp.StatusCode != 200 || !strings.Contains(string(b), c.want) {
			t.Errorf("%s, %s: %d: %s, want %s", c.source, c.done, resp.StatusCode, b, c.want)
		}
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", "PracticeResult"), v, ""); err != nil {
			t.Error(err)
		}
	}
}

func TestPracticeRefused(t *testing.T) {
	_, ts := webtest.Serve(t)
	const figure = `"figure":"k1991-fig6","algorithm":"shallow"`
	for _, c := range []struct{ body, path, words string }{
		{figure, "done", "missing"},
		{figure + `,"done":[{"node":5}]`, "done[0].type", "cut, backup, bound"},
		{figure + `,"done":[{"type":"skip","node":5}]`, "done[0].type", "skip"},
		{figure + `,"done":[{"type":"cut"}]`, "done[0].node", "node"},
		{figure + `,"done":[{"type":"cut","node":5},{"type":"cut","node":50}]`, "done[1].node", "0 to 6"},
		{figure + `,"done":[{"type":"cut","node":0}]`, "done[0].node", "root"},
		{figure + `,"done":[{"type":"cut","node":5,"value":[1,2,3]}]`, "done[0].value", "because"},
		{figure + `,"done":[{"type":"cut","node":5,"because":[{"player":1}]}]`, "done[0].because[0].node", "its player and the node"},
		{figure + `,"done":[{"type":"cut","node":5,"because":[{"player":9,"node":0}]}]`, "done[0].because[0].player", "8"},
		{figure + `,"done":[{"type":"backup","node":3,"value":[2,2]}]`, "done[0].value", "3 players"},
		{figure + `,"done":[{"type":"bound","node":3,"player":4,"score":1}]`, "done[0].player", "3"},
		{`"text":"kind path [ +1 . +2 . ]","algorithm":"dfbnb","done":[]`, "text", "kind maxn or minimax"},
		{`"text":"kind minimax max[ 1 2 ]","algorithm":"shallow","done":[]`, "algorithm", "kind maxn"},
		{`"text":"kind minimax max[ 1 2 ]","algorithm":"alphabeta","done":[{"type":"backup","node":0,"value":[1]}]`, "done[0].value", "a number"},
		{`"text":"kind minimax max[ 1 ? ]","algorithm":"alphabeta","done":[]`, "", "unknown"},
		{`"text":"players 2 maxsum 3 1[ (1,2) ? ]","algorithm":"shallow","done":[]`, "", "unknown"},
		{`"generate":{"kind":"h32","branching":2,"depth":3,"players":3,"maxsum":10,"seed":1},"algorithm":"shallow","done":[]`, "generate", "explicit tree"},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/practice/check", "{"+c.body+"}")
		webtest.CheckProblem(t, resp, b, 422, c.path, c.words)
	}
}
