package games_test

import (
	"encoding/json"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// TestProgress: the last report of a search has the nodes, the cuts and the value that the
// same search has in the API, and its line of play is one of legal moves.
func TestProgress(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ id, query, fields, algorithm, options string }{
		{"hearts", "cards=5", `"cards":5`, "maxn", `"depth":9`},
		{"hearts", "cards=5", `"cards":5`, "speculative", `"depth":9`},
		{"othello", "players=3", `"players":3`, "paranoid", `"depth":5`},
		{"connect-four", "", "", "alphabeta", `"depth":7`},
	} {
		depth := strings.TrimPrefix(c.options, `"depth":`)
		_, b := webtest.Get(t, ts.URL+"/games/"+c.id+"/progress?"+c.query+"&algorithm="+c.algorithm+"&depth="+depth)
		lines := strings.Split(strings.TrimSpace(string(b)), "\n")
		var last struct {
			State, Line, Value string
			Over               bool
			Nodes, Leaves, Cut int
			Progress           float64
		}
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
			t.Fatalf("%s: %v in %.300s", c.id, err, b)
		}
		fields := c.fields
		if fields != "" {
			fields = "," + fields
		}
		var want struct {
			Value []float64
			Line  []int
			Stats struct{ Nodes, Leaves, Pruned int }
		}
		_, b = webtest.Post(t, ts.URL+"/api/v1/solve", `{"game":{"id":"`+c.id+`"`+fields+`},"algorithm":"`+c.algorithm+`","options":{`+c.options+`}}`)
		if err := json.Unmarshal(b, &want); err != nil {
			t.Fatal(err)
		}
		if !last.Over || last.State != "done" || last.Progress != 1 || last.Nodes != want.Stats.Nodes || last.Leaves != want.Stats.Leaves || last.Value == "" {
			t.Errorf("%s on %s ends with %+v, want %+v", c.algorithm, c.id, last, want.Stats)
		}
		if moves := len(strings.Fields(last.Line)); moves != len(want.Line)-1 {
			t.Errorf("%s on %s has the line %q of %d moves, want %d", c.algorithm, c.id, last.Line, moves, len(want.Line)-1)
		}
	}
	_, b := webtest.Get(t, ts.URL+"/games/hearts/search?depth=20&nodes=30000&run=1")
	for _, want := range []string{"stopped at the limit of 30,000 nodes", "30,00"} {
		if !strings.Contains(string(b), want) {
			t.Errorf("the page of a search that is stopped does not have %q", want)
		}
	}
}
