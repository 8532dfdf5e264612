package draw

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"espalier/trace"
	"espalier/trees"
	"espalier/web/words"
)

func (p *Picture) node(w *Writer, i int, costs []trees.Score) {
	node, place := int(p.shown.Node[i]), &p.Places[i]
	s := p.stateAt(i)
	p.labelled = place.label != ""
	mover := p.t.Mover(node)
	class := "node"
	if p.t.IsLeaf(node) {
		class = "node leaf"
		if !place.boxed {
			class = "node leaf bare"
		}
	}
	if place.hidden > 0 {
		class = "node more"
		if place.run > 0 {
			class = "node more others"
		}
	}
	w.Open("g", "class", class+p.classes(node, s))
	if p.Live {
		w.Attrs("id", p.prefix+"n"+strconv.Itoa(node), "data-node", strconv.Itoa(node))
		p.aria(w, i, s, costs)
	}
	w.Attrs("data-player", strconv.Itoa(mover), "transform", "translate("+Num(place.x)+" "+Num(place.y)+")")
	w.EndOpen()
	if p.Live && utf8.RuneCountInString(p.t.Label(node)) > labelRunes {
		w.Raw("<title>")
		w.Escaped(p.t.Label(node))
		w.Raw("</title>")
	}
	if i > 0 {
		p.stroke(w, i, s)
	}
	if place.foot > 0 {
		p.trunk(w, i)
	}
	if place.hidden > 0 {
		p.collapsed(w, i, s)
	} else {
		p.box(w, i, s)
	}
	switch {
	case place.hidden > 0:
	case p.t.IsLeaf(node):
		p.leaf(w, i, s)
	default:
		p.inner(w, i, s)
	}
	if place.cost != "" {
		p.edgeCost(w, i)
	}
	if place.move != "" {
		p.move(w, i, s)
	}
	if s.Share > 0 {
		p.shareOf(w, i, s)
	}
	w.Raw("</g>")
}

// collapsed draws a collapsed subtree. In a page, it is a link that opens the
// subtree; Tab skips the link, because the keys of the tree move the focus.
func (p *Picture) collapsed(w *Writer, i int, s trace.NodeState) {
	if p.open != nil {
		w.Open("a", "href", p.open(int(p.shown.Node[i])), "tabindex", "-1", "data-step-link", "")
		w.EndOpen()
	}
	p.box(w, i, s)
	if p.shown.Wide > 0 {
		p.summedUp(w, i, s)
	} else {
		p.name(w, i, s)
		p.write(w, "count", 0, countLine, smallSize, Regular, p.Theme.Soft, "", words.CountNodes(p.Places[i].hidden), p.halo()...)
	}
	if p.open != nil {
		w.Raw("</a>")
	}
}

// aria makes the drawing a tree for screen readers: a description ends with the state
// of its node, and with the label it is all that is said.
// At first only the root is reached with Tab; the page's keys change this.
func (p *Picture) aria(w *Writer, i int, s trace.NodeState, costs []trees.Score) {
	node := int(p.shown.Node[i])
	w.Attr("role", "treeitem")
	w.Attr("aria-level", strconv.Itoa(p.t.Level(node)+1))
	if p.Places[i].hidden > 0 {
		w.Attr("aria-expanded", "false")
	}
	if p.Places[i].run > 0 {
		w.Attr("data-kids", p.summed(i))
	}
	if p.t.IsLeaf(node) || p.Places[i].hidden > 0 && (p.shown.Wide == 0 || p.Places[i].run > 0) {
		s.Text = "" // it is not drawn beside the node
	}
	words := nodeWords(p.t, node, p.Places[i].hidden, costs) + s.Words()
	if node == p.at {
		words += "; current"
	}
	w.Attr("aria-description", words)
	if p.Standalone {
		return
	}
	if i == 0 {
		w.Attr("tabindex", "0")
	} else {
		w.Attr("tabindex", "-1")
	}
}

// box draws the background of the texts of a node.
func (p *Picture) box(w *Writer, i int, s trace.NodeState) {
	node, place := int(p.shown.Node[i]), &p.Places[i]
	p.shape(w, i)
	p.boxLook(w, node, !place.boxed && place.hidden == 0, s)
	w.EndEmpty()
}

// diamond is the shape of a chance node: no player has it.
var diamond = "M0-" + Num(chanceHalf) + "L" + Num(chanceHalf) + " 0L0 " + Num(chanceHalf) + "L-" + Num(chanceHalf) + " 0z"

