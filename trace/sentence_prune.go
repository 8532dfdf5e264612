package trace

import (
	"strconv"

	"espalier/trees"
)

// This file writes the sentence of a prune: the bounds that meet, and why the
// skipped nodes cannot change the result.

func (x *Explainer) prune(s *Sentence, e *Event) { rules[e.Rule].explain(x, s, e) }

// minima returns the terms of the players whose least scores the sum needs.
func minima(e *Event) (list []Term) {
	for _, t := range e.Terms {
		if t.Origin == Minimum {
			list = append(list, t)
		}
	}
	return list
}

// leastScores writes the least scores that a sum needs, each after a separator.
func (x *Explainer) leastScores(s *Sentence, e *Event) {
	for _, t := range minima(e) {
		x.Write(s, e, ", %p at least %s", t.Player, t.Score)
	}
}

// less returns a subtraction, "9 − 4 − (−1)", and its result.
func less(e *Event, from trees.Score, terms ...Term) (text string, left trees.Score) {
	text, left = e.text(from), from
	for _, t := range terms {
		text += " − " + e.summand(t.Score, false)
		left -= t.Score
	}
	return text, left
}

// subtract writes a subtraction and its result, "9 − 4 − (−1) = 6", and returns the result.
func (x *Explainer) subtract(s *Sentence, e *Event, from trees.Score, terms ...Term) (left trees.Score) {
	x.Write(s, e, "%s", from)
	left = from
	for _, t := range terms {
		if left -= t.Score; t.Score < 0 {
			x.Write(s, e, " − (%s)", t.Score)
		} else {
			x.Write(s, e, " − %s", t.Score)
		}
	}
	x.Write(s, e, " = %s", left)
	return left
}

func (x *Explainer) immediate(s *Sentence, e *Event) {
	t := e.Terms[0]
	x.Cut(s, e, ": no later child can be better. ")
	x.Write(s, e, "%p already has %s %t", t.Player, t.Score, x.place(e, t.Node))
	switch others := minima(e); {
	case len(others) > 0:
		x.leastScores(s, e)
		x.Write(s, e, ", so %p can get at most ", t.Player)
		x.subtract(s, e, e.Limit.Score, others...)
		s.Add(".")
	case x.Tree != nil && x.Tree.MaxP.Each:
		x.Write(s, e, " and can get at most %s.", e.Limit.Score)
	default:
		x.Write(s, e, ", and no player can get more than %s.", e.Limit.Score)
	}
}

// Cut appends the skipped nodes, that they are cut, and the text that follows.
func (x *Explainer) Cut(s *Sentence, e *Event, end string) {
	verb := " are cut"
	if len(e.Cut) == 1 {
		verb = " is cut"
	}
	x.Write(s, e, "%c%t%t", e.Cut, verb, end)
}

// place returns "at c", or "here" for the node of the event.
func (x *Explainer) place(e *Event, node int32) string {
	if node == e.Node {
		return "here"
	}
	return "at " + x.name(node, false)
}

// aboveAndOwn returns the bound of an ancestor and the bound at the node
// itself.
func aboveAndOwn(e *Event) (above, own Term) {
	above, own = e.Terms[0], e.Terms[1]
	if above.Node == e.Node {
		above, own = own, above
	}
	return above, own
}

// other is for a cut of another program that no bound of the path explains.
func (x *Explainer) other(s *Sentence, e *Event) {
	if len(e.Cut) == 0 {
		x.Write(s, e, "the other children of %n are cut. No bound on the path explains the cut.", e.Node)
		return
	}
	x.Cut(s, e, " ")
	x.Write(s, e, "at %n. No bound on the path explains the cut.", e.Node)
}

func (x *Explainer) shallow(s *Sentence, e *Event) {
	above, own := aboveAndOwn(e)
	x.Cut(s, e, ": ")
	x.Write(s, e, "%p will not choose %n at %n. ", above.Player, e.Node, above.Node)
	x.leavesTooLittle(s, e, above, own)
	s.Add(".")
}

