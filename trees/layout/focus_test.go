package layout

import (
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/trees"
)

// uniform returns a tree with the same number of children at every inner node.
func uniform(t *testing.T, branching, depth int) *trees.Tree {
	t.Helper()
	b := trees.NewBuilder(trees.Header{Kind: trees.Minimax})
	zero := trees.Points(0)
	var walk func(level int)
	walk = func(level int) {
		if level == depth {
			b.Open(trees.Node{Value: &zero})
		} else {
			b.Open(trees.Node{Player: 1})
			for range branching {
				walk(level + 1)
			}
		}
		b.Close()
	}
	walk(0)
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestFocusShowsWhatIsNeeded checks that the node at work, its ancestors and the named
// nodes are drawn, and the siblings on the path at least as collapsed subtrees.
func TestFocusShowsWhatIsNeeded(t *testing.T) {
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 9))
		tree := randomMinimax(t, r, 100+r.IntN(10_000), []int{2, 3, 7}[seed%3])
		for range 10 {
			f := &Focus{At: r.IntN(tree.Len())}
			for range r.IntN(4) {
				f.Named = append(f.Named, r.IntN(tree.Len()))
				f.Folded = append(f.Folded, r.IntN(tree.Len()))
				f.Opened = append(f.Opened, r.IntN(tree.Len()))
			}
			s := SelectAround(tree, f)
			covers(t, tree, s)
			for _, n := range append([]int{f.At}, f.Named...) {
				for ; n >= 0; n = tree.Parent(n) {
					if !s.Draws(n) {
						t.Fatalf("seed %d: node %d is not drawn with the focus %+v", seed, n, f)
					}
				}
			}
			for n := f.At; n > 0; n = tree.Parent(n) {
				for _, k := range tree.Kids(tree.Parent(n)) {
					if len(tree.Kids(tree.Parent(n))) <= 7 && !s.Has(int(k)) {
						t.Fatalf("seed %d: node %d, a sibling on the path to %d, is not in the picture", seed, k, f.At)
					}
				}
			}
		}
	}
}

// TestFocusIsSmall: a picture of a large tree can be read, and drawn at once.
func TestFocusIsSmall(t *testing.T) {
	for _, tree := range []*trees.Tree{uniform(t, 3, 6), uniform(t, 2, 12), uniform(t, 7, 4), uniform(t, 100, 2)} {
		for at := 0; at < tree.Len(); at += 37 {
			if s := SelectAround(tree, &Focus{At: at}); len(s.Node) > maxFocused {
				t.Fatalf("%d entries around node %d of %d, want at most %d", len(s.Node), at, tree.Len(), maxFocused)
			}
		}
	}
}

// TestFocusStays: a search from left to right finds most of its nodes in the picture
// that there is.
func TestFocusStays(t *testing.T) {
	for _, tree := range []*trees.Tree{uniform(t, 3, 6), uniform(t, 2, 11), uniform(t, 5, 5)} {
		pictures := 0
		var s *Selection
		for n := range tree.Len() {
			if s == nil || !s.Draws(n) {
				s = SelectAround(tree, &Focus{At: n})
				pictures++
			}
		}
		if most := tree.Len() / 5; pictures > most {
			t.Errorf("%d pictures for a search of %d nodes, want at most %d", pictures, tree.Len(), most)
		}
	}
}

func TestFocusKeepsWhatAPersonChose(t *testing.T) {
	tree := uniform(t, 3, 6)
	kids := tree.Kids(0)
	first, second := int(kids[0]), int(kids[1])
	deep := int(tree.Kids(second)[0])
	if s := SelectAround(tree, &Focus{At: first, Opened: []int{second, deep}}); !s.Draws(second) || !s.Draws(deep) {
		t.Error("what was opened is not drawn")
	}
	inner := int(tree.Kids(first)[0])
	if s := SelectAround(tree, &Focus{At: first, Folded: []int{inner}}); s.Draws(inner) || !s.Has(inner) {
		t.Error("what was folded is drawn")
	}
	if s := SelectAround(tree, &Focus{At: inner, Folded: []int{first}}); !s.Draws(inner) {
		t.Error("a fold hides the node at work")
	}
	if s := SelectAround(tree, &Focus{At: first, Named: []int{deep}, Folded: []int{second}}); !s.Draws(deep) {
		t.Error("a fold hides a named node")
	}
	if s := SelectAround(tree, &Focus{At: -1, Named: []int{-3, 1 << 20}, Folded: []int{-1, 1 << 20}, Opened: []int{1 << 20}}); !slices.Contains(s.Node, 0) {
		t.Error("no root")
	}
}

func TestWideTreesFold(t *testing.T) {
	for _, c := range []struct {
		branching, depth int
		want             bool
	}{{3, 3, false}, {7, 2, false}, {50, 1, false}, {51, 1, true}, {3, 4, true}, {2, 6, true}} {
		if got := Folds(uniform(t, c.branching, c.depth)); got != c.want {
			t.Errorf("Folds of branching %d, depth %d = %t, want %t", c.branching, c.depth, got, c.want)
		}
	}
}
