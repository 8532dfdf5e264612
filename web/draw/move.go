package draw

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"espalier/trace"
	"espalier/trees"
)

// This file draws the text on the edge into a node: the name of the move, and the probability
// below a chance node. Edges with a text end in a vertical stem of their level, and the text
// interrupts the stem. So a text needs the width of its own node only: no other edge comes near
// it, however flat the edges of a wide node are.

const (
	moveSize  = 16 // a move and its probability
	stemAbove = 6  // length of the stem above its text
	stemText  = 23 // height that the text interrupts: the ends of a bold stem are round
	stemBase  = 16 // base line of the text, from the top of this height
	stemBelow = 5  // least length of the stem below its text
	stemSpace = stemAbove + stemText + stemBelow

	// moveOverlap is how far a text may be wider than the boxes below it on each side. Boxes of a
	// level are siblingGap apart, and texts need less between them.
	moveOverlap = 7
)

// moveText returns the text on the edge into a node: the move, shortened, and its probability.
func (d *Drawing) moveText(node int) string {
	t := d.t
	if node == 0 || t.LabelsAreMoves() {
		return ""
	}
	var parts []string
	if name := t.Action(node); name != "" {
		parts = append(parts, shorten(name))
	}
	if prob := d.probText(node); prob != "" {
		parts = append(parts, prob)
	}
	if t.Kind == trees.Path && t.HasActions() { // else the cost is beside the edge
		parts = append(parts, costText(t, node))
	}
	return strings.Join(parts, " · ")
}

func costText(t *trees.Tree, node int) string {
	return t.Cost(node).In(t.Unit).String() + ownMark(t.NumbersNotFromPaper(node)&trees.EdgeCost)
}

// wholeMove returns the name of the move to a node if the picture shows only a part of it.
func wholeMove(t *trees.Tree, node int) string {
	if name := t.Action(node); utf8.RuneCountInString(name) > labelRunes {
		return name
	}
	return ""
}

// fractions are the characters of fractions that are easier to read than decimals.
var fractions = map[trees.Number]string{
	{Score: 1, Unit: 2}: "½", {Score: 1, Unit: 3}: "⅓", {Score: 2, Unit: 3}: "⅔", {Score: 1, Unit: 4}: "¼", {Score: 3, Unit: 4}: "¾",
	{Score: 1, Unit: 6}: "⅙", {Score: 5, Unit: 6}: "⅚", {Score: 1, Unit: 8}: "⅛", {Score: 3, Unit: 8}: "⅜", {Score: 5, Unit: 8}: "⅝", {Score: 7, Unit: 8}: "⅞",
	{Score: 0, Unit: 1}: "0", {Score: 1, Unit: 1}: "1",
}

// A probForm is the form in which the probabilities below a chance node are drawn. All are in one
// form, so that they can be compared: characters of fractions, decimals, or fractions.
type probForm struct {
	given          bool // the document has a probability, so a child without one is at fault
	short, decimal bool
}

func probFormOf(t *trees.Tree, parent int) probForm {
	f := probForm{short: true, decimal: true}
	for _, k := range t.Kids(parent) {
		_, given := t.GivenProb(int(k))
		f.given = f.given || given
	}
	for _, k := range t.Kids(parent) {
		if _, given := t.GivenProb(int(k)); f.given && !given {
			continue
		}
		p := t.Prob(int(k))
		f.short = f.short && fractions[p] != ""
		f.decimal = f.decimal && !strings.Contains(p.String(), "/")
	}
	return f
}

// text returns the probability of a child as it is drawn.
func (f probForm) text(t *trees.Tree, kid int) string {
	p := t.Prob(kid)
	_, given := t.GivenProb(kid)
	switch {
	case f.given && !given:
		return noProb
	case f.short:
		return fractions[p]
	case f.decimal:
		return trace.Minus(p.String())
	}
	return trace.Minus(fractionText(p))
}

// said returns the probability of a child in words.
func (f probForm) said(t *trees.Tree, kid int) string {
	if f.short {
		return fractionText(t.Prob(kid))
	}
	return f.text(t, kid)
}

