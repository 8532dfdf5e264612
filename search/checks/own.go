package checks

import "espalier/trees"

// This file proves that a cut is unsound by the values that the tree of the header has for what was cut. They are better
// than values that it could have: the reader sees them in the tree.

// inTree returns the leaf of a cut whose value in the tree of the header changes that of the root, and what the root then
// gets; nil: there is none, or it is not known. leaves are what the cut has skipped.
func (e *ends) inTree(leaves []int32) (values []LeafValue, after trees.Vector) {
	c := e.c
	if c.run.Kind != trees.Minimax || c.run.Tree == nil || e.looked != nil || c.hasChance() || c.run.Tree.HasChance() {
		return nil, after
	}
	if c.worth == nil {
		c.worth = c.worths(c.run.Tree)
	}
	n := c.run.Nodes[leaves[0]].Parent
	best, from := e.seen.of(n), int32(-1)
	for _, l := range leaves {
		at := c.run.Nodes[l].Tree
		if at < 0 || !c.worth[at].is {
			return nil, after
		}
		if d := c.worth[at].cmp(&best); !best.is || d != 0 && c.holdsAlpha(n) == (d > 0) {
			best, from = c.worth[at], l
		}
	}
	if from < 0 {
		return nil, after
	}
	for ; n != 0; n = c.run.Nodes[n].Parent {
		above := c.run.Nodes[n].Parent
		if e.did(len(e.kids.of(above))) != nil {
			return nil, after
		}
		with := best
		for _, k := range e.kids.of(above) {
			v := e.seen.of(k)
			if d := v.cmp(&with); k != n && v.is && d != 0 && c.holdsAlpha(above) == (d > 0) {
				with = v
			}
		}
		best = with
	}
	before := e.seen.of(0)
	if k := e.claimed; best.part != nil || best.cmp(&before) == 0 || (k.hasLow || k.hasHigh) && !(k.hasLow && e.passes(0, &best)) && !(k.hasHigh && e.passes(1, &best)) {
		return nil, after // what the run claims holds
	}
	after[e.score] = best.whole
	var v trees.Vector
	v[0] = c.worth[c.run.Nodes[from].Tree].whole
	return []LeafValue{{Node: c.run.Number(from), Name: c.run.Name(from), Value: v, leaf: from, Own: true}}, after
}

// worths returns the minimax value of each node of a tree, in the unit of the run.
func (c *checker) worths(t *trees.Tree) []amount {
	list := make([]amount, t.Len())
	for n := t.Len() - 1; n >= 0; n-- { // children have larger numbers than their parent
		if t.IsLeaf(n) {
			if v, known := t.Value(n); known {
				v = c.inRun(t, v)
				list[n] = amount{whole: v[0], is: true}
			}
			continue
		}
		for i, k := range t.Kids(n) {
			v := &list[k]
			if !v.is {
				list[n] = amount{}
				break
			}
			if d := v.cmp(&list[n]); i == 0 || d != 0 && (t.Mover(n) == 1) == (d > 0) {
				list[n] = *v
			}
		}
	}
	return list
}
