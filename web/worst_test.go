package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/gorilla/websocket"

	"espalier/search/engine"
	"espalier/search/hidden"
	"espalier/search/practice"
	"espalier/search/ties"
	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/fair"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// This file is the list of all computations that a request can start, with what bounds each of
// them, and a test that starts each with its worst input. Each has to wait for a processor,
// to let others compute in between, and to end when its client has gone. A route that is in
// none of the lists fails the test.

// A worst is the largest computation that a request can start.
type worst struct {
	route  string // as the table of routes has it
	what   string // the input
	bounds string // what bounds its numbers, its size and its time

	path string // the address, where ID and KEY stand for those of a large saved tree; empty: that of the route
	body func() string
	form bool
	// brief: it takes some milliseconds at most between two looks at its context. It has to
	// wait for a processor, and need not let others compute in between.
	brief bool
	// passes is how often it lets others compute before its client goes; 0: a few times. A larger
	// number reaches a later part of the computation.
	passes int
	// messages are sent over a websocket, of which the last one starts the computation.
	messages func() []string
	// before are messages that are sent and answered before: until a message of the type until.
	before func() []string
	until  string
}

var computing = []worst{
	{route: "POST /api/v1/parse", what: "a text, written", bounds: "trees.MaxBytes, MaxNodes", body: member("text", wideText), passes: 40},
	{route: "POST /api/v1/parse", what: "a text", bounds: "trees.MaxBytes, MaxNodes", body: member("text", wideText)},
	{route: "POST /api/v1/parse", what: "nested lists", bounds: "trees.MaxBytes, MaxNodes", body: member("text", func() string {
		return "[" + strings.Repeat("[1,2],", trees.MaxNodes/4) + "[3]]"
	})},
	{route: "POST /api/v1/parse", what: "a document", bounds: "trees.MaxBytes, MaxNodes", body: func() string { return `{"tree":` + wideJSON() + `}` }},
	{route: "POST /api/v1/parse", what: "a text of comments", bounds: "trees.MaxBytes", body: member("text", func() string {
		return "players 2 " + strings.Repeat("#\n", trees.MaxBytes/4) + "(1,2)"
	})},
	{route: "POST /api/v1/parse", what: "a game with chance", bounds: "trees.MaxBytes; foreign/node.go: maxSumBits of every denominator",
		body: func() string { return `{"efg":` + webtest.Quote(chanceGame()) + `}` }},
	{route: "POST /api/v1/solve", what: "a text", bounds: "trees.MaxBytes, MaxNodes", body: member("text", wideText, `"algorithm":"maxn"`)},
	{route: "POST /api/v1/solve", what: "a generated tree", bounds: "engine.MaxSearchNodes, app.SolveTimeout", body: func() string { return webtest.Endless }},
	{route: "POST /api/v1/solve", what: "the tree of a game that is built", bounds: "run.MaxExpanded", body: func() string {
		return `{"game":{"id":"othello"},"expand":8,"algorithm":"maxn"}`
	}},
	{route: "POST /api/v1/solve", what: "a generated tree that is built", bounds: "trees.MaxNodes", body: func() string {
		return `{"generate":{"kind":"h32","branching":6,"depth":6,"seed":` + fresh() + `},"expand":6,"algorithm":"maxn"}`
	}},
	{route: "POST /api/v1/trace", what: "a generated tree", bounds: "as of solve; a reader at app.MinReadRate", body: func() string { return webtest.Endless }},
	{route: "POST /api/v1/trace", what: "cuts by a long table", bounds: "trees.MaxOutcomes; a reader at app.MinReadRate",
		body: member("text", func() string { return longTable(trees.MaxOutcomes - 1) }, `"algorithm":"lastbranch","options":{"table":true}`)},
	{route: "POST /api/v1/compare", what: "a text, later", bounds: "trees.MaxNodes for each algorithm, app.SolveTimeout", body: member("text", wideText), passes: 60},
	{route: "POST /api/v1/compare", what: "a text", bounds: "trees.MaxNodes for each algorithm, app.SolveTimeout", body: member("text", wideText)},
	{route: "POST /api/v1/compare", what: "a game", bounds: "api.MaxComparedNodes, app.SolveTimeout", body: func() string { return `{"game":{"id":"othello"}}` }},
	{route: "POST /api/v1/programs/run", brief: true, what: "a program without end", bounds: "program.MaxSteps, program.MaxTime, program.MaxMemory", body: func() string {
		return `{"text":"max[1 2]","program":"enter(root)\nwhile True:\n    x = 1\n"}`
	}},
	{route: "POST /api/v1/programs/test", brief: true, what: "a program without end", bounds: "trialTime, program.MaxSteps", body: func() string {
		return `{"algorithm":"alphabeta","program":"enter(root)\nwhile True:\n    x = 1\n"}`
	}},
	{route: "POST /api/v1/programs", what: "many lines", bounds: "program.MaxEvents, program.MaxLines", body: func() string {
		return `{"text":"max[1 2]","program":"def f(n):\n    return n.value if n.leaf else max([f(c) for c in n.children])\nfor i in range(20000):\n    result = f(root)\n"}`
	}},
	{route: "POST /api/v1/traces/check", what: "many lines", bounds: "app.MaxBody, traces.MaxEvents", body: func() string {
		return "{\"type\":\"enter\"}\n" + strings.Repeat("{\"type\":\"leaf\",\"value\":1}\n", 200_000)
	}},
	{route: "POST /api/v1/traces/check", what: "many cuts", bounds: "checks: maxWork", body: manyCuts, passes: 400},
	{route: "POST /api/v1/traces", what: "many lines", bounds: "traces.MaxBytes, run.MaxTraceEvents", body: func() string {
		return "{\"type\":\"enter\"}\n" + strings.Repeat("{\"type\":\"leaf\",\"value\":1}\n", 200_000)
	}},
	// The report with ties to any side is kept since the run was sent.
	{route: "GET /api/v1/traces/{id}/checks", what: "many lines", bounds: "traces.MaxBytes, run.MaxTraceEvents", path: "/api/v1/traces/TRACE/checks?ties=left"},
	{route: "GET /api/v1/traces/{id}/events", what: "many lines", bounds: "traces.MaxBytes, run.MaxTraceEvents", path: "/api/v1/traces/TRACE/events"},
	{route: "GET /traces/{id}", what: "many lines", bounds: "run.MaxPrintedEvents, trees.MaxNodes, app.SolveTimeout", path: "/traces/TRACE"},
	{route: "POST /traces", what: "many lines", bounds: "app.MaxBody, traces.MaxEvents", form: true, body: func() string {
		return "trace=" + url.QueryEscape("{\"type\":\"enter\"}\n"+strings.Repeat("{\"type\":\"leaf\",\"value\":1}\n", 100_000))
	}},
	{route: "POST /api/v1/region", what: "a leaf of many values", bounds: "compare.MaxAssignments, maxAssigned, 60 s",
		body: member("text", func() string { return "players 3 maxsum 140 1[ 2[(1,2,3) (2,1,3)] 3[(1,1,1) (2,2,2)] ]" }, `"algorithm":"deep","leaf":2,"players":[1,2]`)},
	{route: "POST /api/v1/region", what: "a large tree", bounds: "compare.MaxAssignments, maxAssigned, 60 s",
		body: member("text", func() string { return wide3Text(75_000) }, `"algorithm":"deep","leaf":2,"players":[1,2]`)},
	{route: "POST /api/v1/count", what: "a game", bounds: "trees.MaxLevels, app.SolveTimeout", body: func() string { return `{"game":{"id":"othello"},"depth":60}` }},
	{route: "POST /api/v1/counterexamples", what: "random trees", bounds: "compare.MaxTries, MaxTrialNodes, 60 s", body: func() string {
		return `{"algorithm":"deep","nodes":500,"branching":50,"depth":50,"tries":20000000}`
	}},
	{route: "POST /api/v1/counterexamples", what: "values on a large tree", bounds: "compare.MaxAssignments, maxAssigned, 60 s",
		body: member("text", func() string { return unknown3Text(trees.MaxNodes / 3) }, `"algorithm":"deep"`)},
	{route: "POST /api/v1/counterexamples", what: "leaves with many different bounds", bounds: "compare.MaxAssignments, maxAssigned, 60 s",
		body: member("text", func() string {
			var b strings.Builder
			b.WriteString("players 8 maxsum 499999 1[ ")
			for i := range 20_000 {
				fmt.Fprintf(&b, "2{low (%d,0,0,0,0,0,0,0)}[?] ", i)
			}
			return b.String() + "]"
		}, `"algorithm":"deep"`)},
	{route: "POST /api/v1/counterexamples", what: "a leaf whose last player gets nearly all", bounds: "compare.MaxAssignments, maxAssigned, 60 s",
		body: member("text", func() string {
			return "players 8 maxsum 1000 1[ 2{low (0,0,0,0,0,0,0,999)}[? ?] 3[(1,1,1,1,1,1,1,1) (2,1,1,1,1,1,1,1)]]"
		}, `"algorithm":"deep"`), brief: true},
	{route: "POST /api/v1/practice/check", what: "cuts at a wide row", bounds: "practice.MaxSteps, app.SolveTimeout", body: func() string {
		var cuts []string
		for n := range practice.MaxSteps - 1 {
			cuts = append(cuts, fmt.Sprintf(`{"type":"cut","node":%d}`, n+3))
		}
		return `{"algorithm":"shallow","done":[` + strings.Join(cuts, ",") + `],"text":` + webtest.Quote("players 3 maxsum 9 1[ "+strings.Repeat("2[(1,2,3) 3[(2,1,3) (3,2,1)]] ", 8_000)+"]") + `}`
	}, passes: 250},
	{route: "POST /api/v1/practice/check", what: "cuts in a deep tree", bounds: "practice.MaxSteps, app.SolveTimeout", body: func() string {
		var cuts []string
		for n := range 1_900 {
			cuts = append(cuts, fmt.Sprintf(`{"type":"cut","node":%d}`, 2*n+3))
		}
		return `{"algorithm":"shallow","done":[` + strings.Join(cuts, ",") + `],"text":` + webtest.Quote("players 3 maxsum 9 "+strings.Repeat("1[(1,2,3) ", 4_000)+"(1,2,3)"+strings.Repeat("]", 4_000)) + `}`
	}, passes: 250},
	{route: "POST /api/v1/trees", what: "a text", bounds: "trees.MaxBytes, MaxNodes", body: member("text", wideText)},
	{route: "POST /api/v1/trees", what: "a game of Gambit", bounds: "trees.MaxBytes", body: func() string { return `{"efg":` + webtest.Quote(chanceGame()) + `}` }},
	{route: "POST /api/v1/trees", what: "a random tree", bounds: "trees.MaxNodes", body: func() string { return `{"grow":{"branching":7,"depth":6,"seed":` + fresh() + `}}` }},
	{route: "POST /api/v1/trees", what: "many edits of a large tree", bounds: "app.MaxEdits, EditsTimeout", body: member("text", wideText, manyEdits())},
	{route: "POST /api/v1/trees/{id}/edits", what: "many edits of a large tree", bounds: "app.MaxEdits, EditsTimeout, StoreTimeout", path: "/api/v1/trees/KEY/edits", body: func() string { return "{" + manyEdits() + "}" }},
	{route: "POST /api/v1/trees/{id}/edits", what: "a text, merged and stored", bounds: "trees.MaxBytes, StoreTimeout", path: "/api/v1/trees/KEY/edits", body: func() string {
		return `{"edit":{"op":"text","text":` + webtest.Quote(strings.ReplaceAll(wideText(), "(1,2)", "(4,2)")) + `}}`
	}, passes: 60},
	{route: "POST /api/v1/trees/{id}/edits", what: "a text", bounds: "trees.MaxBytes, StoreTimeout", path: "/api/v1/trees/KEY/edits", body: func() string {
		return `{"edit":{"op":"text","text":` + webtest.Quote(strings.ReplaceAll(wideText(), "(1,2)", "(2,3)")) + `}}`
	}},
	{route: "POST /edit", what: "a text", bounds: "trees.MaxBytes", form: true, body: func() string { return "text=" + url.QueryEscape(wideText()) }},
	{route: "POST /edit/{key}", what: "a text", bounds: "trees.MaxBytes, StoreTimeout", form: true, path: "/edit/KEY", body: func() string {
		return "text=" + url.QueryEscape(strings.ReplaceAll(wideText(), "(1,2)", "(3,1)"))
	}},
	{route: "POST /api/v1/rooms", what: "a generated tree", bounds: "classroom.MaxSteps, 15 s", body: func() string { return `{"show":` + endlessShow() + `}` }},
	{route: "POST /api/v1/assignments", what: "the most exercises", bounds: "assign.MaxExercises of learn.MaxPracticeNodes nodes, app.SolveTimeout", body: func() string {
		return `{"practice":{"algorithm":"speculative","players":3,"depth":6,"branching":2,"maxsum":100,"exercises":20,"seed":` + fresh() + `}}`
	}, brief: true},
	{route: "POST /api/v1/tasks", what: "the most random trees", bounds: "assign.MaxTrees of learn.MaxPracticeNodes nodes, chosen with mistakes.MaxWork, app.SolveTimeout", body: func() string {
		return `{"algorithm":"speculative","random":{"count":40,"players":3,"depth":6,"branching":2,"maxsum":100,"seed":` + fresh() + `}}`
	}, brief: true},
	{route: "POST /api/v1/lessons", what: "scenes with generated trees", bounds: "lessons.MaxScenes, MaxLesson, classroom.MaxSteps and 15 s for each", body: func() string {
		return `{"title":"t","scenes":[` + strings.Repeat(`{"show":`+endlessShow()+`},`, 9) + `{"show":` + endlessShow() + `}]}`
	}},
	{route: "GET /ws", what: "run, a text", bounds: "trees.MaxBytes, play.MaxRuns", messages: func() []string {
		return []string{webtest.RunMessage("r", `{"algorithm":"maxn","text":`+webtest.Quote(wideText())+`}`)}
	}},
	{route: "GET /ws", what: "run, a generated tree", bounds: "engine.MaxWatchedNodes, the credit", messages: func() []string {
		return []string{webtest.RunMessage("r", webtest.Endless), `{"type":"credit","id":"r",` + webtest.Plentiful + `}`}
	}},
	{route: "GET /ws", what: "lead, a generated tree", bounds: "classroom.MaxSteps, 15 s", messages: func() []string {
		return []string{`{"type":"lead","id":"l","key":"ROOM"}`, `{"type":"show","id":"l","show":` + endlessShow() + `}`}
	}},
	{route: "GET /api/v1/rooms/{room}/wall", what: "hand-ins", bounds: "classroom.MaxHandIns, wallBytes", path: "/api/v1/rooms/ROOM/wall", brief: true},
	{route: "GET /ws", what: "details, cuts by a long table", bounds: "play.MaxDetails, trees.MaxOutcomes", before: func() []string {
		return []string{webtest.PageMessage("r", `{"algorithm":"lastbranch","options":{"table":true},"text":`+webtest.Quote(longTable(200))+`}`)}
	}, until: "end", messages: func() []string {
		return []string{`{"type":"details","id":"r","from":0,"to":512}`, `{"type":"details","id":"none","from":0,"to":1}`}
	}},
	{route: "GET /ws", what: "picture, a large tree", bounds: "trees.MaxNodes, draw.MaxFolded, play.MaxDrawn", brief: true, before: func() []string {
		return []string{webtest.RunMessage("r", `{"algorithm":"maxn","page":true,"every":true,"text":`+webtest.Quote(wideText())+`}`), `{"type":"credit","id":"r",` + webtest.Plentiful + `}`}
	}, until: "end", messages: func() []string {
		return []string{`{"type":"picture","id":"r","step":9,"opened":[` + numbers(draw.MaxFolded) + `]}`}
	}},
	{route: "GET /ws", what: "open, a large tree", bounds: "trees.MaxNodes, layout.MaxDrawn, app.DraftPart", brief: true, messages: func() []string {
		return []string{`{"type":"open","id":"d","saved":"KEY"}`}
	}},
	{route: "GET /ws", what: "view, a large tree", bounds: "trees.MaxNodes, layout.MaxDrawn, draw.MaxFolded", brief: true, before: func() []string {
		return []string{`{"type":"open","id":"d","saved":"ID"}`}
	}, until: "draft", messages: func() []string {
		return []string{`{"type":"view","id":"d","folded":[],"opened":[` + numbers(draw.MaxFolded) + `]}`}
	}},
	{route: "GET /t/{id}", what: "a large tree", bounds: "trees.MaxNodes, layout.MaxDrawn", path: "/t/ID?algorithm=shallow"},
	{route: "GET /embed", what: "a large tree", bounds: "trees.MaxNodes, layout.MaxDrawn", path: "/embed?saved=ID"},
	{route: "GET /handout", what: "a large tree", bounds: "export.MaxHandoutSteps, MaxHandoutNodes", path: "/handout?saved=ID"},
	{route: "GET /api/v1/trees/{id}", what: "a large tree, written", bounds: "trees.MaxNodes", path: "/api/v1/trees/ID"},
	{route: "GET /export/{name}", what: "a large tree as JSON", bounds: "trees.MaxNodes", path: "/export/tree.json?saved=ID", brief: true},
	{route: "GET /export/{name}", what: "a large tree as a text", bounds: "trees.MaxNodes", path: "/export/tree.txt?saved=ID", brief: true},
	{route: "GET /export/{name}", what: "a large tree for Graphviz", bounds: "trees.MaxNodes", path: "/export/tree.dot?saved=ID", brief: true},
	{route: "GET /export/{name}", what: "a large tree as nested lists", bounds: "trees.MaxNodes", path: "/export/tree.nested.txt?saved=ID", brief: true},
	{route: "GET /export/{name}", what: "a large tree as JSON of nodes", bounds: "trees.MaxNodes", path: "/export/tree.children.json?saved=ID", brief: true},
	{route: "GET /export/{name}", what: "a large tree for forest", bounds: "trees.MaxNodes", path: "/export/tree.forest.tex?saved=ID", brief: true},
	{route: "GET /export/{name}", what: "a large tree for istgame", bounds: "trees.MaxNodes", path: "/export/tree.istgame.tex?saved=ID", brief: true},
	{route: "GET /export/{name}", what: "a large tree for Gambit", bounds: "trees.MaxNodes", path: "/export/tree.efg?saved=ID", brief: true},
	{route: "GET /export/{name}", what: "the picture of a step", bounds: "trees.MaxNodes, layout.MaxDrawn", path: "/export/picture.svg?saved=ID"},
	{route: "GET /export/{name}", what: "the picture of a step for TeX", bounds: "trees.MaxNodes, layout.MaxDrawn", path: "/export/picture.tex?saved=ID"},
	{route: "GET /export/run.html", what: "a run that is too long", bounds: "export.MaxFileSteps", path: "/export/run.html?saved=ID", brief: true},
	{route: "GET /api/v1/trace", what: "a large tree", bounds: "trees.MaxNodes; a reader at app.MinReadRate", path: "/api/v1/trace?format=packed&saved=ID"},
	{route: "GET /export/trace.ndjson", what: "a large tree", bounds: "trees.MaxNodes; a reader at app.MinReadRate", path: "/export/trace.ndjson?saved=ID"},
	{route: "GET /share", what: "a large tree", bounds: "trees.MaxNodes", path: "/share?saved=ID", brief: true},
	{route: "GET /lockstep", what: "a large tree", bounds: "trees.MaxNodes, the steps of a page", path: "/lockstep?saved=ID&a=maxn&b=shallow", brief: true},
	{route: "GET /opinions", what: "a large tree", bounds: "trees.MaxNodes", path: "/opinions?saved=ID", brief: true},
	{route: "GET /orders", what: "a large tree", bounds: "trees.MaxNodes, the nodes of a run", path: "/orders?saved=ID", brief: true},
	{route: "GET /samples", what: "a comparison of samples", bounds: "compare.MaxConvergeNodes, compare.MaxConvergeSeeds and the positions of all runs", path: "/samples?seeds=200"},
	{route: "GET /equilibrium", what: "the most iterations", bounds: "hidden.MaxCFRNodes, hidden.MaxCFRVisits", path: "/equilibrium?n=" + mostIterations(manySets()) + "&text=" + url.QueryEscape(manySets())},
	{route: "POST /api/v1/ties", what: "a tree whose ties are sampled", bounds: "ties.MaxNodes, ties.MaxValues, ties.MaxSamples", body: func() string { return `{"text":` + webtest.Quote(manyTies()) + `}` }},
	{route: "GET /ties", what: "a tree whose ties are sampled", bounds: "ties.MaxNodes, ties.MaxValues, ties.MaxSamples", path: "/ties?text=" + url.QueryEscape(manyTies())},
	{route: "GET /games/{id}", what: "a large search", bounds: "the nodes of a run", path: "/games/othello?evaluate=maxn&plies=9"},
	{route: "GET /games/{id}/search", what: "a deep tree", bounds: "run.MaxExpanded, the nodes of a run", path: "/games/othello/search?depth=8"},
	{route: "GET /games/{id}/at", what: "a deep tree", bounds: "run.MaxExpanded", path: "/games/othello/at?depth=8"},
	{route: "GET /games/{id}/engine", what: "a large search", bounds: "the nodes of a run", path: "/games/othello/engine?seat=maxn&seat=person&nodes=2000000"},
	{route: "GET /games/{id}/why", what: "a large search", bounds: "the nodes of a run", path: "/games/othello/why?seat=maxn&seat=person&nodes=2000000"},
	{route: "GET /games/{id}/votes", what: "a large search", bounds: "hidden.MaxDeals, games.MaxMoveNodes", path: "/games/hearts/votes?players=4&deals=300&nodes=2000000&infer=play&moves=0.0.0.0.0"},
	{route: "GET /games/{id}/opinions", what: "large searches", bounds: "games.MaxRuleNodes for each rule, MaxWeighedNodes", path: "/games/othello/opinions?depth=9"},
	{route: "GET /games/{id}/search", what: "a deep search without scripts", bounds: "games.MaxCounted, app.SolveTimeout", path: "/games/othello/search?depth=9&run=1"},
	{route: "GET /learn/theorems/{id}/tries", what: "random trees", bounds: "the tries of a theorem", path: "/learn/theorems/shallow-is-right/tries?seed=7"},
	{route: "GET /practice", what: "the result of an exercise", bounds: "learn.MaxPracticeNodes", path: "/practice?algorithm=speculative&players=3&depth=6&branching=2&maxsum=100&seed=1&done=1", brief: true},
	{route: "GET /practice/result.txt", what: "the result of an exercise", bounds: "learn.MaxPracticeNodes", path: "/practice/result.txt?algorithm=speculative&players=3&depth=6&branching=2&maxsum=100&seed=1&done=1", brief: true},
}

