package search

import (
	"slices"

	"espalier/trees"
)

// Chance nodes.
//
// A chance node has moves and no mover. Its value is the expectation: the sum of each
// child's probability times its value, a vector in max^n, a number in minimax trees. The
// unit of a tree is so fine that it is a whole number (trees/unit.go).
//
// In an average, a child counts as much as it is worth, wherever the bounds of the players
// are. So an algorithm without a window of its own for chance nodes searches each of their
// children as if it was the root. star1.go and star2.go have such windows.

// errExpectation is the reason why a search stops where an expectation has no exact value.
const errExpectation = "the search was stopped: the expectation of a chance node is no whole number of the parts of a point that the scores are counted in; use values with fewer decimal places, or simpler probabilities"

// weighed returns a score times the probability of the given move at a chance node.
func (r *run) weighed(s trees.Score, p trees.Number, ply int32) trees.Score {
	if s%p.Unit != 0 {
		r.stoppedAt = ply
		panic(stop{&LimitError{Message: errExpectation}})
	}
	return p.Weigh(s)
}

// A searcher is an engine that searches the node of a frame, which has some moves.
type searcher interface{ search(f *frame, moves int) }

// expect searches all children of chance node f with s, and makes their expectation its value.
func (r *run) expect(f *frame, moves int, s searcher) {
	c := f.below
	f.value, f.leaf = trees.Vector{}, f.node
	f.atLeast, f.atMost = true, true
	exact := true
	for i := range moves {
		c.alpha.Given, c.beta.Given = false, false
		if r.across {
			c.alpha, c.beta = f.alpha, f.beta
		}
		p := r.chanced.Prob(i)
		s.search(c, r.play(f, i))
		r.Pos.Undo()
		for s := range r.Players {
			f.value[s] += r.weighed(c.value[s], p, f.ply)
		}
		f.known = true
		f.atLeast, f.atMost = f.atLeast && c.atLeast, f.atMost && c.atMost
		if r.observer != nil {
			r.emitBackupAt(f, false, r.lines.chance) // nothing is chosen
			exact = exact && c.exact
		}
	}
	if r.windowed {
		exact = f.atLeast && f.atMost
	}
	r.exit(f, exact)
}

// hasChance reports whether a search can come to a chance node.
func (p *Problem) hasChance(o *Options) bool {
	if chanced, ok := p.Pos.(trees.Chanced); !ok || !chanced.HasChance() {
		return false
	}
	c, explicit := p.Pos.(*trees.Cursor)
	if !explicit {
		return true
	}
	t, root := c.Tree(), p.start(o)
	for n := root; n < t.End(root); n++ {
		if t.IsChance(n) {
			return true
		}
	}
	return false
}

// sumOf returns the line of pseudo-code for a chance node, with the call for a child.
func sumOf(call string) pseudocode {
	return pseudocode{{"  if chance moves at x: return the sum of P(c) · " + call + " over all children c", "backup:chance"}}
}

// checkChance rejects chance nodes if the algorithm, or an option, is not right with them.
func (a *Algorithm) checkChance(p *Problem, o *Options) error {
	if !p.hasChance(o) {
		return nil
	}
	if !a.Chance {
		return refuse("algorithm", "%s compares a node with bounds from further up, and they say nothing below a chance node, whose value is an average; search this tree with %s", a.ID, trees.InWords(p.withChance(a.Registered())))
	}
	for _, given := range o.Given() {
		switch given.Name {
		case "table", "discrete":
			return refuse("options."+given.Name, "the value of a chance node is an average, which need be no possible outcome; leave this option out")
		case "transposition", "deepening":
			return refuse("options."+given.Name, "this option does not support chance nodes; leave it out")
		case "as_printed":
			return refuse("options."+given.Name, "the printed procedure has no chance nodes; leave this option out")
		}
	}
	return nil
}

// withChance lists the algorithms that can search the problem with its chance nodes.
func (p *Problem) withChance(all []*Algorithm) (ids []string) {
	lacks := func(a *Algorithm) bool {
		return slices.ContainsFunc(a.need, func(need need) bool { return need(a, p, &Options{}) != nil })
	}
	for _, a := range all {
		if a.Chance && !a.Estimate && !lacks(a) {
			ids = append(ids, a.ID)
		}
	}
	return ids
}
