package export

import (
	"context"
	"fmt"
	"strconv"

	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/web/app"
	"espalier/web/draw"
)

// This file writes trees for the packages forest and istgame of LaTeX, as trees/foreign reads
// them.

// exportTeX lays out the tree and returns the document: what comes before the tree, the tree, and
// a page as large as that.
func exportTeX(ctx context.Context, x *exportRequest, tool *texTool, appendTree func(b []byte, sheet *texSheet, part trees.Part) []byte) (document, error) {
	if why := tool.problem(x.Tree); why != "" {
		return nil, refused(why)
	}
	if err := app.ReserveAnswer(ctx, int64(x.Tree.Len())*texNodeBytes); err != nil {
		return nil, err
	}
	sheet := layTeX(x.Tree)
	return func(b []byte, part trees.Part) []byte {
		b = appendTree(appendTeXHead(b, x, tool, sheet), sheet, part)
		return append(b, "\\end{lrbox}\n\\espalierpage\n\\end{document}\n"...)
	}, nil
}

// appendTeXHead writes what comes before the tree.
func appendTeXHead(b []byte, x *exportRequest, tool *texTool, sheet *texSheet) []byte {
	t := x.Tree
	b = append(b, "% "...)
	b = append(append(b, draw.Comment(x.Of.Title())...), ". Written by Espalier.\n"...)
	if lost := t.Lost(trees.HeldTitle | trees.HeldLabels | trees.HeldActions | trees.HeldNumbers); lost != "" {
		b = append(append(append(b, "% "...), lost...), '\n')
	}
	for _, note := range []string{sheet.note(), tool.note(t)} {
		if note != "" {
			b = append(append(append(b, "% "...), note...), '\n')
		}
	}
	if sheet.size < texSize {
		b = append(b, "\\RequirePackage{fix-cm}\n"...)
	}
	b = fmt.Appendf(b, "\\documentclass{article}\n\\usepackage{%s}\n", tool.name)
	for n := range t.Len() {
		if !ascii(t.Label(n)) || !ascii(t.Action(n)) {
			b = append(b, draw.TeXCharacters...)
			if sheet.size < texSize {
				b = append(b, draw.TeXSmallCharacters...)
			}
			break
		}
	}
	b = append(b, foreign.TeXNames...)
	b = append(b, texPage...)
	b = sheet.appendStyles(b)
	return append(b, "\\begin{document}\n\\begin{lrbox}\\espaliersheet\n"...)
}

// texPage defines a page that is as large as the tree, in each TeX that writes PDF.
const texPage = `% The page is as large as the tree. For a paper, take the tree alone.
\newsavebox\espaliersheet
\ifdefined\pagewidth \let\pdfpagewidth\pagewidth \let\pdfpageheight\pageheight \fi
\def\espalierpage{\hoffset=-1in \voffset=-1in
  \pdfpagewidth=\dimexpr\wd\espaliersheet+20pt\relax
  \pdfpageheight=\dimexpr\ht\espaliersheet+\dp\espaliersheet+20pt\relax
  \shipout\vbox{\kern10pt\hbox{\kern10pt\usebox\espaliersheet}}}
`

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// exportForest writes the tree for the package forest.
func exportForest(ctx context.Context, x *exportRequest) (document, error) {
	return exportTeX(ctx, x, &forestTool, func(b []byte, sheet *texSheet, part trees.Part) []byte {
		if sheet.size < texSize {
			b = append(append(b, sheet.font(1)...), "%\n"...)
		}
		b = fmt.Appendf(b, "\\begin{forest}\n  for tree={parent anchor=south, child anchor=north, l=%s, l sep=0pt, s sep=%s, ignore edge, %s,\n    edge path={\\noexpand\\path[\\forestoption{edge}] (!u.parent anchor) -- ",
			texPoints(sheet.rise[sheet.widest]), texPoints(sheet.size*texGap), texBox(sheet.size))
		if sheet.stem > 0 {
			b = fmt.Appendf(b, "([yshift=%s].child anchor) -- ", texPoints(sheet.stem))
		}
		b = append(b, "(.child anchor) \\forestoption{edge label};}}\n"...)
		return append(appendForest(b, x.Tree, 0, sheet, part), "\n\\end{forest}\n"...)
	})
}

// maxTeXIndent bounds the blanks before a node deep in a tree.
const maxTeXIndent = 40

