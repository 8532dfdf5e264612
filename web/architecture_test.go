package web

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/trees/games"
	"espalier/trees/treetest"
)

// layers lists every package with the packages of this module that it may
// import. A package that is not listed is refused: its author decides
// here where it belongs.
var layers = map[string][]string{
	"trees":                     {"trees/jsonscan"},
	"trees/jsonscan":            {},
	"trees/layout":              {"trees"},
	"trees/figures":             {"trees"},
	"trees/exercises":           {"trees"},
	"trees/games":               {"trees"},
	"trees/foreign":             {"trees", "trees/jsonscan"},
	"trees/treetest":            {"trees", "trees/figures"},
	"trace":                     {"trees"},
	"trace/lockstep":            {"trees", "trace"},
	"trace/tiles":               {"trees", "trace"},
	"trace/program":             {"trees", "trees/jsonscan", "trace"},
	"search/engine":             {"trees", "trees/games", "trace"},
	"search/algorithms":         {"search/engine", "trees", "trees/games", "trace"},
	"search/compare":            {"search/algorithms", "search/engine", "search/interval", "trees", "trace"},
	"search/ties":               {"search/algorithms", "search/compare", "search/engine", "trees"},
	"search/practice":           {"search/algorithms", "search/engine", "trees", "trace"},
	"search/papers":             {"search/algorithms", "search/engine", "trees", "trees/figures", "trace"},
	"search/recorded":           {"search/algorithms", "search/engine", "trees", "trace", "trace/program"},
	"search/searchtest":         {"search/algorithms", "search/engine", "trees", "trees/games", "trees/treetest", "trace"},
	"search/interval":           {},
	"search/experiment":         {"search/algorithms", "search/compare", "search/engine", "search/interval", "search/papers", "trees", "trees/games"},
	"search/hidden":             {"search/algorithms", "search/engine", "trees", "trees/games", "trace"},
	"search/question":           {"search/engine", "search/hidden", "trees", "trace"},
	"search/checks":             {"search/algorithms", "search/engine", "trees", "trace", "trace/program"},
	"search/mistakes":           {"search/algorithms", "search/checks", "search/engine", "trees", "trace", "trace/program"},
	"search/program":            {"trees", "trees/games"},
	"search/program/process":    {"search/program", "trees"},
	"search/program/beginnings": {},
	"search/program/trial":      {"search/program", "search/checks", "search/engine", "trees", "trace/program"},
	"search/claims":             {"search/algorithms", "search/compare", "search/engine", "search/papers", "trees", "trees/games", "trace"},
	"static":                    {},

	"web/words":            below(),
	"web/treestore":        {"trees", "web/cluster", "web/store", "web/store/ledger", "web/store/records", "web/recent", "web/store/clock", "web/store/key", "web/wake"},
	"web/store/records":    {"trees", "web/cluster", "web/store", "web/store/ledger", "web/recent", "web/store/clock", "web/store/key"},
	"web/store/storetest":  {"web/store/records"},
	"web/store/clock":      {},
	"web/store/key":        {"trees"},
	"web/store":            {"trees"},
	"web/store/memory":     {"web/store"},
	"web/store/ledger":     {"web/store"},
	"web/cluster":          {"trees", "web/store"},
	"web/cluster/natstest": {},
	"web/cluster/faulty":   {},
	"web/cluster/natssim":  {"web/store"},
	"web/machine":          {},
	"web/recent":           {},
	"web/wake":             {},
	"web/problem":          below("trees/jsonscan", "web/words"),
	"web/draw":             below("web/words"),
	"web/draw/plot":        below("web/words", "web/draw"),
	"web/fair":             {"search/engine", "search/algorithms", "search/compare", "trees", "web/words", "web/problem"},
	"web/tracestore":       {"web/store", "web/problem", "web/store/records", "web/store/key"},
	"web/run":              below("trace/program", "web/words", "web/problem", "web/fair", "web/recent", "web/treestore"),
	"web/app":              below("web/run", "static", "web/words", "web/problem", "web/draw", "web/fair", "web/store", "web/store/records", "web/tracestore", "web/treestore"),

	// The page of a run, and what can be exported of it.
	"web/play":   below("search/ties", "trace/program", "web/judge", "web/words", "web/problem", "web/fair", "web/run", "web/app", "web/draw", "web/draw/plot", "web/socket", "web/treestore"),
	"web/export": below("web/words", "web/problem", "web/run", "web/app", "web/draw", "web/draw/plot", "web/play", "web/treestore"),

	// What asks questions about runs.
	"web/judge": below("search/question", "web/problem", "web/run", "web/app", "web/words"),

	// The way into a room.
	"web/classroom/entry": {"web/problem", "web/fair"},

	// A program that others copy, beside the file that it shows.
	"web/traces/clients/go": {},

	// The features. One imports another one only where its line says so.
	"web/figures":     feature("trees/exercises", "web/export", "web/draw/plot", "web/fair"),
	"web/desk/thing":  {"web/store/key"},
	"web/desk":        feature("web/classroom/entry", "web/desk/thing", "web/store", "web/store/key", "web/store/records"),
	"web/editor":      feature("web/desk/thing", "web/store/key", "web/export", "web/fair", "web/socket", "web/store/records", "web/treestore", "web/wake"),
	"web/games":       feature("web/draw", "web/draw/plot", "web/fair", "web/maps", "web/tree", "search/hidden"),
	"web/lockstep":    feature(),
	"web/front":       feature("web/figures", "web/games"),
	"web/tree":        feature("web/draw/plot", "search/hidden", "search/ties"),
	"web/api":         feature("search/question", "search/ties", "web/fair", "web/treestore", "web/editor", "web/learn", "web/tree"),
	"web/socket":      below("web/problem", "web/run", "web/app", "web/fair"),
	"web/experiments": feature("web/draw/plot", "search/experiment", "search/interval", "web/draw", "web/fair", "web/store", "web/store/records", "web/socket", "web/wake"),
	"web/markdown":    {"web/words"},
	"web/lessons":     feature("web/desk/thing", "search/question", "web/store", "web/store/key", "web/store/records", "web/judge", "web/markdown"),
	"web/learn":       feature("search/program/beginnings", "search/question", "search/ties", "web/draw/plot", "web/fair", "web/judge", "web/lessons", "web/markdown"),
	"web/assign":      feature("web/desk/thing", "search/question", "web/fair", "web/recent", "web/socket", "web/store", "web/store/key", "web/store/records", "web/classroom/entry", "web/judge", "web/lessons", "web/learn", "search/checks", "search/mistakes", "trace/program", "search/program", "web/code", "web/markdown", "web/traces", "web/wake"),
	"web/traces":      feature("web/desk/thing", "web/draw", "web/export", "web/fair", "web/games", "web/maps", "web/recent", "web/socket", "web/store", "web/store/key", "web/store/records", "web/tracestore", "search/checks", "trace/program", "web/wake"),
	"web/maps":        feature("trace/tiles", "web/fair", "web/socket", "web/treestore"),
	"web/code":        feature("web/desk/thing", "web/fair", "web/games", "web/store", "web/store/key", "web/store/records", "search/checks", "search/program", "search/program/beginnings", "search/program/process", "search/program/trial", "trees/figures", "trace/program", "web/learn", "web/traces", "web/tracestore"),
	"web/theorems":    feature("search/interval", "search/claims", "search/experiment", "web/draw", "web/fair", "web/judge", "web/learn", "web/markdown"),
	"web/classroom":   feature("web/desk/thing", "web/fair", "web/recent", "web/socket", "web/store", "web/store/key", "web/store/records", "web/classroom/entry", "search/question", "web/judge", "web/lessons"),

	"web": {"trees", "trees/foreign", "trees/games", "trace", "trace/program", "search/engine", "search/algorithms", "search/compare", "search/practice", "search/program", "search/program/trial", "search/checks", "search/hidden", "search/mistakes", "search/question", "search/ties", "web/api", "web/app", "web/classroom", "web/classroom/entry", "web/code", "web/desk", "web/draw", "web/editor", "web/experiments", "web/export", "web/figures", "web/front", "web/games", "web/assign",
		"web/learn", "web/judge", "web/lessons", "web/lockstep", "web/maps", "web/play", "web/problem", "web/run", "web/socket", "web/theorems", "web/traces", "web/tracestore", "web/tree", "web/store/clock", "web/store/records", "web/treestore"},
	"web/webtest":         {"trees", "trees/figures", "trees/treetest", "trace", "search/engine", "search/algorithms", "search/compare", "web", "web/app", "web/fair", "web/problem", "web/store/memory", "web/store/records", "web/treestore"},
	"web/webtest/compare": {"web/api"},
	"cmd/server":          {"trees", "trees/foreign", "trace/program", "search/engine", "search/algorithms", "search/compare", "search/checks", "search/experiment", "search/interval", "web", "web/app", "web/classroom/entry", "web/fair", "web/machine", "web/store/records", "web/treestore"},
}

