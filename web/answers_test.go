package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/gorilla/websocket"

	"espalier/search/practice"
	"espalier/trees/treetest"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/desk"
	"espalier/web/store/key"
	"espalier/web/webtest"
)

// An answerBound is a route, what bounds its answer, and its worst question. NAME in the
// question is replaced by what answerFixture has made. Most routes have small answers:
// below smallMost bytes, and below smallHeld of memory that is charged while they are
// built.
type answerBound struct {
	route string // method and pattern
	bound string
	path  string // "": the pattern
	body  string
	most  int  // bytes of the answer; 0: smallMost
	held  int  // bytes of memory; 0: smallHeld
	fails bool // the question is refused: an answer would be as small
}

const (
	smallMost, smallHeld = 1 << 20, 4 << 20

	// largeNodes is the size of the tree that the worst questions are about.
	largeNodes = 20_000
	wholeTree  = 4 << 20  // its document and its text
	streamed   = 12 << 20 // the tree, and what is written of it at a time
	drawn      = "nodes that are drawn: layout.MaxDrawn, and those that draw.MaxFolded opens"
	built      = "it is built of constants: figures, chapters, words"
	oneLine    = "it is a line, or an address to go to"
	charged    = "its stream is charged: app.StreamAnswer"
	batches    = "a batch of app.BatchBytes at a time; the search waits for the reader, which MinReadRate bounds"
)

const aLesson = `{"title":"One","scenes":[{"show":{"figure":"k1991-fig6","algorithm":"deep","step":11},"note":"*One*","question":null}]}`

const onLarge = "?saved=TREE&algorithm=maxn"

