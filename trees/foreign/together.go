package foreign

import (
	"math/big"
	"regexp"
	"strings"
	"unicode"
)

// This file finds out what numbers together are where a text leaves it open: 3,5 is one number with a decimal comma, or the
// scores of two players; 3/1 is a fraction, or two scores; and [3, 5] holds the scores of a leaf, or two leaves.

// sidesOf returns the sides of a fraction as numbers; nil: one of them is none.
func sidesOf(over, under string, at int) *[2]number {
	a, wrong := parseNumber(over, at)
	b, wrongToo := parseNumber(under, at)
	if wrong != nil || wrongToo != nil {
		return nil
	}
	return &[2]number{a, b}
}

// A togetherSurvey says what the leaves of a tree have.
type togetherSurvey struct {
	leaves           int // with a value
	commas           int // pairs that may be a decimal number
	slashes          int // fractions with a slash
	lists            int
	single           bool    // every leaf has one number, or a pair that may be one
	pairs            bool    // every leaf has two numbers, or a fraction with a slash
	odd              *number // a fraction that nobody writes as one, such as 3/1, 0/2 or 2/4
	fraction         *number // the first fraction
	max, min, player bool    // who moves
	grouped          *number // the first of numbers that may be one with separators
	zeros            *number // the first of them with a group that begins with 0
	brackets         bool    // all of them are in round brackets
	alone            bool    // some leaf has one number
	several          bool    // some leaf has several numbers that are no such
}

func (r *reader) surveyTogether() *togetherSurvey {
	s := &togetherSurvey{single: true, pairs: true, brackets: true}
	var look func(n *node)
	look = func(n *node) {
		r.step()
		if len(n.kids) > 0 {
			s.max, s.min, s.player = s.max || n.mover == maxMoves, s.min || n.mover == minMoves, s.player || n.mover == playerMoves
		} else if len(n.value) > 0 {
			s.leaf(n)
		}
		for _, k := range n.kids {
			look(k)
		}
	}
	look(r.game.root)
	return s
}

func (s *togetherSurvey) leaf(n *node) {
	s.leaves++
	x := &n.value[0]
	switch {
	case x.groups != nil:
		if s.grouped == nil {
			s.grouped = x
		}
		s.brackets = s.brackets && strings.HasPrefix(*x.groups, "(")
		if s.zeros == nil && zeroGroup.MatchString(*x.groups) {
			s.zeros = x
		}
	case len(n.value) > 1:
		s.several = true
	default:
		s.alone = true
	}
	comma, slash := len(n.value) == 2 && x.comma != nil, len(n.value) == 1 && x.sides != nil
	s.single, s.pairs = s.single && (comma || len(n.value) == 1), s.pairs && (len(n.value) == 2 || slash)
	switch {
	case comma:
		s.commas++
	case n.listed:
		s.lists++
	case slash:
		s.slashes++
		if s.fraction == nil {
			s.fraction = x
		}
		if s.odd == nil && x.isUnusual() {
			s.odd = x
		}
	}
}

// thousands are numbers that may be one with a separator between its thousands, or with a fraction after it.
var thousands = regexp.MustCompile(`^\(?[-+−]?[1-9]\d{0,2}(?:(?:,\d{3})+|(?:[ \x{A0}\x{2009}\x{202F}]\d{3})+)(?:\.\d+)?\)?$|^[-+−]?\d{1,3}(?:\.\d{3})+,\d+$|^[-+−]?\d+ \d+/\d+$|^\(?[-+−]?\d+,\d+ *;.*[\d)]$|^\(?[^,;]*\d *;.*\d,\d.*$`)

// zeroGroup is a group of three digits that is no number of its own: 050, 000.
var zeroGroup = regexp.MustCompile(`[ ,\x{A0}\x{2009}\x{202F}]0\d\d(?:\D|$)`)