var freshSeed atomic.Int64

// fresh returns a seed that no other entry has, so that no tree that was built is used again.
func fresh() string { return strconv.FormatInt(38_000+freshSeed.Add(1), 10) }

// endlessShow is a run of a room that has more steps than a room shows. Each call is about
// another tree.
func endlessShow() string {
	return `{"algorithm":"maxn","generate":{"kind":"h32","branching":5,"depth":14,"seed":` + fresh() + `}}`
}

// numbers are those from 1 to n.
func numbers(n int) string {
	var list []string
	for i := range n {
		list = append(list, strconv.Itoa(i+1))
	}
	return strings.Join(list, ",")
}

// longTable is a tree with a leaf-value table of the largest size. Each of its cuts excludes
// all outcomes of the table.
func longTable(cuts int) string {
	var b strings.Builder
	b.WriteString("players 3 maxsum 30000 outcomes (199,0,0)")
	for i := range trees.MaxOutcomes - 1 {
		fmt.Fprintf(&b, " (%d,%d,%d)", i%199, i, i%7)
	}
	b.WriteString(" 1[(199,0,0) ")
	for i := range cuts {
		v := fmt.Sprintf("(%d,%d,%d)", i%199, i, i%7)
		b.WriteString("2[" + v + v + "]")
	}
	return b.String() + "]"
}

