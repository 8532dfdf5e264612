package classroom

import (
	"slices"

	"espalier/trees"
	"espalier/web/problem"
)

// namesOf returns the names of the nodes in a question and its answers. There are none for an implicit tree.
func namesOf(tree *trees.Tree, node *int, answered []nodeCount) (names problem.Object) {
	var nodes []int
	if node != nil {
		nodes = append(nodes, *node)
	}
	for _, n := range answered {
		nodes = append(nodes, int(n.Node))
	}
	slices.Sort(nodes)
	for _, n := range slices.Compact(nodes) {
		if tree != nil && n < tree.Len() {
			names = append(names, problem.Numbered(n, trees.AppendQuoted(nil, tree.Name(n))))
		}
	}
	return names
}
