package draw

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"espalier/trace"
	"espalier/trees"
	"espalier/web/words"
)

// node writes the shape at a place: a box, a circle, the value of a leaf, or the
// triangle of a collapsed subtree. It uses the same rules as boxLook and leaf, which
// write the SVG.
func (w *tikzWriter) node(i int) {
	node, place := int(w.shown.Node[i]), &w.Places[i]
	s := w.state(node)
	if !place.boxed && place.hidden == 0 {
		look, weight := "not yet", ""
		switch {
		case isCut(s):
			look = "faded"
		case w.highlighted(node):
			look, weight = "leaf at work", "valued"
		case s.Phase == trace.Valued:
			look, weight = "valued", ""
		}
		fmt.Fprintf(&w.boxes, "\\node%s (n%d) at (%s,%s) {%s};\n", w.with("tree leaf", look, weight), node, Num(place.x), Num(place.y), Text(place.value))
		return
	}
	player := ""
	if mover := w.t.Mover(node); mover > 0 {
		player = playerStyle(mover)
	}
	state, lines := "", ""
	switch {
	case w.highlighted(node):
		state = "at work"
	case isCut(s):
		state = "cut off"
	case s.Phase == trace.Open:
		state = "searching"
	}
	switch {
	case w.highlighted(node):
	case s.Phase == trace.CutForNow:
		lines = "cut for now"
	case s.Phase == trace.Valueless:
		lines = "no value"
	}
	if place.hidden > 0 {
		fmt.Fprintf(&w.boxes, "\\path%s (%s,%s) coordinate (n%d) -- ++(%s,38) -- ++(%s,0) -- cycle;\n", w.with("tree silhouette", player, state, lines),
			Num(place.x), Num(place.y-18), node, Num(place.half), Num(-2*place.half))
		return
	}
	if w.t.IsChance(node) {
		// A square without lines gives its anchors to the diamond; TikZ alone has no such shape.
		fmt.Fprintf(&w.boxes, "\\node%s (n%d) at (%s,%s) {};\n", w.with("tree space"), node, Num(place.x), Num(place.y))
		fmt.Fprintf(&w.boxes, "\\path%s (n%[2]d.north) -- (n%[2]d.east) -- (n%[2]d.south) -- (n%[2]d.west) -- cycle;\n", w.with("tree chance", state, lines), node)
		return
	}
	shape := "tree box"
	switch {
	case w.t.Kind == trees.Path:
		shape = "tree dot"
	case w.t.Kind == trees.Minimax && w.t.Mover(node) == 2:
		shape = "tree circle"
	}
	fmt.Fprintf(&w.boxes, "\\node%s (n%d) at (%s,%s) {};\n", w.with(shape, player, state, lines), node, Num(place.x), Num(place.y))
}

// edge writes the edge into a place, and the strokes of a cut across it.
func (w *tikzWriter) edge(i int) {
	node, above := int(w.shown.Node[i]), int(w.shown.Node[w.shown.Parent[i]])
	s := w.state(node)
	looks := []string{"tree edge"}
	switch {
	case w.path[node]:
		looks = append(looks, "on the path")
	case isCut(s):
		looks = append(looks, "cut edge")
	case s.Best:
		looks = append(looks, "best", playerStyle(w.t.Mover(above)))
	}
	if s.Phase == trace.CutForNow {
		looks = append(looks, "cut for now")
	}
	fmt.Fprintf(&w.edges, "\\draw%s (n%d.south)%s;\n", w.with(looks...), above, w.edgeEnd(i))
	if !w.cutAbove(i, s) {
		return
	}
	looks = []string{"tree cut"}
	if s.WasCut {
		looks = append(looks, "old cut")
	}
	if s.Phase == trace.CutForNow || s.WasCut {
		looks = append(looks, "cut for now")
	}
	fmt.Fprintf(&w.edges, "\\draw%s", w.with(looks...))
	for _, l := range w.crossed(i) {
		fmt.Fprintf(&w.edges, " (%s,%s) -- (%s,%s)", Num(l[0].x), Num(l[0].y), Num(l[1].x), Num(l[1].y))
	}
	w.edges.WriteString(";\n")
}

// edgeEnd returns the end of the edge into a place: its upper side, or the start of the stem with
// the parts of the stem.
func (w *tikzWriter) edgeEnd(i int) string {
	place := &w.Places[i]
	path := " -- " + w.above(i, -place.lift)
	for part, ends := range place.stem() {
		if part > 0 {
			path += " " + w.above(i, ends[0])
		}
		path += " -- " + w.above(i, ends[1])
	}
	return path
}

// above returns the point of the edge into a place that is at a distance below its middle.
func (w *tikzWriter) above(i int, y float64) string {
	node, place := int(w.shown.Node[i]), &w.Places[i]
	if y == -place.top {
		return fmt.Sprintf("(n%d.north)", node)
	}
	return fmt.Sprintf("([shift={(0,%s)}]n%d.center)", Num(w.fromName(place, y)), node)
}

