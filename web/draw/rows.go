package draw

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"weak"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/words"
)

// This file draws a wide tree of a game along the path to the node at work. A ply is a row of
// equal slots, as wide as the widest text in one: so no text reaches another, and the nodes of
// a row keep their places when the search goes from one to the next. Siblings that have no
// slot are summed up at the sides. The bound of a node is below it, beside the stem from which
// the edges to its children part.

const (
	// RowsWide is the width of a picture along a path for a page whose window is not known.
	RowsWide = 1000
	// LeastWide and MostWide limit the width that a page can ask for: a row needs a slot and two
	// sums, and a picture has at most layout.MaxDrawn nodes.
	LeastWide, MostWide = 320, 4000

	rowSize     = 16 // sums and counts; with moves the smallest texts
	rowGap      = 14 // between the boxes of two slots
	leastSlot   = 60
	rowAside    = 8  // from the stem below a node to its bound
	rowBound    = 37 // base line of the bound, below the middle of its node
	rowFoot     = 42 // where the edges to the children part
	rowSlope    = 8  // least height of the sloping part of an edge
	rowBelow    = 15 // of the stem below the move: the mark of a cut is there
	rowMarkBack = 9.0
	rowLift     = boxHalf + stemAbove + stemText + rowBelow
	rowRise     = rowFoot + rowSlope + rowLift
	labelsRead  = 2_000 // nodes whose moves are measured: those of a game are alike
	sumLine     = 8     // the lines of a sum are this far above and below its middle
)

// SelectRows selects the part of a game's tree along a path that fits into a width.
func SelectRows(t *trees.Tree, f *layout.Along, wide float64) *layout.Selection {
	f.Wide = min(max(wide, LeastWide), MostWide)
	m, room := measuresOf(t), f.Wide-2*pad
	f.All = int((room + rowGap) / (m.slot + rowGap))
	f.Page = int((room + rowGap - 2*(2*m.sum+rowGap)) / (m.slot + rowGap))
	return layout.SelectAlong(t, f)
}

// measures are the widths of what a row of a tree has: a slot, half a sum of siblings, and the
// bound of a node.
type measures struct{ slot, sum, beside float64 }

// measured are those of the trees that were drawn last: to measure reads the whole tree, and a
// run asks for picture after picture. It does not keep a tree alive.
var measured struct {
	sync.Mutex
	of   [8]weak.Pointer[trees.Tree] // more trees than are built at a time (run.GameTree)
	are  [8]measures
	next int
}

func measuresOf(t *trees.Tree) measures {
	key := weak.Make(t)
	measured.Lock()
	i := slices.Index(measured.of[:], key)
	known := measures{}
	if i >= 0 {
		known = measured.are[i]
	}
	measured.Unlock()
	if i >= 0 {
		return known
	}
	m := measures{slotOf(t), sumHalf(t), boundSpace(t)}
	if ShareOf(t) > 0 {
		m.beside += float64(t.Width()) * TextWidth("+", boundSize, Regular)
	}
	measured.Lock()
	defer measured.Unlock()
	measured.of[measured.next], measured.are[measured.next] = key, m
	measured.next = (measured.next + 1) % len(measured.of)
	return m
}

// slotOf returns the width of a node of a row.
func slotOf(t *trees.Tree) float64 {
	widest := float64(leastSlot)
	prob := ""
	if t.HasChance() {
		prob = " · ⅚⅚"
	}
	for n := 1; n < min(t.Len(), labelsRead); n++ {
		widest = max(widest, TextWidth(shorten(t.Written(n))+prob, moveSize, Regular))
	}
	value, d := "0", Drawing{share: ShareOf(t)}
	eachScore(t, func(text string) {
		if text = d.short(text); len(text) > len(value) {
			value = text
		}
	})
	value = strings.Repeat(value+", ", t.Width()-1) + value
	if t.Width() > 1 {
		value = "(" + value + ")"
	}
	widest = max(widest, TextWidth(value, textSize, Bold)+2*leafPad, TextWidth(words.CountNodes(t.Len()/max(1, len(t.Kids(0)))), rowSize, Regular)+2*leafPad)
	return math.Ceil(widest/2) * 2
}

