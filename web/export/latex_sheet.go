package export

import (
	"fmt"
	"math"
	"strconv"

	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/draw"
	"espalier/web/words"
)

// This file places the nodes of a tree on a page of LaTeX. Each row has a band for the texts of its nodes, above it
// one for their moves, and above that the sloping parts of the edges. An edge ends in a vertical stem of its level,
// and the name of the move interrupts the stem. So no edge crosses a text, however flat it is, and texts are apart if
// those of a row are.

// Lengths beside the size of the text.
const (
	texHalf     = .7  // half the height of a node
	texPad      = .3  // from the text of a node to its sides
	texGap      = .8  // between two nodes of a row
	texMove     = .8  // size of the text of a move
	texMovePad  = .1  // around it
	texStem     = 2.  // length of a stem
	texSlope    = 2.6 // least height of the sloping part of an edge
	texMaxSlope = 60.
	texFlattest = 8. // width of an edge beside the height of its slope, up to texMaxSlope
)

const (
	// texSize is the size of the text in points.
	texSize = 10.
	// maxTeXPoints limits both sides of a page. TeX computes with lengths below 16,384 pt, and a page of PDF
	// has at most 14,400.
	maxTeXPoints = 14_000.
	// texNodeBytes is what the layout takes for each node.
	texNodeBytes = 200
	// smallestFont has the widest characters beside its size: below it, all is smaller in proportion.
	smallestFont = 5.
)

// A texSheet is a page with a tree. Its lengths are in points.
type texSheet struct {
	t             *trees.Tree
	size          float64   // of the text
	x             []float64 // of the middle of each node
	rise          []float64 // of each level, from the one above it
	widest        int       // level with most nodes
	stem          float64   // 0: no move has a name
	width, height float64
	natural       [2]float64 // width and height at texSize
}

// layTeX lays out a tree, in a smaller size if the page would be too large.
func layTeX(t *trees.Tree) *texSheet {
	s := layTeXAt(t, texSize)
	natural := [2]float64{s.width, s.height}
	for size := texSize - 1; s.largest() > maxTeXPoints && size >= smallestFont; size-- {
		if size == smallestFont || max(natural[0], natural[1])*size/texSize <= maxTeXPoints {
			s = layTeXAt(t, size)
		}
	}
	if largest := s.largest(); largest > maxTeXPoints {
		s = layTeXAt(t, s.size*maxTeXPoints/largest)
	}
	s.natural = natural
	return s
}

func (s *texSheet) largest() float64 { return max(s.width, s.height) }

func layTeXAt(t *trees.Tree, size float64) *texSheet {
	s := &texSheet{t: t, size: size}
	n := t.Len()
	parents, boxes := make([]int32, n), layout.Boxes{Left: make([]float64, n), Right: make([]float64, n), Gap: size * texGap}
	for i := range n {
		parents[i] = -1
		if i > 0 {
			parents[i] = int32(t.Parent(i))
		}
		move := s.moveWidth(i)
		if move > 0 {
			s.stem = size * texStem
		}
		half := max(s.nodeWidth(i), move) / 2
		boxes.Left[i], boxes.Right[i] = half, half
	}
	l := layout.NewLayout(parents, boxes)
	s.x, s.width = l.X, l.Width
	s.rise = make([]float64, t.Height()+1)
	fan, nodes := make([]float64, len(s.rise)), make([]int, len(s.rise))
	for i := 1; i < n; i++ {
		nodes[t.Level(i)]++
		fan[t.Level(i)] = max(fan[t.Level(i)], math.Abs(s.x[i]-s.x[t.Parent(i)]))
	}
	s.height = 2 * size * texHalf
	for level := 1; level < len(fan); level++ {
		s.rise[level] = 2*size*texHalf + s.stem + min(max(fan[level]/texFlattest, size*texSlope), size*texMaxSlope)
		s.height += s.rise[level]
		if nodes[level] > nodes[s.widest] {
			s.widest = level
		}
	}
	return s
}

