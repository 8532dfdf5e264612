package foreign

import (
	"math/big"
	"regexp"
	"strings"

	"espalier/trees"
)

// Function calls: max(min(3,12,8), min(2,4,6)), chance(0.5: …, 0.5: …), P1(P2((1,2,3), …), …).

const callExample = "a call, such as max(3, min(5, 2))"

func (r *reader) calls() {
	if r.peek() == '=' { // a formula of a spreadsheet
		r.take('=')
		r.formula = true
	}
	r.semicolons = strings.Contains(r.src, ";")
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
	r.termEnd()
	r.end("the outer call")
	r.notePairs()
}

// notePairs notes which numbers are read as probabilities.
func (r *reader) notePairs() {
	if r.commaNumbers > 0 {
		r.game.note("Semicolons are between the arguments, and a comma is a decimal point.")
	}
	if r.pairs > 0 {
		r.game.note("A number before each node is read as its probability, at %s.", count(r.pairs, "chance node"))
		r.ofNumbers(Leaves, "Each number is a leaf")
	}
	if r.plain > 0 {
		r.game.note("Each number is a leaf at %s, and no probability.", count(r.plain, "chance node"))
		r.ofNumbers(Chances, "Probabilities and nodes in turn")
	}
}

// termEnd takes the full stop after a term of Prolog.
func (r *reader) termEnd() {
	if r.peek() == '.' && strings.Trim(r.src[r.pos+1:], blankCharacters) == "" {
		r.take('.')
	}
}

// leafCalls make a leaf of their arguments, and pairCalls a child of chance: leaf(3), p(0.5, leaf(3)).
var (
	leafCalls = []string{"leaf", "terminal", "value", "utility", "payoff", "payoffs"}
	pairCalls = []string{"p", "prob", "pr", "pair", "branch", "outcome"}
)

// modules are names before a function: Math.max, std::max, np.max.
var modules = regexp.MustCompile(`^(?:(?:Math|math|MathF|std|np|numpy|jnp|torch|tf|builtins|Iterables|Collections)(?:\.|::)(?:ranges::)?)`)

// separator takes what is between arguments.
func (r *reader) separator() bool {
	return r.take(',') || r.semicolons && r.take(';')
}

// function reads the name of a function, "" if none comes next: a word, or the number of a
// player.
func (r *reader) function() string {
	r.peek()
	r.stepOver(len(modules.FindString(r.src[r.pos:])))
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
	if word := trees.NotFiniteAt(r.src[r.pos:]); word != "" {
		r.failNotFinite(r.pos, word)
	}
	word := r.function()
	if word == "" {
		r.expected("a number, scores such as (1,2,3), or " + callExample)
	}
	if isOneOf(strings.ToLower(word), leafCalls) && r.peek() == '(' {
		r.leafCall(n)
		return n
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
		r.chancePairs(n)
		r.checkProbs(n)
	}
	return n
}

// leafCall reads the arguments of a leaf: a name, if there is one, and the scores, or a question mark.
func (r *reader) leafCall(n *node) {
	open := r.mark()
	r.take('(')
	if word := wordAt(r.src[r.mark():]); word != "" && !isOpen(word) && trees.NotFiniteAt(word) == "" {
		r.stepOver(len(word))
		if n.name = word; !r.take(',') {
			r.expected(`"," and the value of the leaf`)
		}
	}
	switch c := r.peek(); {
	case c == '(' || c == '[':
		n.value = r.scores()
	case c == '?' || isOpen(wordAt(r.src[r.pos:])):
		word := r.src[r.pos : r.pos+1]
		r.stepOver(1)
		r.open(n, word)
	default:
		for len(n.value) == 0 || r.take(',') {
			if r.lookNumber() == "" {
				r.expected("a score")
			}
			n.value = append(n.value, r.numberAlone())
		}
	}
	if r.mark() == len(r.src) {
		r.failOpen(open, `")"`)
	}
	if !r.take(')') {
		r.expected(`")"`)
	}
}

// chancePairs reads probabilities before the children of chance: chance(0.5, leaf(3), 0.5, leaf(9)). A number from 0 to 1
// before a node that is no number may be one, or a leaf. In numbers alone, every other one is a probability if they add up to
// 1 and are parts of it.
func (r *reader) chancePairs(n *node) {
	bare := func(k *node) bool {
		return len(k.kids) == 0 && len(k.value) == 1 && k.prob == nil && k.action == "" && numberAt(r.src[k.at:]) != ""
	}
	unclear, all, parts := -1, true, false
	pairs := len(n.kids)%2 == 0
	var sum probSum
	for i, k := range n.kids {
		r.step()
		if k.prob != nil {
			return
		}
		if x := k.value; bare(k) && i+1 < len(n.kids) && !bare(n.kids[i+1]) && unclear < 0 && x[0].rat().Sign() > 0 && x[0].rat().Cmp(one) < 0 {
			unclear = i
		}
		all = all && bare(k)
		if i%2 == 0 {
			parts = parts || bare(k) && k.value[0].rat().Sign() > 0 && k.value[0].rat().Cmp(one) < 0
			if pairs = pairs && bare(k) && k.value[0].rat().Sign() >= 0 && k.value[0].rat().Cmp(one) <= 0; pairs {
				sum.add(r, &k.value[0], k.at)
			}
		}
	}
	pairs = pairs && len(n.kids) > 0 && sum.isOne()
	switch {
	case all && pairs && r.numbers == Leaves:
		r.plain++
	case all && !(pairs && (parts || r.numbers == Chances)):
	case unclear < 0 && !all:
	case pairs:
		var kids []*node
		for i := 1; i < len(n.kids); i += 2 {
			n.kids[i].prob = &n.kids[i-1].value[0]
			kids = append(kids, n.kids[i])
		}
		r.nodes -= len(kids)
		n.kids = kids
		r.pairs++
	default:
		x := n.kids[unclear].value[0]
		r.failRead(n.kids[unclear].at, "is %s a leaf of chance, or the probability of the node after it? Write leaf(%s), or %s: before each node", x.String(), x.String(), x.String())
	}
}

