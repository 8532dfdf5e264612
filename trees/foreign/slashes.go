package foreign

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Drawings with slashes, as in books and posts:
//
//	      MAX
//	     /   \
//	   MIN   MIN
//	   / \   / \
//	  3   5 2   9
//
// An edge is a slash, or several below each other. It leads from the label above its upper end to the one below its
// lower end, and must meet exactly one at each.

func (r *reader) slashes() {
	s := &slashReader{r: r}
	s.scan()
	s.edges()
	root := s.link()
	s.read(root)
	r.settle()
	if s.rowMovers {
		r.game.note("A word beside a row says who moves there.")
	}
}

type slashReader struct {
	r         *reader
	rows      []slashRow
	rowMovers bool
}

// A slashRow is a line of a drawing.
type slashRow struct {
	labels []*slashLabel
	strokes
	mover string // beside the row
}

// A slashLabel is a text from a column to another one.
type slashLabel struct {
	*node
	text     string
	at       int // its first byte
	row      int
	from, to int
	above    *stroke
	below    []*stroke
	level    int
}

// A stroke is one character of an edge.
type stroke struct {
	sign     rune
	at       int // byte
	row      int
	column   int
	up, down *stroke
	from, to *slashLabel
	action   *slashLabel
}

type strokes []*stroke

// most is how many columns the end of an edge may be beside the label that it meets.
const slashReach = 3

// lean is how many columns an edge leads to the right in each row.
func (k *stroke) lean() int {
	switch k.sign {
	case '/':
		return -1
	case '\\':
		return 1
	}
	return 0
}

// scan finds labels and strokes.
func (s *slashReader) scan() {
	r := s.r
	for from := 0; from < len(r.src); {
		end := lineEnd(r.src, from)
		s.row(from, end)
		from = end + 1
	}
}

func (s *slashReader) row(from, end int) {
	r := s.r
	row := slashRow{}
	number := len(s.rows)
	column := 0
	for at := from; at < end; {
		r.step()
		ch, size := utf8.DecodeRuneInString(r.src[at:])
		switch {
		case ch == '\t':
			column += tabWidth - column%tabWidth
			at += size
			continue
		case unicode.IsSpace(ch) || ch == '\uFEFF':
			column++
			at += size
			continue
		}
		n := labelEnd(r.src[at:end])
		for range n {
			r.step()
		}
		word := r.src[at : at+n]
		if strings.Trim(word, `/\|`) == "" {
			for i, sign := range word {
				row.strokes = append(row.strokes, &stroke{sign: sign, at: at + i, row: number, column: column + i})
			}
		} else {
			width := utf8.RuneCountInString(word)
			text := strings.Trim(word, "_")
			if text == "" {
				r.fail(at, "expected a label or an edge, found %s", quoted(word))
			}
			row.labels = append(row.labels, &slashLabel{node: r.add(at, 1), text: text, at: at, row: number, from: column, to: column + width - 1})
		}
		column += utf8.RuneCountInString(word)
		at += n
	}
	s.rows = append(s.rows, row)
}

// labelEnd returns the length of the label or the strokes at the start of a line. Brackets hold blanks, and so does
// Player 1.
func labelEnd(line string) int {
	depth := 0
	for i, ch := range line {
		switch {
		case strings.ContainsRune("([{", ch):
			depth++
		case strings.ContainsRune(")]}", ch):
			depth--
		case unicode.IsSpace(ch) && depth <= 0:
			if after := line[i:]; strings.EqualFold(line[:i], "player") && len(after) > 1 && isDigit(after[1]) {
				return i + 1 + len(numberAt(after[1:]))
			}
			if after := line[i:]; len(after) > 2 && (after[1] == '(' || after[1] == '[') {
				end := strings.IndexAny(after, ")]")
				if end > 0 && (after[1] == '(' && isASCIILetter(after[2]) || bound.MatchString(after[:end])) { // A (max), A [α=3]
					return i + end + 1
				}
			}
			return i
		}
	}
	return len(line)
}

// edges joins strokes, and finds the labels at their ends.
func (s *slashReader) edges() {
	for i := range s.rows {
		for _, k := range s.rows[i].strokes {
			s.r.step()
			for _, steps := range []int{1, 2, slashReach} { // of a flat edge, each row has a stroke
				if below := s.stroke(i+1, k.column+steps*k.lean(), k.sign); below != nil && below.up == nil {
					k.down, below.up = below, k
					break
				}
			}
		}
	}
	for i := range s.rows {
		for _, k := range s.rows[i].strokes {
			if k.up == nil {
				k.from = s.meet(k, i-1, k.column-k.lean(), "above")
			}
		}
	}
	for i := range s.rows {
		for _, k := range s.rows[i].strokes {
			last := k
			if k.up != nil {
				continue
			}
			for last.down != nil {
				s.r.step()
				last = last.down
			}
			k.to = s.meet(last, last.row+1, last.column+last.lean(), "below")
			s.lead(k)
		}
	}
}

// stroke returns the stroke at a place.
func (s *slashReader) stroke(row, column int, sign rune) *stroke {
	if row >= len(s.rows) {
		return nil
	}
	list := s.rows[row].strokes
	i, found := slices.BinarySearchFunc(list, column, func(k *stroke, column int) int { return k.column - column })
	if !found || list[i].sign != sign {
		return nil
	}
	return list[i]
}