// logic is what everything in web may use: trees, traces and searches.
var logic = []string{"trees", "trees/layout", "trees/figures", "trees/games", "trees/foreign", "trace", "trace/lockstep", "search/engine", "search/algorithms", "search/compare", "search/practice", "search/papers", "search/recorded"}

func below(more ...string) []string { return append(slices.Clone(logic), more...) }

func feature(more ...string) []string {
	return below(append([]string{"web/words", "web/problem", "web/run", "web/app", "web/draw", "web/play"}, more...)...)
}

// outside are imports from outside the module that a package must not have, by
// the first part of its path.
var outside = map[string][]string{
	"trees":  {"net", "html", "github.com"},
	"trace":  {"net", "html", "github.com"},
	"search": {"net", "html", "encoding/json", "github.com"},
	"cmd":    {"github.com"},
}

// onlyHere are dependencies that one package, or a few, may use.
var onlyHere = map[string][]string{
	"github.com/nats-io":           {"web/cluster", "web/cluster/natstest"},
	"github.com/gorilla/websocket": {"web/socket", "web/webtest", "web/webtest/compare"},
	"github.com/KimMachineGun":     {"web/machine"},
	"github.com/yuin/goldmark":     {"web/markdown"},
	"rsc.io/qr":                    {"web/classroom/entry"},
}