// share writes the probability with which an opponent chooses a place, on the edge into it. It
// follows its edge if an author moves a node.
func (w *tikzWriter) share(i, tenths int) {
	fmt.Fprintf(&w.texts, "\\path (n%d.south) -- node%s {%s} %s;\n", w.shown.Node[w.shown.Parent[i]],
		w.with("tree probability", fmt.Sprintf("pos=%.2f", shareAlong)), trace.Tenths(tenths), w.above(i, -w.Places[i].lift))
}

// fromName returns a distance below the middle of a place as one below its TikZ name: that of a
// collapsed subtree is at its tip.
func (w *tikzWriter) fromName(place *place, y float64) float64 {
	if place.hidden > 0 {
		return y + place.top
	}
	return y
}

// beside writes the texts at a place: the mover, the label, the bound, the value of
// a leaf below its box, and the number of visits.
func (w *tikzWriter) beside(i int) {
	node, place := int(w.shown.Node[i]), &w.Places[i]
	s := w.state(node)
	faded := ""
	if isCut(s) {
		faded = "faded"
	}
	// text writes a text at a distance from an anchor of the node.
	text := func(anchor string, x, y float64, looks []string, words string) {
		fmt.Fprintf(&w.texts, "\\path (n%d%s) ++(%s,%s) node%s {%s};\n", node, anchor, Num(x), Num(y), w.with(looks...), words)
	}
	if place.cost != "" {
		x, y := w.costAt(i)
		fmt.Fprintf(&w.texts, "\\node%s at (%s,%s) {%s};\n", w.with("tree note"), Num(place.x+x), Num(place.y+y), Text(place.cost))
	}
	if place.move != "" {
		text("", 0, w.fromName(place, place.moveY()), []string{"tree move", faded}, Text(place.move))
	}
	if s.Share > 0 {
		w.share(i, int(s.Share))
	}
	leaf := w.t.IsLeaf(node)
	switch {
	case place.hidden > 0:
		if place.label != "" && !place.letter {
			text("", -place.half-labelGap, 24, []string{"tree label", faded}, Text(place.label))
		}
		text("", 0, 18+countLine, []string{"tree note"}, Text(words.CountNodes(place.hidden)))
		return
	case w.t.Mover(node) > 0 && (!leaf || place.boxed && w.t.Kind == trees.MaxN):
		w.mover(node, faded)
	}
	if place.label != "" && !place.letter { // a letter is of use only beside a sentence
		if place.boxed {
			_, y := place.nameAt()
			text(".west", -sideGap, y, []string{"tree label", faded}, Text(place.label))
		} else {
			text(".base west", -labelGap, 0, []string{"tree label", faded}, Text(place.label))
		}
	}
	visitsFrom, visitsX, visitsY := ".east", float64(sideGap+6), 12.0
	if leaf {
		visitsFrom, visitsX, visitsY = ".south", 0, 8
		w.leafTexts(node, place, s, text, &visitsY)
	} else {
		if len(place.heur) > 0 {
			look := faded
			if w.overlay.decides[node] {
				look = "decides"
			}
			for l, line := range place.heur {
				text(".west", -sideGap, place.heurY(l), []string{"tree heuristic", look}, Text(line))
			}
		}
		if s.Text != "" {
			proved := ""
			if s.Exact {
				proved = "proved"
			}
			text(".east", sideGap, w.boundY(), []string{"tree bound", faded, proved}, Text(s.Text))
		}
	}
	if s.Visits > 1 {
		text(visitsFrom, visitsX, visitsY, []string{"tree visits"}, strconv.Itoa(s.Visits))
	}
}

// leafTexts writes the value of a leaf that has a box, and the marks of a value that
// is not from the paper.
func (w *tikzWriter) leafTexts(node int, place *place, s trace.NodeState, text func(string, float64, float64, []string, string), visitsY *float64) {
	from, to := fmt.Sprintf("n%d.south west", node), fmt.Sprintf("n%d.south east", node)
	ring := fmt.Sprintf("n%d.north east", node)
	if place.boxed {
		look := "not yet"
		switch {
		case isCut(s):
			look = "faded"
		case node == w.at || s.Phase == trace.Valued:
			look = "valued"
		}
		value := fmt.Sprintf("(v%d)", node)
		fmt.Fprintf(&w.texts, "\\path (n%d.south) ++(0,22) node%s %s {%s};\n", node, w.with("tree value", look), value, Text(place.value))
		from, to, ring = fmt.Sprintf("v%d.south west", node), fmt.Sprintf("v%d.south east", node), fmt.Sprintf("v%d.north east", node)
		*visitsY += 22
	}
	if valueNotFromPaper(w.t, node) {
		fmt.Fprintf(&w.texts, "\\draw%s ([shift={(0,-3)}]%s) -- ([shift={(0,-3)}]%s);\n\\draw%s ([shift={(-1,3)}]%s) circle[radius=2.4];\n",
			w.with("tree ours", "tree dots"), from, to, w.with("tree ours"), ring)
	}
}

