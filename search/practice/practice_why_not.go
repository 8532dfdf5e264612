package practice

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"espalier/trace"
	"espalier/trees"
)

// This file says why an algorithm does not make a cut that a student has made. The bounds
// that the student could have had in mind are those of the nodes from the parent of the
// child upwards, at the moment when the search comes to the child. In a search of one side
// against the other these are the ends of the window, α and β.

// An ancestor is a node above a child that a student cuts, when the search comes to it.
type ancestor struct {
	node, child int // child is the one through which the search goes
	best        trees.Vector
	hasBest     bool
}

// An openWindow is the window at a node, when the search comes to it.
type openWindow struct {
	about       int         // the player whose score is bounded
	unit        trees.Score // of the ends
	alpha, beta trees.Opt
	alphaAt     int // the nodes that hold the ends; -1: there is none
	betaAt      int
}

func windowOf(e *trace.Event) openWindow {
	w := openWindow{e.About, e.Unit, e.Alpha, e.Beta, trees.NoNode, trees.NoNode}
	for i, b := range e.Bounds[:e.Players] {
		switch {
		case !b.Given:
		case i == e.About-1:
			w.alphaAt = int(b.Node)
		default:
			w.betaAt = int(b.Node)
		}
	}
	return w
}

func (w *openWindow) text(s trees.Score) string { return trace.Minus(s.In(w.unit).String()) }

// watch keeps what the nodes above a child have when the search first comes to it, and
// whether a child that is searched again wins a tie.
func (p *practice) watch(e *trace.Event) {
	node := int(e.Node)
	switch e.Type {
	case trace.Enter:
		delete(p.best, node)
		if _, seen := p.above[node]; p.asked[node] && !seen {
			p.above[node] = p.ancestors(node)
			if e.Window {
				p.open[node] = windowOf(e)
			}
		}
	case trace.Backup:
		wanted := p.tree.Mover(node) - 1
		if e.About > 0 { // both sides look at the same score
			wanted = e.About - 1
		}
		if old, had := p.best[node]; had && e.Improved && wanted >= 0 && old[wanted] == e.Value[wanted] {
			p.tied[node] = fmt.Sprintf(" This equals the best so far, but %s is further left and wins the tie.", p.tree.Name(int(e.Child)))
		} else if e.Improved {
			delete(p.tied, node)
		}
		if e.HasBest {
			p.best[node] = e.Best
		}
	}
}

// ancestors lists the nodes above a child, the parent first: as many as chain can look at.
func (p *practice) ancestors(child int) (list []ancestor) {
	for child != p.Options.Root && len(list) <= p.tree.Players {
		node := p.tree.Parent(child)
		best, has := p.best[node]
		list = append(list, ancestor{node, child, best, has})
		child = node
	}
	return list
}

// whyNot says why the algorithm does not cut a child and its later siblings. It is empty
// where the rules ask for more than the sum of backed-up scores, or for more than a window.
func (p *practice) whyNot(child int) string {
	above, seen := p.above[child]
	if said := p.skipped[child]; said != "" && !seen {
		return fmt.Sprintf(" The search does not reach %s. %s", p.tree.Name(child), said)
	}
	o := p.Options
	if w, has := p.open[child]; has && !o.Heuristic {
		return p.whyOpen(p.tree.Parent(child), &w)
	}
	if !seen || o.Discrete || o.Table || o.AsPrinted || p.tree.Kind != trees.MaxN || !p.tree.MaxSum.Given {
		return ""
	}
	most := p.Algorithm.Sum.Bounds
	if most == 0 {
		return ""
	}
	at := above[0]
	if p.tree.IsChance(at.node) {
		return fmt.Sprintf(" At %s chance moves: nobody chooses there, so every child counts.", p.tree.Name(at.node))
	}
	if !at.hasBest {
		return fmt.Sprintf(" Player %d has no bound at %s yet: no child before %s has given a value.", p.tree.Mover(at.node), p.tree.Name(at.node), p.tree.Name(child))
	}
	chain, stop := p.chain(above, most)
	var has, terms []string
	sum := trees.Score(0)
	for i := len(chain) - 1; i >= 0; i-- {
		a := chain[i]
		mover := p.tree.Mover(a.node)
		score := a.best[mover-1]
		sum += score
		has = append(has, fmt.Sprintf("player %d has %s at %s", mover, p.score(score), p.tree.Name(a.node)))
		terms = append(terms, p.score(score))
	}
	said := " P" + trees.InWords(has)[1:]
	if len(terms) > 1 {
		said += ": " + strings.Join(terms, " + ") + " = " + p.score(sum)
	}
	return said + p.shortOf(chain) + stop
}

