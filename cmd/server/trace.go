package main

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/trees/foreign"
)

// maxTraceEvents is the most events of a run on the command line.
const maxTraceEvents = 10_000_000

// The exit statuses of "trace check".
const (
	allRight   = 0
	someWrong  = 1
	unreadable = 2
)

// A traceCheck is the command "trace check": it judges the runs of other programs, for a student
// and for an autograder.
type traceCheck struct {
	files   []string
	options checks.Options
	tree    *trees.Tree
	format  string
	skip    bool // program.Options.SkipOther
	stdin   io.Reader
	stdout  io.Writer
	stderr  io.Writer
}

// A checkedFile is a file with its report, or why it cannot be read.
type checkedFile struct {
	name   string
	report *checks.Report
	err    error
	cutOff int // the line within which the file stops; 0: it is whole
	took   time.Duration
}

// traceFormats are the forms of a report.
var traceFormats = []string{"text", "json", "junit", "sarif"}

// traces runs a command on traces, and returns the exit status.
func traces(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	switch {
	case len(args) > 0 && args[0] == "show":
		return showTrace(ctx, args[1:], stdin, stdout, stderr)
	case len(args) == 0 || args[0] != "check":
		fmt.Fprint(stderr, "server: trace check FILE... judges what another program has printed about its search, trace show FILE draws it; - is the standard input; trace check -h lists the options\n")
		return unreadable
	}
	c := &traceCheck{stdin: stdin, stdout: stdout, stderr: stderr}
	if err := c.read(args[1:]); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return allRight
		}
		fmt.Fprintln(stderr, "server:", err)
		return unreadable
	}
	return c.run(ctx)
}

func (c *traceCheck) read(args []string) error {
	flags := flag.NewFlagSet("server trace check", flag.ContinueOnError)
	flags.SetOutput(c.stderr)
	flags.Usage = func() {
		fmt.Fprint(c.stderr, "server trace check FILE... [options]    judges runs in the format espalier/trace/1; - is the standard input\n\nExit status 0: all are right; 1: some are wrong or incomplete; 2: something cannot be read.\n\nThe options:\n")
		flags.PrintDefaults()
	}
	flags.StringVar(&c.options.Algorithm, "algorithm", "", "compare the runs with the algorithm of this `id`, whatever their headers say: "+algorithms.ModelledIDs()+"; with another algorithm only the values are judged, or nothing")
	flags.StringVar(&c.format, "format", "text", "form of the report: "+strings.Join(traceFormats, ", "))
	tree := flags.String("tree", "", "`file` with the tree that was searched, in any notation that the server reads")
	flags.BoolVar(&c.skip, "skip-other", false, "leave out the lines that the program prints besides its events; the report says how many")
	ties := flags.String("ties", "any", "left: a tie that goes to the right is an error; any: it is a note")
	for len(args) > 0 { // options may follow the files
		if err := flags.Parse(args); err != nil {
			return err
		}
		rest := flags.Args()
		for len(rest) > 0 && (rest[0] == "-" || !strings.HasPrefix(rest[0], "-")) {
			c.files, rest = append(c.files, rest[0]), rest[1:]
		}
		args = rest
	}
	switch {
	case len(c.files) == 0:
		return errors.New("trace check needs a file; - is the standard input")
	case !slices.Contains(traceFormats, c.format):
		return fmt.Errorf("-format is %q; it is one of %s", c.format, strings.Join(traceFormats, ", "))
	case *ties != "left" && *ties != "any":
		return fmt.Errorf("-ties is %q; it is left or any", *ties)
	}
	c.options.TiesLeft = *ties == "left"
	if id := c.options.Algorithm; id != "" {
		if err := checks.Known(id); err != nil {
			return err
		}
	}
	if *tree == "" {
		return nil
	}
	text, err := os.ReadFile(*tree)
	if err != nil {
		return err
	}
	reading, err := foreign.Read(context.Background(), string(text), foreign.Options{})
	if err != nil {
		return fmt.Errorf("%s: %w", *tree, err)
	}
	c.tree = reading.Tree
	return nil
}

func (c *traceCheck) run(ctx context.Context) int {
	status := allRight
	var all []checkedFile
	for _, name := range c.files {
		f := c.check(ctx, name)
		switch {
		case f.err != nil:
			status = unreadable
		case f.report.Verdict != "right" && status == allRight:
			status = someWrong
		}
		all = append(all, f)
		if c.format == "text" {
			c.text(&f)
		}
	}
	var err error
	switch c.format {
	case "json":
		err = c.json(all)
	case "junit":
		err = c.junit(all)
	case "sarif":
		err = c.sarif(all)
	}
	if err != nil {
		fmt.Fprintln(c.stderr, "server:", err)
		return unreadable
	}
	return status
}

