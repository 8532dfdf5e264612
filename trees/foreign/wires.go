package foreign

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Drawings with lines that lead to all sides, as programs print them:
//
//	    ┌── 3          MAX                ┌── 5
//	MAX─┤            ┌──┴──┐          ┌── MIN
//	    └── 5        3     5          │   └── 2
//	                                  MAX
//	                                  └── 3
//
// Lines that are joined lead from one label to the others: from the one before them or above or below them to those
// after them; or, where they are drawn downwards, from the one above them to those below. The other
// drawings, with the root above as of the program tree, are outlines.

func (r *reader) wires() {
	w := &wireReader{r: r}
	w.scan()
	w.join()
	w.link()
	o := &outlineReader{r: r}
	w.list(o)
	o.read()
	if w.sideways {
		r.game.note("The children of a node are in the order of the drawing, from top to bottom.")
	}
}

// Sides of a cell to which a line leads.
const (
	toTop = 1 << iota
	toBottom
	toLeft
	toRight
)

// wireSigns are the signs of lines, with their sides.
var wireSigns = func() map[rune]int {
	signs := map[rune]int{}
	for sides, list := range map[int]string{
		toTop | toBottom: "│┃║", toLeft | toRight: "─━═", toBottom | toRight: "┌┏╔╭", toBottom | toLeft: "┐┓╗╮", toTop | toRight: "└┗╚╰", toTop | toLeft: "┘┛╝╯",
		toTop | toBottom | toRight: "├┣╠", toTop | toBottom | toLeft: "┤┫╣", toBottom | toLeft | toRight: "┬┳╦", toTop | toLeft | toRight: "┴┻╩", toTop | toBottom | toLeft | toRight: "┼╋╬",
		toLeft: "\u2574", toRight: "\u2576", toTop: "\u2575", toBottom: "\u2577",
	} {
		for _, ch := range list {
			signs[ch] = sides
		}
	}
	return signs
}()

// otherSides are signs that drawings of the program tree do not have.
const otherSides = "┌┐┘┤┴┬┼╮╯╭┏┓┛┫┻┳╋╔╗╝╣╩╦╬"

type wireReader struct {
	r        *reader
	rows     []wireRow
	joined   []*wireNet
	sideways bool
	upwards  bool // the root is below its children
}

type wireRow struct {
	labels []*wireLabel
	cells  []*wireCell // in the order of their columns
}

// A wireLabel is a text from a column to another one.
type wireLabel struct {
	*node
	text          string
	at            int
	row, from, to int
	above         *wireNet
	kids          []*wireLabel
	level         int
}

// A wireCell is one sign of a line.
type wireCell struct {
	at, row, column, sides int
	of                     *wireNet
}

// A wireNet is lines that are joined, with the labels at their ends by the side of the label.
type wireNet struct {
	at                          int
	straight                    bool // a line from left to right alone
	before, after, above, below []*wireLabel
	ends                        map[wireEnd]bool
	open                        *wireCell // an end without a label; nil: there is none
}

// scan finds labels and cells.
func (w *wireReader) scan() {
	r := w.r
	for from := 0; from < len(r.src); {
		end := lineEnd(r.src, from)
		row := wireRow{}
		column := 0
		var last *wireLabel
		blanks := 0
		for at := from; at < end; {
			r.step()
			ch, size := utf8.DecodeRuneInString(r.src[at:])
			switch sides := wireSigns[ch]; {
			case ch == '\t':
				column += tabWidth - column%tabWidth - 1
				last = nil
			case unicode.IsSpace(ch) || ch == '\uFEFF':
				blanks++
			case sides > 0:
				row.cells = append(row.cells, &wireCell{at: at, row: len(w.rows), column: column, sides: sides})
				last = nil
			case ch == '>' && last == nil && len(row.cells) > 0 && row.cells[len(row.cells)-1].column == column-1: // ──>
				row.cells = append(row.cells, &wireCell{at: at, row: len(w.rows), column: column, sides: toLeft | toRight})
			default:
				number := isDigit(r.src[at]) || ch == '-' || ch == '−'
				if last == nil || blanks > 1 || blanks == 1 && number && numberAt(last.text) == last.text {
					last = &wireLabel{node: r.add(at, 1), at: at, row: len(w.rows), from: column}
					row.labels = append(row.labels, last)
				}
				last.text, last.to = strings.TrimSpace(r.src[last.at:at+size]), column
				blanks = 0
			}
			if !unicode.IsSpace(ch) {
				blanks = 0
			}
			column++
			at += size
		}
		w.rows = append(w.rows, row)
		from = end + 1
	}
}

// cell returns the cell at a place; nil: there is none.
func (w *wireReader) cell(row, column int) *wireCell {
	if row < 0 || row >= len(w.rows) {
		return nil
	}
	cells := w.rows[row].cells
	i, found := slices.BinarySearchFunc(cells, column, func(c *wireCell, column int) int { return c.column - column })
	if !found {
		return nil
	}
	return cells[i]
}

// label returns the label at a place; nil: there is none.
func (w *wireReader) label(row, column int) *wireLabel {
	if row < 0 || row >= len(w.rows) {
		return nil
	}
	labels := w.rows[row].labels
	i, _ := slices.BinarySearchFunc(labels, column, func(l *wireLabel, column int) int { return l.to - column })
	if i < len(labels) && labels[i].from <= column {
		return labels[i]
	}
	return nil
}

// ways are the sides of a cell, with the cell there and its side that meets this one.
var ways = []struct{ side, row, column, meets int }{{toTop, -1, 0, toBottom}, {toBottom, 1, 0, toTop}, {toLeft, 0, -1, toRight}, {toRight, 0, 1, toLeft}}

