package plot

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/draw"
	"espalier/web/words"
)

// This file draws small pictures of figures that are not trees: a table, a decision
// space, a listing, chess boards.

const (
	placeholderWidth  = 320.0
	placeholderHeight = 200.0
	placeholderPad    = 18.0
)

// Placeholder returns the picture of a figure without a tree.
func Placeholder(f *figures.Figure, th *draw.Theme, alone bool) []byte {
	w := &draw.Writer{Alone: alone}
	w.Open("svg", "class", "placeholder", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+draw.Num(placeholderWidth)+" "+draw.Num(placeholderHeight))
	if alone {
		w.Attrs("width", draw.Num(2*placeholderWidth), "height", draw.Num(2*placeholderHeight), "role", "img", "aria-label", f.Title)
	} else {
		w.Attr("aria-hidden", "true")
	}
	w.Typeface()
	w.Attr("fill", th.Ink)
	w.EndOpen()
	if alone {
		w.Empty("rect", "class", "ground", "width", "100%", "height", "100%", "fill", th.Ground)
	}
	switch {
	case len(f.Boards) > 0:
		drawBoards(w, f.Boards, th)
	case f.Space != nil:
		drawSpace(w, f.Space, th)
	case f.Table != nil:
		drawTable(w, f.Table, th)
	case len(f.Code) > 0:
		drawCode(w, f.Code, th)
	}
	w.Raw("</svg>")
	return w.B
}

// fit shortens a text that is wider than the given width.
func fit(s string, size float64, face draw.Face, available float64) string {
	for draw.TextWidth(s, size, face) > available && s != "" {
		s = strings.TrimSuffix(s, "…")
		_, n := utf8.DecodeLastRuneInString(s)
		s = strings.TrimRight(s[:len(s)-n], " ") + "…"
	}
	return s
}

// drawTable shows the first rows and columns in the style of a printed table: three
// horizontal rules, no grid, numbers aligned to the right.
func drawTable(w *draw.Writer, t *figures.Table, th *draw.Theme) {
	const size, rise, mostRows, mostColumns, gap = 10.5, 19.0, 8, 4, 12.0
	columns := min(len(t.Columns), mostColumns)
	rows := t.Rows[:min(len(t.Rows), mostRows)]
	height := rise * float64(len(rows)+1)
	top := (placeholderHeight - height) / 2
	const available = placeholderWidth - 2*placeholderPad
	wide := columnWidths(t.Columns[:columns], rows, size, available-gap*float64(columns-1))

	cell := func(c int, text string, y float64, face draw.Face, class, color string) {
		x, anchor := placeholderPad, "start"
		for _, before := range wide[:c] {
			x += before + gap
		}
		if c > 0 && len(rows) > 0 && c < len(rows[0]) && words.StartsWithDigit(rows[0][c]) {
			x, anchor = x+wide[c], "end"
		}
		w.Label(x, y, size, face, class, color, anchor, fit(words.MaxN(text), size, face, wide[c]+2))
	}
	rule := func(y float64, width string) {
		w.Line("rule", "M"+draw.Num(placeholderPad)+" "+draw.Num(y)+"h"+draw.Num(available), th.Ink, width)
	}
	rule(top-1, "1.6")
	rule(top+rise, "0.8")
	rule(top+height+4, "1.6")
	for c := range columns {
		cell(c, t.Columns[c], top+13, draw.Bold, "soft", th.Soft)
		for i, r := range rows {
			if c < len(r) {
				cell(c, r[c], top+rise*float64(i+1)+14, draw.Regular, "ink", th.Ink)
			}
		}
	}
}

