package foreign

import (
	"math/big"
	"strings"

	"espalier/trees"
)

// S-expressions, as in Lisp: (max (min 3 12) (min 2 4)), (MAX (A 3) (B 5)), (chance (0.5 3) (0.5 5)).
//
// The first word of a list says who moves, or is the name of the node. A name with a number alone is a leaf. Below a node
// of chance, a list begins with its probability. Text after a semicolon is a comment.

func (r *reader) sexpr() {
	s := &sexprReader{r: r}
	if c := s.space(); c == '\'' || c == '`' {
		r.take(c)
	}
	// In square brackets, lists of words are as in Racket; other ones are nested lists.
	if c := s.space(); c != '(' && (c != '[' || wordAt(strings.TrimLeft(r.src[r.pos+1:], " ")) == "") {
		r.expected("a list, such as (max (min 3 12) (min 2 4))")
	}
	f := s.form(1)
	if s.space(); r.pos < len(r.src) {
		r.expected("nothing more, since the list ends here")
	}
	if len(f.list) == 3 && isOneOf(f.list[0].atom, lispDefines) { // (define tree '(max 3 5))
		f = f.list[2]
		r.game.note("What is read is the value that the text assigns.")
	}
	r.nodes = 0
	s.survey(&f)
	r.game.root = s.node(f, 1, false)
	r.settle()
	r.notePairs()
	if s.comments {
		r.game.note("Comments are left out.")
	}
	if s.named {
		r.game.note("The first word of a list is the name of the node, or says who moves there.")
	}
}

// lispDefines are words of Lisp that give a value a name.
var lispDefines = []string{"def", "define", "defparameter", "defvar", "defconstant", "setq", "setf"}

type sexprReader struct {
	r        *reader
	comments bool
	named    bool
	tuples   bool // lists of numbers are scores
}

// A form is a list, or a word.
type form struct {
	at    int
	list  []form
	atom  string // empty: a list
	quote bool   // the word is in quotes
	// Of a list: it holds numbers alone, and how many commas are between its entries.
	numbers bool
	commas  int
}

// space skips white space and comments.
func (s *sexprReader) space() byte {
	r := s.r
	for {
		c := r.peek()
		if c != ';' {
			return c
		}
		s.comments = true
		for r.pos < len(r.src) && r.src[r.pos] != '\n' {
			r.stepOver(1)
		}
	}
}

// form reads a form.
func (s *sexprReader) form(level int) form {
	r := s.r
	c := s.space()
	f := form{at: r.pos}
	r.level(f.at, level-trees.MaxLevels) // a list of scores, or with a probability, is no level of the tree
	switch {
	case c == '(' || c == '[':
		closing := byte(')')
		if c == '[' {
			closing = ']'
		}
		r.take(c)
		for s.space() != closing {
			if r.pos == len(r.src) {
				r.failOpen(f.at, `"`+string(rune(closing))+`"`)
			}
			if r.peek() == '\'' && r.pos+1 < len(r.src) && (r.src[r.pos+1] == '(' || r.src[r.pos+1] == '[') {
				r.take('\'')
			}
			f.list = append(f.list, s.form(level+1))
			if s.space(); r.take(',') {
				f.commas++
			}
		}
		r.take(closing)
		if word := f.list; f.commas > 0 && len(word) > 0 && word[0].atom != "" && !word[0].quote && numberAt(word[0].atom) == "" {
			r.fail(word[0].at, "%s is no number; in a list of Lisp that begins with a word there are no commas", quoted(word[0].atom))
		}
		if len(f.list) > 1 && f.list[0].atom == "list" && f.list[1].atom == "" {
			r.failRead(f.at, "this calls the function list, which is no node; write the nodes alone, as in (max (min 3 5) 2)")
		}
		if len(f.list) == 0 {
			r.failRead(f.at, "this list is empty; a node has children or a value")
		}
	case c == '"':
		f.atom, f.quote = r.quotedText(), true
	default:
		for r.pos < len(r.src) && !strings.ContainsRune(" \t\r\n()[]\";,", rune(r.src[r.pos])) {
			r.stepOver(1)
		}
		if f.atom = r.src[f.at:r.pos]; f.atom == "" {
			r.pos = f.at
			r.expected("a word, a number or a list")
		}
	}
	return f
}

// number reads a word as a number.
func (s *sexprReader) number(f form) (x number, ok bool) {
	if f.atom == "" || f.quote || numberAt(f.atom) != f.atom {
		if infinite := trees.NotFiniteAt(f.atom); infinite != "" && infinite == f.atom {
			s.r.failNotFinite(f.at, infinite)
		}
		return number{}, false
	}
	x, err := parseNumber(f.atom, f.at)
	if err != nil {
		s.r.failRead(f.at, "%v", err)
	}
	return x, true
}

