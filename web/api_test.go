package web

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"espalier/trees"
)

// korf6 is Korf 1991, Fig. 6, in one line.
const korf6 = `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4)|(3,0,6) ] g: (6,1,2) ] ]`

const yardstick = `{"kind":"h32","branching":5,"depth":10,"players":3,"maxsum":100,"seed":1}`

func serve(t testing.TB) (*Server, *httptest.Server) {
	s := New(Config{})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(context.Background())
		ts.Close()
	})
	return s, ts
}

func post(t testing.TB, url, body string) (*http.Response, []byte) {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return resp, read(t, resp)
}

func get(t testing.TB, url string) (*http.Response, []byte) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	return resp, read(t, resp)
}

func read(t testing.TB, resp *http.Response) []byte {
	t.Helper()
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func quote(s string) string { return string(trees.AppendQuoted(nil, s)) }

func body(source, algorithm, rest string) string {
	return `{` + source + `,"algorithm":"` + algorithm + `"` + rest + `}`
}

func textBody(algorithm, rest string) string { return body(`"text":`+quote(korf6), algorithm, rest) }

func checkProblem(t *testing.T, resp *http.Response, b []byte, status int, path, words string) {
	t.Helper()
	var p problem
	if err := json.Unmarshal(b, &p); err != nil {
		t.Fatalf("%s %s: the answer %.200q is not JSON: %v", resp.Request.Method, resp.Request.URL, b, err)
	}
	if kind := resp.Header.Get("Content-Type"); kind != "application/problem+json" {
		t.Errorf("Content-Type = %q, want application/problem+json", kind)
	}
	if resp.StatusCode != status || p.Status != status {
		t.Errorf("status = %d (in the document %d), want %d: %s", resp.StatusCode, p.Status, status, b)
	}
	if p.Title == "" || len(p.Errors) == 0 {
		t.Errorf("problem %s lacks a title or its errors", b)
		return
	}
	if path != "" && p.Errors[0].Path != path {
		t.Errorf("path = %q, want %q: %s", p.Errors[0].Path, path, b)
	}
	if !strings.Contains(p.Detail, words) {
		t.Errorf("detail = %q, want %q in it", p.Detail, words)
	}
}

func TestSolve(t *testing.T) {
	_, ts := serve(t)
	for _, c := range []struct{ name, body, value, line string }{
		{"korf6 by text", textBody("maxn", ""), "[5,2,2]", "[0,1]"},
		{"korf6 with a value", textBody("maxn", `,"values":{"5":[3,0,6]}`), "[6,1,2]", "[0,2,6]"},
		{"korf6 by shallow", textBody("shallow", `,"values":{"5":[3,0,6]}`), "[6,1,2]", "[0,2,6]"},
		{"korf6 from another root", textBody("maxn", `,"options":{"root":3}`), "[2,2,5]", "[3,4]"},
		{"a document", body(`"tree":{"players":1,"root":{"player":1,"children":[{"value":[0.5]},{"value":[0.1]}]}}`, "maxn", ""), "[0.5]", "[0,1]"},
		{"minimax", body(`"text":"kind minimax max[ min[ 3 5 ] min[ 2 9 ] ]"`, "alphabeta", ""), "3", "[0,1,2]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, b := post(t, ts.URL+"/api/v1/solve", c.body)
			var got struct {
				Value, Line, Stats json.RawMessage
				Truth              struct{ Agrees *bool }
			}
			if err := json.Unmarshal(b, &got); err != nil || resp.StatusCode != 200 {
				t.Fatalf("status %d, %v: %s", resp.StatusCode, err, b)
			}
			if string(got.Value) != c.value || string(got.Line) != c.line {
				t.Errorf("solve = %s by %s, want %s by %s", got.Value, got.Line, c.value, c.line)
			}
			if got.Truth.Agrees == nil || !*got.Truth.Agrees {
				t.Errorf("the truth of a sound run must agree: %s", b)
			}
		})
	}
}

func TestSolveYardstick(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	_, ts := serve(t)
	resp, b := post(t, ts.URL+"/api/v1/solve", body(`"generate":`+yardstick, "maxn", ""))
	if resp.StatusCode != 200 || !bytes.HasPrefix(b, []byte(`{"value":[55,19,26],"line":[0,`)) || !bytes.Contains(b, []byte(`"nodes":12207031,`)) {
		t.Errorf("h32 b=5 d=10 = %d %s", resp.StatusCode, b)
	}
	if bytes.Contains(b, []byte(`"truth"`)) {
		t.Errorf("an implicit tree has no truth: %s", b)
	}
}

