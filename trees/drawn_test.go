package trees

import (
	"math/rand/v2"
	"testing"
)

func randomMinimax(t *testing.T, r *rand.Rand, n, branching int) *Tree {
	t.Helper()
	d := randomDrawn(r, n, branching)
	kids, kidAt := childLists(d.parent)
	b := NewBuilder(Header{Kind: Minimax})
	var walk func(v int32)
	walk = func(v int32) {
		list := kids[kidAt[v]:kidAt[v+1]]
		if len(list) == 0 {
			value := Points(r.IntN(10))
			b.Open(Node{Value: &value})
		} else {
			b.Open(Node{Player: 1})
		}
		for _, k := range list {
			walk(k)
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

// covers holds the choice against its promise: in order, parents right, every
// node of the tree drawn or in exactly one silhouette, and not too many.
func covers(t *testing.T, tree *Tree, s *Shown) {
	t.Helper()
	if len(s.Node) > MaxDrawn {
		t.Fatalf("%d nodes are drawn, want at most %d", len(s.Node), MaxDrawn)
	}
	next := int32(0)
	for i, n := range s.Node {
		if n != next {
			t.Fatalf("Node[%d] = %d, want %d: every node stands in the picture once", i, n, next)
		}
		next = n + max(1, s.Hidden[i])
		wantParent := int32(tree.Parent(int(n)))
		if i > 0 && s.Node[s.Parent[i]] != wantParent {
			t.Fatalf("the parent of node %d is drawn as %d, want %d", n, s.Node[s.Parent[i]], wantParent)
		}
	}
	if int(next) != tree.Len() {
		t.Fatalf("the picture covers %d nodes, want %d", next, tree.Len())
	}
}

func TestDrawnCoversTheTree(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 4))
		tree := randomMinimax(t, r, 1+r.IntN(6000), []int{2, 3, 7, 4000}[seed%4])
		covers(t, tree, Drawn(tree))
		o := r.IntN(tree.Len())
		s := Drawn(tree, o)
		covers(t, tree, s)
		if !s.Has(o) {
			t.Fatalf("seed %d: Drawn(t, %d) does not draw node %d", seed, o, o)
		}
	}
}

func TestDrawnShowsSmallTreesWhole(t *testing.T) {
	tree := randomMinimax(t, rand.New(rand.NewPCG(1, 5)), MaxDrawn, 800)
	s := Drawn(tree)
	if len(s.Node) != MaxDrawn {
		t.Errorf("%d nodes are drawn, want all %d", len(s.Node), MaxDrawn)
	}
}

func TestDrawnPrefersTheTop(t *testing.T) {
	tree := randomMinimax(t, rand.New(rand.NewPCG(2, 5)), 20_000, 3)
	s := Drawn(tree)
	// No silhouette stands above a level that is drawn, but for one level in
	// the making.
	highest, deepest := tree.Height(), 0
	for i, n := range s.Node {
		if s.Hidden[i] > 0 {
			highest = min(highest, tree.Level(int(n)))
		} else {
			deepest = max(deepest, tree.Level(int(n)))
		}
	}
	if deepest > highest+1 {
		t.Errorf("level %d is drawn while a silhouette stands on level %d", deepest, highest)
	}
}

func TestDrawnOpensWideFamilies(t *testing.T) {
	b := NewBuilder(Header{Kind: Minimax})
	b.Open(Node{Player: 1})
	zero := Points(0)
	for range 5000 {
		b.Open(Node{Value: &zero})
		b.Close()
	}
	b.Close()
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	s := Drawn(tree, 3000)
	covers(t, tree, s)
	for i, n := range s.Node {
		if n == 3000 && s.Hidden[i] != 0 {
			t.Errorf("node 3000 was opened and is a silhouette of %d nodes", s.Hidden[i])
		}
	}
}

// TestDrawnForFolded: a folded node is one silhouette of all that is below it,
// whatever is opened, and the rest is covered as before.
func TestDrawnForFolded(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 6))
		tree := randomMinimax(t, r, 3+r.IntN(4000), 4)
		f := r.IntN(tree.Len())
		for tree.IsLeaf(f) {
			f = tree.Parent(f)
		}
		inside := f + 1 + r.IntN(tree.End(f)-f-1)
		s := DrawnFor(tree, &Wish{Folded: []int{f, tree.Len() + 5}, Opened: []int{inside}, At: inside})
		covers(t, tree, s)
		for i, n := range s.Node {
			if want := tree.End(f) - f; int(n) == f && int(s.Hidden[i]) != want {
				t.Errorf("seed %d: the folded node %d stands for %d nodes, want %d", seed, f, s.Hidden[i], want)
			}
			if int(n) > f && int(n) < tree.End(f) {
				t.Errorf("seed %d: node %d is shown below the folded node %d", seed, n, f)
			}
		}
	}
}

// TestDrawnAt: the node at work is drawn with its children, however full the
// picture is without it.
func TestDrawnAt(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		tree := randomMinimax(t, r, 1+r.IntN(6000), []int{2, 3, 7, 4000}[seed%4])
		at := r.IntN(tree.Len())
		s := DrawnFor(tree, &Wish{At: at, Opened: []int{r.IntN(tree.Len())}})
		covers(t, tree, s)
		if !s.Full(at) {
			t.Fatalf("seed %d: node %d is at work, and is not drawn", seed, at)
		}
		if kids := tree.Kids(at); len(kids) > 0 && !s.Has(int(kids[0])) {
			t.Fatalf("seed %d: node %d is at work, and its first child is not drawn", seed, at)
		}
	}
}
