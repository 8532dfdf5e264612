package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/classroom"
	"espalier/web/webtest"
)

// This file has a decision for each route of the table: what it does for a student with an open question.

// shownByRoutes are the routes that are not asked here, by the reason.
var shownByRoutes = map[string][]string{
	"it shows no run: files, lists, forms and what the server is": {
		"GET /static/*", "GET /favicon.ico", "GET /apple-touch-icon.png", "GET /apple-touch-icon-precomposed.png", "GET /robots.txt", "GET /healthz", "GET /readyz", "GET /metrics",
		"GET /api/v1/algorithms", "GET /api/v1/rules", "GET /api/v1/games", "GET /api/v1/openapi.json", "GET /api", "GET /algorithms", "GET /games", "GET /code", "GET /code/language", "GET /traces", "GET /traces/format", "GET /clients", "GET /clients/{file}",
		"POST /api/v1/desks", "GET /api/v1/desks/{desk}", "PUT /api/v1/desks/{desk}/things", "POST /api/v1/desks/{desk}/renew", "GET /api/v1/desks/{desk}/qr.svg", "GET /desk/{desk}",
		"GET /learn", "GET /learn/plan", "GET /learn/glossary", "GET /learn/theorems", "GET /trees", "GET /lessons", "GET /teach", "GET /homework", "GET /homework/new", "GET /tasks", "GET /tasks/new", "GET /api/v1/lessons", "GET /c", "GET /notation", "GET /share", "GET /index.json",
	},
	"it shows a tree or a position that is not searched": {
		"POST /api/v1/moves", "POST /api/v1/count", "POST /api/v1/parse", "GET /games/{id}/at", "GET /traces/{id}/at", "GET /edit", "POST /edit", "GET /edit/{key}", "POST /edit/{key}",
		"POST /api/v1/trees", "GET /api/v1/trees/{id}", "DELETE /api/v1/trees/{id}", "POST /api/v1/trees/{id}/edits", "GET /api/v1/trees/{id}/revisions", "GET /trees/{id}/picture.svg", "GET /trees/{id}/restore",
	},
	"its trees are its own, which no question is about": {
		"GET /hidden-cards", "GET /learn/theorems/{id}/tries",
		"GET /bench", "GET /api/v1/experiments", "GET /api/v1/experiments/{id}/rows.csv", "GET /api/v1/experiments/{id}/rows.json", "POST /api/v1/experiments/{id}/runs", "GET /api/v1/experiments/runs/{run}", "DELETE /api/v1/experiments/runs/{run}", "POST /api/v1/experiments/runs/{run}/resume",
		"GET /api/v1/experiments/runs/{run}/rows.csv", "GET /api/v1/experiments/runs/{run}/rows.json", "GET /api/v1/experiments/runs/{run}/plot.svg",
		"GET /experiments", "GET /experiments/{id}", "POST /experiments/{id}", "GET /experiments/runs/{run}", "POST /experiments/runs/{run}/cancel", "POST /experiments/runs/{run}/resume",
	},
	"its trees are generated for it":                                               {"POST /api/v1/programs/test"},
	"it has the text of a program, and not its run":                                {"GET /api/v1/programs/{id}", "GET /code/{id}"},
	"it changes a program with its key, and answers as POST /api/v1/programs does": {"PUT /api/v1/programs/{id}", "DELETE /api/v1/programs/{id}"},
	"it changes a trace with its key, and answers as POST /api/v1/traces does": {
		"PUT /api/v1/traces/{id}", "POST /api/v1/traces/{id}/lines", "POST /api/v1/traces/{id}/end", "DELETE /api/v1/traces/{id}", "POST /traces",
	},
	"own: it has what the student's own questions allow; see TestHomeworkAnswersNothing and TestRoomAnswersNothing": {
		"GET /api/v1/rooms/{room}", "GET /c/{room}", "GET /c/{room}/note", "GET /api/v1/rooms/{room}/sources/{hash}", "GET /api/v1/rooms/{room}/qr.svg",
		"GET /api/v1/assignments/{assignment}", "POST /api/v1/assignments/{assignment}/students", "PUT /api/v1/assignments/{assignment}/items/{item}/answer", "POST /api/v1/assignments/{assignment}/items/{item}/final",
		"POST /api/v1/assignments/{assignment}/finish", "POST /api/v1/assignments/{assignment}/resume", "GET /a/{assignment}", "GET /a/{assignment}/{words}",
	},
	"it needs the key of a teacher": {
		"DELETE /api/v1/rooms/{room}", "GET /api/v1/rooms/{room}/answers", "GET /api/v1/rooms/{room}/answers.csv", "GET /api/v1/rooms/{room}/wall", "GET /api/v1/rooms/{room}/people", "POST /api/v1/rooms/{room}/hand-over", "GET /present/{room}",
		"PUT /api/v1/assignments/{assignment}", "DELETE /api/v1/assignments/{assignment}", "GET /api/v1/assignments/{assignment}/results", "GET /api/v1/assignments/{assignment}/results.csv", "GET /results/{assignment}",
		"POST /api/v1/assignments/import", "GET /api/v1/assignments/{assignment}/results.json", "PUT /api/v1/assignments/{assignment}/items/{item}", "PUT /api/v1/assignments/{assignment}/students/{student}", "DELETE /api/v1/assignments/{assignment}/students/{student}", "POST /api/v1/assignments/{assignment}/students/{student}/merge",
		"POST /api/v1/lessons", "PUT /api/v1/lessons/{lesson}", "DELETE /api/v1/lessons/{lesson}", "POST /api/v1/lessons/{lesson}/restore", "POST /api/v1/lessons/import", "GET /lessons/{lesson}/edit",
	},
	"own: a program is judged on the trees of its task": {
		"POST /api/v1/tasks", "GET /api/v1/tasks/{task}", "DELETE /api/v1/tasks/{task}", "GET /api/v1/tasks/{task}/trees/{file}", "POST /api/v1/tasks/{task}/students", "POST /api/v1/tasks/{task}/runs",
		"GET /api/v1/assignments/{assignment}/items/{item}/tree.json", "GET /api/v1/assignments/{assignment}/items/{item}/tree.txt", "POST /api/v1/assignments/{assignment}/items/{item}/trace", "POST /api/v1/assignments/{assignment}/items/{item}/program", "POST /api/v1/assignments/{assignment}/runs",
		"GET /api/v1/tasks/{task}/results", "GET /api/v1/tasks/{task}/results.csv", "GET /tasks/{task}", "GET /tasks/{task}/results",
	},
	"guarded, as its own test shows: TestOpenQuestionLimitsLists, TestOpenQuestionLimitsExhibits, TestClassOfThirtyFindsNoAnswer, and the tests of package tree": {
		"GET /", "GET /explore", "GET /draw", "GET /programs", "GET /figures", "GET /api/v1/figures", "GET /exhibits",
		"GET /api/v1/lessons/{lesson}", "GET /api/v1/lessons/{lesson}/file", "POST /api/v1/lessons/{lesson}/copy", "GET /lessons/{lesson}", "GET /lessons/{lesson}/print", "POST /api/v1/lessons/{lesson}/answers", "POST /api/v1/assignments",
		"POST /api/v1/counterexamples", "GET /counterexamples",
	},
}