func (x *Explainer) deep(s *Sentence, e *Event) {
	above, own := aboveAndOwn(e)
	x.Cut(s, e, ", since ")
	x.Write(s, e, "the value of %n cannot reach %n: ", e.Node, above.Node)
	x.leavesTooLittle(s, e, above, own)
	s.Add(". ")
	x.unsoundReason(s, e, above.Node)
}

// hypermax writes that the bounds of all players on the path add up to the limit.
func (x *Explainer) hypermax(s *Sentence, e *Event) {
	x.Cut(s, e, ", since ")
	x.usedUp(s, e)
	s.Add(". ")
	x.unsoundReason(s, e, e.Terms[0].Node)
}

// leavesTooLittle writes that the score of the mover leaves the player of the bound above no
// more than this bound.
func (x *Explainer) leavesTooLittle(s *Sentence, e *Event, above, own Term) {
	x.Write(s, e, "%p gets at least %s here", own.Player, own.Score)
	x.leastScores(s, e)
	x.Write(s, e, ", so %p gets at most ", above.Player)
	left := x.subtract(s, e, e.Limit.Score, append([]Term{own}, minima(e)...)...)
	x.Write(s, e, ", %t the %s at %n", lessOrEqual(left, above.Score), above.Score, above.Node)
}

// lessOrEqual compares what is left for a player with what the player already has.
func lessOrEqual(left, has trees.Score) string {
	if left == has {
		return "no more than"
	}
	return "less than"
}

// unsoundReason explains why a deep cut is wrong.
func (x *Explainer) unsoundReason(s *Sentence, e *Event, top int32) {
	x.judged(s, e, "this is unsound: %c may still change the value of %n.", e.Cut, top)
}

func (x *Explainer) bnb(s *Sentence, e *Event) {
	t := e.Terms[0]
	switch {
	case e.Rule == BnBImmediate:
		x.Cut(s, e, ": no later child can be better. ")
		x.Write(s, e, "%p already has %s here, and the heuristic allows at most %s.", t.Player, t.Score, e.Limit.Score)
		return
	case noBestYet(e):
		// Only a procedure that runs as printed tests before there is a best value.
		x.Cut(s, e, ", and the static value is returned: ")
		x.Write(s, e, "there is no best value yet, so Bound is still %s, and the printed test reads h_up(%t) = %s ≤ %s − %s = %s. ",
			x.MaxSum.Score, strconv.Itoa(t.Player), e.Limit.Score, x.MaxSum.Score, x.MaxSum.Score-t.Score, t.Score)
		x.judged(s, e, "this is unsound: the static value need not be the max^n value.")
		return
	case e.Rule == BnBShallow:
		x.Cut(s, e, ": ")
		x.Write(s, e, "%p will not choose %n at %n. ", t.Player, e.Node, t.Node)
	default:
		x.Cut(s, e, ", since ")
		x.Write(s, e, "the value of %n cannot reach %n: ", e.Node, t.Node)
	}
	x.Write(s, e, "the heuristic at %n allows %p at most %s, %t the %s at %n", e.Node, t.Player, e.Limit.Score, lessOrEqual(e.Limit.Score, t.Score), t.Score, t.Node)
	if e.Rule == BnBDeep {
		s.Add(". ")
		x.unsoundReason(s, e, t.Node)
		return
	}
	s.Add(".")
}

// windowReason writes the reason of an alpha or beta cut: a value at the node
// reaches the bound of the other side in the window, or the limit that the
// heuristic gives.
func (x *Explainer) windowReason(s *Sentence, e *Event) {
	held, own := e.Terms[0], e.Terms[1]
	side := about(e)
	if held.Origin == Heuristic {
		word := "at most"
		if e.Rule == Alpha {
			word = "at least"
		}
		x.Cut(s, e, ": no later child can be better. ")
		x.Write(s, e, "the heuristic gives %p %t %s here, and the best value is already %s.", side, word, held.Score, own.Score)
		return
	}
	if held.Origin != BackedUp {
		x.chanceWindow(s, e, held, own)
		return
	}
	if chance := x.chanceBetween(e.Node, held.Node); chance != trees.NoNode {
		x.acrossChance(s, e, held, own, chance)
		return
	}
	x.Cut(s, e, ": ")
	x.Write(s, e, "play will not reach %n. ", e.Node)
	x.windowBounds(s, e, held, own)
	s.Add(".")
}