func manyEdits() string {
	var list []string
	for i := range app.MaxEdits {
		list = append(list, fmt.Sprintf(`{"op":"rotate","by":%d}`, 1+i%2*0))
	}
	return `"edits":[` + strings.Join(list, ",") + `]`
}

// unknown3Text is a tree for three players with as many leaves of unknown value.
func unknown3Text(leaves int) string {
	return "players 3 maxsum 9 1[ " + strings.Repeat("2[? ?] ", leaves/2) + "]"
}

// wide3Text is a tree for three players with some more than the given number of nodes.
func wide3Text(nodes int) string {
	return "players 3 maxsum 9 1[ " + strings.Repeat("2[(1,2,3)(2,1,3) 3[(3,3,3)]] ", nodes/5) + "]"
}

// manySets is a tree for an address that has nearly as many nodes as CFR takes, each inner one in another set.
func manySets() string {
	return "max[ min{infoset A}[1 2] min{infoset A}[2 1] " + strings.Repeat("min[1 2]", (hidden.MaxCFRNodes-7)/3) + "]"
}

// manyTies is a tree for an address whose root has more values than are computed exactly.
func manyTies() string {
	var b strings.Builder
	for i := range ties.MaxValues + 1 {
		fmt.Fprintf(&b, "(1,%d)", i)
	}
	return "players 2 1[" + b.String() + "]"
}

