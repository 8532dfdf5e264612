package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"espalier/search"
	"espalier/trees"
)

// pages are the routes that are no part of the API.
var pages = []string{"/static/", "/notation", "/counterexamples", "/exhibits", "/tree", "/edit", "/edit/{key}", "/t/{id}", "/embed", "/handout",
	"/export/run.html", "/export/trace.ndjson", "/export/{name}", "/share", "/lockstep", "/figures/{id}", "/api", "/"}

func description(t *testing.T) map[string]any {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(openapiDocument(Limits()), &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// at follows keys into a document.
func at(doc any, keys ...string) any {
	for _, k := range keys {
		m, _ := doc.(map[string]any)
		doc = m[k]
	}
	return doc
}

func TestOpenAPIRoutes(t *testing.T) {
	doc := description(t)
	var described, served []string
	for path, ops := range at(doc, "paths").(map[string]any) {
		for method := range ops.(map[string]any) {
			described = append(described, strings.ToUpper(method)+" "+path)
		}
	}
	err := chi.Walk(New(Config{}).routes, func(method, path string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if !slices.ContainsFunc(pages, func(p string) bool { return path == p || path == p+"*" }) {
			served = append(served, method+" "+path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(described)
	slices.Sort(served)
	if !slices.Equal(described, served) {
		t.Errorf("described: %v\nserved: %v", described, served)
	}
	for _, l := range Limits() {
		if !bytes.Contains(openapiDocument(Limits()), fmt.Appendf(nil, `"name":%q,"value":%d`, l.Name, l.Value)) {
			t.Errorf("limit %s is not described", l.Name)
		}
	}
}

// TestOpenAPISchemas holds answers of every kind against the description, in
// which objects have no members but those that are named.
func TestOpenAPISchemas(t *testing.T) {
	doc := description(t)
	_, ts := serve(t)
	check := func(schema, what string, b []byte) {
		t.Helper()
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Errorf("%s: %v: %.100s", what, err, b)
			return
		}
		if err := conforms(doc, at(doc, "components", "schemas", schema), v, ""); err != nil {
			t.Errorf("%s is no %s: %v\n%.300s", what, schema, err, b)
		}
	}
	for path, schema := range map[string]string{
		"/api/v1/algorithms": "Algorithms", "/api/v1/figures": "Figures", "/api/v1/figures/k1991-fig6": "Figure", "/api/v1/none": "Problem",
	} {
		_, b := get(t, ts.URL+path)
		check(schema, path, b)
	}
	request := textBody("maxn", `,"options":{"root":0},"values":{"5":[3,0,6]}`)
	check("Request", "our request", []byte(request))
	_, b := post(t, ts.URL+"/api/v1/parse", `{"text":`+quote(korf6)+`}`)
	check("Parsed", "parse", b)
	_, b = post(t, ts.URL+"/api/v1/solve", "{}")
	check("Problem", "solve", b)
	requests := []string{request, body(`"generate":{"kind":"equal","branching":2,"depth":3}`, "shallow", ""),
		body(`"text":"players 2 1[ (1,2) 2[ ? (0,1) ] ]"`, "maxn", "")}
	for _, f := range trees.Figures() {
		for _, a := range search.All() {
			if f.Tree != nil {
				requests = append(requests, body(`"figure":`+quote(f.ID), a.ID, ""))
			}
		}
	}
	for _, request := range requests {
		schema := "Result"
		resp, b := post(t, ts.URL+"/api/v1/solve", request)
		if resp.StatusCode != 200 {
			schema = "Problem"
		}
		check(schema, "solve of "+request, b)
		resp, b = post(t, ts.URL+"/api/v1/trace", request)
		if resp.StatusCode != 200 {
			continue
		}
		for _, line := range bytes.Split(bytes.TrimSpace(b), []byte("\n")) {
			check("Event", "trace of "+request, line)
		}
	}
}

// conforms checks a value against the part of JSON Schema that the
// description uses.
func conforms(doc map[string]any, schema, v any, path string) error {
	s, ok := schema.(map[string]any)
	if !ok {
		return fmt.Errorf("%s: there is no schema", path)
	}
	if ref, ok := s["$ref"].(string); ok {
		return conforms(doc, at(doc, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...), v, path)
	}
	if want, ok := s["const"]; ok && want != v {
		return fmt.Errorf("%s is %v, want %v", path, v, want)
	}
	if list, ok := s["enum"].([]any); ok && !slices.Contains(list, v) {
		return fmt.Errorf("%s is %v, want one of %v", path, v, list)
	}
	if list, ok := s["oneOf"].([]any); ok {
		fits, last := 0, error(nil)
		for _, one := range list {
			if err := conforms(doc, one, v, path); err == nil {
				fits++
			} else if last == nil || !strings.HasPrefix(err.Error(), path+".type is") {
				last = err
			}
		}
		if fits != 1 {
			return fmt.Errorf("%s fits %d of %d alternatives: %v", path, fits, len(list), last)
		}
	}
	if err := ofType(s["type"], v); err != nil {
		return fmt.Errorf("%s %v", path, err)
	}
	if list, ok := v.([]any); ok && s["items"] != nil {
		for i, e := range list {
			if err := conforms(doc, s["items"], e, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	required, _ := s["required"].([]any)
	for _, key := range required {
		if _, ok := object[key.(string)]; !ok {
			return fmt.Errorf("%s lacks %v", path, key)
		}
	}
	for key, member := range object {
		known := at(s, "properties", key)
		if known == nil {
			known = s["additionalProperties"]
		}
		if known == false {
			return fmt.Errorf("%s has %q, which is not described", path, key)
		}
		if known != nil {
			if err := conforms(doc, known, member, path+"."+key); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofType checks the type, or list of types, of a schema; nil is any.
func ofType(want, v any) error {
	if want == nil {
		return nil
	}
	list, ok := want.([]any)
	if !ok {
		list = []any{want}
	}
	is := []any{"null"}
	switch v := v.(type) {
	case map[string]any:
		is = []any{"object"}
	case []any:
		is = []any{"array"}
	case string:
		is = []any{"string"}
	case bool:
		is = []any{"boolean"}
	case json.Number:
		is = []any{"number"}
		if _, err := v.Int64(); err == nil {
			is = append(is, "integer")
		}
	}
	for _, one := range is {
		if slices.Contains(list, one) {
			return nil
		}
	}
	return fmt.Errorf("is %v, want %v", is, want)
}

// TestSocketDescribed: the description of the websocket names every key that a
// client may send, and every key of a draft message.
func TestSocketDescribed(t *testing.T) {
	words := at(description(t), "paths", "/ws", "get", "description").(string)
	// keys are those that stand after the beginning of a message, up to its end.
	keys := func(begins string) (list []string) {
		_, after, _ := strings.Cut(words, begins)
		depth := 1
		for i, r := range after {
			switch r {
			case '{':
				depth++
			case '}':
				if depth--; depth == 0 {
					return regexp.MustCompile(`\w+`).FindAllString(after[:i], -1)
				}
			}
		}
		return nil
	}
	for kind, of := range messageKeys {
		for _, key := range append(slices.Clone(of.needed), of.allowed...) {
			if !slices.Contains(keys("{type: "+kind+","), key) {
				t.Errorf("%s of the message %s is not described", key, kind)
			}
		}
	}
	for _, key := range viewKeys {
		if !slices.Contains(keys("{type: open,"), key) {
			t.Errorf("%s of a view is not described", key)
		}
	}
	draft, patch := append(keys("{type: draft,"), keys("with {")...), keys("patch {")
	_, ts := keep(t)
	p := dial(t, ts)
	m := makeTree(t, ts, korf6Source)
	p.send(`{"type":"open","id":"d1","saved":%q,"patches":true}`, m.Key)
	p.send(`{"type":"edit","id":"d1","seq":1,"edit":{"op":"child","node":1}}`)
	for seen := map[string]bool{}; !seen["patch"]; {
		_, text, err := p.ws.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		var said map[string]json.RawMessage
		if err := json.Unmarshal(text, &said); err != nil {
			t.Fatal(err)
		}
		if string(said["type"]) != `"draft"` {
			continue
		}
		for key := range said {
			seen[key] = true
			if key != "type" && !slices.Contains(draft, key) {
				t.Errorf("%s of a draft message is not described", key)
			}
		}
		var changed map[string]json.RawMessage
		json.Unmarshal(said["patch"], &changed)
		for key := range changed {
			if !slices.Contains(patch, key) {
				t.Errorf("%s of a patch is not described", key)
			}
		}
	}
}
