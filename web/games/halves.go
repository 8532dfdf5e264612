package games

import (
	"fmt"
	"strings"

	"espalier/trees/games"
	"espalier/web/draw"
)

// This file draws a board that is split in halves.

// shapes are the squares of a player.
type shapes struct {
	Player int
	Path   string
}

// A half is a half that a move keeps.
type half struct {
	X, Y, Width, Height float64
	Href, Name          string
	Move                string
	Worth               *worth // of the move; nil: none was asked for
}

const halvesSide = 320.0 // of a whole board

// halvesOf draws what is left of a board, as large as a whole board.
func halvesOf(d *document, last string, to link) *board {
	rows, columns := len(d.Cells), len(d.Cells[0])
	square := halvesSide / float64(rows)
	b := &board{Kind: "halves", Width: square*float64(columns) + 2, Height: halvesSide + 2}
	counts := make([]int, d.Players)
	paths := make([]strings.Builder, d.Players)
	for r, row := range d.Cells {
		for c := range columns {
			owner := int(row[c] - '1')
			counts[owner]++
			paths[owner].WriteString(shapeAt(owner+1, 1+square*(float64(c)+.5), 1+square*(float64(r)+.5), .36*square))
		}
	}
	var texts []string
	for p := range paths {
		b.Shapes = append(b.Shapes, shapes{p + 1, paths[p].String()})
		texts = append(texts, fmt.Sprintf("player %d has %d", p+1, counts[p]))
	}
	b.Name = fmt.Sprintf("Board of %d rows and %d columns: ", rows, columns) + strings.Join(texts, ", ")
	b.Cut = cutAt(last, b)
	if rows*columns == 1 {
		return b
	}
	for move, name := range games.HalfNames(rows == columns) {
		h := half{X: 1, Y: 1, Width: square * float64(columns), Height: halvesSide, Name: "Keep the " + name + " half", Move: name, Href: to(name)}
		if rows == columns {
			h.Width /= 2
			h.X += h.Width * float64(move)
		} else {
			h.Height /= 2
			h.Y += h.Height * float64(move)
		}
		b.Halves = append(b.Halves, h)
	}
	return b
}

// cutAt returns the edge at which the last move has split the board, as a path; "": no move was played.
func cutAt(last string, b *board) string {
	n := draw.Num
	switch last {
	case "left":
		return "M" + n(b.Width-1) + " 1v" + n(b.Height-2)
	case "right":
		return "M1 1v" + n(b.Height-2)
	case "top":
		return "M1 " + n(b.Height-1) + "h" + n(b.Width-2)
	case "bottom":
		return "M1 1h" + n(b.Width-2)
	}
	return ""
}

// shapeAt returns the shape of a player around a point: the square, the circle, the triangle and the
// diamond of the marks.
func shapeAt(player int, x, y, r float64) string {
	n := draw.Num
	switch player {
	case 1:
		return "M" + n(x-r) + " " + n(y-r) + "h" + n(2*r) + "v" + n(2*r) + "h" + n(-2*r) + "z"
	case 2:
		return "M" + n(x-r) + " " + n(y) + "a" + n(r) + " " + n(r) + " 0 1 0 " + n(2*r) + " 0a" + n(r) + " " + n(r) + " 0 1 0 " + n(-2*r) + " 0z"
	case 3:
		return "M" + n(x) + " " + n(y-r) + "l" + n(r) + " " + n(2*r) + "h" + n(-2*r) + "z"
	}
	return "M" + n(x) + " " + n(y-r) + "l" + n(r) + " " + n(r) + "l" + n(-r) + " " + n(r) + "l" + n(-r) + " " + n(-r) + "z"
}