func mostIterations(text string) string {
	t, err := trees.ReadText(text)
	if err != nil {
		panic(err)
	}
	return strconv.Itoa(hidden.MostIterations(t))
}

// wideText is a tree with as many nodes as there may be.
func wideText() string {
	return "players 2 maxsum 9 1[ " + strings.Repeat("2[(1,2)(2,1)] ", trees.MaxNodes/3-1) + "]"
}

func wideJSON() string {
	t, err := trees.ReadText(wideText())
	if err != nil {
		panic(err)
	}
	return string(t.AppendJSON(nil))
}

// chanceGame is a game with chance nodes whose payoffs have different fractions.
func chanceGame() string {
	var b strings.Builder
	const times = 40_000
	b.WriteString(`EFG 2 R "t" { "A" "B" } p "" 1 1 "" { ` + strings.Repeat(`"" `, times) + `} 0 `)
	for i := range times {
		fmt.Fprintf(&b, `c "" %d "" { "" 1/%d "" %d/%d } 0 t "" %d "" { 1/%d, 1/3 } t "" 0 `, i+1, 7919+i, 7918+i, 7919+i, i+1, 1<<39+i)
	}
	return b.String()
}

// member returns a body with a text and further members.
func member(key string, text func() string, more ...string) func() string {
	return func() string {
		return `{` + strings.Join(append(more, `"`+key+`":`+webtest.Quote(text())), ",") + `}`
	}
}

