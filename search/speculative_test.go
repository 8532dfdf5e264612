package search

import (
	"context"
	"testing"

	"espalier/trees"
)

func runOn(t testing.TB, id string, p Problem, o Options) Result {
	t.Helper()
	a, ok := Find(id)
	if !ok {
		t.Fatalf("Find(%q) found nothing", id)
	}
	res, err := a.Run(context.Background(), p, o, nil)
	if err != nil {
		t.Fatalf("%s = %v", id, err)
	}
	return res
}

func generated(t testing.TB, g trees.Generator) Problem {
	t.Helper()
	p, err := Generated(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The yardstick: values and node counts of a corrected reference, not to be exceeded.
func TestYardstickSpeculative(t *testing.T) {
	for _, c := range []struct {
		branching, most int
		value           trees.Vector
	}{{4, 576_678, trees.Points(50, 25, 25)}, {5, 3_456_395, trees.Points(55, 19, 26)}} {
		g := yardstick
		g.Branching = c.branching
		for _, id := range []string{"lastbranch", "speculative"} {
			res := runOn(t, id, generated(t, g), Options{})
			t.Logf("%s on %v: %d nodes, researched %d, prunes %v", id, g, res.Stats.Nodes, res.Stats.Researched, res.Stats.Prunes)
			if res.Value != c.value {
				t.Errorf("%s on %v = (%s), want (%s)", id, g, scores(res.Value, 3), scores(c.value, 3))
			}
			if id == "speculative" && res.Stats.Nodes > c.most {
				t.Errorf("%s on %v visits %d nodes, want at most %d", id, g, res.Stats.Nodes, c.most)
			}
		}
	}
}

// Best case, exactly: perfect order. 84,927 is the paper's number (section 5.1).
func TestBestCaseSpeculative(t *testing.T) {
	want := []int{11, 111, 382, 2_363, 14_883, 67_183}
	leaves := []int{1, 10, 100}
	total := 0
	for d := 1; d <= 6; d++ {
		res := runOn(t, "speculative", generated(t, trees.Generator{Kind: trees.Equal, Branching: 10, Depth: d, Players: 3, MaxSum: 100}), Options{})
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
