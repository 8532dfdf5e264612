package foreign

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file reads what a program of Haskell or OCaml makes, as objects of the JSON of nodes. A constructor has its
// arguments after it:
//
//	Node "A" [Leaf 3, Node "B" [Leaf 5, Leaf 7]]
//	Fork (Leaf 3) (Leaf 5)
//
// What an argument says of a node is as in a call; see constructor.go.

// appliedBegin is a constructor with a list, or with nodes in brackets.
var appliedBegin = regexp.MustCompile(`^[A-Z]\w*(?:\.[A-Z]\w*)*(?:\s+(?:-?\d+(?:\.\d+)?|"[^"\n]*"|[A-Z]\w*))?\s*[\[(]\s*\(?[A-Z]\w*(?:\s*[\[("\d-]|\s+[A-Z])`)

// appliedLater is a constructor with its argument after it in the arguments of a call.
var appliedLater = regexp.MustCompile(`^[A-Za-z_][\w.]*\([^()]*[\[(,=:]\s*[A-Z]\w*\s+[\d"(\[-]`)

// isApplied reports whether a text begins with a constructor that is applied to its arguments.
func isApplied(text string) bool {
	begin := text[:min(len(text), maxAssignment)]
	if constructorAt(text) != "" || !appliedBegin.MatchString(begin) {
		return false
	}
	_, inside, _ := strings.Cut(firstLine(begin), "(")
	inside, after, closed := strings.Cut(inside, ")")
	_, _, mover := moverOf(inside)
	return !(closed && mover && strings.Trim(after, blankCharacters) == "") // A (Player 2), the first line of an outline
}

// application reads a constructor with its arguments. Without any it stands for no tree, such as Nil.
func (d *jsonDocument) application(name string, at, level int) int32 {
	r := d.r
	r.stepOver(len(name))
	m := d.madeBy(name, at)
	for empty := true; ; empty = false {
		c := r.peek()
		argument := r.pos
		switch begin, _ := utf8.DecodeRuneInString(r.src[r.pos:]); {
		case c == '(':
			r.take('(')
			m.argument(d.read(level+1), false, argument)
			for r.take(',') { // a tuple of OCaml
				argument = r.mark()
				m.argument(d.read(level+1), false, argument)
			}
			if !r.take(')') {
				r.expected(`")"`)
			}
			continue
		case c == '[' || c == '"' || r.lookNumber() != "":
			m.argument(d.read(level+1), false, argument)
			continue
		case unicode.IsUpper(begin) && constructorAt(r.src[r.pos:]) == "":
			// As an argument, a constructor has none itself.
			word := wordAt(r.src[r.pos:])
			r.stepOver(len(word))
			if _, _, mover := moverOf(word); mover {
				m.argument(d.string(word, argument), false, argument)
			}
			continue
		}
		if empty {
			return d.add(jsonValue{kind: jsonNull, at: int32(at), end: int32(r.pos)})
		}
		return m.object()
	}
}