// A worstServer is a server whose processors the test can take.
type worstServer struct {
	*web.Server
	ts     *httptest.Server
	inside atomic.Int64 // requests whose handlers have not returned
	saved  webtest.MadeTree
	room   string // the key of its presenter
	trace  string // the id of a large one
}

func newWorstServer(t *testing.T) *worstServer {
	library, err := treestore.Open(treestore.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	s := &worstServer{Server: web.New(app.Config{Library: library, Proxies: fair.Proxies{netip.MustParsePrefix("127.0.0.0/8")}})}
	s.ts = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.inside.Add(1)
		defer s.inside.Add(-1)
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		s.Shutdown(context.Background())
		s.ts.Close()
		library.Close()
	})
	return s
}

// take takes a processor for a client of the test.
func (s *worstServer) take(t *testing.T, client int) (give func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(s.WithTurn(fair.WithClient(context.Background(), fair.ClientAt(netip.AddrFrom4([4]byte{10, 0, 0, byte(client)})))), 2*time.Minute)
	defer cancel()
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		t.Fatal("a processor is not given to another client: ", err)
	}
	return give
}

// TestWorst starts each computation with its worst input.
func TestWorst(t *testing.T) {
	if testing.Short() || treetest.RaceDetector {
		t.Skip("the largest inputs; TestPagesTogether and those of fairness ask for smaller ones at once")
	}
	s := newWorstServer(t)
	s.saved = webtest.MakeTree(t, s.ts, `{"text":`+webtest.Quote(wideText())+`}`)
	var room struct{ Key string }
	if resp, b := webtest.Post(t, s.ts.URL+"/api/v1/rooms", `{"show":{"figure":"k1991-fig6","algorithm":"deep"}}`); json.Unmarshal(b, &room) != nil || room.Key == "" {
		t.Fatalf("POST /api/v1/rooms = %s %s", resp.Status, b)
	}
	s.room = room.Key
	var trace struct{ ID string }
	if resp, b := webtest.Post(t, s.ts.URL+"/api/v1/traces", "{\"type\":\"enter\"}\n"+strings.Repeat("{\"type\":\"leaf\",\"value\":1}\n", 100_000)); json.Unmarshal(b, &trace) != nil || trace.ID == "" {
		t.Fatalf("POST /api/v1/traces = %s %s", resp.Status, b)
	}
	s.trace = trace.ID
	for _, w := range computing {
		t.Run(strings.ReplaceAll(w.route, "/", " ")+", "+w.what, func(t *testing.T) {
			start := s.request
			if w.messages != nil {
				ws := s.dial(t)
				if w.before != nil {
					if said := s.converse(ws, w.before(), w.until); !strings.Contains(said, `"type":"`+w.until+`"`) {
						t.Fatalf("before it: %.300s", said)
					}
				}
				start = func(ctx context.Context, t *testing.T, w *worst) string {
					defer context.AfterFunc(ctx, func() { ws.NetConn().Close() })()
					return s.converse(ws, w.messages(), "")
				}
			}
			s.check(t, &w, func(ctx context.Context) string { return start(ctx, t, &w) })
		})
	}
}