// shape opens the element of a box: a square, a circle, a diamond, the background of a
// leaf's value, or a collapsed subtree.
func (d *Drawing) shape(w *Writer, i int) {
	node, place := int(d.shown.Node[i]), &d.Places[i]
	switch half := Num(place.half); {
	case place.run > 0:
		w.Open("rect", "class", "box", "x", "-"+half, "y", Num(-place.top), "width", Num(2*place.half), "height", Num(2*place.top), "rx", "9")
	case place.hidden > 0 && d.shown.Wide > 0:
		w.Open("path", "class", "box", "d", slopingBox(place), "stroke-linejoin", "round")
	case place.hidden > 0:
		w.Open("path", "class", "box", "d", "M0-18L"+half+" 20H-"+half+"z", "stroke-linejoin", "round")
	case d.t.IsChance(node):
		w.Open("path", "class", "box", "d", diamond, "stroke-linejoin", "round")
	case d.t.Kind == trees.Path || (d.t.Kind == trees.Minimax && place.boxed && d.t.Mover(node) == 2):
		w.Open("circle", "class", "box", "r", half)
	case !place.boxed:
		w.Open("rect", "class", "box", "x", "-"+half, "y", Num(-leafHalf), "width", Num(2*place.half), "height", Num(2*leafHalf), "rx", "4")
	default:
		w.Open("rect", "class", "box", "x", "-"+half, "y", "-"+half, "width", Num(2*place.half), "height", Num(2*place.half), "rx", "3")
	}
}

func (p *Picture) boxLook(w *Writer, node int, bare bool, s trace.NodeState) {
	th := p.Theme
	if bare { // the value of a leaf is marked only while the leaf is highlighted
		if p.highlighted(node) {
			w.Attr("fill", th.Now)
			w.Attr("stroke", th.Ink)
			w.Attr("stroke-width", Num(2*th.Weight))
		} else {
			w.Attr("fill", th.Ground)
		}
		return
	}
	fill, stroke, width := th.Box, th.Player(p.t.Mover(node)), 1.8
	switch {
	case p.highlighted(node):
		fill, width = th.Now, 4
	case isCut(s):
		fill, stroke, width = th.Ground, th.Faint, 1.5
	case s.Phase == trace.Open:
		width = 3.2
	}
	w.Attr("fill", fill)
	w.Attr("stroke", stroke)
	w.Attr("stroke-width", Num(width*th.Weight))
	switch {
	case p.highlighted(node):
	case s.Phase == trace.CutForNow:
		w.Attr("stroke-dasharray", "5 4")
	case s.Phase == trace.Valueless:
		w.Attr("stroke-dasharray", "2 3")
	}
}

func (p *Picture) inner(w *Writer, i int, s trace.NodeState) {
	node, place := int(p.shown.Node[i]), &p.Places[i]
	if p.t.Mover(node) > 0 && p.t.Kind != trees.Path {
		p.mover(w, node, s)
	}
	p.name(w, i, s)
	if len(place.heur) > 0 {
		color, face := p.faded(s, p.Theme.Soft), Regular
		if p.overlay.decides[node] {
			color, face = p.Theme.Cut, Bold
		}
		for l, line := range place.heur {
			p.write(w, "heur", -place.half-sideGap, place.heurY(l), smallSize, face, color, "end", line)
		}
	}
	if !p.miniature {
		x, y, anchor := p.boundAt(i)
		p.write(w, "bound", x, y, boundSize, boundFace(s), p.faded(s, p.Theme.Ink), anchor, p.short(s.Text), append(p.full(s.Text), p.halo()...)...)
	}
	p.visits(w, place.half+sideGap, visitsLine, s)
}

// boundFace returns the face of the text beside an inner node.
func boundFace(s trace.NodeState) Face {
	if s.Exact {
		return Bold
	}
	return Regular
}

// boundAt returns where the bound of a node begins, or ends, and its anchor.
func (d *Drawing) boundAt(i int) (x, y float64, anchor string) {
	switch place := &d.Places[i]; {
	case d.shown.Wide == 0:
		return place.half + sideGap, d.boundY(), "start"
	case place.bound < 0 && !place.across:
		return place.bound, rowBound, "end"
	default:
		return place.bound, rowBound, "start"
	}
}

// boundY returns the base line of a node's bound.
func (d *Drawing) boundY() float64 {
	if d.t.Kind == trees.Path {
		return 6
	}
	return -4
}

func (p *Picture) mover(w *Writer, node int, s trace.NodeState) {
	mover := p.t.Mover(node)
	color := p.faded(s, p.Theme.Player(mover))
	text, size, y := p.moverText(mover)
	p.write(w, "mover", 0, y, size, Bold, color, "", text)
	if p.t.Kind == trees.MaxN {
		w.Empty("path", "class", "marker", "d", markers[mover-1], "transform", "translate(0 12)", "fill", color)
	}
}