// windowBounds writes the two bounds that meet at an alpha or beta cut.
func (x *Explainer) windowBounds(s *Sentence, e *Event, held, own Term) {
	side := about(e)
	switch {
	case own.Origin == Heuristic && e.Rule == Alpha:
		x.Write(s, e, "the heuristic allows %p at most %s %t", side, own.Score, x.place(e, own.Node))
	case own.Origin == Heuristic:
		x.Write(s, e, "by the heuristic %p gets at least %s %t", side, own.Score, x.place(e, own.Node))
	case e.Rule == Alpha:
		x.Write(s, e, "%p can hold %p to %s %t", own.Player, side, own.Score, x.place(e, own.Node))
	default:
		x.Write(s, e, "%p gets at least %s %t", own.Player, own.Score, x.place(e, own.Node))
	}
	if e.Rule == Alpha {
		x.Write(s, e, ", and %p is sure of α = %s at %n", side, held.Score, held.Node)
	} else {
		x.Write(s, e, ", and %p already holds %p to β = %s at %n", held.Player, side, held.Score, held.Node)
	}
}

// chanceBetween returns the chance node nearest to a node on the path from one above it; NoNode:
// there is none, or the tree is not built.
func (x *Explainer) chanceBetween(node, above int32) int32 {
	if x.Tree == nil {
		return trees.NoNode
	}
	for n := int(node); n >= 0 && n != int(above); n = x.Tree.Parent(n) {
		if x.Tree.IsChance(n) {
			return int32(n)
		}
	}
	return trees.NoNode
}

// acrossChance explains a cut by an end of the window from above a chance node.
func (x *Explainer) acrossChance(s *Sentence, e *Event, held, own Term, chance int32) {
	x.Cut(s, e, ": ")
	x.windowBounds(s, e, held, own)
	s.Add(". ")
	x.judged(s, e, "this is unsound: chance moves at %n, so the exact value of %n counts in an average.", chance, e.Node)
}

func (x *Explainer) cost(s *Sentence, e *Event) {
	whole, limit := e.Terms[0], e.Terms[1]
	if whole.Origin != BackedUp {
		whole, limit = limit, whole
	}
	why := ""
	if limit.Origin == Heuristic {
		why = "by the heuristic, "
	}
	x.Cut(s, e, ": ")
	x.Write(s, e, "%tevery path through %n costs at least %s, and the best so far costs %s.", why, e.Node, limit.Score, whole.Score)
}

// sumReason writes the reason of a cut by several bounds: their sum reaches the
// limit, or they leave no outcome of the leaf-value table.
func (x *Explainer) sumReason(s *Sentence, e *Event) {
	switch {
	case e.Rule == Table && !x.Sound:
		x.printedTable(s, e)
		return
	case x.printedDelta(e):
		x.Cut(s, e, ", since ")
		x.usedUp(s, e)
		s.Add(". ")
		x.judged(s, e, "this is unsound: the printed test does not check whether the best so far is better for all of them; if so, it is lost.")
		return
	case e.Rule == Speculative && !x.Sound && x.parentHasNoTerm(e):
		parent := x.Tree.Parent(int(e.Node))
		x.Cut(s, e, ", since ")
		x.usedUp(s, e)
		s.Add(". ")
		x.judged(s, e, "%p has no best yet at %n, which counts as 0 (our reading), so %n returns NIL and is lost.",
			x.Tree.Mover(parent), int32(parent), e.Node)
		return
	case e.Rule == Speculative && !e.Provisional && len(onPath(e)) > 2:
		x.lastBranch(s, e)
		return
	}
	now := ""
	if e.Provisional {
		now = " for now and may be re-searched"
	}
	x.Cut(s, e, now+". ")
	x.usedUp(s, e)
	switch {
	case e.Rule == Table: // the outcomes say it
		s.Add(".")
	case len(e.Terms) == 1:
		x.Write(s, e, ", so no value here is better for %p.", e.Terms[0].Player)
	default:
		s.Add(", so no value here is better for all of them.")
	}
}

