package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"espalier/trees/treetest"
	"espalier/web/webtest"
)

type counterLine struct {
	Type, Text, Detail string
	Tree               json.RawMessage
	Nodes, Tries, Seed int
	Value              json.RawMessage
	Truth              struct{ Value json.RawMessage }
	Leaves             []int
	Values             map[string]json.RawMessage
	Exhaustive         bool
	Combinations       *int
}

// postCounterexamples returns the last line, and how many lines came before it.
func postCounterexamples(t *testing.T, url, body string) (last counterLine, before int) {
	t.Helper()
	resp, b := webtest.Post(t, url+"/api/v1/counterexamples", body)
	if kind := resp.Header.Get("Content-Type"); resp.StatusCode != 200 || kind != "application/x-ndjson" {
		t.Fatalf("%s: status %d, %s: %s", body, resp.StatusCode, kind, b)
	}
	doc := webtest.Description(t)
	lines := bytes.Split(bytes.TrimSpace(b), []byte("\n"))
	for i, line := range lines {
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", "CounterexampleLine"), v, ""); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		last = counterLine{}
		if err := json.Unmarshal(line, &last); err != nil {
			t.Fatal(err)
		}
		if i < len(lines)-1 && last.Type != "progress" {
			t.Errorf("line %d is %s, want progress", i, line)
		}
	}
	return last, len(lines) - 1
}

// The counterexample to deep pruning has at most 9 nodes, and a solve of it
// returns the same wrong value.
func TestCounterexamples(t *testing.T) {
	treetest.SkipUnderRace(t)
	_, ts := webtest.Serve(t)
	request := `{"algorithm":"deep","options":{},"players":3,"branching":3,"depth":3,"nodes":15,"maxsum":9,"delta":1,"seed":1}`
	start := time.Now()
	found, progress := postCounterexamples(t, ts.URL, request)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %v, want at most 5 s", took)
	}
	if found.Type != "found" || found.Nodes > 9 || found.Tries == 0 || found.Seed != 1 || progress == 0 {
		t.Fatalf("found %+v after %d lines, want a tree of at most 9 nodes", found, progress)
	}
	if bytes.Equal(found.Value, found.Truth.Value) {
		t.Errorf("value and truth are both %s", found.Value)
	}
	for _, source := range []string{`"tree":` + string(found.Tree), `"text":` + webtest.Quote(found.Text)} {
		_, b := webtest.Post(t, ts.URL+"/api/v1/solve", webtest.Body(source, "deep", ""))
		var got counterLine
		if json.Unmarshal(b, &got) != nil || !bytes.Equal(got.Value, found.Value) || !bytes.Equal(got.Truth.Value, found.Truth.Value) {
			t.Errorf("solve = %s, want the value %s and the truth %s", b, found.Value, found.Truth.Value)
		}
	}
	again, _ := postCounterexamples(t, ts.URL, request)
	if again.Text != found.Text || again.Tries != found.Tries {
		t.Errorf("the same seed again: %s, want %s", again.Text, found.Text)
	}
	none, _ := postCounterexamples(t, ts.URL, `{"algorithm":"deep","depth":2,"tries":50000}`)
	if none.Type != "none" || none.Tries != 50_000 || none.Exhaustive || !strings.Contains(none.Detail, "sample") {
		t.Errorf("two plies: %+v, want none, and words that it is a sample", none)
	}
	two, _ := postCounterexamples(t, ts.URL, `{"algorithm":"deep","players":2,"tries":500000}`)
	if two.Type != "found" || two.Nodes > 9 {
		t.Errorf("two players: %s of %d nodes, want a tree of 9 at most: maxsum only bounds the sum", two.Type, two.Nodes)
	}
}

func TestCounterexamplesOfATree(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, source := range []string{`"text":` + webtest.Quote(webtest.Korf6), `"figure":"k1991-fig6","values":{"5":[2,3,4]}`} {
		found, _ := postCounterexamples(t, ts.URL, webtest.Body(source, "deep", ""))
		if found.Type != "found" || !found.Exhaustive || len(found.Leaves) != 1 || found.Leaves[0] != 5 || found.Values["5"] == nil {
			t.Fatalf("found %+v, want a value of leaf 5, exhaustive", found)
		}
		_, b := webtest.Post(t, ts.URL+"/api/v1/solve", webtest.TextBody("deep", `,"values":{"5":`+string(found.Values["5"])+`}`))
		if !bytes.Contains(b, []byte(`"agrees":false`)) {
			t.Errorf("solve with leaf 5 = %s: %s, want a wrong value", found.Values["5"], b)
		}
	}
	none, _ := postCounterexamples(t, ts.URL, webtest.Body(`"text":"players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (4,1,4) ] ]"`, "deep", ""))
	if none.Type != "none" || !none.Exhaustive || none.Combinations == nil || *none.Combinations != 220 || none.Tries != 220 {
		t.Errorf("a tree that cannot fail: %+v, want none of all 220", none)
	}
}

