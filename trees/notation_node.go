package trees

import (
	"strings"
	"unicode/utf8"
)

// node reads a node and all below it:
//
//	[<action>] [@probability] [+cost] [label:] (inner | leaf)
func (r *textReader) node() {
	id := r.b.add()
	if id == NoNode {
		panic(r.b.err)
	}
	r.start = append(r.start, r.mark())
	r.end = append(r.end, NoNode)
	var n Node
	costAt := NoNode
	cost := func() {
		if at := r.mark(); r.take('+') {
			if costAt != NoNode {
				r.failNode(at, id, ".cost", "the cost is repeated; give it once")
			}
			costAt = at
			n.Cost = r.score("the cost of the edge")
		}
	}
	r.edge(id, &n)
	cost()
	n.Label = r.label()
	cost() // accepted on either side of the label
	if costAt != NoNode && r.b.t.Kind != Path {
		r.failNode(costAt, id, ".cost", "only an edge of a path tree has a cost")
	}
	if r.body(id, &n) {
		r.children(id, &n)
		r.markEnd(id)
	}
	r.b.Close()
}

// edge reads the name of the move to a node, and its probability.
func (r *textReader) edge(id int, n *Node) {
	if at := r.mark(); r.take('<') {
		if id == 0 {
			r.failNode(at, id, ".action", "no move leads to the root, so it has no name")
		}
		n.Action = r.action()
	}
	if at := r.mark(); r.take('@') {
		if id == 0 {
			r.failNode(at, id, ".prob", "nothing leads to the root, so it has no probability")
		}
		at = r.mark()
		n.Prob = r.number("a probability, such as 1/2")
		r.b.scale.seeProb(r.src[at:r.pos], n.Prob)
	}
}

// action reads the name of a move up to the closing bracket: a word or a number, or any text
// in double quotes.
func (r *textReader) action() (name string) {
	if r.peek() == '"' {
		name = r.quotedText("the name of the move")
	} else {
		name = actionAt(r.src[r.pos:])
		r.pos += len(name)
	}
	if name == "" {
		r.expected("the name of the move; put more than one word in double quotes")
	}
	if !r.take('>') {
		r.expected(`">" after the name of the move; put more than one word in double quotes`)
	}
	return name
}

// infosetName reads the name of an information set: a word or a number, or any text in double
// quotes.
func (r *textReader) infosetName() (name string) {
	if r.peek() == '"' {
		name = r.quotedText("the name of the information set")
	} else {
		name = actionAt(r.src[r.pos:])
		r.pos += len(name)
	}
	if name == "" {
		r.expected("the name of the information set; put more than one word in double quotes")
	}
	return name
}

// actionAt returns the name of a move that needs no quotes at the start of s.
func actionAt(s string) string {
	n := 0
	for n < len(s) && (isLetter(s[n]) || isDigit(s[n]) || n > 0 && strings.IndexByte(".'-+", s[n]) >= 0) {
		n++
	}
	return s[:n]
}

func isAction(s string) bool { return s != "" && actionAt(s) == s }

// markEnd records that node id ends, so far, at the last token read. Call it
// before white space is skipped.
func (r *textReader) markEnd(id int) { r.end[id] = r.pos }

// label reads a word or quoted string and its colon, if they come next.
func (r *textReader) label() string {
	at := r.mark()
	if r.peek() == '"' {
		label := r.quotedText("a label")
		if !r.take(':') {
			r.expected(`":" after the label`)
		}
		return label
	}
	word := r.lookWord()
	r.pos += len(word)
	switch {
	case word != "" && r.take(':'):
		return word
	case word != "" && NotFiniteAt(word) == word:
		r.fail(at, "%s", NotFinite(word))
	case word != "" && word != "max" && word != "min" && word != "only":
		r.expected(`":" after the label ` + truncate(word))
	}
	r.pos = at
	return ""
}

// body reads the part of an inner node before its children and returns true,
// or reads a whole leaf.
func (r *textReader) body(id int, n *Node) (inner bool) {
	at := r.mark()
	if n.Chance = r.take('*'); n.Chance {
		switch c := r.peek(); {
		case r.b.t.Kind == Path:
			r.failNode(at, id, ".chance", noPathChance)
		case c != '{' && c != '[':
			r.expected(`"[" and the outcomes of chance`)
		}
	} else {
		n.Player = r.mover(id)
	}
	switch c := r.peek(); {
	case c == '{' || c == '[':
		r.bounds(n)
		if n.Player == 0 && !n.Chance && r.b.t.Kind != Path {
			r.failNode(at, id, ".player", "an inner node needs its mover before the bracket: %s", r.movers())
		}
		return true
	case r.leaf(id, n):
		return false
	}
	if r.pos < len(r.src) && r.src[r.pos] >= utf8.RuneSelf {
		r.expected("a node; put a label with letters other than a to z in double quotes")
	}
	r.expected(r.expectedMover(n.Player))
	return false
}

func (r *textReader) movers() string {
	switch r.b.t.Kind {
	case Minimax:
		return "max[ … ] or min[ … ]"
	case Path:
		return "[ … ]"
	}
	return "1[ … ], 2[ … ], …"
}

func (r *textReader) expectedMover(player int) string {
	leaf := ", or a leaf such as " + r.exampleValue() + " or ?"
	if r.b.t.Kind == Path {
		leaf = ", or . for a leaf"
	}
	if player != 0 {
		return `"[" and the children of this node` + leaf
	}
	return "a node: " + r.movers() + leaf
}

