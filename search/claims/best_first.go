package claims

import (
	"espalier/search/compare"
	"espalier/trees"
)

// bestFirst orders the children of each node of a uniform tree so that the best one for the
// mover comes first. All subtrees of a level have the same shape, so only leaves are moved.
func bestFirst(t *compare.Trial) {
	b, d, ok := t.Uniform()
	if !ok || d == 0 {
		return
	}
	first := 0
	for t.Mover(first) > 0 {
		first++
	}
	leaves := make([]trees.Vector, t.Len()-first)
	for i := range leaves {
		leaves[i] = *t.Value(first + i)
	}
	mover, node := make([]int, d), 0
	for k := range mover {
		mover[k] = t.Mover(node) - 1
		node, _ = t.Kids(node)
	}
	sortLeaves(leaves, b, mover)
	for i := range leaves {
		*t.Value(first + i) = leaves[i]
	}
}

// sortLeaves orders the leaves below a node, and returns its max^n value; mover has the
// players who move from there on.
func sortLeaves(leaves []trees.Vector, b int, mover []int) trees.Vector {
	if len(mover) == 0 {
		return leaves[0]
	}
	size := len(leaves) / b
	best, at := sortLeaves(leaves[:size], b, mover[1:]), 0
	for k := 1; k < b; k++ {
		if v := sortLeaves(leaves[k*size:(k+1)*size], b, mover[1:]); v[mover[0]] > best[mover[0]] {
			best, at = v, k
		}
	}
	for i := range size {
		leaves[i], leaves[at*size+i] = leaves[at*size+i], leaves[i]
	}
	return best
}

// isBestFirst reports whether no child of a node is better for the mover than the first.
// The tree must be solved.
func isBestFirst(t gameTree, nodes int) bool {
	for i := range nodes {
		if t.Mover(i) > 0 && chosen(t, i, compare.Leftmost) != firstOf(t, i) {
			return false
		}
	}
	return true
}

func firstOf(t gameTree, i int) int {
	first, _ := t.Kids(i)
	return first
}
