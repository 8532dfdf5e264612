package draw

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/words"
)

// An editablePainter draws a draft without a run, for the editor in a page. The
// layout is the same as in the playback, but colours and fonts come from the style
// sheet of the page.
//
// Elements are named by the ids of nodes, which never change, and not by the
// numbers of nodes, which change with edits: g#dn7 is the node with id 7, and
// path#de7, written before it, is the edge into this node. A group has the fields
// of its node as attributes:
//
//	data-id             the id of the node; the numbers follow from the order
//	data-label          the full label
//	data-name           the name of the node, if it has no label
//	data-player         the mover, 0: none
//	data-value, data-alternatives, data-low, data-up, data-static, data-cost
//	                    JSON, as in a tree document; no attribute if the field is empty
//	data-chosen         the value is not from the paper
//	data-chance         it is a chance node
//	data-probs          the probabilities of its moves, JSON: texts, "" where none is given
//	data-action         the name of the move to the node
//	data-prob           its probability, if it is given
//	data-infoset        the name of its information set
//	data-hidden         the number of nodes in a collapsed subtree
//	data-run            the number of siblings, if several collapsed siblings are
//	                    drawn as one; the id is the id of the first sibling, and
//	                    this element cannot be edited
//
// The group has the class fault if Draft.Faults has a fault for the node.
type editablePainter struct {
	*Drawing
	draft  *trees.Draft
	faults map[int]string // first fault of each node, by node number
	costs  []trees.Score
	side   *sideways           // nil: the root is at the top
	drops  []float64           // of each place: from its y down to the start of the edges to its children
	lines  map[int]infosetLine // by the place where they end
}

// A DraftView holds the ids of the nodes that a client has folded and opened, the id of
// its current node, and the direction in which the tree is drawn.
type DraftView struct {
	Folded, Opened []trees.ID
	At             trees.ID // 0: none
	Sideways       bool     // the root is at the left
}

// FoldNew folds what a draft has and the one before did not have (nil: there was none)
// until it is readable, as far as folding it can help, and returns the nodes that it folds.
func (v *DraftView) FoldNew(now, before *trees.Draft) (folded []trees.ID) {
	isNew := func(int) bool { return true }
	if before != nil {
		if now.Tree().Len() <= layout.MaxUnfolded {
			return nil
		}
		from, to := changedNodes(now, before)
		if to-from <= layout.MaxUnfolded {
			return nil
		}
		isNew = func(n int) bool {
			if n < from || n >= to {
				return false
			}
			_, old := before.Find(now.ID(n))
			return !old
		}
	}
	for _, n := range layout.FoldsAmong(now.Tree(), layout.MaxUnfolded, isNew) {
		if id := now.ID(n); !slices.Contains(v.Folded, id) {
			folded = append(folded, id)
		}
	}
	v.Folded = slices.Concat(v.Folded, folded)
	return folded
}

// Gone returns the first nodes, at most the given number, that a draft before has and a later
// one has not.
func Gone(now, before *trees.Draft, most int) (gone []trees.ID) {
	from, to := changedNodes(before, now)
	for n := from; n < to && len(gone) < most; n++ {
		if _, there := now.Find(before.ID(n)); !there {
			gone = append(gone, before.ID(n))
		}
	}
	return gone
}

// changedNodes returns a range of a draft's nodes: before and after it are those that
// the draft before has in the same order.
func changedNodes(now, before *trees.Draft) (from, to int) {
	to, old := now.Tree().Len(), before.Tree().Len()
	for from < min(to, old) && now.ID(from) == before.ID(from) {
		from++
	}
	for to > from && old > from && now.ID(to-1) == before.ID(old-1) {
		to, old = to-1, old-1
	}
	return from, to
}

// Resolve returns the view with the current numbers of the nodes.
func (v *DraftView) Resolve(d *trees.Draft) *layout.ViewRequest {
	numbers := func(ids []trees.ID) (list []int) {
		for _, id := range ids {
			if n, ok := d.Find(id); ok { // another user may have deleted the node
				list = append(list, n)
			}
		}
		return list
	}
	at, _ := d.Find(v.At)
	return &layout.ViewRequest{Folded: numbers(v.Folded), Opened: numbers(v.Opened), Current: at}
}

