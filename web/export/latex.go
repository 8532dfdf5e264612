package export

import (
	"context"
	"fmt"
	"strconv"

	"espalier/trees"
	"espalier/web/draw"
)

// This file writes trees for the packages forest and istgame of LaTeX, as trees/foreign reads
// them.

// appendTeXHead writes a document up to its tree.
func appendTeXHead(b []byte, t *trees.Tree, title, packages string) []byte {
	b = append(b, "% "...)
	b = append(append(b, draw.Comment(title)...), ". Written by Espalier.\n"...)
	if lost := t.Lost(trees.HeldTitle | trees.HeldLabels | trees.HeldActions | trees.HeldNumbers); lost != "" {
		b = append(append(append(b, "% "...), lost...), '\n')
	}
	b = append(append(b, "\\documentclass{article}\n\\pagestyle{empty}\n"...), packages...)
	for n := range t.Len() {
		if !ascii(t.Label(n)) || !ascii(t.Action(n)) {
			return append(b, draw.TeXCharacters...)
		}
	}
	return b
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// exportForest writes the tree for the package forest.
func exportForest(_ context.Context, x *exportRequest) (document, error) {
	return func(b []byte, part trees.Part) []byte {
		b = appendTeXHead(b, x.Tree, x.Of.Title(), "\\usepackage{forest}\n")
		b = append(b, "\\begin{document}\n\\begin{forest}\n  for tree={s sep=6mm, l sep=8mm}\n"...)
		b = appendForest(b, x.Tree, 0, part)
		return append(b, "\n\\end{forest}\n\\end{document}\n"...)
	}, refused(otherProblem(x.Tree))
}

// maxTeXIndent bounds the blanks before a node deep in a tree.
const maxTeXIndent = 40

func appendForest(b []byte, t *trees.Tree, n int, part trees.Part) []byte {
	b = part.Full(b)
	if n > 0 {
		b = append(b, '\n')
	}
	for range min(2*t.Level(n)+2, maxTeXIndent) {
		b = append(b, ' ')
	}
	b = append(b, "[{"...)
	if label := t.Label(n); label != "" {
		b = append(append(b, draw.Text(label)...), ": "...)
	}
	if t.IsLeaf(n) {
		b = append(appendScores(append(b, '$'), t, n, '(', ')'), '$')
	} else {
		b = appendMover(b, t, n)
	}
	b = append(b, '}')
	if text := moveTeX(t, n); text != "" {
		side := "left"
		if siblings := t.Kids(t.Parent(n)); 2*t.IndexInParent(n) >= len(siblings) {
			side = "right"
		}
		b = fmt.Appendf(b, ", edge label={node[midway,%s,font=\\scriptsize]{%s}}", side, text)
	}
	for _, k := range t.Kids(n) {
		b = appendForest(b, t, int(k), part)
	}
	return append(b, ']')
}

// appendMover writes who moves at an inner node: max, P1, chance.
func appendMover(b []byte, t *trees.Tree, n int) []byte {
	if t.Kind == trees.Minimax || t.IsChance(n) {
		return append(b, moverName(t, n)...)
	}
	return strconv.AppendInt(append(b, 'P'), int64(t.Mover(n)), 10)
}

// moveTeX returns the text on the edge into a node: the name of the move, and below a chance node
// its probability, in brackets if there is a name.
func moveTeX(t *trees.Tree, n int) string {
	action := draw.Text(t.Action(n))
	if n == 0 || !t.IsChance(t.Parent(n)) {
		return action
	}
	prob := t.Prob(n).String()
	if action == "" {
		return prob
	}
	return action + " (" + prob + ")"
}

// exportIstgame writes the tree for the package istgame.
func exportIstgame(_ context.Context, x *exportRequest) (document, error) {
	return func(b []byte, part trees.Part) []byte {
		t := x.Tree
		b = appendTeXHead(b, t, x.Of.Title(), "\\usepackage{istgame}\n")
		b = append(b, "\\begin{document}\n\\begin{istgame}\n"...)
		leaves := leavesBelow(t)
		for n := range t.Len() {
			if !t.IsLeaf(n) {
				b = appendIstroot(part.Full(b), t, n, leaves)
			}
		}
		return append(b, "\\end{istgame}\n\\end{document}\n"...)
	}, refused(istgameProblem(x.Tree))
}

// istgameProblem returns why a tree is not written for istgame.
func istgameProblem(t *trees.Tree) string {
	if t.IsLeaf(0) {
		return "a tree of istgame has a root with branches"
	}
	return otherProblem(t)
}

// leafWidth is the distance of two leaves in millimetres.
const leafWidth = 14

// leavesBelow returns the number of leaves below each node, itself included.
func leavesBelow(t *trees.Tree) []int32 {
	leaves := make([]int32, t.Len())
	for n := t.Len() - 1; n >= 0; n-- {
		if t.IsLeaf(n) {
			leaves[n] = 1
		}
		if n > 0 {
			leaves[t.Parent(n)] += leaves[n]
		}
	}
	return leaves
}

// appendIstroot writes an inner node with its branches, at a distance at which what is below
// them does not overlap.
func appendIstroot(b []byte, t *trees.Tree, n int, leaves []int32) []byte {
	widest := int32(1)
	for _, k := range t.Kids(n) {
		widest = max(widest, leaves[k])
	}
	b = fmt.Appendf(b, "\\xtdistance{15mm}{%dmm}\n\\istroot(%d)", leafWidth*widest, n)
	if n > 0 {
		b = fmt.Appendf(b, "(%d-%d)", t.Parent(n), t.IndexInParent(n)+1)
	} else {
		b = append(b, "(0,0)"...)
	}
	b = append(b, '{')
	if label := t.Label(n); label != "" {
		b = append(append(b, draw.Text(label)...), ": "...)
	}
	b = append(appendMover(b, t, n), '}')
	kids := t.Kids(n)
	for i, k := range kids {
		side := "al"
		if 2*i >= len(kids) {
			side = "ar"
		}
		// The package writes moves and payoffs in mathematics.
		b = append(b, "\n  \\istb{"...)
		if text := moveTeX(t, int(k)); text != "" {
			b = fmt.Appendf(b, "\\mbox{%s}", text)
		}
		b = fmt.Appendf(b, "}[%s]", side)
		if t.IsLeaf(int(k)) {
			b = append(b, '{')
			if label := t.Label(int(k)); label != "" {
				b = fmt.Appendf(b, "\\mbox{%s: }", draw.Text(label))
			}
			b = append(appendScores(b, t, int(k), '(', ')'), '}')
		}
	}
	return append(b, "\n  \\endist\n"...)
}
