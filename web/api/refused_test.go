package api_test

import (
	"fmt"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/webtest"
)

func TestUnknownLeaf(t *testing.T) {
	_, ts := webtest.Serve(t)
	request := webtest.Body(`"text":"players 2 1[ (1,2) 2[ ? (0,1) ] ]"`, "maxn", "")
	resp, b := webtest.Post(t, ts.URL+"/api/v1/solve", request)
	webtest.CheckProblem(t, resp, b, 422, "values.3", "unknown")
	resp, b = webtest.Post(t, ts.URL+"/api/v1/trace", request)
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	if last := lines[len(lines)-1]; resp.StatusCode != 200 || !strings.Contains(last, `"type":"error"`) || !strings.Contains(last, `"node":3`) {
		t.Errorf("the trace ends with %s", last)
	}
}

func TestInvalidInputIsRejected(t *testing.T) {
	_, ts := webtest.Serve(t)
	deepText := "players 1 " + strings.Repeat("1[ ", trees.MaxLevels+1) + "(1)" + strings.Repeat(" ]", trees.MaxLevels+1)
	for _, c := range []struct {
		name, body string
		status     int
		path       string
		words      string
	}{
		{"empty", ``, 400, "body", "empty"},
		{"no JSON", `hello`, 400, "body", "not JSON"},
		{"an array", `[]`, 400, "body", "an array"},
		{"cut off", `{"text": "`, 400, "body", "does not end"},
		{"cut off later", `{"text": "a"`, 400, "body", "ends"},
		{"two documents", `{}{}`, 400, "body", "follows"},
		{"no UTF-8", "{\"text\": \"\xff\"}", 400, "body", "UTF-8"},
		{"repeated key", `{"algorithm":"maxn","text":"","algorithm":"maxn"}`, 400, "algorithm", "twice"},
		{"no source", `{"algorithm":"maxn"}`, 422, "source", "missing"},
		{"two sources", `{"text":"","figure":"k1991-fig6","algorithm":"maxn"}`, 422, "figure", "one source"},
		{"unknown key", webtest.TextBody("maxn", `,"depht":3`), 422, "depht", "no key"},
		{"wrong case", `{"Text":"","algorithm":"maxn"}`, 422, "Text", "no key"},
		{"no algorithm", `{"text":` + webtest.Quote(webtest.Korf6) + `}`, 422, "algorithm", "missing"},
		{"unknown algorithm", webtest.TextBody("minmax", ""), 422, "algorithm", "there are"},
		{"algorithm of a wrong type", `{"text":` + webtest.Quote(webtest.Korf6) + `,"algorithm":3}`, 422, "algorithm", "a number"},
		{"unknown figure", webtest.Body(`"figure":"nope"`, "maxn", ""), 422, "figure", "nope"},
		{"unknown option", webtest.TextBody("maxn", `,"options":{"dept":3}`), 422, "options.dept", "depth"},
		{"no nodes", webtest.TextBody("maxn", `,"options":{"nodes":0}`), 422, "options.nodes", "between 1 and"},
		{"option of another", webtest.TextBody("shallow", `,"options":{"table":true}`), 422, "options.table", "shallow"},
		{"option of a wrong type", webtest.TextBody("maxn", `,"options":{"depth":"3"}`), 422, "options.depth", "a string"},
		{"broken depth", webtest.TextBody("maxn", `,"options":{"depth":1.5}`), 422, "options.depth", "whole"},
		{"negative depth", webtest.TextBody("maxn", `,"options":{"depth":-1}`), 422, "options.depth", "range"},
		{"options of a wrong type", webtest.TextBody("maxn", `,"options":[]`), 422, "options", "an array"},
		{"repeated option", webtest.TextBody("maxn", `,"options":{"root":0,"root":1}`), 400, "options.root", "twice"},
		{"no such root", webtest.TextBody("maxn", `,"options":{"root":7}`), 422, "options.root", "0 to 6"},
		{"no static value", webtest.TextBody("maxn", `,"options":{"depth":1}`), 422, "", "static"},
		{"value of no node", webtest.TextBody("maxn", `,"values":{"7":[0,0,0]}`), 422, "values.7", "0 to 6"},
		{"value of no number", webtest.TextBody("maxn", `,"values":{"f":[0,0,0]}`), 422, "values.f", "0 to 6"},
		{"value of a padded number", webtest.TextBody("maxn", `,"values":{"05":[0,0,0]}`), 422, "values.05", "0 to 6"},
		{"value of an inner node", webtest.TextBody("maxn", `,"values":{"2":[0,0,0]}`), 422, "values.2", "leaf"},
		{"short value", webtest.TextBody("maxn", `,"values":{"5":[3,0]}`), 422, "values.5", "2 scores"},
		{"bare value", webtest.TextBody("maxn", `,"values":{"5":3}`), 422, "values.5", "a number"},
		{"value above maxsum", webtest.TextBody("maxn", `,"values":{"5":[5,5,5]}`), 422, "values.5", "maxsum"},
		{"value below minp", webtest.Body(`"text":"players 2 minp -1 1[ (1,2) (2,1) ]"`, "maxn", `,"values":{"1":[-2,0]}`), 422, "values.1", "minp"},
		{"value too exact", webtest.TextBody("maxn", `,"values":{"5":[0.0000000000000000001,0,0]}`), 422, "values.5[0]", "decimal"},
		{"need not met", webtest.Body(`"text":"players 2 1[ (1,2) (2,1) ]"`, "shallow", ""), 422, "", "maxsum"},
		{"a leaf above maxsum", webtest.Body(`"tree":{"players":2,"maxsum":3,"root":{"player":1,"children":[{"value":[1,2]},{"player":2,"children":[{"value":[2,2]}]}]}}`, "maxn", ""),
			422, "root.children[1].children[0].value", "maxsum"},
		{"an unknown key in the tree", webtest.Body(`"tree":{"players":2,"root":{"player":1,"childs":[]}}`, "maxn", ""), 422, "root.childs", ""},
		{"a tree that is no object", webtest.Body(`"tree":"a"`, "maxn", ""), 422, "tree", "a string"},
		{"a bad notation", webtest.Body(`"text":"players 3 1[ (1,2"`, "maxn", ""), 422, "", ""},
		{"too many levels", webtest.Body(`"text":`+webtest.Quote(deepText), "maxn", ""), 413, "", "levels"},
		{"generate without a kind", webtest.Body(`"generate":{"branching":2,"depth":3}`, "maxn", ""), 422, "generate.kind", "missing"},
		{"an unknown generator", webtest.Body(`"generate":{"kind":"h33","branching":2,"depth":3}`, "maxn", ""), 422, "generate.kind", "h32"},
		{"an unknown key of a generator", webtest.Body(`"generate":{"kind":"h32","branching":2,"depth":3,"deep":1}`, "maxn", ""), 422, "generate.deep", "no key"},
		{"a wide generator", webtest.Body(`"generate":{"kind":"h32","branching":100000,"depth":3}`, "maxn", ""), 422, "generate.branching", "1 to"},
		{"values of an implicit tree", webtest.Body(`"generate":`+webtest.Generator, "maxn", `,"values":{"3":[1,1,1]}`), 422, "values", "implicit"},
	} {
		for _, path := range []string{"/api/v1/solve", "/api/v1/trace"} {
			t.Run(c.name+path, func(t *testing.T) {
				resp, b := webtest.Post(t, ts.URL+path, c.body)
				webtest.CheckProblem(t, resp, b, c.status, c.path, c.words)
			})
		}
	}
	if resp, b := webtest.Post(t, ts.URL+"/api/v1/solve", webtest.TextBody("maxn", "")); resp.StatusCode != 200 {
		t.Errorf("afterwards the server answers %d %s", resp.StatusCode, b)
	}
}