// mover reads the mover if there is one; 0 otherwise.
func (r *textReader) mover(id int) int {
	at := r.mark()
	if r.b.t.Kind == Minimax {
		for i, name := range []string{"max", "min"} {
			if r.takeWord(name) {
				return i + 1
			}
		}
		word := r.lookNumber()
		r.pos += len(word)
		if c := r.peek(); word != "" && (c == '[' || c == '{') {
			if p := r.assumed.mover(word); p != 0 {
				return p
			}
			err := r.errAt(at, ", "+r.b.t.Place(id)+".player", "the movers of a minimax tree are max and min, not %s", truncate(word))
			err.reached = r.pos
			panic(err)
		}
		r.pos = at
		return 0
	}
	if word := r.lookWord(); word == "max" || word == "min" {
		r.failNode(at, id, ".player", "%s moves in a minimax tree; in a %s tree the movers are numbers", word, r.b.t.Kind)
	}
	if !r.startsNumber() {
		return 0
	}
	p := r.integer("a player")
	if p < 1 || p > r.b.maxMover() {
		alone := !strings.ContainsRune("[{(?o", rune(r.peek()))
		switch {
		case r.b.t.Kind == Path:
			r.failNode(at, id, ".player", "a path tree has 1 player, not a player %d; the cost of an edge is written +%d", p, p)
		case alone:
			r.failNode(at, id, ".value", "a leaf of a maxn tree has a score for each player, such as %s", r.exampleValue())
		}
		r.failNode(at, id, ".player", "player %d is out of range: this tree has %s", p, count(r.b.t.Players, "player"))
	}
	return p
}

// bounds reads {infoset … low … up … static …}; each of them is optional.
func (r *textReader) bounds(n *Node) {
	if !r.take('{') {
		return
	}
	fields := []string{"infoset", "low", "up", "static"}
	for !r.take('}') {
		at := r.mark()
		name := r.lookWord()
		var to **Vector
		switch name {
		case "low":
			to = &n.Low
		case "up":
			to = &n.Up
		case "static":
			to = &n.Static
		case "infoset":
			r.pos += len(name)
			if n.Infoset != "" {
				r.fail(at, "%s is repeated; give it once", name)
			}
			n.Infoset = r.infosetName()
			continue
		case "":
			r.expected(`infoset, low, up, static or "}"`)
		default:
			r.fail(at, "%s", unknownWord(name, "an entry of a node", fields))
		}
		r.pos += len(name)
		if *to != nil {
			r.fail(at, "%s is repeated; give it once", name)
		}
		var v Vector
		if r.scalar && r.peek() != '(' {
			v[0] = r.score("a number")
		} else {
			v = r.vector()
		}
		*to = &v
	}
}

func (r *textReader) children(id int, n *Node) {
	r.b.fill(id, n)
	if r.b.err != nil {
		panic(r.b.err)
	}
	open := r.mark()
	if !r.take('[') {
		r.expected(`"[" and the children of this node`)
	}
	if r.peek() == ']' {
		r.failNode(open, id, ".children", "an inner node needs a child; a leaf is written without brackets")
	}
	for !r.take(']') {
		switch c := r.peek(); {
		case c == ',':
			r.fail(r.pos, "separate children by white space, not by a comma")
		case c == 0 && r.pos == len(r.src):
			err := r.errAt(open, "", "this bracket is not closed: expected another node or \"]\", found the end of the text")
			err.reached = len(r.src)
			panic(err)
		}
		r.node()
	}
}

// leaf reads a leaf, if one comes next:
//
//	value          value|value…      only value
//	?              ? of value|…      value of value|…
//	.   in a path tree
//
// and "chosen" after it.
func (r *textReader) leaf(id int, n *Node) bool {
	c := r.peek()
	switch {
	case r.b.t.Kind == Path:
		if !r.take('.') {
			return false
		}
		r.markEnd(id)
	case c == '?':
		r.pos++
		r.markEnd(id)
		n.Unknown = true
		if r.takeWord("of") {
			r.alternatives(id, n)
		}
	case c == '(' || r.scalar && r.startsNumber():
		v := r.value()
		r.markEnd(id)
		n.Value = &v
		if r.takeWord("of") {
			r.alternatives(id, n)
		} else if r.peek() == '|' {
			n.Value = nil
			n.Alternatives = []Vector{v}
			r.pos++
			r.alternatives(id, n)
		}
	case r.takeWord("only"):
		n.Alternatives = []Vector{r.value()}
		r.markEnd(id)
	default:
		return false
	}
	if n.NotFromPaper = r.takeWord("chosen"); n.NotFromPaper {
		r.markEnd(id)
	}
	if c := r.peek(); r.b.t.Kind != Path && (c == '{' || c == '[') {
		r.failNode(r.pos, id, "", "a leaf has a value, and neither bounds nor children")
	}
	r.b.fill(id, n)
	if r.b.err != nil {
		panic(r.b.err)
	}
	return true
}

func (r *textReader) alternatives(id int, n *Node) {
	for {
		if len(n.Alternatives) == MaxAlts {
			panic(r.b.t.errNodeLimit(id, ".alternatives", "there are more than %d alternatives, the most that are allowed", MaxAlts))
		}
		n.Alternatives = append(n.Alternatives, r.value())
		r.markEnd(id)
		if !r.take('|') {
			return
		}
	}
}
