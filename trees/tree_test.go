package trees_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

// TestArena checks the arena's fields on random trees.
func TestArena(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		tree := treetest.Random(rng, shapes(rng))
		next, height := 0, 0
		var walk func(n, parent, level int, place string)
		walk = func(n, parent, level int, place string) {
			if n != next || tree.Parent(n) != parent || tree.Level(n) != level || tree.Place(n) != place {
				t.Fatalf("node %d: parent %d, level %d, %s; want node %d, parent %d, level %d, %s",
					n, tree.Parent(n), tree.Level(n), tree.Place(n), next, parent, level, place)
			}
			next++
			height = max(height, level)
			for i, k := range tree.Kids(n) {
				walk(int(k), n, level+1, place+".children["+string(rune('0'+i))+"]")
			}
			if tree.End(n) != next || tree.IsLeaf(n) != (next == n+1) {
				t.Fatalf("node %d ends at %d, want %d", n, tree.End(n), next)
			}
		}
		walk(0, -1, 0, "root")
		if next != tree.Len() || height != tree.Height() {
			t.Fatalf("%d nodes and height %d, want %d and %d", tree.Len(), tree.Height(), next, height)
		}
	}
}

func TestNames(t *testing.T) {
	tree := mustText(t, "players 1 1[ 1[ (1) ] b: 1[ (1) 1[ (1) (1) ] ] (1) ]")
	var names []string
	for n := range tree.Len() {
		names = append(names, tree.Name(n))
	}
	const want = "the root root.1 root.1.1 b b.1 b.2 b.2.1 b.2.2 root.3"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("names are %s, want %s", got, want)
	}
	named := mustText(t, "players 1 a: 1[ (1) b: (1) ]")
	if got := named.Name(1) + " " + named.Name(2); got != "a.1 b" {
		t.Errorf("names are %s, want a.1 b", got)
	}
	if got := named.Find("b"); got != 2 {
		t.Errorf("Find(b) = %d, want 2", got)
	}
	if got := named.Find("c"); got != -1 {
		t.Errorf("Find(c) = %d, want -1", got)
	}
}

// The mover of a leaf is drawn, but not passed to engines.
func TestMoverOfLeafIsNotPassedToEngines(t *testing.T) {
	tree := mustText(t, "players 3 2[ 3(5,4,1) ]")
	c := trees.NewCursor(tree, 0)
	var v trees.Vector
	if moves, _ := c.Do(0, &v); moves != 0 || v != trees.Points(5, 4, 1) {
		t.Errorf("Do(0) = %d with %v, want 0 with the leaf's value", moves, v)
	}
	if tree.Mover(1) != 3 || c.Mover() != 0 {
		t.Errorf("the tree's mover is %d and the cursor's %d, want 3 and 0", tree.Mover(1), c.Mover())
	}
	if c.Undo(); c.Mover() != 2 || c.Node() != 0 {
		t.Errorf("after Undo player %d moves at node %d, want 2 at 0", c.Mover(), c.Node())
	}
}

// The value of a leaf of a path tree is the cost of the path from the cursor's
// start.
func TestCursorOfPathTree(t *testing.T) {
	tree := mustText(t, "kind path [ +1 . +2 a: {low 5}[ +3.5 . ] ]")
	for _, c := range []struct {
		root  int
		moves []int
		cost  string
	}{{0, []int{0}, "1"}, {0, []int{1, 0}, "5.5"}, {2, []int{0}, "3.5"}} {
		cursor := trees.NewCursor(tree, c.root)
		var v trees.Vector
		moves, sum := cursor.Look(&v), trees.Score(0)
		for _, m := range c.moves {
			sum += cursor.Cost(m)
			moves, _ = cursor.Do(m, &v)
		}
		if moves != 0 || v[0].In(trees.Unit).String() != c.cost || sum != v[0] {
			t.Errorf("from node %d along %v: %d moves, the cost %v, the edges %v; want 0 and %s", c.root, c.moves, moves, v[0], sum, c.cost)
		}
	}
	unknown := mustText(t, "players 2 1[ ? ]")
	if moves, _ := trees.NewCursor(unknown, 0).Do(0, new(trees.Vector)); moves != trees.Unknown {
		t.Errorf("Do at an unknown leaf = %d, want %d", moves, trees.Unknown)
	}
}

// The cursor returns the document's bounds, and false where there are none.
func TestCursorBounds(t *testing.T) {
	tree := mustText(t, "players 2 1{low (1,0)}[ 2{up (1,2) static (1,1)}[ (1,2) ] (2,2) ]")
	c := trees.NewCursor(tree, 0)
	var v trees.Vector
	for _, at := range []struct {
		node            int
		low, up, static string
	}{{0, "(1, 0)", "", ""}, {1, "", "(1, 2)", "(1, 1)"}} {
		if at.node > 0 {
			c.Do(0, &v)
		}
		for name, got := range map[string]struct {
			ask  func(*trees.Vector) bool
			want string
		}{"Low": {c.Low, at.low}, "Up": {c.Up, at.up}, "Static": {c.Static, at.static}} {
			text := ""
			if got.ask(&v) {
				text = tree.FormatValue(v)
			}
			if text != got.want {
				t.Errorf("%s at node %d = %s, want %s", name, at.node, text, got.want)
			}
		}
	}
	if c.Tree() != tree || c.Players() != 2 || c.Height() != 2 || c.Node() != 1 {
		t.Errorf("the cursor has %d players, height %d, node %d; want 2, 2, 1", c.Players(), c.Height(), c.Node())
	}
}