// answerBounds lists all routes. A new one must be placed here: can its answer be larger
// than its question, and what bounds it then?
var answerBounds = []answerBound{
	{route: "GET /ws", bound: "app.MessagePart, from before a message is made; see web/socket"},
	{route: "POST /api/v1/trace", bound: batches, body: `{"saved":"TREE","algorithm":"maxn"}`, most: 64 << 20},
	{route: "GET /api/v1/trace", bound: batches, path: "/api/v1/trace" + onLarge, most: 64 << 20},
	{route: "POST /api/v1/counterexamples", bound: batches, body: `{"algorithm":"deep","tries":50}`, most: 4 << 20},
	{route: "GET /export/trace.ndjson", bound: batches, path: "/export/trace.ndjson" + onLarge, most: 64 << 20},
	{route: "GET /learn/theorems/{id}/tries", bound: batches, path: "/learn/theorems/shallow-is-right/tries?seed=7"},
	{route: "GET /static/*", bound: "the files, which all answers share", path: "/static/css/shared/theme.css"},
	{route: "GET /favicon.ico", bound: "a file"},
	{route: "GET /apple-touch-icon.png", bound: "a file"},
	{route: "GET /apple-touch-icon-precomposed.png", bound: "a file"},
	{route: "GET /robots.txt", bound: "a file"},
	{route: "GET /healthz", bound: oneLine},
	{route: "GET /readyz", bound: oneLine},
	{route: "GET /metrics", bound: "the routes and the algorithms"},

	{route: "GET /api/v1/algorithms", bound: built},
	{route: "GET /api/v1/rules", bound: built},
	{route: "GET /api/v1/games", bound: built},
	{route: "POST /api/v1/moves", bound: "the moves of one position", body: `{"game":{"id":"chinese-checkers"}}`},
	{route: "POST /api/v1/count", bound: "a number for each level", body: `{"game":{"id":"tic-tac-toe"},"depth":6}`},
	{route: "GET /api/v1/figures", bound: built},
	{route: "GET /api/v1/figures/{id}", bound: built, path: "/api/v1/figures/k1991-fig6"},
	{route: "POST /api/v1/parse", bound: charged + "; trees.MaxBytes, twice", body: `{"text":TEXT}`, most: wholeTree, held: streamed},
	{route: "POST /api/v1/solve", bound: "a value and the line to it: trees.MaxLevels", body: `{"text":TEXT,"algorithm":"maxn"}`},
	{route: "POST /api/v1/compare", bound: "a line for each algorithm", body: `{"saved":"TREE"}`},
	{route: "POST /api/v1/ties", bound: "ties.MaxNodes, ties.MaxValues, api.MaxRuleChoices", body: `{"text":"players 3 1[ 2[ (5,4,1) (1,4,5) ] 2[ (2,6,2) (3,6,1) ] ]"}`},
	{route: "POST /api/v1/region", bound: "compare.MaxRegionCells", body: `{"figure":"k1991-fig6","algorithm":"deep","leaf":5,"players":[2,3]}`},
	{route: "POST /api/v1/practice/check", bound: charged + "; practice.MaxValues and the text of the reasons", body: `{"text":TEXT,"algorithm":"shallow","done":CUTS}`,
		most: practice.MaxValues*40 + 1<<20, held: practice.MaxValues*150 + streamed},
	{route: "POST /api/v1/trees", bound: "the ids that app.MaxEdits edits have made; trees.MaxFaults", body: `{"text":TEXT}`},
	{route: "GET /api/v1/trees/{id}", bound: charged + "; trees.MaxBytes, twice, and the ids", path: "/api/v1/trees/TREE", most: wholeTree, held: streamed},
	{route: "DELETE /api/v1/trees/{id}", bound: oneLine, path: "/api/v1/trees/OTHER"},
	{route: "POST /api/v1/trees/{id}/edits", bound: "the ids that app.MaxEdits edits have made; trees.MaxFaults", path: "/api/v1/trees/KEY/edits", body: `{"edit":{"op":"child","node":1}}`},
	{route: "GET /api/v1/trees/{id}/revisions", bound: "treestore.MaxRevisions lines", path: "/api/v1/trees/TREE/revisions?count=1000"},
	{route: "GET /api/v1/openapi.json", bound: built},

	{route: "POST /api/v1/programs/run", bound: "checks.MaxChecks, program.MaxOutput", body: aProgram},
	{route: "POST /api/v1/programs/test", bound: "a small tree; checks.MaxChecks", body: `{"algorithm":"alphabeta","program":"x = 1","trees":3}`},
	{route: "POST /api/v1/programs", bound: "checks.MaxChecks, program.MaxOutput", body: aProgram},
	{route: "PUT /api/v1/programs/{id}", bound: "checks.MaxChecks, program.MaxOutput", path: "/api/v1/programs/PROGRAM", body: aProgram},
	{route: "GET /api/v1/programs/{id}", bound: "program.MaxText, app.MaxBody", path: "/api/v1/programs/PROGRAM"},
	{route: "DELETE /api/v1/programs/{id}", bound: oneLine, path: "/api/v1/programs/UNWANTED"},
	{route: "POST /api/v1/traces/check", bound: "checks.MaxChecks, checks.MaxValues", body: "{\"type\":\"enter\"}\n" + strings.Repeat("{\"type\":\"leaf\",\"value\":1}\n{\"type\":\"leaf\",\"id\":7,\"value\":1}\n", 20_000) + "{\"type\":\"exit\",\"value\":9}", most: 2 << 20, held: 64 << 20},
	{route: "POST /api/v1/traces", bound: oneLine, body: aTrace},
	{route: "PUT /api/v1/traces/{id}", bound: oneLine, path: "/api/v1/traces/TRACEKEY", body: aTrace},
	{route: "GET /api/v1/traces/{id}", bound: "tracestore.MaxRevisions lines", path: "/api/v1/traces/TRACEID"},
	{route: "GET /api/v1/traces/{id}/source", bound: batches, path: "/api/v1/traces/TRACEID/source"},
	{route: "GET /api/v1/traces/{id}/events", bound: batches, path: "/api/v1/traces/TRACEID/events"},
	{route: "GET /api/v1/traces/{id}/checks", bound: "checks.MaxChecks, checks.MaxValues", path: "/api/v1/traces/TRACEID/checks"},
	{route: "GET /traces/{id}/at", bound: "one position", path: "/traces/TRACEID/at"},
	{route: "GET /traces/{id}", bound: built + "; checks.MaxChecks", path: "/traces/TRACEID", most: 1 << 20},
	{route: "POST /api/v1/traces/{id}/lines", bound: oneLine, path: "/api/v1/traces/LIVEKEY/lines", body: aTrace},
	{route: "POST /api/v1/traces/{id}/end", bound: oneLine, path: "/api/v1/traces/LIVEKEY/end"},
	{route: "DELETE /api/v1/traces/{id}", bound: oneLine, path: "/api/v1/traces/LIVEKEY"},
	{route: "GET /runs/{key}/map/tiles", bound: "tiles.MaxTileBytes", path: "/runs/MAP/map/tiles?z=3&x=2"},
	{route: "GET /runs/{key}/map/nodes", bound: "maps.mostNear nodes", path: "/runs/MAP/map/nodes"},
	{route: "GET /runs/{key}/map/node", bound: oneLine, path: "/runs/MAP/map/node?row=2&index=3"},
	{route: "GET /runs/{key}/map/at", bound: "trees.MaxLevels nodes of a path", path: "/runs/MAP/map/at?step=9999"},
	{route: "GET /runs/{key}/map/cut", bound: oneLine, path: "/runs/MAP/map/cut?after=99"},
	{route: "GET /runs/{key}/map/find", bound: "maps.mostFound nodes", path: "/runs/MAP/map/find?q=1"},
	{route: "GET /runs/{key}/map/table", bound: "trees.MaxLevels lines", path: "/runs/MAP/map/table"},
	{route: "GET /code", bound: built},
	{route: "GET /code/language", bound: built},
	{route: "GET /code/{id}", bound: "program.MaxText", path: "/code/PROGRAMID"},
	{route: "GET /traces", bound: built},
	{route: "POST /api/v1/tasks", bound: oneLine, body: aTask},
	{route: "GET /api/v1/tasks/{task}", bound: "assign.MaxAssignment, and the trees as text", path: "/api/v1/tasks/TASKID"},
	{route: "DELETE /api/v1/tasks/{task}", fails: true, bound: oneLine, path: "/api/v1/tasks/nothing"},
	{route: "GET /api/v1/tasks/{task}/trees/{file}", bound: "assign.MaxTree", path: "/api/v1/tasks/TASKID/trees/1.txt"},
	{route: "POST /api/v1/tasks/{task}/students", bound: oneLine, path: "/api/v1/tasks/TASKID/students", body: `{"name":"Ada"}`},
	{route: "POST /api/v1/tasks/{task}/runs", fails: true, bound: "assign.MaxTrees runs with the first mistake of each", path: "/api/v1/tasks/TASKID/runs", body: aTrace},
	{route: "GET /api/v1/tasks/{task}/results", bound: charged + "; assign.MaxStudents with assign.MaxTrees", path: "/api/v1/tasks/TASKKEY/results"},
	{route: "GET /api/v1/tasks/{task}/results.csv", bound: charged + "; the same", path: "/api/v1/tasks/TASKKEY/results.csv"},
	{route: "GET /tasks", bound: oneLine},
	{route: "GET /tasks/new", bound: built},
	{route: "GET /tasks/{task}", bound: oneLine, path: "/tasks/TASKID"},
	{route: "GET /tasks/{task}/results", bound: oneLine, path: "/tasks/TASKKEY/results"},
	{route: "GET /traces/format", bound: built},
	{route: "GET /clients", bound: built},
	{route: "GET /clients/{file}", bound: "a file", path: "/clients/espalier.py"},
	{route: "POST /traces", bound: "the trace itself, app.MaxBody; checks.MaxChecks", body: "trace=" + url.QueryEscape("{\"type\":\"enter\"}\n"+strings.Repeat("{\"type\":\"leaf\",\"value\":1}\n", 20_000)+"{\"type\":\"exit\",\"value\":9}"), most: 4 << 20, held: 64 << 20},
	{route: "GET /api/v1/experiments", bound: "experiments.MaxKept runs"},
	{route: "GET /api/v1/experiments/{id}/rows.csv", bound: "the rows of what is kept", path: "/api/v1/experiments/bench/rows.csv"},
	{route: "GET /api/v1/experiments/{id}/rows.json", bound: "the rows of what is kept", path: "/api/v1/experiments/bench/rows.json"},
	{route: "POST /api/v1/experiments/{id}/runs", bound: "the rows of one run", path: "/api/v1/experiments/sk2000-table2/runs", body: `{"parameters":{"deals":20}}`},
	{route: "GET /api/v1/experiments/runs/{run}", bound: "the rows of one run: experiments.MaxJobs", path: "/api/v1/experiments/runs/RUN"},
	{route: "DELETE /api/v1/experiments/runs/{run}", fails: true, bound: oneLine, path: "/api/v1/experiments/runs/nothing"},
	{route: "POST /api/v1/experiments/runs/{run}/resume", bound: "the rows of one run", path: "/api/v1/experiments/runs/RUN/resume", body: `{}`},
	{route: "GET /api/v1/experiments/runs/{run}/rows.csv", bound: "the rows of one run", path: "/api/v1/experiments/runs/RUN/rows.csv"},
	{route: "GET /api/v1/experiments/runs/{run}/rows.json", bound: "the rows of one run", path: "/api/v1/experiments/runs/RUN/rows.json"},
	{route: "GET /api/v1/experiments/runs/{run}/plot.svg", bound: "the rows of one run", path: "/api/v1/experiments/runs/RUN/plot.svg"},

	{route: "GET /api/v1/lessons", bound: built},
	{route: "GET /api/v1/lessons/{lesson}", bound: "lessons.MaxLesson", path: "/api/v1/lessons/deep-fails"},
	{route: "POST /api/v1/lessons", bound: oneLine, body: aLesson},
	{route: "POST /api/v1/lessons/{lesson}/answers", bound: "a verdict with a sentence", path: "/api/v1/lessons/deep-fails/answers", body: `{"scene":1,"answer":0}`},
	{route: "PUT /api/v1/lessons/{lesson}", fails: true, bound: oneLine, path: "/api/v1/lessons/LESSON", body: `{}`},
	{route: "POST /api/v1/lessons/{lesson}/copy", bound: oneLine, path: "/api/v1/lessons/deep-fails/copy", body: `{}`},
	{route: "GET /api/v1/lessons/{lesson}/file", bound: "lessons.MaxLesson, with the saved trees of lessons.MaxScenes scenes", path: "/api/v1/lessons/deep-fails/file"},
	{route: "POST /api/v1/lessons/{lesson}/restore", fails: true, bound: oneLine, path: "/api/v1/lessons/KEY/restore", body: `{}`},
	{route: "POST /api/v1/lessons/import", bound: oneLine, body: `{"format":"espalier/lesson/1",` + aLesson[1:]},
	{route: "DELETE /api/v1/lessons/{lesson}", fails: true, bound: oneLine, path: "/api/v1/lessons/KEY"},

	{route: "POST /api/v1/assignments", bound: oneLine, body: `{"lesson":"deep-fails"}`},
	{route: "GET /api/v1/assignments/{assignment}", bound: "assign.MaxAssignment", path: "/api/v1/assignments/HOMEWORK"},
	{route: "PUT /api/v1/assignments/{assignment}", bound: "assign.MaxAsked items with their questions", path: "/api/v1/assignments/HOMEWORK", body: `{"closes":null}`},
	{route: "DELETE /api/v1/assignments/{assignment}", fails: true, bound: oneLine, path: "/api/v1/assignments/nothing"},
	{route: "POST /api/v1/assignments/{assignment}/students", bound: oneLine, path: "/api/v1/assignments/TAKEN/students", body: `{}`},
	{route: "PUT /api/v1/assignments/{assignment}/items/{item}/answer", fails: true, bound: "a state with its reason", path: "/api/v1/assignments/TAKEN/items/0/answer", body: `{"answer":0}`},
	{route: "POST /api/v1/assignments/{assignment}/finish", fails: true, bound: "assign.MaxAssignment", path: "/api/v1/assignments/TAKEN/finish", body: `{}`},
	{route: "POST /api/v1/assignments/{assignment}/resume", fails: true, bound: "assign.MaxAssignment", path: "/api/v1/assignments/TAKEN/resume", body: `{}`},
	{route: "POST /api/v1/assignments/{assignment}/items/{item}/final", fails: true, bound: "assign.MaxAssignment", path: "/api/v1/assignments/TAKEN/items/0/final", body: `{}`},
	{route: "GET /api/v1/assignments/{assignment}/items/{item}/tree.json", bound: "assign.MaxTree", path: "/api/v1/assignments/TASKID/items/0/tree.json"},
	{route: "GET /api/v1/assignments/{assignment}/items/{item}/tree.txt", bound: "assign.MaxTree", path: "/api/v1/assignments/TASKID/items/0/tree.txt"},
	{route: "POST /api/v1/assignments/{assignment}/items/{item}/program", fails: true, bound: "a state with its reason", path: "/api/v1/assignments/TASKID/items/0/program", body: `{"program":"x = 1"}`},
	{route: "POST /api/v1/assignments/{assignment}/items/{item}/trace", fails: true, bound: "a state with its reason", path: "/api/v1/assignments/TASKID/items/0/trace", body: aTrace},
	{route: "POST /api/v1/assignments/{assignment}/runs", fails: true, bound: "assign.MaxTrees runs with the first mistake of each", path: "/api/v1/assignments/TASKID/runs", body: aTrace},
	{route: "PUT /api/v1/assignments/{assignment}/items/{item}", bound: "assign.MaxAsked items with their questions", path: "/api/v1/assignments/HOMEWORK/items/0", body: `{"counts":true}`},
	{route: "PUT /api/v1/assignments/{assignment}/students/{student}", fails: true, bound: "a student with assign.MaxAsked answers", path: "/api/v1/assignments/HOMEWORK/students/TAKEN", body: `{}`},
	{route: "DELETE /api/v1/assignments/{assignment}/students/{student}", fails: true, bound: oneLine, path: "/api/v1/assignments/HOMEWORK/students/TAKEN"},
	{route: "POST /api/v1/assignments/{assignment}/students/{student}/merge", fails: true, bound: "a student with assign.MaxAsked answers", path: "/api/v1/assignments/HOMEWORK/students/TAKEN/merge", body: `{}`},
	{route: "GET /api/v1/assignments/{assignment}/results", bound: charged + "; assign.MaxStudents of maxRecord bytes", path: "/api/v1/assignments/HOMEWORK/results"},
	{route: "POST /api/v1/assignments/import", fails: true, bound: oneLine, body: `{}`},
	{route: "GET /api/v1/assignments/{assignment}/results.json", bound: charged + "; the same", path: "/api/v1/assignments/HOMEWORK/results.json"},
	{route: "GET /api/v1/assignments/{assignment}/results.csv", bound: charged + "; the same", path: "/api/v1/assignments/HOMEWORK/results.csv"},
	{route: "GET /a/{assignment}", bound: drawn, path: "/a/TAKEN?part=2"},
	{route: "GET /a/{assignment}/{words}", fails: true, bound: built, path: "/a/TAKEN/babab-babab-babab"},
	{route: "GET /results/{assignment}", bound: "assign.maxCells cells", path: "/results/HOMEWORK"},
	{route: "GET /homework", bound: built},
	{route: "GET /homework/new", bound: built},

	{route: "POST /api/v1/desks", bound: oneLine, body: `{}`},
	{route: "GET /api/v1/desks/{desk}", bound: "desk.MaxThings things", path: "/api/v1/desks/DESK"},
	{route: "PUT /api/v1/desks/{desk}/things", bound: oneLine, path: "/api/v1/desks/DESK/things", body: `{"remove":["nothing"]}`},
	{route: "GET /api/v1/desks/{desk}/qr.svg", bound: "one address", path: "/api/v1/desks/DESK/qr.svg"},
	{route: "GET /desk/{desk}", bound: oneLine, path: "/desk/DESK"},
	{route: "POST /api/v1/desks/{desk}/renew", bound: oneLine, path: "/api/v1/desks/DESK/renew", body: `{}`},

	{route: "POST /api/v1/rooms", bound: "classroom.MaxValue", body: `{"show":{"figure":"k1991-fig6"}}`},
	{route: "GET /api/v1/rooms/{room}", bound: "classroom.MaxValue", path: "/api/v1/rooms/CODE"},
	{route: "DELETE /api/v1/rooms/{room}", fails: true, bound: oneLine, path: "/api/v1/rooms/nothing"},
	{route: "GET /api/v1/rooms/{room}/sources/{hash}", fails: true, bound: "classroom.MaxSource", path: "/api/v1/rooms/CODE/sources/0"},
	{route: "GET /api/v1/rooms/{room}/answers", bound: charged + "; classroom.MaxQuestions of MaxAnswered answers, one question at a time", path: "/api/v1/rooms/ROOM/answers"},
	{route: "GET /api/v1/rooms/{room}/answers.csv", bound: charged + "; the same", path: "/api/v1/rooms/ROOM/answers.csv"},
	{route: "GET /api/v1/rooms/{room}/people", bound: charged + "; classroom.MaxPeople", path: "/api/v1/rooms/ROOM/people"},
	{route: "GET /api/v1/rooms/{room}/wall", bound: "wallBytes; after asks for the rest", path: "/api/v1/rooms/ROOM/wall"},
	{route: "GET /api/v1/rooms/{room}/qr.svg", bound: "one address", path: "/api/v1/rooms/CODE/qr.svg"},
	{route: "POST /api/v1/rooms/{room}/hand-over", bound: oneLine, path: "/api/v1/rooms/ROOM/hand-over", body: `{}`},
	{route: "GET /present/{room}", bound: drawn, path: "/present/ROOM"},
	{route: "GET /c", bound: built},
	{route: "GET /c/{room}", bound: drawn, path: "/c/CODE"},
	{route: "GET /c/{room}/note", bound: "lessons.MaxNote", path: "/c/CODE/note"},

	{route: "GET /", bound: built},
	{route: "GET /figures/{id}", bound: drawn, path: "/figures/k1991-fig6?algorithm=deep"},
	{route: "GET /games", bound: built},
	{route: "GET /games/{id}", bound: "the moves of one position", path: "/games/chinese-checkers?evaluate=maxn&plies=2"},
	{route: "GET /games/{id}/search", bound: drawn, path: "/games/hearts/search?depth=20&nodes=30000&run=1"},
	{route: "GET /games/{id}/at", bound: "one position", path: "/games/tic-tac-toe/at?depth=2&node=1"},
	{route: "GET /games/{id}/engine", bound: "the moves of one position", path: "/games/tic-tac-toe/engine?seat=maxn&seat=person&nodes=1000"},
	{route: "GET /games/{id}/votes", bound: "hidden.MaxDeals, the moves of one position", path: "/games/hearts/votes?deals=300&nodes=500000"},
	{route: "GET /games/{id}/opinions", bound: "a line of moves for each rule and each range of weights", path: "/games/hearts/opinions?cards=4&depth=12"},
	{route: "GET /hidden-cards", bound: "one text", path: "/hidden-cards"},
	{route: "GET /games/{id}/why", fails: true, bound: drawn, path: "/games/tic-tac-toe/why"},
	{route: "GET /tree", bound: drawn, path: "/tree" + onLarge},
	{route: "GET /edit", bound: drawn, path: "/edit?saved=TREE"},
	{route: "POST /edit", fails: true, bound: oneLine, body: "empty=true"},
	{route: "GET /edit/{key}", bound: drawn + "; editor.MaxPaneText", path: "/edit/KEY"},
	{route: "POST /edit/{key}", fails: true, bound: drawn, path: "/edit/KEY", body: "op=nothing"},
	{route: "GET /t/{id}", bound: drawn, path: "/t/TREE"},
	{route: "GET /learn", bound: built},
	{route: "GET /learn/glossary", bound: built},
	{route: "GET /learn/plan", bound: built},
	{route: "GET /learn/{chapter}", bound: built, path: "/learn/speculative"},
	{route: "GET /learn/theorems", bound: built},
	{route: "GET /learn/theorems/{id}", bound: built, path: "/learn/theorems/shallow-is-right"},
	{route: "GET /trees", bound: built},
	{route: "GET /trees/{id}/picture.svg", bound: drawn, path: "/trees/TREE/picture.svg?theme=dark"},
	{route: "GET /trees/{id}/restore", bound: drawn, path: "/trees/TREE/restore?revision=1"},
	{route: "GET /embed", bound: drawn + "; trees.MaxBytes", path: "/embed" + onLarge, most: wholeTree, held: streamed},
	{route: "GET /handout", bound: "export.MaxHandoutSteps and MaxHandoutNodes", path: "/handout?figure=k1991-fig6&algorithm=deep", most: 8 << 20, held: 32 << 20},
	{route: "GET /export/run.html", bound: charged + "; export.MaxFileBytes and MaxFileSteps", path: "/export/run.html?figure=k1991-fig6&algorithm=deep", most: 20 << 20, held: 64 << 20},
	{route: "GET /export/{name}", bound: charged + "; of a picture " + drawn, path: "/export/tree.dot" + onLarge, most: wholeTree, held: streamed},
	{route: "GET /share", bound: "the kinds of exports", path: "/share" + onLarge},
	{route: "GET /lockstep", bound: "twice: " + drawn, path: "/lockstep?saved=TREE&a=maxn&b=shallow"},
	{route: "GET /lessons", bound: built},
	{route: "GET /lessons/{lesson}", bound: "lessons.MaxScenes, each with a small picture", path: "/lessons/deep-fails", most: 4 << 20, held: 16 << 20},
	{route: "GET /lessons/{lesson}/print", bound: "lessons.MaxPrintedNodes", path: "/lessons/deep-fails/print", most: 8 << 20, held: 32 << 20},
	{route: "POST /lessons/picture", bound: "a small picture", path: "/lessons/picture", body: `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":12}}`},
	{route: "GET /teach", bound: built},
	{route: "GET /lessons/{lesson}/edit", bound: "the same", path: "/lessons/LESSON/edit"},
	{route: "GET /practice", bound: "learn.MaxPracticeNodes", path: "/practice?algorithm=shallow"},
	{route: "GET /practice/result.txt", fails: true, bound: "learn.MaxPracticeNodes", path: "/practice/result.txt?algorithm=shallow"},
	{route: "GET /notation", bound: built},
	{route: "GET /exhibits", bound: built},
	{route: "GET /index.json", bound: built},
	{route: "GET /explore", bound: built},
	{route: "GET /draw", bound: built},
	{route: "GET /programs", bound: built},
	{route: "GET /figures", bound: built + "; figures.MaxQuery", path: "/figures?q=players"},
	{route: "GET /exercises/{id}", bound: built, path: "/exercises/mit-lab-4"},
	{route: "GET /counterexamples", bound: drawn},
	{route: "GET /opinions", bound: drawn + "; tree.maxPictures of small trees", path: "/opinions?saved=TREE"},
	{route: "GET /orders", bound: drawn + "; draw.MaxBeside for four pictures", path: "/orders?saved=TREE"},
	{route: "GET /samples", bound: oneLine, path: "/samples?figure=k1991-fig6"},
	{route: "GET /equilibrium", bound: "hidden.MaxCFRNodes for the table; draw.MaxBeside for the picture", path: "/equilibrium?n=2&text=" + url.QueryEscape(manySets())},
	{route: "GET /ties", bound: "tree.maxTieValues, tree.maxTieRows; draw.MaxBeside for the picture", path: "/ties?text=" + url.QueryEscape(manyTies())},
	{route: "GET /bench", bound: "the rows of one family", path: "/bench?family=1"},
	{route: "GET /experiments", bound: "experiments.MaxKept runs"},
	{route: "GET /experiments/{id}", bound: "experiments.MaxKept runs", path: "/experiments/sk2000-table2"},
	{route: "POST /experiments/{id}", bound: oneLine, path: "/experiments/sk2000-table2", body: "deals=1"},
	{route: "GET /experiments/runs/{run}", bound: "the rows of one run", path: "/experiments/runs/RUN"},
	{route: "POST /experiments/runs/{run}/cancel", bound: oneLine, path: "/experiments/runs/RUN/cancel", body: "x=1"},
	{route: "POST /experiments/runs/{run}/resume", bound: oneLine, path: "/experiments/runs/RUN/resume", body: "x=1"},
	{route: "GET /algorithms", bound: drawn, path: "/algorithms" + onLarge},
	{route: "GET /api", bound: built},
}