// A question of the homework is about one run.
const (
	aGame      = `{"id":"hearts","players":3,"cards":4,"seed":4}`
	sameGame   = `{"seed":4,"cards":4, "players":3,"id":"hearts"}`
	gameFields = "players=3&cards=4&seed=4"
	theorem    = `players 3 maxsum 10 a: 1[ b: (5,4,1) c: 2[ d: (3,3,4) e: 3[ f: (3,5,2) g: (2,3,5) ] ] ]`
)

// ownMaxn is max^n as a student writes it.
const ownMaxn = `def maxn(node):
    if node.leaf:
        return node.value
    return max([maxn(c) for c in node.children], key=lambda v: v[node.player - 1])
result = maxn(root)
`

// asksAboutEverything is a lesson with a question at the first step of each run that routes are asked for.
func asksAboutEverything(trace, exercise string) string {
	shows := []string{`"trace":"` + trace + `"`, exercise, `"game":` + aGame + `,"expand":2,"algorithm":"maxn"`, `"text":` + webtest.Quote(theorem) + `,"algorithm":"speculative"`}
	for _, a := range []string{"deep", "maxn", "shallow", "mcts-maxn"} {
		shows = append(shows, `"figure":"k1991-fig6","algorithm":"`+a+`"`)
	}
	var scenes []string
	for _, show := range shows {
		scenes = append(scenes, `{"show":{`+show+`,"step":0},"note":"See.","question":{"kind":"choice","text":"Which?","choices":["A","B"],"correct":1}}`)
	}
	return `{"title":"Everything","scenes":[` + strings.Join(scenes, ",") + `]}`
}

