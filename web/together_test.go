package web_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-chi/chi/v5"

	"espalier/web/webtest"
)

// withOwnTests are routes that the race detector sees in tests of their packages, which
// start goroutines themselves.
var withOwnTests = []string{"/desk/{desk}", "/ws", "/api/", "/present/", "/results/", "/tasks/{task}/results", "/c", "/c/", "/experiments/runs/"}

// TestPagesTogether asks for every page from several clients at once, for the race
// detector. The tests of the packages of pages run without it: they ask for one page after
// the other.
func TestPagesTogether(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	tree := webtest.MakeTree(t, ts, webtest.Korf6Source)
	var lesson struct{ ID, Key string }
	resp, b := webtest.Post(t, ts.URL+"/api/v1/lessons", `{"title":"One","scenes":[{"show":{"figure":"k1991-fig6","algorithm":"deep","step":12},"note":"*One*","question":null}]}`)
	if err := json.Unmarshal(b, &lesson); err != nil || resp.StatusCode != http.StatusCreated {
		t.Fatalf("POST /api/v1/lessons = %s %s", resp.Status, b)
	}
	var homework struct{ ID string }
	resp, b = webtest.Post(t, ts.URL+"/api/v1/assignments", `{"lesson":"deep-fails"}`)
	if err := json.Unmarshal(b, &homework); err != nil || resp.StatusCode != http.StatusCreated {
		t.Fatalf("POST /api/v1/assignments = %s %s", resp.Status, b)
	}
	var work struct{ Link string }
	if resp, b = webtest.Post(t, ts.URL+"/api/v1/assignments/"+homework.ID+"/students", `{}`); json.Unmarshal(b, &work) != nil || resp.StatusCode != http.StatusCreated {
		t.Fatalf("POST students = %s %s", resp.Status, b)
	}
	var trace struct{ ID string }
	if resp, b = webtest.Post(t, ts.URL+"/api/v1/traces", aTrace); json.Unmarshal(b, &trace) != nil || resp.StatusCode != http.StatusCreated {
		t.Fatalf("POST /api/v1/traces = %s %s", resp.Status, b)
	}
	var kept struct{ ID string }
	if resp, b = webtest.Post(t, ts.URL+"/api/v1/programs", aProgram); json.Unmarshal(b, &kept) != nil || resp.StatusCode != http.StatusCreated {
		t.Fatalf("POST /api/v1/programs = %s %s", resp.Status, b)
	}
	var task struct{ ID string }
	if resp, b = webtest.Post(t, ts.URL+"/api/v1/tasks", aTask); json.Unmarshal(b, &task) != nil || resp.StatusCode != http.StatusCreated {
		t.Fatalf("POST /api/v1/tasks = %s %s", resp.Status, b)
	}
	const exercise = "?algorithm=speculative&players=3&depth=3&branching=2&maxsum=10&seed=1"
	paths := []string{
		"/", "/index.json", "/explore", "/draw", "/programs", "/figures/k1991-fig6?algorithm=deep&step=12", "/figures/s2003-fig6?algorithm=speculative&step=22", "/figures/k1991-fig6.svg?step=3", "/notation", "/code", "/code/language", "/code/" + kept.ID, "/traces", "/traces/" + trace.ID, "/traces/" + trace.ID + "/at", "/traces/format", "/clients", "/clients/espalier.py", "/exhibits", "/figures?q=alpha-beta", "/exercises/mit-three-players",
		"/tree?text=players+2+1[(1,2)+(2,1)]", "/edit", tree.Edit, tree.Read, "/trees", "/trees/" + tree.ID + "/picture.svg?theme=dark", "/trees/" + tree.ID + "/restore?revision=1",
		"/learn", "/learn/glossary", "/learn/plan", "/learn/paranoid", "/learn/theorems", "/learn/theorems/shallow-is-right", "/learn/theorems/shallow-is-right/tries?seed=7&drop=lower",
		"/practice" + exercise, "/practice/result.txt" + exercise + "&done=1&b0=&b1=2,2,6&b2=7,1,2&cut=5", "/lessons", "/lessons/" + lesson.ID, "/lessons/" + lesson.ID + "/print", "/teach", "/homework", "/homework/new?lesson=maxn", "/tasks", "/tasks/new?algorithm=deep", "/tasks/" + task.ID, "/a/" + homework.ID, work.Link, "/a/" + homework.ID + "?part=2", "/lessons/" + lesson.Key + "/edit",
		"/embed?figure=k1991-fig6", "/handout?figure=k1991-fig6&steps=3,12", "/share?figure=k1991-fig6", "/lockstep?figure=k1991-fig6&a=maxn&b=deep",
		"/export/run.html?figure=k1991-fig6&step=12", "/export/trace.ndjson?figure=k1991-fig6", "/export/picture.svg?saved=" + tree.ID, "/export/picture.tex?figure=k1991-fig6&step=3",
		"/counterexamples", "/opinions", "/orders", "/samples?seeds=2", "/equilibrium", "/ties", "/algorithms", "/experiments", "/bench", "/experiments/k1991-best", "/api", "/metrics", "/healthz", "/readyz", "/static/icon.svg", "/favicon.ico", "/apple-touch-icon.png", "/apple-touch-icon-precomposed.png", "/robots.txt",
		"/games", "/games/hearts", "/games/hearts/search?cards=2", "/games/tic-tac-toe/at?depth=2&node=1", "/games/tic-tac-toe/engine?seat=maxn&seat=person&nodes=1000", "/games/tic-tac-toe/why?seat=maxn&seat=person&nodes=1000", "/games/hearts/search?cards=5&depth=15", "/games/hearts/search?cards=5&depth=9&run=1", "/games/hearts?hidden=1&cards=4", "/games/hearts/votes?cards=4&deals=5", "/games/hearts/opinions?cards=3", "/hidden-cards",
	}
	key := aMap(t, ts)
	for _, part := range []string{"tiles", "tiles?z=2&x=1&form=sized", "tiles?other=" + key, "nodes", "node?row=2&index=1", "at?step=100", "cut?after=5", "find?q=2", "table"} {
		paths = append(paths, "/runs/"+key+"/map/"+part)
	}
	asked := map[string]bool{}
	for _, path := range paths {
		at := chi.NewRouteContext()
		bare, _, _ := strings.Cut(path, "?")
		s.Routes().Match(at, http.MethodGet, bare)
		asked[at.RoutePattern()] = true
	}
	chi.Walk(s.Routes(), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		own := slices.ContainsFunc(withOwnTests, func(p string) bool { return route == p || strings.HasSuffix(p, "/") && strings.HasPrefix(route, p) })
		if method == http.MethodGet && !own && !asked[route] {
			t.Errorf("no client asks for %s", route)
		}
		return nil
	})

	// Half of the clients begin at the other end, so that equal and different pages meet.
	var clients sync.WaitGroup
	for client := range 4 {
		mine := slices.Clone(paths)
		if client%2 == 1 {
			slices.Reverse(mine)
		}
		clients.Go(func() {
			for _, path := range mine {
				resp, err := http.Get(ts.URL + path)
				if err != nil {
					t.Error(err)
					return
				}
				_, err = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
				if err != nil || resp.StatusCode != http.StatusOK {
					t.Errorf("GET %s = %s, %v", path, resp.Status, err)
				}
			}
		})
	}
	clients.Wait()
}
