package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
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
	if want := bytes.Replace(fromText, []byte(`"read_as":"espalier","called":"the text notation"`), []byte(`"read_as":"json","called":"a tree document"`), 1); !bytes.Equal(fromTree, want) {
		t.Errorf("parse of the tree = %s, want %s as of the text", fromTree, want)
	}
	_, again := webtest.Post(t, ts.URL+"/api/v1/parse", `{"text":`+webtest.Quote(doc.Text)+`}`)
	if !bytes.Equal(fromText, again) {
		t.Errorf("parse of the normalised text = %s, want %s", again, fromText)
	}
}

// A text is in any notation. The answer says which one, what was assumed, and how else the
// text can be read.
func TestParseOtherNotations(t *testing.T) {
	_, ts := webtest.Serve(t)
	doc := webtest.Description(t)
	const game = "EFG 2 R \"g\" { \"A\" \"B\" }\np \"\" 1 1 \"\" { \"L\" \"R\" } 0\nt \"\" 1 \"\" { 3, 1 }\nc \"\" 1 \"\" { \"x\" 1/2 \"y\" 1/2 } 0\nt \"\" 2 \"\" { 0, 2 }\nt \"\" 3 \"\" { 4, 0 }\n"
	for _, c := range []struct{ body, want string }{
		{`{"text":"[[3,12],[2,4]]"}`, `"text":"kind minimax\nmax[ min[ 3  12 ]  min[ 2  4 ] ]\n","nodes":7,"read_as":"nested","called":"nested lists","notes":["Max moves at the root, then in turn: nothing said who moves."],"choices":[{"as":"nested","root":"min","words":"Min first","note":0},{"as":"children","words":"Read it as JSON of nodes"}]}`},
		{`{"text":"[[3,12],[2,4]]","root":"min"}`, `"text":"kind minimax\nmin[ max[ 3  12 ]  max[ 2  4 ] ]\n","nodes":7,"read_as":"nested","called":"nested lists","notes":["Min moves at the root, then in turn: nothing said who moves."]`},
		{`{"text":"[[3,12],[2,4]]","root":2}`, `"notes":["Min moves at the root, then in turn: nothing said who moves."]`},
		{`{"text":"[[3,12],[2,4]]","as":"children","root":null}`, `"text":"players 2\n1[ (3,12)  (2,4) ]\n","nodes":3,"read_as":"children"`},
		{`{"text":"*[ @0.3333333333333333 a: 1 @0.6666666666666666 b: 0.30000000000000004 ]"}`, `*[ @1/3 a: 1  @2/3 b: 0.30000000000000004 ]\n","nodes":3,"read_as":"espalier","called":"the text notation","notes":["Every leaf is a single number, so this is a minimax tree.","The probabilities at the root are rounded, and are read as fractions that add up to 1: 0.3333333333333333 as 1/3."]`},
		{`{"tree":{"kind":"minimax","root":{"chance":true,"children":[{"prob":0.3333333333333333,"value":1},{"prob":0.6666666666666666,"value":2}]}}}`, `"notes":["The probabilities at the root are rounded`},
		{`{"text":"((3,17),(2,12))","as":"levels"}`, `"text":"kind minimax\nmax[ min[ 3  17 ]  min[ 2  12 ] ]\n","nodes":7,"read_as":"levels","called":"nested lists of levels alone","notes":["Max moves at the root, then in turn: nothing said who moves.","Round brackets are levels here."],"choices":[{"as":"levels","root":"min","words":"Min first","note":0},{"as":"nested","words":"Brackets are scores","note":1}]}`},
		{`{"text":"{\"player\":\"Bob\",\"children\":[{\"player\":\"Ann\",\"children\":[[1,2],[2,1]]},[3,0]]}","players":["Ann","Bob"]}`, `"choices":[{"as":"children","players":["Bob","Ann"],"words":"1 is Bob, 2 is Ann"`},
		{`{"text":"Max\n  3,5\n  2,25"}`, `"choices":[{"as":"outline","numbers":"scores","words":"A comma is between two scores","note":0}]`},
		{`{"text":"Max\n  3,5\n  2,25","numbers":"scores"}`, `"text":"players 2\n1[ (3,5)  (2,25) ]\n"`},
		{`{"text":"max(3,5)"}`, `"read_as":"calls","called":"function calls","notes":[]}`},
		{`{"text":"1[3 5]"}`, `"read_as":"espalier","called":"the text notation","notes":["Every leaf is a single number, so this is a minimax tree.","Player 1 is Max."]`},
		{`{"efg":` + webtest.Quote("EFG 2 R \"\" { \"A\" } t \"\" 1 \"\" { 3 }") + `}`, `"read_as":"efg","called":"a Gambit file","notes":["Players have numbers`},
		{`{"text":` + webtest.Quote(game) + `}`, `"text":"players 2 title \"g\"\n1[ <L> (3,1)  <R> *[ <x> @0.5 (0,2)  <y> @0.5 (4,0) ] ]\n","nodes":5,"read_as":"efg"`},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/parse", c.body)
		if resp.StatusCode != 200 || !bytes.Contains(b, []byte(c.want)) {
			t.Errorf("%s = %s %s, want %s", c.body, resp.Status, b, c.want)
		}
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", "Parsed"), v, ""); err != nil {
			t.Errorf("%s: %v", c.body, err)
		}
	}
	for _, c := range []struct{ body, path, message string }{
		{`{"text":"[[3,12],[2,w]]"}`, "line 1, column 12", "the text is read as nested lists"},
		{`{"text":"[[3,12],[2,4]]","as":"calls"}`, "line 1, column 1", "expected a call"},
		{`{"text":"[3]","as":"abc"}`, "as", "there are espalier, json"},
		{`{"text":"[3]","root":"nobody"}`, "root", "is not a mover"},
		{`{"text":"[3]","root":9}`, "root", "is not a mover"},
		{`{"text":"[3]","numbers":"pairs"}`, "numbers", "there are one, scores, leaves and chances"},
		{`{"text":"[3]","numbers":"one"}`, "numbers", "leave numbers out"},
		{`{"text":"{\"player\":\"Bob\",\"children\":[[1,2],[2,1]]}","players":["Bob","Ann","Eve"]}`, "players", "3 players"},
		{`{"text":"[[1,2]]","players":["Bob","Ann"]}`, "players", "leave players out"},
		{`{"text":"max(3,5)","players":["Bob","Bob"]}`, "players", "twice"},
		{`{"text":"max(3,5)","root":"min"}`, "root", "the text says who moves"},
		{`{"text":"[3]","changes":["chance"]}`, "changes", "there is no key"},
		{`{"tree":{"players":1,"root":{"value":[1]}},"as":"nested"}`, "as", "as says how a text is read, and this source is tree"},
		{`{"text":"digraph {}"}`, "line 1, column 1", "nested lists (nested), as [[3,12,8],[2,4,6]]"},
		{`{"text":` + webtest.Quote(strings.Replace(game, "1/2", "1/3", 1)) + `}`, "line 4, column 11", "add up to 5/6, not to 1"},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/parse", c.body)
		webtest.CheckProblem(t, resp, b, 422, c.path, c.message)
	}
}

