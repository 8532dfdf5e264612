package draw

import (
	"math"
	"unicode/utf8"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/words"
)

// Sizes of a picture, in user units; the view box scales them. The position of a
// node is the middle of its box.
const (
	textSize   = 18 // leaf values
	boundSize  = 17 // texts beside a node
	labelSize  = 17
	markSize   = 16 // number of visits
	smallSize  = 14 // heuristics, costs, counts
	boxHalf    = 20 // half the side of a square, and radius of Min's circle
	dotRadius  = 10 // radius of a node of a path tree
	chanceHalf = 18 // half the diagonal of the diamond of a chance node
	leafHalf   = 15 // half the height of a leaf
	sideGap    = 8  // between a box and the text beside it
	leafPad    = 7  // padding inside a leaf's box
	leafStep   = 4  // half widths of leaves are multiples of this: leaves look alike, and compress well
	labelGap   = 8  // between a leaf's box, which is marked at work, and its label
	siblingGap = 26 // minimum distance between boxes of a level
	moreHalf   = 28 // half the width of a collapsed subtree
	heurLine   = 14 // base line of the heuristic, below the middle of its node
	heurStep   = 14 // distance between its two lines
	visitsLine = 16 // base line of the number of visits beside a node, below the middle
	countLine  = 36 // base line of the number of nodes in a collapsed subtree, below the middle
	letterSize = 16 // letters of nodes without a label
	letterStep = 17 // height of the letter below a leaf
	letterLine = 29 // its base line, below the middle of the leaf
	lineStep   = 22 // distance between the lines below a leaf's box
	pad        = 26 // margin of a picture
	smallPad   = 10 // margin of a miniature

	// maxPixels limits the width of a picture in a file: programs that import the
	// file create a bitmap of this size.
	maxPixels = 4096.0

	// minMiniatureWidth prevents the boxes of a small tree from looking larger
	// than the boxes of other trees in the gallery.
	minMiniatureWidth = 440.0

	// labelRunes is the maximum number of characters of a label that are drawn.
	// The full label is in the tooltip and in the node's accessible name.
	labelRunes = 18

	// A small tree is widened up to goodWidth, but at most by the factor mostSpread.
	goodWidth  = 600
	mostSpread = 2
	// The distance between levels gives the picture about the aspect ratio of a
	// screen. leastRise and mostRise limit this distance.
	aspect = 1.4
	// A picture in a narrow column is not widened, and has this one.
	columnAspect = 1
	// A projector has a wide screen, and the sentence takes its lower part: a high picture is
	// made flatter, so that it is drawn larger there, and its text too. Below screenRise
	// nothing is gained.
	screenAspect = 2.4
	screenRise   = 102
	leastRise    = 96
	mostRise     = 168 // higher for very wide trees, whose edges would be too flat
)

// A place is the position of a node and the texts that are written there.
type place struct {
	x, y        float64
	top, bottom float64 // extent above and below y; the edge into the node ends at the top
	half        float64 // half the width of its box
	boxed       bool    // false: a leaf value without a box
	label       string
	letter      bool     // the label is a letter that we gave
	value       string   // value of a leaf
	full        string   // the same where value is shortened
	heur        []string // lines of the heuristic or static evaluation of an inner node
	cost        string   // cost of the edge from the parent, or the move on it in a game's tree
	move        string   // the move to the node and its probability, on the stem of the edge
	lift        float64  // from y up to the start of the stem; top if the edge has none
	hidden      int      // number of nodes in a collapsed subtree
	foot        float64  // from y down to where the edges to the children part; 0: half
	run         int      // number of siblings that a collapsed entry along a path sums up; 0: it does not
	bound       float64  // along a path: where the bound begins beside the stem below the node; below 0: where it ends
	across      bool     // along a path: it begins there in any case, and lies over the stem
}

// A Drawing is the geometry of the picture of a tree: the drawn nodes and their
// positions. Positions do not depend on the state, because nothing moves during
// playback: every node has space for the longest text that it can show.
type Drawing struct {
	t             *trees.Tree
	shown         *layout.Selection
	Places        []place // parallel to shown.Node
	Width, height float64
	share         int              // from which the scores in rows are counted; 0: from 0
	forms         map[int]probForm // of the children of chance nodes, by parent
}

