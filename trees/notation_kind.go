package trees

import (
	"espalier/trees/jsonscan"
	"strings"
	"unicode/utf8"
)

// This file decides the kind of a tree whose text does not state it. Where Max or Min moves,
// or a leaf is a single number, the tree is a minimax tree.

// An assumedKind says what a text leaves open and how it was read.
type assumedKind struct {
	minimax bool    // the kind is minimax, which the text does not state
	numbers bool    // since its leaves are single numbers
	movers  [3]bool // which numbers meant Max and Min
	looked  int     // byte up to which the text was looked at for a sign of its kind
}

// mover returns the mover that a number means in a minimax tree whose kind is assumed;
// 0: none.
func (a *assumedKind) mover(word string) int {
	for p := 1; p <= 2; p++ {
		if a.minimax && word == [...]string{"", "1", "2"}[p] {
			a.movers[p] = true
			return p
		}
	}
	return 0
}

// notes returns a sentence for everything that was assumed.
func (r *textReader) notes() (list []string) {
	if r.assumed.numbers {
		list = append(list, "Every leaf is a single number, so this is a minimax tree.")
	}
	switch a := &r.assumed; {
	case a.movers[1] && a.movers[2]:
		list = append(list, "Player 1 is Max, and player 2 is Min.")
	case a.movers[1]:
		list = append(list, "Player 1 is Max.")
	case a.movers[2]:
		list = append(list, "Player 2 is Min.")
	}
	return list
}

// assumeKind sets the kind of a tree whose header does not state it. A header with another
// number of players than two is that of a maxn tree.
func (r *textReader) assumeKind(h *Header) {
	if _, stated := r.word["kind"]; stated || h.Players != 0 && h.Players != 2 {
		return
	}
	start := r.mark()
	switch {
	case !r.findSign():
		// A mover or a label before a vector shows that the text is in this notation.
		if r.pos < len(r.src) && r.src[r.pos] == '(' && (r.src[start] == '"' || isLetter(r.src[start]) || isDigit(r.src[start])) {
			r.assumed.looked = r.pos
		}
	case r.lookWord() != "" || r.startsNumber():
		h.Kind = Minimax
		r.assumed.minimax, r.assumed.numbers = true, r.lookWord() == ""
	case h.Players == 0:
		at := r.pos
		r.pos = start
		err := r.errAt(start, "", "a tree whose leaves are full stops, or whose edges have costs, is a path tree: it begins with kind path")
		err.reached = at
		panic(err)
	}
	r.pos = start
}

// afterMover reports whether what follows a number shows that it is a mover: a bracket, or a
// leaf that may have one.
func (r *textReader) afterMover() bool {
	switch r.peek() {
	case '[', '{', '(', '?':
		return true
	}
	return r.lookWord() == "only"
}

// findSign moves to the first token below the header that shows the kind of the tree: max or
// min as a mover, a single number as a leaf, or the full stop or the cost of a path tree. A
// vector shows a maxn tree, which needs its number of players in any case: then there is no
// sign.
func (r *textReader) findSign() bool {
	for {
		c := r.peek()
		switch {
		case c == 0 || c == '(':
			return false
		case c == '.' || c == '+':
			return true
		case c == '{':
			end := strings.IndexByte(r.src[r.pos:], '}')
			if end < 0 {
				return false
			}
			r.pos += end + 1
		case c == '<': // the name of a move, in quotes or without
			r.pos++
			if r.peek() != '"' {
				end := strings.IndexByte(r.src[r.pos:], '>')
				if end < 0 {
					return false
				}
				r.pos += end + 1
			}
		case c == '@': // the probability of a move
			r.pos++
			r.pos += len(r.lookNumber())
		case c == '"':
			_, end, err := jsonscan.Unquote(r.src, r.pos)
			if err != nil {
				return false
			}
			r.pos = end
		case isLetter(c):
			at, word := r.pos, r.lookWord()
			r.pos += len(word)
			if r.peek() != ':' && (word == "max" || word == "min") {
				r.pos = at
				return true
			}
		case r.startsNumber():
			at := r.pos
			r.pos += max(1, len(r.lookNumber()))
			if !r.afterMover() {
				r.pos = at
				return true
			}
		case c == '[' || c == ']' || c == ':' || c == '?' || c == '|':
			r.pos++
		default:
			if c >= utf8.RuneSelf {
				return false
			}
			r.pos++
		}
	}
}
