package web

import (
	"fmt"
	"strings"
	"testing"

	"espalier/trees"
)

func TestUnknownLeaf(t *testing.T) {
	_, ts := serve(t)
	request := body(`"text":"players 2 1[ (1,2) 2[ ? (0,1) ] ]"`, "maxn", "")
	resp, b := post(t, ts.URL+"/api/v1/solve", request)
	checkProblem(t, resp, b, 422, "values.3", "unknown")
	resp, b = post(t, ts.URL+"/api/v1/trace", request)
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	if last := lines[len(lines)-1]; resp.StatusCode != 200 || !strings.Contains(last, `"type":"error"`) || !strings.Contains(last, `"node":3`) {
		t.Errorf("the trace ends with %s", last)
	}
}

func TestBadInput(t *testing.T) {
	_, ts := serve(t)
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
		{"unknown key", textBody("maxn", `,"depht":3`), 422, "depht", "no key"},
		{"wrong case", `{"Text":"","algorithm":"maxn"}`, 422, "Text", "no key"},
		{"no algorithm", `{"text":` + quote(korf6) + `}`, 422, "algorithm", "missing"},
		{"unknown algorithm", textBody("minmax", ""), 422, "algorithm", "there are"},
		{"algorithm of a wrong type", `{"text":` + quote(korf6) + `,"algorithm":3}`, 422, "algorithm", "a number"},
		{"unknown figure", body(`"figure":"nope"`, "maxn", ""), 422, "figure", "nope"},
		{"unknown option", textBody("maxn", `,"options":{"dept":3}`), 422, "options.dept", "depth"},
		{"option of another", textBody("shallow", `,"options":{"depth":3}`), 422, "options.depth", "shallow"},
		{"option of a wrong type", textBody("maxn", `,"options":{"depth":"3"}`), 422, "options.depth", "a string"},
		{"broken depth", textBody("maxn", `,"options":{"depth":1.5}`), 422, "options.depth", "whole"},
		{"negative depth", textBody("maxn", `,"options":{"depth":-1}`), 422, "options.depth", "range"},
		{"options of a wrong type", textBody("maxn", `,"options":[]`), 422, "options", "an array"},
		{"repeated option", textBody("maxn", `,"options":{"root":0,"root":1}`), 400, "options.root", "twice"},
		{"no such root", textBody("maxn", `,"options":{"root":7}`), 422, "options.root", "0 to 6"},
		{"no static value", textBody("maxn", `,"options":{"depth":1}`), 422, "", "static"},
		{"value of no node", textBody("maxn", `,"values":{"7":[0,0,0]}`), 422, "values.7", "0 to 6"},
		{"value of no number", textBody("maxn", `,"values":{"f":[0,0,0]}`), 422, "values.f", "0 to 6"},
		{"value of a padded number", textBody("maxn", `,"values":{"05":[0,0,0]}`), 422, "values.05", "0 to 6"},
		{"value of an inner node", textBody("maxn", `,"values":{"2":[0,0,0]}`), 422, "values.2", "leaf"},
		{"short value", textBody("maxn", `,"values":{"5":[3,0]}`), 422, "values.5", "2 scores"},
		{"bare value", textBody("maxn", `,"values":{"5":3}`), 422, "values.5", "a number"},
		{"value above maxsum", textBody("maxn", `,"values":{"5":[5,5,5]}`), 422, "values.5", "maxsum"},
		{"negative value", textBody("maxn", `,"values":{"5":[-1,0,0]}`), 422, "values.5", "-1"},
		{"value too exact", textBody("maxn", `,"values":{"5":[0.1234567,0,0]}`), 422, "values.5[0]", "decimal"},
		{"need not met", body(`"text":"players 2 1[ (1,2) (2,1) ]"`, "shallow", ""), 422, "", "maxsum"},
		{"a leaf above maxsum", body(`"tree":{"players":2,"maxsum":3,"root":{"player":1,"children":[{"value":[1,2]},{"player":2,"children":[{"value":[2,2]}]}]}}`, "maxn", ""),
			422, "root.children[1].children[0].value", "maxsum"},
		{"an unknown key in the tree", body(`"tree":{"players":2,"root":{"player":1,"childs":[]}}`, "maxn", ""), 422, "root.childs", ""},
		{"a tree that is no object", body(`"tree":"a"`, "maxn", ""), 422, "tree", "a string"},
		{"a bad notation", body(`"text":"players 3 1[ (1,2"`, "maxn", ""), 422, "", ""},
		{"too many levels", body(`"text":`+quote(deepText), "maxn", ""), 413, "", "levels"},
		{"generate without a kind", body(`"generate":{"branching":2,"depth":3}`, "maxn", ""), 422, "generate.kind", "missing"},
		{"an unknown generator", body(`"generate":{"kind":"h33","branching":2,"depth":3}`, "maxn", ""), 422, "generate.kind", "h32"},
		{"an unknown key of a generator", body(`"generate":{"kind":"h32","branching":2,"depth":3,"deep":1}`, "maxn", ""), 422, "generate.deep", "no key"},
		{"a wide generator", body(`"generate":{"kind":"h32","branching":100000,"depth":3}`, "maxn", ""), 422, "generate.branching", "1 to"},
		{"values of an implicit tree", body(`"generate":`+yardstick, "maxn", `,"values":{"3":[1,1,1]}`), 422, "values", "implicit"},
	} {
		for _, path := range []string{"/api/v1/solve", "/api/v1/trace"} {
			t.Run(c.name+path, func(t *testing.T) {
				resp, b := post(t, ts.URL+path, c.body)
				checkProblem(t, resp, b, c.status, c.path, c.words)
			})
		}
	}
	if resp, b := post(t, ts.URL+"/api/v1/solve", textBody("maxn", "")); resp.StatusCode != 200 {
		t.Errorf("afterwards the server answers %d %s", resp.StatusCode, b)
	}
}

func TestBadParse(t *testing.T) {
	_, ts := serve(t)
	for _, c := range []struct{ body, path, words string }{
		{`{}`, "source", "missing"},
		{`{"figure":"k1991-fig6"}`, "figure", "no key"},
		{`{"text":"a","tree":{}}`, "tree", "both"},
		{`{"text":7}`, "text", "a number"},
	} {
		resp, b := post(t, ts.URL+"/api/v1/parse", c.body)
		checkProblem(t, resp, b, 422, c.path, c.words)
	}
}

func TestLargeBody(t *testing.T) {
	_, ts := serve(t)
	resp, b := post(t, ts.URL+"/api/v1/parse", `{"text":"`+strings.Repeat(" ", MaxBody)+`"}`)
	checkProblem(t, resp, b, 413, "body", fmt.Sprint(MaxBody))
}
