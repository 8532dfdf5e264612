package algorithms_test

import (
	"fmt"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// The certificates of last-branch and speculative pruning: bounds of
// consecutive nodes of the path, δ with its side condition, and the rows of the
// leaf-value table.

func chained(a *engine.Algorithm) bool { return a.ID == "lastbranch" || a.ID == "speculative" }

// chain checks that the terms come from consecutive nodes up to the current
// one, and that no ancestor in between has a best value that its parent would
// now prefer.
func (v *verifier) chain(e *trace.Event) error {
	if v.o.AsPrinted {
		return nil // its chain skips a parent without a best value
	}
	terms := own(e.Terms)
	slack := trees.Score(0)
	if last := terms[len(terms)-1]; last.Origin == trace.Delta {
		slack, terms = last.Score, terms[:len(terms)-1]
	}
	n := len(terms)
	if n < 2 || n > len(v.path) {
		return fmt.Errorf("a chain of %d", n)
	}
	chain := v.path[len(v.path)-n:]
	certain := true
	for i, at := range chain {
		if int(terms[i].Node) != at.node {
			return fmt.Errorf("term %d is of node %d, want %d, the next on the path", i, terms[i].Node, at.node)
		}
		if i == 0 || i == n-1 {
			continue
		}
		above := v.t.Mover(chain[i-1].node) - 1
		if at.best[above] > chain[i-1].best[above] {
			return fmt.Errorf("node %d has a best value that its parent would now prefer", at.node)
		}
		for _, k := range v.t.Kids(at.node) { // in the order of the visits it is the last one
			certain = certain && (at.done[k] || int(k) == chain[i+1].node)
		}
	}
	switch {
	case e.Rule == trace.Shallow && n != 2, e.Rule == trace.LastBranch && n < 3, e.Rule == trace.Speculative && n < 3:
		return fmt.Errorf("a chain of %d is not this rule's", n)
	case n > 2 && !certain && !e.Provisional:
		return fmt.Errorf("an ancestor is not on its last branch, and the cut is not provisional")
	case n == 2 && e.Provisional:
		return fmt.Errorf("node and parent alone make a provisional cut")
	}
	if slack > v.t.Delta*trees.Score(n-2) && (slack > v.t.Delta*trees.Score(n-1) || !v.bestFails(terms)) {
		return fmt.Errorf("delta adds %s to %d bounds", slack.In(trees.Unit), n)
	}
	return nil
}

// bestFails reports whether the best so far is no improvement for at least one of the
// other players.
func (v *verifier) bestFails(terms []trace.Term) bool {
	for _, t := range terms[:len(terms)-1] {
		if v.top().best[t.Player-1] <= t.Score {
			return true
		}
	}
	return false
}

// table checks that every possible outcome is excluded by a bound or by the
// heuristic.
func (v *verifier) table(e *trace.Event) error {
	if e.Sum.Given || e.Limit.Given {
		return fmt.Errorf("a table has no sum and no limit")
	}
	left := map[trees.Vector]bool{}
	for _, o := range v.t.Outcomes {
		left[o] = true
	}
	for n := range v.t.Len() {
		if o, known := v.t.Value(n); known && len(v.t.Outcomes) == 0 {
			left[o] = true
		}
	}
	low, hasLow := v.t.Low(int(e.Node))
	up, hasUp := v.t.Up(int(e.Node))
	own := v.t.Mover(int(e.Node))
	reach := false // an outcome is excluded only because the mover needs more than the current best
	for _, x := range e.Excluded {
		if !left[x.Value] {
			return fmt.Errorf("(%s) is not an outcome that is left", searchtest.Scores(x.Value, v.t.Players))
		}
		delete(left, x.Value)
		impossible, others := false, false
		for p := range v.t.Players {
			impossible = impossible || hasLow && x.Value[p] < low[p] || hasUp && x.Value[p] > up[p]
		}
		by := hasLow && x.Value[x.Player-1] < low[x.Player-1] || hasUp && x.Value[x.Player-1] > up[x.Player-1]
		for _, t := range e.Terms {
			by = by || t.Player == x.Player && x.Value[t.Player-1] <= t.Score
			others = others || t.Player != own && x.Value[t.Player-1] <= t.Score || t.Player == own && x.Value[t.Player-1] < t.Score
		}
		if !by {
			return fmt.Errorf("(%s) is not ruled out by player %d", searchtest.Scores(x.Value, v.t.Players), x.Player)
		}
		reach = reach || !others && !impossible
	}
	if len(left) > 0 {
		return fmt.Errorf("%d outcomes are not ruled out", len(left))
	}
	if reach && !v.bestFails(e.Terms) {
		return fmt.Errorf("the best so far, which an outcome equals, is better for all in the chain")
	}
	return v.chain(e)
}
