package foreign

import (
	"strings"

	"espalier/trees"
)

// Newick, the notation of trees of species: ((1,2)left,3)root; with the values as the labels of
// leaves. A number after a colon is the length of an edge, and no value.

func (r *reader) newick() {
	if r.peek() != '(' && r.peek() != ';' && !r.newickLabel() {
		r.expected("a tree in brackets, such as ((1,2),3);")
	}
	n := &newickReader{r: r}
	r.game.root = n.node(1)
	if !r.take(';') {
		r.expected(`";" after the tree`)
	}
	r.end("the tree")
	r.settle()
	if n.lengths > 0 {
		r.game.note("The lengths of %s are left out.", count(n.lengths, "edge"))
	}
	if n.comments > 0 {
		r.game.note("Text in square brackets, at %s, is a comment in Newick and is left out.", count(n.comments, "place"))
	}
}

type newickReader struct {
	r                 *reader
	lengths, comments int
}

// newickLabel reports whether a label comes next.
func (r *reader) newickLabel() bool {
	switch r.peek() {
	case 0, '(', ')', ',', ':', ';', '[', ']':
		return false
	}
	return true
}

func (n *newickReader) node(level int) *node {
	r := n.r
	n.skipComments()
	at := r.mark()
	made := r.add(at, level)
	if r.take('(') {
		for {
			made.kids = append(made.kids, n.node(level+1))
			if r.take(')') {
				break
			}
			if r.peek() == 0 && r.pos == len(r.src) {
				r.failOpen(at, `"," or ")"`)
			}
			if !r.take(',') {
				r.expected(`"," or ")"`)
			}
		}
	}
	n.skipComments()
	labelAt := r.mark()
	label := n.label()
	n.skipComments()
	lengthAt := r.mark()
	length := r.take(':')
	if length {
		if r.lookNumber() == "" {
			r.expected("the length of the edge")
		}
		r.number()
		n.lengths++
	}
	n.skipComments()
	if len(made.kids) > 0 {
		if !r.labelled(made, label) {
			r.cast.label(made, label)
		}
		return made
	}
	word := numberAt(label)
	switch {
	case isOpen(label):
		r.open(made, label)
	case word != "" && word == label:
		x, err := parseNumber(word, labelAt)
		if err != nil {
			r.fail(labelAt, "%v", err)
		}
		made.value = []number{x}
	case length:
		r.fail(lengthAt, "the number after the colon is the length of an edge in Newick, and no value; write the value in the place of the label %s", quoted(label))
	case label == "":
		r.fail(at, "this leaf has no label; in Newick the label of a leaf is its value, such as 3")
	default:
		if word := trees.NotFiniteAt(label); word == label {
			r.failNotFinite(labelAt, word)
		}
		r.fail(labelAt, "the label %s is no number; in Newick the label of a leaf is its value, such as 3", quoted(label))
	}
	return made
}

// label reads a label, with blanks around it left out.
func (n *newickReader) label() string {
	r := n.r
	if r.peek() == '\'' {
		var text strings.Builder
		text.WriteString(r.quotedText())
		for r.pos < len(r.src) && r.src[r.pos] == '\'' { // two quotes are one
			text.WriteString("'" + r.quotedText())
		}
		return text.String()
	}
	from := r.pos
	end := from
	for r.newickLabel() {
		r.step()
		r.pos++
		end = r.pos
	}
	return r.src[from:end]
}

func (n *newickReader) skipComments() {
	r := n.r
	for r.peek() == '[' {
		at := r.pos
		for !r.take(']') {
			if r.pos == len(r.src) {
				r.failOpen(at, `"]" at the end of the comment`)
			}
			r.step()
			r.pos++
		}
		n.comments++
	}
}
