package main

import (
	"encoding/json"
	"flag"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/search/experiment"
	"espalier/trees/exercises"
	"espalier/trees/figures"
	"espalier/trees/treetest"
	"espalier/web/webtest"
)

// The root of the module, from this folder.
const moduleRoot = "../.."

// documents returns the README.md files of the module and CONTRIBUTING.md by their paths.
func documents(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, name := range filesOfModule(t) {
		if path.Base(name) != "README.md" && name != "CONTRIBUTING.md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(moduleRoot, name))
		if err != nil {
			t.Fatal(err)
		}
		found[name] = string(text)
	}
	return found
}

// filesOfModule returns the paths of all files, without folders that begin with a dot.
func filesOfModule(t *testing.T) (files []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(moduleRoot), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			files = append(files, name)
		case name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A block is a fenced block of a document.
type block struct{ language, text string }

var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

func blocks(document string) (list []block) {
	for _, m := range fence.FindAllStringSubmatch(document, -1) {
		list = append(list, block{m[1], m[2]})
	}
	return list
}

// TestCommandsInDocuments runs or checks every line of every block of shell commands. A
// request is sent to a server, and its answer compared with the block that follows: JSON, which
// may be shortened, or lines of it.
// Options, packages, tests and files of the other commands must exist.
func TestCommandsInDocuments(t *testing.T) {
	treetest.SkipUnderRace(t)
	_, ts := webtest.ServeWithStore(t)
	for name, document := range documents(t) {
		all := blocks(document)
		for i, b := range all {
			if b.language != "sh" {
				continue
			}
			var answer []byte
			for line := range strings.Lines(strings.ReplaceAll(b.text, "\\\n", " ")) {
				line, _, _ = strings.Cut(strings.TrimSpace(line), "   #")
				if line == "" {
					continue
				}
				var wrong string
				if answer, wrong = command(t, ts.URL, words(line)); wrong != "" {
					t.Errorf("%s: %s: %s", name, line, wrong)
				}
			}
			if i+1 == len(all) {
				continue
			}
			next := all[i+1]
			if next.language == "json" && !contains(t, decoded(t, answer), decoded(t, []byte(next.text))) || next.language == "ndjson" && !strings.Contains(string(answer), next.text) {
				t.Errorf("%s: the answer to %s is %s", name, b.text, answer)
			}
		}
	}
}

var word = regexp.MustCompile(`'[^']*'|"[^"]*"|\S+`)

// words splits a line of shell into its words.
func words(line string) (list []string) {
	for _, w := range word.FindAllString(line, -1) {
		list = append(list, strings.Trim(w, `'"`))
	}
	return list
}

// command runs or checks one command. It returns the body of an answer, and what is wrong.
func command(t *testing.T, server string, args []string) (answer []byte, wrong string) {
	rest := args[1:]
	at := func(list []string, i int) string {
		if i < len(list) {
			return list[i]
		}
		return ""
	}
	switch {
	case args[0] == "curl":
		return request(t, server, rest)
	case args[0] == "espalier":
		return nil, checkServer(rest)
	case args[0] == "docker" && at(rest, 0) == "build":
		return nil, ""
	case args[0] == "docker" && at(rest, 0) == "run":
		return nil, checkServer(rest[slices.Index(rest, "espalier")+1:])
	case args[0] == "git" || args[0] == "cd":
		return nil, ""
	case args[0] == "sh" && at(rest, 0) == ".ci/test":
		return nil, checkSteps(t, rest[1:])
	case args[0] == "sh" || args[0] == "node":
		return nil, checkFiles(rest[slices.IndexFunc(rest, func(a string) bool { return !strings.HasPrefix(a, "-") }):][:1])
	case args[0] != "go":
	case at(rest, 0) == "run" && at(rest, 1) == "./cmd/server":
		return nil, checkServer(rest[2:])
	case at(rest, 0) == "run" && strings.Contains(at(rest, 1), "@"):
		return nil, checkTool(t, rest[1])
	case at(rest, 0) == "run", at(rest, 0) == "doc", at(rest, 0) == "build", at(rest, 0) == "vet":
		return nil, checkFiles(slices.DeleteFunc(slices.Clone(rest), func(a string) bool { return !strings.HasPrefix(a, "./") || strings.Contains(a, "...") }))
	case at(rest, 0) == "test":
		return nil, checkTest(t, rest[1:])
	case at(rest, 0) == "generate":
		return nil, ""
	}
	return nil, "this test knows no such command"
}

// request sends what curl would send.
func request(t *testing.T, server string, args []string) (answer []byte, wrong string) {
	path, ours := strings.CutPrefix(args[0], "localhost:8080")
	if !ours {
		return nil, "the example asks another server"
	}
	resp, b := webtest.Get(t, server+path)
	if len(args) == 3 && args[1] == "-d" {
		resp, b = webtest.Post(t, server+path, args[2])
	}
	if resp.StatusCode >= 300 {
		return b, resp.Status + " " + string(b)
	}
	return b, ""
}

// checkServer checks a command line of the server. ID, FILE and DIR are placeholders.
func checkServer(args []string) (wrong string) {
	var out strings.Builder
	o, err := readOptions(args, &out)
	switch {
	case err == flag.ErrHelp:
	case err != nil:
		return out.String()
	case o.library != nil:
		i := slices.IndexFunc(libraryCommands, func(c libraryCommand) bool { return len(o.library) > 0 && c.name == o.library[0] })
		if i < 0 {
			return "there is no such command on the library"
		}
		if c, n := libraryCommands[i], len(o.library)-1; n < c.least || c.most >= 0 && n > c.most {
			return "it takes " + c.arguments
		}
	case o.trace != nil:
		c := &traceCheck{stderr: &out}
		if len(o.trace) == 2 && o.trace[0] == "show" {
			return ""
		}
		if len(o.trace) == 0 || o.trace[0] != "check" {
			return "there is no such command on traces"
		}
		if err := c.read(o.trace[1:]); err != nil {
			return err.Error()
		}
	case o.experiment != nil:
		if _, err := readExperiment(o.experiment, io.Discard, &out); err != nil && err != flag.ErrHelp {
			return out.String()
		}
	}
	return ""
}

// checkSteps checks the names of steps of the test command.
func checkSteps(t *testing.T, names []string) (wrong string) {
	script, err := os.ReadFile(filepath.Join(moduleRoot, ".ci/test"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !regexp.MustCompile(`(?m)^\s*step ` + regexp.QuoteMeta(name) + ` `).Match(script) {
			return "there is no step " + name
		}
	}
	return ""
}

func checkFiles(names []string) (wrong string) {
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(moduleRoot, name)); err != nil {
			return err.Error()
		}
	}
	return ""
}

