package trace

import (
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
)

// This file writes the sentences and certificates of chance nodes: the sum of each child's
// probability times its value.

// vulgar has the fractions that the typefaces have a character for.
var vulgar = map[trees.Number]string{
	{Score: 1, Unit: 2}: "½", {Score: 1, Unit: 3}: "⅓", {Score: 2, Unit: 3}: "⅔", {Score: 1, Unit: 4}: "¼", {Score: 3, Unit: 4}: "¾",
	{Score: 1, Unit: 5}: "⅕", {Score: 2, Unit: 5}: "⅖", {Score: 3, Unit: 5}: "⅗", {Score: 4, Unit: 5}: "⅘",
	{Score: 1, Unit: 6}: "⅙", {Score: 5, Unit: 6}: "⅚",
	{Score: 1, Unit: 8}: "⅛", {Score: 3, Unit: 8}: "⅜", {Score: 5, Unit: 8}: "⅝", {Score: 7, Unit: 8}: "⅞",
}

// ProbText formats a probability: ½, 0.35 or 1/36.
func ProbText(p trees.Number) string {
	if text, ok := vulgar[p]; ok {
		return text
	}
	return p.String()
}

// times formats a probability times a score: ½·(−2).
func times(p trees.Number, s, unit trees.Score) string {
	text := Minus(s.In(unit).String())
	if s < 0 {
		text = "(" + text + ")"
	}
	return ProbText(p) + "·" + text
}

// timesValue formats a probability times a value.
func timesValue(p trees.Number, e *Event, v *trees.Vector, unit trees.Score) string {
	if e.Scalar {
		return times(p, v[0], unit)
	}
	return ProbText(p) + "·" + vectorText(e, v, unit)
}

// vectorText formats a value: 5, or (5, 2, 2).
func vectorText(e *Event, v *trees.Vector, unit trees.Score) string {
	if e.Scalar {
		return Minus(v[0].In(unit).String())
	}
	b := []byte{'('}
	for p, s := range v[:e.Width] {
		if p > 0 {
			b = append(b, ", "...)
		}
		b = s.In(unit).Append(b)
	}
	return Minus(string(append(b, ')')))
}

// weighedSum formats the sum of a certificate: ½·4 + ½·(−2). Children of probability 0 add nothing.
func weighedSum(e *Event) string {
	var list []string
	for _, t := range e.Terms {
		if t.Prob.Score > 0 {
			list = append(list, times(t.Prob, t.Score, e.Unit))
		}
	}
	return strings.Join(list, " + ")
}

// enterChance writes which children chance chooses from.
func (x *Explainer) enterChance(s *Sentence, e *Event) {
	x.Write(s, e, "chance moves at %n", e.Node)
	if x.Tree == nil {
		return
	}
	kids := x.Tree.Kids(int(e.Node))
	if p := x.Tree.Prob(int(kids[0])); len(kids) > maxListed && !slices.ContainsFunc(kids, func(k int32) bool { return x.Tree.Prob(int(k)) != p }) {
		x.Write(s, e, ": each of its %t children has probability %t", strconv.Itoa(len(kids)), ProbText(p))
		return
	}
	named := len(kids)
	if named > maxListed {
		named = maxListed - 1
	}
	for i, k := range kids[:named] {
		sep := ": "
		if i > 0 {
			sep = Separator(i, len(kids))
		}
		x.Write(s, e, "%t%n has probability %t", sep, k, ProbText(x.Tree.Prob(int(k))))
	}
	if rest := len(kids) - named; rest > 0 {
		x.Write(s, e, " and there are %t more", strconv.Itoa(rest))
	}
}

// chanceBackup writes the sum so far: all of it where only leaves have been seen, else what the
// child adds.
func (x *Explainer) chanceBackup(s *Sentence, e *Event) {
	if x.Tree == nil {
		x.Write(s, e, "%n has the value %v; the average at %n is %v so far.", e.Child, &e.Value, e.Node, &e.Best)
		return
	}
	x.Write(s, e, "%n has the value %v and probability %t", e.Child, &e.Value, ProbText(x.Tree.Prob(int(e.Child))))
	text := x.sumOfLeaves(e)
	if text == "" {
		text = x.addition(e)
	}
	if !x.moreToAdd(e) {
		x.Write(s, e, ". The average at %n is ", e.Node)
	} else {
		x.Write(s, e, ". The sum at %n so far is ", e.Node)
	}
	x.Write(s, e, "%t = %v.", text, &e.Best)
}

// moreToAdd reports whether a later child adds to the sum.
func (x *Explainer) moreToAdd(e *Event) bool {
	return slices.ContainsFunc(x.Tree.Kids(int(e.Node)), func(k int32) bool { return k > e.Child && x.Tree.Prob(int(k)).Score > 0 })
}

// maxSummands is the number of summands that a sentence lists.
const maxSummands = 6

// sumOfLeaves returns ½·4 + ½·(−2), or "" if a child so far is no leaf, or there are too many.
func (x *Explainer) sumOfLeaves(e *Event) string {
	var list []string
	for _, k := range x.Tree.Kids(int(e.Node)) {
		v, known := x.Tree.Value(int(k))
		p := x.Tree.Prob(int(k))
		switch {
		case !x.Tree.IsLeaf(int(k)) || !known || len(list) == maxSummands:
			return ""
		case p.Score > 0 || k == e.Child:
			list = append(list, timesValue(p, e, &v, x.Tree.Unit))
		}
		if k == e.Child {
			break
		}
	}
	return strings.Join(list, " + ")
}

