package foreign

import (
	"regexp"
	"strings"
)

// Trees of TikZ without a package:
//
//	\node {Max} child {node {3}} child {node {Min}
//	  child {node {5} edge from parent node[left] {$L$}}
//	  child {node {7}}};
//
// The text of a node says what forest's would, and the text at its edge is the name of the move.

// tikz reads a tree at a command \node, and reports whether it has children.
func (r *reader) tikz() bool {
	at := r.pos
	t := &tikzReader{r: r}
	r.takeCommand("node")
	n := r.add(at, 1)
	text := tikzText{at: at}
	t.node(n, &text)
	t.inside(n, &text, 1, ';')
	if len(n.kids) == 0 {
		r.pos, r.nodes = at, r.nodes-1
		return false
	}
	t.label(n, text)
	t.end(n)
	return true
}

// tikzChild is how the children of a node begin.
var tikzChild = regexp.MustCompile(`\bchild\s*(?:\[[^\]]*\]\s*)?(?:foreach\b|\{)`)

type tikzReader struct {
	r       *reader
	options bool
	drawn   bool
}

// A tikzText is what a node says, with its place.
type tikzText struct {
	text string
	at   int
	read bool
}

// inside reads what comes after a node up to a closing character: its children, and the edge to it.
func (t *tikzReader) inside(n *node, text *tikzText, level int, closing byte) {
	r := t.r
	edge := false
	for {
		c := r.texSpace()
		switch {
		case c == closing:
			r.take(closing)
			return
		case c == 0 && r.pos == len(r.src):
			r.failOpen(n.at, `"`+string(rune(closing))+`"`)
		case c == '[' || c == '(' || c == '{':
			r.group()
			t.options = true
			continue
		case c == '\\':
			name := r.command()
			r.takeCommand(name)
			if name != "node" { // \node in a child is like node
				continue
			}
			r.pos -= len("node")
			continue
		}
		word := wordAt(r.src[r.pos:])
		at := r.pos
		r.stepOver(max(1, len(word)))
		switch word {
		case "child":
			for r.texSpace() == '[' {
				r.group()
				t.options = true
			}
			if wordAt(r.src[r.pos:]) == "foreach" {
				r.fail(at, "children in a loop of TikZ are not read; write each child, such as child {node {3}}")
			}
			if r.texSpace() != '{' {
				r.expected(`"{" and the child, such as child {node {3}}`)
			}
			r.take('{')
			k := r.add(at, level+1)
			below := tikzText{at: at}
			t.inside(k, &below, level+1, '}')
			t.label(k, below)
			n.kids = append(n.kids, k)
		case "node":
			if edge {
				var label tikzText
				t.node(nil, &label)
				n.action = strings.TrimSpace(n.action + " " + r.plainTeX(label.text))
				continue
			}
			if text.read { // another one beside it
				t.node(nil, &tikzText{})
				t.drawn = true
				continue
			}
			t.node(n, text)
		case "edge":
			edge = true
		case "from", "parent", "coordinate", "at", "missing":
		default:
			t.options = true
		}
	}
}

// node reads what comes after the word node: options, a name, and the text in braces. n is nil for a text beside the tree.
func (t *tikzReader) node(n *node, text *tikzText) {
	r := t.r
	text.read = true
	for {
		switch c := r.texSpace(); {
		case c == '[':
			at := r.pos
			if options := r.group(); n == nil || !r.look(n, options, at) {
				t.options = true
			}
		case c == '(':
			r.group()
		case c == '{':
			text.at = r.pos + 1
			text.text = r.group()
			return
		case c == 'a' && wordAt(r.src[r.pos:]) == "at":
			r.stepOver(2)
		default:
			return
		}
	}
}

func (t *tikzReader) label(n *node, text tikzText) {
	t.r.label(n, text.text, text.at)
}

// end finishes a tree.
func (t *tikzReader) end(root *node) {
	r := t.r
	rest := r.src[r.pos:]
	if at := tikzChild.FindStringIndex(rest); at != nil {
		r.fail(r.pos+at[0], "a second tree begins before this child; one tree is read at a time")
	}
	rest = strings.TrimSpace(rest)
	t.drawn = t.drawn || rest != "" && !strings.HasPrefix(rest, `\end{tikzpicture}`) && !strings.HasPrefix(rest, "}")
	r.game.root = root
	r.settle()
	if t.options {
		r.game.note("Options that say how the tree looks are left out.")
	}
	if t.drawn {
		r.game.note("What is drawn beside the tree is left out.")
	}
}