func (c *traceCheck) check(ctx context.Context, name string) (f checkedFile) {
	f.name = name
	began := time.Now()
	defer func() { f.took = time.Since(began) }()
	in := c.stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			f.err = err
			return f
		}
		defer file.Close()
		in = file
	}
	run, err := program.Read(in, program.Options{Tree: c.tree, Events: maxTraceEvents, SkipOther: c.skip})
	options := c.options
	if wrong := (*program.LineError)(nil); errors.As(err, &wrong) && wrong.CutOff && len(run.Nodes) > 0 {
		f.cutOff, options.CutOff, err = wrong.Line, true, nil
	}
	if program.OtherLine(err) != nil {
		err = fmt.Errorf("%w; -skip-other leaves out such lines", err)
	}
	if err == nil && len(run.Nodes) == 0 {
		err = errors.New("there is no event in it; the first line of a run may be {\"type\":\"enter\",\"id\":0,\"player\":1}")
	}
	if err == nil {
		f.report, err = checks.Of(ctx, run, options)
	}
	f.err = err
	return f
}

// findings are the lines of a report, as a student reads them.
func (f *checkedFile) findings() (list []string) {
	for i := range f.report.Checks {
		x := &f.report.Checks[i]
		kind := "note"
		if x.Error {
			kind = "error"
		}
		list = append(list, fmt.Sprintf("line %d: %s (%s): %s%s", x.Line, kind, x.Verdict, x.Text, idsInWords(x.Names)))
	}
	if f.report.More > 0 {
		list = append(list, fmt.Sprintf("%d more are not listed", f.report.More))
	}
	for _, remark := range f.report.Remarks {
		list = append(list, "note: "+remark)
	}
	if d := f.report.First; d.Line > 0 {
		list = append(list, fmt.Sprintf("line %d: first difference from the reference: %s%s", d.Line, d.Text, idsInWords(d.Names)))
	}
	return list
}

// idsInWords says after a sentence what the nodes are in the file that it calls by other names.
func idsInWords(names []checks.Named) string {
	if len(names) == 0 {
		return ""
	}
	return " (" + checks.NamesInWords(names) + ")"
}

// summary says in a sentence what the report amounts to.
func (f *checkedFile) summary() string {
	switch r := f.report; {
	case r.Verdict == "right":
		return "right"
	case r.Verdict == "wrong":
		return fmt.Sprintf("wrong: %s", countOf(r.Errors, "error"))
	case f.cutOff > 0:
		return fmt.Sprintf("incomplete: the file stops within line %d", f.cutOff)
	case !r.Run.Complete:
		return "incomplete: the root has not ended"
	default:
		return "incomplete: not everything could be judged"
	}
}

