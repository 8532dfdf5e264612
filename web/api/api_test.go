package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"espalier/trees/treetest"
	"espalier/web/webtest"
)

func TestSolve(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ name, body, value, line string }{
		{"korf6 by text", webtest.TextBody("maxn", ""), "[5,2,2]", "[0,1]"},
		{"korf6 with a value", webtest.TextBody("maxn", `,"values":{"5":[3,0,6]}`), "[6,1,2]", "[0,2,6]"},
		{"korf6 by shallow", webtest.TextBody("shallow", `,"values":{"5":[3,0,6]}`), "[6,1,2]", "[0,2,6]"},
		{"korf6 from another root", webtest.TextBody("maxn", `,"options":{"root":3}`), "[2,2,5]", "[3,4]"},
		{"a document", webtest.Body(`"tree":{"players":1,"root":{"player":1,"children":[{"value":[0.5]},{"value":[0.1]}]}}`, "maxn", ""), "[0.5]", "[0,1]"},
		{"minimax", webtest.Body(`"text":"kind minimax max[ min[ 3 5 ] min[ 2 9 ] ]"`, "alphabeta", ""), "3", "[0,1,2]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, b := webtest.Post(t, ts.URL+"/api/v1/solve", c.body)
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
	treetest.SkipUnderRace(t)
	if testing.Short() {
		t.Skip()
	}
	_, ts := webtest.Serve(t)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/solve", webtest.Body(`"generate":`+webtest.Generator, "maxn", ""))
	if resp.StatusCode != 200 || !bytes.HasPrefix(b, []byte(`{"value":[55,19,26],"line":[0,`)) || !bytes.Contains(b, []byte(`"nodes":12207031,`)) {
		t.Errorf("h32 b=5 d=10 = %d %s", resp.StatusCode, b)
	}
	if bytes.Contains(b, []byte(`"truth"`)) {
		t.Errorf("an implicit tree has no truth: %s", b)
	}
}

// A solve without an observer returns the line of the trace.
func TestLineOfImplicitTreeEqualsTrace(t *testing.T) {
	_, ts := webtest.Serve(t)
	request := webtest.Body(`"generate":{"kind":"random","branching":3,"depth":4,"players":4,"maxsum":20,"seed":7}`, "shallow", "")
	_, solved := webtest.Post(t, ts.URL+"/api/v1/solve", request)
	_, traced := webtest.Post(t, ts.URL+"/api/v1/trace", request)
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
	_, ts := webtest.Serve(t)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/trace", webtest.TextBody("maxn", ""))
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
	if _, again := webtest.Post(t, ts.URL+"/api/v1/trace", webtest.TextBody("maxn", "")); !bytes.Equal(b, again) {
		t.Error("the same request gave other bytes")
	}
}

func TestTraceEndsWithClient(t *testing.T) {
	s, ts := webtest.Serve(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, "POST", ts.URL+"/api/v1/trace",
		strings.NewReader(webtest.Body(`"generate":`+strings.Replace(webtest.Generator, `"depth":10`, `"depth":20`, 1), "maxn", "")))
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(resp.Body).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if n, _ := s.Searches(); n != 1 {
		t.Fatalf("%d searches are running, want 1", n)
	}
	cancel()
	webtest.Eventually(t, 100*time.Millisecond, func() bool { all, _ := s.Searches(); return all == 0 }, "the search goes on after its reader has gone")
}

func TestParse(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, fromText := webtest.Post(t, ts.URL+"/api/v1/parse", `{"text":`+webtest.Quote(webtest.Korf6)+`}`)
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
	_, fromTree := webtest.Post(t, ts.URL+"/api/v1/parse", `{"tree":`+string(doc.Tree)+`}`)
	if !bytes.Equal(fromText, fromTree) {
		t.Errorf("parse of the tree = %s, want %s as of the text", fromTree, fromText)
	}
	_, again := webtest.Post(t, ts.URL+"/api/v1/parse", `{"text":`+webtest.Quote(doc.Text)+`}`)
	if !bytes.Equal(fromText, again) {
		t.Errorf("parse of the normalised text = %s, want %s", again, fromText)
	}
}
