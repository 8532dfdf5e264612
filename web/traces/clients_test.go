package traces_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	printed "espalier/trace/program"
	"espalier/web/webtest"
)

// A bug is what a student may get wrong in the program of a client.
type bug struct {
	right, wrong string
	verdict      string
	line         int // the first one that is wrong
}

// A language says how its programs are compiled and started.
type language struct {
	tool    string // that must be installed
	client  string
	program string
	bugs    []bug
	long    string // in testdata: a program with 20,000 leaves, awkward texts and numbers
	// build returns how each program is started.
	build func(t *testing.T, folder string, programs []string) [][]string
}

var languages = map[string]language{
	"Python": {"python3", "espalier.py", "alphabeta.py", []bug{
		{"beta <= alpha", "beta >= alpha", "unsound", 5}, // the wrong bound
		{"= max(best, value)", "= value", "value", 11},   // the last value, not the best one
		{"beta = min(beta, best)", "pass", "missed", 9},  // β is not updated
		{"else math.inf", "else 0", "value", 6},          // 0 for "no value yet"
	}, "long.py", func(t *testing.T, folder string, programs []string) (list [][]string) {
		for _, p := range programs {
			list = append(list, []string{"python3", "-B", p})
		}
		return list
	}},
	"Java": {"javac", "Espalier.java", "Shallow.java", []bug{
		{"best == null ? MAXSUM : MAXSUM - best[me]", "best == null ? bound : MAXSUM - best[me]", "unsound", 7}, // a deep cut
		{"value[me] > best[me]", "value[0] > best[0]", "value", 8},                                              // the score of another player
	}, "LongRun.java", func(t *testing.T, folder string, programs []string) (list [][]string) {
		output(t, folder, append([]string{"javac", "-Xlint:all", "-Werror", "-encoding", "UTF-8", "Espalier.java"}, programs...)...)
		for _, p := range programs {
			list = append(list, []string{"java", "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + folder, strings.TrimSuffix(p, ".java")})
		}
		return list
	}},
	"C++": {"g++", "espalier.hpp", "alphabeta.cpp", []bug{
		{"= -search(trace, node.children[i], -sign, -beta, -alpha)", "= search(trace, node.children[i], -sign, -beta, -alpha)", "value", 6}, // the wrong sign
	}, "long.cpp", func(t *testing.T, folder string, programs []string) (list [][]string) {
		for _, p := range programs {
			binary := filepath.Join(folder, strings.TrimSuffix(p, ".cpp"))
			output(t, folder, "g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o", binary, p)
			list = append(list, []string{binary})
		}
		return list
	}},
	"JavaScript": {"node", "espalier.mjs", "shallow.mjs", []bug{
		{"best ? maxsum - best[me] : maxsum", "best ? maxsum - best[me] : bound", "unsound", 7}, // a deep cut
		{"best[me] >= bound", "best[me] <= bound", "unsound", 4},                                // the wrong way round
	}, "long.mjs", func(t *testing.T, folder string, programs []string) (list [][]string) {
		for _, p := range programs {
			list = append(list, []string{"node", p})
		}
		return list
	}},
	"Go": {"go", "espalier.go", "shallow.go", []bug{
		{"best = value", "_ = value", "value", 8}, // the best value is not updated
	}, "long.go.txt", func(t *testing.T, folder string, programs []string) (list [][]string) {
		for _, p := range programs {
			binary := filepath.Join(folder, strings.TrimSuffix(p, ".go"))
			output(t, folder, "go", "build", "-trimpath=false", "-o", binary, "espalier.go", p)
			list = append(list, []string{binary})
		}
		return list
	}},
}

// output runs a command in a folder and returns its standard output.
func output(t *testing.T, folder string, command ...string) []byte {
	t.Helper()
	out, errors, err := run(t, folder, command...)
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(command, " "), err, errors, out)
	}
	return out
}

// run runs a command whose temporary files are in the folder.
func run(t *testing.T, folder string, command ...string) (out, errors []byte, err error) {
	t.Helper()
	c := exec.CommandContext(t.Context(), command[0], command[1:]...)
	c.Dir = folder
	c.Env = append(os.Environ(), "TMPDIR="+folder, "GOFLAGS=", "NO_PROXY=127.0.0.1")
	var standard, wrong bytes.Buffer
	c.Stdout, c.Stderr = &standard, &wrong
	err = c.Run()
	return standard.Bytes(), wrong.Bytes(), err
}

