package web_test

import (
	"context"
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

	"espalier/search"
	"espalier/trees"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// This file is the list of all computations that a request can start: what bounds each, and
// a test with its worst input. Every one of them has to wait for a processor, to let others
// compute in between, and to end when its client has gone.

// A worst is the largest computation that a request can start.
type worst struct {
	route  string // as the table of routes has it
	what   string // the input
	bounds string // what bounds its numbers and its size

	path string // the address; empty: that of the route
	body func(*worstServer) string
	form bool
}

var computing = []worst{
	{route: "POST /api/v1/parse", what: "a text", bounds: "trees.MaxBytes, MaxNodes", body: member("text", wideText)},
	{route: "POST /api/v1/parse", what: "a document", bounds: "trees.MaxBytes, MaxNodes", body: func(*worstServer) string { return `{"tree":` + wideJSON() + `}` }},
	{route: "POST /api/v1/parse", what: "a text of comments", bounds: "trees.MaxBytes", body: member("text", func() string {
		return "players 2 " + strings.Repeat("#\n", trees.MaxBytes/4) + "(1,2)"
	})},
	{route: "POST /api/v1/parse", what: "a game with chance", bounds: "trees.MaxBytes; efg_payoff.go: maxPartBits of every denominator",
		body: func(*worstServer) string { return `{"changes":["chance"],"efg":` + webtest.Quote(chanceGame()) + `}` }},
	{route: "POST /api/v1/solve", what: "a text", bounds: "trees.MaxBytes, MaxNodes", body: member("text", wideText, `"algorithm":"maxn"`)},
	{route: "POST /api/v1/solve", what: "a generated tree", bounds: "search.MaxSearchNodes, app.SolveTimeout", body: func(*worstServer) string { return webtest.Endless }},
	{route: "POST /api/v1/solve", what: "the tree of a game that is built", bounds: "request.MaxExpanded", body: func(*worstServer) string {
		return `{"game":{"id":"othello"},"expand":8,"algorithm":"maxn"}`
	}},
	{route: "POST /api/v1/solve", what: "a generated tree that is built", bounds: "trees.MaxNodes", body: func(*worstServer) string {
		return `{"generate":{"kind":"h32","branching":6,"depth":6,"seed":` + fresh() + `},"expand":6,"algorithm":"maxn"}`
	}},
	{route: "POST /api/v1/trace", what: "a generated tree", bounds: "as of solve; a reader at app.MinReadRate", body: func(*worstServer) string { return webtest.Endless }},
	{route: "POST /api/v1/compare", what: "a text", bounds: "trees.MaxNodes for each algorithm, app.SolveTimeout", body: member("text", wideText)},
	{route: "POST /api/v1/compare", what: "a game", bounds: "api.MaxComparedNodes, app.SolveTimeout", body: func(*worstServer) string { return `{"game":{"id":"othello"}}` }},
	{route: "POST /api/v1/region", what: "a leaf of many values", bounds: "search.MaxAssignments, maxAssigned, 60 s",
		body: member("text", func() string { return "players 3 maxsum 140 1[ 2[(1,2,3) (2,1,3)] 3[(1,1,1) (2,2,2)] ]" }, `"algorithm":"deep","leaf":2,"players":[1,2]`)},
	{route: "POST /api/v1/region", what: "a large tree", bounds: "search.MaxAssignments, maxAssigned, 60 s",
		body: member("text", func() string { return wide3Text(75_000) }, `"algorithm":"deep","leaf":2,"players":[1,2]`)},
	{route: "POST /api/v1/count", what: "a game", bounds: "trees.MaxLevels, app.SolveTimeout", body: func(*worstServer) string { return `{"game":{"id":"othello"},"depth":60}` }},
	{route: "POST /api/v1/counterexamples", what: "random trees", bounds: "search.MaxTries, MaxTrialNodes, 60 s", body: func(*worstServer) string {
		return `{"algorithm":"deep","nodes":500,"branching":50,"depth":50,"tries":20000000}`
	}},
	{route: "POST /api/v1/counterexamples", what: "values on a large tree", bounds: "search.MaxAssignments, maxAssigned, 60 s",
		body: member("text", func() string { return unknown3Text(trees.MaxNodes / 3) }, `"algorithm":"deep"`)},
	{route: "POST /api/v1/counterexamples", what: "leaves with many different bounds", bounds: "search.MaxAssignments, maxAssigned, 60 s",
		body: member("text", func() string {
			var b strings.Builder
			b.WriteString("players 8 maxsum 499999 1[ ")
			for i := range 20_000 {
				fmt.Fprintf(&b, "2{low (%d,0,0,0,0,0,0,0)}[?] ", i)
			}
			return b.String() + "]"
		}, `"algorithm":"deep"`)},
	{route: "POST /api/v1/counterexamples", what: "a leaf whose last player gets nearly all", bounds: "search.MaxAssignments, maxAssigned, 60 s",
		body: member("text", func() string {
			return "players 8 maxsum 1000 1[ 2{low (0,0,0,0,0,0,0,999)}[? ?] 3[(1,1,1,1,1,1,1,1) (2,1,1,1,1,1,1,1)]]"
		}, `"algorithm":"deep"`)},
	{route: "POST /api/v1/practice/check", what: "cuts at a wide row", bounds: "search.MaxPracticeSteps, app.SolveTimeout", body: func(*worstServer) string {
		var cuts []string
		for n := range search.MaxPracticeSteps - 1 {
			cuts = append(cuts, fmt.Sprintf(`{"type":"cut","node":%d}`, n+3))
		}
		return `{"algorithm":"shallow","done":[` + strings.Join(cuts, ",") + `],"text":` + webtest.Quote("players 3 maxsum 9 1[ "+strings.Repeat("2[(1,2,3) 3[(2,1,3) (3,2,1)]] ", 8_000)+"]") + `}`
	}},
	{route: "POST /api/v1/practice/check", what: "cuts in a deep tree", bounds: "search.MaxPracticeSteps, app.SolveTimeout", body: func(*worstServer) string {
		var cuts []string
		for n := range 1_900 {
			cuts = append(cuts, fmt.Sprintf(`{"type":"cut","node":%d}`, 2*n+3))
		}
		return `{"algorithm":"shallow","done":[` + strings.Join(cuts, ",") + `],"text":` + webtest.Quote("players 3 maxsum 9 "+strings.Repeat("1[(1,2,3) ", 4_000)+"(1,2,3)"+strings.Repeat("]", 4_000)) + `}`
	}},
	{route: "POST /api/v1/trees", what: "a text", bounds: "trees.MaxBytes, MaxNodes", body: member("text", wideText)},
	{route: "POST /api/v1/trees", what: "a game of Gambit", bounds: "trees.MaxBytes", body: func(*worstServer) string { return `{"changes":["chance"],"efg":` + webtest.Quote(chanceGame()) + `}` }},
	{route: "POST /api/v1/trees", what: "a random tree", bounds: "trees.MaxNodes", body: func(*worstServer) string { return `{"grow":{"branching":6,"depth":6,"seed":` + fresh() + `}}` }},
	{route: "POST /api/v1/trees", what: "many edits of a large tree", bounds: "app.MaxEdits, EditsTimeout", body: member("text", wideText, manyEdits())},
	{route: "POST /api/v1/trees/{id}/edits", what: "many edits of a large tree", bounds: "app.MaxEdits, EditsTimeout, StoreTimeout", path: "/api/v1/trees/KEY/edits", body: func(*worstServer) string { return "{" + manyEdits() + "}" }},
	{route: "POST /api/v1/trees/{id}/edits", what: "a text", bounds: "trees.MaxBytes, StoreTimeout", path: "/api/v1/trees/KEY/edits", body: func(*worstServer) string {
		return `{"edit":{"op":"text","text":` + webtest.Quote(strings.ReplaceAll(wideText(), "(1,2)", "(2,3)")) + `}}`
	}},
	{route: "POST /edit", what: "a text", bounds: "trees.MaxBytes", form: true, body: func(*worstServer) string { return "text=" + url.QueryEscape(wideText()) }},
	{route: "POST /edit/{key}", what: "a text", bounds: "trees.MaxBytes, StoreTimeout", form: true, path: "/edit/KEY", body: func(*worstServer) string {
		return "text=" + url.QueryEscape(strings.ReplaceAll(wideText(), "(1,2)", "(3,1)"))
	}},
	{route: "GET /api/v1/trees/{id}", what: "a large tree", bounds: "trees.MaxNodes", path: "/api/v1/trees/ID"},
	{route: "GET /t/{id}", what: "a large tree", bounds: "trees.MaxNodes", path: "/t/ID?algorithm=shallow"},
	{route: "GET /edit/{key}", what: "a large tree", bounds: "trees.MaxNodes", path: "/edit/KEY"},
	{route: "GET /edit", what: "a large tree", bounds: "trees.MaxNodes", path: "/edit?saved=ID"},
	{route: "GET /embed", what: "a large tree", bounds: "trees.MaxNodes", path: "/embed?saved=ID"},
	{route: "GET /handout", what: "a large tree", bounds: "trees.MaxNodes", path: "/handout?saved=ID"},
	{route: "GET /export/{name}", what: "a large tree", bounds: "trees.MaxNodes", path: "/export/tree.json?saved=ID"},
	{route: "GET /export/{name}", what: "a large tree", bounds: "trees.MaxNodes", path: "/export/tree.txt?saved=ID"},
	{route: "GET /export/{name}", what: "a large tree", bounds: "trees.MaxNodes", path: "/export/tree.dot?saved=ID"},
	{route: "GET /export/{name}", what: "a large tree", bounds: "trees.MaxNodes", path: "/export/tree.efg?saved=ID"},
	{route: "GET /export/{name}", what: "a large tree", bounds: "trees.MaxNodes", path: "/export/picture.svg?saved=ID"},
	{route: "GET /export/{name}", what: "a large tree", bounds: "trees.MaxNodes", path: "/export/picture.tex?saved=ID"},
	{route: "GET /export/run.html", what: "a large tree", bounds: "trees.MaxNodes", path: "/export/run.html?saved=ID"},
	{route: "GET /export/trace.ndjson", what: "a large tree", bounds: "trees.MaxNodes", path: "/export/trace.ndjson?saved=ID"},
	{route: "GET /share", what: "a large tree", bounds: "trees.MaxNodes", path: "/share?saved=ID"},
	{route: "GET /lockstep", what: "a large tree", bounds: "trees.MaxNodes", path: "/lockstep?saved=ID&a=maxn&b=shallow"},
	{route: "GET /algorithms", what: "a large tree", bounds: "trees.MaxNodes", path: "/algorithms"},
	{route: "GET /trees/{id}/picture.svg", what: "a large tree", bounds: "trees.MaxNodes", path: "/trees/ID/picture.svg"},
	{route: "GET /counterexamples", what: "a large tree", bounds: "trees.MaxNodes", path: "/counterexamples?saved=ID"},
	{route: "GET /games/{id}/search", what: "a large tree", bounds: "trees.MaxNodes", path: "/games/othello/search?depth=8"},
	{route: "GET /games/{id}/at", what: "a large tree", bounds: "trees.MaxNodes", path: "/games/othello/at?depth=7"},
	{route: "GET /games/{id}", what: "a large tree", bounds: "trees.MaxNodes", path: "/games/othello"},
	{route: "GET /games/{id}/engine", what: "a large tree", bounds: "trees.MaxNodes", path: "/games/othello/engine?seat=maxn&seat=person&nodes=2000000"},
	{route: "GET /games/{id}/why", what: "a large tree", bounds: "trees.MaxNodes", path: "/games/othello/why?seat=maxn&seat=person&nodes=2000000"},
	{route: "GET /games/{id}/progress", what: "a large tree", bounds: "trees.MaxNodes", path: "/games/othello/progress?depth=9"},
	{route: "GET /learn/theorems/{id}/tries", what: "a large tree", bounds: "trees.MaxNodes", path: "/learn/theorems/shallow-is-right/tries?seed=7"},
	{route: "GET /learn/theorems/{id}", what: "a large tree", bounds: "trees.MaxNodes", path: "/learn/theorems/shallow-is-right"},
	{route: "GET /practice", what: "a large tree", bounds: "trees.MaxNodes", path: "/practice?algorithm=speculative&players=3&depth=6&branching=2&maxsum=100&seed=1&done=1"},
	{route: "GET /practice/result.txt", what: "a large tree", bounds: "trees.MaxNodes", path: "/practice/result.txt?algorithm=speculative&players=3&depth=6&branching=2&maxsum=100&seed=1&done=1"},
}

var freshSeed atomic.Int64

// fresh returns a seed that no other entry has, so that no tree that was built is used again.
func fresh() string { return strconv.FormatInt(38_000+freshSeed.Add(1), 10) }

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
func member(key string, text func() string, more ...string) func(*worstServer) string {
	return func(*worstServer) string {
		return `{` + strings.Join(append(more, `"`+key+`":`+webtest.Quote(text())), ",") + `}`
	}
}

// A worstServer is a server whose processors the test can take.
type worstServer struct {
	*web.Server
	ts     *httptest.Server
	inside atomic.Int64 // requests whose handlers have not returned
	saved  webtest.MadeTree
	held   []func()
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
func (s *worstServer) take(t *testing.T) (give func()) {
	t.Helper()
	client := fair.ClientAt(netip.AddrFrom4([4]byte{10, 0, 0, byte(len(s.held))}))
	ctx, cancel := context.WithTimeout(s.WithTurn(fair.WithClient(context.Background(), client)), 2*time.Minute)
	defer cancel()
	give, err := search.TakeTurn(ctx)
	if err != nil {
		t.Fatal("a processor is not given to another client: ", err)
	}
	return give
}

func TestWorst(t *testing.T) {
	s := newWorstServer(t)
	s.saved = webtest.MakeTree(t, s.ts, `{"text":`+webtest.Quote(wideText())+`}`)
	for _, w := range computing {
		t.Run(w.route+", "+w.what, func(t *testing.T) { s.worst(t, &w) })
	}
	_ = slices.Sort[[]string]
	_ = url.QueryEscape
	_ = chi.Walk
	_ = io.EOF
	_ = strconv.Itoa
}

// worst starts a computation and takes its processor away again and again.
func (s *worstServer) worst(t *testing.T, w *worst) {
	method, path, _ := strings.Cut(w.route, " ")
	if w.path != "" {
		path = strings.NewReplacer("KEY", s.saved.Key, "ID", s.saved.ID).Replace(w.path)
	}
	body := ""
	if w.body != nil {
		body = w.body(s)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, s.ts.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Forwarded-For", "192.0.2.1")
	if w.form {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	var gives []func()
	for range runtime.GOMAXPROCS(0) {
		gives = append(gives, s.take(t))
	}
	defer func() {
		for _, give := range gives {
			give()
		}
	}()
	answer := make(chan string, 1)
	start := time.Now()
	go func() {
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			answer <- err.Error()
			return
		}
		b, _ := io.ReadAll(io.LimitReader(resp.Body, 300))
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		answer <- resp.Status + " " + string(b)
	}()
	over := ""
	ended := func() bool {
		select {
		case over = <-answer:
		default:
		}
		return over != ""
	}
	// It waits for a processor.
	webtest.Eventually(t, time.Minute, func() bool { return ended() || s.WaitingTurns() > 0 }, "it neither waits for a processor nor ends")
	if over != "" {
		t.Fatalf("it was computed without a processor in %v: %s", time.Since(start), over)
	}
	// It lets others compute.
	const times = 1000
	var longest, total time.Duration
	n := 0
	for ; n < times; n++ {
		began := time.Now()
		gives[0]()
		gives[0] = s.take(t)
		took := time.Since(began)
		longest, total = max(longest, took), total+took
		webtest.Eventually(t, time.Minute, func() bool { return ended() || s.WaitingTurns() > 0 }, "it neither waits for a processor nor ends")
		if over != "" {
			break
		}
	}
	t.Logf("%d times, the longest %v of %v %.100s", n, longest, total, over)
	cancel()
	webtest.Eventually(t, time.Minute, func() bool { return s.WaitingTurns() == 0 && s.inside.Load() == 0 }, "it goes on")
}