// answerFixture makes what the worst questions are about.
func answerFixture(t *testing.T, ts *httptest.Server) *strings.Replacer {
	t.Helper()
	base := ts.URL
	var text strings.Builder
	text.WriteString("players 2 maxsum 10 1[")
	for i := range largeNodes - 2 {
		fmt.Fprintf(&text, " leaf_%d_with_a_long_label: (1,9)", i)
	}
	text.WriteString(" (10,0) ]")
	quoted := webtest.Quote(text.String())
	var cuts []string
	for i := range 100 {
		cuts = append(cuts, fmt.Sprintf(`{"type":"cut","node":%d}`, i+2))
	}
	ask := func(path, body string, into any) {
		t.Helper()
		resp, b := webtest.Post(t, base+path, body)
		if json.Unmarshal(b, into) != nil || resp.StatusCode != http.StatusCreated {
			t.Fatalf("%s = %s %.300s", path, resp.Status, b)
		}
	}
	var tree, gone webtest.MadeTree
	var room struct{ Key, Code string }
	var run struct{ ID string }
	var lesson struct{ Key string }
	var homework struct{ ID, Key string }
	var made struct{ Key string }
	ask("/api/v1/trees", `{"text":`+quoted+`}`, &tree)
	ask("/api/v1/trees", webtest.Korf6Source, &gone)
	ask("/api/v1/rooms", `{"show":{"figure":"k1991-fig6","algorithm":"deep","step":1}}`, &room)
	ask("/api/v1/lessons", aLesson, &lesson)
	ask("/api/v1/assignments", `{"lesson":"deep-fails"}`, &homework)
	ask("/api/v1/desks", `{}`, &made)
	var things []string
	for range desk.MaxThings {
		things = append(things, fmt.Sprintf(`{"kind":"tree","key":%q,"title":%q,"folder":"The second year"}`, key.New(), strings.Repeat("t", desk.MaxTitle)))
	}
	if resp, b := webtest.Send(t, "PUT", base+"/api/v1/desks/"+made.Key+"/things", `{"add":[`+strings.Join(things, ",")+`]}`, "Content-Type", "application/json"); resp.StatusCode != http.StatusOK {
		t.Fatalf("PUT things = %s %.300s", resp.Status, b)
	}
	ask("/api/v1/experiments/sk2000-table2/runs", `{"parameters":{"deals":20}}`, &run)
	var trace, live struct{ ID, Key string }
	ask("/api/v1/traces", "{\"type\":\"enter\"}\n"+strings.Repeat("{\"type\":\"leaf\",\"value\":1}\n{\"type\":\"leaf\",\"id\":7,\"value\":1}\n", 2_000)+"{\"type\":\"exit\",\"value\":9}", &trace)
	ask("/api/v1/traces?live=1", "", &live)
	var program, unwanted struct{ ID, Key string }
	ask("/api/v1/programs", aProgram, &program)
	ask("/api/v1/programs", aProgram, &unwanted)
	var task struct{ ID, Key string }
	ask("/api/v1/tasks", aTask, &task)
	return strings.NewReplacer("DESK", made.Key, "MAP", aMap(t, ts), "PROGRAMID", program.ID, "PROGRAM", program.Key, "UNWANTED", unwanted.Key, "TASKKEY", task.Key, "TASKID", task.ID, "TRACEKEY", trace.Key, "TRACEID", trace.ID, "LIVEKEY", live.Key, "HOMEWORK", homework.Key, "TAKEN", homework.ID, "TREE", tree.ID, "KEY", tree.Key, "OTHER", gone.Key, "ROOM", room.Key, "LESSON", lesson.Key, "CODE", room.Code, "RUN", run.ID,
		"TEXT", quoted, "CUTS", "["+strings.Join(cuts, ",")+"]")
}