// largeShare is the mean score of a game from which on scores are counted from it: most of
// their digits say nothing.
const largeShare = 1_000

// ShareOf returns an equal share of the points of a game with large scores, from which the
// scores in the rows of its tree are counted; 0 for another tree.
func ShareOf(t *trees.Tree) int {
	if t.Kind != trees.MaxN || !t.LabelsAreMoves() || !t.MaxSum.Given || t.Players == 0 {
		return 0
	}
	share := t.MaxSum.Score / trees.Score(t.Players)
	if share < largeShare*t.Unit || share%t.Unit != 0 {
		return 0
	}
	return int(share / t.Unit)
}

// short writes the numbers of a text as their distances from the share, with a sign, or, where there is
// none, briefly. The scripts do the same (static/js/run/along.js).
func (d *Drawing) short(text string) string {
	if d.share == 0 {
		return brief(text)
	}
	return writtenNumber.ReplaceAllStringFunc(text, func(number string) string {
		n, err := trees.ParseNumber(number)
		if err != nil {
			return number
		}
		if n.Score -= trees.Score(d.share) * n.Unit; n.Score > 0 {
			return "+" + n.String()
		}
		return trace.Minus(n.String())
	})
}

// full returns the attribute of a shortened text with the text itself.
func (d *Drawing) full(text string) []string {
	if d.share == 0 && brief(text) == text || text == "" {
		return nil
	}
	return []string{"data-full", text}
}

// eachScore calls visit with the scores of the leaves as they are written.
func eachScore(t *trees.Tree, visit func(text string)) {
	last := trees.Score(math.MinInt64)
	for n := range t.Len() {
		v, ok := t.Value(n)
		if !ok {
			continue
		}
		for _, s := range v[:t.Width()] {
			if s == last {
				continue
			}
			last = s
			visit(trace.Minus(s.In(t.Unit).String()))
		}
	}
	eachExpectation(t, func(s trees.Score) { visit(trace.Minus(s.In(t.Unit).String())) })
}

// sumHalf returns half the width of a sum of siblings.
func sumHalf(t *trees.Tree) float64 {
	most := 0
	for n := range t.Len() {
		most = max(most, len(t.Kids(n)))
	}
	width := 0.0
	for _, line := range []string{sumText(t, 0, most), tallyText(most, most, 0), tallyText(most, 1, most-1)} {
		width = max(width, TextWidth(line, rowSize, Regular))
	}
	return math.Ceil(width/2) + leafPad
}

// sumText says how many moves are summed up at a side of a row.
func sumText(t *trees.Tree, parent, moves int) string {
	if t.IsChance(parent) {
		return "+" + words.Plural(moves, "outcome")
	}
	return "+" + words.Plural(moves, "move")
}

// tallyText says how many of some moves have been searched or cut. The script writes the same
// (static/js/run/along.js).
func tallyText(moves, searched, cut int) string {
	switch {
	case cut == moves:
		return strconv.Itoa(cut) + " cut"
	case cut > 0:
		return strconv.Itoa(cut) + " of them cut"
	case searched > 0:
		return strconv.Itoa(searched) + " searched"
	}
	return ""
}

