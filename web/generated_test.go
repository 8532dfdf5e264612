package web

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"espalier/trees/treetest"
)

// The templ generator that go generate runs and the library of go.mod must be of
// one version. That the committed files are what it makes is checked by .ci/templ,
// which runs the generator.
func TestTemplVersions(t *testing.T) {
	treetest.SkipUnderRace(t)
	first := func(pattern string, text []byte) string {
		m := regexp.MustCompile(pattern).FindSubmatch(text)
		if m == nil {
			return ""
		}
		return string(m[1])
	}
	mod, err := os.ReadFile(filepath.Join("..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	want := first(`github\.com/a-h/templ (v\S+)`, mod)
	if want == "" {
		t.Fatal("go.mod does not require github.com/a-h/templ")
	}
	var files []string
	err = filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if d != nil && d.Name() == "node_modules" {
			return filepath.SkipDir
		}
		if filepath.Ext(name) == ".go" {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	directives := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := first(`(?m)^//go:generate go run github\.com/a-h/templ/cmd/templ@(\S+)`, text); got != "" {
			directives++
			if got != want {
				t.Errorf("%s: the go:generate line runs templ %s, want %s", name, got, want)
			}
		}
	}
	if directives != 1 {
		t.Errorf("go:generate lines that run templ below web = %d, want 1", directives)
	}
}

// TestPackageComments reads what go doc says of each package. A comment right above a package clause
// is a part of it, also in generated files.
func TestPackageComments(t *testing.T) {
	packages := 0
	err := filepath.WalkDir("..", func(dir string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case d.Name() == "node_modules" || d.Name() == "testdata" || d.Name() != ".." && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		}
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return err
		}
		files := token.NewFileSet()
		var name string
		var comments []string
		for _, file := range names {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(files, file, nil, parser.PackageClauseOnly|parser.ParseComments)
			if err != nil {
				return err
			}
			if name = parsed.Name.Name; parsed.Doc != nil {
				comments = append(comments, parsed.Doc.Text())
			}
		}
		if name == "" {
			return nil
		}
		packages++
		switch {
		case len(comments) != 1:
			t.Errorf("%s has %d package comments, want 1: %q", dir, len(comments), comments)
		case name != "main" && !strings.HasPrefix(comments[0], "Package "+name+" "):
			t.Errorf("%s: go doc begins %.60q, want Package %s", dir, comments[0], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if packages < 60 {
		t.Errorf("only %d packages were read", packages)
	}
}