// Errors that only a program can make, not a reader.
func TestBuilderRejects(t *testing.T) {
	one := trees.Points(1)
	leaf := trees.Node{Value: &one}
	for _, c := range []struct {
		name  string
		build func(b *trees.Builder)
		want  string
	}{
		{"nothing", func(b *trees.Builder) {}, "root: a tree needs a root"},
		{"two roots", func(b *trees.Builder) { b.Open(leaf); b.Close(); b.Open(leaf); b.Close() }, "root: a tree has one root"},
		{"an open node", func(b *trees.Builder) { b.Open(leaf) }, "root: the node was opened and not closed"},
		{"known and unknown", func(b *trees.Builder) { b.Open(trees.Node{Value: &one, Unknown: true}); b.Close() },
			"root.value: a value cannot be both known and unknown"},
		{"a label", func(b *trees.Builder) { b.Open(trees.Node{Label: "\xff", Value: &one}); b.Close() }, "root.label: the label is not UTF-8"},
		{"a title", func(b *trees.Builder) { b.Header().Title = "\xff"; b.Open(leaf); b.Close() }, "title: the title is not UTF-8"},
		{"a kind", func(b *trees.Builder) { b.Header().Kind = 9; b.Open(leaf); b.Close() },
			"kind: there is no such kind; there are maxn, minimax and path"},
		{"a player", func(b *trees.Builder) { b.Open(trees.Node{Player: 300, Value: &one}); b.Close() },
			"root.player: player 300 is out of range: players are 1 to 8"},
		{"a score too many", func(b *trees.Builder) { v := trees.Points(1, 2); b.Open(trees.Node{Value: &v}); b.Close() },
			"root.value: there is a score for player 2; a vector here has 1 score"},
		{"a large score", func(b *trees.Builder) {
			v := trees.Vector{trees.MaxUnits + 3}
			b.Open(trees.Node{Value: &v})
			b.Close()
		},
			"root: the scores are too large to add up: counted in parts of 1/1000000, the common denominator of the tree's numbers, they come to more than 4611686018427387904; use smaller numbers or fewer decimal places"},
		{"a large cost", func(b *trees.Builder) {
			*b.Header() = trees.Header{Kind: trees.Path}
			b.Open(trees.Node{})
			b.Open(trees.Node{Cost: trees.MaxUnits + 3})
			b.Close()
			b.Close()
		}, "root: the scores are too large to add up: counted in parts of 1/1000000, the common denominator of the tree's numbers, they come to more than 4611686018427387904; use smaller numbers or fewer decimal places"},
		{"a large maxsum", func(b *trees.Builder) { b.Header().MaxSum = trees.Some(trees.MaxUnits + 3); b.Open(leaf); b.Close() },
			"root: the scores are too large to add up: counted in parts of 1/1000000, the common denominator of the tree's numbers, they come to more than 4611686018427387904; use smaller numbers or fewer decimal places"},
		{"too many alternatives", func(b *trees.Builder) {
			b.Open(trees.Node{Alternatives: make([]trees.Vector, trees.MaxAlts+1)})
			b.Close()
		}, "root.alternatives: a leaf has at most 1000 alternatives, not 1001"},
		{"too many outcomes", func(b *trees.Builder) {
			b.Header().Outcomes = make([]trees.Vector, trees.MaxOutcomes+1)
			b.Open(leaf)
			b.Close()
		}, "outcomes: a tree has at most 10000 outcomes, not 10001"},
		{"the second child", func(b *trees.Builder) {
			b.Open(trees.Node{Player: 1})
			b.Open(leaf)
			b.Close()
			b.Open(trees.Node{Player: -1})
			b.Close()
			b.Close()
		}, "root.children[1].player: player -1 is out of range: players are 1 to 8"},
	} {
		b := trees.NewBuilder(trees.Header{Players: 1})
		c.build(b)
		early := b.Err()
		if tree, err := b.Tree(); err == nil || err.Error() != c.want || tree != nil {
			t.Errorf("%s: Tree() = %v, %v; want the error %s", c.name, tree, err, c.want)
		} else if early != nil && early != err {
			t.Errorf("%s: Err() = %v, and Tree() = %v", c.name, early, err)
		}
	}
}

func TestTextLayout(t *testing.T) {
	leaves := func(n int) string { return strings.Repeat("(1,2,3) ", n) }
	tree := mustText(t, "players 3 top: 1[ a: 2[ "+leaves(20)+"] b: 2[ (1,2,3) ] (1,2,3) (1,2,3) 3[ 1[ "+leaves(9)+"] ] ]")
	const want = `players 3
top: 1[
  a: 2[
    (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)
    (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)
  ]
  b: 2[ (1,2,3) ]
  (1,2,3)  (1,2,3)
  3[ 1[ (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3)  (1,2,3) ] ]
]
`
	if got := tree.Text(); got != want {
		t.Errorf("Text() =\n%s\nwant\n%s", got, want)
	}
	rng := rand.New(rand.NewPCG(9, 9))
	for range 300 {
		text := treetest.Random(rng, treetest.Shape{Players: 3, MaxNodes: 200, Uneven: true, Bounds: true}).Text()
		for line := range strings.Lines(text) {
			if len(line) > 101 {
				t.Fatalf("a line has %d characters, want at most 100: %s", len(line)-1, line)
			}
		}
	}
}
