package trace

import "espalier/trees"

// This file writes the sentences of searches with windows whose ends no node holds. A zero window is a question: is the
// value at least a score? The answer is a bound, above or below. A wider window is a guess of the value; a value
// beyond it is a bound, too.

// asked says which question the window of an event is.
type asked uint8

const (
	notAsked   asked = iota
	atLeast          // whether the value is at least Beta
	moreThan         // whether it is more than Alpha, which a node of the path holds
	lessThan         // whether it is less than Beta, which a node of the path holds
	upperBound       // there is no score to compare with: any bound from above is an answer
	guessed          // whether the value is in the window
)

// question returns the question that the window of an event asks.
func (e *Event) question() asked {
	switch {
	case e.Questions == OnlyQuestions && !e.Beta.Given:
		return upperBound
	case e.Questions == OnlyQuestions:
		return atLeast
	case e.Questions == SomeQuestions && e.Beta.Given && !e.Bounds[1].Given:
		return moreThan
	case e.Questions == SomeQuestions && e.Alpha.Given && !e.Bounds[0].Given:
		return lessThan
	case e.Questions == GuessedWindows && (e.isGuess(0) || e.isGuess(1)):
		return guessed
	}
	return notAsked
}

// isGuess reports whether an end of the window, Alpha (0) or Beta (1), is given and no node of the path holds it.
func (e *Event) isGuess(end int) bool {
	return [...]trees.Opt{e.Alpha, e.Beta}[end].Given && !e.Bounds[end].Given
}

// question writes the question of a window. It reports whether there is one; a guess asks nothing.
func (x *Explainer) question(s *Sentence, e *Event) bool {
	switch side := about(e); e.question() {
	case upperBound:
		x.Write(s, e, ". Wanted is an upper bound on what %p gets here", side)
	case atLeast:
		x.Write(s, e, ". The question is whether %p gets at least %s here", side, e.Beta.Score)
	case moreThan:
		x.Write(s, e, ". The question is whether %p gets more than %s here", side, e.Alpha.Score)
	case lessThan:
		x.Write(s, e, ". The question is whether %p gets less than %s here", side, e.Beta.Score)
	default:
		return false
	}
	return true
}

// answer returns the answer to the question of a window, after the value of the event.
func answer(e *Event) string {
	yes := false
	switch v := e.Value[about(e)-1]; e.question() {
	case notAsked, upperBound:
		return ""
	case atLeast, moreThan:
		yes = v >= e.Beta.Score
	case lessThan:
		yes = v <= e.Alpha.Score
	case guessed:
		switch {
		case e.isGuess(1) && v >= e.Beta.Score:
			return ". This is above the window"
		case e.isGuess(0) && v <= e.Alpha.Score:
			return ". This is below the window"
		}
		return ""
	}
	if yes {
		return ". The answer is yes"
	}
	return ". The answer is no"
}

// atLeastOrMost says which bound a value of a zero-window search is.
func atLeastOrMost(e *Event) string {
	if e.Beta.Given && e.Value[about(e)-1] >= e.Beta.Score {
		return "at least"
	}
	return "at most"
}

// questionBackup describes a child's answer.
func (x *Explainer) questionBackup(s *Sentence, e *Event, mover int) {
	side := about(e)
	got, best := e.Value[side-1], e.Best[side-1]
	word := atLeastOrMost(e) + " "
	if x.Tree != nil && x.Tree.IsLeaf(int(e.Child)) {
		word = ""
	}
	extreme := "most"
	if mover != side {
		extreme = "least"
	}
	x.Write(s, e, "%p gets %t%s through %n", side, word, got, e.Child)
	switch {
	case e.Improved:
		x.Write(s, e, ", %t at %n.", x.Compared(e, extreme), e.Node)
	case got == best:
		x.Write(s, e, ", no better for %p than before. In a tie the leftmost child wins, so %n keeps %s.", mover, e.Node, best)
	default:
		x.Write(s, e, ", no better for %p. %n keeps %s.", mover, e.Node, best)
	}
}

// answered writes the reason of a cut that answers a question.
func (x *Explainer) answered(s *Sentence, e *Event) {
	own, side := e.Terms[0], about(e)
	if !e.Limit.Given {
		x.Cut(s, e, " for now. ")
		x.Write(s, e, "%p can hold %p to %s here, and one upper bound is enough.", own.Player, side, own.Score)
		return
	}
	if e.Questions == GuessedWindows {
		x.beyond(s, e)
		return
	}
	x.Cut(s, e, " for now: the question is answered. ")
	if e.Rule == QuestionHigh {
		x.Write(s, e, "%p gets at least %s here, %t.", side, own.Score, comparedToQuestion(e))
		return
	}
	x.Write(s, e, "%p can hold %p to %s here, less than %s.", own.Player, side, own.Score, e.Limit.Score)
}

// beyond writes that the value of a node is beyond an end of the window that is a guess.
func (x *Explainer) beyond(s *Sentence, e *Event) {
	own, side := e.Terms[0], about(e)
	x.Cut(s, e, " for now. ")
	if e.Rule == QuestionHigh {
		x.Write(s, e, "%p gets at least %s here. The window ends at %s.", side, own.Score, e.Limit.Score)
		return
	}
	x.Write(s, e, "%p can hold %p to %s here. The window has no value below %s.", own.Player, side, own.Score, e.Limit.Score)
}

// comparedToQuestion compares the score of a cut with the score of the question.
func comparedToQuestion(e *Event) string {
	if e.Sum.Score == e.Limit.Score {
		return "as much as was asked for"
	}
	return "more than the " + e.text(e.Limit.Score) + " that was asked for"
}

// researchWider writes why a child is searched again after a zero window: its value is better than
// the best so far, and only a bound.
func (x *Explainer) researchWider(s *Sentence, e *Event) {
	side, mover := about(e), x.MoverAt(e.Node)
	if mover == 0 {
		x.Write(s, e, "the answer for %n is %v, better than the best so far, and only a bound. %n is re-searched with the whole window.", e.Child, &e.Value, e.Child)
		return
	}
	word := "at least"
	if mover != side {
		word = "at most"
	}
	x.Write(s, e, "%p gets %t %s through %n, which is better for %p than the best so far. So %n is re-searched with the whole window.",
		side, word, e.Value[side-1], e.Child, mover, e.Child)
}

// answer describes the score that answers a question.
func (c *Certificate) answer(_ *trees.Tree, e *Event) {
	v := e.text(e.Terms[0].Score)
	if !e.Limit.Given {
		c.Short = "at most " + v
		return
	}
	sign := " ≥ "
	if e.Rule == QuestionLow {
		sign = " < "
	}
	c.Who, c.Sum, c.Limit = "question", v, sign[1:]+e.text(e.Limit.Score)+", the score that was asked about"
	if e.Questions == GuessedWindows {
		c.Who, c.Limit = "window", sign[1:]+e.text(e.Limit.Score)+", the end of the window"
	}
	c.Short = v + sign + e.text(e.Limit.Score)
}

// wider names the value for which a child is searched again with a wider window.
func (c *Certificate) wider(t *trees.Tree, e *Event) {
	side, sign := about(e), "≥ "
	if t.Mover(int(e.Node)) != side {
		sign = "≤ "
	}
	c.At, c.Short = int(e.Child), "re-searched"
	c.Holders = append(c.Holders, Holder{Node: int(e.Child), Player: t.Mover(int(e.Node)), Text: sign + e.text(e.Value[side-1])})
}