// nodeWidth returns the width of a node.
func (s *texSheet) nodeWidth(n int) float64 {
	width := 2 * texPad
	if label := s.t.Label(n); label != "" {
		width += draw.TeXWidth(label + ": ")
	}
	if s.t.IsLeaf(n) {
		width += draw.TeXFormulaWidth(string(appendScores(nil, s.t, n, '(', ')')))
	} else {
		width += draw.TeXWidth(string(appendMover(nil, s.t, n)))
	}
	return width * s.size * draw.TeXWider(s.size)
}

// moveWidth returns the width of the text on the edge into a node; 0 if there is none.
func (s *texSheet) moveWidth(n int) float64 {
	text := moveText(s.t, n, func(name string) string { return name })
	if text == "" {
		return 0
	}
	size := s.size * texMove
	return draw.TeXWidth(text)*size*draw.TeXWider(size) + 2*texMovePad*s.size
}

// texPoints writes a length.
func texPoints(x float64) string { return texNumber(math.Round(x*100)/100) + "pt" }

func texNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// font selects a size of the text, as a share of that of the nodes.
func (s *texSheet) font(share float64) string {
	return fmt.Sprintf("\\fontsize{%s}{%s}\\selectfont", texPoints(s.size*share), texPoints(s.size*share*1.2))
}

// texBox is the look of a node.
func texBox(size float64) string {
	return fmt.Sprintf("inner xsep=%s, inner ysep=%s, text height=%s, text depth=%s", texPoints(size*texPad), texPoints(size*.2), texPoints(size*.75), texPoints(size*.25))
}

// appendStyles defines the looks of nodes and moves.
func (s *texSheet) appendStyles(b []byte) []byte {
	font := "\\footnotesize"
	if s.size < texSize {
		font = s.font(texMove)
	}
	return fmt.Appendf(b, "\\tikzset{box/.style={rectangle, draw=none, fill=white, %s},\n  move/.style={midway, fill=white, inner sep=%s, text depth=.25ex, font=%s}}\n", texBox(s.size), texPoints(s.size*texMovePad), font)
}

// note says of a tree that is too large for a page at the usual size how it is set; else "".
func (s *texSheet) note() string {
	if s.size == texSize {
		return ""
	}
	side, length := "wide", s.natural[0]
	if s.natural[1] > length {
		side, length = "high", s.natural[1]
	}
	return fmt.Sprintf("In a text of %.0f pt the tree would be %s pt %s, and a page of LaTeX is at most %s pt. So the file has a text of %s pt.",
		texSize, words.Grouped(int(length)), side, words.Grouped(maxTeXPoints), texNumber(math.Floor(s.size*10)/10))
}

// A texTool is a package of LaTeX that draws trees.
type texTool struct {
	name string
	// maxNodes is as many as pdflatex sets in its memory of 5,000,000 words. Both packages begin with 1,860,000 and
	// take 1,500 for each node, and long names take more.
	maxNodes int
	problem  func(*trees.Tree) string
}

var (
	forestTool  = texTool{name: "forest", maxNodes: 1_500, problem: otherProblem}
	istgameTool = texTool{name: "istgame", maxNodes: 1_500, problem: istgameProblem}
)

// note says of a tree with more nodes than pdflatex has memory for what to do; else "".
func (tool *texTool) note(t *trees.Tree) string {
	if t.Len() <= tool.maxNodes {
		return ""
	}
	return fmt.Sprintf("The tree has %s, and pdflatex runs out of memory with more than about %s in %s. Use LuaLaTeX, or the picture as TikZ, which is folded.",
		words.CountNodes(t.Len()), words.Grouped(tool.maxNodes), tool.name)
}

// offerNote returns what to know of the file before it is downloaded.
func (tool *texTool) offerNote(o *offer) string {
	with, err := o.of.Resolve(o.view.Spec)
	if err != nil || tool.problem(with.Tree) != "" {
		return ""
	}
	note := tool.note(with.Tree)
	if note == "" {
		note = layTeX(with.Tree).note()
	}
	if note == "" {
		return ""
	}
	return "LaTeX (" + tool.name + "): " + note
}