// shortOf says what the sum of the bounds of some nodes does not reach: what maxsum leaves to
// their movers if all others have their least scores, or the largest score of one.
func (p *practice) shortOf(chain []ancestor) string {
	t := p.tree
	least, known := t.Minima()
	if !known && len(chain) < t.Players {
		return ". How little the others can have is not known without minp, so no sum is enough."
	}
	limit, of := t.MaxSum.Score, ""
	for player := range t.Players {
		if least[player] != 0 && !slices.ContainsFunc(chain, func(a ancestor) bool { return t.Mover(a.node) == player+1 }) {
			limit -= least[player]
			of = ", which is maxsum less the least scores of the others"
		}
	}
	if most := t.Most(t.Mover(chain[0].node) - 1); len(chain) == 1 && most.Given && most.Score < limit {
		limit, of = most.Score, ", which is maxp"
	}
	return fmt.Sprintf(", %s %s%s.", p.short(), p.score(limit), of)
}

// short says how a number compares with a bound that does not allow a cut.
func (p *practice) short() string {
	if p.Options.Strict {
		return "not more than"
	}
	return "less than"
}

// whyOpen says that the window at a node is open, so that its children can still matter.
func (p *practice) whyOpen(node int, w *openWindow) string {
	one, other := fmt.Sprintf("player %d", w.about), "the others"
	switch {
	case p.tree.Kind == trees.Minimax:
		one, other = "Max", "Min"
	case p.tree.Players == 2:
		other = fmt.Sprintf("player %d", 3-w.about)
	}
	said := fmt.Sprintf(" At %s the window is open: ", p.tree.Name(node))
	alpha := fmt.Sprintf("α = %s (%s)", w.text(w.alpha.Score), p.heldBy(one, w.alphaAt))
	beta := fmt.Sprintf("β = %s (%s)", w.text(w.beta.Score), p.heldBy(other, w.betaAt))
	switch {
	case w.alpha.Given && w.beta.Given:
		return said + alpha + " is " + p.short() + " " + beta + "."
	case w.alpha.Given:
		return said + alpha + ", and β is infinite."
	case w.beta.Given:
		return said + beta + ", and α is infinite."
	}
	return said + "α and β are infinite."
}

func (p *practice) heldBy(side string, node int) string {
	if node < 0 {
		return side
	}
	return side + " at " + p.tree.Name(node)
}

// chain returns the nodes whose bounds the rule adds, the parent of the child first, and
// why a bound above them does not count.
func (p *practice) chain(above []ancestor, most int) (chain []ancestor, stop string) {
	t := p.tree
	used := map[int]bool{}
	for i, a := range above {
		mover := t.Mover(a.node)
		if len(chain) == most || used[mover] {
			return chain, ""
		}
		if t.IsChance(a.node) {
			return chain, fmt.Sprintf(" No bound from above %s counts below it: chance moves there.", t.Name(a.node))
		}
		if !a.hasBest {
			return chain, fmt.Sprintf(" Player %d has no bound at %s yet.", mover, t.Name(a.node))
		}
		if i >= 2 { // what is between must not be able to turn to something else
			between, last := above[i-1], t.Kids(above[i-1].node)
			if score, bound := between.best[mover-1], a.best[mover-1]; score > bound {
				return chain, fmt.Sprintf(" The %s of player %d at %s does not count: the best so far at %s gives player %d more, %s.", p.score(bound), mover, t.Name(a.node), t.Name(between.node), mover, p.score(score))
			}
			if p.Algorithm.Sum.LastOnly && int(last[len(last)-1]) != between.child {
				return chain, fmt.Sprintf(" The bound of player %d at %s does not count: %s is not the last branch of %s.", mover, t.Name(a.node), t.Name(between.child), t.Name(between.node))
			}
		}
		used[mover] = true
		chain = append(chain, a)
	}
	return chain, ""
}

// explainInherited says of a wrong value that it comes from a child whose value the student
// has got wrong already: then the mistake to look for is the one further down.
func (p *practice) explainInherited(steps []Step, judged []Judgement) {
	wrong := map[int]trees.Vector{}
	for i := range steps {
		if s := &steps[i]; s.Kind == Backup && judged[i].Verdict == Wrong {
			wrong[s.Node] = s.Value
		}
	}
	// The first child of a node with a wrong value: looking through the children of each
	// node that is named would take the product of both.
	type from struct {
		parent int
		value  trees.Vector
	}
	first := map[from]int{}
	for _, k := range slices.Sorted(maps.Keys(wrong)) {
		at := from{p.tree.Parent(k), wrong[k]}
		if _, known := first[at]; !known {
			first[at] = k
		}
	}
	for i := range steps {
		s := &steps[i]
		if s.Kind != Backup || judged[i].Verdict != Wrong {
			continue
		}
		if k, ok := first[from{s.Node, s.Value}]; ok {
			judged[i].Why += fmt.Sprintf(" Your value comes from %s, where it is wrong already: look there first.", p.tree.Name(k))
		}
	}
}