// columnWidths returns the width of each column. Remaining space is distributed
// equally. If the columns need more than the available width, the widest columns
// are made narrower.
func columnWidths(head []string, rows [][]string, size, available float64) []float64 {
	wide := make([]float64, len(head))
	for c := range wide {
		wide[c] = draw.TextWidth(head[c], size, draw.Bold)
		for _, r := range rows {
			if c < len(r) {
				wide[c] = max(wide[c], draw.TextWidth(r[c], size, draw.Regular))
			}
		}
	}
	sum := 0.0
	for _, x := range wide {
		sum += x
	}
	if sum <= available {
		for c := range wide {
			wide[c] += (available - sum) / float64(len(wide))
		}
		return wide
	}
	for most := available; ; most *= 0.98 {
		sum := 0.0
		for c := range wide {
			wide[c] = min(wide[c], most)
			sum += wide[c]
		}
		if sum <= available {
			return wide
		}
	}
}

// drawCode shows the first lines of a listing.
func drawCode(w *draw.Writer, code []string, th *draw.Theme) {
	const size, rise, most = 9.0, 13.0, 13
	lines := code[:min(len(code), most)]
	y := (placeholderHeight-rise*float64(len(lines)))/2 + 9
	for _, l := range lines {
		text := strings.TrimLeft(l, " ")
		x := placeholderPad + 5*float64(len(l)-len(text))
		const mono = 0.61 // width of a character as a part of the font size
		if most := int((placeholderWidth - placeholderPad - x) / (mono * size)); utf8.RuneCountInString(text) > most {
			text = string([]rune(text)[:most-1]) + "…"
		}
		w.Open("text", "class", "ink", "x", draw.Num(x), "y", draw.Num(y), "font-size", draw.Num(size), "fill", th.Ink,
			"font-family", "ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace")
		w.Content(text)
		y += rise
	}
}

// drawSpace shows the axes, the limit of the linear rule and the points.
func drawSpace(w *draw.Writer, s *figures.Space, th *draw.Theme) {
	if len(s.Axes) == 1 {
		drawAxis(w, s, th)
		return
	}
	at := planeProjection(s)
	if len(s.Axes) == 3 {
		at = cubeProjection(s)
	}
	corner := func(player int, score trees.Score) string {
		v := make([]trees.Score, len(s.Axes))
		for i := range v {
			v[i] = s.Min
		}
		if player >= 0 {
			v[player] = score
		}
		x, y := at(v)
		return draw.Num(x) + " " + draw.Num(y)
	}
	// The area of possible outcomes: the sum of the scores is at most the limit.
	area := "M"
	if len(s.Axes) == 2 {
		area += corner(-1, 0) + "L"
	}
	for i := range s.Axes {
		if i > 0 {
			area += "L"
		}
		area += corner(i, s.Limit)
	}
	w.Empty("path", "class", "shade", "d", area+"z", "fill", th.Now, "stroke", th.Cut, "stroke-width", "1.2")
	for i := range s.Axes {
		w.Line("rule", "M"+corner(-1, 0)+"L"+corner(i, s.Max), th.Ink, "1.4")
	}
	for i, name := range s.Axes {
		v := make([]trees.Score, len(s.Axes))
		v[i] = s.Max
		x, y := at(v)
		x0, y0 := at(make([]trees.Score, len(s.Axes)))
		anchor, dx, dy := "start", 6.0, 4.0
		if y < y0-1 && x == x0 {
			dx, dy = -4, -7
		} else if x < x0 {
			anchor, dx, dy = "end", -6, 4
		}
		w.Label(x+dx, y+dy, 10.5, draw.Italic, "soft", th.Soft, anchor, fit(name, 10.5, draw.Italic, 92))
	}
	for _, p := range s.Points {
		x, y := at(p.At)
		spacePoint(w, x, y, p.Solid, th)
	}
}

func spacePoint(w *draw.Writer, x, y float64, solid bool, th *draw.Theme) {
	class, fill := "hollow", th.Ground
	if solid {
		class, fill = "solid", th.Ink
	}
	w.Empty("circle", "class", class, "cx", draw.Num(x), "cy", draw.Num(y), "r", "4", "fill", fill, "stroke", th.Ink, "stroke-width", "1.5")
}

