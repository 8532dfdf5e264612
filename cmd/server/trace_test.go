package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const rightTrace = `{"kind":"minimax","algorithm":"alphabeta"}
{"type":"enter","id":"a","player":1}
{"type":"enter","id":"b","player":2}
{"type":"leaf","id":"d","value":5}
{"type":"leaf","id":"e","value":4}
{"type":"exit","id":"b","value":4}
{"type":"enter","id":"c","player":2}
{"type":"leaf","id":"f","value":3}
{"type":"prune","id":"c","cut":["g"]}
{"type":"exit","id":"c","value":3}
{"type":"exit","id":"a","value":4}
`

// TestTraceCheck checks the exit status and the forms of the report.
func TestTraceCheck(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	right := file("right.ndjson", rightTrace)
	wrong := file("wrong.ndjson", strings.Replace(rightTrace, `"id":"f","value":3`, `"id":"f","value":6`, 1))
	early := file("early.ndjson", rightTrace[:strings.LastIndex(rightTrace, `{"type":"exit","id":"a"`)])
	broken := file("broken.ndjson", rightTrace+"{")
	tie := file("tie.ndjson", `{"type":"enter","id":1,"player":1}
{"type":"leaf","value":[2,1]}
{"type":"leaf","value":[2,2]}
{"type":"exit","value":[2,2]}
`)
	tree := file("tree.txt", `kind minimax max[ b: min[ d: 5 e: 4 ] c: min[ f: 3 g: 9 ] ]`)
	for _, c := range []struct {
		args   string
		status int
		says   string // in what is printed, or in what is printed as an error
	}{
		{right, 0, "right.ndjson: right"},
		{wrong, 1, "line 9: error (unsound): The cut at c is unsound."},
		{early, 1, "incomplete: the root has not ended"},
		{broken, 2, "line 12: expected a key in quotes, found the end of the line"},
		{right + " " + wrong, 1, "wrong.ndjson: wrong"},
		{right + " " + broken, 2, "right.ndjson: right"},
		{right + " -algorithm minimax", 1, "error (not-this)"},
		{right + " -tree " + tree, 0, "right"},
		{tie, 0, "note (tie)"},
		{tie + " -ties left", 1, "error (tie)"},
		{"-", 0, "-: right"},
		{filepath.Join(folder, "none"), 2, "cannot be read"},
		{right + " -format yaml", 2, "-format is \"yaml\""},
		{right + " -algorithm none", 2, "there is no algorithm \"none\""},
		{right + " -tree " + broken, 2, "broken.ndjson"},
		{"", 2, "trace check needs a file"},
	} {
		var out, errors bytes.Buffer
		status := traces(t.Context(), append([]string{"check"}, strings.Fields(c.args)...), strings.NewReader(rightTrace), &out, &errors)
		if said := out.String() + errors.String(); status != c.status || !strings.Contains(said, c.says) {
			t.Errorf("trace check %s: status %d, want %d with %q: %s", strings.ReplaceAll(c.args, folder, "."), status, c.status, c.says, said)
		}
	}
	run := func(format string) []byte {
		var out bytes.Buffer
		traces(t.Context(), []string{"check", right, wrong, "-format", format}, nil, &out, &out)
		return out.Bytes()
	}
	var graded struct {
		Files []struct{ Verdict string }
		Tests []struct {
			Status string
			Score  int
		}
	}
	if err := json.Unmarshal(run("json"), &graded); err != nil || len(graded.Files) != 2 || graded.Files[1].Verdict != "wrong" || graded.Tests[0].Status != "passed" || graded.Tests[1].Score != 0 {
		t.Errorf("json: %v, %+v", err, graded)
	}
	var suite junitSuite
	if err := xml.Unmarshal(run("junit"), &suite); err != nil || suite.Tests != 2 || suite.Failures != 1 || suite.Cases[1].Failure == nil {
		t.Errorf("junit: %v, %+v", err, suite)
	}
	var sarif struct {
		Version string
		Runs    []struct {
			Results []struct{ RuleID, Level string }
		}
	}
	if err := json.Unmarshal(run("sarif"), &sarif); err != nil || sarif.Version != "2.1.0" || len(sarif.Runs[0].Results) == 0 || sarif.Runs[0].Results[0].RuleID != "unsound" {
		t.Errorf("sarif: %v, %+v", err, sarif)
	}
}
