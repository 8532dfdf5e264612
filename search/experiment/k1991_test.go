package experiment

import (
	"context"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// TestBestCase: shallow pruning evaluates F(d) leaves of the tree, no score of which is
// maxsum or 0, and the value is that of a plain walk.
func TestBestCase(t *testing.T) {
	for players := 2; players <= 4; players++ {
		for b := 2; b <= 4; b++ {
			f := []int64{1, int64(b)}
			for d := range 8 {
				if d > 1 {
					f = append(f, f[d-1]+int64(b-1)*f[d-2])
				}
				v := valuesOf(t, &k1991Best, map[string]int{"branching": b, "depth": max(1, d), "players": players})
				counts, err := k1991Best.Run(context.Background(), v, Job{Deal: d})
				if err != nil || counts[0] != f[d] {
					t.Errorf("%d players, b %d, depth %d: %v leaves, %v, want %d", players, b, d, counts, err, f[d])
				}
				tree := newBestCase(players, b, d)
				checkScores(t, tree, d)
				want := walk(tree, -1)
				if want.value != tree.values[0] {
					t.Errorf("%d players, b %d, depth %d: the max^n value is %v, want %v", players, b, d, want.value, tree.values[0])
				}
			}
		}
	}
	// With b = 2 these are the Fibonacci numbers, as the paper says.
	v := valuesOf(t, &k1991Best, map[string]int{"branching": 2, "depth": 6})
	rows := k1991Best.Rows(v, runAll(t, &k1991Best, v, upTo(7)))
	for d, want := range []float64{1, 2, 3, 5, 8, 13, 21} {
		near(t, rows[d].Name, rows[d].Measured, want)
		near(t, rows[d].Name+" as printed", rows[d].Printed, want)
	}
	near(t, rows[7].Name, rows[7].Measured, 21.0/13)
	near(t, "its limit", rows[7].Printed, 1.618033988749895)
}

// TestBestCaseScores: at the largest depth that is allowed every score is above 0.
func TestBestCaseScores(t *testing.T) {
	tree := newBestCase(4, 2, mostBestDepth)
	var v trees.Vector
	for range mostBestDepth {
		tree.Do(1, &v)
	}
	for p := range 4 {
		if v[p] <= 0 {
			t.Errorf("the score of player %d in the last leaf is %d", p+1, v[p])
		}
	}
}

func checkScores(t *testing.T, tree *bestCase, depth int) {
	var v trees.Vector
	if moves := tree.Look(&v); moves > 0 {
		for i := range moves {
			tree.Do(i, &v)
			checkScores(t, tree, depth)
			tree.Undo()
		}
		return
	}
	sum := trees.Score(0)
	for p := range tree.players {
		sum += v[p]
		if v[p] <= 0 || v[p] >= bestSum {
			t.Errorf("depth %d: a leaf is %v", depth, v)
		}
	}
	if sum > bestSum {
		t.Errorf("depth %d: the scores of %v add up to %d", depth, v, sum)
	}
}

// TestAverage: no job evaluates more leaves than the tree has, the value is that of a plain
// walk, and with three players the branching factor is nearer to b than with two.
func TestAverage(t *testing.T) {
	e := &k1991Average
	v := valuesOf(t, e, map[string]int{"trees": 20, "branching": 3, "depth": 6})
	jobs := e.Jobs(v)
	counts := runAll(t, e, v, upTo(len(jobs)))
	for i, j := range jobs {
		depth, players := j.Column%7, 2+j.Column/7
		pos, err := games.Generator{Kind: games.Random, Branching: 3, Depth: depth, Players: players, MaxSum: averageSum, Seed: j.Seed}.Position()
		if err != nil {
			t.Fatal(err)
		}
		plain := walk(pos, -1)
		problem := engine.Problem{Pos: pos, Players: players, MaxSum: trees.Some(trees.MaxScore), MaxP: trees.All(trees.MaxScore)}
		shallow, _ := algorithms.Find("shallow")
		res, err := shallow.Run(context.Background(), problem, engine.Options{}, nil)
		if err != nil || res.Value != plain.value || int64(res.Stats.Leaves) != counts[i][0] || counts[i][0] > plain.leaves {
			t.Errorf("%+v = %v of %d leaves, want %d; %v, %v, want %v", j, counts[i], plain.leaves, res.Stats.Leaves, err, res.Value, plain.value)
		}
	}
	rows := e.Rows(v, counts)
	two := rowNamed(t, rows, "2 players, branching factor at depth 6")
	three := rowNamed(t, rows, "3 players, branching factor at depth 6")
	near(t, "the limit for three", three.Printed, 3)
	near(t, "the limit for two", two.Printed, 2.5339107733606125)
	if *two.Measured >= *three.Measured || *three.Measured > 3 {
		t.Errorf("branching factors %v with two, %v with three", *two.Measured, *three.Measured)
	}
	near(t, "all leaves are evaluated at depth 1", rowNamed(t, rows, "2 players, branching factor at depth 1").Measured, 3)
}