// printedDelta reports whether the cut needs δ for each of the other players, by the
// test as printed, which asks about the first branch and not about the best so far.
func (x *Explainer) printedDelta(e *Event) bool {
	last := e.Terms[len(e.Terms)-1]
	return !x.Sound && x.Tree != nil && last.Origin == Delta && last.Score == x.Tree.Delta*trees.Score(len(onPath(e))-1)
}

// parentHasNoTerm reports whether the parent of the node has no best in the sum,
// which only a procedure as printed allows.
func (x *Explainer) parentHasNoTerm(e *Event) bool {
	if x.Tree == nil || e.Node == 0 {
		return false
	}
	parent := int32(x.Tree.Parent(int(e.Node)))
	for _, t := range e.Terms {
		if t.Node == parent {
			return false
		}
	}
	return true
}

// printedTable writes the reason of a cut by the leaf-value test as printed, which
// is wrong in two ways.
func (x *Explainer) printedTable(s *Sentence, e *Event) {
	for _, out := range e.Excluded {
		held := false
		for _, t := range e.Terms {
			held = held || t.Player == out.Player
		}
		if !held && !hasHeuristic(x.Tree, e.Node) {
			x.Cut(s, e, ": ")
			x.Write(s, e, "%p has no bound, for which the printed test takes 0, so every outcome fails for some player. ", out.Player)
			x.judged(s, e, "this is unsound: an outcome that gives %p 0 may be better for all others.", out.Player)
			return
		}
	}
	// The cut is wrong only if the best so far is of this kind, which the event does
	// not tell.
	x.Cut(s, e, ", since ")
	x.usedUp(s, e)
	s.Add(". ")
	x.judged(s, e, "the printed test does not check whether the parent’s player still prefers the best so far; if so, an unseen value could replace it.")
}

// lastBranch writes the reason as in sumReason, and adds why no later child can
// make the cut children matter.
func (x *Explainer) lastBranch(s *Sentence, e *Event) {
	x.Cut(s, e, ", since ")
	x.usedUp(s, e)
	s.Add(". ")
	chain := onPath(e)
	for i := 1; i < len(chain)-1; i++ {
		above := chain[i-1]
		x.Write(s, e, "%n is on its last branch, and its best is not better for %p than the %s %t, ",
			chain[i].Node, above.Player, above.Score, x.place(e, above.Node))
	}
	s.Add("so no later child can make this cut matter.")
}

// onPath returns the terms with backed-up scores of nodes on the path, from the
// top.
func onPath(e *Event) (chain []Term) {
	for _, t := range e.Terms {
		if t.Origin == BackedUp {
			chain = append(chain, t)
		}
	}
	return chain
}

// abbnb writes the reason of a cut by ABBnB: the scores that the other players
// are sure of leave too little for one player, who has a best value at an ancestor
// or moves at this node.
func (x *Explainer) abbnb(s *Sentence, e *Event) {
	t := e.Terms[0] // the term of the player for whom too little is left
	rest, left := less(e, e.Limit.Score, e.Terms[1:]...)
	x.Cut(s, e, ": ")
	if t.Node == e.Node {
		s.Add("no later child can be better. ")
	} else {
		x.Write(s, e, "%p will not choose %n at %n. ", t.Player, e.Node, t.Node)
	}
	for i, other := range e.Terms[1:] {
		s.Add(Separator(i, len(e.Terms)-1))
		x.sure(s, e, other)
	}
	x.Write(s, e, ", so %p gets at most %t = %s, %t the %s %t.", t.Player, rest, left, lessOrEqual(left, t.Score), t.Score, x.place(e, t.Node))
}

// sure writes a score that a player is sure of.
func (x *Explainer) sure(s *Sentence, e *Event, t Term) {
	switch t.Origin {
	case Heuristic:
		x.Write(s, e, "by the heuristic %p gets at least %s", t.Player, t.Score)
		return
	case Minimum:
		x.Write(s, e, "%p gets at least %s", t.Player, t.Score)
		return
	}
	x.Write(s, e, "%p has %s %t", t.Player, t.Score, x.place(e, t.Node))
}