// alsoInTests are those of them that tests elsewhere may not use either.
var alsoInTests = []string{"github.com/nats-io"}

// topLevel is what may be on the top level beside the packages, dot-files
// and a licence.
var topLevel = []string{"go.mod", "go.sum", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile", "Dockerfile"}

const module = "espalier"

// eachGoFile calls each with every Go file of the module, by its path.
func eachGoFile(t *testing.T, each func(name string, parsed *ast.File)) {
	t.Helper()
	root := os.DirFS("..")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		each(name, parsed)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestImportsRunOneWay(t *testing.T) {
	treetest.SkipUnderRace(t)
	found := map[string]bool{}
	eachGoFile(t, func(name string, parsed *ast.File) {
		folder := path.Dir(name)
		allowed, known := layers[folder]
		if !known {
			t.Errorf("%s: the package %s is not listed in layers", name, folder)
			return
		}
		found[folder] = true
		test := strings.HasSuffix(name, "_test.go")
		for _, i := range parsed.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			for dependency, users := range onlyHere {
				if within(imported, dependency) && !slices.Contains(users, folder) && (!test || slices.Contains(alsoInTests, dependency)) {
					t.Errorf("%s imports %s; only %v may", name, imported, users)
				}
			}
			if test {
				continue // a test may use more than what it tests
			}
			if own, ok := strings.CutPrefix(imported, module+"/"); ok {
				if !slices.Contains(allowed, own) {
					t.Errorf("%s imports %s, which %s may not", name, own, folder)
				}
				continue
			}
			top, _, _ := strings.Cut(folder, "/")
			for _, f := range outside[top] {
				if within(imported, f) && folder != ofProcesses {
					t.Errorf("%s imports %s, which %s may not", name, imported, top)
				}
			}
		}
	})
	for folder := range layers {
		if !found[folder] {
			t.Errorf("layers lists %s, where no Go file is", folder)
		}
	}
}

// within reports whether a path is the folder, or below it.
func within(imported, folder string) bool {
	return imported == folder || strings.HasPrefix(imported, folder+"/")
}

// TestLayersHaveNoCycle: the table itself runs one way, so that no import that
// it allows can close a circle.
func TestLayersHaveNoCycle(t *testing.T) {
	treetest.SkipUnderRace(t)
	const visiting, done = 1, 2
	state := map[string]int{}
	var visit func(folder string, path []string)
	visit = func(folder string, path []string) {
		switch state[folder] {
		case visiting:
			t.Errorf("layers allow the cycle %v", append(path, folder))
			return
		case done:
			return
		}
		state[folder] = visiting
		for _, below := range layers[folder] {
			visit(below, append(path, folder))
		}
		state[folder] = done
	}
	for folder := range layers {
		visit(folder, nil)
	}
}

// sequential are the packages that do one thing after the other: a caller may
// use them from several goroutines, and they start none.
var sequential = []string{"trees", "search", "web/draw"}

// ofProcesses is no search: it starts a process for one, and talks to it.
const ofProcesses = "search/program/process"

func TestSequentialPackagesStartNoGoroutine(t *testing.T) {
	treetest.SkipUnderRace(t)
	eachGoFile(t, func(name string, parsed *ast.File) {
		if !slices.ContainsFunc(sequential, func(folder string) bool { return strings.HasPrefix(name, folder+"/") }) || path.Dir(name) == ofProcesses {
			return
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s starts a goroutine; the packages %v start none", name, sequential)
			case *ast.SelectorExpr:
				if n.Sel.Name == "Go" {
					t.Errorf("%s starts a goroutine by a method Go; the packages %v start none", name, sequential)
				}
			}
			return true
		})
	})
}