func appendForest(b []byte, t *trees.Tree, n int, sheet *texSheet, part trees.Part) []byte {
	b = part.Full(b)
	if n > 0 {
		b = append(b, '\n')
	}
	for range min(2*t.Level(n)+2, maxTeXIndent) {
		b = append(b, ' ')
	}
	b = append(b, "[{"...)
	if label := t.Label(n); label != "" {
		b = append(append(b, nameTeX(label)...), ": "...)
	}
	if t.IsLeaf(n) {
		b = append(appendScores(append(b, '$'), t, n, '(', ')'), '$')
	} else {
		b = appendMover(b, t, n)
	}
	b = append(b, '}')
	if text := moveTeX(t, n); text != "" {
		b = append(append(append(b, ", edge label={node[move]{"...), text...), "}}"...)
		if node, move := sheet.nodeWidth(n), sheet.moveWidth(n); move > node { // forest measures the text of the node alone
			b = fmt.Appendf(b, ", minimum width=%s", texPoints(move))
		}
	}
	if rise := sheet.rise[t.Level(n)]; n > 0 && rise != sheet.rise[sheet.widest] {
		b = fmt.Appendf(b, ", l=%s", texPoints(rise))
	}
	for _, k := range t.Kids(n) {
		b = appendForest(b, t, int(k), sheet, part)
	}
	return append(b, ']')
}

// nameTeX writes a name so that it is read as it is.
func nameTeX(name string) string {
	if name == "" {
		return ""
	}
	return foreign.NameInTeX(name, draw.Text(name))
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
func moveTeX(t *trees.Tree, n int) string { return moveText(t, n, nameTeX) }

func moveText(t *trees.Tree, n int, name func(string) string) string {
	action := name(t.Action(n))
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
func exportIstgame(ctx context.Context, x *exportRequest) (document, error) {
	return exportTeX(ctx, x, &istgameTool, func(b []byte, sheet *texSheet, part trees.Part) []byte {
		if sheet.size < texSize { // the environment begins with its own
			b = fmt.Appendf(b, "\\setistgamefontsize{%s}%%\n", sheet.font(1))
		}
		// The package has one distance for all children of a node. So each child is moved to its place.
		half := texPoints(sheet.size * texHalf)
		b = fmt.Appendf(b, "\\begin{istgame}[edge from parent path={([yshift=-%s]\\tikzparentnode.center) -- ", half)
		if sheet.stem > 0 {
			b = fmt.Appendf(b, "([yshift=%s]\\tikzchildnode.center) -- ", texPoints(sheet.size*texHalf+sheet.stem))
		}
		b = fmt.Appendf(b, "([yshift=%s]\\tikzchildnode.center)}]\n", half)
		for n := range x.Tree.Len() {
			if !x.Tree.IsLeaf(n) {
				b = appendIstroot(part.Full(b), x.Tree, n, sheet)
			}
		}
		return append(b, "\\end{istgame}\n"...)
	})
}

// istgameProblem returns why a tree is not written for istgame.
func istgameProblem(t *trees.Tree) string {
	if t.IsLeaf(0) {
		return "a tree of istgame has a root with branches"
	}
	return otherProblem(t)
}

// appendIstroot writes an inner node with its branches.
func appendIstroot(b []byte, t *trees.Tree, n int, sheet *texSheet) []byte {
	b = fmt.Appendf(b, "\\xtdistance{%s}{0pt}\n\\istrooto(%d)", texPoints(sheet.rise[t.Level(n)+1]), n)
	if n > 0 {
		b = fmt.Appendf(b, "(%d-%d)", t.Parent(n), t.IndexInParent(n)+1)
	} else {
		b = append(b, "(0,0)"...)
	}
	b = append(b, "[box]{"...)
	if label := t.Label(n); label != "" {
		b = append(append(b, nameTeX(label)...), ": "...)
	}
	b = append(appendMover(b, t, n), '}')
	for _, k := range t.Kids(n) {
		b = append(b, "\n  \\istb"...)
		if x := sheet.x[k] - sheet.x[n]; x != 0 {
			b = fmt.Appendf(b, "<xshift=%s>", texPoints(x))
		}
		b = append(b, '{')
		// The package writes moves and payoffs in mathematics.
		if text := moveTeX(t, int(k)); text != "" {
			b = fmt.Appendf(b, "\\mbox{%s}}[move]", text)
		} else {
			b = append(b, '}')
		}
		if t.IsLeaf(int(k)) {
			b = append(b, '{')
			if label := t.Label(int(k)); label != "" {
				b = fmt.Appendf(b, "\\mbox{%s: }", nameTeX(label))
			}
			b = append(appendScores(b, t, int(k), '(', ')'), "}[center]"...)
		}
	}
	return append(b, "\n  \\endist\n"...)
}
