package draw

import (
	"fmt"
	"strings"
	"unicode"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
)

// This file draws a chess position and writes its evaluation e(x).

const boardSquare, boardEdge = 40.0, 22.0

// Board returns a chess position as SVG.
func Board(b figures.Board) []byte {
	const side = 8 * boardSquare
	th := &Themes[0]
	w := &svgWriter{}
	w.open("svg", "class", "board", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+num(side+2*boardEdge)+" "+num(side+2*boardEdge),
		"role", "img", "aria-label", boardWords(b.FEN), "font-family", serif)
	w.endOpen()
	w.empty("rect", "class", "light", "x", num(boardEdge), "y", num(boardEdge), "width", num(side), "height", num(side), "fill", th.Box)
	dark := ""
	for y := range 8 {
		for x := range 8 {
			if (x+y)%2 == 1 {
				dark += "M" + num(boardEdge+float64(x)*boardSquare) + " " + num(boardEdge+float64(y)*boardSquare) + "h40v40h-40z"
			}
		}
		at := boardEdge + (float64(y)+0.5)*boardSquare
		w.label(at, side+2*boardEdge-5, 13, "soft", th.Soft, "middle", string(rune('a'+y)))
		w.label(boardEdge-12, at+4, 13, "soft", th.Soft, "middle", string(rune('8'-y)))
	}
	w.empty("path", "class", "dark", "d", dark, "fill", th.Faint)
	eachPiece(b.FEN, func(x, y int, man rune) {
		cx, cy := boardEdge+(float64(x)+0.5)*boardSquare, boardEdge+float64(y)*boardSquare+32
		// The solid glyph behind a white piece fills it.
		if unicode.IsUpper(man) {
			w.label(cx, cy, 34, "back", th.Ground, "middle", chessMen[unicode.ToLower(man)])
		}
		w.label(cx, cy, 34, "man", th.Ink, "middle", chessMen[man])
	})
	w.empty("rect", "class", "frame", "x", num(boardEdge), "y", num(boardEdge), "width", num(side), "height", num(side), "fill", "none", "stroke", th.Ink, "stroke-width", "1.6")
	w.text("</svg>")
	return w.b
}

// eachPiece calls man for each piece of a position, from the eighth rank down.
func eachPiece(fen string, man func(x, y int, man rune)) {
	placement, _, _ := strings.Cut(fen, " ")
	for y, rank := range strings.Split(placement, "/") {
		x := 0
		for _, r := range rank {
			if unicode.IsDigit(r) {
				x += int(r - '0')
				continue
			}
			man(x, y, r)
			x++
		}
	}
}

var menNames = []struct {
	man  rune
	name string
}{{'q', "queen"}, {'r', "rook"}, {'b', "bishop"}, {'n', "knight"}, {'p', "pawn"}}

func countMen(fen string) map[rune]int {
	counts := map[rune]int{}
	eachPiece(fen, func(_, _ int, man rune) { counts[man]++ })
	return counts
}

func boardWords(fen string) string {
	var white, black []string
	eachPiece(fen, func(x, y int, man rune) {
		name := "king"
		for _, m := range menNames {
			if m.man == unicode.ToLower(man) {
				name = m.name
			}
		}
		name += " " + string(rune('a'+x)) + string(rune('8'-y))
		if unicode.IsUpper(man) {
			white = append(white, name)
		} else {
			black = append(black, name)
		}
	})
	return "White: " + strings.Join(white, ", ") + ". Black: " + strings.Join(black, ", ") + "."
}

// Evaluation returns e(x) of a position, term by term.
func Evaluation(fen string) string {
	counts := countMen(fen)
	var terms []string
	for i := len(menNames) - 1; i >= 0; i-- {
		m := menNames[i]
		if d := counts[unicode.ToUpper(m.man)] - counts[m.man]; d != 0 {
			worth, _ := trees.Material(string(unicode.ToUpper(m.man)))
			terms = append(terms, fmt.Sprintf("%d·(%s %s)", worth, m.name, signed(d)))
		}
	}
	sum, err := trees.Material(fen)
	if err != nil {
		return err.Error()
	}
	return "e(x) = " + strings.Join(terms, " + ") + " = " + signed(sum)
}

func signed(n int) string { return trace.Minus(fmt.Sprintf("%+d", n)) }
