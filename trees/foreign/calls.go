package foreign

import (
	"math/big"

	"espalier/trees"
)

// Function calls: max(min(3,12,8), min(2,4,6)), chance(0.5: …, 0.5: …), P1(P2((1,2,3), …), …).

const callExample = "a call, such as max(3, min(5, 2))"

func (r *reader) calls() {
	at := r.mark()
	word := r.function()
	if word == "" {
		r.expected(callExample)
	}
	if r.peek() != '(' {
		// Nothing before the bracket shows that the text is one of calls.
		r.fail(at, "%s is no function here; expected %s", quoted(word), callExample)
	}
	r.pos = at
	r.game.root = r.call(1)
	r.end("the outer call")
}

// function reads the name of a function, "" if none comes next: a word, or the number of a
// player.
func (r *reader) function() string {
	r.peek()
	word := wordAt(r.src[r.pos:])
	if word == "" {
		if word = r.lookNumber(); !allDigits(word) {
			return ""
		}
	}
	r.stepOver(len(word))
	return word
}

// call reads a call with all below it.
func (r *reader) call(level int) *node {
	n := r.add(r.mark(), level)
	word := r.function()
	if word == "" {
		r.expected("a number, scores such as (1,2,3), or " + callExample)
	}
	if !n.setMover(word) {
		r.failRead(n.at, "%s is no function here; there are max, min, chance and those of the players: P1, P2, …", quoted(word))
	}
	open := r.mark()
	if !r.take('(') {
		r.expected(`"(" and what ` + shortened(word) + ` chooses from`)
	}
	n.kids = r.arguments(n, open, ')', level+1)
	if len(n.kids) == 0 {
		r.fail(open, "%s has nothing to choose from", quoted(word))
	}
	if n.mover == chanceMoves {
		r.checkProbs(n)
	}
	return n
}

// arguments reads the arguments up to a closing bracket.
func (r *reader) arguments(of *node, open int, closing byte, level int) (kids []*node) {
	end := `"` + string(rune(closing)) + `"`
	for !r.take(closing) {
		if len(kids) > 0 {
			if !r.take(',') && r.pos < len(r.src) {
				r.expected(`"," or ` + end)
			}
			if r.take(closing) {
				break
			}
		}
		if r.peek() == 0 && r.pos == len(r.src) {
			r.failOpen(open, "another argument or "+end)
		}
		if r.peek() == '[' && closing == ')' {
			kids = append(kids, r.argumentList(of, len(kids) == 0, level)...)
		} else {
			kids = append(kids, r.argument(of, level))
		}
	}
	return kids
}

// argumentList reads a list in square brackets: the children, as in max([3, 12, 8]), if it is
// the only argument, else the scores of a leaf.
func (r *reader) argumentList(of *node, first bool, level int) []*node {
	at := r.mark()
	r.take('[')
	list := r.arguments(of, at, ']', level)
	if first && r.peek() == ')' {
		return list
	}
	leaf := &node{at: at}
	for _, k := range list {
		if len(k.value) != 1 || k.action != "" || k.prob != nil {
			r.fail(k.at, "a list beside other arguments holds the scores of a leaf, and they are numbers alone")
		}
		leaf.value = append(leaf.value, k.value...)
	}
	r.nodes -= max(0, len(list)-1)
	return []*node{leaf}
}

// argument reads an argument of a call: a probability or the name of a move, if they are
// given before it, and a node.
func (r *reader) argument(of *node, level int) *node {
	action, prob := r.beforeArgument(of)
	at := r.mark()
	var n *node
	switch c := r.peek(); {
	case c == '(' || c == '[':
		n = r.add(at, level)
		n.value = r.scores()
	case c == '?':
		n = r.add(at, level)
		n.unknown = r.take('?')
	case r.lookNumber() != "":
		x := r.number()
		if r.peek() == '(' { // the number of a player
			r.pos = at
			n = r.call(level)
			break
		}
		n = r.add(at, level)
		n.value = []number{x}
	default:
		n = r.call(level)
	}
	n.action, n.prob = action, prob
	return n
}

// beforeArgument reads a probability, as in 0.5: 3, 50%: 3 and 0.5*3, or the name of a move, as in
// left: 3 and "go on": 3.
func (r *reader) beforeArgument(of *node) (action string, prob *number) {
	at := r.mark()
	c := r.peek()
	switch {
	case c == '"' || c == '\'':
		action = r.quotedText()
		if !r.take(':') && !r.take('=') {
			r.expected(`":" after the name of the move`)
		}
		return action, nil
	case r.lookNumber() != "":
		x := r.number()
		if r.take('%') {
			x = numberOf(new(big.Rat).Mul(x.rat(), big.NewRat(1, percent)), x.at)
		}
		if !r.take(':') && !r.take('*') {
			break
		}
		if of.mover != chanceMoves {
			r.fail(at, "%s is where a probability would be, and only moves of chance have probabilities", shortened(x.String()))
		}
		return "", &x
	default:
		word := wordAt(r.src[r.pos:])
		r.stepOver(len(word))
		if word != "" && (r.take(':') || r.take('=')) {
			return word, nil
		}
	}
	r.pos = at
	return "", nil
}

// scores reads (1,2,3) or [1,2,3].
func (r *reader) scores() (list []number) {
	at := r.mark()
	closing := byte(')')
	if r.peek() == '[' {
		closing = ']'
	}
	r.take(r.peek())
	for {
		if r.lookNumber() == "" {
			r.expected("a score")
		}
		if len(list) == trees.MaxPlayers {
			panic(over(trees.ErrorIn(r.src, at, "these brackets hold more than %d scores, one a player", trees.MaxPlayers)))
		}
		list = append(list, r.number())
		if r.take(closing) {
			return list
		}
		if !r.take(',') {
			r.expected(`"," or "` + string(rune(closing)) + `"`)
		}
	}
}

// quotedText reads a text in double or single quotes, with a backslash before a quote.
func (r *reader) quotedText() string {
	open := r.mark()
	quote := r.src[r.pos]
	var text []byte
	for i := r.pos + 1; i < len(r.src); i++ {
		r.step()
		switch c := r.src[i]; {
		case c == quote:
			r.pos = i + 1
			return string(text)
		case c == '\\' && i+1 < len(r.src):
			i++
			text = append(text, r.src[i])
		default:
			text = append(text, c)
		}
	}
	r.failOpenString(open)
	return ""
}