func countOf(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (c *traceCheck) text(f *checkedFile) {
	if f.err != nil {
		fmt.Fprintf(c.stdout, "%s: cannot be read: %s\n", oneLine(f.name), oneLine(f.err.Error()))
		return
	}
	fmt.Fprintf(c.stdout, "%s: %s\n", oneLine(f.name), f.summary())
	for _, line := range f.findings() {
		fmt.Fprintln(c.stdout, "  "+oneLine(line))
	}
}

// A gradedTest is a file as Gradescope shows it.
type gradedTest struct {
	Name     string `json:"name"`
	Status   string `json:"status"`
	Score    int    `json:"score"`
	MaxScore int    `json:"max_score"`
	Output   string `json:"output"`
}

// json writes the report of one file, or a list with those of several, and the tests that
// Gradescope reads.
func (c *traceCheck) json(all []checkedFile) error {
	var tests []gradedTest
	var b []byte
	for i := range all {
		f := &all[i]
		test := gradedTest{Name: f.name, Status: "failed", MaxScore: 1}
		if i > 0 {
			b = append(b, ',')
		}
		b = trees.AppendQuoted(append(b, `{"file":`...), f.name)
		if f.err != nil {
			test.Output = "cannot be read: " + f.err.Error()
			var wrong *program.LineError
			if errors.As(f.err, &wrong) {
				b = fmt.Appendf(b, `,"line":%d`, wrong.Line)
			}
			b = append(trees.AppendQuoted(append(b, `,"error":`...), f.err.Error()), '}')
		} else {
			test.Output = strings.Join(append([]string{f.summary()}, f.findings()...), "\n")
			if f.report.Verdict == "right" {
				test.Status, test.Score = "passed", 1
			}
			b = append(append(b, ','), f.report.AppendJSON(nil)[1:]...)
		}
		tests = append(tests, test)
	}
	graded, err := json.Marshal(tests)
	if err != nil {
		return err
	}
	if len(all) == 1 {
		b = append(append(b[:len(b)-1], `,"tests":`...), graded...)
	} else {
		b = append(append(append([]byte(`{"files":[`), b...), `],"tests":`...), graded...)
	}
	_, err = c.stdout.Write(append(b, '}', '\n'))
	return err
}

// A junitSuite has what the schema of Ant's JUnit reports asks for, which Jenkins and others check.
type junitSuite struct {
	XMLName    xml.Name        `xml:"testsuite"`
	Name       string          `xml:"name,attr"`
	Timestamp  string          `xml:"timestamp,attr"` // without a time zone
	Hostname   string          `xml:"hostname,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Time       string          `xml:"time,attr"` // in seconds
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
	Out        string          `xml:"system-out"`
	Err        string          `xml:"system-err"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Time    string        `xml:"time,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
	Error   *junitFailure `xml:"error,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func (c *traceCheck) junit(all []checkedFile) error {
	host, err := os.Hostname()
	if err != nil || host == "" {
		host = "localhost"
	}
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
	suite := junitSuite{Name: "espalier trace check", Tests: len(all), Hostname: host,
		Properties: []junitProperty{{"ties", "any"}}}
	if c.options.TiesLeft {
		suite.Properties[0].Value = "left"
	}
	if id := c.options.Algorithm; id != "" {
		suite.Properties = append(suite.Properties, junitProperty{"algorithm", id})
	}
	took := time.Duration(0)
	for i := range all {
		f := &all[i]
		took += f.took
		one := junitCase{Name: f.name, Class: "trace", Time: seconds(f.took)}
		switch {
		case f.err != nil:
			suite.Errors++
			one.Error = &junitFailure{Message: f.err.Error(), Type: "unreadable"}
		case f.report.Verdict != "right":
			suite.Failures++
			one.Failure = &junitFailure{Message: f.summary(), Type: f.report.Verdict, Text: strings.Join(f.findings(), "\n")}
		}
		suite.Cases = append(suite.Cases, one)
	}
	suite.Time, suite.Timestamp = seconds(took), time.Now().Add(-took).UTC().Format("2006-01-02T15:04:05")
	b, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s%s\n", xml.Header, b)
	return err
}

type object = map[string]any

// fileURI returns the name of a file as SARIF has it: a URI, which is relative for a relative name.
func fileURI(name string) string {
	u := url.URL{Path: filepath.ToSlash(name)}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
		if u.Path[0] != '/' { // a drive letter
			u.Path = "/" + u.Path
		}
	}
	return u.String()
}

func (c *traceCheck) sarif(all []checkedFile) error {
	results := []object{}
	add := func(f *checkedFile, line int, rule, level, text string, nodes ...checks.Named) {
		location := object{"physicalLocation": object{
			"artifactLocation": object{"uri": fileURI(f.name)}, "region": object{"startLine": max(line, 1)},
		}}
		var logical []object
		for _, n := range nodes {
			logical = append(logical, object{"name": n.Name, "fullyQualifiedName": n.ID})
		}
		if len(logical) > 0 {
			location["logicalLocations"] = logical
		}
		results = append(results, object{"ruleId": rule, "level": level, "message": object{"text": text}, "locations": []object{location}})
	}
	for i := range all {
		f := &all[i]
		if f.err != nil {
			line := 1
			var wrong *program.LineError
			if errors.As(f.err, &wrong) {
				line = wrong.Line
			}
			add(f, line, "unreadable", "error", f.err.Error())
			continue
		}
		for k := range f.report.Checks {
			x := &f.report.Checks[k]
			level := "note"
			if x.Error {
				level = "error"
			}
			nodes := x.Names
			if x.ID != "" && !slices.ContainsFunc(nodes, func(n checks.Named) bool { return n.ID == x.ID }) {
				nodes = append([]checks.Named{{Name: x.ID, ID: x.ID}}, nodes...)
			}
			add(f, x.Line, string(x.Verdict), level, x.Text, nodes...)
		}
		if f.report.More > 0 {
			add(f, f.report.Run.Lines, "more", "note", fmt.Sprintf("%d more are not listed", f.report.More))
		}
		if f.report.Verdict == "incomplete" { // no check may say so
			add(f, max(f.cutOff, f.report.Run.Lines), "incomplete", "error", f.summary())
		}
	}
	b, err := json.MarshalIndent(object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{"tool": object{"driver": object{"name": "Espalier"}}, "results": results}},
	}, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s\n", b)
	return err
}
