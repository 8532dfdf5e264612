package foreign

import (
	"strings"

	"espalier/trees"
)

// SGF, the files of games of Go and others: (;B[aa](;W[bb]V[3])(;W[cc]V[-1])).
//
// A node has a move, B[…] or W[…], and may have a value, V[…], which is better for Black the greater it is. Black is Max.

func (r *reader) sgf() {
	if r.peek() != '(' {
		r.expected("a tree of SGF, such as (;B[aa](;W[bb]V[3])(;W[cc]V[-1]))")
	}
	s := &sgfReader{r: r, left: map[string]bool{}}
	root := &node{at: r.pos}
	s.tree(root, 0)
	r.end("the tree")
	// A root without a move is the position before the first one.
	if first := root.kids[0]; len(root.kids) == 1 && first.action == "" {
		root = first
	}
	r.nodes = 0
	s.finish(root, 1)
	r.game.root = root
	if s.moved {
		r.game.note("Black is Max, and White is Min.")
	}
	if len(s.leftNames) > 0 {
		r.game.note("Properties that say nothing about the tree are left out: %s.", strings.Join(s.leftNames, ", "))
	}
}

type sgfReader struct {
	r         *reader
	left      map[string]bool
	leftNames []string
	moved     bool
}

// tree reads a bracket with its nodes and the brackets in it, below a node.
func (s *sgfReader) tree(above *node, level int) {
	r := s.r
	open := r.mark()
	r.take('(')
	if r.peek() != ';' {
		r.expected(`";" and the first node`)
	}
	for r.take(';') {
		level++
		n := r.add(r.pos-1, min(level, trees.MaxLevels+1))
		s.properties(n, above)
		above.kids = append(above.kids, n)
		above = n
	}
	for r.peek() == '(' {
		s.tree(above, level)
	}
	if !r.take(')') {
		if r.pos == len(r.src) {
			r.failOpen(open, `";", "(" or ")"`)
		}
		r.expected(`";" and a node, "(" and a variation, or ")"`)
	}
}

// properties reads the properties of a node.
func (s *sgfReader) properties(n, above *node) {
	r := s.r
	for {
		at := r.mark()
		end := at
		for end < len(r.src) && isASCIILetter(r.src[end]) {
			end++
		}
		if end == at {
			return
		}
		name := strings.Map(func(c rune) rune { // FF[3] has names such as White
			if 'a' <= c && c <= 'z' {
				return -1
			}
			return c
		}, r.src[at:end])
		r.stepOver(end - at)
		if r.peek() != '[' {
			r.expected(`"[" and the value of ` + shortened(name))
		}
		var text string
		valueAt := r.pos + 1
		for r.peek() == '[' {
			text = s.text()
		}
		switch name {
		case "B", "W":
			if n.action != "" {
				r.fail(at, "this node has two moves; a move is a node of its own")
			}
			n.action = text
			if text == "" {
				n.action = "pass"
			}
			mover := maxMoves
			if name == "W" {
				mover = minMoves
			}
			if above.mover != unstated && above.mover != mover {
				r.fail(at, "Black and White both move here, in two variations; one player moves at a node")
			}
			above.mover = mover
			s.moved = true
		case "V":
			word := strings.TrimSpace(text)
			if infinite := trees.NotFiniteAt(word); infinite != "" {
				r.failNotFinite(valueAt, infinite)
			}
			if word == "" || numberAt(word) != word {
				r.fail(valueAt, "%s is no value; V has a number, such as V[3.5]", quoted(word))
			}
			x, err := parseNumber(word, valueAt)
			if err != nil {
				r.fail(valueAt, "%v", err)
			}
			n.value = []number{x}
		case "N":
			n.name = text
		case "GN":
			r.game.title = text
		case "PL": // who moves at the node
			switch strings.ToUpper(text) {
			case "B", "BLACK":
				n.mover = maxMoves
			case "W", "WHITE":
				n.mover = minMoves
			}
		default:
			if !s.left[name] && len(s.leftNames) < maxListed {
				s.left[name] = true
				s.leftNames = append(s.leftNames, name)
			}
		}
	}
}

// text reads a text in brackets; a backslash is before a bracket in it.
func (s *sgfReader) text() string {
	r := s.r
	open := r.pos
	var b strings.Builder
	for r.pos++; r.pos < len(r.src); r.pos++ {
		r.step()
		switch c := r.src[r.pos]; c {
		case ']':
			r.pos++
			return strings.Join(strings.Fields(b.String()), " ")
		case '\\':
			if r.pos++; r.pos < len(r.src) && r.src[r.pos] != '\n' {
				b.WriteByte(r.src[r.pos])
			}
		default:
			b.WriteByte(c)
		}
	}
	r.failOpen(open, `"]"`)
	return ""
}

// finish checks that the end of each line has a value.
func (s *sgfReader) finish(n *node, level int) {
	r := s.r
	r.step()
	r.level(n.at, level)
	if len(n.kids) == 0 && len(n.value) == 0 {
		r.failRead(n.at, "the line ends here without a value; write one with V, such as V[3]")
	}
	for _, k := range n.kids {
		s.finish(k, level+1)
	}
}