// Every source that is a text is in any notation, and a saved tree keeps how it was read.
func TestOtherNotationsAsSources(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	if resp, b := webtest.Post(t, ts.URL+"/api/v1/solve", `{"text":"[[3,12,8],[2,4,6]]","algorithm":"minimax"}`); !bytes.Contains(b, []byte(`"value":3`)) {
		t.Errorf("solve = %s %s", resp.Status, b)
	}
	resp, b := webtest.Post(t, ts.URL+"/api/v1/trees", `{"text":"[[3,12,8],[2,4,6]]","root":"min"}`)
	var made struct {
		ID      string
		Nodes   int
		Remarks []string
	}
	if err := json.Unmarshal(b, &made); err != nil || made.Nodes != 9 || !slices.Equal(made.Remarks, []string{"Read as nested lists.", "Min moves at the root, then in turn: nothing said who moves."}) {
		t.Fatalf("made: %s %s", resp.Status, b)
	}
	_, b = webtest.Get(t, ts.URL+"/api/v1/trees/"+made.ID)
	if !bytes.Contains(b, []byte(`"notes":"Read as nested lists.\nMin moves at the root, then in turn: nothing said who moves."`)) || !bytes.Contains(b, []byte("min[ max[ 3  12  8 ]")) {
		t.Errorf("the tree that was made is %s", b)
	}
	// Comments of the text notation are kept, also where the kind is left out.
	resp, b = webtest.Post(t, ts.URL+"/api/v1/trees", `{"text":"max[ 3 # three\n 5 ]"}`)
	if err := json.Unmarshal(b, &made); err != nil {
		t.Fatalf("made: %s %s", resp.Status, b)
	}
	if _, b = webtest.Get(t, ts.URL+"/api/v1/trees/"+made.ID); !bytes.Contains(b, []byte(`# three`)) {
		t.Errorf("the tree that was made is %s", b)
	}
}
