package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp"
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
	stopped := file("stopped here #1.ndjson", rightTrace[:strings.LastIndex(rightTrace, `,"value":4}`)])
	afterEnd := file("after-end.ndjson", rightTrace+`{"type":"do`)
	tie := file("tie.ndjson", `{"type":"enter","id":1,"player":1}
{"type":"leaf","value":[2,1]}
{"type":"leaf","value":[2,2]}
{"type":"exit","value":[2,2]}
`)
	paths := file("paths.ndjson", strings.NewReplacer(`"id":"a"`, `"id":"r"`, `"id":"`, `"id":"r/`, `["g"]`, `["r/c/g"]`).Replace(strings.Replace(rightTrace, `"id":"f","value":3`, `"id":"c/f","value":6`, 1)))
	tree := file("tree.txt", `kind minimax max[ b: min[ d: 5 e: 4 ] c: min[ f: 3 g: 9 ] ]`)
	chatty := file("chatty.ndjson", "Searching\n"+rightTrace+"Best move: b")
	utf16 := "\xff\xfe"
	for _, letter := range rightTrace {
		utf16 += string([]byte{byte(letter), byte(letter >> 8)})
	}
	for _, c := range []struct {
		args   string
		status int
		says   string // in what is printed, or in what is printed as an error
	}{
		{right, 0, "right.ndjson: right"},
		{wrong, 1, "line 9: error (unsound): The cut at c is unsound."},
		{paths, 1, "line 9: error (unsound): The cut at c is unsound. With g = −1 the root gets 4; without what was cut, 6. (c is r/c, g is r/c/g)"},
		{paths + " -format junit", 1, "The cut at c is unsound."},
		{paths + " -format junit", 1, "(c is r/c, g is r/c/g)"},
		{paths + " -format json", 1, `"names":{"c":"r/c","g":"r/c/g"}`},
		{early, 1, "incomplete: the root has not ended"},
		{broken, 2, "line 12: expected a key in quotes, found the end of the line"},
		{chatty, 2, "line 1 is output of the program itself, not an event: \"Searching\"; the run has 2 such lines; -skip-other leaves out such lines"},
		{chatty + " -skip-other", 0, "chatty.ndjson: right\n  note: 2 lines are output of the program itself, the first of them line 1. They were left out."},
		{chatty + " -skip-other -format json", 0, `"left_out":2`},
		{file("powershell.ndjson", utf16), 0, "powershell.ndjson: right"},
		{afterEnd, 1, "incomplete: the file stops within line 12"},
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
	run := func(format string, more ...string) []byte {
		var out bytes.Buffer
		traces(t.Context(), append([]string{"check", right, wrong, "-format", format}, more...), nil, &out, &out)
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
	for _, wrong := range againstJUnit(run("junit", broken, stopped, tie)) {
		t.Errorf("junit: %s", wrong)
	}
	for _, level := range []struct {
		file, rule, uri string
		line            int
		nodes           string
	}{
		{wrong, "unsound", "file://" + wrong, 9, "c c"},
		{paths, "unsound", "file://" + paths, 9, "c r/c, g r/c/g"},
		{early, "incomplete", "file://" + early, 10, ""},
		{stopped, "incomplete", "file://" + strings.NewReplacer(" ", "%20", "#", "%23").Replace(stopped), 11, ""},
		{broken, "unreadable", "file://" + broken, 12, ""},
	} {
		var sarif struct {
			Version string
			Runs    []struct {
				Results []struct {
					RuleID, Level string
					Locations     []struct {
						PhysicalLocation struct {
							ArtifactLocation struct{ URI string }
							Region           struct{ StartLine int }
						}
						LogicalLocations []struct{ Name, FullyQualifiedName string }
					}
				}
			}
		}
		var out bytes.Buffer
		traces(t.Context(), []string{"check", level.file, "-format", "sarif"}, nil, &out, &out)
		if err := json.Unmarshal(out.Bytes(), &sarif); err != nil || sarif.Version != "2.1.0" || len(sarif.Runs[0].Results) == 0 {
			t.Errorf("sarif: %v: %s", err, out.Bytes())
			continue
		}
		got := sarif.Runs[0].Results[0]
		at := got.Locations[0].PhysicalLocation
		if got.RuleID != level.rule || got.Level != "error" || at.ArtifactLocation.URI != level.uri || at.Region.StartLine != level.line {
			t.Errorf("sarif: %+v, want %+v", got, level)
		}
		var nodes []string
		for _, l := range got.Locations[0].LogicalLocations {
			nodes = append(nodes, l.Name+" "+l.FullyQualifiedName)
		}
		if got := strings.Join(nodes, ", "); got != level.nodes {
			t.Errorf("sarif: the nodes are %s, want %s", got, level.nodes)
		}
	}
	for name, want := range map[string]string{"a b/ü#1%.ndjson": "a%20b/%C3%BC%231%25.ndjson", "x:1.ndjson": "./x:1.ndjson", "-": "-"} {
		if got := fileURI(name); got != want {
			t.Errorf("the URI of %s is %s, want %s", name, got, want)
		}
	}
}

// TestCutOff checks that the beginning of a right run is never wrong, wherever it stops.
func TestCutOff(t *testing.T) {
	for at := strings.Index(rightTrace, `{"type":"enter","id":"b"`); at < len(rightTrace)-1; at++ {
		c := &traceCheck{stdin: strings.NewReader(rightTrace[:at])}
		f := c.check(t.Context(), "-")
		if whole := strings.HasSuffix(rightTrace[:at], `"value":4}`) && at > len(rightTrace)-3; whole {
			continue // only the end of the last line is missing
		}
		if f.err != nil || f.report.Verdict != "incomplete" {
			t.Fatalf("stopped at byte %d: %v, %+v\n%s", at, f.err, f.report, rightTrace[:at])
		}
	}
}

// againstJUnit returns where a report does not follow the rules of the schema for the JUnit reports of Ant:
// which elements come in which order, and which attributes they must have.
func againstJUnit(report []byte) (wrong []string) {
	rules := map[string]struct {
		children   string // in their order, as a regular expression over their names
		attributes map[string]string
	}{
		"testsuite": {`properties (testcase )*system-out system-err `, map[string]string{
			"name": `\S.*`, "timestamp": `\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}`, "hostname": `\S+`,
			"tests": `\d+`, "failures": `\d+`, "errors": `\d+`, "time": `\d+(\.\d+)?`}},
		"properties": {`(property )*`, nil},
		"property":   {``, map[string]string{"name": `\S.*`, "value": `.*`}},
		"testcase":   {`(error |failure )?`, map[string]string{"name": `.*`, "classname": `.*`, "time": `\d+(\.\d+)?`}},
		"failure":    {``, map[string]string{"type": `.*`, "message": `(?s).*`}},
		"error":      {``, map[string]string{"type": `.*`, "message": `(?s).*`}},
		"system-out": {``, nil},
		"system-err": {``, nil},
	}
	type open struct{ name, children string }
	stack := []open{{}}
	d := xml.NewDecoder(bytes.NewReader(report))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return append(wrong, err.Error())
		}
		switch e := token.(type) {
		case xml.StartElement:
			name := e.Name.Local
			stack[len(stack)-1].children += name + " "
			stack = append(stack, open{name: name})
			rule, known := rules[name]
			if !known {
				wrong = append(wrong, "there is no element "+name)
			}
			given := map[string]string{}
			for _, a := range e.Attr {
				given[a.Name.Local] = a.Value
				if _, known := rule.attributes[a.Name.Local]; !known {
					wrong = append(wrong, name+" has no attribute "+a.Name.Local)
				}
			}
			for a, form := range rule.attributes {
				if value, has := given[a]; !has || !regexp.MustCompile("^"+form+"$").MatchString(value) {
					wrong = append(wrong, name+": "+a+" is "+value)
				}
			}
		case xml.EndElement:
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !regexp.MustCompile("^" + rules[top.name].children + "$").MatchString(top.children) {
				wrong = append(wrong, top.name+" has "+top.children)
			}
		}
	}
	if stack[0].children != "testsuite " {
		wrong = append(wrong, "the root is "+stack[0].children)
	}
	return wrong
}
