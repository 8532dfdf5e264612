package question

import "slices"

// A Right is the right answer.
type Right struct {
	Answer Answer // nil: there is none
	At     int    // the step that shows it; -1: none
	// Settled is the first step, at or before that of the question, whose picture has the answer:
	// nothing after it can change the value that is drawn. 0: no such step.
	Settled int
	// Results are why, where two results of the search are compared; else nil.
	Results *Results
	// Leaves are how many leaves are evaluated. Fewer: by this search and the other one. Order: in the order
	// of the tree, and in the best one. Else nil.
	Leaves []int
	// Sums are the points of each move. Vote: in all deals. Plan: what the mover is sure of. Else nil.
	Sums []string
}

var noRight = Right{At: -1}

// Results are those of a search on the tree as it is, and with the value that a question
// gives to a leaf.
type Results struct{ Before, After Result }

// A Result is what a search returns.
type Result struct {
	Value *Score // nil: none
	Truth *Score // by exhaustive search; nil: not known
}

// A Judgement is what an answer is worth.
type Judgement struct {
	Known bool // there is a right answer
	Right bool
	// Missing are the nodes that the right answer has and this one has not, and Extra those
	// that only this one has.
	Missing, Extra []int32
}

// Judge compares an answer with the right one. An answer that is nil cannot be read any
// more, and is not right.
func Judge(right, given Answer) Judgement {
	j := Judgement{Known: right != nil}
	if right == nil || given == nil {
		return j
	}
	j.Right = right.equal(given)
	j.Missing = without(right.Named(), given.Named())
	j.Extra = without(given.Named(), right.Named())
	return j
}

// without returns the nodes of a list that are not in the other one.
func without(list, other []int32) (rest []int32) {
	for _, n := range list {
		if !slices.Contains(other, n) {
			rest = append(rest, n)
		}
	}
	return rest
}
