package web

import (
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"espalier/trees/treetest"
)

// scriptFolders are the folders of static/js and static/css, with what the
// modules of each may import besides their own.
var scriptFolders = map[string][]string{
	"shared":      nil,
	"run":         {"shared"},
	"editor":      {"shared", "map"},
	"lockstep":    {"shared", "run"},
	"figures":     {"shared", "run"},
	"games":       {"shared"},
	"map":         {"shared"},
	"tree":        {"shared"},
	"experiments": {"shared"},
	"share":       {"shared"},
	"treelist":    {"shared"},
	"desk":        {"shared"},
	"classroom":   {"shared", "run"},
	"practice":    {"shared", "run"},
	"homework":    {"shared", "run", "practice", "code"},
	"lessons":     {"shared"},
	"learn":       {"shared", "run"},
	"theorems":    {"shared"},
	"traces":      {"shared"},
	"code":        {"shared", "run", "games"},
	"export":      {"shared", "run", "figures"},
}

// TestStaticFilesAreUsed checks scripts and style sheets: every module is
// loaded by a page, every export is imported, imports go one way, every class
// of a style sheet is given to an element somewhere.
func TestStaticFilesAreUsed(t *testing.T) {
	treetest.SkipUnderRace(t)
	site := readSite(t, os.DirFS(repositoryRoot(t)))
	if len(site.scripts) < 50 || len(site.styles) < 15 || len(site.pages) < 20 || len(site.tests) < 10 {
		t.Fatalf("%d modules, %d style sheets, %d Go and templ files, %d browser tests: some are not found", len(site.scripts), len(site.styles), len(site.pages), len(site.tests))
	}
	for _, fault := range site.faults() {
		t.Error(fault)
	}
}

