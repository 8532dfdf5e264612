package web

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"espalier/trees/treetest"
)

// The templ generator that go generate runs, the one that wrote the committed
// files and the library of go.mod must be of one version. That the files are
// current is checked by .ci/templ, which runs the generator.
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
	directives, generated := 0, 0
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
		if matched, _ := filepath.Match("*_templ.go", filepath.Base(name)); matched {
			generated++
			if got := first(`(?m)^// templ: version: (\S+)`, text); got != want {
				t.Errorf("%s: written by templ %s, want %s", name, got, want)
			}
		}
	}
	if directives != 1 {
		t.Errorf("go:generate lines that run templ below web = %d, want 1", directives)
	}
	if generated == 0 {
		t.Error("generated files below web = 0, want some")
	}
}