// aboutOne are the packages whose subject is what a paper says of algorithms and games by name.
var aboutOne = []string{"search/claims", "search/experiment", "web/theorems", "web/learn", "web/webtest"}

// TestNoIdentityTests: no code asks which algorithm or game it has, by its id. What it wants
// to know is a field of engine.Algorithm or games.Game, so that a new one needs no other
// change.
func TestNoIdentityTests(t *testing.T) {
	treetest.SkipUnderRace(t)
	ids := games.IDs()
	for _, a := range algorithms.All() {
		ids = append(ids, a.ID)
	}
	isID := func(e ast.Expr) bool {
		literal, ok := e.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return false
		}
		text, err := strconv.Unquote(literal.Value)
		return err == nil && slices.Contains(ids, text)
	}
	eachGoFile(t, func(name string, parsed *ast.File) {
		if strings.HasSuffix(name, "_test.go") || slices.ContainsFunc(aboutOne, func(folder string) bool { return strings.HasPrefix(name, folder+"/") }) || path.Dir(name) == ofProcesses {
			return
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			var compared []ast.Expr
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.EQL || n.Op == token.NEQ {
					compared = []ast.Expr{n.X, n.Y}
				}
			case *ast.CaseClause:
				compared = n.List
			}
			if slices.ContainsFunc(compared, isID) {
				t.Errorf("%s compares an id with that of an algorithm or a game; a field should say what it wants to know", name)
			}
			return true
		})
	})
}

func TestTopLevel(t *testing.T) {
	treetest.SkipUnderRace(t)
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	tops := map[string]bool{}
	for folder := range layers {
		top, _, _ := strings.Cut(folder, "/")
		tops[top] = true
	}
	for _, e := range entries {
		name := e.Name()
		if !tops[name] && !slices.Contains(topLevel, name) && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "LICENSE") {
			t.Errorf("%s does not belong on the top level", name)
		}
	}
}