// NewDrawing lays out the tree. A miniature has no labels and no space for texts
// beside the nodes.
func NewDrawing(t *trees.Tree, miniature bool, opened ...int) *Drawing {
	return DrawingOf(t, layout.Select(t, opened...), miniature)
}

// DrawingOf lays out the nodes that are shown.
func DrawingOf(t *trees.Tree, shown *layout.Selection, miniature bool) *Drawing {
	return drawingOf(t, shown, miniature, anyShape)
}

// A shape is the place that a picture is drawn for.
type shape int

const (
	anyShape    shape = iota
	columnShape       // narrow and high
	screenShape       // that of a projector, above the sentence
)

func drawingOf(t *trees.Tree, shown *layout.Selection, miniature bool, in shape) *Drawing {
	d := &Drawing{t: t, shown: shown}
	n := len(d.shown.Node)
	d.Places = make([]place, n)
	boxes := layout.Boxes{Left: make([]float64, n), Right: make([]float64, n), Gap: siblingGap}
	if miniature {
		boxes.Gap = siblingGap / 2
	}
	costs := pathCosts(t)
	if shown.Wide > 0 {
		d.alongPath(costs)
		return d
	}
	beside := boundSpace(t)
	for i, node := range d.shown.Node {
		boxes.Left[i], boxes.Right[i] = d.size(i, int(node), costs, beside, miniature)
	}
	good, aspect := float64(goodWidth), aspect
	if in == columnShape && !shown.Around {
		good, aspect = 0, columnAspect
	}
	d.arrange(layout.NewLayout(d.shown.Parent, boxes), boxes, miniature, in == screenShape, good, aspect)
	return d
}

// size sets the texts at a place and returns its extent to both sides.
func (d *Drawing) size(i, node int, costs []trees.Score, beside float64, miniature bool) (left, right float64) {
	t, p := d.t, &d.Places[i]
	if t.Kind == trees.Path && node > 0 && (miniature || !t.HasActions()) {
		p.cost = costText(t, node)
	}
	if !miniature {
		p.label = shorten(t.Written(node))
		if letter := t.Letter(node); letter != "" {
			p.label, p.letter = letter, true
		}
		p.move = d.moveText(node)
	}
	if p.move != "" {
		defer func() {
			if p.hidden > 0 && t.End(node) != node+p.hidden {
				p.move = "" // several collapsed siblings have no common move
				return
			}
			half := TextWidth(p.move, moveSize, Regular)/2 - moveOverlap
			left, right = max(left, half), max(right, half)
		}()
	}
	if t.LabelsAreMoves() { // a move is written on its edge
		p.cost, p.label = p.label, ""
		if prob := d.probText(node); prob != "" && p.cost != "" {
			p.cost += " · " + prob
		}
		defer func() {
			if half := TextWidth(p.cost, smallSize, Regular) / 2; p.hidden == 0 || t.End(node) == node+p.hidden {
				left, right = max(left, half), max(right, half)
			} else {
				p.cost = "" // several collapsed siblings have no common move
			}
		}()
	}
	label := 0.0
	if p.label != "" {
		label = sideGap + TextWidth(p.label, p.labelSize(), Italic)
	}
	switch {
	case d.shown.Hidden[i] > 0:
		p.hidden = int(d.shown.Hidden[i])
		p.half, p.top, p.bottom = moreHalf, 18, 40
		width := max(moreHalf, TextWidth(words.CountNodes(p.hidden), smallSize, Regular)/2)
		if t.End(node) != node+p.hidden { // several collapsed siblings have no common name
			p.label = ""
		}
		if p.label == "" {
			return width, width
		}
		return max(width, moreHalf+labelGap+TextWidth(p.label, labelSize, Italic)), width
	case t.IsLeaf(node):
		p.full = leafText(t, node, costs)
		p.value = brief(p.full)
		text := TextWidth(p.value, textSize, Bold) / 2
		p.half, p.top, p.bottom = text+leafPad, leafHalf, leafHalf
		if valueNotFromPaper(t, node) {
			p.half += 3 // space for the ring
		}
		p.half = math.Ceil(p.half/leafStep) * leafStep
		if t.Mover(node) > 0 && t.Kind == trees.MaxN {
			// A leaf with a mover has a box, and its value is below the box.
			p.boxed, p.half, p.top, p.bottom = true, boxHalf, boxHalf, boxHalf+26
			return max(boxHalf+label, text), max(boxHalf, text) + 4
		}
		if t.Kind == trees.Path {
			p.boxed, p.half, p.top, p.bottom = true, dotRadius, dotRadius, dotRadius+26
			return max(dotRadius+label, text), max(dotRadius, text) + 4
		}
		if p.letterBelow() {
			p.bottom += letterStep
			return p.half, p.half + 4
		}
		if label > 0 {
			label += labelGap - sideGap
		}
		return p.half + label, p.half + 4
	}
	p.boxed, p.half = true, boxHalf
	switch {
	case t.Kind == trees.Path:
		p.half = dotRadius
	case t.IsChance(node):
		p.half = chanceHalf
	}
	p.top, p.bottom = p.half, p.half
	if miniature {
		return p.half, p.half
	}
	p.heur = heuristicLines(t, node)
	for _, line := range p.heur {
		label = max(label, sideGap+TextWidth(line, smallSize, Bold))
	}
	return p.half + label, p.half + sideGap + beside
}