// Editable returns the picture of a draft for a view.
func Editable(d *trees.Draft, v *DraftView) []byte {
	return NewEditablePicture(d, layout.SelectFor(d.Tree(), v.Resolve(d)), v.Sideways).SVG()
}

// NewEditablePicture draws the part of a draft that is shown. sideways: the root is at the
// left.
func NewEditablePicture(d *trees.Draft, shown *layout.Selection, sideways bool) *EditablePicture {
	t := d.Tree()
	p := editablePainter{draft: d, costs: pathCosts(t)}
	if sideways {
		p.Drawing, p.side = sidewaysDrawing(t, shown)
	} else {
		p.Drawing = DrawingOf(t, shown, false)
		p.drops = p.dropsBelow()
	}
	for _, f := range d.Faults() {
		if p.faults == nil {
			p.faults = map[int]string{}
		}
		if _, found := p.faults[f.Node]; !found {
			p.faults[f.Node] = f.Message
		}
	}
	for _, l := range p.infosetLines(p.fixedParts) {
		if p.lines == nil {
			p.lines = map[int]infosetLine{}
		}
		p.lines[l.to] = l
	}
	s := &EditablePicture{Shown: shown, ids: make([]trees.ID, len(p.Places)), places: make([]nodePlace, len(p.Places)), parts: make([]markup, len(p.Places))}
	w := Writer{B: make([]byte, 0, BytesOfNode*len(p.Places))}
	for i := range p.Places {
		s.ids[i] = d.ID(int(shown.Node[i]))
		place := &p.Places[i]
		s.places[i] = nodePlace{x: place.x, y: place.y}
		s.parts[i].edge = len(w.B)
		if i > 0 {
			parent := &p.Places[shown.Parent[i]]
			above := int(shown.Parent[i])
			if sideways {
				s.places[i].from, s.places[i].to = point{parent.x + parent.half, parent.y}, point{place.x - p.side.reach[i], place.y}
			} else {
				s.places[i].from, s.places[i].to = point{parent.x, parent.y + p.drops[above]}, point{place.x, place.y - place.lift}
			}
			p.edge(&w, i)
		}
		s.parts[i].group = len(w.B)
		p.node(&w, i)
		s.parts[i].end = len(w.B)
	}
	s.text = w.B
	s.head = p.head()
	return s
}

// countBelow is where the number of nodes in a collapsed subtree ends, below the middle.
const countBelow = countLine + 6

// dropsBelow returns how far below each place the edges to its children begin: under its box, or
// lower if a flat edge would pass through the number of nodes of a collapsed neighbour.
func (p *editablePainter) dropsBelow() []float64 {
	n := len(p.Places)
	drops, reach, hidden := make([]float64, n), make([]float64, n), false
	for i := n - 1; i >= 0; i-- {
		place := &p.Places[i]
		drops[i], hidden = place.half, hidden || place.hidden > 0
		if above := p.shown.Parent[i]; i > 0 {
			reach[above] = max(reach[above], math.Abs(place.x-p.Places[above].x))
		}
	}
	if !hidden {
		return drops
	}
	// The nearest collapsed neighbours on both sides: places are from left to right on a level.
	counted := make(map[float64]float64, 16)
	near := func(i int) {
		place := &p.Places[i]
		if place.hidden > 0 {
			counted[place.y] = place.x
		} else if x, ok := counted[place.y]; ok && math.Abs(x-place.x)-moreHalf < reach[i] {
			drops[i] = max(place.half, countBelow)
		}
	}
	for i := range n {
		near(i)
	}
	clear(counted)
	for i := n - 1; i >= 0; i-- {
		near(i)
	}
	return drops
}