// checkTool checks that a tool has the version of its module in go.mod.
func checkTool(t *testing.T, tool string) (wrong string) {
	name, version, _ := strings.Cut(tool, "@")
	for _, r := range required(t) {
		if strings.HasPrefix(name, r.path+"/") && r.version != version {
			return "go.mod has version " + r.version
		}
	}
	return ""
}

// checkTest checks a command line of go test: its packages, tests and options exist.
func checkTest(t *testing.T, args []string) (wrong string) {
	own := []string{"-short", "-race", "-v", "-count", "-cpu", "-bench", "-run", "-fuzz", "-fuzztime"}
	var folders, tests, flags []string
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case strings.HasPrefix(a, "./"):
			folders = append(folders, a)
		case !strings.HasPrefix(a, "-"):
			return a + " is no package"
		case a == "-run" || a == "-bench" || a == "-fuzz":
			i++
			if name := args[i]; name != "^$" && name != "." {
				tests = append(tests, name)
			}
		case a == "-count" || a == "-cpu" || a == "-fuzztime" || a == "-timeout":
			i++
		default:
			if name, _, _ := strings.Cut(a, "="); !slices.Contains(own, name) {
				flags = append(flags, strings.TrimPrefix(name, "-"))
			}
		}
	}
	var code strings.Builder
	for _, folder := range folders {
		folder = strings.TrimSuffix(folder, "/...")
		files, err := filepath.Glob(filepath.Join(moduleRoot, folder, "*_test.go"))
		if err != nil || len(files) == 0 {
			return folder + " has no tests"
		}
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				return err.Error()
			}
			code.Write(b)
		}
	}
	for _, name := range tests {
		for part := range strings.SplitSeq(name, "|") {
			if !regexp.MustCompile(`(?m)^func (Test|Benchmark|Fuzz)?` + part).MatchString(code.String()) {
				return "there is no test " + part
			}
		}
	}
	for _, name := range flags {
		if !regexp.MustCompile(`flag\.\w+\("` + regexp.QuoteMeta(name) + `"`).MatchString(code.String()) {
			return "the tests have no option -" + name
		}
	}
	return ""
}