// arrange computes the places from the layout. Small trees are widened up to a good
// width, and the distance between levels depends on the width.
func (d *Drawing) arrange(l layout.Layout, boxes layout.Boxes, miniature, screen bool, good, aspect float64) {
	pad := float64(pad)
	if miniature {
		pad = smallPad
	}
	spread := min(max(1, (good-2*pad)/l.Width), mostSpread)
	least, most := math.Inf(1), math.Inf(-1)
	levels := 0
	for i := range d.Places {
		p := &d.Places[i]
		p.x = l.X[i] * spread
		least = min(least, p.x-boxes.Left[i])
		most = max(most, p.x+boxes.Right[i])
		levels = max(levels, int(l.Level[i]))
	}
	d.Width = most - least + 2*pad
	stem := d.lift(l.Level, levels)
	rise := 0.0
	if levels > 0 {
		rise = min(max((d.Width/aspect-2*pad-2*boxHalf)/float64(levels), leastRise+stem), max(mostRise, 1.5*math.Sqrt(d.Width))+stem)
	}
	if screen && levels > 0 {
		rise = min(rise, max((d.Width/screenAspect-2*pad-2*boxHalf)/float64(levels), screenRise+stem))
	}
	if d.shown.Around {
		rise = leastRise + stem // a screen is flat
	}
	bottom := 0.0
	for i := range d.Places {
		p := &d.Places[i]
		p.x = math.Round(p.x - least + pad)
		p.y = math.Round(pad + boxHalf + float64(l.Level[i])*rise)
		bottom = max(bottom, p.y+p.bottom)
	}
	d.Width = math.Ceil(d.Width)
	d.height = math.Ceil(bottom + max(pad, markSize)) // the number of visits is below a leaf
	if miniature {
		d.widen(minMiniatureWidth, minMiniatureWidth/aspect)
	}
}

// lift sets the start of the stems: one height for all places of a level, so that the sloping parts
// of the edges pass above the texts. It returns the space between two levels that stems take, 0 if
// there are none.
func (d *Drawing) lift(level []int32, levels int) (space float64) {
	tops := make([]float64, levels+1) // of the levels with a text on an edge
	for i := range d.Places {
		p := &d.Places[i]
		p.lift = p.top
		if p.move != "" {
			space, tops[level[i]] = stemSpace, boxHalf
		}
	}
	if space == 0 {
		return 0
	}
	for i := range d.Places {
		if top := tops[level[i]]; top > 0 {
			d.Places[i].lift = top + stemSpace
		}
	}
	return space
}

