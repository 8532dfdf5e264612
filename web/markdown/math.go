package markdown

import (
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A math node is a formula between dollars in a note: $x$ in the line, $$x$$ as a block. As in other writers of
// Markdown, a dollar begins a formula if no space follows it, and ends it if no space is before it and no digit
// after it. So $5 and $7 are prices.
type math struct {
	ast.BaseInline
	tex     string
	display bool
}

var kindMath = ast.NewNodeKind("Math")

func (*math) Kind() ast.NodeKind { return kindMath }

func (m *math) Dump(source []byte, level int) {
	ast.DumpHelper(m, source, level, map[string]string{"tex": m.tex}, nil)
}

// mathParser finds formulas.
type mathParser struct{}

func (mathParser) Trigger() []byte { return []byte{'$'} }

func (mathParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	source := string(line)
	mark := "$"
	if strings.HasPrefix(source, "$$") {
		mark = "$$"
	}
	inside := source[len(mark):]
	for from := 0; ; {
		at := strings.Index(inside[from:], mark)
		if at < 0 {
			return nil
		}
		end := from + at
		if from = end + len(mark); end > 0 && inside[end-1] == '\\' { // \$ is a dollar
			continue
		}
		tex, after := inside[:end], inside[from:]
		switch {
		case strings.TrimSpace(tex) == "":
			return nil
		case mark == "$" && (unicode.IsSpace(rune(tex[0])) || unicode.IsSpace(rune(tex[len(tex)-1]))), after != "" && after[0] >= '0' && after[0] <= '9':
			return nil
		}
		block.Advance(len(mark) + from)
		return &math{tex: tex, display: mark == "$$"}
	}
}

// renderMath writes a formula. One that cannot be read stays as it was typed, and says what is wrong.
func renderMath(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	m := n.(*math)
	element, err := MathML(m.tex, m.display)
	if err == nil {
		w.WriteString(element)
		return ast.WalkContinue, nil
	}
	w.WriteString(`<code class="no-math" title="`)
	w.Write(util.EscapeHTML([]byte(err.Error())))
	w.WriteString(`">`)
	w.Write(util.EscapeHTML([]byte("$" + m.tex + "$")))
	w.WriteString(`</code>`)
	return ast.WalkContinue, nil
}

type mathRenderer struct{}

func (mathRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindMath, renderMath)
}