func decoded(t *testing.T, text []byte) (v any) {
	if err := json.Unmarshal(text, &v); err != nil {
		t.Errorf("%.200q: %v", text, err)
	}
	return v
}

// contains reports whether a value has all that a shortened one has.
func contains(t *testing.T, whole, part any) bool {
	members, object := part.(map[string]any)
	if !object {
		a, err := json.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(part)
		return err == nil && string(a) == string(b)
	}
	of, ok := whole.(map[string]any)
	for key, value := range members {
		ok = ok && contains(t, of[key], value)
	}
	return ok
}

// A requirement is a line of go.mod.
type requirement struct{ path, version string }

// required returns what go.mod requires directly.
func required(t *testing.T) (list []requirement) {
	b, err := os.ReadFile(filepath.Join(moduleRoot, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) (\S+)$`).FindAllStringSubmatch(string(b), -1) {
		list = append(list, requirement{m[1], m[2]})
	}
	return list
}

// TestReadmeHasDependencies: each direct dependency has its reason, and no other is named.
func TestReadmeHasDependencies(t *testing.T) {
	readme := documents(t)["README.md"]
	var named []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z][\\w./-]*\\.[\\w./-]*)` \\|").FindAllStringSubmatch(readme, -1) {
		named = append(named, m[1])
	}
	var want []string
	for _, r := range required(t) {
		want = append(want, r.path)
	}
	slices.Sort(named)
	slices.Sort(want)
	if !slices.Equal(named, want) {
		t.Errorf("README.md names the dependencies\n%v, and go.mod\n%v", named, want)
	}
}