// addition returns what was there before a child, plus what the child adds: 2 + ½·(−2).
func (x *Explainer) addition(e *Event) string {
	p, before := x.Tree.Prob(int(e.Child)), e.Best
	for i := range e.Width {
		before[i] -= p.Weigh(e.Value[i])
	}
	adds := timesValue(p, e, &e.Value, e.Unit)
	if before == (trees.Vector{}) || x.Tree.Kids(int(e.Node))[0] == e.Child {
		return adds
	}
	return vectorText(e, &before, e.Unit) + " + " + adds
}

// average writes the reason of a cut at a chance node: a bound on the average reaches an end
// of the window.
func (x *Explainer) average(s *Sentence, e *Event) {
	end, side, limit := "β", "at least", "minp"
	if e.Rule == StarAlpha {
		end, side, limit = "α", "at most", "maxp"
	}
	x.Cut(s, e, ": ")
	x.Write(s, e, "play will not reach %n. Its average is %t %t = %s", e.Node, side, weighedSum(e), e.Sum.Score)
	var probed, open []int32
	for _, t := range e.Terms {
		switch {
		case t.Prob.Score == 0:
		case t.Origin == Probe:
			probed = append(probed, t.Node)
		case t.Origin == Minimum || t.Origin == Maximum:
			open = append(open, t.Node)
		}
	}
	sep := " ("
	if len(probed) > 0 {
		x.Write(s, e, "%t%c by the probe", sep, probed)
		sep = ", "
	}
	if len(open) > 0 {
		x.Write(s, e, "%t%c with %t", sep, open, limit)
	}
	if len(probed)+len(open) > 0 {
		s.Add(")")
	}
	x.Write(s, e, ", and %t = %s.", end, e.Limit.Score)
}

// chanceWindow writes the reason of an alpha or beta cut below a chance node, whose window ends
// where the average reaches an end of its own, or where no leaf is beyond.
func (x *Explainer) chanceWindow(s *Sentence, e *Event, held, own Term) {
	gets, most := "%p gets at least %s here", "the most"
	args := []any{own.Player, own.Score}
	if e.Rule == Alpha {
		gets, most = "%p can hold %p to %s here", "the least"
		args = []any{own.Player, about(e), own.Score}
	}
	x.Cut(s, e, ": ")
	if held.Origin != Window {
		x.Write(s, e, "no later child can be better. ")
		x.Write(s, e, gets, args...)
		x.Write(s, e, ", and %s is %t that a leaf can have.", held.Score, most)
		return
	}
	child, end, enough, then := x.below(held.Node, e.Node), "β", "or more", "at least"
	if e.Rule == Alpha {
		end, enough, then = "α", "or less", "at most"
	}
	x.Write(s, e, gets, args...)
	x.Write(s, e, ". If %n is worth %s %t, the average at %n is %t its %t.", child, held.Score, enough, held.Node, then, end)
}

// below returns the child of a node that is on the way to another node.
func (x *Explainer) below(top, node int32) int32 {
	for x.Tree != nil && x.Tree.Parent(int(node)) >= 0 && int32(x.Tree.Parent(int(node))) != top {
		node = int32(x.Tree.Parent(int(node)))
	}
	return node
}

// endName returns the name of an end of a window: α, β, minp or maxp.
func endName(t Term, end string) string {
	switch t.Origin {
	case Minimum:
		return "minp"
	case Maximum:
		return "maxp"
	}
	return end
}

// average describes the bound on the average that reaches an end of the window.
func (c *Certificate) average(_ *trees.Tree, e *Event) {
	end, sign := "β", "≥"
	c.Who = "average at least"
	if e.Rule == StarAlpha {
		end, sign = "α", "≤"
		c.Who = "average at most"
	}
	sum, limit := Minus(e.Sum.Score.In(e.Unit).String()), Minus(e.Limit.Score.In(e.Unit).String())
	c.Sum, c.Limit = weighedSum(e)+" = "+sum, sign+" "+limit+", "+end
	c.Short = c.Sum + " " + sign + " " + end + " = " + limit
	if e.Sum.Score == e.Limit.Score {
		c.Tie = "A tie: the average can at best equal " + end + ". In a tie the leftmost child wins."
	}
	from := [...]string{Probe: " by the probe", Minimum: ", minp", Maximum: ", maxp"}
	for _, t := range e.Terms {
		if t.Prob.Score == 0 {
			continue
		}
		text := times(t.Prob, t.Score, e.Unit)
		if int(t.Origin) < len(from) {
			text += from[t.Origin]
		}
		c.Holders = append(c.Holders, Holder{Node: int(t.Node), Player: 1, Text: text})
	}
}

// sumSoFar formats the sum at a chance node that is being searched: 2 + …
func (t *labels) sumSoFar(e *Event) string {
	t.b = append(append(t.b[:0], vectorText(e, &e.Best, e.Unit)...), moreToCome...)
	return t.intern()
}

// moreToCome follows a sum to which more children will add.
const moreToCome = " + …"
