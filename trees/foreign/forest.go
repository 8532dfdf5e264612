package foreign

import (
	"strings"

	"espalier/trees"
)

// Trees of LaTeX. This file has those of the package forest:
//
//	\begin{forest} [max [3, edge label={node[midway]{L}}] [min [5] [7]]] \end{forest}

func (r *reader) latex() {
	switch c := r.texSpace(); {
	case c == '[' && r.pos+1 < len(r.src) && r.src[r.pos+1] == '.':
		r.qtree()
		return
	case c == '[':
		r.forest(false)
		return
	case c != '\\':
		r.expected(`a LaTeX tree, such as [max [3] [5]]`)
	}
	// A document: the tree is where its environment begins.
	at := r.pos
	for ; r.pos < len(r.src); r.pos++ {
		r.step()
		switch c := r.src[r.pos]; {
		case c == '%':
			r.texSpace()
			r.pos--
		case c == '\\':
			rest := r.src[r.pos:]
			name := r.command()
			switch {
			case strings.HasPrefix(rest, `\begin{forest}`):
				r.stepOver(len(`\begin{forest}`))
				r.forest(true)
				return
			case name == "Forest":
				r.takeCommand(name)
				r.forestInBraces()
				return
			case name == "Tree" || strings.HasPrefix(rest, `\Tree`):
				r.takeCommand("Tree")
				r.qtree()
				return
			case strings.HasPrefix(name, "istroot"):
				r.istgame()
				return
			case name == "node" && r.tikz():
				return
			}
			r.styled = r.styled || strings.HasPrefix(name, "xt") || strings.HasPrefix(name, "setist") // of istgame
			r.pos += len(name)
		}
	}
	r.pos = at
	r.fail(at, `this is LaTeX without a tree that is read here: \begin{forest}, \Tree of tikz-qtree, \istroot of istgame, or \node of TikZ with child`)
}

// forestInBraces reads \Forest{[…]} and \Forest*{[…]}.
func (r *reader) forestInBraces() {
	if r.texSpace() == '*' {
		r.take('*')
	}
	if r.texSpace() != '{' {
		r.expected(`"{" and the tree`)
	}
	r.take('{')
	r.forest(true)
}

type forestReader struct {
	r       *reader
	options int  // that say how the tree looks
	drawn   bool // something is drawn beside it
}

// forest reads the tree. In an environment, options come before it and drawings after it.
func (r *reader) forest(environment bool) {
	f := &forestReader{r: r}
	inside := environment
	for environment {
		switch c := r.texSpace(); {
		case c == '[':
			environment = false
			continue
		case c == 0:
			r.expected(`"[" and the tree`)
		case c == '{' || c == '(':
			r.group()
		default:
			r.step()
			r.pos++
		}
		f.options++
	}
	r.game.root = f.node(1)
	if !inside && len(r.game.root.kids) == 0 {
		r.fail(r.game.root.at, "a tree of forest has its children in brackets of their own, such as [max [3] [5]]")
	}
	r.settle()
	switch rest := strings.TrimLeft(r.src[r.mark():], "} \n"); {
	case r.texSpace() == 0 && r.pos == len(r.src):
	case r.peek() == '\\' || r.peek() == '}':
		f.drawn = !strings.HasPrefix(rest, `\end{forest}`) && rest != ""
		if strings.Contains(r.src[r.pos:], `\begin{forest}`) {
			r.fail(r.pos+strings.Index(r.src[r.pos:], `\begin{forest}`), "a second tree begins here; one tree is read at a time")
		}
	default:
		r.expected("nothing more, since the tree ends here")
	}
	if f.options > 0 {
		r.game.note("Options that say how the tree looks are left out.")
	}
	if f.drawn {
		r.game.note("What is drawn after the tree is left out.")
	}
}

// node reads [content, options [child] …].
func (f *forestReader) node(level int) *node {
	r := f.r
	open := r.mark()
	n := r.add(open, level)
	r.take('[')
	contentAt := r.pos
	content := f.content()
	for r.texSpace() == ',' || r.peek() != '[' && r.peek() != ']' && r.pos < len(r.src) {
		f.option(n, strings.TrimSpace(content), contentAt)
	}
	for r.texSpace() == '[' {
		n.kids = append(n.kids, f.node(level+1))
	}
	if !r.take(']') {
		if r.pos == len(r.src) {
			r.failOpen(open, `"[" or "]"`)
		}
		r.expected(`"[" and a child, or "]"`)
	}
	r.label(n, content, contentAt)
	return n
}