// alongPath sets the places of a picture along a path.
func (d *Drawing) alongPath(costs []trees.Score) {
	t, wide := d.t, d.shown.Wide
	d.share = ShareOf(t)
	m := measuresOf(t)
	slot, sum, beside := m.slot, m.sum, m.beside
	rows := make([][]int, 1, d.shown.Rows+1)
	level := make([]int, len(d.Places))
	for i, node := range d.shown.Node {
		if above := d.shown.Parent[i]; above >= 0 {
			level[i] = level[above] + 1
		}
		if level[i] == len(rows) {
			rows = append(rows, nil)
		}
		rows[level[i]] = append(rows[level[i]], i)
		d.sizeInRow(i, int(node), costs, slot, sum)
	}
	half := func(i int) float64 {
		if d.Places[i].run > 0 {
			return sum
		}
		return slot / 2
	}
	// Rows are packed, in the middle below their parents as far as the picture is wide.
	d.Width = wide
	for _, row := range rows {
		width, parents := -float64(rowGap), 0.0
		for _, i := range row {
			width += 2*half(i) + rowGap
			if above := d.shown.Parent[i]; above >= 0 {
				parents += d.Places[above].x
			}
		}
		middle := parents / float64(len(row))
		if d.shown.Parent[row[0]] < 0 {
			middle = wide / 2
		}
		x := math.Round(max(pad, min(middle-width/2, wide-pad-width)))
		for _, i := range row {
			d.Places[i].x = x + half(i)
			x += 2*half(i) + rowGap
		}
		d.Width = max(d.Width, x-rowGap+pad) // what a step names has to be drawn
	}
	bottom := 0.0
	for r, row := range rows {
		for _, i := range row {
			p := &d.Places[i]
			p.y = pad + boxHalf + float64(r)*rowRise
			p.bound, p.across = rowAside, false
			switch right := d.Width - sideGap - p.x - beside; {
			case right >= rowAside:
			case p.x-rowAside-beside >= sideGap:
				p.bound = -rowAside
			default: // many players on a phone
				p.bound, p.across = max(right, sideGap-p.x), true
			}
			bottom = max(bottom, p.y+max(p.bottom, p.foot))
		}
	}
	d.height = math.Ceil(max(bottom, pad+boxHalf+float64(d.shown.Rows)*rowRise+boxHalf) + markSize)
	d.Width = math.Ceil(d.Width)
}

// sizeInRow sets the texts at a place of a row, and the size of its box.
func (d *Drawing) sizeInRow(i, node int, costs []trees.Score, slot, sum float64) {
	p := &d.Places[i]
	d.size(i, node, costs, 0, false)
	p.move, p.cost = p.cost, ""
	if p.value != "" && d.share > 0 {
		p.value = d.short(p.full)
		p.half = TextWidth(p.value, textSize, Bold)/2 + leafPad
	}
	if i > 0 {
		p.lift = rowLift
	} else {
		p.lift = p.top
	}
	switch first, last, run := d.shown.Run(d.t, i); {
	case run:
		p.run, p.half, p.top, p.bottom = last-first+1, sum, boxHalf, boxHalf
	case p.hidden > 0:
		p.half, p.top, p.bottom = slot/2, boxHalf-2, boxHalf-2
	case !d.t.IsLeaf(node):
		p.foot = rowFoot
	}
}

// slopingBox is the shape of a collapsed subtree of a row: a triangle without its tip, with space
// for a value.
func slopingBox(p *place) string {
	const slant = 9
	return "M" + Num(slant-p.half) + " " + Num(-p.top) + "H" + Num(p.half-slant) + "L" + Num(p.half) + " " + Num(p.top) + "H" + Num(-p.half) + "z"
}

// trunk draws the stem below a node, from which the edges to its children part.
func (p *Picture) trunk(w *Writer, i int) {
	w.Open("path", "class", "stem", "d", "M0 "+Num(p.Places[i].top)+"V"+Num(rowFoot), "fill", "none", "stroke-linecap", "round")
	node := int(p.shown.Node[i])
	if p.path[node] && node != p.at {
		w.Attrs("stroke", p.Theme.Ink, "stroke-width", Num(4*p.Theme.Weight))
	} else {
		w.Attrs("stroke", p.Theme.Edge, "stroke-width", Num(1.4*p.Theme.Weight))
	}
	w.EndEmpty()
}