// request sends the request of a computation, and returns the begin of its answer.
func (s *worstServer) request(ctx context.Context, t *testing.T, w *worst) string {
	method, path, _ := strings.Cut(w.route, " ")
	if w.path != "" {
		path = strings.NewReplacer("KEY", s.saved.Key, "ID", s.saved.ID, "ROOM", s.room, "TRACE", s.trace).Replace(w.path)
	}
	body := ""
	if w.body != nil {
		body = w.body()
	}
	r, err := http.NewRequestWithContext(ctx, method, s.ts.URL+path, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return err.Error()
	}
	r.Header.Set("X-Forwarded-For", "192.0.2.1")
	if w.form {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(resp.Body, 300))
	io.Copy(io.Discard, resp.Body)
	return resp.Status + " " + string(b)
}

// dial opens a websocket, which lasts as long as the test.
func (s *worstServer) dial(t *testing.T) *websocket.Conn {
	ws, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(s.ts.URL, "http")+"/ws", http.Header{"X-Forwarded-For": {"192.0.2.1"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return ws
}

// answering are the types of messages that are the last answer to others.
var answering = []string{"end", "error", "tree", "picture", "draft"}

// converse sends messages, and returns the last answer, or the first one of a type.
func (s *worstServer) converse(ws *websocket.Conn, messages []string, until string) string {
	names := strings.NewReplacer("ROOM", s.room, "KEY", s.saved.Key, `"ID"`, `"`+s.saved.ID+`"`)
	for _, m := range messages {
		if err := ws.WriteMessage(websocket.TextMessage, []byte(names.Replace(m))); err != nil {
			return err.Error()
		}
	}
	for {
		_, m, err := ws.ReadMessage()
		if err != nil {
			return err.Error()
		}
		var r struct{ Type string }
		if json.Unmarshal(m, &r); r.Type == until || r.Type == "error" || until == "" && slices.Contains(answering, r.Type) {
			return string(m[:min(len(m), 300)])
		}
	}
}

// small sends a small request that searches, as another client, and returns its status.
func (s *worstServer) small(t *testing.T) string {
	r, err := http.NewRequestWithContext(t.Context(), "POST", s.ts.URL+"/api/v1/solve", strings.NewReader(webtest.TextBody("maxn", "")))
	if err != nil {
		t.Error(err)
		return err.Error()
	}
	r.Header.Set("X-Forwarded-For", "198.51.100.1")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err.Error()
	}
	resp.Body.Close()
	return resp.Status
}

// check takes all processors, starts a computation, gives it one of them and takes it away
// again. What it checks are states: who waits for a processor, and who has been answered.
func (s *worstServer) check(t *testing.T, w *worst, start func(ctx context.Context) string) {
	const patience = time.Minute
	var processors []func()
	for n := range runtime.GOMAXPROCS(0) {
		processors = append(processors, s.take(t, n))
	}
	defer func() {
		for _, give := range processors {
			give()
		}
	}()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	answer := make(chan string, 1)
	go func() { answer <- start(ctx) }()
	said := ""
	answered := func() bool {
		select {
		case said = <-answer:
		default:
		}
		return said != ""
	}
	waits := func() bool { return answered() || s.WaitingTurns() == 1 }
	webtest.Eventually(t, patience, waits, "it neither waits for a processor nor ends")
	if said != "" {
		t.Fatalf("it was computed without a processor: %.300s", said)
	}
	// It lets others compute: the test, which comes after it and gets the only processor
	// before it has ended.
	const times = 3
	for n := range max(times, w.passes) {
		processors[0]()
		processors[0] = s.take(t, 0)
		if webtest.Eventually(t, patience, waits, "it does not wait for its processor again"); said == "" {
			continue
		}
		if !w.brief && n < times {
			t.Fatalf("it let others compute %d times, want %d at least: %.300s", n, times, said)
		}
		return
	}
	// A small request of another client is answered before it.
	if !w.brief {
		type small struct {
			status string
			late   bool // the other had been answered
		}
		other := make(chan small, 1)
		go func() {
			status := s.small(t)
			other <- small{status, len(answer) > 0}
		}()
		webtest.Eventually(t, patience, func() bool { return s.WaitingTurns() == 2 }, "the small request does not wait")
		processors[0]()
		if got := <-other; got.status != "200 OK" || got.late {
			t.Errorf("a small request beside it: %+v", got)
		}
		// Until the test has a processor again it goes on, and may end.
		if processors[0] = s.take(t, 0); answered() {
			return
		}
	}
	// It ends with its client, although it gets no processor any more.
	cancel()
	webtest.Eventually(t, patience, func() bool {
		searches, _ := s.Searches()
		return s.WaitingTurns() == 0 && s.inside.Load() == 0 && searches == 0 && s.WaitingSearches() == 0
	}, "it goes on without its client")
}

// notComputing are the other routes, and what bounds what they do.
var notComputing = map[string][]string{
	"what is constant, or a figure": {
		"GET /", "GET /static/*", "GET /healthz", "GET /readyz", "GET /metrics", "GET /api", "GET /api/v1/algorithms", "GET /api/v1/rules", "GET /api/v1/games", "GET /api/v1/figures", "GET /api/v1/figures/{id}",
		"GET /api/v1/openapi.json", "GET /api/v1/experiments", "GET /figures/{id}", "GET /exercises/{id}", "GET /games", "GET /notation", "GET /code", "GET /code/language", "GET /traces", "GET /traces/format", "GET /tasks", "GET /tasks/new", "GET /clients", "GET /clients/{file}", "GET /exhibits", "GET /index.json", "GET /explore", "GET /draw", "GET /programs", "GET /hidden-cards", "GET /algorithms", "GET /experiments", "GET /bench", "GET /api/v1/experiments/{id}/rows.csv", "GET /api/v1/experiments/{id}/rows.json", "GET /experiments/{id}",
		"GET /learn", "GET /learn/glossary", "GET /learn/plan", "GET /learn/{chapter}", "GET /learn/theorems", "GET /learn/theorems/{id}", "GET /trees", "GET /lessons", "GET /teach", "GET /counterexamples", "GET /c",
		"GET /robots.txt", "GET /favicon.ico", "GET /apple-touch-icon.png", "GET /apple-touch-icon-precomposed.png",
	},
	"figures.MaxQuery characters, looked for in the figures and exercises":   {"GET /figures"},
	"a tree in the address, of run.MaxLinkText bytes at most, or a position": {"GET /tree", "POST /api/v1/moves"},
	"a saved tree of trees.MaxNodes nodes, which is read in turn and of which layout.MaxDrawn nodes are drawn": {
		"GET /edit", "GET /edit/{key}", "GET /trees/{id}/picture.svg", "GET /trees/{id}/restore",
	},
	"what is stored, of which treestore.MaxRevisions lines are listed":                                                   {"GET /api/v1/trees/{id}/revisions", "DELETE /api/v1/trees/{id}", "GET /api/v1/traces/{id}", "GET /traces/{id}/at", "GET /api/v1/traces/{id}/source", "DELETE /api/v1/traces/{id}", "GET /api/v1/programs/{id}", "GET /code/{id}", "DELETE /api/v1/programs/{id}"},
	"a program that is run as that of POST /api/v1/programs":                                                             {"PUT /api/v1/programs/{id}"},
	"bytes that are stored and read in turn, traces.MaxBytes at most; the run is checked as that of POST /api/v1/traces": {"POST /api/v1/traces/{id}/lines", "POST /api/v1/traces/{id}/end", "PUT /api/v1/traces/{id}"},
	"a run in the background: experiments.MaxRunning, MaxJobs; its jobs take turns in the background": {
		"POST /api/v1/experiments/{id}/runs", "POST /api/v1/experiments/runs/{run}/resume", "POST /experiments/{id}", "POST /experiments/runs/{run}/resume",
		"GET /api/v1/experiments/runs/{run}", "DELETE /api/v1/experiments/runs/{run}", "GET /api/v1/experiments/runs/{run}/rows.csv", "GET /api/v1/experiments/runs/{run}/rows.json",
		"GET /api/v1/experiments/runs/{run}/plot.svg", "GET /experiments/runs/{run}", "POST /experiments/runs/{run}/cancel",
	},
	"desk.MaxThings things, which are read one after the other, desk.describedAtOnce at a time, and each as its own page reads it": {
		"POST /api/v1/desks", "GET /api/v1/desks/{desk}", "PUT /api/v1/desks/{desk}/things", "POST /api/v1/desks/{desk}/renew", "GET /api/v1/desks/{desk}/qr.svg", "GET /desk/{desk}",
	},
	"a lesson of lessons.MaxLesson bytes":                                                      {"GET /api/v1/lessons", "GET /api/v1/lessons/{lesson}", "DELETE /api/v1/lessons/{lesson}", "POST /api/v1/lessons/{lesson}/restore", "POST /api/v1/lessons/{lesson}/copy", "GET /api/v1/lessons/{lesson}/file", "GET /lessons/{lesson}", "GET /lessons/{lesson}/edit"},
	"an answer to the question of a scene, which searches as those of POST /api/v1/lessons do": {"POST /api/v1/lessons/{lesson}/answers"},
	"a lesson whose scenes are checked as those of POST /api/v1/lessons": {
		"PUT /api/v1/lessons/{lesson}", "POST /api/v1/lessons/import", "GET /lessons/{lesson}/print", "POST /lessons/picture",
	},
	"an assignment of assign.MaxAssignment bytes, or its answers": {
		"GET /api/v1/assignments/{assignment}", "PUT /api/v1/assignments/{assignment}", "DELETE /api/v1/assignments/{assignment}", "POST /api/v1/assignments/{assignment}/students",
		"POST /api/v1/assignments/{assignment}/finish", "POST /api/v1/assignments/{assignment}/resume", "POST /api/v1/assignments/{assignment}/items/{item}/final", "GET /api/v1/assignments/{assignment}/results", "GET /api/v1/assignments/{assignment}/results.csv", "GET /results/{assignment}",
		"POST /api/v1/assignments/import", "GET /api/v1/assignments/{assignment}/results.json", "PUT /api/v1/assignments/{assignment}/items/{item}", "PUT /api/v1/assignments/{assignment}/students/{student}", "DELETE /api/v1/assignments/{assignment}/students/{student}", "POST /api/v1/assignments/{assignment}/students/{student}/merge", "GET /a/{assignment}/{words}",
		"GET /homework", "GET /homework/new",
	},
	"a program of an assignment of assign.MaxAssignment bytes, whose trees are written in turn, or its students and their runs": {
		"GET /api/v1/tasks/{task}", "DELETE /api/v1/tasks/{task}", "GET /api/v1/tasks/{task}/trees/{file}", "POST /api/v1/tasks/{task}/students", "GET /api/v1/tasks/{task}/results", "GET /api/v1/tasks/{task}/results.csv",
		"GET /tasks/{task}", "GET /tasks/{task}/results", "GET /api/v1/assignments/{assignment}/items/{item}/tree.json", "GET /api/v1/assignments/{assignment}/items/{item}/tree.txt",
	},
	"runs that are read, checked and stored as that of POST /api/v1/traces, one after the other": {"POST /api/v1/tasks/{task}/runs", "POST /api/v1/assignments/{assignment}/runs", "POST /api/v1/assignments/{assignment}/items/{item}/trace", "POST /api/v1/assignments/{assignment}/items/{item}/program"},
	"a map of maps.MaxNodes nodes, read in turn": {
		"GET /runs/{key}/map/tiles", "GET /runs/{key}/map/nodes", "GET /runs/{key}/map/node", "GET /runs/{key}/map/at", "GET /runs/{key}/map/cut", "GET /runs/{key}/map/find", "GET /runs/{key}/map/table",
	},
	"a scene of an assignment, which is drawn as that of a lesson": {"GET /a/{assignment}"},
	"an answer to an item, compared with what was found when the assignment was made, or an exercise of learn.MaxPracticeNodes nodes as POST /api/v1/practice/check judges it": {
		"PUT /api/v1/assignments/{assignment}/items/{item}/answer",
	},
	"the value of a room, of classroom.MaxValue bytes, or its answers": {
		"GET /api/v1/rooms/{room}", "DELETE /api/v1/rooms/{room}", "GET /api/v1/rooms/{room}/sources/{hash}", "GET /api/v1/rooms/{room}/answers", "GET /api/v1/rooms/{room}/answers.csv", "GET /api/v1/rooms/{room}/people",
		"GET /api/v1/rooms/{room}/qr.svg", "POST /api/v1/rooms/{room}/hand-over", "GET /present/{room}", "GET /c/{room}", "GET /c/{room}/note",
	},
	"an action of a presenter, which searches as POST /api/v1/rooms does": {
		"POST /api/v1/rooms/{room}/show", "POST /api/v1/rooms/{room}/ask", "POST /api/v1/rooms/{room}/stop", "POST /api/v1/rooms/{room}/time", "POST /api/v1/rooms/{room}/tally", "POST /api/v1/rooms/{room}/reveal", "POST /api/v1/rooms/{room}/end",
		"POST /api/v1/rooms/{room}/pause", "POST /api/v1/rooms/{room}/close", "POST /api/v1/rooms/{room}/scene", "POST /api/v1/rooms/{room}/anonymous", "POST /api/v1/rooms/{room}/names", "POST /api/v1/rooms/{room}/lock", "POST /api/v1/rooms/{room}/take-out", "POST /api/v1/rooms/{room}/let-in", "POST /api/v1/rooms/{room}/open",
	},
}

// TestAllComputationsAreListed: each route is in one of the lists.
func TestAllComputationsAreListed(t *testing.T) {
	listed := map[string]bool{}
	for _, w := range computing {
		if w.bounds == "" {
			t.Errorf("%s: what bounds it?", w.route)
		}
		listed[w.route] = true
	}
	for _, routes := range notComputing {
		for _, route := range routes {
			if listed[route] {
				t.Errorf("%s is listed twice", route)
			}
			listed[route] = true
		}
	}
	chi.Walk(web.New(app.Config{}).Routes(), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if name := method + " " + route; !listed[name] {
			t.Errorf("%s is in no list: what bounds its computation, and what is its worst input?", name)
		} else {
			delete(listed, name)
		}
		return nil
	})
	for name := range listed {
		t.Errorf("%s is listed, and is no route", name)
	}
}