// widen makes the picture at least as large as the given size, with the tree in
// the middle.
func (d *Drawing) widen(width, height float64) {
	dx, dy := math.Round(max(0, width-d.Width)/2), math.Round(max(0, height-d.height)/2)
	for i := range d.Places {
		d.Places[i].x += dx
		d.Places[i].y += dy
	}
	d.Width, d.height = d.Width+2*dx, d.height+2*dy
}

// boundSpace returns the width of the longest text that can be beside an inner
// node: a sign and the largest score for every player.
func boundSpace(t *trees.Tree) float64 {
	longest := "0"
	var buf [32]byte
	var seen [256]trees.Score // a tree has many nodes and few different scores
	consider := func(s trees.Score) {
		at := &seen[uint64(s)*0x9e3779b97f4a7c15>>56]
		if *at == s { // 0 is what longest begins with
			return
		}
		*at = s
		if text := s.In(t.Unit).Append(buf[:0]); len(text) > len(longest) {
			if short := brief(string(text)); len(short) > len(longest) {
				longest = short
			}
		}
	}
	least, _ := t.Minima()
	below0 := trees.Score(0) // what the others have at least, if that is below 0
	for _, s := range least {
		below0 += min(s, 0)
	}
	for n := range t.Len() {
		if v, ok := t.Value(n); ok {
			for _, s := range v[:t.Width()] {
				consider(s)
				if t.MaxSum.Given {
					consider(t.MaxSum.Score - s - below0)
				}
			}
		}
	}
	for _, s := range pathCosts(t) {
		consider(s)
	}
	eachExpectation(t, func(s trees.Score) {
		if text := brief(trace.Minus(s.In(t.Unit).String())); TextWidth(text, boundSize, Regular) > TextWidth(longest, boundSize, Regular) {
			longest = text
		}
	})
	if t.Kind != trees.MaxN {
		return max(TextWidth("[−∞, ∞]", boundSize, Regular), TextWidth("["+longest+", "+longest+"]", boundSize, Regular))
	}
	text := "("
	for range t.Players {
		text += "≥" + longest + ", "
	}
	return TextWidth(text, boundSize, Regular)
}

// pathCosts returns the costs from the root of a path tree to each node.
func pathCosts(t *trees.Tree) []trees.Score {
	if t.Kind != trees.Path {
		return nil
	}
	costs := make([]trees.Score, t.Len())
	for n := 1; n < t.Len(); n++ {
		costs[n] = costs[t.Parent(n)] + t.Cost(n)
	}
	return costs
}

func shorten(label string) string {
	if utf8.RuneCountInString(label) <= labelRunes {
		return label
	}
	return string([]rune(label)[:labelRunes-1]) + "…"
}

// Sizes are the sizes of nodes for scripts that draw beside the server: what an edit will
// do, and who is at a node. They are in units of the picture.
type Sizes struct {
	Box   float64 `json:"box"`   // half the side of a box
	Leaf  float64 `json:"leaf"`  // half the height of a leaf
	Pad   float64 `json:"pad"`   // from the value of a leaf to its border
	Digit float64 `json:"digit"` // half the width of a digit in the value of a leaf
	Dot   float64 `json:"dot"`   // radius of a node of a path tree
	More  float64 `json:"more"`  // half the width of a collapsed subtree
	Gap   float64 `json:"gap"`   // between two boxes of a level
	Row   float64 `json:"row"`   // between two boxes of a level where the root is at the left
	Side  float64 `json:"side"`  // between a box and the text beside it
	Rise  float64 `json:"rise"`  // between two levels at least
}

// NodeSizes returns the sizes of nodes.
func NodeSizes() Sizes {
	return Sizes{Box: boxHalf, Leaf: leafHalf, Pad: leafPad, Digit: TextWidth("0", textSize, Bold) / 2, Dot: dotRadius, More: moreHalf, Gap: siblingGap, Row: sideRowGap, Side: sideGap, Rise: leastRise}
}
