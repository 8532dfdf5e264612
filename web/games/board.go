package games

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"espalier/trees/games"
	"espalier/web/draw"
)

// A board is a drawing of squares or holes with pieces. Coordinates are those of the SVG.
type board struct {
	Name          string // for screen readers
	Kind          string // a class: squares, noughts, columns, star
	Width, Height float64
	Cells         []cell
	Marks         []mark // letters and numbers at the side

	Shapes []shapes // of a board that is split
	Halves []half
	Cut    string // the edge at which the last move has split it, as a path
}

// A cell is a square or a hole.
type cell struct {
	X, Y   float64
	Home   int // the player whose home it is; 0: nobody's
	Piece  int // the player of the piece; 0: it is empty
	Last   bool
	Chosen bool   // the piece that is to move
	Href   string // of a move; empty: none
	Action string // what the link does
	Text   string // of the move to a square or a hole
	Worth  *worth // of the move there, or of the best one of the piece; nil: none was asked for
}

type mark struct {
	X, Y float64
	Text string
}

const (
	side   = 40.0 // of a square
	margin = 22.0 // for letters and numbers
)

// viewBox returns the extent of the drawing.
func (b *board) viewBox() string { return "0 0 " + draw.Num(b.Width) + " " + draw.Num(b.Height) }

// squaresOf draws a board of squares.
func squaresOf(d *document, on games.Board, last string, to link) *board {
	rows, columns := len(d.Cells), len(d.Cells[0])
	b := &board{Kind: "squares", Width: margin + side*float64(columns) + 4, Height: margin + side*float64(rows) + 4}
	var texts []string
	for r, row := range d.Cells {
		for c := range columns {
			at := cell{X: margin + side*float64(c) + side/2, Y: margin + side*float64(r) + side/2}
			if row[c] != '.' {
				at.Piece = int(row[c] - '0')
			}
			text := squareText(d, on, r, c)
			at.Last = text == last && at.Piece > 0
			if text != "" && at.Piece == 0 {
				at.Href, at.Action, at.Text = to(text), "Play "+text, text
			}
			b.Cells = append(b.Cells, at)
		}
		texts = append(texts, strings.Join(strings.Split(row, ""), " "))
	}
	switch on {
	case games.Noughts:
		b.Kind, b.Name = "noughts", fmt.Sprintf("Board of %d by %d, by rows: ", rows, columns)
		b.Width += margin - 4 // there are no letters: the board is in the middle
		b.Height += margin - 4
		return b.named(texts)
	case games.Columns:
		b.Kind, b.Name = "columns", fmt.Sprintf("Board of %d columns, by rows from the top: ", columns)
		b.lowest(d, last)
	default:
		b.Name = fmt.Sprintf("Board of %d by %d, by rows from the top: ", rows, columns)
		for r := range rows {
			b.Marks = append(b.Marks, mark{margin / 2, margin + side*float64(r) + side/2 + 5, strconv.Itoa(r + 1)})
		}
	}
	for c := range columns {
		text := string(rune('a' + c))
		if on == games.Columns {
			text = strconv.Itoa(c + 1)
		}
		b.Marks = append(b.Marks, mark{margin + side*float64(c) + side/2, margin - 7, text})
	}
	return b.named(texts)
}

func (b *board) named(rows []string) *board {
	b.Name += strings.ReplaceAll(strings.Join(rows, "; "), ".", "free")
	return b
}

// squareText returns the move to a square.
func squareText(d *document, on games.Board, row, column int) string {
	switch on {
	case games.Noughts:
		return strconv.Itoa(len(d.Cells[0])*row + column + 1)
	case games.Columns:
		if row < len(d.Cells)-1 && d.Cells[row+1][column] == '.' || d.Cells[row][column] != '.' {
			return "" // a piece falls to the lowest free square
		}
		return strconv.Itoa(column + 1)
	}
	return string(rune('a'+column)) + strconv.Itoa(row+1)
}

// lowest marks the last piece on a board of columns: the highest of its column.
func (b *board) lowest(d *document, last string) {
	column, err := strconv.Atoi(last)
	if err != nil {
		return
	}
	for r := range d.Cells {
		if at := &b.Cells[r*len(d.Cells[0])+column-1]; at.Piece > 0 {
			at.Last = true
			return
		}
	}
}