// needs skips a test without a tool. In continuous integration that is a failure.
func needs(t *testing.T, tool string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err == nil {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("%s is not installed; .ci/install does it", tool)
	}
	t.Skipf("SKIPPED: %s is not installed: its client is not tested", tool)
}

// fetched writes files of the server into a folder.
func fetched(t *testing.T, server, folder string, names ...string) {
	t.Helper()
	for _, name := range names {
		resp, text := webtest.Get(t, server+"/clients/"+name)
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s", name, resp.Status)
		}
		write(t, folder, name, string(text))
	}
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A report is what the server says of a trace.
type report struct {
	Verdict string
	Checks  []struct {
		Line                    int
		Verdict, Severity, Text string
	}
}

func judged(t *testing.T, server string, trace []byte) (r report) {
	t.Helper()
	resp, answer := webtest.Post(t, server+"/api/v1/traces/check", string(trace))
	if err := json.Unmarshal(answer, &r); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s\n%s", resp.Status, answer, trace)
	}
	return r
}

// TestClients compiles and starts the program of each client: as it is, the search is right. With
// a typical bug it is wrong, at the right line.
func TestClients(t *testing.T) {
	server, ts := webtest.ServeWithStore(t)
	for name, l := range languages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			needs(t, l.tool)
			folder := t.TempDir()
			fetched(t, ts.URL, folder, l.client, l.program)
			text, err := os.ReadFile(filepath.Join(folder, l.client))
			if err != nil {
				t.Fatal(err)
			}
			if lines := bytes.Count(text, []byte("\n")); lines >= 150 {
				t.Errorf("%s has %d lines, and fewer than 150 are promised", l.client, lines)
			}
			program, err := os.ReadFile(filepath.Join(folder, l.program))
			if err != nil {
				t.Fatal(err)
			}
			long, err := os.ReadFile(filepath.Join("testdata", l.long))
			if err != nil {
				t.Fatal(err)
			}
			longer := strings.TrimSuffix(l.long, ".txt")
			write(t, folder, longer, string(long))
			programs := []string{longer, l.program}
			for i, b := range l.bugs {
				base, ext, _ := strings.Cut(l.program, ".")
				buggy := strings.Replace(string(program), b.right, b.wrong, 1)
				if buggy == string(program) {
					t.Fatalf("%s has no %q", l.program, b.right)
				}
				wrong := fmt.Sprintf("%sBug%d", base, i)
				write(t, folder, wrong+"."+ext, strings.ReplaceAll(buggy, "class "+base, "class "+wrong))
				programs = append(programs, wrong+"."+ext)
			}
			start := l.build(t, folder, programs)
			testLong(t, folder, start[0])
			testLive(t, server, folder, start[0])
			right := output(t, folder, start[1]...)
			if r := judged(t, ts.URL, right); r.Verdict != "right" || len(r.Checks) > 0 {
				t.Errorf("%s is %s: %+v\n%s", l.program, r.Verdict, r.Checks, right)
			}
			for i, b := range l.bugs {
				trace := output(t, folder, start[2+i]...)
				r := judged(t, ts.URL, trace)
				if r.Verdict != "wrong" || r.Checks[0].Line != b.line || r.Checks[0].Verdict != b.verdict {
					t.Errorf("with %s the run is %s: %+v, want %s in line %d\n%s", b.wrong, r.Verdict, r.Checks, b.verdict, b.line, trace)
				}
			}
			testAway(t, folder, start[1], right)
			testSource(t, ts.URL, l, folder, start[1], right)
		})
	}
}