// checkThousands refuses numbers such as 1,200 where every leaf with several numbers has such: it may be one number, or two
// scores. In brackets at nodes of players they are scores, unless a group such as 050 begins with 0.
func (r *reader) checkThousands(s *togetherSurvey) {
	if s.grouped == nil || s.zeros == nil && !strings.Contains(*s.grouped.groups, ";") && (s.several || r.numbers == Scores || s.player && s.brackets && !s.alone) {
		return
	}
	x := s.grouped
	if s.zeros != nil {
		x = s.zeros
	}
	written := strings.Trim(*x.groups, "() ")
	if strings.Contains(written, ";") {
		r.failRead(x.at, "%s has commas and semicolons, so a comma may be in a number; write the scores of players with commas between them, and a point in decimal numbers, such as (1200, 2.5)", quoted(written))
	}
	parts := strings.FieldsFunc(written, func(c rune) bool { return c == ',' || unicode.IsSpace(c) })
	one, sign := strings.Join(parts, ""), "a separator between its thousands"
	if fraction := parts[len(parts)-1]; strings.Contains(fraction, "/") {
		one, sign = strings.Join(parts, " + "), "a fraction after it"
		if over, under, _ := strings.Cut(fraction, "/"); parts[0][0] != '-' {
			if side, ok := mixedSide(parts[0], over, under); ok {
				one = side + "/" + under
			}
		}
	} else if strings.Contains(parts[0], ".") {
		one = strings.ReplaceAll(parts[0], ".", "") + "." + parts[1]
	}
	if s.zeros != nil {
		r.failRead(x.at, "%s is one number with a separator between its thousands; write it without the separator: %s", quoted(written), shortened(one))
	}
	r.failRead(x.at, "%s may be one number with %s, or the scores of %d players; write %s, or (%s)", quoted(written), sign, len(parts), shortened(one), shortened(strings.Join(parts, ", ")))
}

// isUnusual reports whether a fraction is not in lowest terms, or is a whole number.
func (n *number) isUnusual() bool {
	over, under := n.sides[0].rat(), n.sides[1].rat()
	return under.Cmp(one) == 0 || new(big.Int).GCD(nil, nil, new(big.Int).Abs(over.Num()), under.Num()).Cmp(one.Num()) != 0
}

// written is a fraction as the text has it.
func (n *number) written() string { return n.sides[0].String() + "/" + n.sides[1].String() }

// readTogether decides what numbers together are, and says it in notes.
func (r *reader) readTogether() {
	if r.together {
		return
	}
	r.together = true
	r.pairsOfChance(r.game.root)
	if r.ofPairs > 0 {
		r.game.note("The first of two entries below chance is read as the probability of the other one, at %s.", count(r.ofPairs, "chance node"))
		r.ofNumbers(Scores, "Two numbers are scores")
		r.ofNumbers(Leaves, "Each number is a leaf")
	}
	if r.noPairs > 0 {
		r.game.note("Two entries below chance are no probability and node, at %s.", count(r.noPairs, "chance node"))
		r.ofNumbers(Chances, "Probabilities and nodes in turn")
	}
	s := r.surveyTogether()
	r.checkThousands(s)
	if s.commas > 0 && s.single {
		r.commas(s)
	}
	if s.slashes > 0 && r.game.players != 1 {
		r.slashed(s)
	}
	if s.lists > 0 {
		r.listsOf(s)
	}
}

// pairsOfChance reads the children of chance as pairs of a probability and a node, as programs write them: (0.5, Leaf(4)) or
// [0.5, 4]. All of them are pairs, and the probabilities add up to 1. They are parts of it: 0 and 1 are scores, too.
func (r *reader) pairsOfChance(n *node) {
	r.step()
	if n.mover == chanceMoves {
		r.pairsBelow(n)
	}
	for _, k := range n.kids {
		r.pairsOfChance(k)
	}
}

func (r *reader) pairsBelow(n *node) {
	var sum probSum
	parts := false
	for _, k := range n.kids {
		r.step()
		p := pairedProb(k)
		if p == nil || p.rat().Sign() < 0 || p.rat().Cmp(one) > 0 {
			return
		}
		parts = parts || isPart(p)
		sum.add(r, p, k.at)
	}
	if !parts || !sum.isOne() {
		return
	}
	if r.numbers == Scores || r.numbers == Leaves {
		r.noPairs++
		return
	}
	r.ofPairs++
	for i, k := range n.kids {
		p := pairedProb(k)
		if r.cast.plain == k {
			r.cast.plain = nil
		}
		if len(k.kids) == 0 {
			k.value, k.listed = k.value[1:], false
		} else {
			r.nodes -= len(k.kids)
			k = k.kids[1]
		}
		k.prob, n.kids[i] = p, k
	}
}