// moverText returns the text in the box of a mover.
func (d *Drawing) moverText(mover int) (text string, size, y float64) {
	if d.t.Kind == trees.Minimax {
		return [...]string{"max", "min"}[mover-1], 14, 5
	}
	return strconv.Itoa(mover), 20, 4
}

func (p *Picture) leaf(w *Writer, i int, s trace.NodeState) {
	node, place := int(p.shown.Node[i]), &p.Places[i]
	y := place.valueY()
	if place.boxed && p.t.Kind == trees.MaxN {
		p.mover(w, node, s)
	}
	p.name(w, i, s)
	color, face := p.Theme.Soft, Regular
	switch {
	case isCut(s):
		color = p.Theme.Faded
	case s.Phase == trace.Valued || node == p.at:
		color, face = p.Theme.Ink, Bold
	}
	p.write(w, "value", 0, y, textSize, face, color, "", place.value, p.full(place.full)...)
	if valueNotFromPaper(p.t, node) {
		p.markChosen(w, place, y, color)
	}
	x, below, _ := place.visitsBelow(y)
	p.visits(w, x, below, s)
}

// valueY returns the base line of a leaf's value.
func (pl *place) valueY() float64 {
	if pl.boxed { // the value is below the box
		return pl.half + lineStep
	}
	return 6
}

// markChosen marks a value that is not from the paper: a small ring after the
// value, and dots under it. The caption of the page explains the mark.
func (p *Picture) markChosen(w *Writer, place *place, y float64, color string) {
	w.Open("g", "class", "ours", "fill", "none", "stroke", color)
	w.Attr("stroke-width", Num(1.4*p.Theme.Weight))
	w.Attr("stroke-linecap", "round")
	w.EndOpen()
	place.ring(w, y)
}

// ring draws the mark of a value that is not from the paper, and ends its group.
func (pl *place) ring(w *Writer, y float64) {
	half := TextWidth(pl.value, textSize, Bold) / 2
	w.Empty("circle", "cx", Num(half+2), "cy", Num(y-13), "r", "2.4")
	w.Empty("path", "d", "M"+Num(-half)+" "+Num(y+6)+"h"+Num(2*half), "stroke-dasharray", "0.1 4")
	w.Raw("</g>")
}

func (p *Picture) name(w *Writer, i int, s trace.NodeState) {
	place := &p.Places[i]
	if place.label == "" {
		return
	}
	x, y := place.nameAt()
	var more []string
	if len(p.overlay.arcs) > 0 { // an arc may pass behind the label
		more = p.halo()
	}
	class := "name"
	if place.letter {
		class = "name letter"
	}
	p.write(w, class, x, y, place.labelSize(), Italic, p.faded(s, p.Theme.Soft), place.nameAnchor(), place.label, more...)
}

// labelSize returns the size of a label, or that of a letter.
func (pl *place) labelSize() float64 {
	if pl.letter {
		return letterSize
	}
	return labelSize
}

// letterBelow reports whether the letter of the node is below its value, where it takes no
// width.
func (pl *place) letterBelow() bool { return pl.letter && !pl.boxed && pl.value != "" }

// nameAnchor returns the point of a label or letter that is at nameAt; "" is the middle.
func (pl *place) nameAnchor() string {
	if pl.letterBelow() {
		return ""
	}
	return "end"
}

// visitsBelow returns the place of the number of visits of a leaf: under its value, or beside
// its letter there.
func (pl *place) visitsBelow(valueY float64) (x, y float64, anchor string) {
	if pl.letterBelow() {
		return TextWidth(pl.label, letterSize, Italic)/2 + 4, letterLine, "start"
	}
	return 0, valueY + lineStep, ""
}

// nameAt returns the position of a label or letter: its right end, or as nameAnchor says.
func (pl *place) nameAt() (x, y float64) {
	if pl.letterBelow() {
		return 0, letterLine
	}
	if !pl.boxed { // before the value, on the same line
		return -pl.half - labelGap, 6
	}
	if len(pl.heur) > 1 {
		return -pl.half - sideGap, -11
	}
	return -pl.half - sideGap, -4
}

// heurY returns the base line of a line of the heuristic. Two lines and the label above
// them are about as high as the box; the tail of an f or a g in the label is clear of them.
func (pl *place) heurY(line int) float64 {
	if len(pl.heur) > 1 {
		return heurLine - 8 + heurStep*float64(line)
	}
	return heurLine
}

func (p *Picture) visits(w *Writer, x, y float64, s trace.NodeState) {
	mark := words.VisitMark(s.Visits)
	if p.Live || mark != "" {
		anchor := "start"
		if x == 0 {
			anchor = ""
		}
		p.write(w, "visits", x, y, markSize, Regular, p.Theme.Ink, anchor, mark)
	}
}