// notComputingMessages are the other types of messages, and what bounds what they do. Those in
// computing begin their entry there with the type.
var notComputingMessages = map[string][]string{
	"it changes what is kept of a connection, or a flag of a room": {
		"credit", "cancel", "release", "close", "leave", "stop", "end", "tally", "pause", "anonymous", "join", "time", "lost", "names", "lock", "let-in",
	},
	"the hand-ins of a room are read once: classroom.MaxHandIns":                                                              {"take-out"},
	"it sends more steps of a recorded run in the run's own goroutine, in turn and under credit":                              {"until"},
	"a position in a set of editor.MaxPeople people":                                                                          {"presence"},
	"an edit as of POST /api/v1/trees/{id}/edits, by the same functions, and a picture as of view":                            {"edit"},
	"an experiment reports its state, some hundred bytes, when that has changed":                                              {"progress"},
	"a presenter's action that searches by the same functions as show: judge.Judge, 15 s, in turn":                            {"ask", "reveal", "scene"},
	"the results of an assignment, when they have changed: assign.MaxStudents":                                                {"results"},
	"bytes of a run that are stored and read in turn, traces.FeedCredit at a time":                                            {"feed", "lines"},
	"the path of a run that goes on, with traces.windowKids children a node, in turn":                                         {"watch"},
	"a search in the background, in turn, of maps.MaxSearched nodes and maps.MaxTime at most; it ends when nobody watches it": {"map"},
	"an answer of judge.MaxAnswer bytes, compared with one question":                                                          {"answer"},
	"moments of a program that are looked through, program.MaxMoments in some ten milliseconds":                               {"calls"},
	"a text of classroom.MaxHandIn bytes, in about a millisecond":                                                             {"hand-in"},
}

