package static

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	cssComment = regexp.MustCompile(`(?s)/\*.*?\*/`)
	cssText    = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|url\([^)"']*\)`)
	// A declaration ends at a semicolon or with its block. Selectors of nested rules do not end so.
	cssDeclaration = regexp.MustCompile(`([{;]\s*)(-{0,2}[a-z][a-z0-9-]*)\s*:\s*([^;{}]*)(?:;|\})`)
	cssMath        = regexp.MustCompile(`(?:^|[^a-z-])(calc|min|max|clamp)\(`)
	cssVariable    = regexp.MustCompile(`var\(\s*(--[a-z0-9-]+)`)
	// A dimension or a percentage; a name that ends in a digit and a letter, such as --a1b, is no number.
	cssUnit = regexp.MustCompile(`(?:^|[^\w-])[+-]?[\d.]+(?:[a-z]+|%)|env\(`)
)

// lengths are the properties with a length as their value. Chromium takes a number that is
// computed for those of SVG, Firefox and WebKit reject the declaration as the standard demands.
var lengths = []string{
	"stroke-width", "stroke-dasharray", "stroke-dashoffset", "r", "rx", "ry", "cx", "cy", "x", "y",
	"font-size", "letter-spacing", "word-spacing", "text-indent", "baseline-shift", "perspective",
	"width", "height", "inline-size", "block-size", "min-width", "max-width", "min-height", "max-height",
	"min-inline-size", "max-inline-size", "min-block-size", "max-block-size",
	"top", "right", "bottom", "left", "inset", "inset-inline", "inset-block", "gap", "row-gap", "column-gap", "column-width",
	"border-width", "border-radius", "border-spacing", "outline-width", "outline-offset", "flex-basis",
	"text-underline-offset", "text-decoration-thickness", "translate",
	"margin", "padding", "scroll-margin", "scroll-padding",
}

// takesLength reports whether a property is one of them, or a side of one.
func takesLength(property string) bool {
	if slices.Contains(lengths, property) {
		return true
	}
	for _, whole := range []string{"margin-", "padding-", "scroll-margin-", "scroll-padding-", "inset-inline-", "inset-block-"} {
		if strings.HasPrefix(property, whole) {
			return true
		}
	}
	return strings.HasPrefix(property, "border-") && (strings.HasSuffix(property, "-width") || strings.HasSuffix(property, "-radius"))
}

type declaration struct{ property, value string }

func declarations(sheet string) (list []declaration) {
	sheet = cssText.ReplaceAllString(cssComment.ReplaceAllString(sheet, " "), `""`)
	for {
		m := cssDeclaration.FindStringSubmatchIndex(sheet)
		if m == nil {
			return list
		}
		list = append(list, declaration{sheet[m[4]:m[5]], strings.TrimSpace(sheet[m[6]:m[7]])})
		sheet = sheet[m[1]-1:] // what ends one may begin the next
	}
}

// withoutUnit returns the first math function of a value that has no unit: of the variables in
// it, one has a unit if a sheet gives it one, or if no sheet sets it.
func withoutUnit(value string, variables map[string][]string) string {
	for {
		m := cssMath.FindStringSubmatchIndex(value)
		if m == nil {
			return ""
		}
		begin, end, depth := m[2], m[1], 1
		for ; end < len(value) && depth > 0; end++ {
			switch value[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		if whole := value[begin:end]; !hasUnit(whole, variables, nil) {
			return whole
		}
		value = value[end:]
	}
}

func hasUnit(value string, variables map[string][]string, within []string) bool {
	if cssUnit.MatchString(value) {
		return true
	}
	for _, m := range cssVariable.FindAllStringSubmatch(value, -1) {
		name := m[1]
		if slices.Contains(within, name) {
			continue
		}
		values, known := variables[name]
		if !known {
			return true // a script or the server sets it
		}
		for _, v := range values {
			if hasUnit(v, variables, append(within, name)) {
				return true
			}
		}
	}
	return false
}

// TestLengthsHaveUnits: a length that a style sheet computes has a unit. Without one all lines of
// a tree were 1 px wide in Firefox.
func TestLengthsHaveUnits(t *testing.T) {
	sheets, variables := map[string][]declaration{}, map[string][]string{}
	err := fs.WalkDir(Files, "css", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".css") {
			return err
		}
		text, err := fs.ReadFile(Files, path)
		for _, d := range declarations(string(text)) {
			sheets[path] = append(sheets[path], d)
			if strings.HasPrefix(d.property, "--") {
				variables[d.property] = append(variables[d.property], d.value)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	computed := 0
	for path, list := range sheets {
		for _, d := range list {
			if !takesLength(d.property) {
				continue
			}
			if cssMath.MatchString(d.value) {
				computed++
			}
			if math := withoutUnit(d.value, variables); math != "" {
				t.Errorf("%s: %s: %s: %s has no unit, and only Chromium takes it; write 1px * for 1 *", path, d.property, d.value, math)
			}
		}
	}
	if len(sheets) < 20 || computed < 50 {
		t.Errorf("%d sheets with %d computed lengths: they are not read", len(sheets), computed)
	}
}

// The test above finds what it is to find.
func TestWithoutUnit(t *testing.T) {
	variables := map[string][]string{"--weight": {"1", "1.35"}, "--wide": {"calc(2 * var(--rem))"}, "--rem": {"1rem"}, "--loop": {"var(--loop)"}}
	for _, c := range []struct{ sheet, want string }{
		{"a { stroke-width: calc(4 * var(--weight)); }", "calc(4 * var(--weight))"},
		{"a { stroke-width: calc(4px * var(--weight)) }", ""},
		{"a { b { fill: none; stroke-dasharray: 2 calc(3 * var(--weight)) } }", "calc(3 * var(--weight))"},
		{"@keyframes k { from { r: max(1, var(--loop)); } }", "max(1, var(--loop))"},
		{"a:hover { rx: calc(var(--wide) / 2); }", ""},
		{"a { width: calc(var(--unknown) * 2); line-height: calc(2 * 1); }", ""},
		{"a { margin-left: /* 1px */ calc(2 * 3); }", "calc(2 * 3)"},
		{"a { font-size: calc(2 * var(--weight, 1)) }", "calc(2 * var(--weight, 1))"},
		{"a { padding: 1px max(2px, 1vw) calc(2 * (1 + 1)); }", "calc(2 * (1 + 1))"},
	} {
		got := ""
		for _, d := range declarations(c.sheet) {
			if math := withoutUnit(d.value, variables); takesLength(d.property) && got == "" {
				got = math
			}
		}
		if got != c.want {
			t.Errorf("%s: found %q, want %q", c.sheet, got, c.want)
		}
	}
}
