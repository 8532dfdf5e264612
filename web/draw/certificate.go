package draw

import (
	"math"
	"slices"
	"strconv"

	"espalier/trace"
	"espalier/web/words"
)

// A certificateOverlay is what a picture shows over the tree besides the state: the
// certificate of a prune or of a re-search. Every node that supplies a bound is
// highlighted, its score and its origin are written beside it, and an arc joins it
// to the node where children are cut, or which is re-searched. The sum with the
// limit is written there. While a node is re-searched, its certificate stays, but
// its nodes are not highlighted. Nodes without a label that a text beside the tree
// names are labelled. A script replaces the overlay of a page at the next step.
type certificateOverlay struct {
	holds   map[int]bool // nodes that are highlighted
	decides map[int]bool // nodes whose heuristic is a part of the certificate
	arcs    []overlayArc
	labels  []overlayLabel
}

// An overlayArc joins a node that supplies a bound to the node of the cut.
type overlayArc struct {
	node, end, player int
	route             []arc
}

type overlayLabel struct {
	class        string // holder, sum or named
	node, player int
	text         string
	area         area
}

const (
	overlaySize = 17.0
	overlayHalo = 5.0

	// The box of a line of text, in multiples of the font size: the height above
	// the base line, and the total height.
	lineAscent = 0.8
	lineHeight = 1
)

// Explain adds the certificates of the current step to the picture, and labels of
// the nodes in named that have none.
func (p *Picture) Explain(r trace.Reasons, named ...int) {
	all := r.All()
	if len(all)+len(named) == 0 {
		return
	}
	p.overlay = certificateOverlay{holds: map[int]bool{}, decides: map[int]bool{}}
	occupied := make([]area, len(p.Places))
	for i := range occupied {
		occupied[i] = around(p.parts(i)).whole()
	}
	edges := p.edgeLines()
	var labels []overlayLabel // one for each node; a node may supply several bounds
	for i, c := range all {
		labels = p.certificate(c, c == r.Now, labels, occupied, edges)
		if i == 0 && c.Short != "" && slices.Contains(p.shown.Node, int32(c.At)) {
			labels = append(labels, overlayLabel{class: "sum", node: c.At, text: c.Short})
		}
	}
	for _, node := range named {
		if i := slices.Index(p.shown.Node, int32(node)); i > 0 && p.Places[i].label == "" && p.shown.Wide == 0 { // along a path, the moves are there
			labels = append(labels, overlayLabel{class: "named", node: node, text: p.t.Name(node)})
		}
	}
	taken := slices.Clone(occupied)
	if p.shown.Wide > 0 {
		taken = nil
		for i := range p.Places {
			taken = append(taken, p.parts(i)...)
		}
	}
	for _, e := range edges {
		taken = append(taken, e.along()...)
	}
	arcs := p.overlay.dots()
	for _, l := range labels {
		i := slices.Index(p.shown.Node, int32(l.node))
		width, height := math.Ceil(TextWidth(l.text, l.size(), l.face())), math.Ceil(lineHeight*l.size())
		l.area = beside(occupied[i], p.Places[i].x, width, height, taken, arcs, area{0, 0, p.Width, p.height}, p.besideStem(i, width)...)
		taken = append(taken, l.area)
		p.overlay.labels = append(p.overlay.labels, l)
	}
}

// certificate adds the arcs of a certificate to the overlay and returns its texts
// together with the given labels. now is true for the certificate of the current
// step.
func (p *Picture) certificate(c *trace.Certificate, now bool, labels []overlayLabel, occupied []area, edges []line) []overlayLabel {
	at := slices.Index(p.shown.Node, int32(c.At))
	if at < 0 {
		return labels
	}
	for _, h := range c.Holders {
		i := slices.Index(p.shown.Node, int32(h.Node))
		if i < 0 {
			continue // the node is in a collapsed subtree
		}
		if now {
			p.overlay.holds[h.Node] = true
		}
		if h.Text == "" {
			p.overlay.decides[h.Node] = true
			continue
		}
		if l := slices.IndexFunc(labels, func(l overlayLabel) bool { return l.class == "holder" && l.node == h.Node }); l >= 0 {
			labels[l].text += ", " + h.Text
		} else {
			labels = append(labels, overlayLabel{class: "holder", node: h.Node, player: h.Player, text: h.Text})
		}
		if i != at {
			o, down := p.obstacles(i, at, occupied, edges)
			route := o.route(p.Places[i].middle(), p.Places[at].middle(), down)
			p.overlay.arcs = append(p.overlay.arcs, overlayArc{h.Node, c.At, h.Player, route})
		}
	}
	return labels
}

// obstacles returns what a route between two places should avoid, and the edges from
// the first place down to the second.
func (p *Picture) obstacles(i, k int, occupied []area, edges []line) (*obstacles, []line) {
	from, to := p.parts(i), p.parts(k)
	o := &obstacles{edges: edges, routes: p.overlay.dots(), ends: [2]area{from[0], to[0]}, picture: area{0, 0, p.Width, p.height}}
	on := []int{k}
	var down []line
	if len(edges) > 0 {
		for n := k; n > i; n = on[len(on)-1] {
			down = append(down, edges[n-1])
			on = append(on, int(p.shown.Parent[n]))
		}
		slices.Reverse(down)
	}
	if on[len(on)-1] != i { // not below: the route ends at another node
		on, down = []int{k, i}, nil
	}
	for n, a := range occupied {
		if slices.Contains(on, n) {
			o.texts = append(o.texts, p.parts(n)[1:]...)
		} else {
			o.texts = append(o.texts, a)
		}
	}
	return o, down
}

