package treetest

import (
	"fmt"
	"reflect"
	"slices"

	"espalier/trees"
)

// Diff describes the first difference of two trees; "" if they are equal.
func Diff(a, b *trees.Tree) string {
	if !reflect.DeepEqual(a.Header, b.Header) {
		return fmt.Sprintf("headers: %+v and %+v", a.Header, b.Header)
	}
	if a.Len() != b.Len() {
		return fmt.Sprintf("%d and %d nodes", a.Len(), b.Len())
	}
	for n := range a.Len() {
		if a.Parent(n) != b.Parent(n) || a.End(n) != b.End(n) || a.Level(n) != b.Level(n) {
			return fmt.Sprintf("node %d is at %s and at %s", n, a.Place(n), b.Place(n))
		}
		if x, y := a.Node(n), b.Node(n); !sameNode(&x, &y) {
			return fmt.Sprintf("%s: %+v and %+v", a.Place(n), x, y)
		}
	}
	return ""
}

func sameNode(x, y *trees.Node) bool {
	return x.Label == y.Label && x.Player == y.Player && x.Unknown == y.Unknown && x.NotFromPaper == y.NotFromPaper && x.Cost == y.Cost &&
		x.Chance == y.Chance && x.Action == y.Action && x.Infoset == y.Infoset && x.Prob == y.Prob &&
		slices.Equal(x.Alternatives, y.Alternatives) &&
		sameVector(x.Value, y.Value) && sameVector(x.Low, y.Low) && sameVector(x.Up, y.Up) && sameVector(x.Static, y.Static)
}

func sameVector(v, w *trees.Vector) bool {
	if v == nil || w == nil {
		return v == w
	}
	return *v == *w
}
