package web

import (
	"math"
	"slices"
	"strconv"
)

// A reason is the certificate of a prune as it stands on the tree: every node
// that supplies a bound is lit up, with its score and where it came from
// beside it, joined by an arc to the node where children are cut; at the cut
// the sum against the limit. The zero reason is that of a step that cuts
// nothing, and of a picture on which the page's script draws it.
type reason struct {
	holds   map[int]bool // nodes that are lit up
	decides map[int]bool // those whose heuristic is a part of it
	arcs    []reasonArc
	labels  []reasonLabel
}

// A reasonArc joins a node that supplies a bound to that of the cut.
type reasonArc struct {
	node, player int
	from, to     point
	bow          float64
}

type reasonLabel struct {
	class        string // holder or sum
	node, player int
	text         string
	room         area
}

const (
	reasonSize = 17.0
	reasonHalo = 5.0

	// The box of a line of text, as parts of the font size: above its base
	// line, and in all.
	lineAscent = 0.96
	lineHeight = 1.2
)

// explain puts the certificate of the step that is shown on the picture; nil
// is that of a step that cuts nothing.
func (p *picture) explain(c *certificate) {
	at := slices.Index(p.shown.Node, int32(p.at))
	if c == nil || at < 0 {
		return
	}
	p.reason = reason{holds: map[int]bool{}, decides: map[int]bool{}}
	taken := make([]area, len(p.places))
	for i := range taken {
		taken[i] = p.extent(i).whole()
	}
	var labels []reasonLabel // one a node, though it may hold several bounds
	for _, h := range c.Holders {
		i := slices.Index(p.shown.Node, int32(h.Node))
		if i < 0 {
			continue // it is folded away
		}
		p.reason.holds[h.Node] = true
		if h.Text == "" {
			p.reason.decides[h.Node] = true
			continue
		}
		if l := slices.IndexFunc(labels, func(l reasonLabel) bool { return l.node == h.Node }); l >= 0 {
			labels[l].text += ", " + h.Text
		} else {
			labels = append(labels, reasonLabel{class: "holder", node: h.Node, player: h.Player, text: h.Text})
		}
		if i != at {
			from, to := p.places[i].middle(), p.places[at].middle()
			p.reason.arcs = append(p.reason.arcs, reasonArc{h.Node, h.Player, from, to, arc(from, to, others(taken, i, at))})
		}
	}
	if c.Short != "" {
		labels = append(labels, reasonLabel{class: "sum", node: p.at, text: c.Short})
	}
	for _, l := range labels {
		i := slices.Index(p.shown.Node, int32(l.node))
		width, height := math.Ceil(textWidth(l.text, reasonSize, true)), math.Ceil(lineHeight*reasonSize)
		l.room = beside(taken[i], p.places[i].x, width, height, taken, area{0, 0, p.width, p.height})
		taken = append(taken, l.room)
		p.reason.labels = append(p.reason.labels, l)
	}
}

func (pl *place) middle() point { return point{pl.x, pl.y} }

// others are the areas but for two.
func others(all []area, i, j int) []area {
	var rest []area
	for k, a := range all {
		if k != i && k != j {
			rest = append(rest, a)
		}
	}
	return rest
}

// lit reports whether a node looks like the one at work.
func (p *picture) lit(node int) bool { return node == p.at || p.reason.holds[node] }

// frame is what the picture shows: the tree, and what of the certificate runs
// out of its room.
func (p *picture) frame() area {
	const margin = 8
	all := area{0, 0, p.width, p.height}
	reach := func(a area) {
		all = all.around(area{a.x - margin, a.y - margin, a.width + 2*margin, a.height + 2*margin})
	}
	for _, l := range p.reason.labels {
		reach(l.room)
	}
	for _, a := range p.reason.arcs {
		bend := bendOf(a.from, a.to, a.bow)
		for i := range arcSamples {
			at := onArc(a.from, bend, a.to, float64(i)/arcSamples)
			reach(area{x: at.x, y: at.y})
		}
	}
	return all.whole()
}

// extent is what a node takes of the picture at this step: its box, its texts,
// and the mark of its cut.
func (p *picture) extent(i int) area {
	node, place := int(p.shown.Node[i]), &p.places[i]
	s := p.state(node)
	all := area{place.x - place.half, place.y - place.top, 2 * place.half, 2 * place.top}
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
		all = all.around(area{place.x + x, place.y + y - lineAscent*size, width, lineHeight * size})
	}
	nameX, nameY := place.nameAt()
	text(nameX, nameY, labelSize, "end", place.label, false)
	right := place.half + sideGap
	switch {
	case place.hidden > 0:
		text(0, countLine, smallSize, "", countNodes(place.hidden), false)
	case p.t.IsLeaf(node):
		y := place.valueY()
		text(0, y, textSize, "", place.value, true)
		text(0, y+lineStep, markSize, "", visitMark(s.Visits), false)
	default:
		text(-right, heurLine, smallSize, "end", place.heur, true)
		text(right, p.boundY(), boundSize, "start", s.Text, s.Exact)
		text(right, visitsLine, markSize, "start", visitMark(s.Visits), false)
	}
	if place.cost != "" {
		x, y := p.costAt(i)
		text(x, y, smallSize, "", place.cost, false)
	}
	if p.cutAbove(i, s) {
		for _, line := range p.crossed(i) {
			for _, end := range line {
				all = all.around(area{x: end.x, y: end.y})
			}
		}
	}
	return all
}

// reasonArcs are painted behind the nodes, and so seem to end at their boxes.
func (p *picture) reasonArcs(w *svgWriter) {
	if len(p.reason.arcs) == 0 {
		return
	}
	// The sentence says the same.
	w.open("g", "class", "certificate", "aria-hidden", "true", "fill", "none", "stroke-linecap", "round", "stroke-dasharray", "2 5")
	w.attr("stroke-width", num(2*p.theme.Weight))
	w.endOpen()
	for _, a := range p.reason.arcs {
		bend := bendOf(a.from, a.to, a.bow)
		w.empty("path", "class", "arc p"+strconv.Itoa(a.player), "stroke", p.theme.player(a.player),
			"d", "M"+num(a.from.x)+" "+num(a.from.y)+"Q"+num(bend.x)+" "+num(bend.y)+" "+num(a.to.x)+" "+num(a.to.y))
	}
	w.text("</g>")
}

func (p *picture) reasonLabels(w *svgWriter) {
	if len(p.reason.labels) == 0 {
		return
	}
	w.open("g", "class", "certificate", "aria-hidden", "true", "font-weight", "bold", "text-anchor", "start",
		"stroke", p.theme.Ground, "stroke-linejoin", "round", "paint-order", "stroke")
	w.attr("stroke-width", num(reasonHalo))
	w.endOpen()
	for _, l := range p.reason.labels {
		class, fill := l.class, p.theme.Cut
		if l.class == "holder" {
			class, fill = class+" p"+strconv.Itoa(l.player), p.theme.player(l.player)
		}
		p.write(w, class, l.room.x, l.base(), reasonSize, fill, "", l.text)
	}
	w.text("</g>")
}

// base is where a label's base line runs.
func (l *reasonLabel) base() float64 { return l.room.y + lineAscent*reasonSize }
