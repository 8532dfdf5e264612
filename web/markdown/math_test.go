package markdown

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestMathML(t *testing.T) {
	for tex, want := range map[string]string{
		`\alpha \ge \beta`:                "<mrow><mi>α</mi><mo>≥</mo><mi>β</mi></mrow>",
		`x_i^2`:                           "<msubsup><mi>x</mi><mi>i</mi><mrow><mn>2</mn></mrow></msubsup>",
		`b^{d/2}`:                         "<msup><mi>b</mi><mrow><mrow><mi>d</mi><mo>/</mo><mn>2</mn></mrow></mrow></msup>",
		`\frac{1}{n+1}`:                   "<mfrac><mn>1</mn><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></mfrac>",
		`\binom{3}{1}`:                    `<mrow><mo>(</mo><mfrac linethickness="0"><mn>3</mn><mn>1</mn></mfrac><mo>)</mo></mrow>`,
		`\text{maxsum} - 3.5`:             "<mrow><mtext>maxsum</mtext><mo>−</mo><mn>3.5</mn></mrow>",
		`\left( \sum_{i=1}^n v_i \right)`: "<mrow><mo>(</mo><mrow><msubsup><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mrow><mi>n</mi></mrow></msubsup><msub><mi>v</mi><mi>i</mi></msub></mrow><mo>)</mo></mrow>",
		`\max_c v'(c) < \infty`:           "<mrow><msub><mi>max</mi><mi>c</mi></msub><msup><mi>v</mi><mrow><mo>′</mo></mrow></msup><mo>(</mo><mi>c</mi><mo>)</mo><mo>&lt;</mo><mi>∞</mi></mrow>",
		`\{a, b\}`:                        "<mrow><mo>{</mo><mi>a</mi><mo>,</mo><mi>b</mi><mo>}</mo></mrow>",
	} {
		got, err := MathML(tex, false)
		if err != nil || got != "<math>"+want+"</math>" {
			t.Errorf("%s = %s, %v, want %s", tex, got, err, want)
		}
	}
	for tex, says := range map[string]string{
		`\foo x`: `\foo is not known`, `{a`: "} is missing", `a}`: "} is not expected", `x_`: "script is missing", `x_1_2`: "two scripts", `\frac{1}`: `\frac needs more`, `\text a`: "plain text",
		`\left( a`: `\right is missing`, `a & b`: "& is not expected", strings.Repeat("{", 100): "groups are in each other", `\`: "is not known",
	} {
		if got, err := MathML(tex, false); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s = %s, %v, want an error with %q", tex, got, err, says)
		}
	}
}

// In a note formulas are between dollars, and prices are none. A formula that cannot be read stays as it was typed.
func TestMathInNotes(t *testing.T) {
	for note, want := range map[string]string{
		`Cut if $\alpha \ge \beta$.`: "<p>Cut if <math><mrow><mi>α</mi><mo>≥</mo><mi>β</mi></mrow></math>.</p>\n",
		`$$x$$`:                      "<p><math display=\"block\"><mi>x</mi></math></p>\n",
		`It costs $5 and $7.`:        "<p>It costs $5 and $7.</p>\n",
		`$ x $ and \$y$`:             "<p>$ x $ and $y$</p>\n",
		"`$x$`":                      "<p><code>$x$</code></p>\n",
		`$a_1$ and $b_2$`:            "<p><math><msub><mi>a</mi><mn>1</mn></msub></math> and <math><msub><mi>b</mi><mn>2</mn></msub></math></p>\n",
		`$\evil{<b>}$`:               "<p><code class=\"no-math\" title=\"the command \\evil is not known here, at &quot;\\\\evil&quot;\">$\\evil{&lt;b&gt;}$</code></p>\n",
		`$x<script>$`:                "<p><math><mrow><mi>x</mi><mo>&lt;</mo><mi>s</mi><mi>c</mi><mi>r</mi><mi>i</mi><mi>p</mi><mi>t</mi><mo>&gt;</mo></mrow></math></p>\n",
	} {
		if got, err := HTML(note); err != nil || got != want {
			t.Errorf("HTML(%q) = %q, %v, want %q", note, got, err, want)
		}
	}
}

// Whatever is typed, the result is well-formed, and takes at most a constant times what was typed.
func FuzzMathML(f *testing.F) {
	for _, tex := range []string{`\alpha \ge \beta`, `\frac{1}{x_i^2}'`, `\left[ \text{a b} \right.`, `x^{y^{z}}`, `\binom n k`} {
		f.Add(tex)
	}
	f.Fuzz(func(t *testing.T, tex string) {
		got, err := MathML(tex, true)
		if err != nil {
			return
		}
		if len(got) > 200*(len(tex)+1) {
			t.Errorf("%d bytes of %d", len(got), len(tex))
		}
		d := xml.NewDecoder(strings.NewReader(got))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatalf("%q = %q: %v", tex, got, err)
			}
		}
	})
}
