package draw

import (
	"math"
	"slices"
	"strconv"

	"espalier/trace"
	"espalier/web/words"
)

// A certificateOverlay is the certificate of a prune as it is drawn over the
// tree. Every node that supplies a bound is highlighted, its score and its origin
// are written beside it, and an arc joins it to the node where children are cut.
// The sum with the limit is written at the cut. The overlay is zero if the step
// cuts nothing, or if the script of the page draws the certificate.
type certificateOverlay struct {
	holds   map[int]bool // nodes that are highlighted
	decides map[int]bool // nodes whose heuristic is a part of the certificate
	arcs    []overlayArc
	labels  []overlayLabel
}

// An overlayArc joins a node that supplies a bound to the node of the cut.
type overlayArc struct {
	node, player int
	from, to     point
	bow          float64
}

type overlayLabel struct {
	class        string // holder or sum
	node, player int
	text         string
	area         area
}

const (
	overlaySize = 17.0
	overlayHalo = 5.0

	// The box of a line of text, in multiples of the font size: the height above
	// the base line, and the total height.
	lineAscent = 0.96
	lineHeight = 1.2
)

// Explain adds the certificate of the current step to the picture. c is nil if
// the step has no certificate.
func (p *Picture) Explain(c *trace.Certificate) {
	if c == nil {
		return
	}
	at := slices.Index(p.shown.Node, int32(c.At))
	if at < 0 {
		return
	}
	p.overlay = certificateOverlay{holds: map[int]bool{}, decides: map[int]bool{}}
	occupied := make([]area, len(p.Places))
	for i := range occupied {
		occupied[i] = around(p.parts(i)).whole()
	}
	edges := p.edgeAreas()
	var labels []overlayLabel // one for each node; a node may supply several bounds
	for _, h := range c.Holders {
		i := slices.Index(p.shown.Node, int32(h.Node))
		if i < 0 {
			continue // the node is in a collapsed subtree
		}
		p.overlay.holds[h.Node] = true
		if h.Text == "" {
			p.overlay.decides[h.Node] = true
			continue
		}
		if l := slices.IndexFunc(labels, func(l overlayLabel) bool { return l.node == h.Node }); l >= 0 {
			labels[l].text += ", " + h.Text
		} else {
			labels = append(labels, overlayLabel{class: "holder", node: h.Node, player: h.Player, text: h.Text})
		}
		if i != at {
			from, to := p.Places[i].middle(), p.Places[at].middle()
			texts := slices.Concat(others(occupied, i, at), p.parts(i)[1:], p.parts(at)[1:])
			p.overlay.arcs = append(p.overlay.arcs, overlayArc{h.Node, h.Player, from, to, arc(from, to, texts, edges)})
		}
	}
	if c.Short != "" {
		labels = append(labels, overlayLabel{class: "sum", node: c.At, text: c.Short})
	}
	occupied = append(occupied, edges...)
	for _, a := range p.overlay.arcs {
		bend := bendOf(a.from, a.to, a.bow)
		for i := 1; i < arcSamples; i++ {
			at := onArc(a.from, bend, a.to, float64(i)/arcSamples)
			occupied = append(occupied, area{at.x - edgeDot/2, at.y - edgeDot/2, edgeDot, edgeDot})
		}
	}
	for _, l := range labels {
		i := slices.Index(p.shown.Node, int32(l.node))
		width, height := math.Ceil(textWidth(l.text, overlaySize, true)), math.Ceil(lineHeight*overlaySize)
		l.area = beside(occupied[i], p.Places[i].x, width, height, occupied, area{0, 0, p.Width, p.height})
		occupied = append(occupied, l.area)
		p.overlay.labels = append(p.overlay.labels, l)
	}
}

func (pl *place) middle() point { return point{pl.x, pl.y} }

// others returns all areas except two.
func others(all []area, i, j int) []area {
	var rest []area
	for k, a := range all {
		if k != i && k != j {
			rest = append(rest, a)
		}
	}
	return rest
}

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
	for _, a := range p.overlay.arcs {
		bend := bendOf(a.from, a.to, a.bow)
		for i := range arcSamples {
			at := onArc(a.from, bend, a.to, float64(i)/arcSamples)
			reach(area{x: at.x, y: at.y})
		}
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
	text := func(x, y, size float64, anchor, words string, bold bool) {
		if words == "" {
			return
		}
		width := textWidth(words, size, bold)
		switch anchor {
		case "":
			x -= width / 2
		case "end":
			x -= width
		}
		all = append(all, area{place.x + x, place.y + y - lineAscent*size, width, lineHeight * size})
	}
	nameX, nameY := place.nameAt()
	text(nameX, nameY, labelSize, "end", place.label, false)
	right := place.half + sideGap
	switch {
	case place.hidden > 0:
		text(0, countLine, smallSize, "", words.CountNodes(place.hidden), false)
	case p.t.IsLeaf(node):
		y := place.valueY()
		text(0, y, textSize, "", place.value, true)
		text(0, y+lineStep, markSize, "", words.VisitMark(s.Visits), false)
	default:
		text(-right, heurLine, smallSize, "end", place.heur, true)
		text(right, p.boundY(), boundSize, "start", s.Text, s.Exact)
		text(right, visitsLine, markSize, "start", words.VisitMark(s.Visits), false)
	}
	if place.cost != "" {
		x, y := p.costAt(i)
		text(x, y, smallSize, "", place.cost, false)
	}
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
func (p *Picture) overlayArcs(w *svgWriter) {
	if len(p.overlay.arcs) == 0 {
		return
	}
	// The group is hidden from screen readers: the sentence has the same content.
	w.open("g", "class", "certificate", "aria-hidden", "true", "fill", "none", "stroke-linecap", "round", "stroke-dasharray", "2 5")
	w.attr("stroke-width", num(2*p.Theme.Weight))
	w.endOpen()
	for _, a := range p.overlay.arcs {
		bend := bendOf(a.from, a.to, a.bow)
		w.empty("path", "class", "arc p"+strconv.Itoa(a.player), "stroke", p.Theme.player(a.player),
			"d", "M"+num(a.from.x)+" "+num(a.from.y)+"Q"+num(bend.x)+" "+num(bend.y)+" "+num(a.to.x)+" "+num(a.to.y))
	}
	w.text("</g>")
}

func (p *Picture) overlayLabels(w *svgWriter) {
	if len(p.overlay.labels) == 0 {
		return
	}
	w.open("g", "class", "certificate", "aria-hidden", "true", "font-weight", "bold", "text-anchor", "start",
		"stroke", p.Theme.Ground, "stroke-linejoin", "round", "paint-order", "stroke")
	w.attr("stroke-width", num(overlayHalo))
	w.endOpen()
	for _, l := range p.overlay.labels {
		class, fill := l.class, p.Theme.Cut
		if l.class == "holder" {
			class, fill = class+" p"+strconv.Itoa(l.player), p.Theme.player(l.player)
		}
		p.write(w, class, l.area.x, l.base(), overlaySize, fill, "", l.text)
	}
	w.text("</g>")
}

// base returns the base line of a label.
func (l *overlayLabel) base() float64 { return l.area.y + lineAscent*overlaySize }