// pairedProb returns the first of the two entries of a node that says nothing else, if it is a number.
func pairedProb(k *node) *number {
	switch {
	case k.mover != unstated || k.name != "" || k.action != "" || k.prob != nil:
	case len(k.kids) == 0 && len(k.value) == 2:
		return &k.value[0]
	case len(k.kids) == 2 && len(k.value) == 0:
		if first := k.kids[0]; len(first.kids) == 0 && len(first.value) == 1 && first.name == "" && first.action == "" && first.prob == nil {
			return &first.value[0]
		}
	}
	return nil
}

// commas reads pairs such as 3,5 as one number if Max or Min moves, or the text has semicolons or tabs between its columns.
func (r *reader) commas(s *togetherSurvey) {
	joined := r.columns || s.max || s.min
	switch {
	case r.numbers != "":
		joined = r.numbers == OneNumber
	case s.player:
		return
	}
	if !joined {
		r.game.note("A comma between two numbers is between the scores of two players. A decimal number has a point, as in 3.5.")
		r.ofNumbers(OneNumber, "A comma is a decimal point")
		return
	}
	r.eachLeaf(func(n *node, _ int) {
		if len(n.value) == 2 && n.value[0].comma != nil {
			n.value = []number{*n.value[0].comma}
		}
	})
	r.game.note("A comma between two numbers, as in 3,5, is read as a decimal point. Two scores are written (3, 5), at nodes of player 1 and player 2.")
	r.ofNumbers(Scores, "A comma is between two scores")
}

// slashed reads 3/1 as two scores if all leaves are such pairs, one of them is no usual fraction, and neither Max nor Min
// moves.
func (r *reader) slashed(s *togetherSurvey) {
	sided := s.max || s.min
	scores := s.pairs && (s.slashes < s.leaves || s.odd != nil && !sided)
	if r.numbers != "" && s.slashes == s.leaves {
		scores = r.numbers == Scores
	}
	switch {
	case scores:
		r.eachLeaf(func(n *node, _ int) {
			if len(n.value) == 1 && n.value[0].sides != nil {
				n.value = n.value[0].sides[:]
			}
		})
		r.game.note("A slash between two numbers, as in %s, is between the scores of two players.", shortened(s.fraction.written()))
		r.ofNumbers(OneNumber, "A slash makes a fraction")
	case s.odd != nil, s.pairs && s.player, r.numbers != "":
		x := s.odd
		if x == nil {
			x = s.fraction
		}
		r.game.note("A slash between two numbers makes a fraction: %s is %s. Two scores are written (%s, %s).",
			shortened(x.written()), shortened(x.String()), shortened(x.sides[0].String()), shortened(x.sides[1].String()))
		r.ofNumbers(Scores, "A slash is between two scores")
	}
}

// listsOf reads a list of numbers as the scores of a leaf, unless the options say that each of them is a leaf.
func (r *reader) listsOf(s *togetherSurvey) {
	if r.numbers != Leaves {
		r.game.note("A list of numbers is read as the scores of a leaf.")
		r.ofNumbers(Leaves, "Each number is a leaf")
		return
	}
	r.eachLeaf(func(n *node, level int) {
		if !n.listed {
			return
		}
		for _, x := range n.value {
			k := r.add(x.at, level+1)
			k.value = []number{x}
			n.kids = append(n.kids, k)
		}
		n.value = nil
	})
	r.game.note("Each number of a list is a leaf.")
	r.ofNumbers(Scores, "A list has the scores of a leaf")
}

// eachLeaf calls change with the leaves that have a value, and their levels.
func (r *reader) eachLeaf(change func(n *node, level int)) {
	var visit func(n *node, level int)
	visit = func(n *node, level int) {
		r.step()
		kids := n.kids
		if len(kids) == 0 && len(n.value) > 0 {
			change(n, level)
		}
		for _, k := range kids {
			visit(k, level+1)
		}
	}
	visit(r.game.root, 1)
}