// arguments reads the arguments up to a closing bracket.
func (r *reader) arguments(of *node, open int, closing byte, level int) (kids []*node) {
	end := `"` + string(rune(closing)) + `"`
	for !r.take(closing) {
		if len(kids) > 0 {
			if !r.separator() && r.pos < len(r.src) {
				r.expected(`"," or ` + end)
			}
			if r.take(closing) {
				break
			}
		}
		if r.peek() == 0 && r.pos == len(r.src) {
			r.failOpen(open, "another argument or "+end)
		}
		if c := r.peek(); (c == '[' || c == '{') && closing == ')' {
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
	closing := byte(']')
	if r.peek() == '{' { // of C++
		closing = '}'
	}
	r.take(r.peek())
	list := r.arguments(of, at, closing, level)
	if first && r.peek() == ')' {
		return list
	}
	leaf := &node{at: at, listed: true}
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
	if prob == nil {
		if n := r.pairArgument(of, level); n != nil {
			n.action = action
			return n
		}
	}
	var n *node
	switch c := r.peek(); {
	case c == '(' || c == '[':
		n = r.add(at, level)
		n.value = r.scores()
	case c == '?':
		n = r.add(at, level)
		r.take('?')
		r.open(n, "?")
	case r.lookNumber() != "":
		x := r.numberOfFormula()
		if r.peek() == '(' { // the number of a player
			r.pos = at
			n = r.call(level)
			break
		}
		n = r.add(at, level)
		n.value = []number{x}
	default:
		if word := wordAt(r.src[r.pos:]); word == "None" || word == "null" || isOpen(word) {
			n = r.add(at, level)
			r.stepOver(len(word))
			if r.peek() != '(' {
				if !isOpen(word) {
					word = "?"
				}
				r.open(n, word)
				break
			}
			r.pos = at
			r.nodes--
		}
		n = r.call(level)
	}
	if of.mover == chanceMoves && prob == nil && r.peek() == '-' { // leaf(3)-0.5
		r.take('-')
		if r.lookNumber() == "" {
			r.expected("the probability of the node before the sign")
		}
		x := r.numberAlone()
		prob = &x
	}
	n.action, n.prob = action, prob
	return n
}

// numberOfFormula reads a number, with a decimal comma where semicolons are between arguments.
func (r *reader) numberOfFormula() number {
	r.peek()
	if word := formulaNumber.FindString(r.src[r.pos:]); r.semicolons && word != "" {
		x, err := parseNumber(strings.Replace(word, ",", ".", 1), r.pos)
		if err != nil {
			r.fail(r.pos, "%v", err)
		}
		r.stepOver(len(word))
		r.commaNumbers++
		return x
	}
	return r.numberAlone()
}

// cellName is the name of a cell of a spreadsheet.
var cellName = regexp.MustCompile(`^[A-Z]{1,3}\d+$`)

// formulaNumber is a number with a decimal comma.
var formulaNumber = regexp.MustCompile(`^[-+−]?\d+,\d+`)

// pairArgument reads a child of chance with its probability before it: (0.5, leaf(3)) or p(0.5, leaf(3)). It returns nil
// and reads nothing if the argument is another one.
func (r *reader) pairArgument(of *node, level int) *node {
	at := r.mark()
	word := wordAt(r.src[at:])
	if of.mover != chanceMoves || word != "" && !isOneOf(strings.ToLower(word), pairCalls) {
		return nil
	}
	r.stepOver(len(word))
	if !r.take('(') || r.lookNumber() == "" {
		r.pos = at
		return nil
	}
	x := r.numberAlone()
	if !r.take(',') || word == "" && r.lookNumber() != "" { // scores
		r.pos = at
		return nil
	}
	n := r.argument(of, level)
	if n.prob != nil {
		r.failRead(n.at, "this node has two probabilities; write one of them")
	}
	n.prob = &x
	if !r.take(')') {
		r.expected(`")"`)
	}
	return n
}

// beforeArgument reads a probability, as in 0.5: 3, 50%: 3 and 0.5*3, or the name of a move, as in
// left: 3 and "go on": 3.
func (r *reader) beforeArgument(of *node) (action string, prob *number) {
	at := r.mark()
	c := r.peek()
	switch {
	case modules.MatchString(r.src[at:]):
		return "", nil
	case c == '"' || c == '\'':
		action = r.quotedText()
		if !r.take(':') && !r.take('=') {
			r.expected(`":" after the name of the move`)
		}
		return action, nil
	case r.lookNumber() != "":
		x := r.numberAlone()
		if r.take('%') {
			x = numberOf(new(big.Rat).Mul(x.rat(), big.NewRat(1, percent)), x.at)
		}
		if !r.take(':') && !r.take('*') && !(of.mover == chanceMoves && r.take('-')) {
			break
		}
		if of.mover != chanceMoves {
			r.fail(at, "%s is where a probability would be, and only moves of chance have probabilities", shortened(x.String()))
		}
		return "", &x
	default:
		word := wordAt(r.src[r.pos:])
		if cellName.MatchString(word) && r.formula {
			r.fail(at, "%s is a cell of a spreadsheet, whose value is not in the text; write the value itself, as in =MAX(3;5)", word)
		}
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
			panic(over(r.errorIn(at, "these brackets hold more than %d scores, one a player", trees.MaxPlayers)))
		}
		list = append(list, r.numberAlone())
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
