package export

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// A bundle joins ECMAScript modules to one: each module becomes a constant with
// its exports, after the modules that it imports. It supports only the syntax of
// static/js: an import or export is a line of its own, an import lists names from
// ./name.js or ../folder/name.js, and an export has the name of its declaration. A module that is
// loaded on demand, by import("./name.js"), is there from the begin.
type bundle struct {
	files fs.FS
	code  strings.Builder
	state map[string]int // of each module: being read, or done
}

const (
	beingRead = iota + 1
	inCode
)

var (
	importLine = regexp.MustCompile(`(?m)^import (?:\{([^}]*)\} from )?"(\./[a-z0-9-]+\.js|\.\./[a-z0-9-]+/[a-z0-9-]+\.js)";$`)
	exportName = regexp.MustCompile(`(?m)^export (?:async )?(?:function|class|const|let) (\w+|\[[^\]]*\])`)
	blockNote  = regexp.MustCompile(`(?s)/\*.*?\*/`)
	onDemand   = regexp.MustCompile(`\bimport\("(\./[a-z0-9-]+\.js|\.\./[a-z0-9-]+/[a-z0-9-]+\.js)"\)`)
	leftOver   = regexp.MustCompile(`(?m)^\s*(import|export)\b.*|\bimport\(.*`)
)

// bundled joins a file and all that it imports to one module.
func bundled(files fs.FS, file string) (string, error) {
	b := bundle{files: files, state: map[string]int{}}
	if err := b.add(file); err != nil {
		return "", err
	}
	return b.code.String(), nil
}

func (b *bundle) add(file string) error {
	switch b.state[file] {
	case inCode:
		return nil
	case beingRead:
		return fmt.Errorf("%s imports itself through other modules", file)
	}
	b.state[file] = beingRead
	text, err := fs.ReadFile(b.files, file)
	if err != nil {
		return err
	}
	code := string(text)
	at := func(module string) string { return path.Join(path.Dir(file), module) }
	for _, m := range importLine.FindAllStringSubmatch(code, -1) {
		if err := b.add(at(m[2])); err != nil {
			return err
		}
	}
	for _, m := range onDemand.FindAllStringSubmatch(blockNote.ReplaceAllString(code, ""), -1) {
		if err := b.add(at(m[1])); err != nil {
			return err
		}
	}
	code = importLine.ReplaceAllStringFunc(code, func(line string) string {
		m := importLine.FindStringSubmatch(line)
		if m[1] == "" {
			return "" // imported for its side effects
		}
		return "const {" + strings.ReplaceAll(m[1], " as ", ": ") + "} = " + moduleName(at(m[2])) + ";"
	})
	code = onDemand.ReplaceAllStringFunc(code, func(call string) string {
		return "Promise.resolve(" + moduleName(at(onDemand.FindStringSubmatch(call)[1])) + ")"
	})
	var exports []string
	for _, m := range exportName.FindAllStringSubmatch(code, -1) {
		exports = append(exports, strings.Trim(m[1], "[]"))
	}
	code = exportName.ReplaceAllStringFunc(code, func(line string) string { return strings.TrimPrefix(line, "export ") })
	if rest := leftOver.FindString(blockNote.ReplaceAllString(code, "")); rest != "" {
		return fmt.Errorf("%s: %q cannot be bundled", file, strings.TrimSpace(rest))
	}
	fmt.Fprintf(&b.code, "const %s = (() => {\n%s\nreturn { %s };\n})();\n\n", moduleName(file), strings.TrimSpace(code), strings.Join(exports, ", "))
	b.state[file] = inCode
	return nil
}

// moduleName returns the constant of a module, as module_js$run$tree_view for
// js/run/tree-view.js. It is unique, since no path of static/js has an
// underscore or a $.
func moduleName(file string) string {
	return "module_" + strings.NewReplacer("-", "_", "/", "$").Replace(strings.TrimSuffix(file, ".js"))
}
