package foreign

import "strings"

// The trees of qtree and tikz-qtree:
//
//	\Tree [.max \edge node[auto]{L}; 3 [.min 5 {7} ] ]

func (r *reader) qtree() {
	q := &qtreeReader{r: r}
	if c := r.texSpace(); c != '[' {
		r.expected(`"[." and the root of the tree`)
	}
	r.game.root = q.node(1)
	r.settle()
	switch {
	case r.texSpace() == 0 && r.pos == len(r.src):
	case r.peek() == '\\' || r.peek() == ';' || r.peek() == '}':
		if strings.Contains(r.src[r.pos:], `\Tree`) {
			r.fail(r.pos+strings.Index(r.src[r.pos:], `\Tree`), "a second tree begins here; one tree is read at a time")
		}
	default:
		r.expected("nothing more, since the tree ends here")
	}
	if q.styles {
		r.game.note("Options that say how the tree looks are left out.")
	}
}

type qtreeReader struct {
	r      *reader
	styles bool
}

// node reads [.text child child ], or a leaf.
func (q *qtreeReader) node(level int) *node {
	r := q.r
	action := q.edge()
	open := r.mark()
	n := r.add(open, level)
	n.action = action
	if !r.take('[') {
		at := r.pos
		r.label(n, q.text(n), at)
		return n
	}
	at := r.pos
	content := ""
	if r.pos < len(r.src) && r.src[r.pos] == '.' {
		r.stepOver(1)
		at = r.pos
		content = q.text(n)
	}
	for {
		c := r.texSpace()
		if c == ']' {
			r.take(']')
			break
		}
		if c == 0 && r.pos == len(r.src) {
			r.failOpen(open, `another child or "]"`)
		}
		n.kids = append(n.kids, q.node(level+1))
	}
	if r.pos < len(r.src) && r.src[r.pos] == '.' { // [ child child ].text, which qtree takes, too
		r.stepOver(1)
		at = r.pos
		content = q.text(n)
	}
	r.label(n, content, at)
	return n
}

// edge reads \edge[…] node[…]{L};, and returns L.
func (q *qtreeReader) edge() (action string) {
	r := q.r
	for r.command() == "edge" {
		r.takeCommand("edge")
		for r.texSpace() != ';' {
			switch c := r.peek(); {
			case c == 0 && r.pos == len(r.src):
				r.expected(`";" after the edge`)
			case c == '[':
				r.group()
				q.styles = true
			case c == '{':
				action = r.plainTeX(r.group())
			default:
				r.step()
				r.pos++
			}
		}
		r.take(';')
	}
	return action
}

// text reads the text of a node: a group in braces, a word, or \node[…]{…};
func (q *qtreeReader) text(n *node) string {
	r := q.r
	if r.command() == "node" {
		r.takeCommand("node")
		text := ""
		for r.texSpace() != ';' {
			switch c := r.peek(); {
			case c == 0 && r.pos == len(r.src):
				r.expected(`";" after the node`)
			case c == '[' || c == '(':
				at := r.pos
				q.styles = !r.look(n, r.group(), at) || q.styles
			case c == '{':
				text = r.group()
			default:
				r.step()
				r.pos++
			}
		}
		r.take(';')
		return text
	}
	from := r.pos
	for r.pos < len(r.src) {
		c := r.src[r.pos]
		if c == '{' || c == '(' {
			r.group()
			continue
		}
		if c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ']' || c == '[' || c == '%' {
			break
		}
		if c == '\\' && r.pos+1 < len(r.src) {
			r.pos++
		}
		r.step()
		r.pos++
	}
	if r.pos == from {
		r.expected("a child")
	}
	return r.src[from:min(r.pos, len(r.src))]
}