// TestAllMessagesAreListed: each type of message is in one of the lists.
func TestAllMessagesAreListed(t *testing.T) {
	listed := map[string]bool{"show": true} // with lead
	for _, w := range computing {
		if kind, _, found := strings.Cut(w.what, ","); found && w.route == "GET /ws" {
			listed[kind] = true
		}
	}
	for _, kinds := range notComputingMessages {
		for _, kind := range kinds {
			if listed[kind] {
				t.Errorf("%s is listed twice", kind)
			}
			listed[kind] = true
		}
	}
	for _, kind := range web.New(app.Config{}).Socket.MessageTypes() {
		if !listed[kind] {
			t.Errorf("the message %s is in no list: what bounds its computation, and what is its worst input?", kind)
		}
		delete(listed, kind)
	}
	for kind := range listed {
		t.Errorf("%s is listed, and is no message", kind)
	}
}

// manyCuts is a search of three players whose cuts are sound, and each of which makes the leaves of
// all later ones free.
func manyCuts() string {
	var b strings.Builder
	b.WriteString("{\"players\":3,\"maxsum\":9}\n{\"type\":\"enter\",\"player\":1}\n{\"type\":\"leaf\",\"value\":[9,0,0]}\n")
	for range 8_000 {
		b.WriteString("{\"type\":\"enter\",\"player\":2}\n{\"type\":\"leaf\",\"value\":[0,9,0]}\n{\"type\":\"prune\",\"cut\":3}\n{\"type\":\"exit\",\"value\":[0,9,0]}\n")
	}
	b.WriteString("{\"type\":\"exit\",\"value\":[9,0,0]}\n")
	return b.String()
}