// aMap returns the name of the map of a search that has ended.
func aMap(t *testing.T, ts *httptest.Server) string {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(ts.URL, "http")+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	if err := ws.WriteMessage(websocket.TextMessage, []byte(`{"type":"map","id":"m","generate":{"kind":"h32","branching":4,"depth":8,"seed":3},"algorithm":"shallow"}`)); err != nil {
		t.Fatal(err)
	}
	for {
		var s struct{ Key, State string }
		if err := ws.ReadJSON(&s); err != nil || s.State == "" {
			t.Fatalf("the map answers %+v, %v", s, err)
		}
		if s.State == "done" {
			return s.Key
		}
	}
}

// aTask is a programming task.
const aTask = `{"algorithm":"shallow","trees":[{"figure":"k1991-fig6"}],"random":{"count":2}}`

// aTrace is a run of another program, on a game.
const aTrace = "{\"game\":{\"id\":\"tic-tac-toe\"}}\n{\"type\":\"enter\",\"id\":1}\n{\"type\":\"leaf\",\"value\":4}\n{\"type\":\"exit\"}\n"

// TestAnswersAreBounded asks each route its worst question, and compares the size of the
// answer and the memory that it was charged with a bound. It fails for a route that is not
// placed in the list.
func TestAnswersAreBounded(t *testing.T) {
	listed := map[string]bool{}
	for _, a := range answerBounds {
		listed[a.route] = true
	}
	served := map[string]bool{}
	chi.Walk(web.New(app.Config{}).Routes(), func(method, path string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		served[method+" "+path] = true
		return nil
	})
	for route := range served {
		action := strings.HasPrefix(route, "POST /api/v1/rooms/{room}/") // classroom.MaxValue bounds the answers to all actions
		if !listed[route] && !action {
			t.Errorf("%s is not in answerBounds: add what bounds its answer, and its worst question", route)
		}
	}
	for route := range listed {
		if !served[route] {
			t.Errorf("%s is in answerBounds, and is not served", route)
		}
	}
	treetest.SkipUnderRace(t)
	s, ts := webtest.ServeWithStore(t)
	names := answerFixture(t, ts)
	for _, a := range answerBounds {
		method, pattern, _ := strings.Cut(a.route, " ")
		path := names.Replace(a.path)
		if path == "" {
			path = pattern
		}
		if path == "/ws" {
			continue
		}
		s.PeakAnswers()
		r, err := http.NewRequest(method, ts.URL+path, strings.NewReader(names.Replace(a.body)))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(pattern, "/api/") {
			r.Header.Set("Content-Type", "application/json")
		} else if a.body != "" {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		resp, err := client.Do(r)
		if err != nil {
			t.Errorf("%s: %v", a.route, err)
			continue
		}
		size, err := io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		held := int64(0)
		webtest.Eventually(t, time.Minute, func() bool {
			peak, now := s.PeakAnswers()
			held = max(held, peak)
			return now == 0
		}, a.route+" holds memory after its answer")
		t.Logf("%-50s %d, %d bytes, %d held", a.route, resp.StatusCode, size, held)
		if refused := resp.StatusCode >= 400; refused != a.fails {
			t.Errorf("%s %s: %s", method, path, resp.Status)
		}
		if most := max(a.held, smallHeld); held > int64(most) {
			t.Errorf("%s holds %d bytes, want at most %d", a.route, held, most)
		}
		if most := max(a.most, smallMost); err != nil || size > int64(most) {
			t.Errorf("%s: %v, %d bytes, want at most %d", a.route, err, size, most)
		}
	}
}

// aProgram is a program on a tree.
const aProgram = `{"program":"def f(n):\n    return n.value if n.leaf else max([f(c) for c in n.children])\nresult = f(root)","text":"max[1 2]"}`
