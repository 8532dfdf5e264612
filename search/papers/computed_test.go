package papers

import (
	"strings"
	"testing"

	"espalier/search/searchtest"
	"espalier/trees/figures"
)

// TestComputedColumns checks that each column has a cell for each row, and that the
// computed cells, after rounding, equal the printed cells.
func TestComputedColumns(t *testing.T) {
	same := map[string]map[string]string{ // printed column -> computed column
		"sk2000-table1":        {"maximization value": "computed"},
		"sk2000-table2":        {"factor": "row above ÷ this row"},
		"s2003-table8":         {"b^(2/3)": "b^(2/3), computed", "optimal": "root, computed"},
		"s2005-table1":         {"ranks": "ranks, computed"},
		"c474-number-of-nodes": {"number": "computed"},
		"c474-pure-strategies": {"number": "computed"},
	}
	seen := 0
	for _, f := range figures.All() {
		if f.Table != nil && f.Table.Computed != "" && tableComputations[f.Table.Computed] == nil {
			t.Errorf("%s: the computation %q is unknown", f.ID, f.Table.Computed)
			continue
		}
		columns := map[string]Column{}
		for _, c := range ComputedColumns(f) {
			seen++
			columns[c.Name] = c
			if len(c.Cells) != len(f.Table.Rows) {
				t.Errorf("%s: column %q has %d cells for %d rows", f.ID, c.Name, len(c.Cells), len(f.Table.Rows))
			}
		}
		for i, name := range columnNames(f.Table) {
			computed, ok := columns[same[f.ID][name]]
			for row := range f.Table.Rows {
				if cell := f.Table.Rows[row][i]; ok && computed.Cells[row] != "" && !agree(computed.Cells[row], cell) {
					t.Errorf("%s, row %d: computed %s, printed %s", f.ID, row+1, computed.Cells[row], cell)
				}
			}
		}
	}
	if seen != 12 {
		t.Errorf("%d computed columns, want 12", seen)
	}
	f, _ := figures.Find("s2003-table10")
	if got, want := strings.Join(ComputedColumns(f)[0].Cells, "; "), "1,234,560; ; 84,927"; got != want {
		t.Errorf("Table 10 counts %s, want %s", got, want)
	}
}

// agree reports whether the computed cell, rounded like the printed one,
// equals it.
func agree(computed, printed string) bool {
	return computed == printed || searchtest.Prints(printedNumber(computed), printed)
}

// TestGrowth compares the closed formulas with counts.
func TestGrowth(t *testing.T) {
	for d, want := range []int{1, 11, 111, 382, 2_363, 14_883, 67_183} {
		if got := BestNodes(10, 3, d); got != want {
			t.Errorf("BestNodes(10, 3, %d) = %d, want %d", d, got, want)
		}
	}
	if got := Iterated(6, func(d int) int { return BestNodes(10, 3, d) }); got != 84_927 {
		t.Errorf("the searches of depth 1 to 6 visit %d nodes, want 84,927", got)
	}
	if got := Iterated(6, func(d int) int { return PlainNodes(10, d) }); got != 1_234_560 {
		t.Errorf("plain searches of depth 1 to 6 visit %d nodes, want 1,234,560", got)
	}
	for b := 2; b <= 6; b++ {
		f := []int{1, b}
		for d := 2; d <= 8; d++ {
			f = append(f, f[d-1]+(b-1)*f[d-2])
			if got := BestLeaves(b, 2, d); got != f[d] {
				t.Errorf("BestLeaves(%d, 2, %d) = %d, want %d", b, d, got, f[d])
			}
		}
		for n := 2; n <= 6; n++ {
			x := BestFactor(b, n)
			if grown := float64(BestLeaves(b, n, 20)) / float64(BestLeaves(b, n, 19)); grown < 0.99*x || grown > 1.01*x {
				t.Errorf("BestFactor(%d, %d) = %f, but from depth 19 to 20 the leaves grow by %f", b, n, x, grown)
			}
			if x < LimitFactor(b, n) {
				t.Errorf("BestFactor(%d, %d) = %f, below its limit %f", b, n, x, LimitFactor(b, n))
			}
		}
	}
}

func columnNames(t *figures.Table) []string {
	if t == nil {
		return nil
	}
	return t.Columns
}
