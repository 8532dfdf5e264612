package classroom

import (
	"slices"
	"strconv"

	"espalier/trees"
)

// appendNames appends the names of the nodes in a question and its answers, as an object. It is
// empty for an implicit tree.
func appendNames(b []byte, tree *trees.Tree, node *int, answered []nodeCount) []byte {
	var nodes []int
	if node != nil {
		nodes = append(nodes, *node)
	}
	for _, n := range answered {
		nodes = append(nodes, int(n.Node))
	}
	slices.Sort(nodes)
	b = append(b, '{')
	first := true
	for _, n := range slices.Compact(nodes) {
		if tree == nil || n >= tree.Len() {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(strconv.AppendInt(append(b, '"'), int64(n), 10), `":`...)
		b = trees.AppendQuoted(b, tree.Name(n))
	}
	return append(b, '}')
}
