package trees_test

import (
	"testing"

	"espalier/trees"
	"espalier/trees/treetest"
)

func grow(t *testing.T, g trees.Grow) *trees.Tree {
	t.Helper()
	tree, err := g.Tree()
	if err != nil {
		t.Fatalf("%+v: %v", g, err)
	}
	return tree
}

// An even tree of constant sum equals the one that the generator searches.
func TestGrowEqualsGenerator(t *testing.T) {
	for _, g := range []trees.Grow{
		{Players: 3, Branching: 3, Depth: 4, MaxSum: 10, Constant: true, Seed: 1},
		{Players: 1, Branching: 2, Depth: 3, MaxSum: 7, Constant: true},
		{Players: 8, Branching: 2, Depth: 5, MaxSum: 1_000, Constant: true, Seed: 4},
		{Players: 2, Branching: 5, Depth: 0, MaxSum: 9, Constant: true, Seed: 5},
		{Players: 4, Branching: 1, Depth: 64, MaxSum: 0, Constant: true, Seed: 6},
	} {
		tree := grow(t, g)
		implicit := trees.Generator{Kind: trees.Random, Branching: g.Branching, Depth: g.Depth, Players: g.Players, MaxSum: g.MaxSum, Seed: g.Seed}
		leaf := 0
		leavesOf(t, implicit, func(path []int, want *trees.Vector) {
			for !tree.IsLeaf(leaf) {
				leaf++
			}
			if got, _ := tree.Value(leaf); got != *want || tree.Level(leaf) != len(path) {
				t.Fatalf("%+v: %s on level %d has %v, want %v on level %d", g, tree.Place(leaf), tree.Level(leaf), got, *want, len(path))
			}
			leaf++
		})
		if leaf != tree.Len() {
			t.Errorf("%+v: %d nodes, want %d", g, tree.Len(), leaf)
		}
	}
}

func TestGrowKeepsItsShape(t *testing.T) {
	shapes := map[string]bool{}
	for seed := range uint32(300) {
		g := trees.Grow{Players: 1 + int(seed%8), Branching: 1 + int(seed/8%5), Depth: int(seed / 40 % 6), MaxSum: int(seed % 30), Constant: seed%2 == 0, Uneven: seed%3 != 0, Seed: seed}
		tree := grow(t, g)
		shapes[tree.Text()] = true
		if again := grow(t, g); treetest.Diff(tree, again) != "" {
			t.Fatalf("%+v: another tree the second time: %s", g, treetest.Diff(tree, again))
		}
		if tree.Players != g.Players || tree.Height() != g.Depth || tree.MaxSum != trees.Some(trees.Score(g.MaxSum)*trees.Unit) {
			t.Fatalf("%+v: %d players, height %d, maxsum %v", g, tree.Players, tree.Height(), tree.MaxSum)
		}
		below := 0
		for n := range tree.Len() {
			kids := len(tree.Kids(n))
			if tree.IsLeaf(n) {
				v, known := tree.Value(n)
				sum := v.Sum(g.Players)
				if !known || sum > tree.MaxSum.Score || g.Constant && sum != tree.MaxSum.Score || !g.Uneven && tree.Level(n) != g.Depth {
					t.Fatalf("%+v: leaf %v on level %d", g, v, tree.Level(n))
				}
				if sum < tree.MaxSum.Score {
					below++
				}
			} else if least := min(2, g.Branching); tree.Mover(n) != tree.Level(n)%g.Players+1 || kids > g.Branching || kids < least || !g.Uneven && kids != g.Branching {
				t.Fatalf("%+v: %d children of player %d on level %d", g, kids, tree.Mover(n), tree.Level(n))
			}
		}
		if !g.Constant && g.MaxSum > 10 && tree.Len() > 20 && below == 0 {
			t.Errorf("%+v: the scores of every leaf add up to maxsum, want some below", g)
		}
	}
	if len(shapes) < 250 {
		t.Errorf("%d different trees of 300, want 250 or more", len(shapes))
	}
}

func TestGrowRejects(t *testing.T) {
	for _, c := range []struct {
		grow  trees.Grow
		want  string
		limit bool
	}{
		{trees.Grow{Branching: 2, Depth: 2}, "grow.players: 0 is out of range: 1 to 8", false},
		{trees.Grow{Players: 9, Branching: 2, Depth: 2}, "grow.players: 9 is out of range: 1 to 8", false},
		{trees.Grow{Players: 3, Depth: 2}, "grow.branching: 0 is out of range: 1 to 1000", false},
		{trees.Grow{Players: 3, Branching: 1_001, Depth: 1}, "grow.branching: 1001 is out of range: 1 to 1000", false},
		{trees.Grow{Players: 3, Branching: 2, Depth: -1}, "grow.depth: -1 is out of range: 0 to 64", false},
		{trees.Grow{Players: 3, Branching: 1, Depth: 65}, "grow.depth: 65 is out of range: 0 to 64", false},
		{trees.Grow{Players: 3, Branching: 2, Depth: 2, MaxSum: -1}, "grow.maxsum: -1 is out of range: 0 to 1000000000", false},
		{trees.Grow{Players: 3, Branching: 2, Depth: 2, MaxSum: 1_000_000_001}, "grow.maxsum: 1000000001 is out of range: 0 to 1000000000", false},
		{trees.Grow{Players: 3, Branching: 1_000, Depth: 64, MaxSum: 9},
			"grow.depth: a tree with branching 1000 has 1001001 nodes at depth 2, and at most 250000 may be built; depth 1 is the most", true},
		{trees.Grow{Players: 3, Branching: 2, Depth: 17, MaxSum: 9, Uneven: true},
			"grow.depth: a tree with branching 2 has 262143 nodes at depth 17, and at most 250000 may be built; depth 16 is the most", true},
		{trees.Grow{Players: 8, Branching: 450, Depth: 2, MaxSum: 1_000_000_000},
			"grow: written out as JSON the tree has 17579380 bytes, and at most 8388608 may be built; fewer nodes, fewer players or a smaller maxsum make it shorter", true},
	} {
		_, err := c.grow.Tree()
		if err == nil {
			t.Errorf("%+v: no error, want %s", c.grow, c.want)
			continue
		}
		wantError(t, err)
		if e := err.(*trees.Error); e.Error() != c.want || e.Limit != c.limit {
			t.Errorf("%+v: %s (limit %v), want %s (limit %v)", c.grow, e, e.Limit, c.want, c.limit)
		}
	}
	grow(t, trees.Grow{Players: 3, Branching: 2, Depth: 16, MaxSum: 9})
}