// refused says that a form has nothing at all for a student with an open question.
const refused = ""

// routeForms are addresses with runs of asksAboutEverything. Each has its whole answer from the run.
func routeForms(tree, saved, mapKey string) []traceForm {
	spaced := url.QueryEscape("  " + strings.ReplaceAll(copyOfFigure, " ", "\n   "))
	list := []traceForm{
		{"GET", "/orders?figure=k1991-fig6&algorithm=shallow", "", refused},
		{"GET", "/orders?text=" + spaced + "&algorithm=shallow", "", refused},
		{"GET", "/opinions?figure=k1991-fig6", "", refused},
		{"GET", "/samples?figure=k1991-fig6", "", refused},
		{"GET", "/equilibrium?figure=k1991-fig6", "", refused},
		{"GET", "/ties?figure=k1991-fig6", "", refused},
		{"GET", "/learn/deep-fails", "", refused},
		{"GET", "/learn/theorems/lemma-of-speculative-pruning", "", refused},
		{"GET", "/exercises/mit-lab-4", "", refused},
		{"GET", "/t/" + saved + "?algorithm=deep&step=last", "", "; searched"},
		{"GET", "/games/hearts?" + gameFields + "&evaluate=maxn&plies=2", "", refused},
		{"GET", "/games/hearts/engine?" + gameFields + "&seat=maxn&seat=person&seat=person", "", refused},
		{"GET", "/games/hearts/why?" + gameFields + "&seat=maxn&seat=person&seat=person", "", refused},
		{"GET", "/practice/result.txt?figure=k1991-fig6&algorithm=deep&done=1", "", refused},
		{"GET", "/games/hearts/opinions?" + gameFields + "&depth=2", "", refused},
		{"GET", "/games/hearts/votes?" + gameFields + "&by=maxn&deals=2&nodes=1000", "", refused},
		{"GET", "/games/hearts/search?" + gameFields + "&algorithm=maxn&depth=2&step=last", "", "; searched"},
		{"POST", "/api/v1/programs/run", `{"figure":"k1991-fig6","algorithm":"maxn","program":` + webtest.Quote(ownMaxn) + `}`, refused},
		{"POST", "/api/v1/programs", `{"figure":"k1991-fig6","algorithm":"maxn","program":` + webtest.Quote(ownMaxn) + `}`, refused},
		{"POST", "/api/v1/ties", `{"figure":"k1991-fig6"}`, refused},
		{"POST", "/api/v1/region", `{"figure":"k1991-fig6","algorithm":"deep","leaf":5,"players":[2,3]}`, refused},
	}
	for _, game := range []string{aGame, sameGame} {
		list = append(list, traceForm{"POST", "/api/v1/solve", `{"game":` + game + `,"algorithm":"maxn","options":{"depth":2}}`, refused},
			traceForm{"POST", "/api/v1/solve", `{"game":` + game + `,"expand":2,"algorithm":"maxn"}`, refused},
			traceForm{"POST", "/api/v1/compare", `{"game":` + game + `,"options":{"depth":2}}`, refused})
	}
	at := "figure=k1991-fig6&algorithm=deep&step=last"
	for _, name := range []string{"picture.svg", "picture.tex"} {
		list = append(list, traceForm{"GET", "/export/" + name + "?" + at, "", refused})
	}
	for _, part := range []string{"tiles?z=0&x=0", "nodes", "node?row=0&index=0", "at?step=9", "cut?after=0", "find?q=1", "table"} {
		list = append(list, traceForm{"GET", "/runs/" + mapKey + "/map/" + part, "", refused})
	}
	return list
}