// head returns the tag at the start of the picture.
func (p *editablePainter) head() string {
	w := Writer{}
	class := "tree draft"
	if p.t.Kind != trees.MaxN {
		class += " " + p.t.Kind.String()
	}
	if p.side != nil {
		class += " sideways"
	}
	w.Open("svg", "class", class, "xmlns", "http://www.w3.org/2000/svg")
	w.Attrs("viewBox", "0 0 "+Num(p.Width)+" "+Num(p.height), "role", "tree", "aria-multiselectable", "true")
	title := p.t.Title
	if title == "" {
		title = "Game tree"
	}
	w.Attrs("aria-label", title, "font-size", Num(textSize), "text-anchor", "middle")
	w.EndOpen()
	return string(w.B)
}

// edge writes the attributes of an edge, except its coordinates.
func (p *editablePainter) edge(w *Writer, i int) {
	w.Raw(` class="edge" id="de`)
	p.number(w, int(p.draft.ID(int(p.shown.Node[i]))))
	w.Raw(`" data-player="`)
	p.number(w, p.t.Mover(int(p.shown.Node[p.shown.Parent[i]])))
	w.Raw(`"`)
}

func (p *editablePainter) number(w *Writer, n int) { w.B = strconv.AppendInt(w.B, int64(n), 10) }

// node writes the attributes of a node's group, except its coordinates, and the
// content of the group.
func (p *editablePainter) node(w *Writer, i int) {
	node, place := int(p.shown.Node[i]), &p.Places[i]
	class := "node"
	switch {
	case place.hidden > 0:
		class = "node more"
	case p.t.IsLeaf(node) && !place.boxed:
		class = "node leaf bare"
	case p.t.IsLeaf(node):
		class = "node leaf"
	}
	fault, wrong := p.faults[node]
	if wrong {
		class += " fault"
	}
	w.Attr("class", class)
	w.Raw(` id="dn`)
	p.number(w, int(p.draft.ID(node)))
	w.Raw(`"`)
	p.aria(w, i, fault)
	p.fields(w, i)
	w.EndOpen()
	p.title(w, node, fault)
	if l, joined := p.lines[i]; joined {
		w.Open("path", "class", "stem infoset", "d", l.path(place.x, place.y))
		w.EndEmpty()
	}
	if p.side != nil && place.hidden > 0 {
		w.Open("path", "class", "box", "d", sidewaysMore, "stroke-linejoin", "round")
	} else {
		p.shape(w, i)
	}
	w.EndEmpty()
	switch {
	case place.hidden > 0:
		p.name(w, place)
		p.write(w, "count", 0, 36, words.CountNodes(place.hidden))
	case p.t.IsLeaf(node):
		p.leaf(w, i)
	default:
		p.inner(w, i)
	}
	if p.side != nil {
		p.level(w, i)
		return
	}
	if place.cost != "" {
		x, y := p.costAt(i)
		p.write(w, "cost", x, y, place.cost)
	}
	p.drop(w, i)
	p.move(w, i)
}

// drop writes the part below a box that leads down to the edges to its children.
func (p *editablePainter) drop(w *Writer, i int) {
	place := &p.Places[i]
	if place.hidden > 0 || p.drops[i] == place.half || p.t.IsLeaf(int(p.shown.Node[i])) {
		return
	}
	w.Raw(`<path class="stem drop" d="M0 `)
	w.B = AppendNum(w.B, place.half)
	w.Raw("V")
	w.B = AppendNum(w.B, p.drops[i])
	w.Raw(`"/>`)
}

// move writes the stem of the edge into a place, with its text. The stem is in the group, so that
// it moves with the node.
func (p *editablePainter) move(w *Writer, i int) {
	place := &p.Places[i]
	if i == 0 || !place.stemmed() {
		return
	}
	w.Raw(`<path class="stem" d="`)
	for _, ends := range place.stem() {
		w.Raw("M0 ")
		w.B = AppendNum(w.B, ends[0])
		w.Raw("V")
		w.B = AppendNum(w.B, ends[1])
	}
	w.Raw(`"/><path class="reach" d="M0 `) // it can be clicked as the stem, which is thin
	w.B = AppendNum(w.B, -place.lift)
	w.Raw("V")
	w.B = AppendNum(w.B, -place.top)
	w.Raw(`"/>`)
	if place.move != "" {
		p.moveName(w, i, 0, place.moveY())
	}
}

