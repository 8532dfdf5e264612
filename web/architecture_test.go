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
)

// rooms are the folders of the house with what each may import of the others.
// What is not named here is not allowed: a package that is missing in the
// table has no place yet.
var rooms = map[string][]string{
	"trees":  {"trees"},
	"trace":  {"trees", "trace"},
	"search": {"trees", "trace", "search"},
	"static": nil,
	"web":    {"trees", "trace", "search", "static", "web"},
	"cmd":    {"web"},
}

// strangers are imports from outside that a room must not know.
var strangers = map[string][]string{
	"trees":  {"net", "html", "github.com/"},
	"trace":  {"net", "html", "github.com/"},
	"search": {"net", "html", "encoding/json", "github.com/"},
	"cmd":    {"github.com/"},
}

// topLevel is what may stand beside the rooms, dot-files and a licence apart.
var topLevel = []string{"go.mod", "go.sum", "README.md"}

func TestImportsRunOneWay(t *testing.T) {
	house := os.DirFS("..")
	files := 0
	err := fs.WalkDir(house, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		// A module of its own, such as the browser tests, is another house.
		if d.IsDir() && name != "." {
			if _, err := fs.Stat(house, path.Join(name, "go.mod")); err == nil {
				return fs.SkipDir
			}
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		files++
		text, err := fs.ReadFile(house, name)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		room, _, _ := strings.Cut(name, "/")
		if slices.Contains(singleFile, room) {
			checkSingleFile(t, name, parsed)
		}
		for _, i := range parsed.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			checkImport(t, name, room, imported)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 {
		t.Errorf("only %d Go files were found", files)
	}
}

// singleFile are the rooms that do one thing after the other: whoever calls
// them may do so from several goroutines, and they start none. The race
// detector need not run their tests.
var singleFile = []string{"trees", "search"}

func checkSingleFile(t *testing.T, file string, parsed *ast.File) {
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			t.Errorf("%s starts a goroutine; the rooms %v start none", file, singleFile)
		case *ast.SelectorExpr:
			if n.Sel.Name == "Go" {
				t.Errorf("%s starts a goroutine by a method Go; the rooms %v start none", file, singleFile)
			}
		}
		return true
	})
}

func checkImport(t *testing.T, file, room, imported string) {
	allowed, known := rooms[room]
	if !known {
		t.Errorf("%s: %q is no room of the house", file, room)
		return
	}
	if own, ok := strings.CutPrefix(imported, "espalier/"); ok {
		if other, _, _ := strings.Cut(own, "/"); !slices.Contains(allowed, other) {
			t.Errorf("%s imports %s: %s may import %v", file, imported, room, allowed)
		}
		return
	}
	if strings.HasSuffix(file, "_test.go") {
		return // a test may look further than what it tests
	}
	for _, s := range strangers[room] {
		if imported == s || strings.HasPrefix(imported, strings.TrimSuffix(s, "/")+"/") {
			t.Errorf("%s imports %s, of which %s knows nothing", file, imported, room)
		}
	}
}

func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		_, room := rooms[name]
		if !room && !slices.Contains(topLevel, name) && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "LICENSE") {
			t.Errorf("%s does not belong on the top level", name)
		}
	}
	for room := range rooms {
		if info, err := os.Stat("../" + room); err != nil || !info.IsDir() {
			t.Errorf("the room %s is missing", room)
		}
	}
}