// content reads the text of a node: up to a comma or a bracket that no braces enclose.
func (f *forestReader) content() string {
	r := f.r
	from := r.pos
	for r.pos < len(r.src) {
		switch c := r.src[r.pos]; {
		case c == '{' || c == '(':
			r.group()
			continue
		case c == '\\':
			r.pos++
		case c == '%' || c == '[' || c == ']' || c == ',':
			return r.src[from:min(r.pos, len(r.src))]
		}
		r.step()
		r.pos++
	}
	r.pos = len(r.src)
	return r.src[from:]
}

// option reads an option of a node with a content. The text of an edge label is the name of a move.
func (f *forestReader) option(n *node, content string, contentAt int) {
	r := f.r
	if r.take(',') && r.texSpace() == ',' {
		r.expected("an option after the comma")
	}
	from := r.pos
	for r.pos < len(r.src) {
		c := r.src[r.pos]
		if c == '{' || c == '(' {
			r.group()
			continue
		}
		if c == ',' || c == '[' || c == ']' || c == '%' {
			break
		}
		if c == '\\' && r.pos+1 < len(r.src) {
			r.pos++
		}
		r.step()
		r.pos++
	}
	key, value, _ := strings.Cut(r.src[from:min(r.pos, len(r.src))], "=")
	switch key = strings.TrimSpace(key); {
	case key == "":
	case numberAt(key) != "" || key[0] == '(' || trees.NotFiniteAt(key) != "":
		// A list of numbers: [inf, 3] and [nan, 3] say what is wrong with the first.
		if word := trees.NotFiniteAt(content); word != "" && word == content {
			r.failNotFinite(contentAt, word)
		}
		if strings.EqualFold(content, "nan") {
			r.fail(contentAt, "%s is not a number; write a number, or ? for a value that is not known", content)
		}
		r.fail(from, "%s is where an option would be; put scores with commas between them in braces, such as [{(1,2)}]", shortened(key))
	case key == "el" && strings.TrimSpace(value) != "":
		n.ownAction, n.action = r.texAction(strings.Trim(strings.TrimSpace(value), "{}"))
	case r.look(n, r.src[from:min(r.pos, len(r.src))], from):
	case key == "edge label":
		n.ownAction, n.action = r.texAction(r.lastGroup(value))
	default:
		f.options++
	}
}

// lastGroup returns what is in the last braces of an edge label: {node[midway,left]{L}} is L.
func (r *reader) lastGroup(value string) string {
	value = strings.TrimSpace(value)
	if strings.HasPrefix(value, "{") && strings.HasSuffix(value, "}") {
		value = strings.TrimRight(strings.TrimSpace(value[1:len(value)-1]), "; ")
	}
	depth := 0
	for i := len(value) - 1; i >= 0; i-- {
		r.step()
		if i > 0 && value[i-1] == '\\' {
			continue // a brace that is printed
		}
		switch value[i] {
		case '}':
			depth++
		case '{':
			if depth--; depth == 0 {
				return value[i+1:]
			}
		}
	}
	return value
}

// label reads what the text of a node says: of a leaf the value, of an inner node the mover or
// the name.
func (r *reader) label(n *node, content string, at int) {
	if name, rest, ok := ownName(content); ok {
		n.ownName, content = name, rest
	}
	if len(n.kids) == 0 {
		name, value, ok := r.texValue(content, at)
		if said := saidIn(name); ok && said.side != unstated && numberAt(said.rest) != "" { // [min 3 12]
			r.fail(n.at, "a tree of forest has its children in brackets of their own, such as [%s [3] [12]]", sideWord(said.side))
		}
		switch {
		case r.texPayoffs(n, content, at):
		case r.leafText(n, name, value, ok):
			if ok {
				r.oneValue(r.plainTeX(content), name, at)
			}
		case name == "":
			r.fail(n.at, "this leaf has no value; a leaf has a number, such as [3], or scores in braces, such as [{(1,2)}]")
		default:
			if word := trees.NotFiniteAt(name); word != "" && word == name {
				r.failNotFinite(at, word)
			}
			r.failUnit(name, n.at)
			r.failCommand(at)
			r.fail(n.at, "this leaf has no value: %s is neither a number, such as 3, nor scores, such as {(1,2)}", quoted(name))
		}
		return
	}
	if plain := r.plainTeX(content); !r.labelled(n, plain) {
		r.cast.label(n, plain)
	}
	switch {
	case n.look == unstated:
	case n.mover == unstated:
		n.mover, r.cast.stated = n.look, true
	case n.mover != n.look && n.mover != playerMoves:
		r.failRead(at, "the text of this node and its options name two movers; who moves here?")
	}
}
