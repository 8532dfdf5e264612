package algorithms_test

import (
	"context"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
)

// Values and node counts of a corrected reference on the generated tree of the
// benchmarks. The node counts must not be exceeded.
func TestYardstickSpeculative(t *testing.T) {
	for _, c := range []struct {
		branching, most int
		value           trees.Vector
	}{{4, 576_678, trees.Points(50, 25, 25)}, {5, 3_456_395, trees.Points(55, 19, 26)}} {
		g := searchtest.Yardstick
		g.Branching = c.branching
		for _, id := range []string{"lastbranch", "speculative"} {
			res := searchtest.RunOn(t, id, searchtest.Generated(t, g), engine.Options{})
			t.Logf("%s on %v: %d nodes, researched %d, prunes %v", id, g, res.Stats.Nodes, res.Stats.Researched, res.Stats.Prunes)
			if res.Value != c.value {
				t.Errorf("%s on %v = (%s), want (%s)", id, g, searchtest.Scores(res.Value, 3), searchtest.Scores(c.value, 3))
			}
			if id == "speculative" && res.Stats.Nodes > c.most {
				t.Errorf("%s on %v visits %d nodes, want at most %d", id, g, res.Stats.Nodes, c.most)
			}
		}
	}
}

// Exact counts in the best case, which is perfect order. 84,927 is the number in the
// paper (section 5.1).
func TestBestCaseSpeculative(t *testing.T) {
	want := []int{11, 111, 382, 2_363, 14_883, 67_183}
	leaves := []int{1, 10, 100}
	total := 0
	for d := 1; d <= 6; d++ {
		res := searchtest.RunOn(t, "speculative", searchtest.Generated(t, games.Generator{Kind: games.Equal, Branching: 10, Depth: d, Players: 3, MaxSum: 100}), engine.Options{})
		if res.Stats.Nodes != want[d-1] {
			t.Errorf("nodes at depth %d = %d, want %d", d, res.Stats.Nodes, want[d-1])
		}
		if d > 2 {
			leaves = append(leaves, leaves[d-1]+9*leaves[d-2]+81*leaves[d-3])
		}
		if res.Stats.Leaves != leaves[d] {
			t.Errorf("leaves at depth %d = %d, want F(%d) = %d", d, res.Stats.Leaves, d, leaves[d])
		}
		total += res.Stats.Nodes - 1
	}
	if total != 84_927 {
		t.Errorf("nodes of depths 1 to 6 without the roots = %d, want 84,927", total)
	}
}

// Best case for n players: F(d) = F(d-1) + (b-1)F(d-2) + ... + (b-1)^(n-1)F(d-n),
// F(d) = b^d up to d = n-1. For two players this is Korf's formula.
func TestBestCasePlayers(t *testing.T) {
	for players := 2; players <= 5; players++ {
		b := 3
		leaves := []int{1}
		for d := 1; d <= 8; d++ {
			want, power := 0, 1
			for i := 1; i <= players && i <= d; i++ {
				want += power * leaves[d-i]
				power *= b - 1
			}
			if d < players {
				want += power // plies above the root prune nothing
			}
			leaves = append(leaves, want)
			g := games.Generator{Kind: games.Equal, Branching: b, Depth: d, Players: players, MaxSum: 60}
			if got := searchtest.RunOn(t, "speculative", searchtest.Generated(t, g), engine.Options{}).Stats.Leaves; got != want {
				t.Errorf("leaves of %v = %d, want F(%d) = %d", g, got, d, want)
			}
		}
	}
}

// On an implicit tree a node that is re-searched keeps its number.
func TestSecondSearchNumbers(t *testing.T) {
	g := searchtest.Yardstick
	g.Depth = 7
	want := searchtest.RunOn(t, "speculative", searchtest.Generated(t, g), engine.Options{})
	type edge struct{ parent, move int32 }
	number := map[edge]int32{}
	again, entered := map[int32]bool{}, 0
	a, _ := algorithms.Find("speculative")
	res, err := a.Run(context.Background(), searchtest.Generated(t, g), engine.Options{}, func(e *trace.Event) {
		switch e.Type {
		case trace.Research:
			again[e.Child] = true
		case trace.Enter:
			at := edge{e.Parent, e.Move}
			if n, ok := number[at]; ok && n != e.Node {
				t.Errorf("child %d of node %d is %d, and was %d", e.Move, e.Parent, e.Node, n)
			}
			if _, ok := number[at]; ok && again[e.Node] {
				entered++
			}
			number[at] = e.Node
		}
	})
	if err != nil || res.Value != want.Value || res.Stats != want.Stats {
		t.Errorf("observed = (%s) %+v, %v; want (%s) %+v", searchtest.Scores(res.Value, 3), res.Stats, err, searchtest.Scores(want.Value, 3), want.Stats)
	}
	if res.Stats.Researched == 0 || entered < res.Stats.Researched {
		t.Errorf("%d children entered again, want the %d that research names", entered, res.Stats.Researched)
	}
}
