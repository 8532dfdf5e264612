package experiment

import (
	"context"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
)

// TestFullTree: the count with a table of positions is that of a plain walk, and that of
// a search by max^n.
func TestFullTree(t *testing.T) {
	for _, given := range []map[string]int{{"cards": 3, "tricks": 3}, {"cards": 5, "tricks": 3}, {"cards": 4, "tricks": 4}, {"cards": 2, "tricks": 5}, {"cards": 16, "tricks": 2}, {"cards": 6, "tricks": 1}} {
		given["deals"] = 4
		for _, gaps := range []int{0, 1} {
			given["gaps"] = gaps
			checkFullTree(t, valuesOf(t, &sk2000Table2, given))
		}
	}
}

// checkFullTree compares the counts of all deals with a plain walk, and with a search by max^n.
func checkFullTree(t *testing.T, v Values) {
	t.Helper()
	for _, j := range dealsByColumns(v, v["deals"], []string{"Full tree"}) {
		counts, err := sk2000Table2.Run(context.Background(), v, j)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := dealSergeantMajor(v, j)
		if err != nil {
			t.Fatal(err)
		}
		want := walk(pos, -1)
		if counts[0] != want.inner || counts[1] != want.leaves {
			t.Errorf("%v of %v = %v, want %d and %d", j, v, counts, want.inner, want.leaves)
		}
		maxn, _ := algorithms.Find("maxn")
		res, err := maxn.Run(context.Background(), engine.OnGame("sergeant-major", pos), engine.Options{}, nil)
		if err != nil || int64(res.Stats.Nodes) != want.inner+want.leaves || res.Value != want.value {
			t.Errorf("max^n of %v enters %d nodes, %v, want %d", v, res.Stats.Nodes, err, want.inner+want.leaves)
		}
	}
}

// TestSK2000Rows: the rows are those of the paper's table, computed from the counts; where
// leaves are left out, they are computed from inner nodes.
func TestSK2000Rows(t *testing.T) {
	e := &sk2000Table2
	v := valuesOf(t, e, map[string]int{"deals": 2, "root": 1})
	var counts []Counts
	for _, j := range e.Jobs(v) {
		inner := int64(1000 * (j.Deal + 1) >> j.Column)
		counts = append(counts, Counts{inner, 3 * inner})
	}
	rows := e.Rows(v, counts)
	if len(rows) != 11 {
		t.Fatalf("%d rows, want 6 with nodes and 5 with reductions", len(rows))
	}
	near(t, "full tree", rowNamed(t, rows, "Full tree, nodes").Measured, 6000)
	near(t, "DFBnB", rowNamed(t, rows, "DFBnB, nodes").Measured, 3000)
	reduction := rowNamed(t, rows, "DFBnB, reduction")
	near(t, "reduction", reduction.Measured, 2)
	near(t, "printed reduction", reduction.Printed, 102)
	near(t, "ratio of reductions", reduction.Ratio, 2.0/102)
	near(t, "spread of a reduction that is equal for all deals", reduction.Spread, 0)
	v["leaves"] = 0
	near(t, "inner nodes", rowNamed(t, e.Rows(v, counts), "Full tree, nodes").Measured, 1500)
	v["root"] = 0
	near(t, "inner nodes without the root", rowNamed(t, e.Rows(v, counts), "Full tree, nodes").Measured, 1499)
	if sum := 3.33e9 / 32.7e6; sum < 101.5 || sum > 102.5 {
		t.Errorf("the printed nodes have the reduction %v", sum)
	}
}

// TestSK2000Columns: no column of real deals enters more nodes than the full tree has, and
// the reductions that hold on small deals, too, are above 1.
func TestSK2000Columns(t *testing.T) {
	e := &sk2000Table2
	v := valuesOf(t, e, map[string]int{"deals": 12, "cards": 7, "tricks": 3})
	jobs := e.Jobs(v)
	counts := runAll(t, e, v, upTo(len(jobs)))
	for i, full := range columnOf(jobs, counts, 0) {
		for column := 1; column < len(sk2000Columns); column++ {
			c := columnOf(jobs, counts, column)[i]
			if c[0] > full[0] || c[1] > full[1] {
				t.Errorf("deal %d: %s enters %v nodes, the full tree has %v", i, sk2000Columns[column].name, c, full)
			}
		}
	}
	rows := e.Rows(v, counts)
	for _, name := range []string{"DFBnB, reduction", "ABBnB, reduction", "Paranoid with heuristic, reduction"} {
		if row := rowNamed(t, rows, name); row.Measured == nil || *row.Measured <= 1 {
			t.Errorf("%s = %v, want above 1", name, text(row.Measured))
		}
	}
}