// join finds the lines that are joined, and the labels at their ends.
func (w *wireReader) join() {
	for _, row := range w.rows {
		for _, begin := range row.cells {
			if begin.of != nil {
				continue
			}
			x := &wireNet{at: begin.at, straight: true, ends: map[wireEnd]bool{}}
			w.joined = append(w.joined, x)
			begin.of = x
			for queue := []*wireCell{begin}; len(queue) > 0; queue = queue[1:] {
				c := queue[0]
				x.straight = x.straight && c.sides == toLeft|toRight
				for _, way := range ways {
					w.r.step()
					if c.sides&way.side == 0 {
						continue
					}
					if next := w.cell(c.row+way.row, c.column+way.column); next != nil {
						if next.sides&way.meets != 0 && next.of == nil {
							next.of = x
							queue = append(queue, next)
						}
						continue
					}
					w.meet(x, c, way.side)
				}
			}
		}
	}
}

// A wireEnd is a label at a side of a line.
type wireEnd struct {
	*wireLabel
	side int
}

// meet notes the label at an end of a line, with at most one blank between them.
func (w *wireReader) meet(x *wireNet, c *wireCell, side int) {
	var l *wireLabel
	to := &x.before
	switch side {
	case toTop:
		l, to = w.label(c.row-1, c.column), &x.above
	case toBottom:
		l, to = w.label(c.row+1, c.column), &x.below
	case toLeft:
		if l = w.label(c.row, c.column-1); l == nil && w.cell(c.row, c.column-2) == nil {
			l = w.label(c.row, c.column-2)
		}
	case toRight:
		if l, to = w.label(c.row, c.column+1), &x.after; l == nil && w.cell(c.row, c.column+2) == nil {
			l = w.label(c.row, c.column+2)
		}
	}
	corner := c.sides&(toTop|toBottom) != toTop|toBottom && c.sides&(toLeft|toRight) != 0
	switch end := (wireEnd{l, side}); {
	case l != nil && !x.ends[end]:
		x.ends[end] = true
		*to = append(*to, l)
	case l == nil && x.open == nil && (side == toLeft || side == toRight || corner):
		x.open = c
	}
}

// link makes the labels at the ends of lines children of each other.
func (w *wireReader) link() {
	r := w.r
	for _, x := range w.joined {
		w.upwards = w.upwards || len(x.after) == 0 && len(x.above) > 1
	}
	for _, x := range w.joined {
		parents, kids := slices.Concat(x.before, x.above, x.below), x.after
		switch {
		case len(x.after) > 0:
			w.sideways = w.sideways || len(x.after) > 1 || len(x.above) == 0
		case w.upwards:
			parents, kids = x.below, x.above
		default:
			parents, kids = slices.Concat(x.before, x.above), x.below
		}
		switch {
		case len(parents) == 0 && len(kids) < 2: // it leads to the root, or nowhere
			continue
		case len(parents) == 0:
			r.failRead(x.at, "this line leads to %s, and from no label; write the label of their parent at its other end", quoted(kids[0].text))
		case len(kids) == 0:
			r.failRead(x.at, "this line leads from %s to no label; write a label at its other end", quoted(parents[0].text))
		case x.open != nil:
			r.failRead(x.open.at, "this end of a line meets no label; write the label beside it, or leave the line out")
		case len(parents) > 1:
			r.failRead(x.at, "this line leads from %s and from %s; a tree has one parent for each node", quoted(parents[0].text), quoted(parents[1].text))
		}
		for _, k := range kids {
			r.step()
			if k.above != nil {
				r.failRead(x.at, "this is a second line to %s; a tree has one parent for each node", quoted(k.text))
			}
			k.above = x
			parents[0].kids = append(parents[0].kids, k)
		}
	}
}

// list puts the labels into the order of the tree.
func (w *wireReader) list(o *outlineReader) {
	r := w.r
	var root *wireLabel
	labels := 0
	for _, row := range w.rows {
		for _, l := range row.labels {
			if labels++; l.above != nil {
				continue
			}
			if root != nil {
				r.failRead(l.at, "no line leads to %s; the root is %s, and each other label has a line from its parent", quoted(l.text), quoted(root.text))
			}
			root = l
		}
	}
	if root == nil || labels < 2 {
		r.fail(r.mark(), "expected a drawing of a tree, in which lines such as ┌── lead from a label to others")
	}
	root.level = 1
	for stack := []*wireLabel{root}; len(stack) > 0; {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		r.step()
		r.level(l.at, l.level)
		slices.SortStableFunc(l.kids, func(a, b *wireLabel) int {
			if a.row != b.row {
				return a.row - b.row
			}
			return a.from - b.from
		})
		line := outlineLine{node: l.node, at: l.at, text: l.text}
		// A label in a line is the move to what the line leads to.
		for len(l.kids) == 1 && l.above != nil && l.kids[0].above.straight {
			only := l.kids[0]
			only.level = l.level
			line = outlineLine{node: only.node, at: only.at, text: only.text}
			line.node.action = l.text
			*l.node, line.node = *only.node, l.node
			l.kids = only.kids
			labels--
		}
		o.list = append(o.list, line)
		for i := range l.kids {
			k := l.kids[len(l.kids)-1-i]
			k.level = l.level + 1
			stack = append(stack, k)
		}
		for _, k := range l.kids {
			line.node.kids = append(line.node.kids, k.node)
		}
	}
	if len(o.list) < labels {
		r.failRead(r.mark(), "the lines of this drawing lead back to where they come from; a tree has a root, and no way leads back")
	}
}

// isWires reports whether a text is a drawing with lines to all sides. A root may begin as ┬── in other drawings.
func isWires(text string) bool {
	text = strings.TrimSpace(text)
	return strings.ContainsAny(text, otherSides) && strings.Contains(text, "\n") && !strings.HasPrefix(text, "┬")
}