// part returns the position of a score on the axes, from 0 to 1.
func part(s *figures.Space, score trees.Score) float64 {
	return float64(score-s.Min) / float64(max(1, s.Max-s.Min))
}

func planeProjection(s *figures.Space) func([]trees.Score) (x, y float64) {
	const side = placeholderHeight - 2*placeholderPad - 6
	left := (placeholderWidth - side) / 2
	return func(v []trees.Score) (x, y float64) {
		return left + part(s, v[0])*side, placeholderHeight - placeholderPad - part(s, v[1])*side
	}
}

func cubeProjection(s *figures.Space) func([]trees.Score) (x, y float64) {
	const side = 112.0
	return func(v []trees.Score) (x, y float64) {
		a, b, c := part(s, v[0]), part(s, v[1]), part(s, v[2])
		return placeholderWidth/2 + (b-a)*side*0.82, 122 + (a+b)*side*0.42 - c*side
	}
}

func drawAxis(w *draw.Writer, s *figures.Space, th *draw.Theme) {
	const y, left, right = 108.0, 40.0, placeholderWidth - 40
	at := func(score trees.Score) float64 { return left + part(s, score)*(right-left) }
	zero := at(s.Limit)
	w.Empty("path", "class", "shade", "d", "M"+draw.Num(left)+" "+draw.Num(y-26)+"H"+draw.Num(zero)+"v52H"+draw.Num(left)+"z", "fill", th.Now)
	w.Line("rule", "M"+draw.Num(left-14)+" "+draw.Num(y)+"H"+draw.Num(right+14), th.Ink, "1.4")
	w.Line("cut", "M"+draw.Num(zero)+" "+draw.Num(y-32)+"v64", th.Cut, "1.8")
	w.Label(zero, y+48, 11, draw.Regular, "ink", th.Ink, "middle", s.Limit.In(trees.Unit).String())
	w.Label(placeholderWidth/2, y+74, 11.5, draw.Italic, "soft", th.Soft, "middle", s.Axes[0])
	w.Label((left+zero)/2, y-40, 11, draw.Regular, "soft", th.Soft, "middle", "prune")
	w.Label((right+zero)/2, y-40, 11, draw.Regular, "soft", th.Soft, "middle", "search on")
	for _, p := range s.Points {
		spacePoint(w, at(p.At[0]), y, p.Solid, th)
	}
}

var chessMen = map[rune]string{
	'K': "♔", 'Q': "♕", 'R': "♖", 'B': "♗", 'N': "♘", 'P': "♙",
	'k': "♚", 'q': "♛", 'r': "♜", 'b': "♝", 'n': "♞", 'p': "♟",
}

// drawBoards shows chess positions side by side.
func drawBoards(w *draw.Writer, boards []figures.Board, th *draw.Theme) {
	const square = 16.0
	const side = 8 * square
	gap := (placeholderWidth - side*float64(len(boards))) / float64(len(boards)+1)
	const top = (placeholderHeight - side) / 2
	for i, b := range boards {
		left := gap + float64(i)*(side+gap)
		dark := ""
		for y := range 8 {
			for x := range 8 {
				if (x+y)%2 == 1 {
					dark += "M" + draw.Num(left+float64(x)*square) + " " + draw.Num(top+float64(y)*square) + "h16v16h-16z"
				}
			}
		}
		w.Empty("path", "class", "grid", "d", dark, "fill", th.Faint)
		w.Empty("rect", "class", "frame", "x", draw.Num(left), "y", draw.Num(top), "width", draw.Num(side), "height", draw.Num(side), "fill", "none", "stroke", th.Edge)
		placement, _, _ := strings.Cut(b.FEN, " ")
		for y, rank := range strings.Split(placement, "/") {
			x := 0.0
			for _, r := range rank {
				if unicode.IsDigit(r) {
					x += float64(r - '0')
					continue
				}
				w.Label(left+(x+0.5)*square, top+float64(y)*square+13, 14, draw.Regular, "ink", th.Ink, "middle", chessMen[r])
				x++
			}
		}
	}
}
