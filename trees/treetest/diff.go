package treetest

import (
	"fmt"
	"reflect"

	"espalier/trees"
)

// Diff says where two trees differ; "" where they are the same.
func Diff(a, b *trees.Tree) string {
	if !reflect.DeepEqual(a.Header, b.Header) {
		return fmt.Sprintf("headers: %+v and %+v", a.Header, b.Header)
	}
	if a.Len() != b.Len() {
		return fmt.Sprintf("%d and %d nodes", a.Len(), b.Len())
	}
	for n := range a.Len() {
		if a.Parent(n) != b.Parent(n) || a.End(n) != b.End(n) || a.Level(n) != b.Level(n) {
			return fmt.Sprintf("node %d stands at %s and at %s", n, a.Place(n), b.Place(n))
		}
		x, y := a.Node(n), b.Node(n)
		if len(x.Alternatives) == 0 && len(y.Alternatives) == 0 {
			x.Alternatives, y.Alternatives = nil, nil
		}
		if !reflect.DeepEqual(x, y) {
			return fmt.Sprintf("%s: %+v and %+v", a.Place(n), x, y)
		}
	}
	return ""
}