// TestNodesOptionEndsSearch: a search that would visit more nodes than its
// option allows is answered with that; a trace has begun by then, and ends with it.
func TestNodesOptionEndsSearch(t *testing.T) {
	_, ts := webtest.Serve(t)
	body := webtest.TextBody("maxn", `,"options":{"nodes":3}`)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/solve", body)
	webtest.CheckProblem(t, resp, b, 422, "algorithm", "more than 3 nodes, the option nodes")
	if _, b = webtest.Post(t, ts.URL+"/api/v1/trace", body); !strings.Contains(string(b), `"type":"error"`) || !strings.Contains(string(b), "more than 3 nodes") {
		t.Errorf("the trace does not end with the reason: %s", b)
	}
}

func TestParseRejects(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ body, path, words string }{
		{`{}`, "source", "missing"},
		{`{"figure":"k1991-fig6"}`, "figure", "no key"},
		{`{"text":"a","tree":{}}`, "tree", "both"},
		{`{"text":7}`, "text", "a number"},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/parse", c.body)
		webtest.CheckProblem(t, resp, b, 422, c.path, c.words)
	}
}

func TestLargeBodyIsRejected(t *testing.T) {
	_, ts := webtest.Serve(t)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/parse", `{"text":"`+strings.Repeat(" ", app.MaxBody)+`"}`)
	webtest.CheckProblem(t, resp, b, 413, "body", fmt.Sprint(app.MaxBody))
}
