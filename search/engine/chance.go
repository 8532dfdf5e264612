package engine

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

// Weighed returns a score times the probability of the given move at a chance node.
func (r *Run) Weighed(s trees.Score, p trees.Number, ply int32) trees.Score {
	if s%p.Unit != 0 {
		r.StoppedAt = ply
		panic(Stop{&LimitError{Message: errExpectation}})
	}
	return p.Weigh(s)
}

// A Searcher is an engine that searches the node of a frame, which has some moves.
type Searcher interface{ Search(f *Frame, moves int) }

// Expect searches all children of chance node f with s, and makes their expectation its value.
func (r *Run) Expect(f *Frame, moves int, s Searcher) {
	c := f.Below
	f.Value, f.Leaf = trees.Vector{}, f.Node
	f.AtLeast, f.AtMost = true, true
	exact := true
	for i := range moves {
		c.Alpha.Given, c.Beta.Given = false, false
		if r.Across {
			c.Alpha, c.Beta = f.Alpha, f.Beta
		}
		p := r.Chanced.Prob(i)
		s.Search(c, r.Play(f, i))
		r.Pos.Undo()
		for s := range r.Players {
			f.Value[s] += r.Weighed(c.Value[s], p, f.Ply)
		}
		f.Known = true
		f.AtLeast, f.AtMost = f.AtLeast && c.AtLeast, f.AtMost && c.AtMost
		if r.Observer != nil {
			r.EmitBackupAt(f, false, r.Lines.Chance) // nothing is chosen
			exact = exact && c.Exact
		}
	}
	if r.Windowed {
		exact = f.AtLeast && f.AtMost
	}
	r.Exit(f, exact)
}

// HasChance reports whether a search can come to a chance node.
func (p *Problem) HasChance(o *Options) bool {
	if chanced, ok := p.Pos.(trees.Chanced); !ok || !chanced.HasChance() {
		return false
	}
	c, explicit := p.Pos.(*trees.Cursor)
	if !explicit {
		return true
	}
	t, root := c.Tree(), p.StartNode(o)
	for n := root; n < t.End(root); n++ {
		if t.IsChance(n) {
			return true
		}
	}
	return false
}

// SumOf returns the line of pseudo-code for a chance node, with the call for a child.
func SumOf(call string) Pseudocode {
	return Pseudocode{{"  if chance moves at x: return the sum of P(c) · " + call + " over all children c", "backup:chance"}}
}

// checkChance rejects chance nodes if the algorithm, or an option, is not right with them.
func (a *Algorithm) checkChance(p *Problem, o *Options) error {
	if !p.HasChance(o) {
		return nil
	}
	if !a.Chance {
		return Refuse("algorithm", "%s compares a node with bounds from further up, and they say nothing below a chance node, whose value is an average; search this tree with %s", a.ID, trees.InWords(p.withChance(a.Registered())))
	}
	for _, given := range o.Given() {
		switch given.Name {
		case "table", "discrete":
			return Refuse("options."+given.Name, "the value of a chance node is an average, which need be no possible outcome; leave this option out")
		case "transposition", "deepening":
			return Refuse("options."+given.Name, "this option does not support chance nodes; leave it out")
		case "as_printed":
			return Refuse("options."+given.Name, "the printed procedure has no chance nodes; leave this option out")
		}
	}
	return nil
}

// withChance lists the algorithms that can search the problem with its chance nodes.
func (p *Problem) withChance(all []*Algorithm) (ids []string) {
	lacks := func(a *Algorithm) bool {
		return slices.ContainsFunc(a.Need, func(need Need) bool { return need(a, p, &Options{}) != nil })
	}
	for _, a := range all {
		if a.Chance && !a.Estimate && !lacks(a) {
			ids = append(ids, a.ID)
		}
	}
	return ids
}
