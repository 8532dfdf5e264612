package foreign

import "espalier/trees"

// Nested lists: [[3,12,8],[2,4,6]], ((3 17) (2 12)), [[(1,2,3),(4,2,1)],…].
//
// Brackets are levels, and so are round ones. But round brackets that hold numbers alone, with
// commas between them, are the scores of a leaf, if all of them have the same length and no
// number is anywhere else. A text that comes first in brackets names the node, or says who moves
// there: ('max', [('L', 3), ('R', 5)]).

// A list is a bracket with what is in it, or a number.
type list struct {
	at      int
	numbers []number // of round brackets with commas that hold numbers alone, or of a number
	unknown bool
	tuple   bool // numbers are those of brackets
	items   []*list
	leaf    bool
	letter  string // of a leaf whose value is not known
	none    bool   // it is None
	named   bool
	name    string
}

func (r *reader) nested() { r.lists(true) }

// allLevels reads nested lists whose brackets are levels, all of them.
func (r *reader) allLevels() { r.lists(false) }

func (r *reader) lists(scored bool) {
	if c := r.peek(); c != '[' && c != '(' && r.lookNumber() == "" {
		r.expected("a nested list, such as [[3,12,8],[2,4,6]]")
	}
	n := nesting{r: r, alike: true}
	l := n.list(1)
	r.end("the list")
	n.checkLevels(l)
	tuples := scored && n.tuples > 0 && n.alike && n.bare == 0
	r.nodes = 0
	r.game.root = n.node(l, tuples, 1)
	r.readTogether()
	if n.named > 0 {
		r.game.note("A text that is first in brackets is the name of the node, or says who moves there.")
	}
	switch {
	case tuples && r.width(r.game.root) < 2: // pairs of chance alone
	case tuples:
		r.game.note("Round brackets with commas hold the scores of %s.", count(n.width, "player"))
		r.game.assumed.Brackets = r.game.notes[len(r.game.notes)-1]
	case n.tuples > 0 && !scored:
		r.game.note("Round brackets are levels here.")
		r.game.assumed.Brackets = r.game.notes[len(r.game.notes)-1]
	case n.tuples > 0 && n.bare > 0:
		r.game.note("Round brackets are levels here, since there are also numbers outside them.")
	case n.tuples > 0:
		r.game.note("Round brackets are levels here, since they have different lengths.")
	}
}

// checkLevels fails at a list of numbers with null among them, which programs write for the nodes of a binary tree, level by
// level: [1, 2, 3, null, null, 4, 5].
func (n *nesting) checkLevels(l *list) {
	null, numbers := (*list)(nil), 0
	for _, item := range l.items {
		n.r.step()
		switch {
		case !item.leaf:
			return
		case item.none && null == nil:
			null = item
		case len(item.numbers) > 0:
			numbers++
		}
	}
	if null != nil && numbers > 1 && !l.named {
		n.r.failRead(null.at, "a list with numbers and null may be a binary tree, level by level, or have leaves without a value; write the levels in brackets, as in [[3, 5], [2, 9]], and ? for a value that is not known")
	}
}

// A nesting counts what the brackets hold.
type nesting struct {
	r      *reader
	tuples int  // brackets that may be the scores of a leaf
	width  int  // of the first of them
	alike  bool // all have that length
	bare   int  // numbers outside them
	named  int  // brackets that begin with a text
}

func (n *nesting) list(level int) *list {
	r := n.r
	at := r.mark()
	switch c := r.peek(); {
	case c == '[' || c == '(':
	case c == '?':
		r.take('?')
		r.add(at, level)
		return &list{at: at, unknown: true, leaf: true, letter: "?"}
	default:
		if word := wordAt(r.src[r.pos:]); isOpen(word) || word == "None" || word == "null" || word == "undefined" {
			r.stepOver(len(word))
			r.add(at, level)
			none := !isOpen(word)
			if none {
				word = "?"
			}
			return &list{at: at, unknown: true, leaf: true, letter: word, none: none}
		}
		if c == '"' || c == '\'' {
			r.fail(at, "a text is only the first entry of brackets, where it names the node; expected a number, \"[\" or \"(\"")
		}
		if r.lookNumber() == "" {
			r.expected(`a number, "[" or "("`)
		}
		n.bare++
		r.add(at, level)
		return &list{at: at, numbers: []number{r.numberAlone()}, leaf: true}
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
	if c := r.peek(); c == '"' || c == '\'' {
		l.named, l.name = true, r.quotedText()
		n.named++
		r.take(',')
	}
	commas, blank := false, -1 // the first number after another one and a blank alone
	for !r.take(closing) {
		if len(l.items) > 0 {
			if r.take(',') {
				commas = true
			} else if last := l.items[len(l.items)-1]; blank < 0 && len(last.numbers) == 1 && r.lookNumber() != "" {
				blank = last.at
			}
			if r.take(closing) {
				break
			}
		}
		if r.peek() == 0 && r.pos == len(r.src) {
			r.failOpen(at, "another entry or "+name)
		}
		l.items = append(l.items, n.list(level+1))
	}
	if commas && blank >= 0 {
		r.failRead(blank, "a blank alone is between two numbers here, and commas are between others; write a comma there, or the number without the blank, such as 1200")
	}
	if l.named && len(l.items) > 1 && l.items[0].none { // ("A", None, …) is a node without a value of its own
		l.items = l.items[1:]
		r.nodes--
	}
	switch {
	case len(l.items) > 0:
	case l.named:
		r.failRead(at, "the node %s has neither a value nor children", quoted(l.name))
	default:
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
		l.numbers = append(l.numbers, r.numberAlone())
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
	items := l.items
	if l.named {
		moves := made.setMover(l.name)
		if !moves {
			made.name = l.name
		}
		if only := items[0]; len(items) == 1 && only.named && !moves { // the move to a node
			n.r.nodes--
			below := n.node(only, tuples, level)
			below.action = l.name
			return below
		}
		// A name with one other entry: its value, or the list of its children.
		if only := items[0]; len(items) == 1 && !only.named && !(moves && only.leaf) {
			switch {
			case only.unknown:
				n.r.open(made, only.letter)
				return made
			case only.leaf && (tuples || !only.tuple):
				made.value = only.numbers
				return made
			case only.leaf:
				l = &list{at: l.at, numbers: only.numbers, tuple: true, leaf: true}
				items = nil
			default:
				items = only.items
			}
		}
	}
	switch {
	case l.unknown:
		n.r.open(made, l.letter)
	case l.tuple && !tuples:
		for _, x := range l.numbers {
			k := n.r.add(x.at, level+1)
			k.value = []number{x}
			made.kids = append(made.kids, k)
		}
	case l.leaf:
		made.value = l.numbers
	}
	for _, item := range items {
		made.kids = append(made.kids, n.node(item, tuples, level+1))
	}
	return made
}
