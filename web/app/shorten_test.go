package app

import (
	"bytes"
	"io/fs"
	"net/http/httptest"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"espalier/static"
)

func TestShortened(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.js", "// One.\nlet a; // of the first\n  // Two.\nlet b;\n", "\nlet a;\n\nlet b;\n"},
		{"a.js", "let a = \"b; // c\";\nlet d = `e; // ${f}`;\nlet g // h\n", "let a = \"b; // c\";\nlet d = `e; // ${f}`;\nlet g // h\n"},
		{"a.js", "/**\n * Three.\n */\nlet a;\n", "\n\n\nlet a;\n"},
		{"a.js", "\t/* Four. */ let a;\nlet b = 1 /* kept */ + 2;\n", "let a;\nlet b = 1 /* kept */ + 2;\n"},
		{"a.js", "let a = \"/* no comment\";\nlet b;\n", "let a = \"/* no comment\";\nlet b;\n"},
		{"a.js", "let a = /** @type {A} */ (b), c = `${/** @type {C} */ (d)}`;\n", "let a = (b), c = `${(d)}`;\n"},
		{"a.js", "if (a === b && c) { d(e, f => g); }\nh = \"i, j\";\n", "if(a===b&&c){d(e,f=>g);}\nh=\"i, j\";\n"},
		{"a.js", "let a = \"b, c\" ?? d ? e + +f : \"if (\";\nlet g = /h, i/, j = 'k, l';\n", "let a=\"b, c\"??d?e + +f:\"if (\";\nlet g = /h, i/, j = 'k, l';\n"},
		{"a.css", "/* Five,\n   six. */ a { b: c }\n// no comment here\n", "a { b: c }// no comment here\n"},
		{"a.css", "a {\n  b: c; /* Seven. */\n\td: \"/* eight */\";\n}\n", "a{b:c;d:\"/* eight */\"}\n"},
		{"a.css", "a :focus, b { c: calc(1px + 2px); d: \"x: y, z\"; }\n", "a :focus,b{c:calc(1px + 2px);d:\"x: y, z\"}\n"},
		{"a.svg", "/* no comment */", "/* no comment */"},
	} {
		if got := string(Shortened(c.name, []byte(c.text))); got != c.want {
			t.Errorf("%s: %q shortened is %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

// TestScriptsHaveNoLongStrings: a string over several lines could hold a line
// that looks like a comment. Every script keeps its lines, and every file loses some bytes.
func TestScriptsHaveNoLongStrings(t *testing.T) {
	seen := map[string]int{}
	err := fs.WalkDir(static.Files, ".", func(name string, d fs.DirEntry, err error) error {
		kind := path.Ext(name)
		if err != nil || kind != ".js" && kind != ".css" {
			return err
		}
		text, err := fs.ReadFile(static.Files, name)
		if err != nil {
			return err
		}
		sent := Shortened(name, text)
		if len(sent) >= len(text) || kind == ".js" && bytes.Count(sent, []byte("\n")) != bytes.Count(text, []byte("\n")) {
			t.Errorf("%s: %d bytes of %d are sent, with another number of lines", name, len(sent), len(text))
		}
		for i, line := range bytes.Split(sent, []byte("\n")) {
			if bytes.Count(line, []byte("`"))%2 != 0 || bytes.HasSuffix(line, []byte("\\")) {
				t.Errorf("%s:%d: a string goes on in the next line: %s", name, i+1, line)
			}
		}
		seen[kind]++
		return nil
	})
	if err != nil || seen[".js"] < 50 || seen[".css"] < 15 {
		t.Errorf("files by extension: %v, error %v", seen, err)
	}
}

// TestChangedFileIsSent: a file on disk that has changed is sent as it is now.
func TestChangedFileIsSent(t *testing.T) {
	files := fstest.MapFS{}
	a := &assets{Files: files}
	for _, text := range []string{"let a=1;", "let a=2;", "let a=1;"} {
		files["js/a.js"] = &fstest.MapFile{Data: []byte(text + "\n// A comment.\n")}
		w := httptest.NewRecorder()
		a.ServeHTTP(w, httptest.NewRequest("GET", "/static/js/a.js", nil))
		if got := strings.TrimSpace(w.Body.String()); got != text {
			t.Errorf("%q is sent as %q", text, got)
		}
	}
}
