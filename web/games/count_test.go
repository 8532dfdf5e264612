package games_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"espalier/web/webtest"
	"espalier/web/words"
)

// TestSearchWithoutScripts: the counters of a page are those that the same search has in the API.
func TestSearchWithoutScripts(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ id, query, fields, algorithm, options string }{
		{"hearts", "cards=13", `"cards":13`, "speculative", `"depth":11`},
		{"othello", "players=3&", `"players":3`, "paranoid", `"depth":8`},
		{"connect-four", "", "", "alphabeta", `"depth":9`},
	} {
		depth := strings.TrimPrefix(c.options, `"depth":`)
		page := ts.URL + "/games/" + c.id + "/search?" + c.query + "&algorithm=" + c.algorithm + "&depth=" + depth
		_, b := webtest.Get(t, page+"&run=1")
		fields := c.fields
		if fields != "" {
			fields = "," + fields
		}
		var want struct {
			Value []float64
			Stats struct{ Nodes, Leaves, Pruned int }
		}
		_, answer := webtest.Post(t, ts.URL+"/api/v1/solve", `{"game":{"id":"`+c.id+`"`+fields+`},"algorithm":"`+c.algorithm+`","options":{`+c.options+`}}`)
		if err := json.Unmarshal(answer, &want); err != nil {
			t.Fatal(err)
		}
		text := string(b)
		for name, n := range map[string]int{"nodes": want.Stats.Nodes, "leaves": want.Stats.Leaves, "children cut": want.Stats.Pruned} {
			if !strings.Contains(text, fmt.Sprintf("<dt>%s</dt><dd>%s</dd>", name, words.Grouped(n))) {
				t.Errorf("the page of %s on %s does not say that there are %d %s", c.algorithm, c.id, n, name)
			}
		}
		_, b = webtest.Get(t, page)
		for _, part := range []string{"data-map", "data-run", "/search?"} {
			if !strings.Contains(string(b), part) {
				t.Errorf("the page of %s on %s has no %q", c.algorithm, c.id, part)
			}
		}
	}
	_, b := webtest.Get(t, ts.URL+"/games/hearts/search?depth=20&nodes=30000&run=1")
	for _, want := range []string{"stopped at the limit of 30,000 nodes", "30,00"} {
		if !strings.Contains(string(b), want) {
			t.Errorf("the page of a search that is stopped does not have %q", want)
		}
	}
}
