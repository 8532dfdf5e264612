package engine

import "espalier/trees"

// This file changes the unit of a problem for an algorithm that divides by probabilities. Its
// events have the smaller unit, its result that of the tree.

// parts is the number of units of a run in a unit of the tree; 0: they are the same.
type parts trees.Score

// inWindowUnit returns the problem in trees.Tree.WindowUnit if the algorithm divides by
// probabilities, or the problem itself if its numbers do not fit.
func (a *Algorithm) inWindowUnit(p Problem) (Problem, parts) {
	if !a.Divides || p.Tree == nil {
		return p, 0
	}
	unit, fits := p.Tree.WindowUnit()
	if !fits || unit == p.Unit {
		return p, 0
	}
	t, ok := p.Tree.In(unit)
	if !ok {
		return p, 0
	}
	fine, of := OnTree(t, p.Pos.(*trees.Cursor).Node()), parts(unit/p.Unit)
	p.Tree, p.Pos, p.Unit = t, fine.Pos, unit
	p.MaxSum, p.MaxP, p.Delta, p.Outcomes = fine.MaxSum, fine.MaxP, fine.Delta, fine.Outcomes
	return p, of
}

// result returns a result in the unit of the tree.
func (of parts) result(r Result) Result {
	if of == 0 {
		return r
	}
	coarse := func(v *trees.Vector) {
		for s := range v {
			v[s] /= trees.Score(of)
		}
	}
	coarse(&r.Value)
	if r.Reference != nil {
		reference := *r.Reference
		coarse(&reference.Value)
		r.Reference = &reference
	}
	return r
}
