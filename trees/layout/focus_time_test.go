package layout_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/layout"
)

// TestFocusOnManyNodes: of more named nodes than a picture has room for, the first ones
// count, and folds above none of them. On a deep tree each of the others took a way to the root.
func TestFocusOnManyNodes(t *testing.T) {
	const chains, deep = 60, 1_000
	tree, err := trees.ReadText("players 3 1[ " + strings.Repeat(strings.Repeat("1[", deep)+"(1,2,3)"+strings.Repeat("]", deep)+" ", chains) + "]")
	if err != nil {
		t.Fatal(err)
	}
	f := layout.Focus{At: 5}
	for n := range 20_000 {
		f.Named, f.Folded = append(f.Named, tree.Len()-1-n), append(f.Folded, n*3)
	}
	got := layout.SelectAround(tree, &f)
	f.Named = f.Named[:layout.MaxDrawn]
	if want := layout.SelectAround(tree, &f); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Error("more named nodes than are drawn change the picture")
	}
	if got.Drawn() > layout.MaxDrawn || !got.Draws(5) {
		t.Errorf("%d nodes are drawn, node 5: %t", got.Drawn(), got.Draws(5))
	}
	// Folds are ignored above what is needed, and only there.
	small := layout.Focus{At: 5, Named: []int{deep + 7}, Folded: []int{2, 6, deep + 2, deep + 8}}
	s := layout.SelectAround(tree, &small)
	for n, drawn := range map[int]bool{5: true, deep + 7: true, 7: false, deep + 9: false} {
		if s.Draws(n) != drawn {
			t.Errorf("node %d is drawn: %t; the picture has %v", n, !drawn, slices.Clone(s.Node))
		}
	}
}
