package api_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"espalier/search/algorithms"
	"espalier/trees/figures"
	"espalier/trees/treetest"
	"espalier/web/problem"
	"espalier/web/webtest"
)

type comparisonJSON struct {
	Truth any
	Runs  []struct {
		Algorithm, Name string
		Options         map[string]bool
		Sound           bool
		Value           any
		Line            []int
		Stats           map[string]any
		Truth           *struct {
			Value  any
			Agrees bool
		}
		Cut   []int
		Error *struct{ Path, Message string }
	}
	Refused []struct{ Algorithm, Message string }
}

func comparison(t *testing.T, url, request string) comparisonJSON {
	t.Helper()
	resp, b := webtest.Post(t, url+"/api/v1/compare", request)
	var c comparisonJSON
	if err := json.Unmarshal(b, &c); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("compare of %.300s = %d %.300s", request, resp.StatusCode, b)
	}
	return c
}

// Every run of a comparison equals a separate solve, and its cuts those of a
// separate trace.
func TestCompareEqualsSeparateSolves(t *testing.T) {
	treetest.SkipUnderRace(t)
	_, ts := webtest.Serve(t)
	check := func(source, values string) {
		t.Helper()
		c := comparison(t, ts.URL, "{"+source+values+"}")
		if len(c.Runs)+len(c.Refused) < len(algorithms.All()) {
			t.Errorf("compare of %s has %d runs and %d refusals, want one at least for each of %d algorithms", source, len(c.Runs), len(c.Refused), len(algorithms.All()))
		}
		for _, r := range c.Runs {
			options, _ := json.Marshal(r.Options)
			request := webtest.Body(source, r.Algorithm, `,"options":`+string(options)+values)
			resp, b := webtest.Post(t, ts.URL+"/api/v1/solve", request)
			if r.Error != nil {
				var p problem.Problem
				if err := json.Unmarshal(b, &p); err != nil || p.Errors[0].Message != r.Error.Message || p.Errors[0].Path != r.Error.Path {
					t.Errorf("%s: compare says %+v, solve %s", request, r.Error, b)
				}
				continue
			}
			var alone struct {
				Value, Truth any
				Line         []int
				Stats        map[string]any
			}
			if err := json.Unmarshal(b, &alone); err != nil || resp.StatusCode != http.StatusOK {
				t.Fatalf("solve of %s = %d %s", request, resp.StatusCode, b)
			}
			truth := any(nil)
			if r.Truth != nil {
				truth = map[string]any{"value": r.Truth.Value, "agrees": r.Truth.Agrees}
			}
			if !reflect.DeepEqual(r.Value, alone.Value) || !slices.Equal(r.Line, alone.Line) ||
				!reflect.DeepEqual(r.Stats, alone.Stats) || !reflect.DeepEqual(truth, alone.Truth) {
				t.Errorf("%s: compare says %+v, solve %s", request, r, b)
			}
			if want := cutsOf(t, ts.URL, request); !slices.Equal(r.Cut, want) || len(r.Cut) != int(r.Stats["pruned"].(float64)) {
				t.Errorf("%s: cut = %v, want %v, of which stats say there are %v", request, r.Cut, want, r.Stats["pruned"])
			}
			if r.Algorithm == "maxn" && !reflect.DeepEqual(c.Truth, r.Value) {
				t.Errorf("%s: truth = %v, and maxn says %v", request, c.Truth, r.Value)
			}
		}
	}
	for _, f := range figures.All() {
		if f.Tree != nil {
			check(`"figure":`+webtest.Quote(f.ID), "")
		}
	}
	check(`"text":`+webtest.Quote(webtest.Korf6), `,"values":{"5":[3,0,6]}`)
	check(`"text":"players 2 maxsum 3 delta 1 1[ (1,2) 2[ ? (0,1) ] ]"`, "")
	random := rand.New(rand.NewPCG(4, 2))
	for range 20 {
		tree := treetest.Random(random, treetest.Shape{Players: 2 + random.IntN(3), OutOfTurn: true, Uneven: true, Bounds: true, BelowSum: true})
		check(`"tree":`+string(tree.AppendJSON(nil)), "")
	}
}

// The table names the leaf without a value above its rows, not in each of them.
func TestCompareNamesUnknownLeafOnce(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ tree, says string }{
		{"players 2 maxsum 3 1[ (1,2) 2[ ? (0,1) ] ]", "No comparison yet: the value of c is unknown."},
		{"kind minimax max[ a: ? min[ b: ? 3 ] ]", "No comparison yet: the value of a is unknown."},
	} {
		_, page := webtest.Get(t, ts.URL+"/tree?text="+url.QueryEscape(c.tree))
		table := webtest.PageText(page)
		table = table[strings.Index(table, "All algorithms on this tree"):]
		if !strings.Contains(table, c.says) || !strings.Contains(table, "unknown value") || strings.Contains(table, "and this search needs it") {
			t.Errorf("the table beside %s says %.600s, want %q and rows with unknown value", c.tree, table, c.says)
		}
	}
}

