package export

import (
	"context"
	"fmt"
	"strings"

	"espalier/trees"
)

// exportDOT writes the tree for Graphviz: inner nodes with their mover, leaves
// with their value, edges of path trees with their cost.
func exportDOT(_ context.Context, x *exportRequest) (document, error) {
	return func(b []byte, part trees.Part) []byte { return appendDOT(b, x.Tree, x.Of.Title(), part) }, nil
}

func appendDOT(b []byte, t *trees.Tree, title string, part trees.Part) []byte {
	b = fmt.Appendf(b, "digraph %s {\n", quoteDOT(title))
	b = append(b, "  ordering=out;\n  node [shape=box];\n  edge [arrowhead=none];\n"...)
	for n := range t.Len() {
		b = part.Full(b)
		look := ""
		if t.IsLeaf(n) {
			look = ", shape=plain"
		}
		b = fmt.Appendf(b, "  n%d [label=%s%s];\n", n, quoteDOT(textDOT(t, n)), look)
		if n == 0 {
			continue
		}
		cost := ""
		if t.Kind == trees.Path {
			cost = " [label=" + quoteDOT(t.Cost(n).In(t.Unit).String()) + "]"
		}
		b = fmt.Appendf(b, "  n%d -> n%d%s;\n", t.Parent(n), n, cost)
	}
	return append(b, "}\n"...)
}

// textDOT is the label of a node and, below it, its mover or its value.
func textDOT(t *trees.Tree, n int) string {
	var parts []string
	if label := t.Label(n); label != "" {
		parts = append(parts, label)
	}
	switch value, known := t.Value(n); {
	case !t.IsLeaf(n) && t.Kind == trees.MaxN:
		parts = append(parts, fmt.Sprint(t.Mover(n)))
	case !t.IsLeaf(n) && t.Kind == trees.Minimax:
		parts = append(parts, [...]string{"Max", "Min"}[t.Mover(n)-1])
	case !t.IsLeaf(n) || t.Kind == trees.Path:
	case known:
		parts = append(parts, t.FormatValue(value))
	default:
		parts = append(parts, "?")
	}
	return strings.Join(parts, "\n")
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// quoteDOT quotes a string for DOT, which needs escapes only for quotes,
// backslashes and line ends.
func quoteDOT(s string) string {
	return `"` + dotEscapes.Replace(s) + `"`
}
