package experiment

import (
	"context"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// fullTree returns a deal of Spades, and the counts of its full tree.
func fullTree(t *testing.T, v Values, deal int) (games.Position, Counts) {
	t.Helper()
	j := Job{Deal: deal, Seed: dealSeed(1, deal)}
	got, err := s2005Table2.Run(context.Background(), v, j)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := dealSpades(v, j, "")
	if err != nil {
		t.Fatal(err)
	}
	return pos, got
}

// TestReachablePositions: the full tree has each position that can be reached once. Max^n
// with a transposition table expands as many, and the few more that the table has lost.
func TestReachablePositions(t *testing.T) {
	v := byLetter(t, &s2005Table2, map[string]int{"cards": 5})
	maxn, _ := algorithms.Find("maxn")
	for deal := range 3 {
		pos, got := fullTree(t, v, deal)
		want := Counts{0, 0}
		reached := map[uint64]bool{}
		var walk func(moves int)
		walk = func(moves int) {
			want[1]++
			if hash := pos.Hash(); moves > 0 && !reached[hash] {
				reached[hash] = true
				want[0]++
				var value trees.Vector
				for i := range moves {
					below, _ := pos.Do(i, &value)
					walk(below)
					pos.Undo()
				}
			}
		}
		var value trees.Vector
		walk(pos.Look(&value))
		if !slices.Equal(got, want) {
			t.Errorf("deal %d: %v, want %v", deal, got, want)
		}
		res, err := maxn.Run(context.Background(), engine.OnGame("spades", pos), engine.Options{Transposition: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := int64(res.Stats.Expanded() - res.Recalled); n < want[0] || n > want[0]*103/100 {
			t.Errorf("deal %d: max^n expands %d, want %d or at most 3 per cent more", deal, n, want[0])
		}
	}
}

func TestBidsAddUp(t *testing.T) {
	for _, c := range []struct {
		tricks     int
		bids, want []int
	}{{9, []int{1, 0, 4}, []int{3, 2, 4}}, {4, []int{3, 1, 3}, []int{1, 1, 2}}, {9, []int{0, 0, 0}, []int{3, 3, 3}}, {5, []int{2, 2, 1}, []int{2, 2, 1}}} {
		if got := addingUpTo(c.tricks, slices.Clone(c.bids)); !slices.Equal(got, c.want) {
			t.Errorf("%v for %d tricks: %v, want %v", c.bids, c.tricks, got, c.want)
		}
	}
}

// TestLinearBounds: with the tricks taken in its sum, the linear test finds the same value in
// fewer nodes, with a table of positions and without one.
func TestLinearBounds(t *testing.T) {
	speculative, _ := algorithms.Find("speculative")
	for _, players := range []int{2, 3, 4} {
		for _, tables := range []bool{false, true} {
			var nodes [2]int
			for seed := range 60 {
				var values [2]trees.Vector
				for i, bounds := range []bool{false, true} {
					pos, err := deal("spades", Values{"cards": 5}, Job{Seed: uint32(seed)}, map[string]any{"players": players})
					if err != nil {
						t.Fatal(err)
					}
					problem := engine.OnGame("spades", pos)
					problem.LinearBounds = bounds
					res, err := speculative.Run(context.Background(), problem, engine.Options{Transposition: tables}, nil)
					if err != nil {
						t.Fatal(err)
					}
					values[i] = res.Value
					nodes[i] += res.Stats.Nodes
				}
				if values[0] != values[1] {
					t.Errorf("%d players, seed %d: with the tricks taken %v, without %v", players, seed, values[1], values[0])
				}
			}
			if nodes[1] >= nodes[0] {
				t.Errorf("%d players: %d nodes with the tricks taken, %d without", players, nodes[1], nodes[0])
			}
		}
	}
}

// TestS2005Columns: no column expands more than the full tree, reductions are those of the
// full tree, and each parameter changes what it says.
func TestS2005Columns(t *testing.T) {
	e := &s2005Table2
	v := byLetter(t, e, map[string]int{"deals": 6, "cards": 5})
	jobs := e.Jobs(v)
	counts := runAll(t, e, v, upTo(len(jobs)))
	rows := e.Rows(v, counts)
	full := *rowNamed(t, rows, "Full tree, nodes").Measured
	for _, c := range s2005Columns[1:] {
		nodes := rowNamed(t, rows, c.name+", nodes")
		reduction := rowNamed(t, rows, c.name+", reduction")
		if *nodes.Measured >= full || *nodes.Printed != c.nodes || *reduction.Printed != c.reduction {
			t.Errorf("%s: %v nodes of %v, printed %v and %v", c.name, *nodes.Measured, full, *nodes.Printed, *reduction.Printed)
		}
		near(t, c.name, reduction.Measured, full / *nodes.Measured)
		if printed := s2005Columns[0].nodes / c.nodes; printed < c.reduction*0.95 || printed > c.reduction*1.06 {
			t.Errorf("%s: the printed nodes have the reduction %v, printed is %v", c.name, printed, c.reduction)
		}
	}
	nodes := func(column string) float64 { return *rowNamed(t, rows, column+", nodes").Measured }
	if wl, smot, momb, ncs := nodes("WL"), nodes("smOT"), nodes("MoMB"), nodes("NCS"); wl >= smot || smot >= momb || momb >= ncs {
		t.Errorf("WL %v, smOT %v, MoMB %v, NCS %v; the paper has this order", wl, smot, momb, ncs)
	}
	for _, change := range []struct {
		name   string
		to     int
		column int
	}{{"heuristic", 0, 5}, {"heuristic", 0, 2}, {"bids", 0, 5}, {"slots", 10, 5}, {"bounds", 1, 5}} {
		w := byLetter(t, e, map[string]int{"deals": 6, "cards": 5, change.name: change.to})
		different := false
		for i, j := range jobs {
			if j.Column != change.column {
				continue
			}
			c, err := e.Run(context.Background(), w, j)
			if err != nil {
				t.Fatal(err)
			}
			different = different || c[0] != counts[i][0]
		}
		if !different {
			t.Errorf("%s %d: the nodes of column %d are those without it, %v", change.name, change.to, change.column, columnOf(jobs, counts, change.column))
		}
	}
	v["recalled"] = 1
	if all := *rowNamed(t, e.Rows(v, counts), "NCS, nodes").Measured; all <= nodes("NCS") {
		t.Errorf("with the recalled nodes there are %v, want more than %v", all, nodes("NCS"))
	}
}
