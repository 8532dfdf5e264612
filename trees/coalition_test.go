package trees_test

import (
	"strings"
	"testing"

	"espalier/trees"
)

func TestAgainstCoalition(t *testing.T) {
	tree, err := trees.ReadText("players 3 maxsum 9 a: 2[ b: (1, 5, 2) c: *[ @1/3 d: 1[ e: (0, 4, 4) ] @2/3 3[ f: (2, 3, 1) g: ? ] ] ]")
	if err != nil {
		t.Fatal(err)
	}
	two, err := tree.AgainstCoalition(2)
	if err != nil {
		t.Fatal(err)
	}
	want := "kind minimax minp 0 maxp 9 a: max[ b: 5 c: *[ @1/3 d: min[ e: 4 ] @2/3 min[ f: 3 g: ? ] ] ]"
	if got := strings.Join(strings.Fields(two.Text()), " "); got != want {
		t.Errorf("the tree is %s, want %s", got, want)
	}
	for n := range tree.Len() {
		if two.Label(n) != tree.Label(n) || two.Level(n) != tree.Level(n) {
			t.Errorf("node %d is another one", n)
		}
	}
	if same, err := two.AgainstCoalition(1); err != nil || same != two {
		t.Errorf("a tree of two sides is changed: %v", err)
	}
}
