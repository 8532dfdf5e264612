package experiment

import (
	"context"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
)

// TestStarNodes: the nodes of plain max^n at each position are those of a plain walk and of
// the engine, summed over the depths; the moves of the game are those of plain max^n.
func TestStarNodes(t *testing.T) {
	e := &s2003Table10
	for _, given := range []map[string]int{
		{"size": 2, "top": 4, "depth": 3, "moves": 9},
		{"size": 2, "top": 200, "depth": 2, "moves": 4, "iterated": 0},
		{"size": 1, "top": 3, "depth": 4, "moves": 40, "opening": 3, "discrete": 1},
	} {
		given["games"] = 2
		v := valuesOf(t, e, given)
		jobs := e.Jobs(v)
		counts := runAll(t, e, v, upTo(len(jobs)))
		maxn, _ := algorithms.Find("maxn")
		for g, got := range columnOf(jobs, counts, 0) {
			pos, err := openStars(v, jobs[2*g])
			if err != nil {
				t.Fatal(err)
			}
			want := Counts{0, 0}
			for range v["moves"] {
				if pos.Mover() == 0 {
					break
				}
				want[0]++
				move := 0
				for depth := 1; depth <= v["depth"]; depth++ {
					plain := walk(pos, depth)
					problem := engine.OnGame("chinese-checkers", pos)
					problem.Numbered = true
					res, err := maxn.Run(context.Background(), problem, engine.Options{Depth: depth, HasDepth: true}, nil)
					if err != nil || int64(res.Stats.Nodes) != plain.inner+plain.leaves || res.Value != plain.value {
						t.Fatalf("max^n enters %d nodes, %v, want %d", res.Stats.Nodes, err, plain.inner+plain.leaves)
					}
					if v["iterated"] == 1 || depth == v["depth"] {
						want[1] += plain.inner + plain.leaves - 1
					}
					move = firstMove(&res)
				}
				var value trees.Vector
				pos.Do(move, &value)
			}
			if got[0] != want[0] || got[1] != want[1] {
				t.Errorf("%v, game %d: %v, want %v", given, g, got, want)
			}
			if s := columnOf(jobs, counts, 1)[g]; s[0] != want[0] || s[1] > want[1] {
				t.Errorf("%v, game %d: speculative max^n has %v, plain max^n %v", given, g, s, want)
			}
		}
	}
}

// TestPerfectOrder: at the paper's setting perfect order has the paper's 84,927 nodes, and
// a plain search of ten moves a position its 1.2 million.
func TestPerfectOrder(t *testing.T) {
	e := &s2003Table10
	v := valuesOf(t, e, nil)
	counts, err := e.Run(context.Background(), v, Job{Column: 2})
	if err != nil || counts[0] != 1 || counts[1] != 84_927 {
		t.Errorf("perfect order = %v, %v, want 84,927 nodes", counts, err)
	}
	if n := sumOfDepths(v, []int64{1, 10, 100, 1000, 10_000, 100_000, 1_000_000}); n != 1_234_560 {
		t.Errorf("plain max^n has %d nodes, want 1,234,560", n)
	}
	jobs := e.Jobs(v)
	if n := len(jobs); n != 61 {
		t.Errorf("%d jobs, want 61", n)
	}
	all := make([]Counts, len(jobs))
	all[0], all[1], all[2], all[60] = Counts{2, 2000}, Counts{2, 500}, Counts{1, 3000}, counts
	rows := e.Rows(v, all)
	near(t, "plain", rows[0].Measured, 2000)
	near(t, "speculative", rows[1].Measured, 250)
	near(t, "perfect order", rows[2].Ratio, 1)
	near(t, "reduction", rows[3].Measured, 4)
}
