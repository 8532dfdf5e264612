package algorithms_test

import (
	"context"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// TestYardstick checks values and node counts that any program can reproduce.
func TestYardstick(t *testing.T) {
	for _, tc := range []struct {
		id        string
		branching int
		nodes     int
		value     trees.Vector
	}{
		{"maxn", 4, 1_398_101, trees.Points(50, 25, 25)},
		{"shallow", 4, 1_212_452, trees.Points(50, 25, 25)},
		{"paranoid", 4, 71_959, trees.Points(26)},
		{"maxn", 5, 12_207_031, trees.Points(55, 19, 26)},
		{"shallow", 5, 10_259_982, trees.Points(55, 19, 26)},
		{"paranoid", 5, 283_147, trees.Points(29)},
	} {
		if testing.Short() && tc.nodes > 2_000_000 {
			continue
		}
		g := searchtest.Yardstick
		g.Branching = tc.branching
		res := searchtest.Solve(t, tc.id, g)
		if tc.id == "paranoid" {
			res.Value = trees.Vector{res.Value[0]}
		}
		if res.Value != tc.value || res.Stats.Nodes != tc.nodes {
			t.Errorf("%s on %s = (%s) in %d nodes, want (%s) in %d", tc.id, g, searchtest.Scores(res.Value, 3), res.Stats.Nodes, searchtest.Scores(tc.value, 3), tc.nodes)
		}
	}
}

// TestShallowBestCase: with perfect order shallow pruning evaluates
// F(d) = F(d-1) + (b-1)F(d-2) leaves, F(0) = 1, F(1) = b (Korf 1991, section 3.6).
func TestShallowBestCase(t *testing.T) {
	for b := 2; b <= 5; b++ {
		f := []int{1, b}
		for d := 0; d <= 8; d++ {
			if d > 1 {
				f = append(f, f[d-1]+(b-1)*f[d-2])
			}
			tree := searchtest.BestCase(t, b, d)
			a, _ := algorithms.Find("shallow")
			res, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if res.Stats.Leaves != f[d] {
				t.Errorf("shallow on the best case b=%d d=%d evaluates %d leaves, want F(%d) = %d", b, d, res.Stats.Leaves, d, f[d])
			}
			if d > 4 && b > 3 {
				break
			}
		}
	}
}

// TestObserverChangesNothing checks that an observed run of an implicit tree
// visits the same nodes and finds the same value, and that its line ends at
// the value's leaf.
func TestObserverChangesNothing(t *testing.T) {
	g := searchtest.Yardstick
	g.Depth = 6
	for _, a := range algorithms.All() {
		if p, _ := engine.OnGenerated(g); a.Check(&p, engine.Options{}) != nil {
			continue
		}
		quiet := searchtest.Solve(t, a.ID, g)
		p, _ := engine.OnGenerated(g)
		parents, values := map[int32]int32{0: -1}, map[int32]trees.Vector{}
		loud, err := a.Run(context.Background(), p, engine.Options{}, func(e *trace.Event) {
			switch e.Type {
			case trace.Enter:
				parents[e.Node] = e.Parent
			case trace.Exit:
				values[e.Node] = e.Value
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if loud.Value != quiet.Value || loud.Stats != quiet.Stats {
			t.Errorf("%s observed = %v, want %v as unobserved", a.ID, loud, quiet)
		}
		line := loud.Line
		if a.Estimate { // its line ends where its tree does
			continue
		}
		if len(line) != g.Depth+1 && a != &algorithms.ProbMaxN || values[line[len(line)-1]] != loud.Value {
			t.Errorf("%s: the line %v does not end at the node of the value", a.ID, line)
		}
		for i, n := range line {
			if i > 0 && parents[n] != line[i-1] {
				t.Errorf("%s: in the line %v, %d is not the parent of %d", a.ID, line, line[i-1], n)
			}
		}
	}
}