// TestLine holds the line of a run that nobody watched against that of the trace.
func TestLineOfAnImplicitTree(t *testing.T) {
	_, ts := serve(t)
	request := body(`"generate":{"kind":"random","branching":3,"depth":4,"players":4,"maxsum":20,"seed":7}`, "shallow", "")
	_, solved := post(t, ts.URL+"/api/v1/solve", request)
	_, traced := post(t, ts.URL+"/api/v1/trace", request)
	var want, got struct {
		Value []float64
		Line  []int
	}
	lines := bytes.Split(bytes.TrimSpace(traced), []byte("\n"))
	if err := json.Unmarshal(lines[len(lines)-1], &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(solved, &got); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || len(got.Line) != 5 {
		t.Errorf("solve = %v, want %v as in the trace", got, want)
	}
}

func TestTrace(t *testing.T) {
	_, ts := serve(t)
	resp, b := post(t, ts.URL+"/api/v1/trace", textBody("maxn", ""))
	if kind := resp.Header.Get("Content-Type"); kind != "application/x-ndjson" {
		t.Errorf("Content-Type = %q", kind)
	}
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	for i, l := range lines {
		var e struct {
			Seq  int
			Type string
		}
		if err := json.Unmarshal([]byte(l), &e); err != nil || e.Seq != i {
			t.Fatalf("line %d is %s (%v)", i, l, err)
		}
	}
	if !strings.Contains(lines[0], `"type":"start"`) || !strings.Contains(lines[len(lines)-1], `"type":"done"`) {
		t.Errorf("the trace goes from %s to %s", lines[0], lines[len(lines)-1])
	}
	if _, again := post(t, ts.URL+"/api/v1/trace", textBody("maxn", "")); !bytes.Equal(b, again) {
		t.Error("the same request gave other bytes")
	}
}

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

// TestTraceEndsWithItsReader: the search of a reader that goes away stops.
func TestTraceEndsWithItsReader(t *testing.T) {
	s, ts := serve(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, "POST", ts.URL+"/api/v1/trace",
		strings.NewReader(body(`"generate":`+strings.Replace(yardstick, `"depth":10`, `"depth":20`, 1), "maxn", "")))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(resp.Body).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if n := len(s.searches); n != 1 {
		t.Fatalf("%d searches are running, want 1", n)
	}
	cancel()
	eventually(t, 100*time.Millisecond, func() bool { return len(s.searches) == 0 }, "the search goes on after its reader has gone")
}

func eventually(t testing.TB, in time.Duration, ok func() bool, message string) {
	t.Helper()
	if raceDetector {
		in *= 10 // the detector slows everything down by about as much
	}
	for end := time.Now().Add(in); ; time.Sleep(time.Millisecond) {
		if ok() {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("after %s: %s", in, message)
		}
	}
}

func TestParse(t *testing.T) {
	_, ts := serve(t)
	_, fromText := post(t, ts.URL+"/api/v1/parse", `{"text":`+quote(korf6)+`}`)
	var doc struct {
		Tree  json.RawMessage
		Text  string
		Nodes int
	}
	if err := json.Unmarshal(fromText, &doc); err != nil {
		t.Fatalf("%v: %s", err, fromText)
	}
	if doc.Nodes != 7 {
		t.Errorf("nodes = %d, want 7", doc.Nodes)
	}
	_, fromTree := post(t, ts.URL+"/api/v1/parse", `{"tree":`+string(doc.Tree)+`}`)
	if !bytes.Equal(fromText, fromTree) {
		t.Errorf("parse of the tree = %s, want %s as of the text", fromTree, fromText)
	}
	_, again := post(t, ts.URL+"/api/v1/parse", `{"text":`+quote(doc.Text)+`}`)
	if !bytes.Equal(fromText, again) {
		t.Errorf("parse of the normalised text = %s, want %s", again, fromText)
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

func TestAddresses(t *testing.T) {
	_, ts := serve(t)
	for _, path := range []string{"/api/", "/api/v1", "/api/v2/solve", "/api/v1/figures/nope", "/api/v1/solve/"} {
		resp, b := get(t, ts.URL+path)
		checkProblem(t, resp, b, 404, "", "")
	}
	for path, allow := range map[string]string{"/api/v1/solve": "POST", "/api/v1/trace": "POST", "/api/v1/parse": "POST"} {
		resp, b := get(t, ts.URL+path)
		checkProblem(t, resp, b, 405, path, allow)
		if got := resp.Header.Get("Allow"); got != allow {
			t.Errorf("Allow of %s = %q, want %q", path, got, allow)
		}
	}
	resp, b := post(t, ts.URL+"/api/v1/figures", "{}")
	checkProblem(t, resp, b, 405, "", "GET, HEAD")
	if resp, _ := get(t, ts.URL+"/healthz"); resp.StatusCode != 200 {
		t.Errorf("/healthz = %d", resp.StatusCode)
	}
	head, err := http.Head(ts.URL + "/api/v1/algorithms")
	if err != nil || head.StatusCode != 200 {
		t.Errorf("HEAD = %v, %v", head, err)
	}
}

func TestHeaders(t *testing.T) {
	_, ts := serve(t)
	for _, path := range []string{"/healthz", "/static/icon.svg", "/api/v1/algorithms", "/api/nope", "/nope"} {
		resp, _ := get(t, ts.URL+path)
		policy := resp.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("policy of %s = %q", path, policy)
		}
		if got := resp.Header.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("X-Content-Type-Options of %s = %q", path, got)
		}
	}
}

func TestAssets(t *testing.T) {
	_, ts := serve(t)
	r, _ := http.NewRequest("GET", ts.URL+"/static/js/theme.js", nil)
	r.Header.Set("Accept-Encoding", "br, gzip")
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Header.Get("Content-Encoding") != "gzip" || resp.Header.Get("Content-Type") != assetTypes[".js"] {
		t.Fatalf("headers = %v", resp.Header)
	}
	unzipped, err := gzip.NewReader(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	zipped, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "gzip;q=0")
	if resp, err = http.DefaultTransport.RoundTrip(r); err != nil {
		t.Fatal(err)
	}
	if plain := read(t, resp); !bytes.Equal(plain, zipped) || resp.Header.Get("Content-Encoding") != "" {
		t.Errorf("unzipped it is %d bytes, plain %d", len(zipped), len(plain))
	}
	r.Header.Set("If-None-Match", resp.Header.Get("ETag"))
	if resp, err = http.DefaultTransport.RoundTrip(r); err != nil || resp.StatusCode != 304 {
		t.Errorf("with its ETag: %v, %v", resp.Status, err)
	}
	for _, path := range []string{"/static/", "/static/static.go", "/static/js", "/static/../static/static.go", "/static/no.js", "/static/%2e%2e/go.mod"} {
		if resp, _ := get(t, ts.URL+path); resp.StatusCode != 404 {
			t.Errorf("%s = %d, want 404", path, resp.StatusCode)
		}
	}
}

// TestSlots: past the limit of searches a request is told so, and not queued.
func TestSlots(t *testing.T) {
	s, ts := serve(t)
	for range MaxSearches {
		s.searches <- struct{}{}
	}
	resp, b := post(t, ts.URL+"/api/v1/solve", textBody("maxn", ""))
	checkProblem(t, resp, b, 503, "searches", fmt.Sprint(MaxSearches))
	for range MaxSearches {
		<-s.searches
	}
}

// TestShutdownOfStreams: a stream gets a last event, also when its reader has stopped reading.
func TestShutdownOfStreams(t *testing.T) {
	s, ts := serve(t)
	request := body(`"generate":`+strings.Replace(yardstick, `"depth":10`, `"depth":20`, 1), "maxn", "")
	resp, err := http.Post(ts.URL+"/api/v1/trace", "application/json", strings.NewReader(request))
	if err != nil {
		t.Fatal(err)
	}
	stuck, err := net.Dial("tcp", ts.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer stuck.Close()
	fmt.Fprintf(stuck, "POST /api/v1/trace HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(request), request)
	eventually(t, time.Second, func() bool { return len(s.searches) == 2 }, "two searches are wanted")
	time.AfterFunc(50*time.Millisecond, func() { s.Shutdown(context.Background()) })
	var last string
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		last = lines.Text()
	}
	if !strings.Contains(last, `"type":"error"`) || !strings.Contains(last, "shutting down") {
		t.Errorf("the stream ends with %q", last)
	}
	eventually(t, 2*stopTime, func() bool { return len(s.searches) == 0 }, "a search goes on after shutdown")
	resp, b := post(t, ts.URL+"/api/v1/solve", textBody("maxn", ""))
	checkProblem(t, resp, b, 503, "", "shutting down")
}

func TestPanic(t *testing.T) {
	s := New(Config{})
	s.routes.Get("/api/v1/panic", func(http.ResponseWriter, *http.Request) { panic("on purpose") })
	ts := httptest.NewServer(s)
	defer ts.Close()
	resp, b := get(t, ts.URL+"/api/v1/panic")
	checkProblem(t, resp, b, 500, "", "logged")
	if strings.Contains(string(b), "on purpose") {
		t.Errorf("the problem tells what is ours: %s", b)
	}
}
