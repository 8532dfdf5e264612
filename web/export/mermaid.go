package export

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"espalier/trees"
)

// exportMermaid writes the tree as a flow chart of Mermaid, with the texts of the export for Graphviz. trees/foreign reads it.
func exportMermaid(_ context.Context, x *exportRequest) (document, error) {
	return func(b []byte, part trees.Part) []byte { return appendMermaid(b, x.Tree, part) }, refused(otherProblem(x.Tree))
}

func appendMermaid(b []byte, t *trees.Tree, part trees.Part) []byte {
	if t.Title != "" {
		b = append(append(append(b, "---\ntitle: "...), quoteYAML(t.Title)...), "\n---\n"...)
	}
	b = append(b, "flowchart TD\n"...)
	if lost := t.Lost(trees.HeldTitle | trees.HeldLabels | trees.HeldActions | trees.HeldNumbers | trees.HeldControls); lost != "" {
		b = append(append(append(b, "  %% "...), lost...), '\n')
	}
	for n := range t.Len() {
		b = part.Full(b)
		open, closing := `["`, `"]`
		switch {
		case t.IsLeaf(n):
			open, closing = `(["`, `"])`
		case t.IsChance(n):
			open, closing = `{{"`, `"}}`
		case t.Kind == trees.Minimax && t.Mover(n) == 1:
			open, closing = `[/"`, `"\]`
		case t.Kind == trees.Minimax:
			open, closing = `[\"`, `"/]`
		}
		b = append(append(fmt.Appendf(b, "  n%d%s", n, open), quoteMermaid(textDOT(t, n))...), closing...)
		b = append(b, '\n')
		if n == 0 {
			continue
		}
		b = fmt.Appendf(b, "  n%d -->", t.Parent(n))
		if text := edgeDOT(t, n); text != "" {
			b = append(append(append(b, `|"`...), quoteMermaid(text)...), `"|`...)
		}
		b = append(strconv.AppendInt(append(b, " n"...), int64(n), 10), '\n')
	}
	return b
}

// quoteMermaid writes a text between quotes: other characters than letters, digits and some signs by their numbers.
func quoteMermaid(s string) string {
	var b strings.Builder
	for _, ch := range s {
		switch {
		case ch == '\n':
			b.WriteString("<br/>")
		case ch < ' ' || strings.ContainsRune("\"#&<>`*_\\|;~$@{}", ch):
			fmt.Fprintf(&b, "#%d;", ch)
		default:
			b.WriteRune(ch)
		}
	}
	return b.String()
}

// quoteYAML writes a title in the head of a chart, on one line.
func quoteYAML(s string) string {
	var b strings.Builder
	for _, ch := range s {
		switch {
		case ch < ' ' || ch == '\u2028' || ch == '\u2029' || ch == '\u0085':
			b.WriteByte(' ')
		case ch == '"' || ch == '\\':
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteRune(ch)
		}
	}
	return `"` + b.String() + `"`
}
