package main

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// These tests run what cmd/server/README.md has for autograders.

// pythonSearch is alpha-beta as a student writes it, for a tree as a text without labels. WRONG is the
// place of a mistake.
const pythonSearch = `import re, sys

def read(text):
    tokens = re.findall(r"max\[|min\[|\]|-?\d+", text.split("minimax", 1)[1])
    def node():
        token = tokens.pop(0)
        if token[-1] != "[":
            return int(token)
        kids = []
        while tokens[0] != "]":
            kids.append(node())
        tokens.pop(0)
        return token[:-1], kids
    return node()

count = 0

def search(node, alpha, beta):
    global count
    name, count = count, count + 1
    if isinstance(node, int):
        print('{"type": "leaf", "value": %d}' % node)
        return node
    mover, kids = node
    print('{"type": "enter", "id": "n%d"}' % name)
    best = None
    for i, kid in enumerate(kids):
        value = search(kid, alpha, beta)
        if best is None or (value > best if mover == "max" else value < best):
            best = value
        if mover == "max":
            alpha = WRONG
        else:
            beta = min(beta, best)
        if alpha >= beta and i + 1 < len(kids):
            print('{"type": "prune"}')
            break
    print('{"type": "exit", "id": "n%d", "value": %d}' % (name, best))
    return best

print("{}")
search(read(open(sys.argv[1]).read()), -1000, 1000)
`

// graded is a folder with a student's program, the trees, and this server as espalier.
func graded(t *testing.T, program string) string {
	t.Helper()
	for _, tool := range []string{"bash", "python3"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not here")
		}
	}
	folder := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("search.py", program)
	write("trees/tree1.txt", "kind minimax max[ min[ 3 12 8 ] min[ 2 4 6 ] min[ 14 5 2 ] ]")
	write("trees/tree2.txt", "kind minimax max[ min[ max[ 6 1 ] max[ 4 9 ] ] min[ max[ 3 2 ] max[ 8 5 ] ] min[ max[ 7 0 ] max[ 9 9 ] ] ]")
	if err := os.Symlink(os.Args[0], filepath.Join(folder, "espalier")); err != nil {
		t.Fatal(err)
	}
	return folder
}

func rightPython() string { return strings.ReplaceAll(pythonSearch, "WRONG", "max(alpha, best)") }

// wrongPython sets α too high.
func wrongPython() string { return strings.ReplaceAll(pythonSearch, "WRONG", "max(alpha, best + 5)") }

// bash runs a script in a folder, and returns what it printed and whether it succeeded.
func bash(t *testing.T, folder, script string, environment ...string) (string, bool) {
	t.Helper()
	c := exec.Command("bash", "-e", "-o", "pipefail", "-c", script) // as GitHub runs a step
	c.Dir, c.Env = folder, append(append(os.Environ(), childServes+"=1"), environment...)
	out, err := c.CombinedOutput()
	return string(out), err == nil
}

// inDocument returns the block of a language in the document of this folder that has some words.
func inDocument(t *testing.T, language, words string) string {
	t.Helper()
	for _, b := range blocks(documents(t)["cmd/server/README.md"]) {
		if b.language == language && strings.Contains(b.text, words) {
			return b.text
		}
	}
	t.Fatalf("README.md has no block of %s with %q", language, words)
	return ""
}

// TestActionsInDocument runs the step of the workflow for GitHub Actions, with a right program and
// with a wrong one.
func TestActionsInDocument(t *testing.T) {
	workflow := inDocument(t, "yaml", "jobs:")
	_, rest, found := strings.Cut(workflow, "run: |\n")
	if !found {
		t.Fatal("the workflow has no step that runs a script")
	}
	var script strings.Builder
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "          ") {
			break
		}
		script.WriteString(line[10:])
	}
	for program, right := range map[string]bool{rightPython(): true, wrongPython(): false} {
		folder := graded(t, program)
		out, ok := bash(t, folder, script.String())
		if ok != right || strings.Contains(out, ": wrong") == right {
			t.Errorf("right %v, and the step succeeded: %v\n%s", right, ok, out)
		}
		for _, name := range []string{"tree1", "tree2"} {
			var sarif struct {
				Runs []struct{ Results []struct{ Level string } }
			}
			read(t, filepath.Join(folder, "reports", name+".sarif"), func(b []byte) error { return json.Unmarshal(b, &sarif) })
			var suite junitSuite
			read(t, filepath.Join(folder, "reports", name+".junit"), func(b []byte) error { return xml.Unmarshal(b, &suite) })
			if suite.Tests != 1 || right && (suite.Failures != 0 || len(sarif.Runs[0].Results) != 0) {
				t.Errorf("right %v: %+v, %+v", right, suite, sarif)
			}
		}
	}
}

func read(t *testing.T, name string, into func(b []byte) error) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err == nil {
		err = into(b)
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// TestGradescopeInDocument runs run_autograder on programs that are right, wrong, and stopped.
func TestGradescopeInDocument(t *testing.T) {
	script := inDocument(t, "bash", "results.json")
	for program, want := range map[string][2]string{
		rightPython(): {"passed", "passed"},
		wrongPython(): {"failed", "failed"},
		"print('{\"type\": \"enter\", \"id\": 0}')": {"failed", "failed"},
		"raise SystemExit(3)":                       {"failed", "failed"},
	} {
		folder := graded(t, program)
		if out, ok := bash(t, folder, "mkdir source submission && mv trees espalier source && mv search.py submission"); !ok {
			t.Fatal(out)
		}
		if err := os.WriteFile(filepath.Join(folder, "run_autograder"), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		out, ok := bash(t, folder, "./run_autograder", "AUTOGRADER="+folder)
		if !ok {
			t.Errorf("run_autograder fails: %s", out)
		}
		var results struct {
			Tests []struct {
				Name, Status, Output string
				Score                *int
				MaxScore             int `json:"max_score"`
			}
		}
		read(t, filepath.Join(folder, "results", "results.json"), func(b []byte) error { return json.Unmarshal(b, &results) })
		if len(results.Tests) != 2 {
			t.Errorf("%d tests: %s", len(results.Tests), out)
			continue
		}
		for i, one := range results.Tests {
			if one.Status != want[i] || one.Score == nil || *one.Score != map[string]int{"passed": 1, "failed": 0}[want[i]] || one.MaxScore != 1 || one.Name == "" {
				t.Errorf("%.20q, tree %d: %+v", program, i+1, one)
			}
		}
	}
}

// TestClassroomInDocument runs the command of the entry for GitHub Classroom.
func TestClassroomInDocument(t *testing.T) {
	var entry struct {
		Tests []struct {
			Name, Setup, Run, Input, Output, Comparison string
			Timeout, Points                             int
		}
	}
	if err := json.Unmarshal([]byte(inDocument(t, "json5", "comparison")), &entry); err != nil || len(entry.Tests) != 1 {
		t.Fatalf("%v: %+v", err, entry)
	}
	one := entry.Tests[0]
	if one.Timeout == 0 || one.Points == 0 || one.Comparison != "included" {
		t.Errorf("%+v", one)
	}
	for program, right := range map[string]bool{rightPython(): true, wrongPython(): false, "raise SystemExit(3)": false} {
		if out, ok := bash(t, graded(t, program), one.Run); ok != right || !strings.Contains(out, one.Output) {
			t.Errorf("%.20q: it passes: %v\n%s", program, ok, out)
		}
	}
}
