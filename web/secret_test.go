package web_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/store/key"
)

// publicParameters are the parameters of routes that are never keys, with the path before them.
var publicParameters = map[string]bool{
	"/t/{id}": true, "/trees/{id}": true, "/c/{room}": true, "/a/{assignment}": true, "/runs/{key}": true, // the name of a map
	"/api/v1/figures/{id}": true, "/figures/{id}": true, "/exercises/{id}": true, "/games/{id}": true, "/clients/{file}": true, "/export/{name}": true,
	"/learn/{chapter}": true, "/learn/theorems/{id}": true,
	"/experiments/{id}": true, "/experiments/runs/{run}": true, "/api/v1/experiments/{id}": true, "/api/v1/experiments/runs/{run}": true,
	"/api/v1/rooms/{room}/sources/{hash}": true, "/api/v1/assignments/{assignment}/items/{item}": true, "/api/v1/assignments/{assignment}/students/{student}": true, "/api/v1/tasks/{task}/trees/{file}": true,
}

// made are the requests that make something with a key.
var made = map[string]bool{
	"POST /api/v1/rooms": true, "POST /api/v1/assignments": true, "POST /api/v1/assignments/import": true, "POST /api/v1/tasks": true, "POST /api/v1/lessons": true, "POST /api/v1/lessons/import": true, "POST /api/v1/desks": true, "POST /api/v1/trees": true,
	"POST /api/v1/traces": true, "POST /api/v1/programs": true, "POST /edit": true, "POST /traces": true,
	"POST /api/v1/traces/check": true, "POST /api/v1/programs/run": true, "POST /api/v1/programs/test": true, "POST /lessons/picture": true, // below the paths of what has a key
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// TestEveryParameterIsPublicOrSecret requires a decision for each parameter of each route. The log and the
// headers follow from it.
func TestEveryParameterIsPublicOrSecret(t *testing.T) {
	var log strings.Builder
	s := web.New(app.Config{AccessLog: true, Log: slog.New(slog.NewTextHandler(&log, nil))})
	defer s.Shutdown(t.Context())
	keyed, secret := map[string]bool{}, string(key.New())
	err := chi.Walk(s.Routes(), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		for i, at := range parameter.FindAllStringIndex(route, -1) {
			before := route[:at[1]]
			isKey := i == 0 && s.Keyed(route) || i == 1 && s.Linked(route)
			if isKey == publicParameters[before] {
				t.Errorf("%s %s: say in the table of routes that it is keyed, or in publicParameters that %s is public", method, route, before)
			}
			if now, known := keyed[before]; known && now != isKey {
				t.Errorf("%s is keyed on one route and not on another", before)
			}
			keyed[before] = isKey
		}
		plain := parameter.ReplaceAllString(route, "1")
		if code, private := unlinked(s, method, plain); private != (s.Private(route) || method != "GET" && s.Keyed(route) || made[method+" "+route]) {
			t.Errorf("%s %s without a key is answered by %d, for whoever asks: %v", method, plain, code, private)
		}
		if !s.Keyed(route) && !s.Linked(route) {
			return nil
		}
		log.Reset()
		path := parameter.ReplaceAllString(strings.Replace(route, parameter.FindString(route), secret, 1), "1")
		if s.Linked(route) {
			path = strings.Replace(route, parameter.FindString(route), string(key.New().ID()), 1)
			path = strings.Replace(path, parameter.FindString(path), secret[:4]+"-"+secret[4:12], 1)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(method, path, nil))
		if text := log.String(); strings.Contains(text, secret[4:12]) || !strings.Contains(text, "…") {
			t.Errorf("%s %s is logged as %s", method, route, text)
		}
		if h := w.Header(); h.Get("Referrer-Policy") != "no-referrer" || !strings.Contains(h.Get("Cache-Control"), "no-store") && w.Code < 300 {
			t.Errorf("%s %s with a key has the headers %v", method, route, h)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// unlinked asks for a path, and reports whether no other site learns the address of the answer.
func unlinked(s *web.Server, method, path string) (status int, private bool) {
	w := httptest.NewRecorder()
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // nothing is computed
	s.ServeHTTP(w, httptest.NewRequestWithContext(ctx, method, path, nil))
	return w.Code, w.Header().Get("Referrer-Policy") == "no-referrer"
}

func TestLogsHoldNoKey(t *testing.T) {
	var log strings.Builder
	s := web.New(app.Config{AccessLog: true, Log: slog.New(slog.NewTextHandler(&log, nil))})
	defer s.Shutdown(t.Context())
	id := string(key.New().ID())
	for path, want := range map[string]string{
		"/edit/abc": "/edit/…", "/edit/abc/none": "/edit/…/none", "/api/v1/trees/abc/edits": "/api/v1/trees/…/edits", "/api/v1/trees/abc": "/api/v1/trees/…", "/traces/abc": "/traces/…",
		"/lessons/abc/edit": "/lessons/…/edit", "/tasks/abc/results": "/tasks/…/results", "/api/v1/tasks/abc/runs": "/api/v1/tasks/…/runs", "/results/abc": "/results/…",
		"/a/" + id + "/lusab-babad-gutih": "/a/" + id + "/…", "/edit": "/edit", "/figures/k1991-fig6": "/figures/k1991-fig6", "/traces/" + id: "/traces/" + id, "/t/" + string(key.New()): "/t/…", "//edit/" + string(key.New()): "//edit/…",
	} {
		log.Reset()
		s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
		if text := log.String(); !strings.Contains(text, " path="+want+" ") && !strings.Contains(text, ` path="`+want+`" `) {
			t.Errorf("%s is not logged as %s: %s", path, want, text)
		}
	}
}
