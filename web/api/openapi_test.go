package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees/figures"
	"espalier/trees/treetest"
	"espalier/web/webtest"
)

// Compares responses of every kind with the description, whose objects allow no
// other members.
func TestOpenAPISchemas(t *testing.T) {
	treetest.SkipUnderRace(t)
	doc := webtest.Description(t)
	_, ts := webtest.Serve(t)
	check := func(schema, what string, b []byte) {
		t.Helper()
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Errorf("%s: %v: %.100s", what, err, b)
			return
		}
		if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", schema), v, ""); err != nil {
			t.Errorf("%s is no %s: %v\n%.300s", what, schema, err, b)
		}
	}
	for path, schema := range map[string]string{
		"/api/v1/algorithms": "Algorithms", "/api/v1/rules": "Rules", "/api/v1/figures": "Figures", "/api/v1/figures/k1991-fig6": "Figure", "/api/v1/none": "Problem",
	} {
		_, b := webtest.Get(t, ts.URL+path)
		check(schema, path, b)
	}
	request := webtest.TextBody("maxn", `,"options":{"root":0},"values":{"5":[3,0,6]}`)
	check("Request", "our request", []byte(request))
	_, b := webtest.Post(t, ts.URL+"/api/v1/parse", `{"text":`+webtest.Quote(webtest.Korf6)+`}`)
	check("Parsed", "parse", b)
	_, b = webtest.Post(t, ts.URL+"/api/v1/solve", "{}")
	check("Problem", "solve", b)
	requests := []string{request, webtest.Body(`"generate":{"kind":"equal","branching":2,"depth":3}`, "shallow", ""),
		webtest.Body(`"text":"players 2 1[ (1,2) 2[ ? (0,1) ] ]"`, "maxn", "")}
	for _, f := range figures.All() {
		for _, a := range algorithms.All() {
			if f.Tree != nil {
				requests = append(requests, webtest.Body(`"figure":`+webtest.Quote(f.ID), a.ID, ""))
			}
		}
	}
	for _, request := range requests {
		schema := "Result"
		resp, b := webtest.Post(t, ts.URL+"/api/v1/solve", request)
		if resp.StatusCode != 200 {
			schema = "Problem"
		}
		check(schema, "solve of "+request, b)
		resp, b = webtest.Post(t, ts.URL+"/api/v1/trace", request)
		if resp.StatusCode != 200 {
			continue
		}
		for _, line := range bytes.Split(bytes.TrimSpace(b), []byte("\n")) {
			check("Event", "trace of "+request, line)
		}
	}
}

// TestOptionsAreWithinTheirLimits: a number outside the limits that the description gives is refused by every
// algorithm that takes the option.
func TestOptionsAreWithinTheirLimits(t *testing.T) {
	_, ts := webtest.Serve(t)
	tried := 0
	for _, s := range engine.OptionSpecs {
		if s.Kind != engine.NumberOption && s.Kind != engine.NodeOption {
			continue
		}
		for _, a := range algorithms.All() {
			if !slices.Contains(a.OptionNames(), s.Name) {
				continue
			}
			for _, n := range []int{s.Least - 1, s.Most + 1} {
				tried++
				options := fmt.Sprintf(`,"options":{%q:%d}`, s.Name, n)
				if resp, b := webtest.Post(t, ts.URL+"/api/v1/solve", webtest.TextBody(a.ID, options)); resp.StatusCode < 400 {
					t.Errorf("%s with %s = %d is answered: %.200s", a.ID, s.Name, n, b)
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d limits were tried", tried)
	}
}
