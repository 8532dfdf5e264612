package plot

import (
	"unicode"

	"espalier/trees/figures"
	"espalier/web/draw"
)

// This file draws a chess position.

const boardSquare, boardEdge = 40.0, 22.0

// Board returns a chess position as SVG.
func Board(b figures.Board) []byte {
	const side = 8 * boardSquare
	th := &draw.Themes[0]
	w := &draw.Writer{}
	w.Open("svg", "class", "board", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+draw.Num(side+2*boardEdge)+" "+draw.Num(side+2*boardEdge),
		"role", "img", "aria-label", b.Words())
	w.EndOpen()
	w.Empty("rect", "class", "light", "x", draw.Num(boardEdge), "y", draw.Num(boardEdge), "width", draw.Num(side), "height", draw.Num(side), "fill", th.Box)
	dark := ""
	for y := range 8 {
		for x := range 8 {
			if (x+y)%2 == 1 {
				dark += "M" + draw.Num(boardEdge+float64(x)*boardSquare) + " " + draw.Num(boardEdge+float64(y)*boardSquare) + "h40v40h-40z"
			}
		}
		at := boardEdge + (float64(y)+0.5)*boardSquare
		w.Label(at, side+2*boardEdge-5, 13, draw.Regular, "soft", th.Soft, "middle", string(rune('a'+y)))
		w.Label(boardEdge-12, at+4, 13, draw.Regular, "soft", th.Soft, "middle", string(rune('8'-y)))
	}
	w.Empty("path", "class", "dark", "d", dark, "fill", th.Faint)
	b.EachPiece(func(x, y int, man rune) {
		cx, cy := boardEdge+(float64(x)+0.5)*boardSquare, boardEdge+float64(y)*boardSquare+32
		// The solid glyph behind a white piece fills it.
		if unicode.IsUpper(man) {
			w.Label(cx, cy, 34, draw.Regular, "back", th.Ground, "middle", chessMen[unicode.ToLower(man)])
		}
		w.Label(cx, cy, 34, draw.Regular, "man", th.Ink, "middle", chessMen[man])
	})
	w.Empty("rect", "class", "frame", "x", draw.Num(boardEdge), "y", draw.Num(boardEdge), "width", draw.Num(side), "height", draw.Num(side), "fill", "none", "stroke", th.Ink, "stroke-width", "1.6")
	w.Raw("</svg>")
	return w.B
}