// moveName writes the name of the move into a place.
func (p *editablePainter) moveName(w *Writer, i int, x, y float64) {
	w.Raw(`<text class="move" aria-hidden="true"`)
	if x != 0 {
		w.Raw(` x="`)
		w.B = AppendNum(w.B, x)
		w.Raw(`"`)
	}
	w.Raw(` y="`)
	w.B = AppendNum(w.B, y)
	w.Raw(`">`)
	if whole := wholeMove(p.t, int(p.shown.Node[i])); whole != "" {
		w.Raw("<title>")
		w.Escaped(whole)
		w.Raw("</title>")
	}
	w.Escaped(p.Places[i].move)
	w.Raw("</text>")
}

// title writes the tooltip: the label if it is not drawn in full, and the fault.
func (p *editablePainter) title(w *Writer, node int, fault string) {
	long := utf8.RuneCountInString(p.t.Label(node)) > labelRunes
	if !long && fault == "" {
		return
	}
	w.Raw("<title>")
	if long {
		w.Escaped(p.t.Label(node))
	}
	if long && fault != "" {
		w.Raw(": ")
	}
	w.Escaped(fault)
	w.Raw("</title>")
}

func (p *editablePainter) aria(w *Writer, i int, fault string) {
	node, hidden := int(p.shown.Node[i]), p.Places[i].hidden
	w.Raw(` role="treeitem" aria-level="`)
	p.number(w, p.t.Level(node)+1)
	w.Raw(`"`)
	if hidden > 0 {
		w.Raw(` aria-expanded="false"`)
	}
	words := nodeWords(p.t, node, hidden, p.costs)
	if fault != "" {
		words += "; wrong: " + fault
	}
	w.Attr("aria-description", words)
	if i == 0 {
		w.Raw(` tabindex="0"`)
	} else {
		w.Raw(` tabindex="-1"`)
	}
}

// fields writes the fields that the document has at the node.
func (p *editablePainter) fields(w *Writer, i int) {
	node, hidden := int(p.shown.Node[i]), p.Places[i].hidden
	w.Raw(` data-id="`)
	p.number(w, int(p.draft.ID(node)))
	w.Raw(`"`)
	if hidden > 0 {
		w.Raw(` data-hidden="`)
		p.number(w, hidden)
		w.Raw(`"`)
	}
	if hidden > p.t.End(node)-node {
		w.Raw(` data-run="`)
		p.number(w, p.siblings(node, hidden))
		w.Raw(`"`)
	}
	w.Raw(` data-player="`)
	p.number(w, p.t.Mover(node))
	w.Raw(`"`)
	n := p.t.Node(node)
	p.chanceFields(w, node, &n)
	if n.Label != "" {
		w.Attr("data-label", n.Label)
	} else {
		w.Attr("data-name", p.t.Name(node))
	}
	if n.Unknown {
		w.Raw(` data-value="null"`)
	}
	scalar := p.t.Kind != trees.MaxN
	p.vector(w, "data-value", n.Value, scalar)
	for at := range n.Alternatives {
		if at == 0 {
			w.Raw(` data-alternatives="[`)
		} else {
			w.Raw(",")
		}
		w.B = quotesEscaped(p.t.AppendValueJSON(w.B, &n.Alternatives[at]), len(w.B))
	}
	if len(n.Alternatives) > 0 {
		w.Raw(`]"`)
	}
	if n.NotFromPaper {
		w.Raw(` data-chosen="true"`)
	}
	scalar = p.t.Kind == trees.Minimax
	p.vector(w, "data-low", n.Low, scalar)
	p.vector(w, "data-up", n.Up, scalar)
	p.vector(w, "data-static", n.Static, scalar)
	if p.t.Kind == trees.Path && node > 0 {
		w.Raw(` data-cost="`)
		w.B = quotesEscaped(n.Cost.In(p.t.Unit).AppendJSON(w.B), len(w.B))
		w.Raw(`"`)
	}
}

// mostProbs limits the probabilities that a chance node lists: a deck has 52 cards.
const mostProbs = 100

