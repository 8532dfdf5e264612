package draw

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// This file writes a picture as TikZ code, for a paper: the same drawing at the
// same step as the SVG. The code needs only \usepackage{tikz}. Boxes are named
// nodes, and edges refer to these names, so that an author can move a node by its
// coordinates and can draw lines to it. A change of a style at the head applies
// everywhere.

// tikzUnit is the size of a unit of the drawing in points: a text of 18 units has
// 10 points, as the text of a paper.
const tikzUnit = 0.55

// mostPoints limits the width and the height of the picture: TeX supports lengths
// up to 16,383 points, and a page can have at most 14,400.
const mostPoints = 6_000.0

// A tikzWriter collects the parts of a picture in the order of painting, and
// the styles that they use.
type tikzWriter struct {
	*Picture
	frame                           area
	scale                           float64 // less than 1 if the picture is too large
	boxes, sets, arcs, edges, texts bytes.Buffer
	used                            map[string]bool
}

// TikZ returns the picture as a file for \input. Each line of intro, which
// describes the picture, becomes a comment line.
func (p *Picture) TikZ(intro ...string) []byte {
	frame := p.frame()
	w := &tikzWriter{Picture: p, frame: frame, scale: min(1, mostPoints/(max(frame.width, frame.height)*tikzUnit)), used: map[string]bool{}}
	for i := range p.Places {
		w.node(i)
		if i > 0 {
			w.edge(i)
		}
		w.beside(i)
	}
	w.infosets()
	w.certificate()
	var b bytes.Buffer
	for _, line := range intro {
		if line = Comment(line); line != "" {
			b.WriteString("% " + line + "\n")
		}
	}
	width, height := frame.width*tikzUnit*w.scale, frame.height*tikzUnit*w.scale
	fmt.Fprintf(&b, `%%
%% In the preamble: \usepackage{tikz}. Where the picture belongs: \input with the name of this file.
%% It is about %.0fpt wide and %.0fpt high. To fit it to the text: \resizebox{\textwidth}{!}{\input{...}}
%% Boxes are nodes with names, (n0) for the root and on in preorder: move one, and its edges follow.
`, width, height)
	w.head(&b)
	if w.onGround() {
		fmt.Fprintf(&b, "\\fill[espalier-ground] (%s,%s) rectangle (%s,%s);\n", Num(frame.x), Num(frame.y), Num(frame.x+frame.width), Num(frame.y+frame.height))
	}
	b.WriteString("% the nodes\n")
	b.Write(w.boxes.Bytes())
	if w.arcs.Len() > 0 {
		b.WriteString("% from the nodes that hold the bounds to the cut\n")
		b.Write(w.arcs.Bytes())
	}
	if w.sets.Len() > 0 {
		b.WriteString("% information sets: nodes that their mover cannot distinguish\n")
		b.Write(w.sets.Bytes())
	}
	b.WriteString("% the edges, and the strokes of cuts\n")
	b.Write(w.edges.Bytes())
	b.WriteString("% texts beside the nodes\n")
	b.Write(w.texts.Bytes())
	b.WriteString("\\end{tikzpicture}%\n")
	return b.Bytes()
}

// onGround reports whether the theme's background is painted. It is painted only
// if the theme is dark, because paper is white.
func (w *tikzWriter) onGround() bool { return w.Theme.Dark }

// head writes the start of the picture, with the colours and styles that it
// uses.
func (w *tikzWriter) head(b *bytes.Buffer) {
	unit := tikzUnit * w.scale
	fmt.Fprintf(b, "\\begin{tikzpicture}[x=%s, y=-%s, line cap=round", pt(unit), pt(unit))
	every := "inner sep=0pt, outer sep=0pt, text=espalier-ink"
	if w.scale < 1 {
		every += ", scale=" + strconv.FormatFloat(w.scale, 'f', 4, 64)
	}
	fmt.Fprintf(b, ",\n  every node/.style={%s}", every)
	for _, s := range w.styles() {
		if w.used[s.name] {
			fmt.Fprintf(b, ",\n  %s/.style={%s}", s.name, s.is)
		}
	}
	for player := range markers {
		if w.used[markerStyle(player+1)] {
			fmt.Fprintf(b, ",\n  %s/.pic={\\fill %s;}", markerStyle(player+1), tikzPath(markers[player]))
		}
	}
	b.WriteString("]\n")
	th := *w.Theme
	if !w.onGround() {
		th.Ground = "#ffffff"
	}
	for _, c := range [...]struct{ name, hex string }{{"ground", th.Ground}, {"box", th.Box}, {"ink", th.Ink}, {"soft", th.Soft},
		{"faded", th.Faded}, {"faint", th.Faint}, {"edge", th.Edge}, {"now", th.Now}, {"cut", th.Cut}} {
		fmt.Fprintf(b, "\\definecolor{espalier-%s}{HTML}{%s}\n", c.name, strings.ToUpper(c.hex[1:]))
	}
	for player, hex := range th.Players {
		if w.used[playerStyle(player+1)] || w.used[playerColor(player+1)] {
			fmt.Fprintf(b, "\\definecolor{%s}{HTML}{%s}\n", playerColor(player+1), strings.ToUpper(hex[1:]))
		}
	}
	if all := [...]*bytes.Buffer{&w.boxes, &w.edges, &w.texts}; slices.ContainsFunc(all[:], func(part *bytes.Buffer) bool {
		return bytes.Contains(part.Bytes(), []byte(`\espalierchar`))
	}) {
		// For a character that LaTeX's fonts do not have, XeTeX and LuaTeX print
		// the character of the document's font; pdfTeX prints its number.
		b.WriteString(TeXCharacters)
	}
}