// mover writes the mover: a number with the player's shape, or Max and Min.
func (w *tikzWriter) mover(node int, faded string) {
	mover := w.t.Mover(node)
	color := "espalier-faded"
	if faded == "" {
		color = playerColor(mover)
		w.used[color] = true
	}
	words, _, y := w.moverText(mover)
	switch w.t.Kind {
	case trees.Path:
	case trees.Minimax:
		fmt.Fprintf(&w.texts, "\\path (n%d) ++(0,%s) node%s {%s};\n", node, Num(y), w.with("tree side", "text="+color), words)
	default:
		fmt.Fprintf(&w.texts, "\\path (n%d) ++(0,%s) node%s {%s} ++(0,%s) pic[fill=%s] {%s};\n", node, Num(y),
			w.with("tree mover", "text="+color), words, Num(12-y), color, markerStyle(mover))
		w.used[markerStyle(mover)] = true
	}
}

// certificate writes the same certificate as SVG. Arcs refer to the names of nodes,
// as edges do, and texts are placed relative to nodes.
func (w *tikzWriter) certificate() {
	// TikZ bends a line by an angle. By default, the distance of the control points
	// from the ends is this part of the line's length.
	const reach = 0.3915
	for _, a := range w.overlay.arcs {
		player := ""
		if a.player > 0 {
			player = playerStyle(a.player)
		}
		fmt.Fprintf(&w.arcs, "\\draw%s", w.with("tree arc", player))
		for _, r := range a.route {
			side, angle := "right", math.Atan(2*r.bow)*180/math.Pi
			if angle < 0 {
				side, angle = "left", -angle
			}
			looseness := math.Hypot(0.5, r.bow) * 2 / 3 / reach
			fmt.Fprintf(&w.arcs, " (%s) to[bend %s=%s, looseness=%.2f] (%s)", w.anchor(r.from), side, Num(angle), looseness, w.anchor(r.to))
		}
		w.arcs.WriteString(";\n")
	}
	for _, l := range w.overlay.labels {
		color, style := "espalier-cut", "tree reason"
		switch {
		case l.player > 0:
			color = playerColor(l.player)
			w.used[color] = true
		case l.class == "holder":
			color = "espalier-ink"
		case l.class == "named":
			style = "tree name"
			color = "espalier-soft"
		}
		place := &w.Places[slices.Index(w.shown.Node, int32(l.node))]
		y := l.base() - place.y
		if place.hidden > 0 { // the name of a collapsed subtree is at its tip
			y += place.top
		}
		fmt.Fprintf(&w.texts, "\\path (n%d) ++(%s,%s) node%s {%s};\n", l.node, Num(l.area.x-place.x), Num(y), w.with(style, "text="+color), Text(l.text))
	}
}

// anchor returns the TikZ name of the end of an arc: a node, or the middle of its
// upper or lower side.
func (w *tikzWriter) anchor(p point) string {
	for i := range w.Places {
		name, place := "n"+strconv.Itoa(int(w.shown.Node[i])), &w.Places[i]
		switch {
		case p.x != place.x:
		case p.y == place.y:
			return name
		case p.y == place.y-place.top:
			return name + ".north"
		case p.y == place.y+place.half:
			return name + ".south"
		}
	}
	return Num(p.x) + "," + Num(p.y)
}

// tikzPath returns the TikZ code of a marker, which is given as the data of an SVG
// path. It supports only the parts that markers have: straight lines and half
// circles.
func tikzPath(data string) string {
	var out strings.Builder
	var x, y float64
	for data != "" {
		command := data[0]
		end := 1 + strings.IndexFunc(data[1:], func(r rune) bool { return r >= 'A' })
		if end == 0 {
			end = len(data)
		}
		n := pathNumbers(data[1:end])
		data = data[end:]
		switch command {
		case 'M', 'L':
			x, y = n[0], n[1]
		case 'l':
			x, y = x+n[0], y+n[1]
		case 'H':
			x = n[0]
		case 'h':
			x += n[0]
		case 'V':
			y = n[0]
		case 'v':
			y += n[0]
		}
		switch command {
		case 'z':
			out.WriteString(" -- cycle")
		case 'a': // a half circle from left to right, or back
			x += n[5]
			from, to := 180, 0
			if n[5] < 0 {
				from, to = 0, -180
			}
			fmt.Fprintf(&out, " arc[start angle=%d, end angle=%d, radius=%s]", from, to, Num(n[0]))
		default:
			if out.Len() > 0 {
				out.WriteString(" -- ")
			}
			fmt.Fprintf(&out, "(%s,%s)", Num(x), Num(y))
		}
	}
	return out.String()
}

// pathNumbers reads the numbers after a command, separated by a space or by the
// sign of the next number.
func pathNumbers(s string) []float64 {
	var list []float64
	for _, text := range strings.Fields(strings.ReplaceAll(s, "-", " -")) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic("web: a marker's path has " + s)
		}
		list = append(list, x)
	}
	return list
}
