package web_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/store/records"
	"espalier/web/webtest"
)

// pages are the routes that are no part of the API.
var pages = []string{"/static/", "/favicon.ico", "/apple-touch-icon.png", "/apple-touch-icon-precomposed.png", "/robots.txt", "/notation", "/practice", "/lessons", "/lessons/{lesson}", "/lessons/{lesson}/edit", "/lessons/{lesson}/print", "/lessons/picture", "/teach", "/desk/{desk}", "/practice/result.txt", "/counterexamples", "/opinions", "/orders", "/samples", "/equilibrium", "/ties", "/exhibits", "/tree", "/edit", "/edit/{key}", "/t/{id}", "/trees", "/trees/{id}/picture.svg", "/trees/{id}/restore", "/learn", "/learn/glossary", "/learn/plan", "/learn/{chapter}", "/learn/theorems", "/learn/theorems/{id}", "/learn/theorems/{id}/tries", "/embed", "/handout",
	"/export/run.html", "/export/trace.ndjson", "/export/{name}", "/share", "/lockstep", "/present/{room}", "/c", "/c/{room}", "/c/{room}/note", "/a/{assignment}", "/a/{assignment}/{words}", "/results/{assignment}", "/homework", "/homework/new", "/algorithms", "/code", "/code/language", "/code/{id}", "/traces", "/traces/{id}", "/traces/{id}/at", "/traces/format", "/clients", "/clients/{file}", "/tasks", "/tasks/new", "/tasks/{task}", "/tasks/{task}/results",
	"/index.json", "/explore", "/draw", "/programs", "/experiments", "/bench", "/experiments/{id}", "/experiments/runs/{run}", "/experiments/runs/{run}/cancel", "/experiments/runs/{run}/resume", "/figures", "/figures/{id}", "/exercises/{id}", "/games", "/games/{id}", "/games/{id}/search", "/games/{id}/at", "/games/{id}/engine", "/games/{id}/why", "/games/{id}/votes", "/games/{id}/opinions", "/hidden-cards", "/runs/{key}/map/tiles", "/runs/{key}/map/nodes", "/runs/{key}/map/node", "/runs/{key}/map/at", "/runs/{key}/map/cut", "/runs/{key}/map/find", "/runs/{key}/map/table", "/api", "/"}

func TestOpenAPIRoutes(t *testing.T) {
	doc := webtest.Description(t)
	var described, served []string
	for path, ops := range webtest.At(doc, "paths").(map[string]any) {
		for method := range ops.(map[string]any) {
			described = append(described, strings.ToUpper(method)+" "+path)
		}
	}
	err := chi.Walk(web.New(app.Config{}).Routes(), func(method, path string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
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
	_, ts := webtest.Serve(t)
	_, document := webtest.Get(t, ts.URL+"/api/v1/openapi.json")
	if bytes.Contains(document, []byte("{limit:")) || bytes.Contains(document, []byte("{list:")) {
		t.Error("the description names a limit or a list that there is not")
	}
	named := map[string]bool{}
	for _, l := range web.Limits(records.MaxBytes, app.MemoryOf(0)) {
		if named[l.Name] {
			t.Errorf("two limits have the name %s", l.Name)
		}
		named[l.Name] = true
		if !bytes.Contains(document, fmt.Appendf(nil, `"name":%q,"value":%d`, l.Name, l.Value)) {
			t.Errorf("limit %s is not described", l.Name)
		}
	}
}