// TestStaticCheckFindsFaults runs the check on a site with one fault of each sort.
func TestStaticCheckFindsFaults(t *testing.T) {
	treetest.SkipUnderRace(t)
	site := readSite(t, fstest.MapFS{
		"static/js/run/main.js":         {Data: []byte("import { used } from \"./other.js\";\nimport { up } from \"../editor/main.js\";\nused(`p p${up}`, `a-${up}`);\nlet list = (await import(\"./late.js\")).late;\n")},
		"static/js/run/other.js":        {Data: []byte("/** @typedef {import(\"../shared/typed.js\").Typed} Typed */\nexport function used() {}\nexport const dead = 1;\nexport const [also, none] = [2, 3];\n")},
		"static/js/run/late.js":         {Data: []byte("export class late {}\nexport const notLate = 1;\n")},
		"static/js/shared/typed.js":     {Data: []byte("export class Typed {}\nexport function tested() {}\n")},
		"static/js/editor/main.js":      {Data: []byte("export let up = 1;\n")},
		"static/js/shared/lost.js":      {Data: []byte("import \"./none.js\";\n")},
		"static/js/elsewhere/x.js":      {Data: []byte("document.title = \"\";\n")},
		"static/css/run/run.css":        {Data: []byte("/* .comment */ @media (min-width: 1.5em) { .live, .p1 > .a-b:hover { color: red } .gone.written { width: .5em } }\n.given[href$=\".svg\"] {}")},
		"static/css/run/lost.css":       {Data: []byte("")},
		"web/page.templ":                {Data: []byte("<link href={ Asset(ctx, \"css/run/run.css\") }/>\n<script src={ Asset(ctx, \"js/run/main.js\") }></script>\n<script src={ Asset(ctx, \"js/run/none.js\") }></script>\n")},
		"web/page_templ.go":             {Data: []byte("package web\nvar a = \"<b class=\\\"live x\\\"> gone </b>\"\n")},
		"web/page.go":                   {Data: []byte("package web\nvar b = []string{\"given\", `written`} // gone \"gone\"\nvar c = \"js/elsewhere/x.js\"\n")},
		"web/browser/a.test.mjs":        {Data: []byte("const { tested } = await import(\"/static/js/shared/typed.js\");\n")},
		"web/browser/node_modules/x.js": {Data: []byte("\"gone\"")},
	})
	want := []string{
		"static/css/run/lost.css is not a style sheet of any page",
		"static/css/run/run.css: no element has the class gone",
		"static/js/elsewhere/x.js: the folder elsewhere has no place in the order of imports",
		"static/js/run/late.js: nothing imports notLate",
		"static/js/run/main.js imports static/js/editor/main.js: run may import only shared",
		"static/js/run/none.js is not there, but is loaded by a page",
		"static/js/run/other.js: nothing imports also, none",
		"static/js/run/other.js: nothing imports dead",
		"static/js/shared/lost.js imports static/js/shared/none.js, which is not there",
		"static/js/shared/lost.js is not loaded by any page",
		"static/js/shared/typed.js is not loaded by any page",
	}
	got := site.faults()
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("faults = %s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func repositoryRoot(t *testing.T) string {
	dir, err := filepath.Abs(".")
	for ; err == nil; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	t.Fatal("there is no go.mod above the folder of this test")
	return ""
}

// A site is the text of what makes its pages, by path.
type site struct {
	scripts, styles map[string]string // below static/
	pages           map[string]string // Go and templ files
	tests           map[string]string // of the browser
}

func readSite(t *testing.T, root fs.FS) *site {
	s := &site{map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != "." && strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules" || d.Name() == "testdata" {
				return fs.SkipDir
			}
			return nil
		}
		var list map[string]string
		switch ext := path.Ext(name); {
		case strings.HasPrefix(name, "static/js/") && ext == ".js":
			list = s.scripts
		case strings.HasPrefix(name, "static/css/") && ext == ".css":
			list = s.styles
		case ext == ".templ", ext == ".go" && !strings.HasSuffix(name, "_test.go"):
			list = s.pages
		case ext == ".mjs":
			list = s.tests
		default:
			return nil
		}
		text, err := fs.ReadFile(root, name)
		list[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *site) faults() []string {
	return slices.Concat(s.scriptFaults(), s.styleFaults())
}

var (
	pageScript = regexp.MustCompile(`"(js/[\w/-]+\.js)"`)
	// An import by name, for its effect, when it is run, or of a type.
	namedImport = regexp.MustCompile(`(?m)^import \{([^}]*)\} from "([^"]+)"`)
	anyImport   = regexp.MustCompile(`(?m)^import (?:\{[^}]*\} from )?"([^"]+)"|\bimport\("([^"]+)"\)(?:\.([A-Z]\w*))?`)
	// What a module exports: a name, or a list of names, which counts as one.
	jsExport = regexp.MustCompile(`(?m)^export (?:async )?(?:function|class|const|let) (\w+|\[[^\]]*\])`)
	word     = regexp.MustCompile(`\w+`)
)

// target is the module that an import names.
func target(from, name string) string {
	if strings.HasPrefix(name, "/") {
		return strings.TrimPrefix(name, "/")
	}
	return path.Join(path.Dir(from), name)
}

func (s *site) scriptFaults() []string {
	var faults []string
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	used := map[string]map[string]bool{} // the exports that are imported, by module
	use := func(module string, names ...string) {
		if used[module] == nil {
			used[module] = map[string]bool{}
		}
		for _, n := range names {
			used[module][n] = true
		}
	}
	loads := map[string][]string{} // a module to those that it imports; types are not loaded
	for name, text := range s.scripts {
		folder := strings.Split(name, "/")[2]
		allowed, ok := scriptFolders[folder]
		if !ok {
			fault("%s: the folder %s has no place in the order of imports", name, folder)
		}
		for _, m := range namedImport.FindAllStringSubmatch(text, -1) {
			for _, one := range strings.Split(m[1], ",") {
				use(target(name, m[2]), strings.Fields(one + " x")[0])
			}
		}
		for _, m := range anyImport.FindAllStringSubmatch(text, -1) {
			to := target(name, m[1]+m[2])
			if s.scripts[to] == "" {
				fault("%s imports %s, which is not there", name, to)
				continue
			}
			if f := strings.Split(to, "/")[2]; ok && f != folder && !slices.Contains(allowed, f) {
				fault("%s imports %s: %s may import only %s", name, to, folder, strings.Join(allowed, ", "))
			}
			if use(to, m[3]); m[3] == "" || strings.Contains(text, "await "+m[0]) { // not a type
				loads[name] = append(loads[name], to)
			}
			if m[2] != "" && m[3] == "" { // run later: the names are near it
				use(to, word.FindAllString(text, -1)...)
			}
		}
	}
	for name, text := range s.tests {
		for _, m := range anyImport.FindAllStringSubmatch(text, -1) {
			use(target(name, m[1]+m[2]), word.FindAllString(text, -1)...)
		}
	}
	loaded := map[string]bool{}
	var load func(string)
	load = func(name string) {
		if loaded[name] {
			return
		}
		loaded[name] = true
		for _, to := range loads[name] {
			load(to)
		}
	}
	for _, text := range s.pages {
		for _, m := range pageScript.FindAllStringSubmatch(text, -1) {
			name := "static/" + m[1]
			if _, ok := s.scripts[name]; !ok {
				fault("%s is not there, but is loaded by a page", name)
			}
			load(name)
		}
	}
	for name, text := range s.scripts {
		if !loaded[name] {
			fault("%s is not loaded by any page", name)
		}
		for _, m := range jsExport.FindAllStringSubmatch(text, -1) {
			names := word.FindAllString(m[1], -1)
			if !slices.ContainsFunc(names, func(n string) bool { return used[name][n] }) {
				fault("%s: nothing imports %s", name, strings.Join(names, ", "))
			}
		}
	}
	return faults
}

var (
	cssNoise       = regexp.MustCompile(`(?s)/\*.*?\*/|"[^"]*"`)
	cssSelector    = regexp.MustCompile(`[^{};]+\{`)
	cssClass       = regexp.MustCompile(`\.([a-zA-Z_][\w-]*)`)
	classAttr      = regexp.MustCompile(`class="([^"]*)"`)
	classList      = regexp.MustCompile(`^[a-z0-9 -]*$`)
	trailingDigits = regexp.MustCompile(`\d+$`)
	jsComment      = regexp.MustCompile(`(?m)/\*\*?(?s:.*?)\*/|(?:^|\s)//.*$`)
	jsString       = regexp.MustCompile("\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`")
	jsInserted     = regexp.MustCompile(`\$\{[^}]*\}`)
)

func (s *site) styleFaults() []string {
	var faults []string
	given := s.classes()
	var pages strings.Builder
	for _, text := range s.pages {
		pages.WriteString(text)
	}
	for name, text := range s.styles {
		short := strings.TrimSuffix(strings.TrimPrefix(name, "static/css/"), ".css")
		if folder := path.Dir(short); scriptFolders[folder] == nil && folder != "shared" {
			faults = append(faults, fmt.Sprintf("%s: there are no scripts in a folder %s", name, folder))
		}
		byScript := `"css/` + short + `.css"` // when it is first needed
		asked := func(script string) bool { return strings.Contains(script, byScript) }
		if !strings.Contains(pages.String(), `"`+short+`"`) && !strings.Contains(pages.String(), `"css/`+short+`.css"`) && !slices.ContainsFunc(slices.Collect(maps.Values(s.scripts)), asked) {
			faults = append(faults, fmt.Sprintf("%s is not a style sheet of any page", name))
		}
		missing := map[string]bool{}
		for _, selector := range cssSelector.FindAllString(cssNoise.ReplaceAllString(text, " "), -1) {
			if strings.HasPrefix(strings.TrimSpace(selector), "@") {
				continue
			}
			for _, m := range cssClass.FindAllStringSubmatch(selector, -1) {
				if !given[m[1]] && !given[trailingDigits.ReplaceAllString(m[1], "")] && !beginsWithOne(m[1], given) {
					missing[m[1]] = true
				}
			}
		}
		for class := range missing {
			faults = append(faults, fmt.Sprintf("%s: no element has the class %s", name, class))
		}
	}
	return faults
}

// beginsWithOne reports whether a class is made of a part that ends in a
// hyphen, such as "cut-", and something that the program puts behind it.
func beginsWithOne(class string, given map[string]bool) bool {
	for i, r := range class {
		if r == '-' && given[class[:i+1]] {
			return true
		}
	}
	return false
}

// classes are the words that may be classes of elements: those of class
// attributes, and of every string of the program that could be a list of classes.
func (s *site) classes() map[string]bool {
	all := map[string]bool{}
	add := func(text string) {
		if classList.MatchString(text) {
			for _, c := range strings.Fields(text) {
				all[c] = true
			}
		}
		for _, m := range classAttr.FindAllStringSubmatch(text, -1) {
			for _, c := range strings.Fields(m[1]) {
				all[c] = true
			}
		}
	}
	for name, text := range s.pages {
		if path.Ext(name) != ".go" {
			continue // its _templ.go says the same
		}
		var sc scanner.Scanner
		fset := token.NewFileSet()
		sc.Init(fset.AddFile(name, -1, len(text)), []byte(text), nil, 0)
		for {
			_, tok, lit := sc.Scan()
			if tok == token.EOF {
				break
			}
			if tok == token.STRING {
				if plain, err := strconv.Unquote(lit); err == nil {
					add(plain)
				}
			}
		}
	}
	for _, text := range s.scripts {
		for _, lit := range jsString.FindAllString(jsComment.ReplaceAllString(text, ""), -1) {
			add(jsInserted.ReplaceAllString(lit[1:len(lit)-1], ""))
		}
	}
	return all
}