// chanceFields writes the fields of chance and of the move to the node.
func (p *editablePainter) chanceFields(w *Writer, node int, n *trees.Node) {
	if n.Action != "" {
		w.Attr("data-action", n.Action)
	}
	if n.Infoset != "" {
		w.Attr("data-infoset", n.Infoset)
	}
	if n.Prob.Unit != 0 {
		w.Attr("data-prob", n.Prob.String())
	}
	if !n.Chance {
		return
	}
	w.Raw(` data-chance="true"`)
	kids := p.t.Kids(node)
	if len(kids) > mostProbs {
		return
	}
	list := []byte{'['}
	for i, k := range kids {
		if i > 0 {
			list = append(list, ',')
		}
		text := ""
		if prob, given := p.t.GivenProb(int(k)); given {
			text = prob.String()
		}
		list = trees.AppendQuoted(list, text)
	}
	w.Attr("data-probs", string(append(list, ']')))
}

// siblings returns the number of siblings, starting with node, that are drawn as
// one collapsed subtree.
func (p *editablePainter) siblings(node, hidden int) (count int) {
	for n := node; n < node+hidden; n = p.t.End(n) {
		count++
	}
	return count
}

func (p *editablePainter) vector(w *Writer, name string, v *trees.Vector, scalar bool) {
	if v == nil {
		return
	}
	w.Raw(` `)
	w.Raw(name)
	w.Raw(`="`)
	w.B = quotesEscaped(p.t.AppendValueJSON(w.B, v), len(w.B))
	w.Raw(`"`)
}

// quotesEscaped escapes the quotes of the JSON from an index on, for an attribute: fractions
// are strings.
func quotesEscaped(b []byte, from int) []byte {
	if bytes.IndexByte(b[from:], '"') < 0 {
		return b
	}
	return append(b[:from], bytes.ReplaceAll(b[from:], []byte(`"`), []byte("&#34;"))...)
}

func (p *editablePainter) inner(w *Writer, i int) {
	node, place := int(p.shown.Node[i]), &p.Places[i]
	if p.t.Mover(node) > 0 && p.t.Kind != trees.Path {
		p.mover(w, node)
	}
	p.name(w, place)
	for l, line := range place.heur {
		p.write(w, "heur", -place.half-sideGap, place.heurY(l), line)
	}
}

func (p *editablePainter) mover(w *Writer, node int) {
	mover := p.t.Mover(node)
	text, _, y := p.moverText(mover)
	p.write(w, "mover", 0, y, text)
	if p.t.Kind == trees.MaxN {
		w.Empty("path", "class", "marker", "d", markers[mover-1], "transform", "translate(0 12)")
	}
}

func (p *editablePainter) leaf(w *Writer, i int) {
	node, place := int(p.shown.Node[i]), &p.Places[i]
	y := 6.0
	if place.boxed {
		y = place.half + 22 // below the box
		if p.t.Kind == trees.MaxN {
			p.mover(w, node)
		}
	}
	p.name(w, place)
	p.write(w, "value", 0, y, place.value)
	if p.t.NotFromPaper(node) {
		w.Raw(`<g class="ours">`)
		place.ring(w, y)
	}
}

func (p *editablePainter) name(w *Writer, place *place) {
	if place.label != "" {
		x, y := place.nameAt()
		if p.side != nil && place.boxed {
			y = min(y, sideTextLine) // above the edge
		}
		p.write(w, "name", x, y, place.label)
	}
}

func (p *editablePainter) write(w *Writer, class string, x, y float64, text string) {
	w.Open("text", "class", class)
	if x != 0 {
		w.Raw(` x="`)
		w.B = AppendNum(w.B, x)
		w.Raw(`"`)
	}
	w.Raw(` y="`)
	w.B = AppendNum(w.B, y)
	w.Raw(`">`)
	w.Escaped(text)
	w.Raw("</text>")
}

// BytesOfNode is the approximate size of a node in a draft message, in bytes.
const BytesOfNode = 600

// MaxFolded bounds the nodes that a view names as folded or opened: more than a picture
// shows, and some that others have deleted.
const MaxFolded = 10_000