// noProb is drawn where a draft has no probability yet.
const noProb = "?"

// probText returns the probability of a child of a chance node as it is drawn, "" for another
// node.
func (d *Drawing) probText(node int) string {
	if node == 0 {
		return ""
	}
	parent := d.t.Parent(node)
	if !d.t.IsChance(parent) {
		return ""
	}
	form, ok := d.forms[parent]
	if !ok {
		if d.forms == nil {
			d.forms = map[int]probForm{}
		}
		form = probFormOf(d.t, parent)
		d.forms[parent] = form
	}
	return form.text(d.t, node)
}

func fractionText(p trees.Number) string {
	if p.Unit == 1 {
		return p.String()
	}
	return strconv.FormatInt(int64(p.Score), 10) + "/" + strconv.FormatInt(int64(p.Unit), 10)
}

// stemmed reports whether the edge into a place has a stem.
func (pl *place) stemmed() bool { return pl.lift > pl.top }

// moveY returns the base line of the text on the edge into a place.
func (pl *place) moveY() float64 { return -pl.lift + stemAbove + stemBase }

// stem returns the two ends of each part of the stem above a place: one line, or two with the
// text between them. They are distances below the middle of the place, so they are negative.
func (pl *place) stem() [][2]float64 {
	switch {
	case !pl.stemmed():
		return nil
	case pl.move == "":
		return [][2]float64{{-pl.lift, -pl.top}}
	}
	return [][2]float64{{-pl.lift, -pl.lift + stemAbove}, {-pl.lift + stemAbove + stemText, -pl.top}}
}

// chanceWords are the words about a chance node and its moves, such as "chance, 1/2 left, 1/2 to
// b.2".
func chanceWords(t *trees.Tree, node int) string {
	kids, form := t.Kids(node), probFormOf(t, node)
	uniform := len(kids) > mostMovesSaid && !form.given
	if uniform {
		return "chance, " + strconv.Itoa(len(kids)) + " moves, each with probability " + form.said(t, int(kids[0]))
	}
	said := "chance"
	for i, k := range kids {
		if i == mostMovesSaid {
			return said + ", and " + strconv.Itoa(len(kids)-i) + " more moves"
		}
		name := t.Action(int(k))
		if name == "" {
			name = "to " + t.Name(int(k))
		}
		said += ", " + form.said(t, int(k)) + " " + name
	}
	return said
}

// mostMovesSaid limits the moves of a chance node that a screen reader says: a deck has 52 cards.
const mostMovesSaid = 12

// afterWords are the words about the move to a node: ", after Left".
func afterWords(t *trees.Tree, node int) string {
	if name := t.Action(node); name != "" {
		return ", after " + name
	}
	return ""
}

// eachExpectation calls visit with the scores that a search can show at the chance nodes of a
// tree: the sums of probability times value so far.
func eachExpectation(t *trees.Tree, visit func(trees.Score)) {
	if !t.HasChance() {
		return
	}
	values := make([]trees.Vector, t.Len())
	for n := t.Len() - 1; n >= 0; n-- { // children before their parents
		v := &values[n]
		if t.IsLeaf(n) {
			*v, _ = t.Value(n)
			continue
		}
		for i, k := range t.Kids(n) {
			kid := &values[k]
			switch {
			case t.IsChance(n):
				p := t.Prob(int(k))
				for player := range t.Width() {
					v[player] += p.Weigh(kid[player])
					visit(v[player])
				}
			case i == 0 || better(t, n, kid, v):
				*v = *kid
			}
		}
	}
}

// better reports whether the mover at n prefers v to w.
func better(t *trees.Tree, n int, v, w *trees.Vector) bool {
	if t.Kind != trees.MaxN {
		return t.Mover(n) == 1 && v[0] > w[0] || t.Mover(n) == 2 && v[0] < w[0]
	}
	p := t.Mover(n) - 1
	return p < t.Width() && v[p] > w[p] // in a draft, a mover may be none of the players
}