// summedUp writes what is in the box of a collapsed entry of a row: the value of a subtree or
// the number of its nodes, or how many siblings these are and what has become of them.
func (p *Picture) summedUp(w *Writer, i int, s trace.NodeState) {
	node, place := int(p.shown.Node[i]), &p.Places[i]
	color := p.faded(s, p.Theme.Soft)
	if place.run > 0 {
		searched, cut := p.tally(i)
		tally, y := tallyText(place.run, searched, cut), 6.0
		if tally != "" || p.Live {
			y -= sumLine
		}
		p.write(w, "count", 0, y, rowSize, Regular, color, "", sumText(p.t, p.t.Parent(node), place.run))
		p.write(w, "tally", 0, 6+sumLine, rowSize, Regular, color, "", tally)
		return
	}
	if s.Text == "" || p.Live { // the page shows one of the two
		p.write(w, "count", 0, 6, rowSize, Regular, color, "", words.CountNodes(place.hidden))
	}
	text, room := p.short(s.Text), 2*place.half-slopingPad
	more := p.full(s.Text)
	if p.Live {
		more = append(more, "data-room", Num(room))
	}
	p.write(w, "bound", 0, 6, fittedSize(text, room), boundFace(s), p.faded(s, p.Theme.Ink), "", text, more...)
}

// slopingPad is what the sides of a sloping box take of its width in the middle.
const slopingPad = 16

// fittedSize returns the size at which a text of one line fits a width: means of samples and proof
// numbers are longer than the scores for which a row is laid out. The script does the same
// (static/js/run/along.js).
func fittedSize(text string, room float64) float64 {
	ems := 0.0
	for _, r := range text {
		switch {
		case strings.ContainsRune("(),. ", r):
			ems += 0.25
		case r == '∞':
			ems += 0.75
		default:
			ems += 0.5
		}
	}
	if ems*boundSize <= room {
		return boundSize
	}
	return max(leastFitted, math.Floor(2*room/ems)/2)
}

// leastFitted is the smallest size of a fitted text.
const leastFitted = 9

func (p *Picture) tally(i int) (searched, cut int) {
	for _, k := range p.runOf(i) {
		switch s := p.state(int(k)); {
		case isCut(s):
			cut++
		case s.Phase == trace.Valued || s.Phase == trace.Valueless:
			searched++
		}
	}
	return searched, cut
}

// stateAt returns the state of a node. A sum has the state of its first node if all siblings
// in it are cut. It is the best child if one of them is, and its probability is the sum of theirs.
func (p *Picture) stateAt(i int) trace.NodeState {
	s := p.state(int(p.shown.Node[i]))
	if p.Places[i].run == 0 {
		return s
	}
	if _, cut := p.tally(i); cut < p.Places[i].run {
		s = trace.NodeState{}
	}
	s.Share = 0
	for _, k := range p.runOf(i) {
		of := p.state(int(k))
		s.Best = s.Best || of.Best
		s.Share += of.Share
	}
	return s
}

// runOf returns the siblings that an entry sums up.
func (d *Drawing) runOf(i int) []int32 {
	first, last, _ := d.shown.Run(d.t, i)
	return d.t.Kids(d.t.Parent(int(d.shown.Node[i])))[first : last+1]
}

// summed returns the same for the script.
func (d *Drawing) summed(i int) string {
	var list []string
	for _, k := range d.runOf(i) {
		list = append(list, strconv.Itoa(int(k)))
	}
	return strings.Join(list, " ")
}

// besideStem returns where a text of a certificate can be in a row: left and right of the stem
// below its node, beside its bound. Nothing else is there. The script does the same
// (static/js/run/certificate-drawing.js).
func (p *Picture) besideStem(i int, width float64) []point {
	const below, apart = 23.0, 10.0
	place := &p.Places[i]
	if place.foot == 0 {
		return nil
	}
	s := p.stateAt(i)
	left, right, bound := -apart, apart, TextWidth(p.short(s.Text), boundSize, boundFace(s))
	switch {
	case bound == 0:
	case place.across:
		left, right = left+place.bound, right+place.bound+bound
	case place.bound < 0:
		left -= rowAside + bound
	default:
		right += rowAside + bound
	}
	return []point{{place.x + right, place.y + below}, {place.x + left - width, place.y + below}}
}

// PathPicture returns the part of a tree along the path to a node, for a page without playback.
func PathPicture(t *trees.Tree, f *trace.Fold, a *layout.Along) []byte {
	p := Picture{Drawing: DrawingOf(t, SelectRows(t, a, RowsWide), false), Theme: &Themes[0]}
	p.Show(f)
	p.at = a.At
	return p.SVG()
}