// TestOptionsInDocuments: the manual lists each option of the server with its default.
func TestOptionsInDocuments(t *testing.T) {
	manual := documents(t)["cmd/server/README.md"]
	var usage strings.Builder
	if _, err := readOptions([]string{"-h"}, &usage); err != flag.ErrHelp {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^  -([\w-]+)`).FindAllStringSubmatch(usage.String(), -1) {
		if !strings.Contains(manual, "| `-"+m[1]+"` |") {
			t.Errorf("the table of options lacks -%s", m[1])
		}
	}
	for _, c := range libraryCommands {
		if !strings.Contains(manual, " library "+c.name) {
			t.Errorf("the manual lacks library %s", c.name)
		}
	}
}

var (
	link        = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	fileName    = regexp.MustCompile("`([\\w./-]+\\.(?:go|js|mjs|css|json|templ|svg|txt))`")
	placeholder = regexp.MustCompile(`(^|[^A-Za-z])(NAME|ID)[._]`)
	title       = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// TestPathsInDocuments: links lead to files and titles that exist, and so does every file
// that is named. A name without a folder is a file somewhere below that of the document.
func TestPathsInDocuments(t *testing.T) {
	treetest.SkipUnderRace(t)
	files := filesOfModule(t)
	all := documents(t)
	for name, document := range all {
		folder := path.Dir(name)
		for _, m := range link.FindAllStringSubmatch(document, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			file = path.Join(folder, file)
			if m[1][0] == '#' {
				file = name
			}
			if !slices.ContainsFunc(files, func(f string) bool { return f == file || strings.HasPrefix(f, file+"/") }) {
				t.Errorf("%s: the link %s leads nowhere", name, m[1])
			}
			titled := slices.ContainsFunc(title.FindAllStringSubmatch(all[file], -1), func(m []string) bool {
				return strings.ReplaceAll(strings.ToLower(m[1]), " ", "-") == anchor
			})
			if anchor != "" && !titled {
				t.Errorf("%s: %s has no title %s", name, file, anchor)
			}
		}
		for _, m := range fileName.FindAllStringSubmatch(fence.ReplaceAllString(document, ""), -1) {
			if strings.HasPrefix(m[1], "github.com/") || placeholder.MatchString(m[1]) {
				continue // a module, or a file that the reader will make
			}
			named := strings.TrimPrefix(m[1], "./")
			exists := slices.ContainsFunc(files, func(f string) bool {
				return f == named || f == path.Join(folder, named) || strings.HasPrefix(f, folder+"/") && strings.HasSuffix(f, "/"+named)
			})
			if !exists {
				t.Errorf("%s: there is no file %s", name, m[1])
			}
		}
	}
}

var updateNumbers = flag.Bool("update", false, "TestNumbersInReadme writes the counts")

// TestNumbersInReadme: the counts in README.md are those of the program.
func TestNumbersInReadme(t *testing.T) {
	readme := documents(t)["README.md"]
	_, ts := webtest.Serve(t)
	var counts struct {
		Algorithms []any
		Games      []any
	}
	for _, list := range []string{"algorithms", "games"} {
		_, b := webtest.Get(t, ts.URL+"/api/v1/"+list)
		if err := json.Unmarshal(b, &counts); err != nil {
			t.Fatal(err)
		}
	}
	_, list := webtest.Get(t, ts.URL+"/learn")
	chapters := regexp.MustCompile(`data-chapter="`).FindAll(list, -1)
	printed, within := 0, 0
	for _, id := range []string{"sk2000-table2", "s2003-table10", "s2003-table11", "s2003-table12", "s2005-table2"} {
		m, _ := figures.FindMeasured(id)
		for _, r := range m.Rows {
			if r.Ratio != nil {
				printed++
				if math.Abs(*r.Ratio-1) <= 0.25 {
					within++
				}
			}
		}
	}
	for what, n := range map[string]int{"printed rows": printed, "rows within a quarter": within, "chapters": len(chapters), "figures": len(figures.All()), "trees of textbooks": len(exercises.All()), "algorithms": len(counts.Algorithms), "games": len(counts.Games)} {
		counted, says := regexp.MustCompile(`\d+ `+what), strconv.Itoa(n)+" "+what
		if *updateNumbers {
			readme = counted.ReplaceAllString(readme, says)
		}
		if got := counted.FindString(readme); got != says {
			t.Errorf("README.md says %q, want %q; -update writes it", got, says)
		}
	}
	if *updateNumbers {
		if err := os.WriteFile("../../README.md", []byte(readme), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range regexp.MustCompile("`(/[a-z]*)`").FindAllStringSubmatch(readme, -1) {
		if resp, _ := webtest.Get(t, ts.URL+m[1]); resp.StatusCode != 200 {
			t.Errorf("README.md names the page %s: %s", m[1], resp.Status)
		}
	}
	for _, m := range regexp.MustCompile("`((?:k1991|sk2000|s2003|s2005)-[a-z0-9]+)`").FindAllStringSubmatch(readme, -1) {
		if _, ok := experiment.Find(m[1]); !ok {
			t.Errorf("README.md names the experiment %s, which does not exist", m[1])
		}
	}
}