func TestCounterexamplesRejects(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct {
		body   string
		status int
		path   string
		words  string
	}{
		{`{"algorithm":"shallow"}`, 422, "algorithm", "shallow is sound"},
		{`{"algorithm":"speculative"}`, 422, "algorithm", "as_printed"},
		{webtest.Body(`"text":`+webtest.Quote(webtest.Korf6), "maxn", ""), 422, "algorithm", "maxn is sound"},
		{`{"algorithm":"depp"}`, 422, "algorithm", "there is no algorithm"},
		{`{}`, 422, "algorithm", "missing"},
		{`{"algorithm":"deep","options":{"depth":2}}`, 422, "options.depth", "to the leaves"},
		{`{"algorithm":"deep","players":9}`, 422, "players", "2 to 8"},
		{`{"algorithm":"deep","nodes":501}`, 422, "nodes", "3 to 500"},
		{`{"algorithm":"deep","delta":0}`, 422, "delta", "above 0"},
		{`{"algorithm":"deep","maxsum":true}`, 422, "maxsum", "a number"},
		{`{"algorithm":"deep","tries":0}`, 422, "tries", "1 to"},
		{`{"algorithm":"deep","seeds":1}`, 422, "seeds", "there is no key"},
		{`{"algorithm":"deep","leaves":[1]}`, 422, "leaves", "only for a given tree"},
		{`{"algorithm":"deep","generate":{"kind":"h32","branching":2,"depth":3}}`, 422, "generate", "there is no key"},
		{webtest.Body(`"figure":"k1991-fig6"`, "deep", `,"players":3`), 422, "players", "random trees"},
		{webtest.Body(`"figure":"k1991-fig6"`, "deep", `,"leaves":[2]`), 422, "leaves[0]", "not a leaf"},
		{webtest.Body(`"figure":"k1991-fig6"`, "deep", `,"text":"players 3 1[(1,1,1)]"`), 422, "figure", "one source"},
		{`{"algorithm":"deep","seed":1,"seed":2}`, 400, "seed", "twice"},
		{`[]`, 422, "body", "an object"},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/counterexamples", c.body)
		path := c.path
		if c.words == "one source" || c.path == "body" {
			path = "" // either of the two
		}
		status := c.status
		if c.path == "body" {
			status = resp.StatusCode
		}
		webtest.CheckProblem(t, resp, b, status, path, c.words)
	}
}

// Closing the connection ends the search and releases its slot.
func TestCounterexamplesEndWithClient(t *testing.T) {
	s, ts := webtest.Serve(t)
	ctx, cancel := context.WithCancel(context.Background())
	r, _ := http.NewRequestWithContext(ctx, "POST", ts.URL+"/api/v1/counterexamples", strings.NewReader(`{"algorithm":"deep","players":2,"tries":20000000}`))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(resp.Body, make([]byte, 20)); err != nil {
		t.Fatal(err)
	}
	cancel()
	resp.Body.Close()
	webtest.Eventually(t, 5*time.Second, func() bool { _, implicit := s.Searches(); return implicit == 0 }, "the search goes on 5 s after its client has gone")
}

func TestRegion(t *testing.T) {
	_, ts := webtest.Serve(t)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/region", webtest.TextBody("deep", `,"leaf":5,"players":[2,3]`))
	if resp.StatusCode != 200 {
		t.Fatalf("region: %s", b)
	}
	doc := webtest.Description(t)
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", "Region"), v, ""); err != nil {
		t.Error(err)
	}
	if !bytes.Contains(b, []byte(`"of":220`)) || !bytes.Contains(b, []byte(`{"scores":[0,6],"wrong":4,"of":4}`)) {
		t.Errorf("region of Korf's f: %s, want 220 values, and all 4 with 0 and 6 wrong", b)
	}
	for _, c := range []struct{ rest, path, words string }{
		{`,"players":[2,3]`, "leaf", "missing"},
		{`,"leaf":5`, "players", "[2,3]"},
		{`,"leaf":5,"players":[2,2]`, "players", "different"},
		{`,"leaf":2,"players":[2,3]`, "leaves[0]", "not a leaf"},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/region", webtest.TextBody("deep", c.rest))
		webtest.CheckProblem(t, resp, b, 422, c.path, c.words)
	}
	resp, b = webtest.Post(t, ts.URL+"/api/v1/region", webtest.TextBody("shallow", `,"leaf":5,"players":[2,3]`))
	webtest.CheckProblem(t, resp, b, 422, "algorithm", "sound")
}