// dots returns small areas along all arcs.
func (o *certificateOverlay) dots() (list []area) {
	for _, a := range o.arcs {
		for i := range a.route {
			list = append(list, a.route[i].dots()...)
		}
	}
	return list
}

func (pl *place) middle() point { return point{pl.x, pl.y} }

// highlighted reports whether a node is drawn like the current node.
func (p *Picture) highlighted(node int) bool { return node == p.at || p.overlay.holds[node] }

// frame returns the area of the picture: the tree, and the parts of the
// certificate that are outside the area of the tree.
func (p *Picture) frame() area {
	const margin = 8
	all := area{0, 0, p.Width, p.height}
	reach := func(a area) {
		all = all.around(area{a.x - margin, a.y - margin, a.width + 2*margin, a.height + 2*margin})
	}
	for _, l := range p.overlay.labels {
		reach(l.area)
	}
	for _, dot := range p.overlay.dots() {
		reach(dot)
	}
	return all.whole()
}

// around returns the smallest area that contains all parts.
func around(parts []area) area {
	all := parts[0]
	for _, a := range parts[1:] {
		all = all.around(a)
	}
	return all
}

// parts returns the areas that a node occupies at this step: first its box, then
// its texts and the mark of its cut.
func (p *Picture) parts(i int) []area {
	node, place := int(p.shown.Node[i]), &p.Places[i]
	s := p.state(node)
	all := []area{{place.x - place.half, place.y - place.top, 2 * place.half, 2 * place.top}}
	text := func(x, y, size float64, anchor, words string, face Face) {
		if words == "" {
			return
		}
		width := TextWidth(words, size, face)
		switch anchor {
		case "":
			x -= width / 2
		case "end":
			x -= width
		}
		all = append(all, area{place.x + x, place.y + y - lineAscent*size, width, lineHeight * size})
	}
	nameX, nameY := place.nameAt()
	text(nameX, nameY, place.labelSize(), place.nameAnchor(), place.label, Italic)
	right := place.half + sideGap
	switch {
	case place.hidden > 0 && p.shown.Wide > 0: // the texts are in the box
	case place.hidden > 0:
		text(0, countLine, smallSize, "", words.CountNodes(place.hidden), Regular)
	case p.t.IsLeaf(node):
		y := place.valueY()
		text(0, y, textSize, "", place.value, Bold)
		visitsX, visitsY, anchor := place.visitsBelow(y)
		text(visitsX, visitsY, markSize, anchor, words.VisitMark(s.Visits), Regular)
	default:
		for l, line := range place.heur {
			text(-right, place.heurY(l), smallSize, "end", line, Bold)
		}
		x, y, anchor := p.boundAt(i)
		text(x, y, boundSize, anchor, p.short(s.Text), boundFace(s))
		text(right, visitsLine, markSize, "start", words.VisitMark(s.Visits), Regular)
	}
	if place.cost != "" {
		x, y := p.costAt(i)
		text(x, y, smallSize, "", place.cost, Regular)
	}
	text(0, place.moveY(), moveSize, "", place.move, Regular)
	if p.cutAbove(i, s) {
		for _, line := range p.crossed(i) {
			for _, end := range line {
				all = append(all, area{x: end.x, y: end.y})
			}
		}
	}
	return all
}

// overlayArcs writes the arcs. They are painted behind the nodes, so that they
// seem to end at the boxes of the nodes.
func (p *Picture) overlayArcs(w *Writer) {
	if len(p.overlay.arcs) == 0 {
		return
	}
	// The group is hidden from screen readers: the sentence has the same content.
	w.Open("g", "class", "certificate", "aria-hidden", "true", "fill", "none", "stroke-linecap", "round", "stroke-dasharray", "2 5")
	w.Attr("stroke-width", Num(2*p.Theme.Weight))
	w.EndOpen()
	for _, a := range p.overlay.arcs {
		d := ""
		for _, r := range a.route {
			bend := r.bend()
			d += "M" + Num(r.from.x) + " " + Num(r.from.y) + "Q" + Num(bend.x) + " " + Num(bend.y) + " " + Num(r.to.x) + " " + Num(r.to.y)
		}
		w.Empty("path", "class", "arc p"+strconv.Itoa(a.player), "stroke", p.Theme.Player(a.player), "d", d)
	}
	w.Raw("</g>")
}

func (p *Picture) overlayLabels(w *Writer) {
	if len(p.overlay.labels) == 0 {
		return
	}
	w.Open("g", "class", "certificate", "aria-hidden", "true", "text-anchor", "start",
		"stroke", p.Theme.Ground, "stroke-linejoin", "round", "paint-order", "stroke")
	w.Attr("stroke-width", Num(overlayHalo))
	w.EndOpen()
	for _, l := range p.overlay.labels {
		class, fill := l.class, p.Theme.Cut
		switch l.class {
		case "holder":
			class, fill = class+" p"+strconv.Itoa(l.player), p.Theme.Player(l.player)
		case "named":
			fill = p.Theme.Soft
		}
		p.write(w, class, l.area.x, l.base(), l.size(), l.face(), fill, "", l.text)
	}
	w.Raw("</g>")
}

// size returns the font size of a label.
func (l *overlayLabel) size() float64 {
	if l.class == "named" {
		return labelSize
	}
	return overlaySize
}

// face returns the face of a label.
func (l *overlayLabel) face() Face {
	if l.class == "named" {
		return Italic
	}
	return Bold
}

// base returns the base line of a label.
func (l *overlayLabel) base() float64 { return l.area.y + lineAscent*l.size() }
