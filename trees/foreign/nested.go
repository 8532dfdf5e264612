package foreign

import "espalier/trees"

// Nested lists: [[3,12,8],[2,4,6]], ((3 17) (2 12)), [[(1,2,3),(4,2,1)],…].
//
// Brackets are levels, and so are round ones. But round brackets that hold numbers alone, with
// commas between them, are the scores of a leaf, if all of them have the same length and no
// number is anywhere else.

// A list is a bracket with what is in it, or a number.
type list struct {
	at      int
	numbers []number // of round brackets with commas that hold numbers alone, or of a number
	unknown bool
	tuple   bool // numbers are those of brackets
	items   []*list
	leaf    bool
}

func (r *reader) nested() {
	for r.peek() == '#' { // a comment, as Python has it
		for r.pos < len(r.src) && r.src[r.pos] != '\n' {
			r.stepOver(1)
		}
	}
	if c := r.peek(); c != '[' && c != '(' && r.lookNumber() == "" {
		r.expected("a nested list, such as [[3,12,8],[2,4,6]]")
	}
	n := nesting{r: r, alike: true}
	l := n.list(1)
	r.end("the list")
	tuples := n.tuples > 0 && n.alike && n.bare == 0
	r.nodes = 0
	r.game.root = n.node(l, tuples, 1)
	switch {
	case tuples:
		r.game.note("Round brackets with commas hold the scores of %s.", count(n.width, "player"))
	case n.tuples > 0 && n.bare > 0:
		r.game.note("Round brackets are levels here, since there are also numbers outside them.")
	case n.tuples > 0:
		r.game.note("Round brackets are levels here, since they have different lengths.")
	}
}

// A nesting counts what the brackets hold.
type nesting struct {
	r      *reader
	tuples int  // brackets that may be the scores of a leaf
	width  int  // of the first of them
	alike  bool // all have that length
	bare   int  // numbers outside them
}

func (n *nesting) list(level int) *list {
	r := n.r
	at := r.mark()
	switch c := r.peek(); {
	case c == '[' || c == '(':
	case c == '?':
		r.take('?')
		r.add(at, level)
		return &list{at: at, unknown: true, leaf: true}
	default:
		if r.lookNumber() == "" {
			r.expected(`a number, "[" or "("`)
		}
		n.bare++
		r.add(at, level)
		return &list{at: at, numbers: []number{r.number()}, leaf: true}
	}
	round := r.peek() == '('
	if round {
		if t := n.tuple(at); t != nil {
			r.add(at, level)
			return t
		}
	}
	r.take(r.peek())
	r.add(at, level)
	l := &list{at: at}
	closing, name := byte(']'), `"]"`
	if round {
		closing, name = ')', `")"`
	}
	for !r.take(closing) {
		if len(l.items) > 0 {
			r.take(',')
			if r.take(closing) {
				break
			}
		}
		if r.peek() == 0 && r.pos == len(r.src) {
			r.failOpen(at, "another entry or "+name)
		}
		l.items = append(l.items, n.list(level+1))
	}
	if len(l.items) == 0 {
		r.failRead(at, "these brackets are empty; a level holds at least one number or list")
	}
	return l
}

// tuple reads round brackets that hold two numbers or more with commas between them, and
// nothing else. If something else comes, it returns nil and reads nothing.
func (n *nesting) tuple(at int) *list {
	r := n.r
	l := &list{at: at, tuple: true, leaf: true}
	r.take('(')
	for {
		if r.lookNumber() == "" || len(l.numbers) > trees.MaxNodes { // as a level they are too many
			break
		}
		l.numbers = append(l.numbers, r.number())
		if r.take(')') {
			if len(l.numbers) < 2 {
				break
			}
			if len(l.numbers) > trees.MaxPlayers {
				r.nodes += len(l.numbers) // they can be a level alone
			}
			n.tuples++
			if n.width == 0 {
				n.width = len(l.numbers)
			}
			n.alike = n.alike && len(l.numbers) == n.width
			return l
		}
		if !r.take(',') {
			break
		}
	}
	r.pos = at
	return nil
}

// node makes nodes of a list.
func (n *nesting) node(l *list, tuples bool, level int) *node {
	made := n.r.add(l.at, level)
	switch {
	case l.unknown:
		made.unknown = true
	case l.tuple && !tuples:
		for _, x := range l.numbers {
			k := n.r.add(x.at, level+1)
			k.value = []number{x}
			made.kids = append(made.kids, k)
		}
	case l.leaf:
		made.value = l.numbers
	}
	for _, item := range l.items {
		made.kids = append(made.kids, n.node(item, tuples, level+1))
	}
	return made
}
