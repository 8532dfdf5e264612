package games_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
	"espalier/trees/games"
)

// TestBuild: the tree of a game has the nodes that a search of the game enters, in the same
// order, and every algorithm that runs on both returns the same value from the same number
// of nodes.
func TestBuild(t *testing.T) {
	for _, c := range []struct {
		document *games.Document
		depth    int
		nodes    int // 0: not known beforehand
	}{
		{&games.Document{ID: "tic-tac-toe"}, 5, 1 + 9 + 72 + 504 + 3024 + 15120},
		{&games.Document{ID: "connect-four"}, 4, 1 + 7 + 49 + 343 + 2401},
		{&games.Document{ID: "othello", Values: map[string]any{"players": 3}}, 4, 0},
		{&games.Document{ID: "chinese-checkers", Values: map[string]any{"size": 2}}, 3, 0},
		{&games.Document{ID: "othello", Values: map[string]any{"players": 3, "board": 5, "passes": 1}}, 4, 0},
		{&games.Document{ID: "chinese-checkers", Values: map[string]any{"size": 1, "passes": 1}}, 5, 0},
		{&games.Document{ID: "hearts", Values: map[string]any{"cards": 3, "seed": 5}}, 9, 0},
		{&games.Document{ID: "sergeant-major", Values: map[string]any{"cards": 4, "tricks": 2}}, 6, 0},
		{&games.Document{ID: "spades", Values: map[string]any{"cards": 4, "evaluation": "wl"}}, 5, 0},
		{&games.Document{ID: "pig", Values: map[string]any{"sides": 3, "target": 5}}, 7, 0},
	} {
		position := func() games.Position {
			p, err := games.Open(c.document)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		tree, err := games.Build(position(), c.depth, games.MaxBuilt, nil)
		if err != nil {
			t.Fatalf("Build(%s): %v", c.document.ID, err)
		}
		if c.nodes > 0 && tree.Len() != c.nodes {
			t.Errorf("the tree of %s has %d nodes, want %d", c.document.ID, tree.Len(), c.nodes)
		}
		o := engine.Options{Depth: c.depth, HasDepth: true}
		runs := 0
		for _, a := range algorithms.All() {
			implicit, built := engine.OnGame(c.document.ID, position()), engine.OnTree(tree, 0)
			if a.Estimate && implicit.Unit != built.Unit {
				continue // their means are rounded to different parts of a point
			}
			if a.Check(&implicit, o) != nil || a.Check(&built, o) != nil {
				continue
			}
			want, err := a.Run(context.Background(), implicit, o, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := a.Run(context.Background(), built, o, nil)
			if err != nil || !sameValue(&got, &want) || searchtest.SameOnTree(a) && got.Stats.Nodes != want.Stats.Nodes {
				t.Errorf("%s on the tree of %s = %v with %d nodes, %v, want %v with %d", a.ID, c.document.ID, got.Value, got.Stats.Nodes, err, want.Value, want.Stats.Nodes)
			}
			runs++
		}
		if runs < 5 {
			t.Errorf("%d algorithms ran on %s", runs, c.document.ID)
		}
		// The name of a node is the line of moves that leads to it.
		pos, v := position(), trees.Vector{}
		var line []string
		node := 0
		for pos.Look(&v) > 0 && tree.Level(node) < c.depth {
			kids := tree.Kids(node)
			node = int(kids[len(kids)-1])
			pos.Do(len(kids)-1, &v)
			line = append(line, games.Written(pos, string(pos.AppendLast(nil))))
		}
		want := strings.Join(line, " ")
		if n := len(line); n > 6 {
			want = "… " + strings.Join(line[n-6:], " ")
		}
		if got := tree.Name(node); got != want {
			t.Errorf("the name of node %d of %s is %q, want %q", node, c.document.ID, got, want)
		}
	}
}

// sameValue compares values whose units may differ.
func sameValue(a, b *engine.Result) bool {
	for p := range a.Width {
		if a.Value[p].In(a.Unit).Cmp(b.Value[p].In(b.Unit)) != 0 {
			return false
		}
	}
	return a.Width == b.Width
}

// TestDepthWithin: a tree to that depth fits, and one ply deeper does not.
func TestDepthWithin(t *testing.T) {
	for _, game := range games.Games() {
		open := func() games.Position {
			p, err := games.Open(&games.Document{ID: game.ID})
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		const most = 3_000
		depth, whole, _ := games.DepthWithin(open(), most, nil)
		if whole && depth == open().Height() {
			continue // the whole tree fits
		}
		if _, err := games.Build(open(), depth, most, nil); err != nil || whole {
			t.Errorf("DepthWithin(%s) = %d, %t: %v", game.ID, depth, whole, err)
		}
		if _, err := games.Build(open(), depth+1, most, nil); err == nil {
			t.Errorf("DepthWithin(%s) = %d, and one ply deeper fits, too", game.ID, depth)
		}
	}
	tic, err := games.Open(&games.Document{ID: "tic-tac-toe"})
	if err != nil {
		t.Fatal(err)
	}
	if depth, whole, _ := games.DepthWithin(tic, 549_946, nil); depth != 9 || !whole {
		t.Errorf("the whole tree of tic-tac-toe = %d, %t, want depth 9", depth, whole)
	}
	if depth, whole, _ := games.DepthWithin(tic, 549_945, nil); depth != 8 || whole {
		t.Errorf("with one node less = %d, %t, want depth 8", depth, whole)
	}
}

// Finding the depth lets others compute, and ends when it is to.
func TestDepthWithinPasses(t *testing.T) {
	p, err := games.Open(&games.Document{ID: "othello"})
	if err != nil {
		t.Fatal(err)
	}
	passed := 0
	if _, _, err = games.DepthWithin(p, 20_000, func() error { passed++; return nil }); err != nil || passed < 10 {
		t.Errorf("it passed %d times: %v", passed, err)
	}
	gone := errors.New("gone")
	if _, _, err = games.DepthWithin(p, 20_000, func() error { return gone }); err != gone {
		t.Errorf("its error is %v, want that of pass", err)
	}
}

// TestBuildInexact: the tree of a position whose expectations would not be exact is refused, and
// its greatest depth is the one to which they are.
func TestBuildInexact(t *testing.T) {
	open := func() games.Position {
		p, err := games.Open(&games.Document{ID: "pig", Values: map[string]any{"players": 3, "target": 30, "turns": 10, "banks": []int{29, 29, 29}}})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	depth, whole, err := games.DepthWithin(open(), 1000, nil)
	if most := open().Scores().ExactPlies; depth != most || whole || err != nil {
		t.Errorf("DepthWithin = %d, %v, %v, want %d", depth, whole, err, most)
	}
	if tree, err := games.Build(open(), depth, 1000, nil); err != nil || tree.Height() != depth {
		t.Errorf("Build to depth %d = %v", depth, err)
	}
	var inexact *games.InexactError
	if _, err := games.Build(open(), depth+1, 1000, nil); !errors.As(err, &inexact) || inexact.Most != depth {
		t.Errorf("Build to depth %d = %v, want an InexactError", depth+1, err)
	}
}
