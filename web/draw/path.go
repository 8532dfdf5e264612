package draw

import (
	"espalier/trees"
	"espalier/trees/layout"
)

// PathTo returns the path from a node up to the root, both included.
func PathTo(t *trees.Tree, node int) []int {
	var path []int
	for n := max(node, 0); n >= 0; n = t.Parent(n) {
		path = append(path, n)
	}
	return path
}

// AlongPath lays out a tree for a path up to the root: subtrees beside the path
// are collapsed.
func AlongPath(t *trees.Tree, path []int) *Drawing {
	on := map[int]bool{}
	for _, n := range path {
		on[n] = true
	}
	var folded []int
	for _, n := range path {
		for _, k := range t.Kids(n) {
			if !on[int(k)] && !t.IsLeaf(int(k)) {
				folded = append(folded, int(k))
			}
		}
	}
	return Folded(t, folded, path[0])
}

// Folded lays out a tree with these nodes collapsed, and the current one drawn.
func Folded(t *trees.Tree, nodes []int, current int) *Drawing {
	return DrawingOf(t, layout.SelectFor(t, &layout.ViewRequest{Folded: nodes, Current: current}), false)
}
