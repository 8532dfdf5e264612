package experiment

import (
	"context"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
)

// TestReachablePositions: the full tree has each position that can be reached once. Max^n
// with a transposition table expands as many, and the few more that the table has lost.
func TestReachablePositions(t *testing.T) {
	v := byLetter(t, &s2005Table2, map[string]int{"cards": 5})
	maxn, _ := algorithms.Find("maxn")
	for deal := range 3 {
		j := Job{Deal: deal, Seed: dealSeed(1, deal)}
		got, err := s2005Table2.Run(context.Background(), v, j)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := dealSpades(v, j, "")
		if err != nil {
			t.Fatal(err)
		}
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
	smot := columnOf(jobs, counts, 5)
	for name, changed := range map[string]int{"heuristic": 0, "bids": 0, "slots": 10, "bounds": 1} {
		w := byLetter(t, e, map[string]int{"deals": 6, "cards": 5, name: changed})
		different := false
		for i, j := range jobs {
			if j.Column != 5 {
				continue
			}
			c, err := e.Run(context.Background(), w, j)
			if err != nil {
				t.Fatal(err)
			}
			different = different || c[0] != counts[i][0]
		}
		if !different {
			t.Errorf("%s %d: the nodes are those without it, %v", name, changed, smot)
		}
	}
	v["recalled"] = 1
	if all := *rowNamed(t, e.Rows(v, counts), "NCS, nodes").Measured; all <= nodes("NCS") {
		t.Errorf("with the recalled nodes there are %v, want more than %v", all, nodes("NCS"))
	}
}