// meet returns the one label of a row that the end of an edge meets.
func (s *slashReader) meet(k *stroke, row, column int, side string) *slashLabel {
	r := s.r
	var best []*slashLabel
	least := slashReach + 1
	if row >= 0 && row < len(s.rows) {
		list := s.rows[row].labels
		at, _ := slices.BinarySearchFunc(list, column-slashReach, func(l *slashLabel, column int) int { return l.to - column })
		for _, l := range list[at:] {
			r.step()
			if l.from > column+slashReach {
				break
			}
			off := max(0, l.from-column, column-l.to)
			if off < least {
				best, least = nil, off
			}
			if off == least && off <= slashReach {
				best = append(best, l)
			}
		}
	}
	switch {
	case len(best) == 0:
		r.failRead(k.at, "this edge meets no label %s it; write the label in the next row, at the end of the edge", side)
	case len(best) > 1:
		r.failRead(k.at, "this edge is as near to %s as to %s %s it; move it to the end of one of them", quoted(best[0].text), quoted(best[1].text), side)
	}
	return best[0]
}

// lead notes an edge at its labels, and checks that it leads to the side to which it leans.
func (s *slashReader) lead(k *stroke) {
	from, to := k.from, k.to
	switch off := (to.from + to.to) - (from.from + from.to); {
	case to.above != nil:
		s.r.failRead(k.at, "this is a second edge to %s; a tree has one edge to each node", quoted(to.text))
	case off*k.lean() < 0:
		s.r.failRead(k.at, "this edge does not lead to its own side, from %s to %s; is it at the end of these labels?", quoted(from.text), quoted(to.text))
	}
	to.above = k
	from.below = append(from.below, k)
}

// link makes the tree of the labels, and returns its root.
func (s *slashReader) link() (root *slashLabel) {
	r := s.r
	for i := range s.rows {
		row := &s.rows[i]
		for at, l := range row.labels {
			r.step()
			if l.above != nil || len(l.below) > 0 {
				continue
			}
			if k := row.beside(l); k != nil {
				k.action = l
			} else if _, _, mover := moverOf(l.text); mover && numberAt(l.text) == "" && (at == 0 || at == len(row.labels)-1) && len(row.labels) > 1 && row.mover == "" {
				row.mover, s.rowMovers = l.text, true
			} else if len(s.rows) > 1 {
				r.failRead(l.at, "no edge meets %s; each label but the root has one above it", quoted(l.text))
			}
		}
	}
	for i := range s.rows {
		last := -1
		for _, l := range s.rows[i].labels {
			if l.above != nil {
				if parent := l.above.from; parent.from < last {
					r.failRead(l.above.at, "this edge, to %s, crosses another one", quoted(l.text))
				} else {
					last = parent.from
				}
			}
			if l.above == nil && len(l.below) > 0 {
				if root != nil {
					r.failRead(l.at, "no edge leads to %s; the root is %s, and each other label has an edge above it", quoted(l.text), quoted(root.text))
				}
				root = l
			}
		}
	}
	if root == nil {
		r.fail(r.mark(), "expected a drawing of a tree, in which an edge such as / leads from a label above to one below")
	}
	return root
}

// beside returns the one edge that a word beside it names: at the outer side of a slash.
func (row *slashRow) beside(l *slashLabel) (found *stroke) {
	at, _ := slices.BinarySearchFunc(row.strokes, l.from-slashReach, func(k *stroke, column int) int { return k.column - column })
	for _, k := range row.strokes[at:] {
		if k.column > l.to+slashReach {
			break
		}
		gap := 0
		switch k.sign {
		case '/':
			gap = k.column - l.to
		case '\\':
			gap = l.from - k.column
		}
		if gap < 1 || gap > slashReach {
			continue
		}
		for k.up != nil {
			k = k.up
		}
		if found != nil || k.action != nil {
			return nil
		}
		found = k
	}
	return found
}

// read reads the labels, those of the children first.
func (s *slashReader) read(root *slashLabel) {
	r := s.r
	order := []*slashLabel{root}
	root.level = 1
	for i := 0; i < len(order); i++ {
		l := order[i]
		r.step()
		r.level(l.at, l.level)
		slices.SortStableFunc(l.below, func(a, b *stroke) int { return a.to.from - b.to.from })
		for _, k := range l.below {
			k.to.level = l.level + 1
			l.kids = append(l.kids, k.to.node)
			order = append(order, k.to)
		}
	}
	o := &outlineReader{r: r, named: true}
	lines := make([]outlineLine, len(order))
	for i, l := range order {
		lines[i] = outlineLine{node: l.node, at: l.at, text: l.text}
		o.move(&lines[i], l == root)
		if l.above != nil && l.above.action != nil {
			l.action = l.above.action.text
		}
		if len(l.kids) == 0 {
			o.leaf(&lines[i])
		}
	}
	for i, l := range order {
		if len(l.kids) == 0 {
			continue
		}
		if mover := s.rows[l.row].mover; mover != "" {
			if own := saidIn(l.text); !own.mover() {
				r.labelled(l.node, mover)
				l.name = l.text
				continue
			}
		}
		o.inner(l.node, lines[i].text, l.at)
	}
	r.game.root = root.node
}

// slashRowOnly is a line that has edges alone.
var slashRowOnly = regexp.MustCompile(`^[\s\x{00A0}/\\|]*[/\\][\s\x{00A0}/\\|]*$`)

// showsSlashes returns how much a text looks like a drawing with slashes.
func showsSlashes(text string) int {
	lines, edges := 0, 0
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		switch only := slashRowOnly.MatchString(line); {
		case only && lines == 0:
			return unlike
		case only:
			edges++
		}
		lines++
	}
	const least = 3
	if lines >= least && edges > 0 {
		return sure
	}
	return unlike
}