// node makes a node. A child of chance may begin with its probability.
func (s *sexprReader) node(f form, level int, ofChance bool) *node {
	r := s.r
	n := r.add(f.at, level)
	if f.atom != "" {
		x, ok := s.number(f)
		switch {
		case ok:
			n.value = []number{x}
		case isOpen(f.atom) || strings.EqualFold(f.atom, "nil"):
			if !isOpen(f.atom) {
				f.atom = "?"
			}
			r.open(n, f.atom)
		default:
			r.failRead(f.at, "%s is no value; a word is the first in a list, where it says who moves or is a name, such as (max 3 5) or (%s 3)", quoted(f.atom), shortened(f.atom))
		}
		return n
	}
	if s.isScores(&f) {
		for _, item := range f.list {
			x, _ := s.number(item)
			n.value = append(n.value, x)
		}
		n.listed = true
		return n
	}
	list := f.list
	if len(list) == 0 {
		r.failRead(f.at, "this text is empty; a node has a name, a value or children")
	}
	if ofChance && len(list) >= 2 {
		if x, ok := s.probability(list[0]); ok {
			n.prob = &x
			if list = list[1:]; len(list) == 1 {
				inner := s.node(list[0], level, false)
				r.nodes--
				inner.prob = n.prob
				return inner
			}
		}
	}
	head := list[0]
	if _, ok := s.number(head); head.atom != "" && !ok && !isOpen(head.atom) {
		s.head(n, head)
		if list = list[1:]; len(list) == 0 {
			r.failRead(f.at, "%s has neither children nor a value", quoted(head.atom))
		}
	}
	// A name before who moves: (A max (B 3) (C 5)).
	if n.name != "" && n.mover == unstated && len(list) > 1 && list[0].atom != "" {
		if _, ok := s.number(list[0]); !ok && saidIn(list[0].atom).mover() {
			r.labelled(n, list[0].atom+" "+n.name)
			list = list[1:]
		}
	}
	if len(list) == 1 && n.name != "" && n.mover == unstated && s.isScores(&list[0]) {
		scores := s.node(list[0], level, false)
		r.nodes--
		n.value, n.listed = scores.value, false
		return n
	}
	if len(list) == 1 && list[0].atom != "" && n.name != "" && n.mover == unstated {
		x, ok := s.number(list[0])
		if ok || isOpen(list[0].atom) {
			if n.value = []number{x}; !ok {
				n.value = nil
				r.open(n, list[0].atom)
			}
			r.checkName(n, n.name, n.value, f.at)
			return n
		}
	}
	if n.mover == chanceMoves {
		list = s.pairs(list)
	}
	for _, item := range list {
		n.kids = append(n.kids, s.node(item, level+1, n.mover == chanceMoves))
	}
	if n.mover == chanceMoves {
		r.checkProbs(n)
	} else if n.mover == unstated {
		r.cast.label(n, n.name)
	}
	return n
}

// head reads the first word of a list.
func (s *sexprReader) head(n *node, f form) {
	word := strings.TrimLeft(f.atom, ":'")
	s.named = true
	if !s.r.labelled(n, word) {
		n.name = word
	}
}

// isScores reports whether a list holds the scores of a leaf: numbers with commas between them, or, in a tree of numbered
// players, one number for each in all lists of numbers.
func (s *sexprReader) isScores(f *form) bool {
	return len(f.list) > 1 && f.numbers && (f.commas == len(f.list)-1 || s.tuples)
}

// survey finds out whether lists of numbers alone are scores: a player with a number moves, all of these lists have the same
// length, and no number is a child elsewhere.
func (s *sexprReader) survey(f *form) {
	width, alike, players := 0, true, false
	var look func(f *form)
	look = func(f *form) {
		s.r.step()
		f.numbers = len(f.list) > 0
		for i := range f.list {
			if k := &f.list[i]; k.atom == "" || k.quote || numberAt(k.atom) != k.atom {
				f.numbers = false
			}
		}
		if f.numbers {
			alike = alike && (width == 0 || width == len(f.list))
			width = len(f.list)
			return
		}
		for i := range f.list {
			k := &f.list[i]
			if m, _, ok := moverOf(k.atom); i == 0 && ok && m == playerMoves {
				players = true
			} else if k.atom != "" && numberAt(k.atom) == k.atom {
				alike = false
			}
			look(k)
		}
	}
	look(f)
	s.tuples = players && alike && width > 1
}

// pairs puts probabilities and the nodes after them into lists: (chance 1/2 3 1/2 5) is (chance (1/2 3) (1/2 5)), if every
// other entry is a number and these add up to 1.
func (s *sexprReader) pairs(list []form) (pairs []form) {
	if len(list)%2 != 0 {
		return list
	}
	var sum big.Rat
	for i := 0; i < len(list); i += 2 {
		s.r.step()
		x, ok := s.probability(list[i])
		if !ok || x.rat().Sign() < 0 || x.rat().Cmp(one) > 0 || sum.Denom().BitLen() > maxSumBits {
			return list
		}
		sum.Add(&sum, x.rat())
		pairs = append(pairs, form{at: list[i].at, list: list[i : i+2]})
	}
	if sum.Cmp(one) != 0 {
		return list
	}
	if s.r.numbers == Leaves {
		s.r.plain++
		return list
	}
	s.r.pairs++
	return pairs
}

// probability reads 0.5, 1/2 or 50%.
func (s *sexprReader) probability(f form) (x number, ok bool) {
	if digits, percents := strings.CutSuffix(f.atom, "%"); percents {
		if x, ok = s.number(form{at: f.at, atom: digits}); ok {
			x = numberOf(new(big.Rat).Mul(x.rat(), big.NewRat(1, percent)), x.at)
		}
		return x, ok
	}
	return s.number(f)
}

// showsSexpr returns how much a text looks like an S-expression.
func showsSexpr(text string) int {
	text = strings.TrimLeft(text, blankCharacters)
	for strings.HasPrefix(text, ";") {
		_, text, _ = strings.Cut(text, "\n")
		text = strings.TrimLeft(text, blankCharacters)
	}
	text = strings.TrimLeft(text, "'`")
	switch {
	case !strings.HasPrefix(text, "("):
		return unlike
	case lispBegin.MatchString(text):
		return sure
	}
	return unlike
}