// testLong checks that texts and numbers read back as they were, and that a file holds what the
// standard output does.
func testLong(t *testing.T, folder string, start []string) {
	t.Helper()
	out := output(t, folder, append(start, "-")...)
	output(t, folder, append(start, "long.ndjson")...)
	if file, err := os.ReadFile(filepath.Join(folder, "long.ndjson")); err != nil || !bytes.Equal(file, out) {
		t.Errorf("the file has %d bytes, the standard output %d: %v", len(file), len(out), err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	at, best := 0, 0.0
	for ; lines.Scan(); at++ {
		var e struct {
			Type, Title, Program, Alpha, Beta string
			ID                                *string
			Value                             float64
			Line                              int
		}
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatalf("line %d: %v: %s", at+1, err, lines.Bytes())
		}
		want := -1 / float64(at-2+7)
		if at%2 == 1 {
			want = float64(at-2) / 3
		}
		best = max(best, want)
		right := false
		switch at {
		case 0:
			right = e.Title == "\"\\/\n\t\x01 é ☃ 𝄞 \x7f"
		case 1:
			right = e.Type == "enter" && *e.ID == `é"☃𝄞\` && e.Alpha == "-inf" && e.Beta == "inf"
		case 20002:
			right = e.Type == "exit" && e.ID == nil && e.Value == float64(19999)/3
		default:
			right = e.Type == "leaf" && *e.ID == fmt.Sprintf("n%d", at-2) && e.Value == want
		}
		if !right || e.Program != "" || e.Line != 0 {
			t.Fatalf("line %d is %s", at+1, lines.Bytes())
		}
	}
	if at != 20003 {
		t.Errorf("%d lines", at)
	}
}

// testAway checks that a program whose server is away says so once, and leaves its trace in a file.
func testAway(t *testing.T, folder string, start []string, trace []byte) {
	t.Helper()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "http://" + closed.Addr().String()
	closed.Close()
	out, errors, err := run(t, folder, append(start, address)...)
	text := strings.TrimSpace(string(errors))
	message, path, found := strings.Cut(text, ". The trace is in ")
	if err != nil || len(out) > 0 || !found || strings.Contains(text, "\n") || !strings.HasPrefix(message, "espalier: "+address+": it does not answer") {
		t.Fatalf("without its server the program ends with %v: %s%s", err, out, errors)
	}
	if kept, err := os.ReadFile(path); err != nil || !bytes.Equal(kept, trace) {
		t.Errorf("%v, the file has %s", err, kept)
	}
}

// testSource checks that a program sends its text, and each event its line there; and neither where the text cannot be
// sent. The text is read when the program runs.
func testSource(t *testing.T, server string, l language, folder string, start []string, trace []byte) {
	t.Helper()
	path := filepath.Join(folder, l.program)
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	header, events, _ := strings.Cut(string(trace), "\n")
	var of struct{ Program string }
	if err := json.Unmarshal([]byte(header), &of); err != nil || of.Program != string(source) {
		t.Fatalf("%v, the header is %s", err, header)
	}
	lines := strings.Split(of.Program, "\n")
	for event := range strings.Lines(events) {
		var e struct {
			Type string
			Line int
		}
		if err := json.Unmarshal([]byte(event), &e); err != nil || e.Line >= len(lines) {
			t.Fatalf("%v: %s", err, event)
		}
		switch {
		case e.Type == "done" && e.Line == 0:
		case e.Line == 0 || !strings.Contains(strings.ToLower(lines[e.Line-1]), "trace."+e.Type+"("):
			t.Errorf("the line of %s", event)
		}
	}
	without := func(why string) {
		t.Helper()
		trace := output(t, folder, start...)
		if bytes.Contains(trace, []byte("program")) || bytes.Contains(trace, []byte(`"line"`)) {
			t.Errorf("a program whose source is %s prints %s", why, trace)
		}
		if r := judged(t, server, trace); r.Verdict != "right" {
			t.Errorf("a program whose source is %s is %s: %+v", why, r.Verdict, r.Checks)
		}
	}
	comment := "// " + strings.Repeat("x", 77) + "\n"
	if l.tool == "python3" {
		comment = strings.Replace(comment, "//", "##", 1)
	}
	padding := strings.Repeat(comment, printed.MaxProgram/len(comment)+1)
	write(t, folder, l.program, string(source)+padding[:printed.MaxProgram-len(source)-1]+"\n")
	if trace := output(t, folder, start...); !bytes.Contains(trace, []byte(`"line"`)) {
		t.Errorf("a program of %d bytes prints %s", printed.MaxProgram, trace)
	} else if r := judged(t, server, trace); r.Verdict != "right" {
		t.Errorf("a program of %d bytes is %s: %+v", printed.MaxProgram, r.Verdict, r.Checks)
	}
	write(t, folder, l.program, string(source)+padding)
	without("too long")
	if l.tool == "g++" || l.tool == "javac" {
		write(t, folder, l.program, string(source)+"// \xe4\n")
		without("in another encoding")
	}
	if l.tool != "python3" && l.tool != "node" {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		without("away")
	}
}

// TestValuesOfClients runs a program that prints the score of one of three players, through the argument of
// the client for it, and judges it on the server.
func TestValuesOfClients(t *testing.T) {
	t.Parallel()
	needs(t, "python3")
	_, ts := webtest.ServeWithStore(t)
	folder := t.TempDir()
	fetched(t, ts.URL, folder, "espalier.py")
	program, err := os.ReadFile(filepath.Join("testdata", "paranoid.py"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, folder, "paranoid.py", string(program))
	want := []string{"none; right; ; ", "ally; wrong; missed; ", "early; wrong; unsound; "}
	got := strings.Split(strings.TrimSuffix(string(output(t, folder, "python3", "-B", "paranoid.py", ts.URL)), "\n"), "\n")
	if len(got) != len(want) {
		t.Fatalf("%q", got)
	}
	for i := range got {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}

// TestWindowsOfClients runs BRS+ with several windows of the root through the client for Python, and judges it on
// the server. A mistake that such a window hides is none.
func TestWindowsOfClients(t *testing.T) {
	t.Parallel()
	needs(t, "python3")
	_, ts := webtest.ServeWithStore(t)
	folder := t.TempDir()
	fetched(t, ts.URL, folder, "espalier.py")
	program, err := os.ReadFile(filepath.Join("testdata", "brs.py"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, folder, "brs.py", string(program))
	want := `-inf inf none 4 right
-inf inf both 2 wrong missed
-inf inf ally 5 wrong value
-inf inf early 4 wrong not-this
0 9 none 4 right
0 9 both 2 wrong missed
0 9 ally 5 wrong value
0 9 early 4 wrong not-this
2 6 none 4 right
2 6 both 2 wrong missed
2 6 ally 5 wrong value
2 6 early 4 wrong not-this
5 9 none 5 right
5 9 both 5 right
5 9 ally 5 wrong value
5 9 early 6 wrong not-this
0 3 none 3 right
0 3 both 2 wrong missed
0 3 ally 4 wrong value
0 3 early 3 right`
	if got := strings.ReplaceAll(strings.TrimSpace(string(output(t, folder, "python3", "-B", "brs.py", ts.URL))), " \n", "\n"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestValuesOfOtherClients does the same through the clients without a call for the check.
func TestValuesOfOtherClients(t *testing.T) {
	t.Parallel()
	testValues(t, map[string]string{"Go": "paranoid.go.txt", "Java": "Paranoid.java", "JavaScript": "paranoid.mjs"},
		map[string]string{"none": "right", "ally": "wrong missed", "early": "wrong unsound"})
}

// TestNegamaxOfClients runs negamax, which prints each value from the view of the mover. The program of the client
// for C++ is one.
func TestNegamaxOfClients(t *testing.T) {
	t.Parallel()
	testValues(t, map[string]string{"Python": "negamax.py", "Go": "negamax.go.txt", "Java": "Negamax.java", "JavaScript": "negamax.mjs"},
		map[string]string{"none": "right", "sign": "wrong value"})
}

// testValues runs a program in some languages with each mistake, and compares what is found first.
func testValues(t *testing.T, programs, mistakes map[string]string) {
	_, ts := webtest.ServeWithStore(t)
	for name, program := range programs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := languages[name]
			needs(t, l.tool)
			folder := t.TempDir()
			fetched(t, ts.URL, folder, l.client)
			text, err := os.ReadFile(filepath.Join("testdata", program))
			if err != nil {
				t.Fatal(err)
			}
			program = strings.TrimSuffix(program, ".txt") // go vet takes a folder with a .go file and a .cpp file for a broken package
			write(t, folder, program, string(text))
			start := l.build(t, folder, []string{program})[0]
			for mistake, want := range mistakes {
				trace := output(t, folder, append(start[:len(start):len(start)], "-", mistake)...)
				r := judged(t, ts.URL, trace)
				got := r.Verdict
				if len(r.Checks) > 0 {
					got += " " + r.Checks[0].Verdict
				}
				if got != want {
					t.Errorf("with %s the run is %s, want %s: %+v\n%s", mistake, got, want, r.Checks, trace)
				}
			}
		})
	}
}
