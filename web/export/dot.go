package export

import (
	"context"
	"fmt"
	"strings"

	"espalier/trees"
)

// exportDOT writes the tree for Graphviz: inner nodes with their mover, leaves with their value,
// edges with the name of the move and its probability, those of path trees with their cost.
func exportDOT(_ context.Context, x *exportRequest) (document, error) {
	return func(b []byte, part trees.Part) []byte { return appendDOT(b, x.Tree, part) }, nil
}

func appendDOT(b []byte, t *trees.Tree, part trees.Part) []byte {
	b = append(b, "digraph "...)
	if t.Title != "" {
		b = append(append(b, quoteDOT(t.Title)...), ' ')
	}
	b = append(b, "{\n"...)
	if lost := t.Lost(trees.HeldTitle | trees.HeldLabels | trees.HeldActions | trees.HeldNumbers | trees.HeldControls); lost != "" {
		b = append(append(append(b, "  // "...), lost...), '\n')
	}
	switch t.Kind { // which no label says
	case trees.Path:
		b = append(b, "  kind=path;\n"...)
	case trees.MaxN:
		b = fmt.Appendf(b, "  players=%d;\n", t.Players)
	}
	b = append(b, "  ordering=out;\n  node [shape=box];\n  edge [arrowhead=none];\n"...)
	for n := range t.Len() {
		b = part.Full(b)
		look := ""
		switch {
		case t.IsLeaf(n):
			look = ", shape=plain"
		case t.IsChance(n):
			look = ", shape=diamond"
		}
		b = fmt.Appendf(b, "  n%d [label=%s%s];\n", n, quoteDOT(textDOT(t, n)), look)
		if n == 0 {
			continue
		}
		label := ""
		if text := edgeDOT(t, n); text != "" {
			label = " [label=" + quoteDOT(text) + "]"
		}
		b = fmt.Appendf(b, "  n%d -> n%d%s;\n", t.Parent(n), n, label)
	}
	return append(b, "}\n"...)
}

// edgeDOT is the text on the edge into a node: the name of the move and, below it, its
// probability or its cost.
func edgeDOT(t *trees.Tree, n int) string {
	var parts []string
	if action := t.Action(n); action != "" {
		parts = append(parts, action)
	}
	if t.IsChance(t.Parent(n)) {
		parts = append(parts, t.Prob(n).String())
	}
	if t.Kind == trees.Path {
		parts = append(parts, t.Cost(n).In(t.Unit).String())
	}
	return strings.Join(parts, "\n")
}

// textDOT is the label of a node and, below it, its mover or its value.
func textDOT(t *trees.Tree, n int) string {
	var parts []string
	if label := t.Label(n); label != "" {
		parts = append(parts, label)
	}
	switch value, known := t.Value(n); {
	case t.IsChance(n):
		parts = append(parts, "chance")
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

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "&", "&amp;")

// quoteDOT quotes a string for DOT. In labels, Graphviz reads characters by their names in HTML.
func quoteDOT(s string) string {
	return `"` + dotEscapes.Replace(s) + `"`
}