// cutsOf returns the nodes that a trace cuts and never enters.
func cutsOf(t *testing.T, url, request string) []int {
	t.Helper()
	_, b := webtest.Post(t, url+"/api/v1/trace", request)
	entered, cut := map[int]bool{}, map[int]bool{}
	for _, line := range strings.Split(strings.TrimSpace(string(b)), "\n") {
		var e struct {
			Type string
			Node int
			Cut  []int
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%s: %v in %.100s", request, err, line)
		}
		entered[e.Node] = entered[e.Node] || e.Type == "enter"
		for _, n := range e.Cut {
			cut[n] = true
		}
	}
	list := []int{}
	for n := range cut {
		if !entered[n] {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list
}

func TestCompareReportsWrongDeepPruning(t *testing.T) {
	_, ts := webtest.Serve(t)
	c := comparison(t, ts.URL, `{"figure":"k1991-fig6","values":{"5":[3,0,6]}}`)
	if got := fmt.Sprint(c.Truth); got != "[6 1 2]" {
		t.Errorf("truth = %s, want [6 1 2]", got)
	}
	for _, r := range c.Runs {
		if (r.Sound || r.Algorithm == "deep") && r.Truth.Agrees != r.Sound {
			t.Errorf("%s agrees = %t, want %t", r.Name, r.Truth.Agrees, r.Sound)
		}
		if r.Algorithm == "deep" && (r.Sound || !slices.Equal(r.Cut, []int{5})) {
			t.Errorf("deep: sound = %t, cut = %v, want an unsound run that cuts 5", r.Sound, r.Cut)
		}
	}
}

func TestCompareRejects(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ request, path, says string }{
		{`{}`, "source", "missing"},
		{`{"figure":"k1991-fig6","text":"players 2 (1,2)"}`, "figure", "one source"},
		{`{"figure":"k1991-fig6","algorithm":"deep"}`, "algorithm", "no key"},
		{`{"figure":"k1991-fig6","Values":{}}`, "Values", "no key"},
		{`{"generate":{"kind":"h32","branching":2,"depth":2}}`, "generate", "explicit tree"},
		{`{"figure":"k1991-fig6","options":{"depth":2}}`, "options.depth", "root"},
		{`{"figure":"k1991-fig6","options":{"root":99}}`, "options.root", "no node 99"},
		{`{"figure":"k1991-fig6","options":{"root":1,"root":2}}`, "options.root", "twice"},
		{`{"figure":"k1991-fig6","values":{"5":[3,0,7]}}`, "values.5", "maxsum, which is 9"},
		{`{"figure":"k1991-fig6","values":{"5":[3,0]}}`, "values.5", "2 scores"},
		{`{"figure":"k1991-fig6","values":{"5":[3,0,"x"]}}`, "values.5[2]", "a number"},
		{`{"figure":"k1991-fig6","values":{"2":[3,0,6]}}`, "values.2", "not a leaf"},
		{`[]`, "body", "an object"},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/compare", c.request)
		var p problem.Problem
		if err := json.Unmarshal(b, &p); err != nil || resp.StatusCode < 400 || resp.StatusCode >= 500 {
			t.Errorf("compare of %s = %d %s", c.request, resp.StatusCode, b)
			continue
		}
		if p.Errors[0].Path != c.path || !strings.Contains(p.Errors[0].Message, c.says) {
			t.Errorf("compare of %s says %+v, want %q at %s", c.request, p.Errors[0], c.says, c.path)
		}
	}
}

// Logs the duration of a comparison on a thousand nodes.
func TestCompareOfAThousandNodes(t *testing.T) {
	_, ts := webtest.Serve(t)
	tree := treetest.ThousandNodes(t)
	request := `{"tree":` + string(tree.AppendJSON(nil)) + `}`
	start := time.Now()
	c := comparison(t, ts.URL, request)
	t.Logf("%d runs on %d nodes in %s", len(c.Runs), tree.Len(), time.Since(start))
	if len(c.Runs) < 10 {
		t.Errorf("%d runs, want all algorithms for three players", len(c.Runs))
	}
	for _, r := range c.Runs {
		if r.Sound && !r.Truth.Agrees {
			t.Errorf("%s = %v, want %v", r.Name, r.Value, r.Truth.Value)
		}
	}
}
