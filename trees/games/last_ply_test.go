package games

import (
	"slices"
	"testing"

	"espalier/trees"
)

// leaves checks the values that a position writes for all of its children at once, where
// the search stops at them and where it does not.
func (c *checker) leaves(doc string, moves int) {
	if pos, ok := c.pos.(trees.LastPly); ok && moves > 0 {
		checkLeaves(c, doc, c.pos, pos, moves, false)
		checkLeaves(c, doc, c.pos, pos, moves, true)
	}
	if pos, ok := c.pos.(trees.LastTwoPlies); ok && moves > 0 {
		checkLeavesBelow(c, doc, c.pos, pos, moves)
	}
}

// anyOrder plays some moves that do not follow each other: a position may keep its place in the
// list of moves.
func (c *checker) anyOrder(doc string, texts []string) {
	for i := len(texts) - 1; i >= 0; i -= max(1, len(texts)/3) {
		for range 2 {
			var v trees.Vector
			c.pos.Do(i, &v)
			if got := string(c.pos.AppendLast(nil)); got != texts[i] {
				c.Fatalf("%s: move %d, played out of order, is %s, want %s", doc, i, got, texts[i])
			}
			c.pos.Undo()
		}
	}
}

// checkLeavesBelow checks the values that a position writes below each child, in any order of
// children: they are those of the child, two plies above all leaves and nowhere else.
func checkLeavesBelow(t testing.TB, doc string, pos trees.Position, last trees.LastTwoPlies, moves int) {
	two := pos.Height() == 2
	for i := range moves {
		move := moves - 1 - i
		var v trees.Vector
		below, mover := pos.Do(move, &v)
		want := make([]trees.Vector, below)
		if two && !pos.(trees.LastPly).Leaves(false, want) {
			t.Fatalf("%s: child %d, above the last ply, does not write its leaves", doc, move)
		}
		pos.Undo()
		got := make([]trees.Vector, below+1)
		if n, who := last.LeavesBelow(move, got); two && (n != below || who != mover || !slices.Equal(got[:n], want)) || !two && n != 0 {
			t.Fatalf("%s: below child %d of player %d there are leaves %v of player %d, want %v of player %d (two plies above leaves: %v)",
				doc, move, mover, got[:n], who, want, mover, two)
		}
		if n, _ := last.LeavesBelow(move, make([]trees.Vector, max(below, 1)-1)); n != 0 {
			t.Fatalf("%s: %d leaves below child %d are written where there is no room", doc, n, move)
		}
	}
}

func checkLeaves(t testing.TB, doc string, pos trees.Position, last trees.LastPly, moves int, frontier bool) (written bool) {
	got := make([]trees.Vector, moves)
	if !last.Leaves(frontier, got) {
		return false
	}
	for i := range moves {
		var want trees.Vector
		if below, _ := pos.Do(i, &want); below != 0 {
			if !frontier {
				t.Fatalf("%s: child %d is no leaf, and has the value %v", doc, i, got[i])
			}
			pos.(trees.Evaluated).Static(&want)
		}
		pos.Undo()
		if got[i] != want {
			t.Fatalf("%s: at once, child %d has the value %v, want %v", doc, i, got[i], want)
		}
	}
	return true
}

// TestGeneratedLeaves: a generated tree writes the leaves of its last ply at once.
func TestGeneratedLeaves(t *testing.T) {
	pos, err := Generator{Kind: H32, Branching: 4, Depth: 3, Players: 3, MaxSum: 50, Seed: 9}.Position()
	if err != nil {
		t.Fatal(err)
	}
	var walk func(ply int)
	walk = func(ply int) {
		if checkLeaves(t, "h32", pos, pos.(trees.LastPly), 4, false) != (ply == 2) {
			t.Fatalf("at ply %d the leaves are written: %v", ply, ply != 2)
		}
		for i := range 4 {
			if ply < 2 {
				var v trees.Vector
				pos.Do(i, &v)
				walk(ply + 1)
				pos.Undo()
			}
		}
	}
	walk(0)
}
