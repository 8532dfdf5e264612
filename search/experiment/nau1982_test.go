package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/games"
)

// TestChoicesByWalk compares the choices on small boards with plain walks of their trees, and the rows with counts by
// hand.
func TestChoicesByWalk(t *testing.T) {
	v := valuesOf(t, &nau1982, map[string]int{"boards": 40, "doublings": 2, "larger": 1})
	jobs := nau1982.Jobs(v)
	counts := runAll(t, &nau1982, v, upTo(len(jobs)))
	const height = 4
	for column, kind := range []string{"independent squares", "neighbours alike"} {
		var n int
		var right, ties, wrong, settled, gain [height]float64
		for i, j := range jobs {
			if j.Column != column {
				continue
			}
			values := map[string]any{"size": 4, "seed": int(j.Seed)}
			if column == 0 {
				values["share"] = 62
			} else {
				values["alike"] = true
			}
			pos, err := games.Open(&games.Document{ID: "board-splitting", Values: values})
			if err != nil {
				t.Fatal(err)
			}
			prefers := func(depth int) trees.Score {
				var of [2]trees.Score
				for half := range of {
					var value trees.Vector
					pos.Do(half, &value)
					of[half] = walk(pos, depth-1).value[0]
					pos.Undo()
				}
				return of[0] - of[1]
			}
			truth := prefers(height)
			if truth == 0 {
				if len(counts[i]) != 0 {
					t.Errorf("%s, %+v: both halves are worth the same, but the board counts: %v", kind, j, counts[i])
				}
				continue
			}
			n++
			before, first := 0.5, 0.0
			for depth := range height {
				share := 0.5
				switch seen := prefers(depth + 1); {
				case seen == 0:
					ties[depth]++
				case seen*truth > 0:
					share, before = 1, 1
				default:
					share, before = 0, 0
					wrong[depth]++
				}
				if depth == 0 {
					first = share
				}
				right[depth] += share
				settled[depth] += before
				gain[depth] += before - first
			}
		}
		rows := nau1982.Rows(v, counts)
		for depth := range height {
			for name, want := range map[string]float64{
				"right choices": right[depth], "ties": ties[depth], "wrong choices": wrong[depth], "right without a tie": float64(n) - ties[depth] - wrong[depth],
				"ties settled by the depth before": settled[depth], splittingGain: gain[depth],
			} {
				if depth == 0 && name == splittingGain {
					continue
				}
				name = fmt.Sprintf("%s, depth %d: %s", kind, depth+1, name)
				row := rowNamed(t, rows, name)
				near(t, name, row.Measured, want/float64(n))
				if row.N != n {
					t.Errorf("%s: n = %d, want %d", name, row.N, n)
				}
			}
		}
	}
}

// TestLevels compares the values of levels with a plain recursion.
func TestLevels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	leaves := make([]float64, 16)
	for i := range leaves {
		leaves[i] = rng.Float64()
	}
	var best, mean func(level, node int) float64
	best = func(level, node int) float64 {
		if level == 4 {
			return leaves[node]
		}
		if x, y := best(level+1, 2*node), best(level+1, 2*node+1); level%2 == 0 {
			return max(x, y)
		} else {
			return min(x, y)
		}
	}
	mean = func(level, node int) float64 {
		if level == 4 {
			return leaves[node]
		}
		return (mean(level+1, 2*node) + mean(level+1, 2*node+1)) / 2
	}
	bests, means := bestAbove(leaves), meansAbove(leaves)
	for level := range 5 {
		for node := range 1 << level {
			if bests[level][node] != best(level, node) || means[level][node] != mean(level, node) {
				t.Errorf("node %d of level %d: %v and %v", node, level, bests[level][node], means[level][node])
			}
		}
	}
	ahead, err := byLevels(means).ahead(context.Background(), 2)
	if want := min(mean(2, 0), mean(2, 1)) - min(mean(2, 2), mean(2, 3)); err != nil || ahead != want {
		t.Errorf("two plies prefer the first half by %v (%v), want %v", ahead, err, want)
	}
}

// TestNoError: without an error, a search to any depth is right; with one, a deeper search is worse, and the note says so.
// With all choices tied, no depth is.
func TestNoError(t *testing.T) {
	note := func(given map[string]int) (rows []Row, note string) {
		v := valuesOf(t, &nau1982, given)
		jobs := nau1982.Jobs(v)
		counts := make([]Counts, len(jobs))
		for i, j := range jobs {
			if splittingKinds[j.Column].name != "constant error" {
				counts[i] = Counts{}
				continue
			}
			var err error
			if counts[i], err = nau1982.Run(context.Background(), v, j); err != nil {
				t.Fatal(err)
			}
		}
		rows = nau1982.Rows(v, counts)
		grids := nau1982.Grids(rows)
		return rows, grids[len(grids)-1].Note
	}
	rows, text := note(map[string]int{"boards": 100, "doublings": 3, "error": 0})
	for _, r := range rows {
		if strings.HasPrefix(r.Name, "constant error") && strings.HasSuffix(r.Name, ": right choices") && *r.Measured != 1 {
			t.Errorf("%s without an error: %v, want 1", r.Name, *r.Measured)
		}
	}
	if want := "No choice is a tie. With ties settled no depth is shown to choose worse than depth 1."; text != want {
		t.Errorf("without an error: %q, want %q", text, want)
	}
	if _, text = note(map[string]int{"boards": 1000, "doublings": 3, "error": 60}); !strings.HasSuffix(text, "depths 4 and 5 choose worse than depth 1.") {
		t.Errorf("with an error: %q", text)
	}
	if i := slices.IndexFunc(nau1982.Grids(nau1982.PrintedRows()), func(g Grid) bool { return g.Note != "" }); i >= 0 {
		t.Error("a table of nothing has a note")
	}
}

// TestSettledChoice: a tie has the choice of the last depth before that had one; a tie from the start on stays one.
func TestSettledChoice(t *testing.T) {
	c := Counts{tiedChoice, rightChoice, tiedChoice, wrongChoice, tiedChoice, tiedChoice}
	for depth, want := range []int64{tiedChoice, rightChoice, rightChoice, wrongChoice, wrongChoice, wrongChoice} {
		if got := settledChoice(c, depth); got != want {
			t.Errorf("depth %d: %d, want %d", depth+1, got, want)
		}
	}
}
