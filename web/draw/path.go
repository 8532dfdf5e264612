package draw

import "espalier/trees"

// PathTo is the way from a node up to the root, both included.
func PathTo(t *trees.Tree, node int) []int {
	var way []int
	for n := max(node, 0); n >= 0; n = t.Parent(n) {
		way = append(way, n)
	}
	return way
}

// AlongPath lays out the part of a tree that stands along a way up to its root:
// what branches off is a silhouette.
func AlongPath(t *trees.Tree, way []int) *Drawing {
	on := map[int]bool{}
	for _, n := range way {
		on[n] = true
	}
	var folded []int
	for _, n := range way {
		for _, k := range t.Kids(n) {
			if !on[int(k)] && !t.IsLeaf(int(k)) {
				folded = append(folded, int(k))
			}
		}
	}
	return drawingOf(t, trees.DrawnFor(t, &trees.Wish{Folded: folded, At: way[0]}), false)
}
