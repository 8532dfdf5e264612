package layout

import (
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/trees"
)

// TestAlong: a picture along a path has the path, its rows have no more entries than fit, and each
// sibling is drawn or counted once.
func TestAlong(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		tree := randomMinimax(t, r, 100+r.IntN(5_000), []int{2, 5, 30}[seed%3])
		for range 10 {
			a := &Along{Focus: Focus{At: r.IntN(tree.Len())}, All: 9, Page: 6, Wide: 800}
			kids := tree.Kids(a.At)
			if len(kids) > 0 {
				a.Child = int(kids[r.IntN(len(kids))])
			}
			s := SelectAlong(tree, a)
			covers(t, tree, s)
			for n := a.At; n >= 0; n = tree.Parent(n) {
				if !s.Draws(n) {
					t.Fatalf("seed %d: node %d of the path to %d is not drawn", seed, n, a.At)
				}
			}
			if a.Child > 0 && !own(tree, s, a.Child) {
				t.Fatalf("seed %d: child %d of %d has no entry of its own", seed, a.Child, a.At)
			}
			rows := map[int32][]int{}
			for i, parent := range s.Parent {
				rows[parent] = append(rows[parent], i)
			}
			for parent, row := range rows {
				if parent < 0 {
					continue
				}
				counted := 0
				for _, i := range row {
					if first, last, ok := s.Run(tree, i); ok {
						counted += last - first
					}
					counted++
				}
				if all := len(tree.Kids(int(s.Node[parent]))); counted != all || len(row) > max(a.All, a.Page+2) {
					t.Fatalf("seed %d: node %d has %d children; %d are counted in %d entries", seed, s.Node[parent], all, counted, len(row))
				}
			}
		}
	}
}

// TestAlongStays: while the search goes from one sibling to the next of a page, the row stays.
func TestAlongStays(t *testing.T) {
	tree := uniform(t, 20, 3)
	row := func(at int) (nodes []int32) {
		s := SelectAlong(tree, &Along{Focus: Focus{At: at}, All: 9, Page: 7, Wide: 800})
		for i, n := range s.Node {
			if s.Parent[i] == 0 {
				nodes = append(nodes, n)
			}
		}
		return nodes
	}
	kids := tree.Kids(0)
	for i := 1; i < len(kids); i++ {
		same := slices.Equal(row(int(kids[i-1])), row(int(kids[i])))
		if want := i%7 != 0; same != want {
			t.Errorf("from child %d to the next one the row stays: %t", i-1, same)
		}
	}
}

// TestAlongOpens: a sum that is opened shows siblings from its first one on, a subtree its
// children, and a named node has an entry of its own wherever it is.
func TestAlongOpens(t *testing.T) {
	tree := uniform(t, 20, 3)
	kids := tree.Kids(0)
	a := &Along{Focus: Focus{At: int(kids[0])}, All: 9, Page: 7, Wide: 800}
	if s := SelectAlong(tree, a); own(tree, s, int(kids[9])) {
		t.Fatal("a child of the second page has a place of its own")
	}
	a.Opened = []int{int(kids[7])}
	if s := SelectAlong(tree, a); !own(tree, s, int(kids[9])) || !s.Draws(int(kids[0])) {
		t.Errorf("the sum is open, and this is drawn: %v", s.Node)
	}
	for _, n := range kids[1:7] { // some have no place in the narrower row
		a.Opened = []int{int(n)}
		if s := SelectAlong(tree, a); !s.Draws(int(n)) || !own(tree, s, int(tree.Kids(int(n))[0])) {
			t.Errorf("subtree %d is open, and this is drawn: %v", n, s.Node)
		}
	}
	a.Opened, a.Named = nil, []int{int(tree.Kids(int(kids[15]))[8])}
	if s := SelectAlong(tree, a); !own(tree, s, a.Named[0]) {
		t.Errorf("node %d is named, and this is drawn: %v", a.Named[0], s.Node)
	}
	for _, bad := range []int{-1, 0, tree.Len(), 1 << 40} {
		a.At, a.Child, a.Opened, a.Named = bad, bad, []int{bad}, []int{bad}
		covers(t, tree, SelectAlong(tree, a))
	}
}

// own reports whether a node has an entry of its own.
func own(t *trees.Tree, s *Selection, n int) bool {
	i := slices.Index(s.Node, int32(n))
	if i < 0 {
		return false
	}
	_, _, sum := s.Run(t, i)
	return !sum
}
