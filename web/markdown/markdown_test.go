package markdown

import (
	"regexp"
	"strings"
	"testing"
)

func TestHTML(t *testing.T) {
	for text, want := range map[string]string{
		"**Two** players, *one* `x`":           "<p><strong>Two</strong> players, <em>one</em> <code>x</code></p>\n",
		"a < b & c":                            "<p>a &lt; b &amp; c</p>\n",
		"# One\n\n###### Six":                  "<h3>One</h3>\n<h6>Six</h6>\n",
		"[own](/figures/k1991-fig6?step=3)":    "<p><a href=\"/figures/k1991-fig6?step=3\">own</a></p>\n",
		"[out](https://example.org/?a=1&b)":    "<p><a href=\"https://example.org/?a=1&amp;b\" rel=\"noopener noreferrer nofollow\">out<span class=\"leads-out\"> (elsewhere)</span></a></p>\n",
		"<https://example.org>":                "<p><a href=\"https://example.org\" rel=\"noopener noreferrer nofollow\">https://example.org<span class=\"leads-out\"> (elsewhere)</span></a></p>\n",
		"![a tree](https://example.org/a.png)": "<p><a href=\"https://example.org/a.png\" rel=\"noopener noreferrer nofollow\">a tree<span class=\"leads-out\"> (elsewhere)</span></a></p>\n",
		"| a | b |\n|---|---|\n| 1 | 2 |":      "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>\n",
	} {
		if got, err := HTML(text); err != nil || got != want {
			t.Errorf("HTML(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
}

// What could run a script, load something or set a style.
var dangerous = regexp.MustCompile(`(?i)<(script|img|iframe|svg|style|object|form|input|base|link|meta)|\son\w+\s*=|style=|src=|href="(javascript|data|vbscript|file|//|\\)`)

func TestHTMLIsSafe(t *testing.T) {
	for _, text := range []string{
		"<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b", "<div onclick='x()'>\n\nx\n\n</div>", "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))",
		"[x](java\tscript:alert(1))", "[x](&#106;avascript:alert(1))", "[x](data:text/html,<script>)", "![x](javascript:alert(1))", "<javascript:alert(1)>", "[x](//example.org)",
		`[x](/\example.org)`, "[x](vbscript:x)", "[x](file:///etc/passwd)", `[x](/a"onmouseover="x)`, `[x](https://e.org/"onmouseover="x)`, "[x](<https://e.org/ onclick=x>)", "<style>*{}</style>",
		"[x]: javascript:alert(1)\n\n[x]", "```html\n<script>\n```", "# <svg onload=x>", "| <img src=x> |\n|---|\n| [x](javascript:x) |", "[x](relative)", "<!-- x --><base href=x>", "| a |\n|:-:|\n| 1 |",
	} {
		got, err := HTML(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		for _, tag := range regexp.MustCompile(`<[^>]*>`).FindAllString(got, -1) {
			if dangerous.MatchString(tag) {
				t.Errorf("HTML(%q) = %q", text, got)
			}
		}
	}
}

// A table whose rows are short is not filled up to thousands of cells in each of thousands of
// rows. What is no table stays as it was written.
func TestWideTables(t *testing.T) {
	const columns, rows = 1_300, 2_000
	for name, note := range map[string]string{
		"a wide head":       strings.Repeat("|a", columns) + "\n" + strings.Repeat("|-", columns) + "\n" + strings.Repeat("a\n", rows),
		"a wide head alone": strings.Repeat("|", columns) + "a\n" + strings.Repeat("|-", columns) + "\n" + strings.Repeat("|\n", rows),
	} {
		got, err := HTML(note)
		if err != nil || len(got) > 40*len(note) || !strings.Contains(got, "|-") {
			t.Errorf("%s: from %d bytes come %d: %v", name, len(note), len(got), err)
		}
	}
}
