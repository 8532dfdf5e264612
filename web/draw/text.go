package draw

import (
	"strconv"
	"strings"

	"espalier/trace"
	"espalier/trees"
	"espalier/web/words"
)

// leafText returns the text of a leaf's value, or ? if the value is not known.
func leafText(t *trees.Tree, leaf int, costs []trees.Score) string {
	if t.Kind == trees.Path {
		return costs[leaf].In(t.Unit).String()
	}
	v, known := t.Value(leaf)
	if !known {
		return "?"
	}
	if t.Kind == trees.MaxN && t.Players == 1 {
		return "(" + v[0].In(t.Unit).String() + ")"
	}
	return trace.ValueText(&v, t.Width(), t.Unit)
}

// ownMark returns the mark after a number that is not from the paper, or "" if the
// number is from the paper.
func ownMark(marks trees.Numbers) string {
	if marks != 0 {
		return ring
	}
	return ""
}

const ring = "°"

// valueNotFromPaper reports whether the value of a leaf, or the cost of the path
// to it, is not from the paper.
func valueNotFromPaper(t *trees.Tree, node int) bool {
	return t.NotFromPaper(node) || t.NumbersNotFromPaper(node)&trees.PathCost != 0
}

// heuristicParts returns in parts the heuristic bounds of an inner node that are not trivial,
// for example h(1) ≤ 5, and its static value.
func heuristicParts(t *trees.Tree, node int) []string {
	if t.LabelsAreMoves() {
		return nil // the page of a game shows them beside the tree
	}
	var parts []string
	marks := t.NumbersNotFromPaper(node)
	say := func(p int, sign string, s trees.Score, number trees.Numbers) {
		name := "h(" + strconv.Itoa(p+1) + ")"
		if t.Width() == 1 {
			name = "h"
		}
		parts = append(parts, name+" "+sign+" "+brief(trace.Minus(s.In(t.Unit).String()))+ownMark(marks&number))
	}
	if low, ok := t.Low(node); ok {
		least, known := t.Minima()
		for p, s := range low[:t.Width()] {
			if s > least[p] || !known || t.Kind != trees.MaxN {
				say(p, "≥", s, trees.LowNumbers)
			}
		}
	}
	if up, ok := t.Up(node); ok {
		for p, s := range up[:t.Width()] {
			if most := t.Most(p); !most.Given || s < most.Score {
				say(p, "≤", s, trees.UpNumbers)
			}
		}
	}
	if v, ok := t.Static(node); ok {
		parts = append(parts, "static "+brief(trace.ValueText(&v, t.Width(), t.Unit)))
	}
	return parts
}

// heuristicLines is the heuristic as it is written beside a node: what is longer than two
// parts has two lines, so that the node takes half of the width.
func heuristicLines(t *trees.Tree, node int) []string {
	parts := heuristicParts(t, node)
	switch n := len(parts); {
	case n == 0:
		return nil
	case n <= 2:
		return []string{strings.Join(parts, ", ")}
	default:
		half := (n + 1) / 2
		return []string{strings.Join(parts[:half], ", ") + ",", strings.Join(parts[half:], ", ")}
	}
}

// nodeWords describes the properties of a node that do not change during playback.
// The text begins with the name of the node if the node has no label; the page's script
// reads it from there. A known value is not repeated: it is drawn, as is the label.
func nodeWords(t *trees.Tree, node, hidden int, costs []trees.Score) string {
	name := ""
	if t.Label(node) == "" && t.Letter(node) == "" || t.LabelsAreMoves() {
		name = t.Name(node) + ", "
	}
	switch {
	case hidden > 0:
		if t.End(node) != node+hidden { // several siblings have no common move
			return name + words.CountNodes(hidden) + ", not drawn"
		}
		return name + words.CountNodes(hidden) + ", not drawn" + afterWords(t, node)
	case t.IsLeaf(node):
		leaf := name + "leaf"
		switch value := leafText(t, node, costs); {
		case t.Kind == trees.Path:
			leaf += ", path cost " + value
		case value == "?":
			leaf += ", value unknown"
		}
		if valueNotFromPaper(t, node) {
			leaf += ", our value"
		}
		return leaf + afterWords(t, node)
	case t.Kind == trees.Path:
		return name + "inner node" + afterWords(t, node) + heuristicWords(t, node)
	case t.IsChance(node):
		return name + chanceWords(t, node) + afterWords(t, node) + heuristicWords(t, node)
	}
	return name + t.MoverName(t.Mover(node)) + " to move" + afterWords(t, node) + infosetWords(t, node) + heuristicWords(t, node)
}

// infosetWords are the words about the information set of a node.
func infosetWords(t *trees.Tree, node int) string {
	if name := t.Infoset(node); name != "" {
		return ", in information set " + name
	}
	return ""
}

func heuristicWords(t *trees.Tree, node int) string {
	said := ""
	for _, part := range heuristicParts(t, node) {
		said += ", " + strings.ReplaceAll(part, ring, " (ours)")
	}
	return said
}
