package web

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

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
