package layout

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/trees"
)

func randomMinimax(t *testing.T, r *rand.Rand, n, branching int) *trees.Tree {
	t.Helper()
	d := randomDrawn(r, n, branching)
	kids, kidAt := childLists(d.parent)
	b := trees.NewBuilder(trees.Header{Kind: trees.Minimax})
	var walk func(v int32)
	walk = func(v int32) {
		list := kids[kidAt[v]:kidAt[v+1]]
		if len(list) == 0 {
			value := trees.Points(r.IntN(10))
			b.Open(trees.Node{Value: &value})
		} else {
			b.Open(trees.Node{Player: 1})
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

// covers checks a selection: in order, correct parents, every node of the tree
// drawn or in exactly one collapsed entry, and not too many entries.
func covers(t *testing.T, tree *trees.Tree, s *Selection) {
	t.Helper()
	if len(s.Node) > MaxDrawn {
		t.Fatalf("%d nodes are drawn, want at most %d", len(s.Node), MaxDrawn)
	}
	next := int32(0)
	for i, n := range s.Node {
		if n != next {
			t.Fatalf("Node[%d] = %d, want %d: every node is in the picture once", i, n, next)
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
		covers(t, tree, Select(tree))
		o := r.IntN(tree.Len())
		s := Select(tree, o)
		covers(t, tree, s)
		if !s.Has(o) {
			t.Fatalf("seed %d: Drawn(t, %d) does not draw node %d", seed, o, o)
		}
	}
}

func TestDrawnShowsSmallTreesWhole(t *testing.T) {
	tree := randomMinimax(t, rand.New(rand.NewPCG(1, 5)), MaxDrawn, 800)
	for _, wish := range []ViewRequest{{}, {Current: 900}, {Current: 900, Opened: []int{5, 990, 500}}} {
		s := SelectFor(tree, &wish)
		if len(s.Node) != MaxDrawn || slices.Max(s.Hidden) > 0 {
			t.Errorf("DrawnFor(%+v) draws %d nodes, want all %d", wish, len(s.Node), MaxDrawn)
		}
	}
}

func TestDrawnPrefersTheTop(t *testing.T) {
	tree := randomMinimax(t, rand.New(rand.NewPCG(2, 5)), 20_000, 3)
	s := Select(tree)
	// No collapsed entry is above a drawn level, except on the level being
	// filled.
	highest, deepest := tree.Height(), 0
	for i, n := range s.Node {
		if s.Hidden[i] > 0 {
			highest = min(highest, tree.Level(int(n)))
		} else {
			deepest = max(deepest, tree.Level(int(n)))
		}
	}
	if deepest > highest+1 {
		t.Errorf("level %d is drawn while a collapsed entry is on level %d", deepest, highest)
	}
}

func TestDrawnOpensWideFamilies(t *testing.T) {
	b := trees.NewBuilder(trees.Header{Kind: trees.Minimax})
	b.Open(trees.Node{Player: 1})
	zero := trees.Points(0)
	for range 5000 {
		b.Open(trees.Node{Value: &zero})
		b.Close()
	}
	b.Close()
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	s := Select(tree, 3000)
	covers(t, tree, s)
	for i, n := range s.Node {
		if n == 3000 && s.Hidden[i] != 0 {
			t.Errorf("node 3000 was opened and is a collapsed entry of %d nodes", s.Hidden[i])
		}
	}
}

// grownTree builds a tree of leaves and movers: kids returns the number of
// children of the node at the given path of child indices.
func grownTree(t *testing.T, kids func(way []int) int) *trees.Tree {
	t.Helper()
	b := trees.NewBuilder(trees.Header{Kind: trees.Minimax})
	zero := trees.Points(0)
	var grow func(way []int)
	grow = func(way []int) {
		n := kids(way)
		if n == 0 {
			b.Open(trees.Node{Value: &zero})
		} else {
			b.Open(trees.Node{Player: 1})
		}
		for i := range n {
			grow(append(way, i))
		}
		b.Close()
	}
	grow(nil)
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func chain(t *testing.T, levels int) *trees.Tree {
	return grownTree(t, func(way []int) int {
		if len(way) == levels {
			return 0
		}
		return 1
	})
}

// drawnRuns returns the runs of leaves below the root that are drawn.
func drawnRuns(s *Selection) string {
	var b strings.Builder
	for i, n := range s.Node {
		switch {
		case i == 0 || s.Hidden[i] > 0:
		case s.Hidden[i-1] > 0 || i == 1:
			fmt.Fprintf(&b, " %d", n)
			fallthrough
		default:
			if i+1 == len(s.Node) || s.Hidden[i+1] > 0 {
				fmt.Fprintf(&b, "-%d", n)
			}
		}
	}
	return strings.TrimSpace(b.String())
}

// TestDrawnOpensSiblings opens the collapsed runs of many siblings one after
// the other. What was opened before stays while there is room.
func TestDrawnOpensSiblings(t *testing.T) {
	tree := grownTree(t, func(way []int) int {
		if len(way) == 0 {
			return 1600
		}
		return 0
	})
	for _, c := range []struct {
		wish ViewRequest
		want string
	}{
		{ViewRequest{}, "1-250"},
		{ViewRequest{Opened: []int{251}}, "1-500"},
		{ViewRequest{Opened: []int{251, 501}}, "1-750"},
		{ViewRequest{Opened: []int{251, 501, 751}}, "251-1000"},
		{ViewRequest{Opened: []int{251, 501, 751, 1001}}, "251-375 501-1250"},
		{ViewRequest{Opened: []int{251, 501, 751, 1}}, "1-375 501-1000"},
		{ViewRequest{Opened: []int{1001}}, "1-250 1001-1250"},
		{ViewRequest{Current: 1000}, "1-250 751-1000"},
		{ViewRequest{Current: 1000, Opened: []int{1}}, "1-250 751-1000"},
		{ViewRequest{Current: 1000, Opened: []int{251}}, "1-500 751-1000"},
		{ViewRequest{Opened: []int{1600}}, "1-250 1600-1600"},
	} {
		s := SelectFor(tree, &c.wish)
		covers(t, tree, s)
		if got := drawnRuns(s); got != c.want {
			t.Errorf("DrawnFor(%+v) draws %s, want %s", c.wish, got, c.want)
		}
	}
}

// TestDrawnOpensWhatIsClicked opens one collapsed entry after the other: each
// must open, wherever it is.
func TestDrawnOpensWhatIsClicked(t *testing.T) {
	for seed := range uint64(24) {
		r := rand.New(rand.NewPCG(seed, 8))
		tree := randomMinimax(t, r, 1500+r.IntN(6000), []int{2, 3, 300, 4000}[seed%4])
		wish := ViewRequest{Current: r.IntN(tree.Len())}
		for range 25 {
			s := SelectFor(tree, &wish)
			covers(t, tree, s)
			if !s.Draws(wish.Current) {
				t.Fatalf("seed %d: node %d is at work, and is not drawn by %v", seed, wish.Current, wish)
			}
			var silhouettes []int
			for i, n := range s.Node {
				if s.Hidden[i] > 0 {
					silhouettes = append(silhouettes, int(n))
				}
			}
			click := silhouettes[r.IntN(len(silhouettes))]
			wish.Opened = append(wish.Opened, click)
			s = SelectFor(tree, &wish)
			covers(t, tree, s)
			if kids := tree.Kids(click); !s.Draws(click) || len(kids) > 0 && !s.Has(int(kids[0])) {
				t.Fatalf("seed %d: entry %d was opened last, and is not open in the picture by %v", seed, click, wish)
			}
		}
	}
}

// TestDrawnForRepeatedNodes names one node many times, which must cost no more
// than once.
func TestDrawnForRepeatedNodes(t *testing.T) {
	tree := chain(t, 4090)
	one := &ViewRequest{Opened: []int{4000}}
	many := &ViewRequest{Opened: slices.Repeat(one.Opened, 10_000)}
	if got, want := SelectFor(tree, many), SelectFor(tree, one); !slices.Equal(got.Node, want.Node) || !slices.Equal(got.Hidden, want.Hidden) {
		t.Errorf("DrawnFor draws other nodes where node 4000 is named many times")
	}
	allocs := func(w *ViewRequest) float64 { return testing.AllocsPerRun(1, func() { SelectFor(tree, w) }) }
	if got, want := allocs(many), allocs(one); got > want+10 {
		t.Errorf("a node named many times makes %v allocations, want about %v", got, want)
	}
}

// TestDrawnForFolded checks that a folded node is one collapsed entry for all
// below it, whatever is opened, and that the rest is drawn as before.
func TestDrawnForFolded(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 6))
		tree := randomMinimax(t, r, 3+r.IntN(4000), 4)
		f := r.IntN(tree.Len())
		for tree.IsLeaf(f) {
			f = tree.Parent(f)
		}
		inside := f + 1 + r.IntN(tree.End(f)-f-1)
		s := SelectFor(tree, &ViewRequest{Folded: []int{f, tree.Len() + 5}, Opened: []int{inside}, Current: inside})
		covers(t, tree, s)
		for i, n := range s.Node {
			if want := tree.End(f) - f; int(n) == f && int(s.Hidden[i]) != want {
				t.Errorf("seed %d: the folded node %d represents %d nodes, want %d", seed, f, s.Hidden[i], want)
			}
			if int(n) > f && int(n) < tree.End(f) {
				t.Errorf("seed %d: node %d is shown below the folded node %d", seed, n, f)
			}
		}
	}
}

// TestDrawnAt checks that the current node is drawn with its children, even in
// a full picture.
func TestDrawnAt(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		tree := randomMinimax(t, r, 1+r.IntN(6000), []int{2, 3, 7, 4000}[seed%4])
		at := r.IntN(tree.Len())
		s := SelectFor(tree, &ViewRequest{Current: at, Opened: []int{r.IntN(tree.Len())}})
		covers(t, tree, s)
		if !s.Draws(at) {
			t.Fatalf("seed %d: node %d is at work, and is not drawn", seed, at)
		}
		if kids := tree.Kids(at); len(kids) > 0 && !s.Has(int(kids[0])) {
			t.Fatalf("seed %d: node %d is at work, and its first child is not drawn", seed, at)
		}
	}
}

// TestDrawnAtThroughWideFamilies: if a path does not fit with all siblings,
// fewer of them are drawn.
func TestDrawnAtThroughWideFamilies(t *testing.T) {
	var tree *trees.Tree
	way := []int{299, 0, 150, 77, 210, 3}
	tree = grownTree(t, func(w []int) int {
		if len(w) > len(way) || len(w) > 0 && !slices.Equal(w, way[:len(w)]) {
			return 0
		}
		return 300
	})
	at := 0
	for _, i := range way {
		at = int(tree.Kids(at)[i])
		s := SelectFor(tree, &ViewRequest{Current: at, Opened: []int{0, 1, 2}})
		covers(t, tree, s)
		for n := at; n >= 0; n = tree.Parent(n) {
			if !s.Draws(n) {
				t.Errorf("node %d at work on level %d: node %d on the way to it is not drawn", at, tree.Level(at), n)
			}
		}
		if !s.Has(at+1) || !s.Draws(2) {
			t.Errorf("node %d at work on level %d: its children, or what was opened, is not drawn", at, tree.Level(at))
		}
	}
}

// TestDrawnAtTooDeep: if a path has more nodes than a picture, its beginning
// is drawn.
func TestDrawnAtTooDeep(t *testing.T) {
	tree := chain(t, 1500)
	for _, wish := range []ViewRequest{{Current: 1200}, {Current: 1200, Opened: []int{1100, 7}}} {
		s := SelectFor(tree, &wish)
		covers(t, tree, s)
		if len(s.Node) != MaxDrawn || !s.Draws(MaxDrawn-2) {
			t.Errorf("DrawnFor(%+v) draws %d nodes, want the first %d", wish, len(s.Node), MaxDrawn)
		}
	}
	if s := SelectFor(tree, &ViewRequest{Current: 900}); !s.Draws(900) {
		t.Error("node 900 of a chain is at work, and is not drawn")
	}
}

// A wide tree is folded at its deepest readable ply, and no deeper.
func TestFoldsToFit(t *testing.T) {
	level := func(kids ...int) string {
		text := "(1,2)"
		for _, k := range slices.Backward(kids) {
			text = "1[ " + strings.Repeat(text+" ", k) + "]"
		}
		return "players 2 " + text
	}
	for _, c := range []struct {
		text string
		ends int
		want []int
	}{
		{level(3, 3), 9, nil},
		{level(3, 3), 8, []int{1, 5, 9}},
		{level(3, 3), 2, nil}, // folding cannot make it narrower than its first ply
		{level(2, 2, 2), 4, []int{2, 5, 9, 12}},
		{level(2, 2, 2), 3, []int{1, 8}},
		{"players 2 1[ (1,2) 2[ (1,2) 1[ (1,2) (2,1) (0,0) ] ] ]", 4, []int{4}},
		{level(), 1, nil},
	} {
		tree, err := trees.ReadText(c.text)
		if err != nil {
			t.Fatal(err)
		}
		got := FoldsToFit(tree, c.ends)
		if !slices.Equal(got, c.want) {
			t.Errorf("FoldsToFit(%d) of %s = %v, want %v", c.ends, c.text, got, c.want)
		}
		ends := 0
		for i, n := range SelectFor(tree, &ViewRequest{Folded: got}).Node {
			if s := SelectFor(tree, &ViewRequest{Folded: got}); s.Hidden[i] > 0 || tree.IsLeaf(int(n)) {
				ends++
			}
		}
		if got != nil && ends > c.ends {
			t.Errorf("folded at %v, %s has %d ends, want at most %d", got, c.text, ends, c.ends)
		}
	}
}