func TestEveryRouteHasADecision(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	teacher, anybody, student := newPupil(t, ts), newPupil(t, ts), newPupil(t, ts)
	student.cookies = map[string]string{}
	var sent, saved, lesson, homework struct{ ID string }
	teacher.send("POST", "/api/v1/traces", aProgramsRun, &sent)
	teacher.send("POST", "/api/v1/trees", `{"text":`+webtest.Quote(copyOfFigure)+`}`, &saved)
	teacher.send("POST", "/api/v1/lessons", asksAboutEverything(sent.ID, runOfExercise(t, anybody)), &lesson)
	teacher.send("POST", "/api/v1/assignments", `{"lesson":"`+lesson.ID+`"}`, &homework)
	student.send("POST", "/api/v1/assignments/"+homework.ID+"/students", `{}`, nil)

	ws := webtest.Dial(t, ts) // somebody else watches the map
	defer ws.WS.Close()
	ws.Send(`{"type":"map","id":"m","figure":"k1991-fig6","algorithm":"deep"}`)
	text := readUntil(t, ws, `"state":"done"`)
	_, text, _ = strings.Cut(text, `"key":"`)
	key, _, _ := strings.Cut(text, `"`)

	figure := figureFacts(t, ts)
	const tree = "players 3 maxsum 9 1[ (5,2,2) 2[ 3[ (2,2,5) (3,0,6) ] (6,1,2) ] ]"
	decided := map[string]string{"GET /ws": "guarded"}
	routes := web.New(app.Config{}).Routes()
	decide := func(method, path string) {
		path, _, _ = strings.Cut(path, "?")
		ctx := chi.NewRouteContext()
		if !routes.Match(ctx, method, path) {
			t.Errorf("%s %s is no route", method, path)
		}
		decided[method+" "+ctx.RoutePattern()] = "guarded"
	}
	for _, f := range []*runFacts{figure, copyFacts(t, ts)} {
		for _, one := range f.forms() {
			decide(one.method, one.path)
			if status, text := student.ask(one.method, one.path, one.body); status >= 500 || f.answers(one, status, text, 0) != "" {
				t.Errorf("%s %s %s answers a student %d with %q", one.method, one.path, one.body, status, f.answers(one, status, text, 0))
			}
		}
		for _, message := range append(f.sockets(), strings.Replace(f.sockets()[0], "k1991-fig6", "K1991-FIG6", 1)) {
			if past := student.overSocket(f, message, 0); past != "" {
				t.Errorf("the websocket sends a student %s after %s", past, message)
			}
		}
	}
	for _, one := range append(traceForms(sent.ID, tree), routeForms(tree, saved.ID, key)...) {
		decide(one.method, one.path)
		status, text := anybody.ask(one.method, one.path, one.body)
		if status >= 400 || !strings.Contains(text, one.says) {
			t.Errorf("%s %s %s shows nothing to anybody: %d %.300s", one.method, one.path, one.body, status, webtest.PageText([]byte(text)))
		}
		status, text = student.ask(one.method, one.path, one.body)
		if past := figure.past(text, 0); status >= 500 || status < 400 && (one.says == refused || strings.Contains(text, one.says)) || past != "" {
			t.Errorf("%s %s %s answers a student %d, %q: %.300s", one.method, one.path, one.body, status, past, webtest.PageText([]byte(text)))
		}
	}
	for reason, list := range shownByRoutes {
		for _, route := range list {
			if was := decided[route]; was != "" {
				t.Errorf("%s has two decisions: %s, and %s", route, was, reason)
			}
			decided[route] = reason
		}
	}
	for _, action := range classroom.Actions {
		decided["POST /api/v1/rooms/{room}/"+action] = "it needs the key of a teacher"
	}
	err := chi.Walk(routes, func(method, path string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		route := method + " " + path
		if decided[route] == "" {
			t.Errorf("nothing says what %s does for a student with an open question", route)
		}
		delete(decided, route)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for route := range decided {
		t.Errorf("%s is decided, and is no route", route)
	}
}

// runOfExercise returns the run of an exercise, as members of a show.
func runOfExercise(t *testing.T, p *pupil) string {
	t.Helper()
	for _, m := range hrefs.FindAllStringSubmatch(p.send("GET", "/exercises/mit-lab-4", "", nil), -1) {
		path, query, _ := strings.Cut(strings.ReplaceAll(m[1], "&amp;", "&"), "?")
		q, err := url.ParseQuery(query)
		if err == nil && path == "/tree" && q.Get("algorithm") != "" {
			text, _ := json.Marshal(q.Get("text"))
			return fmt.Sprintf(`"text":%s,"algorithm":%q`, text, strings.Split(q.Get("algorithm"), ",")[0])
		}
	}
	t.Fatal("the page of the exercise has no run")
	return ""
}
