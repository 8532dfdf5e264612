package figures

import (
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/words"
)

// The papers' tables, with what the code computes of them beside the print.

type tableView struct {
	Columns []tableColumn
	Rows    []tableRow
	Whose   string // legend: what is the paper's and what is computed
	Plain   string // what cannot be computed here, and why
}

type tableColumn struct {
	Name           string
	Ours, IsNumber bool
}

type tableRow struct {
	Class string // out, survives
	Cells []string
}

// uncomputed says of a table what of it cannot be computed here.
var uncomputed = map[string]string{
	"sk2000-table2": "The numbers of nodes cannot be computed here: they are averages over 200 trees that the paper does not give. The factors between them can.",
	"s2003-table10": "The 100k of speculative pruning cannot be computed here: it is an average over thirty games that the paper does not give. The two ends can: no pruning, and perfect order.",
	"s2003-table11": "Nothing of this table can be computed here: the hands and the move ordering are not given, and most of it is lost. A question mark is a cell that the text does not give.",
	"s2003-table12": "The scores cannot be computed here: they are averages of played games. What the rules fix of them can: the points of a game are shared out, so that each pair has a known average.",
	"s2005-table2":  "The numbers of nodes cannot be computed here: the hands are not given. The factors can, from one size of the full tree.",
}

func newTable(f *trees.Figure) *tableView {
	t := &tableView{Plain: uncomputed[f.ID]}
	computed := search.ComputedColumns(f)
	for c, name := range f.Table.Columns {
		number := c > 0
		for _, r := range f.Table.Rows {
			number = number && (c >= len(r) || r[c] == "" || words.StartsWithDigit(r[c]))
		}
		t.Columns = append(t.Columns, tableColumn{Name: words.MaxN(name), IsNumber: number})
	}
	for _, c := range computed {
		number := true
		for _, cell := range c.Cells {
			number = number && (cell == "" || words.StartsWithDigit(cell))
		}
		t.Columns = append(t.Columns, tableColumn{c.Name, true, number})
	}
	for i, r := range f.Table.Rows {
		row := tableRow{}
		for c := range f.Table.Columns {
			cell := ""
			if c < len(r) {
				cell = words.MaxN(r[c])
			}
			row.Cells = append(row.Cells, cell)
		}
		for _, c := range computed {
			row.Cells = append(row.Cells, trace.Minus(c.Cells[i]))
		}
		t.Rows = append(t.Rows, row)
	}
	switch {
	case len(computed) > 0 && f.Table.Chosen:
		t.Whose = "The rows are ours, not the print’s. Shaded columns are computed here."
	case len(computed) > 0:
		t.Whose = "As printed; shaded columns are computed here."
	case f.Table.Chosen:
		t.Whose = "The rows of this table are ours, not the paper’s."
	}
	return t
}

// withTrick strikes out what cannot happen where player 2 already has a trick:
// the leaf-value table with a lower bound of one trick says so.
func (t *tableView) withTrick() (says string) {
	table := search.SpadesTable()
	low := trees.Points(0, 1, 0)
	var most [3]int
	out := map[trees.Vector]bool{}
	for _, x := range table.Excluded(nil, &search.Unbounded, &low, nil) {
		out[x.Value] = true
	}
	left := 0
	for i, row := range table.Rows {
		t.Rows[i].Class = "survives"
		if out[row.Value] {
			t.Rows[i].Class = "out"
			continue
		}
		left++
		for p := range most {
			most[p] = max(most[p], row.Rank[p])
		}
	}
	var ranks []string
	for p, r := range most {
		ranks = append(ranks, "player "+strconv.Itoa(p+1)+" gets rank "+strconv.Itoa(r)+" at most")
	}
	return words.Plural(left, "row") + " left: " + strings.Join(ranks, ", ") + "."
}