func (p *Picture) edgeCost(w *Writer, i int) {
	x, y := p.costAt(i)
	var more []string
	if p.t.LabelsAreMoves() {
		more = p.halo()
	}
	p.write(w, "cost", x, y, smallSize, Regular, p.Theme.Soft, "", p.Places[i].cost, more...)
}

// shareOf writes the probability with which an opponent chooses a place, on the edge into it.
func (p *Picture) shareOf(w *Writer, i int, s trace.NodeState) {
	x, y := p.shareAt(i)
	size, halo := float64(smallSize), 9.0
	if p.shown.Wide > 0 { // only the stem is behind it
		size, halo = rowSize, 7
	}
	p.write(w, "share", x, y, size, Bold, p.Theme.Ink, "", trace.Tenths(int(s.Share)),
		"stroke", p.Theme.Ground, "stroke-width", Num(halo), "stroke-linejoin", "round", "paint-order", "stroke")
}

// shareAlong is where on its edge a probability is written, from 0 at its start to 1 at its end.
const shareAlong = 0.55

// shareAt returns the base line of a probability relative to its place: on the sloping part of the
// edge, or in a picture along a path on the stem, between the move and the box. A rule that chooses
// with probabilities cuts nothing, so no mark of a cut is there. The script does the same
// (static/js/run/tree-view.js).
func (d *Drawing) shareAt(i int) (x, y float64) {
	const below, above = 5.0, 6.0
	place := &d.Places[i]
	if d.shown.Wide > 0 {
		return 0, -place.top - above
	}
	x, y, dx, dy := d.line(i)
	return x + shareAlong*dx - place.x, y + shareAlong*dy - place.y + below
}

// move writes the move to a place and its probability. The name of the move in full is in its
// tooltip.
func (p *Picture) move(w *Writer, i int, s trace.NodeState) {
	place := &p.Places[i]
	w.Open("text", "class", "move")
	if p.Live { // the description of the node says it
		w.Attr("aria-hidden", "true")
	}
	w.Attrs("y", Num(place.moveY()), "font-size", Num(moveSize), "fill", p.faded(s, p.Theme.Soft))
	w.Width(place.move, moveSize, Regular)
	w.EndOpen()
	if whole := wholeMove(p.t, int(p.shown.Node[i])); whole != "" && p.Live {
		w.Raw("<title>")
		w.Escaped(whole)
		w.Raw("</title>")
	}
	w.Escaped(place.move)
	w.Raw("</text>")
}

// costAt returns the position of the cost of the edge into place i, relative to
// the place: beside the edge, on its outer side, where it does not overlap the
// strokes of a cut.
func (d *Drawing) costAt(i int) (x, y float64) {
	const along, away = 0.4, 11.0
	place, above := &d.Places[i], &d.Places[d.shown.Parent[i]]
	x, y = above.x-place.x, above.y+above.half-place.y // start of the edge, relative to the place
	dx, dy := -x, -place.top-y
	if d.t.LabelsAreMoves() { // near the node: there, the moves of neighbours are apart
		const above = 10.0
		return -above * dx / dy, -place.top - above
	}
	norm := math.Hypot(dx, dy)
	nx, ny := dy/norm, -dx/norm
	if dx < 0 {
		nx, ny = -nx, -ny
	}
	return x + along*dx + away*nx, y + along*dy + away*ny + 5
}

func (p *Picture) faded(s trace.NodeState, color string) string {
	if isCut(s) {
		return p.Theme.Faded
	}
	return color
}

// halo returns attributes that draw an outline in the background colour around a
// text, so that the text can be read if a line passes behind it.
func (p *Picture) halo() []string {
	return []string{"stroke", p.Theme.Ground, "stroke-width", "4", "stroke-linejoin", "round", "paint-order", "stroke"}
}

// spoken are the texts of a node that its description has in words. They are hidden from
// screen readers where the label gives the node a name; the mark of its visits always is.
var spoken = []string{"mover", "heur", "bound"}

func (p *Picture) write(w *Writer, class string, x, y, size float64, face Face, fill, anchor, text string, more ...string) {
	w.Open("text", "class", class)
	if p.Live && (class == "visits" || class == "share" || p.labelled && slices.Contains(spoken, class)) {
		w.Attr("aria-hidden", "true")
	}
	if x != 0 {
		w.Attr("x", Num(x))
	}
	w.Attr("y", Num(y))
	if size != textSize {
		w.Attr("font-size", Num(size))
	}
	w.Attr("fill", fill)
	if anchor != "" {
		w.Attr("text-anchor", anchor)
	}
	w.Face(face)
	w.Attrs(more...)
	w.Width(text, size, face)
	w.Content(text)
}