func playerStyle(player int) string { return "player " + strconv.Itoa(player) }
func playerColor(player int) string { return "espalier-player-" + strconv.Itoa(player) }
func markerStyle(player int) string { return "marker " + strconv.Itoa(player) }

// pt returns a length in points.
func pt(x float64) string {
	return strconv.FormatFloat(math.Round(x*1000)/1000, 'f', -1, 64) + "pt"
}

// tikzStyle is a style of the head, by its name.
type tikzStyle struct{ name, is string }

// styles lists all styles that a picture can use. If an element names two styles
// that set the same property, the later style has priority; so the state of a node
// overrides its shape.
func (w *tikzWriter) styles() []tikzStyle {
	line := func(width float64) string { return "line width=" + pt(width*w.Theme.Weight*tikzUnit*w.scale) }
	dash := func(on, off float64) string {
		return "dash pattern=on " + pt(on*tikzUnit*w.scale) + " off " + pt(off*tikzUnit*w.scale)
	}
	size := func(units float64) string { return pt(units * tikzUnit) }
	list := []tikzStyle{
		{"tree box", "draw, fill=espalier-box, rounded corners=" + size(3) + ", minimum size=" + size(2*boxHalf) + ", " + line(1.8)},
		{"tree circle", "draw, fill=espalier-box, circle, minimum size=" + size(2*boxHalf) + ", " + line(1.8)},
		{"tree dot", "draw, fill=espalier-box, circle, minimum size=" + size(2*dotRadius) + ", " + line(1.8)},
		{"tree space", "minimum size=" + size(2*chanceHalf)},
		{"tree chance", "draw, fill=espalier-box, line join=round, " + line(1.8)},
		{"tree silhouette", "draw, fill=espalier-box, line join=round, " + line(1.8)},
		{"tree leaf", "fill=espalier-ground, rounded corners=" + size(4) + ", minimum height=" + size(2*leafHalf) + ", inner xsep=" + size(leafPad) + ", text height=1.75ex, text depth=.55ex"},
		{"tree mover", `anchor=base, font=\bfseries`},
		{"tree side", `anchor=base, font=\bfseries\small`},
		{"tree label", `anchor=base east, font=\small\itshape, text=espalier-soft, fill=espalier-ground`},
		{"tree note", `anchor=base, font=\footnotesize, text=espalier-soft`},
		{"tree move", `anchor=base, font=\small, text=espalier-soft`},
		{"tree probability", `font=\footnotesize\bfseries, fill=espalier-ground, inner sep=1.5pt`},
		{"tree heuristic", `anchor=base east, font=\footnotesize, text=espalier-soft`},
		{"tree value", `anchor=base`},
		{"tree bound", `anchor=base west, font=\small, fill=espalier-ground, inner sep=.5pt`},
		{"tree visits", `draw=espalier-ink, circle, inner sep=.8pt, font=\scriptsize, ` + line(1.4)},
		{"tree ours", "draw=espalier-soft, " + line(1.4)},
		{"tree dots", dash(0.1, 4)},
		{"tree edge", "draw=espalier-edge, " + line(1.4)},
		{"tree information set", line(infosetWidth) + ", " + dash(infosetOn, infosetOff)},
		{"tree cut", "draw=espalier-cut, " + line(2.2)},
		{"tree arc", "draw=espalier-ink, " + line(2) + ", " + dash(2, 5)},
		{"tree reason", `anchor=base west, font=\small\bfseries\boldmath, fill=espalier-ground, inner sep=.5pt`},
		{"tree name", `anchor=base west, font=\small\itshape, fill=espalier-ground, inner sep=.5pt`},
	}
	for p := range w.Theme.Players {
		list = append(list, tikzStyle{playerStyle(p + 1), "draw=" + playerColor(p+1)})
	}
	return append(list,
		tikzStyle{"not yet", "text=espalier-soft"},
		tikzStyle{"searching", line(3.2)},
		tikzStyle{"valued", `font=\bfseries\boldmath`},
		tikzStyle{"proved", `font=\small\bfseries\boldmath`},
		tikzStyle{"cut off", "draw=espalier-faint, fill=espalier-ground, text=espalier-faded, " + line(1.5)},
		tikzStyle{"cut edge", "draw=espalier-faint"},
		tikzStyle{"faded", "text=espalier-faded"},
		tikzStyle{"decides", `text=espalier-cut, font=\footnotesize\bfseries\boldmath`},
		tikzStyle{"cut for now", dash(5, 4)},
		tikzStyle{"old cut", "draw=espalier-faded"},
		tikzStyle{"no value", dash(2, 3)},
		tikzStyle{"best", line(3)},
		tikzStyle{"on the path", "draw=espalier-ink, " + line(4)},
		tikzStyle{"at work", "fill=espalier-now, " + line(4)},
		tikzStyle{"leaf at work", "fill=espalier-now, draw=espalier-ink, " + line(2)},
	)
}

// with returns a TikZ list of the given styles and marks them as used, so that head
// writes them.
func (w *tikzWriter) with(styles ...string) string {
	styles = slices.DeleteFunc(styles, func(s string) bool { return s == "" })
	for _, s := range styles {
		w.used[s] = true
	}
	return "[" + strings.Join(styles, ", ") + "]"
}
