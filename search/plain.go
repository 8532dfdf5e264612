package search

import (
	"espalier/trace"
	"espalier/trees"
)

// Plain searches of an explicit tree: every node, no cut, no frames, no
// events. They share nothing with the engines but the tree, so that a run can
// be held against them.

// A referenceSearch says what the mover of a node wants: the largest score, or the
// smallest, of one player (from 1).
type referenceSearch struct {
	want func(t *trees.Tree, root, node int) (player int, least bool)
	// agree names the one player on whose score the comparison rests; nil: all.
	agree func(t *trees.Tree, root int) int
}

// referenceMaxn: every mover wants the most for himself.
var referenceMaxn = referenceSearch{want: func(t *trees.Tree, _, node int) (int, bool) {
	return t.Mover(node), false
}}

// referenceMinimax: player 1 wants the most for himself, player 2 the least for player 1.
var referenceMinimax = referenceSearch{want: func(t *trees.Tree, _, node int) (int, bool) {
	return 1, t.Mover(node) == 2
}}

// referenceParanoid: the root player wants the most for himself, all others the
// least for him.
var referenceParanoid = referenceSearch{
	want: func(t *trees.Tree, root, node int) (int, bool) {
		return t.Mover(root), t.Mover(node) != t.Mover(root)
	},
	agree: func(t *trees.Tree, root int) int { return t.Mover(root) },
}

// referenceCost: the least cost.
var referenceCost = referenceSearch{want: func(*trees.Tree, int, int) (int, bool) { return 1, true }}

// value searches t from root down to depth plies (negative: to the leaves). It
// reports false where it meets a leaf of unknown value.
func (s referenceSearch) value(t *trees.Tree, root, depth int) (trees.Vector, bool) {
	end := t.End(root)
	values := make([]trees.Vector, end-root)
	frontier := t.Height() + 1
	if depth >= 0 {
		frontier = t.Level(root) + depth
	}
	if t.Kind == trees.Path {
		for n := root + 1; n < end; n++ {
			values[n-root][0] = values[t.Parent(n)-root][0] + t.Cost(n)
		}
	}
	// A node's children have larger numbers than the node.
	for n := end - 1; n >= root; n-- {
		v := &values[n-root]
		known := true
		switch {
		case t.Level(n) > frontier:
		case t.IsLeaf(n) && t.Kind == trees.Path:
		case t.IsLeaf(n):
			*v, known = t.Value(n)
		case t.Level(n) == frontier:
			*v, known = t.Static(n)
		default:
			player, least := s.want(t, root, n)
			for i, k := range t.Kids(n) {
				c := &values[int(k)-root]
				if i == 0 || !least && c[player-1] > v[player-1] || least && c[player-1] < v[player-1] {
					*v = *c
				}
			}
		}
		if !known {
			return trees.Vector{}, false
		}
	}
	return values[0], true
}

// truth holds a run's value against the plain search.
func (a *Algorithm) truth(r *run, value trees.Vector) *trace.Truth {
	root, depth := int(r.frames[0].node), -1
	if r.HasDepth {
		depth = r.Depth
	}
	v, known := a.reference.value(r.Tree, root, depth)
	if !known {
		return nil
	}
	truth := &trace.Truth{Value: v, Agrees: v == value}
	if a.reference.agree != nil && !r.Tree.IsLeaf(root) {
		p := a.reference.agree(r.Tree, root)
		truth.Agrees = v[p-1] == value[p-1]
	}
	return truth
}