// The star of Chinese Checkers.

const holesApart = 26.0

// A hole has cube coordinates x + y + z = 0.
type hole struct{ x, y int }

func (h hole) String() string { return strconv.Itoa(h.x) + "," + strconv.Itoa(h.y) }

// homeOf returns the point of the star in which a hole lies, from 0 in the order of the
// rules; -1: in none.
func homeOf(h hole, size int) int {
	z := -h.x - h.y
	return slices.IndexFunc([]int{h.x, -z, h.y, -h.x, z, -h.y}, func(far int) bool { return far > size })
}

// inStar reports whether a hole is one of the star: two triangles lie across each other.
func inStar(h hole, size int) bool {
	z := -h.x - h.y
	return min(h.x, h.y, z) >= -size || max(h.x, h.y, z) <= size
}

func starOf(d *document, last string, to link, written func(hole string) string) *board {
	const letterApart = 18.0 // from a letter to the first hole of its row
	high := holesApart * math.Sqrt(3) / 2
	b := &board{Kind: "star", Width: holesApart * float64(3*d.Size+2), Height: high*float64(4*d.Size) + 2*holesApart}
	owner := map[string]int{}
	var texts []string
	for p, pieces := range d.Pieces {
		for _, at := range pieces {
			owner[at] = p + 1
		}
		var names []string
		for _, at := range pieces {
			names = append(names, written(at))
		}
		texts = append(texts, fmt.Sprintf("player %d at %s", p+1, strings.Join(names, " ")))
	}
	_, reached, _ := strings.Cut(last, ">")
	for z := -2 * d.Size; z <= 2*d.Size; z++ {
		first := true // hole of its row
		for x := -2 * d.Size; x <= 2*d.Size; x++ {
			h := hole{x, -x - z}
			if !inStar(h, d.Size) {
				continue
			}
			at := cell{X: b.Width/2 + holesApart*(float64(x)+float64(z)/2), Y: holesApart + high*float64(z+2*d.Size), Piece: owner[h.String()], Last: h.String() == reached}
			if point := homeOf(h, d.Size); point >= 0 && point%(6/d.Players) == 0 {
				at.Home = point/(6/d.Players) + 1
			}
			name := written(h.String())
			if first {
				b.Marks = append(b.Marks, mark{at.X - letterApart, at.Y + 4, name[:1]})
				first = false
			}
			at.Href = to(h.String())
			at.Text, at.Action = h.String(), "Move to "+name
			if at.Piece > 0 {
				at.Action = "Choose the piece at " + name
			}
			b.Cells = append(b.Cells, at)
		}
	}
	b.Name = "Star, rows a to " + string(rune('a'+4*d.Size)) + " from the top, holes by number from the left: " + strings.Join(texts, "; ")
	return b
}

// lastSquare returns the square of the last move, whose frame is drawn above all squares:
// those after it would cover its corners. nil: there is none, or the board has holes.
func (b *board) lastSquare() *cell {
	i := slices.IndexFunc(b.Cells, func(c cell) bool { return c.Last })
	if i < 0 || b.Kind == "star" {
		return nil
	}
	return &b.Cells[i]
}

// role returns the role of the drawing: an image, unless it has links.
func (b *board) role() string {
	if slices.ContainsFunc(b.Cells, func(c cell) bool { return c.Href != "" }) || slices.ContainsFunc(b.Halves, func(h half) bool { return h.Href != "" }) {
		return "group"
	}
	return "img"
}

// natural returns the width at which a square or a hole is large enough for a finger, in CSS pixels.
func (b *board) natural() string {
	const finger = 40.0
	apart := side
	if b.Kind == "star" {
		apart = holesApart
	}
	return draw.Num(b.Width * finger / apart)
}

// worthSize returns the size of the letters of a value, so that it fits its square or hole.
func (b *board) worthSize(w *worth) float64 {
	wide, most := side-6, 15.0
	if b.Kind == "star" {
		wide, most = 17, 9 // within a piece
	}
	return min(most, wide/(.52*float64(len(w.Score))))
}

// choose marks the piece that is to move.
func (b *board) choose(at string) {
	for i := range b.Cells {
		b.Cells[i].Chosen = b.Cells[i].Text == at
	}
}