// Separator returns the text before part i of n parts.
func Separator(i, n int) string {
	switch i {
	case 0:
		return ""
	case n - 1:
		return " and "
	}
	return ", "
}

// usedUp writes the sentence about the sum of the bounds, or about the outcomes
// that they exclude.
func (x *Explainer) usedUp(s *Sentence, e *Event) {
	if last := e.Terms[len(e.Terms)-1]; last.Origin == Delta && len(e.Terms) > 2 && x.Tree != nil && x.Tree.Delta > 0 {
		x.raised(s, e)
		return
	}
	total := ""
	for i, t := range e.Terms {
		s.Add(Separator(i, len(e.Terms)))
		if i > 0 {
			total += " + "
		}
		total += e.summand(t.Score, i == 0)
		if t.Player == 0 {
			x.Write(s, e, "δ adds %s", t.Score)
		} else {
			x.sure(s, e, t)
		}
	}
	switch {
	case e.Rule == Table:
		x.Write(s, e, ": %t gives each of them more", noneOf(len(e.Excluded)))
	case len(e.Terms) == 1:
		s.Add(", the maximum")
	case e.Sum.Score == e.Limit.Score:
		x.Write(s, e, ": %t = %s, the maximum", total, e.Sum.Score)
	default:
		x.Write(s, e, ": %t = %s, and the maximum is %s", total, e.Sum.Score, e.Limit.Score)
	}
}

// raised writes the reason of a cut with δ: each of the other players needs δ
// more than his bound, which leaves too little for the mover.
func (x *Explainer) raised(s *Sentence, e *Event) {
	chain := onPath(e)
	own, others, left := chain[len(chain)-1], chain[:len(chain)-1], e.Limit.Score
	least := minima(e)
	for i, t := range others {
		s.Add(Separator(i, len(others)))
		need := t.Score + x.Tree.Delta
		x.Write(s, e, "%p needs at least %s", t.Player, need)
		left -= need
	}
	s.Add(" for another choice")
	for _, t := range least {
		left -= t.Score
	}
	x.leastScores(s, e)
	floor, _ := x.Tree.Minima()
	switch {
	case left < floor[own.Player-1]:
		x.Write(s, e, ", and the maximum is %s", e.Limit.Score)
	case left == 0:
		x.Write(s, e, ", which leaves nothing for %p", own.Player)
	default:
		x.Write(s, e, ", which leaves at most %s for %p, who has %s here", left, own.Player, own.Score)
	}
	switch slack := e.Terms[len(e.Terms)-1].Score; {
	case x.printedDelta(e):
		x.Write(s, e, "; the first branch here was not better for all of them")
	case slack == x.Tree.Delta*trees.Score(len(others)):
		x.Write(s, e, "; the best so far is not better for all of them, and a later child must give %p more than %s", own.Player, own.Score)
	}
}

func noneOf(outcomes int) string {
	if outcomes == 0 {
		return "no possible outcome"
	}
	return "none of the " + strconv.Itoa(outcomes) + " possible outcomes"
}

// model says that the opponent expects no more here than at a node above, and will not come here.
func (x *Explainer) model(s *Sentence, e *Event) {
	held, own := e.Terms[0], e.Terms[1]
	x.Cut(s, e, ": ")
	x.Write(s, e, "%p will not come to %n. It expects at most %s here, %t the %s at %n.", held.Player, e.Node, own.Score, lessOrEqual(own.Score, held.Score), held.Score, held.Node)
}

// modelSum says that what the opponent expects leaves the player too little.
func (x *Explainer) modelSum(s *Sentence, e *Event) {
	above, own := e.Terms[0], e.Terms[1]
	x.Cut(s, e, ": ")
	x.Write(s, e, "%p has no use for %n. %p expects at least %s here, so %p gets at most ", above.Player, e.Node, own.Player, own.Score, above.Player)
	left := x.subtract(s, e, e.Limit.Score, own)
	x.Write(s, e, ", %t the %s at %n.", lessOrEqual(left, above.Score), above.Score, above.Node)
}
