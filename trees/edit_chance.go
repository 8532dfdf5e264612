package trees

import (
	"fmt"
	"slices"
)

// This file keeps moves and probabilities on the right edges when nodes are moved, inserted and
// taken out. An edge belongs to the node below it.

// settleEdges removes probabilities below nodes that are no chance nodes (any more), and what
// is above the root, and says so in the summary.
func (w *editState) settleEdges() {
	switch len(w.lostInfosets) {
	case 0:
	case 1:
		w.summary += fmt.Sprintf("; %s taken out of its information set, since chance decides there", w.names(w.lostInfosets))
	default:
		w.summary += fmt.Sprintf("; %s taken out of their information sets, since chance decides there", w.names(w.lostInfosets))
	}
	if t := w.d.tree; t.prob == nil && t.actions == nil && !w.givesEdges() {
		return
	}
	var probs, names []int32
	queue := []int32{w.root}
	for len(queue) > 0 {
		w.pace.step()
		i := queue[len(queue)-1]
		queue = append(queue[:len(queue)-1], w.at(i).kids...)
		action, prob := w.edge(i)
		if i == w.root && action != "" {
			w.modify(i).Action = ""
			names = append(names, i)
		}
		if prob.Unit != 0 && (i == w.root || !w.isChance(w.at(i).parent)) {
			w.modify(i).Prob = Number{}
			probs = append(probs, i)
		}
	}
	slices.Sort(probs)
	if len(w.lostActions) > 0 {
		w.summary += fmt.Sprintf("; the name of the move to %s was removed with it", w.names(w.lostActions))
	}
	if len(names) > 0 {
		w.summary += fmt.Sprintf("; the name of the move to %s was removed, since it is the root now", w.edgeNames(names))
	}
	switch len(probs) {
	case 0:
	case 1:
		w.summary += fmt.Sprintf("; the probability of %s was removed, since it does not follow a chance node", w.edgeNames(probs))
	default:
		w.summary += fmt.Sprintf("; the probabilities of %s were removed, since they do not follow a chance node", w.edgeNames(probs))
	}
}

// givesEdges reports whether the edit names a move, or gives a node a probability.
func (w *editState) givesEdges() bool {
	gives := func(at *workingNode) bool {
		if at.own != nil {
			return at.own.Action != "" || at.own.Prob.Unit != 0
		}
		return at.from != w.d.tree && (at.from.actions != nil || at.from.prob != nil) // pasted
	}
	for _, page := range w.pages {
		for i := range page {
			if gives(&page[i]) {
				return true
			}
		}
	}
	for i := range w.more {
		if gives(&w.more[i]) {
			return true
		}
	}
	return false
}

// edgeNames returns the names of nodes, or how many they are if one is new.
func (w *editState) edgeNames(nodes []int32) string {
	for _, n := range nodes {
		if int(n) >= w.d.tree.Len() {
			return count(len(nodes), "node")
		}
	}
	return w.names(nodes)
}

// An edge is the way into a node: one edge, or several that are joined when the nodes between are
// taken out.
type edge struct {
	cost   Score
	action string
	prob   Number // Unit 0: none
}

// edgeInto returns the edge into n, a child of parent, that follows the edge above, which is nil
// if parent stays. Below a chance node probabilities are multiplied; below a player's node with
// one child the child has that of its parent. given: children of parent have probabilities of
// their own.
func (w *editState) edgeInto(n, parent int32, above *edge, given bool) edge {
	own := w.get(n)
	e := edge{cost: own.Cost, action: own.Action}
	alone := len(w.at(parent).kids) == 1
	switch {
	case w.isChance(parent) && given:
		e.prob = own.Prob
	case w.isChance(parent):
		e.prob = Number{1, Score(len(w.at(parent).kids))}
	case alone:
		e.prob = Number{1, 1}
	}
	if above == nil {
		return e
	}
	e.cost += above.cost
	if alone && e.action == "" {
		e.action = above.action
	} else if above.action != "" && n == w.at(parent).kids[0] {
		w.lostActions = append(w.lostActions, parent)
	}
	if above.prob.Unit == 0 || e.prob.Unit == 0 {
		e.prob = Number{}
		return e
	}
	joined, ok := e.prob.times(above.prob)
	if !ok {
		w.fail("nodes", "the probabilities on the way to %s multiply to a fraction with more than %d in it, the most that is allowed", w.name(n), MaxUnits)
	}
	e.prob = joined
	return e
}

// someProb reports whether a child of a node has a probability of its own.
func (w *editState) someProb(parent int32) bool {
	return slices.ContainsFunc(w.at(parent).kids, func(k int32) bool {
		_, prob := w.edge(k)
		return prob.Unit != 0
	})
}

// giveProbs gives the children of a chance node their equal probabilities as numbers, before
// nodes among them are taken out whose children get others. It reports whether the children have
// numbers then.
func (w *editState) giveProbs(parent int32, gone []bool) bool {
	kids := w.at(parent).kids
	switch {
	case !w.isChance(parent):
		return false
	case w.someProb(parent):
		return true
	case !slices.ContainsFunc(kids, func(k int32) bool {
		below := w.at(k).kids
		return gone[k] && len(below) > 0 && (len(below) > 1 || gone[below[0]])
	}):
		return false // they stay equal
	}
	for _, k := range kids {
		w.modify(k).Prob = Number{1, Score(len(kids))}
	}
	return true
}

// times returns the product of two probabilities. ok is false if its numbers are too large.
func (n Number) times(m Number) (p Number, ok bool) {
	if n.Score <= 0 || m.Score <= 0 {
		return Number{0, 1}, true
	}
	over, under := gcd(n.Score, m.Unit), gcd(m.Score, n.Unit)
	score, fits := product(n.Score/over, m.Score/under)
	unit, ok := product(n.Unit/under, m.Unit/over)
	return Number{score, unit}, ok && fits
}
